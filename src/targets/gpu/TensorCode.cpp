//===- TensorCode.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/gpu/TensorCode.h"

#include "analysis/TensorAccumulators.h"
#include "dialect/ElementTypes.h"

using namespace mlir;

namespace wave::gpu {

static int64_t sizeAlong(ArrayRef<ir::DimAttr> dims, ir::ExprAttr dim) {
  return *llvm::find_if(dims, [&](ir::DimAttr other) {
            return other.getName() == dim;
          })->getConstantSize();
}

Value TensorCode::columnOf(LaneCode &code, Value ring, Value slot) {
  const int64_t perSlot = analysis::columnsPerSlot(ring);
  Value column = code.add(
      base, code.i32(static_cast<int64_t>(*ring.getDefiningOp<ir::AllocateOp>().getOffset())));
  if (!slot)
    return column;
  Value number = positions.emitNarrow(code, positions.exprOf(slot));
  return code.add(column, code.mul(number, code.i32(perSlot)));
}

Value TensorCode::operandOf(LaneCode &code, Value tile, ir::ExprAttr dim) {
  auto read = tile.getDefiningOp<ir::ViewOp>();
  Value offset = positions.slotOffset(code, read.getRing(), read.getSlot());
  Value place = code.advance(shared, code.builder.getI8Type(), offset);
  return target.operandAt(code, place, operandRows(ringOf(tile), dim));
}

void TensorCode::issueMmas(LaneCode &code, ir::MmaOp op, Value adds) {
  const machine::Mma &row = *machine::mmaNamed(op.getMmaType()->str());
  const ir::MmaDims dims = ir::mmaDims(op);
  ir::SharedWriteOp write = analysis::ringWriteOf(op);
  const ArrayRef<ir::DimAttr> accumulator = op.getResult().getType().getDims();
  const int64_t columns = sizeAlong(accumulator, dims.n);
  const int64_t m = sizeAlong(accumulator, dims.m) / row.m, n = columns / row.n;
  const int64_t steps = sizeAlong(ir::tileTypeOf(op.getRhs()).getDims(), dims.k) / row.k;
  Value a = operandOf(code, op.getLhs(), dims.m);
  Value b = operandOf(code, op.getRhs(), dims.n);
  Value d = columnOf(code, write.getRing(), write.getSlot());
  Value always = code.constant(code.builder.getI1Type(), 1);
  const Transposed transposed = transposedOf(op);
  auto behind = [&](Value tile, Value operand, ir::ExprAttr dim, int64_t at, int64_t step) {
    return target.operandAtOffset(code, operand, bytesBehind(tile, dim, at, dims.k, step * row.k));
  };
  const ir::SliceAttr slice = op.getSliceAttr(); // along k (mma-c9)
  const int64_t first = slice ? slice.beginOf(slice.getNumber()) : 0;
  const int64_t end = slice ? slice.beginOf(slice.getNumber() + 1) : steps;
  for (int64_t step = first; step < end; ++step)
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j) {
        Value x = behind(op.getLhs(), a, dims.m, i * row.m, step);
        Value y = behind(op.getRhs(), b, dims.n, j * row.n, step);
        Value z = code.add(d, code.i32(row.tensorColumns(i * columns + j * row.n)));
        target.issueMma(code, row, z, x, y, transposed, step == first ? adds : always);
      }
}

/// In the order of TileLayouts::ofMma: columns, then rows.
LaneCode::Values TensorCode::loadParts(LaneCode &code, ir::SharedReadOp op) {
  constexpr int64_t lanesOfWarp = 32, laneShift = 16; // NVIDIA PTX ISA, "Tensor Memory Addressing"
  ir::MmaOp mma = ir::productInto(op.getRing());
  const machine::Mma &row = *machine::mmaNamed(mma.getMmaType()->str());
  const ir::MmaDims dims = ir::mmaDims(mma);
  const ir::TileType tile = op.getResult().getType();
  const machine::Layout &layout = tile.getLayout().getValue();
  const int64_t columns = row.tensorColumns(sizeAlong(op.getRing().getType().getDims(), dims.n));
  const int64_t ofWave = row.tensorColumns(TileRegisters::repeats(tile, dims.n, 1));
  const int64_t m = TileRegisters::repeats(tile, dims.m, row.m);
  // A warp reaches the lanes of its quarter.
  Value warp = code.floorDiv(positions.laneNumber(), lanesOfWarp);
  Value lanes = code.mul(warp, code.i32(lanesOfWarp << laneShift));
  Value rows = code.floorDiv(positions.wavePart(layout, dims.m.getValue().str()), row.m);
  Value begin = code.add(columnOf(code, op.getRing(), op.getSlot()), lanes);
  begin = code.add(begin, code.mul(rows, code.i32(columns)));
  begin = code.add(begin, positions.wavePart(layout, dims.n.getValue().str()));
  if (const ir::SliceAttr strip = op.getStripAttr()) // along n
    begin = code.add(begin, code.i32(strip.beginOf(strip.getNumber()) * strip.getUnit()));
  SmallVector<Value> parts;
  for (int64_t i = 0; i < m; ++i) {
    Value at = code.add(begin, code.i32(i * columns));
    llvm::append_range(parts, target.load(code, row, at, ofWave));
  }
  target.waitForLoads(code);
  for (Value &part : parts)
    part = code.bitcast(
        part, VectorType::get({LaneCode::countOf(part.getType())}, tile.getElementType()));
  return TileRegisters::from(code, tile, parts).values();
}

TileRegisters TensorCode::load(LaneCode &code, ir::SharedReadOp op) {
  const ir::TileType tile = op.getResult().getType();
  if (!op.getAccumulated())
    return {tile, loadParts(code, op)};
  const SmallVector<Type> types = TileRegisters::typesOf(tile);
  auto zeros = [&] {
    LaneCode::Values vectors;
    for (Type type : types)
      vectors.push_back(code.constantVector(code.builder.getZeroAttr(tile.getElementType()),
                                            LaneCode::countOf(type)));
    return vectors;
  };
  if (ir::constantOf(op.getAccumulated()) == 0)
    return {tile, zeros()};
  Value isThere = positions.emitCondition(code, positions.exprOf(op.getAccumulated()));
  return {tile, code.branch(isThere, types, [&] { return loadParts(code, op); }, zeros)};
}

} // namespace wave::gpu
