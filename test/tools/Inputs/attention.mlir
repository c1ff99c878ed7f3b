wave.kernel @attention(%q: !wave.memory<[M, D], f16, SHARED_ADDRESS_SPACE>, %k: !wave.memory<[N, D], f16, SHARED_ADDRESS_SPACE>, %v: !wave.memory<[P, N], f16, SHARED_ADDRESS_SPACE>, %o: !wave.memory<[M, P], f32>)
    defaults {M = 128, N = 256, D = 128, P = 128} {
  wave.workgroup_constraint M tile 64 dim 0
  wave.tiling_constraint N tile 64
  %z = wave.register 0.000000e+00 : f32 : <[M, P], f32>
  %l0 = wave.register 0.000000e+00 : f32 : <[M], f32>
  %m0 = wave.register -1.000000e+03 : f32 : <[M], f32>
  %r:3 = wave.iterate N iter_args(%m = %m0, %l = %l0, %acc = %z) -> (!wave.tile<[M], f32>, !wave.tile<[M], f32>, !wave.tile<[M, P], f32>) {
    %a = wave.read %q : <[M, D], f16, SHARED_ADDRESS_SPACE> -> <[M, D], f16>
    %b = wave.read %k : <[N, D], f16, SHARED_ADDRESS_SPACE> -> <[N, D], f16>
    %s0 = wave.register 0.000000e+00 : f32 : <[M, N], f32>
    %s = wave.mma %a, %b, %s0 : <[M, D], f16>, <[N, D], f16>, <[M, N], f32>
    %mn = wave.reduce max %s init %m along N : <[M, N], f32>, !wave.tile<[M], f32> -> <[M], f32>
    %d = wave.sub %s, %mn : <[M, N], f32>, <[M], f32> -> <[M, N], f32>
    %p = wave.unary exp2 %d : <[M, N], f32> -> <[M, N], f32>
    %dm = wave.sub %m, %mn : <[M], f32>, <[M], f32> -> <[M], f32>
    %c = wave.unary exp2 %dm : <[M], f32> -> <[M], f32>
    %lc = wave.mul %l, %c : <[M], f32>, <[M], f32> -> <[M], f32>
    %ln = wave.reduce sum %p init %lc along N : <[M, N], f32>, !wave.tile<[M], f32> -> <[M], f32>
    %ac = wave.mul %acc, %c : <[M, P], f32>, <[M], f32> -> <[M, P], f32>
    %ph = wave.cast %p : <[M, N], f32> -> <[M, N], f16>
    %vv = wave.read %v : <[P, N], f16, SHARED_ADDRESS_SPACE> -> <[P, N], f16>
    %an = wave.mma %ph, %vv, %ac : <[M, N], f16>, <[P, N], f16>, <[M, P], f32>
    wave.yield %mn, %ln, %an : !wave.tile<[M], f32>, !wave.tile<[M], f32>, !wave.tile<[M, P], f32>
  }
  %out = wave.div %r#2, %r#1 : <[M, P], f32>, <[M], f32> -> <[M, P], f32>
  wave.write %out, %o : <[M, P], f32>, <[M, P], f32>
}
