#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Has SentryWard judge the PTX for sm_100a of the kernels in kernels.txt.

SentryWard (https://pypi.org/project/sentryward) knows nothing of wave: it reads PTX and a launch, and proves for all
schedules that mbarriers count what they should, that accesses are ordered, and that tensor memory and mbarriers are used
while they live.  It does not model fences, and sizes are fixed.

Each entry point of a kernel has to be race-free at each of its sizes, or fail as the table says, with that code and
message: a listed one that has become race-free fails here, so that the table stays true.  In kernels with `faults` mistakes are
planted, one after another, which have to be found.

Of the PTX two things are not judged as they are emitted.  In kernels with `columns` all columns of tensor memory are allocated,
and freed: SentryWard takes for granted only then that both CTAs of a pair have the same ones.  And it knows no addresses: where
a branch asks how a tensor is aligned, both ways are judged, after one another.

Usage: sentryward.py --wave build/bin/wave --checker build/checkers [--cases FILE.xml] [--only REGEX] [--seconds N]
"""

import argparse
import concurrent.futures
import json
import os
import re
import shlex
import struct
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as xml
from pathlib import Path

BYTES = {"f16": 2, "bf16": 2, "f32": 4, "f64": 8, "i32": 4, "i64": 8, "i8": 1, "f8e4m3fn": 1, "f8e5m2": 1}
TENSOR_TYPES = {"f8e4m3fn": "e4m3", "f8e5m2": "e5m2", "i32": "s32", "i64": "s64", "i8": "s8"}
FINDINGS = {"not_wellsynced", "potential_race", "invalid_lifecycle"}


class Row:
    """A kernel with its options, the sizes that it is judged at, and what is expected of its entry points."""

    def __init__(self, line):
        self.kernel, *self.options = shlex.split(line)
        self.sizes, self.listed, self.has_faults, self.has_columns = [], {}, False, False


def rows(path):
    found = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        if not line.startswith(" "):
            found.append(Row(line))
        elif not found:
            sys.exit(f"{path}:{number}: what stands under no kernel")
        elif text.startswith("listed "):
            _, entry, message = text.split(" ", 2)
            found[-1].listed[entry] = message
        elif text == "faults":
            found[-1].has_faults = True
        elif text == "columns":
            found[-1].has_columns = True
        elif text.startswith("-D "):
            found[-1].sizes.append(shlex.split(text))
        else:
            sys.exit(f"{path}:{number}: neither sizes, 'listed ENTRY CODE: MESSAGE', 'columns' nor 'faults'")
    for row in found:
        if len(row.sizes) < 2:
            sys.exit(f"{path}: {row.kernel} has fewer than two sizes")
    return found


def manifest_of(package):
    """The first section of a package (docs/packages.md)."""
    data = package.read_bytes()
    name, offset, size = struct.unpack_from("<16sII", data, 16)
    assert name.rstrip(b"\0") == b"manifest", name
    return json.loads(data[offset:offset + size])


def launch_of(manifest, entry):
    """What SentryWard has to know of a launch: the arguments in the order of docs/packages.md, of dense tensors."""
    arguments = {argument["name"]: argument for argument in manifest["arguments"]}
    declarations, values, maps = [], [], []
    place = 0
    for memory in entry["memories"]:
        sizes = [int(dim["size"]) for dim in arguments[memory["name"]]["dims"]]
        strides = [1] * len(sizes)
        for dim in reversed(range(len(sizes) - 1)):
            strides[dim] = strides[dim + 1] * sizes[dim + 1]
        declarations.append({"parameter": place, "type": "pointer", "space": "global", "object": memory["name"]})
        place += 1
        given = [sizes[dim] for dim, isGiven in enumerate(memory["sizes"]) if isGiven]
        given += [0 if sizes[dim] == 1 else strides[dim] for dim, isGiven in enumerate(memory["strides"]) if isGiven]
        for value in given:
            values.append({"parameter": place, "type": "u64", "value": value})
            place += 1
    for value in entry["launch_values"]:
        values.append({"parameter": place, "type": "u64", "value": int(value)})
        place += 1
    for box in entry["tensor_maps"]:
        argument = arguments[entry["memories"][box["memory"]]["name"]]
        sizes = [int(dim["size"]) for dim in reversed(argument["dims"])]
        strides = [BYTES[argument["dtype"]]]
        for size in sizes[:-1]:
            strides.append(strides[-1] * size)
        declarations.append({"parameter": place, "type": "tensor_map", "object": argument["name"]})
        maps.append({"parameter": place, "object": argument["name"],
                     "element_type": TENSOR_TYPES.get(argument["dtype"], argument["dtype"]),
                     "rank": len(sizes), "base_byte_offset": 0, "global_shape": sizes, "box_shape": box["box"],
                     "coordinate_strides_bytes": strides, "element_strides": [1] * len(sizes),
                     "swizzle": f"{box['swizzle_bytes']}B" if box["swizzle_bytes"] else "none",
                     "interleave": "none", "oob_fill": "zero"})
        place += 1
    launch = {"grid_dim": [int(count) for count in manifest["grid"]], "block_dim": entry["workgroup"],
              "dynamic_shared_bytes": entry["shared_bytes"]}
    if entry["cluster"] != [1, 1, 1]:
        launch["cluster_dim"] = entry["cluster"]
    return {"schema": "spverify.kernel-input/v1", "entry": entry["name"], "launch": launch,
            "declarations": declarations, "arguments": values, "tma_descriptors": maps}


def readable(ptx):
    """SentryWard 0.1.1 takes the sign of a 64-bit immediate, such as the upper bits of a matrix descriptor, for the
    sign of what comes out: the same bits as a number without a sign."""
    return re.sub(r"(\b(?:or|add|mov)\.[bsu]64 [^;]*?)(-\d{18,})(?=;)",
                  lambda found: found[1] + str(int(found[2]) % 2**64), ptx)


def with_all_columns(ptx):
    """All columns of tensor memory allocated and freed: the number in those instructions alone is another one."""
    number = re.compile(r"(mov\.b32 \t(%r\d+), )\d+(;\n\ttcgen05\.(?:de)?alloc[^;]*, \2;)")
    steps = len(re.findall(r"\ttcgen05\.(?:de)?alloc", ptx))
    begins = [begin.start() for begin in re.finditer(r"\.entry ", ptx)] + [len(ptx)]
    for begin, end in zip(begins, begins[1:]):
        for found in number.finditer(ptx[begin:end]):
            if len(re.findall(rf"{found[2]}\b", ptx[begin:end])) != 2:
                sys.exit(f"{found[2]}, which has a number of columns, has another use")
    changed, count = number.subn(r"\g<1>512\3", ptx)
    if count != steps:
        sys.exit(f"{count} of {steps} allocations of tensor memory, and their ends, have been found")
    return changed


# What makes a value of others, the same for all threads where those are.
SAME_FOR_ALL = ("ld.param.", "mov.", "cvt", "add.", "sub.", "mul.", "mad.", "and.", "or.", "xor.", "not.", "shl.", "shr.", "bfe.", "setp.",
                "selp.")


def asks_for_arguments_alone(ptx, line):
    """Whether the branch in a line, counted from 1, depends on nothing but arguments: all threads take the same way."""
    lines = ptx.splitlines()
    branch = re.fullmatch(r"\t@!?(%p\d+) bra.*;", lines[line - 1])
    if not branch:
        return False
    begin = max(number for number in range(line) if lines[number] == "{")
    end = next(number for number in range(line, len(lines)) if lines[number] == "}")
    made = {}
    for text in lines[begin:end]:
        if step := re.fullmatch(r"\t(?:@\S+ )?([\w.:]+) \t(%\w+), (.*);", text):
            made.setdefault(step[2], []).append((step[1], step[3]))
    seen, left = set(), [branch[1]]
    while left:
        register = left.pop()
        if register in seen:
            continue
        seen.add(register)
        if register not in made or not all(operation.startswith(SAME_FOR_ALL) for operation, _ in made[register]):
            return False
        left += [source for _, sources in made[register] for source in re.findall(r"%\w+", sources)]
    return True


def entry_text(ptx, name):
    """Where an entry point begins and ends."""
    begin = re.search(rf"\.entry {name}\(", ptx).start()
    return begin, ptx.index("\n}\n", begin)


def without_commit(body):
    return re.sub(r"\ttcgen05\.commit[^;]*;\n", "", body, count=1)


def with_other_bytes(body):
    """16 bytes fewer are expected than come."""
    return re.sub(r"(mov\.b32 \t(%r\d+), )(\d+)(;\n(?:\t[^\n]*\n){0,3}?\tmbarrier\.arrive\.expect_tx[^;]*, \2;)",
                  lambda found: f"{found[1]}{int(found[3]) - 16}{found[4]}", body, count=1)


def with_other_parity(body):
    """The last wait is for the other parity."""
    waits = list(re.finditer(r"\tmbarrier\.try_wait\.parity[^;]*, (%r\d+);\n", body))
    if not waits:
        return body
    wait = waits[-1]
    text = f"\txor.b32 \t%other_parity, {wait[1]}, 1;\n" + wait[0].replace(wait[1] + ";", "%other_parity;")
    return body[:wait.start()] + text + body[wait.end():]


FAULTS = {"without the first commit": without_commit,
          "expecting 16 bytes fewer": with_other_bytes,
          "waiting for the other parity": with_other_parity}


def planted(ptx, name, fault):
    begin, end = entry_text(ptx, name)
    body = ptx[begin:end]
    broken = FAULTS[fault](body)
    if broken == body:
        return None
    if "%other_parity" in broken:
        broken = broken.replace("{\n", "{\n\t.reg .b32 \t%other_parity;\n", 1)
    return ptx[:begin] + broken + ptx[end:]


class Case:
    def __init__(self, row, sizes, fault=None):
        self.row, self.sizes, self.fault = row, sizes, fault
        self.name = " ".join([row.kernel, *row.options, *sizes] + ([fault] if fault else []))


class Judge:
    def __init__(self, options):
        self.wave, self.checker, self.seconds = options.wave, options.checker, options.seconds

    def emitted(self, case, folder):
        """(manifest, PTX)"""
        target = [] if "--target" in case.row.options else ["--target", "cuda:sm_100a"]
        command = [self.wave, "emit", case.row.kernel, *case.row.options, *case.sizes, *target, "-q"]
        package = folder / "kernel.wpk"
        subprocess.run([*command, "-o", package], check=True, capture_output=True, text=True)
        ptx = subprocess.run([*command, "--stage", "asm"], check=True, capture_output=True, text=True).stdout
        ptx = readable(ptx)
        return manifest_of(package), with_all_columns(ptx) if case.row.has_columns else ptx

    def verdict(self, ptx, launch, folder, ways=()):
        """"race_free", or a finding or what it could not read, as "code: message".  `ways`: what branches do that ask how tensors
        are aligned."""
        launch = {**launch, "branch_decisions": list(ways)}
        (folder / "kernel.ptx").write_text(ptx)
        (folder / "launch.json").write_text(json.dumps(launch))
        command = [sys.executable, "-m", "sentryward", folder / "kernel.ptx", "--input", folder / "launch.json",
                   "--timeout", str(self.seconds)]
        ran = subprocess.run(command, capture_output=True, text=True,
                             env={**os.environ, "PYTHONPATH": str(self.checker)})
        try:
            report = json.loads(ran.stdout)
        except ValueError:
            return "no report: " + (ran.stderr or ran.stdout)[-500:]
        result = report["result"]
        if result == "race_free":
            return result
        first = (report.get("diagnostics") or [{}])[0]
        code = result if result in FINDINGS else first.get("code", result)
        line = first.get("details", {}).get("location", {}).get("line")
        if code == "control_predicate_not_static" and asks_for_arguments_alone(ptx, line):
            verdicts = (self.verdict(ptx, launch, folder, [*ways, {"line": line, "taken": taken}]) for taken in (True, False))
            return next((verdict for verdict in verdicts if verdict != "race_free"), "race_free")
        return f"{code}: {first.get('message', result)}"

    def problems(self, case):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            try:
                manifest, ptx = self.emitted(case, folder)
            except subprocess.CalledProcessError as error:
                return [error.stderr.strip()]
            names = [entry["name"] for entry in manifest["entry_points"]]
            found = [f"the table lists entry point '{entry}', and the kernel has {', '.join(names)}"
                     for entry in case.row.listed if entry not in names]
            for entry in manifest["entry_points"]:
                launch = launch_of(manifest, entry)
                if case.fault:
                    found += self.problems_of_fault(case, entry, ptx, launch, folder)
                    break  # one entry point is enough
                verdict = self.verdict(ptx, launch, folder)
                expected = case.row.listed.get(entry["name"], "race_free")
                if verdict != expected:
                    found.append(f"{entry['name']}: expected '{expected}', SentryWard says '{verdict}'")
            return found

    def problems_of_fault(self, case, entry, ptx, launch, folder):
        broken = planted(ptx, entry["name"], case.fault)
        if broken is None:
            return [f"{entry['name']}: there is no place for the fault '{case.fault}'"]
        verdict = self.verdict(broken, launch, folder)
        return [] if verdict.split(":")[0] in FINDINGS else [f"{entry['name']} {case.fault}: SentryWard says '{verdict}'"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wave", type=Path, required=True)
    parser.add_argument("--checker", type=Path, required=True, help="the folder that holds the package sentryward")
    parser.add_argument("--table", type=Path, default=Path(__file__).with_name("kernels.txt"))
    parser.add_argument("--cases", type=Path, help="a JUnit file to write")
    parser.add_argument("--only", default="", help="cases whose name has this")
    parser.add_argument("--seconds", type=int, default=300, help="for one judgement")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    options.wave, options.checker = options.wave.resolve(), options.checker.resolve()
    cases = []
    for row in rows(options.table):
        cases += [Case(row, sizes) for sizes in row.sizes]
        if row.has_faults:
            cases += [Case(row, row.sizes[0], fault) for fault in FAULTS]
    cases = [case for case in cases if re.search(options.only, case.name)]
    judge = Judge(options)

    def judged(case):
        start = time.monotonic()
        found = judge.problems(case)
        return case, found, time.monotonic() - start

    suite = xml.Element("testsuite", name="checkers")
    failures = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for case, found, seconds in pool.map(judged, cases):
            element = xml.SubElement(suite, "testcase", name=case.name, time=f"{seconds:.1f}")
            print(f"{'FAILED' if found else 'ok':6} {seconds:6.1f} s  {case.name}", flush=True)
            for problem in found:
                print(f"       {problem}", flush=True)
            if found:
                xml.SubElement(element, "failure").text = "\n".join(found)
                failures += 1
    if options.cases:
        options.cases.parent.mkdir(parents=True, exist_ok=True)
        xml.ElementTree(suite).write(options.cases)
    print(f"{len(cases) - failures} of {len(cases)} as expected")
    return 1 if failures or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
