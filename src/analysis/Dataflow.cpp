//===- Dataflow.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/Dataflow.h"

#include "llvm/ADT/SetVector.h"

#include "symbolic/Node.h"
#include "symbolic/Substitute.h"

using namespace mlir;

namespace wave::analysis {

static SmallVector<RegionSuccessor, 2> successorsOf(RegionBranchOpInterface op,
                                                    RegionBranchPoint point) {
  SmallVector<RegionSuccessor, 2> successors;
  op.getSuccessorRegions(point, successors);
  return successors;
}

/// The end of a region, where it branches; nothing where control ends there.
static std::optional<RegionBranchPoint> endOf(Region &region) {
  Block &block = region.front();
  auto end = block.empty() ? RegionBranchTerminatorOpInterface()
                           : dyn_cast<RegionBranchTerminatorOpInterface>(block.back());
  return end ? std::optional<RegionBranchPoint>(end) : std::nullopt;
}

SmallVector<FlowEdge, 2> edgesFrom(RegionBranchOpInterface op, Region *from) {
  const std::optional<RegionBranchPoint> point =
      from ? endOf(*from) : std::optional(RegionBranchPoint::parent());
  SmallVector<FlowEdge, 2> edges;
  if (point)
    for (const RegionSuccessor &successor : successorsOf(op, *point))
      edges.push_back({op, from, successor.isParent() ? nullptr : successor.getSuccessor()});
  return edges;
}

SmallVector<Forwarded> forwardedToRegions(Operation *op) {
  auto end = dyn_cast<RegionBranchTerminatorOpInterface>(op);
  auto branch = dyn_cast<RegionBranchOpInterface>(end ? op->getParentOp() : op);
  SmallVector<Forwarded> forwarded;
  if (!branch)
    return forwarded;
  const RegionBranchPoint point = end ? RegionBranchPoint(end) : RegionBranchPoint::parent();
  for (const RegionSuccessor &successor : successorsOf(branch, point))
    if (!successor.isParent())
      for (auto [argument, value] : llvm::zip_equal(successor.getSuccessorInputs(),
                                                    branch.getSuccessorOperands(point, successor)))
        forwarded.push_back({argument, value});
  return forwarded;
}

SmallVector<Value> sourcesOf(Value value) {
  llvm::SetVector<Value> seen;
  seen.insert(value);
  SmallVector<Value> sources;
  for (size_t next = 0; next < seen.size(); ++next) {
    Value target = seen[next];
    Operation *owner = isa<BlockArgument>(target) ? target.getParentBlock()->getParentOp()
                                                  : target.getDefiningOp();
    bool isForwarded = false;
    if (auto branch = dyn_cast<RegionBranchOpInterface>(owner))
      for (const RegionBranchPoint &point : branch.getAllRegionBranchPoints())
        for (const RegionSuccessor &successor : successorsOf(branch, point))
          for (auto [input, operand] : llvm::zip_equal(
                   successor.getSuccessorInputs(), branch.getSuccessorOperands(point, successor)))
            if (input == target) {
              isForwarded = true;
              seen.insert(operand);
            }
    if (!isForwarded)
      sources.push_back(target);
  }
  return sources;
}

/// A loop that counts, whose counter nothing forwards.
static ir::IterateOp countedLoop(const FlowEdge &edge) {
  auto loop = dyn_cast<ir::IterateOp>(static_cast<Operation *>(edge.op));
  return loop && !loop.isWhile() && loop.getCount() ? loop : ir::IterateOp();
}

std::optional<Expr> IndicesAcross::across(const FlowEdge &edge, const Expr &expr) const {
  if (!edge.from)
    return expr;
  ir::IterateOp counted = countedLoop(edge);
  Bindings earlier;
  bool isSame = true;
  for (const std::string &symbol : symbolic::symbolsOf(expr)) {
    Value root = indices.root(symbol);
    if (!root || !edge.from->isAncestor(root.getParentRegion()))
      continue;
    if (!counted || root != counted.getCounter())
      return std::nullopt;
    earlier.set(symbol,
                (edge.isBackEdge() ? indices.of(root) : indices.of(counted.getCount())) - 1);
    isSame = false;
  }
  return isSame ? expr : symbolic::substitute(expr, earlier);
}

std::optional<Expr> IndicesAcross::counterFromZero(const FlowEdge &edge) const {
  ir::IterateOp counted = countedLoop(edge);
  if (edge.from || !edge.to || !counted)
    return std::nullopt;
  return indices.of(counted.getCounter());
}

} // namespace wave::analysis
