//===- Spills.cpp ---------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Spills.h"

#include "analysis/Resources.h"
#include "diagnostic/ErrorId.h"
#include "dialect/DiagnosticCapture.h"
#include "passes/Passes.h"

using namespace mlir;

namespace wave {

/// "32 along M instead of 64 leaves 96 of 192 registers", for each tile that a kernel says.
static std::string halvesOf(ir::KernelOp kernel, const analysis::Resources &resources) {
  std::string halves;
  for (Operation &op : *kernel.getBlock()) {
    if (!isa<ir::WorkgroupConstraintOp, ir::TilingConstraintOp>(op))
      continue;
    auto workgroup = dyn_cast<ir::WorkgroupConstraintOp>(op);
    if (workgroup && ir::hasLoopedPart(kernel, workgroup.getDim()))
      continue; // tiles are its steps
    const auto dim = op.getAttrOfType<ir::ExprAttr>("dim");
    const int64_t now = *op.getAttrOfType<ir::ExprAttr>("tile").getConstant();
    const int64_t left = analysis::tileRegistersWith(resources, dim, now / 2, now);
    if (now >= 2 && left < resources.tileRegisters)
      halves += (halves.empty() ? ": a tile of " : ", of ") + std::to_string(now / 2) + " along " +
                dim.getValue().str() + " instead of " + std::to_string(now) + " takes " +
                std::to_string(left) + " registers instead of " +
                std::to_string(resources.tileRegisters);
  }
  return halves;
}

static HeldTiles heldTilesOf(ir::KernelOp kernel, const machine::Chip &chip) {
  constexpr size_t listed = 3;
  const analysis::Resources resources = analysis::resourcesOf(kernel, chip);
  HeldTiles held{.where = ir::sourceLocation(kernel.getLoc()),
                 .largest = {},
                 .help = "choose smaller tiles, or more waves" + halvesOf(kernel, resources)};
  if (!resources.held.empty())
    held.where = ir::sourceLocation(analysis::locationOf(resources.held.front()));
  for (const analysis::HeldTile &tile : ArrayRef(resources.held).take_front(listed))
    held.largest.push_back(
        {analysis::describe(tile), ir::sourceLocation(analysis::locationOf(tile))});
  return held;
}

namespace {
class HeldTilesWatcher : public PassInstrumentation {
public:
  HeldTilesWatcher(const machine::Chip &chip, HeldTiles &held) : chip(chip), held(held) {}

  void runAfterPass(Pass *pass, Operation *op) override {
    if (pass->getArgument() == createCheckRegisters()->getArgument())
      held = heldTilesOf(cast<ir::KernelOp>(op), chip);
  }

private:
  const machine::Chip &chip;
  HeldTiles &held;
};
} // namespace

void watchHeldTiles(PassManager &passes, const machine::Chip &chip, HeldTiles &held) {
  passes.addInstrumentation(std::make_unique<HeldTilesWatcher>(chip, held));
}

void remarkSpills(ModuleOp module, const std::vector<std::string> &spills, const HeldTiles &held) {
  for (const std::string &spill : spills)
    ir::emitRemark(ir::irLocation(held.where, module.getContext()),
                   {.id = ErrorId("register-spill"),
                    .message = spill,
                    .where = {},
                    .notes = held.largest,
                    .help = held.help});
}

} // namespace wave
