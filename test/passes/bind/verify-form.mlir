// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: split-file %s %t
// RUN: wave-opt %t/traced.mlir --wave-verify-form=form=traced | FileCheck %t/traced.mlir
// RUN: wave-opt %t/sized.mlir --wave-verify-form=form=sized | FileCheck %t/sized.mlir
// RUN: wave-opt %t/bound.mlir --wave-verify-form=form=bound | FileCheck %t/bound.mlir

//--- traced.mlir
// CHECK: wave.kernel @traced(%a: !wave.memory<[K], f32, SPACE>)
wave.kernel @traced(%a: !wave.memory<[K], f32, SPACE>) {
  wave.tiling_constraint K tile BLOCK_K
  wave.iterate K {
    %0 = wave.read %a : <[K], f32, SPACE> -> <[K], f32>
    wave.yield
  }
}

//--- sized.mlir
// CHECK: wave.kernel @sized(%a: !wave.memory<[K = 32], f32>)
wave.kernel @sized(%a: !wave.memory<[K = 32], f32>) {
  wave.tiling_constraint K tile 16
  wave.iterate K {
    %0 = wave.read %a : <[K = 32], f32> -> <[K], f32>
    wave.yield
  }
}

//--- bound.mlir
// CHECK: wave.kernel @bound(%a: !wave.memory<[K = 32], f32>)
wave.kernel @bound(%a: !wave.memory<[K = 32], f32>) grid [1, 1, 1] {
  wave.tiling_constraint K tile 16
  %c2 = wave.index 2
  wave.iterate K at %K count %c2 {
    %k = wave.index "$0 * 16" (%K)
    %0 = wave.read %a at [%k] : <[K = 32], f32> -> <[K = 16], f32>
    wave.yield
  }
}
