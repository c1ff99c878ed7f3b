//===- ControlFlow.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/ControlFlow.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;

namespace wave::ir {

namespace {

using Successors = SmallVectorImpl<RegionSuccessor>;

/// A model says where control flows, `getSuccessorRegions(op, point, successors)`; what the
/// interface derives of that, it asks of an operation's class, and has here of the model.
template <typename Model, typename Op>
struct Branch : RegionBranchOpInterface::ExternalModel<Model, Op> {
  OperandRange getEntrySuccessorOperands(Operation *op, RegionSuccessor) const {
    return op->getOperands().take_front(0);
  }
  void getEntrySuccessorRegions(Operation *op, ArrayRef<Attribute>, Successors &successors) const {
    model().getSuccessorRegions(op, RegionBranchPoint::parent(), successors);
  }
  /// MLIR's name for the overload that asks of a region.
  void getSuccessorRegions_3(Operation *op, Region &region, Successors &successors) const {
    for (Block &block : region)
      if (auto end = dyn_cast_if_present<RegionBranchTerminatorOpInterface>(
              block.empty() ? nullptr : &block.back()))
        model().getSuccessorRegions(op, end, successors);
  }
  void getPredecessors(Operation *op, RegionSuccessor successor,
                       SmallVectorImpl<RegionBranchPoint> &predecessors) const {
    for (RegionBranchPoint point : cast<RegionBranchOpInterface>(op).getAllRegionBranchPoints()) {
      SmallVector<RegionSuccessor> successors;
      model().getSuccessorRegions(op, point, successors);
      if (llvm::is_contained(successors, successor))
        predecessors.push_back(point);
    }
  }
  void getPredecessorValues(Operation *op, RegionSuccessor successor, int index,
                            SmallVectorImpl<Value> &values) const {
    SmallVector<RegionBranchPoint> predecessors;
    model().getPredecessors(op, successor, predecessors);
    for (RegionBranchPoint point : predecessors)
      values.push_back(cast<RegionBranchOpInterface>(op).getSuccessorOperands(
          point, successor)[static_cast<size_t>(index)]);
  }
  void getRegionInvocationBounds(Operation *op, ArrayRef<Attribute>,
                                 SmallVectorImpl<InvocationBounds> &bounds) const {
    bounds.append(op->getNumRegions(), InvocationBounds::getUnknown());
  }
  bool areTypesCompatible(Operation *, Type one, Type other) const { return one == other; }

private:
  const Model &model() const { return static_cast<const Model &>(*this); }
};

/// The body is entered or, where there may be no iteration, skipped; its yield begins the next
/// iteration or is the last one's.  A counted loop whose count is known to be at least 1 is
/// entered. One whose count is 0, as a pipeline of known sizes may leave it, counts as if it might
/// be: it has code, for which analyses have to answer. What is carried is forwarded, by `init` and
/// the yield.  The counter is not, as that of scf.for is not: the loop defines it.
struct IterateFlow : Branch<IterateFlow, IterateOp> {
  OperandRange getEntrySuccessorOperands(Operation *op, RegionSuccessor) const {
    return cast<IterateOp>(op).getInit();
  }
  void getSuccessorRegions(Operation *op, RegionBranchPoint point, Successors &successors) const {
    auto loop = cast<IterateOp>(op);
    const std::optional<int64_t> count =
        point.isParent() && !loop.isWhile() ? loop.getConstantCount() : std::nullopt;
    successors.emplace_back(&loop.getBody(), loop.getCarried());
    if (count.value_or(0) <= 0)
      successors.emplace_back(op, op->getResults());
  }
};

/// One of the regions, whose yield gives the results.
struct IfFlow : Branch<IfFlow, IfOp> {
  void getSuccessorRegions(Operation *op, RegionBranchPoint point, Successors &successors) const {
    if (!point.isParent())
      return void(successors.emplace_back(op, op->getResults()));
    for (Region &region : op->getRegions())
      successors.emplace_back(&region);
  }
};

/// A wave of the role executes the body and is done; any other one goes on after it.
struct RoleFlow : Branch<RoleFlow, RoleOp> {
  void getSuccessorRegions(Operation *op, RegionBranchPoint point, Successors &successors) const {
    if (!point.isParent())
      return;
    successors.emplace_back(&op->getRegion(0));
    successors.emplace_back(op, op->getResults());
  }
};

/// The values, and not the counter of the next iteration.
struct YieldFlow : RegionBranchTerminatorOpInterface::ExternalModel<YieldFlow, YieldOp> {
  MutableOperandRange getMutableSuccessorOperands(Operation *op, RegionSuccessor) const {
    return cast<YieldOp>(op).getValuesMutable();
  }
  void getSuccessorRegions(Operation *op, ArrayRef<Attribute>, Successors &successors) const {
    cast<RegionBranchOpInterface>(op->getParentOp())
        .getSuccessorRegions(cast<RegionBranchTerminatorOpInterface>(op), successors);
  }
};

} // namespace

void attachControlFlow(MLIRContext &context) {
  IterateOp::attachInterface<IterateFlow>(context);
  IfOp::attachInterface<IfFlow>(context);
  RoleOp::attachInterface<RoleFlow>(context);
  YieldOp::attachInterface<YieldFlow>(context);
}

} // namespace wave::ir
