//===- MappedAccess.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/MappedAccess.h"

#include "symbolic/Multiple.h"
#include "symbolic/Node.h"
#include "symbolic/Substitute.h"

using namespace mlir;

namespace wave::analysis {

Expr MappedAccess::iterator(size_t dim) {
  return Expr::symbol("$at." + std::to_string(dim)); // which no counter is called
}

std::optional<MappedAccess> MappedAccess::of(Operation *op, ExprOf exprOf) {
  auto mapping = op->getAttrOfType<ArrayAttr>("mapping");
  if (!mapping)
    return std::nullopt;
  auto read = dyn_cast<ir::ReadOp>(op);
  auto write = dyn_cast<ir::WriteOp>(op);
  MappedAccess access;
  access.tile = read ? read.getResult().getType() : write.getValue().getType();
  access.memory = read ? read.getMemory().getType() : write.getMemory().getType();
  Bindings values;
  for (size_t dim = 0; dim < access.tile.getDims().size(); ++dim)
    values.set(ir::iteratorOf(dim).str(), iterator(dim));
  for (auto [i, operand] :
       llvm::enumerate(read ? read.getMappingOperands() : write.getMappingOperands()))
    values.set(ir::rootPlaceholder(i), exprOf(operand));
  for (Value start : ir::startsOf(op))
    access.starts.push_back(exprOf(start));
  for (auto expr : mapping.getAsRange<ir::ExprAttr>())
    access.coordinates.push_back(symbolic::substitute(expr.getValue(), values));
  return access;
}

MappedAccess::Edges MappedAccess::edges(IndexRanges &ranges, size_t dim,
                                        ArrayRef<int64_t> extents) const {
  // Along each dimension of the tile: its start plus a position in it.
  Bindings places;
  symbolic::Intervals positions;
  for (auto [i, start] : llvm::enumerate(starts)) {
    const Expr position = Expr::symbol("$in." + std::to_string(i));
    places.set(iterator(i).str(), start + position);
    positions[position.str()] = {0, extents[i] - 1};
  }
  const Expr at = symbolic::substitute(coordinates[dim], places);
  const symbolic::Interval below = ranges.boundsOf(at, positions);
  const symbolic::Interval above =
      ranges.boundsOf(memory.getDims()[dim].getSize().getValue() - 1 - at, positions);
  return {!below.low || *below.low < 0, !above.low || *above.low < 0};
}

namespace {
/// What an expression is for `width` values of an iterator, from a multiple of `width` on: a value
/// plus `slope` for each step.
struct Progression {
  int64_t slope = 0;
  bool isAligned = false; ///< the first value is a multiple of `width`
};
} // namespace

static std::optional<Progression> progressionOf(const Expr &expr, const std::string &iterator,
                                                int64_t width) {
  using symbolic::Kind;
  if (!symbolic::mentions(expr, iterator))
    return Progression{0, symbolic::isMultiple(expr, width)};
  const Kind kind = symbolic::kindOf(expr);
  if (kind == Kind::Symbol)
    return Progression{1, true};
  SmallVector<Progression> parts;
  for (const Expr &operand : expr.node().operands) {
    const std::optional<Progression> part = progressionOf(operand, iterator, width);
    if (!part)
      return std::nullopt;
    parts.push_back(*part);
  }
  if (llvm::all_of(parts, [](const Progression &part) { return part.slope == 0; }))
    return Progression{0, false};
  const auto second = symbolic::constantOf(symbolic::operand(expr, 1));
  const bool isDivided = parts.size() == 2 && parts[0].slope == 1 && parts[0].isAligned && second &&
                         *second > 0 && *second % width == 0;
  switch (kind) {
  case Kind::Add:
    return Progression{parts[0].slope + parts[1].slope, parts[0].isAligned && parts[1].isAligned};
  case Kind::Mul: {
    const bool isFirst = symbolic::isConstant(symbolic::operand(expr, 0));
    const auto factor = symbolic::constantOf(symbolic::operand(expr, isFirst ? 0 : 1));
    const Progression &other = parts[isFirst ? 1 : 0];
    constexpr int64_t most = 1 << 20; // slopes of interest are 0 and 1
    if (!factor || std::abs(*factor) > most || std::abs(other.slope) > most)
      return std::nullopt;
    return Progression{*factor * other.slope, other.isAligned};
  }
  case Kind::FloorDiv: // all of them in one part of the divisor
    return isDivided ? std::optional(Progression{0, false}) : std::nullopt;
  case Kind::Mod:
    return isDivided ? std::optional(Progression{1, true}) : std::nullopt;
  default:
    return std::nullopt;
  }
}

bool MappedAccess::isRun(size_t dim, int64_t width) const {
  if (!symbolic::isMultiple(starts[dim], width) ||
      !symbolic::isMultiple(memory.getDims().back().getSize().getValue(), width))
    return false;
  for (auto [i, coordinate] : llvm::enumerate(coordinates)) {
    const auto progression = progressionOf(coordinate, iterator(dim).str(), width);
    const bool isLast = i + 1 == coordinates.size();
    if (!progression || progression->slope != (isLast ? 1 : 0) ||
        (isLast && !progression->isAligned))
      return false;
  }
  return true;
}

std::optional<SmallVector<MappedAccess::Side>> MappedAccess::box() const {
  SmallVector<Side> sides;
  SmallVector<bool> isUsed(tile.getDims().size(), false);
  for (const Expr &coordinate : coordinates) {
    Side side{std::nullopt, coordinate};
    for (size_t dim = 0; dim < isUsed.size(); ++dim) {
      if (!symbolic::mentions(coordinate, iterator(dim).str()))
        continue;
      if (side.dim || isUsed[dim])
        return std::nullopt;
      side.dim = dim;
      isUsed[dim] = true;
    }
    if (side.dim) {
      const Expr offset = coordinate - iterator(*side.dim);
      if (symbolic::mentions(offset, iterator(*side.dim).str()))
        return std::nullopt;
      side.start = starts[*side.dim] + offset;
    }
    sides.push_back(side);
  }
  return sides;
}

SmallVector<ir::DimAttr> MappedAccess::order() const {
  SmallVector<ir::DimAttr> order;
  for (const Expr &coordinate : coordinates)
    for (auto [dim, name] : llvm::enumerate(tile.getDims()))
      if (symbolic::mentions(coordinate, iterator(dim).str())) {
        llvm::erase(order, name);
        order.push_back(name);
      }
  for (ir::DimAttr dim : llvm::reverse(tile.getDims()))
    if (!llvm::is_contained(order, dim))
      order.insert(order.begin(), dim);
  return order;
}

} // namespace wave::analysis
