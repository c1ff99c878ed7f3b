//===- PrefetchPolicy.cpp - Load one iteration ahead ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

#include "mlir/Analysis/SliceAnalysis.h"

#include "analysis/LiveTiles.h"
#include "analysis/LoopSchedule.h"
#include "analysis/Roles.h"
#include "dialect/ElementTypes.h"
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

static void remarkDeclined(ir::IterateOp loop, const Twine &reason, Operation *other) {
  auto remark = mlir::emitRemark(loop.getLoc())
                << "the loop over " << loop.getAxis().getValue().str()
                << " is not pipelined: " << reason << " [not-pipelined]";
  if (other)
    remark.attachNote(other->getLoc()) << "the other operation is here";
}

/// Why a loop stays as it is.
using Decline = llvm::function_ref<void(ir::IterateOp loop, const Twine &reason, Operation *other)>;

static void scheduleLoop(ir::KernelOp kernel, ir::IterateOp loop, ArrayRef<Dependence> program,
                         int64_t buffers, Decline decline) {
  if (llvm::none_of(*loop.getBlock(), llvm::IsaPred<ir::ReadOp, ir::CopyOp>))
    return decline(loop, "it loads nothing", nullptr);
  if (!canPipeline(loop))
    return decline(loop, "it carries a value that its body does not make", nullptr);
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

/// Innermost loops whose next iteration is known before the body has ended.
static void forEachLoop(ir::KernelOp kernel, llvm::function_ref<void(ir::IterateOp)> visit) {
  kernel.walk([&](ir::IterateOp loop) {
    bool isInnermost = loop.getBlock()->getOps<ir::IterateOp>().empty();
    if (isInnermost && !loop.isWhile()) // whose next iteration its body computes
      visit(loop);
  });
}

void scheduleByPrefetch(ir::KernelOp kernel, int64_t buffers) {
  const SmallVector<Dependence> program = analysis::dependencesOf(kernel);
  forEachLoop(kernel, [&](ir::IterateOp loop) {
    scheduleLoop(kernel, loop, program, buffers, remarkDeclined);
  });
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// Registers of a lane that a tile takes where all lanes of a workgroup share it; there are no
/// layouts yet.  Constants and truth values take none.
static int64_t registersOf(Value value, int64_t lanes) {
  auto tile = dyn_cast<ir::TileType>(value.getType());
  if (!tile || tile.getElementType().isInteger(1) ||
      isa_and_nonnull<ir::RegisterOp>(value.getDefiningOp()))
    return 0;
  int64_t elements = 1;
  for (ir::DimAttr dim : tile.getDims())
    elements *= dim.getConstantSize().value_or(1);
  return llvm::divideCeilSigned(
      llvm::divideCeilSigned(elements, lanes) * ir::elementBytes(tile.getElementType()), 4);
}

/// Those of all tiles, where they are most.
static int64_t registersHeld(ir::KernelOp kernel, int64_t lanes) {
  struct Count : analysis::LiveVisitor {
    explicit Count(int64_t lanes) : lanes(lanes) {}
    void begin(Value value) override { live += registersOf(value, lanes); }
    void end(Value value) override { live -= registersOf(value, lanes); }
    void at(Operation *op, ArrayRef<Value> last) override {
      most = std::max(most, live + std::max(sum(last), sum(op->getResults())));
    }
    int64_t sum(ValueRange values) {
      int64_t registers = 0;
      for (Value value : values)
        registers += registersOf(value, lanes);
      return registers;
    }
    int64_t lanes, live = 0, most = 0;
  } count(lanes);
  analysis::forEachOperation(*kernel.getBlock(), count);
  return count.most;
}

void prefetchRows(ir::KernelOp kernel, const machine::Chip &chip) {
  const bool multiplies =
      kernel.walk([](ir::MmaOp) { return WalkResult::interrupt(); }).wasInterrupted();
  if (multiplies || chip.loadPorts.latency == 0)
    return;
  const SmallVector<Dependence> program = analysis::dependencesOf(kernel);
  const int64_t waves = ir::wavesPerBlock(kernel), lanes = waves * ir::threadsPerWave(kernel);
  const int64_t held = registersHeld(kernel, lanes) + analysis::registersBesideTiles;
  forEachLoop(kernel, [&](ir::IterateOp loop) {
    int64_t ahead = 0;
    for (auto read : loop.getBlock()->getOps<ir::ReadOp>())
      ahead += registersOf(read.getResult(), lanes);
    if (ahead == 0 || !ringsFilledIn(loop).empty() || held + ahead > chip.registersFor(waves))
      return;
    scheduleLoop(kernel, loop, program, /*buffers=*/0,
                 [](ir::IterateOp, const Twine &, Operation *) {
                   // The loop is no slower than it was.
                 });
  });
}

} // namespace wave
