//===- ScheduleScalars.cpp - Indices that one role reads for others -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each role computes the indices that it needs, what it reads from memory included.  Where a
// schedule puts such a read into a role, that role alone reads, and hands the index to those that
// need it, through a channel of scalars:
//
//   %next = wave.read_index %order [%at]
//   wave.acquire %channel number %n
//   wave.scalar_write %next, %ring
//   wave.commit %channel number %n
//   wave.wait %channel number %n
//   %own = wave.scalar_read %ring
//   wave.release %channel number %n
//
// What one block reads is handed over together: a later read goes to the first one where all that
// it needs are indices.  The role itself uses what it has read (RoleSlice.h).
//
//===----------------------------------------------------------------------===//

#include "dialect/Schedule.h"
#include "mlir/IR/IRMapping.h"
#include "passes/schedule/ScheduleRun.h"
#include "passes/stage/SequenceIndices.h"

using namespace mlir;

namespace wave {

namespace {

/// While one use is read, the next one is found.
constexpr int64_t defaultSlots = 2;

class Stager {
public:
  Stager(ir::KernelOp kernel, StringRef role) : kernel(kernel), role(role) {}

  /// `reads` follow one another in one block, with nothing but indices between them.
  void stage(SmallVector<ir::ReadIndexOp> reads) {
    const Location loc = reads.front().getLoc();
    SmallVector<Value> rings;
    for (ir::ReadIndexOp read : reads)
      rings.push_back(allocate(read));
    OpBuilder builder(kernel.getContext());
    builder.setInsertionPointAfter(rings.back().getDefiningOp());
    Value channel = ir::ChannelOp::create(builder, loc, rings).getChannel();

    builder.setInsertionPointAfter(reads.back());
    step<ir::AcquireOp>(builder, loc, channel);
    for (auto [read, ring] : llvm::zip(reads, rings))
      give(ir::ScalarWriteOp::create(builder, read.getLoc(), read.getResult(), ring, Value(),
                                     read.getTagAttr()));
    step<ir::CommitOp>(builder, loc, channel);
    step<ir::WaitOp>(builder, loc, channel);
    IRMapping taken;
    for (auto [read, ring] : llvm::zip(reads, rings))
      taken.map(read.getResult(),
                ir::ScalarReadOp::create(builder, read.getLoc(), builder.getIndexType(), ring,
                                         Value(), read.getTagAttr())
                    .getResult());
    step<ir::ReleaseOp>(builder, loc, channel);
    useTaken(builder, reads, taken);
  }

private:
  /// Behind the rings and channels that there are.
  Value allocate(ir::ReadIndexOp read) {
    OpBuilder builder(kernel.getContext());
    for (Operation &op : *kernel.getBlock())
      if (isa<ir::AllocateOp, ir::ChannelOp>(op))
        builder.setInsertionPointAfter(&op);
    MLIRContext *context = kernel.getContext();
    auto one = ir::DimAttr::get(context, ir::ExprAttr::get(context, Expr::symbol("SCALAR")),
                                ir::ExprAttr::get(context, Expr::constant(1)));
    auto type = ir::BufferType::of(ir::TileType::get(context, one, builder.getI64Type()));
    auto ring =
        ir::AllocateOp::create(builder, read.getLoc(), type, read.getTagAttr(), IntegerAttr());
    ir::setBuffers(ring, defaultSlots);
    return ring.getRing();
  }

  void give(Operation *op) { ir::setRole(op, role); }

  /// Those of the consumers belong to every role that needs an index (ApplySchedule).
  template <typename StepOp> void step(OpBuilder &builder, Location loc, Value channel) {
    ir::IndexValues indices;
    const Expr number = numbers.of(builder.getInsertionBlock(), indices);
    auto op = StepOp::create(builder, loc, channel, indices.create(builder, loc, number));
    if (ir::isStepOfProducer(op))
      give(op);
  }

  /// All but what is computed on the way to the last of them uses what was handed over; what is
  /// computed on the way is computed anew for others.
  static void useTaken(OpBuilder &builder, ArrayRef<ir::ReadIndexOp> reads, IRMapping &taken) {
    Operation *first = reads.front(), *last = reads.back();
    SmallVector<Operation *> run;
    for (Operation *op = first; op != last->getNextNode(); op = op->getNextNode()) {
      run.push_back(op);
      const bool isRead = llvm::is_contained(reads, op);
      if (!isRead && llvm::any_of(op->getOperands(), [&](Value v) { return taken.contains(v); }))
        builder.clone(*op, taken);
    }
    for (Operation *op : run)
      for (Value result : op->getResults())
        if (Value other = taken.lookupOrNull(result))
          result.replaceUsesWithIf(other, [&](OpOperand &use) {
            return !llvm::is_contained(run, use.getOwner()) &&
                   !isa<ir::ScalarWriteOp>(use.getOwner());
          });
  }

  ir::KernelOp kernel;
  StringRef role;
  SequenceIndices numbers;
};

} // namespace

/// Whether `op` may stand behind `last`, in whose block it is: all that it needs, and does not
/// stand before, are indices.
static bool mayFollow(Operation *op, Operation *last) {
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    Operation *index = operand.getDefiningOp();
    return !index || index->getBlock() != last->getBlock() || index == last ||
           index->isBeforeInBlock(last) ||
           (isa<ir::IndexOp, ir::WorkgroupIdOp>(index) && mayFollow(index, last));
  });
}

/// The same of a read; paths, by which schedules are printed, count reads in their order.
static bool mayJoin(ir::ReadIndexOp read, Operation *last) {
  if (read->getBlock() != last->getBlock() || !mayFollow(read, last))
    return false;
  for (Operation *op = last->getNextNode(); op != read; op = op->getNextNode())
    if (isa<ir::ReadIndexOp>(op))
      return false;
  return true;
}

/// Moves `op` behind `last`, which it is from then on, with the indices that it needs.
static void join(Operation *op, Operation *&last) {
  for (Value operand : op->getOperands())
    if (Operation *index = operand.getDefiningOp();
        index && index->getBlock() == last->getBlock() && last->isBeforeInBlock(index))
      join(index, last);
  op->moveAfter(last);
  last = op;
}

[[noreturn]] static void refuseRole(const RoleRequest &role, const Twine &claim, Operation *op,
                                    const Twine &help) {
  refuse(ir::BrokenConstraint(role.where, "schedule-role", "role '" + role.name + "': " + claim)
             .note(op->getLoc(), "the operation is here")
             .help(help));
}

static bool hasPairs(ir::KernelOp kernel) {
  return kernel
      .walk([](ir::MmaOp mma) {
        return ir::isOfPair(mma) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Loops that carry sequence indices have taken the place of others, with the same bodies.
static void followLoops(ScheduleRun &run, ArrayRef<std::pair<Operation *, Block *>> before) {
  const auto follow = [&](Operation *op) {
    const auto *found = llvm::find_if(before, [&](const auto &pair) { return pair.first == op; });
    return found == before.end() ? op : found->second->getParentOp();
  };
  const auto followAll = [&](analysis::NodeList &nodes) {
    for (analysis::Node &node : nodes)
      node.op = follow(node.op);
  };
  for (auto &[name, held] : run.variables)
    if (auto *nodes = std::get_if<analysis::NodeList>(&held))
      followAll(*nodes);
  for (RoleRequest &role : run.roles)
    followAll(role.members);
  for (PipelineRequest &pipeline : run.pipelines) {
    pipeline.loop = cast<ir::IterateOp>(follow(pipeline.loop));
    for (PipelineRequest::Stage &stage : pipeline.stages)
      for (analysis::NodeList &tuple : stage.tuples)
        followAll(tuple);
  }
  for (InsertionRequest &insertion : run.insertions)
    insertion.anchor.op = follow(insertion.anchor.op);
  for (StaggerRequest &stagger : run.staggers)
    stagger.loop = cast<ir::IterateOp>(follow(stagger.loop));
  for (auto &[op, left] : run.remainders) {
    op = follow(op);
    left = follow(left);
  }
}

void stageScalars(ScheduleRun &run, const RoleRequest &role) {
  SmallVector<SmallVector<ir::ReadIndexOp>> groups;
  for (const analysis::Node &node : run.nodes) { // in the order of the program
    auto read = dyn_cast<ir::ReadIndexOp>(node.op);
    if (!read || !llvm::is_contained(role.members, node))
      continue;
    if (StringAttr other = ir::roleOf(read))
      refuseRole(role, analysis::pathOf({read}) + " is in role '" + other.getValue() + "' already",
                 read, "an operation has one role");
    if (hasPairs(run.kernel))
      refuseRole(role,
                 analysis::describe(read) + " is read for a pair of workgroups, of which one "
                                            "begins the MMAs of both",
                 read, "leave it out of the role: each role reads it for itself");
    Operation *last = groups.empty() ? nullptr : groups.back().back().getOperation();
    if (last && mayJoin(read, last))
      join(read, last);
    else
      groups.emplace_back();
    groups.back().push_back(read);
  }
  if (groups.empty())
    return;
  SmallVector<std::pair<Operation *, Block *>> loops;
  run.kernel.walk([&](ir::IterateOp loop) { loops.emplace_back(loop, loop.getBlock()); });
  for (const SmallVector<ir::ReadIndexOp> &group : groups) {
    for (ir::ReadIndexOp read : group)
      ir::setRole(read, role.name);
    Stager(run.kernel, role.name).stage(group);
  }
  followLoops(run, loops);
  run.nodes = analysis::nodesOf(run.kernel);
}

void checkScalars(const ScheduleRun &run) {
  for (const RoleRequest &role : run.roles)
    for (const analysis::Node &node : role.members)
      for (const PipelineRequest &pipeline : run.pipelines)
        if (auto loop = pipeline.loop; isa<ir::ReadIndexOp>(node.op) && loop->isAncestor(node.op))
          refuse(ir::BrokenConstraint(role.where, "schedule-role",
                                      "role '" + role.name + "': " + analysis::describe(node.op) +
                                          " is read in " + analysis::pathOf({loop}) +
                                          ", which is " +
                                          (pipeline.isPipeline ? "pipelined" : "reordered"))
                     .note(node.op->getLoc(), "the operation is here")
                     .note(pipeline.where, "the loop is scheduled here")
                     .help("leave it out of the role: each role reads it for itself"));
}

} // namespace wave
