//===- AtCall.h - Failures that name the call they come from --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <source_location>

#include "wave/diagnostic.h"

namespace wave {

/// `diagnostic` at the line of the call that led to it, where it has no place of its own.
inline Diagnostic atCall(Diagnostic diagnostic, const std::source_location &where) {
  if (!diagnostic.where.is_known())
    diagnostic.where = where;
  return diagnostic;
}

/// Calls body(); what it throws names a place, `where` if no other.
template <typename Body> void namingCall(const std::source_location &where, Body &&body) {
  try {
    body();
  } catch (const Error &failure) {
    throw Error(atCall(failure.diagnostic(), where));
  } catch (const LaunchError &failure) {
    throw LaunchError(atCall(failure.diagnostic(), where));
  } catch (const InternalError &failure) {
    throw InternalError(atCall(failure.diagnostic(), where));
  }
}

} // namespace wave
