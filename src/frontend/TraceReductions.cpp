//===- TraceReductions.cpp - sum, max, min --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/Record.h"
#include "wave/reductions.h"

using namespace mlir;
using wave::frontend::record;
using wave::frontend::Tracer;
using wave::frontend::typeOf;

namespace wave {

static Register reduce(ir::ReductionKind kind, const Register &value, const Register *init,
                       const Expr &dim, const ReductionOptions &options) {
  Tracer &tracer = Tracer::current(ir::stringifyReductionKind(kind).str(), options.where);
  ir::ExprAttr axis = tracer.expr(dim);
  ir::TileType type = typeOf(value, options.where);
  Value start;
  if (init) {
    type = typeOf(*init, options.where);
    start = tracer.value(*init, options.where);
  } else if (type.getDims().size() > 1) { // or else the verifier says that nothing remains
    type = ir::withoutDim(type, axis);
  }
  return record<ir::ReduceOp>(tracer, options.where, type, kind, tracer.value(value, options.where),
                              start, axis, tracer.tag(options.tag));
}

Register sum(const Register &value, const Expr &dim, const ReductionOptions &options) {
  return reduce(ir::ReductionKind::Sum, value, nullptr, dim, options);
}
Register sum(const Register &value, const Register &init, const Expr &dim,
             const ReductionOptions &options) {
  return reduce(ir::ReductionKind::Sum, value, &init, dim, options);
}
Register max(const Register &value, const Expr &dim, const ReductionOptions &options) {
  return reduce(ir::ReductionKind::Max, value, nullptr, dim, options);
}
Register max(const Register &value, const Register &init, const Expr &dim,
             const ReductionOptions &options) {
  return reduce(ir::ReductionKind::Max, value, &init, dim, options);
}
Register min(const Register &value, const Expr &dim, const ReductionOptions &options) {
  return reduce(ir::ReductionKind::Min, value, nullptr, dim, options);
}
Register min(const Register &value, const Register &init, const Expr &dim,
             const ReductionOptions &options) {
  return reduce(ir::ReductionKind::Min, value, &init, dim, options);
}

} // namespace wave
