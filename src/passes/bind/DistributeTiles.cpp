//===- DistributeTiles.cpp - Sizes of tiles, starts of accesses -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: memories and tiles of constraints have numbers                 (sized)
// Gives: what src/dialect/Distribution.h says, written into the IR      (bound)
//
//===----------------------------------------------------------------------===//

#include <map>

#include "llvm/ADT/SetVector.h"

#include "analysis/IndexRanges.h"
#include "analysis/MappedAccess.h"
#include "dialect/BrokenConstraint.h"
#include "dialect/DiagnosticCapture.h"
#include "dialect/Distribution.h"
#include "dialect/IndexValues.h"
#include "dialect/NormalForms.h"
#include "passes/Passes.h"
#include "symbolic/KernelText.h"
#include "symbolic/Multiple.h"
#include "symbolic/Substitute.h"
#include "symbolic/WorkgroupIds.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_DISTRIBUTETILES
#include "passes/Passes.h.inc"

namespace {
struct DistributeTiles : impl::DistributeTilesBase<DistributeTiles> {
  DistributeTiles() = default;
  DistributeTiles(const DistributeTilesOptions &options,
                  std::vector<ScalarRange> *openScalars = nullptr)
      : DistributeTilesBase(options), openScalars(openScalars) {}

  void runOnOperation() override {
    ir::KernelOp kernel = getOperation();
    if (failed(ir::verifyForm(kernel, ir::Form::Sized)))
      return signalPassFailure();
    if (failed(checkLogs()))
      return signalPassFailure();
    noteBegins();
    reorderIds();
    ir::Distribution distribution(kernel);
    if (failed(checkSteps(distribution)))
      return signalPassFailure();
    auto resize = [&](Value value, Block *block) {
      if (auto tile = dyn_cast<ir::TileType>(value.getType()))
        value.setType(distribution.sized(tile, block));
    };
    ir::IndexValues values;
    SmallVector<Operation *> program;
    kernel.walk<WalkOrder::PreOrder>([&](Operation *op) { program.push_back(op); });
    for (Operation *op : program) {
      OpBuilder builder(op);
      auto index = [&](const Expr &expr) { return values.create(builder, op->getLoc(), expr); };
      for (Value result : op->getResults())
        resize(result, op->getBlock());
      for (Region &region : op->getRegions())
        for (BlockArgument argument : region.getArguments())
          resize(argument, argument.getOwner());
      if (ArrayRef<ir::DimAttr> dims = ir::accessedDims(op); !dims.empty()) {
        SmallVector<Expr> starts = distribution.starts(dims, op->getBlock(), values);
        if (isa<ir::ReadOp, ir::WriteOp>(op))
          map(op, SmallVector<ir::DimAttr>(dims), starts, values);
        ir::mutableStartsOf(op).assign(llvm::map_to_vector(starts, index));
      }
      if (auto loop = dyn_cast<ir::IterateOp>(op); loop && !loop.isWhile())
        loop.getCountMutable().assign(index(*distribution.count(loop, values)));
    }
    kernel.setGridAttr(distribution.grid());
    if (failed(checkLoops()) || failed(checkRanges()))
      return signalPassFailure();
    ir::eraseUnusedIndices(kernel);
    kernel.walk([&](ir::ReadOp read) { remarkOutside(read); });
  }

private:
  /// A begin may count on the tile's indices being those of a tile, which coverage shows.
  void noteBegins() {
    begins.clear();
    ir::IndexValues values;
    getOperation().walk([&](ir::IterateOp loop) {
      const Expr begin = values.of(loop.getBegin());
      const auto isKnown = [&](const std::string &symbol) {
        return symbolic::isWorkgroupId(symbol) || !values.root(symbol);
      };
      if (llvm::all_of(symbolic::symbolsOf(begin), isKnown))
        begins.emplace(loop, begin);
    });
  }

  /// Whether it is of sizes and ids of workgroups alone, as an Expr can be.
  static bool isExpression(Value scalar) {
    auto index = scalar.getDefiningOp<ir::IndexOp>();
    return index && llvm::all_of(index->getOperands(), [](Value operand) {
             return operand.getDefiningOp<ir::WorkgroupIdOp>();
           });
  }

  bool beginsInside(ir::IterateOp loop, analysis::IndexRanges &ranges) {
    const auto ofTile = begins.find(loop);
    return ranges.isNonNegative(ranges.of(loop.getBegin())) ||
           (!anywhere && ofTile != begins.end() && ranges.isNonNegative(ofTile->second));
  }

  /// What the body calls WORKGROUP_d is the index of the tile that the workgroup computes.
  void reorderIds() {
    ir::KernelOp kernel = getOperation();
    Bindings reordered; // all at once
    SmallVector<OpOperand *> uses;
    for (auto reordering : kernel.getBlock()->getOps<ir::ReorderingConstraintOp>())
      for (auto id : kernel.getBlock()->getOps<ir::WorkgroupIdOp>())
        if (reordering.getWorkgroupDim() == id.getDim()) {
          reordered.set(std::string(symbolic::workgroupIds[id.getDim()].name()),
                        reordering.getIndex().getValue());
          for (OpOperand &use : id->getUses())
            uses.push_back(&use);
        }
    ir::IndexValues values;
    llvm::SmallSetVector<ir::IndexOp, 8> indices;
    for (OpOperand *use : uses) {
      if (auto index = dyn_cast<ir::IndexOp>(use->getOwner())) {
        indices.insert(index);
        continue;
      }
      OpBuilder builder(use->getOwner());
      use->set(values.create(builder, use->getOwner()->getLoc(),
                             symbolic::substitute(values.of(use->get()), reordered)));
    }
    for (ir::IndexOp index : indices) {
      OpBuilder builder(index);
      Value tile =
          values.create(builder, index.getLoc(), symbolic::substitute(values.of(index), reordered));
      if (auto op = tile.getDefiningOp<ir::IndexOp>(); op && index.getI32())
        op.setI32(true);
      index.replaceAllUsesWith(tile);
      index.erase();
    }
  }

  static ir::MemoryType memoryOf(Operation *op) {
    auto read = dyn_cast<ir::ReadOp>(op);
    return read ? read.getMemory().getType() : cast<ir::WriteOp>(op).getMemory().getType();
  }

  /// By how much a mapping moves each dimension of the memory, if each coordinate follows the
  /// tile's along the dimension of that name, or is the same for all elements of a tile that lacks
  /// the dimension: that one is `dropped`.
  static std::optional<SmallVector<Expr>> offsetsOf(ArrayAttr mapping, ir::MemoryType memory,
                                                    ArrayRef<ir::DimAttr> dims,
                                                    SmallVector<Attribute> &dropped) {
    SmallVector<Expr> offsets;
    for (auto [dim, attribute] : llvm::zip(memory.getDims(), mapping)) {
      const auto moved = ir::movedIterator(cast<ir::ExprAttr>(attribute).getValue());
      const auto hasName = [&, name = dim.getName()](ir::DimAttr other) {
        return other.getName() == name;
      };
      if (!moved ||
          (moved->iterator ? !hasName(dims[*moved->iterator]) : llvm::any_of(dims, hasName)))
        return std::nullopt;
      if (!moved->iterator)
        dropped.push_back(dim.getName());
      offsets.push_back(moved->offset);
    }
    return dims.size() + dropped.size() == offsets.size() ? std::optional(offsets) : std::nullopt;
  }

  bool isReordered(ir::ExprAttr dim) {
    Block &body = *getOperation().getBlock();
    return llvm::any_of(body.getOps<ir::WorkgroupConstraintOp>(), [&](auto workgroup) {
      return workgroup.getDim() == dim &&
             llvm::any_of(body.getOps<ir::ReorderingConstraintOp>(), [&](auto reordering) {
               return reordering.getWorkgroupDim() == workgroup.getWorkgroupDim();
             });
    });
  }

  /// Where a mapping only moves an access its starts, which are those of `dims`, are moved by it;
  /// any other one stays.  Lists the dimensions in which the access may begin anywhere.
  void map(Operation *op, ArrayRef<ir::DimAttr> dims, SmallVector<Expr> &starts,
           ir::IndexValues &values) {
    const ir::MemoryType memory = memoryOf(op);
    auto mapping = op->getAttrOfType<ArrayAttr>("mapping");
    SmallVector<Expr> offsets(memory.getDims().size(), Expr::constant(0));
    SmallVector<Attribute> dropped; // by the mapping
    if (mapping) {
      std::optional<SmallVector<Expr>> moved = offsetsOf(mapping, memory, dims, dropped);
      if (!moved)
        return;
      offsets = *moved;
    }
    MutableOperandRange operands = isa<ir::ReadOp>(op)
                                       ? cast<ir::ReadOp>(op).getMappingOperandsMutable()
                                       : cast<ir::WriteOp>(op).getMappingOperandsMutable();
    Bindings indices;
    for (auto [i, operand] : llvm::enumerate(operands))
      indices.set(ir::rootPlaceholder(i), values.of(operand.get()));
    SmallVector<Attribute> mapped;
    SmallVector<Expr> own;
    for (auto [dim, offset] : llvm::zip(memory.getDims(), offsets)) {
      const bool isDropped = llvm::is_contained(dropped, Attribute(dim.getName()));
      const auto *found =
          llvm::find_if(dims, [&](ir::DimAttr other) { return other.getName() == dim.getName(); });
      const Expr start =
          isDropped ? Expr::constant(0) : starts[static_cast<size_t>(found - dims.begin())];
      own.push_back(start + symbolic::substitute(offset, indices));
      if (isDropped || !offset.same_as(Expr::constant(0)) ||
          ir::hasWholeTiles(getOperation(), dim.getName()) ||
          (anywhere && isReordered(dim.getName())))
        mapped.push_back(dim.getName());
    }
    starts = own;
    op->removeAttr("mapping");
    operands.clear();
    if (auto earlier = op->getAttrOfType<ArrayAttr>("dropped"))
      for (Attribute dim : earlier)
        if (!llvm::is_contained(dropped, dim))
          dropped.push_back(dim);
    if (!dropped.empty())
      op->setAttr("dropped", ArrayAttr::get(&getContext(), dropped));
    if (!mapped.empty())
      op->setAttr("mapped", ArrayAttr::get(&getContext(), mapped));
    else
      op->removeAttr("fill");
  }

  /// Where a corner of the tile, its first element or its last, always lies outside the memory.
  void remarkOutside(ir::ReadOp read) {
    analysis::IndexRanges ranges(getOperation());
    const ir::TileType tile = read.getResult().getType();
    auto mapped = analysis::MappedAccess::of(read, [&](Value index) { return ranges.of(index); });
    const ir::Distribution distribution(getOperation());
    Bindings first, last;
    bool isWhole = true;
    for (auto [i, dim] : llvm::enumerate(tile.getDims())) {
      const Expr &size = dim.getSize().getValue();
      if (ranges.boundsOf(size).low.value_or(0) < 1)
        return; // there may be no element
      isWhole &= !ir::mayReachBeyond(getOperation(), dim.getName(), size,
                                     distribution.wholeSize(dim.getName())->getValue());
      if (!mapped)
        continue;
      first.set(analysis::MappedAccess::iterator(i).str(), mapped->starts[i]);
      last.set(analysis::MappedAccess::iterator(i).str(), mapped->starts[i] + size - 1);
    }
    for (auto [i, dim] : llvm::enumerate(read.getMemory().getType().getDims())) {
      if (!mapped && !ir::isMapped(read, dim.getName()))
        continue;
      const Expr begin = mapped ? symbolic::substitute(mapped->coordinates[i], first)
                                : ranges.of(read.getStart()[i]);
      const Expr end = mapped ? symbolic::substitute(mapped->coordinates[i], last)
                              : begin + tile.getSizeAlong(dim.getName()).getValue() - 1;
      const Expr &size = dim.getSize().getValue();
      for (const Expr &corner : {begin, isWhole ? end : begin}) {
        const bool isBefore = ranges.boundsOf(corner).high.value_or(0) < 0;
        if (!isBefore && !ranges.isNonNegative(corner - size))
          continue;
        read.emitRemark("read: a part of each tile lies outside the memory: the coordinate of " +
                        dim.getName().getValue().str() + " of its " +
                        (corner.same_as(begin) ? "first" : "last") + " element is " +
                        symbolic::kernelText(corner) + ", which is " +
                        (isBefore ? "below 0" : "not below " + size.str()) + " [mapping-outside]");
        return;
      }
    }
  }

  /// What is logged has a place for each step and each element, whatever workgroup computes it.
  LogicalResult checkLogs() {
    auto result = getOperation().walk([&](ir::DebugLogOp log) {
      StringRef unlike; // what a place for each step and element of a dimension does not fit
      if (ir::gridConstraint(getOperation()))
        unlike = "a grid constraint";
      if (ir::sharesLaunchDims(getOperation()))
        unlike = "more than three dimensions of the grid";
      for (auto loop = log->getParentOfType<ir::IterateOp>(); loop;
           loop = loop->getParentOfType<ir::IterateOp>()) {
        if (loop.getBegin() || loop.getEnd() || ir::hasLoopedPart(getOperation(), loop.getAxis()))
          unlike = "a loop with bounds around it";
        if (loop.isWhile())
          unlike = "a loop with a condition around it";
      }
      if (unlike.empty())
        return WalkResult::advance();
      (void)LogicalResult(
          ir::BrokenConstraint(log, "log-unsupported",
                               "debug_log: the kernel has " + unlike +
                                   ", so that no step and no workgroup says which tile is logged")
              .help("interpret the kernel, which logs all tiles, or take the call away"));
      return WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  }

  /// A step that reached beyond the end of its loop would take elements of another one's.
  LogicalResult checkSteps(const ir::Distribution &distribution) {
    ir::IndexValues values;
    auto check = [&](Operation *op, const Twine &what, const std::string &axis, const Expr &bound) {
      ir::TilingConstraintOp tiling = ir::tilingConstraint(
          getOperation(), ir::ExprAttr::get(&getContext(), Expr::symbol(axis)));
      const int64_t step = *tiling.getTile().getConstant();
      if (symbolic::isMultiple(bound, step))
        return success();
      return LogicalResult(
          ir::BrokenConstraint(op, "loop-range",
                               what + " is " + symbolic::kernelText(bound) +
                                   ", which is not proved to be a multiple of the step of " +
                                   Twine(step))
              .note(tiling.getLoc(), "the step of " + axis + " is here")
              .help("round it up: ceildiv(" + symbolic::kernelText(bound) + ", " + Twine(step) +
                    ") * " + Twine(step)));
    };
    for (auto workgroup : getOperation().getBlock()->getOps<ir::WorkgroupConstraintOp>()) {
      const std::string axis = workgroup.getDim().getValue().str();
      if (ir::hasLoopedPart(getOperation(), workgroup.getDim()) &&
          failed(check(workgroup, "workgroup constraint: the part of " + axis, axis,
                       workgroup.getTile().getValue())))
        return failure();
    }
    auto result = getOperation().walk([&](ir::IterateOp loop) {
      const std::string axis = loop.getAxis().getValue().str();
      const auto isRight = [&](Value bound, const char *name) {
        return !bound ||
               succeeded(check(loop, "iterate: the " + Twine(name) + " of the loop over " + axis,
                               axis, values.of(bound)));
      };
      return isRight(loop.getBegin(), "begin") && isRight(loop.getEnd(), "end")
                 ? WalkResult::advance()
                 : WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  }

  /// Without a workgroup nothing is computed; what an order divides by may be 0.
  bool isEmpty() {
    return llvm::any_of(*getOperation().getGrid(), [](Attribute count) {
      return cast<ir::ExprAttr>(count).getConstant() == 0;
    });
  }

  LogicalResult checkLoops() {
    if (isEmpty())
      return success();
    analysis::IndexRanges ranges(getOperation());
    auto result = getOperation().walk([&](ir::IterateOp loop) {
      const std::string axis = loop.getAxis().getValue().str();
      if (!beginsInside(loop, ranges)) {
        (void)LogicalResult(
            ir::BrokenConstraint(loop, "loop-begin",
                                 "iterate: the loop over " + axis + " begins at " +
                                     symbolic::kernelText(ranges.of(loop.getBegin())) +
                                     ", which is not proved to be at least 0")
                .help("begin at the greater of it and 0: " +
                      (isExpression(loop.getBegin())
                           ? "max(" + symbolic::kernelText(ranges.of(loop.getBegin())) + ", 0)"
                           : "maximum(begin, 0) of the scalar that .begin has")));
        return WalkResult::interrupt();
      }
      if (!loop.isWhile() || ranges.advances(loop))
        return WalkResult::advance();
      (void)LogicalResult(
          ir::BrokenConstraint(loop, "loop-progress",
                               "iterate: the loop over " + axis + " runs while " +
                                   symbolic::kernelText(ranges.conditionOf(loop)) +
                                   ", and it is not proved that each step takes it on")
              .note(loop.getYield().getNext().getLoc(),
                    "the next value is " + symbolic::kernelText(ranges.nextOf(loop)))
              .help("compare the axis with a bound that stays, " + axis +
                    " < ..., and add at least 1 in each step"));
      return WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  }

  /// Scalars are held to their type where sizes are known; `openScalars` are left to launches.
  LogicalResult checkRanges() {
    if (isEmpty())
      return success();
    analysis::IndexRanges ranges(getOperation());
    const bool isKnown = ir::launchSymbols(getOperation()).empty();
    auto result = getOperation().walk([&](ir::IndexOp index) {
      if (!index.getI32())
        return WalkResult::advance();
      const Expr value = ranges.of(index);
      const symbolic::Interval range = ranges.boundsOf(value);
      if (fitsInt32(range))
        return WalkResult::advance();
      ScalarRange scalar{ir::sourceLocation(index.getLoc()), value, ranges.indicesOf(value)};
      constexpr int64_t least = std::numeric_limits<int32_t>::min(),
                        most = std::numeric_limits<int32_t>::max();
      const bool isNever = range.low.value_or(least) > most || range.high.value_or(most) < least;
      if (isKnown ? !mayFitInt32(range) : isNever) {
        const Diagnostic refusal = beyondInt32(scalar, range);
        (void)LogicalResult(
            ir::BrokenConstraint(index, "index-range", refusal.message).help(refusal.help));
        return WalkResult::interrupt();
      }
      if (!isKnown && openScalars)
        openScalars->push_back(std::move(scalar));
      return WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

  std::map<Operation *, Expr> begins; ///< of loops, over the indices of tiles
  std::vector<ScalarRange> *openScalars = nullptr;
};
} // namespace

std::unique_ptr<Pass> createDistributeTiles(const DistributeTilesOptions &options,
                                            std::vector<ScalarRange> *openScalars) {
  return std::make_unique<DistributeTiles>(options, openScalars);
}
} // namespace wave
