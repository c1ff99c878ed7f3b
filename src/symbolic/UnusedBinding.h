//===- UnusedBinding.h - A value for a symbol that nothing uses ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A list of bindings may serve several kernels, so that one of them does not use all of it.  A name
// that is misspelled is not used either.  A symbol that the program declares is spelled as it is
// declared: a binding of it is unknown only where a symbol of the kernel that has no value is
// called almost the same.  Any other name that nothing uses is unknown.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>
#include <string>
#include <vector>

namespace wave::symbolic {

/// Of a symbol that nothing uses, and that is unknown, the way out; nothing for one that is only of
/// no effect.  `withoutValue` are the symbols of the kernel that may be meant.
std::optional<std::string> helpIfUnknown(const std::string &symbol, bool isDeclared,
                                         const std::vector<std::string> &withoutValue);

} // namespace wave::symbolic
