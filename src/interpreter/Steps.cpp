//===- Steps.cpp - What the steps of agents do to tiles -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads, writes and copies between an agent's part, rings and memories, and what it computes.
// Which step may come when is Workgroup.cpp's, whose slots are whose Channels.cpp's.
//
//===----------------------------------------------------------------------===//

#include "interpreter/Workgroup.h"

#include <limits>

#include "dialect/DiagnosticCapture.h"
#include "dialect/Distribution.h"
#include "dialect/ElementTypes.h"
#include "interpreter/Compute.h"
#include "interpreter/Mapping.h"
#include "interpreter/Operations.h"

using namespace mlir;

namespace wave::interpreter {

/// What an agent computes with in place of an element that it has not.
static constexpr Number poison = {.real = std::numeric_limits<double>::quiet_NaN(),
                                  .integer = 0x55};

static DType dtypeOf(ir::TileType tile) { return *ir::dtypeOf(tile.getElementType()); }

static std::vector<Axis> axesOf(ir::TileType tile) {
  std::vector<Axis> axes;
  for (ir::DimAttr dim : tile.getDims())
    axes.push_back({dim.getName().getValue().str(), *dim.getConstantSize()});
  return axes;
}

/// The elements of the slice that an operation is about: all of the tile where there is none.
static Parts::Mask sliceMask(Operation *op, ir::TileType tile) {
  const std::vector<Axis> axes = axesOf(tile);
  const ir::SliceAttr slice = ir::sliceOf(op);
  Parts::Mask mask;
  forEach(axes, [&](const Coordinate &x) {
    bool isIn = true;
    for (size_t axis = 0; axis < axes.size(); ++axis)
      if (slice && slice.getDim() == axes[axis].name)
        isIn = slice.hasElement(x[axis]);
    mask.push_back(isIn);
  });
  return mask;
}

/// Those of `mask` that are in the operation's slice.
static Parts::Mask inSlice(Operation *op, ir::TileType tile, Parts::Mask mask) {
  if (!ir::sliceOf(op))
    return mask;
  const Parts::Mask own = sliceMask(op, tile);
  for (size_t i = 0; i < mask.size(); ++i)
    mask[i] = mask[i] && own[i];
  return mask;
}

/// Where in a slot the elements of what is read lie: of a strip, behind those before it.
static std::vector<size_t> placesInSlot(ir::SharedReadOp op) {
  const std::vector<Axis> axes = axesOf(op.getResult().getType()),
                          whole = axesOf(op.getRing().getType().getTile());
  const ir::SliceAttr strip = op.getStripAttr();
  std::vector<size_t> places;
  forEach(axes, [&](const Coordinate &x) {
    int64_t place = 0;
    for (size_t axis = 0; axis < axes.size(); ++axis) {
      const bool isAlong = strip && strip.getDim() == axes[axis].name;
      const int64_t begin = isAlong ? strip.beginOf(strip.getNumber()) * strip.getUnit() : 0;
      place = place * whole[axis].size + begin + x[axis];
    }
    places.push_back(static_cast<size_t>(place));
  });
  return places;
}

//===----------------------------------------------------------------------===//
// Rings
//===----------------------------------------------------------------------===//

void Workgroup::run(size_t number, const Access &access, ir::SharedWriteOp op) {
  Ring &ring = rings.find(op.getRing())->second;
  const int64_t count = ring.countWrite(number, op.getSliceAttr());
  if (!checkSlot(access, ring))
    return;
  checkUse(number, access, ring, count);
  const Array &tile = agents[number].valueOf(op.getValue());
  const ir::TileType type = op.getValue().getType();
  const Parts::Mask mask = inSlice(
      op, type,
      op.getInPlace() ? parts.wholeOf(type)
                      : parts.storedBy(agents[number].wave(), wavesBeside(agents[number]), type));
  for (size_t i = 0; i < mask.size(); ++i)
    if (mask[i]) {
      ring.at(access.slot, i) = {tile[i], count, op};
      touch(number, access, i);
    }
}

void Workgroup::run(size_t number, const Access &access, ir::SharedReadOp op) {
  Ring &ring = rings.find(op.getRing())->second;
  const int64_t count =
      ring.countRead(number, op.getStrip() ? op.getStripAttr() : op.getSliceAttr());
  if (!checkSlot(access, ring))
    return;
  checkUse(number, access, ring, count);
  ir::TileType type = op.getResult().getType();
  Array tile = op.getInto() ? agents[number].valueOf(op.getInto())
                            : splat(axesOf(type), dtypeOf(type), poison);
  const Parts::Mask mask = inSlice(op, type, parts.heldBy(agents[number].wave(), type));
  const bool isEmpty = op.getAccumulated() && agents[number].evaluate(op.getAccumulated()) == 0;
  const std::vector<size_t> places = placesInSlot(op);
  for (size_t i = 0; i < mask.size(); ++i)
    if (mask[i]) {
      touch(number, access, places[i]);
      const Ring::Element &element = ring.at(access.slot, places[i]);
      if (element.number != count)
        reportStale(access, ring, element, count);
      tile[i] = isEmpty ? Number(0.0) : element.value;
    }
  agents[number].set(op.getResult(), std::move(tile));
}

void Workgroup::run(size_t number, const Access &access, ir::ViewOp op) {
  Ring &ring = rings.find(op.getRing())->second;
  const int64_t count = ring.countRead(number, {});
  if (!checkSlot(access, ring))
    return;
  checkUse(number, access, ring, count);
  agents[number].views.insert_or_assign(op.getView(), SlotUse{op, access.slot, count});
}

/// One wave stores it.
void Workgroup::run(size_t number, const Access &access, ir::ScalarWriteOp op) {
  Ring &ring = rings.find(op.getRing())->second;
  const int64_t count = ring.counts[number].writes++;
  if (!checkSlot(access, ring))
    return;
  checkUse(number, access, ring, count);
  if (agents[number].wave() != 0)
    return;
  Number value;
  value.integer = agents[number].evaluate(op.getValue());
  ring.at(access.slot, 0) = {value, count, op};
  touch(number, access, 0);
}

void Workgroup::run(size_t number, const Access &access, ir::ScalarReadOp op) {
  Ring &ring = rings.find(op.getRing())->second;
  const int64_t count = ring.countRead(number, {});
  if (!checkSlot(access, ring))
    return;
  checkUse(number, access, ring, count);
  touch(number, access, 0);
  const Ring::Element &element = ring.at(access.slot, 0);
  if (element.number != count)
    reportStale(access, ring, element, count);
  agents[number].setIndex(op.getResult(), element.value.integer);
}

/// When it ends is of no consequence where barriers keep others away until then.
void Workgroup::run(size_t number, const Access &from, const Access &to, ir::CopyOp op) {
  Agent &agent = agents[number];
  Ring &ring = rings.find(op.getRing())->second;
  const int64_t count = ring.countWrite(number, op.getSliceAttr());
  if (!checkSlot(to, ring))
    return;
  checkUse(number, to, ring, count);
  ir::TileType type = op.getTile();
  const DType dtype = dtypeOf(type);
  Parts::Mask mask = inSlice(op, type, parts.storedBy(agent.wave(), wavesBeside(agent), type));
  // Of a shared copy this workgroup's rows, to all who share it.
  std::vector<Workgroup *> receivers{this};
  if (op.getMulticastAlong()) {
    receivers = along(*op.getMulticastAlong());
    const auto part = static_cast<size_t>(llvm::find(receivers, this) - receivers.begin());
    for (size_t i = 0; i < mask.size(); ++i)
      mask[i] = mask[i] && i * receivers.size() / mask.size() == part;
  }
  for (Workgroup *receiver : receivers) {
    Ring &target = receiver->rings.find(op.getRing())->second;
    if (receiver != this && !target.isFreeFor(count))
      return report(agent.name() + " loads a slice of use " + std::to_string(count) + " of " +
                        ring.name + receiver->placeText() + ", which has not released the slot",
                    op);
    for (size_t i = 0; i < mask.size(); ++i)
      if (mask[i]) {
        target.at(to.slot, i) = {{}, count, op}; // outside the memory a copy brings 0
        if (receiver == this)
          touch(number, to, i);
      }
    forEachInside(agent, op, op.getMemory(), type, mask,
                  [&](size_t i, const std::byte *address, size_t) {
                    target.at(to.slot, i).value = load(dtype, address);
                  });
  }
  forEachInside(agent, op, op.getMemory(), type, mask,
                [&](size_t, const std::byte *, size_t element) { touch(number, from, element); });
}

/// What it reads nobody may write until a barrier has ended it, the wave itself included.
void Workgroup::run(size_t number, const Access &from, const Access &to, ir::CopyOutOp op) {
  Agent &agent = agents[number];
  Ring &ring = rings.find(op.getRing())->second;
  const int64_t count = ring.counts[number].reads++;
  if (!checkSlot(from, ring))
    return;
  checkUse(number, from, ring, count);
  ir::TileType type = op.getTile();
  const Parts::Mask &mask = parts.storedBy(agent.wave(), wavesBeside(agent), type);
  for (size_t i = 0; i < mask.size(); ++i)
    if (mask[i]) {
      touch(number, from, i);
      if (const Ring::Element &element = ring.at(from.slot, i); element.number != count)
        reportStale(from, ring, element, count);
    }
  forEachInside(agent, op, op.getMemory(), type, mask,
                [&](size_t i, std::byte *address, size_t element) {
                  store(dtypeOf(type), address, ring.at(from.slot, i).value);
                  touch(number, to, element);
                });
}

//===----------------------------------------------------------------------===//
// Memories
//===----------------------------------------------------------------------===//

/// Where the agent's access has a mapping, with the values that its operands have now.
static std::optional<Mapping> mappingOf(const Agent &agent, Operation *op, size_t rank) {
  auto exprs = op->getAttrOfType<ArrayAttr>("mapping");
  if (!exprs)
    return std::nullopt;
  SmallVector<int64_t> operands;
  for (Value operand : isa<ir::ReadOp>(op) ? cast<ir::ReadOp>(op).getMappingOperands()
                                           : cast<ir::WriteOp>(op).getMappingOperands())
    operands.push_back(agent.evaluate(operand));
  return Mapping(exprs, rank, operands, agent.sizes());
}

void Workgroup::forEachInside(const Agent &agent, Operation *op, Value memory, ir::TileType type,
                              const Parts::Mask &mask, Visit visit) {
  const Tensor &tensor = tensors[cast<BlockArgument>(memory).getArgNumber()];
  const ArrayRef<ir::DimAttr> dims = ir::accessedDims(op);
  const std::optional<Mapping> mapping = mappingOf(agent, op, dims.size());
  const ir::Distribution distribution(kernel);
  Coordinate starts;
  SmallVector<std::optional<size_t>> axisOf; // none of a dimension that the tile lacks
  SmallVector<int64_t> ends;                 // of what is stored by a mapping
  for (auto [dim, at] : llvm::zip(dims, ir::startsOf(op))) {
    starts.push_back(agent.evaluate(at));
    axisOf.push_back(type.hasDim(dim.getName())
                         ? std::optional(static_cast<size_t>(type.indexOf(dim.getName())))
                         : std::nullopt);
    const bool isClipped =
        mapping && isa<ir::WriteOp>(op) && !ir::hasWholeTiles(kernel, dim.getName());
    ends.push_back(isClipped ? agent.evaluate(*distribution.wholeSize(dim.getName()), {})
                             : std::numeric_limits<int64_t>::max());
  }
  size_t element = 0;
  forEach(axesOf(type), [&](const Coordinate &x) {
    const size_t here = element++;
    bool isInside = mask[here];
    if (!isInside)
      return;
    Coordinate place = starts;
    for (size_t i = 0; i < place.size(); ++i) {
      if (axisOf[i])
        place[i] += x[*axisOf[i]];
      isInside &= place[i] < ends[i];
    }
    if (mapping) {
      const Coordinate own = place;
      place.clear();
      for (size_t i = 0; i < mapping->rank(); ++i)
        place.push_back(mapping->at(i, own).value());
    }
    int64_t offset = 0, number = 0;
    for (size_t i = 0; i < place.size(); ++i) {
      isInside &= place[i] >= 0 && place[i] < tensor.shape()[i];
      offset += place[i] * tensor.strides()[i];
      number = number * tensor.shape()[i] + place[i];
    }
    if (isInside)
      visit(here, static_cast<std::byte *>(tensor.data()) + offset * size_in_bytes(tensor.dtype()),
            static_cast<size_t>(number));
  });
}

void Workgroup::run(size_t number, const Access &access, ir::ReadOp op) {
  Agent &agent = agents[number];
  ir::TileType type = op.getResult().getType();
  const Parts::Mask mask = inSlice(op, type, parts.heldBy(agent.wave(), type));
  Array tile =
      op.getInto() ? agent.valueOf(op.getInto()) : splat(axesOf(type), dtypeOf(type), poison);
  const Number outside = op.getFillAttr() ? numberOf(op.getFillAttr()) : Number();
  for (size_t i = 0; i < mask.size(); ++i)
    if (mask[i])
      tile[i] = outside;
  forEachInside(agent, op, op.getMemory(), type, mask,
                [&](size_t i, const std::byte *address, size_t element) {
                  tile[i] = load(tile.dtype(), address);
                  touch(number, access, element);
                });
  agent.set(op.getResult(), std::move(tile));
}

void Workgroup::run(size_t number, const Access &access, ir::WriteOp op) {
  Agent &agent = agents[number];
  const Array &tile = agent.valueOf(op.getValue());
  ir::TileType type = op.getValue().getType();
  forEachInside(agent, op, op.getMemory(), type,
                parts.storedBy(agent.wave(), wavesBeside(agent), type),
                [&](size_t i, std::byte *address, size_t element) {
                  store(tile.dtype(), address, tile[i]);
                  touch(number, access, element);
                });
}

//===----------------------------------------------------------------------===//
// Computation
//===----------------------------------------------------------------------===//

/// Each group of lanes reduces what it has, and nothing else.
void Workgroup::run(Agent &agent, ir::PartialReduceOp op) {
  ir::TileType from = op.getValue().getType(), to = op.getResult().getType();
  const Array whole = agent.valueOf(op.getValue());
  const Number nothing = numberOf(ir::identityOf(op.getKind(), from.getElementType()));
  const auto axis = static_cast<size_t>(to.indexOf(op.getDim()));
  std::vector<Axis> others = axesOf(to);
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(axis));
  Array result = splat(axesOf(to), dtypeOf(to), poison);
  const auto lanes = static_cast<int64_t>(op.getLanes());
  for (int64_t first = 0; first < parts.lanesOfWave(); first += lanes) {
    Array value = whole;
    const Parts::Mask has = parts.heldByLanes(agent.wave(), first, lanes, from);
    for (size_t i = 0; i < has.size(); ++i)
      if (!has[i])
        value[i] = nothing;
    const Array reduced =
        reduce(op.getKind(), others, interpreter::cast(value, dtypeOf(to), Rounding::ToElementType),
               nullptr, op.getDim().getValue().str(), Rounding::ToElementType);
    const Parts::Mask gives = parts.heldByLanes(agent.wave(), first, lanes, to);
    size_t element = 0;
    forEach(axesOf(to), [&](const Coordinate &x) {
      if (gives[element++]) {
        Coordinate other = x;
        other.erase(other.begin() + static_cast<std::ptrdiff_t>(axis));
        result.at(x) = reduced.at(other);
      }
    });
  }
  agent.set(op.getResult(), std::move(result));
}

void Workgroup::run(Agent &agent, ir::SelfIndexOp op) {
  ir::TileType type = op.getResult().getType();
  Array tile(axesOf(type), dtypeOf(type));
  const int64_t start = agent.evaluate(op.getStart().front());
  forEach(tile.axes(), [&](const Coordinate &x) {
    Number number;
    number.integer = start + x[0];
    tile.at(x) = number;
  });
  agent.set(op.getResult(), std::move(tile));
}

void Workgroup::run(Agent &agent, ir::SplatOp op) {
  ir::TileType type = op.getResult().getType();
  Number number;
  if (std::optional<StringRef> argument = op.getArgument())
    number = fromBits(dtypeOf(type), agent.sizes().find(*argument)->node().value);
  else
    number.integer = agent.evaluate(op.getIndex());
  agent.set(op.getResult(), splat(axesOf(type), dtypeOf(type), number));
}

void Workgroup::run(Agent &agent, ir::MaskOp op) {
  ir::TileType type = op.getResult().getType();
  Array tile = agent.valueOf(op.getValue());
  const Number outside = numberOf(op.getFill());
  for (auto [dim, at] : llvm::zip(op.getDims().getAsRange<ir::ExprAttr>(), op.getStart())) {
    const auto axis = static_cast<size_t>(type.indexOf(dim));
    const int64_t rest = sizeOf(dim) - agent.evaluate(at);
    forEach(tile.axes(), [&](const Coordinate &x) {
      if (x[axis] >= rest)
        tile.at(x) = outside;
    });
  }
  agent.set(op.getResult(), std::move(tile));
}

/// All elements of a dimension, which some memory has.
int64_t Workgroup::sizeOf(ir::ExprAttr dim) {
  for (BlockArgument argument : kernel.getBlock()->getArguments())
    for (auto [i, known] : llvm::enumerate(cast<ir::MemoryType>(argument.getType()).getDims()))
      if (known.getName() == dim)
        return tensors[argument.getArgNumber()].shape()[i];
  llvm_unreachable("a mask is along a dimension of some memory");
}

void Workgroup::runComputation(size_t number, Operation *op) {
  if (op->getNumRegions() != 0 || op->getNumResults() != 1 ||
      !isa<ir::TileType>(op->getResult(0).getType()))
    return; // where to go on is the agent's
  Agent &agent = agents[number];
  RunningProducts::Product product;
  std::deque<Array> read;
  SmallVector<const Array *> operands;
  for (Value operand : op->getOperands()) {
    auto use = agent.views.find(operand);
    if (use == agent.views.end()) {
      operands.push_back(&agent.valueOf(operand));
      continue;
    }
    product.slots.push_back(use->second);
    auto mma = dyn_cast<ir::MmaOp>(op);
    const bool isHalf = mma && ir::isOfPair(mma) && operand == mma.getRhs();
    operands.push_back(&read.emplace_back(
        isHalf ? readOfPair(number, use->second, ir::mmaDims(mma).n.getValue().str())
               : readInPlace(number, use->second)));
  }
  auto type = cast<ir::TileType>(op->getResult(0).getType());
  auto result = compute(op, axesOf(type), operands, Rounding::ToElementType);
  if (!result)
    return report("nobody has said what " + op->getName().getStringRef().str() + " computes", op);
  auto mma = dyn_cast<ir::MmaOp>(op);
  if (!mma || !ir::isAsynchronous(mma) || !parts.areLaidOut())
    return agent.set(op->getResult(0), std::move(*result));
  product.op = mma;
  for (Value operand : {mma.getLhs(), mma.getRhs()})
    if (!agent.views.contains(operand))
      product.held.push_back(operand);
  const int64_t numbered = agent.products.begin(std::move(product));
  agent.setSum(mma.getResult(), std::move(*result), numbered);
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

Array Workgroup::readInPlace(size_t number, const SlotUse &use) {
  ir::ViewOp op = use.op;
  Ring &ring = rings.find(op.getRing())->second;
  checkUse(number, {op, op.getRing(), use.slot, false}, ring, use.number);
  return contentOf(use);
}

Array Workgroup::contentOf(const SlotUse &use) {
  ir::ViewOp op = use.op;
  Ring &ring = rings.find(op.getRing())->second;
  const Access access{op, op.getRing(), use.slot, false};
  ir::TileType type = op.getView().getType().getTile();
  Array tile = splat(axesOf(type), dtypeOf(type), poison);
  size_t elements = 1;
  for (const Axis &axis : axesOf(type))
    elements *= static_cast<size_t>(axis.size);
  for (size_t i = 0; i < elements; ++i) {
    const Ring::Element &element = ring.at(use.slot, i);
    if (element.number != use.number)
      reportStale(access, ring, element, use.number);
    tile[i] = element.value;
  }
  return tile;
}

Array Workgroup::readOfPair(size_t number, const SlotUse &use, const std::string &columns) {
  std::vector<Array> halves;
  for (Workgroup *workgroup : pair())
    halves.push_back(workgroup == this ? readInPlace(number, use) : workgroup->contentOf(use));
  std::vector<Axis> axes = halves.front().axes();
  const auto axis = static_cast<size_t>(
      llvm::find_if(axes, [&](const Axis &other) { return other.name == columns; }) - axes.begin());
  const int64_t half = axes[axis].size;
  axes[axis].size = half * static_cast<int64_t>(halves.size());
  Array whole = splat(axes, halves.front().dtype(), poison);
  forEach(axes, [&](const Coordinate &x) {
    Coordinate within = x;
    within[axis] %= half;
    whole.at(x) = halves[static_cast<size_t>(x[axis] / half)].at(within);
  });
  return whole;
}

} // namespace wave::interpreter
