wave.kernel @gathered(%a: !wave.memory<[K, M], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N, K], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M, N], f32>)
    defaults {M = 128, N = 64, K = 256} {
  wave.workgroup_constraint M tile 64 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  wave.tiling_constraint K tile 32
  wave.hardware_constraint threads_per_wave 64
  %0 = wave.register 0.0 : f32 : <[M, N], f32>
  %1 = wave.iterate K iter_args(%sum = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a mapping ["$i1 % 64", "$i0"] : <[K, M], f16, SHARED_ADDRESS_SPACE> -> <[M, K], f16>
    %3 = wave.read %b mapping ["$i0", "$i1 - 3"] : <[N, K], f16, SHARED_ADDRESS_SPACE> -> <[N, K], f16>
    %4 = wave.mma %2, %3, %sum : <[M, K], f16>, <[N, K], f16>, <[M, N], f32>
    wave.yield %4 : !wave.tile<[M, N], f32>
  }
  wave.write %1, %c : <[M, N], f32>, <[M, N], f32>
}
