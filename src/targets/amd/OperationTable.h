//===- OperationTable.h - What has machine code on AMD chips --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "targets/llvm/OperationTable.h"

namespace wave::amd {

/// The row of Operations.def of that name, or null.
const codegen::OperationSupport *supportOf(std::string_view operation);
/// The same, of what llvm.call_intrinsic may name.
const codegen::OperationSupport *supportOfIntrinsic(std::string_view intrinsic);

} // namespace wave::amd
