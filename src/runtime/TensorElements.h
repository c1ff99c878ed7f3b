//===- TensorElements.h - Single elements: memory, and conversion ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One rule per pair of types, used wherever a Tensor converts:
//   * to a float type: rounded once, to nearest even; what is too large becomes infinity,
//     or NaN in a type without one;
//   * float to integer: toward zero, saturating at the ends, NaN gives 0;
//   * integer to integer: saturating, and never through a double;
//   * to i1: whether it differs from 0 (so NaN gives 1).
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

#include "diagnostic/Fail.h"
#include "wave/tensor.h"

namespace wave {

/// Throws Error "tensor-device" for elements that are on a GPU.
void checkOnHost(const Tensor &tensor);

template <typename T> struct ElementTag {
  using Type = T;
};

/// Calls body(ElementTag<T>()) for the C++ type T of `dtype`; see dtype_of.
template <typename Body> decltype(auto) withElementType(DType dtype, Body &&body) {
  switch (dtype) {
  case DType::f16:
    return body(ElementTag<float16>());
  case DType::bf16:
    return body(ElementTag<bfloat16>());
  case DType::f32:
    return body(ElementTag<float>());
  case DType::f64:
    return body(ElementTag<double>());
  case DType::i8:
    return body(ElementTag<int8_t>());
  case DType::i32:
    return body(ElementTag<int32_t>());
  case DType::i64:
    return body(ElementTag<int64_t>());
  case DType::i1:
    return body(ElementTag<bool>());
  case DType::f8e4m3fn:
    return body(ElementTag<float8_e4m3fn>());
  case DType::f8e5m2:
    return body(ElementTag<float8_e5m2>());
  case DType::f8e4m3fnuz:
    return body(ElementTag<float8_e4m3fnuz>());
  case DType::f8e5m2fnuz:
    return body(ElementTag<float8_e5m2fnuz>());
  }
  fail<InternalError>("tensor-dtype", "tensor: not an element type");
}

/// Element memory need not be aligned (a file, another library), and a truth
/// value from outside may be any byte; memcpy costs nothing where it is aligned.
template <typename T> T loadElement(const std::byte *memory) {
  if constexpr (std::is_same_v<T, bool>) {
    return *memory != std::byte{0};
  } else {
    T value;
    std::memcpy(&value, memory, sizeof(T));
    return value;
  }
}

template <typename T> void storeElement(std::byte *memory, T value) {
  std::memcpy(memory, &value, sizeof(T));
}

/// A double that rounds to f16 and bf16 as `value` itself does: where bits have to
/// go, the last one kept is set ("round to odd"), which keeps it off every tie.
double roundToOdd(int64_t value);

template <typename To> To convertFromDouble(double value) {
  if constexpr (std::is_same_v<To, bool>) {
    return value != 0;
  } else if constexpr (std::is_integral_v<To>) {
    // -2^(n-1) and 2^(n-1) are doubles; the largest integer need not be.
    constexpr double lowest = static_cast<double>(std::numeric_limits<To>::min());
    if (value != value)
      return 0;
    if (value < lowest)
      return std::numeric_limits<To>::min();
    if (value >= -lowest)
      return std::numeric_limits<To>::max();
    return static_cast<To>(value);
  } else {
    return static_cast<To>(value);
  }
}

template <typename To> To convertFromInt(int64_t value) {
  if constexpr (std::is_same_v<To, bool>) {
    return value != 0;
  } else if constexpr (std::is_integral_v<To>) {
    if (value < std::numeric_limits<To>::min())
      return std::numeric_limits<To>::min();
    if (value > std::numeric_limits<To>::max())
      return std::numeric_limits<To>::max();
    return static_cast<To>(value);
  } else if constexpr (std::is_floating_point_v<To>) {
    return static_cast<To>(value);
  } else {
    return To(roundToOdd(value));
  }
}

template <typename To, typename From> To convertElement(From value) {
  if constexpr (std::is_same_v<To, From>)
    return value;
  else if constexpr (std::is_integral_v<From>)
    return convertFromInt<To>(static_cast<int64_t>(value));
  else
    return convertFromDouble<To>(static_cast<double>(value));
}

double loadDouble(const void *element, DType dtype);
int64_t loadInt(const void *element, DType dtype);
void storeDouble(void *element, DType dtype, double value);

/// Fills row-major memory from strided memory of the same shape.
void copyElements(void *to, DType toType, const void *from, DType fromType, const Shape &shape,
                  const std::vector<int64_t> &fromStrides);

} // namespace wave
