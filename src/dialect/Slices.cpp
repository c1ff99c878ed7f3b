//===- Slices.cpp - Parts of tiles that operations are about --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <numeric>

#include "dialect/BrokenConstraint.h"
#include "dialect/Dialect.h"
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
  return 1; // a batch
}

std::optional<SliceUnits> sliceUnits(MmaOp mma, StringRef dim) {
  const std::optional<int64_t> unit = instructionExtent(mma, dim);
  for (TileType tile : {mma.getResult().getType(), mma.getLhs().getType()})
    for (DimAttr own : tile.getDims())
      if (own.getName().getValue().str() == dim && unit && own.getConstantSize()) {
        const int64_t extent =
            waveExtent(mma->getParentOfType<KernelOp>(), own.getName(), *own.getConstantSize());
        return SliceUnits{(extent + *unit - 1) / *unit, *unit};
      }
  return std::nullopt;
}

SliceAttr sliceOf(Operation *op) { return op->getAttrOfType<SliceAttr>("slice"); }

} // namespace wave::ir
