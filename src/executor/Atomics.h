//===- Atomics.h - Read, compute, write -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstddef>
#include <string_view>

#include "executor/LaneTypes.h"

namespace wave::executor {

/// Computes at `memory`, which no one else looks at meanwhile; `old` and `operand` are numbers
/// of the type.
using AtomicFunction = void (*)(std::byte *memory, const std::byte *operand, std::byte *old);

/// By LLVM's name, "add", "fadd", "umax"; null if there is none for the type.
AtomicFunction atomicFunction(std::string_view operation, Scalar scalar);

} // namespace wave::executor
