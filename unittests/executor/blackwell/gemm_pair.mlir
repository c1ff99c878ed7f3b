// A tile of 256 x 128 for each pair of workgroups: each copies its half of A and of B, the first one
// issues the products, and each stores the rows that it has in its tensor memory.
module {
  llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
  llvm.func @gemm(%a: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}, %b: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}, %c: !llvm.ptr<1>, %m: i32, %n: i32, %k: i32) attributes {nvvm.kernel, wave.memories = [], wave.shared_bytes = 49216 : i64, wave.workgroup = array<i32: 192, 1, 1>, nvvm.reqntid = array<i32: 192, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c3 = llvm.mlir.constant(3 : i32) : i32
    %c4 = llvm.mlir.constant(4 : i32) : i32
    %c5 = llvm.mlir.constant(5 : i32) : i32
    %c8 = llvm.mlir.constant(8 : i32) : i32
    %c12 = llvm.mlir.constant(12 : i32) : i32
    %c16 = llvm.mlir.constant(16 : i32) : i32
    %c20 = llvm.mlir.constant(20 : i32) : i32
    %c24 = llvm.mlir.constant(24 : i32) : i32
    %c28 = llvm.mlir.constant(28 : i32) : i32
    %c31 = llvm.mlir.constant(31 : i32) : i32
    %c32 = llvm.mlir.constant(32 : i32) : i32
    %c63 = llvm.mlir.constant(63 : i32) : i32
    %c64 = llvm.mlir.constant(64 : i32) : i32
    %c128 = llvm.mlir.constant(128 : i32) : i32
    %true = llvm.mlir.constant(true) : i1
    %everyLane = llvm.mlir.constant(-1 : i32) : i32
    %k16 = llvm.mlir.constant(2 : i64) : i64
    %thread = nvvm.read.ptx.sreg.tid.x range <i32, 0, 192> : i32
    %lane = llvm.and %thread, %c31 : i32
    %part = llvm.lshr %thread, %c5 : i32
    %warp = nvvm.shfl.sync idx %everyLane, %part, %c0, %c31 : i32 -> i32
    %isCopy = llvm.icmp "eq" %warp, %c0 : i32
    %isProduct = llvm.icmp "eq" %warp, %c1 : i32
    %isStore = llvm.icmp "ugt" %warp, %c1 : i32
    // A warp may load the lanes of its place among four.
    %four = llvm.and %warp, %c3 : i32
    %quarter = llvm.mul %four, %c32 : i32
    %k63 = llvm.add %k, %c63 : i32
    %steps = llvm.udiv %k63, %c64 : i32
    %description = llvm.mlir.constant(270532624 : i32) : i32
    %addressBits = llvm.mlir.constant(262143 : i32) : i32
    %columns = llvm.mlir.constant(128 : i32) : i32
    %descriptor = llvm.mlir.constant(4611756662049538048 : i64) : i64
    %bytesOfA = llvm.mlir.constant(16384 : i32) : i32
    %bytesOfB = llvm.mlir.constant(8192 : i32) : i32
    %strideOfA = llvm.mlir.constant(1024 : i32) : i32
    %strideOfB = llvm.mlir.constant(512 : i32) : i32
    %shared = llvm.mlir.addressof @smem : !llvm.ptr<3>
    %ringOfB = llvm.getelementptr %shared[32768] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %fulls = llvm.getelementptr %shared[49152] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %empties = llvm.getelementptr %shared[49168] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %done = llvm.getelementptr %shared[49184] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %slot = llvm.getelementptr %shared[49192] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %start = llvm.ptrtoint %shared : !llvm.ptr<3> to i32
    // Of the 32 bits of an address a descriptor has 18.
    %within = llvm.and %start, %addressBits : i32
    %chunks = llvm.lshr %within, %c4 : i32
    %chunks64 = llvm.zext %chunks : i32 to i64
    %descA = llvm.add %descriptor, %chunks64 : i64
    %behindA = llvm.mlir.constant(2048 : i64) : i64
    %descB = llvm.add %descA, %behindA : i64
    %elected = nvvm.elect.sync -> i1
    %isFirst = llvm.and %isCopy, %elected : i1
    scf.if %isFirst {
      %bar1 = llvm.getelementptr %shared[49152] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      nvvm.mbarrier.init %bar1, %c1 : !llvm.ptr<3>, i32
      %bar2 = llvm.getelementptr %shared[49160] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      nvvm.mbarrier.init %bar2, %c1 : !llvm.ptr<3>, i32
      %bar3 = llvm.getelementptr %shared[49168] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      nvvm.mbarrier.init %bar3, %c1 : !llvm.ptr<3>, i32
      %bar4 = llvm.getelementptr %shared[49176] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      nvvm.mbarrier.init %bar4, %c1 : !llvm.ptr<3>, i32
      %bar5 = llvm.getelementptr %shared[49184] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      nvvm.mbarrier.init %bar5, %c1 : !llvm.ptr<3>, i32
      nvvm.fence.mbarrier.init
    }
    scf.if %isProduct {
      nvvm.tcgen05.alloc %slot, %columns {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<3>, i32
      nvvm.tcgen05.relinquish_alloc_permit {group = #nvvm.cta_group<cta_2>}
    }
    nvvm.cluster.arrive
    nvvm.cluster.wait
    %tensor = llvm.load %slot : !llvm.ptr<3> -> i32
    %sums = llvm.inttoptr %tensor : i32 to !llvm.ptr<6>
    %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
    %isLeader = llvm.icmp "eq" %rank, %c0 : i32
    %groupX = nvvm.read.ptx.sreg.ctaid.x : i32
    %groupY = nvvm.read.ptx.sreg.ctaid.y : i32
    %m0 = llvm.mul %groupX, %c128 : i32
    %n0 = llvm.mul %groupY, %c128 : i32
    %both = llvm.mlir.constant(3 : i16) : i16
    scf.if %isCopy {
      %half = llvm.mul %rank, %c64 : i32
      %mine = llvm.add %n0, %half : i32
      %isOne = nvvm.elect.sync -> i1
      scf.if %isOne {
        scf.for %kb = %c0 to %steps step %c1 : i32 {
          %stage = llvm.and %kb, %c1 : i32
          %round = llvm.lshr %kb, %c1 : i32
          %parity = llvm.and %round, %c1 : i32
          %other = llvm.xor %parity, %c1 : i32
          %stage8 = llvm.mul %stage, %c8 : i32
          %full = llvm.getelementptr %fulls[%stage8] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
          %empty = llvm.getelementptr %empties[%stage8] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
          scf.while : () -> () {
            %over1 = nvvm.mbarrier.try_wait %empty, %other : !llvm.ptr<3>, i32 -> i1
            %again1 = llvm.xor %over1, %true : i1
            scf.condition(%again1)
          } do {
            scf.yield
          }
          // What comes to both is counted by the first one.
          scf.if %isLeader {
            %bytes = llvm.mlir.constant(49152 : i32) : i32
            nvvm.mbarrier.arrive.expect_tx %full, %bytes : !llvm.ptr<3>, i32
          }
          %fullOfLeader = nvvm.mapa %full, %c0 : !llvm.ptr<3> -> !llvm.ptr<7>
          %number = llvm.ptrtoint %fullOfLeader : !llvm.ptr<7> to i32
          %counter = llvm.inttoptr %number : i32 to !llvm.ptr<3>
          %x = llvm.mul %kb, %c64 : i32
          %at = llvm.mul %stage, %bytesOfA : i32
          %bt = llvm.mul %stage, %bytesOfB : i32
          %toA = llvm.getelementptr %shared[%at] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
          %toB = llvm.getelementptr %ringOfB[%bt] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
          %boxA = llvm.addrspacecast %toA : !llvm.ptr<3> to !llvm.ptr<7>
          %boxB = llvm.addrspacecast %toB : !llvm.ptr<3> to !llvm.ptr<7>
          nvvm.cp.async.bulk.tensor.shared.cluster.global %boxA, %a, %counter, box[%x, %m0] {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<7>, !llvm.ptr
          nvvm.cp.async.bulk.tensor.shared.cluster.global %boxB, %b, %counter, box[%x, %mine] {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<7>, !llvm.ptr
        }
        // Commits release slots at their own time: the last ones come before the workgroup ends.
        %slots = llvm.mlir.constant(2 : i32) : i32
        %end = llvm.add %steps, %slots : i32
        scf.for %use = %steps to %end step %c1 : i32 {
          %stage = llvm.and %use, %c1 : i32
          %round = llvm.lshr %use, %c1 : i32
          %parity = llvm.and %round, %c1 : i32
          %other = llvm.xor %parity, %c1 : i32
          %stage8 = llvm.mul %stage, %c8 : i32
          %empty = llvm.getelementptr %empties[%stage8] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
          scf.while : () -> () {
            %over9 = nvvm.mbarrier.try_wait %empty, %other : !llvm.ptr<3>, i32 -> i1
            %again9 = llvm.xor %over9, %true : i1
            scf.condition(%again9)
          } do {
            scf.yield
          }
        }
      }
    }
    %multiplies = llvm.and %isProduct, %isLeader : i1
    scf.if %multiplies {
      %isOne = nvvm.elect.sync -> i1
      scf.if %isOne {
        scf.for %kb = %c0 to %steps step %c1 : i32 {
          %stage = llvm.and %kb, %c1 : i32
          %round = llvm.lshr %kb, %c1 : i32
          %parity = llvm.and %round, %c1 : i32
          %other = llvm.xor %parity, %c1 : i32
          %stage8 = llvm.mul %stage, %c8 : i32
          %full = llvm.getelementptr %fulls[%stage8] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
          %empty = llvm.getelementptr %empties[%stage8] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
          scf.while : () -> () {
            %over2 = nvvm.mbarrier.try_wait %full, %parity : !llvm.ptr<3>, i32 -> i1
            %again2 = llvm.xor %over2, %true : i1
            scf.condition(%again2)
          } do {
            scf.yield
          }
          %at = llvm.mul %stage, %strideOfA : i32
          %at64 = llvm.zext %at : i32 to i64
          %da0 = llvm.add %descA, %at64 : i64
          %bt = llvm.mul %stage, %strideOfB : i32
          %bt64 = llvm.zext %bt : i32 to i64
          %db0 = llvm.add %descB, %bt64 : i64
          %isLater = llvm.icmp "ne" %kb, %c0 : i32
          nvvm.tcgen05.mma %sums, %da0, %db0, %description, %isLater {kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_2>} : (!llvm.ptr<6>, i64, i64, i32, i1)
          %da1 = llvm.add %da0, %k16 : i64
          %db1 = llvm.add %db0, %k16 : i64
          nvvm.tcgen05.mma %sums, %da1, %db1, %description, %true {kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_2>} : (!llvm.ptr<6>, i64, i64, i32, i1)
          %da2 = llvm.add %da1, %k16 : i64
          %db2 = llvm.add %db1, %k16 : i64
          nvvm.tcgen05.mma %sums, %da2, %db2, %description, %true {kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_2>} : (!llvm.ptr<6>, i64, i64, i32, i1)
          %da3 = llvm.add %da2, %k16 : i64
          %db3 = llvm.add %db2, %k16 : i64
          nvvm.tcgen05.mma %sums, %da3, %db3, %description, %true {kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_2>} : (!llvm.ptr<6>, i64, i64, i32, i1)
          nvvm.tcgen05.commit %empty, multicast_mask = %both {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<3>, i16
        }
        nvvm.tcgen05.commit %done, multicast_mask = %both {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<3>, i16
      }
    }
    scf.if %isStore {
      scf.while : () -> () {
        %over3 = nvvm.mbarrier.try_wait %done, %c0 : !llvm.ptr<3>, i32 -> i1
        %again3 = llvm.xor %over3, %true : i1
        scf.condition(%again3)
      } do {
        scf.yield
      }
      nvvm.tcgen05.fence <after>
      %inTile = llvm.add %quarter, %lane : i32
      %row = llvm.add %m0, %inTile : i32
      %isRow = llvm.icmp "ult" %row, %m : i32
      %row64 = llvm.zext %row : i32 to i64
      %n64 = llvm.zext %n : i32 to i64
      %before = llvm.mul %row64, %n64 : i64
      %rowOfC = llvm.getelementptr %c[%before] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
      scf.for %chunk = %c0 to %c128 step %c32 : i32 {
        %lanes = llvm.shl %quarter, %c16 : i32
        %place = llvm.add %tensor, %lanes : i32
        %placed = llvm.add %place, %chunk : i32
        %from = llvm.inttoptr %placed : i32 to !llvm.ptr<6>
        %values = nvvm.tcgen05.ld %from {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : vector<32xi32>
        nvvm.tcgen05.wait <load>
        %column = llvm.add %n0, %chunk : i32
        %v0 = llvm.shufflevector %values, %values [0, 1, 2, 3] : vector<32xi32>
        %x0 = llvm.add %column, %c0 : i32
        %in0 = llvm.icmp "ult" %x0, %n : i32
        %both0 = llvm.and %in0, %isRow : i1
        scf.if %both0 {
          %o0 = llvm.zext %x0 : i32 to i64
          %p0 = llvm.getelementptr %rowOfC[%o0] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
          llvm.store %v0, %p0 {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
        }
        %v1 = llvm.shufflevector %values, %values [4, 5, 6, 7] : vector<32xi32>
        %x1 = llvm.add %column, %c4 : i32
        %in1 = llvm.icmp "ult" %x1, %n : i32
        %both1 = llvm.and %in1, %isRow : i1
        scf.if %both1 {
          %o1 = llvm.zext %x1 : i32 to i64
          %p1 = llvm.getelementptr %rowOfC[%o1] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
          llvm.store %v1, %p1 {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
        }
        %v2 = llvm.shufflevector %values, %values [8, 9, 10, 11] : vector<32xi32>
        %x2 = llvm.add %column, %c8 : i32
        %in2 = llvm.icmp "ult" %x2, %n : i32
        %both2 = llvm.and %in2, %isRow : i1
        scf.if %both2 {
          %o2 = llvm.zext %x2 : i32 to i64
          %p2 = llvm.getelementptr %rowOfC[%o2] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
          llvm.store %v2, %p2 {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
        }
        %v3 = llvm.shufflevector %values, %values [12, 13, 14, 15] : vector<32xi32>
        %x3 = llvm.add %column, %c12 : i32
        %in3 = llvm.icmp "ult" %x3, %n : i32
        %both3 = llvm.and %in3, %isRow : i1
        scf.if %both3 {
          %o3 = llvm.zext %x3 : i32 to i64
          %p3 = llvm.getelementptr %rowOfC[%o3] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
          llvm.store %v3, %p3 {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
        }
        %v4 = llvm.shufflevector %values, %values [16, 17, 18, 19] : vector<32xi32>
        %x4 = llvm.add %column, %c16 : i32
        %in4 = llvm.icmp "ult" %x4, %n : i32
        %both4 = llvm.and %in4, %isRow : i1
        scf.if %both4 {
          %o4 = llvm.zext %x4 : i32 to i64
          %p4 = llvm.getelementptr %rowOfC[%o4] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
          llvm.store %v4, %p4 {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
        }
        %v5 = llvm.shufflevector %values, %values [20, 21, 22, 23] : vector<32xi32>
        %x5 = llvm.add %column, %c20 : i32
        %in5 = llvm.icmp "ult" %x5, %n : i32
        %both5 = llvm.and %in5, %isRow : i1
        scf.if %both5 {
          %o5 = llvm.zext %x5 : i32 to i64
          %p5 = llvm.getelementptr %rowOfC[%o5] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
          llvm.store %v5, %p5 {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
        }
        %v6 = llvm.shufflevector %values, %values [24, 25, 26, 27] : vector<32xi32>
        %x6 = llvm.add %column, %c24 : i32
        %in6 = llvm.icmp "ult" %x6, %n : i32
        %both6 = llvm.and %in6, %isRow : i1
        scf.if %both6 {
          %o6 = llvm.zext %x6 : i32 to i64
          %p6 = llvm.getelementptr %rowOfC[%o6] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
          llvm.store %v6, %p6 {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
        }
        %v7 = llvm.shufflevector %values, %values [28, 29, 30, 31] : vector<32xi32>
        %x7 = llvm.add %column, %c28 : i32
        %in7 = llvm.icmp "ult" %x7, %n : i32
        %both7 = llvm.and %in7, %isRow : i1
        scf.if %both7 {
          %o7 = llvm.zext %x7 : i32 to i64
          %p7 = llvm.getelementptr %rowOfC[%o7] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
          llvm.store %v7, %p7 {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
        }
      }
      nvvm.tcgen05.fence <before>
    }
    nvvm.cluster.arrive
    nvvm.cluster.wait
    scf.if %isProduct {
      nvvm.tcgen05.dealloc %sums, %columns {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<6>, i32
    }
    llvm.return
  }
}
