//===- ProgramText.h - The texts of Knobs.def, for the program at hand ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Knobs.def is written for `wave` and its kernel gemm.  A user's program has another name
// and other kernels, and its help must work as it is printed.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "driver/main/Knobs.h"
#include "wave/main.h"

namespace wave::commandline {

class ProgramText {
public:
  /// `program` is what it was called as: argv[0].
  ProgramText(const std::string &program, std::span<const KernelEntry> entries);

  /// "wave", without a folder.
  const std::string &name() const { return name_; }
  /// "see wave list" as "see my_program list".
  std::string text(std::string words) const;
  /// "my_program run KERNEL [OPTIONS]".
  std::string synopsis(const Command &command) const { return text(command.synopsis()); }
  /// Its examples on the program's first kernel, with those options that this has.
  std::vector<std::string> examples(const Command &command) const;

private:
  std::string name_;
  std::span<const KernelEntry> entries;
};

} // namespace wave::commandline
