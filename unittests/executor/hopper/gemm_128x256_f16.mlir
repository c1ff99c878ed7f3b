// A persistent GEMM for Hopper: tiles of 128 x 256 x 64, three stages, f16 to f16.
!acc128 = !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)>
#b16 = #nvvm.ld_st_matrix_elt_type<b16>
#m8n8 = #nvvm.ld_st_matrix_shape<m = 8, n = 8>
module {
  llvm.mlir.global external @smem() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>
  llvm.func @gemm(%arg0: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}, %arg1: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}, %arg2: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}, %arg3: !llvm.ptr<1>, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: i32) attributes {nvvm.kernel, wave.shared_bytes = 213072 : i64, nvvm.minctasm = 1 : i32, nvvm.reqntid = array<i32: 384, 1, 1>} {
    %0 = llvm.mlir.constant(24576 : i32) : i32
    %1 = llvm.mlir.undef : vector<2xf32>
    %2 = llvm.mlir.constant(6 : i32) : i32
    %3 = llvm.mlir.constant(2048 : i32) : i32
    %4 = llvm.mlir.undef : !acc128
    %5 = llvm.mlir.constant(6 : i64) : i64
    %6 = llvm.mlir.constant(4 : i64) : i64
    %7 = llvm.mlir.constant(2 : i64) : i64
    %8 = llvm.mlir.constant(2048 : i64) : i64
    %9 = llvm.mlir.constant(1024 : i64) : i64
    %10 = llvm.mlir.constant(8192 : i32) : i32
    %11 = llvm.mlir.constant(262143 : i32) : i32
    %12 = llvm.mlir.constant(4611686293305360384 : i64) : i64
    %13 = llvm.mlir.constant(192 : i32) : i32
    %14 = llvm.mlir.constant(147456 : i32) : i32
    %15 = llvm.mlir.constant(true) : i1
    %16 = llvm.mlir.constant(32768 : i32) : i32
    %17 = llvm.mlir.constant(16384 : i32) : i32
    %18 = llvm.mlir.constant(49152 : i32) : i32
    %19 = llvm.mlir.constant(213056 : i32) : i32
    %20 = llvm.mlir.constant(213040 : i32) : i32
    %21 = llvm.mlir.constant(63 : i32) : i32
    %22 = llvm.mlir.constant(255 : i32) : i32
    %23 = llvm.mlir.constant(127 : i32) : i32
    %24 = llvm.mlir.constant(-1 : i32) : i32
    %25 = llvm.mlir.constant(256 : i32) : i32
    %26 = llvm.mlir.constant(128 : i32) : i32
    %27 = llvm.mlir.constant(64 : i32) : i32
    %28 = llvm.mlir.constant(31 : i32) : i32
    %29 = llvm.mlir.constant(16 : i32) : i32
    %30 = llvm.mlir.constant(8 : i32) : i32
    %31 = llvm.mlir.constant(7 : i32) : i32
    %32 = llvm.mlir.constant(5 : i32) : i32
    %33 = llvm.mlir.constant(4 : i32) : i32
    %34 = llvm.mlir.constant(3 : i32) : i32
    %35 = llvm.mlir.constant(2 : i32) : i32
    %36 = llvm.mlir.constant(1 : i32) : i32
    %37 = llvm.mlir.constant(0 : i32) : i32
    %38 = llvm.mlir.addressof @smem : !llvm.ptr<3>
    %39 = llvm.ptrtoint %38 : !llvm.ptr<3> to i32
    %40 = nvvm.read.ptx.sreg.tid.x range <i32, 0, 384> : i32
    %41 = llvm.and %40, %28 : i32
    %42 = llvm.lshr %40, %32 : i32
    %43 = nvvm.shfl.sync  idx %24, %42, %37, %28 : i32 -> i32
    %44 = llvm.lshr %43, %35 : i32
    %45 = nvvm.read.ptx.sreg.ctaid.x : i32
    %46 = nvvm.read.ptx.sreg.nctaid.x : i32
    %47 = llvm.add %arg4, %23 : i32
    %48 = llvm.udiv %47, %26 : i32
    %49 = llvm.add %arg5, %22 : i32
    %50 = llvm.udiv %49, %25 : i32
    %51 = llvm.add %arg6, %21 : i32
    %52 = llvm.udiv %51, %27 : i32
    %53 = llvm.mul %48, %50 : i32
    %54 = llvm.getelementptr %38[212992] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %55 = llvm.getelementptr %38[213016] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %56 = llvm.icmp "eq" %43, %37 : i32
    %57 = nvvm.elect.sync -> i1
    %58 = llvm.and %56, %57 : i1
    scf.if %58 {
      nvvm.prefetch tensormap, %arg0 : !llvm.ptr
      nvvm.prefetch tensormap, %arg1 : !llvm.ptr
      nvvm.prefetch tensormap, %arg2 : !llvm.ptr
      nvvm.mbarrier.init %54, %36 : !llvm.ptr<3>, i32
      nvvm.mbarrier.init %55, %30 : !llvm.ptr<3>, i32
      %60 = llvm.getelementptr %38[213000] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      nvvm.mbarrier.init %60, %36 : !llvm.ptr<3>, i32
      %61 = llvm.getelementptr %38[213024] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      nvvm.mbarrier.init %61, %30 : !llvm.ptr<3>, i32
      %62 = llvm.getelementptr %38[213008] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      nvvm.mbarrier.init %62, %36 : !llvm.ptr<3>, i32
      %63 = llvm.getelementptr %38[213032] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      nvvm.mbarrier.init %63, %30 : !llvm.ptr<3>, i32
      %64 = llvm.getelementptr %38[213040] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      nvvm.mbarrier.init %64, %33 : !llvm.ptr<3>, i32
      %65 = llvm.getelementptr %38[213056] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      nvvm.mbarrier.init %65, %36 : !llvm.ptr<3>, i32
      %66 = llvm.getelementptr %38[213048] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      nvvm.mbarrier.init %66, %33 : !llvm.ptr<3>, i32
      %67 = llvm.getelementptr %38[213064] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
      nvvm.mbarrier.init %67, %36 : !llvm.ptr<3>, i32
      nvvm.fence.mbarrier.init
    }
    nvvm.barrier0
    %59 = llvm.icmp "eq" %44, %37 : i32
    scf.if %59 {
      nvvm.setmaxregister  decrease 40
      scf.if %56 {
        %62 = nvvm.elect.sync -> i1
        scf.if %62 {
          %63:3 = scf.while (%arg8 = %45, %arg9 = %37, %arg10 = %36) : (i32, i32, i32) -> (i32, i32, i32) {
            %64 = llvm.icmp "ult" %arg8, %53 : i32
            scf.condition(%64) %arg8, %arg9, %arg10 : i32, i32, i32
          } do {
          ^bb0(%arg8: i32, %arg9: i32, %arg10: i32):
            %64 = llvm.mul %arg7, %50 : i32
            %65 = llvm.udiv %arg8, %64 : i32
            %66 = llvm.mul %65, %arg7 : i32
            %67 = llvm.sub %48, %66 : i32
            %68 = llvm.intr.umin(%67, %arg7) : (i32, i32) -> i32
            %69 = llvm.urem %arg8, %64 : i32
            %70 = llvm.urem %69, %68 : i32
            %71 = llvm.udiv %69, %68 : i32
            %72 = llvm.add %66, %70 : i32
            %73 = llvm.mul %72, %26 : i32
            %74 = llvm.mul %71, %25 : i32
            %75:2 = scf.for %arg11 = %37 to %52 step %36 iter_args(%arg12 = %arg9, %arg13 = %arg10) -> (i32, i32)  : i32 {
              %77 = llvm.mul %arg12, %30 : i32
              %78 = llvm.getelementptr %55[%77] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
              scf.while : () -> () {
                %93 = nvvm.mbarrier.try_wait %78, %arg13 : !llvm.ptr<3>, i32 -> i1
                %94 = llvm.xor %93, %15 : i1
                scf.condition(%94)
              } do {
                scf.yield
              }
              %79 = llvm.getelementptr %54[%77] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
              nvvm.mbarrier.arrive.expect_tx %79, %18 : !llvm.ptr<3>, i32
              %80 = llvm.mul %arg11, %27 : i32
              %81 = llvm.mul %arg12, %17 : i32
              %82 = llvm.getelementptr %38[%81] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
              %83 = llvm.mul %arg12, %16 : i32
              %84 = llvm.add %83, %18 : i32
              %85 = llvm.getelementptr %38[%84] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
              %86 = llvm.addrspacecast %82 : !llvm.ptr<3> to !llvm.ptr<7>
              nvvm.cp.async.bulk.tensor.shared.cluster.global %86, %arg0, %79, box[%80, %73] : !llvm.ptr<7>, !llvm.ptr
              %87 = llvm.addrspacecast %85 : !llvm.ptr<3> to !llvm.ptr<7>
              nvvm.cp.async.bulk.tensor.shared.cluster.global %87, %arg1, %79, box[%80, %74] : !llvm.ptr<7>, !llvm.ptr
              %88 = llvm.add %arg12, %36 : i32
              %89 = llvm.icmp "eq" %88, %34 : i32
              %90 = llvm.select %89, %37, %88 : i1, i32
              %91 = llvm.xor %arg13, %36 : i32
              %92 = llvm.select %89, %91, %arg13 : i1, i32
              scf.yield %90, %92 : i32, i32
            }
            %76 = llvm.add %arg8, %46 : i32
            scf.yield %76, %75#0, %75#1 : i32, i32, i32
          }
        }
      }
      %60 = llvm.icmp "eq" %43, %36 : i32
      scf.if %60 {
        %62 = nvvm.elect.sync -> i1
        scf.if %62 {
          %63:2 = scf.while (%arg8 = %45, %arg9 = %37) : (i32, i32) -> (i32, i32) {
            %64 = llvm.icmp "ult" %arg8, %53 : i32
            scf.condition(%64) %arg8, %arg9 : i32, i32
          } do {
          ^bb0(%arg8: i32, %arg9: i32):
            %64 = llvm.mul %arg7, %50 : i32
            %65 = llvm.udiv %arg8, %64 : i32
            %66 = llvm.mul %65, %arg7 : i32
            %67 = llvm.sub %48, %66 : i32
            %68 = llvm.intr.umin(%67, %arg7) : (i32, i32) -> i32
            %69 = llvm.urem %arg8, %64 : i32
            %70 = llvm.urem %69, %68 : i32
            %71 = llvm.udiv %69, %68 : i32
            %72 = llvm.add %66, %70 : i32
            %73 = llvm.mul %72, %26 : i32
            %74 = llvm.mul %71, %25 : i32
            %75 = llvm.getelementptr %38[213040] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
            %76 = llvm.getelementptr %38[213056] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
            scf.while : () -> () {
              %86 = nvvm.mbarrier.try_wait %75, %arg9 : !llvm.ptr<3>, i32 -> i1
              %87 = llvm.xor %86, %15 : i1
              scf.condition(%87)
            } do {
              scf.yield
            }
            %77 = llvm.getelementptr %38[147456] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
            nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %77, box[%74, %73] : !llvm.ptr, <3>
            %78 = llvm.getelementptr %38[155648] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
            %79 = llvm.add %74, %27 : i32
            nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %78, box[%79, %73] : !llvm.ptr, <3>
            %80 = llvm.getelementptr %38[163840] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
            %81 = llvm.add %74, %26 : i32
            nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %80, box[%81, %73] : !llvm.ptr, <3>
            %82 = llvm.getelementptr %38[172032] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
            %83 = llvm.add %74, %13 : i32
            nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %82, box[%83, %73] : !llvm.ptr, <3>
            nvvm.cp.async.bulk.commit.group
            nvvm.cp.async.bulk.wait_group 0 {read}
            nvvm.mbarrier.arrive %76 : !llvm.ptr<3>
            %84 = llvm.xor %arg9, %36 : i32
            %85 = llvm.add %arg8, %46 : i32
            scf.yield %85, %84 : i32, i32
          }
        }
      }
      %61 = llvm.icmp "eq" %43, %35 : i32
      scf.if %61 {
        %62 = nvvm.elect.sync -> i1
        scf.if %62 {
          %63:2 = scf.while (%arg8 = %45, %arg9 = %37) : (i32, i32) -> (i32, i32) {
            %64 = llvm.icmp "ult" %arg8, %53 : i32
            scf.condition(%64) %arg8, %arg9 : i32, i32
          } do {
          ^bb0(%arg8: i32, %arg9: i32):
            %64 = llvm.mul %arg7, %50 : i32
            %65 = llvm.udiv %arg8, %64 : i32
            %66 = llvm.mul %65, %arg7 : i32
            %67 = llvm.sub %48, %66 : i32
            %68 = llvm.intr.umin(%67, %arg7) : (i32, i32) -> i32
            %69 = llvm.urem %arg8, %64 : i32
            %70 = llvm.urem %69, %68 : i32
            %71 = llvm.udiv %69, %68 : i32
            %72 = llvm.add %66, %70 : i32
            %73 = llvm.mul %72, %26 : i32
            %74 = llvm.mul %71, %25 : i32
            %75 = llvm.getelementptr %38[213048] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
            %76 = llvm.getelementptr %38[213064] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
            scf.while : () -> () {
              %87 = nvvm.mbarrier.try_wait %75, %arg9 : !llvm.ptr<3>, i32 -> i1
              %88 = llvm.xor %87, %15 : i1
              scf.condition(%88)
            } do {
              scf.yield
            }
            %77 = llvm.add %73, %27 : i32
            %78 = llvm.getelementptr %38[180224] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
            nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %78, box[%74, %77] : !llvm.ptr, <3>
            %79 = llvm.getelementptr %38[188416] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
            %80 = llvm.add %74, %27 : i32
            nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %79, box[%80, %77] : !llvm.ptr, <3>
            %81 = llvm.getelementptr %38[196608] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
            %82 = llvm.add %74, %26 : i32
            nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %81, box[%82, %77] : !llvm.ptr, <3>
            %83 = llvm.getelementptr %38[204800] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
            %84 = llvm.add %74, %13 : i32
            nvvm.cp.async.bulk.tensor.global.shared.cta %arg2, %83, box[%84, %77] : !llvm.ptr, <3>
            nvvm.cp.async.bulk.commit.group
            nvvm.cp.async.bulk.wait_group 0 {read}
            nvvm.mbarrier.arrive %76 : !llvm.ptr<3>
            %85 = llvm.xor %arg9, %36 : i32
            %86 = llvm.add %arg8, %46 : i32
            scf.yield %86, %85 : i32, i32
          }
        }
      }
    } else {
      nvvm.setmaxregister  increase 232
      %60 = llvm.sub %44, %36 : i32
      %61 = llvm.and %43, %34 : i32
      %62 = llvm.mul %60, %10 : i32
      %63 = llvm.add %39, %62 : i32
      %64 = llvm.add %39, %18 : i32
      %65 = llvm.and %63, %11 : i32
      %66 = llvm.lshr %65, %33 : i32
      %67 = llvm.zext %66 : i32 to i64
      %68 = llvm.or %67, %12 : i64
      %69 = llvm.and %64, %11 : i32
      %70 = llvm.lshr %69, %33 : i32
      %71 = llvm.zext %70 : i32 to i64
      %72 = llvm.or %71, %12 : i64
      %73 = llvm.icmp "eq" %41, %37 : i32
      %74:4 = scf.while (%arg8 = %45, %arg9 = %37, %arg10 = %37, %arg11 = %36) : (i32, i32, i32, i32) -> (i32, i32, i32, i32) {
        %75 = llvm.icmp "ult" %arg8, %53 : i32
        scf.condition(%75) %arg8, %arg9, %arg10, %arg11 : i32, i32, i32, i32
      } do {
      ^bb0(%arg8: i32, %arg9: i32, %arg10: i32, %arg11: i32):
        %75 = llvm.mul %arg9, %30 : i32
        %76 = llvm.getelementptr %54[%75] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        scf.while : () -> () {
          %673 = nvvm.mbarrier.try_wait %76, %arg10 : !llvm.ptr<3>, i32 -> i1
          %674 = llvm.xor %673, %15 : i1
          scf.condition(%674)
        } do {
          scf.yield
        }
        %77 = llvm.zext %arg9 : i32 to i64
        %78 = llvm.mul %77, %9 : i64
        %79 = llvm.add %68, %78 : i64
        %80 = llvm.mul %77, %8 : i64
        %81 = llvm.add %72, %80 : i64
        nvvm.wgmma.fence.aligned
        %82 = nvvm.wgmma.mma_async %79, %81, %4, <m = 64, n = 256, k = 16>, D[<f32>, <zero>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>] : !acc128 -> !acc128
        %83 = llvm.add %81, %7 : i64
        %84 = llvm.add %79, %7 : i64
        %85 = nvvm.wgmma.mma_async %84, %83, %82, <m = 64, n = 256, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>] : !acc128 -> !acc128
        %86 = llvm.add %81, %6 : i64
        %87 = llvm.add %79, %6 : i64
        %88 = nvvm.wgmma.mma_async %87, %86, %85, <m = 64, n = 256, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>] : !acc128 -> !acc128
        %89 = llvm.add %81, %5 : i64
        %90 = llvm.add %79, %5 : i64
        %91 = nvvm.wgmma.mma_async %90, %89, %88, <m = 64, n = 256, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>] : !acc128 -> !acc128
        nvvm.wgmma.commit.group.sync.aligned
        %92 = llvm.add %arg9, %36 : i32
        %93 = llvm.icmp "eq" %92, %34 : i32
        %94 = llvm.select %93, %37, %92 : i1, i32
        %95 = llvm.xor %arg10, %36 : i32
        %96 = llvm.select %93, %95, %arg10 : i1, i32
        %97:4 = scf.for %arg12 = %36 to %52 step %36 iter_args(%arg13 = %94, %arg14 = %96, %arg15 = %arg9, %arg16 = %91) -> (i32, i32, i32, !acc128)  : i32 {
          %673 = llvm.mul %arg13, %30 : i32
          %674 = llvm.getelementptr %54[%673] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
          scf.while : () -> () {
            %695 = nvvm.mbarrier.try_wait %674, %arg14 : !llvm.ptr<3>, i32 -> i1
            %696 = llvm.xor %695, %15 : i1
            scf.condition(%696)
          } do {
            scf.yield
          }
          %675 = llvm.zext %arg13 : i32 to i64
          %676 = llvm.mul %675, %9 : i64
          %677 = llvm.add %68, %676 : i64
          %678 = llvm.mul %675, %8 : i64
          %679 = llvm.add %72, %678 : i64
          nvvm.wgmma.fence.aligned
          %680 = nvvm.wgmma.mma_async %677, %679, %arg16, <m = 64, n = 256, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>] : !acc128 -> !acc128
          %681 = llvm.add %679, %7 : i64
          %682 = llvm.add %677, %7 : i64
          %683 = nvvm.wgmma.mma_async %682, %681, %680, <m = 64, n = 256, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>] : !acc128 -> !acc128
          %684 = llvm.add %679, %6 : i64
          %685 = llvm.add %677, %6 : i64
          %686 = nvvm.wgmma.mma_async %685, %684, %683, <m = 64, n = 256, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>] : !acc128 -> !acc128
          %687 = llvm.add %679, %5 : i64
          %688 = llvm.add %677, %5 : i64
          %689 = nvvm.wgmma.mma_async %688, %687, %686, <m = 64, n = 256, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>] : !acc128 -> !acc128
          nvvm.wgmma.commit.group.sync.aligned
          nvvm.wgmma.wait.group.sync.aligned 1
          scf.if %73 {
            %695 = llvm.mul %arg15, %30 : i32
            %696 = llvm.getelementptr %55[%695] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
            nvvm.mbarrier.arrive %696 : !llvm.ptr<3>
          }
          %690 = llvm.add %arg13, %36 : i32
          %691 = llvm.icmp "eq" %690, %34 : i32
          %692 = llvm.select %691, %37, %690 : i1, i32
          %693 = llvm.xor %arg14, %36 : i32
          %694 = llvm.select %691, %693, %arg14 : i1, i32
          scf.yield %692, %694, %arg13, %689 : i32, i32, i32, !acc128
        }
        %98 = llvm.extractvalue %97#3[0] : !acc128 
        %99 = llvm.extractvalue %97#3[1] : !acc128 
        %100 = llvm.extractvalue %97#3[2] : !acc128 
        %101 = llvm.extractvalue %97#3[3] : !acc128 
        %102 = llvm.extractvalue %97#3[4] : !acc128 
        %103 = llvm.extractvalue %97#3[5] : !acc128 
        %104 = llvm.extractvalue %97#3[6] : !acc128 
        %105 = llvm.extractvalue %97#3[7] : !acc128 
        %106 = llvm.extractvalue %97#3[8] : !acc128 
        %107 = llvm.extractvalue %97#3[9] : !acc128 
        %108 = llvm.extractvalue %97#3[10] : !acc128 
        %109 = llvm.extractvalue %97#3[11] : !acc128 
        %110 = llvm.extractvalue %97#3[12] : !acc128 
        %111 = llvm.extractvalue %97#3[13] : !acc128 
        %112 = llvm.extractvalue %97#3[14] : !acc128 
        %113 = llvm.extractvalue %97#3[15] : !acc128 
        %114 = llvm.extractvalue %97#3[16] : !acc128 
        %115 = llvm.extractvalue %97#3[17] : !acc128 
        %116 = llvm.extractvalue %97#3[18] : !acc128 
        %117 = llvm.extractvalue %97#3[19] : !acc128 
        %118 = llvm.extractvalue %97#3[20] : !acc128 
        %119 = llvm.extractvalue %97#3[21] : !acc128 
        %120 = llvm.extractvalue %97#3[22] : !acc128 
        %121 = llvm.extractvalue %97#3[23] : !acc128 
        %122 = llvm.extractvalue %97#3[24] : !acc128 
        %123 = llvm.extractvalue %97#3[25] : !acc128 
        %124 = llvm.extractvalue %97#3[26] : !acc128 
        %125 = llvm.extractvalue %97#3[27] : !acc128 
        %126 = llvm.extractvalue %97#3[28] : !acc128 
        %127 = llvm.extractvalue %97#3[29] : !acc128 
        %128 = llvm.extractvalue %97#3[30] : !acc128 
        %129 = llvm.extractvalue %97#3[31] : !acc128 
        %130 = llvm.extractvalue %97#3[32] : !acc128 
        %131 = llvm.extractvalue %97#3[33] : !acc128 
        %132 = llvm.extractvalue %97#3[34] : !acc128 
        %133 = llvm.extractvalue %97#3[35] : !acc128 
        %134 = llvm.extractvalue %97#3[36] : !acc128 
        %135 = llvm.extractvalue %97#3[37] : !acc128 
        %136 = llvm.extractvalue %97#3[38] : !acc128 
        %137 = llvm.extractvalue %97#3[39] : !acc128 
        %138 = llvm.extractvalue %97#3[40] : !acc128 
        %139 = llvm.extractvalue %97#3[41] : !acc128 
        %140 = llvm.extractvalue %97#3[42] : !acc128 
        %141 = llvm.extractvalue %97#3[43] : !acc128 
        %142 = llvm.extractvalue %97#3[44] : !acc128 
        %143 = llvm.extractvalue %97#3[45] : !acc128 
        %144 = llvm.extractvalue %97#3[46] : !acc128 
        %145 = llvm.extractvalue %97#3[47] : !acc128 
        %146 = llvm.extractvalue %97#3[48] : !acc128 
        %147 = llvm.extractvalue %97#3[49] : !acc128 
        %148 = llvm.extractvalue %97#3[50] : !acc128 
        %149 = llvm.extractvalue %97#3[51] : !acc128 
        %150 = llvm.extractvalue %97#3[52] : !acc128 
        %151 = llvm.extractvalue %97#3[53] : !acc128 
        %152 = llvm.extractvalue %97#3[54] : !acc128 
        %153 = llvm.extractvalue %97#3[55] : !acc128 
        %154 = llvm.extractvalue %97#3[56] : !acc128 
        %155 = llvm.extractvalue %97#3[57] : !acc128 
        %156 = llvm.extractvalue %97#3[58] : !acc128 
        %157 = llvm.extractvalue %97#3[59] : !acc128 
        %158 = llvm.extractvalue %97#3[60] : !acc128 
        %159 = llvm.extractvalue %97#3[61] : !acc128 
        %160 = llvm.extractvalue %97#3[62] : !acc128 
        %161 = llvm.extractvalue %97#3[63] : !acc128 
        %162 = llvm.extractvalue %97#3[64] : !acc128 
        %163 = llvm.extractvalue %97#3[65] : !acc128 
        %164 = llvm.extractvalue %97#3[66] : !acc128 
        %165 = llvm.extractvalue %97#3[67] : !acc128 
        %166 = llvm.extractvalue %97#3[68] : !acc128 
        %167 = llvm.extractvalue %97#3[69] : !acc128 
        %168 = llvm.extractvalue %97#3[70] : !acc128 
        %169 = llvm.extractvalue %97#3[71] : !acc128 
        %170 = llvm.extractvalue %97#3[72] : !acc128 
        %171 = llvm.extractvalue %97#3[73] : !acc128 
        %172 = llvm.extractvalue %97#3[74] : !acc128 
        %173 = llvm.extractvalue %97#3[75] : !acc128 
        %174 = llvm.extractvalue %97#3[76] : !acc128 
        %175 = llvm.extractvalue %97#3[77] : !acc128 
        %176 = llvm.extractvalue %97#3[78] : !acc128 
        %177 = llvm.extractvalue %97#3[79] : !acc128 
        %178 = llvm.extractvalue %97#3[80] : !acc128 
        %179 = llvm.extractvalue %97#3[81] : !acc128 
        %180 = llvm.extractvalue %97#3[82] : !acc128 
        %181 = llvm.extractvalue %97#3[83] : !acc128 
        %182 = llvm.extractvalue %97#3[84] : !acc128 
        %183 = llvm.extractvalue %97#3[85] : !acc128 
        %184 = llvm.extractvalue %97#3[86] : !acc128 
        %185 = llvm.extractvalue %97#3[87] : !acc128 
        %186 = llvm.extractvalue %97#3[88] : !acc128 
        %187 = llvm.extractvalue %97#3[89] : !acc128 
        %188 = llvm.extractvalue %97#3[90] : !acc128 
        %189 = llvm.extractvalue %97#3[91] : !acc128 
        %190 = llvm.extractvalue %97#3[92] : !acc128 
        %191 = llvm.extractvalue %97#3[93] : !acc128 
        %192 = llvm.extractvalue %97#3[94] : !acc128 
        %193 = llvm.extractvalue %97#3[95] : !acc128 
        %194 = llvm.extractvalue %97#3[96] : !acc128 
        %195 = llvm.extractvalue %97#3[97] : !acc128 
        %196 = llvm.extractvalue %97#3[98] : !acc128 
        %197 = llvm.extractvalue %97#3[99] : !acc128 
        %198 = llvm.extractvalue %97#3[100] : !acc128 
        %199 = llvm.extractvalue %97#3[101] : !acc128 
        %200 = llvm.extractvalue %97#3[102] : !acc128 
        %201 = llvm.extractvalue %97#3[103] : !acc128 
        %202 = llvm.extractvalue %97#3[104] : !acc128 
        %203 = llvm.extractvalue %97#3[105] : !acc128 
        %204 = llvm.extractvalue %97#3[106] : !acc128 
        %205 = llvm.extractvalue %97#3[107] : !acc128 
        %206 = llvm.extractvalue %97#3[108] : !acc128 
        %207 = llvm.extractvalue %97#3[109] : !acc128 
        %208 = llvm.extractvalue %97#3[110] : !acc128 
        %209 = llvm.extractvalue %97#3[111] : !acc128 
        %210 = llvm.extractvalue %97#3[112] : !acc128 
        %211 = llvm.extractvalue %97#3[113] : !acc128 
        %212 = llvm.extractvalue %97#3[114] : !acc128 
        %213 = llvm.extractvalue %97#3[115] : !acc128 
        %214 = llvm.extractvalue %97#3[116] : !acc128 
        %215 = llvm.extractvalue %97#3[117] : !acc128 
        %216 = llvm.extractvalue %97#3[118] : !acc128 
        %217 = llvm.extractvalue %97#3[119] : !acc128 
        %218 = llvm.extractvalue %97#3[120] : !acc128 
        %219 = llvm.extractvalue %97#3[121] : !acc128 
        %220 = llvm.extractvalue %97#3[122] : !acc128 
        %221 = llvm.extractvalue %97#3[123] : !acc128 
        %222 = llvm.extractvalue %97#3[124] : !acc128 
        %223 = llvm.extractvalue %97#3[125] : !acc128 
        %224 = llvm.extractvalue %97#3[126] : !acc128 
        %225 = llvm.extractvalue %97#3[127] : !acc128 
        %226 = llvm.inline_asm has_side_effects "wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,=f,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92,93,94,95,96,97,98,99,100,101,102,103,104,105,106,107,108,109,110,111,112,113,114,115,116,117,118,119,120,121,122,123,124,125,126,127" %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127, %128, %129, %130, %131, %132, %133, %134, %135, %136, %137, %138, %139, %140, %141, %142, %143, %144, %145, %146, %147, %148, %149, %150, %151, %152, %153, %154, %155, %156, %157, %158, %159, %160, %161, %162, %163, %164, %165, %166, %167, %168, %169, %170, %171, %172, %173, %174, %175, %176, %177, %178, %179, %180, %181, %182, %183, %184, %185, %186, %187, %188, %189, %190, %191, %192, %193, %194, %195, %196, %197, %198, %199, %200, %201, %202, %203, %204, %205, %206, %207, %208, %209, %210, %211, %212, %213, %214, %215, %216, %217, %218, %219, %220, %221, %222, %223, %224, %225 : (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) -> !acc128
        scf.if %73 {
          %673 = llvm.mul %97#2, %30 : i32
          %674 = llvm.getelementptr %55[%673] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
          nvvm.mbarrier.arrive %674 : !llvm.ptr<3>
        }
        %227 = llvm.mul %60, %16 : i32
        %228 = llvm.add %227, %14 : i32
        %229 = llvm.getelementptr %38[%228] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %230 = llvm.mul %61, %3 : i32
        %231 = llvm.and %41, %31 : i32
        %232 = llvm.lshr %41, %34 : i32
        %233 = llvm.and %232, %36 : i32
        %234 = llvm.mul %233, %30 : i32
        %235 = llvm.add %234, %231 : i32
        %236 = llvm.lshr %232, %36 : i32
        %237 = llvm.mul %235, %26 : i32
        %238 = llvm.add %237, %230 : i32
        %239 = llvm.xor %236, %231 : i32
        %240 = llvm.mul %239, %29 : i32
        %241 = llvm.add %238, %240 : i32
        %242 = llvm.add %236, %35 : i32
        %243 = llvm.xor %242, %231 : i32
        %244 = llvm.mul %243, %29 : i32
        %245 = llvm.add %238, %244 : i32
        %246 = llvm.add %236, %33 : i32
        %247 = llvm.xor %246, %231 : i32
        %248 = llvm.mul %247, %29 : i32
        %249 = llvm.add %238, %248 : i32
        %250 = llvm.add %236, %2 : i32
        %251 = llvm.xor %250, %231 : i32
        %252 = llvm.mul %251, %29 : i32
        %253 = llvm.add %238, %252 : i32
        %254 = llvm.mul %60, %30 : i32
        %255 = llvm.add %254, %20 : i32
        %256 = llvm.getelementptr %38[%255] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %257 = llvm.add %254, %19 : i32
        %258 = llvm.getelementptr %38[%257] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        scf.while : () -> () {
          %673 = nvvm.mbarrier.try_wait %258, %arg11 : !llvm.ptr<3>, i32 -> i1
          %674 = llvm.xor %673, %15 : i1
          scf.condition(%674)
        } do {
          scf.yield
        }
        %259 = llvm.getelementptr %229[%241] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %260 = llvm.extractvalue %226[0] : !acc128 
        %261 = llvm.extractvalue %226[1] : !acc128 
        %262 = llvm.insertelement %260, %1[%37 : i32] : vector<2xf32>
        %263 = llvm.insertelement %261, %262[%36 : i32] : vector<2xf32>
        %264 = llvm.fptrunc %263 : vector<2xf32> to vector<2xf16>
        %265 = llvm.bitcast %264 : vector<2xf16> to i32
        %266 = llvm.extractvalue %226[2] : !acc128 
        %267 = llvm.extractvalue %226[3] : !acc128 
        %268 = llvm.insertelement %266, %1[%37 : i32] : vector<2xf32>
        %269 = llvm.insertelement %267, %268[%36 : i32] : vector<2xf32>
        %270 = llvm.fptrunc %269 : vector<2xf32> to vector<2xf16>
        %271 = llvm.bitcast %270 : vector<2xf16> to i32
        %272 = llvm.extractvalue %226[4] : !acc128 
        %273 = llvm.extractvalue %226[5] : !acc128 
        %274 = llvm.insertelement %272, %1[%37 : i32] : vector<2xf32>
        %275 = llvm.insertelement %273, %274[%36 : i32] : vector<2xf32>
        %276 = llvm.fptrunc %275 : vector<2xf32> to vector<2xf16>
        %277 = llvm.bitcast %276 : vector<2xf16> to i32
        %278 = llvm.extractvalue %226[6] : !acc128 
        %279 = llvm.extractvalue %226[7] : !acc128 
        %280 = llvm.insertelement %278, %1[%37 : i32] : vector<2xf32>
        %281 = llvm.insertelement %279, %280[%36 : i32] : vector<2xf32>
        %282 = llvm.fptrunc %281 : vector<2xf32> to vector<2xf16>
        %283 = llvm.bitcast %282 : vector<2xf16> to i32
        nvvm.stmatrix %259, %265, %271, %277, %283 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %284 = llvm.getelementptr %229[%245] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %285 = llvm.extractvalue %226[8] : !acc128 
        %286 = llvm.extractvalue %226[9] : !acc128 
        %287 = llvm.insertelement %285, %1[%37 : i32] : vector<2xf32>
        %288 = llvm.insertelement %286, %287[%36 : i32] : vector<2xf32>
        %289 = llvm.fptrunc %288 : vector<2xf32> to vector<2xf16>
        %290 = llvm.bitcast %289 : vector<2xf16> to i32
        %291 = llvm.extractvalue %226[10] : !acc128 
        %292 = llvm.extractvalue %226[11] : !acc128 
        %293 = llvm.insertelement %291, %1[%37 : i32] : vector<2xf32>
        %294 = llvm.insertelement %292, %293[%36 : i32] : vector<2xf32>
        %295 = llvm.fptrunc %294 : vector<2xf32> to vector<2xf16>
        %296 = llvm.bitcast %295 : vector<2xf16> to i32
        %297 = llvm.extractvalue %226[12] : !acc128 
        %298 = llvm.extractvalue %226[13] : !acc128 
        %299 = llvm.insertelement %297, %1[%37 : i32] : vector<2xf32>
        %300 = llvm.insertelement %298, %299[%36 : i32] : vector<2xf32>
        %301 = llvm.fptrunc %300 : vector<2xf32> to vector<2xf16>
        %302 = llvm.bitcast %301 : vector<2xf16> to i32
        %303 = llvm.extractvalue %226[14] : !acc128 
        %304 = llvm.extractvalue %226[15] : !acc128 
        %305 = llvm.insertelement %303, %1[%37 : i32] : vector<2xf32>
        %306 = llvm.insertelement %304, %305[%36 : i32] : vector<2xf32>
        %307 = llvm.fptrunc %306 : vector<2xf32> to vector<2xf16>
        %308 = llvm.bitcast %307 : vector<2xf16> to i32
        nvvm.stmatrix %284, %290, %296, %302, %308 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %309 = llvm.getelementptr %229[%249] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %310 = llvm.extractvalue %226[16] : !acc128 
        %311 = llvm.extractvalue %226[17] : !acc128 
        %312 = llvm.insertelement %310, %1[%37 : i32] : vector<2xf32>
        %313 = llvm.insertelement %311, %312[%36 : i32] : vector<2xf32>
        %314 = llvm.fptrunc %313 : vector<2xf32> to vector<2xf16>
        %315 = llvm.bitcast %314 : vector<2xf16> to i32
        %316 = llvm.extractvalue %226[18] : !acc128 
        %317 = llvm.extractvalue %226[19] : !acc128 
        %318 = llvm.insertelement %316, %1[%37 : i32] : vector<2xf32>
        %319 = llvm.insertelement %317, %318[%36 : i32] : vector<2xf32>
        %320 = llvm.fptrunc %319 : vector<2xf32> to vector<2xf16>
        %321 = llvm.bitcast %320 : vector<2xf16> to i32
        %322 = llvm.extractvalue %226[20] : !acc128 
        %323 = llvm.extractvalue %226[21] : !acc128 
        %324 = llvm.insertelement %322, %1[%37 : i32] : vector<2xf32>
        %325 = llvm.insertelement %323, %324[%36 : i32] : vector<2xf32>
        %326 = llvm.fptrunc %325 : vector<2xf32> to vector<2xf16>
        %327 = llvm.bitcast %326 : vector<2xf16> to i32
        %328 = llvm.extractvalue %226[22] : !acc128 
        %329 = llvm.extractvalue %226[23] : !acc128 
        %330 = llvm.insertelement %328, %1[%37 : i32] : vector<2xf32>
        %331 = llvm.insertelement %329, %330[%36 : i32] : vector<2xf32>
        %332 = llvm.fptrunc %331 : vector<2xf32> to vector<2xf16>
        %333 = llvm.bitcast %332 : vector<2xf16> to i32
        nvvm.stmatrix %309, %315, %321, %327, %333 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %334 = llvm.getelementptr %229[%253] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %335 = llvm.extractvalue %226[24] : !acc128 
        %336 = llvm.extractvalue %226[25] : !acc128 
        %337 = llvm.insertelement %335, %1[%37 : i32] : vector<2xf32>
        %338 = llvm.insertelement %336, %337[%36 : i32] : vector<2xf32>
        %339 = llvm.fptrunc %338 : vector<2xf32> to vector<2xf16>
        %340 = llvm.bitcast %339 : vector<2xf16> to i32
        %341 = llvm.extractvalue %226[26] : !acc128 
        %342 = llvm.extractvalue %226[27] : !acc128 
        %343 = llvm.insertelement %341, %1[%37 : i32] : vector<2xf32>
        %344 = llvm.insertelement %342, %343[%36 : i32] : vector<2xf32>
        %345 = llvm.fptrunc %344 : vector<2xf32> to vector<2xf16>
        %346 = llvm.bitcast %345 : vector<2xf16> to i32
        %347 = llvm.extractvalue %226[28] : !acc128 
        %348 = llvm.extractvalue %226[29] : !acc128 
        %349 = llvm.insertelement %347, %1[%37 : i32] : vector<2xf32>
        %350 = llvm.insertelement %348, %349[%36 : i32] : vector<2xf32>
        %351 = llvm.fptrunc %350 : vector<2xf32> to vector<2xf16>
        %352 = llvm.bitcast %351 : vector<2xf16> to i32
        %353 = llvm.extractvalue %226[30] : !acc128 
        %354 = llvm.extractvalue %226[31] : !acc128 
        %355 = llvm.insertelement %353, %1[%37 : i32] : vector<2xf32>
        %356 = llvm.insertelement %354, %355[%36 : i32] : vector<2xf32>
        %357 = llvm.fptrunc %356 : vector<2xf32> to vector<2xf16>
        %358 = llvm.bitcast %357 : vector<2xf16> to i32
        nvvm.stmatrix %334, %340, %346, %352, %358 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %359 = llvm.add %241, %10 : i32
        %360 = llvm.getelementptr %229[%359] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %361 = llvm.extractvalue %226[32] : !acc128 
        %362 = llvm.extractvalue %226[33] : !acc128 
        %363 = llvm.insertelement %361, %1[%37 : i32] : vector<2xf32>
        %364 = llvm.insertelement %362, %363[%36 : i32] : vector<2xf32>
        %365 = llvm.fptrunc %364 : vector<2xf32> to vector<2xf16>
        %366 = llvm.bitcast %365 : vector<2xf16> to i32
        %367 = llvm.extractvalue %226[34] : !acc128 
        %368 = llvm.extractvalue %226[35] : !acc128 
        %369 = llvm.insertelement %367, %1[%37 : i32] : vector<2xf32>
        %370 = llvm.insertelement %368, %369[%36 : i32] : vector<2xf32>
        %371 = llvm.fptrunc %370 : vector<2xf32> to vector<2xf16>
        %372 = llvm.bitcast %371 : vector<2xf16> to i32
        %373 = llvm.extractvalue %226[36] : !acc128 
        %374 = llvm.extractvalue %226[37] : !acc128 
        %375 = llvm.insertelement %373, %1[%37 : i32] : vector<2xf32>
        %376 = llvm.insertelement %374, %375[%36 : i32] : vector<2xf32>
        %377 = llvm.fptrunc %376 : vector<2xf32> to vector<2xf16>
        %378 = llvm.bitcast %377 : vector<2xf16> to i32
        %379 = llvm.extractvalue %226[38] : !acc128 
        %380 = llvm.extractvalue %226[39] : !acc128 
        %381 = llvm.insertelement %379, %1[%37 : i32] : vector<2xf32>
        %382 = llvm.insertelement %380, %381[%36 : i32] : vector<2xf32>
        %383 = llvm.fptrunc %382 : vector<2xf32> to vector<2xf16>
        %384 = llvm.bitcast %383 : vector<2xf16> to i32
        nvvm.stmatrix %360, %366, %372, %378, %384 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %385 = llvm.add %245, %10 : i32
        %386 = llvm.getelementptr %229[%385] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %387 = llvm.extractvalue %226[40] : !acc128 
        %388 = llvm.extractvalue %226[41] : !acc128 
        %389 = llvm.insertelement %387, %1[%37 : i32] : vector<2xf32>
        %390 = llvm.insertelement %388, %389[%36 : i32] : vector<2xf32>
        %391 = llvm.fptrunc %390 : vector<2xf32> to vector<2xf16>
        %392 = llvm.bitcast %391 : vector<2xf16> to i32
        %393 = llvm.extractvalue %226[42] : !acc128 
        %394 = llvm.extractvalue %226[43] : !acc128 
        %395 = llvm.insertelement %393, %1[%37 : i32] : vector<2xf32>
        %396 = llvm.insertelement %394, %395[%36 : i32] : vector<2xf32>
        %397 = llvm.fptrunc %396 : vector<2xf32> to vector<2xf16>
        %398 = llvm.bitcast %397 : vector<2xf16> to i32
        %399 = llvm.extractvalue %226[44] : !acc128 
        %400 = llvm.extractvalue %226[45] : !acc128 
        %401 = llvm.insertelement %399, %1[%37 : i32] : vector<2xf32>
        %402 = llvm.insertelement %400, %401[%36 : i32] : vector<2xf32>
        %403 = llvm.fptrunc %402 : vector<2xf32> to vector<2xf16>
        %404 = llvm.bitcast %403 : vector<2xf16> to i32
        %405 = llvm.extractvalue %226[46] : !acc128 
        %406 = llvm.extractvalue %226[47] : !acc128 
        %407 = llvm.insertelement %405, %1[%37 : i32] : vector<2xf32>
        %408 = llvm.insertelement %406, %407[%36 : i32] : vector<2xf32>
        %409 = llvm.fptrunc %408 : vector<2xf32> to vector<2xf16>
        %410 = llvm.bitcast %409 : vector<2xf16> to i32
        nvvm.stmatrix %386, %392, %398, %404, %410 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %411 = llvm.add %249, %10 : i32
        %412 = llvm.getelementptr %229[%411] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %413 = llvm.extractvalue %226[48] : !acc128 
        %414 = llvm.extractvalue %226[49] : !acc128 
        %415 = llvm.insertelement %413, %1[%37 : i32] : vector<2xf32>
        %416 = llvm.insertelement %414, %415[%36 : i32] : vector<2xf32>
        %417 = llvm.fptrunc %416 : vector<2xf32> to vector<2xf16>
        %418 = llvm.bitcast %417 : vector<2xf16> to i32
        %419 = llvm.extractvalue %226[50] : !acc128 
        %420 = llvm.extractvalue %226[51] : !acc128 
        %421 = llvm.insertelement %419, %1[%37 : i32] : vector<2xf32>
        %422 = llvm.insertelement %420, %421[%36 : i32] : vector<2xf32>
        %423 = llvm.fptrunc %422 : vector<2xf32> to vector<2xf16>
        %424 = llvm.bitcast %423 : vector<2xf16> to i32
        %425 = llvm.extractvalue %226[52] : !acc128 
        %426 = llvm.extractvalue %226[53] : !acc128 
        %427 = llvm.insertelement %425, %1[%37 : i32] : vector<2xf32>
        %428 = llvm.insertelement %426, %427[%36 : i32] : vector<2xf32>
        %429 = llvm.fptrunc %428 : vector<2xf32> to vector<2xf16>
        %430 = llvm.bitcast %429 : vector<2xf16> to i32
        %431 = llvm.extractvalue %226[54] : !acc128 
        %432 = llvm.extractvalue %226[55] : !acc128 
        %433 = llvm.insertelement %431, %1[%37 : i32] : vector<2xf32>
        %434 = llvm.insertelement %432, %433[%36 : i32] : vector<2xf32>
        %435 = llvm.fptrunc %434 : vector<2xf32> to vector<2xf16>
        %436 = llvm.bitcast %435 : vector<2xf16> to i32
        nvvm.stmatrix %412, %418, %424, %430, %436 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %437 = llvm.add %253, %10 : i32
        %438 = llvm.getelementptr %229[%437] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %439 = llvm.extractvalue %226[56] : !acc128 
        %440 = llvm.extractvalue %226[57] : !acc128 
        %441 = llvm.insertelement %439, %1[%37 : i32] : vector<2xf32>
        %442 = llvm.insertelement %440, %441[%36 : i32] : vector<2xf32>
        %443 = llvm.fptrunc %442 : vector<2xf32> to vector<2xf16>
        %444 = llvm.bitcast %443 : vector<2xf16> to i32
        %445 = llvm.extractvalue %226[58] : !acc128 
        %446 = llvm.extractvalue %226[59] : !acc128 
        %447 = llvm.insertelement %445, %1[%37 : i32] : vector<2xf32>
        %448 = llvm.insertelement %446, %447[%36 : i32] : vector<2xf32>
        %449 = llvm.fptrunc %448 : vector<2xf32> to vector<2xf16>
        %450 = llvm.bitcast %449 : vector<2xf16> to i32
        %451 = llvm.extractvalue %226[60] : !acc128 
        %452 = llvm.extractvalue %226[61] : !acc128 
        %453 = llvm.insertelement %451, %1[%37 : i32] : vector<2xf32>
        %454 = llvm.insertelement %452, %453[%36 : i32] : vector<2xf32>
        %455 = llvm.fptrunc %454 : vector<2xf32> to vector<2xf16>
        %456 = llvm.bitcast %455 : vector<2xf16> to i32
        %457 = llvm.extractvalue %226[62] : !acc128 
        %458 = llvm.extractvalue %226[63] : !acc128 
        %459 = llvm.insertelement %457, %1[%37 : i32] : vector<2xf32>
        %460 = llvm.insertelement %458, %459[%36 : i32] : vector<2xf32>
        %461 = llvm.fptrunc %460 : vector<2xf32> to vector<2xf16>
        %462 = llvm.bitcast %461 : vector<2xf16> to i32
        nvvm.stmatrix %438, %444, %450, %456, %462 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %463 = llvm.add %241, %17 : i32
        %464 = llvm.getelementptr %229[%463] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %465 = llvm.extractvalue %226[64] : !acc128 
        %466 = llvm.extractvalue %226[65] : !acc128 
        %467 = llvm.insertelement %465, %1[%37 : i32] : vector<2xf32>
        %468 = llvm.insertelement %466, %467[%36 : i32] : vector<2xf32>
        %469 = llvm.fptrunc %468 : vector<2xf32> to vector<2xf16>
        %470 = llvm.bitcast %469 : vector<2xf16> to i32
        %471 = llvm.extractvalue %226[66] : !acc128 
        %472 = llvm.extractvalue %226[67] : !acc128 
        %473 = llvm.insertelement %471, %1[%37 : i32] : vector<2xf32>
        %474 = llvm.insertelement %472, %473[%36 : i32] : vector<2xf32>
        %475 = llvm.fptrunc %474 : vector<2xf32> to vector<2xf16>
        %476 = llvm.bitcast %475 : vector<2xf16> to i32
        %477 = llvm.extractvalue %226[68] : !acc128 
        %478 = llvm.extractvalue %226[69] : !acc128 
        %479 = llvm.insertelement %477, %1[%37 : i32] : vector<2xf32>
        %480 = llvm.insertelement %478, %479[%36 : i32] : vector<2xf32>
        %481 = llvm.fptrunc %480 : vector<2xf32> to vector<2xf16>
        %482 = llvm.bitcast %481 : vector<2xf16> to i32
        %483 = llvm.extractvalue %226[70] : !acc128 
        %484 = llvm.extractvalue %226[71] : !acc128 
        %485 = llvm.insertelement %483, %1[%37 : i32] : vector<2xf32>
        %486 = llvm.insertelement %484, %485[%36 : i32] : vector<2xf32>
        %487 = llvm.fptrunc %486 : vector<2xf32> to vector<2xf16>
        %488 = llvm.bitcast %487 : vector<2xf16> to i32
        nvvm.stmatrix %464, %470, %476, %482, %488 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %489 = llvm.add %245, %17 : i32
        %490 = llvm.getelementptr %229[%489] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %491 = llvm.extractvalue %226[72] : !acc128 
        %492 = llvm.extractvalue %226[73] : !acc128 
        %493 = llvm.insertelement %491, %1[%37 : i32] : vector<2xf32>
        %494 = llvm.insertelement %492, %493[%36 : i32] : vector<2xf32>
        %495 = llvm.fptrunc %494 : vector<2xf32> to vector<2xf16>
        %496 = llvm.bitcast %495 : vector<2xf16> to i32
        %497 = llvm.extractvalue %226[74] : !acc128 
        %498 = llvm.extractvalue %226[75] : !acc128 
        %499 = llvm.insertelement %497, %1[%37 : i32] : vector<2xf32>
        %500 = llvm.insertelement %498, %499[%36 : i32] : vector<2xf32>
        %501 = llvm.fptrunc %500 : vector<2xf32> to vector<2xf16>
        %502 = llvm.bitcast %501 : vector<2xf16> to i32
        %503 = llvm.extractvalue %226[76] : !acc128 
        %504 = llvm.extractvalue %226[77] : !acc128 
        %505 = llvm.insertelement %503, %1[%37 : i32] : vector<2xf32>
        %506 = llvm.insertelement %504, %505[%36 : i32] : vector<2xf32>
        %507 = llvm.fptrunc %506 : vector<2xf32> to vector<2xf16>
        %508 = llvm.bitcast %507 : vector<2xf16> to i32
        %509 = llvm.extractvalue %226[78] : !acc128 
        %510 = llvm.extractvalue %226[79] : !acc128 
        %511 = llvm.insertelement %509, %1[%37 : i32] : vector<2xf32>
        %512 = llvm.insertelement %510, %511[%36 : i32] : vector<2xf32>
        %513 = llvm.fptrunc %512 : vector<2xf32> to vector<2xf16>
        %514 = llvm.bitcast %513 : vector<2xf16> to i32
        nvvm.stmatrix %490, %496, %502, %508, %514 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %515 = llvm.add %249, %17 : i32
        %516 = llvm.getelementptr %229[%515] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %517 = llvm.extractvalue %226[80] : !acc128 
        %518 = llvm.extractvalue %226[81] : !acc128 
        %519 = llvm.insertelement %517, %1[%37 : i32] : vector<2xf32>
        %520 = llvm.insertelement %518, %519[%36 : i32] : vector<2xf32>
        %521 = llvm.fptrunc %520 : vector<2xf32> to vector<2xf16>
        %522 = llvm.bitcast %521 : vector<2xf16> to i32
        %523 = llvm.extractvalue %226[82] : !acc128 
        %524 = llvm.extractvalue %226[83] : !acc128 
        %525 = llvm.insertelement %523, %1[%37 : i32] : vector<2xf32>
        %526 = llvm.insertelement %524, %525[%36 : i32] : vector<2xf32>
        %527 = llvm.fptrunc %526 : vector<2xf32> to vector<2xf16>
        %528 = llvm.bitcast %527 : vector<2xf16> to i32
        %529 = llvm.extractvalue %226[84] : !acc128 
        %530 = llvm.extractvalue %226[85] : !acc128 
        %531 = llvm.insertelement %529, %1[%37 : i32] : vector<2xf32>
        %532 = llvm.insertelement %530, %531[%36 : i32] : vector<2xf32>
        %533 = llvm.fptrunc %532 : vector<2xf32> to vector<2xf16>
        %534 = llvm.bitcast %533 : vector<2xf16> to i32
        %535 = llvm.extractvalue %226[86] : !acc128 
        %536 = llvm.extractvalue %226[87] : !acc128 
        %537 = llvm.insertelement %535, %1[%37 : i32] : vector<2xf32>
        %538 = llvm.insertelement %536, %537[%36 : i32] : vector<2xf32>
        %539 = llvm.fptrunc %538 : vector<2xf32> to vector<2xf16>
        %540 = llvm.bitcast %539 : vector<2xf16> to i32
        nvvm.stmatrix %516, %522, %528, %534, %540 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %541 = llvm.add %253, %17 : i32
        %542 = llvm.getelementptr %229[%541] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %543 = llvm.extractvalue %226[88] : !acc128 
        %544 = llvm.extractvalue %226[89] : !acc128 
        %545 = llvm.insertelement %543, %1[%37 : i32] : vector<2xf32>
        %546 = llvm.insertelement %544, %545[%36 : i32] : vector<2xf32>
        %547 = llvm.fptrunc %546 : vector<2xf32> to vector<2xf16>
        %548 = llvm.bitcast %547 : vector<2xf16> to i32
        %549 = llvm.extractvalue %226[90] : !acc128 
        %550 = llvm.extractvalue %226[91] : !acc128 
        %551 = llvm.insertelement %549, %1[%37 : i32] : vector<2xf32>
        %552 = llvm.insertelement %550, %551[%36 : i32] : vector<2xf32>
        %553 = llvm.fptrunc %552 : vector<2xf32> to vector<2xf16>
        %554 = llvm.bitcast %553 : vector<2xf16> to i32
        %555 = llvm.extractvalue %226[92] : !acc128 
        %556 = llvm.extractvalue %226[93] : !acc128 
        %557 = llvm.insertelement %555, %1[%37 : i32] : vector<2xf32>
        %558 = llvm.insertelement %556, %557[%36 : i32] : vector<2xf32>
        %559 = llvm.fptrunc %558 : vector<2xf32> to vector<2xf16>
        %560 = llvm.bitcast %559 : vector<2xf16> to i32
        %561 = llvm.extractvalue %226[94] : !acc128 
        %562 = llvm.extractvalue %226[95] : !acc128 
        %563 = llvm.insertelement %561, %1[%37 : i32] : vector<2xf32>
        %564 = llvm.insertelement %562, %563[%36 : i32] : vector<2xf32>
        %565 = llvm.fptrunc %564 : vector<2xf32> to vector<2xf16>
        %566 = llvm.bitcast %565 : vector<2xf16> to i32
        nvvm.stmatrix %542, %548, %554, %560, %566 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %567 = llvm.add %241, %0 : i32
        %568 = llvm.getelementptr %229[%567] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %569 = llvm.extractvalue %226[96] : !acc128 
        %570 = llvm.extractvalue %226[97] : !acc128 
        %571 = llvm.insertelement %569, %1[%37 : i32] : vector<2xf32>
        %572 = llvm.insertelement %570, %571[%36 : i32] : vector<2xf32>
        %573 = llvm.fptrunc %572 : vector<2xf32> to vector<2xf16>
        %574 = llvm.bitcast %573 : vector<2xf16> to i32
        %575 = llvm.extractvalue %226[98] : !acc128 
        %576 = llvm.extractvalue %226[99] : !acc128 
        %577 = llvm.insertelement %575, %1[%37 : i32] : vector<2xf32>
        %578 = llvm.insertelement %576, %577[%36 : i32] : vector<2xf32>
        %579 = llvm.fptrunc %578 : vector<2xf32> to vector<2xf16>
        %580 = llvm.bitcast %579 : vector<2xf16> to i32
        %581 = llvm.extractvalue %226[100] : !acc128 
        %582 = llvm.extractvalue %226[101] : !acc128 
        %583 = llvm.insertelement %581, %1[%37 : i32] : vector<2xf32>
        %584 = llvm.insertelement %582, %583[%36 : i32] : vector<2xf32>
        %585 = llvm.fptrunc %584 : vector<2xf32> to vector<2xf16>
        %586 = llvm.bitcast %585 : vector<2xf16> to i32
        %587 = llvm.extractvalue %226[102] : !acc128 
        %588 = llvm.extractvalue %226[103] : !acc128 
        %589 = llvm.insertelement %587, %1[%37 : i32] : vector<2xf32>
        %590 = llvm.insertelement %588, %589[%36 : i32] : vector<2xf32>
        %591 = llvm.fptrunc %590 : vector<2xf32> to vector<2xf16>
        %592 = llvm.bitcast %591 : vector<2xf16> to i32
        nvvm.stmatrix %568, %574, %580, %586, %592 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %593 = llvm.add %245, %0 : i32
        %594 = llvm.getelementptr %229[%593] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %595 = llvm.extractvalue %226[104] : !acc128 
        %596 = llvm.extractvalue %226[105] : !acc128 
        %597 = llvm.insertelement %595, %1[%37 : i32] : vector<2xf32>
        %598 = llvm.insertelement %596, %597[%36 : i32] : vector<2xf32>
        %599 = llvm.fptrunc %598 : vector<2xf32> to vector<2xf16>
        %600 = llvm.bitcast %599 : vector<2xf16> to i32
        %601 = llvm.extractvalue %226[106] : !acc128 
        %602 = llvm.extractvalue %226[107] : !acc128 
        %603 = llvm.insertelement %601, %1[%37 : i32] : vector<2xf32>
        %604 = llvm.insertelement %602, %603[%36 : i32] : vector<2xf32>
        %605 = llvm.fptrunc %604 : vector<2xf32> to vector<2xf16>
        %606 = llvm.bitcast %605 : vector<2xf16> to i32
        %607 = llvm.extractvalue %226[108] : !acc128 
        %608 = llvm.extractvalue %226[109] : !acc128 
        %609 = llvm.insertelement %607, %1[%37 : i32] : vector<2xf32>
        %610 = llvm.insertelement %608, %609[%36 : i32] : vector<2xf32>
        %611 = llvm.fptrunc %610 : vector<2xf32> to vector<2xf16>
        %612 = llvm.bitcast %611 : vector<2xf16> to i32
        %613 = llvm.extractvalue %226[110] : !acc128 
        %614 = llvm.extractvalue %226[111] : !acc128 
        %615 = llvm.insertelement %613, %1[%37 : i32] : vector<2xf32>
        %616 = llvm.insertelement %614, %615[%36 : i32] : vector<2xf32>
        %617 = llvm.fptrunc %616 : vector<2xf32> to vector<2xf16>
        %618 = llvm.bitcast %617 : vector<2xf16> to i32
        nvvm.stmatrix %594, %600, %606, %612, %618 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %619 = llvm.add %249, %0 : i32
        %620 = llvm.getelementptr %229[%619] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %621 = llvm.extractvalue %226[112] : !acc128 
        %622 = llvm.extractvalue %226[113] : !acc128 
        %623 = llvm.insertelement %621, %1[%37 : i32] : vector<2xf32>
        %624 = llvm.insertelement %622, %623[%36 : i32] : vector<2xf32>
        %625 = llvm.fptrunc %624 : vector<2xf32> to vector<2xf16>
        %626 = llvm.bitcast %625 : vector<2xf16> to i32
        %627 = llvm.extractvalue %226[114] : !acc128 
        %628 = llvm.extractvalue %226[115] : !acc128 
        %629 = llvm.insertelement %627, %1[%37 : i32] : vector<2xf32>
        %630 = llvm.insertelement %628, %629[%36 : i32] : vector<2xf32>
        %631 = llvm.fptrunc %630 : vector<2xf32> to vector<2xf16>
        %632 = llvm.bitcast %631 : vector<2xf16> to i32
        %633 = llvm.extractvalue %226[116] : !acc128 
        %634 = llvm.extractvalue %226[117] : !acc128 
        %635 = llvm.insertelement %633, %1[%37 : i32] : vector<2xf32>
        %636 = llvm.insertelement %634, %635[%36 : i32] : vector<2xf32>
        %637 = llvm.fptrunc %636 : vector<2xf32> to vector<2xf16>
        %638 = llvm.bitcast %637 : vector<2xf16> to i32
        %639 = llvm.extractvalue %226[118] : !acc128 
        %640 = llvm.extractvalue %226[119] : !acc128 
        %641 = llvm.insertelement %639, %1[%37 : i32] : vector<2xf32>
        %642 = llvm.insertelement %640, %641[%36 : i32] : vector<2xf32>
        %643 = llvm.fptrunc %642 : vector<2xf32> to vector<2xf16>
        %644 = llvm.bitcast %643 : vector<2xf16> to i32
        nvvm.stmatrix %620, %626, %632, %638, %644 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        %645 = llvm.add %253, %0 : i32
        %646 = llvm.getelementptr %229[%645] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
        %647 = llvm.extractvalue %226[120] : !acc128 
        %648 = llvm.extractvalue %226[121] : !acc128 
        %649 = llvm.insertelement %647, %1[%37 : i32] : vector<2xf32>
        %650 = llvm.insertelement %648, %649[%36 : i32] : vector<2xf32>
        %651 = llvm.fptrunc %650 : vector<2xf32> to vector<2xf16>
        %652 = llvm.bitcast %651 : vector<2xf16> to i32
        %653 = llvm.extractvalue %226[122] : !acc128 
        %654 = llvm.extractvalue %226[123] : !acc128 
        %655 = llvm.insertelement %653, %1[%37 : i32] : vector<2xf32>
        %656 = llvm.insertelement %654, %655[%36 : i32] : vector<2xf32>
        %657 = llvm.fptrunc %656 : vector<2xf32> to vector<2xf16>
        %658 = llvm.bitcast %657 : vector<2xf16> to i32
        %659 = llvm.extractvalue %226[124] : !acc128 
        %660 = llvm.extractvalue %226[125] : !acc128 
        %661 = llvm.insertelement %659, %1[%37 : i32] : vector<2xf32>
        %662 = llvm.insertelement %660, %661[%36 : i32] : vector<2xf32>
        %663 = llvm.fptrunc %662 : vector<2xf32> to vector<2xf16>
        %664 = llvm.bitcast %663 : vector<2xf16> to i32
        %665 = llvm.extractvalue %226[126] : !acc128 
        %666 = llvm.extractvalue %226[127] : !acc128 
        %667 = llvm.insertelement %665, %1[%37 : i32] : vector<2xf32>
        %668 = llvm.insertelement %666, %667[%36 : i32] : vector<2xf32>
        %669 = llvm.fptrunc %668 : vector<2xf32> to vector<2xf16>
        %670 = llvm.bitcast %669 : vector<2xf16> to i32
        nvvm.stmatrix %646, %652, %658, %664, %670 {eltType = #b16, layout = #nvvm.mma_layout<row>, shape = #m8n8} : !llvm.ptr<3>, i32, i32, i32, i32
        nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
        nvvm.bar.warp.sync %24 : i32
        scf.if %73 {
          nvvm.mbarrier.arrive %256 : !llvm.ptr<3>
        }
        %671 = llvm.add %arg8, %46 : i32
        %672 = llvm.xor %arg11, %36 : i32
        scf.yield %671, %97#0, %97#1, %672 : i32, i32, i32, i32
      }
      scf.if %73 {
        nvvm.cp.async.bulk.wait_group 0
      }
    }
    llvm.return
  }
}

