//===- Boxes.h - How boxes fill a ring, and who can read them there -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An engine fills a ring with boxes: rows of up to 128 bytes, of which pieces of 16 bytes
// change places where a row has 32, 64 or 128 (NVIDIA PTX ISA, "Swizzling Modes" of tensor
// copies).  A longer row is cut: the ring then has columns, one behind the other, each with a
// part of every row (ir::SharedLayoutAttr).
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"

namespace wave::analysis {

/// Rows until a swizzle begins anew.
inline constexpr int64_t rowsOfSwizzle = 8;

/// Bytes of the rows of those boxes that bring `rows` rows of `rowBytes`: all of it, or the
/// most of 128, 64 and 32 that divide it, of whole groups of 8 rows; 0 where no box does.
int64_t boxRowBytes(int64_t rows, int64_t rowBytes);
/// The same of a tile: rows are cut where it has two dimensions.
int64_t boxRowBytes(ir::TileType tile);

/// Whether pieces of rows that long change places.
bool isSwizzledRow(int64_t bytes);

/// Whether the instructions of a warpgroup can read an operand in place: rows along the
/// reduction, or along its other dimension, of which an instruction takes `taken` bytes.
bool canReadInPlace(int64_t rows, int64_t rowBytes, bool isAlongReduction, int64_t taken);

/// The same where rows of boxes have so many bytes.
bool canReadInPlace(int64_t boxBytes, bool isAlongReduction, int64_t taken);

/// Why a mapping keeps boxes from bringing what a read takes; empty if it does not.  From the form
/// sized on.
std::string whyNoBox(ir::ReadOp read);

} // namespace wave::analysis
