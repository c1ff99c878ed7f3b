// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s | wave-opt | FileCheck %s

// CHECK-LABEL: wave.kernel @mapping
wave.kernel @mapping(%a: !wave.memory<[P, Q], f32>, %b: !wave.memory<[P, Q], f32>) {
  // CHECK: %[[ID:.*]] = wave.workgroup_id 0
  %id = wave.workgroup_id 0
  // CHECK: wave.read %a mapping ["$0 + floordiv($i1, 3)", "$i1 % 3"] (%[[ID]]) fill -1.000000e+00 : f32 {tag = "gather"} : <[P, Q], f32> -> <[M, N], f32>
  %0 = wave.read %a mapping ["$0 + floordiv($i1, 3)", "$i1 % 3"] (%id) fill -1.0 : f32 {tag = "gather"} : !wave.memory<[P, Q], f32> -> !wave.tile<[M, N], f32>
  // CHECK: wave.write %{{.*}}, %b mapping ["$i1", "$0 + $i0"] (%[[ID]]) : <[M, N], f32>, <[P, Q], f32>
  wave.write %0, %b mapping ["$i1", "$i0 + $0"] (%id) : !wave.tile<[M, N], f32>, !wave.memory<[P, Q], f32>
}
