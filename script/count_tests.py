#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Adds up the results of ctest, GoogleTest and lit; fails on a failure or a skip.

A test program of GoogleTest counts by its cases, where it lived to report them.
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


def main(folder):
    folder = pathlib.Path(folder)
    passed = failed = skipped = 0
    ctest = cases(folder / "ctest.xml")
    by_case = {path.stem: cases(path) for path in (folder / "gtest").glob("*.xml")}
    for index, names in enumerate(ctest):
        for name in names:
            if name not in by_case:
                passed += index == 0
                failed += index == 1
                skipped += index == 2
            elif index == 1 and not by_case[name][1]:
                failed += 1  # it reported no failed case, and yet it failed
    for results in [*by_case.values(), cases(folder / "lit.xml")]:
        passed += len(results[0])
        failed += len(results[1])
        skipped += len(results[2])
    for name in [n for r in by_case.values() for n in r[2]]:
        print(f"skipped: {name}")
    failed += skipped
    print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 and passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
