//===- OutputFile.h - Files that appear as a whole or not at all ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <string>

namespace wave {

/// A new file beside its target, which becomes the target by publish() and is
/// removed otherwise.  All functions throw LaunchError "file-unwritable", whose
/// message starts with `prefix`.
class OutputFile {
public:
  explicit OutputFile(std::string path, std::string prefix = {});
  ~OutputFile();
  OutputFile(const OutputFile &) = delete;
  OutputFile &operator=(const OutputFile &) = delete;

  void write(const void *from, uint64_t bytes);
  void publish();

private:
  [[noreturn]] void fail(const std::string &reason) const;
  void check(bool succeeded) const;
  std::string resolveTarget() const;

  std::string requested;
  std::string prefix;
  std::string target;
  std::string temporary;
  int descriptor = -1;
  bool isPublished = false;
};

} // namespace wave
