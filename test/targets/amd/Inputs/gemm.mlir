// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One wave multiplies 16 x K by 16 x K (transposed) in f16: global memory, shared memory,
// a matrix instruction, exp2 of the sum.  In the target form, written by hand.

llvm.mlir.global internal @shared() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<2048 x i8>

llvm.func @gemm(%a: !llvm.ptr<1>, %b: !llvm.ptr<1>, %c: !llvm.ptr<1>, %k: i64, %stride: i64)
    attributes {rocdl.kernel, wave.workgroup = array<i32: 256, 1, 1>,
                wave.shared = [{name = "a", offset = 0, bytes = 1024, slots = 1, dtype = f16, dims = ["M", "K"], sizes = [16, 32], strides = [32, 1]},
                               {name = "b", offset = 1024, bytes = 1024, slots = 1, dtype = f16, dims = ["N", "K"], sizes = [16, 32], strides = [32, 1]}],
                wave.memories = [{name = "a", dtype = f16, dims = ["M", "K"], pointer = 0, sizes = [-1, 3], strides = [4, -1], known_sizes = [16, -1], known_strides = [-1, 1], access = "read"},
                                 {name = "b", dtype = f16, dims = ["N", "K"], pointer = 1, sizes = [-1, 3], strides = [4, -1], known_sizes = [16, -1], known_strides = [-1, 1], access = "read"},
                                 {name = "c", dtype = f32, dims = ["M", "N"], pointer = 2, sizes = [-1, -1], strides = [-1, -1], known_sizes = [16, 16], known_strides = [16, 1], access = "write"}]} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c32 = llvm.mlir.constant(32 : i64) : i64
  %i0 = llvm.mlir.constant(0 : i32) : i32
  %i2 = llvm.mlir.constant(2 : i32) : i32
  %i4 = llvm.mlir.constant(4 : i32) : i32
  %i15 = llvm.mlir.constant(15 : i32) : i32
  %i63 = llvm.mlir.constant(63 : i32) : i32
  %is64 = llvm.mlir.constant(64 : i32) : i32
  %zero = llvm.mlir.constant(dense<0.0> : vector<4xf32>) : vector<4xf32>
  %shared = llvm.mlir.addressof @shared : !llvm.ptr<3>
  %shared_b = llvm.getelementptr %shared[1024] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %lane = rocdl.workitem.id.x range <i32, 0, 256> : i32

  // A quarter of the lanes copies 8 elements of a row of each operand.
  %row = llvm.lshr %lane, %i2 : i32
  %part = llvm.and %lane, %i15 : i32
  %row64 = llvm.zext %row : i32 to i64
  %start = llvm.mul %row64, %stride : i64
  %copies = llvm.icmp "ult" %lane, %is64 : i32

  %sum = scf.for %at = %c0 to %k step %c32 iter_args(%acc = %zero) -> (vector<4xf32>) : i64 {
    %offset = llvm.add %start, %at : i64
    scf.if %copies {
      %from_a = llvm.getelementptr %a[%offset] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f16
      %from_b = llvm.getelementptr %b[%offset] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f16
      %va = llvm.load %from_a {alignment = 16 : i64} : !llvm.ptr<1> -> vector<8xf16> loc("read_a"("kernel.cpp":12:3))
      %vb = llvm.load %from_b {alignment = 16 : i64} : !llvm.ptr<1> -> vector<8xf16> loc("read_b"("kernel.cpp":13:3))
      %to_a = llvm.getelementptr %shared[%lane] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<8xf16>
      %to_b = llvm.getelementptr %shared_b[%lane] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<8xf16>
      llvm.store %va, %to_a {alignment = 16 : i64} : vector<8xf16>, !llvm.ptr<3>
      llvm.store %vb, %to_b {alignment = 16 : i64} : vector<8xf16>, !llvm.ptr<3>
    }
    llvm.fence syncscope("workgroup") release {llvm.mmra = #llvm.mmra_tag<"amdgpu-synchronize-as":"local">}
    rocdl.s.barrier
    llvm.fence syncscope("workgroup") acquire {llvm.mmra = #llvm.mmra_tag<"amdgpu-synchronize-as":"local">}
    %at_a = llvm.getelementptr %shared[%part] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<8xf16>
    %at_b = llvm.getelementptr %shared_b[%part] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, vector<8xf16>
    %fa = llvm.load %at_a {alignment = 16 : i64} : !llvm.ptr<3> -> vector<8xf16>
    %fb = llvm.load %at_b {alignment = 16 : i64} : !llvm.ptr<3> -> vector<8xf16>
    %a0 = llvm.shufflevector %fa, %fa [0, 1, 2, 3] : vector<8xf16>
    %a1 = llvm.shufflevector %fa, %fa [4, 5, 6, 7] : vector<8xf16>
    %b0 = llvm.shufflevector %fb, %fb [0, 1, 2, 3] : vector<8xf16>
    %b1 = llvm.shufflevector %fb, %fb [4, 5, 6, 7] : vector<8xf16>
    %m0 = rocdl.mfma.f32.16x16x16f16 %a0, %b0, %acc, %i0, %i0, %i0 : (vector<4xf16>, vector<4xf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    %m1 = rocdl.mfma.f32.16x16x16f16 %a1, %b1, %m0, %i0, %i0, %i0 : (vector<4xf16>, vector<4xf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
    llvm.fence syncscope("workgroup") release {llvm.mmra = #llvm.mmra_tag<"amdgpu-synchronize-as":"local">}
    rocdl.s.barrier
    llvm.fence syncscope("workgroup") acquire {llvm.mmra = #llvm.mmra_tag<"amdgpu-synchronize-as":"local">}
    scf.yield %m1 : vector<4xf32>
  } loc("k_loop"("kernel.cpp":11:3))

  %result = llvm.intr.exp2(%sum) : (vector<4xf32>) -> vector<4xf32>
  %to = llvm.getelementptr %c[%lane] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<4xf32>
  llvm.store %result, %to {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
  llvm.return
}
