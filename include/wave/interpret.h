//===- interpret.h - The reference interpreter ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <initializer_list>
#include <source_location>
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
  /// Computes floats in double and rounds only on writes.  If false, every operation rounds to its
  /// element type.
  bool float64 = false;
  /// Receives the whole register of each debug_log call, once per step of the enclosing loops.
  LogHandler on_log = {};
};

/// Executes the traced form on one thread: the reference for compiled code, with which it shares no
/// code.  Errors about the tensors are located at `where`.
void interpret(const Kernel &kernel, const InterpretOptions &options,
               std::span<const Tensor> tensors,
               std::source_location where = std::source_location::current());
inline void interpret(const Kernel &kernel, const InterpretOptions &options,
                      std::initializer_list<Tensor> tensors,
                      std::source_location where = std::source_location::current()) {
  interpret(kernel, options, std::span<const Tensor>(tensors.begin(), tensors.size()), where);
}

} // namespace wave
#pragma GCC visibility pop
