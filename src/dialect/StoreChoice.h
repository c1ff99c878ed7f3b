//===- StoreChoice.h - How a schedule lets results be stored --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes of the IR (dialect/Schedule.h has the others of a schedule):
//
//   wave.store     of a write, until it is staged: its way to the memory, and where the schedule
//                  says so
//   wave.by_lanes  of a copy_out: lanes make the copy, with accesses of so many bytes to
//   consecutive
//                  places of a row; without it TMA does, and the copy goes on behind the operation
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>

#include "dialect/Dialect.h"

namespace wave::ir {

struct StoreChoice {
  std::optional<bool> throughShared; ///< else from registers
  std::optional<bool> byTma;         ///< else by lanes
  std::optional<int64_t> bytes;      ///< of each access of a lane, 8 or 16
  mlir::Location where;
};
/// Nothing where the target chooses.
std::optional<StoreChoice> storeChoiceOf(WriteOp write);
void setStoreChoice(WriteOp write, const StoreChoice &choice);
void eraseStoreChoice(WriteOp write);

/// Nothing where TMA makes the copy.
std::optional<int64_t> laneBytesOf(CopyOutOp copy);
void setLaneBytes(CopyOutOp copy, int64_t bytes);

/// Whether the operation begins a copy that goes on behind it, until a barrier ends copies.
bool isCopyOperation(mlir::Operation *op);

/// Whether the attribute is one of this file; what is wrong with it there, or "".
std::optional<std::string> problemOfStoreChoice(mlir::Operation *op, llvm::StringRef name,
                                                mlir::Attribute value);

} // namespace wave::ir
