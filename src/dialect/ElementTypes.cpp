//===- ElementTypes.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/ElementTypes.h"

using namespace mlir;

namespace wave::ir {

Type typeOf(DType dtype, MLIRContext *context) {
  switch (dtype) {
  case DType::f16:
    return Float16Type::get(context);
  case DType::bf16:
    return BFloat16Type::get(context);
  case DType::f32:
    return Float32Type::get(context);
  case DType::f64:
    return Float64Type::get(context);
  case DType::i8:
    return IntegerType::get(context, 8);
  case DType::i32:
    return IntegerType::get(context, 32);
  case DType::i64:
    return IntegerType::get(context, 64);
  case DType::i1:
    return IntegerType::get(context, 1);
  }
  llvm_unreachable("all element types are listed");
}

std::optional<DType> dtypeOf(Type type) {
  for (DType dtype : {DType::f16, DType::bf16, DType::f32, DType::f64, DType::i8, DType::i32,
                      DType::i64, DType::i1})
    if (typeOf(dtype, type.getContext()) == type)
      return dtype;
  return std::nullopt;
}

} // namespace wave::ir
