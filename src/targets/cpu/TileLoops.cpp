//===- TileLoops.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/TileLoops.h"

using namespace mlir;

namespace wave::cpu {

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

void elementwiseLoops(Code &code, const TileView &to, ArrayRef<Value> sizes,
                      ArrayRef<TileView> operands, ArrayRef<DType> types, DType computed,
                      int64_t vectorBytes, function_ref<Value(ArrayRef<Value>, int64_t)> compute) {
  DType result = computeType(computed);
  ir::ExprAttr inner = to.dims.back().name;
  int64_t widest = std::max(size_in_bytes(to.dtype), size_in_bytes(result));
  bool inVectors = true;
  for (auto [operand, type] : llvm::zip(operands, types)) {
    widest = std::max({widest, size_in_bytes(operand.dtype), size_in_bytes(computeType(type))});
    const TileView::Dim *dim = operand.find(inner);
    inVectors &= !dim || dim->knownStride == 1;
  }
  int64_t lanes = inVectors ? std::max<int64_t>(1, vectorBytes / widest) : 1;

  SmallVector<Value> pointers;
  for (const TileView &operand : operands)
    pointers.push_back(operand.base);
  auto body = [&](ArrayRef<Value> sources, Value target) {
    SmallVector<Value> values;
    for (auto [operand, source, type] : llvm::zip(operands, sources, types)) {
      DType wanted = computeType(type);
      values.push_back(operand.find(inner)
                           ? code.load(source, operand.dtype, wanted, lanes)
                           : code.splat(code.load(source, operand.dtype, wanted, 1), lanes));
    }
    code.store(compute(values, lanes), result, target, to.dtype);
  };
  auto nest = [&](auto &self, size_t depth, ArrayRef<Value> sources, Value target) -> void {
    if (depth == to.dims.size())
      return body(sources, target);
    ir::ExprAttr dim = to.dims[depth].name;
    code.loop(sizes[depth], dim == inner ? lanes : 1, [&](Value i) {
      SmallVector<Value> moved;
      for (auto [operand, source] : llvm::zip(operands, sources))
        moved.push_back(step(code, operand, source, dim, i));
      self(self, depth + 1, moved, step(code, to, target, dim, i));
    });
  };
  nest(nest, 0, pointers, to.base);
}

//===----------------------------------------------------------------------===//
// mma
//===----------------------------------------------------------------------===//

namespace {
struct MmaLoops {
  Code &code;
  const MmaTiles &tiles;
  const ValidSizes &valid;
  const machine::VectorIsa &isa;
  DType dtype = tiles.accumulator.dtype;
  int64_t lanes = isa.vectorBytes / size_in_bytes(dtype);

  void repeat(size_t depth, Value rows, Value columns, Value accumulator) {
    if (depth == tiles.repeated.size())
      return blocks(rows, columns, accumulator);
    ir::ExprAttr dim = tiles.repeated[depth];
    code.loop(valid.lookup(dim), 1, [&](Value i) {
      Value rowsAtI = step(code, tiles.rows, rows, dim, i);
      Value columnsAtI = step(code, tiles.columns, columns, dim, i);
      Value accumulatorAtI = step(code, tiles.accumulator, accumulator, dim, i);
      repeat(depth + 1, rowsAtI, columnsAtI, accumulatorAtI);
    });
  }

  void blocks(Value rows, Value columns, Value accumulator) {
    int64_t across = lanes * tiles.vectorsAcross;
    code.loop(valid.lookup(tiles.column), across, [&](Value c) {
      code.loop(valid.lookup(tiles.row), isa.mmaRows, [&](Value r) {
        Value rowsAtR = step(code, tiles.rows, rows, tiles.row, r);
        Value columnsAtC = step(code, tiles.columns, columns, tiles.column, c);
        Value target = step(code, tiles.accumulator, accumulator, tiles.row, r);
        block(rowsAtR, columnsAtC, step(code, tiles.accumulator, target, tiles.column, c));
      });
    });
  }

  /// One register block: its accumulators stay in registers over the reduction.
  void block(Value rows, Value columns, Value target) {
    auto targetAt = [&](int64_t row, int64_t vector) {
      return stepBy(code, tiles.accumulator, target, tiles.row, row, vector * lanes);
    };
    SmallVector<Value> start;
    for (int64_t row = 0; row < isa.mmaRows; ++row)
      for (int64_t vector = 0; vector < tiles.vectorsAcross; ++vector)
        start.push_back(code.load(targetAt(row, vector), dtype, dtype, lanes));
    auto reduce = [&](Value k, ValueRange sums) {
      Value rowsAtK = step(code, tiles.rows, rows, tiles.reduction, k);
      Value columnsAtK = step(code, tiles.columns, columns, tiles.reduction, k);
      SmallVector<Value> across, next;
      for (int64_t vector = 0; vector < tiles.vectorsAcross; ++vector)
        across.push_back(
            code.load(code.advance(columnsAtK, dtype, vector * lanes), dtype, dtype, lanes));
      for (int64_t row = 0; row < isa.mmaRows; ++row) {
        Value source = stepBy(code, tiles.rows, rowsAtK, tiles.row, row, 0);
        Value element = code.load(source, dtype, dtype, 1);
        Value broadcast = code.splat(element, lanes);
        for (Value vector : across)
          next.push_back(code.multiplyAdd(dtype, broadcast, vector, sums[next.size()]));
      }
      return next;
    };
    Code::Carried sums = code.loopCarrying(valid.lookup(tiles.reduction), start, reduce);
    for (auto [i, sum] : llvm::enumerate(sums)) {
      auto position = static_cast<int64_t>(i);
      code.store(sum, dtype,
                 targetAt(position / tiles.vectorsAcross, position % tiles.vectorsAcross), dtype);
    }
  }
};
} // namespace

void mmaLoops(Code &code, const MmaTiles &tiles, const ValidSizes &valid,
              const machine::VectorIsa &isa) {
  MmaLoops{code, tiles, valid, isa}.repeat(0, tiles.rows.base, tiles.columns.base,
                                           tiles.accumulator.base);
}

} // namespace wave::cpu
