//===- ProtocolAccess.cpp - TMA loads and MMAs ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/nvidia/protocol/ProtocolWalk.h"

#include <set>

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Matchers.h"

#include "symbolic/Difference.h"
#include "symbolic/Evaluate.h"
#include "symbolic/Node.h"
#include "symbolic/Substitute.h"
#include "targets/llvm/OperationClasses.h"

using namespace mlir;
using wave::gpu::ChannelFact;
using wave::gpu::RingFact;

namespace wave::nvidia {

/// Whether it is from 0 to less than `bytes` in all lanes.
bool ProtocolWalk::liesIn(const Expr &distance, int64_t bytes, const Lanes &active) const {
  SmallVector<std::pair<std::string, const PerLane *>> symbols;
  Bindings others;
  for (const std::string &symbol : symbolic::symbolsOf(distance))
    if (const PerLane *values = indices.lanesOf(symbol))
      symbols.emplace_back(symbol, values);
    else
      others.set(symbol, 0);
  // What is no number of a lane has to cancel.
  const Expr ofLanes = symbolic::substitute(distance, others);
  if (!symbolic::isProvedEqual(distance, ofLanes))
    return false;
  std::set<std::vector<int64_t>> seen;
  for (uint32_t lane : active) {
    std::vector<int64_t> values;
    for (const auto &[symbol, perLane] : symbols)
      values.push_back((*perLane)[lane]);
    if (!seen.insert(values).second)
      continue;
    Bindings bindings;
    for (auto [symbol, value] : llvm::zip_equal(symbols, values))
      bindings.set(symbol.first, value);
    const symbolic::Evaluation place = symbolic::evaluate(ofLanes, bindings);
    if (!place || place.value() < 0 || place.value() >= bytes)
      return false;
  }
  return true;
}

std::optional<Use> ProtocolWalk::useAt(const Expr &address, size_t role, const Counted &counted,
                                       const Lanes &active, bool isRead) const {
  for (auto [number, channel] : llvm::enumerate(facts.channels)) {
    // A producer holds what it has acquired and not committed, a consumer what it has waited for
    // and not released.
    const Expr end = counted.uses[counter(role, number, isRead, Step::Wait)];
    const Expr first = counted.uses[counter(role, number, !isRead, Step::Arrive)];
    const Expr begin = isRead ? first : counted.uses[counter(role, number, true, Step::Arrive)];
    const std::optional<int64_t> held = symbolic::constantDifference(end, begin);
    for (int64_t back = 1; held && back <= std::min(*held, channel.slots); ++back)
      for (const RingFact &ring : channel.rings) {
        const Expr use = end - back;
        const Expr distance = address - use % channel.slots * ring.bytes - ring.offset;
        if (liesIn(distance, ring.bytes, active))
          return Use{number, use};
      }
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// TMA loads
//===----------------------------------------------------------------------===//

LogicalResult ProtocolWalk::load(Operation *op, Counted &counted, const Lanes &active) {
  auto copy = cast<NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp>(op);
  Site *site = nullptr;
  if (failed(siteOf(op, copy.getMbar(), active, site)))
    return failure();
  if (isTally)
    return success();
  if (!site->isFull)
    return fail(
        op, "a TMA load completes its transaction at an mbarrier that says that a slot is empty");
  const Expr next = counted.uses[counter(site->role, site->channel, true, Step::Arrive)];
  const std::optional<Use> written =
      useAt(indices.of(copy.getDstMem()), site->role, counted, active, false);
  // Operands of one use may be loaded in several stages, ahead of the commit of earlier uses.
  const std::optional<int64_t> ahead =
      written ? symbolic::constantDifference(written->index, next) : std::nullopt;
  if (!written || written->channel != site->channel || !ahead || *ahead < 0)
    return fail(op, "a TMA load writes to byte " + indices.of(copy.getDstMem()).str() +
                        " of shared memory, and its transaction is of channel " +
                        nameOf(site->channel) +
                        (written ? ", which is another slot"
                                 : ": role " + roleName(site->role) +
                                       " has acquired no such slot of its rings"));
  if (failed(checkAddress(op, *site, written->index, Step::Arrive)))
    return failure();
  auto map = dyn_cast<BlockArgument>(copy.getTmaDescriptor());
  const auto bytes = map ? boxBytes.find(map.getArgNumber()) : boxBytes.end();
  const Value mask = copy.getMulticastMask(), rank = rankOf(copy.getMbar());
  const PerLane *ranks = mask ? lanes.of(mask) : nullptr, *at = rank ? lanes.of(rank) : nullptr;
  if (bytes == boxBytes.end() || (mask && !ranks) || (rank && !at))
    return fail(op, "not derived from the code: how many bytes this TMA load transfers, and to "
                    "which workgroups");
  // Bytes arrive in the workgroup that receives them; of a pair in the one of the same place in the
  // pair as that of the mbarrier.
  const bool isOfPair = copy.getGroup() == NVVM::CTAGroupKind::CTA_2;
  std::vector<PerWorkgroup> &pending = counted.bytes[pairOf(site->role, site->channel)];
  pending.resize(std::max(pending.size(), static_cast<size_t>(*ahead) + 1),
                 PerWorkgroup(static_cast<size_t>(lanes.workgroups()), 0));
  PerWorkgroup &loaded = pending[static_cast<size_t>(*ahead)];
  for (uint32_t lane : active) {
    const int64_t own = lanes.workgroupAt(lane), counts = at ? (*at)[lane] : own;
    if (!isOfPair && counts != own)
      return fail(op, "a TMA load completes its transaction at the mbarrier of another workgroup");
    for (int64_t to = 0; to < lanes.workgroups(); ++to)
      if (ranks ? ((*ranks)[lane] >> to & 1) != 0 : to == own)
        loaded[static_cast<size_t>(isOfPair ? (to & ~int64_t{1}) | (counts & 1) : to)] +=
            bytes->second;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// MMAs
//===----------------------------------------------------------------------===//

/// A descriptor holds bits 4 to 17 of an address: what SharedDescriptor.cpp makes of it, undone.
static std::optional<std::pair<Value, int64_t>> addressIn(Value descriptor) {
  constexpr int64_t unit = 16;
  int64_t distance = 0;
  while (Operation *op = descriptor.getDefiningOp()) {
    llvm::APInt number;
    if (isa<LLVM::AddOp>(op) && matchPattern(op->getOperand(1), m_ConstantInt(&number)))
      distance += number.getSExtValue() * unit;
    else if (isa<LLVM::PtrToIntOp>(op))
      return std::pair(op->getOperand(0), distance);
    else if (classOf(op) != OperationClass::Bitwise && classOf(op) != OperationClass::IntegerCast)
      break;
    descriptor = op->getOperand(0);
  }
  return std::nullopt;
}

LogicalResult ProtocolWalk::readByDescriptors(Operation *op, ValueRange descriptors,
                                              Counted &counted, const Lanes &active,
                                              bool isOfGroup) {
  if (isTally)
    return success();
  const std::optional<size_t> role = roleOf(active);
  if (!role)
    return fail(op, "lanes of more than one role issue this MMA");
  for (Value descriptor : descriptors) {
    const auto place = addressIn(descriptor);
    if (!place)
      return fail(op, "not derived from the code: where an operand of this MMA lies");
    const Expr address = indices.of(place->first) + place->second;
    const std::optional<Use> use = useAt(address, *role, counted, active, true);
    if (!use)
      return fail(op, "an operand of this MMA lies at byte " + address.str() +
                          " of shared memory, and role " + roleName(*role) +
                          " holds no such slot: it has waited for no use of it, or released it");
    if (isOfGroup && llvm::none_of(counted.open[*role], [&](const Use &other) {
          return other.channel == use->channel && symbolic::isProvedEqual(other.index, use->index);
        }))
      counted.open[*role].push_back(*use);
  }
  return success();
}

LogicalResult ProtocolWalk::multiply(Operation *op, Counted &counted, const Lanes &active) {
  if (auto mma = dyn_cast<NVVM::WgmmaMmaAsyncOp>(op))
    return readByDescriptors(op, {mma.getDescriptorA(), mma.getDescriptorB()}, counted, active,
                             true);
  auto mma = cast<NVVM::Tcgen05MMAOp>(op);
  return readByDescriptors(op, {mma.getMatrixA(), mma.getMatrixB()}, counted, active, false);
}

/// Wgmma with the left operand in registers, and waits that results go through, have no operations.
LogicalResult ProtocolWalk::assembly(Operation *op, Counted &counted, const Lanes &active) {
  StringRef text = cast<LLVM::InlineAsmOp>(op).getAsmString();
  if (text.contains("wgmma.mma_async"))
    return readByDescriptors(op, op->getOperands().back(), counted, active, true);
  uint64_t pending = 0;
  if (text.consume_front("wgmma.wait_group.sync.aligned ") && !text.consumeInteger(10, pending))
    return waitForGroups(op, counted, active, pending);
  return success();
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

/// A scalar that a role stores in a slot for others to load: of a use that it holds, and of the
/// same one wherever it goes by this symbol.
LogicalResult ProtocolWalk::accessScalar(Operation *op, Counted &counted, const Lanes &active) {
  const std::optional<Expr> scalar = isTally ? std::nullopt : indices.scalarOf(op);
  if (!scalar)
    return success();
  const bool isRead = isa<LLVM::LoadOp>(op);
  const std::optional<size_t> role = roleOf(active);
  if (!role)
    return fail(op, "lanes of more than one role access this scalar");
  const Expr address = indices.of(scalarAddress(op));
  const std::optional<Use> use = useAt(address, *role, counted, active, isRead);
  if (!use)
    return fail(op, "a scalar lies at byte " + address.str() + " of shared memory, and role " +
                        roleName(*role) + " holds no such slot: it has " +
                        (isRead ? "waited for no use of it, or released it"
                                : "acquired no use of it, or committed it"));
  const auto &[first, known] = scalars.try_emplace(scalar->str(), op, *use).first->second;
  if (known.channel != use->channel || !symbolic::isProvedEqual(known.index, use->index))
    return fail(op,
                "this scalar is of use " + use->index.str() + " of channel " +
                    nameOf(use->channel) + ", and in the same trip another role has it of use " +
                    known.index.str(),
                {{first, "the other access"}});
  return success();
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

LogicalResult ProtocolWalk::commitGroup(Operation *op, Counted &counted, const Lanes &active) {
  const std::optional<size_t> role = roleOf(active);
  if (!role)
    return fail(op, "lanes of more than one role commit this wgmma group");
  if (!isTally)
    counted.groups[*role].push_back(std::exchange(counted.open[*role], {}));
  return success();
}

LogicalResult ProtocolWalk::waitGroup(Operation *op, Counted &counted, const Lanes &active) {
  return waitForGroups(op, counted, active, cast<NVVM::WgmmaWaitGroupSyncOp>(op).getGroup());
}

LogicalResult ProtocolWalk::waitForGroups(Operation *op, Counted &counted, const Lanes &active,
                                          size_t pending) {
  const std::optional<size_t> role = roleOf(active);
  if (!role)
    return fail(op, "lanes of more than one role wait for this wgmma group");
  auto &groups = counted.groups[*role];
  if (!isTally && groups.size() > pending)
    groups.erase(groups.begin(), groups.end() - static_cast<std::ptrdiff_t>(pending));
  return success();
}

} // namespace wave::nvidia
