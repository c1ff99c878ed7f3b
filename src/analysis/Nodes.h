//===- Nodes.h - Operations as schedules select them ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A node is an operation of the form staged, or the arrival of an asynchronous copy.
// NodeList are selected by tag, by type and by path.  Types are those of Wave's schedules, Read and
// Write, which answer for several operations each, and one for each operation of the dialect:
//
//   Read         wave.read; wave.shared_read, unless MMAs read it by descriptor; wave.copy
//   Write        wave.write; wave.shared_write, wave.copy_out; the arrival of a wave.copy
//   GlobalRead   wave.read
//   GlobalWrite  wave.write
//   Arrival      the arrival of a wave.copy
//   SharedRead, Mma, Copy, Iterate, ReadIndex, ...   the operation of that name
//
// A path names loops from the outside in, by tag or by number, then an operation and its number
// among those of its name in that block: "k_loop/mma:0".
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>

#include "dialect/Dialect.h"

namespace wave::analysis {

struct Node {
  mlir::Operation *op;
  bool isArrival = false;
  ir::TripAttr trip = nullptr; ///< the one trip of its pipelined loop that is meant; null for all
  bool operator==(const Node &) const = default;
};
using NodeList = mlir::SmallVector<Node>;

/// All of a kernel in the form staged, in program order: what computes, loads, stores or hands
/// over, loops, and what is read as an index and has a tag; not what a schedule has inserted, and
/// not the way of scalars to other roles, which follows from roles.
NodeList nodesOf(ir::KernelOp kernel);

/// "mma", "k_loop"; empty for none.
std::string tagOf(mlir::Operation *op);

/// The type of exactly this operation: "GlobalRead", "Mma", "Arrival".
std::string typeOf(const Node &node);
/// Whether a selection by type has the node.  Read and Write are as above.
bool hasType(const Node &node, llvm::StringRef type);
/// The types that nodes of the kernel have, Read and Write among them.
std::vector<std::string> typesOf(ir::KernelOp kernel);

std::string pathOf(const Node &node);

/// For messages: "mma 'mma'", by the tag, "mma 'mma' of copy 1", in an unrolled loop, or "release
/// at k_loop/release:0", by the path.
std::string describe(mlir::Operation *op);
/// The same, with the trip: "mma 'mma', copy 0 in the epilogue".
std::string describe(const Node &node);

} // namespace wave::analysis
