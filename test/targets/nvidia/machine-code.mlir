// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel with two roles: tensor maps, barriers with phases, matrix instructions of a
// warpgroup and registers that move from one role to the other.  What is checked is that each
// becomes the instruction that it was written for, and that ptxas takes them as they are.
//
// DEFINE: %{stage} = assembly
// DEFINE: %{file} = %S/Inputs/warpgroups.mlir
// DEFINE: %{emit} = wave-opt %{file} --wave-nvidia-verify-target=chip=sm_90a \
// DEFINE:   --wave-nvidia-convert-to-llvm --wave-opt-emit-nvidia="chip=sm_90a stage=%{stage} ptxas=%ptxas" -o /dev/null
//
// RUN: %{emit} | FileCheck %s
//
// CHECK:      .version 9.0
// CHECK:      .target sm_90a
// CHECK:      .extern .shared .align 1024 .b8 wave_shared[];
// CHECK:      .visible .entry gemm(
// CHECK:      .param .align 64 .b8 gemm_param_2[128]
// CHECK:      .reqntid 256, 1, 1
// CHECK:      .minnctapersm 1
// CHECK:      mbarrier.init.shared{{.*}}.b64
// CHECK:      fence.mbarrier_init.release.cluster
// CHECK:      bar.sync
//
// The role that multiplies.
// CHECK:      setmaxnreg.inc.sync.aligned.u32 232
// CHECK:      mbarrier.try_wait.parity{{.*}} [[P:%p[0-9]+]],
// CHECK-NEXT: @[[P]] bra [[DONE:.*]];
// CHECK-NEXT: bra.uni
// CHECK-NEXT: [[DONE]]:
// CHECK:      wgmma.fence.sync.aligned
// CHECK-COUNT-4: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
// CHECK:      wgmma.commit_group.sync.aligned
// CHECK-NOT:  mov.
// CHECK:      wgmma.wait_group.sync.aligned 0
// CHECK:      mbarrier.arrive
//
// The role that copies.
// CHECK:      setmaxnreg.dec.sync.aligned.u32 40
// CHECK:      mbarrier.arrive.expect_tx
// CHECK-COUNT-2: cp.async.bulk.tensor.2d.shared::cluster.global
//
// REDEFINE: %{stage} = resources
// RUN: %{emit} | FileCheck %s --check-prefix=NOTES
// NOTES:      entry point gemm
// NOTES-NEXT:   registers 232
// NOTES-NEXT:   spill stores 0
// NOTES-NEXT:   spill loads 0
// NOTES-NEXT:   stack bytes 0
//
// Equal input gives equal bytes, in which no name of a file occurs.
// REDEFINE: %{stage} = object
// RUN: %{emit} > %t.1
// RUN: %{emit} > %t.2
// RUN: cmp %t.1 %t.2
// RUN: not grep -a -e mlir -e %S %t.1
//
// What others make of the object.
// RUN: llvm-readelf --file-header --sections %t.1 | FileCheck %s --check-prefix=ELF
// ELF:     Type: EXEC
// ELF:     Machine: NVIDIA CUDA architecture
// ELF:     .text.gemm
