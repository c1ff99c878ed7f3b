//===- Kernel.td - The kernel and its constraints -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVE_DIALECT_OPS_KERNEL_TD
#define WAVE_DIALECT_OPS_KERNEL_TD

include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "src/dialect/ops/Base.td"

def Wave_KernelOp : Wave_Op<"kernel", [IsolatedFromAbove, Symbol, NoTerminator, SingleBlock,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "A kernel: its buffers, its constraints, and what it computes";
  let description = [{
    The block's arguments are the buffers; the constraint operations come first,
    then the operations that compute.

    Constraints:
    * (C1) Arguments are memories with distinct names that are C identifiers.
    * (C2) A dimension has at most one constraint of each kind.
    * (C3) There is at most one hardware constraint.
    * (C4) The workgroup dimensions in use are distinct and start from 0 without a gap.
    * (C5) At most three dimensions have a wave constraint, or a workgroup constraint of workgroup
      dimension 0, 1 or 2; those of the others have no wave constraint.
    * (C6) A dimension with a workgroup and a tiling constraint, of whose part loops take steps,
      has no wave constraint, and the kernel no grid constraint.
    * (C7) A constrained dimension is a dimension of some argument, or one that is tiled in steps
      of 1, the axis of loops with a condition or an end.
    * (C8) The kernel's name is a C identifier.
    * (C9) The body holds the constraints first, then operations of this dialect that compute.
    * (C10) `defaults` and `bindings` give symbols expressions, and `grid` has three.
    * (C11) A cluster has one workgroup along a dimension of the grid that neither a workgroup nor
      the grid constraint uses, or that several dimensions of the grid share.
    * (C12) A reordering has a grid dimension that a workgroup constraint uses alone, and there is
      one for each at most.
    * (C13) There is at most one grid constraint, of one to three sizes.
    * (C14) `vector_shapes` names dimensions of arguments or axes, with numbers of at least 0.
    * (C15) Scalars are i32, i64, f16, bf16, f32 or f64, and their names are C identifiers that
      neither an argument, a dimension nor another scalar has.

    `scalars` are the numbers that each launch gives, in this order, behind the memories.
    `defaults` maps symbols to the values that the command line starts from.  The
    bound form adds `grid`, the workgroups along dimensions 0 to 2, and `bindings`,
    the values that the symbols took.

    Example:
    ```mlir
    wave.kernel @copy(%a: !wave.memory<[M], f32>, %b: !wave.memory<[M], f32>) {
      wave.workgroup_constraint M tile BLOCK_M dim 0
      %0 = wave.read %a : !wave.memory<[M], f32> -> !wave.tile<[M], f32>
      wave.write %0, %b : !wave.tile<[M], f32>, !wave.memory<[M], f32>
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, StrArrayAttr:$arg_names,
                       OptionalAttr<TypedArrayAttrBase<Wave_ScalarAttr, "scalars">>:$scalars,
                       OptionalAttr<DictionaryAttr>:$defaults,
                       OptionalAttr<DictionaryAttr>:$bindings,
                       OptionalAttr<Wave_ExprArrayAttr>:$grid);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::Block *getBlock() { return &getBody().front(); }
    ::llvm::StringRef getArgName(unsigned index) {
      return ::llvm::cast<::mlir::StringAttr>(getArgNames()[index]).getValue();
    }
    ::llvm::SmallVector<ScalarAttr> getScalarList() {
      ::llvm::SmallVector<ScalarAttr> list;
      if (::std::optional<::mlir::ArrayAttr> scalars = getScalars())
        ::llvm::append_range(list, scalars->getAsRange<ScalarAttr>());
      return list;
    }
    /// Null of a name that no scalar has.
    ScalarAttr getScalar(::llvm::StringRef name) {
      for (ScalarAttr scalar : getScalarList())
        if (scalar.getName() == name)
          return scalar;
      return {};
    }
  }];
}

def Wave_WorkgroupConstraintOp : Wave_ConstraintOp<"workgroup_constraint"> {
  let summary = "Distribute a dimension over workgroups";
  let description = [{
    Workgroup `w` along grid dimension `workgroup_dim` takes elements
    `w * tile` to `(w + 1) * tile - 1` of `dim`.  Dimensions from 2 on share dimension 2 of the
    launch: with counts n2, n3, n4 its number is `w2 + n2 * (w3 + n3 * w4)`.

    Constraints:
    * (C1) `dim` is a symbol.
    * (C2) `workgroup_dim` is 0 to 4.
    * (C3) `tile`, once known, is at least 1.

    Example:
    ```mlir
    wave.workgroup_constraint M tile BLOCK_M dim 0
    ```
  }];
  let arguments = (ins Wave_ExprAttr:$dim, Wave_ExprAttr:$tile, I64Attr:$workgroup_dim);
  let assemblyFormat = "custom<Expr>($dim) `tile` custom<Expr>($tile) `dim` $workgroup_dim attr-dict";
  let hasVerifier = 1;
}

def Wave_TilingConstraintOp : Wave_ConstraintOp<"tiling_constraint"> {
  let summary = "Iterate over a dimension in steps";
  let description = [{
    A `wave.iterate` over `dim` takes `tile` elements of it per step: of all of `dim`, or of the
    workgroup's part where `dim` has a workgroup constraint too.

    Constraints:
    * (C1) `dim` is a symbol.
    * (C2) `tile`, once known, is at least 1.

    Example:
    ```mlir
    wave.tiling_constraint K tile BLOCK_K
    ```
  }];
  let arguments = (ins Wave_ExprAttr:$dim, Wave_ExprAttr:$tile);
  let assemblyFormat = "custom<Expr>($dim) `tile` custom<Expr>($tile) attr-dict";
  let hasVerifier = 1;
}

def Wave_WaveConstraintOp : Wave_ConstraintOp<"wave_constraint"> {
  let summary = "Split a workgroup's tile over waves";
  let description = [{
    The tile is that of the workgroup constraint of `dim`, or one step of the loop over it,
    or all of it.

    Constraints:
    * (C1) `dim` is a symbol.
    * (C2) `tile`, once known, is at least 1.

    Example:
    ```mlir
    wave.wave_constraint M tile "BLOCK_M / 2"
    ```
  }];
  let arguments = (ins Wave_ExprAttr:$dim, Wave_ExprAttr:$tile);
  let assemblyFormat = "custom<Expr>($dim) `tile` custom<Expr>($tile) attr-dict";
  let hasVerifier = 1;
}

def Wave_ReorderingConstraintOp : Wave_ConstraintOp<"reordering_constraint"> {
  let summary = "Give workgroups other tiles";
  let description = [{
    Along grid dimension `workgroup_dim` a workgroup computes the tile with index `index`, in which
    WORKGROUP_0 to WORKGROUP_2 are the ids that the hardware gives it.  The reorderings of a kernel
    apply at once.  The grid stays as it is.

    Constraints:
    * (C1) `workgroup_dim` is 0, 1 or 2.

    Example:
    ```mlir
    wave.reordering_constraint "WORKGROUP_1" dim 0
    ```
  }];
  let arguments = (ins Wave_ExprAttr:$index, I64Attr:$workgroup_dim);
  let assemblyFormat = "custom<Expr>($index) `dim` $workgroup_dim attr-dict";
  let hasVerifier = 1;
}

def Wave_GridConstraintOp : Wave_ConstraintOp<"grid_constraint"> {
  let summary = "The number of workgroups that are launched";
  let description = [{
    The grid has these sizes along dimensions 0, 1 and 2, and 1 where none is given.  Workgroup
    constraints still say how large tiles are, but move none of them: all begin at 0, and
    accesses are mapped to where they belong (`mapping` of `wave.read`).

    Constraints:
    * (C1) There are one to three sizes, and known ones are at least 1, and
      together at most 2^24.

    Example:
    ```mlir
    wave.grid_constraint [NUM_CTAS]
    ```
  }];
  let arguments = (ins Wave_ExprArrayAttr:$sizes);
  let assemblyFormat = "custom<Exprs>($sizes) attr-dict";
  let hasVerifier = 1;
}

def Wave_HardwareConstraintOp : Wave_ConstraintOp<"hardware_constraint"> {
  let summary = "The hardware that a kernel is written for";
  let description = [{
    Constraints:
    * (C1) `threads_per_wave`, if present, is at least 1.
    * (C2) `waves_per_block`, if present, is three numbers of at least 1.
    * (C3) `mma_type`, if present, names a row of include/wave/mma_types.def.
    * (C4) `workgroups_per_cluster`, if present, is three numbers of at least 1, at most 8
      workgroups in all.

    `vector_shapes` is how many elements of a dimension an operation takes at a time, 0 for one that
    is a number.  The compiler knows this by itself: it is checked, and otherwise no part of
    what a kernel means.

    Without `threads_per_wave` waves have the lanes of `mma_type`, or else those of the target.
    Workgroups of a cluster run together, on chips that have clusters: there the grid is
    rounded up to whole ones, and the tiles of workgroups too many lie outside the memories.

    Example:
    ```mlir
    wave.hardware_constraint threads_per_wave 64 {mma_type = "F32_16x16x16_F16", waves_per_block = array<i64: 2, 2, 1>}
    ```
  }];
  let arguments = (ins OptionalAttr<I64Attr>:$threads_per_wave,
                       OptionalAttr<DenseI64ArrayAttr>:$waves_per_block,
                       OptionalAttr<StrAttr>:$mma_type,
                       OptionalAttr<DenseI64ArrayAttr>:$workgroups_per_cluster,
                       OptionalAttr<DictionaryAttr>:$vector_shapes);
  let assemblyFormat = "(`threads_per_wave` $threads_per_wave^)? attr-dict";
  let hasVerifier = 1;
}

#endif
