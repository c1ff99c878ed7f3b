//===- CompileCache.h - Each kernel is compiled once ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is asked for again is not compiled again while anybody holds it, or while
// it is among the last `capacity` that were asked for.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <future>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "wave/compile.h"

namespace wave {

class CompileCache {
public:
  using Result = std::shared_ptr<const CompiledKernel::Impl>;

  /// Kernels that the cache holds for itself: 140 kB each, if small.
  static constexpr size_t capacity = 256;

  /// The cache of the process.
  static CompileCache &shared();

  /// What `compile` gave for this key, now or earlier.  Of several threads one
  /// calls it and the others wait; an exception reaches all of them and is not
  /// kept.  A fork() waits while `compile` runs.
  Result get(const std::string &key, const std::function<Result()> &compile);

  /// What `compile` gives now, whatever it gave before; counted, but neither kept nor shared.
  /// A fork() waits while it runs.
  Result getFresh(const std::function<Result()> &compile);

  CompileStatistics statistics() const;

private:
  /// How a compile ended.
  struct Outcome {
    Result result;
    std::exception_ptr failure;
  };
  struct Request {
    std::shared_future<Outcome> outcome;
    bool isFirst; ///< the caller has to keep the promise
  };

  Request request(const std::string &key, std::promise<Outcome> &promise);
  Outcome run(const std::string &key, const std::function<Result()> &compile);
  void keep(const std::string &key, const Result &result);
  Result touch(const Result &result);

  mutable std::mutex mutex;
  std::unordered_map<std::string, std::shared_future<Outcome>> underWay;
  std::unordered_map<std::string, std::weak_ptr<const CompiledKernel::Impl>> alive;
  std::list<Result> recent; ///< the last one asked for in front
  size_t sweepAt = 2 * capacity;
  CompileStatistics counts;
};

} // namespace wave
