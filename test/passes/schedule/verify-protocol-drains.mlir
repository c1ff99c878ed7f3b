// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --wave-verify-protocol --verify-diagnostics

// A loop of pipelined loops, unrolled in the role that loads and multiplies, each of which drains: uses are acquired ahead of releases
// in each, and behind them between two.  That is no order of all uses, and no deadlock either: it is not proved, and not refused.
wave.kernel @nest(%a0: !wave.memory<[M = 192, K0 = 128], f16, SHARED_ADDRESS_SPACE>, %b0: !wave.memory<[N = 16, K0 = 128], f16, SHARED_ADDRESS_SPACE>, %c0: !wave.memory<[M = 192, N = 16], f32>, %d: !wave.memory<[J = 2], f32>)
    bindings {BLOCK_K = 32, BLOCK_M = 64, BLOCK_N = 16, J = 2, K0 = 128, M = 192, N = 16, NUM_CTAS = 2, TILES = 3}
    grid [2, 1, 1] attributes {wave.memory_use = ["read", "read", "readwrite", "read"]} {
  wave.workgroup_constraint M tile 64 dim 0
  wave.workgroup_constraint N tile 16 dim 1
  wave.grid_constraint [2]
  wave.tiling_constraint K0 tile 32
  wave.tiling_constraint J tile 1
  wave.tiling_constraint T tile 1
  wave.hardware_constraint threads_per_wave 128 {vector_shapes = {T = 0 : i64}, waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.allocate "a0" : <5, [M = 64, K0 = 32], f16>
  %1 = wave.allocate "b0" : <5, [N = 16, K0 = 32], f16>
  %2 = wave.allocate "c0" : <1, [M = 64, N = 16], f32>
  %3 = wave.channel %0, %1 from ["consumer"] commits 1 to ["consumer"] releases 1 : !wave.buffer<5, [M = 64, K0 = 32], f16>, !wave.buffer<5, [N = 16, K0 = 32], f16>
  wave.role "consumer" waves 1 {
    %WORKGROUP_0 = wave.workgroup_id 0
    %4 = wave.index "$0" (%WORKGROUP_0) {i32}
    %c0_0 = wave.index 0
    %5 = wave.iterate T at %T from %4 while "$0 < 3" iter_args(%arg0 = %c0_0) -> index attributes {tag = "t"} {
      %6 = wave.register 0.000000e+00 : f32 : <[M = 64, N = 16], f32>
      wave.acquire %3 number %arg0
      %7 = wave.index "$0 * 64" (%T)
      %c0_1 = wave.index 0
      %8 = wave.index "$0 % 5" (%arg0)
      wave.copy %a0 at [%7, %c0_1] to %0 slot %8 {mapped = [#wave.expr<M>], tag = "read_a0"} : <[M = 192, K0 = 128], f16, SHARED_ADDRESS_SPACE>, <5, [M = 64, K0 = 32], f16>
      wave.copy %b0 at [%c0_1, %c0_1] to %1 slot %8 {mapped = [#wave.expr<N>], tag = "read_b0"} : <[N = 16, K0 = 128], f16, SHARED_ADDRESS_SPACE>, <5, [N = 16, K0 = 32], f16>
      wave.commit %3 number %arg0
      %9 = wave.index "$0 + 1" (%arg0)
      wave.acquire %3 number %9
      %c32 = wave.index 32
      %10 = wave.index "($0 + 1) % 5" (%arg0)
      wave.copy %a0 at [%7, %c32] to %0 slot %10 {mapped = [#wave.expr<M>], tag = "read_a0"} : <[M = 192, K0 = 128], f16, SHARED_ADDRESS_SPACE>, <5, [M = 64, K0 = 32], f16>
      wave.copy %b0 at [%c0_1, %c32] to %1 slot %10 {mapped = [#wave.expr<N>], tag = "read_b0"} : <[N = 16, K0 = 128], f16, SHARED_ADDRESS_SPACE>, <5, [N = 16, K0 = 32], f16>
      wave.commit %3 number %9
      %11 = wave.index "$0 + 2" (%arg0)
      wave.acquire %3 number %11
      %c64 = wave.index 64
      %12 = wave.index "($0 + 2) % 5" (%arg0)
      wave.copy %a0 at [%7, %c64] to %0 slot %12 {mapped = [#wave.expr<M>], tag = "read_a0"} : <[M = 192, K0 = 128], f16, SHARED_ADDRESS_SPACE>, <5, [M = 64, K0 = 32], f16>
      %c1 = wave.index 1
      %13 = wave.iterate K0 at %K0 count %c1 iter_args(%arg1 = %6) -> !wave.tile<[M = 64, N = 16], f32> attributes {stages = 4 : i64, tag = "k0"} {
        %c0_2 = wave.index 0
        %44 = wave.index "$0 * 32 + 64" (%K0)
        %45 = wave.index "($0 + $1 + 2) % 5" (%K0, %arg0)
        wave.copy %b0 at [%c0_2, %44] to %1 slot %45 {mapped = [#wave.expr<N>], tag = "read_b0"} : <[N = 16, K0 = 128], f16, SHARED_ADDRESS_SPACE>, <5, [N = 16, K0 = 32], f16>
        %46 = wave.index "$0 + $1 + 2" (%K0, %arg0)
        wave.commit %3 number %46
        %47 = wave.index "$0 + $1 + 3" (%K0, %arg0)
        wave.acquire %3 number %47
        %48 = wave.index "$0 * 64" (%T)
        %49 = wave.index "$0 * 32 + 96" (%K0)
        %50 = wave.index "($0 + $1 + 3) % 5" (%K0, %arg0)
        wave.copy %a0 at [%48, %49] to %0 slot %50 {mapped = [#wave.expr<M>], tag = "read_a0"} : <[M = 192, K0 = 128], f16, SHARED_ADDRESS_SPACE>, <5, [M = 64, K0 = 32], f16>
        %51 = wave.index "$0 + $1" (%K0, %arg0)
        // expected-note @below {{the other step is here}}
        wave.wait %3 number %51
        %52 = wave.index "($0 + $1) % 5" (%K0, %arg0)
        %53 = wave.view %0 slot %52 {tag = "read_a0"} : <5, [M = 64, K0 = 32], f16> -> <1, [M = 64, K0 = 32], f16>
        %54 = wave.view %1 slot %52 {tag = "read_b0"} : <5, [N = 16, K0 = 32], f16> -> <1, [N = 16, K0 = 32], f16>
        %55 = wave.mma %53, %54, %arg1 {mma_type = "F32_64x16x16_F16", tag = "mma0"} : !wave.buffer<1, [M = 64, K0 = 32], f16>, !wave.buffer<1, [N = 16, K0 = 32], f16>, <[M = 64, N = 16], f32>
        // expected-remark @below {{the protocol of channels is not proved: roles wait for each other: release of 'a0, b0', of 5 slots, and wait of 'a0, b0' are in a cycle [protocol-unproved]}}
        wave.release %3 number %51
        wave.yield %55 : !wave.tile<[M = 64, N = 16], f32>
      }
      %c96 = wave.index 96
      %14 = wave.index "($0 + 3) % 5" (%arg0)
      wave.copy %b0 at [%c0_1, %c96] to %1 slot %14 {mapped = [#wave.expr<N>], tag = "read_b0"} : <[N = 16, K0 = 128], f16, SHARED_ADDRESS_SPACE>, <5, [N = 16, K0 = 32], f16>
      %15 = wave.index "$0 + 3" (%arg0)
      wave.commit %3 number %15
      wave.wait %3 number %9
      %16 = wave.view %0 slot %10 {tag = "read_a0"} : <5, [M = 64, K0 = 32], f16> -> <1, [M = 64, K0 = 32], f16>
      %17 = wave.view %1 slot %10 {tag = "read_b0"} : <5, [N = 16, K0 = 32], f16> -> <1, [N = 16, K0 = 32], f16>
      %18 = wave.mma %16, %17, %13 {mma_type = "F32_64x16x16_F16", tag = "mma0"} : !wave.buffer<1, [M = 64, K0 = 32], f16>, !wave.buffer<1, [N = 16, K0 = 32], f16>, <[M = 64, N = 16], f32>
      wave.release %3 number %9
      wave.wait %3 number %11
      %19 = wave.view %0 slot %12 {tag = "read_a0"} : <5, [M = 64, K0 = 32], f16> -> <1, [M = 64, K0 = 32], f16>
      %20 = wave.view %1 slot %12 {tag = "read_b0"} : <5, [N = 16, K0 = 32], f16> -> <1, [N = 16, K0 = 32], f16>
      %21 = wave.mma %19, %20, %18 {mma_type = "F32_64x16x16_F16", tag = "mma0"} : !wave.buffer<1, [M = 64, K0 = 32], f16>, !wave.buffer<1, [N = 16, K0 = 32], f16>, <[M = 64, N = 16], f32>
      wave.release %3 number %11
      wave.wait %3 number %15
      %22 = wave.view %0 slot %14 {tag = "read_a0"} : <5, [M = 64, K0 = 32], f16> -> <1, [M = 64, K0 = 32], f16>
      %23 = wave.view %1 slot %14 {tag = "read_b0"} : <5, [N = 16, K0 = 32], f16> -> <1, [N = 16, K0 = 32], f16>
      %24 = wave.mma %22, %23, %21 {mma_type = "F32_64x16x16_F16", tag = "mma0"} : !wave.buffer<1, [M = 64, K0 = 32], f16>, !wave.buffer<1, [N = 16, K0 = 32], f16>, <[M = 64, N = 16], f32>
      wave.release %3 number %15
      %25 = wave.register 0.000000e+00 : f32 : <[M = 64, N = 16], f32>
      %26 = wave.index "$0 + 4" (%arg0)
      wave.acquire %3 number %26
      %27 = wave.index "($0 + 4) % 5" (%arg0)
      wave.copy %a0 at [%7, %c0_1] to %0 slot %27 {mapped = [#wave.expr<M>], tag = "read_a0"} : <[M = 192, K0 = 128], f16, SHARED_ADDRESS_SPACE>, <5, [M = 64, K0 = 32], f16>
      wave.copy %b0 at [%c0_1, %c0_1] to %1 slot %27 {mapped = [#wave.expr<N>], tag = "read_b0"} : <[N = 16, K0 = 128], f16, SHARED_ADDRESS_SPACE>, <5, [N = 16, K0 = 32], f16>
      wave.commit %3 number %26
      %28 = wave.index "$0 + 5" (%arg0)
      wave.acquire %3 number %28
      wave.copy %a0 at [%7, %c32] to %0 slot %8 {mapped = [#wave.expr<M>], tag = "read_a0"} : <[M = 192, K0 = 128], f16, SHARED_ADDRESS_SPACE>, <5, [M = 64, K0 = 32], f16>
      wave.copy %b0 at [%c0_1, %c32] to %1 slot %8 {mapped = [#wave.expr<N>], tag = "read_b0"} : <[N = 16, K0 = 128], f16, SHARED_ADDRESS_SPACE>, <5, [N = 16, K0 = 32], f16>
      wave.commit %3 number %28
      %29 = wave.index "$0 + 6" (%arg0)
      wave.acquire %3 number %29
      wave.copy %a0 at [%7, %c64] to %0 slot %10 {mapped = [#wave.expr<M>], tag = "read_a0"} : <[M = 192, K0 = 128], f16, SHARED_ADDRESS_SPACE>, <5, [M = 64, K0 = 32], f16>
      %30 = wave.iterate K0 at %K0 count %c1 iter_args(%arg1 = %25) -> !wave.tile<[M = 64, N = 16], f32> attributes {stages = 4 : i64, tag = "k0"} {
        %c0_2 = wave.index 0
        %44 = wave.index "$0 * 32 + 64" (%K0)
        %45 = wave.index "($0 + $1 + 1) % 5" (%K0, %arg0)
        wave.copy %b0 at [%c0_2, %44] to %1 slot %45 {mapped = [#wave.expr<N>], tag = "read_b0"} : <[N = 16, K0 = 128], f16, SHARED_ADDRESS_SPACE>, <5, [N = 16, K0 = 32], f16>
        %46 = wave.index "$0 + $1 + 6" (%K0, %arg0)
        wave.commit %3 number %46
        %47 = wave.index "$0 + $1 + 7" (%K0, %arg0)
        wave.acquire %3 number %47
        %48 = wave.index "$0 * 64" (%T)
        %49 = wave.index "$0 * 32 + 96" (%K0)
        %50 = wave.index "($0 + $1 + 2) % 5" (%K0, %arg0)
        wave.copy %a0 at [%48, %49] to %0 slot %50 {mapped = [#wave.expr<M>], tag = "read_a0"} : <[M = 192, K0 = 128], f16, SHARED_ADDRESS_SPACE>, <5, [M = 64, K0 = 32], f16>
        %51 = wave.index "$0 + $1 + 4" (%K0, %arg0)
        wave.wait %3 number %51
        %52 = wave.index "($0 + $1 + 4) % 5" (%K0, %arg0)
        %53 = wave.view %0 slot %52 {tag = "read_a0"} : <5, [M = 64, K0 = 32], f16> -> <1, [M = 64, K0 = 32], f16>
        %54 = wave.view %1 slot %52 {tag = "read_b0"} : <5, [N = 16, K0 = 32], f16> -> <1, [N = 16, K0 = 32], f16>
        %55 = wave.mma %53, %54, %arg1 {mma_type = "F32_64x16x16_F16", tag = "mma0"} : !wave.buffer<1, [M = 64, K0 = 32], f16>, !wave.buffer<1, [N = 16, K0 = 32], f16>, <[M = 64, N = 16], f32>
        wave.release %3 number %51
        wave.yield %55 : !wave.tile<[M = 64, N = 16], f32>
      }
      wave.copy %b0 at [%c0_1, %c96] to %1 slot %12 {mapped = [#wave.expr<N>], tag = "read_b0"} : <[N = 16, K0 = 128], f16, SHARED_ADDRESS_SPACE>, <5, [N = 16, K0 = 32], f16>
      %31 = wave.index "$0 + 7" (%arg0)
      wave.commit %3 number %31
      wave.wait %3 number %28
      %32 = wave.view %0 slot %8 {tag = "read_a0"} : <5, [M = 64, K0 = 32], f16> -> <1, [M = 64, K0 = 32], f16>
      %33 = wave.view %1 slot %8 {tag = "read_b0"} : <5, [N = 16, K0 = 32], f16> -> <1, [N = 16, K0 = 32], f16>
      %34 = wave.mma %32, %33, %30 {mma_type = "F32_64x16x16_F16", tag = "mma0"} : !wave.buffer<1, [M = 64, K0 = 32], f16>, !wave.buffer<1, [N = 16, K0 = 32], f16>, <[M = 64, N = 16], f32>
      wave.release %3 number %28
      wave.wait %3 number %29
      %35 = wave.view %0 slot %10 {tag = "read_a0"} : <5, [M = 64, K0 = 32], f16> -> <1, [M = 64, K0 = 32], f16>
      %36 = wave.view %1 slot %10 {tag = "read_b0"} : <5, [N = 16, K0 = 32], f16> -> <1, [N = 16, K0 = 32], f16>
      %37 = wave.mma %35, %36, %34 {mma_type = "F32_64x16x16_F16", tag = "mma0"} : !wave.buffer<1, [M = 64, K0 = 32], f16>, !wave.buffer<1, [N = 16, K0 = 32], f16>, <[M = 64, N = 16], f32>
      wave.release %3 number %29
      wave.wait %3 number %31
      %38 = wave.view %0 slot %12 {tag = "read_a0"} : <5, [M = 64, K0 = 32], f16> -> <1, [M = 64, K0 = 32], f16>
      %39 = wave.view %1 slot %12 {tag = "read_b0"} : <5, [N = 16, K0 = 32], f16> -> <1, [N = 16, K0 = 32], f16>
      %40 = wave.mma %38, %39, %37 {mma_type = "F32_64x16x16_F16", tag = "mma0"} : !wave.buffer<1, [M = 64, K0 = 32], f16>, !wave.buffer<1, [N = 16, K0 = 32], f16>, <[M = 64, N = 16], f32>
      wave.release %3 number %31
      wave.shared_write %24, %2 {tag = "write_c0"} : <[M = 64, N = 16], f32>, <1, [M = 64, N = 16], f32>
      %41 = wave.iterate J at %J count %c0_1 iter_args(%arg1 = %40) -> !wave.tile<[M = 64, N = 16], f32> attributes {stages = 3 : i64, tag = "j"} {
        %44 = wave.index "$0 * 64" (%T)
        %c0_2 = wave.index 0
        wave.copy_out %2 to %c0 at [%44, %c0_2] {mapped = [#wave.expr<M>, #wave.expr<N>], tag = "write_c0"} : <1, [M = 64, N = 16], f32>, <[M = 192, N = 16], f32>
        %45 = wave.register 0.000000e+00 : f32 : <[M = 64, N = 16], f32>
        %46 = wave.index "$0 * 4 + $1 + 8" (%J, %arg0)
        wave.acquire %3 number %46
        %47 = wave.index "($0 * 4 + $1 + 3) % 5" (%J, %arg0)
        wave.copy %a0 at [%44, %c0_2] to %0 slot %47 {mapped = [#wave.expr<M>], tag = "read_a0"} : <[M = 192, K0 = 128], f16, SHARED_ADDRESS_SPACE>, <5, [M = 64, K0 = 32], f16>
        wave.copy %b0 at [%c0_2, %c0_2] to %1 slot %47 {mapped = [#wave.expr<N>], tag = "read_b0"} : <[N = 16, K0 = 128], f16, SHARED_ADDRESS_SPACE>, <5, [N = 16, K0 = 32], f16>
        wave.commit %3 number %46
        %48 = wave.index "$0 * 4 + $1 + 9" (%J, %arg0)
        wave.acquire %3 number %48
        %c32_3 = wave.index 32
        %49 = wave.index "($0 * 4 + $1 + 4) % 5" (%J, %arg0)
        wave.copy %a0 at [%44, %c32_3] to %0 slot %49 {mapped = [#wave.expr<M>], tag = "read_a0"} : <[M = 192, K0 = 128], f16, SHARED_ADDRESS_SPACE>, <5, [M = 64, K0 = 32], f16>
        wave.copy %b0 at [%c0_2, %c32_3] to %1 slot %49 {mapped = [#wave.expr<N>], tag = "read_b0"} : <[N = 16, K0 = 128], f16, SHARED_ADDRESS_SPACE>, <5, [N = 16, K0 = 32], f16>
        wave.commit %3 number %48
        %50 = wave.index "$0 * 4 + $1 + 10" (%J, %arg0)
        wave.acquire %3 number %50
        %c64_4 = wave.index 64
        %51 = wave.index "($0 * 4 + $1) % 5" (%J, %arg0)
        wave.copy %a0 at [%44, %c64_4] to %0 slot %51 {mapped = [#wave.expr<M>], tag = "read_a0"} : <[M = 192, K0 = 128], f16, SHARED_ADDRESS_SPACE>, <5, [M = 64, K0 = 32], f16>
        %c1_5 = wave.index 1
        %52 = wave.iterate K0 at %K0 count %c1_5 iter_args(%arg2 = %45) -> !wave.tile<[M = 64, N = 16], f32> attributes {stages = 4 : i64, tag = "k0"} {
          %c0_7 = wave.index 0
          %64 = wave.index "$0 * 32 + 64" (%K0)
          %65 = wave.index "($0 * 4 + $1 + $2) % 5" (%J, %K0, %arg0)
          wave.copy %b0 at [%c0_7, %64] to %1 slot %65 {mapped = [#wave.expr<N>], tag = "read_b0"} : <[N = 16, K0 = 128], f16, SHARED_ADDRESS_SPACE>, <5, [N = 16, K0 = 32], f16>
          %66 = wave.index "$0 * 4 + $1 + $2 + 10" (%J, %K0, %arg0)
          wave.commit %3 number %66
          %67 = wave.index "$0 * 4 + $1 + $2 + 11" (%J, %K0, %arg0)
          wave.acquire %3 number %67
          %68 = wave.index "$0 * 64" (%T)
          %69 = wave.index "$0 * 32 + 96" (%K0)
          %70 = wave.index "($0 * 4 + $1 + $2 + 1) % 5" (%J, %K0, %arg0)
          wave.copy %a0 at [%68, %69] to %0 slot %70 {mapped = [#wave.expr<M>], tag = "read_a0"} : <[M = 192, K0 = 128], f16, SHARED_ADDRESS_SPACE>, <5, [M = 64, K0 = 32], f16>
          %71 = wave.index "$0 * 4 + $1 + $2 + 8" (%J, %K0, %arg0)
          wave.wait %3 number %71
          %72 = wave.index "($0 * 4 + $1 + $2 + 3) % 5" (%J, %K0, %arg0)
          %73 = wave.view %0 slot %72 {tag = "read_a0"} : <5, [M = 64, K0 = 32], f16> -> <1, [M = 64, K0 = 32], f16>
          %74 = wave.view %1 slot %72 {tag = "read_b0"} : <5, [N = 16, K0 = 32], f16> -> <1, [N = 16, K0 = 32], f16>
          %75 = wave.mma %73, %74, %arg2 {mma_type = "F32_64x16x16_F16", tag = "mma0"} : !wave.buffer<1, [M = 64, K0 = 32], f16>, !wave.buffer<1, [N = 16, K0 = 32], f16>, <[M = 64, N = 16], f32>
          wave.release %3 number %71
          wave.yield %75 : !wave.tile<[M = 64, N = 16], f32>
        }
        %c96_6 = wave.index 96
        %53 = wave.index "($0 * 4 + $1 + 1) % 5" (%J, %arg0)
        wave.copy %b0 at [%c0_2, %c96_6] to %1 slot %53 {mapped = [#wave.expr<N>], tag = "read_b0"} : <[N = 16, K0 = 128], f16, SHARED_ADDRESS_SPACE>, <5, [N = 16, K0 = 32], f16>
        %54 = wave.index "$0 * 4 + $1 + 11" (%J, %arg0)
        wave.commit %3 number %54
        wave.wait %3 number %48
        %55 = wave.view %0 slot %49 {tag = "read_a0"} : <5, [M = 64, K0 = 32], f16> -> <1, [M = 64, K0 = 32], f16>
        %56 = wave.view %1 slot %49 {tag = "read_b0"} : <5, [N = 16, K0 = 32], f16> -> <1, [N = 16, K0 = 32], f16>
        %57 = wave.mma %55, %56, %52 {mma_type = "F32_64x16x16_F16", tag = "mma0"} : !wave.buffer<1, [M = 64, K0 = 32], f16>, !wave.buffer<1, [N = 16, K0 = 32], f16>, <[M = 64, N = 16], f32>
        wave.release %3 number %48
        wave.wait %3 number %50
        %58 = wave.view %0 slot %51 {tag = "read_a0"} : <5, [M = 64, K0 = 32], f16> -> <1, [M = 64, K0 = 32], f16>
        %59 = wave.view %1 slot %51 {tag = "read_b0"} : <5, [N = 16, K0 = 32], f16> -> <1, [N = 16, K0 = 32], f16>
        %60 = wave.mma %58, %59, %57 {mma_type = "F32_64x16x16_F16", tag = "mma0"} : !wave.buffer<1, [M = 64, K0 = 32], f16>, !wave.buffer<1, [N = 16, K0 = 32], f16>, <[M = 64, N = 16], f32>
        wave.release %3 number %50
        wave.wait %3 number %54
        %61 = wave.view %0 slot %53 {tag = "read_a0"} : <5, [M = 64, K0 = 32], f16> -> <1, [M = 64, K0 = 32], f16>
        %62 = wave.view %1 slot %53 {tag = "read_b0"} : <5, [N = 16, K0 = 32], f16> -> <1, [N = 16, K0 = 32], f16>
        %63 = wave.mma %61, %62, %60 {mma_type = "F32_64x16x16_F16", tag = "mma0"} : !wave.buffer<1, [M = 64, K0 = 32], f16>, !wave.buffer<1, [N = 16, K0 = 32], f16>, <[M = 64, N = 16], f32>
        wave.release %3 number %54
        wave.shared_write %arg1, %2 {tag = "write_c0"} : <[M = 64, N = 16], f32>, <1, [M = 64, N = 16], f32>
        wave.yield %63 : !wave.tile<[M = 64, N = 16], f32>
      }
      wave.copy_out %2 to %c0 at [%7, %c0_1] {mapped = [#wave.expr<M>, #wave.expr<N>], tag = "write_c0"} : <1, [M = 64, N = 16], f32>, <[M = 192, N = 16], f32>
      wave.shared_write %41, %2 {tag = "write_c0"} : <[M = 64, N = 16], f32>, <1, [M = 64, N = 16], f32>
      wave.copy_out %2 to %c0 at [%7, %c0_1] {mapped = [#wave.expr<M>, #wave.expr<N>], tag = "write_c0"} : <1, [M = 64, N = 16], f32>, <[M = 192, N = 16], f32>
      %42 = wave.index "$0 + 2" (%T) {i32}
      %43 = wave.index "$0 + 8" (%arg0)
      wave.yield next %42 %43 : index
    }
  }
}
