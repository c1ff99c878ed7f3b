//===- ReductionLoops.cpp - Elements along one dimension become one -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors lie along the last dimension of the operand.  Where that is the one reduced,
// each lane reduces every n-th element and the lanes are folded in the end, the rest of
// a vector filled up with what changes nothing; otherwise each lane is an element of the
// result.
//
//===----------------------------------------------------------------------===//

#include <algorithm>

#include "targets/cpu/TileLoops.h"

using namespace mlir;

namespace wave::cpu {

namespace {
struct ReductionLoops {
  Code &code;
  const ReductionTiles &tiles;
  ArrayRef<Value> sizes;
  Value valid;
  int64_t vectorBytes;
  DType computed = computeType(tiles.from.dtype);
  /// Of the vectors that are loaded, and of the results that come from one of them.
  int64_t lanes = 1, results = 1;

  bool alongDim() const { return tiles.from.dims.back().name == tiles.dim; }

  void emit() {
    ir::ExprAttr inner = tiles.to.dims.back().name;
    auto isContiguous = [&](const TileView &view) { return view.find(inner)->knownStride == 1; };
    int64_t most = vectorBytes / std::max(size_in_bytes(tiles.from.dtype), size_in_bytes(computed));
    if (alongDim())
      lanes = most;
    else if (isContiguous(tiles.from) && (!tiles.init || isContiguous(*tiles.init)))
      lanes = results = most;
    nest(0, tiles.from.base, tiles.init ? tiles.init->base : Value(), tiles.to.base);
  }

  void nest(size_t depth, Value source, Value init, Value target) {
    if (depth == tiles.to.dims.size())
      return reduce(source, init, target);
    ir::ExprAttr dim = tiles.to.dims[depth].name;
    bool isInner = depth + 1 == tiles.to.dims.size();
    code.loop(sizes[depth], isInner ? results : 1, [&](Value i) {
      Value sourceAtI = step(code, tiles.from, source, dim, i);
      Value initAtI = init ? step(code, *tiles.init, init, dim, i) : Value();
      nest(depth + 1, sourceAtI, initAtI, step(code, tiles.to, target, dim, i));
    });
  }

  void reduce(Value source, Value init, Value target) {
    Value total = alongDim() ? acrossLanes(source) : laneByLane(source);
    if (init)
      total = combine(total, code.load(init, tiles.init->dtype, computed, results));
    code.store(total, computed, target, tiles.to.dtype);
  }

  Value laneByLane(Value source) {
    return code.loopCarrying(valid, {identity()}, [&](Value position, ValueRange total) {
      return Code::Carried{combine(total.front(), elementsAt(source, position))};
    })[0];
  }

  Value acrossLanes(Value source) {
    Value whole = code.roundDown(valid, lanes);
    Value vectors = code.divide(whole, lanes);
    Value total = code.loopCarrying(vectors, {identity()}, [&](Value vector, ValueRange soFar) {
      Value elements = elementsAt(source, code.mul(vector, lanes));
      return Code::Carried{combine(soFar.front(), elements)};
    })[0];
    // A last vector that is not full.
    Value rest = code.sub(valid, whole);
    Value last = code.minimum(rest, code.index(1));
    total = code.loopCarrying(last, {total}, [&](Value, ValueRange soFar) {
      Value mask = code.firstLanes(rest, lanes);
      Value elements = elementsAt(source, whole);
      Value filled = code.choose(mask, elements, identity());
      return Code::Carried{combine(soFar.front(), filled)};
    })[0];
    return code.fold(total, [&](Value a, Value b) { return combine(a, b); });
  }

  Value elementsAt(Value source, Value position) {
    Value at = step(code, tiles.from, source, tiles.dim, position);
    return code.load(at, tiles.from.dtype, computed, lanes);
  }

  Value combine(Value a, Value b) {
    Arithmetic kind = tiles.kind == ir::ReductionKind::Sum   ? Arithmetic::Add
                      : tiles.kind == ir::ReductionKind::Max ? Arithmetic::Maximum
                                                             : Arithmetic::Minimum;
    return code.arithmetic(kind, computed, a, b);
  }

  /// What changes no result; the result of no element.
  Value identity() {
    bool isSum = tiles.kind == ir::ReductionKind::Sum;
    Value scalar =
        isSum ? code.zero(computed) : code.extreme(computed, tiles.kind == ir::ReductionKind::Min);
    return code.splat(scalar, lanes);
  }
};
} // namespace

void reductionLoops(Code &code, const ReductionTiles &tiles, ArrayRef<Value> sizes, Value valid,
                    int64_t vectorBytes) {
  ReductionLoops{code, tiles, sizes, valid, vectorBytes}.emit();
}

} // namespace wave::cpu
