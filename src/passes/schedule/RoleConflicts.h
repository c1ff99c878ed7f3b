//===- RoleConflicts.h - What roles cannot hand to each other -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Roles wait for each other at channels alone.  So a register is used by the role that makes it,
// and what one role writes to a memory of the caller, no other one reads or writes.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "analysis/Dependences.h"

namespace wave {

/// An error [schedule-role] where two roles rely on an order that nothing keeps.
mlir::LogicalResult verifyRoles(ir::KernelOp kernel,
                                mlir::ArrayRef<analysis::Dependence> dependences);

} // namespace wave
