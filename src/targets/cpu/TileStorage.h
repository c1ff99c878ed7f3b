//===- TileStorage.h - Where the CPU target keeps tile values -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every tile value of a bound kernel gets a place in the workspace, of which each
// thread has one: row-major in the value's order of dimensions, the last one
// padded to whole vectors, the one before it to whole register blocks, so that no
// loop over a tile has a remainder.  What lies in the padding is never used.
//
// Values share a place where one takes over from another that ends there:
//  - a loop's argument, its result, and, if nothing else needs them, its initial
//    and its yielded value;
//  - the accumulator of an mma and its result.
// What does not share is copied.
//
// Sizes that are left open until the launch make offsets and strides expressions; the
// last dimension's stride is always 1.
//
// A read that only feeds an mma, of a memory that the kernel never writes, has no
// place: the mma packs its operand straight from the memory.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

#include "dialect/Dialect.h"
#include "machine/HostCpu.h"
#include "wave/types.h"

namespace wave::cpu {

/// A place in the workspace.
struct Place {
  Expr offset = 0; ///< bytes
  DType dtype;
  mlir::SmallVector<ir::ExprAttr> dims; ///< outermost first
  mlir::SmallVector<Expr> sizes;        ///< elements, unpadded
  mlir::SmallVector<Expr> strides;      ///< elements
};

/// The packed operands of an mma: `rows` is read element by element, `columns` in
/// vectors along the accumulator's last dimension.
struct PackedOperands {
  Place rows, columns;
  mlir::Value rowsValue, columnsValue;
  ir::ExprAttr rowDim, columnDim;
};

/// Vectors across one register block of a tile with that many columns.
int64_t vectorsAcross(const machine::VectorIsa &isa, const Expr &columns, DType dtype);

/// The operation whose result has most bytes, where sizes are numbers; the kernel if it has none.
mlir::Operation *makerOfLargestTile(ir::KernelOp kernel);

class TileStorage {
public:
  TileStorage(ir::KernelOp kernel, const machine::VectorIsa &isa);

  /// Null for a read that an mma packs by itself.
  const Place *placeOf(mlir::Value tile) const;
  const PackedOperands &packedOf(ir::MmaOp mma) const { return packed.find(mma)->second; }
  bool sharePlace(mlir::Value a, mlir::Value b) const;
  /// Where a yielded value waits because its place is another argument's, or null.
  const Place *temporaryOf(mlir::Value yielded) const {
    auto found = temporaries.find(yielded);
    return found == temporaries.end() ? nullptr : &found->second;
  }

  const Expr &workspaceBytes() const { return bytes; }

private:
  void share(mlir::Value a, mlir::Value b);
  ir::MmaOp productIn(mlir::Value value) const;
  mlir::Value rootOf(mlir::Value value) const;
  mlir::SmallVector<mlir::Value> placemates(mlir::Value value) const;
  void shareInPlace(ir::KernelOp kernel);
  void shareLoop(ir::IterateOp loop);
  bool yieldTakesOver(ir::IterateOp loop, mlir::Value argument, mlir::Value yielded) const;
  mlir::SmallVector<ir::ExprAttr> layoutOf(mlir::Value root) const;
  void placeValues(ir::KernelOp kernel);
  void placePacked(ir::KernelOp kernel);
  Place allocate(mlir::ArrayRef<ir::ExprAttr> dims, mlir::ArrayRef<Expr> sizes, DType dtype);

  const machine::VectorIsa &isa;
  llvm::DenseMap<mlir::Value, mlir::Value> parents; ///< of the union-find forest
  llvm::DenseMap<mlir::Value, Place> places;        ///< of roots
  llvm::DenseMap<mlir::Operation *, PackedOperands> packed;
  llvm::DenseMap<mlir::Value, mlir::SmallVector<mlir::Value>> members; ///< of roots
  llvm::DenseSet<mlir::Value> direct;                                  ///< reads without a place
  llvm::SetVector<mlir::Value> needsTemporary;
  llvm::DenseMap<mlir::Value, Place> temporaries;
  Expr bytes = 0;
};

} // namespace wave::cpu
