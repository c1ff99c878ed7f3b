//===- UnusedBinding.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/UnusedBinding.h"

#include "symbolic/NearestName.h"

namespace wave::symbolic {

std::optional<std::string> helpIfUnknown(const std::string &symbol, bool isDeclared,
                                         const std::vector<std::string> &withoutValue) {
  if (std::string meant = suggestion(symbol, withoutValue, ""); !meant.empty())
    return meant;
  if (isDeclared)
    return std::nullopt;
  return "leave out " + symbol;
}

} // namespace wave::symbolic
