// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What LLVM would end the process at, ptxas would take for meant, or a launch could not run.
//
// RUN: split-file %s %t
// RUN: wave-opt %t/cases.mlir --split-input-file --verify-diagnostics --wave-nvidia-verify-target=chip=sm_90a
// RUN: wave-opt %t/chip.mlir --verify-diagnostics --wave-nvidia-verify-target=chip=sm_80
// RUN: wave-opt %t/amd.mlir --verify-diagnostics --wave-nvidia-verify-target=chip=gfx942
// RUN: not wave-opt %t/place.mlir --wave-nvidia-verify-target=chip=sm_90a 2>&1 | FileCheck %t/place.mlir
// RUN: not wave-opt %t/form.mlir --wave-nvidia-convert-to-llvm 2>&1 | FileCheck %t/form.mlir

//--- cases.mlir
// A note without a place is expected once for all cases.

// Mathematics that LLVM would call a function for.
llvm.func @k(%p: !llvm.ptr<1>) attributes {nvvm.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  %x = llvm.load %p : !llvm.ptr<1> -> f32
  // expected-error @below {{'llvm.intr.cosh' has no machine code on sm_90a [nvidia-operation]}}
  // expected-note @unknown {{help: LLVM would call a function that does not exist there, or has nothing to make of it: compute it from other operations}}
  %y = llvm.intr.cosh(%x) : (f32) -> f32
  llvm.return
}

// -----

llvm.func @k(%p: !llvm.ptr<1>) attributes {nvvm.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  %x = llvm.load %p : !llvm.ptr<1> -> vector<2xf64>
  // expected-error @below {{'llvm.intr.exp2' of f64 has no machine code on sm_90a [nvidia-operation]}}
  // expected-note @unknown {{help: convert to one of: f16, bf16, f32}}
  %y = llvm.intr.exp2(%x) : (vector<2xf64>) -> vector<2xf64>
  llvm.return
}

// -----

// Of another vendor.
llvm.func @k(%p: !llvm.ptr<1>) attributes {nvvm.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  // expected-error @below {{'rocdl.workitem.id.x' has no machine code on sm_90a [nvidia-operation]}}
  %x = rocdl.workitem.id.x : i32
  llvm.return
}

// -----

// Of a later chip.
llvm.func @k(%s: !llvm.ptr<3>, %n: i32) attributes {nvvm.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  // expected-error @below {{'nvvm.tcgen05.alloc' has no machine code on sm_90a [nvidia-operation]}}
  // expected-note @below {{it has on sm_100a}}
  // expected-note @unknown {{help: compile for that chip, or choose another instruction}}
  nvvm.tcgen05.alloc %s, %n : !llvm.ptr<3>, i32
  llvm.return
}

// -----

llvm.func @k(%p: !llvm.ptr<1>) attributes {nvvm.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  // expected-error @below {{'llvm.load' of i128 has no machine code on sm_90a [nvidia-operation]}}
  // expected-note @unknown {{help: integers have 1, 8, 16, 32 or 64 bits, floating-point numbers are f16, bf16, f32 or f64, pointers those of global memory, of shared memory and of a cluster's}}
  %x = llvm.load %p : !llvm.ptr<1> -> i128
  llvm.return
}

// -----

// What is not in the form, as here what counts a loop.
llvm.func @k() attributes {nvvm.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  // expected-error @below {{'arith.constant' has no machine code on sm_90a [nvidia-operation]}}
  %n = arith.constant 4 : index
  scf.for %i = %n to %n step %n {
  }
  llvm.return
}

// -----

// A stack, which kernels have no use for.
llvm.func @k(%n: i32) attributes {nvvm.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  // expected-error @below {{'llvm.alloca' has no machine code on sm_90a [nvidia-operation]}}
  %x = llvm.alloca %n x i32 : (i32) -> !llvm.ptr
  llvm.return
}

// -----

llvm.func @k(%map: !llvm.ptr) attributes {nvvm.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  // expected-error @below {{'llvm.load' of !llvm.ptr has no machine code on sm_90a [nvidia-operation]}}
  // expected-note @unknown {{help: access global memory, !llvm.ptr<1>, or shared memory, !llvm.ptr<3>}}
  %x = llvm.load %map : !llvm.ptr -> f32
  llvm.return
}

// -----

llvm.func @k(%n: f32, %cluster: !llvm.ptr<7>) attributes {nvvm.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  // expected-error @below {{'llvm.store' of !llvm.ptr<7> has no machine code on sm_90a [nvidia-operation]}}
  llvm.store %n, %cluster : f32, !llvm.ptr<7>
  llvm.return
}

// -----

llvm.func @k(%p: !llvm.ptr<1>) attributes {nvvm.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  // expected-error @below {{'llvm.addrspacecast' of !llvm.ptr<1> to !llvm.ptr<3> has no machine code on sm_90a [nvidia-operation]}}
  // expected-note @unknown {{help: shared memory is a part of that of a cluster, !llvm.ptr<7>, and a generic pointer, !llvm.ptr, is one of any kind}}
  %x = llvm.addrspacecast %p : !llvm.ptr<1> to !llvm.ptr<3>
  llvm.return
}

// -----

llvm.func @k(%p: !llvm.ptr<1>) attributes {nvvm.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  %x = llvm.load %p : !llvm.ptr<1> -> f32
  // expected-error @below {{'llvm.fptosi' of i1 has no machine code on sm_90a [nvidia-operation]}}
  // expected-note @unknown {{help: compare with 0 instead}}
  %y = llvm.fptosi %x : f32 to i1
  llvm.return
}

// -----

// The scopes of AMD's chips.
llvm.func @k() attributes {nvvm.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  // expected-error @below {{'llvm.fence' of scope 'workgroup' has no machine code on sm_90a [nvidia-operation]}}
  // expected-note @unknown {{help: choose one of: device, cluster, block, singlethread}}
  llvm.fence syncscope("workgroup") seq_cst
  llvm.return
}

// -----

llvm.func @k(%p: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  // expected-error @below {{'llvm.atomicrmw' of scope 'agent' has no machine code on sm_90a [nvidia-operation]}}
  %x = llvm.atomicrmw add %p, %n syncscope("agent") monotonic : !llvm.ptr<1>, i32
  llvm.return
}

// -----

// Assembly: of no known text, with constraints that do not fit, without an effect.
llvm.func @k() attributes {nvvm.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  // expected-error @below {{'llvm.inline_asm' of "trap;" has no machine code on sm_90a [nvidia-operation]}}
  // expected-note @unknown {{help: leave assembly to the compiler: wave emit --stage target writes all that there may be}}
  llvm.inline_asm has_side_effects "trap;", "" : () -> ()
  llvm.return
}

// -----

llvm.func @k(%x: f32) attributes {nvvm.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  // expected-error @below {{'llvm.inline_asm' of "wgmma.wait_group.sync.aligned 0; trap;" has no machine code on sm_90a [nvidia-operation]}}
  %y = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0; trap;", "=f,0,~{memory}" %x : (f32) -> f32
  llvm.return
}

// -----

llvm.func @k(%x: f32) attributes {nvvm.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  // expected-error @below {{'llvm.inline_asm' of the constraints "=f,=f,0,1,~{memory}" has no machine code on sm_90a [nvidia-operation]}}
  %y = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,0,1,~{memory}" %x : (f32) -> f32
  llvm.return
}

// -----

llvm.func @k(%x: f32) attributes {nvvm.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  // expected-error @below {{'llvm.inline_asm' of the constraints "=f,7,~{memory}" has no machine code on sm_90a [nvidia-operation]}}
  %y = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,7,~{memory}" %x : (f32) -> f32
  llvm.return
}

// -----

llvm.func @k(%x: f64) attributes {nvvm.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  // expected-error @below {{'llvm.inline_asm' of the constraints "=f,0,~{memory}" has no machine code on sm_90a [nvidia-operation]}}
  %y = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,0,~{memory}" %x : (f64) -> f64
  llvm.return
}

// -----

llvm.func @k(%x: f32) attributes {nvvm.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  // expected-error @below {{'llvm.inline_asm' of no side effects has no machine code on sm_90a [nvidia-operation]}}
  %y = llvm.inline_asm "wgmma.wait_group.sync.aligned 0;", "=f,0,~{memory}" %x : (f32) -> f32
  llvm.return
}

// -----

llvm.func @k(%x: f32, %w: i32, %d: i64) attributes {nvvm.kernel, wave.workgroup = array<i32: 128, 1, 1>, wave.memories = []} {
  // A register that is no operand's.
  // expected-error @below {{'llvm.inline_asm' of the constraints "=f,=f,=f,=f,0,1,2,3,r,r,r,r,l" has no machine code on sm_90a [nvidia-operation]}}
  %y = llvm.inline_asm has_side_effects "{\0A.reg .pred p;\0Asetp.ne.b32 p, 1, 0;\0Awgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, {$8, $9, $10, $11}, $13, p, 1, 1, 0;\0A}", "=f,=f,=f,=f,0,1,2,3,r,r,r,r,l" %x, %x, %x, %x, %w, %w, %w, %w, %d : (f32, f32, f32, f32, i32, i32, i32, i32, i64) -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.return
}

// -----

llvm.func @k(%x: f32) attributes {nvvm.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  // expected-error @below {{'llvm.call_intrinsic' of 'llvm.trap' has no machine code on sm_90a [nvidia-operation]}}
  // expected-note @unknown {{help: compute it from other operations}}
  llvm.call_intrinsic "llvm.trap"() : () -> ()
  llvm.return
}

// -----

llvm.func @k(%x: f32) attributes {nvvm.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  // expected-error @below {{'llvm.call_intrinsic' of 'llvm.nvvm.lg2.approx.f' has no machine code on sm_90a [nvidia-operation]}}
  // expected-note @unknown {{help: give it one f32, and take one}}
  %y = llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"(%x, %x) : (f32, f32) -> f32
  llvm.return
}

// -----

llvm.func @k(%x: f32) attributes {nvvm.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  // expected-error @below {{'llvm.intr.tanh' of a result that may not be approximate has no machine code on sm_90a [nvidia-operation]}}
  // expected-note @unknown {{help: give it fastmathFlags = #llvm.fastmath<afn>, or compute it from other operations}}
  %y = llvm.intr.tanh(%x) : (f32) -> f32
  llvm.return
}

// -----

// A call of what is not there.
llvm.func @k() attributes {nvvm.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  // expected-error @below {{'llvm.call' has no machine code on sm_90a [nvidia-operation]}}
  llvm.call @k() : () -> ()
  llvm.return
}

// -----

// expected-error @below {{kernel 'large': a workgroup has 2048 lanes, sm_90a runs at most 1024 [nvidia-workgroup]}}
// expected-note @unknown {{help: choose fewer waves for a workgroup, or larger tiles for a wave}}
llvm.func @large() attributes {nvvm.kernel, wave.workgroup = array<i32: 512, 4, 1>, wave.memories = []} {
  llvm.return
}

// -----

// Half a warpgroup.
llvm.func @k() attributes {nvvm.kernel, wave.workgroup = array<i32: 192, 1, 1>, wave.memories = []} {
  // expected-error @below {{'nvvm.setmaxregister' is of 128 lanes, a workgroup has 192 [nvidia-workgroup]}}
  // expected-note @unknown {{help: choose a multiple of 4 waves for a workgroup}}
  nvvm.setmaxregister decrease 40
  llvm.return
}

// -----

// The form.
// expected-error @below {{not in the form target: 'f' is not a kernel: every function has a body, the attribute nvvm.kernel and no result [normal-form]}}
// expected-note @unknown {{help: wave emit --stage target writes that form}}
llvm.func @f() {
  llvm.return
}

// -----

// expected-error @below {{not in the form target: 'f' is not a kernel: every function has a body, the attribute nvvm.kernel and no result [normal-form]}}
llvm.func @f() attributes {nvvm.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []}

// -----

// Without a number of lanes ptxas moves no registers between roles.
// expected-error @below {{not in the form target: wave.workgroup is not three positive numbers of lanes [normal-form]}}
llvm.func @f() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>, wave.memories = []} {
  llvm.return
}

// -----

// expected-error @below {{not in the form target: nvvm.reqntid and wave.workgroup differ [normal-form]}}
llvm.func @f() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>, wave.workgroup = array<i32: 128, 1, 1>, wave.memories = []} {
  llvm.return
}

// -----

// expected-error @below {{not in the form target: there is no wave.memories [normal-form]}}
llvm.func @f() attributes {nvvm.kernel, wave.workgroup = array<i32: 64, 1, 1>} {
  llvm.return
}

// -----

// expected-error @below {{not in the form target: memory 'a' names argument 1, which is no pointer [normal-form]}}
llvm.func @f(%a: !llvm.ptr<1>, %n: i64) attributes {nvvm.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = [{name = "a", dims = [], pointer = 1, sizes = [], strides = [], access = "read"}]} {
  llvm.return
}

// -----

// expected-error @below {{not in the form target: 'table' is not internal shared memory without a value [normal-form]}}
llvm.mlir.global internal @table(dense<0> : vector<4xi32>) {addr_space = 1 : i32} : vector<4xi32>

// -----

// expected-error @below {{not in the form target: 'shared' is not internal shared memory without a value [normal-form]}}
llvm.mlir.global external @shared() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<16 x i8>

// -----

llvm.mlir.global internal @shared() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<16 x i8>
llvm.mlir.global internal @more() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<4 x i32>
// expected-error @below {{not in the form target: kernel 'f' uses 2 blocks of shared memory [normal-form]}}
// expected-note @unknown {{help: wave emit --stage target writes one}}
llvm.func @f() attributes {nvvm.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  %shared = llvm.mlir.addressof @shared : !llvm.ptr<3>
  %more = llvm.mlir.addressof @more : !llvm.ptr<3>
  llvm.return
}

// -----

llvm.mlir.global internal @shared() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<232449 x i8>
// expected-error @below {{the tiles in shared memory need 232449 bytes, a workgroup on sm_90a has 232448 [nvidia-shared-memory]}}
// expected-note @unknown {{help: choose smaller tiles, or keep fewer of them at a time}}
llvm.func @f() attributes {nvvm.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  %shared = llvm.mlir.addressof @shared : !llvm.ptr<3>
  llvm.return
}

// -----

// More bytes than a number holds, of which no small number may be left.
llvm.mlir.global internal @shared() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<4611686018427387904 x array<4 x i8>>
// expected-error @below {{the tiles in shared memory need 9223372036854775807 bytes, a workgroup on sm_90a has 232448 [nvidia-shared-memory]}}
llvm.func @f() attributes {nvvm.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  %shared = llvm.mlir.addressof @shared : !llvm.ptr<3>
  llvm.return
}

// -----

llvm.mlir.global external @shared() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
// expected-error @below {{the tiles in shared memory need 300000 bytes, a workgroup on sm_90a has 232448 [nvidia-shared-memory]}}
llvm.func @f() attributes {nvvm.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = [], wave.shared_bytes = 300000 : i64} {
  %shared = llvm.mlir.addressof @shared : !llvm.ptr<3>
  llvm.return
}

//--- chip.mlir
// expected-error @below {{there is no NVIDIA chip 'sm_80'; the chips are: sm_90a, sm_100a [unknown-target]}}
// expected-note @unknown {{help: choose one of them}}
module {
}

//--- amd.mlir
// expected-error @below {{there is no NVIDIA chip 'gfx942'; the chips are: sm_90a, sm_100a [unknown-target]}}
// expected-note @unknown {{help: choose one of them}}
module {
}

//--- place.mlir
// The line is the kernel's.
// CHECK: kernel.cpp:9:7: error: 'llvm.intr.exp2' of f64 has no machine code on sm_90a [nvidia-operation]
// CHECK: help: convert to one of: f16, bf16, f32
llvm.func @k(%p: !llvm.ptr<1>) attributes {nvvm.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []} {
  %x = llvm.load %p : !llvm.ptr<1> -> f64
  %y = llvm.intr.exp2(%x) : (f64) -> f64 loc("kernel.cpp":9:7)
  llvm.return
}

//--- form.mlir
// The conversion looks at the form, too, before it believes it.
// CHECK: error: not in the form target: there is no wave.memories [normal-form]
llvm.func @k() attributes {nvvm.kernel, wave.workgroup = array<i32: 64, 1, 1>} {
  llvm.return
}
