//===- Mapping.h - Where a mapping puts the elements of a tile ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"
#include "interpreter/Array.h"
#include "symbolic/Compiled.h"

namespace wave::interpreter {

class Mapping {
public:
  /// Of a read or a write that has one, for tiles with `rank` dimensions.  `operands` are the
  /// values of its operands, `symbols` those of its symbols.
  Mapping(mlir::ArrayAttr exprs, size_t rank, mlir::ArrayRef<int64_t> operands,
          const Bindings &symbols);

  /// The coordinate in the memory of an element of the tile, or why it has none.
  symbolic::Evaluation at(size_t dim, const Coordinate &element) const;
  size_t rank() const { return coordinates.size(); } ///< of the memory

private:
  std::vector<symbolic::CompiledExpr> coordinates;
};

/// A constant of the IR.
Number numberOf(mlir::TypedAttr attribute);

} // namespace wave::interpreter
