// Three rows of twelve columns: the transposed read reaches into the square on the left alone,
// which belongs to workgroup 0.  Its registers have 16 rows; columns 3 to 15 of the memory, which
// the rows beyond M would read, belong to the others.
wave.kernel @in_place(%z: !wave.memory<[M, N], f32>)
    defaults {M = 3, N = 12} {
  wave.workgroup_constraint M tile 16 dim 0
  wave.workgroup_constraint N tile 4 dim 1
  %transposed = wave.read %z mapping ["$i1", "$i0"] : <[M, N], f32> -> <[M, N], f32>
  %own = wave.read %z : <[M, N], f32> -> <[M, N], f32>
  %sum = wave.add %transposed, %own : <[M, N], f32>, <[M, N], f32> -> <[M, N], f32>
  wave.write %sum, %z : <[M, N], f32>, <[M, N], f32>
}
