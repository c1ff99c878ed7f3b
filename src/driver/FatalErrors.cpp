//===- FatalErrors.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/FatalErrors.h"

#include <mutex>
#include <utility>

#include "llvm/Support/ErrorHandling.h"

#include "runtime/StandardStreams.h"

namespace wave {

static thread_local FatalErrorGuard *current = nullptr;

namespace {
/// How many guards there are; the mutex orders installing and taking away.
struct Installed {
  std::mutex mutex;
  int count = 0;
};
} // namespace

static Installed &installed() {
  static auto *const guards = new Installed; // never destroyed, like what compiles at exit
  return *guards;
}

FatalErrorGuard::FatalErrorGuard(std::function<std::string()> save)
    : save(std::move(save)), outer(std::exchange(current, this)) {
  const std::lock_guard<std::mutex> lock(installed().mutex);
  if (installed().count++ == 0)
    llvm::install_fatal_error_handler(handle);
}

FatalErrorGuard::~FatalErrorGuard() {
  current = outer;
  const std::lock_guard<std::mutex> lock(installed().mutex);
  if (--installed().count == 0)
    llvm::remove_fatal_error_handler();
}

/// Returns to LLVM, which ends the process; an exception must not.
void FatalErrorGuard::handle(void *, const char *reason, bool) {
  writeStandardError(std::string("LLVM ERROR: ") + reason + "\n");
  // A thread without a guard compiles something of its own.
  FatalErrorGuard *guard = std::exchange(current, nullptr);
  if (!guard)
    return;
  try {
    writeStandardError(guard->save() + "\n");
  } catch (const std::exception &failure) {
    writeStandardError(std::string(failure.what()) + "\n");
  }
}

} // namespace wave
