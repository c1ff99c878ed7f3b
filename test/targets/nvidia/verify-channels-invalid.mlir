// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mistakes in the code of a lane, planted in the target form (plant_mistakes.py): each is refused, with what is wrong and both
// numbers.  Places are those of the printed form, and left out.
//
// On Hopper, one workgroup.
//
// RUN: %wave emit gemm --target cuda:sm_90a -D BLOCK_M=64 -D BLOCK_N=32 -D BLOCK_K=64 --stage target -q > %t.mlir
// RUN: %python %S/plant_mistakes.py %t.mlir "full: one arrival more" "empty: one arrival fewer" \
// RUN:   "empty: one arrival more" "no init" "init twice" "16 bytes more" "16 bytes fewer" \
// RUN:   "expect_tx at the next slot" "load without its bytes" "load for the next slot" \
// RUN:   "acquire of the other parity" "wait of the other parity" "wait of the next slot" "acquire at full" \
// RUN:   "no release" "release of the next slot" "release by every lane" "one group more in flight" \
// RUN:   "no wait for groups" "MMA of the next slot" "a trip more" \
// RUN:   | %check-text %s --check-prefix=HOPPER
// HOPPER: full: one arrival more:
// HOPPER-NEXT: error: kernel 'gemm': the mbarrier that says that slot 0 of channel 'a, b' is full is made for 2 arrivals, and each use has 1 [target-protocol]
// HOPPER-NEXT: note: role 'load' arrives here
// HOPPER-NEXT: note: help: this is a bug in wave: please report it with the kernel
// HOPPER-NEXT: empty: one arrival fewer:
// HOPPER-NEXT: error: kernel 'gemm': the mbarrier that says that slot 0 of channel 'a, b' is empty is made for 3 arrivals, and each use has 4 [target-protocol]
// HOPPER-NEXT: note: role 'consumer' arrives here
// HOPPER-NEXT: note: help: this is a bug in wave: please report it with the kernel
// HOPPER-NEXT: empty: one arrival more:
// HOPPER-NEXT: error: kernel 'gemm': the mbarrier that says that slot 0 of channel 'a, b' is empty is made for 2 arrivals, and each use has 4 [target-protocol]
// HOPPER-NEXT: note: role 'consumer' arrives here
// HOPPER-NEXT: note: help: this is a bug in wave: please report it with the kernel
// HOPPER-NEXT: no init:
// HOPPER-NEXT: error: kernel 'gemm': the mbarrier that says that slot 1 of channel 'a, b' is empty is not made [target-protocol]
// HOPPER-NEXT: note: help: this is a bug in wave: please report it with the kernel
// HOPPER-NEXT: init twice:
// HOPPER-NEXT: error: kernel 'gemm': the mbarrier at byte 98336 is made twice [target-protocol]
// HOPPER-NEXT: note: the other one
// HOPPER-NEXT: note: help: this is a bug in wave: please report it with the kernel
// HOPPER-NEXT: 16 bytes more:
// HOPPER-NEXT: error: kernel 'gemm': the mbarrier expects 12304 transaction bytes for use T0 of channel 'a, b', and TMA loads complete 12288 [target-protocol]
// HOPPER-NEXT: note: help: this is a bug in wave: please report it with the kernel
// HOPPER-NEXT: 16 bytes fewer:
// HOPPER-NEXT: error: kernel 'gemm': the mbarrier expects 12272 transaction bytes for use T0 of channel 'a, b', and TMA loads complete 12288 [target-protocol]
// HOPPER-NEXT: note: help: this is a bug in wave: please report it with the kernel
// HOPPER-NEXT: expect_tx at the next slot:
// HOPPER-NEXT: error: kernel 'gemm': the arrival of use T0 for slots that are full is at byte T0 % 8 * 16 + 98320, and the mbarrier of that use lies at T0 % 8 * 16 + 98304 = 98304 + 16 * (use % 8); for T0 = 0 these are 98320 and 98304 [target-protocol]
// HOPPER-NEXT: note: help: this is a bug in wave: please report it with the kernel
// HOPPER-NEXT: load without its bytes:
// HOPPER-NEXT: error: kernel 'gemm': the mbarrier expects 12288 transaction bytes for use T0 of channel 'a, b', and TMA loads complete 8192 [target-protocol]
// HOPPER-NEXT: note: help: this is a bug in wave: please report it with the kernel
// HOPPER-NEXT: load for the next slot:
// HOPPER-NEXT: error: kernel 'gemm': the arrival of use T0 for slots that are full is at byte T0 % 8 * 16 + 98320, and the mbarrier of that use lies at T0 % 8 * 16 + 98304 = 98304 + 16 * (use % 8); for T0 = 0 these are 98320 and 98304 [target-protocol]
// HOPPER-NEXT: note: help: this is a bug in wave: please report it with the kernel
// HOPPER-NEXT: acquire of the other parity:
// HOPPER-NEXT: error: kernel 'gemm': the wait of use T0 for slots that are empty has the parity -((floordiv(T0, 8) + 1) % 2) + 1, and that of its phase is (floordiv(T0, 8) + 1) % 2 = (use / 8 + 1) % 2; for T0 = 0 these are 0 and 1 [target-protocol]
// HOPPER-NEXT: note: help: this is a bug in wave: please report it with the kernel
// HOPPER-NEXT: wait of the other parity:
// HOPPER-NEXT: error: kernel 'gemm': the wait of use T0 + 1 for slots that are full has the parity -(floordiv(T0 + 1, 8) % 2) + 1, and that of its phase is floordiv(T0 + 1, 8) % 2 = use / 8 % 2; for T0 = 0 these are 1 and 0 [target-protocol]
// HOPPER-NEXT: note: help: this is a bug in wave: please report it with the kernel
// HOPPER-NEXT: wait of the next slot:
// HOPPER-NEXT: error: kernel 'gemm': the wait of use T0 + 1 for slots that are full is at byte (T0 + 1) % 8 * 16 + 98320, and the mbarrier of that use lies at (T0 + 1) % 8 * 16 + 98304 = 98304 + 16 * (use % 8); for T0 = 0 these are 98336 and 98320 [target-protocol]
// HOPPER-NEXT: note: help: this is a bug in wave: please report it with the kernel
// HOPPER-NEXT: acquire at full:
// HOPPER-NEXT: error: kernel 'gemm': in a trip of this loop role 'load' waits 1 times for slots of channel 'a, b' to be full, and releases 0 [target-protocol]
// HOPPER-NEXT: note: help: this is a bug in wave: please report it with the kernel
// HOPPER-NEXT: no release:
// HOPPER-NEXT: error: kernel 'gemm': in a trip of this loop role 'consumer' waits 1 times for slots of channel 'a, b' to be full, and releases 0 [target-protocol]
// HOPPER-NEXT: note: help: this is a bug in wave: please report it with the kernel
// HOPPER-NEXT: release of the next slot:
// HOPPER-NEXT: error: kernel 'gemm': the arrival of use T0 for slots that are empty is at byte T0 % 8 * 16 + 98328, and the mbarrier of that use lies at T0 % 8 * 16 + 98312 = 98312 + 16 * (use % 8); for T0 = 0 these are 98328 and 98312 [target-protocol]
// HOPPER-NEXT: note: help: this is a bug in wave: please report it with the kernel
// HOPPER-NEXT: release by every lane:
// HOPPER-NEXT: error: kernel 'gemm': role 'consumer' arrives 4 times for this use of channel 'a, b', and 128 times for another one [target-protocol]
// HOPPER-NEXT: note: the other arrival
// HOPPER-NEXT: note: help: this is a bug in wave: please report it with the kernel
// HOPPER-NEXT: one group more in flight:
// HOPPER-NEXT: error: kernel 'gemm': use T0 is released while wgmma groups that read it may be in flight: 2 are, and wait_group has to leave at most 1 before [target-protocol]
// HOPPER-NEXT: note: help: this is a bug in wave: please report it with the kernel
// HOPPER-NEXT: no wait for groups:
// HOPPER-NEXT: error: kernel 'gemm': use T0 is released while wgmma groups that read it may be in flight: 2 are, and wait_group has to leave at most 1 before [target-protocol]
// HOPPER-NEXT: note: help: this is a bug in wave: please report it with the kernel
// HOPPER-NEXT: MMA of the next slot:
// HOPPER-NEXT: error: kernel 'gemm': an operand of this MMA lies at byte (T0 + 1) % 8 * 4096 + 81920 of shared memory, and role 'consumer' holds no such slot: it has waited for no use of it, or released it [target-protocol]
// HOPPER-NEXT: note: help: this is a bug in wave: please report it with the kernel
// HOPPER-NEXT: a trip more:
// HOPPER-NEXT: error: kernel 'gemm': role 'load' has 17 uses of channel 'a, b', and role 'consumer' has 16 [target-protocol]
// HOPPER-NEXT: note: help: this is a bug in wave: please report it with the kernel
//
// Five slots are no power of two: slots and phases are carried.
//
// RUN: %wave emit gemm_persistent --target cuda:sm_90a -D NUM_CTAS=4 -D BLOCK_M=128 -D BLOCK_N=128 -D BLOCK_K=64 --stage target -q > %t.mlir
// RUN: %python %S/plant_mistakes.py %t.mlir "empty: one arrival fewer" "16 bytes fewer" \
// RUN:   "acquire of the other parity" "wait of the next slot" "no release" "one group more in flight" \
// RUN:   | %check-text %s --check-prefix=CARRIED
// CARRIED: empty: one arrival fewer:
// CARRIED-NEXT: error: kernel 'gemm_persistent': the mbarrier that says that slot 0 of channel 'a, b' is empty is made for 3 arrivals, and each use has 8 [target-protocol]
// CARRIED-NEXT: note: role 'consumer' arrives here
// CARRIED-NEXT: note: help: this is a bug in wave: please report it with the kernel
// CARRIED-NEXT: 16 bytes fewer:
// CARRIED-NEXT: error: kernel 'gemm_persistent': the mbarrier expects 32752 transaction bytes for use T0 * 16 + T1 of channel 'a, b', and TMA loads complete 32768 [target-protocol]
// CARRIED-NEXT: note: help: this is a bug in wave: please report it with the kernel
// CARRIED-NEXT: acquire of the other parity:
// CARRIED-NEXT: error: kernel 'gemm_persistent': the wait of use T0 * 16 + T1 for slots that are empty has the parity (-floordiv(T1 + T0 % 5, 5) - floordiv(T0 * 16, 5) + 1) % 2 * -2 - (floordiv(T1 + T0 % 5, 5) + floordiv(T0 * 16, 5)) % 2 + 2, and that of its phase is (floordiv(T0 * 16 + T1, 5) + 1) % 2 = (use / 5 + 1) % 2; for T1 = 0, T0 = 0 these are 0 and 1 [target-protocol]
// CARRIED-NEXT: note: help: this is a bug in wave: please report it with the kernel
// CARRIED-NEXT: wait of the next slot:
// CARRIED-NEXT: error: kernel 'gemm_persistent': the wait of use T0 * 16 + T1 + 1 for slots that are full is at byte (T0 + T1 + 1) % 5 * 16 + 229392, and the mbarrier of that use lies at (T0 + T1 + 1) % 5 * 16 + 229376 = 229376 + 16 * (use % 5); for T0 = 0, T1 = 0 these are 229408 and 229392 [target-protocol]
// CARRIED-NEXT: note: help: this is a bug in wave: please report it with the kernel
// CARRIED-NEXT: no release:
// CARRIED-NEXT: error: kernel 'gemm_persistent': in a trip of this loop role 'consumer' waits 1 times for slots of channel 'a, b' to be full, and releases 0 [target-protocol]
// CARRIED-NEXT: note: help: this is a bug in wave: please report it with the kernel
// CARRIED-NEXT: one group more in flight:
// CARRIED-NEXT: error: kernel 'gemm_persistent': use T0 * 16 + T1 is released while wgmma groups that read it may be in flight: 2 are, and wait_group has to leave at most 1 before [target-protocol]
// CARRIED-NEXT: note: help: this is a bug in wave: please report it with the kernel
//
// In a cluster, with sizes that the launch gives.
//
// RUN: %wave emit gemm --target cuda:sm_90a --cluster 2,1,1 --dynamic M,N,K -D BLOCK_M=64 -D BLOCK_N=32 -D BLOCK_K=64 --stage target -q > %t.mlir
// RUN: %python %S/plant_mistakes.py %t.mlir "empty: one arrival more" "16 bytes fewer" "multicast to one workgroup" \
// RUN:   "mapa of another workgroup" "no release" "wait of the other parity" "a trip more" \
// RUN:   | %check-text %s --check-prefix=CLUSTER
// CLUSTER: empty: one arrival more:
// CLUSTER-NEXT: error: kernel 'gemm': the mbarrier that says that slot 0 of channel 'a, b' is empty is made for 2 arrivals, and each use has 8 to the workgroup of rank 0 [target-protocol]
// CLUSTER-NEXT: note: role 'consumer' arrives here
// CLUSTER-NEXT: note: help: this is a bug in wave: please report it with the kernel
// CLUSTER-NEXT: 16 bytes fewer:
// CLUSTER-NEXT: error: kernel 'gemm': the mbarrier expects 12272 transaction bytes for use T0 of channel 'a, b', and TMA loads complete 12288 to the workgroup of rank 0 [target-protocol]
// CLUSTER-NEXT: note: help: this is a bug in wave: please report it with the kernel
// CLUSTER-NEXT: multicast to one workgroup:
// CLUSTER-NEXT: error: kernel 'gemm': the mbarrier expects 12288 transaction bytes for use T0 of channel 'a, b', and TMA loads complete 8192 to the workgroup of rank 1 [target-protocol]
// CLUSTER-NEXT: note: help: this is a bug in wave: please report it with the kernel
// CLUSTER-NEXT: mapa of another workgroup:
// CLUSTER-NEXT: error: kernel 'gemm': role 'consumer' arrives [8, 8] times for this use of channel 'a, b', and [0, 16] times for another one, by the rank of the workgroup [target-protocol]
// CLUSTER-NEXT: note: the other arrival
// CLUSTER-NEXT: note: help: this is a bug in wave: please report it with the kernel
// CLUSTER-NEXT: no release:
// CLUSTER-NEXT: error: kernel 'gemm': in a trip of this loop role 'consumer' waits 1 times for slots of channel 'a, b' to be full, and releases 0 [target-protocol]
// CLUSTER-NEXT: note: help: this is a bug in wave: please report it with the kernel
// CLUSTER-NEXT: wait of the other parity:
// CLUSTER-NEXT: error: kernel 'gemm': the wait of use T0 + 1 for slots that are full has the parity -(floordiv(T0 + 1, 8) % 2) + 1, and that of its phase is floordiv(T0 + 1, 8) % 2 = use / 8 % 2; for T0 = 0 these are 1 and 0 [target-protocol]
// CLUSTER-NEXT: note: help: this is a bug in wave: please report it with the kernel
// CLUSTER-NEXT: a trip more:
// CLUSTER-NEXT: error: kernel 'gemm': role 'load' has ceildiv(ARG2, 64) + 1 uses of channel 'a, b', and role 'consumer' has ceildiv(ARG2, 64) [target-protocol]
// CLUSTER-NEXT: note: help: this is a bug in wave: please report it with the kernel
//
// On Blackwell MMAs release, and accumulators are a channel too.
//
// RUN: %wave emit gemm --target cuda:sm_100a -D BLOCK_M=64 -D BLOCK_N=64 -D BLOCK_K=64 --stage target -q > %t.mlir
// RUN: %python %S/plant_mistakes.py %t.mlir "full: one arrival more" "16 bytes more" "wait of the other parity" \
// RUN:   "no commit of MMAs" "MMAs commit at the next slot" "MMA of the next slot" \
// RUN:   | %check-text %s --check-prefix=BLACKWELL
// BLACKWELL: full: one arrival more:
// BLACKWELL-NEXT: error: kernel 'gemm': the mbarrier that says that slot 0 of channel 'a, b' is full is made for 2 arrivals, and each use has 1 [target-protocol]
// BLACKWELL-NEXT: note: role 'load' arrives here
// BLACKWELL-NEXT: note: help: this is a bug in wave: please report it with the kernel
// BLACKWELL-NEXT: 16 bytes more:
// BLACKWELL-NEXT: error: kernel 'gemm': the mbarrier expects 16400 transaction bytes for use T0 of channel 'a, b', and TMA loads complete 16384 [target-protocol]
// BLACKWELL-NEXT: note: help: this is a bug in wave: please report it with the kernel
// BLACKWELL-NEXT: wait of the other parity:
// BLACKWELL-NEXT: error: kernel 'gemm': the wait of use 0 for slots that are full has the parity 1, and that of its phase is 0 = use / 1 % 2 [target-protocol]
// BLACKWELL-NEXT: note: help: this is a bug in wave: please report it with the kernel
// BLACKWELL-NEXT: no commit of MMAs:
// BLACKWELL-NEXT: error: kernel 'gemm': in a trip of this loop role 'mma' waits 1 times for slots of channel 'a, b' to be full, and releases 0 [target-protocol]
// BLACKWELL-NEXT: note: help: this is a bug in wave: please report it with the kernel
// BLACKWELL-NEXT: MMAs commit at the next slot:
// BLACKWELL-NEXT: error: kernel 'gemm': the arrival of use T0 for slots that are empty is at byte T0 % 8 * 16 + 131096, and the mbarrier of that use lies at T0 % 8 * 16 + 131080 = 131080 + 16 * (use % 8); for T0 = 0 these are 131096 and 131080 [target-protocol]
// BLACKWELL-NEXT: note: help: this is a bug in wave: please report it with the kernel
// BLACKWELL-NEXT: MMA of the next slot:
// BLACKWELL-NEXT: error: kernel 'gemm': an operand of this MMA lies at byte T0 % 8 * 8192 + 81920 of shared memory, and role 'mma' holds no such slot: it has waited for no use of it, or released it [target-protocol]
// BLACKWELL-NEXT: note: help: this is a bug in wave: please report it with the kernel
//
// Scalars that one role stores in a channel and the others load: where the next tile lies.
//
// RUN: %wave emit %S/../../tools/Inputs/tile_list.mlir --unchecked test -D NUM_CTAS=2 -D N=32 -D M=300 -D K=200 -D TILES=5 \
// RUN:   --schedule %S/../../tools/Inputs/tile_scheduler.schedule --target cuda:sm_90a --stage target -q > %t.mlir
// RUN: %python %S/plant_mistakes.py %t.mlir "scalar in the next slot" "scalar of the next slot" "scalar of the slot before" \
// RUN:   "scalar after its release" "a tile more" \
// RUN:   | %check-text %s --check-prefix=SCALARS
// SCALARS: scalar in the next slot:
// SCALARS-NEXT: error: kernel 'tile_list': a scalar lies at byte T0 % 3 * 16 + 20496 of shared memory, and role 'scheduler' holds no such slot: it has acquired no use of it, or committed it [target-protocol]
// SCALARS-NEXT: note: help: this is a bug in wave: please report it with the kernel
// SCALARS-NEXT: scalar of the next slot:
// SCALARS-NEXT: error: kernel 'tile_list': a scalar lies at byte T0 % 3 * 16 + 20496 of shared memory, and role 'load' holds no such slot: it has waited for no use of it, or released it [target-protocol]
// SCALARS-NEXT: note: help: this is a bug in wave: please report it with the kernel
// SCALARS-NEXT: scalar of the slot before:
// SCALARS-NEXT: error: kernel 'tile_list': a scalar lies at byte T0 % 3 * 16 + 20464 of shared memory, and role 'consumer' holds no such slot: it has waited for no use of it, or released it [target-protocol]
// SCALARS-NEXT: note: help: this is a bug in wave: please report it with the kernel
// SCALARS-NEXT: scalar after its release:
// SCALARS-NEXT: error: kernel 'tile_list': a scalar lies at byte T0 % 3 * 16 + 20480 of shared memory, and role 'load' holds no such slot: it has waited for no use of it, or released it [target-protocol]
// SCALARS-NEXT: note: help: this is a bug in wave: please report it with the kernel
// SCALARS-NEXT: a tile more:
// SCALARS-NEXT: error: kernel 'tile_list': role 'scheduler' has {{V[0-9]+}} uses of channel 'next', and role 'load' has {{V[0-9]+}} [target-protocol]
// SCALARS-NEXT: note: help: this is a bug in wave: please report it with the kernel
//
// A pair of workgroups, of which one multiplies.
//
// RUN: %wave emit gemm --target cuda:sm_100a --cluster 2,1,1 -D BLOCK_M=128 -D BLOCK_N=128 -D BLOCK_K=64 --stage target -q > %t.mlir
// RUN: %python %S/plant_mistakes.py %t.mlir "full: one arrival more" "16 bytes fewer" "multicast to one workgroup" \
// RUN:   "mapa of another workgroup" "no commit of MMAs" \
// RUN:   | %check-text %s --check-prefix=PAIR
// PAIR: full: one arrival more:
// PAIR-NEXT: error: kernel 'gemm': the mbarrier that says that slot 0 of channel 'a, b' is full is made for 2 arrivals, and each use has 1 to the workgroup of rank 0 [target-protocol]
// PAIR-NEXT: note: role 'load' arrives here
// PAIR-NEXT: note: help: this is a bug in wave: please report it with the kernel
// PAIR-NEXT: 16 bytes fewer:
// PAIR-NEXT: error: kernel 'gemm': the mbarrier expects 49136 transaction bytes for use T0 of channel 'a, b', and TMA loads complete 49152 to the workgroup of rank 0 [target-protocol]
// PAIR-NEXT: note: help: this is a bug in wave: please report it with the kernel
// PAIR-NEXT: multicast to one workgroup:
// PAIR-NEXT: error: kernel 'gemm': the mbarrier that says that slot 0 of channel 'a, b' is empty is made for 1 arrival, and each use has 0 to the workgroup of rank 1 [target-protocol]
// PAIR-NEXT: note: role 'mma' arrives here
// PAIR-NEXT: note: help: this is a bug in wave: please report it with the kernel
// PAIR-NEXT: mapa of another workgroup:
// PAIR-NEXT: error: kernel 'gemm': the mbarrier expects 49152 transaction bytes for use T0 of channel 'a, b', and TMA loads complete 16384 to the workgroup of rank 0 [target-protocol]
// PAIR-NEXT: note: help: this is a bug in wave: please report it with the kernel
// PAIR-NEXT: no commit of MMAs:
// PAIR-NEXT: error: kernel 'gemm': in a trip of this loop role 'mma' waits 1 times for slots of channel 'a, b' to be full, and releases 0 [target-protocol]
// PAIR-NEXT: note: help: this is a bug in wave: please report it with the kernel
