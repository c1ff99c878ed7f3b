// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel with all that one has: loop, branch, shared memory, barriers, a matrix
// instruction.  What is checked is that each becomes the instructions that it was
// written for, and nothing else.
//
// DEFINE: %{chip} = gfx942
// DEFINE: %{stage} = assembly
// DEFINE: %{emit} = wave-opt %S/Inputs/gemm.mlir --wave-amd-verify-target=chip=%{chip} \
// DEFINE:   --wave-amd-convert-to-llvm --wave-opt-emit-amd="chip=%{chip} stage=%{stage}" -o /dev/null
//
// RUN: %{emit} > %t.gfx942.s
// RUN: FileCheck %s --input-file=%t.gfx942.s --check-prefixes=COPY
// RUN: FileCheck %s --input-file=%t.gfx942.s --check-prefixes=LOOP
// REDEFINE: %{chip} = gfx950
// RUN: %{emit} > %t.gfx950.s
// RUN: FileCheck %s --input-file=%t.gfx950.s --check-prefixes=COPY
// RUN: FileCheck %s --input-file=%t.gfx950.s --check-prefixes=LOOP
//
// Both loads are in flight at a time.
// COPY-LABEL: gemm:
// COPY:       global_load_dwordx4
// COPY-NEXT:  global_load_dwordx4
// COPY:       s_waitcnt vmcnt(1)
// COPY-NEXT:  ds_write_b128
// COPY:       s_waitcnt vmcnt(0)
// COPY-NEXT:  ds_write_b128
// COPY-NOT:   {{global_load|ds_write}}
//
// The barrier waits for what was written to shared memory, and not for loads in flight.
// LOOP-LABEL: gemm:
// LOOP:       s_or_b64 exec, exec
// LOOP-NEXT:  s_waitcnt lgkmcnt(0)
// LOOP-NEXT:  s_barrier
// LOOP-NEXT:  ds_read_b128
// LOOP-NEXT:  ds_read_b128
// LOOP:       v_mfma_f32_16x16x16_f16
// LOOP:       v_mfma_f32_16x16x16_f16
// LOOP:       s_barrier
// LOOP-COUNT-4: v_exp_f32
// LOOP:       global_store_dwordx4
// LOOP:       s_endpgm
//
// Small numbers are kept, and workgroups have the size that was compiled for.
// LOOP:       .amdhsa_float_denorm_mode_32 3
// LOOP:       .amdhsa_float_denorm_mode_16_64 3
// LOOP:       .reqd_workgroup_size:
// LOOP-NEXT:  - 256
// LOOP-NEXT:  - 1
// LOOP-NEXT:  - 1
//
// REDEFINE: %{stage} = resources
// RUN: %{emit} | FileCheck %s --check-prefixes=NOTES
// REDEFINE: %{chip} = gfx942
// RUN: %{emit} | FileCheck %s --check-prefixes=NOTES
//
// NOTES:      target amdgcn-amd-amdhsa--gfx9{{42|50}}
// NOTES-NEXT: kernel gemm
// NOTES-NEXT:   vgprs {{[1-9][0-9]*$}}
// NOTES-NEXT:   agprs 0
// NOTES-NEXT:   sgprs {{[1-9][0-9]*$}}
// NOTES-NEXT:   vgpr spills 0
// NOTES-NEXT:   sgpr spills 0
// NOTES-NEXT:   shared bytes 2048
// NOTES-NEXT:   scratch bytes 0
// NOTES-NEXT:   lanes per wave 64
// NOTES-NEXT:   workgroup 256 1 1
// NOTES-NEXT:   argument bytes 40
// NOTES-NEXT:   argument 'a' at 0 of 8 bytes, global_buffer
// NOTES-NEXT:   argument 'b' at 8 of 8 bytes, global_buffer
// NOTES-NEXT:   argument 'c' at 16 of 8 bytes, global_buffer
// NOTES-NEXT:   argument 'b.size.K' at 24 of 8 bytes, by_value
// NOTES-NEXT:   argument 'b.stride.N' at 32 of 8 bytes, by_value
// NOTES-NEXT:   occupancy 8 workgroups, 32 waves of a compute unit, bound by wave slots
// NOTES-NOT:  {{.}}
//
// Equal input gives equal bytes, in which no name of a file occurs.
// REDEFINE: %{stage} = object
// RUN: %{emit} > %t.1
// RUN: %{emit} > %t.2
// RUN: cmp %t.1 %t.2
// RUN: not grep -a -e mlir -e %S %t.1
//
// What others make of the object.
// RUN: llvm-readelf --file-header --dyn-symbols %t.1 | FileCheck %s --check-prefix=ELF
// ELF:     Type: DYN
// ELF:     Machine: EM_AMDGPU
// ELF:     Flags: {{.*}}gfx942
// ELF:     FUNC GLOBAL PROTECTED {{.*}} gemm{{$}}
// ELF:     OBJECT GLOBAL {{.*}} gemm.kd{{$}}
