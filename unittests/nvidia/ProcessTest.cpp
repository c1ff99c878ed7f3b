//===- ProcessTest.cpp - Running another program --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/nvidia/Process.h"
#include "runtime/MemoryFile.h"

#include <csignal>
#include <future>

#include <gtest/gtest.h>

namespace wave::nvidia {
namespace {

using std::chrono::seconds;

Finished shell(const std::string &script, seconds limit = seconds(30)) {
  return runProgram({"/bin/sh", "-c", script}, limit);
}

TEST(Process, BothStreamsAndTheStatusAreKept) {
  const Finished finished = shell("echo one; echo two >&2; exit 3");
  EXPECT_EQ(finished.how, Finished::Exited);
  EXPECT_EQ(finished.number, 3);
  EXPECT_EQ(finished.output, "one\ntwo\n");
}

TEST(Process, NothingIsReadByAShell) {
  const Finished finished = runProgram({"/bin/echo", "$HOME; exit 1", "`ls`"}, seconds(30));
  EXPECT_EQ(finished.number, 0);
  EXPECT_EQ(finished.output, "$HOME; exit 1 `ls`\n");
}

TEST(Process, WhatIsNoProgramIsNotStarted) {
  EXPECT_EQ(runProgram({"/nowhere/ptxas"}, seconds(30)).how, Finished::NotStarted);
  EXPECT_EQ(runProgram({"/nowhere/ptxas"}, seconds(30)).number, ENOENT);
  EXPECT_EQ(runProgram({"/"}, seconds(30)).number, EACCES);
}

TEST(Process, ASignalIsSaid) {
  const Finished finished = shell("kill -9 $$");
  EXPECT_EQ(finished.how, Finished::Killed);
  EXPECT_EQ(finished.number, SIGKILL);
}

TEST(Process, WhatTakesTooLongIsEnded) {
  const auto start = std::chrono::steady_clock::now();
  const Finished finished = shell("exec sleep 600", seconds(1));
  EXPECT_EQ(finished.how, Finished::TimedOut);
  EXPECT_LT(std::chrono::steady_clock::now() - start, seconds(60));
}

TEST(Process, HasNoInputAndMayWriteMuch) {
  EXPECT_EQ(shell("cat; echo done").output, "done\n");
  const Finished finished = shell("yes | head -c 5000000");
  EXPECT_EQ(finished.number, 0);
  EXPECT_GE(finished.output.size(), size_t{1} << 20);
  EXPECT_LT(finished.output.size(), size_t{2} << 20);
}

TEST(Process, SignalsAreThoseOfAFreshProgram) {
  struct sigaction before;
  struct sigaction ignored = {};
  ignored.sa_handler = SIG_IGN;
  ::sigaction(SIGTERM, &ignored, &before);
  const Finished finished = shell("kill -TERM $$; echo survived");
  ::sigaction(SIGTERM, &before, nullptr);
  EXPECT_EQ(finished.how, Finished::Killed);
  EXPECT_EQ(finished.number, SIGTERM);
}

TEST(Process, ReadsAndWritesFilesInMemory) {
  const MemoryFile from("from", std::string(100000, 'x')), to("to");
  const std::vector<std::string> command = {"/bin/sh", "-c",
                                            "cat " + from.path() + " > " + to.path()};
  EXPECT_EQ(runProgram(command, seconds(30), {from.descriptor(), to.descriptor()}).number, 0);
  EXPECT_EQ(to.contents(), std::string(100000, 'x'));
  EXPECT_NE(runProgram(command, seconds(30)).number, 0); // closed
}

TEST(Process, RunsInManyThreads) {
  std::vector<std::future<int>> threads;
  for (int thread = 0; thread < 4; ++thread)
    threads.push_back(std::async(std::launch::async, [thread] {
      int right = 0;
      for (int i = 0; i < 10; ++i)
        right += shell("exit " + std::to_string(thread)).number == thread;
      return right;
    }));
  for (auto &thread : threads)
    EXPECT_EQ(thread.get(), 10);
}

} // namespace
} // namespace wave::nvidia
