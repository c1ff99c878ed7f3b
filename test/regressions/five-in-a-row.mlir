// Each lane holds five elements in a row, and rows of twelve are no multiple of that: accesses
// of two at a time went on into the next row.

wave.kernel @five_in_a_row(%x: !wave.memory<[M, N], bf16>)
    defaults {M = 19, N = 12} {
  wave.workgroup_constraint M tile 5 dim 0
  wave.workgroup_constraint N tile 20 dim 1
  wave.wave_constraint N tile 5
  wave.wave_constraint M tile 5
  %0 = wave.read %x : <[M, N], bf16> -> <[M, N], bf16>
  %1 = wave.register 2.000000e+00 : bf16 : <[M, N], bf16>
  %2 = wave.mul %0, %1 : <[M, N], bf16>, <[M, N], bf16> -> <[M, N], bf16>
  wave.write %2, %x : <[M, N], bf16>, <[M, N], bf16>
}
