//===- ExprSyntax.h - How expressions stand in IR text --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A symbol or a number stands bare, any other expression between quotes.  The
// functions are the `custom<...>` directives of the .td files.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"

namespace wave::ir {

mlir::ParseResult parseExpr(mlir::AsmParser &parser, ExprAttr &expr);
void printExpr(mlir::AsmPrinter &printer, ExprAttr expr);
inline void printExpr(mlir::AsmPrinter &printer, mlir::Operation *, ExprAttr expr) {
  printExpr(printer, expr);
}

mlir::ParseResult parseExprs(mlir::AsmParser &parser, mlir::ArrayAttr &exprs);
void printExprs(mlir::AsmPrinter &printer, mlir::Operation *, mlir::ArrayAttr exprs);

mlir::ParseResult parseDims(mlir::AsmParser &parser, mlir::SmallVector<DimAttr> &dims);
void printDims(mlir::AsmPrinter &printer, mlir::ArrayRef<DimAttr> dims);

/// `f16`, or `f16, SPACE` where the address space is not the global one.
mlir::ParseResult parseElementsIn(mlir::AsmParser &parser, mlir::Type &element, ExprAttr &space);
void printElementsIn(mlir::AsmPrinter &printer, mlir::Type element, ExprAttr space);

} // namespace wave::ir
