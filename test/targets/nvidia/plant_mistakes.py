#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plants mistakes in the target form of a kernel, one after another, and prints what the compiler says of each.

Usage: plant_mistakes.py KERNEL.mlir NAME...

A mistake is a row of MISTAKES: an operation of the entry point for aligned rows, the first or another one whose line
matches, and what becomes of it.  A number that it takes instead is a constant before it.
"""

import re
import subprocess
import sys


def number(operand, value, kind="i32"):
    """Another number for the operand at that position of the line."""
    def change(line):
        found = re.findall(r"%[\w#]+", line)[operand]
        indent = line[:len(line) - len(line.lstrip())]
        return f"{indent}%planted = llvm.mlir.constant({value} : {kind}) : {kind}\n" + re.sub(
            re.escape(found) + r"\b", "%planted", line)
    return change


def computed(operand, operation, value, kind="i32"):
    """The operand with a number added to it, or flipped by it."""
    def change(line):
        found = re.findall(r"%[\w#]+", line)[operand]
        indent = line[:len(line) - len(line.lstrip())]
        return (f"{indent}%planted = llvm.mlir.constant({value} : {kind}) : {kind}\n"
                f"{indent}%changed = llvm.{operation} {found}, %planted : {kind}\n"
                + re.sub(re.escape(found) + r"\b", "%changed", line))
    return change


def moved(operand, distance):
    """The address with a distance added to it."""
    def change(line):
        found = re.findall(r"%[\w#]+", line)[operand]
        indent = line[:len(line) - len(line.lstrip())]
        return (f"{indent}%moved = llvm.getelementptr {found}[{distance}] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8\n"
                + re.sub(re.escape(found) + r"\b", "%moved", line))
    return change


def later(lines, place):
    """The line behind the block that begins next."""
    indent = lines[place][:len(lines[place]) - len(lines[place].lstrip())]
    end = next(i for i in range(place, len(lines)) if lines[i].startswith(indent + "}"))
    return lines[:place] + lines[place + 1:end + 1] + [lines[place]] + lines[end + 1:]


def removed(line):
    return ""


def text(before, after):
    return lambda line: line.replace(before, after)


# Name: a pattern of the line, which of these lines, and the change.
MISTAKES = {
    "full: one arrival more": (r"mbarrier\.init", 0, number(1, 2)),
    "empty: one arrival fewer": (r"mbarrier\.init", 1, number(1, 3)),
    "empty: one arrival more": (r"mbarrier\.init", 1, number(1, 2)),
    "no init": (r"mbarrier\.init", 3, removed),
    "init twice": (r"mbarrier\.init", 2, moved(0, 16)),
    "16 bytes more": (r"arrive\.expect_tx", 0, computed(1, "add", 16)),
    "16 bytes fewer": (r"arrive\.expect_tx", 0, computed(1, "add", -16)),
    "expect_tx at the next slot": (r"arrive\.expect_tx", 0, moved(0, 16)),
    "load without its bytes": (r"cp\.async\.bulk\.tensor\.shared", 1, removed),
    "load for the next slot": (r"cp\.async\.bulk\.tensor\.shared", 0, moved(2, 16)),
    "multicast to one workgroup": (r"multicast_mask", 0, number(-1, 1, "i16")),
    "acquire of the other parity": (r"mbarrier\.try_wait", 0, computed(2, "xor", 1)),
    "wait of the other parity": (r"mbarrier\.try_wait", -1, computed(2, "xor", 1)),
    "wait of the next slot": (r"mbarrier\.try_wait", -1, moved(1, 16)),
    "acquire at full": (r"mbarrier\.try_wait", 0, moved(1, -8)),
    "no release": (r"= nvvm\.mbarrier\.arrive |mbarrier\.arrive %\d+ : !llvm.ptr<7>", 0, removed),
    "release of the next slot": (r"= nvvm\.mbarrier\.arrive %", 0, moved(1, 16)),
    "release by every lane": (r"llvm\.icmp \"eq\" %\d+, %\d+ : i32", 2, text('"eq"', '"sge"')),
    "mapa of another workgroup": (r"nvvm\.mapa", 0, number(2, 1)),
    "one group more in flight": (r"wgmma\.wait\.group", 0, text("aligned 1", "aligned 2")),
    "no wait for groups": (r"wgmma\.wait\.group", 0, removed),
    "MMA of the next slot": (r"llvm\.ptrtoint", -1, moved(1, 16384)),
    "no commit of MMAs": (r"tcgen05\.commit", 0, removed),
    "MMAs commit at the next slot": (r"tcgen05\.commit", 0, moved(0, 16)),
    "scalar in the next slot": (r"llvm\.store .* : i64, !llvm\.ptr<3>", 0, moved(1, 16)),
    "scalar of the next slot": (r"llvm\.load .* : !llvm\.ptr<3> -> i64", 0, moved(1, 16)),
    "scalar of the slot before": (r"llvm\.load .* : !llvm\.ptr<3> -> i64", -1, moved(1, -16)),
    "scalar after its release": (r"llvm\.load .* : !llvm\.ptr<3> -> i64", 0, later),
    "no inval": (r"mbarrier\.inval", 0, removed),
    "made again for one arrival more": (r"nvvm\.mbarrier\.init", -1, number(1, 2)),
    "not made again": (r"nvvm\.mbarrier\.init", -1, removed),
    "one meeting of the cluster fewer": (r"nvvm\.cluster\.arrive", 3, removed),
    "a tile more": (r"llvm\.icmp \"slt\" %arg", 0, text('"slt"', '"sle"')),
    "a trip more": (r"scf\.for", 0, computed(2, "add", 1, "i64")),
}


def plant(lines, name):
    pattern, which, change = MISTAKES[name]
    end = next(i for i, line in enumerate(lines) if line == "    llvm.return\n")
    places = [i for i, line in enumerate(lines[:end]) if re.search(pattern, line)]
    if not places:
        sys.exit(f"no line for '{name}'")
    place = places[which]
    changed = list(lines)
    if change is later:
        changed = later(lines, place)
    else:
        changed[place] = change(lines[place])
    if changed == lines:
        sys.exit(f"'{name}' changes nothing")
    return "".join(changed)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        lines = file.readlines()
    for name in sys.argv[2:]:
        run = subprocess.run(["wave-opt", "--wave-nvidia-verify-channels", "-o", "/dev/null", "-"],
                             input=plant(lines, name), capture_output=True, text=True)
        print(f"{name}:")
        if run.returncode == 0:
            print("  is not refused")
        for line in run.stderr.splitlines():
            # Without places in the printed form, and without its lines.
            found = re.search(r": ((?:error|note): .*)", line)
            if found:
                print("  " + found.group(1))


main()
