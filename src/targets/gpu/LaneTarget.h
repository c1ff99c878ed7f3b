//===- LaneTarget.h - What differs between chips in a lane's code ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"
#include "machine/MmaTable.h"
#include "targets/gpu/HintTarget.h"
#include "targets/gpu/LaneCode.h"
#include "targets/gpu/RoleTarget.h"

namespace wave::gpu {

class LaneTarget {
public:
  virtual ~LaneTarget() = default;

  /// The lane's number in its workgroup, an i32.
  virtual Value threadId(LaneCode &code) const = 0;
  /// The workgroup's number along a dimension of the grid, an i32.
  virtual Value workgroupId(LaneCode &code, int dim) const = 0;
  /// The same value, in the knowledge that all lanes of the wave have it.
  virtual Value uniform(LaneCode &code, Value i32) const = 0;
  /// The i32 of the lane whose number differs in the bits of `mask`.
  virtual Value exchange(LaneCode &code, Value i32, int64_t mask) const = 0;
  /// All waves meet, and see what the others did to shared memory, or to all memory, and
  /// what the copies brought that these have waited for.  `keepsCopies`: others may be under way,
  /// and stay so.
  virtual void barrier(LaneCode &code, bool isGlobal, bool keepsCopies) const = 0;
  /// The wave waits for its copies.  Returns the operation that `leaveInFlight` changes.
  virtual mlir::Operation *waitForCopies(LaneCode &code) const = 0;
  /// Lets such a wait be over when at most the last so many copies, as `copy` begins them, are
  /// under way.
  virtual void leaveInFlight(mlir::Operation *wait, int64_t copies) const = 0;
  /// Begins to bring `bytes` that each lane has at `from` to shared memory, side by side from
  /// `to` on, the same address for all lanes of the wave.  `scopes` are the alias scopes
  /// that the access belongs to.
  virtual void copy(LaneCode &code, Value from, Value to, int64_t bytes,
                    mlir::ArrayAttr scopes) const = 0;
  /// The code generator keeps the order of what is before and what is behind this place.
  virtual void keepOrder(LaneCode &code) const = 0;
  /// One matrix instruction on a lane's registers.
  virtual Value mma(LaneCode &code, const machine::Mma &mma, Value lhs, Value rhs,
                    Value accumulator) const = 0;
  /// The words of each lane of `count` matrices in shared memory (MatrixLoads.h), of which
  /// `address` is that of a row.  Of chips whose matrix instructions have operands laid out so.
  virtual LaneCode::Values loadMatrices(LaneCode &code, Value address, int64_t count,
                                        bool isTransposed) const {
    (void)code, (void)address, (void)count, (void)isTransposed;
    llvm_unreachable("the chip has no matrix loads");
  }
  /// What the chip does for waves that have roles, or null.
  virtual const RoleTarget *roles() const { return nullptr; }
  /// How the chip takes hints; null where it takes none.
  virtual const HintTarget *hints() const { return nullptr; }
  /// Whether the chip's code generator makes code of LLVM's intrinsic that is as exact as the
  /// language promises of a function of that element type; f16 and bf16 call the one of f32.
  virtual bool hasFunction(ir::UnaryKind kind, DType dtype) const = 0;
  /// Whether one instruction of the chip computes the function of an f32 within the bound of
  /// ApproximateFunctions.def.
  virtual bool hasInstruction(ir::UnaryKind kind) const = 0;
  /// That instruction, of one element.
  virtual Value instruction(LaneCode &code, ir::UnaryKind kind, Value f32) const = 0;
  /// Marks a function as an entry point.
  virtual void markKernel(mlir::Operation *function) const = 0;
};

} // namespace wave::gpu
