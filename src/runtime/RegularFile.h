//===- RegularFile.h - A file to read, of a size known beforehand ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A device or a pipe might not end, or never begin: those are refused.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <string>

namespace wave {

/// Throws Error "file-unreadable", whose message starts with `messagePrefix`, where there
/// is nothing to read.
class RegularFile {
public:
  explicit RegularFile(std::string path, std::string messagePrefix = {});
  ~RegularFile();
  RegularFile(const RegularFile &) = delete;
  RegularFile &operator=(const RegularFile &) = delete;

  const std::string &path() const { return path_; }
  uint64_t size() const { return size_; }
  uint64_t bytesRead() const { return position; }
  uint64_t bytesLeft() const { return size_ - position; }

  /// Reads at most bytesLeft().  Returns how many bytes there were: fewer than `bytes` only
  /// where the file became shorter meanwhile.
  uint64_t read(void *to, uint64_t bytes);

private:
  [[noreturn]] void fail(const std::string &reason, int error) const;

  std::string path_, prefix;
  int descriptor = -1;
  uint64_t size_ = 0, position = 0;
};

/// All of it, as far as it has not become shorter meanwhile.
std::string textOfFile(const std::string &path);

} // namespace wave
