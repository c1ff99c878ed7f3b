#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a module in the target form with a kernel for each row of Operations.def, and for
each floating-point type that the row takes.

Fails at a row that it knows no example for.
Usage: nvidia_operations.py Operations.def GENERATION [NAME...], rows of one generation of chips
"""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "amd"))
import operations  # noqa: E402
from operations import FLOATS, Kernel, STRUCTURE, simple  # noqa: E402

def lines(*texts):
    """Operations without results, as they are written."""
    return lambda k: [k.add(text, 0) for text in texts]


def result(text, kind):
    return lambda k: k.keep(k.add(text), kind)


def call(name, operands, kind):
    def example(k):
        values = [k.value(one) for one in operands]
        made = k.add(f'llvm.call_intrinsic "{name}"({", ".join(values)}) : ({", ".join(operands)}) -> {kind}')
        k.keep(made, kind)
    return example


def struct(count, kind):
    return f"!llvm.struct<({', '.join([kind] * count)})>"


def mma(k, shape, types, layout, a, b, c):
    """(count, type) of each operand's registers."""
    values = [", ".join(k.value(kind) for _ in range(count)) for count, kind in (a, b, c)]
    attributes = ", ".join([f"layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<{shape}>"]
                           + ([f"multiplicandAPtxType = #nvvm.mma_type<{types}>, multiplicandBPtxType = #nvvm.mma_type<{types}>"] if types else [])
                           + (["intOverflowBehavior = #nvvm.mma_int_overflow<satfinite>"] if types in ("s8", "u8") else []))
    made = k.add(f"nvvm.mma.sync A[{values[0]}] B[{values[1]}] C[{values[2]}] {{{attributes}}} : "
                 f"({a[1]}, {b[1]}, {c[1]}) -> {struct(c[0], c[1])}")
    k.keep(made, struct(c[0], c[1]))


def wait_for(k, sums):
    """The wait that registers go through, so that nothing is known of them behind it."""
    count = len(sums)
    constraints = ",".join(["=f"] * count + [str(i) for i in range(count)] + ["~{memory}"])
    text = "tcgen05.wait::ld.sync.aligned" if sys.argv[2] == "Blackwell" else "wgmma.wait_group.sync.aligned 0"
    return k.add(f'llvm.inline_asm has_side_effects "{text};", "{constraints}" '
                 f"{', '.join(sums)} : ({', '.join(['f32'] * count)}) -> {struct(count, 'f32')}")


PARTS = [("32x32b", "i32"), ("32x32b", "vector<2xi32>"), ("32x32b", "vector<32xi32>"),
         ("16x256b", "vector<4xi32>"), ("16x256b", "vector<32xi32>")]


def lanes(shape):
    return f"{{shape = #nvvm.tcgen05_ldst_shape<shape_{shape}>}}"


def tensor(k):
    return k.add(f"llvm.inttoptr {k.value('i32')} : i32 to !llvm.ptr<6>")


def allocate(k):
    k.add(f"nvvm.tcgen05.alloc %s, {k.constant(64)} : !llvm.ptr<3>, i32", 0)


def tensor_product(k, a):
    left = tensor(k) if a != "i64" else k.value(a)
    values = ", ".join([tensor(k), left, k.value("i64"), k.value("i32"), k.value("i1")])
    k.add(f"nvvm.tcgen05.mma {values} {{kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_1>}} : "
          f"(!llvm.ptr<6>, {a}, i64, i32, i1)", 0)


def wgmma(k, n, types):
    count = n // 2
    shape = f"m = 64, n = {n}, k = {16 if '16' in types else 32}"
    a, b = k.value("i64"), k.value("i64")
    # A constant would be moved to its registers behind the fence.
    sums = wait_for(k, [k.value("f32")] * count)
    k.add("nvvm.wgmma.fence.aligned", 0)
    scale = (f"D [<f32>, #nvvm.wgmma_scale_out<one>], A [<{types}>, #nvvm.wgmma_scale_in<one>, <row>], "
             f"B [<{types}>, #nvvm.wgmma_scale_in<one>, <col>]")
    kind = struct(count, "f32")
    made = k.add(f"nvvm.wgmma.mma_async {a}, {b}, {sums}, #nvvm.shape<{shape}>, {scale} : {kind} -> {kind}")
    k.add("nvvm.wgmma.commit.group.sync.aligned", 0)
    k.keep(wait_for(k, [k.add(f"llvm.extractvalue {made}[{i}] : {kind}") for i in range(count)]), kind)


def wgmmas(k):
    for n, types in ((64, "f16"), (128, "bf16"), (32, "e4m3")):
        wgmma(k, n, types)


def mmas(k):
    h = "vector<2xf16>"
    mma(k, "m = 16, n = 8, k = 16", None, None, (4, h), (2, h), (4, "f32"))
    mma(k, "m = 16, n = 8, k = 8", None, None, (2, h), (1, h), (4, "f32"))
    mma(k, "m = 16, n = 8, k = 16", "bf16", None, (4, "i32"), (2, "i32"), (4, "f32"))
    mma(k, "m = 16, n = 8, k = 32", "s8", None, (4, "i32"), (2, "i32"), (4, "i32"))
    mma(k, "m = 16, n = 8, k = 8", "tf32", None, (4, "i32"), (2, "i32"), (4, "f32"))
    mma(k, "m = 8, n = 8, k = 4", "f64", None, (1, "f64"), (1, "f64"), (2, "f64"))


def wait_text(k):
    k.keep(wait_for(k, [k.value("f32") for _ in range(4)]), struct(4, "f32"))


SHUFFLES = ("bfly", "up", "down", "idx")
SPECIAL = [f"{name}.{axis}" for name in ("tid", "ntid", "ctaid", "nctaid") for axis in "xyz"] + ["laneid", "warpid"]
SPECIAL += [f"cluster.{name}.{axis}" for name in ("ctaid", "nctaid") for axis in "xyz"] + ["cluster.ctarank", "cluster.nctarank"]
SPECIAL += [f"clusterid.{axis}" for axis in "xyz"] + [f"nclusterid.{axis}" for axis in "xyz"]
SPECIAL += [f"lanemask.{which}" for which in ("eq", "le", "lt", "ge", "gt")] + ["clock64"]
WIDE = {"clock64": "i64"}
FIXED = {
    "llvm.load": simple("llvm.load", ["!llvm.ptr<1>"], "vector<8xf16>"),
    "llvm.fence": simple("llvm.fence", [], None, 'ordering = 5 : i64, syncscope = "block"'),
    "llvm.addrspacecast": lambda k: k.keep(k.add("llvm.addrspacecast %s : !llvm.ptr<3> to !llvm.ptr"), "!llvm.ptr"),
    "llvm.inline_asm": wait_text,
    "llvm.call_intrinsic": call("llvm.nvvm.ex2.approx.f32", ["f32"], "f32"),
    "nvvm.shfl.sync": lambda k: [simple("nvvm.shfl.sync", ["i32", kind, "i32", "i32"], kind,
                                        f"kind = #nvvm<shfl_kind {which}>")(k)
                                 for which in SHUFFLES for kind in ("i32", "f32")],
    "nvvm.vote.sync": lambda k: [simple("nvvm.vote.sync", ["i32", "i1"], kind, f"kind = #nvvm<vote_sync_kind {which}>")(k)
                                 for which, kind in (("any", "i1"), ("all", "i1"), ("ballot", "i32"), ("uni", "i1"))],
    "nvvm.elect.sync": result("nvvm.elect.sync -> i1", "i1"),
    "nvvm.bar.warp.sync": lambda k: k.add(f"nvvm.bar.warp.sync {k.value('i32')} : i32", 0),
    "nvvm.barrier0": lines("nvvm.barrier0"),
    "nvvm.barrier": lambda k: (k.add("nvvm.barrier", 0),
                               k.add(f"nvvm.barrier id = {k.constant(1)} number_of_threads = {k.constant(64)}", 0)),
    "nvvm.barrier.arrive": lambda k: k.add(f"nvvm.barrier.arrive id = {k.constant(1)} number_of_threads = {k.constant(64)}", 0),
    "nvvm.memory.barrier": lines("nvvm.memory.barrier #nvvm.mem_scope<cta>", "nvvm.memory.barrier #nvvm.mem_scope<gpu>"),
    "nvvm.fence.sc.cluster": lines("nvvm.fence.sc.cluster"),
    "nvvm.fence.mbarrier.init": lines("nvvm.fence.mbarrier.init"),
    "nvvm.fence.proxy": lines("nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}",
                              "nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.global>}"),
    "nvvm.cluster.arrive": lines("nvvm.cluster.arrive {aligned}"),
    "nvvm.cluster.arrive.relaxed": lines("nvvm.cluster.arrive.relaxed {aligned}"),
    "nvvm.cluster.wait": lines("nvvm.cluster.wait {aligned}"),
    "nvvm.mapa": lambda k: k.keep(k.add(f"nvvm.mapa %s, {k.value('i32')} : !llvm.ptr<3> -> !llvm.ptr<7>"), "!llvm.ptr<7>"),
    "nvvm.setmaxregister": lines("nvvm.setmaxregister decrease 40"),
    "nvvm.nanosleep": lambda k: k.add(f"nvvm.nanosleep {k.value('i32')}", 0),
    "nvvm.cp.async.shared.global": lines("nvvm.cp.async.shared.global %s, %p, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>",
                                         "nvvm.cp.async.shared.global %s, %p, 4, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>"),
    "nvvm.cp.async.commit.group": lines("nvvm.cp.async.commit.group"),
    "nvvm.cp.async.wait.group": lines("nvvm.cp.async.wait.group 1"),
    "nvvm.cp.async.mbarrier.arrive": lines("nvvm.cp.async.mbarrier.arrive %s : !llvm.ptr<3>"),
    "nvvm.ldmatrix": lambda k: [k.keep(k.add(
        f"nvvm.ldmatrix %s {{num = {n} : i32, layout = #nvvm.mma_layout<{layout}>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, "
        f"eltType = #nvvm.ld_st_matrix_elt_type<b16>}} : (!llvm.ptr<3>) -> {kind}"), kind)
        for n, layout, kind in ((1, "row", "i32"), (2, "col", struct(2, "i32")), (4, "row", struct(4, "i32")))],
    "nvvm.stmatrix": lambda k: k.add(
        f"nvvm.stmatrix %s, {', '.join(k.value('i32') for _ in range(4))} {{layout = #nvvm.mma_layout<row>, "
        "shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : "
        "!llvm.ptr<3>, i32, i32, i32, i32", 0),
    "nvvm.mma.sync": mmas,
    "nvvm.wgmma.mma_async": wgmmas,
    # ptxas puts in what is missing, and says so: only all of them are right.
    "nvvm.wgmma.fence.aligned": lambda k: wgmma(k, 8, "f16"),
    "nvvm.wgmma.commit.group.sync.aligned": lambda k: wgmma(k, 8, "bf16"),
    "nvvm.wgmma.wait.group.sync.aligned": lines("nvvm.wgmma.wait.group.sync.aligned 0"),
    "nvvm.mbarrier.init": lambda k: k.add(f"nvvm.mbarrier.init %s, {k.constant(1)} : !llvm.ptr<3>, i32", 0),
    "nvvm.mbarrier.inval": lines("nvvm.mbarrier.inval %s : !llvm.ptr<3>"),
    "nvvm.mbarrier.arrive": result("nvvm.mbarrier.arrive %s : !llvm.ptr<3> -> i64", "i64"),
    "nvvm.mbarrier.arrive.expect_tx": lambda k: k.add(
        f"nvvm.mbarrier.arrive.expect_tx %s, {k.constant(64)} : !llvm.ptr<3>, i32", 0),
    "nvvm.mbarrier.expect_tx": lambda k: k.add(f"nvvm.mbarrier.expect_tx %s, {k.constant(64)} : !llvm.ptr<3>, i32", 0),
    "nvvm.mbarrier.try_wait": lambda k: k.keep(
        k.add(f"nvvm.mbarrier.try_wait %s, {k.value('i32')} : !llvm.ptr<3>, i32 -> i1"), "i1"),
    "nvvm.mbarrier.test.wait": lambda k: k.keep(
        k.add(f"nvvm.mbarrier.test.wait %s, {k.value('i32')} : !llvm.ptr<3>, i32 -> i1"), "i1"),
    "nvvm.mbarrier.try_wait.parity": lambda k: k.add(
        f"nvvm.mbarrier.try_wait.parity %s, {k.value('i32')}, {k.value('i32')} : !llvm.ptr<3>, i32, i32", 0),
    "nvvm.prefetch": lines("nvvm.prefetch tensormap, %map : !llvm.ptr"),
    "nvvm.cp.async.bulk.tensor.shared.cluster.global": lambda k: (
        lambda d, x: k.add(f"nvvm.cp.async.bulk.tensor.shared.cluster.global {d}, %map, %s, box[{x}, {x}] : !llvm.ptr<7>, !llvm.ptr", 0))(
            k.add("llvm.addrspacecast %s : !llvm.ptr<3> to !llvm.ptr<7>"), k.value("i32")),
    "nvvm.cp.async.bulk.tensor.global.shared.cta": lambda k: (
        lambda x: k.add(f"nvvm.cp.async.bulk.tensor.global.shared.cta %map, %s, box[{x}, {x}] : !llvm.ptr, !llvm.ptr<3>", 0))(
            k.value("i32")),
    "nvvm.cp.async.bulk.commit.group": lines("nvvm.cp.async.bulk.commit.group"),
    "nvvm.cp.async.bulk.wait_group": lines("nvvm.cp.async.bulk.wait_group 0", "nvvm.cp.async.bulk.wait_group 0 {read}"),
    "llvm.inttoptr": lambda k: k.keep(k.add(f"llvm.ptrtoint {tensor(k)} : !llvm.ptr<6> to i32"), "i32"),
    "nvvm.tcgen05.alloc": lambda k: allocate(k),
    "nvvm.tcgen05.dealloc": lambda k: k.add(f"nvvm.tcgen05.dealloc {tensor(k)}, {k.constant(64)} : !llvm.ptr<6>, i32", 0),
    "nvvm.tcgen05.relinquish_alloc_permit": lines("nvvm.tcgen05.relinquish_alloc_permit"),
    "nvvm.tcgen05.mma": lambda k: [tensor_product(k, a) for a in ("i64", "!llvm.ptr<6>")],
    "nvvm.tcgen05.commit": lambda k: (k.add("nvvm.tcgen05.commit %s : !llvm.ptr<3>", 0), k.add(
        f"nvvm.tcgen05.commit %s, multicast_mask = {k.value('i16')} : !llvm.ptr<3>, i16", 0)),
    "nvvm.tcgen05.ld": lambda k: [k.keep(k.add(f"nvvm.tcgen05.ld {tensor(k)} {lanes(shape)} : {kind}"), kind)
                                  for shape, kind in PARTS + [("32x32b", "vector<128xi32>")]],
    "nvvm.tcgen05.st": lambda k: [k.add(f"nvvm.tcgen05.st {tensor(k)}, {k.value(kind)} {lanes(shape)} : {kind}", 0)
                                  for shape, kind in PARTS],
    "nvvm.tcgen05.wait": lines("nvvm.tcgen05.wait <load>", "nvvm.tcgen05.wait <store>"),
    "nvvm.tcgen05.fence": lines("nvvm.tcgen05.fence <before>", "nvvm.tcgen05.fence <after>"),
    "llvm.intr.tanh": lambda k: k.keep(k.add(
        f"llvm.intr.tanh({k.value('f32')}) {{fastmathFlags = #llvm.fastmath<afn>}} : (f32) -> f32"), "f32"),
    "nvvm.rcp.approx.ftz.f": simple("nvvm.rcp.approx.ftz.f", ["f32"], "f32"),
    "nvvm.redux.sync": lambda k: k.keep(k.add(f"nvvm.redux.sync add {k.value('i32')}, {k.value('i32')} : i32 -> i32"), "i32"),
}
for register in SPECIAL:
    kind = WIDE.get(register, "i32")
    FIXED[f"nvvm.read.ptx.sreg.{register}"] = result(f"nvvm.read.ptx.sreg.{register} : {kind}", kind)


def examples(name, floats):
    if name in FIXED:
        return [FIXED[name]]
    if name.startswith("llvm.nvvm."):
        return [call(name, ["f32"], "f32")]
    return operations.examples(name, floats)


def print_kernels(rows):
    print("llvm.mlir.global internal @shared() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<1024 x i8>")
    count, unknown = 0, []
    for name, floats in rows:
        if name in STRUCTURE:
            continue
        found = examples(name, floats)
        if not found:
            unknown.append(name)
            continue
        for example in found:
            kernel = Kernel()
            example(kernel)
            print(f"""llvm.func @k{count}(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>,
    %map: !llvm.ptr {{llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}})
    attributes {{nvvm.kernel, wave.workgroup = array<i32: 128, 1, 1>, wave.memories = []}} {{
  // {name}
  %s = llvm.mlir.addressof @shared : !llvm.ptr<3>""")
            print("  " + "\n  ".join(kernel.lines) + "\n  llvm.return\n}")
            count += 1
    print(f"// {count} kernels of {len(rows)} rows")
    if unknown:
        sys.exit("no example of: " + " ".join(unknown))


def main():
    table = re.findall(r'^WAVE_NVIDIA_\w+\("([^"]+)", ([^,]+), ([^)]+)\)', open(sys.argv[1]).read(), flags=re.M)
    print_kernels([(name, FLOATS if floats == "AnyFloat" else [f.lower() for f in floats.split(" | ")])
                   for name, generations, floats in table
                   if generations in ("Every", sys.argv[2]) and (len(sys.argv) == 3 or name in sys.argv[3:])])


if __name__ == "__main__":
    main()
