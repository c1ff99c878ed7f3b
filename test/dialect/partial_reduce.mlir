// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-debuginfo | wave-opt | FileCheck %s

// CHECK-LABEL: wave.kernel @partial
// CHECK:         wave.partial_reduce max %{{.*}} along N lanes 64 {tag = "max"} : <[M = 8, N = 1024], f16, #wave.layout<registers [N:4, M:8] lanes [N:64:4] waves [N:4:256]>> -> <[N = 4, M = 8], f16, #wave.layout<registers [M:8] lanes [_:64] waves [N:4]>>
// CHECK:         wave.partial_reduce sum %{{.*}} along N lanes 64 : <[M = 8, N = 1024], f16, #wave.layout<{{.*}}>> -> <[N = 4, M = 8], f32, #wave.layout<{{.*}}>>
wave.kernel @partial() {
  %0 = wave.register 0.0 : f16 : !wave.tile<[M = 8, N = 1024], f16, #wave.layout<registers [N:4, M:8] lanes [N:64:4] waves [N:4:256]>>
  %1 = wave.partial_reduce max %0 along N lanes 64 {tag = "max"} : !wave.tile<[M = 8, N = 1024], f16, #wave.layout<registers [N:4, M:8] lanes [N:64:4] waves [N:4:256]>> -> !wave.tile<[N = 4, M = 8], f16, #wave.layout<registers [M:8] lanes [_:64] waves [N:4]>>
  %2 = wave.partial_reduce sum %0 along N lanes 64 : !wave.tile<[M = 8, N = 1024], f16, #wave.layout<registers [N:4, M:8] lanes [N:64:4] waves [N:4:256]>> -> !wave.tile<[N = 4, M = 8], f32, #wave.layout<registers [M:8] lanes [_:64] waves [N:4]>>
}
