//===- Strides.h - Sizes of shapes, and walking through strided memory ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "wave/tensor.h"

namespace wave {

/// "[2, 3]"
std::string shapeText(const Shape &shape);

/// The number of elements.  Throws Error "tensor-shape" for a negative size, and
/// where the product of the sizes other than 0 exceeds 2^63 - 1 bytes: then every
/// stride and every offset of a row-major tensor fits into 64 bits as well.
int64_t checkedElementCount(const Shape &shape, DType dtype);

/// Throws Error "tensor-shape" unless there is one stride per size and the
/// distance of every element from the first one fits into 64 bits, in bytes.
void checkStrides(const Shape &shape, const std::vector<int64_t> &strides, DType dtype);

/// The strides of a row-major tensor of a checked shape.
std::vector<int64_t> rowMajorStrides(const Shape &shape);

/// The strides, with 0 for each dimension of at most one position: its stride is never
/// taken, and may be any number.
std::vector<int64_t> takenStrides(const Shape &shape, const std::vector<int64_t> &strides);

/// Whether the elements lie one after the other in row-major order.
bool isRowMajor(const Shape &shape, const std::vector<int64_t> &strides);

/// A run of elements along the last dimension.
struct Row {
  int64_t size;
  int64_t stride;
};

/// The rows of a tensor; one row, of size 1, for a tensor of rank 0.
inline Row rowOf(const Shape &shape, const std::vector<int64_t> &strides) {
  return shape.empty() ? Row{1, 1} : Row{shape.back(), shape.back() > 1 ? strides.back() : 0};
}

/// Calls body(offset) for every row in row-major order, `offset` being that of
/// the row's first element in elements.
template <typename Body>
void forEachRow(const Shape &shape, const std::vector<int64_t> &strides, Body &&body) {
  for (int64_t size : shape)
    if (size == 0)
      return;
  const size_t outer = shape.empty() ? 0 : shape.size() - 1;
  std::vector<int64_t> index(outer, 0);
  int64_t offset = 0;
  for (;;) {
    body(offset);
    size_t dim = outer;
    while (dim > 0) {
      --dim;
      if (++index[dim] < shape[dim]) {
        offset += strides[dim];
        break;
      }
      offset -= (shape[dim] - 1) * strides[dim];
      index[dim] = 0;
      if (dim == 0)
        return;
    }
    if (outer == 0)
      return;
  }
}

} // namespace wave
