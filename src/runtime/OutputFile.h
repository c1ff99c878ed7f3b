//===- OutputFile.h - Files that appear as a whole or not at all ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <string>

namespace wave {

/// A new file that becomes the one called `path` by publish(), and is nothing
/// otherwise.  It has no name before, where the file system can do that, so that a
/// process killed half-way leaves nothing behind.  What can be known to be in the way
/// is found out at once, before the work whose result the file is to hold.  All
/// functions throw LaunchError "file-unwritable", whose message starts with `prefix`.
class OutputFile {
public:
  explicit OutputFile(std::string path, std::string prefix = {});
  ~OutputFile();
  OutputFile(const OutputFile &) = delete;
  OutputFile &operator=(const OutputFile &) = delete;

  void write(const void *from, uint64_t bytes);
  void publish();

  /// The file to replace, without links in its path.
  const std::string &target() const { return target_; }

private:
  [[noreturn]] void fail(int error) const;
  [[noreturn]] void fail(const std::string &reason, const std::string &help) const;
  void check(bool succeeded) const;
  std::string resolveTarget() const;
  void open();
  void giveName();

  std::string requested;
  std::string prefix;
  std::string target_;
  std::string temporary; ///< the file's name until it has its own; empty: none yet
  int descriptor = -1;
};

} // namespace wave
