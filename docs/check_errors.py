#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that the pages of errors, docs/errors/ID.md, are complete and true.

Complete: src/diagnostic/ErrorIds.def, the pages and the ids in the sources are the same.
True: in each page

  ## Example   fails with exactly this id, and prints the text that is shown
  ## Repair    runs without an error

Each of the two holds one block:

  ```cpp       the body of a function; the message follows in a ```text block
  ```mlir      a file that `wave emit kernel.mlir --stage bound` reads; the same
  ```console   commands after `$ `, then what the last one prints

Excerpts of sources are left out of messages, columns are not compared, <n> stands for
any text without a blank, a line `...` for any lines.  A page whose example cannot be run has a line that begins with
"No example:" instead.  `wave-opt` refuses the IR that such a page shows with this id, in the passes that the page names as
`wave-opt --PASS`, or, where it names none, takes it.  Each message ends with a way out, "help: ...", or its id is in WITHOUT_HELP.

Where the way out has code, the repair takes it: a call, a constraint or an option of the help stands
in the repair and not in the example, and the kernels of the repair compile.  A page that takes
another way is in OTHER_REPAIRS.  The share of ids so tested is printed.

  check_errors.py               checks
  check_errors.py --update      writes the messages into the pages
  check_errors.py --cpp FILE    writes the examples in C++ as one program
"""

import argparse
import concurrent.futures
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from check_listings import as_pattern

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "docs/errors"
SECTIONS = ("Example", "Repair")
# Messages that say no way out, and why.
WITHOUT_HELP = {
    "narrowing-write": "a remark: nothing has to be done",
}
# Pages whose repair is not the code of their help, and why.
OTHER_REPAIRS = {
    "check-inconclusive": "no input decides about that kernel",
    "check-nothing": "the option is left out",
    "grid_constraint-c1": "the example is IR, which has its own syntax",
    "ir-syntax": "the help shows where correct IR comes from",
    "schedule-stagger": "a schedule of the library has the barriers",
    "schedule-syntax": "the help shows where a correct schedule comes from",
}
DTYPES = ("f16", "bf16", "f32", "f64", "i8", "i32", "i64", "i1")
SYMBOLS = ("M", "N", "K", "BLOCK_M", "BLOCK_N", "BLOCK_K")

CPP_HEAD = """\
#include <wave/dlpack.h>
#include <wave/wave.h>
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <string_view>
#include <vector>
using namespace wave;
%s
""" % "\n".join(f'[[maybe_unused]] constexpr Symbol {name}{{"{name}"}};' for name in SYMBOLS)

# A repair that ends where its kernel is traced.
CPP_COMPILES = """
[[maybe_unused]] static void compiles(const Kernel &kernel) {
  Bindings sizes = kernel.defaults();
  for (const std::string &symbol : kernel.symbols())
    if (!sizes.find(symbol))
      sizes.set(symbol, symbol.starts_with("BLOCK") ? 16 : 64);
  wave_compile({.subs = sizes}, kernel);
}
"""

CPP_MAIN = """
int main(int argc, char **argv) try {
  for (const auto &[name, run] : examples)
    if (argc == 2 && argv[1] == std::string_view(name))
      return run();
  return 64;
} catch (const wave::Failure &failure) {
  std::fprintf(stderr, "%s\\n", failure.what());
  return 2;
}
"""


class Block:
    """A fenced block of a page."""

    def __init__(self, kind, first, lines):
        self.kind, self.first, self.lines = kind, first, lines
        self.text = "\n".join(lines)

    @property
    def commands(self):
        return [line[2:] for line in self.lines if line.startswith("$ ")]

    @property
    def source(self):
        """Without what a console block shows."""
        return "\n".join(self.commands) if self.kind == "console" else self.text

    @property
    def output(self):
        """What a console block shows after its last command."""
        last = max(i for i, line in enumerate(self.lines) if line.startswith("$ "))
        return self.lines[last + 1:]


class Page:
    def __init__(self, path):
        self.path, self.id = path, path.stem
        self.lines = path.read_text().splitlines()
        self.sections = {name: [] for name in SECTIONS}
        section, number = None, 0
        while number < len(self.lines):
            line = self.lines[number]
            if line.startswith("## "):
                section = line[3:]
            if line.startswith("```"):
                end = self.lines.index("```", number + 1)
                if section in self.sections:
                    self.sections[section].append(
                        Block(line[3:], number + 1, self.lines[number + 1:end]))
                number = end
            number += 1

    def block(self, section):
        return next((b for b in self.sections[section] if b.kind != "text"), None)

    @property
    def help(self):
        """The way out that the message of the example says."""
        lines = [line.split("help: ", 1)[1] for line in self.message[1] if "help: " in line]
        return lines[-1] if lines else ""

    @property
    def has_no_example(self):
        return any(line.startswith("No example:") for line in self.lines)

    @property
    def ir(self):
        """(passes, IR) of each block that stands for an example that cannot be run."""
        text = "\n".join(self.lines)
        passes = re.search(r"`wave-opt((?:\s+--\S+)+)`", text)
        for block in re.findall(r"^```mlir\n(.*?)^```$", text, re.M | re.S) if self.has_no_example else []:
            yield shlex.split(passes[1]) if passes else [], block

    @property
    def message(self):
        """The block that shows the message and the lines of it that do."""
        block = self.block("Example")
        if block.kind == "console":
            return block, block.output
        shown = next((b for b in self.sections["Example"] if b.kind == "text"), None)
        return (shown, shown.lines) if shown else (None, [])


def pages():
    return [Page(path) for path in sorted(PAGES.glob("*.md")) if path.stem != "README"]


# The examples in C++

def name_of(page, section):
    return f"{page.id}/{section.lower()}"


def write_cpp(path):
    text, table = [CPP_HEAD, CPP_COMPILES], []
    for page in pages():
        for section in SECTIONS:
            block = page.block(section)
            if not block or block.kind != "cpp":
                continue
            function = re.sub(r"\W", "_", name_of(page, section))
            kernels = []
            if section == "Repair" and codes(page.help) and "wave_compile" not in block.text:
                kernels = re.findall(r"^ *Kernel (\w+)\(", block.text, flags=re.M)
            text.append(f'static int {function}() {{\n#line 1 "kernel.cpp"\n{block.text}\n'
                        + "".join(f"compiles({kernel});\n" for kernel in kernels) +
                        "return 0;\n}\n")
            table.append(f'{{"{name_of(page, section)}", {function}}},\n')
    text.append("static constexpr struct {\n  const char *name;\n  int (*run)();\n} examples[] = {\n")
    Path(path).write_text("".join(text) + "".join(table) + "};\n" + CPP_MAIN)


# Running

def without_excerpts(text):
    """Nor the folder that a kernel of the library was compiled in."""
    text = re.sub(r"\S*/kernels/(\w+\.cpp:)", r"\1", text)
    return [line.rstrip() for line in text.splitlines()
            if not re.match(r" *\d* +\| ", line) and not re.match(r"see: ", line)]


def run_block(page, section, bin_folder):
    """(exit status, lines)"""
    block = page.block(section)
    environment = dict(os.environ, PATH=f"{bin_folder}:/usr/bin:{os.environ['PATH']}")
    for name in list(environment):
        if name.startswith("WAVE_"):
            del environment[name]
    with tempfile.TemporaryDirectory() as scratch:
        if block.kind == "cpp":
            command = [str(bin_folder / "error_examples"), name_of(page, section)]
        elif block.kind == "mlir":
            Path(scratch, "kernel.mlir").write_text(block.text + "\n")
            command = ["wave", "emit", "kernel.mlir", "--stage", "bound"]
            if section == "Repair":
                command += ["-o", "out.mlir"]
        else:
            before, last = block.commands[:-1], block.commands[-1]
            command = ["bash", "-c", "".join(f"{{ {line}; }} >/dev/null || exit 99\n" for line in before) + last]
        done = subprocess.run(command, cwd=scratch, env=environment, text=True, timeout=120,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, without_excerpts(done.stdout)


def matches(expected, actual):
    return re.fullmatch("".join(as_pattern(line) for line in expected),
                        "".join(as_line(line) for line in actual)) is not None


def as_line(line):
    return re.sub(r"^(\S+\.\w+:\d+):\d+:", r"\1:", line) + "\n"


def check_ir(page, bin_folder):
    for passes, text in page.ir:
        done = subprocess.run([str(bin_folder / "wave-opt"), *passes, "-"], input=text, text=True,
                              timeout=120, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if f"[{page.id}]" not in done.stdout and (passes or done.returncode != 0):
            yield (f"wave-opt {' '.join(passes)} says nothing of [{page.id}] about the IR shown; "
                   f"exit status {done.returncode}\n{done.stdout[:2000]}")


def check_page(page, bin_folder, update):
    if page.has_no_example:
        yield from check_ir(page, bin_folder)
        return
    for section in SECTIONS:
        if not page.block(section):
            yield f"there is nothing to run under '## {section}'"
            return
    status, actual = run_block(page, "Example", bin_folder)
    if not any(f"[{page.id}]" in line for line in actual):
        yield f"the example does not fail with [{page.id}]; exit status {status}\n" + "\n".join(actual)
        return
    block, expected = page.message
    if update and not (block and matches(expected, actual)):
        write_message(page, actual)
    elif not block or not matches(expected, actual):
        yield "the example prints\n" + "\n".join(actual)
    status, actual = run_block(page, "Repair", bin_folder)
    if status != 0 or any(line.endswith(f"[{page.id}]") for line in actual):
        yield f"the repair fails with exit status {status}\n" + "\n".join(actual)


def write_message(page, actual):
    block, expected = page.message
    lines = list(page.lines)
    if block is None:
        at = lines.index("```", page.block("Example").first) + 1
        lines[at:at] = ["", "```text", *actual, "```"]
    else:
        end = block.first + len(block.lines)
        lines[end - len(expected):end] = actual
    page.path.write_text("\n".join(lines) + "\n")


# The code of a way out

QUOTED = re.compile(r"`([^`]+)`")
CALL = re.compile(r"[A-Za-z_][\w:]*(?=[({])")
FIELD = re.compile(r"(?<![\w)])\.?\w+ = [^,;:]+")
NAME = re.compile(r"--[a-z][\w-]*(?: \w+=\w+)?|-D '?\w+=[^ ']+|\b(?:WAVE_|numpy\.|wave\.|tensor\.)\w+")
TOKEN = re.compile(r"\.\.\.|[A-Za-z_][\w:.]*|[\d.]+|--[\w-]+|\S")


def codes(help_text):
    """What a user can copy from a way out: calls with their arguments, options, fields, names."""
    found = []

    def take(code):
        found.append(code)
        return " "

    rest = QUOTED.sub(lambda match: take(match[1]), help_text)
    at = 0
    while call := CALL.search(rest, at):
        depth, at = 0, call.end()
        for at in range(call.end(), len(rest)):
            depth += (rest[at] in "({[") - (rest[at] in ")}]")
            if depth == 0:
                break
        # `M = f(x)` is one.
        field = re.search(r"\.?\w+ = $", rest[:call.start()])
        found.append(rest[field.start() if field else call.start():at + 1])
        at += 1
    for code in found:
        rest = rest.replace(code, " ")
    rest = NAME.sub(lambda match: take(match[0]), rest)
    FIELD.sub(lambda match: take(match[0].strip()), rest)
    return found


# Anything of the user's, brackets in pairs.
ANYTHING = r"[^(){};]"
for _ in range(3):
    ANYTHING = rf"(?:[^(){{}};]|\((?:;|{ANYTHING})*\)|\{{(?:;|{ANYTHING})*\}})"


def takes(code, text, example):
    """Whether the text has the code.  What stands for something of the user's, `...` and names that
    the example has not, may be anything there."""
    pattern, tokens = "", list(TOKEN.finditer(code.replace("'", "")))
    for number, token in enumerate(tokens):
        word, after = token[0], tokens[number + 1][0] if number + 1 < len(tokens) else ""
        is_name = re.fullmatch(r"[A-Za-z_][\w:.]*", word)
        before = tokens[number - 1][0] if number else "."
        is_users = (is_name and before != "." and
                    not (before.startswith("--") and word.islower()) and (not after or after not in "({") and
                    word not in DTYPES and not re.search(rf"(?<![.\w]){re.escape(word)}\b", example))
        if word == "..." or is_users:
            pattern += ANYTHING + "+?"
        else:
            pattern += re.escape(word) + (r"(?![\w-])" if is_name or word[:2] == "--" else "")
            if is_name and word[0].isupper() and after == "(": # a variable of that type
                pattern += r"(?: \w+)?"
        pattern += r"[\s\"']*"
    return re.search(pattern, text) is not None


def check_help(page):
    """(whether the help has code, whether the repair has to take it, the problem or None)"""
    found = [] if page.has_no_example or not page.block("Repair") else codes(page.help)
    if not found or page.id in OTHER_REPAIRS:
        return bool(found), False, None
    example, repair = page.block("Example").source, page.block("Repair").source
    if any(takes(code, repair, example) and not takes(code, example, example) for code in found):
        return True, True, None
    return True, True, ("the repair takes nothing of the help, or the example has it already: " +
                  ", ".join(f"`{code}`" for code in found))


# Completeness

def listed_ids():
    return re.findall(r'^WAVE_ERROR_ID\("([^"]+)"\)', (ROOT / "src/diagnostic/ErrorIds.def").read_text(),
                      flags=re.M)


def ids_in_sources():
    """(id, file) of the ids that the compiler does not check, and of the dialect's constraints."""
    for path in sorted((ROOT / "src").rglob("*")):
        if path.suffix in (".cpp", ".h"):
            text = path.read_text()
            for found in re.finditer(r'\.id = "([^"]+)"|\[([a-z_]+-[a-z0-9-]+)\]"', text):
                yield found[1] or found[2], path.relative_to(ROOT)
            for found in re.finditer(r'tell\("([a-z-]+)"', text):
                yield found[1], path.relative_to(ROOT)


def check_completeness(all_pages):
    listed = listed_ids()
    for name in sorted({name for name in listed if listed.count(name) > 1}):
        yield f"src/diagnostic/ErrorIds.def: {name} is listed twice"
    present = {page.id for page in all_pages}
    for name in listed:
        if name not in present:
            yield f"docs/errors/{name}.md is missing"
    for name in sorted(present - set(listed)):
        yield f"docs/errors/{name}.md: no error has this id"
    for name, path in ids_in_sources():
        if name not in listed:
            yield f"{path}: {name} is not listed in src/diagnostic/ErrorIds.def"
    for page in all_pages:
        if not page.lines[0].startswith(f"# {page.id}: "):
            yield f"docs/errors/{page.id}.md: the first line is not '# {page.id}: ...'"
        if not page.has_no_example:
            has_help = any("help: " in line for line in page.message[1])
            if has_help == (page.id in WITHOUT_HELP):
                yield (f"docs/errors/{page.id}.md: the message says no way out" if not has_help else
                       f"docs/check_errors.py: {page.id} says a way out")
        if len(page.lines) > 60:
            yield f"docs/errors/{page.id}.md has {len(page.lines)} lines: say less"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", type=Path, default=ROOT / "build/bin", help="the built programs")
    parser.add_argument("--cpp", help="write the examples in C++ here, and end")
    parser.add_argument("--update", action="store_true", help="write the messages into the pages")
    parser.add_argument("--except", dest="left_out", action="append", default=[], metavar="ID",
                        help="not this one")
    parser.add_argument("ids", nargs="*", help="only these")
    options = parser.parse_args()
    if options.cpp:
        write_cpp(options.cpp)
        return 0
    everything = pages()
    problems = [] if options.ids else list(check_completeness(everything))
    chosen = [page for page in everything
              if page.id not in options.left_out and (not options.ids or page.id in options.ids)]

    def check(page):
        return [f"docs/errors/{page.id}.md: {problem}"
                for problem in check_page(page, options.bin.resolve(), options.update)]

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for found in pool.map(check, chosen):
            problems += found
    helps = {page.id: check_help(page) for page in chosen}
    for name, (_, _, problem) in helps.items():
        if problem:
            problems.append(f"docs/errors/{name}.md: {problem}")
    with_code = [name for name, (has_code, _, _) in helps.items() if has_code]
    applied = [name for name in with_code if helps[name][1]]
    problems += [f"docs/check_errors.py: {name} has no code in its help" for name in OTHER_REPAIRS
                 if name in helps and name not in with_code]
    for problem in problems:
        print(problem)
    if with_code:
        print(f"{len(with_code)} ids have code in their help, {len(applied)} of them "
              f"({100 * len(applied) // len(with_code)} %) are tested by a repair that takes it")
    print(f"{len(chosen)} pages checked, {sum(page.has_no_example for page in chosen)} of them "
          f"without an example; {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
