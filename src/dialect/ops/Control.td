//===- Control.td - Loops -------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVE_DIALECT_OPS_CONTROL_TD
#define WAVE_DIALECT_OPS_CONTROL_TD

include "mlir/IR/OpAsmInterface.td"
include "src/dialect/ops/Base.td"

def Wave_Carried : AnyTypeOf<[Wave_TileType, Index]>;

def Wave_IterateOp : Wave_ComputeOp<"iterate", [RecursiveMemoryEffects, SingleBlock, AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "Run a body once per step of a dimension";
  let description = [{
    The carried values, the body's other arguments, start as `init` and are in each further step what the
    step before yielded; the results are what the last step yielded, or `init`
    where there is no step.  Inside the body a tile with the dimension `axis` holds
    one step of it.  In the bound form `count` is the number of steps.  The body's first
    argument is the counter, an index: the number of the step, from 0.  It is printed, after
    `at`, where it has a use.

    A loop with a `condition` is a while loop and has no count: its counter begins as `start`,
    takes on what a step yields as `next`, and the body runs while `condition` is not 0.  The
    condition is tested before each step, so that a loop may have none.  In it `$0` stands for
    the counter, and `$1`, `$2`, ... for `condition_operands`.  Inside the body the axis of such a
    loop is a number, of which tiles have no part.

    A loop without a condition takes the elements of `axis` from `begin` on, by default 0, and ends
    before `end`, by default the size of the dimension.  Both are multiples of its step.  Where
    the axis has a workgroup constraint too, it takes the elements of the workgroup's part.

    Constraints:
    * (C1) `axis` is a symbol with a tiling constraint.
    * (C2) `init`, the carried values, the yielded values and the results agree in
      number and types.
    * (C3) No carried value has the dimension `axis`.
    * (C4) The body uses no value from outside that has the dimension `axis`.
    * (C5) No loop over `axis` surrounds this one.
    * (C6) A loop without a condition iterates over a dimension of an argument or has an `end`, one
      with a condition does not iterate over a dimension of an argument.
    * (C7) A loop has a `start`, a `condition` and a `next` index to yield, or none of them; with
      them it has no count.
    * (C8) The condition depends on the counter, and has the symbols of its operands.
    * (C9) A loop has no `begin` and `end` where it has a condition, or where its axis is
      distributed over workgroups.

    From the form scheduled on a loop also carries indices, for one the number of uses of a channel
    so far.

    A loop that has been pipelined has the number of its `stages`: values of earlier steps
    are carried into it, so that C3 and C4 do not hold of it.

    Example:
    ```mlir
    %sum = wave.iterate K iter_args(%acc = %zero) -> (!wave.tile<[M, N], f32>) {
      wave.yield %acc : !wave.tile<[M, N], f32>
    }
    %end = wave.index "$0 * 64" (%WORKGROUP_0)
    wave.iterate K end %end {}
    wave.iterate T at %t from %WORKGROUP_0 while "$0 < TILES" {
      %next = wave.index "$0 + 8" (%t)
      wave.yield next %next
    }
    ```
  }];
  let arguments = (ins Wave_ExprAttr:$axis, Variadic<Wave_Carried>:$init, Optional<Index>:$count,
                       OptionalAttr<I64Attr>:$stages,
                       OptionalAttr<StrAttr>:$tag, Optional<Index>:$start,
                       OptionalAttr<Wave_ExprAttr>:$condition, Variadic<Index>:$condition_operands,
                       Optional<Index>:$begin, Optional<Index>:$end);
  let builders = [OpBuilder<(ins "::mlir::TypeRange":$types, "ExprAttr":$axis,
      "::mlir::ValueRange":$init, "::mlir::Value":$count, "::mlir::IntegerAttr":$stages,
      "::mlir::StringAttr":$tag), [{
    build($_builder, $_state, types, axis, init, count, stages, tag, ::mlir::Value(), ExprAttr(),
          ::mlir::ValueRange(), ::mlir::Value(), ::mlir::Value());
  }]>];
  let results = (outs Variadic<Wave_Carried>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::Block *getBlock() { return &getBody().front(); }
    YieldOp getYield();
    /// The number of the step.
    ::mlir::BlockArgument getCounter() { return getBlock()->getArgument(0); }
    /// The values that steps hand on, as the body's arguments.
    ::mlir::Block::BlockArgListType getCarried() { return getBlock()->getArguments().drop_front(); }
    /// Where `value` is among them; nothing for any other value.
    std::optional<unsigned> carriedNumber(::mlir::Value value);
    /// A block for an empty body, with the counter alone.
    ::mlir::Block &addBody();
    /// The same loop with one more carried index, which each step hands on as it is; this one is
    /// erased.
    IterateOp carrying(::mlir::Value init);
    /// The count, where it is a known number.
    std::optional<int64_t> getConstantCount();
    /// Whether it runs while a condition holds.
    bool isWhile() { return getCondition().has_value(); }
  }];
}

def Wave_IfOp : Wave_ComputeOp<"if", [RecursiveMemoryEffects, NoRegionArguments,
    SingleBlockImplicitTerminator<"::wave::ir::YieldOp">]> {
  let summary = "One of two ways, the same for the whole workgroup";
  let description = [{
    Runs `then` where `condition`, an index, is not 0, and `otherwise` where it is.

    Constraints:
    * (C1) Both ways yield values of the results' types.

    Example:
    ```mlir
    %some = wave.index "0 < ceildiv(K, 32)"
    %0 = wave.if %some -> (!wave.tile<[M = 64], f32>) {
      wave.yield %a : !wave.tile<[M = 64], f32>
    } else {
      wave.yield %b : !wave.tile<[M = 64], f32>
    }
    ```
  }];
  let arguments = (ins Index:$condition);
  let results = (outs Variadic<Wave_TileType>:$results);
  let regions = (region SizedRegion<1>:$then, SizedRegion<1>:$otherwise);
  let assemblyFormat = [{
    $condition (`->` `(` type($results)^ `)`)? $then `else` $otherwise attr-dict
  }];
  let hasRegionVerifier = 1;
}

def Wave_YieldOp : Wave_Op<"yield", [Pure, Terminator, AttrSizedOperandSegments,
    ParentOneOf<["::wave::ir::IterateOp", "::wave::ir::IfOp"]>]> {
  let summary = "The values that the next step starts from, or that a way results in";
  let description = [{
    Ends the body of a `wave.iterate` or a way of a `wave.if`, which state the constraints.  `next`
    is the counter of the next step of a while loop.
  }];
  let arguments = (ins Variadic<Wave_Carried>:$values, Optional<Index>:$next);
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange{}); }]>,
                  OpBuilder<(ins "::mlir::ValueRange":$values),
                            [{ build($_builder, $_state, values, ::mlir::Value()); }]>];
  let assemblyFormat = "(`next` $next^)? ($values^ `:` type($values))? attr-dict";
}

#endif
