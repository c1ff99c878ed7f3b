// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --wave-cpu-lower-to-loops=isa=128-bit | FileCheck %s

// What depends on open sizes the launch computes: it lies behind the address, two sizes
// and two strides of the memory and the two words of the log.  A size itself is the
// memory's.

// CHECK: func.func @whole(%[[WORDS:[a-z0-9]+]]: !llvm.ptr, {{.*}}wave.launch_values = [#wave.expr<"ceildiv(M, 3)">, #wave.expr<"Max(ceildiv(K, 8) * 8, 8)">], wave.workspace_bytes = #wave.expr<{{.*}}>}
// CHECK: %[[SEVEN:.*]] = arith.constant 56 : i64
// CHECK: %[[AT:.*]] = llvm.getelementptr %[[WORDS]][%[[SEVEN]]]
// CHECK: %[[WORD:.*]] = llvm.load %[[AT]] : !llvm.ptr -> i64
// CHECK: %[[COUNT:.*]] = arith.index_cast %[[WORD]] : i64 to index
// CHECK: %[[EIGHT:.*]] = arith.constant 64 : i64
// CHECK: llvm.getelementptr %[[WORDS]][%[[EIGHT]]]
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[COUNT]]
wave.kernel @whole(%a: !wave.memory<[M = M, K = K], f32>) grid [1, 1, 1] {
  wave.tiling_constraint M tile 3
  %steps = wave.index "ceildiv(M, 3)"
  wave.iterate M at %M count %steps {
    %m = wave.index "$0 * 3" (%M)
    %c0 = wave.index 0
    %0 = wave.read %a at [%m, %c0] : <[M = M, K = K], f32> -> <[M = 3, K = K], f32>
    wave.write %0, %a at [%m, %c0] : <[M = 3, K = K], f32>, <[M = M, K = K], f32>
    wave.yield
  }
}
