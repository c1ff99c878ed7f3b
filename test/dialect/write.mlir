// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-debuginfo | wave-opt | FileCheck %s

// A tile may have the dimensions in another order than the memory, and other elements.
// CHECK-LABEL: wave.kernel @traced
// CHECK:         wave.write %[[TILE:.*]], %b : <[M, K], f16>, <[K, M], f32>
// CHECK-NEXT:    wave.write %[[TILE]], %b {tag = "out"} : <[M, K], f16>, <[K, M], f32>
wave.kernel @traced(%a: !wave.memory<[M, K], f16>, %b: !wave.memory<[K, M], f32>) {
  %0 = wave.read %a : !wave.memory<[M, K], f16> -> !wave.tile<[M, K], f16>
  wave.write %0, %b : !wave.tile<[M, K], f16>, !wave.memory<[K, M], f32>
  wave.write %0, %b {tag = "out"} : !wave.tile<[M, K], f16>, !wave.memory<[K, M], f32>
}

// CHECK-LABEL: wave.kernel @bound
// CHECK-NEXT:    wave.tiling_constraint M
// CHECK-NEXT:    %WORKGROUP_1 = wave.workgroup_id 1
// CHECK-NEXT:    wave.iterate M at %M {
// CHECK:           %[[AT_M:.*]] = wave.index "$0 * 32" (%M)
// CHECK-NEXT:      wave.write %{{.*}}, %a at [%[[AT_M]], %WORKGROUP_1] : <[M = 32, N = 1], f16>, <[M = 64, N = 8], f16>
wave.kernel @bound(%a: !wave.memory<[M = 64, N = 8], f16>) {
  wave.tiling_constraint M tile 32
  %WORKGROUP_1 = wave.workgroup_id 1
  wave.iterate M at %M {
    %0 = wave.register 1.0 : f16 : !wave.tile<[M = 32, N = 1], f16>
    %m = wave.index "$0 * 32" (%M)
    wave.write %0, %a at [%m, %WORKGROUP_1] : !wave.tile<[M = 32, N = 1], f16>, !wave.memory<[M = 64, N = 8], f16>
  }
}
