//===- ThreadPool.h - Loops over several threads --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A caller works on its own loop, and idle helper threads join it.  Nobody waits
// for a helper that has not joined yet, and a thread waits only for chunks of its
// own loop; so loops may be started by several threads at once and from within
// one another without deadlock.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

namespace wave {

class ThreadPool {
public:
  /// Does [begin, end) of the loop as the given worker.
  using Body = std::function<void(int64_t begin, int64_t end, unsigned worker)>;

  static constexpr unsigned maxSize = 256;

  /// A pool of `threads` threads, the caller of run() being one of them; fewer
  /// where the system refuses more.
  explicit ThreadPool(unsigned threads);
  /// No run() may be under way.
  ~ThreadPool();
  ThreadPool(const ThreadPool &) = delete;
  ThreadPool &operator=(const ThreadPool &) = delete;

  /// Threads that can take part in a loop, the caller included.
  unsigned size() const;

  /// Calls `body` for chunks that cover [0, count) once, on at most `maxThreads`
  /// threads, and returns when all calls have.  `worker` is below `maxThreads`,
  /// the caller being 0, and no two threads of a loop share it.  An exception
  /// of a body ends the loop and is rethrown; of several, one.
  void run(int64_t count, unsigned maxThreads, const Body &body);

  /// How many calls a thread takes at a time of a loop of `count`, on so many threads: chunks are
  /// in order, and each thread takes the next one when it has ended its own.
  static int64_t chunkOf(int64_t count, unsigned threads);

  /// The pool of the process.  It grows to what run() asks for, up to maxSize,
  /// and goes on working in the child of a fork() made outside of its loops.
  static ThreadPool &shared();

private:
  struct State;
  ThreadPool(unsigned threads, unsigned limit);
  State &current() const;
  /// Returns when every helper is known to the system and to a sanitizer.  A process that ends
  /// before has lost, for LeakSanitizer, what the C library allocated for the new thread.
  void awaitStart() const;

  mutable std::atomic<State *> state;
  const unsigned initialSize;
  const unsigned sizeLimit;
};

} // namespace wave
