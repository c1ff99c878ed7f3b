//===- NearestName.h - The name that was probably meant -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wave::symbolic {

/// The known name nearest to `wanted`, for "did you mean ...": at most
/// max(1, length / 3) letters inserted, dropped, changed or swapped with their
/// neighbour, and not all of them.  A difference in case alone counts only
/// between names that are equally near; the first known name wins a tie.
std::optional<std::string> nearestName(std::string_view wanted,
                                       const std::vector<std::string> &known);

/// A way out of a name that is none: "did you mean X?" for the nearest known one, else
/// `otherwise`, which by default is about a message that lists them.
std::string suggestion(std::string_view wanted, const std::vector<std::string> &known,
                       std::string otherwise = "choose one of them");

} // namespace wave::symbolic
