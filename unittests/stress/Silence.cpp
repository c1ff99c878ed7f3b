//===- Silence.cpp - No test of this program prints anything --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the library, MLIR or LLVM write to the descriptors of standard output and
// standard error during a test lands in a file, which has to stay empty.
//
//===----------------------------------------------------------------------===//

#include <unistd.h>

#include <array>
#include <cstdio>
#include <string>

#include <gtest/gtest.h>

#include "Stress.h"

namespace {

class Silence : public ::testing::EmptyTestEventListener {
  void OnTestStart(const ::testing::TestInfo &) override {
    std::fflush(nullptr);
    file = std::tmpfile();
    for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO}) {
      saved[static_cast<size_t>(descriptor)] = ::dup(descriptor);
      ::dup2(::fileno(file), descriptor);
    }
  }

  void OnTestEnd(const ::testing::TestInfo &info) override {
    std::fflush(nullptr);
    for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO}) {
      ::dup2(saved[static_cast<size_t>(descriptor)], descriptor);
      ::close(saved[static_cast<size_t>(descriptor)]);
    }
    std::string printed;
    std::rewind(file);
    for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file))
      printed += static_cast<char>(c);
    std::fclose(file);
    // What the test itself said is shown, too.
    if (!printed.empty())
      std::fprintf(stderr, "%s printed:\n%s\n", info.name(), printed.c_str());
    if (info.result()->Passed()) {
      EXPECT_EQ(printed, "");
    }
  }

  std::FILE *file = nullptr;
  std::array<int, 3> saved = {};
};

/// Sanitizers report to standard error, and then end the process.
[[maybe_unused]] const bool installed = [] {
  if (!wave::stress::underSanitizer)
    ::testing::UnitTest::GetInstance()->listeners().Append(new Silence);
  return true;
}();

} // namespace
