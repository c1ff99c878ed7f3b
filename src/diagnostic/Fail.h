//===- Fail.h - Throwing a diagnostic that has no place in source ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Host functions learn only at run time what is wrong, and not from which line
// they were called; their failures carry facts instead of a place.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>
#include <utility>
#include <vector>

#include "diagnostic/ErrorId.h"
#include "wave/diagnostic.h"

namespace wave {

/// Throws a `Kind` (Error, LaunchError, InternalError) without a place.
template <typename Kind>
[[noreturn]] void fail(ErrorId id, std::string message, std::string help = {},
                       std::vector<Note> notes = {}) {
  throw Kind(
      Diagnostic{id, std::move(message), SourceLocation(), std::move(notes), std::move(help)});
}

} // namespace wave
