//===- MemoryNeed.h - What a run will ask of this machine's memory --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Added up before anything is allocated: where a system promises more memory than it has, who
// uses too much of it is ended, without a message.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "wave/argument.h"

namespace wave {

class MemoryNeed {
public:
  /// An element of so many bytes for each of `argument`, whose sizes are numbers.
  void add(const std::string &what, const Argument &argument, int64_t elementBytes);

  /// Throws Error "buffers-too-large", with all that was added, where that is more than this
  /// process can get.
  void check() const;

private:
  int64_t total = 0; ///< INT64_MAX: that or more
  std::vector<Note> parts;
};

} // namespace wave
