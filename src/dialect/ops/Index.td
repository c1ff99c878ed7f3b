//===- Index.td - Index values --------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where an access starts, which slot of a ring it takes, how often a loop runs: index values,
// signed integers of 64 bits.  Each is an expression over *roots*, which are the indices that
// no expression gives: the ids of the workgroup, the counters of loops, and what is read from
// memory.  Sizes that stay open until the launch are symbols of the expressions: they are constants
// of a launch.
// src/dialect/IndexValues.h reads and makes them.
//
//===----------------------------------------------------------------------===//

#ifndef WAVE_DIALECT_OPS_INDEX_TD
#define WAVE_DIALECT_OPS_INDEX_TD

include "mlir/IR/OpAsmInterface.td"
include "src/dialect/ops/Base.td"

/// What lets the results of index operations have names of their own in text.
class Wave_IndexValueOp<string mnemonic>
    : Wave_ComputeOp<mnemonic, [Pure, DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let results = (outs Index:$result);
}

def Wave_IndexOp : Wave_IndexValueOp<"index"> {
  let summary = "An expression over indices";
  let description = [{
    `$0`, `$1`, ... stand for the operands, any other symbol for a size.  With `i32` the value
    has to fit 32 bits, which is proved where sizes are known; all are computed in 64 bits.

    Constraints:
    * (C1) The symbols `$n` of `expr` are those of the operands.
    * (C2) An operand is a root: no `wave.index` gives it.

    Example:
    ```mlir
    %WORKGROUP_0 = wave.workgroup_id 0
    %0 = wave.index "$0 * 64" (%WORKGROUP_0)
    ```
  }];
  let arguments = (ins Wave_ExprAttr:$expr, Variadic<Index>:$roots, UnitAttr:$i32);
  let assemblyFormat = "custom<Expr>($expr) (` ` `(` $roots^ `)`)? attr-dict";
  let hasVerifier = 1;
}

def Wave_WorkgroupIdOp : Wave_IndexValueOp<"workgroup_id"> {
  let summary = "The index of the workgroup along a dimension of the grid";
  let description = [{
    Constraints:
    * (C1) `dim` is 0, 1 or 2.

    Example:
    ```mlir
    %WORKGROUP_0 = wave.workgroup_id 0
    ```
  }];
  let arguments = (ins I64Attr:$dim);
  let assemblyFormat = "$dim attr-dict";
  let hasVerifier = 1;
}

def Wave_ReadIndexOp : Wave_IndexValueOp<"read_index"> {
  let summary = "An element of a memory, as an index";
  let description = [{
    `memory[at]`, or `fill`, 0 if it is absent, where `at` lies outside of the memory.  The same in
    all waves of the workgroup.  The memory is a constant of the launch, so that the operation
    counts as one without effects.

    Constraints:
    * (C1) `at` has one index per dimension of `memory`.
    * (C2) The elements of `memory` are i32 or i64.
    * (C3) The kernel does not write to `memory`.
    * (C4) With `permutation` the memory has one dimension.  It then has each number less than its
      size once, which each launch checks.

    Example:
    ```mlir
    %WORKGROUP_0 = wave.workgroup_id 0
    %0 = wave.read_index %table [%WORKGROUP_0] : <[TILES], i32>
    ```
  }];
  let arguments = (ins Wave_MemoryType:$memory, Variadic<Index>:$at, OptionalAttr<I64Attr>:$fill,
                       UnitAttr:$permutation, OptionalAttr<StrAttr>:$tag);
  let assemblyFormat = "$memory `[` $at `]` (`fill` $fill^)? (`permutation` $permutation^)? attr-dict `:` type($memory)";
  let extraClassDeclaration = [{
    /// Number of the argument that is read.
    unsigned getMemoryNumber() {
      return ::llvm::cast<::mlir::BlockArgument>(getMemory()).getArgNumber();
    }
    /// The value where a coordinate lies outside.
    int64_t getOutside() { return static_cast<int64_t>(getFill().value_or(0)); }
  }];
  let hasVerifier = 1;
}

def Wave_AssumeOp : Wave_ComputeOp<"assume"> {
  let summary = "A condition that holds wherever this is executed";
  let description = [{
    `condition` is not 0.  Each launch evaluates it before anything runs, for every workgroup and
    every trip of the loops around; the code that is compiled does not.  Analyses of the form bound
    use it, later forms do not have it.  `text` is the condition as the kernel states it, for people.

    Example:
    ```mlir
    %WORKGROUP_0 = wave.workgroup_id 0
    %tile = wave.read_index %table [%WORKGROUP_0] : <[TILES], i32>
    %0 = wave.index "$0 < 7" (%tile)
    wave.assume %0 "table < 7"
    ```
  }];
  let arguments = (ins Index:$condition, OptionalAttr<StrAttr>:$text);
  let assemblyFormat = "$condition ($text^)? attr-dict";
}

#endif
