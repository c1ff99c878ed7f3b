//===- Page.h - All that is known of a kernel, as one HTML file -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>
#include <string_view>

#include "picture/Facts.h"

namespace wave::picture {

/// The page asks for nothing outside itself, and says so to the browser.
std::string page(const Facts &facts);

/// Of what `wave check --json` prints, with the loops of the kernel as `wave explain --json` has
/// them.
std::string pageOfProofs(const Facts &facts);

/// How both begin.
std::string_view pageStart();

} // namespace wave::picture
