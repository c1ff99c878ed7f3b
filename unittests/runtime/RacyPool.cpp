//===- RacyPool.cpp - Loops on a thread pool that forgets a lock ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Linked with a ThreadPool.cpp from which the build has taken one lock, to see that
// ThreadSanitizer would tell.
//
//===----------------------------------------------------------------------===//

#include <atomic>
#include <thread>
#include <vector>

#include "runtime/ThreadPool.h"

int main() {
  wave::ThreadPool pool(4);
  std::atomic<int64_t> sum{0};
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 4; ++caller)
    callers.emplace_back([&] {
      for (int loop = 0; loop < 200; ++loop)
        pool.run(64, 4, [&](int64_t begin, int64_t end, unsigned) { sum += end - begin; });
    });
  for (std::thread &caller : callers)
    caller.join();
  return sum == 4 * 200 * 64 ? 0 : 1;
}
