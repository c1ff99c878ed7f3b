//===- ThreadPool.cpp - Loops over several threads ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/ThreadPool.h"

#include <pthread.h>

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace wave {
namespace {

/// How many times this process has been a fork's child.  A state of an earlier
/// generation has lost its threads, and its mutex may be locked for ever.
std::atomic<unsigned> forkGeneration{0};

unsigned currentGeneration() {
  static const int registered =
      ::pthread_atfork(nullptr, nullptr, [] { forkGeneration.fetch_add(1); });
  static_cast<void>(registered);
  return forkGeneration.load();
}

/// One loop; lives on its caller's stack.
struct Loop {
  Loop(const ThreadPool::Body &function, int64_t calls, unsigned threads)
      : body(function), count(static_cast<uint64_t>(calls)), maxWorkers(threads),
        chunk(static_cast<uint64_t>(ThreadPool::chunkOf(calls, threads))) {}

  bool hasWork() const { return next.load(std::memory_order_relaxed) < count; }

  /// Takes chunks until there are none.
  void work(unsigned worker) {
    // Unsigned, because every worker takes a step beyond the end.
    for (uint64_t begin = next.fetch_add(chunk); begin < count; begin = next.fetch_add(chunk))
      body(static_cast<int64_t>(begin),
           static_cast<int64_t>(begin + std::min(chunk, count - begin)), worker);
  }

  const ThreadPool::Body &body;
  const uint64_t count;
  const unsigned maxWorkers;
  const uint64_t chunk;
  std::atomic<uint64_t> next{0};

  // Guarded by the mutex of the pool's state.
  unsigned joined = 1; // workers so far, the caller first
  unsigned active = 0; // helpers at work
  std::exception_ptr failure;
  std::condition_variable isIdle;
};

} // namespace

struct ThreadPool::State {
  State(unsigned threads, unsigned currentGen) : generation(currentGen) { grow(threads); }

  ~State() {
    {
      const std::lock_guard<std::mutex> lock(mutex);
      isStopping = true;
    }
    wakeUp.notify_all();
    for (std::thread &helper : helpers)
      helper.join();
  }

  void grow(unsigned threads) {
    const std::lock_guard<std::mutex> lock(mutex);
    try {
      while (helpers.size() + 1 < threads) {
        helpers.emplace_back([this] { help(); });
        size.store(static_cast<unsigned>(helpers.size()) + 1);
      }
    } catch (const std::system_error &) {
      // The system has no more threads; loops work with those that there are.
    }
  }

  void awaitStart() {
    std::unique_lock<std::mutex> lock(mutex);
    hasStarted.wait(lock, [&] { return started == helpers.size(); });
  }

  /// What a helper does: join the oldest loop that has work, or sleep.
  void help() {
    std::unique_lock<std::mutex> lock(mutex);
    ++started;
    hasStarted.notify_one();
    while (true) {
      while (!loops.empty() && !loops.front()->hasWork())
        loops.pop_front();
      if (loops.empty()) {
        if (isStopping)
          return;
        wakeUp.wait(lock);
        continue;
      }
      Loop &loop = *loops.front();
      const unsigned worker = loop.joined++;
      if (loop.joined == loop.maxWorkers)
        loops.pop_front();
      ++loop.active;
      lock.unlock();
      std::exception_ptr failure = workOn(loop, worker);
      lock.lock();
      record(loop, failure);
      // Under the lock: the caller destroys the loop as soon as it sees 0.
      if (--loop.active == 0)
        loop.isIdle.notify_one();
    }
  }

  void run(Loop &loop) {
    {
      const std::lock_guard<std::mutex> lock(mutex);
      loops.push_back(&loop);
    }
    for (unsigned i = 1; i < loop.maxWorkers; ++i)
      wakeUp.notify_one();
    std::exception_ptr failure = workOn(loop, 0);
    std::unique_lock<std::mutex> lock(mutex);
    loops.erase(std::remove(loops.begin(), loops.end(), &loop), loops.end());
    loop.isIdle.wait(lock, [&] { return loop.active == 0; });
    record(loop, failure);
  }

  static std::exception_ptr workOn(Loop &loop, unsigned worker) {
    try {
      loop.work(worker);
      return nullptr;
    } catch (...) {
      loop.next.store(loop.count); // no further chunk is handed out
      return std::current_exception();
    }
  }

  static void record(Loop &loop, std::exception_ptr &failure) {
    if (failure && !loop.failure)
      loop.failure = std::move(failure);
  }

  const unsigned generation;
  std::atomic<unsigned> size{1};
  std::mutex mutex;
  std::condition_variable wakeUp;
  std::deque<Loop *> loops; // that may still want helpers
  std::vector<std::thread> helpers;
  size_t started = 0; // helpers that have reached help()
  std::condition_variable hasStarted;
  bool isStopping = false;
};

ThreadPool::ThreadPool(unsigned threads) : ThreadPool(threads, threads) {}

ThreadPool::ThreadPool(unsigned threads, unsigned limit)
    : state(nullptr), initialSize(std::clamp(threads, 1u, maxSize)),
      sizeLimit(std::clamp(limit, 1u, maxSize)) {
  state.store(new State(initialSize, currentGeneration()));
}

ThreadPool::~ThreadPool() {
  // A state from before a fork cannot be destroyed: its threads do not exist.
  State *last = state.load();
  if (last->generation == currentGeneration())
    delete last;
}

ThreadPool::State &ThreadPool::current() const {
  const unsigned generation = currentGeneration();
  State *known = state.load();
  if (known->generation != generation) {
    // The threads of a child can arrive here together: one replacement wins.
    auto *fresh = new State(initialSize, generation);
    if (state.compare_exchange_strong(known, fresh))
      return *fresh;
    delete fresh;
  }
  return *known;
}

void ThreadPool::awaitStart() const {
  State *last = state.load();
  if (last->generation == currentGeneration())
    last->awaitStart();
}

unsigned ThreadPool::size() const { return current().size.load(); }

int64_t ThreadPool::chunkOf(int64_t count, unsigned threads) {
  // Small enough to even out calls of different cost, large enough that taking
  // a chunk does not show.
  constexpr int64_t chunksPerThread = 16;
  return threads <= 1 ? count : std::max<int64_t>(1, count / (threads * chunksPerThread));
}

void ThreadPool::run(int64_t count, unsigned maxThreads, const Body &body) {
  if (count <= 0)
    return;
  State &pool = current();
  unsigned wanted = std::min(std::max(maxThreads, 1u), sizeLimit);
  wanted = static_cast<unsigned>(std::min<int64_t>(wanted, count));
  if (wanted > pool.size.load())
    pool.grow(wanted);
  const unsigned workers = std::min(wanted, pool.size.load());
  if (workers == 1) {
    body(0, count, 0);
    return;
  }
  Loop loop(body, count, workers);
  pool.run(loop);
  if (loop.failure)
    std::rethrow_exception(loop.failure);
}

ThreadPool &ThreadPool::shared() {
  // Never destroyed: at exit its helpers sleep, and joining them could hang an
  // exit() called from a body.
  static ThreadPool *const pool = [] {
    std::atexit([] { shared().awaitStart(); });
    return new ThreadPool(std::thread::hardware_concurrency(), maxSize);
  }();
  return *pool;
}

} // namespace wave
