//===- ElementOp.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/ElementOp.h"

#include "llvm/ADT/TypeSwitch.h"

#include "dialect/ElementTypes.h"
#include "targets/llvm/MathFunctions.h"

using namespace mlir;

namespace wave::cpu {

static Arithmetic arithmeticOf(ir::LogicKind kind) {
  switch (kind) {
  case ir::LogicKind::And:
    return Arithmetic::And;
  case ir::LogicKind::Or:
    return Arithmetic::Or;
  case ir::LogicKind::Xor:
    return Arithmetic::Xor;
  }
  llvm_unreachable("all kinds are listed");
}

Value elementOf(Code &code, Operation *op, ArrayRef<Value> x) {
  auto type = cast<ir::TileType>(op->getOperand(0).getType());
  DType dtype = computeType(*ir::dtypeOf(type.getElementType()));
  auto arithmetic = [&](Arithmetic kind) { return code.arithmetic(kind, dtype, x[0], x[1]); };
  return TypeSwitch<Operation *, Value>(op)
      .Case([&](ir::AddOp) { return arithmetic(Arithmetic::Add); })
      .Case([&](ir::SubOp) { return arithmetic(Arithmetic::Sub); })
      .Case([&](ir::MulOp) { return arithmetic(Arithmetic::Mul); })
      .Case([&](ir::DivOp) { return arithmetic(Arithmetic::Div); })
      .Case([&](ir::MaximumOp) { return arithmetic(Arithmetic::Maximum); })
      .Case([&](ir::MinimumOp) { return arithmetic(Arithmetic::Minimum); })
      .Case([&](ir::LogicOp logic) { return arithmetic(arithmeticOf(logic.getKind())); })
      .Case(
          [&](ir::CompareOp compare) { return code.compare(compare.getKind(), dtype, x[0], x[1]); })
      .Case<ir::PermuteOp, ir::BroadcastOp>([&](auto) { return x[0]; })
      .Case([&](ir::SelectOp) { return code.choose(x[0], x[1], x[2]); })
      .Case([&](ir::UnaryOp unary) {
        return codegen::mathFunction(code, unary.getKind(), dtype, x[0]);
      });
}

} // namespace wave::cpu
