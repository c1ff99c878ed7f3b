//===- Strides.cpp - Sizes of shapes --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Strides.h"

#include <algorithm>

#include "diagnostic/Fail.h"

namespace wave {

std::string shapeText(const Shape &shape) {
  std::string text = "[";
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
  return text + "]";
}

int64_t checkedElementCount(const Shape &shape, DType dtype) {
  int64_t bytes = size_in_bytes(dtype);
  bool isEmpty = false;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] < 0)
      fail<Error>("tensor-shape",
                  "tensor: size " + std::to_string(shape[i]) + " of dimension " +
                      std::to_string(i) + " of shape " + shapeText(shape) + " is negative",
                  "sizes are at least 0");
    isEmpty |= shape[i] == 0;
    if (shape[i] != 0 && __builtin_mul_overflow(bytes, shape[i], &bytes))
      fail<Error>("tensor-shape",
                  "tensor: shape " + shapeText(shape) + " of " + std::string(dtype_name(dtype)) +
                      " has more than 2^63 - 1 bytes",
                  "choose smaller sizes");
  }
  return isEmpty ? 0 : bytes / size_in_bytes(dtype);
}

void checkStrides(const Shape &shape, const std::vector<int64_t> &strides, DType dtype) {
  if (strides.size() != shape.size())
    fail<Error>("tensor-shape",
                "tensor: shape " + shapeText(shape) + " needs " + std::to_string(shape.size()) +
                    " strides, got " + std::to_string(strides.size()),
                "give one for each dimension, in elements; without strides the tensor is "
                "row-major");
  int64_t lowest = 0;
  int64_t highest = 0;
  bool overflows = false;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] <= 1)
      continue;
    int64_t distance = 0;
    overflows |= __builtin_mul_overflow(strides[i], shape[i] - 1, &distance);
    int64_t &end = distance < 0 ? lowest : highest;
    overflows |= __builtin_add_overflow(end, distance, &end);
  }
  int64_t bytes = 0;
  overflows |= __builtin_mul_overflow(lowest, size_in_bytes(dtype), &bytes);
  overflows |= __builtin_mul_overflow(highest, size_in_bytes(dtype), &bytes);
  if (overflows)
    fail<Error>("tensor-shape",
                "tensor: shape " + shapeText(shape) + " with strides " + shapeText(strides) +
                    " of " + std::string(dtype_name(dtype)) + " spans more than 2^63 - 1 bytes",
                "strides count elements, not bytes");
}

std::vector<int64_t> rowMajorStrides(const Shape &shape) {
  std::vector<int64_t> strides(shape.size(), 1);
  for (size_t i = shape.size(); i > 1; --i)
    strides[i - 2] = strides[i - 1] * std::max<int64_t>(shape[i - 1], 1);
  return strides;
}

std::vector<int64_t> takenStrides(const Shape &shape, const std::vector<int64_t> &strides) {
  std::vector<int64_t> taken = strides;
  for (size_t i = 0; i < shape.size(); ++i)
    if (shape[i] <= 1)
      taken[i] = 0;
  return taken;
}

bool isRowMajor(const Shape &shape, const std::vector<int64_t> &strides) {
  int64_t expected = 1;
  bool matches = true;
  for (size_t i = shape.size(); i > 0; --i) {
    if (shape[i - 1] == 0)
      return true;
    // The stride of a dimension with one position is never taken.
    if (shape[i - 1] != 1 && strides[i - 1] != expected)
      matches = false;
    expected *= shape[i - 1];
  }
  return matches;
}

} // namespace wave
