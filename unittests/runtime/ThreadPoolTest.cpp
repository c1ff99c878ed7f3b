//===- ThreadPoolTest.cpp - Loops over several threads ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/ThreadPool.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <limits>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

using wave::ThreadPool;

/// Runs a loop and checks that every index comes once, from workers in range.
void checkLoop(ThreadPool &pool, int64_t count, unsigned threads) {
  const auto visits = std::make_unique<std::atomic<int>[]>(static_cast<size_t>(count) + 1);
  std::atomic<int> strays{0};
  pool.run(count, threads, [&](int64_t begin, int64_t end, unsigned worker) {
    if (begin < 0 || begin >= end || end > count || worker >= threads)
      ++strays;
    else
      for (int64_t i = begin; i < end; ++i)
        ++visits[static_cast<size_t>(i)];
  });
  EXPECT_EQ(strays.load(), 0);
  for (int64_t i = 0; i < count; ++i)
    ASSERT_EQ(visits[static_cast<size_t>(i)].load(), 1) << i << " of " << count;
}

TEST(ThreadPool, VisitsEachIndexOnce) {
  for (unsigned threads : {1u, 2u, 3u, 8u}) {
    ThreadPool pool(threads);
    EXPECT_EQ(pool.size(), threads);
    for (int64_t count : {0, 1, 2, 7, 1000})
      for (unsigned wanted : {1u, 2u, 3u, 8u}) {
        checkLoop(pool, count, wanted);
        checkLoop(ThreadPool::shared(), count, wanted);
      }
  }
  EXPECT_GE(ThreadPool::shared().size(), 8u);
}

TEST(ThreadPool, GivesOutChunks) {
  ThreadPool pool(3);
  for (const int64_t count : {1, 2, 7, 48, 1000})
    for (const unsigned threads : {1u, 2u, 3u}) {
      const unsigned workers = std::min(threads, static_cast<unsigned>(count));
      const int64_t chunk = ThreadPool::chunkOf(count, workers);
      pool.run(count, threads, [&](int64_t begin, int64_t end, unsigned) {
        EXPECT_EQ(begin % chunk, 0);
        EXPECT_EQ(end, std::min(begin + chunk, count));
      });
    }
}

/// A loop whose bodies wait for one another needs that many threads at once.
TEST(ThreadPool, EightWorkersRunTogetherUnderDistinctIds) {
  std::mutex mutex;
  std::condition_variable arrived;
  std::set<unsigned> workers;
  std::set<std::thread::id> threads;
  ThreadPool::shared().run(8, 8, [&](int64_t begin, int64_t end, unsigned worker) {
    std::unique_lock<std::mutex> lock(mutex);
    EXPECT_EQ(end, begin + 1);
    workers.insert(worker);
    threads.insert(std::this_thread::get_id());
    arrived.notify_all();
    EXPECT_TRUE(
        arrived.wait_for(lock, std::chrono::seconds(60), [&] { return workers.size() == 8; }));
  });
  EXPECT_EQ(workers, (std::set<unsigned>{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(threads.size(), 8u);
  EXPECT_TRUE(threads.contains(std::this_thread::get_id()));
}

TEST(ThreadPool, AFixedPoolDoesNotGrow) {
  ThreadPool pool(2);
  std::atomic<unsigned> greatest{0};
  pool.run(100, 8, [&](int64_t, int64_t, unsigned worker) {
    unsigned known = greatest.load();
    while (known < worker && !greatest.compare_exchange_weak(known, worker)) {
    }
  });
  EXPECT_LT(greatest.load(), 2u);
  EXPECT_EQ(pool.size(), 2u);
}

TEST(ThreadPool, HugeCountsDoNotOverflow) {
  ThreadPool pool(3);
  const int64_t count = std::numeric_limits<int64_t>::max();
  std::atomic<int64_t> covered{0};
  std::atomic<int> strays{0};
  pool.run(count, 3, [&](int64_t begin, int64_t end, unsigned) {
    covered += end - begin;
    if (begin < 0 || end <= begin)
      ++strays;
  });
  EXPECT_EQ(covered.load(), count);
  EXPECT_EQ(strays.load(), 0);
}

TEST(ThreadPool, ConcurrentCallers) {
  std::vector<std::thread> callers;
  for (int i = 0; i < 6; ++i)
    callers.emplace_back([] {
      for (int round = 0; round < 50; ++round)
        checkLoop(ThreadPool::shared(), 200, 4);
    });
  for (std::thread &caller : callers)
    caller.join();
}

TEST(ThreadPool, ScratchOfAWorkerIsNeverShared) {
  std::atomic<int> busy[4] = {};
  std::atomic<int> clashes{0};
  for (int round = 0; round < 200; ++round)
    ThreadPool::shared().run(64, 4, [&](int64_t, int64_t, unsigned worker) {
      if (busy[worker].fetch_add(1) != 0)
        ++clashes;
      std::this_thread::yield();
      busy[worker].fetch_sub(1);
    });
  EXPECT_EQ(clashes.load(), 0);
}

TEST(ThreadPool, NestedLoops) {
  ThreadPool &pool = ThreadPool::shared();
  std::atomic<int> calls{0};
  pool.run(10, 4, [&](int64_t outerBegin, int64_t outerEnd, unsigned) {
    for (int64_t i = outerBegin; i < outerEnd; ++i)
      pool.run(10, 4, [&](int64_t begin, int64_t end, unsigned) {
        for (int64_t j = begin; j < end; ++j)
          pool.run(10, 8, [&](int64_t first, int64_t last, unsigned) {
            calls += static_cast<int>(last - first);
          });
      });
  });
  EXPECT_EQ(calls.load(), 1000);
}

TEST(ThreadPool, ExceptionsReachTheCallerAfterTheOthersStopped) {
  ThreadPool pool(4);
  for (int64_t culprit : {0, 500, 999}) {
    std::atomic<int> running{0};
    try {
      pool.run(1000, 4, [&](int64_t begin, int64_t end, unsigned) {
        ++running;
        const bool isCulprit = begin <= culprit && culprit < end;
        --running;
        if (isCulprit)
          throw std::runtime_error("index " + std::to_string(culprit));
      });
      ADD_FAILURE() << "nothing thrown";
    } catch (const std::runtime_error &error) {
      EXPECT_EQ(error.what(), "index " + std::to_string(culprit));
      EXPECT_EQ(running.load(), 0);
    }
    checkLoop(pool, 100, 4);
  }
  // From every worker at once: one arrives.
  EXPECT_THROW(pool.run(1000, 4, [](int64_t, int64_t, unsigned) { throw 7; }), int);
}

TEST(ThreadPool, PoolsComeAndGo) {
  for (int i = 0; i < 50; ++i) {
    ThreadPool pool(4);
    if (i % 2 == 0)
      checkLoop(pool, 20, 4);
  }
}

TEST(ThreadPool, ForkedChildGetsNewThreads) {
  ThreadPool fixed(3);
  checkLoop(fixed, 100, 3);
  checkLoop(ThreadPool::shared(), 100, 8);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    ::alarm(60); // a hanging child must end for the parent to fail
    std::atomic<int64_t> covered{0};
    for (ThreadPool *pool : {&fixed, &ThreadPool::shared()})
      pool->run(1000, 8, [&](int64_t begin, int64_t end, unsigned) { covered += end - begin; });
    ::_exit(covered.load() == 2000 && fixed.size() == 3 ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
  checkLoop(ThreadPool::shared(), 100, 8);
}

/// While a thread starts, nothing yet points to what the C library has allocated for it: a process
/// that ends then has a leak, which LeakSanitizer reports.
TEST(ThreadPool, AProcessEndsWhileHelpersStart) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  constexpr unsigned threads = 64;
  for (int i = 0; i < 16; ++i)
    EXPECT_EXIT(
        {
          ThreadPool::shared().run(threads, threads, [](int64_t, int64_t, unsigned) {});
          std::exit(0);
        },
        ::testing::ExitedWithCode(0), "");
}

TEST(ThreadPool, ABodyEndsTheProcess) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  constexpr int64_t count = 64;
  for (int64_t last : {int64_t{0}, count / 2, count - 1})
    EXPECT_EXIT(ThreadPool::shared().run(count, 8,
                                         [&](int64_t begin, int64_t end, unsigned) {
                                           if (begin <= last && last < end)
                                             std::exit(0);
                                         }),
                ::testing::ExitedWithCode(0), "");
}

} // namespace
