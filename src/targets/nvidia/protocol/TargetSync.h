//===- TargetSync.h - What mbarriers count, for people to read ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of an entry point that TargetProtocol.h has held against its channels: here the same operations
// are counted for `wave explain`.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "mlir/IR/BuiltinOps.h"

#include "targets/llvm/SyncNotes.h"

namespace wave::nvidia {

/// Of the function of that name in a module in the target form.
codegen::SyncNotes syncNotesOf(mlir::ModuleOp module, const std::string &entry);

} // namespace wave::nvidia
