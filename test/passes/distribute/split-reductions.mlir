// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-split-reductions=chip=gfx942 | FileCheck %s
// RUN: wave-opt %s --split-input-file --wave-split-reductions=chip=gfx942 --wave-lower-conversions --wave-lay-out-shared --wave-place-barriers | FileCheck %s --check-prefix=SHARED

// Each of four waves sums what it holds, in f32; every wave sums what all have found, in
// order, and the initial value with it; the result is rounded once.
// CHECK-LABEL: wave.kernel @sum
// CHECK: %[[X:.*]] = wave.read
// CHECK: %[[I:.*]] = wave.register
// CHECK: %[[INIT:.*]] = wave.cast %[[I]] : {{.*}} -> <[M = 8], f32, #wave.layout<registers [M:8] lanes [_:64] waves [_:4]>>
// CHECK-NEXT: %[[P:.*]] = wave.partial_reduce sum %[[X]] along N lanes 64 {tag = "sum"} : {{.*}} -> <[N = 4, M = 8], f32, #wave.layout<registers [M:8] lanes [_:64] waves [N:4]>>
// CHECK-NEXT: %[[ALL:.*]] = wave.convert_layout %[[P]] : {{.*}} -> <[N = 4, M = 8], f32, #wave.layout<registers [M:8, N:4] lanes [_:64] waves [_:4]>>
// CHECK-NEXT: %[[R:.*]] = wave.reduce sum %[[ALL]] init %[[INIT]] along N {tag = "sum"} : {{.*}} -> <[M = 8], f32, #wave.layout<registers [M:8] lanes [_:64] waves [_:4]>>
// CHECK-NEXT: %[[C:.*]] = wave.cast %[[R]] : {{.*}} -> <[M = 8], f16, #wave.layout<registers [M:8] lanes [_:64] waves [_:4]>>
// CHECK-NEXT: wave.write %[[C]]

// One barrier, between the waves' writes and their reads.
// SHARED-LABEL: wave.kernel @sum
// SHARED: wave.allocate "lanes" offset 0 : <1, [N = 4, M = 8], f32, #wave.shared_layout<strides [8, 1]>>
// SHARED: wave.partial_reduce
// SHARED-NEXT: wave.shared_write
// SHARED-NEXT: wave.barrier{{$}}
// SHARED-NEXT: wave.shared_read
// SHARED-NEXT: wave.reduce
// SHARED-NOT: wave.barrier
// SHARED: wave.write
wave.kernel @sum(%a: !wave.memory<[M = 8, N = 1000], f16>, %b: !wave.memory<[M = 8], f16>) bindings {M = 8, N = 1000} grid [1, 1, 1] {
  wave.wave_constraint N tile 256
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 4, 1, 1>}
  %c0 = wave.index 0
  %0 = wave.read %a at [%c0, %c0] : <[M = 8, N = 1000], f16> -> <[M = 8, N = 1000], f16, #wave.layout<registers [N:4, M:8] lanes [N:64:4] waves [N:4:256]>>
  %1 = wave.register 1.0 : f16 : <[M = 8], f16, #wave.layout<registers [M:8] lanes [_:64] waves [_:4]>>
  %2 = wave.reduce sum %0 init %1 along N {tag = "sum"} : <[M = 8, N = 1000], f16, #wave.layout<registers [N:4, M:8] lanes [N:64:4] waves [N:4:256]>>, !wave.tile<[M = 8], f16, #wave.layout<registers [M:8] lanes [_:64] waves [_:4]>> -> <[M = 8], f16, #wave.layout<registers [M:8] lanes [_:64] waves [_:4]>>
  wave.write %2, %b at [%c0] : <[M = 8], f16, #wave.layout<registers [M:8] lanes [_:64] waves [_:4]>>, <[M = 8], f16>
}

// -----

// Waves share out the rows as well: these stay where they are.  What one wave holds it
// reduces alone.
// CHECK-LABEL: wave.kernel @max
// CHECK: wave.partial_reduce max {{.*}} -> <[N = 2, M = 8], i32, #wave.layout<registers [M:4] lanes [_:64] waves [M:2:4, N:2]>>
// CHECK-NEXT: wave.convert_layout {{.*}} -> <[N = 2, M = 8], i32, #wave.layout<registers [M:4, N:2] lanes [_:64] waves [M:2:4, _:2]>>
// CHECK-NEXT: wave.reduce max
// CHECK-NOT: wave.partial_reduce
// CHECK: wave.reduce min
wave.kernel @max(%a: !wave.memory<[M = 8, N = 128], i32>, %b: !wave.memory<[M = 8, N = 64], i32>) bindings {M = 8, N = 128} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 2, 2, 1>}
  %0 = wave.register 1 : i32 : <[M = 8, N = 128], i32, #wave.layout<registers [M:4] lanes [N:64] waves [M:2:4, N:2:64]>>
  %1 = wave.reduce max %0 along N : <[M = 8, N = 128], i32, #wave.layout<registers [M:4] lanes [N:64] waves [M:2:4, N:2:64]>> -> <[M = 8], i32, #wave.layout<registers [M:4] lanes [_:64] waves [M:2:4, _:2]>>
  %2 = wave.register 1 : i32 : <[M = 8, N = 64], i32, #wave.layout<registers [M:4] lanes [N:64] waves [M:2:4, _:2]>>
  %3 = wave.reduce min %2 along N : <[M = 8, N = 64], i32, #wave.layout<registers [M:4] lanes [N:64] waves [M:2:4, _:2]>> -> <[M = 8], i32, #wave.layout<registers [M:4] lanes [_:64] waves [M:2:4, _:2]>>
}
