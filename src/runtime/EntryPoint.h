//===- EntryPoint.h - How a function of a GPU's code is started -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the attributes of the target form say (docs/adr/0012-target-form.md), for those who
// start the function: without the compiler, or from a file.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "wave/expr.h"
#include "wave/types.h"

namespace wave {

/// What a kernel does with a memory.
enum class MemoryUse {
  Read,
  Write, ///< each element exactly once
  ReadWrite
};

/// A memory of the caller's, or of a call of debug_log, by the arguments that describe it.
struct EntryMemory {
  std::string name;
  /// Whether sizes and strides are arguments, in order: false where the compile knew them.
  std::vector<bool> sizes, strides;
  MemoryUse use = MemoryUse::ReadWrite;
  /// Whether its rows need not be aligned where the entry point needs aligned ones.
  bool hasAnyRows = false;
  /// The number of the call of debug_log whose memory it is.
  std::optional<size_t> logSite;
};

/// A tensor map among the arguments: boxes of a memory are copied by it.
struct EntryMap {
  size_t memory = 0;         ///< position among the entry point's memories
  std::vector<uint32_t> box; ///< elements, the innermost dimension first
  uint32_t swizzleBytes = 0;
};

/// Its arguments are, for each memory, a pointer, sizes and strides in elements; then the
/// launch values; then the tensor maps.
struct EntryPoint {
  std::string name;
  /// Whether it may be started only where all rows are aligned (EntryChoice.h).
  bool needsAlignedRows = false;
  std::array<uint32_t, 3> workgroup = {1, 1, 1}; ///< lanes
  std::array<uint32_t, 3> cluster = {1, 1, 1};   ///< workgroups
  uint32_t sharedBytes = 0;                      ///< that the launch adds to the code's own
  std::vector<EntryMemory> memories;
  std::vector<Expr> launchValues; ///< over open sizes
  std::vector<EntryMap> maps;
};

} // namespace wave
