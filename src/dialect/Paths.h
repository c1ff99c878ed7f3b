//===- Paths.h - How accesses reach memories ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What there is to say of each path (`#wave.path`), and which versions of a kernel a launch chooses
// from: by memory, since one whose rows are not aligned is no reason to leave the fast paths of the
// others.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "diagnostic/ErrorId.h"
#include "dialect/Dialect.h"

namespace wave::ir {

/// Whether the path needs aligned rows of its memory, which a launch is asked for.
bool needsAlignedRows(AccessPath path);
/// "with TMA", for people.
llvm::StringRef describe(AccessPath path);

/// Holds the path of an access, if it has one, to those that it can take; an access of lanes to the
/// widths that it has.
mlir::LogicalResult verifyPath(AccessOpInterface op, ErrorId id,
                               llvm::ArrayRef<int64_t> widths = {});

/// The path of an access, from the form distributed on.
AccessPath pathOf(AccessOpInterface op);

/// The fastest path that an access can take, of which `path` is null.
AccessPath fastestPath(AccessOpInterface op);

/// What a version of a kernel may take for granted of its memories.
enum class Version {
  Full,      ///< what the paths that were chosen need
  AnyStores, ///< that operands are copied from aligned rows
  Any        ///< nothing
};

/// Holds a kernel to having a path for every access that can take several: as a pass needs it.
mlir::LogicalResult verifyPaths(KernelOp kernel);
/// The same, and to being one version (SpecialisePaths).
mlir::LogicalResult verifyIsVersion(KernelOp kernel);

/// Those that the kernel, in the form distributed, has beside each other: the second one where it
/// differs from the first.
llvm::SmallVector<Version> versionsOf(KernelOp kernel);
/// The path that an access takes in a version.
AccessPath pathIn(Version version, AccessOpInterface op);
/// Whether the version is for aligned rows of that memory, an argument of the kernel.
bool needsAlignedRows(Version version, mlir::Value memory);

/// Of a kernel before its paths are chosen: those that are required, "tma:c" for each memory.
inline constexpr llvm::StringLiteral requiredPathsAttr = "wave.required_paths";

/// Of a kernel that is one version (SpecialisePaths): for each memory, whether its rows are
/// aligned.
inline constexpr llvm::StringLiteral alignedRowsAttr = "wave.aligned_rows";
bool hasAlignedRows(mlir::Value memory);
/// Of a version with another name than the kernel: the kernel's.
inline constexpr llvm::StringLiteral versionOfAttr = "wave.version_of";
/// Whether any of its memories has.
bool hasAlignedRows(KernelOp kernel);
/// Whether lanes copy tiles into rings element by element, which TMA or asynchronous copies do in
/// other versions.
bool copiesElements(KernelOp kernel);

} // namespace wave::ir
