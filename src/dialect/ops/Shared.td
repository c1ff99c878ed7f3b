//===- Shared.td - Tiles in shared memory and in lanes --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the forms from staged on add: buffers in shared memory, the way through them,
// and how waves wait for each other.
//
//===----------------------------------------------------------------------===//

#ifndef WAVE_DIALECT_OPS_SHARED_TD
#define WAVE_DIALECT_OPS_SHARED_TD

include "mlir/IR/BuiltinAttributeInterfaces.td"
include "src/dialect/ops/Base.td"

def Wave_AllocateOp : Wave_Op<"allocate", [HasParent<"::wave::ir::KernelOp">]> {
  let summary = "A buffer, for as long as the workgroup runs";
  let description = [{
    `name` is what messages call it.  In the distributed form `offset` is where it begins: in bytes
    of the workgroup's shared memory, or its first column of tensor memory.

    Example:
    ```mlir
    %ring = wave.allocate "a" : !wave.buffer<2, [M = 64, K = 32], f16>
    %sums = wave.allocate "sum" : !wave.buffer<2, [M = 128, N = 256], f32 in tensor_memory>
    ```
  }];
  let arguments = (ins StrAttr:$name, OptionalAttr<I64Attr>:$offset);
  let results = (outs Wave_BufferType:$ring);
  let assemblyFormat = "$name (`offset` $offset^)? attr-dict `:` type($ring)";
}

def Wave_SharedWriteOp : Wave_ComputeOp<"shared_write", [Wave_AccessOpInterface, Wave_SliceOpInterface]> {
  let summary = "Put a tile into a slot of a ring";
  let description = [{
    Slot number `slot`, 0 if absent, holds the tile from then on, the elements outside the
    memory that it was read from included.

    With `in_place` the tile is the sum of products whose instructions put it there themselves
    (F32_128xNx16_...): nothing is stored here, and no lane holds it.  The slot is theirs from the
    first of them on.

    Constraints:
    * (C1) `value` has the dimensions, sizes and element type of the ring.
    * (C2) `in_place`, and no other, it goes into a ring in tensor memory.
    * (C3) `slice`, if present, is along a dimension of the ring, which is in no channel.

    With a `slice` the elements in it are put there, and the others of the slot stay.

    Example:
    ```mlir
    wave.shared_write %0, %ring slot %slot {tag = "read_a"} : !wave.tile<[M = 64, K = 32], f16>, !wave.buffer<2, [M = 64, K = 32], f16>
    ```
  }];
  let arguments = (ins Wave_TileType:$value, Arg<Wave_BufferType, "", [MemWrite]>:$ring, Optional<Index>:$slot,
                       UnitAttr:$in_place, OptionalAttr<StrAttr>:$tag, OptionalAttr<Wave_SliceAttr>:$slice);
  let builders = [OpBuilder<(ins "::mlir::Value":$value, "::mlir::Value":$ring,
      "::mlir::Value":$slot, "::mlir::UnitAttr":$in_place, "::mlir::StringAttr":$tag), [{
    build($_builder, $_state, value, ring, slot, in_place, tag, SliceAttr());
  }]>];
  let assemblyFormat = "$value `,` $ring (`slot` $slot^)? (`in_place` $in_place^)? attr-dict `:` type($value) `,` type($ring)";
  let hasVerifier = 1;
}

def Wave_SharedReadOp : Wave_ComputeOp<"shared_read", [AttrSizedOperandSegments, Wave_AccessOpInterface,
    DeclareOpInterfaceMethods<Wave_SliceOpInterface, ["continueFrom"]>]> {
  let summary = "Take a tile out of a slot of a ring";
  let description = [{
    Constraints:
    * (C1) `result` has the dimensions, sizes and element type of the ring.
    * (C3) `slice`, if present, is along a dimension of the ring.
    * (C4) `into` is there for every slice but the first, and has the type of `result`.
    * (C5) With `accumulated` the ring is in tensor memory.
    * (C6) `strip`, if present, is of whole units along a dimension of a ring in tensor memory, and
      there is no `slice`; `result` has then that part of the slot alone.

    With a `slice` the elements in it are read; the others are those of `into`, the tile that the
    slice before it gives, and those of the first slice are not specified.

    `accumulated` is 0 where no MMA has added to an accumulator: then nothing is in the slot, and
    the tile is 0.  Where it is absent, one always has.

    Example:
    ```mlir
    %1 = wave.shared_read %ring slot %slot {tag = "read_a"} : !wave.buffer<2, [M = 64, K = 32], f16> -> !wave.tile<[M = 64, K = 32], f16>
    ```
  }];
  let arguments = (ins Arg<Wave_BufferType, "", [MemRead]>:$ring, Optional<Index>:$slot,
                       Optional<Index>:$accumulated, Optional<Wave_TileType>:$into,
                       OptionalAttr<StrAttr>:$tag, OptionalAttr<Wave_SliceAttr>:$slice,
                       OptionalAttr<Wave_SliceAttr>:$strip);
  let builders = [OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$ring,
      "::mlir::Value":$slot, "::mlir::StringAttr":$tag), [{
    build($_builder, $_state, result, ring, slot, ::mlir::Value(), ::mlir::Value(), tag,
          SliceAttr(), SliceAttr());
  }]>];
  let results = (outs Wave_TileType:$result);
  let assemblyFormat = [{
    $ring (`slot` $slot^)? (`accumulated` $accumulated^)? (`into` $into^ ` ` `(` type($into) `)`)? attr-dict
    `:` type($ring) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Wave_ViewOp : Wave_ComputeOp<"view"> {
  let summary = "A slot of a ring, as an operand that MMAs read where it is";
  let description = [{
    Slot number `slot`, 0 if absent.  Nothing is loaded: the instructions of the MMAs that take the
    view read shared memory by descriptors, and as long as they run nobody may write the slot.  From
    the form staged on the ring has two dimensions, rows of 32, 64 or 128 bytes or columns of such
    rows, along the reduction or across, and one copy fills it.  From the form scheduled on that copy
    is made by another role, and the ring is a channel; in the form distributed it begins at a
    multiple of 1024 bytes, with its rows one after the other, swizzled by bits 7 and up of the
    address, and whole groups of 8 of them in each column.

    Constraints:
    * (C1) `view` is the ring with one slot.
    * (C2) It is used by nothing but MMAs, as an operand.

    Example:
    ```mlir
    %1 = wave.view %ring slot %slot {tag = "read_a"} : !wave.buffer<2, [M = 64, K = 32], f16> -> !wave.buffer<1, [M = 64, K = 32], f16>
    ```
  }];
  let arguments = (ins Arg<Wave_BufferType, "", [MemRead]>:$ring, Optional<Index>:$slot,
                       OptionalAttr<StrAttr>:$tag);
  let results = (outs Wave_BufferType:$view);
  let builders = [OpBuilder<(ins "::mlir::Value":$ring, "::mlir::StringAttr":$tag)>];
  let assemblyFormat = "$ring (`slot` $slot^)? attr-dict `:` type($ring) `->` type($view)";
  let hasVerifier = 1;
}

def Wave_CopyOp : Wave_ComputeOp<"copy", [AttrSizedOperandSegments, Wave_AccessOpInterface, Wave_SliceOpInterface]> {
  let summary = "Bring this workgroup's tile of a buffer into a slot of a ring, past the registers";
  let description = [{
    Slot number `slot`, 0 if absent, holds `memory[start + x]` at `x` for the coordinates
    inside the memory, and 0 for the others.  The copy begins here and is complete behind the
    next barrier: until then nobody may touch the slot.  In the form distributed `layout` says
    which lane brings what.

    Workgroups of a cluster that differ along the dimensions `multicast_along` of the grid, and along no
    other, bring the same.  Each of them brings a part of the rows, the first one the first rows, to
    the slots of all of them; the ring is a channel.  `mapped` is that of `wave.read`.

    Constraints:
    * (C1) A slot of the ring has the element type of `memory`, and its dimensions, in order, but
      for some along which it has one element.
    * (C2) `start`, if present, has one index per dimension.
    * (C3) `multicast_along`, if present, names dimensions of the grid along which a cluster has several
      workgroups, in order; the start does not depend on them, and the rows divide by the number of
      these workgroups.
    * (C4) `slice`, if present, is along a dimension of the ring, which is in no channel.
    * (C5) `path`, if present, is tma, async or elements.

    With a `slice` the elements in it are copied, and the others of the slot stay.

    Example:
    ```mlir
    wave.copy %a at [%m, %k] to %ring slot %slot {tag = "read_a"} : !wave.memory<[M = 1024, K = 1024], f16, SHARED_ADDRESS_SPACE>, !wave.buffer<2, [M = 64, K = 32], f16>
    ```
  }];
  let arguments = (ins Arg<Wave_MemoryType, "", [MemRead]>:$memory, Variadic<Index>:$start,
                       Arg<Wave_BufferType, "", [MemWrite]>:$ring, Optional<Index>:$slot,
                       OptionalAttr<Wave_LayoutAttr>:$layout, OptionalAttr<StrAttr>:$tag,
                       OptionalAttr<DenseI64ArrayAttr>:$multicast_along,
                       OptionalAttr<Wave_ExprArrayAttr>:$mapped, OptionalAttr<Wave_SliceAttr>:$slice,
                       OptionalAttr<Wave_PathAttr>:$path);
  let builders = [OpBuilder<(ins "::mlir::Value":$memory, "::mlir::ValueRange":$start,
      "::mlir::Value":$ring, "::mlir::Value":$slot, "LayoutAttr":$layout, "::mlir::StringAttr":$tag,
      "::mlir::DenseI64ArrayAttr":$multicast_along, "::mlir::ArrayAttr":$mapped), [{
    build($_builder, $_state, memory, start, ring, slot, layout, tag, multicast_along, mapped,
          SliceAttr(), PathAttr());
  }]>];
  let assemblyFormat = [{
    $memory (`at` ` ` `[` $start^ `]`)? `to` $ring (`slot` $slot^)? attr-dict
    `:` type($memory) `,` type($ring)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// What it loads, with the layout where there is one.
    TileType getTile();
    bool isLoad() { return true; }
    ::llvm::ArrayRef<AccessPath> getPaths();
  }];
}

def Wave_CopyOutOp : Wave_ComputeOp<"copy_out", [AttrSizedOperandSegments, Wave_AccessOpInterface]> {
  let summary = "Bring a slot of a ring to this workgroup's tile of a buffer, past the registers";
  let description = [{
    `memory[start + x]` becomes what slot number `slot`, 0 if absent, holds at `x`, for the
    coordinates inside the memory. The copy begins here; behind the next barrier that ends copies
    the slot may be written again. Where its `path` is another one than `tma`, which it takes without
    one, lanes make the copy, which ends with the operation: consecutive lanes have consecutive places
    of a row. In the form distributed `layout` says which wave copies what, and where lanes make the copy, which
    lane. `mapped` and `distinct` are those of `wave.write`.

    Constraints:
    * (C1) A slot of the ring has the element type of `memory`, and its dimensions, in order, but
      for some along which it has one element.
    * (C2) `start`, if present, has one index per dimension.
    * (C3) `path`, if present, is tma, lanes of 8 or 16 bytes, rows or elements.

    Example:
    ```mlir
    wave.copy_out %ring to %c at [%m, %n] : !wave.buffer<1, [M = 64, N = 64], f16>, !wave.memory<[M = 1024, N = 1024], f16>
    ```
  }];
  let arguments = (ins Arg<Wave_BufferType, "", [MemRead]>:$ring, Optional<Index>:$slot,
                       Arg<Wave_MemoryType, "", [MemWrite]>:$memory, Variadic<Index>:$start,
                       OptionalAttr<Wave_LayoutAttr>:$layout, OptionalAttr<StrAttr>:$tag,
                       OptionalAttr<Wave_ExprArrayAttr>:$mapped, UnitAttr:$distinct,
                       OptionalAttr<Wave_PathAttr>:$path);
  let assemblyFormat = [{
    $ring (`slot` $slot^)? `to` $memory (`at` ` ` `[` $start^ `]`)? attr-dict
    `:` type($ring) `,` type($memory)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// What it brings, with the layout where there is one.
    TileType getTile();
    ::llvm::ArrayRef<AccessPath> getPaths();
    /// The most bytes of a lane's access; nothing where TMA makes the copy.
    std::optional<int64_t> getLaneBytes();
  }];
}

def Wave_MmaWaitOp : Wave_ComputeOp<"mma_wait", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Wait until few products of this wave run on";
  let description = [{
    A product of a warpgroup runs on while its wave does something else: each wave.mma begins
    one group of instructions. At most `pending` of those that the wave has begun, the last ones,
    run on behind this place. What the others read, a slot or registers, may be written again,
    and their sums may be used. Products that add to the same sum end in the order in which they
    begin. In the forms before distributed a product ends before the next operation begins.

    Constraints:
    * (C1) `pending` is not negative.

    Example:
    ```mlir
    wave.mma_wait 1
    ```
  }];
  let arguments = (ins I64Attr:$pending);
  let assemblyFormat = "$pending attr-dict";
  let hasVerifier = 1;
}

def Wave_MaskOp : Wave_ComputeOp<"mask", [Pure, Wave_PerElement]> {
  let summary = "Replace the elements that are not part of the kernel's data";
  let description = [{
    `result[x] = value[x]` for the coordinates `start + x` inside the dimensions `dims`, and
    `fill` for the others: what a sum or a maximum must not see.

    Constraints:
    * (C1) `result` has the type of `value`.
    * (C2) `fill` is a number of its element type.
    * (C3) `dims` names dimensions of `value`, and `start` has one expression for each.

    Example:
    ```mlir
    %1 = wave.mask %0 [K] at [%k] fill 0.000000e+00 : f32 : !wave.tile<[M = 64, K = 32], f32>
    ```
  }];
  let arguments = (ins Wave_TileType:$value, Wave_ExprArrayAttr:$dims, Variadic<Index>:$start,
                       TypedAttrInterface:$fill);
  let results = (outs Wave_TileType:$result);
  let assemblyFormat = [{
    $value custom<Exprs>($dims) `at` ` ` `[` $start `]` `fill` $fill attr-dict `:` type($value)
    custom<SameType>(ref(type($value)), type($result))
  }];
  let hasVerifier = 1;
}

def Wave_ConvertLayoutOp : Wave_ComputeOp<"convert_layout", [Pure]> {
  let summary = "The same tile, held by other lanes";
  let description = [{
    Constraints:
    * (C1) `result` differs from `value` in nothing but the layout.
  }];
  let arguments = (ins Wave_TileType:$value);
  let results = (outs Wave_TileType:$result);
  let assemblyFormat = "$value attr-dict `:` type($value) `->` type($result)";
  let hasVerifier = 1;
}

def Wave_BarrierOp : Wave_ComputeOp<"barrier", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "All waves of the workgroup, or of the role that it stands in, meet";
  let description = [{
    What a wave did to shared memory before it is done for every wave behind it; with
    `global` also what it did to the memories of the caller, and with `copies` the copies
    that it began, but for those of the last `in_flight` copy operations that the wave has executed:
    PlaceBarriers says so where the chip's waves can wait for a number of copies. One that a schedule has inserted (dialect/Schedule.h) stays; any other one is
    there as long as something needs it.

    With `half` it is a conditional barrier: that half of the workgroup's waves waits at it, and the
    others pass. What meets is the n-th barrier of each wave, wherever it stands: behind a
    conditional one the halves are a barrier apart.

    Constraints:
    * (C1) One with `half` stands in no role.
    * (C2) One with `in_flight` has `copies`.

    Example:
    ```mlir
    wave.barrier copies in_flight 2
    wave.barrier half <second>
    ```
  }];
  let arguments = (ins UnitAttr:$global, UnitAttr:$copies, OptionalAttr<Wave_WaveHalfAttr>:$half,
      DefaultValuedAttr<ConfinedAttr<I64Attr, [IntNonNegative]>, "0">:$in_flight);
  let assemblyFormat = [{
    (`half` $half^)? (`global` $global^)? (`copies` $copies^)? (`in_flight` $in_flight^)? attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Whether wave number `wave` of `waves` waits at it.
    bool isTakenBy(int64_t wave, int64_t waves);
  }];
}

#endif
