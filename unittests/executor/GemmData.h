//===- GemmData.h - Matrices of small integers, and their product ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "executor/Executor.h"

namespace wave::executor {

struct GemmMatrix {
  GemmMatrix(DType type, int64_t rows, int64_t columns)
      : type(type), rows(rows), columns(columns), bytes(rows * columns * size_in_bytes(type)) {}

  void set(int64_t row, int64_t column, float value);
  /// Boxes of that many rows, with as many columns as the pattern of 128 bytes has.
  BoxArgument boxes(uint32_t boxRows);
  Region region() { return {bytes.data(), bytes.size()}; }

  DType type;
  int64_t rows, columns;
  std::vector<std::byte> bytes;
};

/// C = A * B^T, whose sums are exact; C has not been computed.
struct GemmData {
  GemmData(DType in, DType out, int64_t m, int64_t n, int64_t k);

  bool isRight() const { return c.bytes == expected.bytes; }

  GemmMatrix a, b, c, expected;
};

} // namespace wave::executor
