//===- ForkBarrier.h - What a fork() has to wait for ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A child of fork() has one thread and a copy of every lock, as the others left
// them.  LLVM has locks of its own that nobody else can repair, so that a child may
// compile only if no thread was in the compiler when it was made.
//
//===----------------------------------------------------------------------===//

#pragma once

namespace wave {

/// While one lives, fork() in other threads waits.  Its thread must not fork, nor
/// wait for another thread that might.
class ForkBarrier {
public:
  ForkBarrier();
  ~ForkBarrier();
  ForkBarrier(const ForkBarrier &) = delete;
  ForkBarrier &operator=(const ForkBarrier &) = delete;
};

} // namespace wave
