//===- Dialect.h - The wave dialect: attributes, types, operations --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/StringExtras.h"

#include "dialect/Traits.h"
#include "machine/Layout.h"
#include "wave/constraints.h"
#include "wave/expr.h"

// Found by argument-dependent lookup when attributes are uniqued.
namespace wave {
llvm::hash_code hash_value(const Expr &expr);
namespace machine {
llvm::hash_code hash_value(const Layout &layout);
struct MmaTypes;
} // namespace machine
} // namespace wave

#include "dialect/WaveDialect.h.inc"
#include "dialect/WaveEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialect/WaveAttributes.h.inc"

#define GET_TYPEDEF_CLASSES
#include "dialect/WaveTypes.h.inc"

namespace wave::ir {
class ChannelOp;
} // namespace wave::ir

#include "dialect/WaveInterfaces.h.inc"

#define GET_OP_CLASSES
#include "dialect/WaveOps.h.inc"

namespace wave::ir {

/// The kinds of constraint, as the operations that hold them.
inline bool isConstraint(mlir::Operation *op) {
  return mlir::isa<GridConstraintOp, WorkgroupConstraintOp, TilingConstraintOp, WaveConstraintOp,
                   ReorderingConstraintOp, HardwareConstraintOp>(op);
}
/// The one that says how many workgroups are launched; null where tiles do.
GridConstraintOp gridConstraint(KernelOp kernel);
/// Dimensions of the grid that workgroup constraints may use.  A launch has three: those from 2 on
/// share the last one.
inline constexpr size_t gridDims = 5, launchDims = 3;
/// Whether workgroup constraints use more dimensions of the grid than a launch has.
bool sharesLaunchDims(KernelOp kernel);
/// Those of a dimension; null where there is none.
WorkgroupConstraintOp workgroupConstraint(KernelOp kernel, ExprAttr dim);
TilingConstraintOp tilingConstraint(KernelOp kernel, ExprAttr dim);
/// Whether loops take steps of a workgroup's part of `dim`.
bool hasLoopedPart(KernelOp kernel, ExprAttr dim);

/// What stands for operand number `number` in the expression of a wave.index: "$0".
std::string rootPlaceholder(size_t number);
/// The value of an index that is a known number.
std::optional<int64_t> constantOf(mlir::Value index);

/// Whether the operation gives an index and does nothing else.
inline bool isIndex(mlir::Operation *op) {
  return mlir::isa<IndexOp, WorkgroupIdOp, ReadIndexOp>(op);
}

/// Whether the operation stands at the head of a kernel and says what there is: a constraint, a
/// ring or a channel.
inline bool isDeclaration(mlir::Operation *op) {
  return isConstraint(op) || mlir::isa<AllocateOp, ChannelOp>(op);
}

/// Whether the operation is a step of a channel's protocol that is made for each use of a slot.
inline bool isStepOfUse(mlir::Operation *op) {
  auto step = mlir::dyn_cast<ChannelStepOpInterface>(op);
  return step && step.isOfUse();
}
/// The same, or the drain at the end.
inline bool isStepOfChannel(mlir::Operation *op) { return mlir::isa<ChannelStepOpInterface>(op); }
/// Whether a step is made by a channel's producers; else by its consumers.
inline bool isStepOfProducer(mlir::Operation *step) {
  return mlir::cast<ChannelStepOpInterface>(step).isOfProducer();
}
/// The channel of a step, the sequence index of its use, and where loops carry them the slot and
/// the phase of that use (CarrySlots), or nothing.
ChannelOp channelOfStep(mlir::Operation *step);
mlir::Value sequenceIndexOf(mlir::Operation *step);
mlir::OperandRange placeOf(mlir::Operation *step);
/// The channel of a ring; null where no role hands it over.
ChannelOp channelOf(mlir::Value ring);
/// Whether a slot of a ring holds an index; what is put there, if anything; whether the operation
/// hands indices over: it reads or writes one, or is a step of a channel of them.
bool holdsScalar(mlir::Value ring);
ScalarWriteOp scalarWriteOf(mlir::Value ring);
bool isOfScalars(mlir::Operation *op);
/// Whose roles a channel is between, as its rings are used (channel-c2).
ChannelScope scopeOf(ChannelOp channel);
/// Whether workgroups of a cluster share a copy into a ring of the channel.
bool isShared(ChannelOp channel);

/// Whether the operation changes when a wave issues its instructions, and nothing else.
inline bool isHint(mlir::Operation *op) { return op->hasTrait<Hint>(); }

/// Whether the operation begins a copy that goes on behind it, until a barrier ends copies.
inline bool isCopyOperation(mlir::Operation *op) {
  auto out = mlir::dyn_cast<CopyOutOp>(op);
  return mlir::isa<CopyOp>(op) || (out && !out.getLaneBytes());
}

/// Threads of a wave, and waves of a workgroup, of a kernel in the form bound or a later one;
/// 1 where it has no hardware constraint.
int64_t threadsPerWave(KernelOp kernel);
int64_t wavesPerBlock(KernelOp kernel);

/// Whether the operation has an effect: it keeps its place among others that have one.
inline bool hasEffect(mlir::Operation *op) { return mlir::isa<WriteOp, DebugLogOp>(op); }

/// Whether what is read from the memory goes through shared memory.
bool isShared(MemoryType memory);

/// The dimensions that an operation accesses from a start: of the memory that it reads or
/// writes, of the tile where it has a mapping or logs one.  Empty for any other operation.
mlir::ArrayRef<DimAttr> accessedDims(mlir::Operation *op);

/// What stands for the coordinate along dimension number `dim` of a tile in mappings: "$i0".
Expr iteratorOf(size_t dim);
/// The number of the dimension for which a symbol stands, if it is such a one.
std::optional<size_t> iteratorNumber(const std::string &symbol);
/// A coordinate in a memory that is one of the tile, if it has an iterator, plus an offset.
struct MovedIterator {
  std::optional<size_t> iterator;
  Expr offset = Expr::constant(0);
};
std::optional<MovedIterator> movedIterator(const Expr &coordinate);
/// Whether elements of the access that lie outside the memory along `dim` are filled in and take
/// part, and its start along `dim` may be anywhere.
bool isMapped(mlir::Operation *op, ExprAttr dim);
/// Whether the tile of the access has one element along that dimension of the memory, and lacks it.
bool isDropped(mlir::Operation *op, ExprAttr dim);

/// The operations that compute each element from those at its place, one rounding each.
inline bool isElementwise(mlir::Operation *op) {
  return mlir::isa<AddOp, SubOp, MulOp, DivOp, MaximumOp, MinimumOp, UnaryOp, CompareOp, LogicOp,
                   SelectOp, PermuteOp, BroadcastOp>(op);
}

/// Which dimension of an mma plays which part, as names.
struct MmaDims {
  /// Over which the MMA of m, n and k is repeated, as einsum has it: batches, which both operands
  /// and the accumulator have, further dimensions of one operand and the accumulator, and further
  /// reductions, which both operands have.  The accumulator's own come first, in its order.
  mlir::SmallVector<ExprAttr> repeated;
  ExprAttr m, n, k;                       ///< of their kind the last in lhs, rhs and lhs
  mlir::SmallVector<ExprAttr> reductions; ///< k and those among the repeated ones
};
/// Defined for an mma that verifies.
MmaDims mmaDims(MmaOp op);
machine::MmaTypes mmaTypes(MmaOp op);
/// What it asks for; Full where it says nothing.
Precision precisionOf(MmaOp op);
/// Of the kernel's MMAs that of the one that keeps least; from the form traced to the form sized.
Precision leastPrecisionOf(KernelOp kernel);
/// "full", "tf32" or "3xtf32": how an mma names it, and the command line.
llvm::StringRef precisionName(Precision precision);
std::optional<Precision> precisionNamed(llvm::StringRef name);
/// The instructions of an operation along one of its dimensions: how many there are, and how many
/// elements each has.
struct SliceUnits {
  int64_t count, extent;
};
/// Those of a wave's part.  Nothing where the MMA has no such dimension, or its instruction is not
/// known yet.  From the form staged on.
std::optional<SliceUnits> sliceUnits(MmaOp op, mlir::StringRef dim);
/// The slice that the operation is about; null where it is about its whole tile.
SliceAttr sliceOf(mlir::Operation *op);
/// The tile whose other elements a read of a slice keeps; null for the first slice.
mlir::Value intoOf(mlir::Operation *op);
/// Whether two accesses to a ring are slices along one dimension that have no element of a slot in
/// common, whatever each is a slice of: a wave's part, or the whole tile.
bool areSlicesApart(mlir::Operation *a, mlir::Operation *b, BufferType ring);
/// Whether `writes` together fill all elements of a slot that `read` is about.
bool fillSliceOf(mlir::Operation *read, mlir::ArrayRef<mlir::Operation *> writes, BufferType ring);
/// Whether its instruction is a warpgroup's, which runs on while its wave goes on, and reads
/// shared memory itself.
bool isAsynchronous(MmaOp op);
/// Whether its instruction reads rhs in shared memory.
bool readsInPlace(MmaOp op);
/// Whether its instruction is one of a pair: two workgroups of a cluster make the product together,
/// each with its rows of lhs and of the sum.  From the form staged on each has half of the columns
/// of rhs, in the order of their ranks, and its rhs is that half.
bool isOfPair(MmaOp op);
/// One of the products whose sum a ring in tensor memory holds; null for any other ring.
MmaOp productInto(mlir::Value ring);
/// The dimension along which each workgroup of a pair has half of what products read in the ring:
/// the columns of their rhs; null for any other ring.
ExprAttr halvedDim(mlir::Value ring);
/// Whether products of a pair add to what the ring holds, or read it in place.
bool isOfPair(mlir::Value ring);
/// Whether no lane holds the tile: it stays in shared memory, or it is such a sum, or the
/// number that one begins with.
bool isInPlace(mlir::Value tile);

/// Whether any MMA of the kernel reads an operand by descriptor.
bool readsByDescriptor(KernelOp kernel);
/// Whether `op` stands for MMAs writing their accumulator to a ring in tensor memory: a
/// shared_write in place.
bool writesAccumulator(mlir::Operation *op);

/// The tile that a value is, or that a slot of a buffer holds.
TileType tileTypeOf(mlir::Value value);
/// Gives a ring another type, and the views of it the one that follows.
void setType(mlir::TypedValue<BufferType> ring, BufferType type);

/// What a reduction of nothing gives: 0, or the least or the greatest number.
mlir::TypedAttr identityOf(ReductionKind kind, mlir::Type element);

/// `type` with one dimension less.
TileType withoutDim(TileType type, ExprAttr dim);

/// What the waves that share out `dim` have of a reduction of `value`; null where none do.
TileType partialType(ReductionKind kind, TileType value, ExprAttr dim, int64_t ofGroup);

/// Ends the process: `where`, "the interpreter" for one, has no case for an operation of the form
/// that it takes.  To leave the operation out would be wrong code.
[[noreturn]] void reportUnknown(mlir::Operation *op, llvm::StringRef where);

/// Whether all dimensions of `b` are among those of `a`.
bool covers(TileType a, TileType b);

/// Those of `dims` that are not among `others`, for messages: "N", "M and N"; empty if all are.
std::string lackingDims(llvm::ArrayRef<DimAttr> dims, llvm::ArrayRef<DimAttr> others);
/// How a tile gets more dimensions, for messages: "broadcast(lhs, {M, N})", or "lhs".
std::string broadcastText(llvm::ArrayRef<DimAttr> dims, TileType tile, llvm::StringRef name);

/// "[M, K] f16", for messages.
std::string describe(TileType type);
std::string describe(MemoryType type);
/// "read from 'a'", "a product", ...: where a tile value comes from, for messages.
std::string describeOrigin(mlir::Value value);
/// "lhs is [M, K] f16, read from 'a'": the notes of verifiers.
std::string describeOperand(llvm::StringRef part, mlir::Value tile);

} // namespace wave::ir
