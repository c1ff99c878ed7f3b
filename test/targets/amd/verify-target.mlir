// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --wave-amd-verify-target=chip=gfx950 | FileCheck %s
//
// What passes is left as it is; operations.test has every operation.
//
// All of the shared memory, all the lanes, and a copy of 16 bytes.
// CHECK:       llvm.mlir.global internal @shared
// CHECK-SAME:    !llvm.array<163840 x i8>
llvm.mlir.global internal @shared() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<163840 x i8>

// CHECK-LABEL: llvm.func @copy
// CHECK:         rocdl.load.to.lds %{{.*}}, %{{.*}}, 16, 0, 0
// CHECK:         scf.if
// CHECK-NOT:     wave.
llvm.func @copy(%a: !llvm.ptr<1>, %go: i1)
    attributes {rocdl.kernel, wave.workgroup = array<i32: 256, 2, 2>,
                wave.memories = [{name = "a", dtype = f32, dims = ["M"], pointer = 0, sizes = [-1], strides = [-1], known_sizes = [4096], known_strides = [1], access = "read"}]} {
  %shared = llvm.mlir.addressof @shared : !llvm.ptr<3>
  rocdl.load.to.lds %a, %shared, 16, 0, 0 : !llvm.ptr<1>
  scf.if %go {
    rocdl.s.barrier
  }
  llvm.return
}

// Two entry points, each with shared memory of its own.
// CHECK-LABEL: llvm.func @first
llvm.mlir.global internal @of_first() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<40000 x i8>
llvm.mlir.global internal @of_second() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<40000 x i8>
llvm.func @first() attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  %shared = llvm.mlir.addressof @of_first : !llvm.ptr<3>
  llvm.return
}
llvm.func @second() attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  %shared = llvm.mlir.addressof @of_second : !llvm.ptr<3>
  llvm.return
}
