// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The matrix instructions of sm_100a, which no chip of Chip.def has, assemble: memory of their
// own is taken, filled, waited for and read.
//
// RUN: wave-opt %s --wave-nvidia-convert-to-llvm --wave-opt-emit-nvidia="chip=sm_100a stage=assembly" -o /dev/null | FileCheck %s
// RUN: wave-opt %s --wave-nvidia-convert-to-llvm --wave-opt-emit-nvidia="chip=sm_100a stage=resources ptxas=%ptxas" -o /dev/null | FileCheck %s --check-prefix=NOTES
//
// CHECK: .target sm_100a
// CHECK: tcgen05.alloc.cta_group::1.sync.aligned
// CHECK: tcgen05.mma.cta_group::1.kind::f16
// CHECK: tcgen05.commit.cta_group::1
// CHECK: tcgen05.ld.sync.aligned
// CHECK: tcgen05.wait::ld.sync.aligned
// CHECK: tcgen05.dealloc.cta_group::1.sync.aligned
// NOTES: entry point multiply
// NOTES: spill stores 0
llvm.mlir.global internal @shared() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<32 x i8>
llvm.func @multiply(%c: !llvm.ptr<1>, %a: i64, %b: i64, %form: i32)
    attributes {nvvm.kernel, wave.workgroup = array<i32: 128, 1, 1>, wave.memories = []} {
  %columns = llvm.mlir.constant(128 : i32) : i32
  %true = llvm.mlir.constant(true) : i1
  %zero = llvm.mlir.constant(0 : i32) : i32
  %place = llvm.mlir.addressof @shared : !llvm.ptr<3>
  %barrier = llvm.getelementptr %place[8] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  nvvm.tcgen05.alloc %place, %columns : !llvm.ptr<3>, i32
  nvvm.tcgen05.relinquish_alloc_permit
  nvvm.barrier
  %number = llvm.load %place : !llvm.ptr<3> -> i32
  %sums = llvm.inttoptr %number : i32 to !llvm.ptr<6>
  nvvm.tcgen05.mma %sums, %a, %b, %form, %true {kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_1>} : (!llvm.ptr<6>, i64, i64, i32, i1)
  nvvm.tcgen05.commit %barrier : !llvm.ptr<3>
  scf.while : () -> () {
    %over = nvvm.mbarrier.try_wait %barrier, %zero : !llvm.ptr<3>, i32 -> i1
    %more = llvm.xor %over, %true : i1
    scf.condition(%more)
  } do {
    scf.yield
  }
  %words = nvvm.tcgen05.ld %sums {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : vector<4xi32>
  nvvm.tcgen05.wait <load>
  llvm.store %words, %c : vector<4xi32>, !llvm.ptr<1>
  nvvm.tcgen05.dealloc %sums, %columns : !llvm.ptr<6>, i32
  llvm.return
}
