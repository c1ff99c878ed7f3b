#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that the words in the pictures of the documents are what the JSON of the same kernel says.

Usage: check_drawn.py WAVE SOURCE
"""

import json
import subprocess
import sys
import xml.etree.ElementTree as xml
from pathlib import Path

import check_page

sys.path.append(str(Path(sys.argv[2]) / "docs"))
import check_pictures  # noqa: E402


def main(wave, source):
    for name, command in check_pictures.table(Path(source)).items():
        if not command:
            continue
        at = command.index("--svg")
        facts = json.loads(subprocess.run([wave, *command[:at], *command[at + 2:], "-q", "--json"], check=True,
                                          stdout=subprocess.PIPE).stdout)
        picture = command[at + 1]
        (of,) = check_page.expected_of(facts, picture)
        words = check_page.texts(xml.parse(Path(source) / "docs/pictures" / name).getroot())
        (check_page.CHECKS | check_page.FILES)[picture](of, words)


if __name__ == "__main__":
    main(*sys.argv[1:])
