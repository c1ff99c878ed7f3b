//===- Attributes.td - Symbolic expressions and dimensions ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVE_DIALECT_ATTRIBUTES_TD
#define WAVE_DIALECT_ATTRIBUTES_TD

include "mlir/IR/AttrTypeBase.td"
include "src/dialect/Wave.td"

def Wave_ExprParameter : AttrOrTypeParameter<"::wave::Expr", "an integer expression over symbols"> {
  let comparator = "$_lhs.same_as($_rhs)";
}

def Wave_ExprAttr : AttrDef<Wave_Dialect, "Expr"> {
  let mnemonic = "expr";
  let summary = "an integer expression over symbols, simplified";
  let description = [{
    A symbol or a number stands as it is, any other expression between quotes, in
    the syntax of include/wave/expr.h:

    ```mlir
    #wave.expr<M>   #wave.expr<64>   #wave.expr<"ceildiv(M, BLOCK_M)">
    ```
  }];
  let parameters = (ins Wave_ExprParameter:$value);
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    /// The number, where the expression is one.
    std::optional<int64_t> getConstant() const;
    /// The name, where the expression is one symbol.
    std::optional<::llvm::StringRef> getSymbol() const;
  }];
}

def Wave_DimAttr : AttrDef<Wave_Dialect, "Dim"> {
  let mnemonic = "dim";
  let summary = "a dimension: what it is called and, once bound, how long it is";
  let description = [{
    `name` identifies the dimension: operations match by it.  `size` is absent in
    the traced form; in the bound form it is the elements of this value along the
    dimension: `M = 64`.
  }];
  let parameters = (ins "::wave::ir::ExprAttr":$name, OptionalParameter<"::wave::ir::ExprAttr">:$size);
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    /// The size, where it is a known number.
    std::optional<int64_t> getConstantSize() const;
  }];
}

#endif
