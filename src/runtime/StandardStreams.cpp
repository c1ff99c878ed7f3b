//===- StandardStreams.cpp ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/StandardStreams.h"

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <ctime>

namespace wave {

int aboveStandardStreams(int descriptor) {
  if (descriptor < 0 || descriptor > STDERR_FILENO)
    return descriptor;
  const int lifted = ::fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  const int error = errno;
  ::close(descriptor);
  errno = error;
  return lifted;
}

namespace {

/// Keeps a SIGPIPE of this thread's own writes from it while one lives.  The signal is
/// sent to the thread that wrote, so that others never notice.
class WithoutBrokenPipe {
public:
  WithoutBrokenPipe() {
    sigset_t pending;
    ::sigemptyset(&brokenPipe);
    ::sigaddset(&brokenPipe, SIGPIPE);
    ::sigpending(&pending);
    wasPending = ::sigismember(&pending, SIGPIPE) == 1;
    ::pthread_sigmask(SIG_BLOCK, &brokenPipe, &before);
  }
  ~WithoutBrokenPipe() {
    const timespec now = {};
    // What was pending before is somebody else's.
    if (!wasPending)
      while (::sigtimedwait(&brokenPipe, nullptr, &now) < 0 && errno == EINTR)
        continue;
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
  WithoutBrokenPipe(const WithoutBrokenPipe &) = delete;
  WithoutBrokenPipe &operator=(const WithoutBrokenPipe &) = delete;

private:
  sigset_t brokenPipe, before;
  bool wasPending;
};

} // namespace

void writeMessage(int descriptor, std::string_view text) {
  const WithoutBrokenPipe guard;
  while (!text.empty()) {
    const ssize_t put = ::write(descriptor, text.data(), text.size());
    if (put < 0 && errno == EINTR)
      continue;
    if (put < 0)
      return;
    text.remove_prefix(static_cast<size_t>(put));
  }
}

void writeStandardError(std::string_view text) { writeMessage(STDERR_FILENO, text); }

} // namespace wave
