//===- Progress.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/Progress.h"

#include <unistd.h>

#include <chrono>

#include "runtime/StandardStreams.h"

namespace wave::commandline {

Progress::Progress(const Options &options)
    : isVerbose(options.verbose), isShown(!options.quiet && ::isatty(STDERR_FILENO)) {}

void Progress::begin(const std::string &what) {
  end();
  if (isVerbose)
    writeStandardError(what + "\n");
  if (isShown)
    writer = std::jthread([this, what](const std::stop_token &stop) { show(stop, what); });
}

void Progress::end() {
  writer = std::jthread(); // asks the one before to stop, and waits for it
}

/// Work of less than a second goes unmentioned.
void Progress::show(const std::stop_token &stop, const std::string &what) {
  std::string line;
  std::unique_lock lock(mutex);
  for (int seconds = 1; !stop.stop_requested(); ++seconds) {
    if (ended.wait_for(lock, stop, std::chrono::seconds(1), [&] { return stop.stop_requested(); }))
      break;
    line = what + ", " + std::to_string(seconds) + " s";
    writeStandardError("\r" + line);
  }
  if (!line.empty()) // without escape sequences, which not every terminal knows
    writeStandardError("\r" + std::string(line.size(), ' ') + "\r");
}

} // namespace wave::commandline
