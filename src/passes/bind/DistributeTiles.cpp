//===- DistributeTiles.cpp - Sizes of tiles, starts of accesses -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: memories and tiles of constraints have numbers                 (sized)
// Gives: what src/dialect/Distribution.h says, written into the IR      (bound)
//
//===----------------------------------------------------------------------===//

#include "dialect/BrokenConstraint.h"
#include "dialect/Distribution.h"
#include "dialect/IndexValues.h"
#include "dialect/NormalForms.h"
#include "passes/Passes.h"

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
    if (failed(checkClusters(kernel)))
      return signalPassFailure();
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
      if (ArrayRef<ir::DimAttr> dims = ir::accessedDims(op); !dims.empty())
        ir::mutableStartsOf(op).assign(
            llvm::map_to_vector(distribution.starts(dims, op->getBlock(), values), index));
      if (auto loop = dyn_cast<ir::IterateOp>(op))
        loop.getCountMutable().assign(index(*distribution.count(loop.getAxis())));
    }
    kernel.setGridAttr(distribution.grid());
  }

private:
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
