//===- ParallelFor.h - Something for each of many elements ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <algorithm>
#include <cstdint>

#include "machine/HostCpu.h"
#include "runtime/ThreadPool.h"

namespace wave {

/// Calls body(begin, end) for parts that cover [0, count) once: on a thread for each processor,
/// or on the caller's alone where there is too little to do.
template <typename Body> void parallelFor(int64_t count, Body &&body) {
  // Elements that take some 0.1 ms, beside which taking a part and waking a thread do not show.
  constexpr int64_t part = int64_t{1} << 16;
  if (count <= 0)
    return;
  if (count <= part)
    return body(int64_t{0}, count);
  ThreadPool::shared().run((count - 1) / part + 1, machine::hostThreads(),
                           [&](int64_t begin, int64_t end, unsigned) {
                             body(begin * part, std::min(count, end * part));
                           });
}

} // namespace wave
