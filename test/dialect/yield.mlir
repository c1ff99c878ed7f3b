// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-debuginfo | wave-opt | FileCheck %s

// A yield of nothing is not printed, unless it says more.
// CHECK-LABEL: wave.kernel @yield
// CHECK:         wave.iterate K {
// CHECK-NEXT:    }
// CHECK:         wave.yield %{{.*}} : !wave.tile<[M], f32> {vendor.mark}
wave.kernel @yield(%a: !wave.memory<[K], f32>) {
  wave.tiling_constraint K tile 2
  wave.iterate K {
    wave.yield
  }
  %0 = wave.register 0.0 : f32 : !wave.tile<[M], f32>
  %1 = wave.iterate K iter_args(%x = %0) -> (!wave.tile<[M], f32>) {
    wave.yield %x : !wave.tile<[M], f32> {vendor.mark}
  }
}
