//===- GatherTile.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/GatherTile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace wave::cpu {

using analysis::MappedAccess;

Value isBetween(OpBuilder &builder, Value at, Value size) {
  using Predicate = arith::CmpIPredicate;
  Value zero = arith::ConstantIndexOp::create(builder, at.getLoc(), 0);
  Value isNatural = arith::CmpIOp::create(builder, at.getLoc(), Predicate::sle, zero, at);
  Value isBelow = arith::CmpIOp::create(builder, at.getLoc(), Predicate::slt, at, size);
  return arith::AndIOp::create(builder, at.getLoc(), isNatural, isBelow);
}

namespace {

class Gather {
public:
  Gather(Code &code, OpBuilder &builder, const MappedAccess &access, const GatheredMemory &from,
         const TileView &to, const ValidSizes &valid, const CoordinateCode &coordinates)
      : code(code), builder(builder), access(access), from(from), to(to), valid(valid),
        coordinates(coordinates) {}

  /// The dimension along which the tile is contiguous is the innermost one.
  void emit(int64_t vectorBytes) {
    std::optional<size_t> inner;
    SmallVector<size_t> outer;
    for (auto [number, dim] : llvm::enumerate(access.tile.getDims()))
      if (!inner && to.find(dim.getName())->knownStride == 1)
        inner = number;
      else
        outer.push_back(number);
    int64_t lanes =
        inner ? vectorBytes / std::max(size_in_bytes(from.dtype), size_in_bytes(to.dtype)) : 1;
    while (lanes > 1 && !access.isRun(*inner, lanes))
      lanes /= 2;
    loops(outer, to.base, [&](Value place) {
      if (!inner)
        return element(place, 1);
      Value size = valid.lookup(nameOf(*inner));
      auto singly = [&](Value begin) { along(*inner, place, begin, size, 1); };
      if (lanes <= 1)
        return singly(code.index(0));
      // Only a row of the memory whose elements lie side by side is one of vectors.
      code.branch(
          code.equal(from.strides.back(), 1),
          [&] {
            Value whole = code.roundDown(size, lanes);
            along(*inner, place, code.index(0), whole, lanes);
            singly(whole);
          },
          [&] { singly(code.index(0)); });
    });
  }

private:
  ir::ExprAttr nameOf(size_t dim) const { return access.tile.getDims()[dim].getName(); }

  void loops(ArrayRef<size_t> dims, Value place, function_ref<void(Value)> body) {
    if (dims.empty())
      return body(place);
    const size_t dim = dims.front();
    Value start = coordinates.emit(access.starts[dim]);
    code.loop(valid.lookup(nameOf(dim)), 1, [&](Value i) {
      coordinates.setIterator(dim, code.add(start, i));
      loops(dims.drop_front(), step(code, to, place, nameOf(dim), i), body);
    });
  }

  void along(size_t dim, Value place, Value begin, Value end, int64_t count) {
    Value start = coordinates.emit(access.starts[dim]);
    code.loop(begin, end, count, [&](Value i) {
      coordinates.setIterator(dim, code.add(start, i));
      element(step(code, to, place, nameOf(dim), i), count);
    });
  }

  /// And those that follow it.
  void element(Value place, int64_t count) {
    Value inside, offset = code.index(0);
    for (auto [i, coordinate] : llvm::enumerate(access.coordinates)) {
      Value at = coordinates.emit(coordinate);
      offset = code.add(offset, code.mul(at, from.strides[i]));
      Value isThere = isBetween(builder, at, from.sizes[i]);
      inside = inside ? arith::AndIOp::create(builder, at.getLoc(), inside, isThere) : isThere;
    }
    code.branch(
        inside,
        [&] {
          Value address = code.advance(from.base, from.dtype, offset);
          code.store(code.load(address, from.dtype, to.dtype, count), to.dtype, place, to.dtype);
        },
        [&] {
          Value fill = code.constant(from.fill, from.dtype, count);
          code.store(fill, computeType(from.dtype), place, to.dtype);
        });
  }

  Code &code;
  OpBuilder &builder;
  const MappedAccess &access;
  const GatheredMemory &from;
  const TileView &to;
  const ValidSizes &valid;
  const CoordinateCode &coordinates;
};

} // namespace

void gatherTile(Code &code, OpBuilder &builder, const MappedAccess &access,
                const GatheredMemory &from, const TileView &to, const ValidSizes &valid,
                const CoordinateCode &coordinates, int64_t vectorBytes) {
  Gather(code, builder, access, from, to, valid, coordinates).emit(vectorBytes);
}

} // namespace wave::cpu
