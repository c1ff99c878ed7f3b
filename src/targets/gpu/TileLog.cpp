//===- TileLog.cpp - Elements on their way to the host --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/gpu/TileAccess.h"

#include "dialect/Distribution.h"
#include "dialect/ElementTypes.h"

using namespace mlir;

namespace wave::gpu {

namespace {
/// A dimension of a tile in its place among what is sent.
struct Axis {
  std::string dim;
  Value first, stride; ///< this lane's coordinate without registers; i64
  Value chosen;        ///< the one coordinate that is sent; null for all
};
} // namespace

/// Where a launch wants to know, and this workgroup is the first of those that hold the tile.
Value TileAccess::isLogged(LaneCode &code, ir::DebugLogOp op, const MemoryArgument &place) {
  // A launch that does not log passes a place of no elements.
  Value isLogged = code.compare(LaneCode::Compare::NotEqual, place.sizes.front(), code.i64(0));
  const ir::Distribution distribution(kernel);
  for (auto workgroup : kernel.getBlock()->getOps<ir::WorkgroupConstraintOp>())
    if (!op.getValue().getType().hasDim(workgroup.getDim())) {
      Value id = positions.emit(
          code, distribution.workgroup(static_cast<int64_t>(workgroup.getWorkgroupDim())));
      isLogged = code.both(isLogged, code.compare(LaneCode::Compare::Equal, id, code.i64(0)));
    }
  return isLogged;
}

void TileAccess::log(LaneCode &code, ir::DebugLogOp op, const TileRegisters &value) {
  const MemoryArgument &place = memories.log(static_cast<int64_t>(*op.getSite()));
  code.where(isLogged(code, op, place), [&] { logElements(code, op, place, value); });
}

void TileAccess::logElements(LaneCode &code, ir::DebugLogOp op, const MemoryArgument &place,
                             const TileRegisters &value) {
  ir::TileType tile = op.getValue().getType();
  const machine::Layout &layout = tile.getLayout().getValue();
  DictionaryAttr chosen = op.getCoordinatesAttr();
  Value offset = code.i64(0);
  size_t axis = 0;
  for (Value step : op.getSteps()) {
    Value number = positions.emit(code, positions.exprOf(step));
    offset = code.add(offset, code.mul(number, place.strides[axis++]));
  }
  SmallVector<Axis> axes;
  SmallVector<Attribute> dims;
  for (auto [dim, start] : llvm::zip(tile.getDims(), op.getStart())) {
    const std::string name = dim.getName().getValue().str();
    Value inWave = positions.lanePart(layout, name), wave = positions.wavePart(layout, name);
    Value lane = code.add(inWave, wave);
    Value begin = positions.emit(code, positions.exprOf(start));
    Axis along{name, code.add(begin, code.widen(lane)), place.strides[axis++], {}};
    if (auto coordinate = chosen ? chosen.getAs<ir::ExprAttr>(name) : ir::ExprAttr())
      along.chosen = positions.emit(code, coordinate.getValue());
    offset = code.add(offset, code.mul(along.first, along.stride));
    axes.push_back(along);
    dims.push_back(dim.getName());
  }
  const DType dtype = *ir::dtypeOf(tile.getElementType());
  const DType stored = dtype == DType::i1 ? DType::i8 : dtype; // truth values are bytes
  Type element = LaneCode::typeOf(stored, op.getContext());
  Value base = code.advance(place.pointer, element, offset);
  Value isFirst = positions.isFirstCopy(code, layout);
  for (int64_t reg = 0; reg < TileRegisters::countOf(tile); ++reg) {
    const machine::Position position = layout.at(reg, 0, 0);
    Value isSent = code.both(
        isInside(code, tile, code.builder.getArrayAttr(dims), op.getStart(), reg), isFirst);
    Value away = code.i64(0);
    for (const Axis &along : axes) {
      Value inTile = code.i64(coordinate(position, along.dim));
      away = code.add(away, code.mul(inTile, along.stride));
      if (along.chosen)
        isSent = code.both(isSent, code.compare(LaneCode::Compare::Equal,
                                                code.add(along.first, inTile), along.chosen));
    }
    Value part = code.convert(value.get(code, reg, 1), dtype, stored);
    code.where(isSent,
               [&] { code.store(part, code.advance(base, element, away), size_in_bytes(stored)); });
  }
}

} // namespace wave::gpu
