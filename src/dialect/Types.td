//===- Types.td - Tiles and memories --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVE_DIALECT_TYPES_TD
#define WAVE_DIALECT_TYPES_TD

include "mlir/IR/AttrTypeBase.td"
include "src/dialect/Attributes.td"

def Wave_TileType : TypeDef<Wave_Dialect, "Tile"> {
  let mnemonic = "tile";
  let summary = "a tile: one element per coordinate of its dimensions";
  let description = [{
    Constraints:
    * (C1) There is at least one dimension, and no two have one name.
    * (C2) The element type is f16, bf16, f32, f64, i8, i32, i64, i1, or a float of 8
      bits: f8E4M3FN, f8E5M2, f8E4M3FNUZ or f8E5M2FNUZ.
    * (C3) A size, once known, is at least 0.

    `!wave.tile<[M, K], f16>` in the traced form, `!wave.tile<[M = 64, K = 32], f16>`
    in the bound form; in the distributed form it has a layout as well.
  }];
  let parameters = (ins ArrayRefParameter<"::wave::ir::DimAttr">:$dims, "::mlir::Type":$elementType,
                        OptionalParameter<"::wave::ir::LayoutAttr">:$layout);
  let builders = [TypeBuilder<(ins "::llvm::ArrayRef<::wave::ir::DimAttr>":$dims,
                                   "::mlir::Type":$elementType), [{
    return $_get($_ctxt, dims, elementType, ::wave::ir::LayoutAttr());
  }]>];
  let assemblyFormat = "`<` custom<Dims>($dims) `,` $elementType (`,` qualified($layout)^)? `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Position of the dimension of that name, or -1.
    int64_t indexOf(ExprAttr name) const;
    bool hasDim(ExprAttr name) const { return indexOf(name) >= 0; }
    /// Elements along a dimension: 1 along one that the tile lacks; null where it is not known yet.
    ExprAttr getSizeAlong(ExprAttr name) const;
    /// What verifiers compare: lanes come later, and are the compiler's.
    TileType withoutLayout() const {
      return get(getContext(), getDims(), getElementType(), LayoutAttr());
    }
  }];
}

def Wave_MemoryType : TypeDef<Wave_Dialect, "Memory"> {
  let mnemonic = "memory";
  let summary = "a memory: a buffer of the caller's";
  let description = [{
    Constraints:
    * (C1) There is at least one dimension, and no two have one name.
    * (C2) The element type is f16, bf16, f32, f64, i8, i32, i64, i1, or a float of 8
      bits: f8E4M3FN, f8E5M2, f8E4M3FNUZ or f8E5M2FNUZ.
    * (C3) A size, once known, is at least 0.

    The address space is a symbol or an expression that becomes one when it is
    bound; GLOBAL_ADDRESS_SPACE is not printed.
  }];
  let parameters = (ins ArrayRefParameter<"::wave::ir::DimAttr">:$dims, "::mlir::Type":$elementType,
                        "::wave::ir::ExprAttr":$addressSpace);
  let assemblyFormat = "`<` custom<Dims>($dims) `,` custom<ElementsIn>($elementType, $addressSpace) `>`";
  let genVerifyDecl = 1;
}

def Wave_SharedUnlessGiven : EnumParameter<Wave_MemorySpace> {
  let defaultValue = "::wave::ir::MemorySpace::Shared";
}

def Wave_BufferType : TypeDef<Wave_Dialect, "Buffer"> {
  let mnemonic = "buffer";
  let summary = "storage of a workgroup's: slots that hold a tile each";
  let description = [{
    Constraints:
    * (C1) There are 1 to 65536 slots.
    * (C2) Dimensions and element type are those of a tile, and sizes are numbers.
    * (C3) A layout has one stride per dimension, and the space is shared memory.

    `!wave.buffer<2, [M = 64, K = 32], f16>` is a ring of two slots in shared memory; in the
    distributed form it has a shared layout as well.  `!wave.buffer<1, [M = 128, N = 128], f32 in
    tensor_memory>` lies in tensor memory: a slot has the tile's rows, 128 at a time side by side,
    and a column of 32 bits for each column.  Instructions access tensor memory at columns, so that
    it has no layout.
  }];
  let parameters = (ins "int64_t":$slots, ArrayRefParameter<"::wave::ir::DimAttr">:$dims, "::mlir::Type":$elementType,
                        Wave_SharedUnlessGiven:$space,
                        OptionalParameter<"::wave::ir::SharedLayoutAttr">:$layout);
  let assemblyFormat = "`<` $slots `,` custom<Dims>($dims) `,` $elementType (`in` $space^)? (`,` qualified($layout)^)? `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Slots that hold such a tile, without its layout.
    static BufferType of(TileType tile, int64_t slots = 1, MemorySpace space = MemorySpace::Shared);
    /// What one slot holds.
    TileType getTile() const;
    bool isInTensorMemory() const { return getSpace() == MemorySpace::Tensor; }
    BufferType withSlots(int64_t slots) const;
    BufferType withLayout(SharedLayoutAttr layout) const;
  }];
}

/// What an operand of an MMA is: lanes hold it, or the instruction reads it in the buffer.
def Wave_TileOrBuffer : AnyTypeOf<[Wave_TileType, Wave_BufferType], "a tile or a buffer">;

def Wave_ChannelType : TypeDef<Wave_Dialect, "Channel"> {
  let mnemonic = "channel";
  let summary = "rings that are filled and read together: the result of wave.channel";
}

#endif
