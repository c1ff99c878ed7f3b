//===- Arguments.h - Checking what a kernel is called with ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "wave/diagnostic.h"
#include "wave/tensor.h"

namespace wave {

/// What a compiled kernel expects in one position.
struct Argument {
  std::string name;
  DType dtype = DType::f32;
  std::vector<std::pair<std::string, int64_t>> dims; ///< name and size
  bool isRead = false;
  bool isWritten = false;
  SourceLocation where; ///< of the Memory
};

/// Throws Error for the first tensor that does not fit, or that a launch could not
/// use safely: argument-count, argument-rank, argument-shape, argument-dtype,
/// argument-null, argument-alignment, argument-stride, argument-overlap.
void checkArguments(const std::string &kernel, const std::vector<Argument> &arguments,
                    std::span<const Tensor> tensors);

} // namespace wave
