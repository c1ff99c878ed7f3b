//===- PartitionNodes.cpp - The function that partitions operations -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/Schedule.h"
#include "passes/schedule/ScheduleRun.h"
#include "passes/schedule/SliceOperation.h"

using namespace mlir;

namespace wave {

using analysis::Node;
using analysis::NodeList;

/// More slices than this are more than any wave has instructions.
static constexpr int64_t mostSlices = 4096;

static std::string dimsOf(Operation *op) {
  std::vector<std::string> dims;
  const auto add = [&](ir::TileType tile) {
    for (ir::DimAttr dim : tile.getDims())
      if (std::string name = dim.getName().getValue().str(); !llvm::is_contained(dims, name))
        dims.push_back(name);
  };
  if (auto mma = dyn_cast<ir::MmaOp>(op))
    add(ir::tileTypeOf(mma.getLhs()));
  if (auto copy = dyn_cast<ir::CopyOp>(op))
    add(copy.getTile());
  if (auto write = dyn_cast<ir::SharedWriteOp>(op))
    add(write.getValue().getType());
  for (Value result : op->getResults())
    add(cast<ir::TileType>(result.getType()));
  return llvm::join(dims, ", ");
}

namespace {

/// What one call partitions.
class Partition {
public:
  Partition(ScheduleCall &call, std::string dim, int64_t count)
      : call(call), dim(std::move(dim)), count(count) {}

  /// The instructions along the dimension, where the operation can be sliced.
  ir::SliceUnits unitsOf(const Node &node) {
    if (node.isArrival) // without its copy
      call.fail(describe(node) + " is of type Arrival, which has no slices",
                "partition the Copy: each slice of it arrives by itself");
    if (isa<ir::ViewOp>(node.op))
      call.fail(describe(node) + " is made by the MMAs, which read their operand by descriptor",
                "partition the Mma");
    if (!isa<ir::SliceOpInterface>(node.op))
      call.fail(describe(node) + " is of type " + analysis::typeOf(node) + ", which has no slices",
                "partition an Mma, a SharedRead, a GlobalRead, a SharedWrite or a Copy");
    if (const ir::SliceAttr slice = ir::sliceOf(node.op))
      call.fail(describe(node) + " is one of " + Twine(slice.getCount()) + " slices already",
                "partition an operation once, into as many slices as are needed");
    const bool isOfMma = isa<ir::MmaOp>(node.op) || !isAccess(node.op);
    const ir::SliceUnits units = isa<ir::MmaOp>(node.op) ? ofMma(node)
                                 : isOfMma               ? ofOperand(node)
                                                         : ofAccess(node);
    const std::string what = isOfMma ? "instruction" : "access", many = isOfMma ? "s" : "es";
    if (count > units.count)
      call.fail("n is " + Twine(count) + ", and along " + dim +
                    (isOfMma ? " a wave has " : " the waves have ") + Twine(units.count) + " " +
                    what + (units.count == 1 ? "" : many) + " of " + Twine(units.extent) +
                    " elements in " + describe(node),
                "a slice has whole " + what + many + ": n is at most " + Twine(units.count));
    return units;
  }

private:
  static std::string describe(const Node &node) { return analysis::describe(node); }

  /// Whether all waves move the tile together, in a layout that follows from the access; else
  /// lanes hold it as MMAs take it.
  static bool isAccess(Operation *op) {
    if (isa<ir::SharedWriteOp, ir::CopyOp>(op))
      return true;
    return isa<ir::ReadOp>(op) && llvm::any_of(op->getUsers(), llvm::IsaPred<ir::SharedWriteOp>);
  }

  ir::SliceUnits ofMma(const Node &node) {
    auto mma = cast<ir::MmaOp>(node.op);
    const std::string reduction = ir::mmaDims(mma).k.getValue().str();
    const std::optional<ir::SliceUnits> units = ir::sliceUnits(mma, dim);
    if (!units)
      failDim(node);
    if (ir::isAsynchronous(mma) && dim != reduction)
      call.fail("the MMAs of " + describe(node) + " are asynchronous, and " + dim +
                    " is not their reduction",
                "partition along " + reduction +
                    ": slices along it add to one accumulator, in the order that the unit has");
    return *units;
  }

  /// Of a read of an operand that lanes hold.
  ir::SliceUnits ofOperand(const Node &node) {
    checkDim(node, cast<ir::TileType>(node.op->getResult(0).getType()).getDims());
    std::optional<ir::SliceUnits> units;
    for (ir::MmaOp mma : mmasOf(node.op->getResult(0))) {
      const std::optional<ir::SliceUnits> own = ir::sliceUnits(mma, dim);
      if (!own || ir::isAsynchronous(mma))
        continue;
      if (units && (units->count != own->count || units->extent != own->extent))
        call.fail(describe(node) + " is an operand of MMAs whose instructions have " +
                      Twine(units->extent) + " and " + Twine(own->extent) + " elements along " +
                      dim,
                  "partition the MMAs alone");
      units = own;
    }
    if (!units)
      call.fail(describe(node) + " is no operand of an MMA whose lanes hold it" +
                    (isa<ir::ReadOp>(node.op) ? ", and not stored to shared memory" : ""),
                "partition an Mma, or the read of an operand of one");
    return *units;
  }

  /// Of what all waves move to shared memory, or load to store it there.
  ir::SliceUnits ofAccess(const Node &node) {
    auto copy = dyn_cast<ir::CopyOp>(node.op);
    auto write = dyn_cast<ir::SharedWriteOp>(node.op);
    if (copy || write)
      checkRing(node, copy ? copy.getRing() : write.getRing());
    if (copy) {
      checkDim(node, copy.getRing().getType().getDims());
      checkSideBySide(node, copy.getRing().getType());
      return *unitsOfFill(copy, dim);
    }
    auto read = write ? write.getValue().getDefiningOp<ir::ReadOp>() : cast<ir::ReadOp>(node.op);
    if (!read)
      call.fail(describe(node) + " stores what the kernel has computed, not what it has loaded",
                "partition what computes it");
    checkDim(node, read.getResult().getType().getDims());
    SmallVector<Operation *> others(read->getUsers());
    others.push_back(read);
    for (Operation *other : others)
      if (const ir::SliceAttr slice = ir::sliceOf(other); slice && slice.getDim() != dim)
        call.fail(describe(node) + " is of the tile of " + describe({other}),
                  "partition both along " + slice.getDim().str());
    return *unitsOfFill(read, dim);
  }

  void checkRing(const Node &node, Value ring) {
    if (ir::channelOf(ring))
      call.fail(describe(node) + " fills slots of a channel, which are handed over whole",
                "partition the Mma");
    if (cast<ir::BufferType>(ring.getType()).isInTensorMemory())
      call.fail(describe(node) + " is made by the MMAs, which accumulate in tensor memory",
                "partition the Mma");
  }

  /// Lanes put what a copy loads side by side: one row after another, or, of a tile of two
  /// dimensions, one slice of all rows after another.
  void checkSideBySide(const Node &node, ir::BufferType ring) {
    if (ring.getDims().size() == 2)
      return;
    for (ir::DimAttr own : ring.getDims()) {
      if (own.getName().getValue().str() == dim)
        return;
      if (*own.getConstantSize() > 1)
        call.fail("lanes put what " + describe(node) +
                      " loads side by side in shared memory, and " + dim +
                      " is not the slowest of its " + Twine(ring.getDims().size()) + " dimensions",
                  "partition along " + own.getName().getValue().str());
    }
  }

  void checkDim(const Node &node, ArrayRef<ir::DimAttr> dims) {
    if (llvm::none_of(dims, [&](ir::DimAttr own) { return own.getName().getValue().str() == dim; }))
      failDim(node);
  }

  [[noreturn]] void failDim(const Node &node) {
    call.fail(describe(node) + " has no dimension " + dim, "its dimensions are " + dimsOf(node.op));
  }

  ScheduleCall &call;
  std::string dim;
  int64_t count;
};

} // namespace

/// Lets all that was said of the operation before hold of its slices.
static void replace(ScheduleRun &run, Operation *op, ArrayRef<Operation *> slices) {
  const auto inList = [&](NodeList &nodes) {
    NodeList all;
    for (const Node &node : nodes)
      if (node.op != op)
        all.push_back(node);
      else
        for (Operation *slice : slices)
          all.push_back({slice, node.isArrival});
    nodes = std::move(all);
  };
  for (auto &[name, held] : run.variables)
    if (auto *nodes = std::get_if<NodeList>(&held))
      inList(*nodes);
  for (RoleRequest &role : run.roles)
    inList(role.members);
  for (PipelineRequest &pipeline : run.pipelines)
    for (PipelineRequest::Stage &stage : pipeline.stages)
      for (NodeList &tuple : stage.tuples)
        inList(tuple);
  for (auto &[of, left] : run.remainders) {
    of = of == op ? slices.front() : of;
    left = left == op ? slices.front() : left;
  }
}

/// Whether `node` is the arrival of a copy that is selected too: each slice has its own.
static bool isOfCopyIn(const NodeList &nodes, const Node &node) {
  return node.isArrival && llvm::is_contained(nodes, Node{node.op});
}

std::vector<Held> partitionByDim(ScheduleRun &run, ScheduleCall &call) {
  const NodeList nodes = call.wholeNodesOf("nodes", call.value("nodes"));
  const std::string dim = call.word("dim");
  const int64_t count = call.number("n", 1, mostSlices);
  if (!run.insertions.empty())
    refuse(ir::BrokenConstraint(call.at(), "schedule-argument",
                                "partition_by_dim: it follows " + run.insertions.front().function)
               .note((*run.insertions.front().op)->getLoc(), "the insertion is here")
               .help("partition operations first, and insert then"));
  std::vector<NodeList> slices(static_cast<size_t>(count));
  if (count == 1)
    return {nodes};
  Partition partition(call, dim, count);
  std::vector<std::pair<Operation *, ir::SliceUnits>> units;
  for (const Node &node : nodes)
    if (!isOfCopyIn(nodes, node))
      units.emplace_back(node.op, partition.unitsOf(node));
  for (const auto &[op, own] : units) {
    const bool arrives = llvm::is_contained(nodes, Node{op, true});
    const SmallVector<Operation *> made =
        sliceOperation(op, StringAttr::get(run.kernel.getContext(), dim), count, own);
    replace(run, op, made);
    for (auto [list, slice] : llvm::zip(slices, made)) {
      list.push_back({slice});
      if (arrives)
        list.push_back({slice, true});
    }
  }
  run.nodes = analysis::nodesOf(run.kernel);
  return {slices.begin(), slices.end()};
}

} // namespace wave
