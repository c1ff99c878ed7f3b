# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes kernels that a careless reader would not survive, and one that it must not refuse."""

import sys

KERNEL = """{before}wave.kernel @k(%a: !wave.memory<[M], f32>, %b: !wave.memory<[M], f32>)
    defaults {{BLOCK_M = 4, M = 4}} attributes {{x = {attribute}}} {{
  wave.workgroup_constraint M tile BLOCK_M dim 0
  wave.wave_constraint M tile BLOCK_M
  wave.hardware_constraint threads_per_wave 64 {{waves_per_block = array<i64: 1, 1, 1>}}
  %0 = wave.read %a : <[M], f32> -> <[M], f32>
  wave.write %0, %b : <[M], f32>, <[M], f32>
}}
{after}"""


def write(name, attribute="1", before="", after=""):
    with open(f"{sys.argv[1]}.{name}.mlir", "w") as file:
        file.write(KERNEL.format(attribute=attribute, before=before, after=after))


def doubling(sigil, first, pair):
    """Forty aliases, each of the one before twice."""
    lines = [f"{sigil}a0 = {first}"]
    lines += [f"{sigil}a{i} = " + pair.format(f"{sigil}a{i - 1}") for i in range(1, 41)]
    return "\n".join(lines) + "\n"


with open(f"{sys.argv[1]}.deep.mlir", "w") as file:
    file.write("module {" * 20000 + "}" * 20000)
write("minus", f"affine_map<(d0) -> ({'-' * 200000}d0)>")
write("sum", f"affine_map<(d0) -> ({'d0 + ' * 200000}d0)>")
write("aliases", "#a40", before=doubling("#", "[0, 0]", "[{0}, {0}]"))
write("types", "!a40", before=doubling("!", "tuple<i1, i1>", "tuple<{0}, {0}>"))
write("resource", after='{-# dialect_resources: { builtin: { x: "0x0000000001020304" } } #-}\n')
brackets = "<" * 2000
write("harmless", f'["{brackets}\\"{brackets}", #three, affine_map<(d0) -> (d0 floordiv 2)>]',
      before=f"// {brackets}\n#one = [1]\n#three = [#one, #one, #one]\n")
