//===- Memory.td - Reading and writing buffers ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVE_DIALECT_OPS_MEMORY_TD
#define WAVE_DIALECT_OPS_MEMORY_TD

include "src/dialect/ops/Base.td"

def Wave_ReadOp : Wave_ComputeOp<"read", [AttrSizedOperandSegments]> {
  let summary = "This workgroup's tile of a buffer";
  let description = [{
    `result[x] = memory[start + x]` for the coordinates inside the memory; those
    outside take no part in any later operation.  `start`, one index per
    dimension of the memory, is absent in the traced form.

    In the traced form `mapping` may give the coordinate in the memory: one expression for each
    dimension, in which `$i0`, `$i1`, ... are the coordinates of the tile along the dimensions of the
    memory, and `$0`, `$1`, ... stand for `mapping_operands`.  In the bound form the starts
    have been moved by it, and `mapped` lists the dimensions in which elements outside the memory
    are 0 and take part.

    Constraints:
    * (C1) `result` has the dimensions of `memory`, in order.
    * (C2) `result` has the element type of `memory`.
    * (C3) `start`, if present, has one index per dimension.
    * (C4) `mapping`, if present, has one expression per dimension, over the coordinates and its
      operands.

    Example:
    ```mlir
    %0 = wave.read %a {tag = "read_a"} : !wave.memory<[M, K], f16> -> !wave.tile<[M, K], f16>
    ```
  }];
  let arguments = (ins Arg<Wave_MemoryType, "", [MemRead]>:$memory, Variadic<Index>:$start,
                       OptionalAttr<Wave_ExprArrayAttr>:$mapping, Variadic<Index>:$mapping_operands,
                       OptionalAttr<Wave_ExprArrayAttr>:$mapped, OptionalAttr<StrAttr>:$tag);
  let results = (outs Wave_TileType:$result);
  let assemblyFormat = [{
    $memory (`at` ` ` `[` $start^ `]`)? (`mapping` custom<Exprs>($mapping)^)?
    (` ` `(` $mapping_operands^ `)`)? (`mapped` custom<Exprs>($mapped)^)?
    attr-dict `:` type($memory) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Wave_WriteOp : Wave_ComputeOp<"write", [AttrSizedOperandSegments]> {
  let summary = "Store a tile in a buffer";
  let description = [{
    `memory[start + x] = convert(value[x])` for the coordinates inside the memory.
    Dimensions are matched by name.  `mapping` and `mapped` are those of `wave.read`; what lies
    outside the memory is not stored.

    Constraints:
    * (C1) `value` has the dimensions of `memory`, in any order.
    * (C2) `start`, if present, has one index per dimension of `memory`.
    * (C3) `memory` has every dimension that is distributed over workgroups, but for those that a
      loop iterates over: otherwise several workgroups would write the same elements.
    * (C4) `mapping`, if present, has one expression per dimension of `memory`, over the
      coordinates and its operands.

    Example:
    ```mlir
    wave.write %0, %c : !wave.tile<[M, N], f32>, !wave.memory<[M, N], f32>
    ```
  }];
  let arguments = (ins Wave_TileType:$value, Arg<Wave_MemoryType, "", [MemWrite]>:$memory,
                       Variadic<Index>:$start, OptionalAttr<Wave_ExprArrayAttr>:$mapping,
                       Variadic<Index>:$mapping_operands, OptionalAttr<Wave_ExprArrayAttr>:$mapped,
                       OptionalAttr<StrAttr>:$tag);
  let assemblyFormat = [{
    $value `,` $memory (`at` ` ` `[` $start^ `]`)? (`mapping` custom<Exprs>($mapping)^)?
    (` ` `(` $mapping_operands^ `)`)? (`mapped` custom<Exprs>($mapped)^)?
    attr-dict `:` type($value) `,` type($memory)
  }];
  let hasVerifier = 1;
}

#endif
