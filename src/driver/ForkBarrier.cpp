//===- ForkBarrier.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/ForkBarrier.h"

#include <pthread.h>

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <new>

namespace wave {
namespace {

struct State {
  std::mutex mutex;
  std::condition_variable changed;
  int barriers = 0;
  int waitingForks = 0; ///< new barriers let them pass, so that they come to an end
};

/// Storage that is never destroyed: threads may compile while the process exits.
alignas(State) std::byte storage[sizeof(State)];

State &state() {
  auto prepare = [] {
    State &now = state();
    std::unique_lock<std::mutex> lock(now.mutex);
    ++now.waitingForks;
    now.changed.wait(lock, [&] { return now.barriers == 0; });
    lock.release(); // held while the process is copied
  };
  auto parent = [] {
    State &now = state();
    --now.waitingForks;
    now.mutex.unlock();
    now.changed.notify_all();
  };
  // The threads that wait on the copies do not exist: waking them would hang.
  auto child = [] { new (storage) State; };
  static State *const made = [&] {
    auto *fresh = new (storage) State;
    ::pthread_atfork(prepare, parent, child);
    return fresh;
  }();
  return *made;
}

} // namespace

ForkBarrier::ForkBarrier() {
  State &now = state();
  std::unique_lock<std::mutex> lock(now.mutex);
  now.changed.wait(lock, [&] { return now.waitingForks == 0; });
  ++now.barriers;
}

ForkBarrier::~ForkBarrier() {
  State &now = state();
  const std::lock_guard<std::mutex> lock(now.mutex);
  if (--now.barriers == 0)
    now.changed.notify_all();
}

} // namespace wave
