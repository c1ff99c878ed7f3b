// A persistent GEMM for Hopper: tiles of 256 x 200 x 64, three stages, bf16 to bf16.
!acc100 = !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
#b16 = #nvvm.ld_st_matrix_elt_type<b16>
#m8n8 = #nvvm.ld_st_matrix_shape<m = 8, n = 8>
module {
  llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
  llvm.func @gemm(%arg0: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}, %arg1: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}, %arg2: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}, %arg3: !llvm.ptr<1>, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: i32) attributes {nvvm.kernel, wave.shared_bytes = 224336 : i64, nvvm.minctasm = 1 : i32, nvvm.reqntid = array<i32: 384, 1, 1>} {
    %0 = llvm.mlir.constant(518 : i64) : i64
    %1 = llvm.mlir.constant(516 : i64) : i64
    %2 = llvm.mlir.constant(514 : i64) : i64
    %3 = llvm.mlir.constant(8192 : i32) : i32
    %4 = llvm.mlir.undef : vector<2xf32>
    %5 = llvm.mlir.constant(6 : i32) : i32
    %6 = llvm.mlir.constant(2048 : i32) : i32
    %7 = llvm.mlir.constant(24576 : i32) : i32
    %8 = llvm.mlir.undef : !acc100
    %9 = llvm.mlir.constant(512 : i64) : i64
    %10 = llvm.mlir.constant(6 : i64) : i64
    %11 = llvm.mlir.constant(4 : i64) : i64
    %12 = llvm.mlir.constant(2 : i64) : i64
    %13 = llvm.mlir.constant(1600 : i64) : i64
    %14 = llvm.mlir.constant(2048 : i64) : i64
    %15 = llvm.mlir.constant(16384 : i32) : i32
    %16 = llvm.mlir.constant(262143 : i32) : i32
    %17 = llvm.mlir.constant(4611686293305360384 : i64) : i64
    %18 = llvm.mlir.constant(192 : i32) : i32
    %19 = llvm.mlir.constant(175104 : i32) : i32
    %20 = llvm.mlir.constant(true) : i1
    %21 = llvm.mlir.constant(98304 : i32) : i32
    %22 = llvm.mlir.constant(25600 : i32) : i32
    %23 = llvm.mlir.constant(32768 : i32) : i32
    %24 = llvm.mlir.constant(58368 : i32) : i32
    %25 = llvm.mlir.constant(224320 : i32) : i32
    %26 = llvm.mlir.constant(224304 : i32) : i32
    %27 = llvm.mlir.constant(63 : i32) : i32
    %28 = llvm.mlir.constant(199 : i32) : i32
    %29 = llvm.mlir.constant(255 : i32) : i32
    %30 = llvm.mlir.constant(-1 : i32) : i32
    %31 = llvm.mlir.constant(200 : i32) : i32
    %32 = llvm.mlir.constant(256 : i32) : i32
    %33 = llvm.mlir.constant(128 : i32) : i32
    %34 = llvm.mlir.constant(64 : i32) : i32
    %35 = llvm.mlir.constant(31 : i32) : i32
    %36 = llvm.mlir.constant(16 : i32) : i32
    %37 = llvm.mlir.constant(8 : i32) : i32
    %38 = llvm.mlir.constant(7 : i32) : i32
    %39 = llvm.mlir.constant(5 : i32) : i32
    %40 = llvm.mlir.constant(4 : i32) : i32
    %41 = llvm.mlir.constant(3 : i32) : i32
    %42 = llvm.mlir.constant(2 : i32) : i32
    %43 = llvm.mlir.constant(1 : i32) : i32
    %44 = llvm.mlir.constant(0 : i32) : i32
    %45 = llvm.mlir.addressof @smem : !llvm.ptr<3>
    %46 = llvm.ptrtoint %45 : !llvm.ptr<3> to i32
    %47 = nvvm.read.ptx.sreg.tid.x range <i32, 0, 384> : i32
    %48 = llvm.and %47, %35 : i32
    %49 = llvm.lshr %47, %39 : i32
    %50 = nvvm.shfl.sync  idx %30, %49, %44, %35 : i32 -> i32
    %51 = llvm.lshr %50, %42 : i32
    %52 = nvvm.read.ptx.sreg.ctaid.x : i32
    %53 = nvvm.read.ptx.sreg.nctaid.x : i32
    %54 = llvm.add %arg4, %29 : i32
    %55 = llvm.udiv %54, %32 : i32
    %56 = llvm.add %arg5, %28 : i32
    %57 = llvm.udiv %56, %31 : i32
    %58 = llvm.add %arg6, %27 : i32
    %59 = llvm.udiv %58, %34 : i32
    %60 = llvm.mul %55, %57 : i32
    %61 = llvm.getelementptr %45[224256] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %62 = llvm.getelementptr %45[224280] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %63 = llvm.icmp "eq" %50, %44 : i32
    %64 = nvvm.elect.sync -> i1
    %65 = llvm.and %63, %64 : i1
    scf.if %65 {
      nvvm.prefetch tensormap, %arg0 : !llvm.ptr
      nvvm.prefetch tensormap, %arg1 : !llvm.ptr
      nvvm.prefetch tensormap, %arg2 : !llvm.ptr
      nvvm.mbarrier.init %61, %43 : !llvm.ptr<3>, i32
      nvvm.mbarrier.init %62, %37 : !llvm.ptr<3>, i32
      %67 = llvm.getelementptr %45[224264] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      nvvm.mbarrier.init %67, %43 : !llvm.ptr<3>, i32
      %68 = llvm.getelementptr %45[224288] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      nvvm.mbarrier.init %68, %37 : !llvm.ptr<3>, i32
      %69 = llvm.getelementptr %45[224272] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      nvvm.mbarrier.init %69, %43 : !llvm.ptr<3>, i32
      %70 = llvm.getelementptr %45[224296] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      nvvm.mbarrier.init %70, %37 : !llvm.ptr<3>, i32
      %71 = llvm.getelementptr %45[224304] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      nvvm.mbarrier.init %71, %40 : !llvm.ptr<3>, i32
      %72 = llvm.getelementptr %45[224320] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      nvvm.mbarrier.init %72, %43 : !llvm.ptr<3>, i32
      %73 = llvm.getelementptr %45[224312] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      nvvm.mbarrier.init %73, %40 : !llvm.ptr<3>, i32
      %74 = llvm.getelementptr %45[224328] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      nvvm.mbarrier.init %74, %43 : !llvm.ptr<3>, i32
      nvvm.fence.mbarrier.init
    }
    nvvm.barrier0
    %66 = llvm.icmp "eq" %51, %44 : i32
    scf.if %66 {
      nvvm.setmaxregister  decrease 24
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
            %80 = llvm.mul %79, %32 : i32
            %81 = llvm.mul %78, %31 : i32
            %82:2 = scf.for %arg11 = %44 to %59 step %43 iter_args(%arg12 = %arg9, %arg13 = %arg10) -> (i32, i32)  : i32 {
              %84 = llvm.mul %arg12, %37 : i32
              %85 = llvm.getelementptr %62[%84] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
              scf.while : () -> () {
                %100 = nvvm.mbarrier.try_wait %85, %arg13 : !llvm.ptr<3>, i32 -> i1
                %101 = llvm.xor %100, %20 : i1
                scf.condition(%101)
              } do {
                scf.yield
              }
              %86 = llvm.getelementptr %61[%84] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
              nvvm.mbarrier.arrive.expect_tx %86, %24 : !llvm.ptr<3>, i32
              %87 = llvm.mul %arg11, %34 : i32
              %88 = llvm.mul %arg12, %23 : i32
              %89 = llvm.getelementptr %45[%88] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
              %90 = llvm.mul %arg12, %22 : i32
              %91 = llvm.add %90, %21 : i32
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
            %80 = llvm.mul %79, %32 : i32
            %81 = llvm.mul %78, %31 : i32
            %82 = llvm.getelementptr %45[224304] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
            %83 = llvm.getelementptr %45[224320] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
            scf.while : () -> () {
              %91 = nvvm.mbarrier.try_wait %82, %44 : !llvm.ptr<3>, i32 -> i1
              %92 = llvm.xor %91, %20 : i1
              scf.condition(%92)
            } do {
              scf.yield
            }
            %84 = llvm.getelementptr %45[175104] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
            nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %84, box[%81, %80] : !llvm.ptr, <3>
            %85 = llvm.getelementptr %45[183296] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
            %86 = llvm.add %81, %34 : i32
            nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %85, box[%86, %80] : !llvm.ptr, <3>
            %87 = llvm.getelementptr %45[191488] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
            %88 = llvm.add %81, %33 : i32
            nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %87, box[%88, %80] : !llvm.ptr, <3>
            nvvm.cp.async.bulk.commit.group
            nvvm.cp.async.bulk.wait_group 0 {read}
            nvvm.mbarrier.arrive %83 : !llvm.ptr<3>
            scf.while : () -> () {
              %91 = nvvm.mbarrier.try_wait %82, %43 : !llvm.ptr<3>, i32 -> i1
              %92 = llvm.xor %91, %20 : i1
              scf.condition(%92)
            } do {
              scf.yield
            }
            %89 = llvm.add %80, %34 : i32
            nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %84, box[%81, %89] : !llvm.ptr, <3>
            nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %85, box[%86, %89] : !llvm.ptr, <3>
            nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %87, box[%88, %89] : !llvm.ptr, <3>
            nvvm.cp.async.bulk.commit.group
            nvvm.cp.async.bulk.wait_group 0 {read}
            nvvm.mbarrier.arrive %83 : !llvm.ptr<3>
            %90 = llvm.add %arg8, %53 : i32
            scf.yield %90 : i32
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
            %80 = llvm.mul %79, %32 : i32
            %81 = llvm.mul %78, %31 : i32
            %82 = llvm.getelementptr %45[224312] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
            %83 = llvm.getelementptr %45[224328] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
            scf.while : () -> () {
              %92 = nvvm.mbarrier.try_wait %82, %44 : !llvm.ptr<3>, i32 -> i1
              %93 = llvm.xor %92, %20 : i1
              scf.condition(%93)
            } do {
              scf.yield
            }
            %84 = llvm.add %80, %33 : i32
            %85 = llvm.getelementptr %45[199680] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
            nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %85, box[%81, %84] : !llvm.ptr, <3>
            %86 = llvm.getelementptr %45[207872] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
            %87 = llvm.add %81, %34 : i32
            nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %86, box[%87, %84] : !llvm.ptr, <3>
            %88 = llvm.getelementptr %45[216064] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
            %89 = llvm.add %81, %33 : i32
            nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %88, box[%89, %84] : !llvm.ptr, <3>
            nvvm.cp.async.bulk.commit.group
            nvvm.cp.async.bulk.wait_group 0 {read}
            nvvm.mbarrier.arrive %83 : !llvm.ptr<3>
            scf.while : () -> () {
              %92 = nvvm.mbarrier.try_wait %82, %43 : !llvm.ptr<3>, i32 -> i1
              %93 = llvm.xor %92, %20 : i1
              scf.condition(%93)
            } do {
              scf.yield
            }
            %90 = llvm.add %80, %18 : i32
            nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %85, box[%81, %90] : !llvm.ptr, <3>
            nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %86, box[%87, %90] : !llvm.ptr, <3>
            nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %88, box[%89, %90] : !llvm.ptr, <3>
            nvvm.cp.async.bulk.commit.group
            nvvm.cp.async.bulk.wait_group 0 {read}
            nvvm.mbarrier.arrive %83 : !llvm.ptr<3>
            %91 = llvm.add %arg8, %53 : i32
            scf.yield %91 : i32
          }
        }
      }
    } else {
      nvvm.setmaxregister  increase 240
      %67 = llvm.sub %51, %43 : i32
      %68 = llvm.and %50, %41 : i32
      %69 = llvm.mul %67, %15 : i32
      %70 = llvm.add %46, %69 : i32
      %71 = llvm.add %46, %21 : i32
      %72 = llvm.and %70, %16 : i32
      %73 = llvm.lshr %72, %40 : i32
      %74 = llvm.zext %73 : i32 to i64
      %75 = llvm.or %74, %17 : i64
      %76 = llvm.and %71, %16 : i32
      %77 = llvm.lshr %76, %40 : i32
      %78 = llvm.zext %77 : i32 to i64
      %79 = llvm.or %78, %17 : i64
      %80 = llvm.icmp "eq" %48, %44 : i32
      %81:3 = scf.while (%arg8 = %52, %arg9 = %44, %arg10 = %44) : (i32, i32, i32) -> (i32, i32, i32) {
        %82 = llvm.icmp "ult" %arg8, %60 : i32
        scf.condition(%82) %arg8, %arg9, %arg10 : i32, i32, i32
      } do {
      ^bb0(%arg8: i32, %arg9: i32, %arg10: i32):
        %82 = llvm.mul %arg9, %37 : i32
        %83 = llvm.getelementptr %61[%82] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        scf.while : () -> () {
          %1012 = nvvm.mbarrier.try_wait %83, %arg10 : !llvm.ptr<3>, i32 -> i1
          %1013 = llvm.xor %1012, %20 : i1
          scf.condition(%1013)
        } do {
          scf.yield
        }
        %84 = llvm.zext %arg9 : i32 to i64
        %85 = llvm.mul %84, %14 : i64
        %86 = llvm.add %75, %85 : i64
        %87 = llvm.mul %84, %13 : i64
        %88 = llvm.add %79, %87 : i64
        nvvm.wgmma.fence.aligned
        %89 = nvvm.wgmma.mma_async %86, %88, %8, <m = 64, n = 200, k = 16>, D[<f32>, <zero>], A[<bf16>, <one>, <row>], B[<bf16>, <one>, <col>] : !acc100 -> !acc100
        %90 = llvm.add %86, %9 : i64
        %91 = nvvm.wgmma.mma_async %90, %88, %8, <m = 64, n = 200, k = 16>, D[<f32>, <zero>], A[<bf16>, <one>, <row>], B[<bf16>, <one>, <col>] : !acc100 -> !acc100
        %92 = llvm.add %88, %12 : i64
        %93 = llvm.add %86, %12 : i64
        %94 = nvvm.wgmma.mma_async %93, %92, %89, <m = 64, n = 200, k = 16>, D[<f32>, <one>], A[<bf16>, <one>, <row>], B[<bf16>, <one>, <col>] : !acc100 -> !acc100
        %95 = llvm.add %86, %2 : i64
        %96 = nvvm.wgmma.mma_async %95, %92, %91, <m = 64, n = 200, k = 16>, D[<f32>, <one>], A[<bf16>, <one>, <row>], B[<bf16>, <one>, <col>] : !acc100 -> !acc100
        %97 = llvm.add %88, %11 : i64
        %98 = llvm.add %86, %11 : i64
        %99 = nvvm.wgmma.mma_async %98, %97, %94, <m = 64, n = 200, k = 16>, D[<f32>, <one>], A[<bf16>, <one>, <row>], B[<bf16>, <one>, <col>] : !acc100 -> !acc100
        %100 = llvm.add %86, %1 : i64
        %101 = nvvm.wgmma.mma_async %100, %97, %96, <m = 64, n = 200, k = 16>, D[<f32>, <one>], A[<bf16>, <one>, <row>], B[<bf16>, <one>, <col>] : !acc100 -> !acc100
        %102 = llvm.add %88, %10 : i64
        %103 = llvm.add %86, %10 : i64
        %104 = nvvm.wgmma.mma_async %103, %102, %99, <m = 64, n = 200, k = 16>, D[<f32>, <one>], A[<bf16>, <one>, <row>], B[<bf16>, <one>, <col>] : !acc100 -> !acc100
        %105 = llvm.add %86, %0 : i64
        %106 = nvvm.wgmma.mma_async %105, %102, %101, <m = 64, n = 200, k = 16>, D[<f32>, <one>], A[<bf16>, <one>, <row>], B[<bf16>, <one>, <col>] : !acc100 -> !acc100
        nvvm.wgmma.commit.group.sync.aligned
        %107 = llvm.mul %arg7, %57 : i32
        %108 = llvm.udiv %arg8, %107 : i32
        %109 = llvm.mul %108, %arg7 : i32
        %110 = llvm.sub %55, %109 : i32
        %111 = llvm.intr.umin(%110, %arg7) : (i32, i32) -> i32
        %112 = llvm.urem %arg8, %107 : i32
        %113 = llvm.urem %112, %111 : i32
        %114 = llvm.udiv %112, %111 : i32
        %115 = llvm.add %109, %113 : i32
        %116 = llvm.mul %115, %32 : i32
        %117 = llvm.mul %114, %31 : i32
        %118 = llvm.add %arg9, %43 : i32
        %119 = llvm.icmp "eq" %118, %41 : i32
        %120 = llvm.select %119, %44, %118 : i1, i32
        %121 = llvm.xor %arg10, %43 : i32
        %122 = llvm.select %119, %121, %arg10 : i1, i32
        %123:5 = scf.for %arg11 = %43 to %59 step %43 iter_args(%arg12 = %120, %arg13 = %122, %arg14 = %arg9, %arg15 = %104, %arg16 = %106) -> (i32, i32, i32, !acc100, !acc100)  : i32 {
          %1012 = llvm.mul %arg12, %37 : i32
          %1013 = llvm.getelementptr %61[%1012] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
          scf.while : () -> () {
            %1042 = nvvm.mbarrier.try_wait %1013, %arg13 : !llvm.ptr<3>, i32 -> i1
            %1043 = llvm.xor %1042, %20 : i1
            scf.condition(%1043)
          } do {
            scf.yield
          }
          %1014 = llvm.zext %arg12 : i32 to i64
          %1015 = llvm.mul %1014, %14 : i64
          %1016 = llvm.add %75, %1015 : i64
          %1017 = llvm.mul %1014, %13 : i64
          %1018 = llvm.add %79, %1017 : i64
          nvvm.wgmma.fence.aligned
          %1019 = nvvm.wgmma.mma_async %1016, %1018, %arg15, <m = 64, n = 200, k = 16>, D[<f32>, <one>], A[<bf16>, <one>, <row>], B[<bf16>, <one>, <col>] : !acc100 -> !acc100
          %1020 = llvm.add %1016, %9 : i64
          %1021 = nvvm.wgmma.mma_async %1020, %1018, %arg16, <m = 64, n = 200, k = 16>, D[<f32>, <one>], A[<bf16>, <one>, <row>], B[<bf16>, <one>, <col>] : !acc100 -> !acc100
          %1022 = llvm.add %1018, %12 : i64
          %1023 = llvm.add %1016, %12 : i64
          %1024 = nvvm.wgmma.mma_async %1023, %1022, %1019, <m = 64, n = 200, k = 16>, D[<f32>, <one>], A[<bf16>, <one>, <row>], B[<bf16>, <one>, <col>] : !acc100 -> !acc100
          %1025 = llvm.add %1016, %2 : i64
          %1026 = nvvm.wgmma.mma_async %1025, %1022, %1021, <m = 64, n = 200, k = 16>, D[<f32>, <one>], A[<bf16>, <one>, <row>], B[<bf16>, <one>, <col>] : !acc100 -> !acc100
          %1027 = llvm.add %1018, %11 : i64
          %1028 = llvm.add %1016, %11 : i64
          %1029 = nvvm.wgmma.mma_async %1028, %1027, %1024, <m = 64, n = 200, k = 16>, D[<f32>, <one>], A[<bf16>, <one>, <row>], B[<bf16>, <one>, <col>] : !acc100 -> !acc100
          %1030 = llvm.add %1016, %1 : i64
          %1031 = nvvm.wgmma.mma_async %1030, %1027, %1026, <m = 64, n = 200, k = 16>, D[<f32>, <one>], A[<bf16>, <one>, <row>], B[<bf16>, <one>, <col>] : !acc100 -> !acc100
          %1032 = llvm.add %1018, %10 : i64
          %1033 = llvm.add %1016, %10 : i64
          %1034 = nvvm.wgmma.mma_async %1033, %1032, %1029, <m = 64, n = 200, k = 16>, D[<f32>, <one>], A[<bf16>, <one>, <row>], B[<bf16>, <one>, <col>] : !acc100 -> !acc100
          %1035 = llvm.add %1016, %0 : i64
          %1036 = nvvm.wgmma.mma_async %1035, %1032, %1031, <m = 64, n = 200, k = 16>, D[<f32>, <one>], A[<bf16>, <one>, <row>], B[<bf16>, <one>, <col>] : !acc100 -> !acc100
          nvvm.wgmma.commit.group.sync.aligned
          nvvm.wgmma.wait.group.sync.aligned 1
          scf.if %80 {
            %1042 = llvm.mul %arg14, %37 : i32
            %1043 = llvm.getelementptr %62[%1042] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
            nvvm.mbarrier.arrive %1043 : !llvm.ptr<3>
          }
          %1037 = llvm.add %arg12, %43 : i32
          %1038 = llvm.icmp "eq" %1037, %41 : i32
          %1039 = llvm.select %1038, %44, %1037 : i1, i32
          %1040 = llvm.xor %arg13, %43 : i32
          %1041 = llvm.select %1038, %1040, %arg13 : i1, i32
          scf.yield %1039, %1041, %arg12, %1034, %1036 : i32, i32, i32, !acc100, !acc100
        }
        %124 = llvm.extractvalue %123#3[0] : !acc100 
        %125 = llvm.extractvalue %123#3[1] : !acc100 
        %126 = llvm.extractvalue %123#3[2] : !acc100 
        %127 = llvm.extractvalue %123#3[3] : !acc100 
        %128 = llvm.extractvalue %123#3[4] : !acc100 
        %129 = llvm.extractvalue %123#3[5] : !acc100 
        %130 = llvm.extractvalue %123#3[6] : !acc100 
        %131 = llvm.extractvalue %123#3[7] : !acc100 
        %132 = llvm.extractvalue %123#3[8] : !acc100 
        %133 = llvm.extractvalue %123#3[9] : !acc100 
        %134 = llvm.extractvalue %123#3[10] : !acc100 
        %135 = llvm.extractvalue %123#3[11] : !acc100 
        %136 = llvm.extractvalue %123#3[12] : !acc100 
        %137 = llvm.extractvalue %123#3[13] : !acc100 
        %138 = llvm.extractvalue %123#3[14] : !acc100 
        %139 = llvm.extractvalue %123#3[15] : !acc100 
        %140 = llvm.extractvalue %123#3[16] : !acc100 
        %141 = llvm.extractvalue %123#3[17] : !acc100 
        %142 = llvm.extractvalue %123#3[18] : !acc100 
        %143 = llvm.extractvalue %123#3[19] : !acc100 
        %144 = llvm.extractvalue %123#3[20] : !acc100 
        %145 = llvm.extractvalue %123#3[21] : !acc100 
        %146 = llvm.extractvalue %123#3[22] : !acc100 
        %147 = llvm.extractvalue %123#3[23] : !acc100 
        %148 = llvm.extractvalue %123#3[24] : !acc100 
        %149 = llvm.extractvalue %123#3[25] : !acc100 
        %150 = llvm.extractvalue %123#3[26] : !acc100 
        %151 = llvm.extractvalue %123#3[27] : !acc100 
        %152 = llvm.extractvalue %123#3[28] : !acc100 
        %153 = llvm.extractvalue %123#3[29] : !acc100 
        %154 = llvm.extractvalue %123#3[30] : !acc100 
        %155 = llvm.extractvalue %123#3[31] : !acc100 
        %156 = llvm.extractvalue %123#3[32] : !acc100 
        %157 = llvm.extractvalue %123#3[33] : !acc100 
        %158 = llvm.extractvalue %123#3[34] : !acc100 
        %159 = llvm.extractvalue %123#3[35] : !acc100 
        %160 = llvm.extractvalue %123#3[36] : !acc100 
        %161 = llvm.extractvalue %123#3[37] : !acc100 
        %162 = llvm.extractvalue %123#3[38] : !acc100 
        %163 = llvm.extractvalue %123#3[39] : !acc100 
        %164 = llvm.extractvalue %123#3[40] : !acc100 
        %165 = llvm.extractvalue %123#3[41] : !acc100 
        %166 = llvm.extractvalue %123#3[42] : !acc100 
        %167 = llvm.extractvalue %123#3[43] : !acc100 
        %168 = llvm.extractvalue %123#3[44] : !acc100 
        %169 = llvm.extractvalue %123#3[45] : !acc100 
        %170 = llvm.extractvalue %123#3[46] : !acc100 
        %171 = llvm.extractvalue %123#3[47] : !acc100 
        %172 = llvm.extractvalue %123#3[48] : !acc100 
        %173 = llvm.extractvalue %123#3[49] : !acc100 
        %174 = llvm.extractvalue %123#3[50] : !acc100 
        %175 = llvm.extractvalue %123#3[51] : !acc100 
        %176 = llvm.extractvalue %123#3[52] : !acc100 
        %177 = llvm.extractvalue %123#3[53] : !acc100 
        %178 = llvm.extractvalue %123#3[54] : !acc100 
        %179 = llvm.extractvalue %123#3[55] : !acc100 
        %180 = llvm.extractvalue %123#3[56] : !acc100 
        %181 = llvm.extractvalue %123#3[57] : !acc100 
        %182 = llvm.extractvalue %123#3[58] : !acc100 
        %183 = llvm.extractvalue %123#3[59] : !acc100 
        %184 = llvm.extractvalue %123#3[60] : !acc100 
        %185 = llvm.extractvalue %123#3[61] : !acc100 
        %186 = llvm.extractvalue %123#3[62] : !acc100 
        %187 = llvm.extractvalue %123#3[63] : !acc100 
        %188 = llvm.extractvalue %123#3[64] : !acc100 
        %189 = llvm.extractvalue %123#3[65] : !acc100 
        %190 = llvm.extractvalue %123#3[66] : !acc100 
        %191 = llvm.extractvalue %123#3[67] : !acc100 
        %192 = llvm.extractvalue %123#3[68] : !acc100 
        %193 = llvm.extractvalue %123#3[69] : !acc100 
        %194 = llvm.extractvalue %123#3[70] : !acc100 
        %195 = llvm.extractvalue %123#3[71] : !acc100 
        %196 = llvm.extractvalue %123#3[72] : !acc100 
        %197 = llvm.extractvalue %123#3[73] : !acc100 
        %198 = llvm.extractvalue %123#3[74] : !acc100 
        %199 = llvm.extractvalue %123#3[75] : !acc100 
        %200 = llvm.extractvalue %123#3[76] : !acc100 
        %201 = llvm.extractvalue %123#3[77] : !acc100 
        %202 = llvm.extractvalue %123#3[78] : !acc100 
        %203 = llvm.extractvalue %123#3[79] : !acc100 
        %204 = llvm.extractvalue %123#3[80] : !acc100 
        %205 = llvm.extractvalue %123#3[81] : !acc100 
        %206 = llvm.extractvalue %123#3[82] : !acc100 
        %207 = llvm.extractvalue %123#3[83] : !acc100 
        %208 = llvm.extractvalue %123#3[84] : !acc100 
        %209 = llvm.extractvalue %123#3[85] : !acc100 
        %210 = llvm.extractvalue %123#3[86] : !acc100 
        %211 = llvm.extractvalue %123#3[87] : !acc100 
        %212 = llvm.extractvalue %123#3[88] : !acc100 
        %213 = llvm.extractvalue %123#3[89] : !acc100 
        %214 = llvm.extractvalue %123#3[90] : !acc100 
        %215 = llvm.extractvalue %123#3[91] : !acc100 
        %216 = llvm.extractvalue %123#3[92] : !acc100 
        %217 = llvm.extractvalue %123#3[93] : !acc100 
        %218 = llvm.extractvalue %123#3[94] : !acc100 
        %219 = llvm.extractvalue %123#3[95] : !acc100 
        %220 = llvm.extractvalue %123#3[96] : !acc100 
        %221 = llvm.extractvalue %123#3[97] : !acc100 
        %222 = llvm.extractvalue %123#3[98] : !acc100 
        %223 = llvm.extractvalue %123#3[99] : !acc100 
        %224 = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92,93,94,95,96,97,98,99" %124, %125, %126, %127, %128, %129, %130, %131, %132, %133, %134, %135, %136, %137, %138, %139, %140, %141, %142, %143, %144, %145, %146, %147, %148, %149, %150, %151, %152, %153, %154, %155, %156, %157, %158, %159, %160, %161, %162, %163, %164, %165, %166, %167, %168, %169, %170, %171, %172, %173, %174, %175, %176, %177, %178, %179, %180, %181, %182, %183, %184, %185, %186, %187, %188, %189, %190, %191, %192, %193, %194, %195, %196, %197, %198, %199, %200, %201, %202, %203, %204, %205, %206, %207, %208, %209, %210, %211, %212, %213, %214, %215, %216, %217, %218, %219, %220, %221, %222, %223 : (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) -> !acc100
        %225 = llvm.extractvalue %123#4[0] : !acc100 
        %226 = llvm.extractvalue %123#4[1] : !acc100 
        %227 = llvm.extractvalue %123#4[2] : !acc100 
        %228 = llvm.extractvalue %123#4[3] : !acc100 
        %229 = llvm.extractvalue %123#4[4] : !acc100 
        %230 = llvm.extractvalue %123#4[5] : !acc100 
        %231 = llvm.extractvalue %123#4[6] : !acc100 
        %232 = llvm.extractvalue %123#4[7] : !acc100 
        %233 = llvm.extractvalue %123#4[8] : !acc100 
        %234 = llvm.extractvalue %123#4[9] : !acc100 
        %235 = llvm.extractvalue %123#4[10] : !acc100 
        %236 = llvm.extractvalue %123#4[11] : !acc100 
        %237 = llvm.extractvalue %123#4[12] : !acc100 
        %238 = llvm.extractvalue %123#4[13] : !acc100 
        %239 = llvm.extractvalue %123#4[14] : !acc100 
        %240 = llvm.extractvalue %123#4[15] : !acc100 
        %241 = llvm.extractvalue %123#4[16] : !acc100 
        %242 = llvm.extractvalue %123#4[17] : !acc100 
        %243 = llvm.extractvalue %123#4[18] : !acc100 
        %244 = llvm.extractvalue %123#4[19] : !acc100 
        %245 = llvm.extractvalue %123#4[20] : !acc100 
        %246 = llvm.extractvalue %123#4[21] : !acc100 
        %247 = llvm.extractvalue %123#4[22] : !acc100 
        %248 = llvm.extractvalue %123#4[23] : !acc100 
        %249 = llvm.extractvalue %123#4[24] : !acc100 
        %250 = llvm.extractvalue %123#4[25] : !acc100 
        %251 = llvm.extractvalue %123#4[26] : !acc100 
        %252 = llvm.extractvalue %123#4[27] : !acc100 
        %253 = llvm.extractvalue %123#4[28] : !acc100 
        %254 = llvm.extractvalue %123#4[29] : !acc100 
        %255 = llvm.extractvalue %123#4[30] : !acc100 
        %256 = llvm.extractvalue %123#4[31] : !acc100 
        %257 = llvm.extractvalue %123#4[32] : !acc100 
        %258 = llvm.extractvalue %123#4[33] : !acc100 
        %259 = llvm.extractvalue %123#4[34] : !acc100 
        %260 = llvm.extractvalue %123#4[35] : !acc100 
        %261 = llvm.extractvalue %123#4[36] : !acc100 
        %262 = llvm.extractvalue %123#4[37] : !acc100 
        %263 = llvm.extractvalue %123#4[38] : !acc100 
        %264 = llvm.extractvalue %123#4[39] : !acc100 
        %265 = llvm.extractvalue %123#4[40] : !acc100 
        %266 = llvm.extractvalue %123#4[41] : !acc100 
        %267 = llvm.extractvalue %123#4[42] : !acc100 
        %268 = llvm.extractvalue %123#4[43] : !acc100 
        %269 = llvm.extractvalue %123#4[44] : !acc100 
        %270 = llvm.extractvalue %123#4[45] : !acc100 
        %271 = llvm.extractvalue %123#4[46] : !acc100 
        %272 = llvm.extractvalue %123#4[47] : !acc100 
        %273 = llvm.extractvalue %123#4[48] : !acc100 
        %274 = llvm.extractvalue %123#4[49] : !acc100 
        %275 = llvm.extractvalue %123#4[50] : !acc100 
        %276 = llvm.extractvalue %123#4[51] : !acc100 
        %277 = llvm.extractvalue %123#4[52] : !acc100 
        %278 = llvm.extractvalue %123#4[53] : !acc100 
        %279 = llvm.extractvalue %123#4[54] : !acc100 
        %280 = llvm.extractvalue %123#4[55] : !acc100 
        %281 = llvm.extractvalue %123#4[56] : !acc100 
        %282 = llvm.extractvalue %123#4[57] : !acc100 
        %283 = llvm.extractvalue %123#4[58] : !acc100 
        %284 = llvm.extractvalue %123#4[59] : !acc100 
        %285 = llvm.extractvalue %123#4[60] : !acc100 
        %286 = llvm.extractvalue %123#4[61] : !acc100 
        %287 = llvm.extractvalue %123#4[62] : !acc100 
        %288 = llvm.extractvalue %123#4[63] : !acc100 
        %289 = llvm.extractvalue %123#4[64] : !acc100 
        %290 = llvm.extractvalue %123#4[65] : !acc100 
        %291 = llvm.extractvalue %123#4[66] : !acc100 
        %292 = llvm.extractvalue %123#4[67] : !acc100 
        %293 = llvm.extractvalue %123#4[68] : !acc100 
        %294 = llvm.extractvalue %123#4[69] : !acc100 
        %295 = llvm.extractvalue %123#4[70] : !acc100 
        %296 = llvm.extractvalue %123#4[71] : !acc100 
        %297 = llvm.extractvalue %123#4[72] : !acc100 
        %298 = llvm.extractvalue %123#4[73] : !acc100 
        %299 = llvm.extractvalue %123#4[74] : !acc100 
        %300 = llvm.extractvalue %123#4[75] : !acc100 
        %301 = llvm.extractvalue %123#4[76] : !acc100 
        %302 = llvm.extractvalue %123#4[77] : !acc100 
        %303 = llvm.extractvalue %123#4[78] : !acc100 
        %304 = llvm.extractvalue %123#4[79] : !acc100 
        %305 = llvm.extractvalue %123#4[80] : !acc100 
        %306 = llvm.extractvalue %123#4[81] : !acc100 
        %307 = llvm.extractvalue %123#4[82] : !acc100 
        %308 = llvm.extractvalue %123#4[83] : !acc100 
        %309 = llvm.extractvalue %123#4[84] : !acc100 
        %310 = llvm.extractvalue %123#4[85] : !acc100 
        %311 = llvm.extractvalue %123#4[86] : !acc100 
        %312 = llvm.extractvalue %123#4[87] : !acc100 
        %313 = llvm.extractvalue %123#4[88] : !acc100 
        %314 = llvm.extractvalue %123#4[89] : !acc100 
        %315 = llvm.extractvalue %123#4[90] : !acc100 
        %316 = llvm.extractvalue %123#4[91] : !acc100 
        %317 = llvm.extractvalue %123#4[92] : !acc100 
        %318 = llvm.extractvalue %123#4[93] : !acc100 
        %319 = llvm.extractvalue %123#4[94] : !acc100 
        %320 = llvm.extractvalue %123#4[95] : !acc100 
        %321 = llvm.extractvalue %123#4[96] : !acc100 
        %322 = llvm.extractvalue %123#4[97] : !acc100 
        %323 = llvm.extractvalue %123#4[98] : !acc100 
        %324 = llvm.extractvalue %123#4[99] : !acc100 
        %325 = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92,93,94,95,96,97,98,99" %225, %226, %227, %228, %229, %230, %231, %232, %233, %234, %235, %236, %237, %238, %239, %240, %241, %242, %243, %244, %245, %246, %247, %248, %249, %250, %251, %252, %253, %254, %255, %256, %257, %258, %259, %260, %261, %262, %263, %264, %265, %266, %267, %268, %269, %270, %271, %272, %273, %274, %275, %276, %277, %278, %279, %280, %281, %282, %283, %284, %285, %286, %287, %288, %289, %290, %291, %292, %293, %294, %295, %296, %297, %298, %299, %300, %301, %302, %303, %304, %305, %306, %307, %308, %309, %310, %311, %312, %313, %314, %315, %316, %317, %318, %319, %320, %321, %322, %323, %324 : (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) -> !acc100
        scf.if %80 {
          %1012 = llvm.mul %123#2, %37 : i32
          %1013 = llvm.getelementptr %62[%1012] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
          nvvm.mbarrier.arrive %1013 : !llvm.ptr<3>
        }
        %326 = llvm.mul %67, %33 : i32
        %327 = llvm.mul %68, %36 : i32
        %328 = llvm.add %326, %327 : i32
        %329 = llvm.add %116, %328 : i32
        %330 = llvm.mul %67, %7 : i32
        %331 = llvm.add %330, %19 : i32
        %332 = llvm.getelementptr %45[%331] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %333 = llvm.mul %68, %6 : i32
        %334 = llvm.and %48, %38 : i32
        %335 = llvm.lshr %48, %41 : i32
        %336 = llvm.and %335, %43 : i32
        %337 = llvm.mul %336, %37 : i32
        %338 = llvm.add %337, %334 : i32
        %339 = llvm.lshr %335, %43 : i32
        %340 = llvm.mul %338, %33 : i32
        %341 = llvm.add %340, %333 : i32
        %342 = llvm.xor %339, %334 : i32
        %343 = llvm.mul %342, %36 : i32
        %344 = llvm.add %341, %343 : i32
        %345 = llvm.add %339, %42 : i32
        %346 = llvm.xor %345, %334 : i32
        %347 = llvm.mul %346, %36 : i32
        %348 = llvm.add %341, %347 : i32
        %349 = llvm.add %339, %40 : i32
        %350 = llvm.xor %349, %334 : i32
        %351 = llvm.mul %350, %36 : i32
        %352 = llvm.add %341, %351 : i32
        %353 = llvm.add %339, %5 : i32
        %354 = llvm.xor %353, %334 : i32
        %355 = llvm.mul %354, %36 : i32
        %356 = llvm.add %341, %355 : i32
        %357 = llvm.mul %67, %37 : i32
        %358 = llvm.add %357, %26 : i32
        %359 = llvm.getelementptr %45[%358] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %360 = llvm.add %357, %25 : i32
        %361 = llvm.getelementptr %45[%360] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        scf.while : () -> () {
          %1012 = nvvm.mbarrier.try_wait %361, %43 : !llvm.ptr<3>, i32 -> i1
          %1013 = llvm.xor %1012, %20 : i1
          scf.condition(%1013)
        } do {
          scf.yield
        }
        %362 = llvm.getelementptr %332[%344] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %363 = llvm.extractvalue %224[0] : !acc100 
        %364 = llvm.extractvalue %224[1] : !acc100 
        %365 = llvm.insertelement %363, %4[%44 : i32] : vector<2xf32>
        %366 = llvm.insertelement %364, %365[%43 : i32] : vector<2xf32>
        %367 = llvm.fptrunc %366 : vector<2xf32> to vector<2xbf16>
        %368 = llvm.bitcast %367 : vector<2xbf16> to i32
        %369 = llvm.extractvalue %224[2] : !acc100 
        %370 = llvm.extractvalue %224[3] : !acc100 
        %371 = llvm.insertelement %369, %4[%44 : i32] : vector<2xf32>
        %372 = llvm.insertelement %370, %371[%43 : i32] : vector<2xf32>
        %373 = llvm.fptrunc %372 : vector<2xf32> to vector<2xbf16>
        %374 = llvm.bitcast %373 : vector<2xbf16> to i32
        %375 = llvm.extractvalue %224[4] : !acc100 
        %376 = llvm.extractvalue %224[5] : !acc100 
        %377 = llvm.insertelement %375, %4[%44 : i32] : vector<2xf32>
        %378 = llvm.insertelement %376, %377[%43 : i32] : vector<2xf32>
        %379 = llvm.fptrunc %378 : vector<2xf32> to vector<2xbf16>
        %380 = llvm.bitcast %379 : vector<2xbf16> to i32
        %381 = llvm.extractvalue %224[6] : !acc100 
        %382 = llvm.extractvalue %224[7] : !acc100 
        %383 = llvm.insertelement %381, %4[%44 : i32] : vector<2xf32>
        %384 = llvm.insertelement %382, %383[%43 : i32] : vector<2xf32>
        %385 = llvm.fptrunc %384 : vector<2xf32> to vector<2xbf16>
        %386 = llvm.bitcast %385 : vector<2xbf16> to i32
        nvvm.stmatrix %362, %368, %374, %380, %386 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %387 = llvm.getelementptr %332[%348] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %388 = llvm.extractvalue %224[8] : !acc100 
        %389 = llvm.extractvalue %224[9] : !acc100 
        %390 = llvm.insertelement %388, %4[%44 : i32] : vector<2xf32>
        %391 = llvm.insertelement %389, %390[%43 : i32] : vector<2xf32>
        %392 = llvm.fptrunc %391 : vector<2xf32> to vector<2xbf16>
        %393 = llvm.bitcast %392 : vector<2xbf16> to i32
        %394 = llvm.extractvalue %224[10] : !acc100 
        %395 = llvm.extractvalue %224[11] : !acc100 
        %396 = llvm.insertelement %394, %4[%44 : i32] : vector<2xf32>
        %397 = llvm.insertelement %395, %396[%43 : i32] : vector<2xf32>
        %398 = llvm.fptrunc %397 : vector<2xf32> to vector<2xbf16>
        %399 = llvm.bitcast %398 : vector<2xbf16> to i32
        %400 = llvm.extractvalue %224[12] : !acc100 
        %401 = llvm.extractvalue %224[13] : !acc100 
        %402 = llvm.insertelement %400, %4[%44 : i32] : vector<2xf32>
        %403 = llvm.insertelement %401, %402[%43 : i32] : vector<2xf32>
        %404 = llvm.fptrunc %403 : vector<2xf32> to vector<2xbf16>
        %405 = llvm.bitcast %404 : vector<2xbf16> to i32
        %406 = llvm.extractvalue %224[14] : !acc100 
        %407 = llvm.extractvalue %224[15] : !acc100 
        %408 = llvm.insertelement %406, %4[%44 : i32] : vector<2xf32>
        %409 = llvm.insertelement %407, %408[%43 : i32] : vector<2xf32>
        %410 = llvm.fptrunc %409 : vector<2xf32> to vector<2xbf16>
        %411 = llvm.bitcast %410 : vector<2xbf16> to i32
        nvvm.stmatrix %387, %393, %399, %405, %411 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %412 = llvm.getelementptr %332[%352] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %413 = llvm.extractvalue %224[16] : !acc100 
        %414 = llvm.extractvalue %224[17] : !acc100 
        %415 = llvm.insertelement %413, %4[%44 : i32] : vector<2xf32>
        %416 = llvm.insertelement %414, %415[%43 : i32] : vector<2xf32>
        %417 = llvm.fptrunc %416 : vector<2xf32> to vector<2xbf16>
        %418 = llvm.bitcast %417 : vector<2xbf16> to i32
        %419 = llvm.extractvalue %224[18] : !acc100 
        %420 = llvm.extractvalue %224[19] : !acc100 
        %421 = llvm.insertelement %419, %4[%44 : i32] : vector<2xf32>
        %422 = llvm.insertelement %420, %421[%43 : i32] : vector<2xf32>
        %423 = llvm.fptrunc %422 : vector<2xf32> to vector<2xbf16>
        %424 = llvm.bitcast %423 : vector<2xbf16> to i32
        %425 = llvm.extractvalue %224[20] : !acc100 
        %426 = llvm.extractvalue %224[21] : !acc100 
        %427 = llvm.insertelement %425, %4[%44 : i32] : vector<2xf32>
        %428 = llvm.insertelement %426, %427[%43 : i32] : vector<2xf32>
        %429 = llvm.fptrunc %428 : vector<2xf32> to vector<2xbf16>
        %430 = llvm.bitcast %429 : vector<2xbf16> to i32
        %431 = llvm.extractvalue %224[22] : !acc100 
        %432 = llvm.extractvalue %224[23] : !acc100 
        %433 = llvm.insertelement %431, %4[%44 : i32] : vector<2xf32>
        %434 = llvm.insertelement %432, %433[%43 : i32] : vector<2xf32>
        %435 = llvm.fptrunc %434 : vector<2xf32> to vector<2xbf16>
        %436 = llvm.bitcast %435 : vector<2xbf16> to i32
        nvvm.stmatrix %412, %418, %424, %430, %436 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %437 = llvm.getelementptr %332[%356] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %438 = llvm.extractvalue %224[24] : !acc100 
        %439 = llvm.extractvalue %224[25] : !acc100 
        %440 = llvm.insertelement %438, %4[%44 : i32] : vector<2xf32>
        %441 = llvm.insertelement %439, %440[%43 : i32] : vector<2xf32>
        %442 = llvm.fptrunc %441 : vector<2xf32> to vector<2xbf16>
        %443 = llvm.bitcast %442 : vector<2xbf16> to i32
        %444 = llvm.extractvalue %224[26] : !acc100 
        %445 = llvm.extractvalue %224[27] : !acc100 
        %446 = llvm.insertelement %444, %4[%44 : i32] : vector<2xf32>
        %447 = llvm.insertelement %445, %446[%43 : i32] : vector<2xf32>
        %448 = llvm.fptrunc %447 : vector<2xf32> to vector<2xbf16>
        %449 = llvm.bitcast %448 : vector<2xbf16> to i32
        %450 = llvm.extractvalue %224[28] : !acc100 
        %451 = llvm.extractvalue %224[29] : !acc100 
        %452 = llvm.insertelement %450, %4[%44 : i32] : vector<2xf32>
        %453 = llvm.insertelement %451, %452[%43 : i32] : vector<2xf32>
        %454 = llvm.fptrunc %453 : vector<2xf32> to vector<2xbf16>
        %455 = llvm.bitcast %454 : vector<2xbf16> to i32
        %456 = llvm.extractvalue %224[30] : !acc100 
        %457 = llvm.extractvalue %224[31] : !acc100 
        %458 = llvm.insertelement %456, %4[%44 : i32] : vector<2xf32>
        %459 = llvm.insertelement %457, %458[%43 : i32] : vector<2xf32>
        %460 = llvm.fptrunc %459 : vector<2xf32> to vector<2xbf16>
        %461 = llvm.bitcast %460 : vector<2xbf16> to i32
        nvvm.stmatrix %437, %443, %449, %455, %461 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %462 = llvm.add %344, %3 : i32
        %463 = llvm.getelementptr %332[%462] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %464 = llvm.extractvalue %224[32] : !acc100 
        %465 = llvm.extractvalue %224[33] : !acc100 
        %466 = llvm.insertelement %464, %4[%44 : i32] : vector<2xf32>
        %467 = llvm.insertelement %465, %466[%43 : i32] : vector<2xf32>
        %468 = llvm.fptrunc %467 : vector<2xf32> to vector<2xbf16>
        %469 = llvm.bitcast %468 : vector<2xbf16> to i32
        %470 = llvm.extractvalue %224[34] : !acc100 
        %471 = llvm.extractvalue %224[35] : !acc100 
        %472 = llvm.insertelement %470, %4[%44 : i32] : vector<2xf32>
        %473 = llvm.insertelement %471, %472[%43 : i32] : vector<2xf32>
        %474 = llvm.fptrunc %473 : vector<2xf32> to vector<2xbf16>
        %475 = llvm.bitcast %474 : vector<2xbf16> to i32
        %476 = llvm.extractvalue %224[36] : !acc100 
        %477 = llvm.extractvalue %224[37] : !acc100 
        %478 = llvm.insertelement %476, %4[%44 : i32] : vector<2xf32>
        %479 = llvm.insertelement %477, %478[%43 : i32] : vector<2xf32>
        %480 = llvm.fptrunc %479 : vector<2xf32> to vector<2xbf16>
        %481 = llvm.bitcast %480 : vector<2xbf16> to i32
        %482 = llvm.extractvalue %224[38] : !acc100 
        %483 = llvm.extractvalue %224[39] : !acc100 
        %484 = llvm.insertelement %482, %4[%44 : i32] : vector<2xf32>
        %485 = llvm.insertelement %483, %484[%43 : i32] : vector<2xf32>
        %486 = llvm.fptrunc %485 : vector<2xf32> to vector<2xbf16>
        %487 = llvm.bitcast %486 : vector<2xbf16> to i32
        nvvm.stmatrix %463, %469, %475, %481, %487 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %488 = llvm.add %348, %3 : i32
        %489 = llvm.getelementptr %332[%488] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %490 = llvm.extractvalue %224[40] : !acc100 
        %491 = llvm.extractvalue %224[41] : !acc100 
        %492 = llvm.insertelement %490, %4[%44 : i32] : vector<2xf32>
        %493 = llvm.insertelement %491, %492[%43 : i32] : vector<2xf32>
        %494 = llvm.fptrunc %493 : vector<2xf32> to vector<2xbf16>
        %495 = llvm.bitcast %494 : vector<2xbf16> to i32
        %496 = llvm.extractvalue %224[42] : !acc100 
        %497 = llvm.extractvalue %224[43] : !acc100 
        %498 = llvm.insertelement %496, %4[%44 : i32] : vector<2xf32>
        %499 = llvm.insertelement %497, %498[%43 : i32] : vector<2xf32>
        %500 = llvm.fptrunc %499 : vector<2xf32> to vector<2xbf16>
        %501 = llvm.bitcast %500 : vector<2xbf16> to i32
        %502 = llvm.extractvalue %224[44] : !acc100 
        %503 = llvm.extractvalue %224[45] : !acc100 
        %504 = llvm.insertelement %502, %4[%44 : i32] : vector<2xf32>
        %505 = llvm.insertelement %503, %504[%43 : i32] : vector<2xf32>
        %506 = llvm.fptrunc %505 : vector<2xf32> to vector<2xbf16>
        %507 = llvm.bitcast %506 : vector<2xbf16> to i32
        %508 = llvm.extractvalue %224[46] : !acc100 
        %509 = llvm.extractvalue %224[47] : !acc100 
        %510 = llvm.insertelement %508, %4[%44 : i32] : vector<2xf32>
        %511 = llvm.insertelement %509, %510[%43 : i32] : vector<2xf32>
        %512 = llvm.fptrunc %511 : vector<2xf32> to vector<2xbf16>
        %513 = llvm.bitcast %512 : vector<2xbf16> to i32
        nvvm.stmatrix %489, %495, %501, %507, %513 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %514 = llvm.add %352, %3 : i32
        %515 = llvm.getelementptr %332[%514] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %516 = llvm.extractvalue %224[48] : !acc100 
        %517 = llvm.extractvalue %224[49] : !acc100 
        %518 = llvm.insertelement %516, %4[%44 : i32] : vector<2xf32>
        %519 = llvm.insertelement %517, %518[%43 : i32] : vector<2xf32>
        %520 = llvm.fptrunc %519 : vector<2xf32> to vector<2xbf16>
        %521 = llvm.bitcast %520 : vector<2xbf16> to i32
        %522 = llvm.extractvalue %224[50] : !acc100 
        %523 = llvm.extractvalue %224[51] : !acc100 
        %524 = llvm.insertelement %522, %4[%44 : i32] : vector<2xf32>
        %525 = llvm.insertelement %523, %524[%43 : i32] : vector<2xf32>
        %526 = llvm.fptrunc %525 : vector<2xf32> to vector<2xbf16>
        %527 = llvm.bitcast %526 : vector<2xbf16> to i32
        %528 = llvm.extractvalue %224[52] : !acc100 
        %529 = llvm.extractvalue %224[53] : !acc100 
        %530 = llvm.insertelement %528, %4[%44 : i32] : vector<2xf32>
        %531 = llvm.insertelement %529, %530[%43 : i32] : vector<2xf32>
        %532 = llvm.fptrunc %531 : vector<2xf32> to vector<2xbf16>
        %533 = llvm.bitcast %532 : vector<2xbf16> to i32
        %534 = llvm.extractvalue %224[54] : !acc100 
        %535 = llvm.extractvalue %224[55] : !acc100 
        %536 = llvm.insertelement %534, %4[%44 : i32] : vector<2xf32>
        %537 = llvm.insertelement %535, %536[%43 : i32] : vector<2xf32>
        %538 = llvm.fptrunc %537 : vector<2xf32> to vector<2xbf16>
        %539 = llvm.bitcast %538 : vector<2xbf16> to i32
        nvvm.stmatrix %515, %521, %527, %533, %539 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %540 = llvm.add %356, %3 : i32
        %541 = llvm.getelementptr %332[%540] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %542 = llvm.extractvalue %224[56] : !acc100 
        %543 = llvm.extractvalue %224[57] : !acc100 
        %544 = llvm.insertelement %542, %4[%44 : i32] : vector<2xf32>
        %545 = llvm.insertelement %543, %544[%43 : i32] : vector<2xf32>
        %546 = llvm.fptrunc %545 : vector<2xf32> to vector<2xbf16>
        %547 = llvm.bitcast %546 : vector<2xbf16> to i32
        %548 = llvm.extractvalue %224[58] : !acc100 
        %549 = llvm.extractvalue %224[59] : !acc100 
        %550 = llvm.insertelement %548, %4[%44 : i32] : vector<2xf32>
        %551 = llvm.insertelement %549, %550[%43 : i32] : vector<2xf32>
        %552 = llvm.fptrunc %551 : vector<2xf32> to vector<2xbf16>
        %553 = llvm.bitcast %552 : vector<2xbf16> to i32
        %554 = llvm.extractvalue %224[60] : !acc100 
        %555 = llvm.extractvalue %224[61] : !acc100 
        %556 = llvm.insertelement %554, %4[%44 : i32] : vector<2xf32>
        %557 = llvm.insertelement %555, %556[%43 : i32] : vector<2xf32>
        %558 = llvm.fptrunc %557 : vector<2xf32> to vector<2xbf16>
        %559 = llvm.bitcast %558 : vector<2xbf16> to i32
        %560 = llvm.extractvalue %224[62] : !acc100 
        %561 = llvm.extractvalue %224[63] : !acc100 
        %562 = llvm.insertelement %560, %4[%44 : i32] : vector<2xf32>
        %563 = llvm.insertelement %561, %562[%43 : i32] : vector<2xf32>
        %564 = llvm.fptrunc %563 : vector<2xf32> to vector<2xbf16>
        %565 = llvm.bitcast %564 : vector<2xbf16> to i32
        nvvm.stmatrix %541, %547, %553, %559, %565 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %566 = llvm.add %344, %15 : i32
        %567 = llvm.getelementptr %332[%566] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %568 = llvm.extractvalue %224[64] : !acc100 
        %569 = llvm.extractvalue %224[65] : !acc100 
        %570 = llvm.insertelement %568, %4[%44 : i32] : vector<2xf32>
        %571 = llvm.insertelement %569, %570[%43 : i32] : vector<2xf32>
        %572 = llvm.fptrunc %571 : vector<2xf32> to vector<2xbf16>
        %573 = llvm.bitcast %572 : vector<2xbf16> to i32
        %574 = llvm.extractvalue %224[66] : !acc100 
        %575 = llvm.extractvalue %224[67] : !acc100 
        %576 = llvm.insertelement %574, %4[%44 : i32] : vector<2xf32>
        %577 = llvm.insertelement %575, %576[%43 : i32] : vector<2xf32>
        %578 = llvm.fptrunc %577 : vector<2xf32> to vector<2xbf16>
        %579 = llvm.bitcast %578 : vector<2xbf16> to i32
        %580 = llvm.extractvalue %224[68] : !acc100 
        %581 = llvm.extractvalue %224[69] : !acc100 
        %582 = llvm.insertelement %580, %4[%44 : i32] : vector<2xf32>
        %583 = llvm.insertelement %581, %582[%43 : i32] : vector<2xf32>
        %584 = llvm.fptrunc %583 : vector<2xf32> to vector<2xbf16>
        %585 = llvm.bitcast %584 : vector<2xbf16> to i32
        %586 = llvm.extractvalue %224[70] : !acc100 
        %587 = llvm.extractvalue %224[71] : !acc100 
        %588 = llvm.insertelement %586, %4[%44 : i32] : vector<2xf32>
        %589 = llvm.insertelement %587, %588[%43 : i32] : vector<2xf32>
        %590 = llvm.fptrunc %589 : vector<2xf32> to vector<2xbf16>
        %591 = llvm.bitcast %590 : vector<2xbf16> to i32
        nvvm.stmatrix %567, %573, %579, %585, %591 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %592 = llvm.add %348, %15 : i32
        %593 = llvm.getelementptr %332[%592] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %594 = llvm.extractvalue %224[72] : !acc100 
        %595 = llvm.extractvalue %224[73] : !acc100 
        %596 = llvm.insertelement %594, %4[%44 : i32] : vector<2xf32>
        %597 = llvm.insertelement %595, %596[%43 : i32] : vector<2xf32>
        %598 = llvm.fptrunc %597 : vector<2xf32> to vector<2xbf16>
        %599 = llvm.bitcast %598 : vector<2xbf16> to i32
        %600 = llvm.extractvalue %224[74] : !acc100 
        %601 = llvm.extractvalue %224[75] : !acc100 
        %602 = llvm.insertelement %600, %4[%44 : i32] : vector<2xf32>
        %603 = llvm.insertelement %601, %602[%43 : i32] : vector<2xf32>
        %604 = llvm.fptrunc %603 : vector<2xf32> to vector<2xbf16>
        %605 = llvm.bitcast %604 : vector<2xbf16> to i32
        %606 = llvm.extractvalue %224[76] : !acc100 
        %607 = llvm.extractvalue %224[77] : !acc100 
        %608 = llvm.insertelement %606, %4[%44 : i32] : vector<2xf32>
        %609 = llvm.insertelement %607, %608[%43 : i32] : vector<2xf32>
        %610 = llvm.fptrunc %609 : vector<2xf32> to vector<2xbf16>
        %611 = llvm.bitcast %610 : vector<2xbf16> to i32
        %612 = llvm.extractvalue %224[78] : !acc100 
        %613 = llvm.extractvalue %224[79] : !acc100 
        %614 = llvm.insertelement %612, %4[%44 : i32] : vector<2xf32>
        %615 = llvm.insertelement %613, %614[%43 : i32] : vector<2xf32>
        %616 = llvm.fptrunc %615 : vector<2xf32> to vector<2xbf16>
        %617 = llvm.bitcast %616 : vector<2xbf16> to i32
        nvvm.stmatrix %593, %599, %605, %611, %617 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %618 = llvm.add %352, %15 : i32
        %619 = llvm.getelementptr %332[%618] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %620 = llvm.extractvalue %224[80] : !acc100 
        %621 = llvm.extractvalue %224[81] : !acc100 
        %622 = llvm.insertelement %620, %4[%44 : i32] : vector<2xf32>
        %623 = llvm.insertelement %621, %622[%43 : i32] : vector<2xf32>
        %624 = llvm.fptrunc %623 : vector<2xf32> to vector<2xbf16>
        %625 = llvm.bitcast %624 : vector<2xbf16> to i32
        %626 = llvm.extractvalue %224[82] : !acc100 
        %627 = llvm.extractvalue %224[83] : !acc100 
        %628 = llvm.insertelement %626, %4[%44 : i32] : vector<2xf32>
        %629 = llvm.insertelement %627, %628[%43 : i32] : vector<2xf32>
        %630 = llvm.fptrunc %629 : vector<2xf32> to vector<2xbf16>
        %631 = llvm.bitcast %630 : vector<2xbf16> to i32
        %632 = llvm.extractvalue %224[84] : !acc100 
        %633 = llvm.extractvalue %224[85] : !acc100 
        %634 = llvm.insertelement %632, %4[%44 : i32] : vector<2xf32>
        %635 = llvm.insertelement %633, %634[%43 : i32] : vector<2xf32>
        %636 = llvm.fptrunc %635 : vector<2xf32> to vector<2xbf16>
        %637 = llvm.bitcast %636 : vector<2xbf16> to i32
        %638 = llvm.extractvalue %224[86] : !acc100 
        %639 = llvm.extractvalue %224[87] : !acc100 
        %640 = llvm.insertelement %638, %4[%44 : i32] : vector<2xf32>
        %641 = llvm.insertelement %639, %640[%43 : i32] : vector<2xf32>
        %642 = llvm.fptrunc %641 : vector<2xf32> to vector<2xbf16>
        %643 = llvm.bitcast %642 : vector<2xbf16> to i32
        nvvm.stmatrix %619, %625, %631, %637, %643 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %644 = llvm.add %356, %15 : i32
        %645 = llvm.getelementptr %332[%644] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %646 = llvm.extractvalue %224[88] : !acc100 
        %647 = llvm.extractvalue %224[89] : !acc100 
        %648 = llvm.insertelement %646, %4[%44 : i32] : vector<2xf32>
        %649 = llvm.insertelement %647, %648[%43 : i32] : vector<2xf32>
        %650 = llvm.fptrunc %649 : vector<2xf32> to vector<2xbf16>
        %651 = llvm.bitcast %650 : vector<2xbf16> to i32
        %652 = llvm.extractvalue %224[90] : !acc100 
        %653 = llvm.extractvalue %224[91] : !acc100 
        %654 = llvm.insertelement %652, %4[%44 : i32] : vector<2xf32>
        %655 = llvm.insertelement %653, %654[%43 : i32] : vector<2xf32>
        %656 = llvm.fptrunc %655 : vector<2xf32> to vector<2xbf16>
        %657 = llvm.bitcast %656 : vector<2xbf16> to i32
        %658 = llvm.extractvalue %224[92] : !acc100 
        %659 = llvm.extractvalue %224[93] : !acc100 
        %660 = llvm.insertelement %658, %4[%44 : i32] : vector<2xf32>
        %661 = llvm.insertelement %659, %660[%43 : i32] : vector<2xf32>
        %662 = llvm.fptrunc %661 : vector<2xf32> to vector<2xbf16>
        %663 = llvm.bitcast %662 : vector<2xbf16> to i32
        %664 = llvm.extractvalue %224[94] : !acc100 
        %665 = llvm.extractvalue %224[95] : !acc100 
        %666 = llvm.insertelement %664, %4[%44 : i32] : vector<2xf32>
        %667 = llvm.insertelement %665, %666[%43 : i32] : vector<2xf32>
        %668 = llvm.fptrunc %667 : vector<2xf32> to vector<2xbf16>
        %669 = llvm.bitcast %668 : vector<2xbf16> to i32
        nvvm.stmatrix %645, %651, %657, %663, %669 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
        nvvm.bar.warp.sync %30 : i32
        scf.if %80 {
          nvvm.mbarrier.arrive %359 : !llvm.ptr<3>
        }
        scf.while : () -> () {
          %1012 = nvvm.mbarrier.try_wait %361, %44 : !llvm.ptr<3>, i32 -> i1
          %1013 = llvm.xor %1012, %20 : i1
          scf.condition(%1013)
        } do {
          scf.yield
        }
        %670 = llvm.extractvalue %325[0] : !acc100 
        %671 = llvm.extractvalue %325[1] : !acc100 
        %672 = llvm.insertelement %670, %4[%44 : i32] : vector<2xf32>
        %673 = llvm.insertelement %671, %672[%43 : i32] : vector<2xf32>
        %674 = llvm.fptrunc %673 : vector<2xf32> to vector<2xbf16>
        %675 = llvm.bitcast %674 : vector<2xbf16> to i32
        %676 = llvm.extractvalue %325[2] : !acc100 
        %677 = llvm.extractvalue %325[3] : !acc100 
        %678 = llvm.insertelement %676, %4[%44 : i32] : vector<2xf32>
        %679 = llvm.insertelement %677, %678[%43 : i32] : vector<2xf32>
        %680 = llvm.fptrunc %679 : vector<2xf32> to vector<2xbf16>
        %681 = llvm.bitcast %680 : vector<2xbf16> to i32
        %682 = llvm.extractvalue %325[4] : !acc100 
        %683 = llvm.extractvalue %325[5] : !acc100 
        %684 = llvm.insertelement %682, %4[%44 : i32] : vector<2xf32>
        %685 = llvm.insertelement %683, %684[%43 : i32] : vector<2xf32>
        %686 = llvm.fptrunc %685 : vector<2xf32> to vector<2xbf16>
        %687 = llvm.bitcast %686 : vector<2xbf16> to i32
        %688 = llvm.extractvalue %325[6] : !acc100 
        %689 = llvm.extractvalue %325[7] : !acc100 
        %690 = llvm.insertelement %688, %4[%44 : i32] : vector<2xf32>
        %691 = llvm.insertelement %689, %690[%43 : i32] : vector<2xf32>
        %692 = llvm.fptrunc %691 : vector<2xf32> to vector<2xbf16>
        %693 = llvm.bitcast %692 : vector<2xbf16> to i32
        nvvm.stmatrix %362, %675, %681, %687, %693 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %694 = llvm.extractvalue %325[8] : !acc100 
        %695 = llvm.extractvalue %325[9] : !acc100 
        %696 = llvm.insertelement %694, %4[%44 : i32] : vector<2xf32>
        %697 = llvm.insertelement %695, %696[%43 : i32] : vector<2xf32>
        %698 = llvm.fptrunc %697 : vector<2xf32> to vector<2xbf16>
        %699 = llvm.bitcast %698 : vector<2xbf16> to i32
        %700 = llvm.extractvalue %325[10] : !acc100 
        %701 = llvm.extractvalue %325[11] : !acc100 
        %702 = llvm.insertelement %700, %4[%44 : i32] : vector<2xf32>
        %703 = llvm.insertelement %701, %702[%43 : i32] : vector<2xf32>
        %704 = llvm.fptrunc %703 : vector<2xf32> to vector<2xbf16>
        %705 = llvm.bitcast %704 : vector<2xbf16> to i32
        %706 = llvm.extractvalue %325[12] : !acc100 
        %707 = llvm.extractvalue %325[13] : !acc100 
        %708 = llvm.insertelement %706, %4[%44 : i32] : vector<2xf32>
        %709 = llvm.insertelement %707, %708[%43 : i32] : vector<2xf32>
        %710 = llvm.fptrunc %709 : vector<2xf32> to vector<2xbf16>
        %711 = llvm.bitcast %710 : vector<2xbf16> to i32
        %712 = llvm.extractvalue %325[14] : !acc100 
        %713 = llvm.extractvalue %325[15] : !acc100 
        %714 = llvm.insertelement %712, %4[%44 : i32] : vector<2xf32>
        %715 = llvm.insertelement %713, %714[%43 : i32] : vector<2xf32>
        %716 = llvm.fptrunc %715 : vector<2xf32> to vector<2xbf16>
        %717 = llvm.bitcast %716 : vector<2xbf16> to i32
        nvvm.stmatrix %387, %699, %705, %711, %717 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %718 = llvm.extractvalue %325[16] : !acc100 
        %719 = llvm.extractvalue %325[17] : !acc100 
        %720 = llvm.insertelement %718, %4[%44 : i32] : vector<2xf32>
        %721 = llvm.insertelement %719, %720[%43 : i32] : vector<2xf32>
        %722 = llvm.fptrunc %721 : vector<2xf32> to vector<2xbf16>
        %723 = llvm.bitcast %722 : vector<2xbf16> to i32
        %724 = llvm.extractvalue %325[18] : !acc100 
        %725 = llvm.extractvalue %325[19] : !acc100 
        %726 = llvm.insertelement %724, %4[%44 : i32] : vector<2xf32>
        %727 = llvm.insertelement %725, %726[%43 : i32] : vector<2xf32>
        %728 = llvm.fptrunc %727 : vector<2xf32> to vector<2xbf16>
        %729 = llvm.bitcast %728 : vector<2xbf16> to i32
        %730 = llvm.extractvalue %325[20] : !acc100 
        %731 = llvm.extractvalue %325[21] : !acc100 
        %732 = llvm.insertelement %730, %4[%44 : i32] : vector<2xf32>
        %733 = llvm.insertelement %731, %732[%43 : i32] : vector<2xf32>
        %734 = llvm.fptrunc %733 : vector<2xf32> to vector<2xbf16>
        %735 = llvm.bitcast %734 : vector<2xbf16> to i32
        %736 = llvm.extractvalue %325[22] : !acc100 
        %737 = llvm.extractvalue %325[23] : !acc100 
        %738 = llvm.insertelement %736, %4[%44 : i32] : vector<2xf32>
        %739 = llvm.insertelement %737, %738[%43 : i32] : vector<2xf32>
        %740 = llvm.fptrunc %739 : vector<2xf32> to vector<2xbf16>
        %741 = llvm.bitcast %740 : vector<2xbf16> to i32
        nvvm.stmatrix %412, %723, %729, %735, %741 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %742 = llvm.extractvalue %325[24] : !acc100 
        %743 = llvm.extractvalue %325[25] : !acc100 
        %744 = llvm.insertelement %742, %4[%44 : i32] : vector<2xf32>
        %745 = llvm.insertelement %743, %744[%43 : i32] : vector<2xf32>
        %746 = llvm.fptrunc %745 : vector<2xf32> to vector<2xbf16>
        %747 = llvm.bitcast %746 : vector<2xbf16> to i32
        %748 = llvm.extractvalue %325[26] : !acc100 
        %749 = llvm.extractvalue %325[27] : !acc100 
        %750 = llvm.insertelement %748, %4[%44 : i32] : vector<2xf32>
        %751 = llvm.insertelement %749, %750[%43 : i32] : vector<2xf32>
        %752 = llvm.fptrunc %751 : vector<2xf32> to vector<2xbf16>
        %753 = llvm.bitcast %752 : vector<2xbf16> to i32
        %754 = llvm.extractvalue %325[28] : !acc100 
        %755 = llvm.extractvalue %325[29] : !acc100 
        %756 = llvm.insertelement %754, %4[%44 : i32] : vector<2xf32>
        %757 = llvm.insertelement %755, %756[%43 : i32] : vector<2xf32>
        %758 = llvm.fptrunc %757 : vector<2xf32> to vector<2xbf16>
        %759 = llvm.bitcast %758 : vector<2xbf16> to i32
        %760 = llvm.extractvalue %325[30] : !acc100 
        %761 = llvm.extractvalue %325[31] : !acc100 
        %762 = llvm.insertelement %760, %4[%44 : i32] : vector<2xf32>
        %763 = llvm.insertelement %761, %762[%43 : i32] : vector<2xf32>
        %764 = llvm.fptrunc %763 : vector<2xf32> to vector<2xbf16>
        %765 = llvm.bitcast %764 : vector<2xbf16> to i32
        nvvm.stmatrix %437, %747, %753, %759, %765 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %766 = llvm.extractvalue %325[32] : !acc100 
        %767 = llvm.extractvalue %325[33] : !acc100 
        %768 = llvm.insertelement %766, %4[%44 : i32] : vector<2xf32>
        %769 = llvm.insertelement %767, %768[%43 : i32] : vector<2xf32>
        %770 = llvm.fptrunc %769 : vector<2xf32> to vector<2xbf16>
        %771 = llvm.bitcast %770 : vector<2xbf16> to i32
        %772 = llvm.extractvalue %325[34] : !acc100 
        %773 = llvm.extractvalue %325[35] : !acc100 
        %774 = llvm.insertelement %772, %4[%44 : i32] : vector<2xf32>
        %775 = llvm.insertelement %773, %774[%43 : i32] : vector<2xf32>
        %776 = llvm.fptrunc %775 : vector<2xf32> to vector<2xbf16>
        %777 = llvm.bitcast %776 : vector<2xbf16> to i32
        %778 = llvm.extractvalue %325[36] : !acc100 
        %779 = llvm.extractvalue %325[37] : !acc100 
        %780 = llvm.insertelement %778, %4[%44 : i32] : vector<2xf32>
        %781 = llvm.insertelement %779, %780[%43 : i32] : vector<2xf32>
        %782 = llvm.fptrunc %781 : vector<2xf32> to vector<2xbf16>
        %783 = llvm.bitcast %782 : vector<2xbf16> to i32
        %784 = llvm.extractvalue %325[38] : !acc100 
        %785 = llvm.extractvalue %325[39] : !acc100 
        %786 = llvm.insertelement %784, %4[%44 : i32] : vector<2xf32>
        %787 = llvm.insertelement %785, %786[%43 : i32] : vector<2xf32>
        %788 = llvm.fptrunc %787 : vector<2xf32> to vector<2xbf16>
        %789 = llvm.bitcast %788 : vector<2xbf16> to i32
        nvvm.stmatrix %463, %771, %777, %783, %789 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %790 = llvm.extractvalue %325[40] : !acc100 
        %791 = llvm.extractvalue %325[41] : !acc100 
        %792 = llvm.insertelement %790, %4[%44 : i32] : vector<2xf32>
        %793 = llvm.insertelement %791, %792[%43 : i32] : vector<2xf32>
        %794 = llvm.fptrunc %793 : vector<2xf32> to vector<2xbf16>
        %795 = llvm.bitcast %794 : vector<2xbf16> to i32
        %796 = llvm.extractvalue %325[42] : !acc100 
        %797 = llvm.extractvalue %325[43] : !acc100 
        %798 = llvm.insertelement %796, %4[%44 : i32] : vector<2xf32>
        %799 = llvm.insertelement %797, %798[%43 : i32] : vector<2xf32>
        %800 = llvm.fptrunc %799 : vector<2xf32> to vector<2xbf16>
        %801 = llvm.bitcast %800 : vector<2xbf16> to i32
        %802 = llvm.extractvalue %325[44] : !acc100 
        %803 = llvm.extractvalue %325[45] : !acc100 
        %804 = llvm.insertelement %802, %4[%44 : i32] : vector<2xf32>
        %805 = llvm.insertelement %803, %804[%43 : i32] : vector<2xf32>
        %806 = llvm.fptrunc %805 : vector<2xf32> to vector<2xbf16>
        %807 = llvm.bitcast %806 : vector<2xbf16> to i32
        %808 = llvm.extractvalue %325[46] : !acc100 
        %809 = llvm.extractvalue %325[47] : !acc100 
        %810 = llvm.insertelement %808, %4[%44 : i32] : vector<2xf32>
        %811 = llvm.insertelement %809, %810[%43 : i32] : vector<2xf32>
        %812 = llvm.fptrunc %811 : vector<2xf32> to vector<2xbf16>
        %813 = llvm.bitcast %812 : vector<2xbf16> to i32
        nvvm.stmatrix %489, %795, %801, %807, %813 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %814 = llvm.extractvalue %325[48] : !acc100 
        %815 = llvm.extractvalue %325[49] : !acc100 
        %816 = llvm.insertelement %814, %4[%44 : i32] : vector<2xf32>
        %817 = llvm.insertelement %815, %816[%43 : i32] : vector<2xf32>
        %818 = llvm.fptrunc %817 : vector<2xf32> to vector<2xbf16>
        %819 = llvm.bitcast %818 : vector<2xbf16> to i32
        %820 = llvm.extractvalue %325[50] : !acc100 
        %821 = llvm.extractvalue %325[51] : !acc100 
        %822 = llvm.insertelement %820, %4[%44 : i32] : vector<2xf32>
        %823 = llvm.insertelement %821, %822[%43 : i32] : vector<2xf32>
        %824 = llvm.fptrunc %823 : vector<2xf32> to vector<2xbf16>
        %825 = llvm.bitcast %824 : vector<2xbf16> to i32
        %826 = llvm.extractvalue %325[52] : !acc100 
        %827 = llvm.extractvalue %325[53] : !acc100 
        %828 = llvm.insertelement %826, %4[%44 : i32] : vector<2xf32>
        %829 = llvm.insertelement %827, %828[%43 : i32] : vector<2xf32>
        %830 = llvm.fptrunc %829 : vector<2xf32> to vector<2xbf16>
        %831 = llvm.bitcast %830 : vector<2xbf16> to i32
        %832 = llvm.extractvalue %325[54] : !acc100 
        %833 = llvm.extractvalue %325[55] : !acc100 
        %834 = llvm.insertelement %832, %4[%44 : i32] : vector<2xf32>
        %835 = llvm.insertelement %833, %834[%43 : i32] : vector<2xf32>
        %836 = llvm.fptrunc %835 : vector<2xf32> to vector<2xbf16>
        %837 = llvm.bitcast %836 : vector<2xbf16> to i32
        nvvm.stmatrix %515, %819, %825, %831, %837 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %838 = llvm.extractvalue %325[56] : !acc100 
        %839 = llvm.extractvalue %325[57] : !acc100 
        %840 = llvm.insertelement %838, %4[%44 : i32] : vector<2xf32>
        %841 = llvm.insertelement %839, %840[%43 : i32] : vector<2xf32>
        %842 = llvm.fptrunc %841 : vector<2xf32> to vector<2xbf16>
        %843 = llvm.bitcast %842 : vector<2xbf16> to i32
        %844 = llvm.extractvalue %325[58] : !acc100 
        %845 = llvm.extractvalue %325[59] : !acc100 
        %846 = llvm.insertelement %844, %4[%44 : i32] : vector<2xf32>
        %847 = llvm.insertelement %845, %846[%43 : i32] : vector<2xf32>
        %848 = llvm.fptrunc %847 : vector<2xf32> to vector<2xbf16>
        %849 = llvm.bitcast %848 : vector<2xbf16> to i32
        %850 = llvm.extractvalue %325[60] : !acc100 
        %851 = llvm.extractvalue %325[61] : !acc100 
        %852 = llvm.insertelement %850, %4[%44 : i32] : vector<2xf32>
        %853 = llvm.insertelement %851, %852[%43 : i32] : vector<2xf32>
        %854 = llvm.fptrunc %853 : vector<2xf32> to vector<2xbf16>
        %855 = llvm.bitcast %854 : vector<2xbf16> to i32
        %856 = llvm.extractvalue %325[62] : !acc100 
        %857 = llvm.extractvalue %325[63] : !acc100 
        %858 = llvm.insertelement %856, %4[%44 : i32] : vector<2xf32>
        %859 = llvm.insertelement %857, %858[%43 : i32] : vector<2xf32>
        %860 = llvm.fptrunc %859 : vector<2xf32> to vector<2xbf16>
        %861 = llvm.bitcast %860 : vector<2xbf16> to i32
        nvvm.stmatrix %541, %843, %849, %855, %861 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %862 = llvm.extractvalue %325[64] : !acc100 
        %863 = llvm.extractvalue %325[65] : !acc100 
        %864 = llvm.insertelement %862, %4[%44 : i32] : vector<2xf32>
        %865 = llvm.insertelement %863, %864[%43 : i32] : vector<2xf32>
        %866 = llvm.fptrunc %865 : vector<2xf32> to vector<2xbf16>
        %867 = llvm.bitcast %866 : vector<2xbf16> to i32
        %868 = llvm.extractvalue %325[66] : !acc100 
        %869 = llvm.extractvalue %325[67] : !acc100 
        %870 = llvm.insertelement %868, %4[%44 : i32] : vector<2xf32>
        %871 = llvm.insertelement %869, %870[%43 : i32] : vector<2xf32>
        %872 = llvm.fptrunc %871 : vector<2xf32> to vector<2xbf16>
        %873 = llvm.bitcast %872 : vector<2xbf16> to i32
        %874 = llvm.extractvalue %325[68] : !acc100 
        %875 = llvm.extractvalue %325[69] : !acc100 
        %876 = llvm.insertelement %874, %4[%44 : i32] : vector<2xf32>
        %877 = llvm.insertelement %875, %876[%43 : i32] : vector<2xf32>
        %878 = llvm.fptrunc %877 : vector<2xf32> to vector<2xbf16>
        %879 = llvm.bitcast %878 : vector<2xbf16> to i32
        %880 = llvm.extractvalue %325[70] : !acc100 
        %881 = llvm.extractvalue %325[71] : !acc100 
        %882 = llvm.insertelement %880, %4[%44 : i32] : vector<2xf32>
        %883 = llvm.insertelement %881, %882[%43 : i32] : vector<2xf32>
        %884 = llvm.fptrunc %883 : vector<2xf32> to vector<2xbf16>
        %885 = llvm.bitcast %884 : vector<2xbf16> to i32
        nvvm.stmatrix %567, %867, %873, %879, %885 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %886 = llvm.extractvalue %325[72] : !acc100 
        %887 = llvm.extractvalue %325[73] : !acc100 
        %888 = llvm.insertelement %886, %4[%44 : i32] : vector<2xf32>
        %889 = llvm.insertelement %887, %888[%43 : i32] : vector<2xf32>
        %890 = llvm.fptrunc %889 : vector<2xf32> to vector<2xbf16>
        %891 = llvm.bitcast %890 : vector<2xbf16> to i32
        %892 = llvm.extractvalue %325[74] : !acc100 
        %893 = llvm.extractvalue %325[75] : !acc100 
        %894 = llvm.insertelement %892, %4[%44 : i32] : vector<2xf32>
        %895 = llvm.insertelement %893, %894[%43 : i32] : vector<2xf32>
        %896 = llvm.fptrunc %895 : vector<2xf32> to vector<2xbf16>
        %897 = llvm.bitcast %896 : vector<2xbf16> to i32
        %898 = llvm.extractvalue %325[76] : !acc100 
        %899 = llvm.extractvalue %325[77] : !acc100 
        %900 = llvm.insertelement %898, %4[%44 : i32] : vector<2xf32>
        %901 = llvm.insertelement %899, %900[%43 : i32] : vector<2xf32>
        %902 = llvm.fptrunc %901 : vector<2xf32> to vector<2xbf16>
        %903 = llvm.bitcast %902 : vector<2xbf16> to i32
        %904 = llvm.extractvalue %325[78] : !acc100 
        %905 = llvm.extractvalue %325[79] : !acc100 
        %906 = llvm.insertelement %904, %4[%44 : i32] : vector<2xf32>
        %907 = llvm.insertelement %905, %906[%43 : i32] : vector<2xf32>
        %908 = llvm.fptrunc %907 : vector<2xf32> to vector<2xbf16>
        %909 = llvm.bitcast %908 : vector<2xbf16> to i32
        nvvm.stmatrix %593, %891, %897, %903, %909 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %910 = llvm.extractvalue %325[80] : !acc100 
        %911 = llvm.extractvalue %325[81] : !acc100 
        %912 = llvm.insertelement %910, %4[%44 : i32] : vector<2xf32>
        %913 = llvm.insertelement %911, %912[%43 : i32] : vector<2xf32>
        %914 = llvm.fptrunc %913 : vector<2xf32> to vector<2xbf16>
        %915 = llvm.bitcast %914 : vector<2xbf16> to i32
        %916 = llvm.extractvalue %325[82] : !acc100 
        %917 = llvm.extractvalue %325[83] : !acc100 
        %918 = llvm.insertelement %916, %4[%44 : i32] : vector<2xf32>
        %919 = llvm.insertelement %917, %918[%43 : i32] : vector<2xf32>
        %920 = llvm.fptrunc %919 : vector<2xf32> to vector<2xbf16>
        %921 = llvm.bitcast %920 : vector<2xbf16> to i32
        %922 = llvm.extractvalue %325[84] : !acc100 
        %923 = llvm.extractvalue %325[85] : !acc100 
        %924 = llvm.insertelement %922, %4[%44 : i32] : vector<2xf32>
        %925 = llvm.insertelement %923, %924[%43 : i32] : vector<2xf32>
        %926 = llvm.fptrunc %925 : vector<2xf32> to vector<2xbf16>
        %927 = llvm.bitcast %926 : vector<2xbf16> to i32
        %928 = llvm.extractvalue %325[86] : !acc100 
        %929 = llvm.extractvalue %325[87] : !acc100 
        %930 = llvm.insertelement %928, %4[%44 : i32] : vector<2xf32>
        %931 = llvm.insertelement %929, %930[%43 : i32] : vector<2xf32>
        %932 = llvm.fptrunc %931 : vector<2xf32> to vector<2xbf16>
        %933 = llvm.bitcast %932 : vector<2xbf16> to i32
        nvvm.stmatrix %619, %915, %921, %927, %933 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %934 = llvm.extractvalue %325[88] : !acc100 
        %935 = llvm.extractvalue %325[89] : !acc100 
        %936 = llvm.insertelement %934, %4[%44 : i32] : vector<2xf32>
        %937 = llvm.insertelement %935, %936[%43 : i32] : vector<2xf32>
        %938 = llvm.fptrunc %937 : vector<2xf32> to vector<2xbf16>
        %939 = llvm.bitcast %938 : vector<2xbf16> to i32
        %940 = llvm.extractvalue %325[90] : !acc100 
        %941 = llvm.extractvalue %325[91] : !acc100 
        %942 = llvm.insertelement %940, %4[%44 : i32] : vector<2xf32>
        %943 = llvm.insertelement %941, %942[%43 : i32] : vector<2xf32>
        %944 = llvm.fptrunc %943 : vector<2xf32> to vector<2xbf16>
        %945 = llvm.bitcast %944 : vector<2xbf16> to i32
        %946 = llvm.extractvalue %325[92] : !acc100 
        %947 = llvm.extractvalue %325[93] : !acc100 
        %948 = llvm.insertelement %946, %4[%44 : i32] : vector<2xf32>
        %949 = llvm.insertelement %947, %948[%43 : i32] : vector<2xf32>
        %950 = llvm.fptrunc %949 : vector<2xf32> to vector<2xbf16>
        %951 = llvm.bitcast %950 : vector<2xbf16> to i32
        %952 = llvm.extractvalue %325[94] : !acc100 
        %953 = llvm.extractvalue %325[95] : !acc100 
        %954 = llvm.insertelement %952, %4[%44 : i32] : vector<2xf32>
        %955 = llvm.insertelement %953, %954[%43 : i32] : vector<2xf32>
        %956 = llvm.fptrunc %955 : vector<2xf32> to vector<2xbf16>
        %957 = llvm.bitcast %956 : vector<2xbf16> to i32
        nvvm.stmatrix %645, %939, %945, %951, %957 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
        nvvm.bar.warp.sync %30 : i32
        scf.if %80 {
          nvvm.mbarrier.arrive %359 : !llvm.ptr<3>
        }
        %958 = llvm.zext %arg5 : i32 to i64
        %959 = llvm.lshr %48, %42 : i32
        %960 = llvm.add %329, %959 : i32
        %961 = llvm.add %117, %18 : i32
        %962 = llvm.icmp "slt" %961, %arg5 : i32
        %963 = llvm.and %48, %41 : i32
        %964 = llvm.mul %963, %42 : i32
        %965 = llvm.add %961, %964 : i32
        %966 = llvm.icmp "slt" %960, %arg4 : i32
        %967 = llvm.and %962, %966 : i1
        %968 = llvm.zext %960 : i32 to i64
        %969 = llvm.mul %968, %958 : i64
        %970 = llvm.zext %965 : i32 to i64
        %971 = llvm.add %969, %970 : i64
        %972 = llvm.extractvalue %224[96] : !acc100 
        %973 = llvm.extractvalue %224[97] : !acc100 
        %974 = llvm.insertelement %972, %4[%44 : i32] : vector<2xf32>
        %975 = llvm.insertelement %973, %974[%43 : i32] : vector<2xf32>
        %976 = llvm.fptrunc %975 : vector<2xf32> to vector<2xbf16>
        scf.if %967 {
          %1012 = llvm.getelementptr %arg3[%971] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, bf16
          llvm.store %976, %1012 {alignment = 4 : i64} : vector<2xbf16>, !llvm.ptr<1>
        }
        %977 = llvm.add %960, %37 : i32
        %978 = llvm.icmp "slt" %977, %arg4 : i32
        %979 = llvm.and %962, %978 : i1
        %980 = llvm.zext %977 : i32 to i64
        %981 = llvm.mul %980, %958 : i64
        %982 = llvm.add %981, %970 : i64
        %983 = llvm.extractvalue %224[98] : !acc100 
        %984 = llvm.extractvalue %224[99] : !acc100 
        %985 = llvm.insertelement %983, %4[%44 : i32] : vector<2xf32>
        %986 = llvm.insertelement %984, %985[%43 : i32] : vector<2xf32>
        %987 = llvm.fptrunc %986 : vector<2xf32> to vector<2xbf16>
        scf.if %979 {
          %1012 = llvm.getelementptr %arg3[%982] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, bf16
          llvm.store %987, %1012 {alignment = 4 : i64} : vector<2xbf16>, !llvm.ptr<1>
        }
        %988 = llvm.add %329, %34 : i32
        %989 = llvm.add %988, %959 : i32
        %990 = llvm.icmp "slt" %989, %arg4 : i32
        %991 = llvm.and %962, %990 : i1
        %992 = llvm.zext %989 : i32 to i64
        %993 = llvm.mul %992, %958 : i64
        %994 = llvm.add %993, %970 : i64
        %995 = llvm.extractvalue %325[96] : !acc100 
        %996 = llvm.extractvalue %325[97] : !acc100 
        %997 = llvm.insertelement %995, %4[%44 : i32] : vector<2xf32>
        %998 = llvm.insertelement %996, %997[%43 : i32] : vector<2xf32>
        %999 = llvm.fptrunc %998 : vector<2xf32> to vector<2xbf16>
        scf.if %991 {
          %1012 = llvm.getelementptr %arg3[%994] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, bf16
          llvm.store %999, %1012 {alignment = 4 : i64} : vector<2xbf16>, !llvm.ptr<1>
        }
        %1000 = llvm.add %989, %37 : i32
        %1001 = llvm.icmp "slt" %1000, %arg4 : i32
        %1002 = llvm.and %962, %1001 : i1
        %1003 = llvm.zext %1000 : i32 to i64
        %1004 = llvm.mul %1003, %958 : i64
        %1005 = llvm.add %1004, %970 : i64
        %1006 = llvm.extractvalue %325[98] : !acc100 
        %1007 = llvm.extractvalue %325[99] : !acc100 
        %1008 = llvm.insertelement %1006, %4[%44 : i32] : vector<2xf32>
        %1009 = llvm.insertelement %1007, %1008[%43 : i32] : vector<2xf32>
        %1010 = llvm.fptrunc %1009 : vector<2xf32> to vector<2xbf16>
        scf.if %1002 {
          %1012 = llvm.getelementptr %arg3[%1005] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, bf16
          llvm.store %1010, %1012 {alignment = 4 : i64} : vector<2xbf16>, !llvm.ptr<1>
        }
        %1011 = llvm.add %arg8, %53 : i32
        scf.yield %1011, %123#0, %123#1 : i32, i32, i32
      }
      scf.if %80 {
        nvvm.cp.async.bulk.wait_group 0
      }
    }
    llvm.return
  }
}

