// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the target form is made of, with all that a workgroup may have.
//
// RUN: wave-opt %s --wave-nvidia-verify-target=chip=sm_90a
// RUN: wave-opt %s --wave-nvidia-verify-target=chip=h200
// RUN: wave-opt %S/Inputs/warpgroups.mlir --wave-nvidia-verify-target=chip=sm_90a
// RUN: wave-opt %S/Inputs/warpgroups.mlir --wave-nvidia-convert-to-llvm | wave-opt -o /dev/null

llvm.mlir.global internal @k.shared() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<232448 x i8>
llvm.mlir.global internal @l.shared() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<16 x i8>

llvm.func @k(%p: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1024, 1, 1>, wave.workgroup = array<i32: 1024, 1, 1>, wave.memories = []} {
  %s = llvm.mlir.addressof @k.shared : !llvm.ptr<3>
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  scf.for %i = %zero to %n step %one : i32 {
    nvvm.cp.async.shared.global %s, %p, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
    nvvm.cp.async.commit.group
    nvvm.cp.async.wait.group 0
    nvvm.barrier
  }
  llvm.fence syncscope("block") acq_rel
  llvm.return
}

llvm.func @l(%x: f32) attributes {nvvm.kernel, wave.workgroup = array<i32: 32, 1, 1>, wave.memories = []} {
  %s = llvm.mlir.addressof @l.shared : !llvm.ptr<3>
  %y = llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"(%x) : (f32) -> f32
  llvm.store %y, %s : f32, !llvm.ptr<3>
  %z = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 1;", "=f,0,~{memory}" %x : (f32) -> f32
  %c = llvm.inline_asm has_side_effects "mov.b32 $0, $1;", "=f,f" %z : (f32) -> f32
  llvm.return
}

// A product whose left operand is in registers.
llvm.func @m(%x: f32, %w: i32, %d: i64) attributes {nvvm.kernel, wave.workgroup = array<i32: 128, 1, 1>, wave.memories = []} {
  %y = llvm.inline_asm has_side_effects "{\0A.reg .pred p;\0Asetp.ne.b32 p, 1, 0;\0Awgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, {$8, $9, $10, $11}, $12, p, 1, 1, 0;\0A}", "=f,=f,=f,=f,0,1,2,3,r,r,r,r,l" %x, %x, %x, %x, %w, %w, %w, %w, %d : (f32, f32, f32, f32, i32, i32, i32, i32, i64) -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.return
}
