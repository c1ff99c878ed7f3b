//===- SystemFaults.h - System calls that fail when a test says so --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The linker sends the system calls of this program through SystemFaults.cpp (--wrap).
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>

namespace wave::test {

/// While it lives, the call `name` fails once with the error number `error`, after it has
/// succeeded `after` times.  Error 0: the call returns 0 and does nothing.
class SystemFault {
public:
  SystemFault(std::string name, int error, int after = 0);
  ~SystemFault();
  SystemFault(const SystemFault &) = delete;
  SystemFault &operator=(const SystemFault &) = delete;

  /// Whether the call was made, and failed.
  bool happened() const { return remaining < 0; }

  const std::string name;
  const int error;
  int remaining; ///< successful calls until then; -1 afterwards
};

} // namespace wave::test
