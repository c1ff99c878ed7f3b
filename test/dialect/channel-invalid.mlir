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

wave.kernel @reinitialised_early() bindings {} grid [1, 1, 1] {
  wave.tiling_constraint K tile 4
  %n = wave.index 4
  wave.iterate K at %k count %n {
    // expected-error @below {{reinitialise (C1): it ends no trip of a loop [reinitialise-c1]}}
    // expected-note @unknown {{help: put it at the end of the body of the loop over tiles}}
    wave.reinitialise
    wave.barrier
  }
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
  // expected-error @below {{channel: it has no ring [channel-c1]}}
  // expected-note @unknown {{help: name the rings that are filled and read together}}
  %channel = "wave.channel"() : () -> !wave.channel
}

// -----

wave.kernel @k(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  %b = wave.allocate "b" : !wave.buffer<2, [M = 8], f32>
  %c = wave.allocate "c" : !wave.buffer<3, [M = 8], f32>
  // expected-error @below {{channel: one of its rings has 2 slots, and another one 3 [channel-c1]}}
  // expected-note @unknown {{help: rings that are handed over together have equally many slots}}
  %channel = wave.channel %b, %c : !wave.buffer<2, [M = 8], f32>, !wave.buffer<3, [M = 8], f32>
}

// -----

// channel C2
wave.kernel @k(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  %b = wave.allocate "b" : !wave.buffer<2, [M = 8], f32>
  // expected-error @below {{channel: its scope is a cluster, and no other workgroup takes part in it [channel-c2]}}
  // expected-note @unknown {{help: write 'scope workgroup'}}
  %channel = wave.channel %b scope cluster : !wave.buffer<2, [M = 8], f32>
}

// -----

wave.kernel @k(%a: !wave.memory<[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE>) bindings {K = 64, M = 64} grid [2, 1, 1] {
  wave.workgroup_constraint M tile 32 dim 0
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>, workgroups_per_cluster = array<i64: 2, 1, 1>}
  %b = wave.allocate "b" : !wave.buffer<1, [M = 32, K = 32], f16>
  // expected-error @below {{channel: its scope is a workgroup, and workgroups of a cluster share a copy into a ring [channel-c2]}}
  // expected-note @unknown {{help: write 'scope cluster'}}
  %channel = wave.channel %b from ["load"] commits 1 : !wave.buffer<1, [M = 32, K = 32], f16>
  wave.role "load" waves 1 {
    %c0 = wave.index 0
    wave.acquire %channel number %c0
    wave.copy %a at [%c0, %c0] to %b {multicast_along = array<i64: 0>} : !wave.memory<[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE>, !wave.buffer<1, [M = 32, K = 32], f16>
  }
}

// -----

wave.kernel @k(%b: !wave.memory<[N = 64, K = 16], f16, SHARED_ADDRESS_SPACE>) bindings {K = 16, M = 256, N = 64} grid [2, 1, 1] {
  wave.workgroup_constraint M tile 128 dim 0
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>, workgroups_per_cluster = array<i64: 2, 1, 1>}
  %a = wave.allocate "a" : !wave.buffer<1, [M = 128, K = 16], f16>
  %r = wave.allocate "b" : !wave.buffer<1, [N = 32, K = 16], f16>
  // expected-error @below {{channel: its scope is a workgroup, and a pair of workgroups multiplies with what is in a ring, or accumulates there [channel-c2]}}
  // expected-note @unknown {{help: write 'scope pair'}}
  %channel = wave.channel %a, %r to ["mma"] releases 1 : !wave.buffer<1, [M = 128, K = 16], f16>, !wave.buffer<1, [N = 32, K = 16], f16>
  wave.role "mma" waves 1 {
    %zero = wave.register 0.0 : f32 : !wave.tile<[M = 128, N = 64], f32>
    %c0 = wave.index 0
    wave.wait %channel number %c0
    %0 = wave.view %a slot %c0 : !wave.buffer<1, [M = 128, K = 16], f16> -> !wave.buffer<1, [M = 128, K = 16], f16>
    %1 = wave.view %r slot %c0 : !wave.buffer<1, [N = 32, K = 16], f16> -> !wave.buffer<1, [N = 32, K = 16], f16>
    %2 = wave.mma %0, %1, %zero {in_tensor_memory, mma_type = "F32_256x64x16_F16"} : !wave.buffer<1, [M = 128, K = 16], f16>, !wave.buffer<1, [N = 32, K = 16], f16>, !wave.tile<[M = 128, N = 64], f32>
    wave.release %channel number %c0
  }
}

// -----

// channel C3
wave.kernel @k(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  %b = wave.allocate "b" : !wave.buffer<2, [M = 8], f32>
  // expected-error @below {{channel: it has 2 consumers and counts 1 releases [channel-c3]}}
  // expected-note @unknown {{help: name at least one role, and count one of the releases for each}}
  %channel = wave.channel %b to ["first", "second"] releases 1 : !wave.buffer<2, [M = 8], f32>
  wave.role "first" waves 1 {
  }
  wave.role "second" waves 1 {
  }
}

// -----

// channel C4
wave.kernel @k(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  %b = wave.allocate "b" : !wave.buffer<2, [M = 8], f32>
  // expected-error @below {{channel: the kernel has no role 'load' [channel-c4]}}
  // expected-note @unknown {{help: name roles of the kernel}}
  %channel = wave.channel %b from ["load"] commits 1 : !wave.buffer<2, [M = 8], f32>
  wave.role "store" waves 1 {
  }
}
