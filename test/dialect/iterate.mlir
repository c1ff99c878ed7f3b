// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-debuginfo | wave-opt | FileCheck %s

// A loop that carries nothing needs no yield.
// CHECK-LABEL: wave.kernel @nothing
// CHECK:         wave.iterate K {
// CHECK-NEXT:    }
// CHECK-NEXT:    wave.iterate K attributes {tag = "t", vendor.mark} {
// CHECK-NEXT:    }
wave.kernel @nothing(%a: !wave.memory<[K], f32>) {
  wave.tiling_constraint K tile 2
  wave.iterate K {
  }
  wave.iterate K attributes {tag = "t", vendor.mark} {
    wave.yield
  }
}

// CHECK-LABEL: wave.kernel @one
// CHECK:         %[[INIT:.*]] = wave.register
// CHECK-NEXT:    wave.iterate K count 4 iter_args(%[[X:.*]] = %[[INIT]]) -> !wave.tile<[M], f32> {
// CHECK-NEXT:      wave.yield %[[X]] : !wave.tile<[M], f32>
wave.kernel @one(%a: !wave.memory<[K], f32>) {
  wave.tiling_constraint K tile 2
  %0 = wave.register 0.0 : f32 : !wave.tile<[M], f32>
  %1 = wave.iterate K count 4 iter_args(%x = %0) -> (!wave.tile<[M], f32>) {
    wave.yield %x : !wave.tile<[M], f32>
  }
}

// CHECK-LABEL: wave.kernel @nested
// CHECK:         %[[OUT:.*]]:2 = wave.iterate K iter_args(%[[X:.*]] = %[[A:.*]], %[[Y:.*]] = %[[B:.*]]) -> (!wave.tile<[M], f32>, !wave.tile<[N], i32>) {
// CHECK-NEXT:      %[[IN:.*]] = wave.iterate J count "ceildiv(J, 2)" iter_args(%[[Z:.*]] = %[[X]]) -> !wave.tile<[M], f32> {
// CHECK-NEXT:        wave.yield %[[Z]] : !wave.tile<[M], f32>
// CHECK:           wave.yield %[[IN]], %[[Y]] : !wave.tile<[M], f32>, !wave.tile<[N], i32>
// CHECK:         wave.add %[[OUT]]#0, %[[OUT]]#0
wave.kernel @nested(%a: !wave.memory<[J, K], f32>) {
  wave.tiling_constraint J tile 2
  wave.tiling_constraint K tile 2
  %0 = wave.register 0.0 : f32 : !wave.tile<[M], f32>
  %1 = wave.register 0 : i32 : !wave.tile<[N], i32>
  %2:2 = wave.iterate K iter_args(%x = %0, %y = %1) -> (!wave.tile<[M], f32>, !wave.tile<[N], i32>) {
    %3 = wave.iterate J count "ceildiv(J, 2)" iter_args(%z = %x) -> (!wave.tile<[M], f32>) {
      wave.yield %z : !wave.tile<[M], f32>
    }
    wave.yield %3, %y : !wave.tile<[M], f32>, !wave.tile<[N], i32>
  }
  %4 = wave.add %2#0, %2#0 : !wave.tile<[M], f32>, !wave.tile<[M], f32> -> !wave.tile<[M], f32>
}

// Keywords of the syntax may be symbols.
// CHECK-LABEL: wave.kernel @keywords
// CHECK:         wave.iterate count count iter_args {
// CHECK:           wave.iterate iter_args {
wave.kernel @keywords(%a: !wave.memory<[count, iter_args], f32>) {
  wave.tiling_constraint count tile 2
  wave.tiling_constraint iter_args tile 2
  wave.iterate count count iter_args {
    wave.iterate iter_args {
    }
  }
}
