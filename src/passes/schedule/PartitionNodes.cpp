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
    add(mma.getLhs().getType());
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
    if (node.isArrival || !isa<ir::MmaOp, ir::SharedReadOp>(node.op))
      call.fail(describe(node) + " is of type " + analysis::typeOf(node) + ", which has no slices",
                "partition an Mma, or the SharedRead of an operand of one");
    if (const ir::SliceAttr slice = ir::sliceOf(node.op))
      call.fail(describe(node) + " is one of " + Twine(slice.getCount()) + " slices already",
                "partition an operation once, into as many slices as are needed");
    const ir::SliceUnits units = isa<ir::MmaOp>(node.op) ? ofMma(node) : ofRead(node);
    if (count > units.count)
      call.fail("n is " + Twine(count) + ", and along " + dim + " a wave has " +
                    Twine(units.count) + " instruction" + (units.count == 1 ? "" : "s") + " of " +
                    Twine(units.extent) + " elements in " + describe(node),
                "a slice has whole instructions: n is at most " + Twine(units.count));
    return units;
  }

private:
  static std::string describe(const Node &node) { return analysis::describe(node); }

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

  ir::SliceUnits ofRead(const Node &node) {
    auto read = cast<ir::SharedReadOp>(node.op);
    if (read.getInPlace())
      call.fail(describe(node) + " is made by the MMAs, which read their operand by descriptor",
                "partition the Mma");
    if (!llvm::any_of(read.getResult().getType().getDims(),
                      [&](ir::DimAttr own) { return own.getName().getValue().str() == dim; }))
      failDim(node);
    std::optional<ir::SliceUnits> units;
    for (ir::MmaOp mma : mmasOf(read.getResult())) {
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
      call.fail(describe(node) + " is no operand of an MMA whose lanes hold it",
                "partition an Mma, or the SharedRead of an operand of one");
    return *units;
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
          all.push_back({slice});
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

std::vector<Held> partitionByDim(ScheduleRun &run, ScheduleCall &call) {
  const NodeList nodes = call.wholeNodesOf("nodes", call.value("nodes"));
  const std::string dim = call.word("dim");
  const int64_t count = call.number("n", 1);
  if (count > mostSlices)
    call.fail("n is " + Twine(count), "n is at most " + Twine(mostSlices));
  if (!run.insertions.empty())
    refuse(ir::BrokenConstraint(call.at(), "schedule-argument",
                                "partition_by_dim: it follows " + run.insertions.front().function)
               .note((*run.insertions.front().op)->getLoc(), "the insertion is here")
               .help("partition operations first, and insert then"));
  std::vector<NodeList> slices(static_cast<size_t>(count));
  if (count == 1)
    return {nodes};
  Partition partition(call, dim, count);
  std::vector<ir::SliceUnits> units;
  for (const Node &node : nodes)
    units.push_back(partition.unitsOf(node));
  for (auto [node, own] : llvm::zip(nodes, units)) {
    const SmallVector<Operation *> made =
        sliceOperation(node.op, StringAttr::get(run.kernel.getContext(), dim), count, own);
    replace(run, node.op, made);
    for (auto [list, slice] : llvm::zip(slices, made))
      list.push_back({slice});
  }
  run.nodes = analysis::nodesOf(run.kernel);
  return {slices.begin(), slices.end()};
}

} // namespace wave
