//===- Buffers.h - What a kernel is run on --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "driver/main/Sizes.h"
#include "runtime/Arguments.h"

namespace wave::commandline {

struct Buffers {
  /// One per argument, row-major.
  std::vector<Tensor> tensors;
  /// What they held before the run; shares the memory of those that are only read
  /// or only written.
  std::vector<Tensor> before;
};

/// How a result is checked.
enum class CheckMethod { None, Reference, Interpreter };

/// Throws Error "buffers-too-large" where `arguments`, but for those of `files`, with what a
/// check adds, need more memory than this process can get.
void checkMemory(const std::vector<Argument> &arguments, const std::vector<InputFile> &files,
                 CheckMethod method);

/// Inputs from `files`, else normal numbers of `seed` plus the position of the
/// argument.  What the kernel only writes is poisoned.  `begin` hears what is made, before
/// it is.
Buffers makeBuffers(const std::vector<Argument> &arguments, const std::vector<InputFile> &files,
                    uint64_t seed, const std::function<void(const std::string &what)> &begin);

/// Fills floats with NaN, of all bits set where that is one, and integers with bytes 0x55, so
/// that an element that is never written is seen.
void poison(Tensor &tensor);

/// Whether the element has the bits of a poisoned one, which no computed NaN has.
bool isPoison(const Tensor &tensor, int64_t index);

} // namespace wave::commandline
