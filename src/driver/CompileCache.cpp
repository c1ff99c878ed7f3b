//===- CompileCache.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/CompileCache.h"

#include <algorithm>
#include <utility>

#include "driver/CompiledKernel.h"
#include "driver/ForkBarrier.h"

namespace wave {

CompileCache &CompileCache::shared() {
  // Never destroyed: threads may compile while the process exits.
  static CompileCache *const cache = new CompileCache;
  return *cache;
}

CompileCache::Result CompileCache::get(const std::string &key,
                                       const std::function<Result()> &compile) {
  std::shared_future<Outcome> outcome;
  {
    // Around all that takes the lock, so that a child of fork() finds it free, and
    // no compile that nobody will end.
    const ForkBarrier noFork;
    std::promise<Outcome> promise;
    Request asked = request(key, promise);
    if (asked.isFirst)
      promise.set_value(run(key, compile));
    outcome = std::move(asked.outcome);
  }
  const Outcome &ended = outcome.get();
  if (ended.failure)
    std::rethrow_exception(ended.failure);
  return ended.result;
}

CompileCache::Result CompileCache::getFresh(const std::function<Result()> &compile) {
  const ForkBarrier noFork;
  {
    const std::lock_guard<std::mutex> lock(mutex);
    ++counts.requests;
    ++counts.compiles;
  }
  return compile();
}

CompileCache::Request CompileCache::request(const std::string &key,
                                            std::promise<Outcome> &promise) {
  Result dropped; // destroyed after the lock has been given back
  const std::lock_guard<std::mutex> lock(mutex);
  ++counts.requests;
  if (const auto found = alive.find(key); found != alive.end())
    if (Result result = found->second.lock()) {
      dropped = touch(result);
      promise.set_value({std::move(result), nullptr});
      return {promise.get_future().share(), false};
    }
  if (const auto found = underWay.find(key); found != underWay.end())
    return {found->second, false};
  ++counts.compiles;
  std::shared_future<Outcome> outcome = promise.get_future().share();
  underWay.emplace(key, outcome);
  return {std::move(outcome), true};
}

CompileCache::Outcome CompileCache::run(const std::string &key,
                                        const std::function<Result()> &compile) {
  Outcome outcome;
  try {
    outcome.result = compile();
    keep(key, outcome.result);
  } catch (...) {
    outcome.failure = std::current_exception();
  }
  const std::lock_guard<std::mutex> lock(mutex);
  underWay.erase(key);
  return outcome;
}

void CompileCache::keep(const std::string &key, const Result &result) {
  Result dropped;
  const std::lock_guard<std::mutex> lock(mutex);
  dropped = touch(result);
  alive[key] = result;
  // Doubling keeps the sweeps' share of the time constant.
  if (alive.size() < sweepAt)
    return;
  std::erase_if(alive, [](const auto &entry) { return entry.second.expired(); });
  sweepAt = 2 * std::max(capacity, alive.size());
}

/// Returns what there is no room for any more.
CompileCache::Result CompileCache::touch(const Result &result) {
  if (const auto found = std::ranges::find(recent, result); found != recent.end()) {
    recent.splice(recent.begin(), recent, found);
    return nullptr;
  }
  recent.push_front(result);
  if (recent.size() <= capacity)
    return nullptr;
  Result last = std::move(recent.back());
  recent.pop_back();
  return last;
}

CompileStatistics CompileCache::statistics() const {
  const ForkBarrier noFork;
  const std::lock_guard<std::mutex> lock(mutex);
  return counts;
}

CompileStatistics compile_statistics() { return CompileCache::shared().statistics(); }

} // namespace wave
