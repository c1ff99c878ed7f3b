//===- TemporaryFolder.h - A folder that is gone when the command ends ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Also where a signal ends the command.  Programs need a folder where MemoryFile.h does not do:
// compilers replace what they write.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace wave::commandline {

/// One at a time.
class TemporaryFolder {
public:
  /// `files` are the names of all that will be in it.
  explicit TemporaryFolder(const std::vector<std::string> &files);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  /// Empty where there is no place for it.
  const std::filesystem::path &path() const { return folder; }

private:
  std::filesystem::path folder;
};

} // namespace wave::commandline
