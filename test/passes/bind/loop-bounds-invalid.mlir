// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics \
// RUN:   --pass-pipeline='builtin.module(wave.kernel(wave-bind-symbols{subs="M=64; K=100"},wave-distribute-tiles))'

wave.kernel @end(%a: !wave.memory<[M, K], f32>) {
  wave.workgroup_constraint M tile 16 dim 0
  // expected-note @below {{the step of K is here}}
  wave.tiling_constraint K tile 64
  %id = wave.workgroup_id 0
  %end = wave.index "($0 + 1) * 16" (%id)
  // expected-error @below {{iterate: the end of the loop over K is WORKGROUP_0 * 16 + 16, which is not proved to be a multiple of the step of 64 [loop-range]}}
  // expected-note @unknown {{help: round it up: ceildiv(WORKGROUP_0 * 16 + 16, 64) * 64}}
  wave.iterate K end %end {
    %0 = wave.read %a : !wave.memory<[M, K], f32> -> !wave.tile<[M, K], f32>
    wave.write %0, %a : !wave.tile<[M, K], f32>, !wave.memory<[M, K], f32>
  }
}

// -----

wave.kernel @begin(%a: !wave.memory<[M, K], f32>) {
  // expected-note @below {{the step of K is here}}
  wave.tiling_constraint K tile 8
  %begin = wave.index "M / 2 + 1"
  // expected-error @below {{iterate: the begin of the loop over K is 33, which is not proved to be a multiple of the step of 8 [loop-range]}}
  // expected-note @unknown {{help: round it up: ceildiv(33, 8) * 8}}
  wave.iterate K begin %begin {
    %0 = wave.read %a : !wave.memory<[M, K], f32> -> !wave.tile<[M, K], f32>
    wave.write %0, %a : !wave.tile<[M, K], f32>, !wave.memory<[M, K], f32>
  }
}

// -----

wave.kernel @part(%a: !wave.memory<[M, K], f32>) {
  // expected-error @below {{workgroup constraint: the part of K is 40, which is not proved to be a multiple of the step of 16 [loop-range]}}
  // expected-note @unknown {{help: round it up: ceildiv(40, 16) * 16}}
  wave.workgroup_constraint K tile 40 dim 0
  // expected-note @below {{the step of K is here}}
  wave.tiling_constraint K tile 16
  wave.iterate K {
    %0 = wave.read %a : !wave.memory<[M, K], f32> -> !wave.tile<[M, K], f32>
    wave.write %0, %a : !wave.tile<[M, K], f32>, !wave.memory<[M, K], f32>
  }
}

// -----

wave.kernel @log(%a: !wave.memory<[M, K], f32>) {
  wave.tiling_constraint K tile 8
  %end = wave.index 16
  wave.iterate K end %end {
    %0 = wave.read %a : !wave.memory<[M, K], f32> -> !wave.tile<[M, K], f32>
    // expected-error @below {{debug_log: the kernel has a loop with bounds around it, so that no step and no workgroup says which tile is logged [log-unsupported]}}
    // expected-note @unknown {{help: interpret the kernel, which logs all tiles, or take the call away}}
    wave.debug_log %0 "x" : !wave.tile<[M, K], f32>
  }
}
