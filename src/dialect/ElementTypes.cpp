//===- ElementTypes.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/ElementTypes.h"

#include "machine/DTypes.h"
#include "machine/ElementFormat.h"

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
  case DType::f8e4m3fn:
    return Float8E4M3FNType::get(context);
  case DType::f8e5m2:
    return Float8E5M2Type::get(context);
  case DType::f8e4m3fnuz:
    return Float8E4M3FNUZType::get(context);
  case DType::f8e5m2fnuz:
    return Float8E5M2FNUZType::get(context);
  }
  llvm_unreachable("all element types are listed");
}

std::optional<DType> dtypeOf(Type type) {
  for (DType dtype : machine::dtypes())
    if (typeOf(dtype, type.getContext()) == type)
      return dtype;
  return std::nullopt;
}

int64_t elementBytes(Type type) { return size_in_bytes(*dtypeOf(type)); }

bool hasArithmetic(Type type) {
  std::optional<DType> dtype = dtypeOf(type);
  return dtype && *dtype != DType::i1 && !machine::float8Of(*dtype);
}

} // namespace wave::ir
