//===- BlockReads.h - Which block of an input a workgroup reads -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For one tile of its output a workgroup reads a block of each input: what a read reaches in all
// trips of the loops over the read's own dimensions, and in one trip of every other loop around
// it.  Workgroups that run at one time and read the same block have it from memory once, and from
// a cache that they share.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>
#include <vector>

#include "dialect/Dialect.h"
#include "symbolic/Coverage.h"
#include "wave/diagnostic.h"

namespace wave::analysis {

struct BlockRead {
  struct Side {
    std::string dim;
    Expr tile;                        ///< elements of a step
    Expr steps;                       ///< of the loops over the dimension
    Expr whole;                       ///< elements of the dimension
    std::optional<size_t> coordinate; ///< of the memory that the dimension is, if it is one
  };

  size_t memory; ///< number of the argument
  std::string name, tag;
  wave::SourceLocation where;
  std::vector<Side> sides; ///< of the tile that is read, in its order
  int64_t elementBytes;
  Expr rowBytes; ///< from a row of the memory to the next
  std::string elementType;
  /// From a workgroup, and the trips of the loops from block to block, to the first element of the
  /// block.
  symbolic::TileMap map;
};

/// Of each read of a kernel in the form bound whose memory the kernel does not write.
std::vector<BlockRead> blockReadsOf(ir::KernelOp kernel);

/// Bytes that a workgroup writes for one tile of its output, of a kernel in the form bound.
Expr writtenBytesOf(ir::KernelOp kernel);

} // namespace wave::analysis
