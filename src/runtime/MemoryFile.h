//===- MemoryFile.h - A file without a name, in memory --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What another program reads or writes, through a path that leads to the descriptor.  It is gone
// with the last process that has it open, however that ends: no signal leaves a file behind.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>
#include <string_view>

namespace wave {

/// Throws std::system_error where the system gives no such file, or no memory for what is in it.
class MemoryFile {
public:
  /// `name` is for people who look into /proc.
  explicit MemoryFile(const char *name, std::string_view text = {});
  ~MemoryFile();
  MemoryFile(const MemoryFile &) = delete;
  MemoryFile &operator=(const MemoryFile &) = delete;

  /// Closed in programs that are started, unless they inherit it.
  int descriptor() const { return number; }
  void inherit() const;
  /// In every process that has the descriptor.
  std::string path() const { return "/proc/self/fd/" + std::to_string(number); }
  /// What anybody has written.
  std::string contents() const;

private:
  int number;
};

} // namespace wave
