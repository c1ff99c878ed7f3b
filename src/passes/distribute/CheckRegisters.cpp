//===- CheckRegisters.cpp - Whether lanes can hold their tiles ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: every tile has a layout, every ring a place                  (distributed)
// Gives: the same, in the knowledge that machine code can be made
//
// Tiles that exceed the registers of a lane are a remark: the code generators keep what does not
// fit in memory.  An error are tiles that take several times the registers, for which they take
// minutes, and accumulators that an instruction cannot name.
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
    markAllAnalysesPreserved();
    const machine::Chip *known = machine::chipNamed(chip.getValue());
    if (!known) {
      (void)LogicalResult(
          ir::BrokenConstraint(getOperation(), "unknown-target", "there is no chip '" + chip + "'")
              .help("the chips are " + machine::processorsOf(~0u)));
      return signalPassFailure();
    }
    const analysis::Resources resources = analysis::resourcesOf(getOperation(), *known);
    if (resources.tileRegisters > mostTimes * resources.registerLimit) {
      (void)LogicalResult(excess(resources));
      return signalPassFailure();
    }
    if (resources.tileRegisters > resources.registerLimit)
      excess(resources).remark();
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

  /// Of the registers, that tiles may take.  Measured with 990 of 255: LLVM and ptxas take a
  /// minute or two, and more as tiles grow.
  static constexpr int64_t mostTimes = 4;

  /// What is held, at the line of the largest tile.
  ir::BrokenConstraint excess(const analysis::Resources &resources) {
    ir::KernelOp kernel = getOperation();
    const int64_t limit = resources.registerLimit, taken = resources.tileRegisters;
    ir::BrokenConstraint broken(
        analysis::locationOf(resources.held.front()), "too-many-registers",
        "kernel '" + kernel.getSymName() + "' holds tiles in " + Twine(taken) +
            " registers of each lane, a workgroup of " + Twine(resources.waves) +
            (resources.waves == 1 ? " wave on " : " waves on ") + chip + " has " + Twine(limit));
    std::string sum;
    int64_t rest = taken;
    for (const analysis::HeldTile &tile : ArrayRef(resources.held).take_front(listed)) {
      broken.note(analysis::locationOf(tile), analysis::describe(tile));
      sum += (sum.empty() ? "" : " + ") + std::to_string(tile.registers);
      rest -= tile.registers;
    }
    if (rest > 0)
      sum += " + " + std::to_string(rest) + " of smaller tiles";
    broken.note(kernel.getLoc(),
                "at one time " + sum + " = " + Twine(taken) + "; " + resources.registerFormula +
                    (taken > mostTimes * limit ? ", and machine code is made for up to " +
                                                     std::to_string(mostTimes) + " times as many"
                                               : ""));
    return broken.help(
        fittingTiles(kernel, "more waves", [&](ir::ExprAttr dim, int64_t size, int64_t now) {
          return analysis::tileRegistersWith(resources, dim, size, now) <= limit;
        }));
  }
};

} // namespace
} // namespace wave
