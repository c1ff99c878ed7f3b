//===- Roff.h - The parts of a man page -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>
#include <vector>

namespace wave::commandline {

/// `text` so that man(7)'s macros print it as it stands.
std::string roff(const std::string &text);

/// Header and section NAME of the page of a command.
std::string manHeader(const std::string &program, const std::string &summary);

/// An entry of a list: `head`, then the sentence `text`, without its full stop.
std::string manEntry(const std::string &head, const std::string &text);

/// Lines that are printed as they are.
std::string manExamples(const std::vector<std::string> &lines);

} // namespace wave::commandline
