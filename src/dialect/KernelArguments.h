//===- KernelArguments.h - What a kernel takes ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"
#include "wave/argument.h"

namespace wave::ir {

/// In any form, memories before scalars; a size that the IR does not give is the dimension's own
/// expression.
std::vector<Argument> argumentsOf(KernelOp kernel);

} // namespace wave::ir
