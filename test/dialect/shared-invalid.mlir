// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// shared_write C1
wave.kernel @k(%a: !wave.memory<[M = 8, K = 8], f32>) bindings {K = 8, M = 8} grid [1, 1, 1] {
  wave.tiling_constraint K tile 4
  %b = wave.allocate "b" : !wave.buffer<1, [M = 4], f32>
  %r = wave.register 0.0 : f32 : !wave.tile<[M = 8], f32>
  // expected-error @below {{shared_write: the value is !wave.tile<[M = 8], f32>, a slot of the ring holds !wave.tile<[M = 4], f32> [shared_write-c1]}}
  // expected-note @unknown {{help: give both the same dimensions and element type}}
  wave.shared_write %r, %b : !wave.tile<[M = 8], f32>, !wave.buffer<1, [M = 4], f32>
}

// -----

// shared_read C1
wave.kernel @k(%a: !wave.memory<[M = 8, K = 8], f32>) bindings {K = 8, M = 8} grid [1, 1, 1] {
  wave.tiling_constraint K tile 4
  %b = wave.allocate "b" : !wave.buffer<1, [M = 8], f32>
  // expected-error @below {{shared_read: the result is !wave.tile<[M = 8], f16>, a slot of the ring holds !wave.tile<[M = 8], f32> [shared_read-c1]}}
  %0 = wave.shared_read %b : !wave.buffer<1, [M = 8], f32> -> !wave.tile<[M = 8], f16>
}

// -----

// view C1
wave.kernel @k(%a: !wave.memory<[M = 8], f16>) bindings {M = 8} grid [1, 1, 1] {
  %b = wave.allocate "b" : !wave.buffer<2, [M = 8], f16>
  // expected-error @below {{view: a slot of the ring is !wave.buffer<1, [M = 8], f16>, and the view !wave.buffer<2, [M = 8], f16> [view-c1]}}
  // expected-note @unknown {{help: write the type of the slot}}
  %0 = wave.view %b : !wave.buffer<2, [M = 8], f16> -> !wave.buffer<2, [M = 8], f16>
}

// -----

// view C2
wave.kernel @k(%a: !wave.memory<[M = 8], f16>) bindings {M = 8} grid [1, 1, 1] {
  %b = wave.allocate "b" : !wave.buffer<1, [M = 8], f16>
  // expected-error @below {{view: it is an operand of MMAs and of nothing else [view-c2]}}
  // expected-note @unknown {{help: read the slot with shared_read}}
  %0 = wave.view %b : !wave.buffer<1, [M = 8], f16> -> !wave.buffer<1, [M = 8], f16>
  // expected-note @below {{shared_read uses it here}}
  %1 = wave.shared_read %0 : !wave.buffer<1, [M = 8], f16> -> !wave.tile<[M = 8], f16>
}

// -----

// shared_read C3
wave.kernel @k(%a: !wave.memory<[M = 8], f16>) bindings {M = 8} grid [1, 1, 1] {
  %b = wave.allocate "b" : !wave.buffer<1, [M = 8], f16>
  // expected-error @below {{shared_read (C3): the ring has no dimension K [shared_read-c3]}}
  // expected-note @unknown {{help: slice along a dimension of the ring}}
  %0 = wave.shared_read %b {slice = #wave.slice<"K" 0 of 2 units 2 of 4>} : !wave.buffer<1, [M = 8], f16> -> !wave.tile<[M = 8], f16>
}

// -----

// shared_read C4
wave.kernel @k(%a: !wave.memory<[M = 8], f16>) bindings {M = 8} grid [1, 1, 1] {
  %b = wave.allocate "b" : !wave.buffer<1, [M = 8], f16>
  // expected-error @below {{shared_read (C4): slice 1 is read into no tile of the result's type [shared_read-c4]}}
  // expected-note @unknown {{help: read the first slice into nothing, and each other one into the result of the slice before it}}
  %0 = wave.shared_read %b {slice = #wave.slice<"M" 1 of 2 units 2 of 4>} : !wave.buffer<1, [M = 8], f16> -> !wave.tile<[M = 8], f16>
}

// -----

wave.kernel @k(%a: !wave.memory<[M = 8], f16>) bindings {M = 8} grid [1, 1, 1] {
  %b = wave.allocate "b" : !wave.buffer<1, [M = 8], f16>
  %0 = wave.shared_read %b : !wave.buffer<1, [M = 8], f16> -> !wave.tile<[M = 8], f16>
  // expected-error @below {{shared_read (C4): it is read into a tile, and is no slice after the first [shared_read-c4]}}
  %1 = wave.shared_read %b into %0 (!wave.tile<[M = 8], f16>) : !wave.buffer<1, [M = 8], f16> -> !wave.tile<[M = 8], f16>
}

// -----

// shared_read C5
wave.kernel @k(%a: !wave.memory<[M = 8], f16>) bindings {M = 8} grid [1, 1, 1] {
  %b = wave.allocate "b" : !wave.buffer<1, [M = 8], f16>
  %one = wave.index 1
  // expected-error @below {{shared_read (C5): it says whether an MMA has accumulated in a ring, which is not in tensor memory [shared_read-c5]}}
  // expected-note @unknown {{help: leave accumulated out}}
  %0 = wave.shared_read %b accumulated %one : !wave.buffer<1, [M = 8], f16> -> !wave.tile<[M = 8], f16>
}

// -----

// slice C1
wave.kernel @k(%a: !wave.memory<[M = 8], f16>) bindings {M = 8} grid [1, 1, 1] {
  %b = wave.allocate "b" : !wave.buffer<1, [M = 8], f16>
  // expected-error @below {{slice: number 2 of 2 slices of 2 units of 4 elements [slice-c1]}}
  // expected-note @unknown {{help: slices count from 0, and each has a unit of at least one element}}
  %0 = wave.shared_read %b {slice = #wave.slice<"M" 2 of 2 units 2 of 4>} : !wave.buffer<1, [M = 8], f16> -> !wave.tile<[M = 8], f16>
}

// -----

// mma_wait C1
wave.kernel @k(%a: !wave.memory<[M = 8], f16>) bindings {M = 8} grid [1, 1, 1] {
  // expected-error @below {{mma_wait (C1): pending is -1 [mma_wait-c1]}}
  // expected-note @unknown {{help: write 0 where all products have to have ended}}
  wave.mma_wait -1
}

// -----

// convert_layout C1
wave.kernel @k(%a: !wave.memory<[M = 8, K = 8], f32>) bindings {K = 8, M = 8} grid [1, 1, 1] {
  wave.tiling_constraint K tile 4
  %r = wave.register 0.0 : f32 : !wave.tile<[M = 8], f32>
  // expected-error @below {{convert_layout: the result [M] f16 differs from the value [M] f32 in more than the layout [convert_layout-c1]}}
  // expected-note @unknown {{help: keep dimensions and element type; cast changes the latter}}
  %0 = wave.convert_layout %r : !wave.tile<[M = 8], f32> -> !wave.tile<[M = 8], f16>
}

// -----

// copy C1
wave.kernel @k(%a: !wave.memory<[M = 8], f32, SHARED_ADDRESS_SPACE>) bindings {M = 8} grid [1, 1, 1] {
  %b = wave.allocate "b" : !wave.buffer<1, [M = 8], f16>
  %c0 = wave.index 0
  // expected-error @below {{copy: the memory is [M] f32, a slot of the ring holds [M] f16 [copy-c1]}}
  wave.copy %a at [%c0] to %b : !wave.memory<[M = 8], f32, SHARED_ADDRESS_SPACE>, !wave.buffer<1, [M = 8], f16>
}

// -----

// copy C1: what the ring lacks of the memory's dimensions it has one element of; the others keep their order.
wave.kernel @k(%a: !wave.memory<[B = 2, M = 8, K = 8], f32, SHARED_ADDRESS_SPACE>) bindings {B = 2, K = 8, M = 8} grid [1, 1, 1] {
  %b = wave.allocate "b" : !wave.buffer<1, [M = 8, K = 8], f32>
  %c = wave.allocate "c" : !wave.buffer<1, [K = 8, M = 8], f32>
  %c0 = wave.index 0
  wave.copy %a at [%c0, %c0, %c0] to %b : !wave.memory<[B = 2, M = 8, K = 8], f32, SHARED_ADDRESS_SPACE>, !wave.buffer<1, [M = 8, K = 8], f32>
  // expected-error @below {{copy: the memory is [B, M, K] f32, a slot of the ring holds [K, M] f32 [copy-c1]}}
  wave.copy %a at [%c0, %c0, %c0] to %c : !wave.memory<[B = 2, M = 8, K = 8], f32, SHARED_ADDRESS_SPACE>, !wave.buffer<1, [K = 8, M = 8], f32>
}

// -----

// copy C2
wave.kernel @k(%a: !wave.memory<[M = 8], f32, SHARED_ADDRESS_SPACE>) bindings {M = 8} grid [1, 1, 1] {
  %b = wave.allocate "b" : !wave.buffer<1, [M = 8], f32>
  %c0 = wave.index 0
  // expected-error @below {{copy: 2 starts for 1 dimensions [copy-c2]}}
  wave.copy %a at [%c0, %c0] to %b : !wave.memory<[M = 8], f32, SHARED_ADDRESS_SPACE>, !wave.buffer<1, [M = 8], f32>
}
// copy_out C1
wave.kernel @k(%c: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  %b = wave.allocate "c" : !wave.buffer<1, [M = 8], f16>
  %c0 = wave.index 0
  // expected-error @below {{copy_out: the memory is [M] f32, a slot of the ring holds [M] f16 [copy_out-c1]}}
  wave.copy_out %b to %c at [%c0] : !wave.buffer<1, [M = 8], f16>, !wave.memory<[M = 8], f32>
}

// -----

// shared_read C6
wave.kernel @k(%c: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  %b = wave.allocate "c" : !wave.buffer<1, [M = 8], f32>
  // expected-error @below {{shared_read (C6): the result is no strip of an accumulator in tensor memory [shared_read-c6]}}
  // expected-note @unknown {{help: give the result the size of the strip, or leave strip out}}
  %0 = wave.shared_read %b {strip = #wave.slice<"M" 0 of 2 units 2 of 4>} : !wave.buffer<1, [M = 8], f32> -> !wave.tile<[M = 4], f32>
}

// -----

// copy_out C3
wave.kernel @k(%c: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  %b = wave.allocate "c" : !wave.buffer<1, [M = 8], f32>
  // expected-error @below {{copy_out: accesses of lanes have 4 bytes, expected 8 or 16 [copy_out-c3]}}
  // expected-note @unknown {{help: write path = #wave.path<lanes, 8>, or leave the path out: TMA makes the copy then}}
  wave.copy_out %b to %c {path = #wave.path<lanes, 4>} : !wave.buffer<1, [M = 8], f32>, !wave.memory<[M = 8], f32>
}

// -----

// copy_out C3, another path
wave.kernel @k(%c: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  %b = wave.allocate "c" : !wave.buffer<1, [M = 8], f32>
  // expected-error @below {{copy_out: the path is async, which it cannot take [copy_out-c3]}}
  // expected-note @unknown {{help: write one of tma, lanes, rows, elements, or leave the path out: wave-choose-paths chooses it}}
  wave.copy_out %b to %c {path = #wave.path<async>} : !wave.buffer<1, [M = 8], f32>, !wave.memory<[M = 8], f32>
}

// -----

// copy_out C3, a width of rows
wave.kernel @k(%c: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  %b = wave.allocate "c" : !wave.buffer<1, [M = 8], f32>
  // expected-error @below {{copy_out: accesses of lanes have 8 bytes, expected none to be given [copy_out-c3]}}
  // expected-note @unknown {{help: leave the number of bytes out}}
  wave.copy_out %b to %c {path = #wave.path<rows, 8>} : !wave.buffer<1, [M = 8], f32>, !wave.memory<[M = 8], f32>
}

// -----

// copy C5
wave.kernel @k(%a: !wave.memory<[M = 8], f32, SHARED_ADDRESS_SPACE>) bindings {M = 8} grid [1, 1, 1] {
  %b = wave.allocate "b" : !wave.buffer<1, [M = 8], f32>
  // expected-error @below {{copy: the path is rows, which it cannot take [copy-c5]}}
  // expected-note @unknown {{help: write one of tma, async, elements, or leave the path out: wave-choose-paths chooses it}}
  wave.copy %a to %b {path = #wave.path<rows>} : !wave.memory<[M = 8], f32, SHARED_ADDRESS_SPACE>, !wave.buffer<1, [M = 8], f32>
}

// -----

// copy_out C2
wave.kernel @k(%c: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  %b = wave.allocate "c" : !wave.buffer<1, [M = 8], f32>
  %c0 = wave.index 0
  // expected-error @below {{copy_out: 2 starts for 1 dimensions [copy_out-c2]}}
  wave.copy_out %b to %c at [%c0, %c0] : !wave.buffer<1, [M = 8], f32>, !wave.memory<[M = 8], f32>
}

// -----

// shared_write C2
wave.kernel @stored(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  %sum = wave.allocate "sum" : !wave.buffer<1, [M = 8], f32 in tensor_memory>
  %c0 = wave.index 0
  %0 = wave.read %a at [%c0] : <[M = 8], f32> -> <[M = 8], f32>
  // expected-error @below {{shared_write (C2): a ring in tensor memory is filled by the products whose sums are there, in place [shared_write-c2]}}
  // expected-note @unknown {{help: write in_place, and the sum of products by F32_128xNx16_...}}
  wave.shared_write %0, %sum : <[M = 8], f32>, <1, [M = 8], f32 in tensor_memory>
}

// -----

// shared_write C2
wave.kernel @elsewhere(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  %ring = wave.allocate "a" : !wave.buffer<1, [M = 8], f32>
  %c0 = wave.index 0
  %0 = wave.read %a at [%c0] : <[M = 8], f32> -> <[M = 8], f32>
  // expected-error @below {{shared_write (C2): nothing is in place but the sums of a ring in tensor memory [shared_write-c2]}}
  // expected-note @unknown {{help: allocate the buffer in tensor_memory, or store the tile}}
  wave.shared_write %0, %ring in_place : <[M = 8], f32>, <1, [M = 8], f32>
}

// -----

// shared_write C3
wave.kernel @k(%a: !wave.memory<[M = 8], f16>) bindings {M = 8} grid [1, 1, 1] {
  %ring = wave.allocate "a" : !wave.buffer<1, [M = 8], f16>
  %c0 = wave.index 0
  %0 = wave.read %a at [%c0] : <[M = 8], f16> -> <[M = 8], f16>
  // expected-error @below {{shared_write (C3): the ring has no dimension K [shared_write-c3]}}
  wave.shared_write %0, %ring {slice = #wave.slice<"K" 0 of 2 units 2 of 4>} : <[M = 8], f16>, <1, [M = 8], f16>
}

// -----

wave.kernel @k(%a: !wave.memory<[M = 8], f16>) bindings {M = 8} grid [1, 1, 1] {
  %ring = wave.allocate "a" : !wave.buffer<1, [M = 8], f16>
  %channel = wave.channel %ring : !wave.buffer<1, [M = 8], f16>
  %c0 = wave.index 0
  %0 = wave.read %a at [%c0] : <[M = 8], f16> -> <[M = 8], f16>
  // expected-error @below {{shared_write (C3): a slice goes into a ring of a channel [shared_write-c3]}}
  // expected-note @unknown {{help: fill slots of a channel by operations without a slice}}
  wave.shared_write %0, %ring {slice = #wave.slice<"M" 0 of 2 units 2 of 4>} : <[M = 8], f16>, <1, [M = 8], f16>
}

// -----

// copy C4
wave.kernel @k(%a: !wave.memory<[M = 8], f16, SHARED_ADDRESS_SPACE>) bindings {M = 8} grid [1, 1, 1] {
  %ring = wave.allocate "a" : !wave.buffer<1, [M = 8], f16>
  %channel = wave.channel %ring : !wave.buffer<1, [M = 8], f16>
  %c0 = wave.index 0
  // expected-error @below {{copy (C4): a slice goes into a ring of a channel [copy-c4]}}
  wave.copy %a at [%c0] to %ring {slice = #wave.slice<"M" 0 of 2 units 2 of 4>} : <[M = 8], f16, SHARED_ADDRESS_SPACE>, <1, [M = 8], f16>
}

// -----

// copy C3
wave.kernel @k(%a: !wave.memory<[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE>) bindings {K = 64, M = 64} grid [2, 2, 1] {
  wave.workgroup_constraint M tile 32 dim 0
  wave.workgroup_constraint K tile 32 dim 1
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>, workgroups_per_cluster = array<i64: 2, 1, 1>}
  %b = wave.allocate "b" : !wave.buffer<1, [M = 32, K = 32], f16>
  wave.role "load" waves 1 {
    %WORKGROUP_0 = wave.workgroup_id 0
    %m = wave.index "$0 * 32" (%WORKGROUP_0)
    %c0 = wave.index 0
    // expected-error @below {{copy: multicast_along names dimension 1, along which a cluster has 1 [copy-c3]}}
    // expected-note @unknown {{help: name dimensions of the grid along which a cluster has several workgroups that load the same, or leave multicast_along out}}
    wave.copy %a at [%m, %c0] to %b {multicast_along = array<i64: 1>} : !wave.memory<[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE>, !wave.buffer<1, [M = 32, K = 32], f16>
  }
}

// -----

wave.kernel @k(%a: !wave.memory<[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE>) bindings {K = 64, M = 64} grid [2, 2, 1] {
  wave.workgroup_constraint M tile 32 dim 0
  wave.workgroup_constraint K tile 32 dim 1
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>, workgroups_per_cluster = array<i64: 2, 1, 1>}
  %b = wave.allocate "b" : !wave.buffer<1, [M = 32, K = 32], f16>
  wave.role "load" waves 1 {
    %c0 = wave.index 0
    // expected-error @below {{copy: multicast_along names none [copy-c3]}}
    wave.copy %a at [%c0, %c0] to %b {multicast_along = array<i64>} : !wave.memory<[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE>, !wave.buffer<1, [M = 32, K = 32], f16>
  }
}

// -----

wave.kernel @k(%a: !wave.memory<[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE>) bindings {K = 64, M = 64} grid [2, 2, 1] {
  wave.workgroup_constraint M tile 32 dim 0
  wave.workgroup_constraint K tile 32 dim 1
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>, workgroups_per_cluster = array<i64: 2, 2, 1>}
  %b = wave.allocate "b" : !wave.buffer<1, [M = 32, K = 32], f16>
  wave.role "load" waves 1 {
    %c0 = wave.index 0
    // expected-error @below {{copy: multicast_along names dimension 0 behind 1 [copy-c3]}}
    wave.copy %a at [%c0, %c0] to %b {multicast_along = array<i64: 1, 0>} : !wave.memory<[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE>, !wave.buffer<1, [M = 32, K = 32], f16>
  }
}

// -----

wave.kernel @k(%a: !wave.memory<[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE>) bindings {K = 64, M = 64} grid [2, 2, 1] {
  wave.workgroup_constraint M tile 32 dim 0
  wave.workgroup_constraint K tile 32 dim 1
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>, workgroups_per_cluster = array<i64: 2, 2, 1>}
  %b = wave.allocate "b" : !wave.buffer<1, [M = 32, K = 32], f16>
  wave.role "load" waves 1 {
    %c0 = wave.index 0
    // expected-error @below {{copy: multicast_along names dimension 3 behind -1 [copy-c3]}}
    wave.copy %a at [%c0, %c0] to %b {multicast_along = array<i64: 3>} : !wave.memory<[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE>, !wave.buffer<1, [M = 32, K = 32], f16>
  }
}

// -----

wave.kernel @k(%a: !wave.memory<[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE>) bindings {K = 64, M = 64} grid [2, 2, 1] {
  wave.workgroup_constraint M tile 32 dim 0
  wave.workgroup_constraint K tile 32 dim 1
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>, workgroups_per_cluster = array<i64: 2, 1, 1>}
  %b = wave.allocate "b" : !wave.buffer<1, [M = 32, K = 32], f16>
  wave.role "load" waves 1 {
    %WORKGROUP_0 = wave.workgroup_id 0
    %m = wave.index "$0 * 32" (%WORKGROUP_0)
    %c0 = wave.index 0
    // expected-error @below {{copy: multicast_along names dimension 0, on which the start depends [copy-c3]}}
    wave.copy %a at [%m, %c0] to %b {multicast_along = array<i64: 0>} : !wave.memory<[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE>, !wave.buffer<1, [M = 32, K = 32], f16>
  }
}

// -----

wave.kernel @k(%a: !wave.memory<[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE>) bindings {K = 64, M = 64} grid [2, 2, 1] {
  wave.workgroup_constraint M tile 31 dim 0
  wave.workgroup_constraint K tile 32 dim 1
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>, workgroups_per_cluster = array<i64: 2, 1, 1>}
  %b = wave.allocate "b" : !wave.buffer<1, [M = 31, K = 32], f16>
  wave.role "load" waves 1 {
    %c0 = wave.index 0
    // expected-error @below {{copy: multicast_along gives 2 workgroups slices of 31 rows [copy-c3]}}
    wave.copy %a at [%c0, %c0] to %b {multicast_along = array<i64: 0>} : !wave.memory<[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE>, !wave.buffer<1, [M = 31, K = 32], f16>
  }
}
