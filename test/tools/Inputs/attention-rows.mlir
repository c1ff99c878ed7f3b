wave.kernel @attention_rows(%q: !wave.memory<[M, D], f16, SHARED_ADDRESS_SPACE>, %k: !wave.memory<[N, D], f16, SHARED_ADDRESS_SPACE>, %v: !wave.memory<[P, N], f16, SHARED_ADDRESS_SPACE>, %o: !wave.memory<[M, P], f32>)
    defaults {D = 128, M = 128, N = 64, P = 128} {
  wave.workgroup_constraint M tile 64 dim 0
  %q0 = wave.read %q : <[M, D], f16, SHARED_ADDRESS_SPACE> -> <[M, D], f16>
  %k0 = wave.read %k : <[N, D], f16, SHARED_ADDRESS_SPACE> -> <[N, D], f16>
  %zero = wave.register 0.000000e+00 : f32 : <[M, N], f32>
  %s = wave.mma %q0, %k0, %zero : <[M, D], f16>, <[N, D], f16>, <[M, N], f32>
  %most = wave.reduce max %s along N : <[M, N], f32> -> <[M], f32>
  %less = wave.sub %s, %most : <[M, N], f32>, <[M], f32> -> <[M, N], f32>
  %p = wave.unary exp2 %less : <[M, N], f32> -> <[M, N], f32>
  %sum = wave.reduce sum %p along N : <[M, N], f32> -> <[M], f32>
  %share = wave.div %p, %sum : <[M, N], f32>, <[M], f32> -> <[M, N], f32>
  %half = wave.cast %share : <[M, N], f32> -> <[M, N], f16>
  %v0 = wave.read %v : <[P, N], f16, SHARED_ADDRESS_SPACE> -> <[P, N], f16>
  %none = wave.register 0.000000e+00 : f32 : <[M, P], f32>
  %out = wave.mma %half, %v0, %none : <[M, N], f16>, <[P, N], f16>, <[M, P], f32>
  wave.write %out, %o : <[M, P], f32>, <[M, P], f32>
}
