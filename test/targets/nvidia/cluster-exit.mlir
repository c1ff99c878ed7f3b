// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The last releases of operand slots are tcgen05.commits, which arrive at mbarriers of all CTAs of
// the cluster when their MMAs have completed.  No CTA may exit, and give up its shared memory,
// before they have arrived: the producer drains its slots (wave.drain).  Without that, each of
// these orders of warps ended with "an mbarrier of workgroup 1 of the cluster awaits, which has
// ended".

// Clusters of 2 x 1 that multicast B.
// RUN: %wave run %s --target sim:b200 -D M=128 -D N=32 -D K=320 --order 2 --repeat 1 --check -q
// RUN: %wave run %s --target sim:b200 -D M=128 -D N=32 -D K=320 --order 19 --repeat 1 --check -q
// Two CTAs of a pair.
// RUN: %wave run %s --target sim:b200 -D BLOCK_M=128 -D M=256 -D N=32 -D K=640 --schedule prefetch --order 5 --repeat 1 --check -q
// Clusters of 1 x 2 that multicast A.
// RUN: sed 's/array<i64: 2, 1, 1>/array<i64: 1, 2, 1>/' %s > %t.mlir
// RUN: %wave run %t.mlir --target sim:b200 -D M=64 -D N=64 -D K=320 --order 3 --repeat 1 --check -q
// RUN: %wave run %t.mlir --target sim:b200 -D M=64 -D N=64 -D K=320 --order 10 --repeat 1 --check -q
// Fewer steps than slots, and none.
// RUN: %wave run %s --target sim:b200 -D M=128 -D N=32 -D K=64 --dynamic M,N,K --repeat 1 --check -q
// RUN: %wave run %s --target sim:b200 -D M=128 -D N=32 -D K=0 --dynamic M,N,K --repeat 1 --check -q

// On Hopper consumers release slots themselves, before they come to the cluster's last barrier.
// RUN: %wave run %s --target sim:h200 -D M=128 -D N=32 -D K=320 --order 2 --repeat 1 --check -q

// The drain waits for every slot, of B and A together, and names the cluster.
// RUN: %wave emit %s --target sim:b200 --stage scheduled -q | FileCheck %s
// CHECK: %[[AB:.*]] = wave.channel %0, %1 from ["load"] {{.*}} scope
// CHECK: wave.role "load"
// CHECK: wave.iterate K at %K count %c5
// CHECK: wave.drain %[[AB]] number %c5
// CHECK: wave.role "mma"

wave.kernel @clusters(%a: !wave.memory<[M, K], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N, K], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M, N], f32>)
    defaults {BLOCK_K = 64, BLOCK_M = 64, BLOCK_N = 32, K = 320, M = 256, N = 64} {
  wave.workgroup_constraint M tile BLOCK_M dim 0
  wave.workgroup_constraint N tile BLOCK_N dim 1
  wave.tiling_constraint K tile BLOCK_K
  wave.hardware_constraint threads_per_wave 128 {workgroups_per_cluster = array<i64: 2, 1, 1>}
  %0 = wave.register 0.000000e+00 : f32 : <[M, N], f32>
  %1 = wave.iterate K iter_args(%arg0 = %0) -> !wave.tile<[M, N], f32> attributes {tag = "k_loop"} {
    %2 = wave.read %a {tag = "read_a"} : <[M, K], f16, SHARED_ADDRESS_SPACE> -> <[M, K], f16>
    %3 = wave.read %b {tag = "read_b"} : <[N, K], f16, SHARED_ADDRESS_SPACE> -> <[N, K], f16>
    %4 = wave.mma %2, %3, %arg0 {tag = "mma"} : <[M, K], f16>, <[N, K], f16>, <[M, N], f32>
    wave.yield %4 : !wave.tile<[M, N], f32>
  }
  wave.write %1, %c : <[M, N], f32>, <[M, N], f32>
}
