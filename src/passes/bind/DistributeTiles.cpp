//===- DistributeTiles.cpp - Sizes of tiles, starts of accesses -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: memories and tiles of constraints have numbers                 (sized)
// Gives: see src/dialect/NormalForms.h                                  (bound)
//
// Every dimension of every value follows one rule, in this order:
//
//   has a workgroup constraint    tile elements from WORKGROUP_d * tile
//   inside the loop over it       tile elements from $DIM * tile
//   otherwise                     all elements, from 0
//
//===----------------------------------------------------------------------===//

#include "dialect/BrokenConstraint.h"
#include "passes/Passes.h"
#include "symbolic/Evaluate.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_DISTRIBUTETILES
#include "passes/Passes.h.inc"

namespace {

/// A dimension's part of one access.
struct Extent {
  Expr start;
  int64_t size;
};

struct DistributeTiles : impl::DistributeTilesBase<DistributeTiles> {
  void runOnOperation() override {
    collect();
    ir::KernelOp kernel = getOperation();
    kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
      for (Value result : op->getResults())
        resize(result, op->getBlock());
      for (Region &region : op->getRegions())
        for (BlockArgument argument : region.getArguments())
          resize(argument, argument.getOwner());
      if (auto read = dyn_cast<ir::ReadOp>(op))
        read.setStartAttr(starts(read.getMemory().getType(), op->getBlock()));
      if (auto write = dyn_cast<ir::WriteOp>(op))
        write.setStartAttr(starts(write.getMemory().getType(), op->getBlock()));
      if (auto loop = dyn_cast<ir::IterateOp>(op))
        loop.setCountAttr(expr(ceildiv(wholeSize(loop.getAxis()), steps.lookup(loop.getAxis()))));
    });
    kernel.setGridAttr(grid());
  }

private:
  struct Workgroup {
    int64_t tile;
    int64_t dim;
  };

  void collect() {
    ir::KernelOp kernel = getOperation();
    for (auto constraint : kernel.getBlock()->getOps<ir::WorkgroupConstraintOp>())
      workgroups[constraint.getDim()] = {*constraint.getTile().getConstant(),
                                         static_cast<int64_t>(constraint.getWorkgroupDim())};
    for (auto constraint : kernel.getBlock()->getOps<ir::TilingConstraintOp>())
      steps[constraint.getDim()] = *constraint.getTile().getConstant();
    for (Type type : kernel.getBlock()->getArgumentTypes())
      for (ir::DimAttr dim : cast<ir::MemoryType>(type).getDims())
        sizes[dim.getName()] = *dim.getConstantSize();
  }

  ir::ExprAttr expr(const Expr &value) { return ir::ExprAttr::get(&getContext(), value); }

  /// A dimension of a register alone is a symbol that was bound like a size.
  int64_t wholeSize(ir::ExprAttr dim) {
    if (auto known = sizes.find(dim); known != sizes.end())
      return known->second;
    Bindings bindings;
    for (NamedAttribute entry : getOperation().getBindingsAttr())
      bindings.set(entry.getName().str(), cast<ir::ExprAttr>(entry.getValue()).getValue());
    return symbolic::evaluate(dim.getValue(), bindings).value();
  }

  Extent extent(ir::ExprAttr dim, Block *block) {
    static constexpr Symbol ids[] = {WORKGROUP_0, WORKGROUP_1, WORKGROUP_2};
    if (auto found = workgroups.find(dim); found != workgroups.end())
      return {Expr(ids[found->second.dim]) * found->second.tile, found->second.tile};
    for (Operation *op = block->getParentOp(); op; op = op->getParentOp())
      if (auto loop = dyn_cast<ir::IterateOp>(op); loop && loop.getAxis() == dim) {
        int64_t step = steps.lookup(dim);
        return {Expr::symbol("$" + dim.getSymbol()->str()) * step, step};
      }
    return {Expr::constant(0), wholeSize(dim)};
  }

  void resize(Value value, Block *block) {
    auto tile = dyn_cast<ir::TileType>(value.getType());
    if (!tile)
      return;
    SmallVector<ir::DimAttr> dims;
    for (ir::DimAttr dim : tile.getDims())
      dims.push_back(ir::DimAttr::get(&getContext(), dim.getName(),
                                      expr(extent(dim.getName(), block).size)));
    value.setType(ir::TileType::get(&getContext(), dims, tile.getElementType()));
  }

  ArrayAttr starts(ir::MemoryType memory, Block *block) {
    SmallVector<Attribute> list;
    for (ir::DimAttr dim : memory.getDims())
      list.push_back(expr(extent(dim.getName(), block).start));
    return ArrayAttr::get(&getContext(), list);
  }

  ArrayAttr grid() {
    SmallVector<Attribute> counts(3, expr(Expr::constant(1)));
    for (auto &[dim, workgroup] : workgroups)
      counts[static_cast<size_t>(workgroup.dim)] = expr(ceildiv(wholeSize(dim), workgroup.tile));
    return ArrayAttr::get(&getContext(), counts);
  }

  llvm::MapVector<ir::ExprAttr, Workgroup> workgroups;
  llvm::DenseMap<ir::ExprAttr, int64_t> steps, sizes;
};

} // namespace
} // namespace wave
