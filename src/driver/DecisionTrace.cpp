//===- DecisionTrace.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/DecisionTrace.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>

#include "diagnostic/Fail.h"
#include "driver/Environment.h"
#include "runtime/StandardStreams.h"

namespace wave {

namespace {
struct TraceFile {
  int descriptor = -1; ///< -1: there is none
  std::string refusal; ///< why one that was asked for is not there
};
} // namespace

/// Opened once, when a process first asks.
static const TraceFile &traceFile() {
  static const TraceFile file = []() -> TraceFile {
    const std::optional<std::string> value = environmentValue(Variable::Trace);
    if (!value || *value == "0")
      return {};
    if (*value == "1")
      return {STDERR_FILENO, {}};
    // Without O_NONBLOCK, opening a pipe would wait for its reader, and writing too.
    const int opened = aboveStandardStreams(
        ::open(value->c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666));
    if (opened >= 0)
      return {opened, {}};
    return {-1, "cannot write '" + *value +
                    "': " + (errno == ENXIO ? "nobody reads this pipe" : std::strerror(errno))};
  }();
  return file;
}

void checkTrace() {
  if (const TraceFile &file = traceFile(); !file.refusal.empty())
    fail<LaunchError>("file-unwritable", "WAVE_TRACE: " + file.refusal,
                      "name a file in a folder that can be written, or 1 for standard error");
}

bool isTracing() { return traceFile().descriptor >= 0; }

void traceDecision(const std::string &line) {
  if (isTracing())
    writeMessage(traceFile().descriptor, "wave: " + line + "\n");
}

} // namespace wave
