//===- Process.h - Runs another program to its end ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's own waits by an alarm, which belongs to the program that the library is in.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace wave::nvidia {

struct Finished {
  enum How { Exited, Killed, TimedOut, NotStarted } how;
  int number;         ///< the exit status, the signal, or errno where it was not started
  std::string output; ///< of both streams, at most 1 MiB of it
};

/// Without a shell, without input, with the signals of a fresh program, and with the descriptors of
/// `files` under the same numbers.
Finished runProgram(const std::vector<std::string> &command, std::chrono::seconds limit,
                    const std::vector<int> &files = {});

} // namespace wave::nvidia
