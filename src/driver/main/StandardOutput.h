//===- StandardOutput.h - Where a command's result goes -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string_view>

namespace wave::commandline {

/// Throws LaunchError "file-unwritable" where not everything could be written: a
/// full disk must not look like success.
void writeStandardOutput(std::string_view text);

/// For remarks, progress and errors; what cannot be written is lost.
void writeStandardError(std::string_view text);

} // namespace wave::commandline
