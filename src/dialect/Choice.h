//===- Choice.h - What a schedule chooses of an operation -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function of a schedule that chooses between ways of one operation, pair(mma, False) or
// store(write, through=SHARED), leaves #wave.choice as `wave.choice` of it, until the pass that it
// is for has made it so.  The table says which functions there are, what they take, and of which
// operations: what reads calls, prints them, and verifies attributes are those of this table.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>
#include <string>

#include "dialect/Dialect.h"

namespace wave::ir {

template <typename Op> bool isKind(mlir::Operation *op) { return mlir::isa<Op>(op); }

/// An argument of such a function.
struct ChoiceField {
  llvm::StringLiteral function;
  bool (*isOf)(mlir::Operation *op); ///< of which operations it is
  llvm::StringLiteral name;
  llvm::StringLiteral values; ///< as a schedule writes them, with a blank between two
  bool isAlone;               ///< its only one, which needs no name

  llvm::SmallVector<llvm::StringRef> each() const;
  bool has(llvm::StringRef value) const { return llvm::is_contained(each(), value); }
};

inline constexpr ChoiceField choiceFields[] = {
    {"pair", isKind<MmaOp>, "together", "True False", true},
    {"store", isKind<WriteOp>, "through", "REGISTERS SHARED", false},
    {"store", isKind<WriteOp>, "tma", "True False", false},
    {"store", isKind<WriteOp>, "bytes", "8 16", false}, // of each access of a lane
    {"swizzle", isKind<AllocateOp>, "bytes", "32 64 128", true},
    {"multicast", isKind<CopyOp>, "shared", "True False", true},
};

/// Null where the target chooses.
ChoiceAttr choiceOf(MmaOp mma);       ///< pair
ChoiceAttr choiceOf(WriteOp write);   ///< store
ChoiceAttr choiceOf(AllocateOp ring); ///< swizzle
ChoiceAttr choiceOf(CopyOp copy);     ///< multicast

void setChoice(mlir::Operation *op, ChoiceAttr choice);
void eraseChoice(mlir::Operation *op);

/// What is wrong with an attribute of that name; empty where nothing is.
constexpr llvm::StringLiteral choiceAttr = "wave.choice";
std::string problemOfChoice(mlir::Operation *op, mlir::Attribute value);

} // namespace wave::ir
