//===- PrefetchPolicy.cpp - Load one iteration ahead ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/SetVector.h"

#include "mlir/Analysis/SliceAnalysis.h"

#include "analysis/LoopSchedule.h"
#include "dialect/Schedule.h"
#include "passes/schedule/LoopPipeline.h"
#include "passes/schedule/Policies.h"

using namespace mlir;

namespace wave {

using analysis::Dependence;
using analysis::LoopDependence;
using analysis::LoopSchedule;

/// Two stages of two positions: loads, and what they put into rings; then reads of rings, and
/// everything else.
static LoopSchedule prefetchScheduleOf(ir::IterateOp loop) {
  LoopSchedule schedule;
  schedule.interval = 2;
  schedule.trips = loop.getConstantCount();
  // What is put into a ring is made in the stage of the loads.
  DenseSet<Operation *> loads;
  for (auto write : loop.getBlock()->getOps<ir::SharedWriteOp>()) {
    loads.insert(write);
    SetVector<Operation *> slice;
    BackwardSliceOptions options;
    options.filter = [&](Operation *op) { return op->getBlock() == loop.getBlock(); };
    options.omitBlockArguments = true;
    (void)getBackwardSlice(write.getOperation(), &slice, options);
    loads.insert_range(slice);
  }
  for (Operation &op : loop.getBlock()->without_terminator()) {
    if (ir::isIndex(&op))
      continue;
    bool isLoad = isa<ir::ReadOp, ir::CopyOp>(op);
    if (isLoad || loads.contains(&op))
      schedule.times[&op] = {0, isLoad ? 0 : 1};
    else
      schedule.times[&op] = {1, isa<ir::SharedReadOp>(op) ? 0 : 1};
  }
  return schedule;
}

/// The rings that the loop fills.
static llvm::SetVector<Value> ringsFilledIn(ir::IterateOp loop) {
  llvm::SetVector<Value> rings;
  for (Operation &op : *loop.getBlock())
    for (const analysis::Access &access : analysis::accessesOf(&op))
      if (access.isWrite && access.memory && isa<ir::RingType>(access.memory.getType()))
        rings.insert(access.memory);
  return rings;
}

static void decline(ir::IterateOp loop, const Twine &reason, Operation *other = nullptr) {
  auto remark = mlir::emitRemark(loop.getLoc())
                << "the loop over " << loop.getAxis().getValue().str()
                << " is not pipelined: " << reason << " [not-pipelined]";
  if (other)
    remark.attachNote(other->getLoc()) << "the other operation is here";
}

static void schedule(ir::IterateOp loop, ArrayRef<Dependence> program, int64_t buffers) {
  if (llvm::none_of(*loop.getBlock(), llvm::IsaPred<ir::ReadOp, ir::CopyOp>))
    return decline(loop, "it loads nothing");
  if (!canPipeline(loop))
    return decline(loop, "it carries a value that its body does not make");
  const LoopSchedule schedule = prefetchScheduleOf(loop);
  const SmallVector<LoopDependence> dependences = analysis::dependencesIn(loop, program);
  llvm::MapVector<Value, int64_t> slots;
  for (Value ring : ringsFilledIn(loop))
    slots[ring] = std::max(buffers, analysis::slotsFor(ring, schedule, dependences));
  auto slotsOf = [&](Value ring) { return slots.contains(ring) ? slots.lookup(ring) : 1; };
  if (auto violation = analysis::findViolation(schedule, dependences, slotsOf)) {
    const LoopDependence &broken = violation->dependence;
    return decline(loop,
                   broken.to->getName().stripDialect() + " " + analysis::nameOf(broken.kind) + " " +
                       broken.from->getName().stripDialect() + " " + Twine(broken.distance) +
                       " steps before, and would run at time " + Twine(violation->reached) +
                       ", before " + Twine(violation->needed),
                   broken.from);
  }
  if (schedule.trips && *schedule.trips < schedule.stages() - 1)
    return; // too few iterations to overlap
  for (auto [ring, count] : slots)
    ir::setBuffers(ring.getDefiningOp<ir::AllocateOp>(), count);
  analysis::writeSchedule(schedule, loop);
}

void scheduleByPrefetch(ir::KernelOp kernel, int64_t buffers) {
  const SmallVector<Dependence> program = analysis::dependencesOf(kernel);
  kernel.walk([&](ir::IterateOp loop) {
    bool isInnermost = loop.getBlock()->getOps<ir::IterateOp>().empty();
    if (isInnermost && !loop.isWhile()) // whose next iteration its body computes
      schedule(loop, program, buffers);
  });
}

} // namespace wave
