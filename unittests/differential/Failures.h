//===- Failures.h - What random tests find, reduced and kept --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <filesystem>

#include "Trial.h"

namespace wave::test {

/// Tries it again; reduces what fails and writes it to a file in WAVE_TEST_FAILURES, or else
/// in the folder "failures" of the build.  Its place is test/regressions once it is repaired.
/// Returns for people: the file, the command that repeats it, the kernel.
std::string keepFailure(Trial trial);

/// The trial in a file as long as this lives: what is left where a trial ends the process.
class CrashReport {
public:
  explicit CrashReport(const Trial &trial);
  ~CrashReport();
  CrashReport(const CrashReport &) = delete;
  CrashReport &operator=(const CrashReport &) = delete;

private:
  std::filesystem::path path;
};

} // namespace wave::test
