wave.kernel @batched_gemm(%a: !wave.memory<[B, M, K], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[B, N, K], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[B, M, N], f32>)
    defaults {B = 2, K = 192, M = 256, N = 256} {
  wave.workgroup_constraint M tile 128 dim 0
  wave.workgroup_constraint N tile 128 dim 1
  wave.workgroup_constraint B tile 1 dim 2
  wave.tiling_constraint K tile 64
  wave.wave_constraint M tile 64
  wave.wave_constraint N tile 64
  %0 = wave.register 0.000000e+00 : f32 : <[B, M, N], f32>
  %1 = wave.iterate K iter_args(%arg0 = %0) -> !wave.tile<[B, M, N], f32> {
    %2 = wave.read %a : <[B, M, K], f16, SHARED_ADDRESS_SPACE> -> <[B, M, K], f16>
    %4 = wave.read %b : <[B, N, K], f16, SHARED_ADDRESS_SPACE> -> <[B, N, K], f16>
    %5 = wave.mma %2, %4, %arg0 : <[B, M, K], f16>, <[B, N, K], f16>, <[B, M, N], f32>
    wave.yield %5 : !wave.tile<[B, M, N], f32>
  }
  wave.write %1, %c : <[B, M, N], f32>, <[B, M, N], f32>
}
