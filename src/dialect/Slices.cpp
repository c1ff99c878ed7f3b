//===- Slices.cpp - Parts of tiles that operations are about --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/Slices.h"

#include <numeric>

#include "dialect/Distribution.h"
#include "machine/MmaTable.h"

using namespace mlir;

namespace wave::ir {

int64_t SliceAttr::beginOf(int64_t number) const {
  const int64_t each = getUnits() / getCount(), larger = getUnits() % getCount();
  return number * each + std::min(number, larger);
}

bool SliceAttr::hasUnit(int64_t unit) const {
  return beginOf(getNumber()) <= unit && unit < beginOf(getNumber() + 1);
}

bool SliceAttr::hasElement(int64_t coordinate) const {
  return hasUnit(coordinate / getUnit() % getUnits());
}

int64_t SliceAttr::granule() const {
  const int64_t each = getUnits() / getCount();
  return getUnit() * (getUnits() % getCount() == 0 ? each : std::gcd(each, each + 1));
}

LogicalResult SliceAttr::verify(function_ref<InFlightDiagnostic()> emitError, StringAttr dim,
                                int64_t number, int64_t count, int64_t units, int64_t unit) {
  // C1
  if (0 <= number && number < count && count <= units && unit >= 1)
    return success();
  return withHelp(emitError() << "slice: number " << number << " of " << count << " slices of "
                              << units << " units of " << unit << " elements [slice-c1]",
                  "slices count from 0, and each has a unit of at least one element");
}

/// How many elements of a tile along a dimension are one wave's, of `size` that a workgroup has.
static int64_t waveExtent(KernelOp kernel, ExprAttr dim, int64_t size) {
  for (auto hardware : kernel.getBlock()->getOps<HardwareConstraintOp>())
    if (hardware.getWavesPerBlock())
      for (auto [count, wave] : llvm::zip(*hardware.getWavesPerBlock(), waveConstraints(kernel)))
        if (wave && wave.getDim() == dim)
          return (size + count - 1) / count;
  return size;
}

/// How many elements the instruction of an MMA has along a dimension; nothing where it is not
/// known.
static std::optional<int64_t> instructionExtent(MmaOp mma, StringRef dim) {
  const std::optional<StringRef> name = mma.getMmaType();
  const machine::Mma *row = name ? machine::mmaNamed(name->str()) : nullptr;
  if (!row)
    return std::nullopt;
  const MmaDims dims = mmaDims(mma);
  for (auto [known, extent] : {std::pair(dims.m, row->m), {dims.n, row->n}, {dims.k, row->k}})
    if (known.getValue().str() == dim)
      return extent;
  return 1; // one over which the MMA is repeated
}

std::optional<SliceUnits> sliceUnits(MmaOp mma, StringRef dim) {
  const std::optional<int64_t> unit = instructionExtent(mma, dim);
  for (TileType tile : {mma.getResult().getType(), tileTypeOf(mma.getLhs())})
    for (DimAttr own : tile.getDims())
      if (own.getName().getValue().str() == dim && unit && own.getConstantSize()) {
        const int64_t extent =
            waveExtent(mma->getParentOfType<KernelOp>(), own.getName(), *own.getConstantSize());
        return SliceUnits{(extent + *unit - 1) / *unit, *unit};
      }
  return std::nullopt;
}

SliceAttr sliceOf(Operation *op) { return op->getAttrOfType<SliceAttr>("slice"); }

Value intoOf(Operation *op) {
  if (auto read = dyn_cast<ReadOp>(op))
    return read.getInto();
  auto read = dyn_cast<SharedReadOp>(op);
  return read ? read.getInto() : Value();
}

TileType partOf(TileType tile, SliceAttr strip) {
  SmallVector<DimAttr> dims;
  bool isAlong = false;
  for (DimAttr dim : tile.getDims()) {
    const int64_t size = dim.getConstantSize().value_or(0);
    const bool isOwn = dim.getName().getValue().str() == strip.getDim().getValue();
    if (isOwn &&
        (size != strip.getUnits() * strip.getUnit() || strip.getUnits() % strip.getCount() != 0))
      return {};
    isAlong |= isOwn;
    const Expr own(size / strip.getCount());
    dims.push_back(isOwn ? DimAttr::get(tile.getContext(), dim.getName(),
                                        ExprAttr::get(tile.getContext(), own))
                         : dim);
  }
  return isAlong ? TileType::get(tile.getContext(), dims, tile.getElementType()) : TileType();
}

SliceAttr stripOf(Value tile) {
  while (auto cast = tile.getDefiningOp<CastOp>())
    tile = cast.getValue();
  auto read = tile.getDefiningOp<SharedReadOp>();
  return read ? read.getStripAttr() : SliceAttr();
}

/// Whether `holds` is true of each coordinate along `dim`; asked once for as many as have one
/// answer: `step`.
static bool holdsAlong(BufferType ring, StringAttr dim, int64_t step,
                       llvm::function_ref<bool(int64_t)> holds) {
  for (DimAttr own : ring.getDims())
    if (own.getName().getValue().str() == dim.getValue())
      for (int64_t at = 0; at < *own.getConstantSize(); at += step)
        if (!holds(at))
          return false;
  return true;
}

bool areSlicesApart(Operation *a, Operation *b, BufferType ring) {
  const SliceAttr first = sliceOf(a), second = sliceOf(b);
  return first && second && first.getDim() == second.getDim() &&
         holdsAlong(ring, first.getDim(), std::gcd(first.getUnit(), second.getUnit()),
                    [&](int64_t at) { return !first.hasElement(at) || !second.hasElement(at); });
}

bool fillSliceOf(Operation *read, ArrayRef<Operation *> writes, BufferType ring) {
  const SliceAttr needed = sliceOf(read);
  return llvm::any_of(writes, [&](Operation *write) {
    const SliceAttr along = sliceOf(write);
    if (!along)
      return true;
    const bool isOfRead = needed && needed.getDim() == along.getDim();
    SmallVector<SliceAttr> slices; // of one dimension
    int64_t step = isOfRead ? needed.getUnit() : 0;
    for (Operation *other : writes)
      if (const SliceAttr slice = sliceOf(other); slice && slice.getDim() == along.getDim()) {
        slices.push_back(slice);
        step = std::gcd(step, slice.getUnit());
      }
    return holdsAlong(ring, along.getDim(), step, [&](int64_t at) {
      return (isOfRead && !needed.hasElement(at)) ||
             llvm::any_of(slices, [&](SliceAttr slice) { return slice.hasElement(at); });
    });
  });
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

static BrokenConstraint broken(Operation *op, SliceRule rule, const Twine &text) {
  return BrokenConstraint(op, rule.id,
                          op->getName().stripDialect() + " (" + rule.number + "): " + text);
}

LogicalResult verifySliceDim(Operation *op, SliceRule rule, ArrayRef<DimAttr> dims,
                             StringRef what) {
  const SliceAttr slice = sliceOf(op);
  const bool hasDim = !slice || llvm::any_of(dims, [&](DimAttr dim) {
    return slice.getDim() == dim.getName().getValue().str();
  });
  if (hasDim)
    return success();
  return broken(op, rule, what + " has no dimension " + slice.getDim().str())
      .help("slice along a dimension of " + what);
}

LogicalResult verifySliceOfRing(Operation *op, SliceRule rule, TypedValue<BufferType> ring) {
  if (failed(verifySliceDim(op, rule, ring.getType().getDims(), "the ring")))
    return failure();
  if (!sliceOf(op) || !channelOf(ring))
    return success();
  return broken(op, rule, "a slice goes into a ring of a channel")
      .help("fill slots of a channel by operations without a slice");
}

LogicalResult verifyInto(Operation *op, SliceRule rule, Value result) {
  const SliceAttr slice = sliceOf(op);
  const bool isLater = slice && slice.getNumber() > 0;
  Value into = intoOf(op);
  if (isLater == (into != nullptr) && (!isLater || into.getType() == result.getType()))
    return success();
  return broken(op, rule,
                isLater ? "slice " + std::to_string(slice.getNumber()) +
                              " is read into no tile of the result's type"
                        : std::string("it is read into a tile, and is no slice after the first"))
      .help("read the first slice into nothing, and each other one into the result of the slice "
            "before it");
}

} // namespace wave::ir
