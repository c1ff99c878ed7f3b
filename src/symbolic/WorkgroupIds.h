//===- WorkgroupIds.h - The indices of a workgroup, by dimension ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>

#include "wave/expr.h"

namespace wave::symbolic {

/// `workgroupIds[d]` is the index of a workgroup along dimension d of the grid.
inline constexpr std::array<Symbol, 3> workgroupIds = {WORKGROUP_0, WORKGROUP_1, WORKGROUP_2};

inline bool isWorkgroupId(std::string_view symbol) {
  for (const Symbol &id : workgroupIds)
    if (id.name() == symbol)
      return true;
  return false;
}

} // namespace wave::symbolic
