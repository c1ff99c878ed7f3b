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
    * (C6) `dim` is not distributed over workgroups: each would reduce its part alone.

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

#endif
