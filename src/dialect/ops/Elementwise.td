//===- Elementwise.td - One element from the elements at its place --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVE_DIALECT_OPS_ELEMENTWISE_TD
#define WAVE_DIALECT_OPS_ELEMENTWISE_TD

include "mlir/IR/EnumAttr.td"
include "src/dialect/ops/Base.td"

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

def Wave_UnaryKind : I32EnumAttr<"UnaryKind", "a function of one element", [
    I32EnumAttrCase<"Exp2", 0, "exp2">, I32EnumAttrCase<"Exp", 1, "exp">,
    I32EnumAttrCase<"Log2", 2, "log2">, I32EnumAttrCase<"Log", 3, "log">,
    I32EnumAttrCase<"Sqrt", 4, "sqrt">, I32EnumAttrCase<"Rsqrt", 5, "rsqrt">,
    I32EnumAttrCase<"Tanh", 6, "tanh">, I32EnumAttrCase<"Abs", 7, "abs">,
    I32EnumAttrCase<"Neg", 8, "neg">, I32EnumAttrCase<"Tf32", 9, "tf32">,
    I32EnumAttrCase<"Rcp", 10, "rcp">]> {
  let cppNamespace = "::wave::ir";
}

def Wave_UnaryOp : Wave_ComputeOp<"unary", [Pure, Wave_PerElement]> {
  let summary = "A function of each element";
  let description = [{
    `result[x] = kind(value[x])`.  `neg` and `abs` are exact, and wrap for integers;
    `sqrt` and `rcp`, which is `1 / x`, are correctly rounded; the others are within 2
    units in the last place of the exact result (f16 and bf16 compute in f32 and round once
    more).  `exp2` is exact for integers.  Outside its domain a function gives NaN.
    `tf32` is `value` with its low 13 bits cleared, what matrix instructions read of an f32.

    With `approximate` the error is the one of ApproximateFunctions.def, which one
    instruction of a GPU keeps: where the chip has it for the element type, it is that
    instruction.  Subnormal arguments and results may be flushed to zero.

    Constraints:
    * (C1) `result` has the type of `value`.
    * (C2) The element type is a float of 16 bits or more; for `abs` and `neg` an integer
      too, but not i1; for `tf32` it is f32.
    * (C3) `approximate` is for the functions that are rounded: all but `abs`, `neg` and `tf32`.

    Example:
    ```mlir
    %1 = wave.unary exp2 %0 : !wave.tile<[M, N], f32> -> !wave.tile<[M, N], f32>
    %2 = wave.unary tanh approximate %1 : !wave.tile<[M, N], f32> -> !wave.tile<[M, N], f32>
    ```
  }];
  let arguments = (ins Wave_UnaryKind:$kind, UnitAttr:$approximate, Wave_TileType:$value,
                       OptionalAttr<StrAttr>:$tag);
  let results = (outs Wave_TileType:$result);
  let assemblyFormat = [{
    $kind (`approximate` $approximate^)? $value attr-dict `:` type($value) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Wave_CastOp : Wave_ComputeOp<"cast", [Pure, Wave_PerElement, Wave_KeepsZero]> {
  let summary = "Convert each element";
  let description = [{
    Floats round to nearest, ties to even.  A float becomes an integer by truncation
    and saturates; NaN becomes 0.  An integer wider than the result keeps its low bits.
    Anything becomes i1 by comparing it with 0.

    Constraints:
    * (C1) `result` has the dimensions of `value`, in order.

    Example:
    ```mlir
    %1 = wave.cast %0 : !wave.tile<[M, N], f32> -> !wave.tile<[M, N], f16>
    ```
  }];
  let arguments = (ins Wave_TileType:$value, OptionalAttr<StrAttr>:$tag);
  let results = (outs Wave_TileType:$result);
  let assemblyFormat = "$value attr-dict `:` type($value) `->` type($result)";
  let hasVerifier = 1;
}

def Wave_PermuteOp : Wave_ComputeOp<"permute", [Pure, Wave_PerElement, Wave_KeepsZero]> {
  let summary = "The same tile with its dimensions in another order";
  let description = [{
    `result[x]` is the element of `value` with the same coordinates along its dimensions.

    Constraints:
    * (C1) `result` has the dimensions of `value`, in any order.
    * (C2) `result` has the element type of `value`.

    Example:
    ```mlir
    %1 = wave.permute %0 : !wave.tile<[M, N], f32> -> !wave.tile<[N, M], f32>
    ```
  }];
  let arguments = (ins Wave_TileType:$value, OptionalAttr<StrAttr>:$tag);
  let results = (outs Wave_TileType:$result);
  let assemblyFormat = "$value attr-dict `:` type($value) `->` type($result)";
  let hasVerifier = 1;
}

def Wave_BroadcastOp : Wave_ComputeOp<"broadcast", [Pure, Wave_PerElement, Wave_KeepsZero]> {
  let summary = "The same tile along more dimensions";
  let description = [{
    `result[x]` is the element of `value` with the same coordinates along its dimensions.

    Constraints:
    * (C1) `result` has all dimensions of `value`, in any order.
    * (C2) `result` has the element type of `value`.

    Example:
    ```mlir
    %1 = wave.broadcast %0 : !wave.tile<[M, N], f32> -> !wave.tile<[B, M, N], f32>
    ```
  }];
  let arguments = (ins Wave_TileType:$value, OptionalAttr<StrAttr>:$tag);
  let results = (outs Wave_TileType:$result);
  let assemblyFormat = "$value attr-dict `:` type($value) `->` type($result)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Two operands, and three
//===----------------------------------------------------------------------===//

class Wave_ElementwiseOp<string mnemonic, string formula, string more = "", list<Trait> traits = []>
    : Wave_ComputeOp<mnemonic, !listconcat([Pure, Wave_PerElement], traits)> {
  let summary = "Elementwise " # formula;
  let description = "`result[x] = " # formula # "`, dimensions matched by name." # [{

    Constraints:
    * (C1) The dimensions of one operand are among those of the other.
    * (C2) `lhs`, `rhs` and `result` have one element type, which is not i1 and
      no float of 8 bits.
    * (C3) `result` has the dimensions of the operand with more of them, `lhs` on a tie.
  }] # more;
  let arguments = (ins Wave_TileType:$lhs, Wave_TileType:$rhs, OptionalAttr<StrAttr>:$tag);
  let results = (outs Wave_TileType:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)";
  let hasVerifier = 1;
}

def Wave_AddOp : Wave_ElementwiseOp<"add", "lhs[x] + rhs[x]", "", [Wave_KeepsZero]>;
def Wave_SubOp : Wave_ElementwiseOp<"sub", "lhs[x] - rhs[x]", "", [Wave_KeepsZero]>;
def Wave_MulOp : Wave_ElementwiseOp<"mul", "lhs[x] * rhs[x]", "", [Wave_KeepsZero]>;
def Wave_DivOp : Wave_ElementwiseOp<"div", "lhs[x] / rhs[x]", [{
    * (C4) The element type is a float: there is no integer quotient that both C++ and
      mathematics agree on.
}]>;
def Wave_MaximumOp : Wave_ElementwiseOp<"maximum", "the greater of lhs[x] and rhs[x]", [{
    It is NaN where one of them is NaN, and 0 is greater than -0 (IEEE 754-2019, maximum).
}]>;
def Wave_MinimumOp : Wave_ElementwiseOp<"minimum", "the less of lhs[x] and rhs[x]", [{
    It is NaN where one of them is NaN, and -0 is less than 0 (IEEE 754-2019, minimum).
}]>;

def Wave_ComparisonKind : I32EnumAttr<"ComparisonKind", "a comparison of two elements", [
    I32EnumAttrCase<"Less", 0, "lt">, I32EnumAttrCase<"LessEqual", 1, "le">,
    I32EnumAttrCase<"Greater", 2, "gt">, I32EnumAttrCase<"GreaterEqual", 3, "ge">,
    I32EnumAttrCase<"Equal", 4, "eq">, I32EnumAttrCase<"NotEqual", 5, "ne">]> {
  let cppNamespace = "::wave::ir";
}

def Wave_CompareOp : Wave_ComputeOp<"compare", [Pure, Wave_PerElement]> {
  let summary = "Compare each element";
  let description = [{
    `result[x]` says whether `lhs[x]` and `rhs[x]` compare as `kind` says, dimensions
    matched by name.  NaN is unequal to everything, and neither less nor greater.

    Constraints:
    * (C1) The dimensions of one operand are among those of the other.
    * (C2) `lhs` and `rhs` have one element type, which is not i1 and
      no float of 8 bits.
    * (C3) `result` is i1 and has the dimensions of the operand with more of them, `lhs` on a tie.

    Example:
    ```mlir
    %2 = wave.compare lt %0, %1 : !wave.tile<[M, N], f32>, !wave.tile<[N], f32> -> !wave.tile<[M, N], i1>
    ```
  }];
  let arguments = (ins Wave_ComparisonKind:$kind, Wave_TileType:$lhs, Wave_TileType:$rhs,
                       OptionalAttr<StrAttr>:$tag);
  let results = (outs Wave_TileType:$result);
  let assemblyFormat = "$kind $lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)";
  let hasVerifier = 1;
}

def Wave_LogicKind : I32EnumAttr<"LogicKind", "an operation on two truth values", [
    I32EnumAttrCase<"And", 0, "and">, I32EnumAttrCase<"Or", 1, "or">,
    I32EnumAttrCase<"Xor", 2, "xor">]> {
  let cppNamespace = "::wave::ir";
}

def Wave_LogicOp : Wave_ComputeOp<"logic", [Pure, Wave_PerElement]> {
  let summary = "Combine truth values";
  let description = [{
    `result[x]` is `lhs[x]` and, or, exclusive or `rhs[x]`, dimensions matched by name.

    Constraints:
    * (C1) The dimensions of one operand are among those of the other.
    * (C2) `lhs` and `rhs` are i1.
    * (C3) `result` is i1 and has the dimensions of the operand with more of them, `lhs` on a tie.

    Example:
    ```mlir
    %2 = wave.logic and %0, %1 : !wave.tile<[M, N], i1>, !wave.tile<[N], i1> -> !wave.tile<[M, N], i1>
    ```
  }];
  let arguments = (ins Wave_LogicKind:$kind, Wave_TileType:$lhs, Wave_TileType:$rhs,
                       OptionalAttr<StrAttr>:$tag);
  let results = (outs Wave_TileType:$result);
  let assemblyFormat = "$kind $lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)";
  let hasVerifier = 1;
}

def Wave_SelectOp : Wave_ComputeOp<"select", [Pure, Wave_PerElement]> {
  let summary = "Choose between two elements";
  let description = [{
    `result[x]` is `lhs[x]` where `condition[x]` holds, else `rhs[x]`, dimensions
    matched by name.

    Constraints:
    * (C1) The dimensions of all operands are among those of one of them.
    * (C2) `condition` is i1.
    * (C3) `lhs` and `rhs` have one element type.
    * (C4) `result` has that element type and the dimensions of the operand with the most
      of them: on a tie `condition`, then `lhs`.

    Example:
    ```mlir
    %3 = wave.select %0, %1, %2 : !wave.tile<[M, N], i1>, !wave.tile<[N], f32>, !wave.tile<[M, N], f32> -> !wave.tile<[M, N], f32>
    ```
  }];
  let arguments = (ins Wave_TileType:$condition, Wave_TileType:$lhs, Wave_TileType:$rhs,
                       OptionalAttr<StrAttr>:$tag);
  let results = (outs Wave_TileType:$result);
  let assemblyFormat = [{
    $condition `,` $lhs `,` $rhs attr-dict `:` type($condition) `,` type($lhs) `,` type($rhs) `->`
    type($result)
  }];
  let hasVerifier = 1;
}

#endif
