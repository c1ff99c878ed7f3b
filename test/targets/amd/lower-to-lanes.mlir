// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --wave-choose-paths --wave-specialise-paths --wave-amd-lower-to-lanes | FileCheck %s

// Two entry points; the aligned one moves 16 bytes a lane at once, the other one element.
// CHECK: llvm.mlir.global internal @copy.shared() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<512 x i8>
// CHECK: llvm.func @copy(%arg0: !llvm.ptr<1>, %arg1: i64, %arg2: !llvm.ptr<1>, %arg3: i64) attributes {
// CHECK-SAME: rocdl.kernel
// CHECK-SAME: access = "read", dims = ["M", "K"], dtype = f16, known_sizes = [32, 8], known_strides = [-1, 1], name = "a", pointer = 0 : i64, sizes = [-1, -1], strides = [1, -1]
// CHECK-SAME: access = "write"
// CHECK-SAME: wave.shared = [{bytes = 512 : i64, dims = ["M", "K"], dtype = f16, name = "a", offset = 0 : i64, sizes = [32, 8], slots = 1 : i64, strides = [8, 1]}]
// CHECK-SAME: wave.workgroup = array<i32: 64, 1, 1>
// CHECK: llvm.load {{.*}} {alignment = 8 : i64} : !llvm.ptr<1> -> vector<4xf16>
// CHECK: llvm.store {{.*}} {alignment = 8 : i64} : vector<4xf16>, !llvm.ptr<3>
// CHECK: llvm.fence syncscope("workgroup") release {llvm.mmra = #{{.*}}}
// CHECK-NEXT: rocdl.s.barrier
// CHECK-NEXT: llvm.fence syncscope("workgroup") acquire
// CHECK: llvm.load {{.*}} {alignment = 8 : i64} : !llvm.ptr<3> -> vector<4xf16>
// CHECK: llvm.store {{.*}} {alignment = 8 : i64} : vector<4xf16>, !llvm.ptr<1>
// CHECK: llvm.func @copy.any(%arg0: !llvm.ptr<1>, %arg1: i64, %arg2: i64, %arg3: !llvm.ptr<1>, %arg4: i64, %arg5: i64)
// CHECK: llvm.load {{.*}} {alignment = 2 : i64} : !llvm.ptr<1> -> f16
#layout = #wave.layout<registers [K:4] lanes [K:2:4, M:32] waves []>
wave.kernel @copy(%a: !wave.memory<[M = 32, K = 8], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 32, K = 8], f16>) bindings {K = 8, M = 32} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %r = wave.allocate "a" offset 0 : <1, [M = 32, K = 8], f16, #wave.shared_layout<strides [8, 1]>>
  %c0 = wave.index 0
  %0 = wave.read %a at [%c0, %c0] : <[M = 32, K = 8], f16, SHARED_ADDRESS_SPACE> -> <[M = 32, K = 8], f16, #layout>
  wave.shared_write %0, %r : <[M = 32, K = 8], f16, #layout>, <1, [M = 32, K = 8], f16, #wave.shared_layout<strides [8, 1]>>
  wave.barrier
  %1 = wave.shared_read %r : <1, [M = 32, K = 8], f16, #wave.shared_layout<strides [8, 1]>> -> <[M = 32, K = 8], f16, #layout>
  wave.write %1, %c at [%c0, %c0] : <[M = 32, K = 8], f16, #layout>, <[M = 32, K = 8], f16>
}
