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
#include "passes/schedule/PipelineRequest.h"
#include "passes/schedule/Policies.h"

using namespace mlir;

namespace wave {

using analysis::Dependence;
using analysis::LoopDependence;
using analysis::LoopSchedule;

/// What the seed's program says: global loads, and what they put into rings; then reads of rings,
/// and everything else.
static PipelineRequest prefetchOf(ir::KernelOp kernel, ir::IterateOp loop) {
  // What is put into a ring is made in the stage of the loads.
  DenseSet<Operation *> made;
  for (auto write : loop.getBlock()->getOps<ir::SharedWriteOp>()) {
    made.insert(write);
    SetVector<Operation *> slice;
    BackwardSliceOptions options;
    options.filter = [&](Operation *op) { return op->getBlock() == loop.getBlock(); };
    options.omitBlockArguments = true;
    (void)getBackwardSlice(write.getOperation(), &slice, options);
    made.insert_range(slice);
  }
  analysis::NodeList loads, writes, reads, rest;
  for (const analysis::Node &node : analysis::nodesOf(kernel)) {
    Operation *op = node.op;
    if (op->getParentOp() != loop.getOperation() || isa<ir::ViewOp>(op) || ir::isStepOfUse(op) ||
        ir::isIndex(op))
      continue; // these follow
    (node.isArrival                    ? writes
     : isa<ir::ReadOp, ir::CopyOp>(op) ? loads
     : made.contains(op)               ? writes
     : isa<ir::SharedReadOp>(op)       ? reads
                                       : rest)
        .push_back(node);
  }
  return {loop,
          loop.getLoc(),
          std::nullopt,
          {{{loads, writes}, loop.getLoc()}, {{reads, rest}, loop.getLoc()}}};
}

/// The attributes of a loop and of its body, to be put back.
class Before {
public:
  explicit Before(ir::KernelOp kernel, ir::IterateOp loop) {
    keep(loop);
    for (Operation &op : *loop.getBlock())
      keep(&op);
    for (auto ring : kernel.getBlock()->getOps<ir::AllocateOp>())
      keep(ring);
  }
  void restore() const {
    for (const auto &[op, attributes] : kept)
      op->setDiscardableAttrs(attributes);
  }

private:
  void keep(Operation *op) { kept.emplace_back(op, op->getDiscardableAttrDictionary()); }
  SmallVector<std::pair<Operation *, DictionaryAttr>> kept;
};

/// The rings that the loop fills.
static llvm::SetVector<Value> ringsFilledIn(ir::IterateOp loop) {
  llvm::SetVector<Value> rings;
  for (Operation &op : *loop.getBlock())
    for (const analysis::Access &access : analysis::accessesOf(&op))
      if (access.isWrite && access.memory && isa<ir::BufferType>(access.memory.getType()))
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

static void scheduleLoop(ir::KernelOp kernel, ir::IterateOp loop, ArrayRef<Dependence> program,
                         int64_t buffers) {
  if (llvm::none_of(*loop.getBlock(), llvm::IsaPred<ir::ReadOp, ir::CopyOp>))
    return decline(loop, "it loads nothing");
  if (!canPipeline(loop))
    return decline(loop, "it carries a value that its body does not make");
  const Before before(kernel, loop);
  writePipeline(kernel, prefetchOf(kernel, loop));
  const LoopSchedule schedule = *analysis::scheduleOf(loop);
  const SmallVector<LoopDependence> dependences = analysis::dependencesIn(loop, program);
  llvm::MapVector<Value, int64_t> slots;
  for (Value ring : ringsFilledIn(loop))
    slots[ring] = std::max(buffers, analysis::slotsFor(ring, schedule, dependences));
  auto slotsOf = [&](Value ring) { return slots.contains(ring) ? slots.lookup(ring) : 1; };
  if (auto violation = analysis::findViolation(schedule, dependences, slotsOf)) {
    before.restore();
    const LoopDependence &broken = violation->dependence;
    return decline(loop,
                   broken.to->getName().stripDialect() + " " + analysis::nameOf(broken.kind) + " " +
                       broken.from->getName().stripDialect() + " " + Twine(broken.distance) +
                       " steps before, and would run at time " + Twine(violation->reached) +
                       ", before " + Twine(violation->needed),
                   broken.from);
  }
  if (schedule.trips && *schedule.trips < schedule.stages() - 1)
    return before.restore(); // too few iterations to overlap
  for (auto [ring, count] : slots)
    ir::setBuffers(ring.getDefiningOp<ir::AllocateOp>(), count);
}

void scheduleByPrefetch(ir::KernelOp kernel, int64_t buffers) {
  const SmallVector<Dependence> program = analysis::dependencesOf(kernel);
  kernel.walk([&](ir::IterateOp loop) {
    bool isInnermost = loop.getBlock()->getOps<ir::IterateOp>().empty();
    if (isInnermost && !loop.isWhile()) // whose next iteration its body computes
      scheduleLoop(kernel, loop, program, buffers);
  });
}

} // namespace wave
