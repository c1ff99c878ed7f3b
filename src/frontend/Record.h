//===- Record.h - One call of a kernel's body becomes one operation -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <utility>

#include "dialect/ElementTypes.h"
#include "frontend/Tracer.h"

namespace wave::frontend {

/// Of a register of the kernel that is being traced.
inline ir::TileType typeOf(const Register &tile, const SourceLocation &where = {}) {
  return mlir::cast<ir::TileType>(Tracer::current("Register", where).value(tile, where).getType());
}

/// Builds, checks and wraps an operation with one result.
template <typename Op, typename... Args>
Register record(Tracer &tracer, const SourceLocation &where, Args &&...args) {
  auto op = Op::create(tracer.builder(), tracer.at(where), std::forward<Args>(args)...);
  tracer.check(op);
  return tracer.reg(op->getResult(0));
}

/// A tile of that type with the number everywhere.
inline Register splat(Tracer &tracer, ir::TileType type, const Number &number) {
  DType dtype = *ir::dtypeOf(type.getElementType());
  return record<ir::RegisterOp>(tracer, number.where, type, numberAttr(tracer, number, dtype));
}

} // namespace wave::frontend
