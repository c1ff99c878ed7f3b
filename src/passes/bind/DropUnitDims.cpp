//===- DropUnitDims.cpp - MMAs of two matrices ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: tiles are numbers                                              (sized)
// Gives: the same; of the dimensions over which an MMA is repeated tiles have none of which every
//        tile has one element, and accesses drop them from their memories
//
// A matrix instruction takes two matrices.  Where a workgroup computes one batch, the batch says
// where in memory the matrices are, and nothing of what they are.  So does a further dimension of
// one operand, or a further reduction, of which a tile has one element.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

#include "dialect/Distribution.h"
#include "dialect/IndexValues.h"
#include "dialect/NormalForms.h"
#include "machine/Chip.h"
#include "passes/Passes.h"
#include "symbolic/Node.h"
#include "symbolic/Substitute.h"
#include "symbolic/WorkgroupIds.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_DROPUNITDIMS
#include "passes/Passes.h.inc"

namespace {

struct DropUnitDims : impl::DropUnitDimsBase<DropUnitDims> {
  using DropUnitDimsBase::DropUnitDimsBase;

  void runOnOperation() override {
    if (failed(ir::verifyForm(getOperation(), ir::Form::Sized)))
      return signalPassFailure();
    if (!machine::chipNamed(chip.getValue()))
      return; // the CPU's loops take batches as they are
    bool isChanged = true;
    while (std::exchange(isChanged, false)) {
      llvm::SetVector<ir::ExprAttr> dims;
      getOperation().walk([&](ir::MmaOp mma) { dims.insert_range(surplusOf(mma)); });
      for (ir::ExprAttr dim : dims)
        if (canDrop(dim)) {
          drop(dim);
          isChanged = true;
          break; // which of several of a kind is m, n or k may be another one now
        }
    }
  }

private:
  static bool isOf(ir::MmaOp mma, ir::ExprAttr dim) {
    return llvm::any_of(mma->getOperands(),
                        [&](Value operand) { return bool(tileWith(operand, dim)); });
  }

  static ir::TileType tileWith(Value value, ir::ExprAttr dim) {
    auto tile = dyn_cast<ir::TileType>(value.getType());
    return tile && tile.hasDim(dim) ? tile : ir::TileType();
  }

  /// The dimensions that an MMA can do without: batches, and of those of lhs, of rhs and of both
  /// all while there are several.
  static SmallVector<ir::ExprAttr> surplusOf(ir::MmaOp mma) {
    const ir::MmaDims dims = ir::mmaDims(mma);
    SmallVector<ir::ExprAttr> surplus = dims.repeated;
    const ir::TileType lhs = ir::tileTypeOf(mma.getLhs()), rhs = ir::tileTypeOf(mma.getRhs());
    const auto isLike = [&](ir::ExprAttr one, ir::ExprAttr other) {
      const ir::TileType sum = mma.getAccumulator().getType();
      return lhs.hasDim(one) == lhs.hasDim(other) && rhs.hasDim(one) == rhs.hasDim(other) &&
             sum.hasDim(one) == sum.hasDim(other);
    };
    for (ir::ExprAttr own : {dims.m, dims.n, dims.k})
      if (llvm::any_of(dims.repeated, [&](ir::ExprAttr dim) { return isLike(own, dim); }))
        surplus.push_back(own);
    return surplus;
  }

  /// The tiles of the kernel that have the dimension.
  SmallVector<Value> tilesWith(ir::ExprAttr dim) {
    SmallVector<Value> tiles;
    auto add = [&](ValueRange values) {
      for (Value value : values)
        if (tileWith(value, dim))
          tiles.push_back(value);
    };
    getOperation().walk([&](Operation *op) {
      add(op->getResults());
      for (Region &region : op->getRegions())
        add(region.getArguments());
    });
    return tiles;
  }

  /// Whether every tile has one element of it, and can do without: an MMA needs those that are not
  /// surplus, and a log shows those that the kernel has written.
  bool canDrop(ir::ExprAttr dim) {
    const ir::Distribution distribution(getOperation());
    for (Value tile : tilesWith(dim))
      if (distribution.constantTileSize(dim, tile.getParentBlock()) != 1 ||
          (isNumber(tile, dim) && !(hasStarts() && canWiden(tile, dim))))
        return false;
    return !getOperation()
                .walk([&](Operation *op) {
                  return needs(op, dim) ? WalkResult::interrupt() : WalkResult::advance();
                })
                .wasInterrupted();
  }

  bool needs(Operation *op, ir::ExprAttr dim) {
    if (auto mma = dyn_cast<ir::MmaOp>(op))
      return isOf(mma, dim) && !llvm::is_contained(surplusOf(mma), dim);
    if (auto reduce = dyn_cast<ir::ReduceOp>(op))
      return reduce.getDim() == dim;
    if (auto log = dyn_cast<ir::DebugLogOp>(op))
      return bool(tileWith(log.getValue(), dim));
    return op->hasAttr("mapping") && !hasStarts();
  }

  /// Whether the tile has no other dimension: one number.
  static bool isNumber(Value tile, ir::ExprAttr dim) {
    const ir::TileType type = tileWith(tile, dim);
    return type && type.getDims().size() == 1;
  }

  /// Whether a number is made by operations that can as well make a tile with the same number
  /// everywhere, and used by such, or next to tiles of more dimensions.
  static bool canWiden(Value number, ir::ExprAttr dim) {
    Operation *op = number.getDefiningOp();
    const auto isUsedBeside = [&](Operation *user) {
      return ir::isElementwise(user) || isa<ir::CastOp>(user);
    };
    return op && op->getNumRegions() == 0 && (isa<ir::ReadOp>(op) || isMemoryEffectFree(op)) &&
           llvm::all_of(op->getOperands(),
                        [&](Value operand) {
                          return !isa<ir::TileType>(operand.getType()) || isNumber(operand, dim);
                        }) &&
           llvm::all_of(op->getUsers(), isUsedBeside);
  }

  /// The number as a tile along `along`.
  Value widened(Value number, ir::ExprAttr dim, ir::ExprAttr along) {
    Operation *op = number.getDefiningOp();
    OpBuilder builder(op);
    const auto name = ir::DimAttr::get(&getContext(), along, {});
    const auto type = ir::TileType::get(&getContext(), {name},
                                        cast<ir::TileType>(number.getType()).getElementType());
    if (isa<ir::SelfIndexOp>(op)) {
      ir::IndexValues values;
      Value at = values.create(builder, op->getLoc(), startOf(dim, op->getBlock(), values));
      return ir::SplatOp::create(builder, op->getLoc(), type, at, StringAttr());
    }
    IRMapping operands;
    for (Value operand : op->getOperands())
      if (isNumber(operand, dim))
        operands.map(operand, widened(operand, dim, along));
    Operation *clone = builder.clone(*op, operands);
    clone->getResult(0).setType(type);
    if (auto read = dyn_cast<ir::ReadOp>(clone)) {
      if (!read.getMapping())
        read.setMappingAttr(
            builder.getArrayAttr({ir::ExprAttr::get(&getContext(), ir::iteratorOf(0))}));
      substitute(read, dim, 0, 1);
    }
    return clone->getResult(0);
  }

  /// Puts tiles in the place of numbers, next to tiles that have another dimension.
  void widenNumbers(ir::ExprAttr dim) {
    SmallVector<OpOperand *> uses;
    SmallVector<Operation *> numbers;
    for (Value number : tilesWith(dim)) {
      if (!isNumber(number, dim))
        continue;
      numbers.push_back(number.getDefiningOp());
      for (OpOperand &use : number.getUses())
        if (!isNumber(use.getOwner()->getResult(0), dim))
          uses.push_back(&use);
    }
    for (OpOperand *use : uses) {
      const auto type = cast<ir::TileType>(use->getOwner()->getResult(0).getType());
      const auto *other =
          llvm::find_if(type.getDims(), [&](ir::DimAttr own) { return own.getName() != dim; });
      use->set(widened(use->get(), dim, other->getName()));
    }
    for (Operation *op : llvm::reverse(numbers))
      op->erase();
  }

  /// Whether there is an expression for where tiles begin: ids that are one digit of another one
  /// have one after they have been reordered alone.
  bool hasStarts() { return !ir::sharesLaunchDims(getOperation()) || !isReordered(); }
  bool isReordered() {
    return !getOperation().getBlock()->getOps<ir::ReorderingConstraintOp>().empty();
  }

  /// Where the one element is.  What the body calls the id of a workgroup is reordered later.
  Expr startOf(ir::ExprAttr dim, Block *block, ir::IndexValues &values) {
    if (isReordered() && !ir::gridConstraint(getOperation()))
      for (auto workgroup : getOperation().getBlock()->getOps<ir::WorkgroupConstraintOp>())
        if (workgroup.getDim() == dim && !ir::hasLoopedPart(getOperation(), dim))
          return symbolic::workgroupIds[workgroup.getWorkgroupDim()];
    return ir::Distribution(getOperation()).extent(dim, block, values)->start;
  }

  void drop(ir::ExprAttr dim) {
    widenNumbers(dim);
    SmallVector<Operation *> accesses;
    getOperation().walk([&](Operation *op) {
      if (isa<ir::ReadOp, ir::WriteOp>(op))
        accesses.push_back(op);
    });
    for (Operation *op : accesses)
      dropFrom(op, dim);
    for (Value tile : tilesWith(dim)) {
      const ir::TileType type = tileWith(tile, dim);
      SmallVector<ir::DimAttr> dims(type.getDims());
      llvm::erase_if(dims, [&](ir::DimAttr own) { return own.getName() == dim; });
      tile.setType(ir::TileType::get(&getContext(), dims, type.getElementType()));
    }
    getOperation().walk([&](Operation *op) {
      if (!isa<ir::BroadcastOp, ir::PermuteOp>(op) ||
          op->getOperand(0).getType() != op->getResult(0).getType())
        return;
      op->getResult(0).replaceAllUsesWith(op->getOperand(0));
      op->erase();
    });
    getOperation().walk([&](Operation *op) { alignOperands(op); });
    for (auto wave :
         llvm::make_early_inc_range(getOperation().getBlock()->getOps<ir::WaveConstraintOp>()))
      if (wave.getDim() == dim)
        wave.erase();
  }

  /// The result of an elementwise operation has the dimensions of its largest operand, in that
  /// one's order; of several that are the largest now, all get the order of the result.
  void alignOperands(Operation *op) {
    if (!ir::isElementwise(op) || isa<ir::BroadcastOp, ir::PermuteOp>(op))
      return;
    const auto result = cast<ir::TileType>(op->getResult(0).getType());
    OpBuilder builder(op);
    for (OpOperand &operand : op->getOpOperands()) {
      const auto type = cast<ir::TileType>(operand.get().getType());
      const auto wanted = ir::TileType::get(&getContext(), result.getDims(), type.getElementType());
      if (type != wanted && type.getDims().size() == result.getDims().size())
        operand.set(
            ir::PermuteOp::create(builder, op->getLoc(), wanted, operand.get(), StringAttr()));
    }
  }

  void dropFrom(Operation *access, ir::ExprAttr dim) {
    auto read = dyn_cast<ir::ReadOp>(access);
    auto write = dyn_cast<ir::WriteOp>(access);
    const ir::TileType tile =
        tileWith(read ? Value(read.getResult()) : Value(write.getValue()), dim);
    if (!tile)
      return;
    SmallVector<Attribute> dropped{dim};
    if (auto earlier = access->getAttrOfType<ArrayAttr>("dropped"))
      llvm::append_range(dropped, earlier);
    access->setAttr("dropped", ArrayAttr::get(&getContext(), dropped));
    if (access->hasAttr("mapping"))
      substitute(access, dim, static_cast<size_t>(tile.indexOf(dim)), tile.getDims().size());
  }

  /// In the mapping of an access, the one coordinate that there is along `dim` in the place of
  /// iterator `number` of so many.
  void substitute(Operation *access, ir::ExprAttr dim, size_t number, size_t iterators) {
    auto read = dyn_cast<ir::ReadOp>(access);
    MutableOperandRange operands = read ? read.getMappingOperandsMutable()
                                        : cast<ir::WriteOp>(access).getMappingOperandsMutable();
    OpBuilder builder(access);
    ir::IndexValues values;
    Expr start = startOf(dim, access->getBlock(), values);
    if (!symbolic::isConstant(start)) {
      operands.append(values.create(builder, access->getLoc(), start));
      start = Expr::symbol(ir::rootPlaceholder(operands.size() - 1));
    }
    Bindings places;
    places.set(ir::iteratorOf(number).str(), start);
    for (size_t i = number + 1; i < iterators; ++i)
      places.set(ir::iteratorOf(i).str(), ir::iteratorOf(i - 1));
    SmallVector<Attribute> coordinates;
    for (auto coordinate : access->getAttrOfType<ArrayAttr>("mapping").getAsRange<ir::ExprAttr>())
      coordinates.push_back(
          ir::ExprAttr::get(&getContext(), symbolic::substitute(coordinate.getValue(), places)));
    access->setAttr("mapping", ArrayAttr::get(&getContext(), coordinates));
  }
};

} // namespace
} // namespace wave
