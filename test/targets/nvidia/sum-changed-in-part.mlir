// Columns beyond N are changed in every step and used by nothing else: LLVM moved their changes
// into the next step, and ptxas found no registers in a row for the sums of a product (C7511).
// RUN: %wave emit %s --target cuda:sm_90a --quiet -o %t.wpk
// RUN: %wave run %s --target sim:h200 --check --repeat 1

wave.kernel @sum_changed_in_part(%a: !wave.memory<[M, K], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N, K], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M, N], f32>)
    defaults {K = 39, M = 173, N = 15} {
  wave.workgroup_constraint M tile 64 dim 0
  wave.workgroup_constraint N tile 24 dim 1
  wave.tiling_constraint K tile 16
  %0 = wave.register 1.000000e+00 : f32 : <[M, N], f32>
  %1 = wave.iterate K iter_args(%arg0 = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : <[M, K], f16, SHARED_ADDRESS_SPACE> -> <[M, K], f16>
    %3 = wave.read %b : <[N, K], f16, SHARED_ADDRESS_SPACE> -> <[N, K], f16>
    %4 = wave.mma %2, %3, %arg0 : <[M, K], f16>, <[N, K], f16>, <[M, N], f32>
    %5 = wave.register 1.000000e+00 : f32 : <[M, N], f32>
    %6 = wave.sub %4, %5 : <[M, N], f32>, <[M, N], f32> -> <[M, N], f32>
    wave.yield %6 : !wave.tile<[M, N], f32>
  }
  wave.write %1, %c : <[M, N], f32>, <[M, N], f32>
}
