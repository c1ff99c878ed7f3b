// The values v of a row, weighted by the softmax of its scores x, in one pass: a running maximum,
// which begins at START, and with it a running sum and product, which are scaled as it grows.
wave.kernel @online_softmax(%x: !wave.memory<[M, N], f32>, %v: !wave.memory<[D, N], f32>, %c: !wave.memory<[M, D], f32>)
    defaults {M = 20, N = 333, D = 7, BLOCK_N = 32} {
  wave.workgroup_constraint M tile 8 dim 0
  wave.tiling_constraint N tile "BLOCK_N"
  %start = wave.register START : f32 : <[M], f32>
  %none = wave.register 0.0 : f32 : <[M], f32>
  %nothing = wave.register 0.0 : f32 : <[M, D], f32>
  %all:3 = wave.iterate N iter_args(%highest = %start, %total = %none, %product = %nothing) -> (!wave.tile<[M], f32>, !wave.tile<[M], f32>, !wave.tile<[M, D], f32>) {
    %0 = wave.read %x : <[M, N], f32> -> <[M, N], f32>
    %1 = wave.read %v : <[D, N], f32> -> <[D, N], f32>
    %2 = wave.reduce max %0 along N : !wave.tile<[M, N], f32> -> !wave.tile<[M], f32>
    %3 = wave.maximum %highest, %2 : <[M], f32>, <[M], f32> -> <[M], f32>
    %4 = wave.sub %highest, %3 : <[M], f32>, <[M], f32> -> <[M], f32>
    %scale = wave.unary exp %4 : <[M], f32> -> <[M], f32>
    %5 = wave.sub %0, %3 : <[M, N], f32>, <[M], f32> -> <[M, N], f32>
    %powers = wave.unary exp %5 : <[M, N], f32> -> <[M, N], f32>
    %6 = wave.mul %total, %scale : <[M], f32>, <[M], f32> -> <[M], f32>
    %7 = wave.reduce sum %powers along N : !wave.tile<[M, N], f32> -> !wave.tile<[M], f32>
    %8 = wave.add %6, %7 : <[M], f32>, <[M], f32> -> <[M], f32>
    %9 = wave.mul %product, %scale : <[M, D], f32>, <[M], f32> -> <[M, D], f32>
    %10 = wave.mma %powers, %1, %9 : <[M, N], f32>, <[D, N], f32>, <[M, D], f32>
    wave.yield %3, %8, %10 : !wave.tile<[M], f32>, !wave.tile<[M], f32>, !wave.tile<[M, D], f32>
  }
  %11 = wave.div %all#2, %all#1 : <[M, D], f32>, <[M], f32> -> <[M, D], f32>
  wave.write %11, %c : <[M, D], f32>, <[M, D], f32>
}
