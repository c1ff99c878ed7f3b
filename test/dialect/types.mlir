// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-debuginfo | wave-opt | FileCheck %s

// CHECK: !wave.tile<[M], f16>, !wave.tile<[M, N, K], bf16>, !wave.tile<[M], f32>, !wave.tile<[M], f64>
func.func private @tiles(!wave.tile<[M], f16>, !wave.tile<[M, N, K], bf16>, !wave.tile<[M], f32>, !wave.tile<[M], f64>)

// CHECK: !wave.tile<[M], i1>, !wave.tile<[M], i8>, !wave.tile<[M], i32>, !wave.tile<[M], i64>
func.func private @integers(!wave.tile<[M], i1>, !wave.tile<[M], i8>, !wave.tile<[M], i32>, !wave.tile<[M], i64>)

// A size beside each name; names may be expressions.
// CHECK: !wave.tile<[M = 64, K = 32], f16>, !wave.tile<["K / 2" = 0, 4 = "N + 1", M], f16>
func.func private @sizes(!wave.tile<[M = 64, K = 32], f16>, !wave.tile<["K / 2" = 0, 4 = "N + 1", M], f16>)

// The global address space is not printed.
// CHECK: !wave.memory<[M], f32>, !wave.memory<[M], f32>, !wave.memory<[M = 4, N], f16, SHARED_ADDRESS_SPACE>, !wave.memory<[M], f32, SPACE>
func.func private @memories(!wave.memory<[M], f32>, !wave.memory<[M], f32, GLOBAL_ADDRESS_SPACE>,
    !wave.memory<[M = 4, N], f16, SHARED_ADDRESS_SPACE>, !wave.memory<[M], f32, SPACE>)
