//===- DistributeTiles.cpp - Sizes of tiles, starts of accesses -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: memories and tiles of constraints have numbers                 (sized)
// Gives: what src/dialect/Distribution.h says, written into the IR      (bound)
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/SetVector.h"

#include "analysis/IndexRanges.h"
#include "dialect/BrokenConstraint.h"
#include "dialect/Distribution.h"
#include "dialect/IndexValues.h"
#include "dialect/NormalForms.h"
#include "passes/Passes.h"
#include "symbolic/Substitute.h"
#include "symbolic/WorkgroupIds.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_DISTRIBUTETILES
#include "passes/Passes.h.inc"

namespace {
struct DistributeTiles : impl::DistributeTilesBase<DistributeTiles> {
  void runOnOperation() override {
    ir::KernelOp kernel = getOperation();
    if (failed(ir::verifyForm(kernel, ir::Form::Sized)))
      return signalPassFailure();
    if (failed(checkLogs()) || failed(checkClusters(kernel)))
      return signalPassFailure();
    reorderIds();
    ir::Distribution distribution(kernel);
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
        map(op, dims, starts, values);
        ir::mutableStartsOf(op).assign(llvm::map_to_vector(starts, index));
      }
      if (auto loop = dyn_cast<ir::IterateOp>(op); loop && !loop.isWhile())
        loop.getCountMutable().assign(index(*distribution.count(loop.getAxis())));
    }
    kernel.setGridAttr(distribution.grid());
    if (failed(checkLoops()) || failed(checkRanges()))
      return signalPassFailure();
    ir::eraseUnusedIndices(kernel);
  }

private:
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

  /// Moves the starts of an access by its mapping, and lists the dimensions in which it may begin
  /// anywhere.
  void map(Operation *op, ArrayRef<ir::DimAttr> dims, MutableArrayRef<Expr> starts,
           ir::IndexValues &values) {
    if (!isa<ir::ReadOp, ir::WriteOp>(op))
      return;
    SmallVector<Attribute> mapped;
    auto mapping = op->getAttrOfType<ArrayAttr>("mapping");
    ValueRange operands = isa<ir::ReadOp>(op) ? cast<ir::ReadOp>(op).getMappingOperands()
                                              : cast<ir::WriteOp>(op).getMappingOperands();
    Bindings indices;
    for (auto [i, operand] : llvm::enumerate(operands))
      indices.set(ir::rootPlaceholder(i), values.of(operand));
    for (auto [i, dim] : llvm::enumerate(dims)) {
      const Expr offset =
          mapping ? symbolic::substitute(ir::offsetOf(cast<ir::ExprAttr>(mapping[i]), i), indices)
                  : Expr::constant(0);
      starts[i] = starts[i] + offset;
      if (!offset.same_as(Expr::constant(0)) || ir::hasWholeTiles(getOperation(), dim.getName()))
        mapped.push_back(dim.getName());
    }
    op->removeAttr("mapping");
    if (!mapped.empty())
      op->setAttr("mapped", ArrayAttr::get(&getContext(), mapped));
    if (auto read = dyn_cast<ir::ReadOp>(op))
      read.getMappingOperandsMutable().clear();
    else
      cast<ir::WriteOp>(op).getMappingOperandsMutable().clear();
  }

  /// What is logged has a place for each step and each element, whatever workgroup computes it.
  LogicalResult checkLogs() {
    auto result = getOperation().walk([&](ir::DebugLogOp log) {
      bool isInWhile = false;
      for (auto loop = log->getParentOfType<ir::IterateOp>(); loop;
           loop = loop->getParentOfType<ir::IterateOp>())
        isInWhile |= loop.isWhile();
      if (!isInWhile && !ir::gridConstraint(getOperation()))
        return WalkResult::advance();
      (void)LogicalResult(
          ir::BrokenConstraint(
              log, "log-unsupported",
              "debug_log: the kernel has " +
                  Twine(isInWhile ? "a loop with a condition around it" : "a grid constraint") +
                  ", so that no step and no workgroup says which tile is logged")
              .help("interpret the kernel, which logs all tiles, or take the call away"));
      return WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  }

  /// The counter of a loop over T is "$T"; a kernel calls it T.
  static std::string readable(const Expr &expr) {
    std::string text = expr.str();
    std::erase(text, '$');
    return text;
  }

  LogicalResult checkLoops() {
    analysis::IndexRanges ranges(getOperation());
    auto result = getOperation().walk([&](ir::IterateOp loop) {
      if (!loop.isWhile() || ranges.advances(loop))
        return WalkResult::advance();
      const std::string axis = loop.getAxis().getValue().str();
      (void)LogicalResult(
          ir::BrokenConstraint(loop, "loop-progress",
                               "iterate: the loop over " + axis + " runs while " +
                                   readable(ranges.conditionOf(loop)) +
                                   ", and it is not proved that each step takes it on")
              .note(loop.getYield().getNext().getLoc(),
                    "the next value is " + readable(ranges.nextOf(loop)))
              .help("compare the axis with a bound that stays, " + axis +
                    " < ..., and add at least 1 in each step"));
      return WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  }

  /// All is computed in 64 bits: what is not known now stays right.
  LogicalResult checkRanges() {
    // Without a workgroup nothing is computed; what an order divides by may be 0.
    if (llvm::any_of(*getOperation().getGrid(),
                     [](Attribute count) { return cast<ir::ExprAttr>(count).getConstant() == 0; }))
      return success();
    analysis::IndexRanges ranges(getOperation());
    auto result = getOperation().walk([&](ir::IndexOp index) {
      if (!index.getI32())
        return WalkResult::advance();
      const Expr expr = ranges.of(index);
      const symbolic::Interval range = ranges.boundsOf(expr);
      constexpr int64_t least = std::numeric_limits<int32_t>::min(),
                        most = std::numeric_limits<int32_t>::max();
      const bool isKnown = ir::openSizes(getOperation()).empty();
      const bool isBeyond =
          isKnown ? (range.low && *range.low < least) || (range.high && *range.high > most)
                  : (range.low && *range.low > most) || (range.high && *range.high < least);
      if (!isBeyond)
        return WalkResult::advance();
      auto end = [](std::optional<int64_t> value) {
        return value ? std::to_string(*value) : std::string("an unknown number");
      };
      (void)LogicalResult(ir::BrokenConstraint(index, "index-range",
                                               "a scalar is i32, but " + readable(expr) +
                                                   " may be from " + end(range.low) + " to " +
                                                   end(range.high))
                              .help("make it an i64: scalar(..., i64), self_index(..., i64)"));
      return WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  }

  /// Grids have whole clusters, and so workgroups without a tile, of which a reordering knows
  /// nothing.
  static LogicalResult checkClusters(ir::KernelOp kernel) {
    auto reorderings = kernel.getBlock()->getOps<ir::ReorderingConstraintOp>();
    if (reorderings.empty() || ir::clusterSize(kernel) == 1)
      return success();
    return ir::BrokenConstraint(*reorderings.begin(), "reordered-cluster",
                                "a kernel with clusters of " + Twine(ir::clusterSize(kernel)) +
                                    " workgroups reorders dimension " +
                                    Twine((*reorderings.begin()).getWorkgroupDim()) +
                                    " of the grid: the workgroups that fill up the last cluster "
                                    "have no tile, and the reordering would give them one")
        .help("leave the reordering or the clusters out");
  }
};
} // namespace
} // namespace wave
