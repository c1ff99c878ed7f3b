//===- Elementwise.cpp - One element from those at its place: verifiers ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/ApproximateFunctions.h"
#include "dialect/BrokenConstraint.h"
#include "dialect/Dialect.h"
#include "dialect/ElementTypes.h"

using namespace mlir;

namespace wave::ir {

static constexpr const char *helpOfFloat8 =
    "8-bit floats are for memories and MMAs: cast to f32 first";

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

LogicalResult CastOp::verify() {
  TileType value = getValue().getType(), result = getResult().getType();
  // C1
  if (value.getDims() == result.getDims())
    return success();
  return BrokenConstraint(*this, "cast-c1",
                          "cast: the result " + describe(result) +
                              " has not the dimensions of the value " + describe(value))
      .help("write the value's dimensions for the result, in that order");
}

LogicalResult UnaryOp::verify() {
  TileType value = getValue().getType(), result = getResult().getType();
  StringRef name = stringifyUnaryKind(getKind());
  // C1
  if (value != result)
    return BrokenConstraint(*this, "unary-c1",
                            name + ": the result " + describe(result) +
                                " is not of the value's type " + describe(value))
        .help("write the result as " + describe(value) + ", and cast it after that");
  // C3
  if (getApproximate() && !approximateBound(getKind()))
    return BrokenConstraint(*this, "unary-c3", name + ": it is exact, and has no approximate form")
        .help("leave 'approximate' out; these functions have the form: " +
              namesOfApproximateFunctions());
  // C2
  bool takesIntegers = getKind() == UnaryKind::Abs || getKind() == UnaryKind::Neg;
  Type element = value.getElementType();
  const bool takesIt = getKind() == UnaryKind::Tf32
                           ? element.isF32()
                           : hasArithmetic(element) && (takesIntegers || isa<FloatType>(element));
  if (takesIt)
    return success();
  return BrokenConstraint(*this, "unary-c2",
                          name + ": there is no " + name + " of " + dtype_name(*dtypeOf(element)))
      .note(getValue().getLoc(), describeOperand("the value", getValue()))
      .help(getKind() == UnaryKind::Tf32 ? "cast to f32 first"
            : isa<FloatType>(element)    ? helpOfFloat8
            : takesIntegers              ? "cast to another type first"
                                         : "cast to a floating-point type first");
}

static LogicalResult verifyElementType(Operation *op, ErrorId id, Value value, TileType result) {
  auto type = cast<TileType>(value.getType());
  if (type.getElementType() == result.getElementType())
    return success();
  return BrokenConstraint(op, id,
                          op->getName().stripDialect() + ": the result " + describe(result) +
                              " has not the element type of the value " + describe(type))
      .help("write the value's element type for the result, and cast it after that");
}

LogicalResult PermuteOp::verify() {
  TileType value = getValue().getType(), result = getResult().getType();
  // C1
  if (!lackingDims(value.getDims(), result.getDims()).empty() ||
      value.getDims().size() != result.getDims().size())
    return BrokenConstraint(*this, "permute-c1",
                            "permute: the result " + describe(result) +
                                " has not the dimensions of the value " + describe(value))
        .note(getValue().getLoc(), describeOperand("the value", getValue()))
        .help("name each dimension of the value once; broadcast gives it more of them, sum, max "
              "and min take one away");
  // C2
  return verifyElementType(*this, "permute-c2", getValue(), result);
}

LogicalResult BroadcastOp::verify() {
  TileType value = getValue().getType(), result = getResult().getType();
  // C1
  if (const std::string lost = lackingDims(value.getDims(), result.getDims()); !lost.empty())
    return BrokenConstraint(*this, "broadcast-c1",
                            "broadcast: the result " + describe(result) + " lacks " + lost)
        .note(getValue().getLoc(), describeOperand("the value", getValue()))
        .help("name all dimensions of the value, and those that it is to get; sum, max and min "
              "take one away");
  // C2
  return verifyElementType(*this, "broadcast-c2", getValue(), result);
}

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

/// What the operations on two tiles have in common: which dimensions and which types
/// are allowed.  Their constraints C1 to C3 have the same numbers.
namespace {
class TwoOperands {
public:
  explicit TwoOperands(Operation *op)
      : op(op), name(op->getName().stripDialect().str()), lhs(op->getOperand(0)),
        rhs(op->getOperand(1)), lhsType(cast<TileType>(lhs.getType())),
        rhsType(cast<TileType>(rhs.getType())) {}

  LogicalResult verifyDims() const {
    // C1
    if (covers(lhsType, rhsType) || covers(rhsType, lhsType))
      return success();
    const std::string beyond = lackingDims(rhsType.getDims(), lhsType.getDims());
    SmallVector<DimAttr> all(lhsType.getDims());
    for (DimAttr dim : rhsType.getDims())
      if (!lhsType.hasDim(dim.getName()))
        all.push_back(dim);
    return BrokenConstraint(op, id("c1"),
                            name + ": lhs lacks " + beyond + ", and rhs lacks " +
                                lackingDims(lhsType.getDims(), rhsType.getDims()))
        .note(lhs.getLoc(), describeOperand("lhs", lhs))
        .note(rhs.getLoc(), describeOperand("rhs", rhs))
        .help("one operand has all dimensions of the other: " + broadcastText(all, lhsType, "lhs") +
              " has them");
  }

  /// C2, of all but the operations on truth values.
  LogicalResult verifyTypes(StringRef noI1, StringRef what) const {
    if (lhsType.getElementType() != rhsType.getElementType())
      return differentTypes();
    if (lhsType.getElementType().isInteger(1))
      return BrokenConstraint(op, id("c2"), name + ": " + noI1)
          .note(lhs.getLoc(), describeOperand("lhs", lhs))
          .help("cast to another type first");
    if (!hasArithmetic(lhsType.getElementType()))
      return BrokenConstraint(op, id("c2"),
                              name + ": there is no " + what + " of " +
                                  dtype_name(*dtypeOf(lhsType.getElementType())))
          .note(lhs.getLoc(), describeOperand("lhs", lhs))
          .help(helpOfFloat8);
    return success();
  }

  BrokenConstraint differentTypes() const {
    return BrokenConstraint(op, id("c2"), name + ": the element types differ")
        .note(lhs.getLoc(), describeOperand("lhs", lhs))
        .note(rhs.getLoc(), describeOperand("rhs", rhs))
        .help("cast one of them");
  }

  /// C3, for a result with elements of that type.
  LogicalResult verifyResult(Type element) const {
    auto result = cast<TileType>(op->getResult(0).getType());
    TileType larger = covers(lhsType, rhsType) ? lhsType : rhsType;
    auto expected = TileType::get(op->getContext(), larger.getDims(), element);
    if (result.withoutLayout() == expected)
      return success();
    return BrokenConstraint(op, id("c3"),
                            name + ": the result " + describe(result) + " is not " +
                                describe(expected))
        .help("write the result as " + describe(expected));
  }

  Type elementType() const { return lhsType.getElementType(); }
  Type resultElementType() const {
    return cast<TileType>(op->getResult(0).getType()).getElementType();
  }

private:
  ErrorId id(StringRef number) const { return ErrorId::listed(name + "-" + number.str()); }

  Operation *op;
  std::string name;
  Value lhs, rhs;
  TileType lhsType, rhsType;
};
} // namespace

static LogicalResult verifyArithmetic(Operation *op) {
  TwoOperands operands(op);
  // C1, C2, C3
  if (failed(operands.verifyDims()) ||
      failed(operands.verifyTypes("there is no arithmetic on i1", "arithmetic")))
    return failure();
  if (operands.elementType() != operands.resultElementType())
    return operands.differentTypes();
  return operands.verifyResult(operands.elementType());
}

LogicalResult AddOp::verify() { return verifyArithmetic(*this); }
LogicalResult SubOp::verify() { return verifyArithmetic(*this); }
LogicalResult MulOp::verify() { return verifyArithmetic(*this); }
LogicalResult MaximumOp::verify() { return verifyArithmetic(*this); }
LogicalResult MinimumOp::verify() { return verifyArithmetic(*this); }
LogicalResult DivOp::verify() {
  if (failed(verifyArithmetic(*this)))
    return failure();
  // C4
  if (isa<FloatType>(getResult().getType().getElementType()))
    return success();
  return BrokenConstraint(*this, "div-c4",
                          Twine("div: there is no division of ") +
                              dtype_name(*dtypeOf(getResult().getType().getElementType())) +
                              " tiles")
      .note(getLhs().getLoc(), describeOperand("lhs", getLhs()))
      .help("cast to a floating-point type first");
}

LogicalResult CompareOp::verify() {
  TwoOperands operands(*this);
  // C1, C2, C3
  if (failed(operands.verifyDims()) ||
      failed(operands.verifyTypes("truth values are combined, not compared", "comparison")))
    return failure();
  return operands.verifyResult(IntegerType::get(getContext(), 1));
}

LogicalResult LogicOp::verify() {
  TwoOperands operands(*this);
  // C1
  if (failed(operands.verifyDims()))
    return failure();
  // C2
  for (auto [part, tile] : {std::pair("lhs", getLhs()), {"rhs", getRhs()}})
    if (!tile.getType().getElementType().isInteger(1))
      return BrokenConstraint(*this, "logic-c2", Twine("logic: ") + part + " is not i1")
          .note(tile.getLoc(), describeOperand(part, tile))
          .help("compare it with a number: x != 0");
  // C3
  return operands.verifyResult(IntegerType::get(getContext(), 1));
}

//===----------------------------------------------------------------------===//
// Three operands
//===----------------------------------------------------------------------===//

LogicalResult SelectOp::verify() {
  auto broken = [&](ErrorId id, const Twine &claim) {
    return BrokenConstraint(*this, id, "select: " + claim);
  };
  // C1
  TileType largest;
  for (Value operand : getOperands())
    if (auto type = cast<TileType>(operand.getType());
        !largest && llvm::all_of(getOperandTypes(),
                                 [&](Type other) { return covers(type, cast<TileType>(other)); }))
      largest = type;
  if (!largest) {
    SmallVector<DimAttr> all;
    for (Value operand : getOperands())
      for (DimAttr dim : cast<TileType>(operand.getType()).getDims())
        if (!llvm::is_contained(all, dim))
          all.push_back(dim);
    auto lacking = [&](Value operand) {
      return lackingDims(all, cast<TileType>(operand.getType()).getDims());
    };
    return broken("select-c1", "the condition lacks " + lacking(getCondition()) + ", lhs lacks " +
                                   lacking(getLhs()) + ", and rhs lacks " + lacking(getRhs()))
        .note(getCondition().getLoc(), describeOperand("the condition", getCondition()))
        .note(getLhs().getLoc(), describeOperand("lhs", getLhs()))
        .note(getRhs().getLoc(), describeOperand("rhs", getRhs()))
        .help("one operand has all dimensions of the others: " +
              broadcastText(all, getLhs().getType(), "lhs") + " has them");
  }
  // C2
  if (!getCondition().getType().getElementType().isInteger(1))
    return broken("select-c2", "the condition is not i1")
        .note(getCondition().getLoc(), describeOperand("the condition", getCondition()))
        .help("compare it with a number: x != 0");
  // C3
  Type element = getLhs().getType().getElementType();
  if (element != getRhs().getType().getElementType())
    return broken("select-c3", "the element types differ")
        .note(getLhs().getLoc(), describeOperand("lhs", getLhs()))
        .note(getRhs().getLoc(), describeOperand("rhs", getRhs()))
        .help("cast one of them");
  // C4
  TileType result = getResult().getType();
  auto expected = TileType::get(getContext(), largest.getDims(), element);
  if (result.withoutLayout() == expected)
    return success();
  return broken("select-c4", "the result " + describe(result) + " is not " + describe(expected))
      .help("write the result as " + describe(expected));
}

} // namespace wave::ir
