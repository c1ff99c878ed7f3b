// Reads that begin before the memory.
wave.kernel @moved(%a: !wave.memory<[M], f32>, %b: !wave.memory<[M], f32>) defaults {M = 12} {
  wave.workgroup_constraint M tile 8 dim 0
  %0 = wave.read %a mapping ["$i0 - 3"] : !wave.memory<[M], f32> -> !wave.tile<[M], f32>
  %1 = wave.read %a mapping ["$i0 - 8"] : !wave.memory<[M], f32> -> !wave.tile<[M], f32>
  %2 = wave.add %0, %1 : !wave.tile<[M], f32>, !wave.tile<[M], f32> -> !wave.tile<[M], f32>
  wave.write %2, %b : !wave.tile<[M], f32>, !wave.memory<[M], f32>
}
