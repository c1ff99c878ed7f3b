//===- StageReads.cpp - The way through shared memory ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: every access has a start                                       (bound)
// Gives: a read of a SHARED memory is a read, a write into a ring and a read of the
//        ring, or a copy into the ring and a read of it; no product sees what is outside
//        the memories                                                  (staged)
//
// A schedule selects the three by the read's tag.  Masks belong here because staging
// decides what stands outside: a read fills with 0, which a ring keeps.
//
//===----------------------------------------------------------------------===//

#include <bit>

#include "analysis/Boxes.h"
#include "analysis/MemoryUse.h"
#include "analysis/Roles.h"
#include "dialect/BrokenConstraint.h"
#include "dialect/Distribution.h"
#include "dialect/ElementTypes.h"
#include "dialect/IndexValues.h"
#include "dialect/NormalForms.h"
#include "machine/Chip.h"
#include "machine/MmaTable.h"
#include "passes/Passes.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_STAGEREADS
#include "passes/Passes.h.inc"

using ir::BrokenConstraint;

namespace {

struct StageReads : impl::StageReadsBase<StageReads> {
  using StageReadsBase::StageReadsBase;

  void runOnOperation() override {
    ir::KernelOp kernel = getOperation();
    if (failed(ir::verifyForm(kernel, ir::Form::Bound)) || failed(checkSizes()))
      return signalPassFailure();
    kernel.walk([](ir::AssumeOp assume) { assume.erase(); }); // launches check them
    kernel->setAttr(analysis::memoryUseAttr, analysis::memoryUses(kernel));
    numberLogs();
    SmallVector<ir::ReadOp> reads;
    kernel.walk([&](ir::ReadOp read) { reads.push_back(read); });
    isForWarpgroups = false;
    kernel.walk([&](ir::MmaOp mma) { isForWarpgroups |= ir::readsInPlace(mma); });
    for (ir::ReadOp read : reads)
      if (ir::isShared(read.getMemory().getType()))
        stage(read);
    if (failed(leaveInPlace()))
      return signalPassFailure();
    kernel.walk([&](ir::MmaOp mma) { maskOperands(mma); });
    kernel.walk([&](ir::ReduceOp reduce) { maskValue(reduce); });
  }

private:
  /// Lanes hold tiles in registers, of which there is a number.
  LogicalResult checkSizes() {
    WalkResult result = getOperation().walk([&](Operation *op) {
      for (Value value : op->getResults())
        if (auto tile = dyn_cast<ir::TileType>(value.getType()))
          for (ir::DimAttr dim : tile.getDims())
            if (!dim.getConstantSize()) {
              std::string name = dim.getName().getValue().str();
              (void)LogicalResult(
                  BrokenConstraint(op, "open-tile",
                                   "the tile " + ir::describe(tile) + " is as long as " +
                                       dim.getSize().getValue().str() + " along " + name +
                                       ", which is left open until the launch")
                      .help("lanes hold tiles of known sizes: bind the size, or walk " + name +
                            " with TilingConstraint{" + name + ", ...} and iterate"));
              return WalkResult::interrupt();
            }
      return WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

  /// Calls of debug_log keep their number and their steps where loops are taken apart.
  void numberLogs() {
    Builder builder(&getContext());
    int64_t site = 0;
    getOperation().walk<WalkOrder::PreOrder>([&](ir::DebugLogOp op) {
      SmallVector<Value> steps;
      for (auto loop = op->getParentOfType<ir::IterateOp>(); loop;
           loop = loop->getParentOfType<ir::IterateOp>())
        steps.insert(steps.begin(), loop.getCounter());
      op.setSiteAttr(builder.getI64IntegerAttr(site++));
      op.getStepsMutable().assign(steps);
    });
  }

  void stage(ir::ReadOp read) {
    ir::KernelOp kernel = getOperation();
    ir::TileType tile = read.getResult().getType();
    auto memory = cast<BlockArgument>(read.getMemory());
    auto type = ir::BufferType::of(tile);
    OpBuilder builder(&getContext());
    setBehindConstraints(builder, kernel);
    auto ring = ir::AllocateOp::create(
        builder, read.getLoc(), type, cast<StringAttr>(kernel.getArgNames()[memory.getArgNumber()]),
        IntegerAttr());
    builder.setInsertionPointAfter(read);
    const std::string noBox = analysis::whyNoBox(read);
    if (!noBox.empty() && (isForWarpgroups || copies))
      declineCopy(read, noBox);
    const bool isCopied =
        noBox.empty() && (isForWarpgroups ? canCopyBox(read) : copies && canCopy(read));
    if (isCopied)
      ir::CopyOp::create(builder, read.getLoc(), read.getMemory(), read.getStart(), ring.getRing(),
                         {}, {}, read.getTagAttr(), {}, read.getMappedAttr());
    else
      ir::SharedWriteOp::create(builder, read.getLoc(), read.getResult(), ring.getRing(), {},
                                UnitAttr(), read.getTagAttr());
    auto back = ir::SharedReadOp::create(builder, read.getLoc(), tile, ring.getRing(), {},
                                         read.getTagAttr());
    read.getResult().replaceUsesWithIf(
        back.getResult(), [](OpOperand &use) { return !isa<ir::SharedWriteOp>(use.getOwner()); });
    if (isCopied)
      read.erase();
  }

  /// An asynchronous copy puts what the lanes of a wave bring, 16 bytes each, side by side
  /// into the ring.  So that this is the tile, row after row, whatever its slowest dimension,
  /// the lanes have to divide all others.
  bool canCopy(ir::ReadOp read) {
    ir::TileType tile = read.getResult().getType();
    const int64_t run = machine::widestAccess / ir::elementBytes(tile.getElementType());
    const ir::DimAttr last = tile.getDims().back();
    auto decline = [&](const Twine &reason) { return declineCopy(read, reason); };
    if (*last.getConstantSize() % run != 0 ||
        !isZero(ir::IndexValues().of(read.getStart().back()) % run))
      return decline("a lane copies " + Twine(run) + " elements at once, and " +
                     last.getName().getValue().str() + " is " + Twine(*last.getConstantSize()));
    if (tile.getDims().front().getConstantSize() == 0)
      return decline("it has no elements");
    for (ir::DimAttr dim : tile.getDims().drop_front()) {
      const int64_t size = *dim.getConstantSize();
      if (!std::has_single_bit(static_cast<uint64_t>(size)))
        return decline(dim.getName().getValue().str() + " is " + Twine(size) +
                       ", which is no power of two");
    }
    return true;
  }

  static bool declineCopy(ir::ReadOp read, const Twine &reason) {
    mlir::emitRemark(read.getLoc())
        << "the read of " << ir::describe(read.getResult().getType())
        << " goes through registers, not past them: " << reason << " [not-asynchronous]";
    return false;
  }

  /// An engine copies boxes of tensors of up to five dimensions, of at most 256 elements along
  /// each; a row of a box has pieces of 16 bytes, 128 bytes at most where a swizzle moves them
  /// (NVIDIA CUDA driver API, cuTensorMapEncodeTiled).  Boxes follow each other along the
  /// dimension of rows, and beside each other along longer rows; a swizzle begins anew every 8
  /// rows.  A box begins at a multiple of 128 bytes, in every slot (NVIDIA PTX ISA,
  /// cp.async.bulk.tensor).
  bool canCopyBox(ir::ReadOp read) {
    constexpr int64_t mostElements = 256, mostBytes = 128;
    constexpr size_t mostDims = 5;
    const ir::TileType tile = read.getResult().getType();
    const ArrayRef<ir::DimAttr> dims = tile.getDims();
    const int64_t row = *dims.back().getConstantSize() * ir::elementBytes(tile.getElementType());
    const int64_t ofBox = analysis::boxRowBytes(tile);
    if (read.getMemory().getType().getDims().size() > mostDims)
      return declineCopy(read, "the memory has more than " + Twine(mostDims) + " dimensions");
    if (llvm::any_of(dims, [](ir::DimAttr dim) { return *dim.getConstantSize() == 0; }))
      return declineCopy(read, "it has no elements");
    if (ofBox == 0)
      return declineCopy(read, "its rows have " + Twine(row) +
                                   " bytes, those of a TMA box are a multiple of " +
                                   Twine(machine::widestAccess) + ", " + Twine(mostBytes) +
                                   " at most, and several need groups of 8 rows");
    for (ir::DimAttr dim : dims.drop_back()) {
      const int64_t size = *dim.getConstantSize();
      const bool isRows =
          dim == dims[dims.size() - 2] && llvm::all_of(dims.drop_back(2), [](ir::DimAttr other) {
            return *other.getConstantSize() == 1;
          });
      if (size > mostElements && !(isRows && size % 8 == 0))
        return declineCopy(read, dim.getName().getValue().str() + " is " + Twine(size) +
                                     ", which are no TMA boxes of at most " + Twine(mostElements));
    }
    int64_t bytes = ofBox;
    for (ir::DimAttr dim : dims.drop_back())
      bytes *= *dim.getConstantSize();
    if (bytes % mostBytes != 0)
      return declineCopy(read, (ofBox < row ? "a TMA box of it has " : "it has ") + Twine(bytes) +
                                   " bytes, and TMA boxes begin at multiples of " +
                                   Twine(mostBytes));
    if (!analysis::canCopyApart(read))
      return declineCopy(read, "the kernel writes what it loads");
    return true;
  }

  /// What products of warpgroups take from shared memory stays there.
  LogicalResult leaveInPlace() {
    WalkResult result = getOperation().walk([&](ir::MmaOp mma) {
      if (!ir::readsInPlace(mma))
        return WalkResult::advance();
      const machine::Mma &row = *machine::mmaNamed(mma.getMmaType()->str());
      for (auto [operand, outer] : {std::pair(mma.getLhs(), row.m), std::pair(mma.getRhs(), row.n)})
        if (auto read = operand.getDefiningOp<ir::SharedReadOp>();
            read && isReadInPlace(read, mma, row.k, outer)) {
          OpBuilder builder(read);
          Value view =
              ir::ViewOp::create(builder, read.getLoc(), read.getRing(), read.getTagAttr());
          read.getResult().replaceAllUsesWith(view);
          read.erase();
        }
      if (isa<ir::BufferType>(mma.getRhs().getType()) || mma.getInTensorMemory())
        return WalkResult::advance();
      (void)LogicalResult(
          BrokenConstraint(mma, "not-by-descriptor",
                           "mma: " + *mma.getMmaType() +
                               " reads rhs from shared memory by descriptor, and it is not there")
              .help("read it from a SHARED memory, in rows of a multiple of 32 bytes, and use it "
                    "in MMAs alone"));
      return WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  }

  /// Copied boxes whose rows a swizzle leaves whole, for instructions that take so many
  /// elements along the reduction and along the other dimension.
  static bool isReadInPlace(ir::SharedReadOp read, ir::MmaOp mma, int64_t k, int64_t outer) {
    const ir::BufferType ring = read.getRing().getType();
    if (ring.getDims().size() != 2 || !analysis::isOperandOnly(read.getResult()) ||
        llvm::none_of(read.getRing().getUsers(), llvm::IsaPred<ir::CopyOp>))
      return false;
    const ir::DimAttr last = ring.getDims().back();
    const int64_t element = ir::elementBytes(ring.getElementType());
    const bool isAlong = last.getName() == ir::mmaDims(mma).k;
    const machine::Mma &row = *machine::mmaNamed(mma.getMmaType()->str());
    if (!isAlong && !machine::elementRow(row.rhs).mayLieAlongOuter)
      return false;
    return analysis::canReadInPlace(*ring.getDims().front().getConstantSize(),
                                    *last.getConstantSize() * element, isAlong,
                                    (isAlong ? k : outer) * element);
  }

  bool isForWarpgroups = false; ///< the kernel's products are theirs

  static void setBehindConstraints(OpBuilder &builder, ir::KernelOp kernel) {
    for (Operation &op : *kernel.getBlock())
      if (!ir::isDeclaration(&op))
        return builder.setInsertionPoint(&op);
    builder.setInsertionPointToEnd(kernel.getBlock());
  }

  /// Whether the elements of `value` outside the memories are 0 along `dim`.
  static bool isZeroOutside(Value value, ir::ExprAttr dim) {
    Operation *op = value.getDefiningOp();
    if (!op)
      return false;
    if (auto number = dyn_cast<ir::RegisterOp>(op)) {
      auto real = dyn_cast<FloatAttr>(number.getValue());
      auto integer = dyn_cast<IntegerAttr>(number.getValue());
      return real ? real.getValue().isZero() : integer && integer.getValue().isZero();
    }
    auto read = dyn_cast<ir::SharedReadOp>(op);
    auto view = dyn_cast<ir::ViewOp>(op);
    if (Value ring = read ? Value(read.getRing()) : view ? Value(view.getRing()) : Value())
      return ir::tileTypeOf(ring).hasDim(dim) &&
             llvm::all_of(ring.getUsers(), [&](Operation *user) {
               auto write = dyn_cast<ir::SharedWriteOp>(user);
               return !write || isZeroOutside(write.getValue(), dim);
             });
    if (auto unary = dyn_cast<ir::UnaryOp>(op); unary && unary.getKind() == ir::UnaryKind::Tf32)
      return isZeroOutside(unary.getValue(), dim);
    if (op->hasTrait<ir::KeepsZero>())
      return llvm::all_of(op->getOperands(),
                          [&](Value operand) { return isZeroOutside(operand, dim); });
    auto other = dyn_cast<ir::ReadOp>(op);
    return other && !other.getMapping() && !other.getFillAttr() && !ir::isMapped(other, dim) &&
           other.getResult().getType().hasDim(dim);
  }

  /// Whether every tile along `dim` lies inside the dimension, and instructions that take
  /// `step` elements of it reach none beyond the tile.
  static bool isWhole(const ir::Distribution &distribution, ir::ExprAttr dim, Block *block,
                      int64_t step) {
    ir::IndexValues indices;
    std::optional<ir::Distribution::Extent> part = distribution.extent(dim, block, indices);
    std::optional<ir::ExprAttr> whole = distribution.wholeSize(dim);
    const std::optional<int64_t> size = part ? part->size.getConstant() : std::nullopt;
    return whole && size && *size > 0 && *size % step == 0 &&
           (part->size == *whole || isZero(whole->getValue() % part->size.getValue()));
  }
  static bool isZero(const Expr &expr) { return expr.same_as(Expr::constant(0)); }

  void mask(OpOperand &operand, ir::ExprAttr dim, TypedAttr fill) {
    Operation *user = operand.getOwner();
    ir::Distribution distribution(getOperation());
    OpBuilder builder(user);
    ir::IndexValues indices;
    Value start = indices.create(builder, user->getLoc(),
                                 distribution.extent(dim, user->getBlock(), indices)->start);
    operand.set(ir::MaskOp::create(builder, user->getLoc(),
                                   cast<ir::TileType>(operand.get().getType()), operand.get(),
                                   builder.getArrayAttr({dim}), start, fill));
  }

  /// Lanes hold more of a tile than there is, so that every reduction has its mask.
  void maskValue(ir::ReduceOp reduce) {
    Type element = reduce.getValue().getType().getElementType();
    mask(reduce.getValueMutable(), reduce.getDim(), ir::identityOf(reduce.getKind(), element));
  }

  void maskOperands(ir::MmaOp mma) {
    ir::Distribution distribution(getOperation());
    const ir::MmaDims dims = ir::mmaDims(mma);
    for (ir::ExprAttr reduction : dims.reductions) {
      const int64_t step =
          reduction == dims.k ? machine::mmaNamed(mma.getMmaType()->str())->k : int64_t{1};
      if (isWhole(distribution, reduction, mma->getBlock(), step))
        continue;
      for (OpOperand *operand : {&mma.getLhsMutable(), &mma.getRhsMutable()})
        if (!isZeroOutside(operand->get(), reduction))
          mask(*operand, reduction,
               cast<TypedAttr>(Builder(mma).getZeroAttr(
                   cast<ir::TileType>(operand->get().getType()).getElementType())));
    }
  }
};

} // namespace
} // namespace wave
