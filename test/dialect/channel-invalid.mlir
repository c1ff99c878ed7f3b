// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// role C1
wave.kernel @k(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  // expected-error @below {{role: the kernel has roles, and wave.read is in none of them [role-c1]}}
  %0 = wave.read %a : !wave.memory<[M = 8], f32> -> !wave.tile<[M = 8], f32>
  // expected-note @below {{a role is here}}
  wave.role "load" waves 1 {
  }
  // expected-note @unknown {{help: put it into the role whose waves run it, or into each that needs it}}
}

// -----

// role C2
wave.kernel @k(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  // expected-error @below {{role: 'load' has 0 waves [role-c2]}}
  wave.role "load" waves 0 {
  }
  // expected-note @unknown {{help: give it at least one}}
}

// -----

// channel C1
wave.kernel @k(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  wave.role "load" waves 1 {
    %c0 = wave.index 0
    // expected-error @below {{commit: it names no ring [channel-c1]}}
    "wave.commit"(%c0) : (index) -> ()
    // expected-note @unknown {{help: name the rings that are filled and read together}}
  }
}

// -----

// channel C2
wave.kernel @k(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  %b = wave.allocate "b" : !wave.ring<2, [M = 8], f32>
  wave.role "load" waves 1 {
    %c0 = wave.index 0
    // expected-error @below {{release: in_cluster, and no workgroups of a cluster share a copy into the rings [channel-c2]}}
    // expected-note @unknown {{help: leave in_cluster out, or share the copies}}
    wave.release %b number %c0 {in_cluster} : !wave.ring<2, [M = 8], f32>
  }
}

// -----

wave.kernel @k(%a: !wave.memory<[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE>) bindings {K = 64, M = 64} grid [2, 1, 1] {
  wave.workgroup_constraint M tile 32 dim 0
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>, workgroups_per_cluster = array<i64: 2, 1, 1>}
  %b = wave.allocate "b" : !wave.ring<1, [M = 32, K = 32], f16>
  wave.role "load" waves 1 {
    %c0 = wave.index 0
    // expected-error @below {{acquire: workgroups of a cluster share a copy into a ring, and the step is not in_cluster [channel-c2]}}
    // expected-note @unknown {{help: add in_cluster: it signals all that load slices}}
    wave.acquire %b number %c0 : !wave.ring<1, [M = 32, K = 32], f16>
    wave.copy %a at [%c0, %c0] to %b {shared_along = array<i64: 0>} : !wave.memory<[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE>, !wave.ring<1, [M = 32, K = 32], f16>
  }
}

// -----

wave.kernel @k(%b: !wave.memory<[N = 64, K = 16], f16, SHARED_ADDRESS_SPACE>) bindings {K = 16, M = 256, N = 64} grid [2, 1, 1] {
  wave.workgroup_constraint M tile 128 dim 0
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>, workgroups_per_cluster = array<i64: 2, 1, 1>}
  %a = wave.allocate "a" : !wave.ring<1, [M = 128, K = 16], f16>
  %r = wave.allocate "b" : !wave.ring<1, [N = 32, K = 16], f16>
  wave.role "mma" waves 1 {
    %zero = wave.register 0.0 : f32 : !wave.tile<[M = 128, N = 64], f32>
    %c0 = wave.index 0
    wave.await %a, %r number %c0 : !wave.ring<1, [M = 128, K = 16], f16>, !wave.ring<1, [N = 32, K = 16], f16>
    %0 = wave.shared_read %a slot %c0 in_place : !wave.ring<1, [M = 128, K = 16], f16> -> !wave.tile<[M = 128, K = 16], f16>
    %1 = wave.shared_read %r slot %c0 in_place : !wave.ring<1, [N = 32, K = 16], f16> -> !wave.tile<[N = 32, K = 16], f16>
    %2 = wave.mma %0, %1, %zero {in_tensor_memory, mma_type = "F32_256x64x16_F16"} : !wave.tile<[M = 128, K = 16], f16>, !wave.tile<[N = 32, K = 16], f16>, !wave.tile<[M = 128, N = 64], f32>
    // expected-error @below {{release: a pair of workgroups multiplies with what is in a ring, and the step is not in_cluster [channel-c2]}}
    // expected-note @unknown {{help: add in_cluster: it signals both workgroups}}
    wave.release %a, %r number %c0 : !wave.ring<1, [M = 128, K = 16], f16>, !wave.ring<1, [N = 32, K = 16], f16>
  }
}
