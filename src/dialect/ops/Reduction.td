//===- Reduction.td - A tile with one dimension less ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVE_DIALECT_OPS_REDUCTION_TD
#define WAVE_DIALECT_OPS_REDUCTION_TD

include "mlir/IR/EnumAttr.td"
include "src/dialect/ops/Base.td"

def Wave_ReductionKind : I32EnumAttr<"ReductionKind", "what a reduction combines elements with", [
    I32EnumAttrCase<"Sum", 0, "sum">, I32EnumAttrCase<"Max", 1, "max">,
    I32EnumAttrCase<"Min", 2, "min">]> {
  let cppNamespace = "::wave::ir";
}

def Wave_ReduceOp : Wave_ComputeOp<"reduce", [Pure]> {
  let summary = "Combine the elements along one dimension";
  let description = [{
    `result[x]` is the sum, the maximum or the minimum of `value[x, d]` over the valid
    positions `d` of `dim`, and of `init[x]`, which takes part once.  Of nothing the sum
    is 0, the maximum the lowest and the minimum the highest value of the element type,
    an infinity for floats.  Maxima and minima are those of `wave.maximum` and
    `wave.minimum`.  Integers wrap.  The order of a sum of floats is unspecified; f16 and
    bf16 are summed in f32 and rounded once.  Inside a loop over `dim` one step is
    reduced.

    Constraints:
    * (C1) `dim` is a dimension of `value`.
    * (C2) `value` has another dimension.
    * (C3) `init`, if present, has the dimensions of `value` without `dim`, in any order,
      and its element type.
    * (C4) `result` has the type of `init`, or else `value`'s without `dim`.
    * (C5) The element type is not i1 and no float of 8 bits.
    * (C6) `dim` is not distributed over workgroups, but for parts that a loop goes through: each
      would reduce its part alone.  Over
      the waves of one it may be.

    Example:
    ```mlir
    %1 = wave.reduce max %0 along N : !wave.tile<[M, N], f32> -> !wave.tile<[M], f32>
    ```
  }];
  let arguments = (ins Wave_ReductionKind:$kind, Wave_TileType:$value,
                       Optional<Wave_TileType>:$init, Wave_ExprAttr:$dim,
                       OptionalAttr<StrAttr>:$tag);
  let results = (outs Wave_TileType:$result);
  let assemblyFormat = [{
    $kind $value (`init` $init^)? `along` custom<Expr>($dim) attr-dict `:` type($value)
    (`,` type($init)^)? `->` type($result)
  }];
  let hasVerifier = 1;
}

def Wave_PartialReduceOp : Wave_ComputeOp<"partial_reduce", [Pure]> {
  let summary = "What each group of lanes has to add to a reduction";
  let description = [{
    `lanes` consecutive lanes exchange what they hold.  The groups of so many lanes that share out
    `dim` each combine the elements that they hold: `result` has, instead of `dim`, these groups,
    each of which holds its own element of it.  Sums of f16 and bf16 are f32.

    Constraints:
    * (C1) The layout of `value` shares `dim` out to several groups of `lanes` lanes, of one wave or
      of several.
    * (C2) `result` has as many elements along `dim` as there are such groups, then the other
      dimensions of `value`, held where `value` is.

    Example, of a row that four waves share:
    ```mlir
    %1 = wave.partial_reduce max %0 along N lanes 64 : !wave.tile<[M = 8, N = 1024], f32, #wave.layout<registers [N:4, M:8] lanes [N:64:4] waves [N:4:256]>> -> !wave.tile<[N = 4, M = 8], f32, #wave.layout<registers [M:8] lanes [_:64] waves [N:4]>>
    ```
  }];
  let arguments = (ins Wave_ReductionKind:$kind, Wave_TileType:$value, Wave_ExprAttr:$dim,
                       I64Attr:$lanes, OptionalAttr<StrAttr>:$tag);
  let results = (outs Wave_TileType:$result);
  let assemblyFormat = [{
    $kind $value `along` custom<Expr>($dim) `lanes` $lanes attr-dict `:` type($value) `->` type($result)
  }];
  let hasVerifier = 1;
}

#endif
