//===- DecisionTrace.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/DecisionTrace.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

#include "diagnostic/Fail.h"
#include "driver/Environment.h"

namespace wave {

/// Where lines go; -1 for nowhere.
static int traceFile() {
  static const int file = [] {
    const std::optional<std::string> value = environmentValue(Variable::Trace);
    if (!value || *value == "0")
      return -1;
    if (*value == "1")
      return STDERR_FILENO;
    const int opened = ::open(value->c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (opened < 0)
      fail<Error>("file-unwritable",
                  "WAVE_TRACE: cannot write '" + *value + "': " + std::strerror(errno),
                  "name a file in a folder that can be written, or 1 for standard error");
    return opened;
  }();
  return file;
}

bool isTracing() { return traceFile() >= 0; }

void traceDecision(const std::string &line) {
  if (!isTracing())
    return;
  const std::string text = "wave: " + line + "\n";
  // A trace that cannot be written must not stop what it traces.
  [[maybe_unused]] ssize_t written = ::write(traceFile(), text.data(), text.size());
}

} // namespace wave
