//===- Progress.h - What a command is doing, while it takes long ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include "driver/main/Options.h"

namespace wave::commandline {

/// With -v, a line on standard error when each piece of work begins.  On a terminal, unless
/// --quiet, one that is rewritten every second while the work lasts.
class Progress {
public:
  explicit Progress(const Options &options);
  ~Progress() { end(); }
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  /// The work before has ended, and `what` begins.
  void begin(const std::string &what);
  /// Takes the line away, for whoever writes next.
  void end();

private:
  void show(const std::stop_token &stop, const std::string &what);

  const bool isVerbose, isShown;
  std::mutex mutex;
  std::condition_variable_any ended;
  std::jthread writer; ///< of the line about the current work
};

} // namespace wave::commandline
