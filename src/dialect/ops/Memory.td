//===- Memory.td - Reading and writing buffers ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVE_DIALECT_OPS_MEMORY_TD
#define WAVE_DIALECT_OPS_MEMORY_TD

include "mlir/IR/BuiltinAttributeInterfaces.td"
include "src/dialect/ops/Base.td"

def Wave_ReadOp : Wave_ComputeOp<"read", [AttrSizedOperandSegments, Wave_AccessOpInterface,
    DeclareOpInterfaceMethods<Wave_SliceOpInterface, ["continueFrom"]>]> {
  let summary = "This workgroup's tile of a buffer";
  let description = [{
    `result[x] = memory[start + x]` for the coordinates inside the memory; those
    outside take no part in any later operation.  `start`, one index per
    dimension of the memory, is absent in the traced form.

    `mapping` may give the coordinate in the memory: one expression for each of its dimensions, in
    which `$i0`, `$i1`, ... are the coordinates of an element along the dimensions of `result`,
    `start` included, and `$0`, `$1`, ... stand for `mapping_operands`.  `start` then has one index
    per dimension of `result`.  Along dimensions whose coordinate is that of `result` moved by an
    offset alone the mapping becomes part of the starts in the form bound, and `mapped` lists the
    dimensions that it moves.  Elements outside the memory are `fill` and take part along dimensions
    that are mapped; `fill` is 0 if it is absent.

    Of a dimension of `memory` that `dropped` lists `result` has the one element at `start`, and not
    the dimension.

    Constraints:
    * (C1) `result` has the dimensions of `memory` that are not dropped, in order, unless there is a
      mapping.
    * (C2) `result` has the element type of `memory`.
    * (C3) `start`, if present, has one index per dimension: of `result` where there is a mapping,
      otherwise of `memory`.
    * (C4) `mapping`, if present, has one expression per dimension of `memory`, over the coordinates
      of `result` and its operands.
    * (C5) `fill`, if present, has the element type, and there is a mapping.
    * (C6) `slice`, if present, is along a dimension of `result`.
    * (C7) `into` is there for every slice but the first, and has the type of `result`.
    * (C8) `path`, if present, is lanes or elements.

    With a `slice`, from the form staged on, the elements in it are read; the others are those of
    `into`, the tile that the slice before it gives, and those of the first slice are not specified.
    `path` says how the lanes reach the memory.

    Example:
    ```mlir
    %0 = wave.read %a {tag = "read_a"} : !wave.memory<[M, K], f16> -> !wave.tile<[M, K], f16>
    ```
  }];
  let arguments = (ins Arg<Wave_MemoryType, "", [MemRead]>:$memory, Variadic<Index>:$start,
                       OptionalAttr<Wave_ExprArrayAttr>:$mapping, Variadic<Index>:$mapping_operands,
                       Optional<Wave_TileType>:$into, OptionalAttr<Wave_ExprArrayAttr>:$mapped,
                       OptionalAttr<TypedAttrInterface>:$fill, OptionalAttr<StrAttr>:$tag,
                       OptionalAttr<Wave_SliceAttr>:$slice, OptionalAttr<Wave_PathAttr>:$path,
                       OptionalAttr<Wave_ExprArrayAttr>:$dropped);
  let builders = [OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$memory,
      "::mlir::ValueRange":$start, "::mlir::ArrayAttr":$mapping,
      "::mlir::ValueRange":$mapping_operands, "::mlir::ArrayAttr":$mapped,
      "::mlir::TypedAttr":$fill, "::mlir::StringAttr":$tag), [{
    build($_builder, $_state, result, memory, start, mapping, mapping_operands, ::mlir::Value(),
          mapped, fill, tag, SliceAttr(), PathAttr(), ::mlir::ArrayAttr());
  }]>];
  let results = (outs Wave_TileType:$result);
  let assemblyFormat = [{
    $memory (`at` ` ` `[` $start^ `]`)? (`mapping` custom<Exprs>($mapping)^)?
    (` ` `(` $mapping_operands^ `)`)? (`mapped` custom<Exprs>($mapped)^)?
    (`dropped` custom<Exprs>($dropped)^)? (`fill` $fill^)?
    (`into` $into^ ` ` `(` type($into) `)`)? attr-dict `:` type($memory) `->` type($result)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = "::llvm::ArrayRef<AccessPath> getPaths();";
}

def Wave_WriteOp : Wave_ComputeOp<"write", [AttrSizedOperandSegments, Wave_AccessOpInterface]> {
  let summary = "Store a tile in a buffer";
  let description = [{
    `memory[start + x] = convert(value[x])` for the coordinates inside the memory.
    Dimensions are matched by name.  `mapping`, `mapped` and `dropped` are those of `wave.read`, with
    the dimensions of `value` in the place of those of a result; what lies outside the memory is not
    stored.  A write in a loop is `distinct` where no two trips, and no two workgroups, reach the same
    element: its map is proved, or each launch evaluates it (docs/adr/0033-coverage.md).

    Constraints:
    * (C1) `value` has the dimensions of `memory` that are not dropped, in any order, unless there
      is a mapping.
    * (C2) `start`, if present, has one index per dimension: of `value` where there is a mapping,
      otherwise of `memory`.
    * (C3) `value` has every dimension that is distributed over workgroups, but for those that are
      dropped or that a loop iterates over: otherwise several workgroups would write the same
      elements.
    * (C4) `mapping`, if present, has one expression per dimension of `memory`, over the
      coordinates of `value` and its operands.
    * (C5) The coordinate along each dimension of `memory` is one of `value` plus an offset, or an
      offset alone, and each of `value` is in one of them.
    * (C6) `path`, if present, is lanes or elements.

    Example:
    ```mlir
    wave.write %0, %c : !wave.tile<[M, N], f32>, !wave.memory<[M, N], f32>
    ```
  }];
  let arguments = (ins Wave_TileType:$value, Arg<Wave_MemoryType, "", [MemWrite]>:$memory,
                       Variadic<Index>:$start, OptionalAttr<Wave_ExprArrayAttr>:$mapping,
                       Variadic<Index>:$mapping_operands, OptionalAttr<Wave_ExprArrayAttr>:$mapped,
                       OptionalAttr<StrAttr>:$tag, UnitAttr:$distinct,
                       OptionalAttr<Wave_PathAttr>:$path, OptionalAttr<Wave_ExprArrayAttr>:$dropped);
  let assemblyFormat = [{
    $value `,` $memory (`at` ` ` `[` $start^ `]`)? (`mapping` custom<Exprs>($mapping)^)?
    (` ` `(` $mapping_operands^ `)`)? (`mapped` custom<Exprs>($mapped)^)?
    (`dropped` custom<Exprs>($dropped)^)? attr-dict `:` type($value) `,` type($memory)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = "::llvm::ArrayRef<AccessPath> getPaths();";
}

#endif
