// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --wave-nvidia-convert-to-llvm | FileCheck %s
//
// Shared memory gets its size at the launch, which the kernel's attribute says; the number
// of lanes is required, and told not to grow the number of workgroups beside one another.

// CHECK-NOT:   @gemm.shared
// CHECK:       llvm.mlir.global external @wave_shared() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
llvm.mlir.global internal @gemm.shared() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<100000 x i8>

// CHECK:       llvm.func @gemm(%{{.*}}: !llvm.ptr<1> {llvm.noalias, llvm.readonly}, %{{.*}}: !llvm.ptr<1> {llvm.noalias, llvm.writeonly}
// CHECK-SAME:  nvvm.kernel, nvvm.minctasm = 1 : i32, nvvm.reqntid = array<i32: 64, 2, 1>
// CHECK-SAME:  wave.shared_bytes = 100000 : i64
llvm.func @gemm(%a: !llvm.ptr<1>, %c: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel, wave.workgroup = array<i32: 64, 2, 1>,
    wave.memories = [{name = "a", dims = [], pointer = 0, sizes = [], strides = [], access = "read"},
                     {name = "c", dims = [], pointer = 1, sizes = [], strides = [], access = "write"}]} {
  %shared = llvm.mlir.addressof @gemm.shared : !llvm.ptr<3>
  // CHECK: llvm.mlir.addressof @wave_shared : !llvm.ptr<3>
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %true = llvm.mlir.constant(true) : i1
  // A loop inside of another one: each branches to its own head.
  scf.for %i = %zero to %n step %one : i32 {
    // CHECK:      llvm.br ^[[OUTER:bb[0-9]+]](%{{.*}} : i32)
    // CHECK:      ^[[OUTER]]({{.*}}):
    // CHECK:      llvm.cond_br %{{.*}}, ^{{bb[0-9]+}}, ^[[END:bb[0-9]+]]
    scf.while : () -> () {
      // CHECK:    llvm.br ^[[INNER:bb[0-9]+]]{{$}}
      // CHECK:    ^[[INNER]]:
      // CHECK:    nvvm.mbarrier.try_wait
      // CHECK:    llvm.cond_br %{{.*}}, ^[[INNER]], ^[[BEHIND:bb[0-9]+]]
      %over = nvvm.mbarrier.try_wait %shared, %i : !llvm.ptr<3>, i32 -> i1
      %more = llvm.xor %over, %true : i1
      scf.condition(%more)
    } do {
      scf.yield
    }
    // CHECK:      ^[[BEHIND]]:
    // CHECK:      llvm.br ^[[OUTER]](
  }
  // CHECK:        ^[[END]]:
  // CHECK-NEXT:   llvm.return
  llvm.return
}

// CHECK:       llvm.func @none()
// CHECK-SAME:  wave.shared_bytes = 0 : i64
llvm.func @none() attributes {nvvm.kernel, wave.workgroup = array<i32: 32, 1, 1>, wave.memories = []} {
  llvm.return
}

// What a tensor map reads and lanes write is one memory of two arguments.
// CHECK:       llvm.func @map(%{{.*}}: !llvm.ptr<1>, %{{.*}}: !llvm.ptr {llvm.align
llvm.func @map(%c: !llvm.ptr<1>, %m: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant})
    attributes {nvvm.kernel, wave.workgroup = array<i32: 32, 1, 1>,
    wave.memories = [{name = "c", dims = [], pointer = 0, sizes = [], strides = [], access = "readwrite"}]} {
  llvm.return
}
