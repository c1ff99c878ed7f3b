// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --wave-amd-convert-to-llvm --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// Loops, branches and whiles become blocks; what they count, LLVM; places stay.

// CHECK-LABEL: llvm.func @control(
// CHECK-SAME:    %{{[^ ]*}}: !llvm.ptr<1> {llvm.noalias, llvm.readonly}
// CHECK-SAME:    %{{[^ ]*}}: !llvm.ptr<1> {llvm.noalias, llvm.writeonly}
// CHECK-SAME:    %{{[^ ]*}}: !llvm.ptr<1> {llvm.noalias} loc
// CHECK-SAME:    rocdl.flat_work_group_size = "128,128"
// CHECK-SAME:    rocdl.reqd_work_group_size = array<i32: 64, 2, 1>
// CHECK-NOT:     {{(arith|cf|scf)\.}}
// CHECK:         llvm.br ^[[LOOP:bb[0-9]+]]({{.*}} loc("k_loop"("kernel.cpp":7:3))
// CHECK:         llvm.icmp "slt" {{.*}} : i32 loc("k_loop"("kernel.cpp":7:3))
// CHECK:         llvm.cond_br
// CHECK:         llvm.cond_br {{.*}} loc("kernel.cpp":8:5)
// CHECK:         llvm.fadd {{.*}} loc("kernel.cpp":9:7)
// CHECK:         llvm.br ^[[LOOP]](
// CHECK-NOT:     {{(arith|cf|scf)\.}}
// CHECK:         llvm.return
llvm.func @control(%a: !llvm.ptr<1>, %b: !llvm.ptr<1>, %c: !llvm.ptr<1>, %n: i32, %go: i1)
    attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 2, 1>,
                wave.memories = [{name = "a", dtype = f32, dims = [], pointer = 0, sizes = [], strides = [], access = "read"},
                                 {name = "b", dtype = f32, dims = [], pointer = 1, sizes = [], strides = [], access = "write"},
                                 {name = "c", dtype = f32, dims = [], pointer = 2, sizes = [], strides = [], access = "readwrite"}]} {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %x = llvm.load %a : !llvm.ptr<1> -> f32
  %sum = scf.for %i = %zero to %n step %one iter_args(%acc = %x) -> (f32) : i32 {
    %next = scf.if %go -> (f32) {
      %more = llvm.fadd %acc, %x : f32 loc("kernel.cpp":9:7)
      scf.yield %more : f32
    } else {
      scf.yield %acc : f32
    } loc("kernel.cpp":8:5)
    scf.yield %next : f32
  } loc("k_loop"("kernel.cpp":7:3))
  %last = scf.while (%y = %sum) : (f32) -> f32 {
    %small = llvm.fcmp "olt" %y, %x : f32
    scf.condition(%small) %y : f32
  } do {
  ^bb0(%y: f32):
    %twice = llvm.fadd %y, %y : f32
    scf.yield %twice : f32
  }
  llvm.store %last, %b : f32, !llvm.ptr<1>
  llvm.store %last, %c : f32, !llvm.ptr<1>
  llvm.return
}
