//===- TemporaryFolder.cpp ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/TemporaryFolder.h"

#include <stdlib.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <system_error>

namespace wave::commandline {

/// Signals that end a process and that somebody sends to it.
static constexpr std::array endings = {SIGHUP, SIGINT, SIGTERM};

/// Paths, the folder's last: what a handler of signals may read.
static std::vector<std::string> paths;
static std::array<struct sigaction, endings.size()> before;

static void removeAll() {
  for (size_t i = 0; i < paths.size(); ++i)
    (void)(i + 1 < paths.size() ? ::unlink(paths[i].c_str()) : ::rmdir(paths[i].c_str()));
}

static void restore() {
  for (size_t i = 0; i < endings.size(); ++i)
    ::sigaction(endings[i], &before[i], nullptr);
}

static void removeAndEnd(int signal) {
  removeAll();
  restore();
  ::raise(signal);
}

TemporaryFolder::TemporaryFolder(const std::vector<std::string> &files) {
  std::error_code error;
  std::string name = (std::filesystem::temp_directory_path(error) / "wave-XXXXXX").string();
  if (error)
    return;
  struct sigaction ending = {};
  ending.sa_handler = removeAndEnd;
  for (const int signal : endings) // none comes while another one is handled, or paths change
    ::sigaddset(&ending.sa_mask, signal);
  sigset_t unblocked;
  ::sigprocmask(SIG_BLOCK, &ending.sa_mask, &unblocked);
  if (::mkdtemp(name.data())) {
    folder = name;
    for (const std::string &file : files)
      paths.push_back((folder / file).string());
    paths.push_back(name);
    for (size_t i = 0; i < endings.size(); ++i) {
      ::sigaction(endings[i], nullptr, &before[i]);
      if (before[i].sa_handler != SIG_IGN)
        ::sigaction(endings[i], &ending, nullptr);
    }
  }
  ::sigprocmask(SIG_SETMASK, &unblocked, nullptr);
}

TemporaryFolder::~TemporaryFolder() {
  if (folder.empty())
    return;
  removeAll();
  restore();
  paths.clear();
}

} // namespace wave::commandline
