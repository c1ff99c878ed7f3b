//===- Process.cpp --------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/nvidia/Process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <optional>

extern char **environ;

namespace wave::nvidia {
namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t longestOutput = size_t{1} << 20;

/// A pipe, closed at its end, that no other program inherits.
struct Pipe {
  int ends[2] = {-1, -1};

  Pipe() {
    if (::pipe2(ends, O_CLOEXEC) != 0)
      ends[0] = ends[1] = -1;
  }
  ~Pipe() {
    close(0);
    close(1);
  }
  Pipe(const Pipe &) = delete;
  Pipe &operator=(const Pipe &) = delete;

  bool isOpen() const { return ends[0] >= 0; }
  void close(size_t end) {
    if (ends[end] >= 0)
      ::close(ends[end]);
    ends[end] = -1;
  }
};

/// What the new program starts with.
struct SpawnSettings {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;

  SpawnSettings(int output, const std::vector<int> &inherited) {
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, output, STDERR_FILENO);
    for (const int file : inherited) // which clears its flag to be closed
      posix_spawn_file_actions_adddup2(&files, file, file);
    posix_spawnattr_init(&attributes);
    // What the surrounding program ignores or blocks is its own.
    sigset_t signals;
    sigfillset(&signals);
    posix_spawnattr_setsigdefault(&attributes, &signals);
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes, &signals);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  }
  ~SpawnSettings() {
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
  }
  SpawnSettings(const SpawnSettings &) = delete;
  SpawnSettings &operator=(const SpawnSettings &) = delete;
};

/// Reads to the end; false if that has not come in time.
bool readAll(int from, Clock::time_point end, std::string &output) {
  char buffer[4096];
  while (true) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
    if (left <= 0)
      return false;
    pollfd waiting{from, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, static_cast<int>(std::min<int64_t>(left, 1 << 30)));
    if (ready <= 0)
      continue; // interrupted, or the time is over
    const ssize_t count = ::read(from, buffer, sizeof buffer);
    if (count == 0)
      return true;
    if (count < 0 && errno != EINTR)
      return true;
    if (count > 0 && output.size() < longestOutput)
      output.append(buffer, static_cast<size_t>(count));
  }
}

/// The status of a child; none if the surrounding program has it that children leave none.
std::optional<int> statusOf(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return std::nullopt;
  return status;
}

} // namespace

Finished runProgram(const std::vector<std::string> &command, std::chrono::seconds limit,
                    const std::vector<int> &files) {
  const Clock::time_point end = Clock::now() + limit;
  Pipe pipe;
  if (!pipe.isOpen())
    return {Finished::NotStarted, errno, {}};
  std::vector<char *> arguments;
  for (const std::string &argument : command)
    arguments.push_back(const_cast<char *>(argument.c_str()));
  arguments.push_back(nullptr);
  pid_t child = 0;
  {
    const SpawnSettings settings(pipe.ends[1], files);
    if (const int error = ::posix_spawn(&child, arguments[0], &settings.files, &settings.attributes,
                                        arguments.data(), environ))
      return {Finished::NotStarted, error, {}};
  }
  pipe.close(1);
  Finished result{Finished::Exited, 0, {}};
  const bool hasEnded = readAll(pipe.ends[0], end, result.output);
  if (!hasEnded)
    ::kill(child, SIGKILL);
  const std::optional<int> status = statusOf(child);
  if (!hasEnded)
    result.how = Finished::TimedOut;
  else if (status && WIFSIGNALED(*status))
    return {Finished::Killed, WTERMSIG(*status), std::move(result.output)};
  else if (status)
    result.number = WEXITSTATUS(*status);
  return result;
}

} // namespace wave::nvidia
