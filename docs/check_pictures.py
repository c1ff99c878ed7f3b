#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds the pictures of the documents to what `wave explain` draws today.

docs/pictures/pictures.txt says by which command each is made.  Each is shown by a document, with words that stand for it
where it is not seen.

  python3 docs/check_pictures.py --bin build/bin            fails where a picture is another one
  python3 docs/check_pictures.py --bin build/bin --update   draws them anew
"""

import argparse
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def table(root=ROOT):
    """The words of its command, by file; of a picture that is drawn by hand, none."""
    rows = {}
    for line in (root / "docs/pictures/pictures.txt").read_text().splitlines():
        words = shlex.split(line, comments=True)
        if words:
            rows[words[0]] = [] if words[1:] == ["-"] else words[1:]
    return rows


def draw(binaries, command):
    done = subprocess.run([binaries / "wave", *command, "-q"], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"wave {shlex.join(command)}\n{done.stderr}")
    return done.stdout


def shown(root=ROOT):
    """(document, words in place of the picture, file) of each picture that a document shows."""
    for path in [root / "README.md", *sorted((root / "docs").rglob("*.md"))]:
        for words, target in re.findall(r"!\[([^\]]*)\]\(([^)\s]+\.svg)\)", path.read_text()):
            yield path.relative_to(root), words, (path.parent / target).resolve()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, required=True, help="the folder of wave")
    parser.add_argument("--update", action="store_true", help="write the pictures")
    arguments = parser.parse_args()
    folder, rows, wrong = ROOT / "docs/pictures", table(), []
    for name, command in rows.items():
        path = folder / name
        if not command:
            if not path.exists():
                wrong.append(f"{name}: there is no such picture")
            continue
        drawn = draw(arguments.bin.resolve(), command)
        if arguments.update:
            path.write_text(drawn)
        elif not path.exists() or path.read_text() != drawn:
            wrong.append(f"{name}: wave {shlex.join(command)} draws another picture; "
                         "run docs/check_pictures.py --bin build/bin --update")
    used = set()
    for document, words, path in shown():
        used.add(path)
        if len(words.split()) < 5:
            wrong.append(f"{document}: {path.name} has no words that say what it shows")
    for path in sorted({path.resolve() for path in folder.glob("*.svg")} | {folder / name for name in rows}):
        if path.name not in rows:
            wrong.append(f"{path.name}: pictures.txt does not say how it is made")
        elif path not in used:
            wrong.append(f"{path.name}: no document shows it")
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
