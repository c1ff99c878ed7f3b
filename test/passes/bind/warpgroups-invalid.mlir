// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each reason for which products are not those of warpgroups: a remark for a kernel that was written for another
// chip, which gets the chip's own waves, and an error for one that asks for them.
//
// RUN: sed -e 's/THREADS/64/' %s > %t.mlir
// RUN: wave-opt %t.mlir --split-input-file --wave-retarget=chip=sm_90a 2>&1 > /dev/null | grep -o 'remark: mma.*' | FileCheck %s --check-prefix=REMARK
// RUN: sed -e 's/THREADS/128/' %s > %t.mlir
// RUN: not wave-opt %t.mlir --split-input-file --wave-retarget=chip=sm_90a --wave-resolve-hardware=chip=sm_90a 2>&1 > /dev/null | grep -o 'error: .*' | FileCheck %s --check-prefix=ERROR

// REMARK: remark: mma: not a warpgroup MMA, which reads operands by descriptor: a wave of 128 threads takes 64 rows at once, and has 32 of M [not-by-descriptor]
// ERROR: error: mma: {{.*}} takes 64 elements of M, which do not divide the tile of 32 [mma-tile]
wave.kernel @rows(%a: !wave.memory<[M = 64, K = 32], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 64, K = 32], f16, SHARED_ADDRESS_SPACE>) {
  wave.workgroup_constraint M tile 32 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  wave.tiling_constraint K tile 32
  wave.hardware_constraint threads_per_wave THREADS
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.iterate K iter_args(%acc = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : !wave.memory<[M = 64, K = 32], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[M, K], f16>
    %3 = wave.read %b : !wave.memory<[N = 64, K = 32], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[N, K], f16>
    %9 = wave.mma %2, %3, %acc : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
    wave.yield %9 : !wave.tile<[M, N], f32>
  }
}

// -----

// REMARK: remark: mma: not a warpgroup MMA, which reads operands by descriptor: the tile has 60 elements of N, which is no multiple of 8 [not-by-descriptor]
// ERROR: error: mma: {{.*}} takes 8 elements of N, which do not divide the tile of 60 [mma-tile]
wave.kernel @columns(%a: !wave.memory<[M = 64, K = 32], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 64, K = 32], f16, SHARED_ADDRESS_SPACE>) {
  wave.workgroup_constraint M tile 64 dim 0
  wave.workgroup_constraint N tile 60 dim 1
  wave.tiling_constraint K tile 32
  wave.hardware_constraint threads_per_wave THREADS
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.iterate K iter_args(%acc = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : !wave.memory<[M = 64, K = 32], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[M, K], f16>
    %3 = wave.read %b : !wave.memory<[N = 64, K = 32], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[N, K], f16>
    %9 = wave.mma %2, %3, %acc : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
    wave.yield %9 : !wave.tile<[M, N], f32>
  }
}

// -----

// REMARK: remark: mma: not a warpgroup MMA, which reads operands by descriptor: a step has 24 elements of K, which is no multiple of 16 [not-by-descriptor]
// ERROR: error: mma: {{.*}} takes 16 elements of K, which do not divide the tile of 24 [mma-tile]
wave.kernel @depth(%a: !wave.memory<[M = 64, K = 32], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 64, K = 32], f16, SHARED_ADDRESS_SPACE>) {
  wave.workgroup_constraint M tile 64 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  wave.tiling_constraint K tile 24
  wave.hardware_constraint threads_per_wave THREADS
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.iterate K iter_args(%acc = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : !wave.memory<[M = 64, K = 32], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[M, K], f16>
    %3 = wave.read %b : !wave.memory<[N = 64, K = 32], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[N, K], f16>
    %9 = wave.mma %2, %3, %acc : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
    wave.yield %9 : !wave.tile<[M, N], f32>
  }
}

// -----

// REMARK: remark: mma: not a warpgroup MMA, which reads operands by descriptor: the compiler supports no warpgroup MMA of f64 [not-by-descriptor]
// ERROR: error: mma: the compiler supports no instruction of sm_90a for f64 into f64 in waves of 128 threads [mma-unavailable]
wave.kernel @types(%a: !wave.memory<[M = 64, K = 32], f64, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 64, K = 32], f64, SHARED_ADDRESS_SPACE>) {
  wave.workgroup_constraint M tile 64 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  wave.tiling_constraint K tile 32
  wave.hardware_constraint threads_per_wave THREADS
  %0 = wave.register 0.0 : f64 : !wave.tile<[M, N], f64>
  %1 = wave.iterate K iter_args(%acc = %0) -> !wave.tile<[M, N], f64> {
    %2 = wave.read %a : !wave.memory<[M = 64, K = 32], f64, SHARED_ADDRESS_SPACE> -> !wave.tile<[M, K], f64>
    %3 = wave.read %b : !wave.memory<[N = 64, K = 32], f64, SHARED_ADDRESS_SPACE> -> !wave.tile<[N, K], f64>
    %9 = wave.mma %2, %3, %acc : !wave.tile<[M, K], f64>, !wave.tile<[N, K], f64>, !wave.tile<[M, N], f64>
    wave.yield %9 : !wave.tile<[M, N], f64>
  }
}

// -----

// REMARK: remark: mma: not a warpgroup MMA, which reads operands by descriptor: a row of N in shared memory has 48 bytes, and can be read by descriptor if it has a multiple of 32 [not-by-descriptor]
// ERROR: error: mma: {{.*}} reads operands from shared memory by descriptor: a row of N in shared memory has 48 bytes, and can be read by descriptor if it has a multiple of 32 [not-by-descriptor]
wave.kernel @narrow(%a: !wave.memory<[M = 64, K = 32], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[K = 32, N = 64], f16, SHARED_ADDRESS_SPACE>) {
  wave.workgroup_constraint M tile 64 dim 0
  wave.workgroup_constraint N tile 24 dim 1
  wave.tiling_constraint K tile 32
  wave.hardware_constraint threads_per_wave THREADS
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.iterate K iter_args(%acc = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : !wave.memory<[M = 64, K = 32], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[M, K], f16>
    %3 = wave.read %b : !wave.memory<[K = 32, N = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[K, N], f16>
    %9 = wave.mma %2, %3, %acc : !wave.tile<[M, K], f16>, !wave.tile<[K, N], f16>, !wave.tile<[M, N], f32>
    wave.yield %9 : !wave.tile<[M, N], f32>
  }
}

// -----

// REMARK: remark: mma: not a warpgroup MMA, which reads operands by descriptor: rhs is not read from a memory through shared memory [not-by-descriptor]
// ERROR: error: mma: {{.*}} reads operands from shared memory by descriptor: rhs is not read from a memory through shared memory [not-by-descriptor]
wave.kernel @global(%a: !wave.memory<[M = 64, K = 32], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 64, K = 32], f16>) {
  wave.workgroup_constraint M tile 64 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  wave.tiling_constraint K tile 32
  wave.hardware_constraint threads_per_wave THREADS
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.iterate K iter_args(%acc = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : !wave.memory<[M = 64, K = 32], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[M, K], f16>
    %3 = wave.read %b : !wave.memory<[N = 64, K = 32], f16> -> !wave.tile<[N, K], f16>
    %9 = wave.mma %2, %3, %acc : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
    wave.yield %9 : !wave.tile<[M, N], f32>
  }
}

// -----

// REMARK: remark: mma: not a warpgroup MMA, which reads operands by descriptor: an instruction takes 160 of N, 320 bytes, and rows of 640 are read by descriptor in columns of 128 [not-by-descriptor]
// ERROR: error: mma: {{.*}} reads operands from shared memory by descriptor: an instruction takes 160 of N, 320 bytes, and rows of 640 are read by descriptor in columns of 128 [not-by-descriptor]
wave.kernel @part_of_a_column(%a: !wave.memory<[M = 64, K = 32], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[K = 32, N = 64], f16, SHARED_ADDRESS_SPACE>) {
  wave.workgroup_constraint M tile 64 dim 0
  wave.workgroup_constraint N tile 320 dim 1
  wave.tiling_constraint K tile 32
  wave.hardware_constraint threads_per_wave THREADS
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.iterate K iter_args(%acc = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : !wave.memory<[M = 64, K = 32], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[M, K], f16>
    %3 = wave.read %b : !wave.memory<[K = 32, N = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[K, N], f16>
    %9 = wave.mma %2, %3, %acc : !wave.tile<[M, K], f16>, !wave.tile<[K, N], f16>, !wave.tile<[M, N], f32>
    wave.yield %9 : !wave.tile<[M, N], f32>
  }
}

// -----

// REMARK: remark: mma: not a warpgroup MMA, which reads operands by descriptor: rhs is not read from a memory through shared memory [not-by-descriptor]
// ERROR: error: mma: {{.*}} reads operands from shared memory by descriptor: rhs is not read from a memory through shared memory [not-by-descriptor]
wave.kernel @computed(%a: !wave.memory<[M = 64, K = 32], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 64, K = 32], f16, SHARED_ADDRESS_SPACE>) {
  wave.workgroup_constraint M tile 64 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  wave.tiling_constraint K tile 32
  wave.hardware_constraint threads_per_wave THREADS
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.iterate K iter_args(%acc = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : !wave.memory<[M = 64, K = 32], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[M, K], f16>
    %3 = wave.read %b : !wave.memory<[N = 64, K = 32], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[N, K], f16>
    %4 = wave.add %3, %3 : !wave.tile<[N, K], f16>, !wave.tile<[N, K], f16> -> !wave.tile<[N, K], f16>
    %9 = wave.mma %2, %4, %acc : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
    wave.yield %9 : !wave.tile<[M, N], f32>
  }
}

// -----

// REMARK: remark: mma: not a warpgroup MMA, which reads operands by descriptor: something other than MMAs uses rhs [not-by-descriptor]
// ERROR: error: mma: {{.*}} reads operands from shared memory by descriptor: something other than MMAs uses rhs [not-by-descriptor]
wave.kernel @used(%a: !wave.memory<[M = 64, K = 32], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 64, K = 32], f16, SHARED_ADDRESS_SPACE>) {
  wave.workgroup_constraint M tile 64 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  wave.tiling_constraint K tile 32
  wave.hardware_constraint threads_per_wave THREADS
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.iterate K iter_args(%acc = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : !wave.memory<[M = 64, K = 32], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[M, K], f16>
    %3 = wave.read %b : !wave.memory<[N = 64, K = 32], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[N, K], f16>
    %9 = wave.mma %2, %3, %acc : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
    wave.debug_log %3 "b" : !wave.tile<[N, K], f16>
    wave.yield %9 : !wave.tile<[M, N], f32>
  }
}

// -----

// REMARK: remark: mma: not a warpgroup MMA, which reads operands by descriptor: a memory that is read through shared memory is written too [not-by-descriptor]
// ERROR: error: mma: {{.*}} reads operands from shared memory by descriptor: a memory that is read through shared memory is written too [not-by-descriptor]
wave.kernel @written(%a: !wave.memory<[M = 64, K = 32], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 64, K = 32], f16, SHARED_ADDRESS_SPACE>) {
  wave.workgroup_constraint N tile 64 dim 0
  wave.tiling_constraint K tile 32
  wave.hardware_constraint threads_per_wave THREADS
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.iterate K iter_args(%acc = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : !wave.memory<[M = 64, K = 32], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[M, K], f16>
    %3 = wave.read %b : !wave.memory<[N = 64, K = 32], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[N, K], f16>
    %9 = wave.mma %2, %3, %acc : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
    %4 = wave.register 0.0 : f16 : !wave.tile<[N, K], f16>
    wave.write %4, %b : !wave.tile<[N, K], f16>, !wave.memory<[N = 64, K = 32], f16, SHARED_ADDRESS_SPACE>
    wave.yield %9 : !wave.tile<[M, N], f32>
  }
}

// -----

// REMARK: remark: mma: not a warpgroup MMA, which reads operands by descriptor: each lane would hold 256 registers of accumulators and operands, and has 200 [not-by-descriptor]
// ERROR: error: mma: {{.*}} reads operands from shared memory by descriptor: each lane would hold 256 registers of accumulators and operands, and has 200 [not-by-descriptor]
wave.kernel @registers(%a: !wave.memory<[M = 64, K = 32], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 64, K = 32], f16, SHARED_ADDRESS_SPACE>) {
  wave.workgroup_constraint M tile 64 dim 0
  wave.workgroup_constraint N tile 512 dim 1
  wave.tiling_constraint K tile 32
  wave.hardware_constraint threads_per_wave THREADS
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.iterate K iter_args(%acc = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : !wave.memory<[M = 64, K = 32], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[M, K], f16>
    %3 = wave.read %b : !wave.memory<[N = 64, K = 32], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[N, K], f16>
    %9 = wave.mma %2, %3, %acc : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
    wave.yield %9 : !wave.tile<[M, N], f32>
  }
}
