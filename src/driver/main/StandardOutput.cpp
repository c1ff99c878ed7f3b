//===- StandardOutput.cpp -------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/StandardOutput.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <string>

#include "diagnostic/Fail.h"

namespace wave::commandline {

void prepareStandardStreams() {
  // For reading: a write to it fails as one to a closed stream does.
  for (int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(stream, F_GETFD) < 0 && errno == EBADF)
      (void)::open("/dev/null", O_RDONLY);
  std::signal(SIGXFSZ, SIG_IGN);
}

void writeStandardOutput(std::string_view text) {
  while (!text.empty()) {
    const ssize_t put = ::write(STDOUT_FILENO, text.data(), text.size());
    if (put < 0 && errno == EINTR)
      continue;
    if (put < 0)
      fail<LaunchError>("file-unwritable",
                        std::string("cannot write to standard output: ") + std::strerror(errno),
                        "send it where it can be written: its reader has left, or there is no "
                        "space");
    text.remove_prefix(static_cast<size_t>(put));
  }
}

} // namespace wave::commandline
