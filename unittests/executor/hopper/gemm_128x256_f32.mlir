// A persistent GEMM for Hopper: tiles of 128 x 256 x 64, three stages, f16 to f32.
!acc128 = !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
module {
  llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
  llvm.func @gemm(%arg0: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}, %arg1: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}, %arg2: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}, %arg3: !llvm.ptr<1>, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: i32) attributes {nvvm.kernel, wave.shared_bytes = 213072 : i64, nvvm.minctasm = 1 : i32, nvvm.reqntid = array<i32: 384, 1, 1>} {
    %0 = llvm.mlir.constant(25600 : i32) : i32
    %1 = llvm.mlir.constant(24576 : i32) : i32
    %2 = llvm.mlir.constant(17408 : i32) : i32
    %3 = llvm.mlir.constant(9216 : i32) : i32
    %4 = llvm.mlir.constant(1024 : i32) : i32
    %5 = llvm.mlir.undef : vector<2xf32>
    %6 = llvm.mlir.constant(6 : i32) : i32
    %7 = llvm.mlir.constant(2048 : i32) : i32
    %8 = llvm.mlir.undef : !acc128
    %9 = llvm.mlir.constant(6 : i64) : i64
    %10 = llvm.mlir.constant(4 : i64) : i64
    %11 = llvm.mlir.constant(2 : i64) : i64
    %12 = llvm.mlir.constant(2048 : i64) : i64
    %13 = llvm.mlir.constant(1024 : i64) : i64
    %14 = llvm.mlir.constant(8192 : i32) : i32
    %15 = llvm.mlir.constant(262143 : i32) : i32
    %16 = llvm.mlir.constant(4611686293305360384 : i64) : i64
    %17 = llvm.mlir.constant(224 : i32) : i32
    %18 = llvm.mlir.constant(192 : i32) : i32
    %19 = llvm.mlir.constant(160 : i32) : i32
    %20 = llvm.mlir.constant(96 : i32) : i32
    %21 = llvm.mlir.constant(147456 : i32) : i32
    %22 = llvm.mlir.constant(true) : i1
    %23 = llvm.mlir.constant(32768 : i32) : i32
    %24 = llvm.mlir.constant(16384 : i32) : i32
    %25 = llvm.mlir.constant(49152 : i32) : i32
    %26 = llvm.mlir.constant(213056 : i32) : i32
    %27 = llvm.mlir.constant(213040 : i32) : i32
    %28 = llvm.mlir.constant(63 : i32) : i32
    %29 = llvm.mlir.constant(255 : i32) : i32
    %30 = llvm.mlir.constant(127 : i32) : i32
    %31 = llvm.mlir.constant(-1 : i32) : i32
    %32 = llvm.mlir.constant(256 : i32) : i32
    %33 = llvm.mlir.constant(128 : i32) : i32
    %34 = llvm.mlir.constant(64 : i32) : i32
    %35 = llvm.mlir.constant(32 : i32) : i32
    %36 = llvm.mlir.constant(31 : i32) : i32
    %37 = llvm.mlir.constant(16 : i32) : i32
    %38 = llvm.mlir.constant(8 : i32) : i32
    %39 = llvm.mlir.constant(5 : i32) : i32
    %40 = llvm.mlir.constant(4 : i32) : i32
    %41 = llvm.mlir.constant(3 : i32) : i32
    %42 = llvm.mlir.constant(2 : i32) : i32
    %43 = llvm.mlir.constant(1 : i32) : i32
    %44 = llvm.mlir.constant(0 : i32) : i32
    %45 = llvm.mlir.addressof @smem : !llvm.ptr<3>
    %46 = llvm.ptrtoint %45 : !llvm.ptr<3> to i32
    %47 = nvvm.read.ptx.sreg.tid.x range <i32, 0, 384> : i32
    %48 = llvm.and %47, %36 : i32
    %49 = llvm.lshr %47, %39 : i32
    %50 = nvvm.shfl.sync  idx %31, %49, %44, %36 : i32 -> i32
    %51 = llvm.lshr %50, %42 : i32
    %52 = nvvm.read.ptx.sreg.ctaid.x : i32
    %53 = nvvm.read.ptx.sreg.nctaid.x : i32
    %54 = llvm.add %arg4, %30 : i32
    %55 = llvm.udiv %54, %33 : i32
    %56 = llvm.add %arg5, %29 : i32
    %57 = llvm.udiv %56, %32 : i32
    %58 = llvm.add %arg6, %28 : i32
    %59 = llvm.udiv %58, %34 : i32
    %60 = llvm.mul %55, %57 : i32
    %61 = llvm.getelementptr %45[212992] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %62 = llvm.getelementptr %45[213016] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %63 = llvm.icmp "eq" %50, %44 : i32
    %64 = nvvm.elect.sync -> i1
    %65 = llvm.and %63, %64 : i1
    scf.if %65 {
      nvvm.prefetch tensormap, %arg0 : !llvm.ptr
      nvvm.prefetch tensormap, %arg1 : !llvm.ptr
      nvvm.prefetch tensormap, %arg2 : !llvm.ptr
      nvvm.mbarrier.init %61, %43 : !llvm.ptr<3>, i32
      nvvm.mbarrier.init %62, %38 : !llvm.ptr<3>, i32
      %67 = llvm.getelementptr %45[213000] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      nvvm.mbarrier.init %67, %43 : !llvm.ptr<3>, i32
      %68 = llvm.getelementptr %45[213024] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      nvvm.mbarrier.init %68, %38 : !llvm.ptr<3>, i32
      %69 = llvm.getelementptr %45[213008] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      nvvm.mbarrier.init %69, %43 : !llvm.ptr<3>, i32
      %70 = llvm.getelementptr %45[213032] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      nvvm.mbarrier.init %70, %38 : !llvm.ptr<3>, i32
      %71 = llvm.getelementptr %45[213040] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      nvvm.mbarrier.init %71, %40 : !llvm.ptr<3>, i32
      %72 = llvm.getelementptr %45[213056] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      nvvm.mbarrier.init %72, %43 : !llvm.ptr<3>, i32
      %73 = llvm.getelementptr %45[213048] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      nvvm.mbarrier.init %73, %40 : !llvm.ptr<3>, i32
      %74 = llvm.getelementptr %45[213064] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      nvvm.mbarrier.init %74, %43 : !llvm.ptr<3>, i32
      nvvm.fence.mbarrier.init
    }
    nvvm.barrier0
    %66 = llvm.icmp "eq" %51, %44 : i32
    scf.if %66 {
      nvvm.setmaxregister  decrease 40
      scf.if %63 {
        %69 = nvvm.elect.sync -> i1
        scf.if %69 {
          %70:3 = scf.while (%arg8 = %52, %arg9 = %44, %arg10 = %43) : (i32, i32, i32) -> (i32, i32, i32) {
            %71 = llvm.icmp "ult" %arg8, %60 : i32
            scf.condition(%71) %arg8, %arg9, %arg10 : i32, i32, i32
          } do {
          ^bb0(%arg8: i32, %arg9: i32, %arg10: i32):
            %71 = llvm.mul %arg7, %57 : i32
            %72 = llvm.udiv %arg8, %71 : i32
            %73 = llvm.mul %72, %arg7 : i32
            %74 = llvm.sub %55, %73 : i32
            %75 = llvm.intr.umin(%74, %arg7) : (i32, i32) -> i32
            %76 = llvm.urem %arg8, %71 : i32
            %77 = llvm.urem %76, %75 : i32
            %78 = llvm.udiv %76, %75 : i32
            %79 = llvm.add %73, %77 : i32
            %80 = llvm.mul %79, %33 : i32
            %81 = llvm.mul %78, %32 : i32
            %82:2 = scf.for %arg11 = %44 to %59 step %43 iter_args(%arg12 = %arg9, %arg13 = %arg10) -> (i32, i32)  : i32 {
              %84 = llvm.mul %arg12, %38 : i32
              %85 = llvm.getelementptr %62[%84] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
              scf.while : () -> () {
                %100 = nvvm.mbarrier.try_wait %85, %arg13 : !llvm.ptr<3>, i32 -> i1
                %101 = llvm.xor %100, %22 : i1
                scf.condition(%101)
              } do {
                scf.yield
              }
              %86 = llvm.getelementptr %61[%84] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
              nvvm.mbarrier.arrive.expect_tx %86, %25 : !llvm.ptr<3>, i32
              %87 = llvm.mul %arg11, %34 : i32
              %88 = llvm.mul %arg12, %24 : i32
              %89 = llvm.getelementptr %45[%88] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
              %90 = llvm.mul %arg12, %23 : i32
              %91 = llvm.add %90, %25 : i32
              %92 = llvm.getelementptr %45[%91] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
              %93 = llvm.addrspacecast %89 : !llvm.ptr<3> to !llvm.ptr<7>
              nvvm.cp.async.bulk.tensor.shared.cluster.global %93, %arg0, %86, box[%87, %80] : !llvm.ptr<7>, !llvm.ptr
              %94 = llvm.addrspacecast %92 : !llvm.ptr<3> to !llvm.ptr<7>
              nvvm.cp.async.bulk.tensor.shared.cluster.global %94, %arg1, %86, box[%87, %81] : !llvm.ptr<7>, !llvm.ptr
              %95 = llvm.add %arg12, %43 : i32
              %96 = llvm.icmp "eq" %95, %41 : i32
              %97 = llvm.select %96, %44, %95 : i1, i32
              %98 = llvm.xor %arg13, %43 : i32
              %99 = llvm.select %96, %98, %arg13 : i1, i32
              scf.yield %97, %99 : i32, i32
            }
            %83 = llvm.add %arg8, %53 : i32
            scf.yield %83, %82#0, %82#1 : i32, i32, i32
          }
        }
      }
      %67 = llvm.icmp "eq" %50, %43 : i32
      scf.if %67 {
        %69 = nvvm.elect.sync -> i1
        scf.if %69 {
          %70 = scf.while (%arg8 = %52) : (i32) -> i32 {
            %71 = llvm.icmp "ult" %arg8, %60 : i32
            scf.condition(%71) %arg8 : i32
          } do {
          ^bb0(%arg8: i32):
            %71 = llvm.mul %arg7, %57 : i32
            %72 = llvm.udiv %arg8, %71 : i32
            %73 = llvm.mul %72, %arg7 : i32
            %74 = llvm.sub %55, %73 : i32
            %75 = llvm.intr.umin(%74, %arg7) : (i32, i32) -> i32
            %76 = llvm.urem %arg8, %71 : i32
            %77 = llvm.urem %76, %75 : i32
            %78 = llvm.udiv %76, %75 : i32
            %79 = llvm.add %73, %77 : i32
            %80 = llvm.mul %79, %33 : i32
            %81 = llvm.mul %78, %32 : i32
            %82 = llvm.getelementptr %45[213040] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
            %83 = llvm.getelementptr %45[213056] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
            scf.while : () -> () {
              %96 = nvvm.mbarrier.try_wait %82, %44 : !llvm.ptr<3>, i32 -> i1
              %97 = llvm.xor %96, %22 : i1
              scf.condition(%97)
            } do {
              scf.yield
            }
            %84 = llvm.getelementptr %45[147456] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
            nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %84, box[%81, %80] : !llvm.ptr, <3>
            %85 = llvm.getelementptr %45[155648] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
            %86 = llvm.add %81, %35 : i32
            nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %85, box[%86, %80] : !llvm.ptr, <3>
            %87 = llvm.getelementptr %45[163840] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
            %88 = llvm.add %81, %34 : i32
            nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %87, box[%88, %80] : !llvm.ptr, <3>
            %89 = llvm.getelementptr %45[172032] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
            %90 = llvm.add %81, %20 : i32
            nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %89, box[%90, %80] : !llvm.ptr, <3>
            nvvm.cp.async.bulk.commit.group
            nvvm.cp.async.bulk.wait_group 0 {read}
            nvvm.mbarrier.arrive %83 : !llvm.ptr<3>
            scf.while : () -> () {
              %96 = nvvm.mbarrier.try_wait %82, %43 : !llvm.ptr<3>, i32 -> i1
              %97 = llvm.xor %96, %22 : i1
              scf.condition(%97)
            } do {
              scf.yield
            }
            %91 = llvm.add %81, %33 : i32
            nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %84, box[%91, %80] : !llvm.ptr, <3>
            %92 = llvm.add %81, %19 : i32
            nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %85, box[%92, %80] : !llvm.ptr, <3>
            %93 = llvm.add %81, %18 : i32
            nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %87, box[%93, %80] : !llvm.ptr, <3>
            %94 = llvm.add %81, %17 : i32
            nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %89, box[%94, %80] : !llvm.ptr, <3>
            nvvm.cp.async.bulk.commit.group
            nvvm.cp.async.bulk.wait_group 0 {read}
            nvvm.mbarrier.arrive %83 : !llvm.ptr<3>
            %95 = llvm.add %arg8, %53 : i32
            scf.yield %95 : i32
          }
        }
      }
      %68 = llvm.icmp "eq" %50, %42 : i32
      scf.if %68 {
        %69 = nvvm.elect.sync -> i1
        scf.if %69 {
          %70 = scf.while (%arg8 = %52) : (i32) -> i32 {
            %71 = llvm.icmp "ult" %arg8, %60 : i32
            scf.condition(%71) %arg8 : i32
          } do {
          ^bb0(%arg8: i32):
            %71 = llvm.mul %arg7, %57 : i32
            %72 = llvm.udiv %arg8, %71 : i32
            %73 = llvm.mul %72, %arg7 : i32
            %74 = llvm.sub %55, %73 : i32
            %75 = llvm.intr.umin(%74, %arg7) : (i32, i32) -> i32
            %76 = llvm.urem %arg8, %71 : i32
            %77 = llvm.urem %76, %75 : i32
            %78 = llvm.udiv %76, %75 : i32
            %79 = llvm.add %73, %77 : i32
            %80 = llvm.mul %79, %33 : i32
            %81 = llvm.mul %78, %32 : i32
            %82 = llvm.getelementptr %45[213048] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
            %83 = llvm.getelementptr %45[213064] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
            scf.while : () -> () {
              %97 = nvvm.mbarrier.try_wait %82, %44 : !llvm.ptr<3>, i32 -> i1
              %98 = llvm.xor %97, %22 : i1
              scf.condition(%98)
            } do {
              scf.yield
            }
            %84 = llvm.add %80, %34 : i32
            %85 = llvm.getelementptr %45[180224] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
            nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %85, box[%81, %84] : !llvm.ptr, <3>
            %86 = llvm.getelementptr %45[188416] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
            %87 = llvm.add %81, %35 : i32
            nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %86, box[%87, %84] : !llvm.ptr, <3>
            %88 = llvm.getelementptr %45[196608] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
            %89 = llvm.add %81, %34 : i32
            nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %88, box[%89, %84] : !llvm.ptr, <3>
            %90 = llvm.getelementptr %45[204800] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
            %91 = llvm.add %81, %20 : i32
            nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %90, box[%91, %84] : !llvm.ptr, <3>
            nvvm.cp.async.bulk.commit.group
            nvvm.cp.async.bulk.wait_group 0 {read}
            nvvm.mbarrier.arrive %83 : !llvm.ptr<3>
            scf.while : () -> () {
              %97 = nvvm.mbarrier.try_wait %82, %43 : !llvm.ptr<3>, i32 -> i1
              %98 = llvm.xor %97, %22 : i1
              scf.condition(%98)
            } do {
              scf.yield
            }
            %92 = llvm.add %81, %33 : i32
            nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %85, box[%92, %84] : !llvm.ptr, <3>
            %93 = llvm.add %81, %19 : i32
            nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %86, box[%93, %84] : !llvm.ptr, <3>
            %94 = llvm.add %81, %18 : i32
            nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %88, box[%94, %84] : !llvm.ptr, <3>
            %95 = llvm.add %81, %17 : i32
            nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %90, box[%95, %84] : !llvm.ptr, <3>
            nvvm.cp.async.bulk.commit.group
            nvvm.cp.async.bulk.wait_group 0 {read}
            nvvm.mbarrier.arrive %83 : !llvm.ptr<3>
            %96 = llvm.add %arg8, %53 : i32
            scf.yield %96 : i32
          }
        }
      }
    } else {
      nvvm.setmaxregister  increase 232
      %67 = llvm.sub %51, %43 : i32
      %68 = llvm.and %50, %41 : i32
      %69 = llvm.mul %67, %14 : i32
      %70 = llvm.add %46, %69 : i32
      %71 = llvm.add %46, %25 : i32
      %72 = llvm.and %70, %15 : i32
      %73 = llvm.lshr %72, %40 : i32
      %74 = llvm.zext %73 : i32 to i64
      %75 = llvm.or %74, %16 : i64
      %76 = llvm.and %71, %15 : i32
      %77 = llvm.lshr %76, %40 : i32
      %78 = llvm.zext %77 : i32 to i64
      %79 = llvm.or %78, %16 : i64
      %80 = llvm.icmp "eq" %48, %44 : i32
      %81:3 = scf.while (%arg8 = %52, %arg9 = %44, %arg10 = %44) : (i32, i32, i32) -> (i32, i32, i32) {
        %82 = llvm.icmp "ult" %arg8, %60 : i32
        scf.condition(%82) %arg8, %arg9, %arg10 : i32, i32, i32
      } do {
      ^bb0(%arg8: i32, %arg9: i32, %arg10: i32):
        %82 = llvm.mul %arg9, %38 : i32
        %83 = llvm.getelementptr %61[%82] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        scf.while : () -> () {
          %583 = nvvm.mbarrier.try_wait %83, %arg10 : !llvm.ptr<3>, i32 -> i1
          %584 = llvm.xor %583, %22 : i1
          scf.condition(%584)
        } do {
          scf.yield
        }
        %84 = llvm.zext %arg9 : i32 to i64
        %85 = llvm.mul %84, %13 : i64
        %86 = llvm.add %75, %85 : i64
        %87 = llvm.mul %84, %12 : i64
        %88 = llvm.add %79, %87 : i64
        nvvm.wgmma.fence.aligned
        %89 = nvvm.wgmma.mma_async %86, %88, %8, <m = 64, n = 256, k = 16>, D[<f32>, <zero>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>] : !acc128 -> !acc128
        %90 = llvm.add %88, %11 : i64
        %91 = llvm.add %86, %11 : i64
        %92 = nvvm.wgmma.mma_async %91, %90, %89, <m = 64, n = 256, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>] : !acc128 -> !acc128
        %93 = llvm.add %88, %10 : i64
        %94 = llvm.add %86, %10 : i64
        %95 = nvvm.wgmma.mma_async %94, %93, %92, <m = 64, n = 256, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>] : !acc128 -> !acc128
        %96 = llvm.add %88, %9 : i64
        %97 = llvm.add %86, %9 : i64
        %98 = nvvm.wgmma.mma_async %97, %96, %95, <m = 64, n = 256, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>] : !acc128 -> !acc128
        nvvm.wgmma.commit.group.sync.aligned
        %99 = llvm.add %arg9, %43 : i32
        %100 = llvm.icmp "eq" %99, %41 : i32
        %101 = llvm.select %100, %44, %99 : i1, i32
        %102 = llvm.xor %arg10, %43 : i32
        %103 = llvm.select %100, %102, %arg10 : i1, i32
        %104:4 = scf.for %arg11 = %43 to %59 step %43 iter_args(%arg12 = %101, %arg13 = %103, %arg14 = %arg9, %arg15 = %98) -> (i32, i32, i32, !acc128)  : i32 {
          %583 = llvm.mul %arg12, %38 : i32
          %584 = llvm.getelementptr %61[%583] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
          scf.while : () -> () {
            %605 = nvvm.mbarrier.try_wait %584, %arg13 : !llvm.ptr<3>, i32 -> i1
            %606 = llvm.xor %605, %22 : i1
            scf.condition(%606)
          } do {
            scf.yield
          }
          %585 = llvm.zext %arg12 : i32 to i64
          %586 = llvm.mul %585, %13 : i64
          %587 = llvm.add %75, %586 : i64
          %588 = llvm.mul %585, %12 : i64
          %589 = llvm.add %79, %588 : i64
          nvvm.wgmma.fence.aligned
          %590 = nvvm.wgmma.mma_async %587, %589, %arg15, <m = 64, n = 256, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>] : !acc128 -> !acc128
          %591 = llvm.add %589, %11 : i64
          %592 = llvm.add %587, %11 : i64
          %593 = nvvm.wgmma.mma_async %592, %591, %590, <m = 64, n = 256, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>] : !acc128 -> !acc128
          %594 = llvm.add %589, %10 : i64
          %595 = llvm.add %587, %10 : i64
          %596 = nvvm.wgmma.mma_async %595, %594, %593, <m = 64, n = 256, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>] : !acc128 -> !acc128
          %597 = llvm.add %589, %9 : i64
          %598 = llvm.add %587, %9 : i64
          %599 = nvvm.wgmma.mma_async %598, %597, %596, <m = 64, n = 256, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>] : !acc128 -> !acc128
          nvvm.wgmma.commit.group.sync.aligned
          nvvm.wgmma.wait.group.sync.aligned 1
          scf.if %80 {
            %605 = llvm.mul %arg14, %38 : i32
            %606 = llvm.getelementptr %62[%605] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
            nvvm.mbarrier.arrive %606 : !llvm.ptr<3>
          }
          %600 = llvm.add %arg12, %43 : i32
          %601 = llvm.icmp "eq" %600, %41 : i32
          %602 = llvm.select %601, %44, %600 : i1, i32
          %603 = llvm.xor %arg13, %43 : i32
          %604 = llvm.select %601, %603, %arg13 : i1, i32
          scf.yield %602, %604, %arg12, %599 : i32, i32, i32, !acc128
        }
        %105 = llvm.extractvalue %104#3[0] : !acc128 
        %106 = llvm.extractvalue %104#3[1] : !acc128 
        %107 = llvm.extractvalue %104#3[2] : !acc128 
        %108 = llvm.extractvalue %104#3[3] : !acc128 
        %109 = llvm.extractvalue %104#3[4] : !acc128 
        %110 = llvm.extractvalue %104#3[5] : !acc128 
        %111 = llvm.extractvalue %104#3[6] : !acc128 
        %112 = llvm.extractvalue %104#3[7] : !acc128 
        %113 = llvm.extractvalue %104#3[8] : !acc128 
        %114 = llvm.extractvalue %104#3[9] : !acc128 
        %115 = llvm.extractvalue %104#3[10] : !acc128 
        %116 = llvm.extractvalue %104#3[11] : !acc128 
        %117 = llvm.extractvalue %104#3[12] : !acc128 
        %118 = llvm.extractvalue %104#3[13] : !acc128 
        %119 = llvm.extractvalue %104#3[14] : !acc128 
        %120 = llvm.extractvalue %104#3[15] : !acc128 
        %121 = llvm.extractvalue %104#3[16] : !acc128 
        %122 = llvm.extractvalue %104#3[17] : !acc128 
        %123 = llvm.extractvalue %104#3[18] : !acc128 
        %124 = llvm.extractvalue %104#3[19] : !acc128 
        %125 = llvm.extractvalue %104#3[20] : !acc128 
        %126 = llvm.extractvalue %104#3[21] : !acc128 
        %127 = llvm.extractvalue %104#3[22] : !acc128 
        %128 = llvm.extractvalue %104#3[23] : !acc128 
        %129 = llvm.extractvalue %104#3[24] : !acc128 
        %130 = llvm.extractvalue %104#3[25] : !acc128 
        %131 = llvm.extractvalue %104#3[26] : !acc128 
        %132 = llvm.extractvalue %104#3[27] : !acc128 
        %133 = llvm.extractvalue %104#3[28] : !acc128 
        %134 = llvm.extractvalue %104#3[29] : !acc128 
        %135 = llvm.extractvalue %104#3[30] : !acc128 
        %136 = llvm.extractvalue %104#3[31] : !acc128 
        %137 = llvm.extractvalue %104#3[32] : !acc128 
        %138 = llvm.extractvalue %104#3[33] : !acc128 
        %139 = llvm.extractvalue %104#3[34] : !acc128 
        %140 = llvm.extractvalue %104#3[35] : !acc128 
        %141 = llvm.extractvalue %104#3[36] : !acc128 
        %142 = llvm.extractvalue %104#3[37] : !acc128 
        %143 = llvm.extractvalue %104#3[38] : !acc128 
        %144 = llvm.extractvalue %104#3[39] : !acc128 
        %145 = llvm.extractvalue %104#3[40] : !acc128 
        %146 = llvm.extractvalue %104#3[41] : !acc128 
        %147 = llvm.extractvalue %104#3[42] : !acc128 
        %148 = llvm.extractvalue %104#3[43] : !acc128 
        %149 = llvm.extractvalue %104#3[44] : !acc128 
        %150 = llvm.extractvalue %104#3[45] : !acc128 
        %151 = llvm.extractvalue %104#3[46] : !acc128 
        %152 = llvm.extractvalue %104#3[47] : !acc128 
        %153 = llvm.extractvalue %104#3[48] : !acc128 
        %154 = llvm.extractvalue %104#3[49] : !acc128 
        %155 = llvm.extractvalue %104#3[50] : !acc128 
        %156 = llvm.extractvalue %104#3[51] : !acc128 
        %157 = llvm.extractvalue %104#3[52] : !acc128 
        %158 = llvm.extractvalue %104#3[53] : !acc128 
        %159 = llvm.extractvalue %104#3[54] : !acc128 
        %160 = llvm.extractvalue %104#3[55] : !acc128 
        %161 = llvm.extractvalue %104#3[56] : !acc128 
        %162 = llvm.extractvalue %104#3[57] : !acc128 
        %163 = llvm.extractvalue %104#3[58] : !acc128 
        %164 = llvm.extractvalue %104#3[59] : !acc128 
        %165 = llvm.extractvalue %104#3[60] : !acc128 
        %166 = llvm.extractvalue %104#3[61] : !acc128 
        %167 = llvm.extractvalue %104#3[62] : !acc128 
        %168 = llvm.extractvalue %104#3[63] : !acc128 
        %169 = llvm.extractvalue %104#3[64] : !acc128 
        %170 = llvm.extractvalue %104#3[65] : !acc128 
        %171 = llvm.extractvalue %104#3[66] : !acc128 
        %172 = llvm.extractvalue %104#3[67] : !acc128 
        %173 = llvm.extractvalue %104#3[68] : !acc128 
        %174 = llvm.extractvalue %104#3[69] : !acc128 
        %175 = llvm.extractvalue %104#3[70] : !acc128 
        %176 = llvm.extractvalue %104#3[71] : !acc128 
        %177 = llvm.extractvalue %104#3[72] : !acc128 
        %178 = llvm.extractvalue %104#3[73] : !acc128 
        %179 = llvm.extractvalue %104#3[74] : !acc128 
        %180 = llvm.extractvalue %104#3[75] : !acc128 
        %181 = llvm.extractvalue %104#3[76] : !acc128 
        %182 = llvm.extractvalue %104#3[77] : !acc128 
        %183 = llvm.extractvalue %104#3[78] : !acc128 
        %184 = llvm.extractvalue %104#3[79] : !acc128 
        %185 = llvm.extractvalue %104#3[80] : !acc128 
        %186 = llvm.extractvalue %104#3[81] : !acc128 
        %187 = llvm.extractvalue %104#3[82] : !acc128 
        %188 = llvm.extractvalue %104#3[83] : !acc128 
        %189 = llvm.extractvalue %104#3[84] : !acc128 
        %190 = llvm.extractvalue %104#3[85] : !acc128 
        %191 = llvm.extractvalue %104#3[86] : !acc128 
        %192 = llvm.extractvalue %104#3[87] : !acc128 
        %193 = llvm.extractvalue %104#3[88] : !acc128 
        %194 = llvm.extractvalue %104#3[89] : !acc128 
        %195 = llvm.extractvalue %104#3[90] : !acc128 
        %196 = llvm.extractvalue %104#3[91] : !acc128 
        %197 = llvm.extractvalue %104#3[92] : !acc128 
        %198 = llvm.extractvalue %104#3[93] : !acc128 
        %199 = llvm.extractvalue %104#3[94] : !acc128 
        %200 = llvm.extractvalue %104#3[95] : !acc128 
        %201 = llvm.extractvalue %104#3[96] : !acc128 
        %202 = llvm.extractvalue %104#3[97] : !acc128 
        %203 = llvm.extractvalue %104#3[98] : !acc128 
        %204 = llvm.extractvalue %104#3[99] : !acc128 
        %205 = llvm.extractvalue %104#3[100] : !acc128 
        %206 = llvm.extractvalue %104#3[101] : !acc128 
        %207 = llvm.extractvalue %104#3[102] : !acc128 
        %208 = llvm.extractvalue %104#3[103] : !acc128 
        %209 = llvm.extractvalue %104#3[104] : !acc128 
        %210 = llvm.extractvalue %104#3[105] : !acc128 
        %211 = llvm.extractvalue %104#3[106] : !acc128 
        %212 = llvm.extractvalue %104#3[107] : !acc128 
        %213 = llvm.extractvalue %104#3[108] : !acc128 
        %214 = llvm.extractvalue %104#3[109] : !acc128 
        %215 = llvm.extractvalue %104#3[110] : !acc128 
        %216 = llvm.extractvalue %104#3[111] : !acc128 
        %217 = llvm.extractvalue %104#3[112] : !acc128 
        %218 = llvm.extractvalue %104#3[113] : !acc128 
        %219 = llvm.extractvalue %104#3[114] : !acc128 
        %220 = llvm.extractvalue %104#3[115] : !acc128 
        %221 = llvm.extractvalue %104#3[116] : !acc128 
        %222 = llvm.extractvalue %104#3[117] : !acc128 
        %223 = llvm.extractvalue %104#3[118] : !acc128 
        %224 = llvm.extractvalue %104#3[119] : !acc128 
        %225 = llvm.extractvalue %104#3[120] : !acc128 
        %226 = llvm.extractvalue %104#3[121] : !acc128 
        %227 = llvm.extractvalue %104#3[122] : !acc128 
        %228 = llvm.extractvalue %104#3[123] : !acc128 
        %229 = llvm.extractvalue %104#3[124] : !acc128 
        %230 = llvm.extractvalue %104#3[125] : !acc128 
        %231 = llvm.extractvalue %104#3[126] : !acc128 
        %232 = llvm.extractvalue %104#3[127] : !acc128 
        %233 = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92,93,94,95,96,97,98,99,100,101,102,103,104,105,106,107,108,109,110,111,112,113,114,115,116,117,118,119,120,121,122,123,124,125,126,127" %105, %106, %107, %108, %109, %110, %111, %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127, %128, %129, %130, %131, %132, %133, %134, %135, %136, %137, %138, %139, %140, %141, %142, %143, %144, %145, %146, %147, %148, %149, %150, %151, %152, %153, %154, %155, %156, %157, %158, %159, %160, %161, %162, %163, %164, %165, %166, %167, %168, %169, %170, %171, %172, %173, %174, %175, %176, %177, %178, %179, %180, %181, %182, %183, %184, %185, %186, %187, %188, %189, %190, %191, %192, %193, %194, %195, %196, %197, %198, %199, %200, %201, %202, %203, %204, %205, %206, %207, %208, %209, %210, %211, %212, %213, %214, %215, %216, %217, %218, %219, %220, %221, %222, %223, %224, %225, %226, %227, %228, %229, %230, %231, %232 : (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) -> !acc128
        scf.if %80 {
          %583 = llvm.mul %104#2, %38 : i32
          %584 = llvm.getelementptr %62[%583] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
          nvvm.mbarrier.arrive %584 : !llvm.ptr<3>
        }
        %234 = llvm.mul %67, %23 : i32
        %235 = llvm.add %234, %21 : i32
        %236 = llvm.getelementptr %45[%235] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %237 = llvm.mul %68, %7 : i32
        %238 = llvm.lshr %48, %42 : i32
        %239 = llvm.and %48, %41 : i32
        %240 = llvm.lshr %239, %43 : i32
        %241 = llvm.mul %238, %33 : i32
        %242 = llvm.and %239, %43 : i32
        %243 = llvm.mul %242, %38 : i32
        %244 = llvm.add %241, %243 : i32
        %245 = llvm.add %244, %237 : i32
        %246 = llvm.xor %240, %238 : i32
        %247 = llvm.mul %246, %37 : i32
        %248 = llvm.add %245, %247 : i32
        %249 = llvm.add %240, %42 : i32
        %250 = llvm.xor %249, %238 : i32
        %251 = llvm.mul %250, %37 : i32
        %252 = llvm.add %245, %251 : i32
        %253 = llvm.add %240, %40 : i32
        %254 = llvm.xor %253, %238 : i32
        %255 = llvm.mul %254, %37 : i32
        %256 = llvm.add %245, %255 : i32
        %257 = llvm.add %240, %6 : i32
        %258 = llvm.xor %257, %238 : i32
        %259 = llvm.mul %258, %37 : i32
        %260 = llvm.add %245, %259 : i32
        %261 = llvm.mul %67, %38 : i32
        %262 = llvm.add %261, %27 : i32
        %263 = llvm.getelementptr %45[%262] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %264 = llvm.add %261, %26 : i32
        %265 = llvm.getelementptr %45[%264] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        scf.while : () -> () {
          %583 = nvvm.mbarrier.try_wait %265, %43 : !llvm.ptr<3>, i32 -> i1
          %584 = llvm.xor %583, %22 : i1
          scf.condition(%584)
        } do {
          scf.yield
        }
        %266 = llvm.getelementptr %236[%248] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %267 = llvm.extractvalue %233[0] : !acc128 
        %268 = llvm.extractvalue %233[1] : !acc128 
        %269 = llvm.insertelement %267, %5[%44 : i32] : vector<2xf32>
        %270 = llvm.insertelement %268, %269[%43 : i32] : vector<2xf32>
        llvm.store %270, %266 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %271 = llvm.add %248, %4 : i32
        %272 = llvm.getelementptr %236[%271] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %273 = llvm.extractvalue %233[2] : !acc128 
        %274 = llvm.extractvalue %233[3] : !acc128 
        %275 = llvm.insertelement %273, %5[%44 : i32] : vector<2xf32>
        %276 = llvm.insertelement %274, %275[%43 : i32] : vector<2xf32>
        llvm.store %276, %272 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %277 = llvm.getelementptr %236[%252] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %278 = llvm.extractvalue %233[4] : !acc128 
        %279 = llvm.extractvalue %233[5] : !acc128 
        %280 = llvm.insertelement %278, %5[%44 : i32] : vector<2xf32>
        %281 = llvm.insertelement %279, %280[%43 : i32] : vector<2xf32>
        llvm.store %281, %277 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %282 = llvm.add %252, %4 : i32
        %283 = llvm.getelementptr %236[%282] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %284 = llvm.extractvalue %233[6] : !acc128 
        %285 = llvm.extractvalue %233[7] : !acc128 
        %286 = llvm.insertelement %284, %5[%44 : i32] : vector<2xf32>
        %287 = llvm.insertelement %285, %286[%43 : i32] : vector<2xf32>
        llvm.store %287, %283 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %288 = llvm.getelementptr %236[%256] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %289 = llvm.extractvalue %233[8] : !acc128 
        %290 = llvm.extractvalue %233[9] : !acc128 
        %291 = llvm.insertelement %289, %5[%44 : i32] : vector<2xf32>
        %292 = llvm.insertelement %290, %291[%43 : i32] : vector<2xf32>
        llvm.store %292, %288 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %293 = llvm.add %256, %4 : i32
        %294 = llvm.getelementptr %236[%293] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %295 = llvm.extractvalue %233[10] : !acc128 
        %296 = llvm.extractvalue %233[11] : !acc128 
        %297 = llvm.insertelement %295, %5[%44 : i32] : vector<2xf32>
        %298 = llvm.insertelement %296, %297[%43 : i32] : vector<2xf32>
        llvm.store %298, %294 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %299 = llvm.getelementptr %236[%260] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %300 = llvm.extractvalue %233[12] : !acc128 
        %301 = llvm.extractvalue %233[13] : !acc128 
        %302 = llvm.insertelement %300, %5[%44 : i32] : vector<2xf32>
        %303 = llvm.insertelement %301, %302[%43 : i32] : vector<2xf32>
        llvm.store %303, %299 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %304 = llvm.add %260, %4 : i32
        %305 = llvm.getelementptr %236[%304] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %306 = llvm.extractvalue %233[14] : !acc128 
        %307 = llvm.extractvalue %233[15] : !acc128 
        %308 = llvm.insertelement %306, %5[%44 : i32] : vector<2xf32>
        %309 = llvm.insertelement %307, %308[%43 : i32] : vector<2xf32>
        llvm.store %309, %305 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %310 = llvm.add %248, %14 : i32
        %311 = llvm.getelementptr %236[%310] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %312 = llvm.extractvalue %233[16] : !acc128 
        %313 = llvm.extractvalue %233[17] : !acc128 
        %314 = llvm.insertelement %312, %5[%44 : i32] : vector<2xf32>
        %315 = llvm.insertelement %313, %314[%43 : i32] : vector<2xf32>
        llvm.store %315, %311 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %316 = llvm.add %248, %3 : i32
        %317 = llvm.getelementptr %236[%316] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %318 = llvm.extractvalue %233[18] : !acc128 
        %319 = llvm.extractvalue %233[19] : !acc128 
        %320 = llvm.insertelement %318, %5[%44 : i32] : vector<2xf32>
        %321 = llvm.insertelement %319, %320[%43 : i32] : vector<2xf32>
        llvm.store %321, %317 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %322 = llvm.add %252, %14 : i32
        %323 = llvm.getelementptr %236[%322] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %324 = llvm.extractvalue %233[20] : !acc128 
        %325 = llvm.extractvalue %233[21] : !acc128 
        %326 = llvm.insertelement %324, %5[%44 : i32] : vector<2xf32>
        %327 = llvm.insertelement %325, %326[%43 : i32] : vector<2xf32>
        llvm.store %327, %323 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %328 = llvm.add %252, %3 : i32
        %329 = llvm.getelementptr %236[%328] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %330 = llvm.extractvalue %233[22] : !acc128 
        %331 = llvm.extractvalue %233[23] : !acc128 
        %332 = llvm.insertelement %330, %5[%44 : i32] : vector<2xf32>
        %333 = llvm.insertelement %331, %332[%43 : i32] : vector<2xf32>
        llvm.store %333, %329 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %334 = llvm.add %256, %14 : i32
        %335 = llvm.getelementptr %236[%334] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %336 = llvm.extractvalue %233[24] : !acc128 
        %337 = llvm.extractvalue %233[25] : !acc128 
        %338 = llvm.insertelement %336, %5[%44 : i32] : vector<2xf32>
        %339 = llvm.insertelement %337, %338[%43 : i32] : vector<2xf32>
        llvm.store %339, %335 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %340 = llvm.add %256, %3 : i32
        %341 = llvm.getelementptr %236[%340] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %342 = llvm.extractvalue %233[26] : !acc128 
        %343 = llvm.extractvalue %233[27] : !acc128 
        %344 = llvm.insertelement %342, %5[%44 : i32] : vector<2xf32>
        %345 = llvm.insertelement %343, %344[%43 : i32] : vector<2xf32>
        llvm.store %345, %341 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %346 = llvm.add %260, %14 : i32
        %347 = llvm.getelementptr %236[%346] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %348 = llvm.extractvalue %233[28] : !acc128 
        %349 = llvm.extractvalue %233[29] : !acc128 
        %350 = llvm.insertelement %348, %5[%44 : i32] : vector<2xf32>
        %351 = llvm.insertelement %349, %350[%43 : i32] : vector<2xf32>
        llvm.store %351, %347 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %352 = llvm.add %260, %3 : i32
        %353 = llvm.getelementptr %236[%352] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %354 = llvm.extractvalue %233[30] : !acc128 
        %355 = llvm.extractvalue %233[31] : !acc128 
        %356 = llvm.insertelement %354, %5[%44 : i32] : vector<2xf32>
        %357 = llvm.insertelement %355, %356[%43 : i32] : vector<2xf32>
        llvm.store %357, %353 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %358 = llvm.add %248, %24 : i32
        %359 = llvm.getelementptr %236[%358] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %360 = llvm.extractvalue %233[32] : !acc128 
        %361 = llvm.extractvalue %233[33] : !acc128 
        %362 = llvm.insertelement %360, %5[%44 : i32] : vector<2xf32>
        %363 = llvm.insertelement %361, %362[%43 : i32] : vector<2xf32>
        llvm.store %363, %359 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %364 = llvm.add %248, %2 : i32
        %365 = llvm.getelementptr %236[%364] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %366 = llvm.extractvalue %233[34] : !acc128 
        %367 = llvm.extractvalue %233[35] : !acc128 
        %368 = llvm.insertelement %366, %5[%44 : i32] : vector<2xf32>
        %369 = llvm.insertelement %367, %368[%43 : i32] : vector<2xf32>
        llvm.store %369, %365 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %370 = llvm.add %252, %24 : i32
        %371 = llvm.getelementptr %236[%370] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %372 = llvm.extractvalue %233[36] : !acc128 
        %373 = llvm.extractvalue %233[37] : !acc128 
        %374 = llvm.insertelement %372, %5[%44 : i32] : vector<2xf32>
        %375 = llvm.insertelement %373, %374[%43 : i32] : vector<2xf32>
        llvm.store %375, %371 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %376 = llvm.add %252, %2 : i32
        %377 = llvm.getelementptr %236[%376] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %378 = llvm.extractvalue %233[38] : !acc128 
        %379 = llvm.extractvalue %233[39] : !acc128 
        %380 = llvm.insertelement %378, %5[%44 : i32] : vector<2xf32>
        %381 = llvm.insertelement %379, %380[%43 : i32] : vector<2xf32>
        llvm.store %381, %377 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %382 = llvm.add %256, %24 : i32
        %383 = llvm.getelementptr %236[%382] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %384 = llvm.extractvalue %233[40] : !acc128 
        %385 = llvm.extractvalue %233[41] : !acc128 
        %386 = llvm.insertelement %384, %5[%44 : i32] : vector<2xf32>
        %387 = llvm.insertelement %385, %386[%43 : i32] : vector<2xf32>
        llvm.store %387, %383 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %388 = llvm.add %256, %2 : i32
        %389 = llvm.getelementptr %236[%388] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %390 = llvm.extractvalue %233[42] : !acc128 
        %391 = llvm.extractvalue %233[43] : !acc128 
        %392 = llvm.insertelement %390, %5[%44 : i32] : vector<2xf32>
        %393 = llvm.insertelement %391, %392[%43 : i32] : vector<2xf32>
        llvm.store %393, %389 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %394 = llvm.add %260, %24 : i32
        %395 = llvm.getelementptr %236[%394] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %396 = llvm.extractvalue %233[44] : !acc128 
        %397 = llvm.extractvalue %233[45] : !acc128 
        %398 = llvm.insertelement %396, %5[%44 : i32] : vector<2xf32>
        %399 = llvm.insertelement %397, %398[%43 : i32] : vector<2xf32>
        llvm.store %399, %395 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %400 = llvm.add %260, %2 : i32
        %401 = llvm.getelementptr %236[%400] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %402 = llvm.extractvalue %233[46] : !acc128 
        %403 = llvm.extractvalue %233[47] : !acc128 
        %404 = llvm.insertelement %402, %5[%44 : i32] : vector<2xf32>
        %405 = llvm.insertelement %403, %404[%43 : i32] : vector<2xf32>
        llvm.store %405, %401 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %406 = llvm.add %248, %1 : i32
        %407 = llvm.getelementptr %236[%406] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %408 = llvm.extractvalue %233[48] : !acc128 
        %409 = llvm.extractvalue %233[49] : !acc128 
        %410 = llvm.insertelement %408, %5[%44 : i32] : vector<2xf32>
        %411 = llvm.insertelement %409, %410[%43 : i32] : vector<2xf32>
        llvm.store %411, %407 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %412 = llvm.add %248, %0 : i32
        %413 = llvm.getelementptr %236[%412] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %414 = llvm.extractvalue %233[50] : !acc128 
        %415 = llvm.extractvalue %233[51] : !acc128 
        %416 = llvm.insertelement %414, %5[%44 : i32] : vector<2xf32>
        %417 = llvm.insertelement %415, %416[%43 : i32] : vector<2xf32>
        llvm.store %417, %413 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %418 = llvm.add %252, %1 : i32
        %419 = llvm.getelementptr %236[%418] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %420 = llvm.extractvalue %233[52] : !acc128 
        %421 = llvm.extractvalue %233[53] : !acc128 
        %422 = llvm.insertelement %420, %5[%44 : i32] : vector<2xf32>
        %423 = llvm.insertelement %421, %422[%43 : i32] : vector<2xf32>
        llvm.store %423, %419 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %424 = llvm.add %252, %0 : i32
        %425 = llvm.getelementptr %236[%424] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %426 = llvm.extractvalue %233[54] : !acc128 
        %427 = llvm.extractvalue %233[55] : !acc128 
        %428 = llvm.insertelement %426, %5[%44 : i32] : vector<2xf32>
        %429 = llvm.insertelement %427, %428[%43 : i32] : vector<2xf32>
        llvm.store %429, %425 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %430 = llvm.add %256, %1 : i32
        %431 = llvm.getelementptr %236[%430] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %432 = llvm.extractvalue %233[56] : !acc128 
        %433 = llvm.extractvalue %233[57] : !acc128 
        %434 = llvm.insertelement %432, %5[%44 : i32] : vector<2xf32>
        %435 = llvm.insertelement %433, %434[%43 : i32] : vector<2xf32>
        llvm.store %435, %431 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %436 = llvm.add %256, %0 : i32
        %437 = llvm.getelementptr %236[%436] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %438 = llvm.extractvalue %233[58] : !acc128 
        %439 = llvm.extractvalue %233[59] : !acc128 
        %440 = llvm.insertelement %438, %5[%44 : i32] : vector<2xf32>
        %441 = llvm.insertelement %439, %440[%43 : i32] : vector<2xf32>
        llvm.store %441, %437 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %442 = llvm.add %260, %1 : i32
        %443 = llvm.getelementptr %236[%442] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %444 = llvm.extractvalue %233[60] : !acc128 
        %445 = llvm.extractvalue %233[61] : !acc128 
        %446 = llvm.insertelement %444, %5[%44 : i32] : vector<2xf32>
        %447 = llvm.insertelement %445, %446[%43 : i32] : vector<2xf32>
        llvm.store %447, %443 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %448 = llvm.add %260, %0 : i32
        %449 = llvm.getelementptr %236[%448] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %450 = llvm.extractvalue %233[62] : !acc128 
        %451 = llvm.extractvalue %233[63] : !acc128 
        %452 = llvm.insertelement %450, %5[%44 : i32] : vector<2xf32>
        %453 = llvm.insertelement %451, %452[%43 : i32] : vector<2xf32>
        llvm.store %453, %449 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
        nvvm.bar.warp.sync %31 : i32
        scf.if %80 {
          nvvm.mbarrier.arrive %263 : !llvm.ptr<3>
        }
        scf.while : () -> () {
          %583 = nvvm.mbarrier.try_wait %265, %44 : !llvm.ptr<3>, i32 -> i1
          %584 = llvm.xor %583, %22 : i1
          scf.condition(%584)
        } do {
          scf.yield
        }
        %454 = llvm.extractvalue %233[64] : !acc128 
        %455 = llvm.extractvalue %233[65] : !acc128 
        %456 = llvm.insertelement %454, %5[%44 : i32] : vector<2xf32>
        %457 = llvm.insertelement %455, %456[%43 : i32] : vector<2xf32>
        llvm.store %457, %266 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %458 = llvm.extractvalue %233[66] : !acc128 
        %459 = llvm.extractvalue %233[67] : !acc128 
        %460 = llvm.insertelement %458, %5[%44 : i32] : vector<2xf32>
        %461 = llvm.insertelement %459, %460[%43 : i32] : vector<2xf32>
        llvm.store %461, %272 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %462 = llvm.extractvalue %233[68] : !acc128 
        %463 = llvm.extractvalue %233[69] : !acc128 
        %464 = llvm.insertelement %462, %5[%44 : i32] : vector<2xf32>
        %465 = llvm.insertelement %463, %464[%43 : i32] : vector<2xf32>
        llvm.store %465, %277 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %466 = llvm.extractvalue %233[70] : !acc128 
        %467 = llvm.extractvalue %233[71] : !acc128 
        %468 = llvm.insertelement %466, %5[%44 : i32] : vector<2xf32>
        %469 = llvm.insertelement %467, %468[%43 : i32] : vector<2xf32>
        llvm.store %469, %283 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %470 = llvm.extractvalue %233[72] : !acc128 
        %471 = llvm.extractvalue %233[73] : !acc128 
        %472 = llvm.insertelement %470, %5[%44 : i32] : vector<2xf32>
        %473 = llvm.insertelement %471, %472[%43 : i32] : vector<2xf32>
        llvm.store %473, %288 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %474 = llvm.extractvalue %233[74] : !acc128 
        %475 = llvm.extractvalue %233[75] : !acc128 
        %476 = llvm.insertelement %474, %5[%44 : i32] : vector<2xf32>
        %477 = llvm.insertelement %475, %476[%43 : i32] : vector<2xf32>
        llvm.store %477, %294 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %478 = llvm.extractvalue %233[76] : !acc128 
        %479 = llvm.extractvalue %233[77] : !acc128 
        %480 = llvm.insertelement %478, %5[%44 : i32] : vector<2xf32>
        %481 = llvm.insertelement %479, %480[%43 : i32] : vector<2xf32>
        llvm.store %481, %299 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %482 = llvm.extractvalue %233[78] : !acc128 
        %483 = llvm.extractvalue %233[79] : !acc128 
        %484 = llvm.insertelement %482, %5[%44 : i32] : vector<2xf32>
        %485 = llvm.insertelement %483, %484[%43 : i32] : vector<2xf32>
        llvm.store %485, %305 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %486 = llvm.extractvalue %233[80] : !acc128 
        %487 = llvm.extractvalue %233[81] : !acc128 
        %488 = llvm.insertelement %486, %5[%44 : i32] : vector<2xf32>
        %489 = llvm.insertelement %487, %488[%43 : i32] : vector<2xf32>
        llvm.store %489, %311 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %490 = llvm.extractvalue %233[82] : !acc128 
        %491 = llvm.extractvalue %233[83] : !acc128 
        %492 = llvm.insertelement %490, %5[%44 : i32] : vector<2xf32>
        %493 = llvm.insertelement %491, %492[%43 : i32] : vector<2xf32>
        llvm.store %493, %317 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %494 = llvm.extractvalue %233[84] : !acc128 
        %495 = llvm.extractvalue %233[85] : !acc128 
        %496 = llvm.insertelement %494, %5[%44 : i32] : vector<2xf32>
        %497 = llvm.insertelement %495, %496[%43 : i32] : vector<2xf32>
        llvm.store %497, %323 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %498 = llvm.extractvalue %233[86] : !acc128 
        %499 = llvm.extractvalue %233[87] : !acc128 
        %500 = llvm.insertelement %498, %5[%44 : i32] : vector<2xf32>
        %501 = llvm.insertelement %499, %500[%43 : i32] : vector<2xf32>
        llvm.store %501, %329 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %502 = llvm.extractvalue %233[88] : !acc128 
        %503 = llvm.extractvalue %233[89] : !acc128 
        %504 = llvm.insertelement %502, %5[%44 : i32] : vector<2xf32>
        %505 = llvm.insertelement %503, %504[%43 : i32] : vector<2xf32>
        llvm.store %505, %335 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %506 = llvm.extractvalue %233[90] : !acc128 
        %507 = llvm.extractvalue %233[91] : !acc128 
        %508 = llvm.insertelement %506, %5[%44 : i32] : vector<2xf32>
        %509 = llvm.insertelement %507, %508[%43 : i32] : vector<2xf32>
        llvm.store %509, %341 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %510 = llvm.extractvalue %233[92] : !acc128 
        %511 = llvm.extractvalue %233[93] : !acc128 
        %512 = llvm.insertelement %510, %5[%44 : i32] : vector<2xf32>
        %513 = llvm.insertelement %511, %512[%43 : i32] : vector<2xf32>
        llvm.store %513, %347 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %514 = llvm.extractvalue %233[94] : !acc128 
        %515 = llvm.extractvalue %233[95] : !acc128 
        %516 = llvm.insertelement %514, %5[%44 : i32] : vector<2xf32>
        %517 = llvm.insertelement %515, %516[%43 : i32] : vector<2xf32>
        llvm.store %517, %353 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %518 = llvm.extractvalue %233[96] : !acc128 
        %519 = llvm.extractvalue %233[97] : !acc128 
        %520 = llvm.insertelement %518, %5[%44 : i32] : vector<2xf32>
        %521 = llvm.insertelement %519, %520[%43 : i32] : vector<2xf32>
        llvm.store %521, %359 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %522 = llvm.extractvalue %233[98] : !acc128 
        %523 = llvm.extractvalue %233[99] : !acc128 
        %524 = llvm.insertelement %522, %5[%44 : i32] : vector<2xf32>
        %525 = llvm.insertelement %523, %524[%43 : i32] : vector<2xf32>
        llvm.store %525, %365 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %526 = llvm.extractvalue %233[100] : !acc128 
        %527 = llvm.extractvalue %233[101] : !acc128 
        %528 = llvm.insertelement %526, %5[%44 : i32] : vector<2xf32>
        %529 = llvm.insertelement %527, %528[%43 : i32] : vector<2xf32>
        llvm.store %529, %371 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %530 = llvm.extractvalue %233[102] : !acc128 
        %531 = llvm.extractvalue %233[103] : !acc128 
        %532 = llvm.insertelement %530, %5[%44 : i32] : vector<2xf32>
        %533 = llvm.insertelement %531, %532[%43 : i32] : vector<2xf32>
        llvm.store %533, %377 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %534 = llvm.extractvalue %233[104] : !acc128 
        %535 = llvm.extractvalue %233[105] : !acc128 
        %536 = llvm.insertelement %534, %5[%44 : i32] : vector<2xf32>
        %537 = llvm.insertelement %535, %536[%43 : i32] : vector<2xf32>
        llvm.store %537, %383 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %538 = llvm.extractvalue %233[106] : !acc128 
        %539 = llvm.extractvalue %233[107] : !acc128 
        %540 = llvm.insertelement %538, %5[%44 : i32] : vector<2xf32>
        %541 = llvm.insertelement %539, %540[%43 : i32] : vector<2xf32>
        llvm.store %541, %389 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %542 = llvm.extractvalue %233[108] : !acc128 
        %543 = llvm.extractvalue %233[109] : !acc128 
        %544 = llvm.insertelement %542, %5[%44 : i32] : vector<2xf32>
        %545 = llvm.insertelement %543, %544[%43 : i32] : vector<2xf32>
        llvm.store %545, %395 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %546 = llvm.extractvalue %233[110] : !acc128 
        %547 = llvm.extractvalue %233[111] : !acc128 
        %548 = llvm.insertelement %546, %5[%44 : i32] : vector<2xf32>
        %549 = llvm.insertelement %547, %548[%43 : i32] : vector<2xf32>
        llvm.store %549, %401 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %550 = llvm.extractvalue %233[112] : !acc128 
        %551 = llvm.extractvalue %233[113] : !acc128 
        %552 = llvm.insertelement %550, %5[%44 : i32] : vector<2xf32>
        %553 = llvm.insertelement %551, %552[%43 : i32] : vector<2xf32>
        llvm.store %553, %407 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %554 = llvm.extractvalue %233[114] : !acc128 
        %555 = llvm.extractvalue %233[115] : !acc128 
        %556 = llvm.insertelement %554, %5[%44 : i32] : vector<2xf32>
        %557 = llvm.insertelement %555, %556[%43 : i32] : vector<2xf32>
        llvm.store %557, %413 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %558 = llvm.extractvalue %233[116] : !acc128 
        %559 = llvm.extractvalue %233[117] : !acc128 
        %560 = llvm.insertelement %558, %5[%44 : i32] : vector<2xf32>
        %561 = llvm.insertelement %559, %560[%43 : i32] : vector<2xf32>
        llvm.store %561, %419 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %562 = llvm.extractvalue %233[118] : !acc128 
        %563 = llvm.extractvalue %233[119] : !acc128 
        %564 = llvm.insertelement %562, %5[%44 : i32] : vector<2xf32>
        %565 = llvm.insertelement %563, %564[%43 : i32] : vector<2xf32>
        llvm.store %565, %425 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %566 = llvm.extractvalue %233[120] : !acc128 
        %567 = llvm.extractvalue %233[121] : !acc128 
        %568 = llvm.insertelement %566, %5[%44 : i32] : vector<2xf32>
        %569 = llvm.insertelement %567, %568[%43 : i32] : vector<2xf32>
        llvm.store %569, %431 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %570 = llvm.extractvalue %233[122] : !acc128 
        %571 = llvm.extractvalue %233[123] : !acc128 
        %572 = llvm.insertelement %570, %5[%44 : i32] : vector<2xf32>
        %573 = llvm.insertelement %571, %572[%43 : i32] : vector<2xf32>
        llvm.store %573, %437 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %574 = llvm.extractvalue %233[124] : !acc128 
        %575 = llvm.extractvalue %233[125] : !acc128 
        %576 = llvm.insertelement %574, %5[%44 : i32] : vector<2xf32>
        %577 = llvm.insertelement %575, %576[%43 : i32] : vector<2xf32>
        llvm.store %577, %443 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        %578 = llvm.extractvalue %233[126] : !acc128 
        %579 = llvm.extractvalue %233[127] : !acc128 
        %580 = llvm.insertelement %578, %5[%44 : i32] : vector<2xf32>
        %581 = llvm.insertelement %579, %580[%43 : i32] : vector<2xf32>
        llvm.store %581, %449 {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
        nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
        nvvm.bar.warp.sync %31 : i32
        scf.if %80 {
          nvvm.mbarrier.arrive %263 : !llvm.ptr<3>
        }
        %582 = llvm.add %arg8, %53 : i32
        scf.yield %582, %104#0, %104#1 : i32, i32, i32
      }
      scf.if %80 {
        nvvm.cp.async.bulk.wait_group 0
      }
    }
    llvm.return
  }
}

