// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a schedule says of a kernel as it is written is on its operations, with what these statements
// select; the others wait until it is staged.
//
// RUN: wave-opt %s --split-input-file --wave-choose-by-schedule | FileCheck %s

// CHECK-LABEL: wave.kernel @chosen
// CHECK-SAME: wave.choices = ["subs(BLOCK_M=64)", "pair(get_node_by_tag(\22mma\22), False)"]
// CHECK: wave.mma {{.*}}wave.choice = #wave.choice<"pair" {together = "False"} at
wave.kernel @chosen(%a: !wave.memory<[M, K], f16>, %b: !wave.memory<[N, K], f16>, %c: !wave.memory<[M, N], f32>) attributes {wave.schedule = "wave_schedule 1 \22s\22\0Asubs(BLOCK_M=64)\0Amma = get_node_by_tag(\22mma\22)\0Apair(mma, False)\0Abuffers(\22nothing\22, 1)\0A"} {
  wave.workgroup_constraint M tile BLOCK_M dim 0
  wave.tiling_constraint K tile 16
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.iterate K iter_args(%acc = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : !wave.memory<[M, K], f16> -> !wave.tile<[M, K], f16>
    %3 = wave.read %b : !wave.memory<[N, K], f16> -> !wave.tile<[N, K], f16>
    %9 = wave.mma %2, %3, %acc {tag = "mma"} : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
    wave.yield %9 : !wave.tile<[M, N], f32>
  }
  wave.write %1, %c : <[M, N], f32>, <[M, N], f32>
}

// -----

// Without a schedule there is nothing to choose.
// CHECK-LABEL: wave.kernel @plain
// CHECK-NOT: wave.choices
wave.kernel @plain(%c: !wave.memory<[M, N], f32>) {
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  wave.write %0, %c : <[M, N], f32>, <[M, N], f32>
}
