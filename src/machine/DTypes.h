//===- DTypes.h - All element types ---------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <span>
#include <string>
#include <vector>

#include "wave/types.h"

namespace wave::machine {

/// The rows of the table in DType.cpp, in order.
std::span<const DType> dtypes();

std::vector<std::string> dtypeNames();

} // namespace wave::machine
