#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Adds up what the stages left of ctest, GoogleTest and lit; fails on a failure or a skip.

A test program of GoogleTest, or a folder of lit tests, counts by its cases, where it lived to report them.
"""

import pathlib
import sys
import xml.etree.ElementTree as xml


def cases(path):
    """(passed, failed, skipped) of one JUnit file, and the names of its cases."""
    passed, failed, skipped = [], [], []
    for case in xml.parse(path).getroot().iter("testcase"):
        name = case.get("name")
        if case.find("failure") is not None or case.find("error") is not None:
            failed.append(name)
        elif (
            case.find("skipped") is not None
            or case.get("status") in ("notrun", "disabled")
            or case.get("result") == "skipped"
        ):
            skipped.append(name)
        else:
            passed.append(name)
    return passed, failed, skipped


def count(stage):
    """(passed, failed) of one stage."""
    passed = failed = skipped = 0
    by_case = {path.stem: cases(path) for path in (stage / "cases").glob("*.xml")}
    ctest = cases(stage / "ctest.xml") if (stage / "ctest.xml").exists() else ([], [], [])
    for index, names in enumerate(ctest):
        for name in names:
            if name not in by_case:
                passed += index == 0
                failed += index == 1
                skipped += index == 2
            elif index == 1 and not by_case[name][1]:
                failed += 1  # it reported no failed case, and yet it failed
    for results in by_case.values():
        passed += len(results[0])
        failed += len(results[1])
        skipped += len(results[2])
    for name in [n for r in by_case.values() for n in r[2]]:
        print(f"skipped: {name}")
    failed += skipped
    if (stage / "failed").exists() and failed == 0:
        print(f"failed: the stage {stage.name}")
        failed = 1
    elif not (stage / "ctest.xml").exists() and failed == 0:
        passed = 1  # a stage without cases of its own, such as sabotage, is one
    return passed, failed


def main(folder):
    counts = [count(stage) for stage in sorted(pathlib.Path(folder).iterdir())]
    passed, failed = (sum(column) for column in zip(*counts))
    print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 and passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
