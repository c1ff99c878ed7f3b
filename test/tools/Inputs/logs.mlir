wave.kernel @logs(%a: !wave.memory<[M, K], f32, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M], f32>) defaults {K = 11, M = 6} {
  wave.workgroup_constraint M tile 4 dim 0
  wave.tiling_constraint K tile 4
  %0 = wave.register 0.0 : f32 : <[M], f32>
  %1 = wave.iterate K iter_args(%arg0 = %0) -> !wave.tile<[M], f32> {
    %2 = wave.read %a : <[M, K], f32, SHARED_ADDRESS_SPACE> -> <[M, K], f32>
    wave.debug_log %2 "tile" : !wave.tile<[M, K], f32>
    %3 = wave.reduce max %2 init %arg0 along K : <[M, K], f32>, !wave.tile<[M], f32> -> <[M], f32>
    wave.debug_log %3 "highest" {coordinates = {M = #wave.expr<"M - 1">}} : !wave.tile<[M], f32>
    wave.yield %3 : !wave.tile<[M], f32>
  }
  wave.write %1, %c : <[M], f32>, <[M], f32>
}
