// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums that are constants are in their registers before the fence of the product that takes
// them: without that ptxas puts in a fence of its own, which is an error (ptxas-loss).
//
// DEFINE: %{stage} = assembly
// DEFINE: %{emit} = wave-opt %s --wave-nvidia-verify-target=chip=sm_90a --wave-nvidia-convert-to-llvm \
// DEFINE:   --wave-opt-emit-nvidia="chip=sm_90a stage=%{stage} ptxas=%ptxas" -o /dev/null
// RUN: %{emit} | FileCheck %s
// REDEFINE: %{stage} = resources
// RUN: %{emit} | FileCheck %s --check-prefix=NOTES
//
// CHECK:      mov.b32
// CHECK:      wgmma.fence.sync.aligned
// CHECK-NOT:  mov.
// CHECK:      wgmma.mma_async
// CHECK-NOT:  {{mov\.|wgmma.fence}}
// CHECK:      wgmma.mma_async
// NOTES:      entry point k
llvm.func @k(%c: !llvm.ptr<1>, %a: i64, %b: i64) attributes {nvvm.kernel, wave.workgroup = array<i32: 128, 1, 1>, wave.memories = []} {
  %none = llvm.mlir.zero : !llvm.struct<(f32, f32, f32, f32)>
  nvvm.wgmma.fence.aligned
  %sum_0 = nvvm.wgmma.mma_async %a, %b, %none, #nvvm.shape<m = 64, n = 8, k = 16>,
    D [<f32>, #nvvm.wgmma_scale_out<one>], A [<f16>, #nvvm.wgmma_scale_in<one>, <row>],
    B [<f16>, #nvvm.wgmma_scale_in<one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
  %sum_1 = nvvm.wgmma.mma_async %a, %b, %sum_0, #nvvm.shape<m = 64, n = 8, k = 16>,
    D [<f32>, #nvvm.wgmma_scale_out<one>], A [<f16>, #nvvm.wgmma_scale_in<one>, <row>],
    B [<f16>, #nvvm.wgmma_scale_in<one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
  nvvm.wgmma.commit.group.sync.aligned
  %r0 = llvm.extractvalue %sum_1[0] : !llvm.struct<(f32, f32, f32, f32)>
  %r1 = llvm.extractvalue %sum_1[1] : !llvm.struct<(f32, f32, f32, f32)>
  %r2 = llvm.extractvalue %sum_1[2] : !llvm.struct<(f32, f32, f32, f32)>
  %r3 = llvm.extractvalue %sum_1[3] : !llvm.struct<(f32, f32, f32, f32)>
  %after = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;",
    "=f,=f,=f,=f,0,1,2,3,~{memory}" %r0, %r1, %r2, %r3 : (f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  %x = llvm.extractvalue %after[0] : !llvm.struct<(f32, f32, f32, f32)>
  llvm.store %x, %c : f32, !llvm.ptr<1>
  llvm.return
}
