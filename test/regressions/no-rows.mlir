// A product of no rows, in a tile that has whole columns: its layout had no registers, which
// ended the process in a division by zero.

wave.kernel @no_rows(%a: !wave.memory<[M, K], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N, K], f16>, %c: !wave.memory<[M, N], f32>)
    defaults {K = 20, M = 0, N = 20} {
  wave.workgroup_constraint N tile 16 dim 0
  wave.tiling_constraint K tile 16
  %0 = wave.register 1.000000e+00 : f32 : <[M, N], f32>
  %1 = wave.iterate K iter_args(%arg0 = %0) -> !wave.tile<[M, N], f32> {
    %3 = wave.read %a : <[M, K], f16, SHARED_ADDRESS_SPACE> -> <[M, K], f16>
    %4 = wave.read %b : <[N, K], f16> -> <[N, K], f16>
    %5 = wave.mma %3, %4, %arg0 : <[M, K], f16>, <[N, K], f16>, <[M, N], f32>
    wave.yield %5 : !wave.tile<[M, N], f32>
  }
  wave.write %1, %c : <[M, N], f32>, <[M, N], f32>
}
