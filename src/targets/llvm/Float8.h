//===- Float8.h - Conversions of 8-bit floats, as operations of LLVM ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM has no 8-bit floats: they are bytes, in scalars and vectors alike.  The same code is
// right on every processor; chips with conversions of their own have them for some of the
// formats alone.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "mlir/IR/Builders.h"

#include "machine/ElementFormat.h"

namespace wave::codegen {

/// The f32 of each byte; exact.
mlir::Value decodeFloat8(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value bytes,
                         const machine::Float8 &format);

/// The byte of each f32, rounded to nearest even.
mlir::Value encodeFloat8(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value floats,
                         const machine::Float8 &format);

/// Each f64 with so few bits left that an f32 holds it; rounding that to 8 bits gives what
/// rounding the f64 would.
mlir::Value shortenForFloat8(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value doubles);

} // namespace wave::codegen
