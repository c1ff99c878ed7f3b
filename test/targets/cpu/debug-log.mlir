// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --wave-cpu-lower-to-loops=isa=128-bit | FileCheck %s

// The function and its context stand behind the memories: one address, one size and one
// stride.  Where there is no function, nothing is sent.

// CHECK: func.func @k(%[[WORDS:[a-z0-9]+]]: !llvm.ptr
// CHECK: %[[THREE:.*]] = arith.constant 24 : i64
// CHECK: %[[AT:.*]] = llvm.getelementptr %[[WORDS]][%[[THREE]]]
// CHECK: %[[FUNCTION:.*]] = llvm.load %[[AT]] : !llvm.ptr -> !llvm.ptr
// CHECK: %[[CONTEXT:.*]] = llvm.load %{{.*}} : !llvm.ptr -> !llvm.ptr
// CHECK: %[[ROOM:.*]] = llvm.alloca
// CHECK: %[[NONE:.*]] = llvm.icmp "eq" %[[FUNCTION]]
// CHECK: scf.if %[[NONE]]
// CHECK: else
// CHECK: llvm.call %[[FUNCTION]](%[[CONTEXT]], %{{.*}}, %{{.*}}, %[[ROOM]]) : !llvm.ptr, (!llvm.ptr, i64, !llvm.ptr, !llvm.ptr) -> ()
wave.kernel @k(%a: !wave.memory<[M = 10], f32>) grid [3, 1, 1] {
  wave.workgroup_constraint M tile 4 dim 0
  %WORKGROUP_0 = wave.workgroup_id 0
  %m = wave.index "$0 * 4" (%WORKGROUP_0)
  %0 = wave.read %a at [%m] : <[M = 10], f32> -> <[M = 4], f32>
  wave.debug_log %0 "x" at [%m] : <[M = 4], f32>
}
