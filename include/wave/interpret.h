//===- interpret.h - The reference semantics, executed --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <initializer_list>
#include <span>

#include "wave/debug_log.h"
#include "wave/expr.h"
#include "wave/kernel.h"
#include "wave/tensor.h"

#pragma GCC visibility push(default)
namespace wave {

struct InterpretOptions {
  /// Values of the kernel's symbols, as for a compile.
  Bindings subs = {};
  /// Compute floating point in double and round only when writing; otherwise
  /// every operation rounds to its element type.
  bool float64 = false;
  /// Takes what the kernel's debug_log calls sent: for each step of the loops around a
  /// call, everything at once.
  LogHandler on_log = {};
};

/// Runs the traced form directly, naively and on one thread: the oracle that
/// compiled code is compared with.  It shares no code with the compiler.
void interpret(const Kernel &kernel, const InterpretOptions &options,
               std::span<const Tensor> tensors);
inline void interpret(const Kernel &kernel, const InterpretOptions &options,
                      std::initializer_list<Tensor> tensors) {
  interpret(kernel, options, std::span<const Tensor>(tensors.begin(), tensors.size()));
}

} // namespace wave
#pragma GCC visibility pop
