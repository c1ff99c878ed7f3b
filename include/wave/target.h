//===- target.h - What a kernel is compiled for ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace wave {

class Target {
public:
  /// This machine's processor.
  static Target cpu();
  /// The target of that name, as the command line writes it.  Throws Error
  /// "unknown-target" with the nearest name.
  static Target named(std::string_view name);
  static std::vector<std::string> names();

  const std::string &name() const { return name_; }

private:
  explicit Target(std::string name) : name_(std::move(name)) {}
  std::string name_;
};

} // namespace wave
