//===- BoxMap.h - A tensor of which boxes are copied ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a tensor map of NVIDIA's Tensor Memory Accelerator says, before the driver encodes it
// (CUDA driver API, cuTensorMapEncodeTiled): the executor reads it as it is, the runtime has it
// encoded.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "wave/types.h"

namespace wave {

struct BoxMap {
  DType type = DType::f16;
  std::byte *base = nullptr;     ///< of the tensor
  std::vector<uint64_t> sizes;   ///< elements, the innermost dimension first
  std::vector<uint64_t> strides; ///< bytes, of the dimensions 1 and on: one less than sizes
  std::vector<uint32_t> box;     ///< elements, the innermost dimension first
  uint32_t swizzleBytes = 0;     ///< 0, 32, 64 or 128: the row of the pattern in shared memory
};

} // namespace wave
