//===- OutputFileTest.cpp - Files that appear as a whole or not at all ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/OutputFile.h"

#include <fcntl.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <random>
#include <thread>

#include "TestSupport.h"

namespace {

using namespace wave;

namespace fs = std::filesystem;

void replace(const std::string &path, std::string_view content) {
  OutputFile file(path);
  file.write(content.data(), content.size());
  file.publish();
}

/// The text that replacing `path` fails with.
std::string refusal(const std::string &path, std::string_view content = "new") {
  return failureText<LaunchError>([&] { replace(path, content); });
}

std::string unwritable(const std::string &path, const std::string &reason,
                       const std::string &help) {
  return "error: cannot write '" + path + "': " + reason + " [file-unwritable]\nhelp: " + help;
}

/// What `body` returns in a process of its own, which may give up its rights.
std::string inChild(const std::function<std::string()> &body) {
  int ends[2];
  if (::pipe(ends) != 0)
    return "no pipe";
  const pid_t child = ::fork();
  if (child == 0) {
    const std::string text = body();
    const bool written = ::write(ends[1], text.data(), text.size()) >= 0;
    ::_exit(written ? 0 : 1);
  }
  ::close(ends[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t got = 0; (got = ::read(ends[0], buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<size_t>(got));
  ::close(ends[0]);
  ::waitpid(child, nullptr, 0);
  return text;
}

/// Whatever the tests run as, from here on this process has no special rights.
void becomeNobody() {
  constexpr unsigned nobody = 65534;
  if (::getuid() == 0 &&
      (::setgroups(0, nullptr) != 0 || ::setgid(nobody) != 0 || ::setuid(nobody) != 0))
    std::abort();
}

class OutputFiles : public testing::Test {
protected:
  TemporaryFolder folder;
  const std::string path = folder.file("file");
};

TEST_F(OutputFiles, AppearsWhenItIsPublished) {
  OutputFile file(path);
  file.write("ab", 2);
  file.write("", 0);
  file.write("c", 1);
  EXPECT_FALSE(fs::exists(path));
  file.publish();
  EXPECT_EQ(readBytes(path), "abc");
  EXPECT_EQ(folder.entries(), 1u);
  EXPECT_EQ(file.target(), fs::canonical(path).string());
}

TEST_F(OutputFiles, IsNothingWithoutPublish) {
  writeBytes(path, "old");
  {
    OutputFile file(path);
    file.write("new", 3);
  }
  EXPECT_EQ(readBytes(path), "old");
  EXPECT_EQ(folder.entries(), 1u);
}

TEST_F(OutputFiles, KeepsTheModeOfTheOldFile) {
  replace(path, "first");
  const mode_t mask = ::umask(0);
  ::umask(mask);
  EXPECT_EQ(fs::status(path).permissions(), static_cast<fs::perms>(0666 & ~mask));
  fs::permissions(path, static_cast<fs::perms>(0600));
  replace(path, "second");
  EXPECT_EQ(fs::status(path).permissions(), static_cast<fs::perms>(0600));
  EXPECT_EQ(readBytes(path), "second");
}

TEST_F(OutputFiles, FollowsLinks) {
  fs::create_directory(folder.file("sub"));
  fs::create_symlink("sub/inner", path);
  fs::create_symlink("target", folder.file("sub/inner"));
  for (const char *content : {"new", "newer"}) { // dangling at first
    replace(path, content);
    EXPECT_EQ(readBytes(folder.file("sub/target")), content);
    EXPECT_TRUE(fs::is_symlink(path));
    EXPECT_TRUE(fs::is_symlink(folder.file("sub/inner")));
  }
  const std::string loop = folder.file("loop");
  fs::create_symlink("loop", loop);
  EXPECT_EQ(refusal(loop), unwritable(loop, "Too many levels of symbolic links",
                                      "choose another place for the file"));
  EXPECT_TRUE(fs::is_symlink(loop));
}

TEST_F(OutputFiles, RefusesWhatIsNoFile) {
  EXPECT_EQ(refusal(""), unwritable("", "it has no name", "give the name of a file"));
  for (const std::string &name : {folder.file(""), folder.file("new/"), folder.file(".")})
    EXPECT_EQ(refusal(name), unwritable(name, "Is a directory", "name a file in that folder"));
  const std::string lost = folder.file("no/such/file");
  EXPECT_EQ(refusal(lost),
            unwritable(lost, "No such file or directory", "create its folder first"));
  writeBytes(path, "old");
  const std::string inside = path + "/file";
  EXPECT_EQ(refusal(inside), unwritable(inside, "Not a directory",
                                        "a part of its path is a file: choose another place"));
  const std::string longName = folder.file(std::string(300, 'x'));
  EXPECT_EQ(refusal(longName),
            unwritable(longName, "File name too long", "choose another place for the file"));
  const std::string pipe = folder.file("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string &special : {pipe, std::string("/dev/full")})
    EXPECT_EQ(refusal(special), unwritable(special, "not a regular file",
                                           "name a regular file; devices and pipes are not "
                                           "written to"));
  EXPECT_EQ(folder.entries(), 2u);
}

TEST_F(OutputFiles, RespectsAProtectedFileAndFolder) {
  writeBytes(path, "old");
  const std::string fresh = folder.file("fresh");
  fs::permissions(path, static_cast<fs::perms>(0444));
  fs::permissions(folder.file(""), static_cast<fs::perms>(0777));
  const std::string help = "choose a place that you may write to";
  EXPECT_EQ(inChild([&] {
              becomeNobody();
              return refusal(path);
            }),
            unwritable(path, "Permission denied", help));
  fs::permissions(folder.file(""), static_cast<fs::perms>(0555));
  EXPECT_EQ(inChild([&] {
              becomeNobody();
              return refusal(fresh);
            }),
            unwritable(fresh, "Permission denied", help));
  fs::permissions(folder.file(""), static_cast<fs::perms>(0755));
  EXPECT_EQ(readBytes(path), "old");
  EXPECT_EQ(folder.entries(), 1u);
}

/// The number of a closed stream must not go to the file: messages would end in it.
TEST_F(OutputFiles, AClosedStandardStream) {
  EXPECT_EQ(inChild([&]() -> std::string {
              for (int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
                ::close(stream);
              OutputFile file(path);
              for (int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
                if (::write(stream, "message", 7) >= 0)
                  return "a stream is open";
              file.write("new", 3);
              file.publish();
              return readBytes(path);
            }),
            "new");
}

/// A limit on the size of files, which any user can set.
TEST_F(OutputFiles, ADiskThatEnds) {
  writeBytes(path, "old");
  EXPECT_EQ(inChild([&] {
              std::signal(SIGXFSZ, SIG_IGN);
              const struct rlimit small = {4096, 4096};
              ::setrlimit(RLIMIT_FSIZE, &small);
              return refusal(path, std::string(1 << 20, 'x'));
            }),
            unwritable(path, "File too large",
                       "raise the limit on the size of files, which `ulimit -f` shows"));
  EXPECT_EQ(readBytes(path), "old");
  EXPECT_EQ(folder.entries(), 1u);
}

/// A real one of 64 KiB, and one that is mounted for reading, where this process may
/// mount: elsewhere FileFaultsTest.cpp stands for both.
TEST_F(OutputFiles, AFullAndAReadOnlyDisk) {
  const std::string mounted = folder.file("disk");
  fs::create_directory(mounted);
  const std::string file = mounted + "/file";
  auto mount = [&](unsigned long flags) {
    return ::mount("none", mounted.c_str(), "tmpfs", flags, flags & MS_REMOUNT ? "" : "size=64k") ==
           0;
  };
  const std::string outcome = inChild([&]() -> std::string {
    if (::unshare(CLONE_NEWNS) != 0 && ::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)
      return "no mounts";
    ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr);
    if (!mount(0))
      return "no mounts";
    replace(file, "old");
    std::string text = refusal(file, std::string(1 << 20, 'x')) + "\n";
    if (readBytes(file) != "old")
      return "the old file is gone";
    if (!mount(MS_REMOUNT | MS_RDONLY))
      return "no remount";
    return text + refusal(file);
  });
  if (outcome != "no mounts")
    EXPECT_EQ(
        outcome,
        unwritable(file, "No space left on device", "make room there, or choose another disk") +
            "\n" +
            unwritable(file, "Read-only file system", "choose a place that you may write to"));
}

/// Kills a process, at random moments, that replaces a big file again and again.
TEST_F(OutputFiles, AKillLeavesTheOldFileOrTheNewOne) {
  constexpr size_t bytes = size_t{16} << 20;
  const auto contentOf = [&](char c) { return std::string(bytes, c); };
  replace(path, contentOf('0'));
  std::mt19937 random(7);
  for (int kill = 0; kill < 12; ++kill) {
    const pid_t child = ::fork();
    if (child == 0)
      for (char c = 'a';; c = c == 'z' ? 'a' : static_cast<char>(c + 1)) {
        const std::string content = contentOf(c);
        OutputFile file(path);
        for (size_t done = 0; done < bytes; done += bytes / 64)
          file.write(content.data() + done, bytes / 64);
        file.publish();
      }
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 60'000));
    ASSERT_EQ(::kill(child, SIGKILL), 0);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
    const std::string content = readBytes(path);
    ASSERT_EQ(content.size(), bytes);
    ASSERT_EQ(content, contentOf(content[0]));
    // Between its two names a file is whole already.
    for (const fs::directory_entry &entry : fs::directory_iterator(folder.file("")))
      EXPECT_EQ(entry.file_size(), bytes) << entry.path();
  }
}

} // namespace
