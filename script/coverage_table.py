#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints what the tests covered, from what `llvm-cov export` says of src/.

Fails below LEAST percent of the lines, and for a branch of GUARDS that goes one way only:
these files decide what a user may pass.
"""

import collections
import fnmatch
import json
import pathlib
import sys

LEAST = 90
GUARDS = ["runtime/Arguments.cpp", "runtime/Strides.*", "runtime/Npy*", "runtime/OutputFile.*", "runtime/DLPack.cpp"]
ROOT = pathlib.Path(__file__).resolve().parent.parent


def share(covered, count):
    return 100 * covered / count if count else 100.0


def row(name, covered, count):
    return f"{name:28} {covered:6} of {count:6} lines {share(covered, count):6.1f} %"


def one_way(file):
    """(line, column, outcome) of what a branch never came to."""
    counts = collections.Counter()
    for line, column, _, _, taken, skipped, *_ in file["branches"]:
        counts[line, column, "true"] += taken
        counts[line, column, "false"] += skipped
    return sorted(place for place, count in counts.items() if count == 0)


def main(path):
    folders = collections.defaultdict(lambda: [0, 0])
    missing = []
    for file in json.loads(pathlib.Path(path).read_text())["data"][0]["files"]:
        name = pathlib.Path(file["filename"]).relative_to(ROOT / "src")
        lines = file["summary"]["lines"]
        for total in (folders[str(name.parent)], folders[""]):
            total[0] += lines["covered"]
            total[1] += lines["count"]
        if any(fnmatch.fnmatch(str(name), guard) for guard in GUARDS):
            missing += [f"src/{name}:{l}:{c}: never {outcome}" for l, c, outcome in one_way(file)]
    total = folders.pop("")
    for folder, counts in sorted(folders.items()):
        print(row("src/" + folder, *counts))
    print(row("src", *total))
    print("\n".join(missing) or "every branch of the checks of arguments and files is taken")
    return 0 if share(*total) >= LEAST and not missing else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
