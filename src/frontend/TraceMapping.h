//===- TraceMapping.h - An IndexMapping as attribute and operands ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "frontend/Tracer.h"
#include "wave/mapping.h"

namespace wave::frontend {

/// Coordinates in the memory, over those of the register: ir::ReadOp says how they are written.
struct TracedMapping {
  mlir::ArrayAttr exprs; ///< null without a mapping
  bool isMoved = false;  ///< some coordinate is not the register's of that name
  mlir::SmallVector<mlir::Value> operands;
  /// Of what is read, and in the order in which the kernel has them.  The first is that of the
  /// memory where coordinates follow those of the same names.
  mlir::SmallVector<ir::DimAttr> dims, order;
};

/// Of a read, or of the write of `stored`.
TracedMapping mappingOf(Tracer &tracer, const std::optional<IndexMapping> &given,
                        ir::MemoryType memory, const std::optional<ir::TileType> &stored);

/// Whether a read by that mapping gives a scalar: the register has no dimensions.
bool givesScalar(const std::optional<IndexMapping> &given);
/// The coordinates in the memory of what such a read takes.
mlir::SmallVector<mlir::Value> scalarPlaceOf(Tracer &tracer, const IndexMapping &given,
                                             ir::MemoryType memory);

} // namespace wave::frontend
