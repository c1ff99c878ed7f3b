// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// iterate C1
wave.kernel @k(%a: !wave.memory<[K], f32>) {
  // expected-error @below {{iterate: the axis K / 2 is not a symbol [iterate-c1]}}
  // expected-note @unknown {{help: iterate over a dimension of a memory, by its symbol}}
  wave.iterate "K / 2" {
  }
}

// -----

wave.kernel @k(%a: !wave.memory<[K], f32>) {
  // expected-error @below {{iterate: the axis K has no tiling constraint [iterate-c1]}}
  // expected-note @unknown {{help: say how far one step goes: TilingConstraint{K, BLOCK_K}}}
  wave.iterate K {
  }
}

// -----

// iterate C2
wave.kernel @k(%a: !wave.memory<[K], f32>) {
  wave.tiling_constraint K tile 2
  %0 = wave.register 0.0 : f32 : !wave.tile<[M], f32>
  // expected-error @below {{iterate: 1 values are carried, but 2 types are given [iterate-c2]}}
  %1:2 = wave.iterate K iter_args(%x = %0) -> (!wave.tile<[M], f32>, !wave.tile<[M], f32>) {
    wave.yield %x : !wave.tile<[M], f32>
  }
}

// -----

wave.kernel @k(%a: !wave.memory<[K], f32>) {
  wave.tiling_constraint K tile 2
  %0 = wave.register 0.0 : f32 : !wave.tile<[M], f32>
  // expected-error @below {{iterate: 1 initial values, but 1 arguments, 0 yielded values and 1 results [iterate-c2]}}
  // expected-note @unknown {{help: give the loop as many of each as there are initial values}}
  %1 = wave.iterate K iter_args(%x = %0) -> (!wave.tile<[M], f32>) {
  }
}

// -----

wave.kernel @k(%a: !wave.memory<[K], f32>) {
  wave.tiling_constraint K tile 2
  // expected-note @below {{it starts as [M] f32}}
  %0 = wave.register 0.0 : f32 : !wave.tile<[M], f32>
  %1 = wave.iterate K iter_args(%x = %0) -> (!wave.tile<[M], f32>) {
    // expected-note @below {{the body returns [M] f16}}
    %2 = wave.cast %x : !wave.tile<[M], f32> -> !wave.tile<[M], f16>
    wave.yield %2 : !wave.tile<[M], f16>
  }
  // expected-error @-5 {{iterate: value 0 changes its type in the loop [iterate-c2]}}
  // expected-note @unknown {{help: return a value of the type it starts with; cast changes element types}}
}

// -----

wave.kernel @k(%a: !wave.memory<[K], f32>) {
  wave.tiling_constraint K tile 2
  // expected-error @below {{iterate: the body does not end in a yield [iterate-c2]}}
  // expected-note @unknown {{help: end it with wave.yield of the carried values}}
  "wave.iterate"() <{axis = #wave.expr<K>, operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0>}> ({
  ^bb0(%k: index):
    %0 = wave.register 0.0 : f32 : !wave.tile<[M], f32>
  }) : () -> ()
}

// -----

wave.kernel @k(%a: !wave.memory<[K], f32>) {
  wave.tiling_constraint K tile 2
  // expected-error @below {{iterate: the body has no counter [iterate-c2]}}
  // expected-note @unknown {{help: give the body an index for its first argument}}
  "wave.iterate"() <{axis = #wave.expr<K>, operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0>}> ({
    wave.yield
  }) : () -> ()
}

// -----

// A value that is no tile is reported where it is, before the loop compares types.
wave.kernel @k(%a: !wave.memory<[K], f32>) {
  wave.tiling_constraint K tile 2
  %0 = wave.register 0.0 : f32 : !wave.tile<[M], f32>
  %1 = "wave.iterate"(%0) <{axis = #wave.expr<K>, operandSegmentSizes = array<i32: 1, 0, 0, 0, 0, 0>}> ({
  ^bb0(%k: index, %x: !wave.tile<[M], f32>):
    %c = arith.constant 0 : i32
    // expected-error @below {{operand #0 must be variadic of a tile: one element per coordinate of its dimensions or index, but got 'i32'}}
    "wave.yield"(%c) <{operandSegmentSizes = array<i32: 1, 0>}> : (i32) -> ()
  }) : (!wave.tile<[M], f32>) -> !wave.tile<[M], f32>
}

// -----

// iterate C3
wave.kernel @k(%a: !wave.memory<[K], f32>) {
  wave.tiling_constraint K tile 2
  // expected-note @below {{it starts as [K] f32}}
  %0 = wave.register 0.0 : f32 : !wave.tile<[K], f32>
  // expected-error @below {{iterate: a carried value has the dimension K that the loop iterates over [iterate-c3]}}
  // expected-note @unknown {{help: start from a Register without K, of which every step holds another part}}
  %1 = wave.iterate K iter_args(%x = %0) -> (!wave.tile<[K], f32>) {
    wave.yield %x : !wave.tile<[K], f32>
  }
}

// -----

// iterate C4
wave.kernel @k(%a: !wave.memory<[K], f32>) {
  wave.tiling_constraint K tile 2
  // expected-note @below {{the value is [K] f32, a constant}}
  %0 = wave.register 1.0 : f32 : !wave.tile<[K], f32>
  wave.iterate K {
    // expected-error @below {{iterate: the body uses a value from outside with the dimension K that the loop iterates over [iterate-c4]}}
    // expected-note @unknown {{help: make it inside the loop, where a Register with K has the size of one step}}
    %1 = wave.cast %0 : !wave.tile<[K], f32> -> !wave.tile<[K], f16>
  }
}

// -----

wave.kernel @k(%a: !wave.memory<[K], f32>) {
  wave.tiling_constraint K tile 2
  %0 = wave.register 1.0 : f32 : !wave.tile<[K], f32>
  // expected-note @below {{the value is [K] f16, the result of cast}}
  %1 = wave.cast %0 : !wave.tile<[K], f32> -> !wave.tile<[K], f16>
  wave.iterate K {
    // expected-error @below {{iterate: the body uses a value from outside with the dimension K that the loop iterates over [iterate-c4]}}
    // expected-note @unknown {{help: compute it inside the loop, of what is read there}}
    %2 = wave.cast %1 : !wave.tile<[K], f16> -> !wave.tile<[K], f32>
  }
}

// -----

wave.kernel @k(%a: !wave.memory<[K], f32>) {
  wave.tiling_constraint K tile 2
  // expected-note @below {{the value is [K] f32, read from 'a'}}
  %0 = wave.read %a : !wave.memory<[K], f32> -> !wave.tile<[K], f32>
  wave.iterate K {
    // expected-error @below {{iterate: the body uses a value from outside with the dimension K that the loop iterates over [iterate-c4]}}
    // expected-note @unknown {{help: read it inside the loop}}
    %1 = wave.cast %0 : !wave.tile<[K], f32> -> !wave.tile<[K], f16>
  }
}

// -----

// iterate C5
wave.kernel @k(%a: !wave.memory<[J, K], f32>) {
  wave.tiling_constraint J tile 2
  wave.tiling_constraint K tile 2
  // expected-note @below {{the outer loop is here}}
  wave.iterate K {
    wave.iterate J {
      // expected-error @below {{iterate: a loop over K surrounds this one [iterate-c5]}}
      // expected-note @unknown {{help: iterate over another dimension, or put both bodies into one loop}}
      wave.iterate K {
      }
    }
  }
}

// -----

// Syntax.

wave.kernel @k(%a: !wave.memory<[K], f32>) {
  // expected-error @below {{expected a symbol, a number or an expression between quotes [expression-syntax]}}
  // expected-note @unknown {{help: expressions are numbers and symbols with + - * / %, floordiv, ceildiv, min, max: "M / 2"}}
  wave.iterate {
  }
}

// -----

wave.kernel @k(%a: !wave.memory<[K], f32>) {
  // expected-error @below {{expected SSA operand}}
  wave.iterate K count 4 {
  }
}

// -----

wave.kernel @k(%a: !wave.memory<[K], f32>) {
  %0 = wave.register 0.0 : f32 : !wave.tile<[M], f32>
  // expected-error @below {{expected '->'}}
  %1 = wave.iterate K iter_args(%x = %0) {
  }
}

// -----

wave.kernel @k(%a: !wave.memory<[K], f32>) {
  // expected-error @below {{use of undeclared SSA value name}}
  %1 = wave.iterate K iter_args(%x = %zero) -> (!wave.tile<[M], f32>) {
    wave.yield %x : !wave.tile<[M], f32>
  }
}

// -----

wave.kernel @k(%a: !wave.memory<[K], f32>) {
  // expected-error @below {{attribute 'axis' occurs more than once in the attribute list}}
  wave.iterate K attributes {axis = #wave.expr<M>} {
  }
}

// -----

wave.kernel @k(%a: !wave.memory<[K], f32>) {
  wave.tiling_constraint K tile 2
  // expected-error @below {{expects a non-empty block}}
  "wave.iterate"() <{axis = #wave.expr<K>}> ({
  ^bb0:
  }) : () -> ()
}

// -----

// expected-error @below {{expects parent op to be one of 'wave.kernel, wave.iterate, wave.if, wave.role'}}
wave.iterate K {
}
