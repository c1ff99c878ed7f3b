// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --verify-diagnostics --wave-convert-writes

// A remark stands where some value of the source is no value of the target, and
// nowhere else.

wave.kernel @narrows(%f16: !wave.memory<[M = 4], f16>, %bf16: !wave.memory<[M = 4], bf16>,
                     %f32: !wave.memory<[M = 4], f32>, %i8: !wave.memory<[M = 4], i8>,
                     %i32: !wave.memory<[M = 4], i32>, %i64: !wave.memory<[M = 4], i64>,
                     %i1: !wave.memory<[M = 4], i1>) {
  %0 = wave.register 1.0 : f32 : !wave.tile<[M], f32>
  // expected-remark @below {{write: f32 values are narrowed to f16 in memory 'f16' [narrowing-write]}}
  wave.write %0, %f16 : !wave.tile<[M], f32>, !wave.memory<[M = 4], f16>
  // expected-remark @below {{write: f32 values are narrowed to i64 in memory 'i64' [narrowing-write]}}
  wave.write %0, %i64 : !wave.tile<[M], f32>, !wave.memory<[M = 4], i64>

  %1 = wave.register 1.0 : f16 : !wave.tile<[M], f16>
  // expected-remark @below {{write: f16 values are narrowed to bf16 in memory 'bf16' [narrowing-write]}}
  wave.write %1, %bf16 : !wave.tile<[M], f16>, !wave.memory<[M = 4], bf16>
  wave.write %1, %f32 : !wave.tile<[M], f16>, !wave.memory<[M = 4], f32>

  %2 = wave.register 1.0 : bf16 : !wave.tile<[M], bf16>
  // expected-remark @below {{write: bf16 values are narrowed to f16 in memory 'f16' [narrowing-write]}}
  wave.write %2, %f16 : !wave.tile<[M], bf16>, !wave.memory<[M = 4], f16>

  %3 = wave.register 1 : i32 : !wave.tile<[M], i32>
  // expected-remark @below {{write: i32 values are narrowed to f32 in memory 'f32' [narrowing-write]}}
  wave.write %3, %f32 : !wave.tile<[M], i32>, !wave.memory<[M = 4], f32>
  // expected-remark @below {{write: i32 values are narrowed to i8 in memory 'i8' [narrowing-write]}}
  wave.write %3, %i8 : !wave.tile<[M], i32>, !wave.memory<[M = 4], i8>
  // expected-remark @below {{write: i32 values are narrowed to i1 in memory 'i1' [narrowing-write]}}
  wave.write %3, %i1 : !wave.tile<[M], i32>, !wave.memory<[M = 4], i1>
  wave.write %3, %i64 : !wave.tile<[M], i32>, !wave.memory<[M = 4], i64>

  %4 = wave.register 1 : i8 : !wave.tile<[M], i8>
  wave.write %4, %f16 : !wave.tile<[M], i8>, !wave.memory<[M = 4], f16>
  wave.write %4, %bf16 : !wave.tile<[M], i8>, !wave.memory<[M = 4], bf16>
  wave.write %4, %i32 : !wave.tile<[M], i8>, !wave.memory<[M = 4], i32>

  %5 = wave.register true : !wave.tile<[M], i1>
  wave.write %5, %i8 : !wave.tile<[M], i1>, !wave.memory<[M = 4], i8>
}
