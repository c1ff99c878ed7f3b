//===- FatalErrors.h - What is saved before LLVM ends the process ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM ends the process where it cannot go on.  Nothing that a kernel says should
// lead there; if it does all the same, the file that repeats it is written first.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <functional>
#include <string>

namespace wave {

/// While one lives, a fatal error of LLVM in its thread calls `save` and prints what
/// that returns after the reason; then the process ends as LLVM would end it.
///
/// The handler is the process's only one: the first of all guards installs it and
/// the last takes it away.  LLVM does not tell which one it replaces, so that a
/// program with a handler of its own, in the same LLVM, loses that.
class FatalErrorGuard {
public:
  explicit FatalErrorGuard(std::function<std::string()> save);
  ~FatalErrorGuard();
  FatalErrorGuard(const FatalErrorGuard &) = delete;
  FatalErrorGuard &operator=(const FatalErrorGuard &) = delete;

private:
  static void handle(void *, const char *reason, bool);

  std::function<std::string()> save;
  FatalErrorGuard *outer;
};

} // namespace wave
