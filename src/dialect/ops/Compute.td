//===- Compute.td - Constants and products --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVE_DIALECT_OPS_COMPUTE_TD
#define WAVE_DIALECT_OPS_COMPUTE_TD

include "mlir/IR/BuiltinAttributeInterfaces.td"
include "src/dialect/ops/Base.td"

def Wave_RegisterOp : Wave_ComputeOp<"register", [Pure]> {
  let summary = "A tile with one value everywhere";
  let description = [{
    Constraints:
    * (C1) `value` is a number of the result's element type.

    Example:
    ```mlir
    %zero = wave.register 0.000000e+00 : f32 : !wave.tile<[M, N], f32>
    ```
  }];
  let arguments = (ins TypedAttrInterface:$value);
  let results = (outs Wave_TileType:$result);
  let assemblyFormat = "$value attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Wave_SelfIndexOp : Wave_ComputeOp<"self_index", [Pure, Wave_PerElement]> {
  let summary = "The coordinates of a tile's elements along its dimension";
  let description = [{
    `result[x] = start + x`.  `start` is absent in the traced form.

    Constraints:
    * (C1) `result` has one dimension, and elements of type i32 or i64.
    * (C2) `start`, if present, is one index.

    Example:
    ```mlir
    %rows = wave.self_index : !wave.tile<[M], i32>
    ```
  }];
  let arguments = (ins Variadic<Index>:$start);
  let results = (outs Wave_TileType:$result);
  let assemblyFormat = "(`at` ` ` `[` $start^ `]`)? attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Wave_SplatOp : Wave_ComputeOp<"splat", [Pure, Wave_PerElement]> {
  let summary = "A tile with the value of an index, or of a float scalar, everywhere";
  let description = [{
    What a size or a scalar becomes beside a tile; a `wave.cast` gives it the tile's element type.
    `argument` names a scalar of the kernel that is a float.

    Constraints:
    * (C1) Of an index, `result` has elements of type i32 or i64.
    * (C2) There is either an index or an argument, whose type is that of the elements of `result`.

    Example:
    ```mlir
    %size = wave.index N
    %columns = wave.splat %size : !wave.tile<[M], i64>
    ```
  }];
  let arguments = (ins Optional<Index>:$index, OptionalAttr<StrAttr>:$argument);
  let results = (outs Wave_TileType:$result);
  let assemblyFormat = "($index^)? ($argument^)? attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Wave_MmaOp : Wave_ComputeOp<"mma", [Pure, DeclareOpInterfaceMethods<Wave_SliceOpInterface, ["continueFrom"]>]> {
  let summary = "Multiply two tiles and add the product to an accumulator";
  let description = [{
    `result[b, m, n] = accumulator[b, m, n] + sum over k of lhs[b, m, k] * rhs[b, n, k]`,
    where every dimension is found by its name, in any position: one `k` or several are in both
    operands and not in the accumulator, one `m` or several in `lhs` and the accumulator, one `n` or
    several in `rhs` and the accumulator, and any number of batches `b` in all three.  An operand is a
    tile that lanes hold, or a buffer in which the instruction reads it (`wave.view`).

    Constraints:
    * (C1) `lhs` and `rhs` share a dimension that `accumulator` has not: a reduction.
    * (C2) `lhs` has a dimension that `rhs` has not, and `rhs` one that `lhs` has not.
    * (C3) `accumulator` has all dimensions of `lhs` and `rhs` but for the reductions, and no other.
    * (C4) Element types are (f16, f16, f32), (bf16, bf16, f32), (f32, f32, f32),
      (f64, f64, f64), (i8, i8, i32), or two floats of 8 bits, both OCP's or both CDNA3's,
      and f32.
    * (C5) `mma_type`, if present, names a row of include/wave/mma_types.def with these
      element types, and with this precision.
    * (C6) `result` has the type of `accumulator`.
    * (C7) No reduction is distributed over workgroups or waves: each would sum its part
      alone.  A loop may go through a workgroup's part of it, for a write of partial sums.
    * (C8) With `in_tensor_memory`, which says where the instruction adds to its sum, it is one
      that reads operands in place.
    * (C9) `slice`, if present, is along a dimension of the product, in units of the instruction;
      along the reduction where the instruction is asynchronous.
    * (C10) `precision`, if present, is "full", "tf32" or "3xtf32", and the operands are f32.

    With `precision = "tf32"` the operands are `unary tf32` of `lhs` and `rhs`; "3xtf32" is the three
    of those that `SplitPrecision` makes of it.

    With a `slice` along the reduction the sum is over that part of `k`.  Along any other dimension
    the elements of the result outside the slice are those of the accumulator.  So the slices of a
    product, each with the accumulator that the one before it gives, are the whole product.

    Example:
    ```mlir
    %1 = wave.mma %a, %b, %acc {tag = "mma"} : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
    ```
  }];
  let arguments = (ins Wave_TileOrBuffer:$lhs, Wave_TileOrBuffer:$rhs, Wave_TileType:$accumulator,
                       OptionalAttr<StrAttr>:$mma_type, OptionalAttr<StrAttr>:$precision,
                       UnitAttr:$in_tensor_memory, OptionalAttr<StrAttr>:$tag,
                       OptionalAttr<Wave_SliceAttr>:$slice);
  let builders = [OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$lhs,
      "::mlir::Value":$rhs, "::mlir::Value":$accumulator, "::mlir::StringAttr":$mma_type,
      "::mlir::StringAttr":$precision, "::mlir::StringAttr":$tag), [{
    build($_builder, $_state, result, lhs, rhs, accumulator, mma_type, precision,
          ::mlir::UnitAttr(), tag, SliceAttr());
  }]>];
  let results = (outs Wave_TileType:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $accumulator attr-dict `:` custom<TileOrBuffer>(type($lhs)) `,`
    custom<TileOrBuffer>(type($rhs)) `,` custom<AccumulatorAndResult>(type($accumulator), type($result))
  }];
  let hasVerifier = 1;
}

#endif
