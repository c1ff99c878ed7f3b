// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: split-file %s %t
// RUN: wave-opt %t/cases.mlir --split-input-file --verify-diagnostics --wave-amd-verify-target=chip=gfx942
// RUN: wave-opt %t/gfx950.mlir --verify-diagnostics --wave-amd-verify-target=chip=gfx950
// RUN: wave-opt %t/chip.mlir --verify-diagnostics --wave-amd-verify-target=chip=gfx906
// RUN: not wave-opt %t/place.mlir --wave-amd-verify-target=chip=gfx942 2>&1 | FileCheck %t/place.mlir
// RUN: not wave-opt %t/form.mlir --wave-amd-convert-to-llvm 2>&1 | FileCheck %t/form.mlir

//--- cases.mlir
// A note without a place is expected once for all cases.

// Mathematics that LLVM would call a function for.
llvm.func @k(%p: !llvm.ptr<1>, %s: !llvm.ptr<3>, %r: !llvm.ptr<8>) attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  %x = llvm.load %p : !llvm.ptr<1> -> f32
  // expected-error @below {{'llvm.intr.tanh' has no machine code on gfx942 [amd-operation]}}
  // expected-note @unknown {{help: LLVM would call a function that does not exist there, or has nothing to make of it: compute it from other operations}}
  %y = llvm.intr.tanh(%x) : (f32) -> f32
  llvm.return
}

// -----

llvm.func @k(%x: f32) attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  // expected-error @below {{'llvm.call_intrinsic' of 'llvm.amdgcn.sin' has no machine code on gfx942 [amd-operation]}}
  // expected-note @unknown {{help: compute it from other operations}}
  %y = llvm.call_intrinsic "llvm.amdgcn.sin"(%x) : (f32) -> f32
  llvm.return
}

// -----

// A function that MLIR's translation would call.
llvm.func @k(%p: !llvm.ptr<1>, %s: !llvm.ptr<3>, %r: !llvm.ptr<8>) attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  // expected-error @below {{'rocdl.workgroup.dim.x' has no machine code on gfx942 [amd-operation]}}
  %x = rocdl.workgroup.dim.x : i32
  llvm.return
}

// -----

llvm.func @k(%p: !llvm.ptr<1>, %s: !llvm.ptr<3>, %r: !llvm.ptr<8>) attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  %x = llvm.load %p : !llvm.ptr<1> -> vector<2xf64>
  // expected-error @below {{'llvm.intr.exp2' of f64 has no machine code on gfx942 [amd-operation]}}
  // expected-note @unknown {{help: convert to one of: f16, bf16, f32}}
  %y = llvm.intr.exp2(%x) : (vector<2xf64>) -> vector<2xf64>
  llvm.return
}

// -----

llvm.func @k(%p: !llvm.ptr<1>, %s: !llvm.ptr<3>, %r: !llvm.ptr<8>) attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  %a = llvm.mlir.poison : vector<8xf16>
  %c = llvm.mlir.poison : vector<4xf32>
  %i = llvm.mlir.constant(0 : i32) : i32
  // expected-error @below {{'rocdl.mfma.f32.16x16x32.f16' has no machine code on gfx942 [amd-operation]}}
  // expected-note @below {{it has on gfx950}}
  // expected-note @unknown {{help: compile for that chip, or choose another instruction}}
  %y = rocdl.mfma.f32.16x16x32.f16 %a, %a, %c, %i, %i, %i : (vector<8xf16>, vector<8xf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}

// -----

llvm.func @k(%p: !llvm.ptr<1>, %s: !llvm.ptr<3>, %r: !llvm.ptr<8>) attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  // expected-error @below {{'llvm.load' of i128 has no machine code on gfx942 [amd-operation]}}
  // expected-note @unknown {{help: integers have 1, 8, 16, 32 or 64 bits, floating-point numbers are f16, bf16, f32 or f64, pointers those of global and shared memory and of buffers}}
  %x = llvm.load %p : !llvm.ptr<1> -> i128
  llvm.return
}

// -----

// What is not in the form, as here what counts a loop.
llvm.func @k(%p: !llvm.ptr<1>, %s: !llvm.ptr<3>, %r: !llvm.ptr<8>) attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  // expected-error @below {{'arith.constant' has no machine code on gfx942 [amd-operation]}}
  %n = arith.constant 4 : index
  scf.for %i = %n to %n step %n {
  }
  llvm.return
}

// -----

llvm.func @k(%p: !llvm.ptr<1>, %s: !llvm.ptr<3>, %r: !llvm.ptr<8>) attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  // expected-error @below {{'rocdl.load.to.lds' of 16 bytes for each lane has no machine code on gfx942 [amd-operation]}}
  // expected-note @unknown {{help: copy one of these numbers of bytes: 1, 2, 4}}
  rocdl.load.to.lds %p, %s, 16, 0, 0 : !llvm.ptr<1>
  llvm.return
}

// -----

llvm.func @k(%p: !llvm.ptr<1>, %s: !llvm.ptr<3>, %r: !llvm.ptr<8>) attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  %i = llvm.mlir.constant(0 : i32) : i32
  // expected-error @below {{'rocdl.raw.ptr.buffer.load' of vector<8xf32> has no machine code on gfx942 [amd-operation]}}
  // expected-note @unknown {{help: access a number, or 32, 64, 96 or 128 bits in elements of at least 16}}
  %x = rocdl.raw.ptr.buffer.load %r, %i, %i, %i : vector<8xf32>
  llvm.return
}

// -----

llvm.func @k(%p: !llvm.ptr<1>, %s: !llvm.ptr<3>, %r: !llvm.ptr<8>) attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  // expected-error @below {{'llvm.load' of !llvm.ptr<8> has no machine code on gfx942 [amd-operation]}}
  // expected-note @unknown {{help: access a buffer with rocdl.raw.ptr.buffer.load and store, or as !llvm.ptr<7>}}
  %x = llvm.load %r : !llvm.ptr<8> -> f32
  llvm.return
}

// -----

llvm.func @k(%p: !llvm.ptr<1>, %s: !llvm.ptr<3>, %r: !llvm.ptr<8>) attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  %x = rocdl.workitem.id.x : i32
  // expected-error @below {{'rocdl.update.dpp' of control 352 has no machine code on gfx942 [amd-operation]}}
  %y = rocdl.update.dpp %x, %x with 352, 15, 15, true : i32
  llvm.return
}

// -----

llvm.func @k(%p: !llvm.ptr<1>, %s: !llvm.ptr<3>, %r: !llvm.ptr<8>) attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  %x = llvm.load %p : !llvm.ptr<1> -> i8
  // expected-error @below {{'rocdl.readfirstlane' of i8 has no machine code on gfx942 [amd-operation]}}
  // expected-note @unknown {{help: pass a number of at least 16 bits, or a vector that fills up to 32 words with such}}
  %y = rocdl.readfirstlane %x : i8
  llvm.return
}

// -----

llvm.func @k(%p: !llvm.ptr<1>, %s: !llvm.ptr<3>, %r: !llvm.ptr<8>) attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  %x = llvm.load %p : !llvm.ptr<1> -> vector<3xf16>
  %i = rocdl.workitem.id.x : i32
  // expected-error @below {{'rocdl.readlane' of vector<3xf16> has no machine code on gfx942 [amd-operation]}}
  %y = rocdl.readlane %x, %i : (vector<3xf16>, i32) -> vector<3xf16>
  llvm.return
}

// -----

llvm.func @k(%p: !llvm.ptr<1>, %s: !llvm.ptr<3>, %r: !llvm.ptr<8>) attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  %x = llvm.load %p : !llvm.ptr<1> -> vector<2xi1>
  // expected-error @below {{'rocdl.update.dpp' of vector<2xi1> has no machine code on gfx942 [amd-operation]}}
  %y = rocdl.update.dpp %x, %x with 280, 15, 15, true : vector<2xi1>
  llvm.return
}

// -----

llvm.func @k(%p: !llvm.ptr<1>, %s: !llvm.ptr<3>, %r: !llvm.ptr<8>) attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  %x = llvm.load %p : !llvm.ptr<1> -> i1
  // expected-error @below {{'rocdl.ballot' of i32 has no machine code on gfx942 [amd-operation]}}
  // expected-note @unknown {{help: a wave has 64 lanes: ask for i64}}
  %y = rocdl.ballot %x : i32
  llvm.return
}

// -----

llvm.func @k(%p: !llvm.ptr<1>, %s: !llvm.ptr<3>, %r: !llvm.ptr<8>) attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  %x = llvm.load %p : !llvm.ptr<1> -> vector<2xf16>
  // expected-error @below {{'rocdl.fmed3' of vector<2xf16> has no machine code on gfx942 [amd-operation]}}
  // expected-note @unknown {{help: take the elements one by one}}
  %y = rocdl.fmed3 %x, %x, %x : vector<2xf16>
  llvm.return
}

// -----

llvm.func @k(%p: !llvm.ptr<1>, %s: !llvm.ptr<3>, %r: !llvm.ptr<8>) attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  %x = rocdl.workitem.id.x : i32
  // expected-error @below {{'rocdl.cvt.f32.fp8' of byte 9 has no machine code on gfx942 [amd-operation]}}
  // expected-note @unknown {{help: a word has the bytes 0 to 3}}
  %y = rocdl.cvt.f32.fp8 %x[9] : f32
  llvm.return
}

// -----

llvm.func @k(%p: !llvm.ptr<1>, %s: !llvm.ptr<3>, %r: !llvm.ptr<8>) attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  %x = llvm.load %p : !llvm.ptr<1> -> bf16
  // expected-error @below {{'llvm.fptosi' of i1 has no machine code on gfx942 [amd-operation]}}
  // expected-note @unknown {{help: compare with 0 instead}}
  %y = llvm.fptosi %x : bf16 to i1
  llvm.return
}

// -----

llvm.func @k(%p: !llvm.ptr<1>, %s: !llvm.ptr<3>, %r: !llvm.ptr<8>) attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  // expected-error @below {{'llvm.fence' of scope 'foo' has no machine code on gfx942 [amd-operation]}}
  // expected-note @unknown {{help: choose one of: agent, workgroup, wavefront, singlethread}}
  llvm.fence syncscope("foo") seq_cst
  llvm.return
}

// -----

llvm.func @k(%p: !llvm.ptr<1>, %s: !llvm.ptr<3>, %r: !llvm.ptr<8>) attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  // expected-error @below {{'rocdl.load.to.lds' of !llvm.ptr<3> has no machine code on gfx942 [amd-operation]}}
  // expected-note @unknown {{help: copy from global memory, or from a buffer as !llvm.ptr<7>}}
  rocdl.load.to.lds %s, %s, 4, 0, 0 : !llvm.ptr<3>
  llvm.return
}

// -----

llvm.func @k(%p: !llvm.ptr<1>, %s: !llvm.ptr<3>, %r: !llvm.ptr<8>) attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  %a = llvm.mlir.constant(0 : i16) : i16
  %b = llvm.mlir.constant(0 : i64) : i64
  %c = llvm.mlir.constant(0 : i32) : i32
  // expected-error @below {{'rocdl.make.buffer.rsrc' of !llvm.ptr<3> has no machine code on gfx942 [amd-operation]}}
  // expected-note @unknown {{help: buffers lie in global memory}}
  %y = rocdl.make.buffer.rsrc %s, %a, %b, %c : !llvm.ptr<3> to !llvm.ptr<8>
  llvm.return
}

// -----

llvm.func @k(%p: !llvm.ptr<1>, %s: !llvm.ptr<3>, %r: !llvm.ptr<8>) attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  %c = llvm.mlir.constant(0 : i32) : i32
  %n = llvm.mlir.constant(16 : i32) : i32
  // expected-error @below {{'rocdl.raw.ptr.buffer.load.lds' of 16 bytes for each lane has no machine code on gfx942 [amd-operation]}}
  rocdl.raw.ptr.buffer.load.lds %r, %s, %n, %c, %c, %c, %c
  llvm.return
}

// -----

// expected-error @below {{kernel 'large': a workgroup has 2048 lanes, gfx942 runs at most 1024 [amd-workgroup]}}
// expected-note @unknown {{help: choose fewer waves for a workgroup, or larger tiles for a wave}}
llvm.func @large() attributes {rocdl.kernel, wave.workgroup = array<i32: 512, 4, 1>, wave.memories = []} {
  llvm.return
}

// -----

// The form.
// expected-error @below {{not in the form target: 'f' is not a kernel: every function has a body, the attribute rocdl.kernel and no result [normal-form]}}
// expected-note @unknown {{help: wave emit --stage target writes that form}}
llvm.func @f() {
  llvm.return
}

// -----

// expected-error @below {{not in the form target: wave.workgroup is not three positive numbers of lanes [normal-form]}}
llvm.func @f() attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 0, 1>, wave.memories = []} {
  llvm.return
}

// -----

// expected-error @below {{not in the form target: there is no wave.memories [normal-form]}}
llvm.func @f() attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 1, 1>} {
  llvm.return
}

// -----

// expected-error @below {{not in the form target: memory 'a' names argument 1, which is no pointer [normal-form]}}
llvm.func @f(%a: !llvm.ptr<1>, %n: i64) attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = [{name = "a", dims = [], pointer = 1, sizes = [], strides = [], access = "read"}]} {
  llvm.return
}

// -----

// expected-error @below {{not in the form target: memory 'a' has the access 'all' [normal-form]}}
llvm.func @f(%a: !llvm.ptr<1>) attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = [{name = "a", dims = [], pointer = 0, sizes = [], strides = [], access = "all"}]} {
  llvm.return
}

// -----

// expected-error @below {{not in the form target: a memory lacks one of 'name', 'dims', 'pointer', 'access' [normal-form]}}
llvm.func @f(%a: !llvm.ptr<1>) attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = [7]} {
  llvm.return
}

// -----

// expected-error @below {{not in the form target: a memory has no 'strides' for each of its dimensions [normal-form]}}
llvm.func @f(%a: !llvm.ptr<1>) attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = [{name = "a", dims = ["M"], pointer = 0, sizes = [-1], strides = [], access = "read"}]} {
  llvm.return
}

// -----

// expected-error @below {{not in the form target: 'sizes' names argument 1 of 1 [normal-form]}}
llvm.func @f(%a: !llvm.ptr<1>) attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = [{name = "a", dims = ["M"], pointer = 0, sizes = [1], strides = [-1], access = "read"}]} {
  llvm.return
}

// -----

// expected-error @below {{not in the form target: 'table' is not internal shared memory without a value [normal-form]}}
llvm.mlir.global internal @table(dense<0> : vector<4xi32>) {addr_space = 1 : i32} : vector<4xi32>

// -----

llvm.mlir.global internal @shared() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<65550 x i8>
llvm.mlir.global internal @more() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<4 x i32>
// expected-error @below {{the tiles in shared memory need 65568 bytes, a workgroup on gfx942 has 65536 [amd-shared-memory]}}
// expected-note @unknown {{help: choose smaller tiles, or keep fewer of them at a time}}
llvm.func @f() attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  %shared = llvm.mlir.addressof @shared : !llvm.ptr<3>
  %more = llvm.mlir.addressof @more : !llvm.ptr<3>
  llvm.return
}

//--- gfx950.mlir
llvm.func @k(%s: !llvm.ptr<3>) attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  // expected-error @below {{'rocdl.ds.read.tr16.b64' of vector<2xf32> has no machine code on gfx950 [amd-operation]}}
  // expected-note @unknown {{help: read one of: vector<4xf16>, vector<4xbf16>, vector<4xi16>}}
  %x = rocdl.ds.read.tr16.b64 %s : !llvm.ptr<3> -> vector<2xf32>
  llvm.return
}

//--- chip.mlir
// expected-error @below {{there is no AMD chip 'gfx906'; the chips are: gfx942, gfx950 [unknown-target]}}
// expected-note @unknown {{help: choose one of them}}
module {
}

//--- place.mlir
// The line is the kernel's.
// CHECK: kernel.cpp:9:7: error: 'llvm.intr.sin' of f64 has no machine code on gfx942 [amd-operation]
// CHECK: help: convert to one of: f16, bf16, f32
llvm.func @k(%p: !llvm.ptr<1>) attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  %x = llvm.load %p : !llvm.ptr<1> -> f64
  %y = llvm.intr.sin(%x) : (f64) -> f64 loc("kernel.cpp":9:7)
  llvm.return
}

//--- form.mlir
// The conversion looks at the form, too, before it believes it.
// CHECK: error: not in the form target: there is no wave.memories [normal-form]
llvm.func @k() attributes {rocdl.kernel, wave.workgroup = array<i32: 64, 1, 1>} {
  llvm.return
}
