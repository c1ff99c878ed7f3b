//===- RoleCode.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/gpu/RoleCode.h"

#include <limits>
#include <utility>

#include "analysis/EpilogueBuffers.h"
#include "analysis/MatrixStores.h"
#include "analysis/SharedBanks.h"
#include "analysis/TensorAccumulators.h"
#include "dialect/Distribution.h"
#include "dialect/ElementTypes.h"

using namespace mlir;

namespace wave::gpu {

static Value addressAt(LaneCode &code, Value shared, Value bytes) {
  return code.advance(shared, code.builder.getI8Type(), bytes);
}

//===----------------------------------------------------------------------===//
// Channels
//===----------------------------------------------------------------------===//

static bool onlyCopies(ir::RoleOp role) {
  return !role.getBody()
              .walk([](Operation *op) {
                auto step = dyn_cast<ir::ChannelStepOpInterface>(op);
                return ir::isIndex(op) || ir::isOfScalars(op) || (step && step.isOfProducer()) ||
                               op->getNumRegions() > 0 || op->hasTrait<OpTrait::IsTerminator>() ||
                               isa<ir::CopyOp, ir::ReinitialiseOp>(op)
                           ? WalkResult::advance()
                           : WalkResult::interrupt();
              })
              .wasInterrupted();
}

static bool loads(ir::RoleOp role) {
  return role.getBody().walk([](ir::CopyOp) { return WalkResult::interrupt(); }).wasInterrupted();
}

/// Whether all lanes of roles that load do so, element by element.
static bool copiesElements(ir::RoleOp role) {
  return ir::copiesElements(role->getParentOfType<ir::KernelOp>());
}

static bool storesBoxes(ir::RoleOp role) {
  return role.getBody()
      .walk([](ir::CopyOutOp out) {
        return ir::pathOf(out) == ir::AccessPath::Tma ? WalkResult::interrupt()
                                                      : WalkResult::advance();
      })
      .wasInterrupted();
}

bool isByOneLane(ir::RoleOp role) {
  if (loads(role) && copiesElements(role))
    return false;
  return (analysis::multipliesIntoTensorMemory(role) && !analysis::holdsTiles(role)) ||
         onlyCopies(role);
}

bool isInLeaderAlone(const analysis::Roles &roles, const analysis::Role &role) {
  return roles.areOfPair() && analysis::multipliesIntoTensorMemory(role.op) &&
         !analysis::holdsTiles(role.op) && !loads(role.op);
}

/// How often one commit, or one release, of a role arrives.
static int64_t arrivalsOf(const analysis::Role &role, const analysis::Channel &channel,
                          const RoleTarget &target, bool isFull) {
  if (!isFull) {
    const bool isByOne = isByOneLane(role.op) || analysis::isReleasedByMmas(channel, role.op);
    return isByOne ? 1 : role.lanes() / target.lanesInStep();
  }
  const bool isByOne =
      channel.isOfSums || channel.isOfScalars || (!channel.isByLanes && !copiesElements(role.op));
  return isByOne ? 1 : role.lanes();
}

/// How many arrivals make a slot full, or empty.
static int64_t arrivals(const analysis::Roles &roles, const analysis::Channel &channel,
                        const RoleTarget &target, bool isFull) {
  const ArrayRef<size_t> ends = isFull ? channel.producers : channel.consumers;
  ir::ChannelOp op = channel.op;
  const std::optional<uint64_t> counted = isFull ? op.getCommits() : op.getReleases();
  int64_t workgroups = static_cast<int64_t>(*counted / ends.size());
  if (copiesElements(roles.roles.front().op)) // each loads all of its tiles, by lanes
    workgroups = channel.isOfPair && isFull != channel.isOfSums ? 2 : 1;
  int64_t count = 0;
  for (size_t role : ends)
    count += workgroups * arrivalsOf(roles.roles[role], channel, target, isFull);
  return count;
}

using VisitBarrier = llvm::function_ref<void(const analysis::Channel &, bool isFull, Value place)>;

static void forEachBarrier(LaneCode &code, const analysis::Roles &roles, Value shared,
                           VisitBarrier visit) {
  for (const analysis::Channel &channel : roles.channels)
    for (int64_t slot = 0; slot < channel.slots; ++slot)
      for (bool isFull : {true, false}) {
        Value place = code.i32(channel.barrierOffset(slot, isFull));
        visit(channel, isFull, addressAt(code, shared, place));
      }
}

static void initBarriers(LaneCode &code, const analysis::Roles &roles, const RoleTarget &target,
                         Value shared) {
  forEachBarrier(code, roles, shared,
                 [&](const analysis::Channel &channel, bool isFull, Value place) {
                   target.initBarrier(code, place, arrivals(roles, channel, target, isFull));
                 });
}

void makeBarriers(LaneCode &code, const analysis::Roles &roles, const RoleTarget &target,
                  Value thread, Value shared) {
  Value isFirst = code.compare(LaneCode::Compare::Equal, thread, code.i32(0));
  code.where(isFirst, [&] { initBarriers(code, roles, target, shared); });
  target.publishBarriers(code, isShared(roles));
}

bool isShared(const analysis::Roles &roles) {
  return roles.areOfPair() || (!copiesElements(roles.roles.front().op) &&
                               llvm::any_of(roles.channels, [](const analysis::Channel &channel) {
                                 return !analysis::sharingsOf(channel.rings()).empty();
                               }));
}

Value RoleCode::ranksAlong(LaneCode &code, ArrayRef<int64_t> dims) {
  Value ranks = code.i32(cluster.ranks(dims));
  Value shift = positions.emitNarrow(code, cluster.shift(dims));
  return code.call("llvm.shl", {ranks, shift}, code.builder.getI32Type());
}

Value RoleCode::ranksOf(LaneCode &code, ValueRange rings) {
  Value all;
  if (copiesElements) // which multicast nothing
    return ranksAlong(code, cluster.pairDims());
  for (const SmallVector<int64_t> &dims : analysis::sharingsOf(rings)) {
    Value ranks = ranksAlong(code, dims);
    all = all ? code.call("llvm.or", {all, ranks}, ranks.getType()) : ranks;
  }
  return all;
}

Expr RoleCode::slotOf(Operation *step) {
  return ir::placeOf(step).empty()
             ? positions.exprOf(ir::sequenceIndexOf(step)) % channelOf(step).slots
             : positions.exprOf(ir::placeOf(step).front());
}

Expr RoleCode::phaseOf(Operation *step) {
  return ir::placeOf(step).empty()
             ? floordiv(positions.exprOf(ir::sequenceIndexOf(step)), channelOf(step).slots) % 2
             : positions.exprOf(ir::placeOf(step).back());
}

Value RoleCode::barrierOf(LaneCode &code, const analysis::Channel &channel, const Expr &slot,
                          bool isFull) {
  Value number = positions.emitNarrow(code, slot);
  Value bytes = code.mul(
      number, code.i32(channel.barrierOffset(1, isFull) - channel.barrierOffset(0, isFull)));
  bytes = code.add(bytes, code.i32(channel.barrierOffset(0, isFull)));
  return addressAt(code, shared, bytes);
}

/// Not by lanes, which see what other lanes have written behind a barrier.
static bool isReadInPlace(ValueRange rings) {
  return llvm::any_of(
      rings, [](Value ring) { return llvm::any_of(ring.getUsers(), llvm::IsaPred<ir::ViewOp>); });
}

/// MMAs that read by descriptor are a warp's; other reads are each lane's.
bool RoleCode::isReadByLanes(ValueRange rings) const {
  return llvm::any_of(rings, [&](Value ring) {
    return llvm::any_of(ring.getUsers(), [&](Operation *user) {
      return isa<ir::SharedReadOp>(user) && ir::RoleOp(own.op)->isProperAncestor(user);
    });
  });
}

/// Its boxes come by themselves.
bool RoleCode::isFilledByLanes(const analysis::Channel &channel) const {
  return copiesElements || channel.isByLanes;
}

Value RoleCode::isLeader(LaneCode &code) {
  Value place = positions.emitNarrow(
      code, ir::placeInPair(ir::RoleOp(own.op)->getParentOfType<ir::KernelOp>()));
  return code.compare(LaneCode::Compare::Equal, place, code.i32(0));
}

void RoleCode::waitUntilEmpty(LaneCode &code, const analysis::Channel &channel, const Expr &slot,
                              const Expr &phase) {
  Value barrier = barrierOf(code, channel, slot, false);
  // The phase before that of the use: for the first uses, the one before all.
  target.waitForPhase(code, barrier, positions.emitNarrow(code, phase));
}

void RoleCode::acquire(LaneCode &code, ir::AcquireOp op) {
  const analysis::Channel &channel = channelOf(op);
  const Expr before = placeOf(op).empty() ? (phaseOf(op) + 1) % 2 : 1 - phaseOf(op);
  const auto wait = [&] { waitUntilEmpty(code, channel, slotOf(op), before); };
  // Who does not commit may fall behind by more than a phase, and would take one for another.
  if (channel.isOfScalars)
    return onFirstLane(code, wait);
  if (!channel.isOfSums)
    return isFilledByLanes(channel) ? wait() : byOneLane(code, wait);
  byLeader(code, channel, [&] {
    wait();
    target.tensors()->orderAfter(code);
  });
}

/// The uses that would come next find their slots empty, or never used.
void RoleCode::drain(LaneCode &code, ir::DrainOp op) {
  const analysis::Channel &channel = channelOf(op);
  const auto wait = [&] {
    for (int64_t i = 0; i < channel.slots; ++i) {
      const Expr use = positions.exprOf(op.getNumber()) + i;
      waitUntilEmpty(code, channel, use % channel.slots, (floordiv(use, channel.slots) + 1) % 2);
    }
  };
  isFilledByLanes(channel) ? wait() : byOneLane(code, wait);
}

/// The workgroup's first lane is one of its first role's.  A workgroup without others is a cluster,
/// too.  Accumulators need no fences here: who uses them next waits for them, with a fence.
void RoleCode::reinitialise(LaneCode &code) {
  target.meetInCluster(code);
  if (&own != roles.roles.begin())
    return target.meetInCluster(code);
  onFirstLane(code, [&] {
    forEachBarrier(code, roles, shared, [&](const analysis::Channel &, bool, Value place) {
      target.invalidateBarrier(code, place);
    });
    initBarriers(code, roles, target, shared);
  });
  target.publishBarriers(code, /*isInCluster=*/true);
}

void RoleCode::commit(LaneCode &code, ir::CommitOp op) {
  const analysis::Channel &channel = channelOf(op);
  Value barrier = barrierOf(code, channel, slotOf(op), true);
  if (channel.isOfSums) {
    Value both = channel.isOfPair ? ranksAlong(code, cluster.pairDims()) : Value();
    return byLeader(code, channel, [&] {
      byOneLane(code,
                [&] { target.tensors()->arriveAfterMmas(code, barrier, both, channel.isOfPair); });
    });
  }
  if (channel.isOfScalars)
    return onFirstLane(code, [&] { target.arrive(code, barrier); });
  if (isFilledByLanes(channel)) {
    if (isReadInPlace(op.getRings()))
      target.proxyFence(code);
    if (channel.isOfPair)
      target.arriveBehindWrites(code, barrier, leader(code));
    else
      target.arrive(code, barrier);
    return;
  }
  int64_t bytes = 0;
  for (Value ring : op.getRings()) // that this role loads
    if (llvm::any_of(ring.getUsers(), [&](Operation *user) {
          return isa<ir::CopyOp>(user) && ir::RoleOp(own.op)->isProperAncestor(user);
        }))
      bytes += analysis::tileBytes(cast<ir::BufferType>(ring.getType()));
  byOneLane(code, [&] {
    if (!channel.isOfPair)
      return target.arriveExpecting(code, barrier, bytes);
    code.where(isLeader(code), [&] { target.arriveExpecting(code, barrier, 2 * bytes); });
  });
}

void RoleCode::wait(LaneCode &code, ir::WaitOp op) {
  const analysis::Channel &channel = channelOf(op);
  Value barrier = barrierOf(code, channel, slotOf(op), true);
  Value parity = positions.emitNarrow(code, phaseOf(op));
  const auto wait = [&] {
    // MMAs read what lanes of both workgroups have written.
    target.waitForPhase(code, barrier, parity, channel.isOfPair && isFilledByLanes(channel));
    if (channel.isOfSums || analysis::multipliesIntoTensorMemory(own.op))
      target.tensors()->orderAfter(code);
  };
  if (analysis::isReleasedByMmas(channel, own.op))
    byLeader(code, channel, wait);
  else
    wait();
}

void RoleCode::release(LaneCode &code, ir::ReleaseOp op) {
  const analysis::Channel &channel = channelOf(op);
  Value barrier = barrierOf(code, channel, slotOf(op), false);
  if (channel.isOfScalars) {
    // The lanes of a warp may leave the loop that waits one by one.
    if (!isByOneLane(own.op))
      target.syncWarp(code);
    return arriveByWarps(code, barrier);
  }
  if (analysis::isReleasedByMmas(channel, own.op)) {
    const bool tellsOthers =
        channel.isOfPair || (!copiesElements && op.getChannelOp().isInCluster());
    Value ranks = tellsOthers ? ranksOf(code, op.getRings()) : Value();
    return byLeader(code, channel, [&] {
      byOneLane(code,
                [&] { target.tensors()->arriveAfterMmas(code, barrier, ranks, channel.isOfPair); });
    });
  }
  if (channel.isOfSums)
    target.tensors()->orderBefore(code);
  // Each lane has waited for the slot and for what it reads there, and one arrives for all.
  if (isReadByLanes(op.getRings()) && !isByOneLane(own.op))
    target.syncWarp(code);
  Value inWarp = code.remainder(positions.laneNumber(), target.lanesInStep());
  Value isFirst = code.compare(LaneCode::Compare::Equal, inWarp, code.i32(0));
  if (channel.isOfPair) {
    code.where(isFirst, [&] { target.arriveInCluster(code, barrier, leader(code)); });
  } else if (!copiesElements && op.getChannelOp().isInCluster()) {
    // Each lane tells the workgroup of its number.
    Value ranks = ranksOf(code, op.getRings());
    Value bit = code.call("llvm.lshr", {ranks, inWarp}, ranks.getType());
    bit = code.call("llvm.and", {bit, code.i32(1)}, ranks.getType());
    Value tells = code.compare(LaneCode::Compare::NotEqual, bit, code.i32(0));
    code.where(tells, [&] { target.arriveInCluster(code, barrier, inWarp); });
  } else {
    arriveByWarps(code, barrier);
  }
}

/// What the workgroup that leads a pair does for both, in a role that both run.
void RoleCode::byLeader(LaneCode &code, const analysis::Channel &channel,
                        llvm::function_ref<void()> emit) {
  code.where(channel.isOfPair && !isInLeaderAlone(roles, own) ? isLeader(code) : Value(), emit);
}

/// TMA loads, MMAs into tensor memory, and their commits: where all lanes run the role, the first
/// one of all its waves begins them.
void RoleCode::byOneLane(LaneCode &code, llvm::function_ref<void()> emit) {
  if (isByOneLane(own.op))
    return emit();
  Value isFirst = code.compare(LaneCode::Compare::Equal, positions.laneNumber(), code.i32(0));
  if (own.waves > 1)
    isFirst = code.both(
        isFirst, code.compare(LaneCode::Compare::Equal, positions.waveNumber(), code.i32(0)));
  code.where(isFirst, emit);
}

/// One lane of each warp.
void RoleCode::arriveByWarps(LaneCode &code, Value barrier) {
  Value inWarp = code.remainder(positions.laneNumber(), target.lanesInStep());
  Value isFirst = code.compare(LaneCode::Compare::Equal, inWarp, code.i32(0));
  code.where(isFirst, [&] { target.arrive(code, barrier); });
}

static constexpr int64_t scalarBytes = 8;

void RoleCode::writeScalar(LaneCode &code, ir::ScalarWriteOp op) {
  Value value = positions.emit(code, positions.exprOf(op.getValue()));
  Value place = slotAddress(code, op.getRing(), op.getSlot());
  onFirstLane(code, [&] { code.store(value, place, scalarBytes); });
}

void RoleCode::readScalar(LaneCode &code, ir::ScalarReadOp op) {
  Value place = slotAddress(code, op.getRing(), op.getSlot());
  Value value = code.load(place, code.builder.getI64Type(), scalarBytes);
  positions.setResult(op.getResult(), value, Positions::Sign::Any);
}

/// Waits by the lane that began the copies, before the others are told.
void RoleCode::barrier(LaneCode &code, ir::BarrierOp op) {
  if (op.getCopies() && storesBoxes(own.op))
    onFirstLane(code, [&] { target.waitForBoxesOut(code, op.getGlobal()); });
  target.meet(code, &own - roles.roles.begin(), own.lanes());
}

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

void RoleCode::onFirstLane(LaneCode &code, llvm::function_ref<void()> emit) {
  Value lane = positions.laneNumber();
  code.where(code.compare(LaneCode::Compare::Equal, lane, code.i32(0)), emit);
}

Value RoleCode::slotAddress(LaneCode &code, Value ring, Value slot) {
  return addressAt(code, shared, positions.slotOffset(code, ring, slot));
}

/// Where a box begins, the fastest dimension first.  The engine takes 32 bits; a mapping may give
/// anything, and what lies further out lies outside all the same.
SmallVector<Value> RoleCode::coordinatesOf(LaneCode &code, Operation *op, ir::MemoryType memory) {
  SmallVector<Value> coordinates;
  for (auto [dim, start] : llvm::reverse(llvm::zip_equal(memory.getDims(), ir::startsOf(op)))) {
    const Expr place = positions.exprOf(start);
    if (!ir::isMapped(op, dim.getName())) {
      coordinates.push_back(positions.emitNarrow(code, place));
      continue;
    }
    Value value = positions.emit(code, place);
    Value low = code.i64(std::numeric_limits<int32_t>::min());
    Value high = code.i64(std::numeric_limits<int32_t>::max());
    value = code.choose(code.compare(LaneCode::Compare::Less, value, low), low, value);
    value = code.choose(code.compare(LaneCode::Compare::Less, high, value), high, value);
    coordinates.push_back(code.call("llvm.trunc", {value}, code.builder.getI32Type()));
  }
  return coordinates;
}

void RoleCode::copy(LaneCode &code, ir::CopyOp op) {
  const ir::BufferType ring = op.getRing().getType();
  const Box box = boxOf(op);
  SmallVector<Value> coordinates = coordinatesOf(code, op, op.getMemory().getType());
  const Expr slot = op.getSlot() ? positions.exprOf(op.getSlot()) : Expr::constant(0);
  const analysis::Channel &channel = roles.channelOf(ir::channelOf(op.getRing()));
  Value barrier = barrierOf(code, channel, slot, true);
  Value begin = slotAddress(code, op.getRing(), op.getSlot());
  Value map = maps.mapFor(op);
  const int64_t columns = box.columnsOf(ring);
  const int64_t ofColumn = analysis::tileBytes(ring) / columns;
  const int64_t parts = ofColumn / analysis::sharersOf(op) / box.bytes;
  Value ranks, counter;
  if (channel.isOfPair)
    counter = leader(code);
  if (std::optional<ArrayRef<int64_t>> dims = op.getMulticastAlong()) {
    // The rows of this workgroup.
    Value number = positions.emitNarrow(code, cluster.numberAmong(*dims));
    Value &row = coordinates[box.rows];
    row = code.add(row, code.mul(number, code.i32(parts * box.extents[box.rows])));
    begin = addressAt(code, begin, code.mul(number, code.i32(parts * box.bytes)));
    ranks = ranksAlong(code, *dims);
  }
  byOneLane(code, [&] {
    for (int64_t column = 0; column < columns; ++column)
      for (int64_t part = 0; part < parts; ++part) {
        SmallVector<Value> at = coordinates;
        if (column != 0)
          at[0] = code.add(at[0], code.i32(column * box.extents[0]));
        if (part != 0)
          at[box.rows] = code.add(at[box.rows], code.i32(part * box.extents[box.rows]));
        Value to = addressAt(code, begin, code.i32(column * ofColumn + part * box.bytes));
        target.copyBox(code, map, at, to, barrier, ranks, counter);
      }
  });
}

/// MMAs into tensor memory, which say when they have read their operands, say nothing of who wrote
/// these: lanes that did, element by element, meet those that write results into the same bytes.
bool RoleCode::meetsLoaders(ir::RoleOp role) const {
  if (!copiesElements || roles.tensorColumns == 0)
    return false;
  return role
      .walk([&](Operation *op) {
        auto write = dyn_cast<ir::SharedWriteOp>(op);
        auto ring = write ? write.getRing().getDefiningOp<ir::AllocateOp>() : ir::AllocateOp();
        return isa<ir::CopyOp>(op) || (ring && analysis::reusesOperandBuffers(ring))
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

void RoleCode::meetLoaders(LaneCode &code) {
  if (std::exchange(hasMetLoaders, true))
    return;
  int64_t lanes = 0;
  for (const analysis::Role &role : roles.roles)
    lanes += meetsLoaders(role.op) ? role.lanes() : 0;
  target.meet(code, static_cast<int64_t>(roles.roles.size()), lanes);
}

void RoleCode::beginEpilogue(LaneCode &code, ir::SharedWriteOp op) {
  auto ring = op.getRing().getDefiningOp<ir::AllocateOp>();
  if (ring && analysis::reusesOperandBuffers(ring) && meetsLoaders(own.op))
    meetLoaders(code);
}

void RoleCode::publish(LaneCode &code, ir::SharedWriteOp op) {
  if (llvm::any_of(op.getRing().getUsers(), [&](Operation *user) {
        auto out = dyn_cast<ir::CopyOutOp>(user);
        return out && ir::pathOf(out) == ir::AccessPath::Tma;
      }))
    target.proxyFence(code);
}

void RoleCode::copyOut(LaneCode &code, ir::CopyOutOp op) {
  const ir::BufferType ring = op.getRing().getType();
  const Box box = boxOf(op);
  const machine::Layout &layout = op.getLayoutAttr().getValue();
  const std::string rowDim = ring.getDims().front().getName().getValue().str(),
                    dim = ring.getDims().back().getName().getValue().str();
  // This wave's part of the tile.
  Value row = positions.wavePart(layout, rowDim), column = positions.wavePart(layout, dim);
  SmallVector<Value> first = coordinatesOf(code, op, op.getMemory().getType());
  first[0] = code.add(first[0], column);
  first[box.rows] = code.add(first[box.rows], row);
  const int64_t rowBytes = box.extents[0] * ir::elementBytes(ring.getElementType());
  const int64_t ofColumn = analysis::tileBytes(ring) / box.columnsOf(ring);
  Value begin = addressAt(code, slotAddress(code, op.getRing(), op.getSlot()),
                          code.mul(row, code.i32(rowBytes)));
  begin =
      addressAt(code, begin, code.mul(code.floorDiv(column, box.extents[0]), code.i32(ofColumn)));
  Value map = maps.mapFor(op);
  const int64_t columns = box.columnsOf(ring) / analysis::wavesAlong(layout, dim);
  const int64_t parts = ofColumn / analysis::wavesAlong(layout, rowDim) / box.bytes;
  auto copyBoxes = [&] {
    for (int64_t column = 0; column < columns; ++column)
      for (int64_t part = 0; part < parts; ++part) {
        SmallVector<Value> at = first;
        at[0] = code.add(at[0], code.i32(column * box.extents[0]));
        at[box.rows] = code.add(at[box.rows], code.i32(part * box.extents[box.rows]));
        Value from = addressAt(code, begin, code.i32(column * ofColumn + part * box.bytes));
        target.copyBoxOut(code, map, at, from);
      }
  };
  onFirstLane(code, [&] {
    if (Value isBehind = isBehindStart(code, op, first))
      code.where(isBehind, copyBoxes);
    else
      copyBoxes();
  });
}

/// Whether a tile does not begin before its memory, where a mapping may give anything; null where
/// none does.  A TMA store of such a box is an illegal instruction (measured on an H200), and
/// nothing of the tile is in the memory, for it begins at a multiple of its size (StageWrites).
Value RoleCode::isBehindStart(LaneCode &code, ir::CopyOutOp op, ArrayRef<Value> first) {
  Value isBehind;
  for (auto [dim, at] : llvm::zip_equal(llvm::reverse(op.getMemory().getType().getDims()), first)) {
    if (!ir::isMapped(op, dim.getName()))
      continue;
    Value isNatural = code.compare(LaneCode::Compare::LessEqual, code.i32(0), at);
    isBehind = isBehind ? code.both(isBehind, isNatural) : isNatural;
  }
  return isBehind;
}

void RoleCode::finish(LaneCode &code) {
  ir::RoleOp role = own.op;
  const bool reuses =
      llvm::any_of(role->getBlock()->getOps<ir::AllocateOp>(), analysis::reusesOperandBuffers);
  if (reuses && meetsLoaders(role))
    meetLoaders(code);
  if (storesBoxes(role))
    onFirstLane(code, [&] { target.waitForBoxesOut(code, /*areInMemory=*/false); });
}

//===----------------------------------------------------------------------===//
// MMAs
//===----------------------------------------------------------------------===//

Value RoleCode::operandOf(LaneCode &code, Value tile, ir::ExprAttr dim,
                          const machine::Layout &accumulators) {
  auto read = tile.getDefiningOp<ir::ViewOp>();
  const OperandRows rows = operandRows(ringOf(tile), dim);
  Value wave = positions.wavePart(accumulators, dim.getValue().str());
  // A wave has whole rows, or whole columns.
  const int64_t columns = ringOf(tile).getLayout().getColumns();
  const bool byColumns = rows.isTransposed && columns != 0;
  Value count = byColumns ? code.floorDiv(wave, columns) : wave;
  Value bytes = code.mul(count, code.i32(byColumns ? rows.columnBytes : rows.bytes));
  Value begin = addressAt(code, slotAddress(code, read.getRing(), read.getSlot()), bytes);
  return target.operandAt(code, begin, rows);
}

static int64_t registersOfMma(const machine::Mma &row) {
  return row.m * row.n / row.threadsPerWave;
}

int64_t RoleCode::accumulatorCount(ir::MmaOp op) {
  if (op.getInTensorMemory())
    return 1; // whether there is anything to add to
  return TileRegisters::countOf(op.getResult().getType()) /
         registersOfMma(*machine::mmaNamed(op.getMmaType()->str()));
}

LaneCode::Values RoleCode::emptyAccumulators(LaneCode &code, ir::MmaOp op) {
  if (op.getInTensorMemory())
    return {code.constant(code.builder.getI1Type(), 0)};
  const machine::Mma &row = *machine::mmaNamed(op.getMmaType()->str());
  Value empty = target.emptyAccumulator(code, row, registersOfMma(row));
  return LaneCode::Values(static_cast<size_t>(accumulatorCount(op)), empty);
}

/// The order of TileLayouts::ofMma: the instruction's own registers, then n, then m.
LaneCode::Values RoleCode::packAccumulators(LaneCode &code, ir::MmaOp op,
                                            const TileRegisters &tile) {
  const int64_t length = registersOfMma(*machine::mmaNamed(op.getMmaType()->str()));
  const int64_t vector = TileRegisters::lengthOf(op.getResult().getType());
  LaneCode::Values accumulators;
  for (int64_t first = 0, count = accumulatorCount(op) * length; first < count; first += length) {
    SmallVector<Value> parts;
    for (int64_t reg = 0; reg < length; reg += vector)
      parts.push_back(tile.get(code, first + reg, vector));
    accumulators.push_back(target.packAccumulator(code, parts));
  }
  return accumulators;
}

LaneCode::Values RoleCode::issueMmas(LaneCode &code, ir::MmaOp op, const TileRegisters *lhs,
                                     const LaneCode::Values &before) {
  if (op.getInTensorMemory()) {
    const analysis::Channel &channel =
        roles.channelOf(ir::channelOf(analysis::ringWriteOf(op).getRing()));
    byLeader(code, channel,
             [&] { byOneLane(code, [&] { tensors->issueMmas(code, op, before.front()); }); });
    return {code.constant(code.builder.getI1Type(), 1)}; // there is something to add to
  }
  const machine::Mma &row = *machine::mmaNamed(op.getMmaType()->str());
  const ir::MmaDims dims = ir::mmaDims(op);
  const ir::TileType accumulator = op.getResult().getType();
  const machine::Layout &layout = accumulator.getLayout().getValue();
  const int64_t m = TileRegisters::repeats(accumulator, dims.m, row.m);
  const int64_t n = TileRegisters::repeats(accumulator, dims.n, row.n);
  auto rhsTile = ir::tileTypeOf(op.getRhs());
  const int64_t steps =
      *rhsTile.getDims()[static_cast<size_t>(rhsTile.indexOf(dims.k))].getConstantSize() / row.k;
  const int64_t lhsLength = row.m * row.k / row.threadsPerWave;
  Value a = lhs ? Value() : operandOf(code, op.getLhs(), dims.m, layout);
  Value b = operandOf(code, op.getRhs(), dims.n, layout);
  LaneCode::Values accumulators = before;
  const ir::SliceAttr slice = op.getSliceAttr(); // along k (mma-c9)
  // What lanes hold is in its registers before the MMAs are issued.
  SmallVector<SmallVector<Value>> held;
  for (int64_t part = 0; lhs && part < m * steps; ++part)
    held.push_back(
        slice && !slice.hasUnit(part % steps)
            ? SmallVector<Value>()
            : target.operandInRegisters(code, lhs->get(code, part * lhsLength, lhsLength)));
  target.fenceRegisters(code);
  const Transposed transposed = transposedOf(op);
  auto behind = [&](Value tile, Value operand, ir::ExprAttr dim, int64_t at, int64_t step) {
    return target.operandAtOffset(code, operand, bytesBehind(tile, dim, at, dims.k, step * row.k));
  };
  for (int64_t step = 0; step < steps; ++step)
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j) {
        if (slice && !slice.hasUnit(step))
          continue;
        const SmallVector<Value> x =
            lhs ? held[static_cast<size_t>(i * steps + step)]
                : SmallVector<Value>{behind(op.getLhs(), a, dims.m, i * row.m, step)};
        Value y = behind(op.getRhs(), b, dims.n, j * row.n, step);
        Value &one = accumulators[static_cast<size_t>(i * n + j)];
        one = target.issueMma(code, row, x, y, transposed, one);
      }
  target.commitMmas(code);
  return accumulators;
}

} // namespace wave::gpu
