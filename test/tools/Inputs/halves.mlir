wave.kernel @halves(%a: !wave.memory<[M], f32>, %b: !wave.memory<[M], f32>) defaults {HALF = 4, M = 128, SECOND = 64} {
  wave.grid_constraint [HALF]
  wave.workgroup_constraint M tile 16 dim 0
  %id = wave.workgroup_id 0
  %first = wave.index "$0 * 16" (%id)
  %second = wave.index "$0 * 16 + SECOND" (%id)
  %0 = wave.read %a mapping ["$i0 + $0"] (%first) : <[M], f32> -> <[M], f32>
  wave.write %0, %b mapping ["$i0 + $0"] (%first) : <[M], f32>, <[M], f32>
  %1 = wave.read %a mapping ["$i0 + $0"] (%second) : <[M], f32> -> <[M], f32>
  wave.write %1, %b mapping ["$i0 + $0"] (%second) : <[M], f32>, <[M], f32>
}
