//===- Channel.cpp - Roles, and the rings between them: verifiers ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/BrokenConstraint.h"
#include "dialect/Dialect.h"

using namespace mlir;

namespace wave::ir {

LogicalResult RoleOp::verify() {
  // C1
  for (Operation &other : *(*this)->getBlock())
    if (!isa<RoleOp>(other) && !isDeclaration(&other))
      return BrokenConstraint(&other, "role-c1",
                              "role: the kernel has roles, and " +
                                  other.getName().getStringRef().str() + " is in none of them")
          .note(getLoc(), "a role is here")
          .help("put it into the role whose waves run it, or into each that needs it");
  // C2
  if (static_cast<int64_t>(getWaves()) < 1)
    return BrokenConstraint(*this, "role-c2",
                            "role: '" + getName() + "' has " + Twine(getWaves()) + " waves")
        .help("give it at least one");
  return success();
}

//===----------------------------------------------------------------------===//
// Channels
//===----------------------------------------------------------------------===//

void ChannelOp::build(OpBuilder &builder, OperationState &state, ValueRange rings) {
  state.addOperands(rings);
  state.addTypes(ChannelType::get(builder.getContext()));
}

int64_t ChannelOp::getDepth() { return cast<BufferType>(getRings().front().getType()).getSlots(); }

bool isShared(ChannelOp channel) {
  return llvm::any_of(channel.getRings(), [](Value ring) {
    return llvm::any_of(ring.getUsers(), [](Operation *user) {
      auto copy = dyn_cast<CopyOp>(user);
      return copy && copy.getMulticastAlong();
    });
  });
}

ChannelScope scopeOf(ChannelOp channel) {
  return llvm::any_of(channel.getRings(), [](Value ring) { return isOfPair(ring); })
             ? ChannelScope::Pair
         : isShared(channel) ? ChannelScope::Cluster
                             : ChannelScope::Workgroup;
}

ChannelOp ChannelStepOpInterface::getChannelOp() { return getChannel().getDefiningOp<ChannelOp>(); }

ChannelOp channelOfStep(Operation *step) {
  return cast<ChannelStepOpInterface>(step).getChannelOp();
}

Value sequenceIndexOf(Operation *step) { return cast<ChannelStepOpInterface>(step).getNumber(); }

OperandRange placeOf(Operation *step) { return cast<ChannelStepOpInterface>(step).getPlace(); }

ChannelOp channelOf(Value ring) {
  for (Operation *user : ring.getUsers())
    if (auto channel = dyn_cast<ChannelOp>(user))
      return channel;
  return {};
}

bool isOfScalars(Operation *op) {
  if (isa<ScalarWriteOp, ScalarReadOp>(op))
    return true;
  return isStepOfChannel(op) && holdsScalar(channelOfStep(op).getRings().front());
}

bool holdsScalar(Value ring) {
  return llvm::any_of(ring.getUsers(), llvm::IsaPred<ScalarWriteOp, ScalarReadOp>);
}

ScalarWriteOp scalarWriteOf(Value ring) {
  for (Operation *user : ring.getUsers())
    if (auto write = dyn_cast<ScalarWriteOp>(user))
      return write;
  return {};
}

/// C1
static LogicalResult verifyHoldsScalar(Operation *op, BufferType ring, ErrorId id) {
  const bool isOne = llvm::all_of(ring.getDims(), [](DimAttr dim) {
    return dim.getConstantSize() == std::optional<int64_t>(1);
  });
  if (isOne && ring.getElementType().isInteger(64))
    return success();
  return BrokenConstraint(op, id,
                          op->getName().stripDialect() + " (C1): a slot holds " +
                              describe(ring.getTile()) + ", and an index is one i64")
      .help("allocate a ring of [SCALAR = 1], i64");
}

/// C1
LogicalResult ReinitialiseOp::verify() {
  bool isLast = isa<IterateOp>((*this)->getParentOp());
  for (Operation *op = (*this)->getNextNode(); op; op = op->getNextNode())
    isLast &= isIndex(op) || isa<YieldOp>(op);
  if (isLast)
    return success();
  return BrokenConstraint(*this, "reinitialise-c1", "reinitialise (C1): it ends no trip of a loop")
      .help("put it at the end of the body of the loop over tiles");
}

LogicalResult ScalarWriteOp::verify() {
  return verifyHoldsScalar(*this, getRing().getType(), "scalar_write-c1");
}

LogicalResult ScalarReadOp::verify() {
  return verifyHoldsScalar(*this, getRing().getType(), "scalar_read-c1");
}

LogicalResult ChannelOp::verify() {
  // C1
  if (getRings().empty())
    return BrokenConstraint(*this, "channel-c1", "channel: it has no ring")
        .help("name the rings that are filled and read together");
  for (Value ring : getRings())
    if (const auto slots = static_cast<int64_t>(cast<BufferType>(ring.getType()).getSlots());
        slots != getDepth())
      return BrokenConstraint(*this, "channel-c1",
                              "channel: one of its rings has " + Twine(getDepth()) +
                                  " slots, and another one " + Twine(slots))
          .help("rings that are handed over together have equally many slots");
  // C2
  if (const ChannelScope scope = scopeOf(*this); scope != getScope())
    return BrokenConstraint(*this, "channel-c2",
                            "channel: its scope is a " + stringifyChannelScope(getScope()) +
                                (scope == ChannelScope::Pair
                                     ? ", and a pair of workgroups multiplies with what is in a "
                                       "ring, or accumulates there"
                                 : scope == ChannelScope::Cluster
                                     ? ", and workgroups of a cluster share a copy into a ring"
                                     : ", and no other workgroup takes part in it"))
        .help("write 'scope " + stringifyChannelScope(scope) + "'");
  // C3
  const auto verifyEnd = [&](std::optional<ArrayAttr> roles, std::optional<uint64_t> count,
                             StringRef ends, StringRef counted) -> LogicalResult {
    if (roles.has_value() == count.has_value() &&
        (!roles || (!roles->empty() && *count >= roles->size())))
      return success();
    return BrokenConstraint(*this, "channel-c3",
                            "channel: it has " + Twine(roles ? roles->size() : 0) + " " + ends +
                                " and counts " + Twine(count.value_or(0)) + " " + counted)
        .help("name at least one role, and count one of the " + counted + " for each");
  };
  if (failed(verifyEnd(getProducers(), getCommits(), "producers", "commits")) ||
      failed(verifyEnd(getConsumers(), getReleases(), "consumers", "releases")))
    return failure();
  // C4
  for (const std::optional<ArrayAttr> &ends : {getProducers(), getConsumers()})
    for (auto name : ends.value_or(ArrayAttr::get(getContext(), {})).getAsRange<StringAttr>())
      if (llvm::none_of((*this)->getBlock()->getOps<RoleOp>(),
                        [&](RoleOp role) { return role.getNameAttr() == name; }))
        return BrokenConstraint(*this, "channel-c4",
                                "channel: the kernel has no role '" + name.getValue() + "'")
            .help("name roles of the kernel");
  return success();
}

} // namespace wave::ir
