// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --wave-cpu-lower-to-loops=isa=AVX2 --wave-cpu-convert-to-llvm | FileCheck %s

// The whole pipeline: nothing but the LLVM dialect is left.

// CHECK:     module {
// CHECK-NEXT:  llvm.func @half(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i64) attributes {wave.workspace_bytes = #wave.expr<{{[0-9]+}}>} {
// CHECK-NOT:   {{(arith|scf|cf|func|vector|wave|builtin)\.}}
// CHECK:       llvm.return
wave.kernel @half(%a: !wave.memory<[M = 10, K = 10], f16>, %b: !wave.memory<[N = 10, K = 10], f16>, %c: !wave.memory<[M = 10, N = 10], f16>)
    grid [3, 2, 1] {
  wave.workgroup_constraint M tile 4 dim 0
  wave.workgroup_constraint N tile 8 dim 1
  wave.tiling_constraint K tile 4
  %WORKGROUP_0 = wave.workgroup_id 0
  %WORKGROUP_1 = wave.workgroup_id 1
  %zero = wave.register 0.0 : f32 : <[M = 4, N = 8], f32>
  %c3 = wave.index 3
  %sum = wave.iterate K at %K count %c3 iter_args(%acc = %zero) -> (!wave.tile<[M = 4, N = 8], f32>) {
    %m = wave.index "$0 * 4" (%WORKGROUP_0)
    %k = wave.index "$0 * 4" (%K)
    %0 = wave.read %a at [%m, %k] : <[M = 10, K = 10], f16> -> <[M = 4, K = 4], f16>
    %n = wave.index "$0 * 8" (%WORKGROUP_1)
    %1 = wave.read %b at [%n, %k] : <[N = 10, K = 10], f16> -> <[N = 8, K = 4], f16>
    %2 = wave.mma %0, %1, %acc {mma_type = "F32_FMA_F16"} : <[M = 4, K = 4], f16>, <[N = 8, K = 4], f16>, <[M = 4, N = 8], f32>
    wave.yield %2 : !wave.tile<[M = 4, N = 8], f32>
  }
  %out = wave.cast %sum : <[M = 4, N = 8], f32> -> <[M = 4, N = 8], f16>
  %m = wave.index "$0 * 4" (%WORKGROUP_0)
  %n = wave.index "$0 * 8" (%WORKGROUP_1)
  wave.write %out, %c at [%m, %n] : <[M = 4, N = 8], f16>, <[M = 10, N = 10], f16>
}
