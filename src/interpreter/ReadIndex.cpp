//===- ReadIndex.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "interpreter/ReadIndex.h"

#include <cstring>

using namespace mlir;

namespace wave::interpreter {

int64_t readIndex(ir::ReadIndexOp op, const Tensor &tensor, ArrayRef<int64_t> place) {
  int64_t offset = 0;
  for (auto [at, size, stride] : llvm::zip(place, tensor.shape(), tensor.strides())) {
    if (at < 0 || at >= size)
      return static_cast<int64_t>(op.getFill().value_or(0));
    offset += at * stride;
  }
  const auto load = [&]<typename T>(T element) -> int64_t {
    std::memcpy(&element,
                static_cast<const std::byte *>(tensor.data()) +
                    offset * static_cast<int64_t>(sizeof(T)),
                sizeof(T));
    return element;
  };
  return tensor.dtype() == DType::i32 ? load(int32_t()) : load(int64_t());
}

} // namespace wave::interpreter
