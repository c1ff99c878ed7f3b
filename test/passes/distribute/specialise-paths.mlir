// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-choose-paths --wave-specialise-paths=any-stores=_any_stores | FileCheck %s
// RUN: wave-opt %s --split-input-file --wave-choose-paths --wave-specialise-paths | FileCheck %s --check-prefix=TWO

// Operands are loaded with TMA wherever their own rows are aligned: a bias that is not, or a result, does not keep it away.
// CHECK-LABEL: wave.kernel @roles(
// CHECK: wave.aligned_rows = array<i1: true, true, true>
// CHECK: wave.copy %a {{.*}}path = #wave.path<tma>
// CHECK: wave.read %bias {{.*}}path = #wave.path<lanes>
// CHECK: wave.copy_out {{.*}}path = #wave.path<tma>
// CHECK-LABEL: wave.kernel @roles_any_stores(
// CHECK: wave.aligned_rows = array<i1: true, false, false>, wave.version_of = "roles"
// CHECK: wave.copy %a {{.*}}path = #wave.path<tma>
// CHECK: wave.read %bias {{.*}}path = #wave.path<elements>
// CHECK: wave.copy_out {{.*}}path = #wave.path<rows>
// CHECK-LABEL: wave.kernel @roles_any(
// CHECK: wave.aligned_rows = array<i1: false, false, false>, wave.version_of = "roles"
// CHECK: wave.copy %a {{.*}}path = #wave.path<elements>
// CHECK: wave.read %bias {{.*}}path = #wave.path<elements>
// CHECK: wave.copy_out {{.*}}path = #wave.path<elements>
// TWO: wave.kernel @roles(
// TWO: wave.kernel @roles_any(
// TWO-NOT: any_stores
wave.kernel @roles(%a: !wave.memory<[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE>, %bias: !wave.memory<[M = 64, K = 64], f16>, %c: !wave.memory<[M = 64, K = 64], f16>) bindings {K = 64, M = 64} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>}
  %r = wave.allocate "a" offset 0 : <1, [M = 64, K = 64], f16, #wave.shared_layout<strides [64, 1] swizzle 3, 4, 3>>
  wave.role "load" waves 1 {
    %c0 = wave.index 0
    wave.copy %a at [%c0, %c0] to %r : <[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE>, <1, [M = 64, K = 64], f16, #wave.shared_layout<strides [64, 1] swizzle 3, 4, 3>>
  }
  wave.role "consumer" waves 1 {
    %c0 = wave.index 0
    %0 = wave.read %bias at [%c0, %c0] : <[M = 64, K = 64], f16> -> <[M = 64, K = 64], f16, #wave.layout<registers [K:8, M:4:16] lanes [K:8:8, M:16] waves []>>
    wave.copy_out %r to %c at [%c0, %c0] : <1, [M = 64, K = 64], f16, #wave.shared_layout<strides [64, 1] swizzle 3, 4, 3>>, <[M = 64, K = 64], f16>
  }
}

// -----

// A result whose rows are reached as they are asks nothing of a launch: the version between the two would be the first one again.
// CHECK-LABEL: wave.kernel @rows(
// CHECK: wave.aligned_rows = array<i1: true, false>
// CHECK: wave.copy_out {{.*}}path = #wave.path<rows>
// CHECK-NOT: any_stores
// CHECK-LABEL: wave.kernel @rows_any(
// CHECK: wave.aligned_rows = array<i1: false, false>
wave.kernel @rows(%a: !wave.memory<[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 64, K = 64], f16>) bindings {K = 64, M = 64} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>}
  %r = wave.allocate "a" offset 0 : <1, [M = 64, K = 64], f16, #wave.shared_layout<strides [64, 1] swizzle 3, 4, 3>>
  wave.role "load" waves 1 {
    %c0 = wave.index 0
    wave.copy %a at [%c0, %c0] to %r : <[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE>, <1, [M = 64, K = 64], f16, #wave.shared_layout<strides [64, 1] swizzle 3, 4, 3>>
  }
  wave.role "consumer" waves 1 {
    %c0 = wave.index 0
    wave.copy_out %r to %c at [%c0, %c0] {path = #wave.path<rows>} : <1, [M = 64, K = 64], f16, #wave.shared_layout<strides [64, 1] swizzle 3, 4, 3>>, <[M = 64, K = 64], f16>
  }
}

// -----

// Lanes that copy operands asynchronously do so beside results of any rows, too.
// CHECK-LABEL: wave.kernel @lanes(
// CHECK-LABEL: wave.kernel @lanes_any_stores(
// CHECK: wave.copy %a {{.*}}path = #wave.path<async>
// CHECK: wave.write {{.*}}path = #wave.path<elements>
// CHECK-LABEL: wave.kernel @lanes_any(
// CHECK: wave.copy %a {{.*}}path = #wave.path<elements>
wave.kernel @lanes(%a: !wave.memory<[M = 16, K = 8], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 16, K = 8], f16>) bindings {K = 8, M = 16} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 32 {waves_per_block = array<i64: 1, 1, 1>}
  %r = wave.allocate "a" offset 0 : <1, [M = 16, K = 8], f16, #wave.shared_layout<strides [8, 1]>>
  %c0 = wave.index 0
  wave.copy %a at [%c0, %c0] to %r {layout = #wave.layout<registers [K:8] lanes [M:16] waves []>} : <[M = 16, K = 8], f16, SHARED_ADDRESS_SPACE>, <1, [M = 16, K = 8], f16, #wave.shared_layout<strides [8, 1]>>
  wave.barrier copies
  %0 = wave.shared_read %r : <1, [M = 16, K = 8], f16, #wave.shared_layout<strides [8, 1]>> -> <[M = 16, K = 8], f16, #wave.layout<registers [K:8] lanes [M:16] waves []>>
  wave.write %0, %c at [%c0, %c0] : <[M = 16, K = 8], f16, #wave.layout<registers [K:8] lanes [M:16] waves []>>, <[M = 16, K = 8], f16>
}

// -----

// Without operands in rings nothing is gained by a version between the two.
// CHECK-LABEL: wave.kernel @plain(
// CHECK-LABEL: wave.kernel @plain_any(
// CHECK-NOT: any_stores
wave.kernel @plain(%a: !wave.memory<[M = 16, K = 8], f16>, %c: !wave.memory<[M = 16, K = 8], f16>) bindings {K = 8, M = 16} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 32 {waves_per_block = array<i64: 1, 1, 1>}
  %c0 = wave.index 0
  %0 = wave.read %a at [%c0, %c0] : <[M = 16, K = 8], f16> -> <[M = 16, K = 8], f16, #wave.layout<registers [K:8] lanes [M:16] waves []>>
  wave.write %0, %c at [%c0, %c0] : <[M = 16, K = 8], f16, #wave.layout<registers [K:8] lanes [M:16] waves []>>, <[M = 16, K = 8], f16>
}
