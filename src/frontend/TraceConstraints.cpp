//===- TraceConstraints.cpp - Constraints as operations -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/TraceConstraints.h"

#include "dialect/DiagnosticCapture.h"
#include "frontend/Tracer.h"
#include "machine/MmaTable.h"

using namespace mlir;

namespace wave::frontend {

namespace {
struct Builder {
  OpBuilder &builder;

  Location at(const std::source_location &where) const {
    return ir::irLocation(where, builder.getContext());
  }
  ir::ExprAttr expr(const Expr &value) const {
    return ir::ExprAttr::get(builder.getContext(), value);
  }

  /// Null where nothing is said.
  DenseI64ArrayAttr counts(const CountsPerDim &given) const {
    return given ? builder.getDenseI64ArrayAttr(SmallVector<int64_t>(given->begin(), given->end()))
                 : DenseI64ArrayAttr();
  }

  Operation *operator()(const WorkgroupConstraint &c) const {
    return ir::WorkgroupConstraintOp::create(builder, at(c.where), expr(c.dim), expr(c.tile),
                                             static_cast<uint64_t>(c.workgroup_dim));
  }
  Operation *operator()(const TilingConstraint &c) const {
    return ir::TilingConstraintOp::create(builder, at(c.where), expr(c.dim), expr(c.tile));
  }
  Operation *operator()(const WaveConstraint &c) const {
    return ir::WaveConstraintOp::create(builder, at(c.where), expr(c.dim), expr(c.tile));
  }
  Operation *operator()(const ReorderingConstraint &c) const {
    return ir::ReorderingConstraintOp::create(builder, at(c.where), expr(c.index),
                                              static_cast<uint64_t>(c.workgroup_dim));
  }
  Operation *operator()(const HardwareConstraint &c) const {
    DenseI64ArrayAttr waves = counts(c.waves_per_block);
    DenseI64ArrayAttr cluster = counts(c.workgroups_per_cluster);
    StringAttr mma;
    if (c.mma_type)
      mma = builder.getStringAttr(machine::mmaRow(*c.mma_type).name);
    IntegerAttr threads;
    if (c.threads_per_wave)
      threads = builder.getI64IntegerAttr(*c.threads_per_wave);
    NamedAttrList shapes;
    for (const auto &[dim, count] : c.vector_shapes)
      shapes.set(dim.str(), builder.getI64IntegerAttr(count));
    return ir::HardwareConstraintOp::create(
        builder, at(c.where), threads, waves, mma, cluster,
        shapes.empty() ? DictionaryAttr() : shapes.getDictionary(builder.getContext()));
  }
  Operation *operator()(const GridConstraint &c) const {
    SmallVector<Attribute> sizes{expr(c.x)};
    if (c.y || c.z)
      sizes.push_back(expr(c.y.value_or(1)));
    if (c.z)
      sizes.push_back(expr(*c.z));
    return ir::GridConstraintOp::create(builder, at(c.where), builder.getArrayAttr(sizes));
  }
};
} // namespace

Operation *build(OpBuilder &builder, const Constraint &constraint) {
  return std::visit(Builder{builder}, constraint);
}

void Tracer::add(const Constraints &constraints) {
  for (const Constraint &constraint : constraints)
    check(build(builder_, constraint));
  for (auto reordering : kernel_.getBlock()->getOps<ir::ReorderingConstraintOp>())
    reordering.setIndexAttr(expr(withoutClusters(reordering.getIndex().getValue())));
  check(kernel_);
}

} // namespace wave::frontend
