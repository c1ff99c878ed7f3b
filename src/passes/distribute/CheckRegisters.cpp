//===- CheckRegisters.cpp - Whether lanes can hold their tiles ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: every tile has a layout, every ring a place                  (distributed)
// Gives: the same, in the knowledge that the tiles of a lane fit its registers
//
//===----------------------------------------------------------------------===//

#include "analysis/Resources.h"
#include "analysis/Roles.h"
#include "dialect/BrokenConstraint.h"
#include "machine/Chip.h"
#include "machine/MmaTable.h"
#include "passes/Passes.h"
#include "passes/distribute/FittingTiles.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_CHECKREGISTERS
#include "passes/Passes.h.inc"

namespace {

struct CheckRegisters : impl::CheckRegistersBase<CheckRegisters> {
  using CheckRegistersBase::CheckRegistersBase;

  void runOnOperation() override {
    const machine::Chip *known = machine::chipNamed(chip.getValue());
    if (!known) {
      (void)LogicalResult(
          ir::BrokenConstraint(getOperation(), "unknown-target", "there is no chip '" + chip + "'")
              .help("the chips are gfx942 and gfx950"));
      return signalPassFailure();
    }
    const analysis::Resources resources = analysis::resourcesOf(getOperation(), *known);
    if (resources.tileRegisters > resources.registerLimit) {
      report(resources);
      return signalPassFailure();
    }
    if (failed(checkSums(resources.lanes, *known)))
      signalPassFailure();
  }

private:
  /// What a launch gives to every lane holds the sums of one instruction of a warpgroup.
  LogicalResult checkSums(int64_t lanes, const machine::Chip &known) {
    WalkResult result = getOperation().walk([&](ir::MmaOp mma) {
      if (!ir::isAsynchronous(mma))
        return WalkResult::advance();
      const int64_t needed =
          analysis::registersOfSums(machine::mmaNamed(mma.getMmaType()->str())->n);
      const int64_t given = analysis::registersAtEntry(lanes, known);
      if (needed <= given)
        return WalkResult::advance();
      (void)LogicalResult(
          ir::BrokenConstraint(mma, "too-many-registers",
                               "mma: " + *mma.getMmaType() + " takes " + Twine(needed) +
                                   " registers of each lane, a workgroup of " + Twine(lanes) +
                                   " lanes on " + chip + " has " + Twine(given))
              .help("choose an instruction with fewer columns, or fewer waves"));
      return WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  }

  /// Tiles that are named; the others count together.
  static constexpr size_t listed = 4;

  void report(const analysis::Resources &resources) {
    ir::KernelOp kernel = getOperation();
    const int64_t limit = resources.registerLimit;
    ir::BrokenConstraint broken(
        kernel, "too-many-registers",
        "kernel '" + kernel.getSymName() + "' holds tiles in " + Twine(resources.tileRegisters) +
            " registers of each lane, a workgroup of " + Twine(resources.waves) +
            (resources.waves == 1 ? " wave on " : " waves on ") + chip + " has " + Twine(limit));
    std::string sum;
    int64_t rest = resources.tileRegisters;
    for (const analysis::HeldTile &tile : ArrayRef(resources.held).take_front(listed)) {
      Value value = tile.value;
      Operation *op = value.getDefiningOp();
      const Location where = op ? op->getLoc() : value.getParentBlock()->getParentOp()->getLoc();
      const std::string source =
          op ? ", of " + op->getName().stripDialect().str() : ", which a loop carries";
      broken.note(where, Twine(tile.registers) + " registers: " +
                             ir::describe(cast<ir::TileType>(value.getType())) + source);
      sum += (sum.empty() ? "" : " + ") + std::to_string(tile.registers);
      rest -= tile.registers;
    }
    if (rest > 0)
      sum += " + " + std::to_string(rest) + " of smaller tiles";
    broken.note(kernel.getLoc(), "at one time " + sum + " = " + Twine(resources.tileRegisters) +
                                     "; " + resources.registerFormula);
    (void)LogicalResult(broken.help(
        fittingTiles(kernel, "more waves", [&](ir::ExprAttr dim, int64_t size, int64_t now) {
          return scaled(resources, dim, size, now) <= limit;
        })));
  }

  /// Registers of what is held, if tiles had `size` elements along `dim` instead of `now`.
  static int64_t scaled(const analysis::Resources &resources, ir::ExprAttr dim, int64_t size,
                        int64_t now) {
    int64_t registers = 0;
    for (const analysis::HeldTile &tile : resources.held) {
      Value value = tile.value;
      const bool isScaled = cast<ir::TileType>(value.getType()).hasDim(dim);
      registers += isScaled ? (tile.registers * size + now - 1) / now : tile.registers;
    }
    return registers;
  }
};

} // namespace
} // namespace wave
