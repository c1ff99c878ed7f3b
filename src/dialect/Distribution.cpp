//===- Distribution.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/Distribution.h"

#include "symbolic/Evaluate.h"

using namespace mlir;

namespace wave::ir {

Distribution::Distribution(KernelOp kernel) : context(kernel.getContext()) {
  for (auto constraint : kernel.getBlock()->getOps<WorkgroupConstraintOp>())
    if (std::optional<int64_t> tile = constraint.getTile().getConstant())
      workgroups[constraint.getDim()] = {*tile, static_cast<int64_t>(constraint.getWorkgroupDim())};
  for (auto constraint : kernel.getBlock()->getOps<TilingConstraintOp>())
    if (std::optional<int64_t> tile = constraint.getTile().getConstant())
      steps[constraint.getDim()] = *tile;
  for (Type type : kernel.getBlock()->getArgumentTypes())
    for (DimAttr dim : cast<MemoryType>(type).getDims())
      if (std::optional<int64_t> size = dim.getConstantSize())
        sizes[dim.getName()] = *size;
  // A dimension of registers alone is a symbol that was bound like a size.
  if (DictionaryAttr values = kernel.getBindingsAttr())
    for (NamedAttribute entry : values)
      if (auto value = dyn_cast<ExprAttr>(entry.getValue()))
        bindings.set(entry.getName().str(), value.getValue());
  kernel.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (auto tile = dyn_cast<TileType>(type))
        for (DimAttr dim : tile.getDims())
          if (!sizes.contains(dim.getName()))
            if (auto size = symbolic::evaluate(dim.getName().getValue(), bindings))
              sizes[dim.getName()] = size.value();
  });
}

ExprAttr Distribution::expr(const Expr &value) const { return ExprAttr::get(context, value); }

std::optional<Distribution::Extent> Distribution::extent(ExprAttr dim, Block *block) const {
  static constexpr Symbol ids[] = {WORKGROUP_0, WORKGROUP_1, WORKGROUP_2};
  if (auto found = workgroups.find(dim); found != workgroups.end())
    return Extent{expr(Expr(ids[found->second.dim]) * found->second.tile),
                  expr(found->second.tile)};
  for (Operation *op = block->getParentOp(); op; op = op->getParentOp())
    if (auto loop = dyn_cast<IterateOp>(op); loop && loop.getAxis() == dim) {
      int64_t step = steps.lookup(dim);
      return Extent{expr(Expr::symbol("$" + dim.getSymbol()->str()) * step), expr(step)};
    }
  auto whole = sizes.find(dim);
  if (whole == sizes.end())
    return std::nullopt;
  return Extent{expr(0), expr(whole->second)};
}

std::optional<int64_t> Distribution::wholeSize(ExprAttr dim) const {
  auto found = sizes.find(dim);
  return found == sizes.end() ? std::nullopt : std::optional(found->second);
}

std::optional<ExprAttr> Distribution::count(ExprAttr axis) const {
  auto size = sizes.find(axis);
  auto step = steps.find(axis);
  if (size == sizes.end() || step == steps.end() || step->second < 1)
    return std::nullopt;
  return expr(ceildiv(size->second, Expr::constant(step->second)));
}

ArrayAttr Distribution::grid() const {
  SmallVector<Attribute> counts(3, expr(1));
  for (auto &[dim, workgroup] : workgroups)
    counts[static_cast<size_t>(workgroup.dim)] =
        expr(ceildiv(sizes.lookup(dim), Expr::constant(workgroup.tile)));
  return ArrayAttr::get(context, counts);
}

ArrayAttr Distribution::starts(MemoryType memory, Block *block) const {
  SmallVector<Attribute> list;
  for (DimAttr dim : memory.getDims())
    if (std::optional<Extent> part = extent(dim.getName(), block))
      list.push_back(part->start);
  return ArrayAttr::get(context, list);
}

TileType Distribution::sized(TileType tile, Block *block) const {
  SmallVector<DimAttr> dims;
  for (DimAttr dim : tile.getDims()) {
    std::optional<Extent> part = extent(dim.getName(), block);
    dims.push_back(DimAttr::get(context, dim.getName(), part ? part->size : ExprAttr()));
  }
  return TileType::get(context, dims, tile.getElementType());
}

} // namespace wave::ir
