// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// c = a x b^T of 64 x 8, by two warpgroups: one copies tiles of 64 x 64 and 8 x 64 by tensor
// maps, one multiplies them and keeps the sums in registers.

llvm.mlir.global internal @gemm.shared() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<9232 x i8>

llvm.func @gemm(%c: !llvm.ptr<1>, %steps: i64,
    %map_a: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant},
    %map_b: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant})
    attributes {nvvm.kernel, wave.workgroup = array<i32: 256, 1, 1>,
      wave.memories = [{name = "c", dims = [], pointer = 0, sizes = [], strides = [], access = "write"}]} {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %k_tile = llvm.mlir.constant(64 : i32) : i32
  %lanes = llvm.mlir.constant(128 : i32) : i32
  %all = llvm.mlir.constant(-1 : i32) : i32
  %last = llvm.mlir.constant(31 : i32) : i32
  %bytes = llvm.mlir.constant(9216 : i32) : i32
  %true = llvm.mlir.constant(true) : i1
  %first = llvm.mlir.constant(0 : i64) : i64
  %next = llvm.mlir.constant(1 : i64) : i64
  %a = llvm.mlir.addressof @gemm.shared : !llvm.ptr<3>
  %b = llvm.getelementptr %a[8192] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %full = llvm.getelementptr %a[9216] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %empty = llvm.getelementptr %a[9224] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %thread = nvvm.read.ptx.sreg.tid.x : i32
  %some_group = llvm.udiv %thread, %lanes : i32
  %group = nvvm.shfl.sync idx %all, %some_group, %zero, %last : i32 -> i32
  %is_first = llvm.icmp "eq" %thread, %zero : i32
  scf.if %is_first {
    nvvm.mbarrier.init %full, %one : !llvm.ptr<3>, i32
    nvvm.mbarrier.init %empty, %lanes : !llvm.ptr<3>, i32
    nvvm.fence.mbarrier.init
  }
  nvvm.barrier
  %copies = llvm.icmp "eq" %group, %zero : i32
  scf.if %copies {
    nvvm.setmaxregister decrease 40
    scf.if %is_first {
      %to_a = llvm.addrspacecast %a : !llvm.ptr<3> to !llvm.ptr<7>
      %to_b = llvm.addrspacecast %b : !llvm.ptr<3> to !llvm.ptr<7>
      scf.for %k = %first to %steps step %next : i64 {
        %step = llvm.trunc %k : i64 to i32
        %odd = llvm.and %step, %one : i32
        %parity = llvm.xor %odd, %one : i32
        scf.while : () -> () {
          %is_over = nvvm.mbarrier.try_wait %empty, %parity : !llvm.ptr<3>, i32 -> i1
          %waits = llvm.xor %is_over, %true : i1
          scf.condition(%waits)
        } do {
          scf.yield
        }
        nvvm.mbarrier.arrive.expect_tx %full, %bytes : !llvm.ptr<3>, i32
        %at = llvm.mul %step, %k_tile : i32
        nvvm.cp.async.bulk.tensor.shared.cluster.global %to_a, %map_a, %full, box[%at, %zero] : !llvm.ptr<7>, !llvm.ptr
        nvvm.cp.async.bulk.tensor.shared.cluster.global %to_b, %map_b, %full, box[%at, %zero] : !llvm.ptr<7>, !llvm.ptr
      }
    }
  } else {
    nvvm.setmaxregister increase 232
    %mask = llvm.mlir.constant(262143 : i32) : i32
    %four = llvm.mlir.constant(4 : i32) : i32
    // Rows of 128 bytes: groups of 8 rows lie 1024 bytes apart, with a swizzle of 128 bytes.
    %rest = llvm.mlir.constant(4611686293305360384 : i64) : i64
    %a_address = llvm.ptrtoint %a : !llvm.ptr<3> to i32
    %a_bits = llvm.and %a_address, %mask : i32
    %a_units = llvm.lshr %a_bits, %four : i32
    %a_low = llvm.zext %a_units : i32 to i64
    %a_0 = llvm.or %a_low, %rest : i64
    %a_by_1 = llvm.mlir.constant(2 : i64) : i64
    %a_1 = llvm.add %a_0, %a_by_1 : i64
    %a_by_2 = llvm.mlir.constant(4 : i64) : i64
    %a_2 = llvm.add %a_0, %a_by_2 : i64
    %a_by_3 = llvm.mlir.constant(6 : i64) : i64
    %a_3 = llvm.add %a_0, %a_by_3 : i64
    %b_address = llvm.ptrtoint %b : !llvm.ptr<3> to i32
    %b_bits = llvm.and %b_address, %mask : i32
    %b_units = llvm.lshr %b_bits, %four : i32
    %b_low = llvm.zext %b_units : i32 to i64
    %b_0 = llvm.or %b_low, %rest : i64
    %b_by_1 = llvm.mlir.constant(2 : i64) : i64
    %b_1 = llvm.add %b_0, %b_by_1 : i64
    %b_by_2 = llvm.mlir.constant(4 : i64) : i64
    %b_2 = llvm.add %b_0, %b_by_2 : i64
    %b_by_3 = llvm.mlir.constant(6 : i64) : i64
    %b_3 = llvm.add %b_0, %b_by_3 : i64
    %none = llvm.mlir.zero : !llvm.struct<(f32, f32, f32, f32)>
    %sums = scf.for %k = %first to %steps step %next iter_args(%before = %none) -> (!llvm.struct<(f32, f32, f32, f32)>) : i64 {
      %step = llvm.trunc %k : i64 to i32
      %parity = llvm.and %step, %one : i32
      scf.while : () -> () {
        %is_over = nvvm.mbarrier.try_wait %full, %parity : !llvm.ptr<3>, i32 -> i1
        %waits = llvm.xor %is_over, %true : i1
        scf.condition(%waits)
      } do {
        scf.yield
      }
      nvvm.wgmma.fence.aligned
      %sum_0 = nvvm.wgmma.mma_async %a_0, %b_0, %before, #nvvm.shape<m = 64, n = 8, k = 16>,
        D [<f32>, #nvvm.wgmma_scale_out<one>], A [<f16>, #nvvm.wgmma_scale_in<one>, <row>],
        B [<f16>, #nvvm.wgmma_scale_in<one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
      %sum_1 = nvvm.wgmma.mma_async %a_1, %b_1, %sum_0, #nvvm.shape<m = 64, n = 8, k = 16>,
        D [<f32>, #nvvm.wgmma_scale_out<one>], A [<f16>, #nvvm.wgmma_scale_in<one>, <row>],
        B [<f16>, #nvvm.wgmma_scale_in<one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
      %sum_2 = nvvm.wgmma.mma_async %a_2, %b_2, %sum_1, #nvvm.shape<m = 64, n = 8, k = 16>,
        D [<f32>, #nvvm.wgmma_scale_out<one>], A [<f16>, #nvvm.wgmma_scale_in<one>, <row>],
        B [<f16>, #nvvm.wgmma_scale_in<one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
      %sum_3 = nvvm.wgmma.mma_async %a_3, %b_3, %sum_2, #nvvm.shape<m = 64, n = 8, k = 16>,
        D [<f32>, #nvvm.wgmma_scale_out<one>], A [<f16>, #nvvm.wgmma_scale_in<one>, <row>],
        B [<f16>, #nvvm.wgmma_scale_in<one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
      nvvm.wgmma.commit.group.sync.aligned
      %r0 = llvm.extractvalue %sum_3[0] : !llvm.struct<(f32, f32, f32, f32)>
      %r1 = llvm.extractvalue %sum_3[1] : !llvm.struct<(f32, f32, f32, f32)>
      %r2 = llvm.extractvalue %sum_3[2] : !llvm.struct<(f32, f32, f32, f32)>
      %r3 = llvm.extractvalue %sum_3[3] : !llvm.struct<(f32, f32, f32, f32)>
      %after = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;",
        "=f,=f,=f,=f,0,1,2,3,~{memory}" %r0, %r1, %r2, %r3 :
        (f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
      nvvm.mbarrier.arrive %empty : !llvm.ptr<3>
      scf.yield %after : !llvm.struct<(f32, f32, f32, f32)>
    }
    // The order of a warpgroup's registers is not that of c: each lane writes its own 4.
    %lane = llvm.sub %thread, %lanes : i32
    %place = llvm.getelementptr %c[%lane] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, !llvm.array<4 x f32>
    %v0 = llvm.extractvalue %sums[0] : !llvm.struct<(f32, f32, f32, f32)>
    %p0 = llvm.getelementptr %place[0] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
    llvm.store %v0, %p0 : f32, !llvm.ptr<1>
    %v1 = llvm.extractvalue %sums[1] : !llvm.struct<(f32, f32, f32, f32)>
    %p1 = llvm.getelementptr %place[4] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
    llvm.store %v1, %p1 : f32, !llvm.ptr<1>
    %v2 = llvm.extractvalue %sums[2] : !llvm.struct<(f32, f32, f32, f32)>
    %p2 = llvm.getelementptr %place[8] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
    llvm.store %v2, %p2 : f32, !llvm.ptr<1>
    %v3 = llvm.extractvalue %sums[3] : !llvm.struct<(f32, f32, f32, f32)>
    %p3 = llvm.getelementptr %place[12] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
    llvm.store %v3, %p3 : f32, !llvm.ptr<1>
  }
  llvm.return
}
