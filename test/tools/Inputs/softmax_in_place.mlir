// Each workgroup reads its rows three times and writes them.
wave.kernel @softmax_in_place(%z: !wave.memory<[M, N], f32>)
    defaults {M = 40, N = 70} {
  wave.workgroup_constraint M tile 16 dim 0
  wave.tiling_constraint N tile 16
  %low = wave.register 0xFF800000 : f32 : <[M], f32>
  %zero = wave.register 0.000000e+00 : f32 : <[M], f32>
  %max = wave.iterate N iter_args(%acc = %low) -> !wave.tile<[M], f32> {
    %x = wave.read %z : <[M, N], f32> -> <[M, N], f32>
    %m = wave.reduce max %x init %acc along N : <[M, N], f32>, !wave.tile<[M], f32> -> <[M], f32>
    wave.yield %m : !wave.tile<[M], f32>
  }
  %sum = wave.iterate N iter_args(%acc = %zero) -> !wave.tile<[M], f32> {
    %x = wave.read %z : <[M, N], f32> -> <[M, N], f32>
    %d = wave.sub %x, %max : <[M, N], f32>, <[M], f32> -> <[M, N], f32>
    %e = wave.unary exp %d : <[M, N], f32> -> <[M, N], f32>
    %s = wave.reduce sum %e init %acc along N : <[M, N], f32>, !wave.tile<[M], f32> -> <[M], f32>
    wave.yield %s : !wave.tile<[M], f32>
  }
  wave.iterate N {
    %x = wave.read %z : <[M, N], f32> -> <[M, N], f32>
    %d = wave.sub %x, %max : <[M, N], f32>, <[M], f32> -> <[M, N], f32>
    %e = wave.unary exp %d : <[M, N], f32> -> <[M, N], f32>
    %y = wave.div %e, %sum : <[M, N], f32>, <[M], f32> -> <[M, N], f32>
    wave.write %y, %z : <[M, N], f32>, <[M, N], f32>
  }
}
