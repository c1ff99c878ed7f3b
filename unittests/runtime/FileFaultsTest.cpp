//===- FileFaultsTest.cpp - Files on disks that fail ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include <cerrno>
#include <cstring>

#include "SystemFaults.h"
#include "TestSupport.h"
#include "runtime/NpyFile.h"
#include "runtime/OutputFile.h"

namespace {

using namespace wave;
using test::SystemFault;

class FileFaults : public testing::Test {
protected:
  std::string writing() {
    return failureText<LaunchError>([&] {
      OutputFile file(path);
      file.write("new", 3);
      file.publish();
    });
  }
  std::string reading() {
    return failureText<Error>([&] { readNpy(path); });
  }
  std::string unwritable(int error, const std::string &help) {
    return "error: cannot write '" + path + "': " + std::strerror(error) +
           " [file-unwritable]\nhelp: " + help;
  }

  TemporaryFolder folder;
  const std::string path = folder.file("a.npy");
};

struct Failure {
  const char *call;
  int error;
  const char *help;
};

constexpr const char *otherPlace = "choose another place for the file";

TEST_F(FileFaults, AFailureKeepsTheOldFileAndLeavesNothing) {
  const Failure failures[] = {
      {"write", ENOSPC, "make room there, or choose another disk"},
      {"write", EDQUOT, "make room in your quota, or choose another disk"},
      {"write", EFBIG, "raise the limit on the size of files, which `ulimit -f` shows"},
      {"write", EIO, otherPlace},
      {"fsync", EIO, otherPlace},
      {"linkat", EPERM, "choose a place that you may write to"},
      {"close", ENOSPC, "make room there, or choose another disk"},
      {"rename", EROFS, "choose a place that you may write to"},
  };
  for (const bool hasOld : {false, true}) {
    if (hasOld)
      writeBytes(path, "old");
    for (const auto &[call, error, help] : failures) {
      SystemFault fault(call, error);
      EXPECT_EQ(writing(), unwritable(error, help)) << call;
      EXPECT_TRUE(fault.happened()) << call;
      EXPECT_EQ(folder.entries(), hasOld ? 1u : 0u) << call;
      if (hasOld)
        EXPECT_EQ(readBytes(path), "old") << call;
    }
  }
}

TEST_F(FileFaults, WithoutNamelessFilesThereIsATemporaryOne) {
  for (const char *call : {"access", "open"}) {
    writeBytes(path, "old");
    SystemFault refused(call, EOPNOTSUPP);
    OutputFile file(path);
    EXPECT_TRUE(refused.happened());
    EXPECT_EQ(folder.entries(), 2u);
    file.write("new", 3);
    EXPECT_EQ(readBytes(path), "old");
    file.publish();
    EXPECT_EQ(readBytes(path), "new");
    EXPECT_EQ(folder.entries(), 1u);
  }
}

TEST_F(FileFaults, ATemporaryFileIsRemoved) {
  SystemFault refused("open", EOPNOTSUPP);
  SystemFault full("write", ENOSPC);
  EXPECT_EQ(writing(), unwritable(ENOSPC, "make room there, or choose another disk"));
  EXPECT_EQ(folder.entries(), 0u);
}

TEST_F(FileFaults, AProtectedFileIsNotReplaced) {
  writeBytes(path, "old");
  SystemFault fault("faccessat", EACCES);
  EXPECT_EQ(writing(), unwritable(EACCES, "choose a place that you may write to"));
  EXPECT_EQ(readBytes(path), "old");
}

TEST_F(FileFaults, NeitherKindCanBeMade) {
  SystemFault refused("open", EOPNOTSUPP);
  SystemFault again("open", EACCES);
  EXPECT_EQ(writing(), unwritable(EACCES, "choose a place that you may write to"));
  EXPECT_EQ(folder.entries(), 0u);
}

/// What a killed process of our id left behind is stepped over.
TEST_F(FileFaults, TakenNamesAreSteppedOver) {
  {
    SystemFault taken("linkat", EEXIST);
    EXPECT_EQ(writing(), "(nothing thrown)");
    EXPECT_TRUE(taken.happened());
  }
  {
    SystemFault refused("open", EOPNOTSUPP);
    SystemFault taken("open", EEXIST);
    EXPECT_EQ(writing(), "(nothing thrown)");
    EXPECT_TRUE(taken.happened());
  }
  EXPECT_EQ(readBytes(path), "new");
  EXPECT_EQ(folder.entries(), 1u);
}

TEST_F(FileFaults, InterruptedCallsAreRepeated) {
  SystemFault write("write", EINTR);
  writeNpy(path, Tensor::full({3}, f32, 7));
  EXPECT_TRUE(write.happened());
  SystemFault read("read", EINTR);
  EXPECT_EQ(readNpy(path).at({2}), 7);
  EXPECT_TRUE(read.happened());
}

TEST_F(FileFaults, ReadingFails) {
  writeNpy(path, Tensor::full({3}, f32, 7));
  const std::string unreadable =
      "error: npy: cannot read '" + path + "': Input/output error [file-unreadable]";
  for (const char *call : {"open", "fstat", "read"}) {
    SystemFault fault(call, EIO);
    EXPECT_EQ(reading().substr(0, unreadable.size()), unreadable) << call;
  }
  SystemFault end("read", 0, 3);
  EXPECT_EQ(reading(),
            "error: npy: '" + path +
                "': the file became shorter while it was read [npy-file]\n"
                "note: expected: 140 bytes\nnote: found: 128 bytes\n"
                "help: write it anew with numpy.save, and let nobody change it meanwhile");
}

} // namespace
