//===- ScheduleLoads.cpp - How a schedule has tiles loaded ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/Boxes.h"
#include "dialect/Distribution.h"
#include "dialect/ElementTypes.h"
#include "dialect/Schedule.h"
#include "machine/MmaTable.h"
#include "passes/schedule/ChoiceCalls.h"
#include "passes/schedule/ScheduleRun.h"

using namespace mlir;

namespace wave {

/// An MMA that reads the ring by descriptor, and cannot where the rows of its boxes have so many
/// bytes.
static ir::MmaOp whoCannotRead(ir::AllocateOp ring, int64_t bytes) {
  const ir::BufferType type = ring.getRing().getType();
  const int64_t element = ir::elementBytes(type.getElementType());
  for (Operation *read : ring.getRing().getUsers())
    if (isa<ir::ViewOp>(read))
      for (OpOperand &use : read->getUses()) {
        auto mma = cast<ir::MmaOp>(use.getOwner());
        const machine::Mma &row = *machine::mmaNamed(mma.getMmaType()->str());
        const bool isAlong = type.getDims().back().getName() == ir::mmaDims(mma).k;
        const int64_t outer = &use == &mma.getLhsMutable() ? row.m : row.n;
        if (!analysis::canReadInPlace(bytes, isAlong, (isAlong ? row.k : outer) * element))
          return mma;
      }
  return {};
}

/// Of a width that rows of so many bytes cannot have.
static std::string wayOutOf(int64_t row, int64_t rows) {
  for (const int64_t width : {128, 64, 32})
    if (row % width == 0 && rows % analysis::rowsOfSwizzle == 0)
      return "choose " + std::to_string(width) + ", the widest that divides those of a row";
  return "leave swizzle out: bytes divides those of a row, and " +
         std::to_string(analysis::rowsOfSwizzle) + " the number of rows";
}

/// swizzle("a", bytes)
std::vector<Held> swizzle(ScheduleRun &run, ScheduleCall &call) {
  const SmallVector<ir::AllocateOp> rings = ringsNamed(run, call);
  const ir::ChoiceAttr choice = choiceIn(call, "swizzle");
  const int64_t bytes = *choice.getNumber("bytes");
  for (ir::AllocateOp ring : rings) {
    const ir::BufferType type = ring.getRing().getType();
    const bool holdsBoxes =
        run.chip && run.chip->hasRoles() && ir::channelOf(ring.getRing()) &&
        llvm::any_of(ring.getRing().getUsers(), llvm::IsaPred<ir::CopyOp, ir::CopyOutOp>);
    if (!holdsBoxes || type.getDims().size() != 2)
      call.fail("'" + ring.getName() + "' is not loaded by TMA, in rows",
                "leave swizzle out: the compiler chooses its layout");
    const int64_t rows = *type.getDims().front().getConstantSize();
    const int64_t row =
        *type.getDims().back().getConstantSize() * ir::elementBytes(type.getElementType());
    if (row % bytes != 0 || rows % analysis::rowsOfSwizzle != 0)
      call.fail("bytes is " + Twine(bytes) + ", and '" + ring.getName() + "' has " + Twine(rows) +
                    " rows of " + Twine(row) + " bytes",
                wayOutOf(row, rows));
    if (ir::MmaOp mma = whoCannotRead(ring, bytes))
      refuse(ir::BrokenConstraint(call.at(), "schedule-argument",
                                  "swizzle: bytes is " + Twine(bytes) + ", and " +
                                      *mma.getMmaType() + " reads '" + ring.getName() +
                                      "' in other pieces")
                 .note(mma.getLoc(), "the MMA is here")
                 .help("choose another one of 32, 64 and 128"));
    choose(call, ring, choice);
  }
  return {};
}

/// multicast(nodes, shared=True)
std::vector<Held> multicast(ScheduleRun &run, ScheduleCall &call) {
  const analysis::NodeList nodes = call.nodes("nodes");
  const ir::ChoiceAttr choice = choiceIn(call, "multicast");
  const bool isShared = choice.getFlag("shared") == true;
  const bool isThere = run.chip && run.chip->hasRoles() && ir::clusterSize(run.kernel) > 1;
  if (isShared && !isThere)
    refuse(ir::BrokenConstraint(call.at(), "not-multicast",
                                run.chip && run.chip->hasRoles()
                                    ? "multicast: no workgroups run together"
                                    : "multicast: the target has no TMA loads")
               .help("set workgroups_per_cluster, or leave multicast out"));
  bool isAny = false;
  for (const analysis::Node &node : nodes)
    if (auto copy = dyn_cast<ir::CopyOp>(node.op); copy && isThere) {
      choose(call, copy, choice);
      isAny = true;
    }
  if (isShared && !isAny)
    call.fail("nodes has no TMA load", "select what loads: the tag of a read");
  return {};
}

} // namespace wave
