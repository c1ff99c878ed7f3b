//===- Attributes.td - Symbolic expressions and dimensions ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVE_DIALECT_ATTRIBUTES_TD
#define WAVE_DIALECT_ATTRIBUTES_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
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

def Wave_ScalarAttr : AttrDef<Wave_Dialect, "Scalar"> {
  let mnemonic = "scalar";
  let summary = "a number that each launch gives by value";
  let description = [{
    An integer is a symbol of the kernel's expressions; a float is what `wave.splat` names.

    ```mlir
    #wave.scalar<"scale", f32>
    ```
  }];
  let parameters = (ins "::mlir::StringAttr":$name, "::mlir::Type":$type);
  let assemblyFormat = "`<` $name `,` $type `>`";
}

//===----------------------------------------------------------------------===//
// Schedules: written on what they schedule, from the form staged to the form scheduled
// (src/dialect/Schedule.h)
//===----------------------------------------------------------------------===//

def Wave_TimeAttr : AttrDef<Wave_Dialect, "Time"> {
  let mnemonic = "time";
  let summary = "when an operation of a pipelined loop runs";
  let description = [{
    Iteration i runs the operation at time (i + stage) * interval + position: in one trip of the
    steady loop a stage works on the iteration `stage` trips ago.

    ```mlir
    #wave.time<1, 0>
    ```
  }];
  let parameters = (ins "int64_t":$stage, "int64_t":$position);
  let assemblyFormat = "`<` $stage `,` $position `>`";
}

def Wave_ChoiceAttr : AttrDef<Wave_Dialect, "Choice"> {
  let mnemonic = "choice";
  let summary = "what a schedule chooses of an operation, and where it says so";
  let description = [{
    `function` is that of the schedule, and `values` its arguments as they stand there
    (src/dialect/Choice.h); what is left out the target chooses.

    ```mlir
    #wave.choice<"store" {bytes = "8", through = "SHARED"} at loc("mine.schedule":3:1)>
    ```
  }];
  let parameters = (ins "::mlir::StringAttr":$function, "::mlir::DictionaryAttr":$values,
                        "::mlir::LocationAttr":$where);
  let assemblyFormat = "`<` $function $values `at` $where `>`";
  let extraClassDeclaration = [{
    /// Nothing where the argument is left out.
    std::optional<::llvm::StringRef> get(::llvm::StringRef field) const;
    std::optional<bool> getFlag(::llvm::StringRef field) const;
    std::optional<int64_t> getNumber(::llvm::StringRef field) const;
    /// As a schedule writes them.
    std::string arguments() const;
  }];
}

def Wave_PipelineAttr : AttrDef<Wave_Dialect, "Pipeline"> {
  let mnemonic = "pipeline";
  let summary = "how often a pipelined loop begins an iteration";
  let description = [{
    `interval` is the initiation interval (II), in positions: as many as each stage has.

    ```mlir
    #wave.pipeline<interval 2>
    ```
  }];
  let parameters = (ins "int64_t":$interval);
  let assemblyFormat = "`<` `interval` $interval `>`";
}

def Wave_RoleAttr : AttrDef<Wave_Dialect, "Role"> {
  let mnemonic = "role";
  let summary = "a role of a schedule: what it is called, and its waves";
  let description = [{
    `registers` are those of each lane, where the schedule says so; 0 lets the compiler share them out.

    ```mlir
    #wave.role<"load" waves 1>
    #wave.role<"load" waves 4 registers 40>
    ```
  }];
  let parameters = (ins "::mlir::StringAttr":$name, "int64_t":$waves,
                        DefaultValuedParameter<"int64_t", "0">:$registers);
  let assemblyFormat = "`<` $name `waves` $waves (`registers` $registers^)? `>`";
}

def Wave_UnrollAttr : AttrDef<Wave_Dialect, "Unroll"> {
  let mnemonic = "unroll";
  let summary = "a loop that a schedule has unrolled: where it was, and by how much";
  let description = [{
    `loop` is its path (src/analysis/Nodes.h) in the kernel as it was before.

    ```mlir
    #wave.unroll<"k_loop" by 2>
    ```
  }];
  let parameters = (ins "::mlir::StringAttr":$loop, "int64_t":$factor);
  let assemblyFormat = "`<` $loop `by` $factor `>`";
}

def Wave_UnrolledAttr : AttrDef<Wave_Dialect, "Unrolled"> {
  let mnemonic = "unrolled";
  let summary = "which copy of an operation this is, in the body of an unrolled loop";
  let description = [{
    Copies are counted from 0, in the order of the iterations that they work on.

    ```mlir
    #wave.unrolled<1 of 2>
    ```
  }];
  let parameters = (ins "int64_t":$number, "int64_t":$count);
  let assemblyFormat = "`<` $number `of` $count `>`";
}

def Wave_SliceAttr : AttrDef<Wave_Dialect, "Slice"> {
  let mnemonic = "slice";
  let summary = "a part of a tile, along a dimension, that an operation is about";
  let description = [{
    A wave's part of the tile has `units` units of `unit` elements along `dim`, each what one matrix
    instruction takes; of an access by all waves the whole tile has, each what one instruction of
    their lanes moves.  The last may reach beyond the tile.  They are partitioned into `count` contiguous slices, as even as they can be
    and the larger ones first: of 5 units in 2 slices, the first has 3.

    ```mlir
    #wave.slice<"K" 0 of 2 units 4 of 16>
    ```
  }];
  let parameters = (ins "::mlir::StringAttr":$dim, "int64_t":$number, "int64_t":$count,
                        "int64_t":$units, "int64_t":$unit);
  let assemblyFormat = "`<` $dim $number `of` $count `units` $units `of` $unit `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The first unit of slice `number`, and with `count` the end of the last one.
    int64_t beginOf(int64_t number) const;
    /// Whether a unit of a wave's part is in the slice.
    bool hasUnit(int64_t unit) const;
    /// Whether an element is, by its coordinate along the dimension.
    bool hasElement(int64_t coordinate) const;
    /// How many elements each slice has a multiple of.
    int64_t granule() const;
  }];
}

def Wave_WaveHalf : I32EnumAttr<"WaveHalf", "which half of a workgroup's waves", [
    I32EnumAttrCase<"First", 0, "first">, I32EnumAttrCase<"Second", 1, "second">]> {
  let cppNamespace = "::wave::ir";
  let genSpecializedAttr = 0; // the next one
}
def Wave_WaveHalfAttr : EnumAttr<Wave_Dialect, Wave_WaveHalf, "half"> {
  let summary = "which half of a workgroup's waves";
  let description = [{
    Those with the lower numbers, or those with the higher ones. A SIMD that has two waves of a
    workgroup has one of each half.

    ```mlir
    #wave.half<second>
    ```
  }];
  let assemblyFormat = "`<` $value `>`";
}

//===----------------------------------------------------------------------===//
// Paths: how an access reaches a memory, from the form distributed on (src/analysis/AccessPaths.h)
//===----------------------------------------------------------------------===//

def Wave_AccessPath : I32EnumAttr<"AccessPath", "how an access reaches a memory", [
    I32EnumAttrCase<"Tma", 0, "tma">, I32EnumAttrCase<"Async", 1, "async">,
    I32EnumAttrCase<"Lanes", 2, "lanes">, I32EnumAttrCase<"Rows", 3, "rows">,
    I32EnumAttrCase<"Elements", 4, "elements">]> {
  let cppNamespace = "::wave::ir";
}
def Wave_PathAttr : AttrDef<Wave_Dialect, "Path"> {
  let mnemonic = "path";
  let summary = "how an access reaches a memory";
  let description = [{
    | path       | who moves the tile                         | what it needs of the memory         |
    |------------|--------------------------------------------|-------------------------------------|
    | `tma`      | the TMA unit, in boxes                     | aligned rows, and a tensor map      |
    | `async`    | the lanes, past the registers (`cp.async`) | aligned rows                        |
    | `lanes`    | the lanes, as widely as is proved          | aligned rows                        |
    | `rows`     | the lanes, as widely as the rows allow     | nothing: the code asks when it runs |
    | `elements` | the lanes, element by element              | nothing                             |

    Rows are aligned where the memory begins at a multiple of 16 bytes, its last stride is 1, and the
    others are multiples of 16 bytes. A launch evaluates that for each memory and takes the version of
    the kernel whose accesses have what they need. `bytes` is the most that a lane accesses at a
    time; 0 leaves it to the access.

    ```mlir
    #wave.path<tma>
    #wave.path<lanes, 8>
    ```
  }];
  let parameters = (ins EnumParameter<Wave_AccessPath>:$kind,
                        DefaultValuedParameter<"int64_t", "0">:$bytes);
  let assemblyFormat = "`<` $kind (`,` $bytes^)? `>`";
}

def Wave_Insertion : I32EnumAttr<"Insertion", "where a schedule has inserted an operation", [
    I32EnumAttrCase<"Before", 0, "before">, I32EnumAttrCase<"After", 1, "after">,
    I32EnumAttrCase<"Start", 2, "start">, I32EnumAttrCase<"End", 3, "end">]> {
  let cppNamespace = "::wave::ir";
  let genSpecializedAttr = 0; // the next one
}
def Wave_InsertionAttr : EnumAttr<Wave_Dialect, Wave_Insertion, "inserted"> {
  let summary = "that a schedule has inserted the operation, and where";
  let description = [{
    Directly `before` the next operation, or `after` the last one, that no schedule has inserted; or
    at the `start` or the `end` of each trip of the loop that it stands in.

    ```mlir
    #wave.inserted<before>
    ```
  }];
  let assemblyFormat = "`<` $value `>`";
}

def Wave_MemorySpace : I32EnumAttr<"MemorySpace", "where a buffer lies", [
    I32EnumAttrCase<"Shared", 0, "shared_memory">, I32EnumAttrCase<"Tensor", 1, "tensor_memory">]> {
  let cppNamespace = "::wave::ir";
}

def Wave_ChannelScope : I32EnumAttr<"ChannelScope", "whose roles a channel is between", [
    I32EnumAttrCase<"Workgroup", 0, "workgroup">, I32EnumAttrCase<"Pair", 1, "pair">,
    I32EnumAttrCase<"Cluster", 2, "cluster">]> {
  let cppNamespace = "::wave::ir";
}

def Wave_LoopPart : I32EnumAttr<"LoopPart", "part of a pipelined loop", [
    I32EnumAttrCase<"Prologue", 0, "prologue">, I32EnumAttrCase<"Kernel", 1, "kernel">,
    I32EnumAttrCase<"Epilogue", 2, "epilogue">]> {
  let cppNamespace = "::wave::ir";
  let genSpecializedAttr = 0; // TripAttr has it
}
def Wave_TripAttr : AttrDef<Wave_Dialect, "Trip"> {
  let mnemonic = "trip";
  let summary = "a trip of a pipelined loop in which a schedule inserts something";
  let description = [{
    Counted from 0 are those trips of the prologue, or of the epilogue, that have the operation
    which it is inserted before or after; the steady loop is one.

    ```mlir
    #wave.trip<epilogue 1>
    ```
  }];
  let parameters = (ins EnumParameter<Wave_LoopPart>:$part, "int64_t":$number);
  let assemblyFormat = "`<` $part $number `>`";
}

def Wave_LayoutParameter : AttrOrTypeParameter<"::wave::machine::Layout",
                                               "which element each register of each lane holds"> {
  // What is asked of a layout often outlives the expression that asks.
  let cppAccessorType = "const ::wave::machine::Layout &";
}

def Wave_LayoutAttr : AttrDef<Wave_Dialect, "Layout"> {
  let mnemonic = "layout";
  let summary = "which element of a tile each register of each lane holds";
  let description = [{
    See src/machine/Layout.h.  A digit is dimension, size and, where it is not 1, stride;
    a digit of the dimension `_` makes copies.

    ```mlir
    #wave.layout<registers [M:4, M:2:16] lanes [N:16, M:4:4] waves [M:2:32]>
    ```

    Constraints:
    * (C1) Along every dimension the digits count every coordinate once.
  }];
  let parameters = (ins Wave_LayoutParameter:$value);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Wave_SharedLayoutAttr : AttrDef<Wave_Dialect, "SharedLayout"> {
  let mnemonic = "shared_layout";
  let summary = "where in shared memory each element of a tile lies";
  let description = [{
    `strides` has one number per dimension of the buffer, in elements.  A swizzle
    `bits`, `base`, `shift` exclusive-ors the `bits` bits of the byte offset in a slot that
    begin at bit `base` with those `shift` bits higher.  With `columns` rows are cut: element
    x of the last dimension lies in column x / columns, at x % columns of the row, and each
    column lies, with its part of all rows, behind the one before.

    ```mlir
    #wave.shared_layout<strides [40, 1]>
    #wave.shared_layout<strides [64, 1] swizzle 3, 4, 3>
    #wave.shared_layout<strides [64, 1] columns 64 swizzle 3, 4, 3>
    ```

    Constraints:
    * (C1) Strides are at least 1, a swizzle's `shift` is at least its `bits`, and `columns` is a
      power of two where the stride of the last dimension is 1.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$strides, DefaultValuedParameter<"int64_t", "0">:$bits,
                        DefaultValuedParameter<"int64_t", "0">:$base, DefaultValuedParameter<"int64_t", "0">:$shift,
                        DefaultValuedParameter<"int64_t", "0">:$columns);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

#endif
