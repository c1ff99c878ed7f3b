//===- Compute.cpp --------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "interpreter/Compute.h"

#include "llvm/ADT/TypeSwitch.h"

#include "dialect/ElementTypes.h"
#include "interpreter/Mapping.h"
#include "interpreter/Operations.h"

using namespace mlir;

namespace wave::interpreter {

static DType dtypeOf(Value tile) {
  return *ir::dtypeOf(cast<ir::TileType>(tile.getType()).getElementType());
}

namespace {
/// One operation and what it is given.
class Computation {
public:
  Computation(const std::vector<Axis> &axes, ArrayRef<const Array *> operands, Rounding rounding)
      : axes(axes), operands(operands), rounding(rounding) {}

  Array run(ir::RegisterOp op) const {
    return splat(axes, dtypeOf(op.getResult()), numberOf(op.getValue()));
  }

  Array run(ir::MmaOp op) const {
    const Array &lhs = operand(0), &rhs = operand(1);
    const Precision precision = ir::precisionOf(op);
    if (precision == Precision::Full)
      return run(op, lhs, rhs, operand(2));
    const Array a = apply(ir::UnaryKind::Tf32, /*isApproximate=*/false, lhs, rounding),
                b = apply(ir::UnaryKind::Tf32, /*isApproximate=*/false, rhs, rounding);
    if (precision == Precision::TF32)
      return run(op, a, b, operand(2));
    auto remainder = [&](const Array &whole, const Array &part) {
      auto difference = [&](const Number &x, const Number &y) {
        return subtract(whole.dtype(), x, y);
      };
      return apply(ir::UnaryKind::Tf32, /*isApproximate=*/false,
                   elementwise(whole.axes(), whole.dtype(), whole, part, difference, rounding),
                   rounding);
    };
    return run(op, a, b, run(op, a, remainder(rhs, b), run(op, remainder(lhs, a), b, operand(2))));
  }

  Array run(ir::CastOp op) const {
    return interpreter::cast(operand(0), dtypeOf(op.getResult()), rounding);
  }

  Array run(ir::UnaryOp op) const {
    return apply(op.getKind(), op.getApproximate(), operand(0), rounding);
  }

  Array run(ir::CompareOp op) const {
    return binary(op, [&](const Number &a, const Number &b) {
      return compare(op.getKind(), operand(0).dtype(), a, b);
    });
  }
  Array run(ir::LogicOp op) const {
    return binary(op,
                  [&](const Number &a, const Number &b) { return combine(op.getKind(), a, b); });
  }

  Array run(ir::SelectOp) const { return select(axes, operand(0), operand(1), operand(2)); }

  Array run(ir::ReduceOp op) const {
    return reduce(op.getKind(), axes, operand(0), op.getInit() ? &operand(1) : nullptr,
                  op.getDim().getValue().str(), rounding);
  }

  Array run(ir::PermuteOp) const { return along(axes, operand(0)); }
  Array run(ir::BroadcastOp) const { return along(axes, operand(0)); }

  Array run(ir::AddOp op) const { return binary(op, add); }
  Array run(ir::SubOp op) const { return binary(op, subtract); }
  Array run(ir::MulOp op) const { return binary(op, multiply); }
  Array run(ir::DivOp op) const { return binary(op, divide); }
  Array run(ir::MaximumOp op) const { return binary(op, maximum); }
  Array run(ir::MinimumOp op) const { return binary(op, minimum); }

private:
  /// Of operands as they are multiplied.
  Array run(ir::MmaOp op, const Array &lhs, const Array &rhs, const Array &accumulator) const {
    const ir::SliceAttr slice = op.getSliceAttr();
    if (!slice)
      return mma(lhs, rhs, accumulator, rounding);
    return mmaOfSlice(
        lhs, rhs, accumulator, slice.getDim().str(),
        [&](int64_t at) { return slice.hasElement(at); }, rounding);
  }

  const Array &operand(size_t i) const { return *operands[i]; }

  Array binary(Operation *op, Number (*function)(DType, const Number &, const Number &)) const {
    return binary(
        op, [&](const Number &a, const Number &b) { return function(operand(0).dtype(), a, b); });
  }
  Array binary(Operation *op, const BinaryFunction &function) const {
    return elementwise(axes, dtypeOf(op->getResult(0)), operand(0), operand(1), function, rounding);
  }

  const std::vector<Axis> &axes;
  ArrayRef<const Array *> operands;
  Rounding rounding;
};
} // namespace

std::optional<Array> compute(Operation *op, const std::vector<Axis> &axes,
                             ArrayRef<const Array *> operands, Rounding rounding) {
  const Computation computation(axes, operands, rounding);
  return TypeSwitch<Operation *, std::optional<Array>>(op)
      .Case<ir::RegisterOp, ir::MmaOp, ir::CastOp, ir::UnaryOp, ir::CompareOp, ir::LogicOp,
            ir::SelectOp, ir::ReduceOp, ir::AddOp, ir::SubOp, ir::MulOp, ir::DivOp, ir::MaximumOp,
            ir::MinimumOp, ir::PermuteOp, ir::BroadcastOp>(
          [&](auto known) { return std::optional(computation.run(known)); })
      .Default([](Operation *) { return std::nullopt; });
}

} // namespace wave::interpreter
