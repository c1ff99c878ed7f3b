//===- StandardStreams.h - Care with descriptors 0, 1 and 2 ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A process may be started with some of them closed.  The next file to be opened then
// takes the number, and everybody's messages end in it.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string_view>

namespace wave {

/// The file behind a fresh `descriptor`, under a number that no standard stream has.
/// -1, with errno set, where there is none.
int aboveStandardStreams(int descriptor);

/// Writes a message in one piece, as far as the descriptor takes it; the rest is lost.  A
/// reader who has left is no reason for a SIGPIPE: messages must not stop what they
/// are about.
void writeMessage(int descriptor, std::string_view text);

/// writeMessage to standard error.
void writeStandardError(std::string_view text);

} // namespace wave
