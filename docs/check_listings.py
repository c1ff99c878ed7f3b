#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that what the documents show is true.

In README.md, ARCHITECTURE.md and docs/**/*.md (not docs/adr/; docs/errors/ has rules of its
own, docs/check_errors.py):

  ```cpp               equals a marked snippet of an example, up to indentation;
                       a snippet stands between `// [name]` and `// [/name]`
  ```cpp compile       declarations that compile after PRELUDE
  ```cpp compile body  statements that compile in the body of a kernel, after PRELUDE
  ```console           the commands after `$ ` succeed, and print what is shown after
                       them, if anything is; a line `...` stands for any lines, `...`
                       at the end of a line for the rest of it, a word in angle
                       brackets such as <ms> for any text without a blank
  [text](path)         the path exists
  `dir/file`           a path that begins with a folder of the repository exists

Every program examples/NAME.cpp ends in a comment `// Prints:`, or `// Prints with the
arguments `...`:`, and prints what stands there.  Columns of source locations are not compared: compilers differ in them.
"""

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

PRELUDE = """\
#include <wave/wave.h>
#include <iostream>
#include <vector>
using namespace wave;
constexpr Symbol M{"M"}, N{"N"}, K{"K"}, B{"B"};
constexpr Symbol BLOCK_M{"BLOCK_M"}, BLOCK_N{"BLOCK_N"}, BLOCK_K{"BLOCK_K"};
constexpr Symbol ADDRESS_SPACE{"ADDRESS_SPACE"};
Kernel gemm();
"""
BODY_PRELUDE = """\
  Memory a("a", {M, K}, f16), b("b", {N, K}, f16), c("c", {M, N}, f32), bias("bias", {N}, f32);
"""
FOLDERS = ("include", "src", "kernels", "examples", "docs", "unittests", "test", "tools",
           "bench", "script", "cmake")
FLAGS = ["-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-Wno-unused"]


class Checker:
    def __init__(self, options):
        self.source = options.source.resolve()
        self.bin = options.bin.resolve()
        self.compiler = options.compiler
        self.failures = 0
        self.counts = {"listings": 0, "commands": 0, "paths": 0, "programs": 0}

    def fail(self, where, message):
        self.failures += 1
        print(f"{where}: {message}", file=sys.stderr)

    # Snippets and listings

    def collect_snippets(self):
        snippets = {}
        for path in sorted((self.source / "examples").glob("*.cpp")):
            opened = [] # name, number of its line, lines: a snippet may have others in it
            for number, line in enumerate(path.read_text().splitlines(), 1):
                marker = re.fullmatch(r"\s*// \[(/?)(\w+)\]", line)
                if not marker:
                    for _, _, lines in opened:
                        lines.append(line)
                elif not marker[1]:
                    opened.append((marker[2], number, []))
                elif opened and opened[-1][0] == marker[2]:
                    name, _, lines = opened.pop()
                    snippets[dedent(lines)] = f"{path.name} [{name}]"
                else:
                    self.fail(f"{path}:{number}", f"[/{marker[2]}] ends no snippet")
            for name, start, _ in opened:
                self.fail(f"{path}:{start}", f"[{name}] is never closed")
        return snippets

    def check_document(self, path, snippets):
        shown = path.relative_to(self.source)
        lines = path.read_text().splitlines()
        compiled, prose, number = [], [], 0
        while number < len(lines):
            fence = re.fullmatch(r"(\s*)```(.+)", lines[number])
            if not fence:
                prose.append((number + 1, lines[number]))
                number += 1
                continue
            begin = number + 1
            end = next((i for i in range(begin, len(lines)) if lines[i].strip() == "```"), None)
            if end is None:
                self.fail(f"{shown}:{begin}", "the listing is never closed")
                return
            self.check_listing(shown, begin, fence[2].strip(), lines[begin:end], snippets, compiled)
            number = end + 1
        if compiled:
            self.compile(shown, compiled)
        for at, line in prose:
            self.check_paths(path, f"{shown}:{at}", line)

    def check_listing(self, shown, line, kind, body, snippets, compiled):
        where = f"{shown}:{line}"
        if kind == "cpp":
            self.counts["listings"] += 1
            if dedent(body) not in snippets:
                self.fail(where, "the listing equals no snippet of examples/*.cpp")
        elif kind in ("cpp compile", "cpp compile body"):
            self.counts["listings"] += 1
            compiled.append((line, kind.endswith("body"), dedent(body)))
        elif kind == "console":
            self.check_console(where, body)
        elif kind.startswith(("cpp", "console")):
            self.fail(where, f"unknown kind of listing '{kind}'")

    def compile(self, shown, listings):
        text = PRELUDE
        for line, is_body, body in listings:
            text += f"namespace line_{line} {{\n"
            if is_body:
                text += "void body() {\n" + BODY_PRELUDE
            text += f'#line {line + 1} "{shown}"\n{body}\n'
            text += "}\n}\n" if is_body else "}\n"
        command = [self.compiler, *FLAGS, f"-I{self.source / 'include'}", "-x", "c++", "-"]
        done = subprocess.run(command, input=text, text=True, capture_output=True)
        if done.returncode:
            self.fail(shown, "a listing does not compile\n" + done.stderr)

    # Commands

    def run(self, command):
        """In a folder that looks like the repository and may be written to."""
        with tempfile.TemporaryDirectory() as scratch:
            for entry in self.source.iterdir():
                if entry.name != "build":
                    os.symlink(entry, os.path.join(scratch, entry.name))
            os.symlink(self.bin.parent, os.path.join(scratch, "build"))
            environment = dict(os.environ, NO_COLOR="1")
            # Debian's python3 is the one that has NumPy.
            environment["PATH"] = f"{self.bin}:/usr/bin:{environment['PATH']}"
            return subprocess.run(["bash", "-c", command], cwd=scratch, env=environment, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)

    def check_console(self, where, body):
        body = dedent(body).split("\n")
        # All commands of a block run in one shell, with a mark between their outputs.
        commands, mark = [], "--- next command ---"
        for line in body:
            if line.startswith("$ "):
                commands.append([line[2:], []])
            elif commands and commands[-1][0].endswith("\\"):
                commands[-1][0] = commands[-1][0][:-1] + line.strip()
            elif commands:
                commands[-1][1].append(line)
            else:
                self.fail(where, "a console listing begins with a command: $ ...")
                return
        self.counts["commands"] += len(commands)
        script = "\n".join(f"{command} || echo \"exit code $?\"; echo {shlex.quote(mark)}"
                           for command, _ in commands)
        done = self.run(script)
        outputs = [text.strip("\n") for text in done.stdout.split(mark + "\n")]
        for (command, expected), output in zip(commands, outputs):
            if not any(line.strip() for line in expected):
                if "exit code " in output:
                    self.fail(where, f"$ {command}\n{output}")
            else:
                self.compare(where, f"$ {command}", expected, output)

    def compare(self, where, what, expected, output):
        pattern = "".join(as_pattern(line) for line in trimmed(expected))
        actual = "".join(without_columns(line) for line in trimmed(output.splitlines()))
        if not re.fullmatch(pattern, actual):
            self.fail(where, f"{what}\nexpected:\n{textwrap.indent(chr(10).join(expected), '  ')}\n"
                             f"printed:\n{textwrap.indent(output, '  ')}")

    def check_program(self, path):
        lines = path.read_text().splitlines()
        heads = [re.fullmatch(r"// Prints(?: with the arguments `(.*)`)?:", line) for line in lines]
        head = next((match for match in heads if match), None)
        if not head:
            self.fail(path.relative_to(self.source), "the example does not end in what it prints")
            return
        self.counts["programs"] += 1
        expected = [re.sub(r"^// ?", "", line) for line in lines[heads.index(head) + 1:]]
        program = self.bin / path.stem
        if not program.exists():
            self.fail(path.relative_to(self.source), f"{program} has not been built")
            return
        self.compare(path.relative_to(self.source), path.stem, expected,
                     self.run(f"{shlex.quote(str(program))} {head[1] or ''}").stdout)

    # Paths

    def check_paths(self, document, where, line):
        for target in re.findall(r"(?<!\[&)\]\(([^)#\s]+)[^)]*\)", re.sub(r"`[^`]*`", "", line)):
            if re.match(r"[a-z]+:", target):
                continue
            self.counts["paths"] += 1
            if not (document.parent / target).exists():
                self.fail(where, f"there is no {target}")
        for target in re.findall(r"`((?:%s)/[\w./+-]*)`" % "|".join(FOLDERS), line):
            self.counts["paths"] += 1
            if not (self.source / target).exists():
                self.fail(where, f"there is no {target}")


def dedent(lines):
    return textwrap.dedent("\n".join(lines)).strip("\n")


def trimmed(lines):
    """Without blank lines at either end and blanks at the ends of lines."""
    return "\n".join(line.rstrip() for line in lines).strip("\n").split("\n")


def without_columns(line):
    """One line of output, or nothing for a caret that points at a column."""
    if re.fullmatch(r" *\| *\^", line):
        return ""
    return re.sub(r"^(\S+\.\w+:\d+):\d+:", r"\1:", line) + "\n"


def as_pattern(line):
    if line.strip() == "...":
        return r"(?:.*\n)*"
    pattern = re.escape(without_columns(line))
    pattern = re.sub(r"<[A-Za-z/]+>", r"\\S+", pattern)
    return re.sub(r"\\\.\\\.\\\.(?=\\\n$)", ".*", pattern)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--source", type=Path, default=Path(__file__).parent.parent)
    parser.add_argument("--bin", type=Path, help="folder of the built programs [build/bin]")
    parser.add_argument("--compiler", default="c++")
    parser.add_argument("documents", nargs="*", type=Path, help="only these")
    options = parser.parse_args()
    options.bin = options.bin or options.source / "build" / "bin"
    checker = Checker(options)

    documents = [path.resolve() for path in options.documents] or [
        path for path in [checker.source / "README.md", checker.source / "ARCHITECTURE.md",
                          *sorted((checker.source / "docs").rglob("*.md"))]
        if not {"adr", "errors"} & set(path.relative_to(checker.source).parts)]
    snippets = checker.collect_snippets()
    for path in documents:
        checker.check_document(path, snippets)
    if not options.documents:
        for path in sorted((checker.source / "examples").glob("*.cpp")):
            checker.check_program(path)

    print(f"{len(documents)} documents: " +
          ", ".join(f"{count} {what}" for what, count in checker.counts.items()) +
          f" checked; {checker.failures} failures")
    return 1 if checker.failures else 0


if __name__ == "__main__":
    sys.exit(main())
