//===- EraseUnused.cpp - What is computed for nothing ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: the form bound
// Gives: the same, without what nothing that the kernel writes needs: reads, arithmetic, MMAs,
//        values that loops carry, and loops
//
// What nobody uses would still decide where tiles are, and has no end that anybody waits for: an
// MMA would run on while its operands and its registers are taken for something else.
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/SetVector.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialect/Schedule.h"
#include "passes/Passes.h"
#include "passes/schedule/RoleSlice.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_ERASEUNUSED
#include "passes/Passes.h.inc"

namespace {

struct EraseUnused : impl::EraseUnusedBase<EraseUnused> {
  void runOnOperation() override {
    ir::KernelOp kernel = getOperation();
    SmallVector<Operation *> program, effects;
    for (Operation &op : *kernel.getBlock())
      if (!ir::isDeclaration(&op))
        program.push_back(&op);
    kernel.walk([&](Operation *op) {
      if (op != kernel && !ir::isDeclaration(op) && doesMore(op))
        effects.push_back(op);
    });
    const RoleSlice used(effects);
    llvm::SetVector<StringAttr> tags;
    bool isAllUsed = true;
    for (Operation *op : program)
      op->walk([&](Operation *inner) {
        if (isNeeded(inner, used))
          return;
        isAllUsed = false;
        if (auto tag = inner->getAttrOfType<StringAttr>("tag"))
          tags.insert(tag);
      });
    if (isAllUsed)
      return;
    // What a schedule may name is what is left of a tag.
    for (Operation *op : program)
      op->walk([&](Operation *inner) {
        if (used.contains(inner))
          tags.remove(inner->getAttrOfType<StringAttr>("tag"));
      });
    OpBuilder builder = OpBuilder::atBlockEnd(kernel.getBlock());
    IRMapping mapping;
    used.clone(*kernel.getBlock(), builder, mapping);
    for (Operation *op : llvm::reverse(program))
      op->erase();
    ir::setUnusedTags(kernel, tags.getArrayRef());
  }

private:
  /// Whether it does more than to give its results.
  static bool doesMore(Operation *op) {
    if (op->getNumRegions() > 0 || op->hasTrait<OpTrait::IsTerminator>())
      return false; // what is inside has
    const auto effects = getEffectsRecursively(op);
    return !effects || llvm::any_of(*effects, [](const MemoryEffects::EffectInstance &effect) {
      return !isa<MemoryEffects::Read>(effect.getEffect());
    });
  }

  static bool isNeeded(Operation *op, const RoleSlice &used) {
    if (op->hasTrait<OpTrait::IsTerminator>() || (ir::isIndex(op) && !op->hasAttr("tag")))
      return true; // it goes with what it is of
    auto loop = dyn_cast<ir::IterateOp>(op);
    return used.contains(op) && (!loop || used.carriesAll(loop));
  }
};

} // namespace
} // namespace wave
