//===- target.h - Targets of the compiler ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "wave/platform.h"
#include "wave/text.h"

#include <concepts>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#pragma GCC visibility push(default)
namespace wave {

class Target {
public:
  template <typename T>
    requires std::convertible_to<const T &, std::string_view>
  Target(const T &) {
    static_assert(detail::never<T>,
                  "wave: a target is found by its name: Target::named(\"sim:h200\")");
  }

  /// The CPU of this machine.
  static Target cpu();
  /// The target with this name, as on the command line.  Throws Error "unknown-target", with the
  /// nearest name.
  static Target named(detail::TextView name);
  static std::vector<std::string> names();

  /// Family and chip: "cpu", "cpu:x86-64-v3", "sim:mi300x", "hip:gfx942".  The machine need not
  /// have the chip.
  const std::string &name() const { return name_; }
  std::string family() const { return name_.substr(0, name_.find(':')); }
  /// Empty for the chip of this machine.
  std::string chip() const {
    const size_t colon = name_.find(':');
    return colon == std::string::npos ? "" : name_.substr(colon + 1);
  }

private:
  struct Known {
    std::string name;
  };
  explicit Target(Known known) : name_(std::move(known.name)) {}
  std::string name_;
};

} // namespace wave
#pragma GCC visibility pop
