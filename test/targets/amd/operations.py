#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a module in the target form with a kernel for each row of Operations.def that a
chip has, and for each floating-point type that the row takes.

Fails at a row that it knows no example for.  Usage: operations.py Operations.def GENERATION
"""

import re
import sys

# Made by every module of the tests, or nothing to compute with.
STRUCTURE = {"builtin.module", "llvm.func", "llvm.return", "llvm.mlir.global", "scf.for", "scf.if",
             "scf.while", "scf.yield", "scf.condition"}
FLOATS = ["f16", "bf16", "f32", "f64"]
BITS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "f16": 16, "bf16": 16, "f32": 32, "f64": 64}


class Kernel:
    """The text of one kernel.  %p and %q are global memory, %s shared memory, %r a buffer."""

    def __init__(self):
        self.lines, self.count = [], 0

    def add(self, text, results=1):
        self.count += 1
        name = f"%v{self.count}"
        self.lines.append((f"{name}{f':{results}' if results > 1 else ''} = " if results else "") + text)
        return name

    def value(self, kind):
        """A value of this type that the compiler does not know."""
        if kind == "!llvm.ptr<1>":
            return "%p"
        if kind == "!llvm.ptr<3>":
            return "%s"
        if kind in ("!llvm.ptr<7>", "!llvm.ptr<8>"):
            return "%f" if "7" in kind else "%r"
        at = self.add(f'"llvm.getelementptr"(%p) <{{elem_type = i8, rawConstantIndices = array<i32: {64 * self.count}>}}> : (!llvm.ptr<1>) -> !llvm.ptr<1>')
        return self.add(f"llvm.load volatile {at} : !llvm.ptr<1> -> {kind}")

    def constant(self, number, kind="i32"):
        return self.add(f"llvm.mlir.constant({number} : {kind}) : {kind}")

    def operation(self, name, operands, types, result, properties=""):
        """Stores the result, if there is one."""
        text = f'"{name}"({", ".join(operands)}) {f"<{{{properties}}}>" if properties else ""} : ({", ".join(types)}) -> {result or "()"}'
        made = self.add(text, 1 if result else 0)
        if result and result != "()":
            self.keep(made, result)

    def keep(self, value, kind):
        if kind.startswith("!llvm.struct"):
            first = kind[len("!llvm.struct<("):].split(",")[0].strip()
            value, kind = self.add(f"llvm.extractvalue {value}[0] : {kind}"), first
        self.lines.append(f"llvm.store volatile {value}, %q : {kind}, !llvm.ptr<1>")


def simple(name, operands, result, properties=""):
    def example(kernel):
        kernel.operation(name, [kernel.value(kind) for kind in operands], operands, result, properties)
    return example


def with_constants(name, operands, constants, result, properties=""):
    def example(kernel):
        values = [kernel.value(kind) for kind in operands] + [kernel.constant(n, k) for n, k in constants]
        kernel.operation(name, values, operands + [k for _, k in constants], result, properties)
    return example


def vector(count, kind):
    return f"vector<{count}x{kind}>"


def matrix(name):
    """Operands by the name: mfma.f32.MxNxK, then elements; K times elements over the lanes of a column."""
    result, shape, rest = re.fullmatch(r"rocdl\.mfma\.(?:scale\.)?([fi]\d+)\.(\d+x\d+x\d+)\.?(.*)", name).groups()
    m, n, k = map(int, shape.split("x"))
    accumulators = vector(ACCUMULATORS.get(name, m * n // 64), result)
    if name == "rocdl.mfma.f64.4x4x4f64":
        accumulators = "f64"
    if "f8f6f4" in name:
        types = ["vector<8xi32>", "vector<8xi32>", accumulators]
        constants = [(0, "i32"), (0, "i32"), (0, "i32"), (0, "i32"), (0, "i32"), (0, "i32")]
        return with_constants(name, types, constants, accumulators)
    operand = {"f32": "f32", "xf32": vector(2, "f32"), "f64": "f64", "i8": "i32", "f16": vector(4, "f16"),
               "bf16.1k": vector(4, "i16"), "f16 wide": vector(8, "f16"), "bf16 wide": vector(8, "bf16"),
               "i8 wide": "i64", "i8 widest": vector(4, "i32")}
    kind = rest
    if re.fullmatch(r"[bf]{1,2}p?8\.[bf]{1,2}p?8", rest):
        kind = "i8 wide"
    elif (m, k) in ((16, 32), (32, 16)):
        kind += " wide"
    elif (m, k) in ((16, 64), (32, 32)):
        kind += " widest"
    types = [operand[kind], operand[kind], accumulators]
    return with_constants(name, types, [(0, "i32")] * 3, accumulators)


# Instructions of several blocks.
ACCUMULATORS = {f"rocdl.mfma.{name}": count for name, count in {
    "f32.32x32x1f32": 32, "f32.16x16x1f32": 16, "f32.4x4x1f32": 4, "f32.32x32x4f16": 32,
    "f32.16x16x4f16": 16, "f32.4x4x4f16": 4, "i32.32x32x4i8": 32, "i32.16x16x4i8": 16,
    "i32.4x4x4i8": 4, "f32.32x32x4bf16.1k": 32, "f32.16x16x4bf16.1k": 16, "f32.4x4x4bf16.1k": 4}.items()}

SMALL_STRUCT = "!llvm.struct<(i32, i32)>"
FIXED = {
    "llvm.mlir.addressof": lambda k: k.keep("%s", "!llvm.ptr<3>"),
    "llvm.mlir.constant": lambda k: k.keep(k.constant(7), "i32"),
    "llvm.mlir.zero": lambda k: k.keep(k.add("llvm.mlir.zero : vector<4xf32>"), "vector<4xf32>"),
    "llvm.mlir.undef": lambda k: k.keep(k.add("llvm.mlir.undef : i32"), "i32"),
    "llvm.mlir.poison": lambda k: k.keep(k.add("llvm.mlir.poison : i32"), "i32"),
    "llvm.freeze": simple("llvm.freeze", ["i32"], "i32"),
    "llvm.select": simple("llvm.select", ["i1", "i32", "i32"], "i32"),
    "llvm.extractelement": simple("llvm.extractelement", ["vector<4xf32>", "i32"], "f32"),
    "llvm.insertelement": simple("llvm.insertelement", ["vector<4xf32>", "f32", "i32"], "vector<4xf32>"),
    "llvm.shufflevector": simple("llvm.shufflevector", ["vector<4xf32>", "vector<4xf32>"], "vector<2xf32>",
                                 "mask = array<i32: 3, 5>"),
    "llvm.insertvalue": lambda k: k.keep(
        k.add(f"llvm.insertvalue {k.value('i32')}, {k.add(f'llvm.mlir.poison : {SMALL_STRUCT}')}[0] : {SMALL_STRUCT}"),
        SMALL_STRUCT),
    "llvm.extractvalue": simple("llvm.intr.sadd.with.overflow", ["i32", "i32"], "!llvm.struct<(i32, i1)>"),
    "llvm.bitcast": simple("llvm.bitcast", ["vector<4xi8>"], "i32"),
    "llvm.ptrtoint": simple("llvm.ptrtoint", ["!llvm.ptr<3>"], "i32"),
    "llvm.icmp": simple("llvm.icmp", ["i64", "i64"], "i1", "predicate = 2 : i64"),
    "llvm.sext": simple("llvm.sext", ["i16"], "i64"),
    "llvm.zext": simple("llvm.zext", ["i8"], "i64"),
    "llvm.trunc": simple("llvm.trunc", ["i64"], "i8"),
    "llvm.intr.ldexp": None, "llvm.intr.is.fpclass": None,
    "llvm.getelementptr": simple("llvm.load", ["!llvm.ptr<1>"], "vector<8xf16>"),
    "llvm.load": simple("llvm.load", ["!llvm.ptr<7>"], "vector<8xf16>"),
    "llvm.store": simple("llvm.store", ["vector<8xf16>", "!llvm.ptr<3>"], None),
    "llvm.atomicrmw": simple("llvm.atomicrmw", ["!llvm.ptr<1>", "f32"], "f32", "bin_op = 11 : i64, ordering = 2 : i64"),
    "llvm.cmpxchg": simple("llvm.cmpxchg", ["!llvm.ptr<3>", "i32", "i32"], "!llvm.struct<(i32, i1)>",
                           "success_ordering = 2 : i64, failure_ordering = 2 : i64"),
    "llvm.fence": simple("llvm.fence", [], None, 'ordering = 5 : i64, syncscope = "agent"'),
    "llvm.intr.masked.load": simple("llvm.intr.masked.load", ["!llvm.ptr<1>", "vector<4xi1>", "vector<4xf32>"],
                                    "vector<4xf32>", "alignment = 4 : i32"),
    "llvm.intr.masked.store": simple("llvm.intr.masked.store", ["vector<4xf32>", "!llvm.ptr<1>", "vector<4xi1>"],
                                     None, "alignment = 4 : i32"),
    "llvm.intr.assume": lambda k: k.add(f"llvm.intr.assume {k.value('i1')} : i1", 0),
    "rocdl.make.buffer.rsrc": simple("llvm.load", ["!llvm.ptr<7>"], "f32"),
    "rocdl.raw.ptr.buffer.load": with_constants("rocdl.raw.ptr.buffer.load", ["!llvm.ptr<8>", "i32"],
                                                [(0, "i32"), (0, "i32")], "vector<4xf32>"),
    "rocdl.raw.ptr.buffer.store": with_constants("rocdl.raw.ptr.buffer.store", ["vector<8xf16>", "!llvm.ptr<8>", "i32"],
                                                 [(0, "i32"), (0, "i32")], None),
    "rocdl.load.to.lds": simple("rocdl.load.to.lds", ["!llvm.ptr<1>", "!llvm.ptr<3>"], None,
                                "size = 4 : i32, offset = 0 : i32, aux = 0 : i32"),
    "rocdl.global.load.lds": simple("rocdl.global.load.lds", ["!llvm.ptr<1>", "!llvm.ptr<3>"], None,
                                    "size = 4 : i32, offset = 0 : i32, aux = 0 : i32"),
    "rocdl.raw.ptr.buffer.load.lds": with_constants(
        "rocdl.raw.ptr.buffer.load.lds", ["!llvm.ptr<8>", "!llvm.ptr<3>"], [(n, "i32") for n in (4, 0, 0, 0, 0)], None),
    "rocdl.mbcnt.lo": simple("rocdl.mbcnt.lo", ["i32", "i32"], "i32"),
    "rocdl.mbcnt.hi": simple("rocdl.mbcnt.hi", ["i32", "i32"], "i32"),
    "rocdl.ballot": simple("rocdl.ballot", ["i1"], "i64"),
    "rocdl.readfirstlane": simple("rocdl.readfirstlane", ["f64"], "f64"),
    "rocdl.readlane": simple("rocdl.readlane", ["f32", "i32"], "f32"),
    "rocdl.ds_swizzle": with_constants("rocdl.ds_swizzle", ["i32"], [(0x401F, "i32")], "i32"),
    "rocdl.ds_bpermute": simple("rocdl.ds_bpermute", ["i32", "i32"], "i32"),
    "rocdl.update.dpp": simple("rocdl.update.dpp", ["f32", "f32"], "f32",
                               "dppCtrl = 280 : i32, rowMask = 15 : i32, bankMask = 15 : i32, boundCtrl = true"),
    "rocdl.permlane16.swap": simple("rocdl.permlane16.swap", ["i32", "i32"], SMALL_STRUCT,
                                    "fi = false, boundControl = false"),
    "rocdl.permlane32.swap": simple("rocdl.permlane32.swap", ["i32", "i32"], SMALL_STRUCT,
                                    "fi = false, boundControl = false"),
    "rocdl.ds.read.tr4.b64": simple("rocdl.ds.read.tr4.b64", ["!llvm.ptr<3>"], "vector<2xi32>"),
    "rocdl.ds.read.tr8.b64": simple("rocdl.ds.read.tr8.b64", ["!llvm.ptr<3>"], "vector<2xi32>"),
    "rocdl.ds.read.tr6.b96": simple("rocdl.ds.read.tr6.b96", ["!llvm.ptr<3>"], "vector<3xi32>"),
    "rocdl.ds.read.tr16.b64": simple("rocdl.ds.read.tr16.b64", ["!llvm.ptr<3>"], "vector<4xf16>"),
    "rocdl.s.barrier": simple("rocdl.s.barrier", [], None),
    "rocdl.s.waitcnt": simple("rocdl.s.waitcnt", [], None, "bitfield = 3952 : i32"),
    "rocdl.s.setprio": simple("rocdl.s.setprio", [], None, "priority = 1 : i16"),
    "rocdl.s.sleep": simple("rocdl.s.sleep", [], None, "count = 1 : i32"),
    "rocdl.s.nop": simple("rocdl.s.nop", [], None, "count = 1 : i16"),
    "rocdl.sched.barrier": simple("rocdl.sched.barrier", [], None, "mask = 0 : i32"),
    "rocdl.sched.group.barrier": simple("rocdl.sched.group.barrier", [], None,
                                        "mask = 8 : i32, size = 1 : i32, groupId = 0 : i32"),
    "rocdl.iglp.opt": simple("rocdl.iglp.opt", [], None, "variant = 0 : i32"),
    "rocdl.cvt.pkrtz": simple("rocdl.cvt.pkrtz", ["f32", "f32"], "vector<2xf16>"),
    "rocdl.cvt.f32.bf8": simple("rocdl.cvt.f32.bf8", ["i32"], "f32", "byteSel = 0 : i32"),
    "rocdl.cvt.f32.fp8": simple("rocdl.cvt.f32.fp8", ["i32"], "f32", "byteSel = 3 : i32"),
    "rocdl.cvt.pk.f32.fp8": simple("rocdl.cvt.pk.f32.fp8", ["i32"], "vector<2xf32>", "wordSel = false"),
    "rocdl.cvt.pk.f32.bf8": simple("rocdl.cvt.pk.f32.bf8", ["i32"], "vector<2xf32>", "wordSel = true"),
    "rocdl.cvt.pk.bf8.f32": simple("rocdl.cvt.pk.bf8.f32", ["f32", "f32", "i32"], "i32", "wordSel = false"),
    "rocdl.cvt.pk.fp8.f32": simple("rocdl.cvt.pk.fp8.f32", ["f32", "f32", "i32"], "i32", "wordSel = true"),
    "rocdl.cvt.sr.bf8.f32": simple("rocdl.cvt.sr.bf8.f32", ["f32", "i32", "i32"], "i32", "byteSel = 0 : i32"),
    "rocdl.cvt.sr.fp8.f32": simple("rocdl.cvt.sr.fp8.f32", ["f32", "i32", "i32"], "i32", "byteSel = 0 : i32"),
}
UNARY = set("fneg intr.fabs intr.floor intr.ceil intr.trunc intr.rint intr.nearbyint intr.round intr.roundeven "
            "intr.sqrt intr.exp intr.exp2 intr.exp10 intr.log intr.log2 intr.log10 intr.sin intr.cos".split())
BINARY = set("fadd fsub fmul fdiv frem intr.pow intr.copysign intr.minnum intr.maxnum intr.minimum intr.maximum".split())
INTEGER_2 = set("add sub mul udiv sdiv urem srem and or xor shl lshr ashr intr.smax intr.smin intr.umax intr.umin "
                "intr.sadd.sat intr.uadd.sat intr.ssub.sat intr.usub.sat".split())
INTEGER_1 = set("intr.ctpop intr.bitreverse intr.bswap".split())
TO_FLOAT, FROM_FLOAT = {"sitofp", "uitofp"}, {"fptosi", "fptoui"}


def float_example(name, kind):
    short = name.removeprefix("llvm.")
    if short in UNARY or name.startswith("rocdl."):
        return simple(name, [kind] * (3 if name == "rocdl.fmed3" else 1), kind)
    if short in BINARY:
        return simple(name, [kind] * 2, kind)
    if short in ("intr.fma", "intr.fmuladd"):
        return simple(name, [vector(4, kind)] * 3, vector(4, kind))
    if short == "fcmp":
        return simple(name, [kind] * 2, "i1", "predicate = 4 : i64")
    if short == "intr.ldexp":
        return simple(name, [kind, "i32"], kind)
    if short == "intr.is.fpclass":
        return simple(name, [kind], "i1", "bit = 3 : i32")
    if short in TO_FLOAT:
        return simple(name, ["i64"], kind)
    if short in FROM_FLOAT:
        return simple(name, [kind], "i64")
    if short == "fpext" and kind != "f64":
        return simple(name, [kind], "f64" if kind == "f32" else "f32")
    if short == "fptrunc" and BITS[kind] > 16:
        def narrow(kernel):
            for to in ("f16", "bf16") + (("f32",) if kind == "f64" else ()):
                simple(name, [kind], to)(kernel)
        return narrow
    if short in ("intr.vector.reduce.fadd", "intr.vector.reduce.fmul"):
        return simple(name, [kind, vector(8, kind)], kind)
    if short.startswith("intr.vector.reduce.f"):
        return simple(name, [vector(8, kind)], kind)
    return None


def call(name):
    """An intrinsic of an f32."""
    return lambda k: k.keep(k.add(f'llvm.call_intrinsic "{name}"({k.value("f32")}) : (f32) -> f32'), "f32")


def examples(name, floats):
    """What the kernels for a row do, or None."""
    short = name.removeprefix("llvm.")
    if name == "llvm.call_intrinsic" or name.startswith("llvm.amdgcn."):
        return [call("llvm.amdgcn.rsq" if name == "llvm.call_intrinsic" else name)]
    if name.startswith("rocdl.mfma."):
        return [matrix(name)]
    if re.fullmatch(r"rocdl\.(workitem|workgroup)\.id\.[xyz]|rocdl\.wavefrontsize", name):
        return [simple(name, [], "i32")]
    if FIXED.get(name):
        return [FIXED[name]]
    if short in INTEGER_2:
        return [simple(name, [kind] * 2, kind) for kind in ("i8", "i16", "i32", "i64", "vector<4xi32>")]
    if short in INTEGER_1:
        return [simple(name, [kind], kind) for kind in ("i16", "i32", "i64")]
    if short in ("intr.fshl", "intr.fshr"):
        return [simple(name, [kind] * 3, kind) for kind in ("i16", "i32", "i64")]
    if short == "intr.abs":
        return [simple(name, ["i32"], "i32", "is_int_min_poison = false")]
    if short in ("intr.ctlz", "intr.cttz"):
        return [simple(name, ["i64"], "i64", "is_zero_poison = false")]
    if short.endswith(".with.overflow"):
        return [simple(name, [kind] * 2, f"!llvm.struct<({kind}, i1)>") for kind in ("i32", "i64")]
    if short.startswith("intr.vector.reduce.") and not short.startswith("intr.vector.reduce.f"):
        return [simple(name, [vector(8, "i32")], "i32")]
    made = [float_example(name, kind) for kind in floats]
    return [example for example in made if example] or None


def main():
    rows = re.findall(r'^WAVE_AMD_\w+\("([^"]+)", ([^,]+), ([^)]+)\)', open(sys.argv[1]).read(), flags=re.M)
    print("llvm.mlir.global internal @shared() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<1024 x i8>")
    count, unknown = 0, []
    for name, generations, floats in rows:
        if name in STRUCTURE or sys.argv[2] not in generations.split(" | "):
            continue
        takes = FLOATS if floats == "AnyFloat" else [f.lower() for f in floats.split(" | ")]
        found = examples(name, takes)
        if not found:
            unknown.append(name)
            continue
        for example in found:
            kernel = Kernel()
            example(kernel)
            print(f"""llvm.func @k{count}(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %r: !llvm.ptr<8>)
    attributes {{rocdl.kernel, wave.workgroup = array<i32: 64, 1, 1>, wave.memories = []}} {{
  %s = llvm.mlir.addressof @shared : !llvm.ptr<3>
  %none = llvm.mlir.constant(0 : i16) : i16
  %bytes = llvm.mlir.constant(4096 : i64) : i64
  %flags = llvm.mlir.constant(159744 : i32) : i32
  %f = rocdl.make.buffer.rsrc %p, %none, %bytes, %flags : !llvm.ptr<1> to !llvm.ptr<7>""")
            print("  " + "\n  ".join(kernel.lines) + "\n  llvm.return\n}")
            count += 1
    print(f"// {count} kernels of {len(rows)} rows")
    if unknown:
        sys.exit("no example of: " + " ".join(unknown))


if __name__ == "__main__":
    main()
