//===- StandardOutput.h - Where a command's result goes -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string_view>

#include "runtime/StandardStreams.h" // for what is written beside it

namespace wave::commandline {

/// Throws LaunchError "file-unwritable" where not everything could be written: a
/// full disk must not look like success.
void writeStandardOutput(std::string_view text);

/// Makes the process one whose output can be trusted: a standard stream that is closed
/// stays as unusable, but its number is taken; a limit on the size of files fails the
/// write, instead of ending the process.
void prepareStandardStreams();

} // namespace wave::commandline
