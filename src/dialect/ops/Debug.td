//===- Debug.td - Looking into a kernel that runs -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVE_DIALECT_OPS_DEBUG_TD
#define WAVE_DIALECT_OPS_DEBUG_TD

include "src/dialect/ops/Base.td"

def Wave_DebugLogOp : Wave_ComputeOp<"debug_log", [MemoryEffects<[MemWrite]>, AttrSizedOperandSegments]> {
  let summary = "Send the values of a tile to the host";
  let description = [{
    The valid elements of `value` arrive on the host under `label`, in logical
    coordinates, once for each tile and step of the loops around.  `coordinates` maps
    dimensions to the one position that is sent; the others are sent whole.  `start`,
    one index per dimension of `value`, is absent in the traced form.  From the form
    staged on `site` numbers the calls of the kernel, and `steps` has the number of the step
    of each loop around, the outermost first: a copy in a pipelined loop stands for the same
    call.

    Constraints:
    * (C1) `coordinates` maps dimensions of `value` to expressions.
    * (C2) `start`, if present, has one index per dimension of `value`.
    * (C3) There are `steps` only with a `site`.

    Example:
    ```mlir
    wave.debug_log %0 "sum" {coordinates = {M = #wave.expr<3>}} : !wave.tile<[M, N], f32>
    ```
  }];
  let arguments = (ins Wave_TileType:$value, StrAttr:$label, OptionalAttr<DictionaryAttr>:$coordinates,
                       Variadic<Index>:$start, OptionalAttr<I64Attr>:$site,
                       Variadic<Index>:$steps, OptionalAttr<StrAttr>:$tag);
  let assemblyFormat = [{$value $label (`at` ` ` `[` $start^ `]`)?
    (`site` $site^ `steps` ` ` `[` $steps `]`)? attr-dict `:` type($value)}];
  let hasVerifier = 1;
}

#endif
