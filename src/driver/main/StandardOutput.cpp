//===- StandardOutput.cpp -------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/StandardOutput.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "diagnostic/Fail.h"

namespace wave::commandline {

/// Whether all of `text` was written.
static bool writeTo(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t put = ::write(descriptor, text.data(), text.size());
    if (put < 0 && errno == EINTR)
      continue;
    if (put < 0)
      return false;
    text.remove_prefix(static_cast<size_t>(put));
  }
  return true;
}

void writeStandardOutput(std::string_view text) {
  if (!writeTo(STDOUT_FILENO, text))
    fail<LaunchError>("file-unwritable",
                      std::string("cannot write to standard output: ") + std::strerror(errno));
}

void writeStandardError(std::string_view text) { (void)writeTo(STDERR_FILENO, text); }

} // namespace wave::commandline
