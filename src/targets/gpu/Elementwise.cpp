//===- Elementwise.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/gpu/Elementwise.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/TypeSwitch.h"

#include "dialect/ElementTypes.h"
#include "targets/gpu/LaneMath.h"

using namespace mlir;

namespace wave::gpu {

static DType dtypeOf(Value tile) {
  return *ir::dtypeOf(cast<ir::TileType>(tile.getType()).getElementType());
}

Value extremum(LaneCode &code, bool isMax, DType dtype, Value a, Value b) {
  StringRef name = is_float(dtype) ? (isMax ? "llvm.intr.maximum" : "llvm.intr.minimum")
                                   : (isMax ? "llvm.intr.smax" : "llvm.intr.smin");
  return code.call(name, {a, b}, a.getType());
}

Value compare(LaneCode &code, ir::ComparisonKind kind, DType dtype, Value a, Value b) {
  using Float = LLVM::FCmpPredicate;
  using Integer = LLVM::ICmpPredicate;
  struct Predicates {
    Float real;
    Integer integer;
  };
  static constexpr Predicates predicates[] = {
      {Float::olt, Integer::slt}, {Float::ole, Integer::sle}, {Float::ogt, Integer::sgt},
      {Float::oge, Integer::sge}, {Float::oeq, Integer::eq},  {Float::une, Integer::ne}};
  const Predicates &chosen = predicates[static_cast<size_t>(kind)];
  if (is_float(dtype))
    return LLVM::FCmpOp::create(code.builder, code.loc, chosen.real, a, b);
  return LLVM::ICmpOp::create(code.builder, code.loc, chosen.integer, a, b);
}

Value combine(LaneCode &code, ir::ReductionKind kind, DType dtype, Value a, Value b) {
  if (kind == ir::ReductionKind::Sum)
    return code.arithmetic(LaneCode::Arithmetic::Add, dtype, a, b);
  return extremum(code, kind == ir::ReductionKind::Max, dtype, a, b);
}

Value elementwise(LaneCode &code, const LaneTarget &target, Operation *op,
                  ArrayRef<Value> operands) {
  const DType dtype = dtypeOf(op->getOperand(op->getNumOperands() - 1));
  auto arithmetic = [&](LaneCode::Arithmetic kind) {
    return code.arithmetic(kind, dtype, operands[0], operands[1]);
  };
  return TypeSwitch<Operation *, Value>(op)
      .Case([&](ir::AddOp) { return arithmetic(LaneCode::Arithmetic::Add); })
      .Case([&](ir::SubOp) { return arithmetic(LaneCode::Arithmetic::Sub); })
      .Case([&](ir::MulOp) { return arithmetic(LaneCode::Arithmetic::Mul); })
      .Case([&](ir::DivOp) { return arithmetic(LaneCode::Arithmetic::Div); })
      .Case([&](ir::MaximumOp) { return extremum(code, true, dtype, operands[0], operands[1]); })
      .Case([&](ir::MinimumOp) { return extremum(code, false, dtype, operands[0], operands[1]); })
      .Case([&](ir::UnaryOp unary) {
        return laneFunction(code, target, unary.getKind(), unary.getApproximate(), dtype,
                            operands[0]);
      })
      .Case([&](ir::CompareOp compareOp) {
        return compare(code, compareOp.getKind(), dtype, operands[0], operands[1]);
      })
      .Case([&](ir::LogicOp logic) {
        static constexpr StringLiteral names[] = {"llvm.and", "llvm.or", "llvm.xor"};
        return code.call(names[static_cast<size_t>(logic.getKind())], {operands[0], operands[1]},
                         operands[0].getType());
      })
      .Case<ir::PermuteOp, ir::BroadcastOp>([&](auto) { return operands[0]; })
      .Case([&](ir::SelectOp) { return code.choose(operands[0], operands[1], operands[2]); });
}

} // namespace wave::gpu
