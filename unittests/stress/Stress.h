//===- Stress.h - What the stress tests have in common --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <thread>
#include <vector>

#include <wave/wave.h>

extern "C" __attribute__((weak)) void __asan_init();
extern "C" __attribute__((weak)) void __tsan_init();

namespace wave::stress {

inline constexpr Symbol M{"M"}, N{"N"}, K{"K"};

/// Whether the program has the runtime of one: the tests themselves may be compiled without.
inline const bool underSanitizer = __asan_init != nullptr || __tsan_init != nullptr;

/// How often something is done; sanitizers slow down what they instrument.
inline int times(int count) { return underSanitizer ? (count + 9) / 10 : count; }

/// c = a + 1, for M elements: the smallest kernel.
inline Kernel plusOne() {
  Memory a("a", {M}, f32), c("c", {M}, f32);
  return Kernel("plus_one", {a, c}, {WorkgroupConstraint{M, 8, 0}}, [&] { write(read(a) + 1, c); });
}

/// Whether that kernel, compiled for `size`, computes it.
inline bool isPlusOne(const CompiledKernel &compiled, int64_t size, unsigned threads = 1) {
  const Tensor a = Tensor::full({size}, f32, 4), c = Tensor::zeros({size}, f32);
  compiled.launch({a, c}, {.threads = threads});
  return max_abs_difference(c, Tensor::full({size}, f32, 5)) == 0;
}

/// Runs `body(0)` to `body(count - 1)` at the same time.
inline void inThreads(int count, const std::function<void(int)> &body) {
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i)
    threads.emplace_back(body, i);
  for (std::thread &thread : threads)
    thread.join();
}

/// Runs `body` in a child; whether it returned true there.
template <typename Body> bool holdsInChild(const Body &body) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(60); // a child that hangs has to end for its parent to fail
    bool holds = false;
    try {
      holds = body();
    } catch (...) {
    }
    ::_exit(holds ? 0 : 1);
  }
  int status = -1;
  return child > 0 && ::waitpid(child, &status, 0) == child && WIFEXITED(status) &&
         WEXITSTATUS(status) == 0;
}

} // namespace wave::stress
