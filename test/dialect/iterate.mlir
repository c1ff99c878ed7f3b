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
// CHECK-NEXT:    %c4 = wave.index 4
// CHECK-NEXT:    wave.iterate K count %c4 iter_args(%[[X:.*]] = %[[INIT]]) -> !wave.tile<[M], f32> {
// CHECK-NEXT:      wave.yield %[[X]] : !wave.tile<[M], f32>
wave.kernel @one(%a: !wave.memory<[K], f32>) {
  wave.tiling_constraint K tile 2
  %0 = wave.register 0.0 : f32 : !wave.tile<[M], f32>
  %c4 = wave.index 4
  %1 = wave.iterate K count %c4 iter_args(%x = %0) -> (!wave.tile<[M], f32>) {
    wave.yield %x : !wave.tile<[M], f32>
  }
}

// CHECK-LABEL: wave.kernel @nested
// CHECK:         %[[OUT:.*]]:2 = wave.iterate K iter_args(%[[X:.*]] = %[[A:.*]], %[[Y:.*]] = %[[B:.*]]) -> (!wave.tile<[M], f32>, !wave.tile<[N], i32>) {
// CHECK-NEXT:      %[[STEPS:.*]] = wave.index "ceildiv(J, 2)"
// CHECK-NEXT:      %[[IN:.*]] = wave.iterate J count %[[STEPS]] iter_args(%[[Z:.*]] = %[[X]]) -> !wave.tile<[M], f32> {
// CHECK-NEXT:        wave.yield %[[Z]] : !wave.tile<[M], f32>
// CHECK:           wave.yield %[[IN]], %[[Y]] : !wave.tile<[M], f32>, !wave.tile<[N], i32>
// CHECK:         wave.add %[[OUT]]#0, %[[OUT]]#0
wave.kernel @nested(%a: !wave.memory<[J, K], f32>) {
  wave.tiling_constraint J tile 2
  wave.tiling_constraint K tile 2
  %0 = wave.register 0.0 : f32 : !wave.tile<[M], f32>
  %1 = wave.register 0 : i32 : !wave.tile<[N], i32>
  %2:2 = wave.iterate K iter_args(%x = %0, %y = %1) -> (!wave.tile<[M], f32>, !wave.tile<[N], i32>) {
    %steps = wave.index "ceildiv(J, 2)"
    %3 = wave.iterate J count %steps iter_args(%z = %x) -> (!wave.tile<[M], f32>) {
      wave.yield %z : !wave.tile<[M], f32>
    }
    wave.yield %3, %y : !wave.tile<[M], f32>, !wave.tile<[N], i32>
  }
  %4 = wave.add %2#0, %2#0 : !wave.tile<[M], f32>, !wave.tile<[M], f32> -> !wave.tile<[M], f32>
}

// The counter is printed where it is used, and the loops inside it may use it too.
// CHECK-LABEL: wave.kernel @counters
// CHECK:         wave.iterate K at %K count %c4 {
// CHECK-NEXT:      wave.iterate J at %J {
// CHECK-NEXT:        %[[BOTH:.*]] = wave.index "$0 * 4 + $1" (%K, %J)
// CHECK-NEXT:        wave.read %a at [%J, %[[BOTH]]] :
// CHECK:           wave.iterate J iter_args(%{{.*}} = %{{.*}}) -> !wave.tile<[M], f32> {
// CHECK:         wave.iterate K at %K iter_args(%{{.*}} = %{{.*}}) -> !wave.tile<[M], f32> {
// CHECK-NEXT:      wave.read %a at [%c0{{(_[0-9]+)?}}, %K] :
wave.kernel @counters(%a: !wave.memory<[J, K], f32>) {
  wave.tiling_constraint J tile 2
  wave.tiling_constraint K tile 2
  %c0 = wave.index 0
  %c4 = wave.index 4
  %0 = wave.register 0.0 : f32 : !wave.tile<[M], f32>
  wave.iterate K at %k count %c4 {
    wave.iterate J at %j {
      %both = wave.index "4 * $0 + $1" (%k, %j)
      %1 = wave.read %a at [%j, %both] : !wave.memory<[J, K], f32> -> !wave.tile<[J, K], f32>
    }
    %2 = wave.iterate J at %unused iter_args(%x = %0) -> (!wave.tile<[M], f32>) {
      wave.yield %x : !wave.tile<[M], f32>
    }
  }
  %3 = wave.iterate K at %k iter_args(%x = %0) -> (!wave.tile<[M], f32>) {
    %4 = wave.read %a at [%c0, %k] : !wave.memory<[J, K], f32> -> !wave.tile<[J, K], f32>
    wave.yield %x : !wave.tile<[M], f32>
  }
}

// Keywords of the syntax may be symbols.
// CHECK-LABEL: wave.kernel @keywords
// CHECK:         %[[STEPS:.*]] = wave.index iter_args
// CHECK-NEXT:    wave.iterate count count %[[STEPS]] {
// CHECK:           wave.iterate iter_args {
wave.kernel @keywords(%a: !wave.memory<[count, iter_args], f32>) {
  wave.tiling_constraint count tile 2
  wave.tiling_constraint iter_args tile 2
  %steps = wave.index iter_args
  wave.iterate count count %steps {
    wave.iterate iter_args {
    }
  }
}
