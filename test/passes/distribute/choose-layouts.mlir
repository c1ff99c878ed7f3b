// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics --wave-choose-layouts | FileCheck %s

// The instruction's layout, repeated over the wave's tile: a lane takes the elements of k
// for two instructions in a row, 16 bytes.  Operands that another wave has too are copies;
// what goes into the ring is dealt out to all waves in pieces of 16 bytes.
// CHECK-LABEL: wave.kernel @product
// CHECK: wave.iterate {{.*}} -> !wave.tile<[M = 32, N = 32], f32, #wave.layout<registers [M:4, N:2:16] lanes [N:16, M:4:4] waves [M:2:16]>>
// CHECK: wave.shared_write {{.*}} : <[M = 32, K = 32], f16, #wave.layout<registers [K:8] lanes [K:4:8, M:16] waves [M:2:16]>>
// CHECK: wave.shared_read {{.*}} -> <[M = 32, K = 32], f16, #wave.layout<registers [K:8] lanes [M:16, K:4:8] waves [M:2:16]>>
// CHECK: wave.read %b {{.*}} -> <[N = 32, K = 32], f16, #wave.layout<registers [K:8, N:2:16] lanes [N:16, K:4:8] waves [_:2]>>
wave.kernel @product(%a: !wave.memory<[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 32, K = 64], f16>, %c: !wave.memory<[M = 64, N = 32], f32>)
    bindings {K = 64, M = 64, N = 32}
    grid [2, 1, 1] {
  wave.workgroup_constraint M tile 32 dim 0
  wave.wave_constraint M tile 16
  wave.tiling_constraint K tile 32
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 2, 1, 1>}
  %0 = wave.allocate "a" : <1, [M = 32, K = 32], f16>
  %WORKGROUP_0 = wave.workgroup_id 0
  %1 = wave.register 0.000000e+00 : f32 : <[M = 32, N = 32], f32>
  %c2 = wave.index 2
  %2 = wave.iterate K at %K count %c2 iter_args(%arg0 = %1) -> !wave.tile<[M = 32, N = 32], f32> {
    %m = wave.index "$0 * 32" (%WORKGROUP_0)
    %k = wave.index "$0 * 32" (%K)
    %3 = wave.read %a at [%m, %k] {tag = "read_a"} : <[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE> -> <[M = 32, K = 32], f16>
    wave.shared_write %3, %0 {tag = "read_a"} : <[M = 32, K = 32], f16>, <1, [M = 32, K = 32], f16>
    %4 = wave.shared_read %0 {tag = "read_a"} : <1, [M = 32, K = 32], f16> -> <[M = 32, K = 32], f16>
    %c0 = wave.index 0
    %5 = wave.read %b at [%c0, %k] : <[N = 32, K = 64], f16> -> <[N = 32, K = 32], f16>
    %6 = wave.mma %4, %5, %arg0 {mma_type = "F32_16x16x16_F16"} : <[M = 32, K = 32], f16>, <[N = 32, K = 32], f16>, <[M = 32, N = 32], f32>
    wave.yield %6 : !wave.tile<[M = 32, N = 32], f32>
  }
  %m = wave.index "$0 * 32" (%WORKGROUP_0)
  %c0 = wave.index 0
  wave.write %2, %c at [%m, %c0] : <[M = 32, N = 32], f32>, <[M = 64, N = 32], f32>
}

// -----

// Without a product: 16 bytes a lane along the row; an operand with fewer dimensions is
// held as what it meets needs it.
// CHECK-LABEL: wave.kernel @add
// CHECK: wave.read %x {{.*}} -> <[M = 16, N = 64], f32, #wave.layout<registers [N:4, M:4:4] lanes [N:16:4, M:4] waves []>>
// CHECK: wave.read %y {{.*}} -> <[N = 64], f32, #wave.layout<registers [N:4] lanes [N:16:4, _:4] waves []>>
wave.kernel @add(%x: !wave.memory<[M = 16, N = 64], f32>, %y: !wave.memory<[N = 64], f32>, %z: !wave.memory<[M = 16, N = 64], f32>) bindings {M = 16, N = 64} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %c0 = wave.index 0
  %0 = wave.read %x at [%c0, %c0] : <[M = 16, N = 64], f32> -> <[M = 16, N = 64], f32>
  %1 = wave.read %y at [%c0] : <[N = 64], f32> -> <[N = 64], f32>
  %2 = wave.add %0, %1 : <[M = 16, N = 64], f32>, <[N = 64], f32> -> <[M = 16, N = 64], f32>
  wave.write %2, %z at [%c0, %c0] : <[M = 16, N = 64], f32>, <[M = 16, N = 64], f32>
}

// -----

// What accesses move decides, not what is computed in between: 16 bytes of f16 a lane, whose f32 are
// as many.  Where accesses differ, those of the widest element are 16 bytes.
// CHECK-LABEL: wave.kernel @scale
// CHECK: wave.read %x {{.*}} -> <[M = 16, N = 256], f16, #wave.layout<registers [N:8, M:8:2] lanes [N:32:8, M:2] waves []>>
// CHECK: wave.write {{.*}} : <[M = 16, N = 256], f16, #wave.layout<registers [N:8, M:8:2] lanes [N:32:8, M:2] waves []>>
wave.kernel @scale(%x: !wave.memory<[M = 16, N = 256], f16>, %y: !wave.memory<[M = 16, N = 256], f16>) bindings {M = 16, N = 256} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %c0 = wave.index 0
  %0 = wave.register 2.000000e+00 : f32 : <[M = 16, N = 256], f32>
  %1 = wave.read %x at [%c0, %c0] : <[M = 16, N = 256], f16> -> <[M = 16, N = 256], f16>
  %2 = wave.cast %1 : <[M = 16, N = 256], f16> -> <[M = 16, N = 256], f32>
  %3 = wave.mul %2, %0 : <[M = 16, N = 256], f32>, <[M = 16, N = 256], f32> -> <[M = 16, N = 256], f32>
  %4 = wave.cast %3 : <[M = 16, N = 256], f32> -> <[M = 16, N = 256], f16>
  wave.write %4, %y at [%c0, %c0] : <[M = 16, N = 256], f16>, <[M = 16, N = 256], f16>
}
// CHECK-LABEL: wave.kernel @widen
// CHECK: wave.read %x {{.*}} -> <[M = 16, N = 256], f16, #wave.layout<registers [N:4, M:16] lanes [N:64:4] waves []>>
wave.kernel @widen(%x: !wave.memory<[M = 16, N = 256], f16>, %y: !wave.memory<[M = 16, N = 256], f32>) bindings {M = 16, N = 256} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %c0 = wave.index 0
  %0 = wave.read %x at [%c0, %c0] : <[M = 16, N = 256], f16> -> <[M = 16, N = 256], f16>
  %1 = wave.cast %0 : <[M = 16, N = 256], f16> -> <[M = 16, N = 256], f32>
  wave.write %1, %y at [%c0, %c0] : <[M = 16, N = 256], f32>, <[M = 16, N = 256], f32>
}

// -----

// Rows of 333 elements follow each other: no wider access than one element is aligned in all of them,
// and lanes next to each other have elements next to each other.
// CHECK-LABEL: wave.kernel @odd
// CHECK: wave.read %x {{.*}} -> <[M = 16, N = 333], f32, #wave.layout<registers [N:6:64, M:16] lanes [N:64] waves []>>
wave.kernel @odd(%x: !wave.memory<[M = 16, N = 333], f32>, %y: !wave.memory<[M = 16, N = 333], f32>) bindings {M = 16, N = 333} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %c0 = wave.index 0
  %0 = wave.read %x at [%c0, %c0] : <[M = 16, N = 333], f32> -> <[M = 16, N = 333], f32>
  wave.write %0, %y at [%c0, %c0] : <[M = 16, N = 333], f32>, <[M = 16, N = 333], f32>
}

// -----

// A tile that two products take along different dimensions has to change lanes for the
// second; their accumulator is held as the next product needs its operand.
// CHECK-LABEL: wave.kernel @both
// CHECK: %[[A:.*]] = wave.read
// CHECK: %[[C:.*]] = wave.convert_layout
// CHECK: wave.mma %[[C]], 
wave.kernel @both(%a: !wave.memory<[M = 16, K = 16], f16>, %b: !wave.memory<[M = 16, K = 16], f16>, %c: !wave.memory<[M = 16, N = 16], f32>, %d: !wave.memory<[N = 16, K = 16], f16>, %e: !wave.memory<[N = 16, M = 16], f32>) bindings {K = 16, M = 16, N = 16} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %c0 = wave.index 0
  %0 = wave.read %a at [%c0, %c0] : <[M = 16, K = 16], f16> -> <[M = 16, K = 16], f16>
  %1 = wave.read %d at [%c0, %c0] : <[N = 16, K = 16], f16> -> <[N = 16, K = 16], f16>
  %2 = wave.register 0.0 : f32 : <[M = 16, N = 16], f32>
  %3 = wave.mma %0, %1, %2 {mma_type = "F32_16x16x16_F16"} : <[M = 16, K = 16], f16>, <[N = 16, K = 16], f16>, <[M = 16, N = 16], f32>
  %h = wave.cast %3 : <[M = 16, N = 16], f32> -> <[M = 16, N = 16], f16>
  %4 = wave.register 0.0 : f32 : <[K = 16, N = 16], f32>
  // expected-remark @below {{mma: [M, K] f16 is held by other lanes than it needs and goes through shared memory, 512 bytes each way [layout-conversion]}}
  %5 = wave.mma %0, %h, %4 {mma_type = "F32_16x16x16_F16"} : <[M = 16, K = 16], f16>, <[M = 16, N = 16], f16>, <[K = 16, N = 16], f32>
}

// -----

// The result of a product that the next one multiplies keeps its lanes: its rows are the
// elements of k that each instruction takes from a lane, as they are.
// CHECK-LABEL: wave.kernel @chained
// CHECK-NOT: wave.convert_layout
// CHECK: wave.mma {{.*}} <[N = 32, J = 16], f16, #wave.layout<registers [N:4, N:2:16] lanes [J:16, N:4:4] waves []>>
wave.kernel @chained(%a: !wave.memory<[N = 32, K = 16], f16>, %b: !wave.memory<[J = 16, K = 16], f16>, %c: !wave.memory<[M = 16, N = 32], f16>, %d: !wave.memory<[M = 16, J = 16], f32>) bindings {J = 16, K = 16, M = 16, N = 32} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %c0 = wave.index 0
  %0 = wave.read %a at [%c0, %c0] : <[N = 32, K = 16], f16> -> <[N = 32, K = 16], f16>
  %1 = wave.read %b at [%c0, %c0] : <[J = 16, K = 16], f16> -> <[J = 16, K = 16], f16>
  %2 = wave.register 0.0 : f32 : <[N = 32, J = 16], f32>
  %3 = wave.mma %0, %1, %2 {mma_type = "F32_16x16x16_F16"} : <[N = 32, K = 16], f16>, <[J = 16, K = 16], f16>, <[N = 32, J = 16], f32>
  %h = wave.cast %3 : <[N = 32, J = 16], f32> -> <[N = 32, J = 16], f16>
  %4 = wave.read %c at [%c0, %c0] : <[M = 16, N = 32], f16> -> <[M = 16, N = 32], f16>
  %5 = wave.register 0.0 : f32 : <[M = 16, J = 16], f32>
  %6 = wave.mma %4, %h, %5 {mma_type = "F32_16x16x16_F16"} : <[M = 16, N = 32], f16>, <[N = 32, J = 16], f16>, <[M = 16, J = 16], f32>
  wave.write %6, %d at [%c0, %c0] : <[M = 16, J = 16], f32>, <[M = 16, J = 16], f32>
}

// -----

// Waves share out a row of 1000 elements, 256 each; what is reduced all of them have.
// CHECK-LABEL: wave.kernel @rows
// CHECK: wave.read %a {{.*}} -> <[M = 2, N = 1000], f32, #wave.layout<registers [N:4, M:2] lanes [N:64:4] waves [N:4:256]>>
// CHECK: wave.reduce max {{.*}} -> <[M = 2], f32, #wave.layout<registers [M:2] lanes [_:64] waves [_:4]>>
wave.kernel @rows(%a: !wave.memory<[M = 8, N = 1000], f32>, %b: !wave.memory<[M = 8], f32>) bindings {M = 8, N = 1000} grid [4, 1, 1] {
  wave.workgroup_constraint M tile 2 dim 0
  wave.wave_constraint N tile 250
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 4, 1>}
  %WORKGROUP_0 = wave.workgroup_id 0
  %m = wave.index "$0 * 2" (%WORKGROUP_0)
  %c0 = wave.index 0
  %0 = wave.read %a at [%m, %c0] : <[M = 8, N = 1000], f32> -> <[M = 2, N = 1000], f32>
  %1 = wave.reduce max %0 along N : <[M = 2, N = 1000], f32> -> <[M = 2], f32>
  wave.write %1, %b at [%m] : <[M = 2], f32>, <[M = 8], f32>
}

// -----

// A dimension of size 1 moves no element: what has it, and what has it not, is held alike.
// CHECK-LABEL: wave.kernel @one
// CHECK: wave.mma {{.*}}, <[M = 16, N = 16], f32, #wave.layout<[[SUM:.*]]>>
// CHECK-NOT: convert_layout
// CHECK: wave.add {{.*}} -> <[B = 1, M = 16, N = 16], f32, #wave.layout<[[SUM]]>>
// CHECK-NEXT: wave.broadcast {{.*}} -> <[B = 1, M = 16, N = 16], f32, #wave.layout<[[SUM]]>>
wave.kernel @one(%a: !wave.memory<[M = 16, K = 16], f16>, %b: !wave.memory<[N = 16, K = 16], f16>, %c: !wave.memory<[B = 2, M = 16, N = 16], f32>, %d: !wave.memory<[B = 2, M = 16, N = 16], f32>) bindings {B = 2, K = 16, M = 16, N = 16} grid [2, 1, 1] {
  wave.workgroup_constraint B tile 1 dim 0
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %WORKGROUP_0 = wave.workgroup_id 0
  %c0 = wave.index 0
  %0 = wave.register 0.000000e+00 : f32 : <[M = 16, N = 16], f32>
  %1 = wave.read %a at [%c0, %c0] : <[M = 16, K = 16], f16> -> <[M = 16, K = 16], f16>
  %2 = wave.read %b at [%c0, %c0] : <[N = 16, K = 16], f16> -> <[N = 16, K = 16], f16>
  %3 = wave.mma %1, %2, %0 {mma_type = "F32_16x16x16_F16"} : <[M = 16, K = 16], f16>, <[N = 16, K = 16], f16>, <[M = 16, N = 16], f32>
  %4 = wave.read %c at [%WORKGROUP_0, %c0, %c0] : <[B = 2, M = 16, N = 16], f32> -> <[B = 1, M = 16, N = 16], f32>
  %5 = wave.add %4, %3 : <[B = 1, M = 16, N = 16], f32>, <[M = 16, N = 16], f32> -> <[B = 1, M = 16, N = 16], f32>
  %6 = wave.broadcast %3 : <[M = 16, N = 16], f32> -> <[B = 1, M = 16, N = 16], f32>
  wave.write %5, %c at [%WORKGROUP_0, %c0, %c0] : <[B = 1, M = 16, N = 16], f32>, <[B = 2, M = 16, N = 16], f32>
  wave.write %6, %d at [%WORKGROUP_0, %c0, %c0] : <[B = 1, M = 16, N = 16], f32>, <[B = 2, M = 16, N = 16], f32>
}
