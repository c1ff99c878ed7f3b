#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that what the pages name exists, and that they say it in the words of the field.

In README.md, ARCHITECTURE.md, CONTRIBUTING.md and docs/**/*.md, but docs/adr/, which says what was decided when:

  --option           in a command of wave or wave-launch, or in `code`: an option of a program of the project
  --stage NAME       a stage of wave emit, and Stage::Name one of C++
  wave NAME          in a command, a command; wave run NAME and the like, a kernel of the library or a file
  build/bin/NAME     a program that script/build makes; another one only after `script/build NAME`
  role("NAME", "the NAME role"   a role that the compiler makes, or that the page's own schedule names
  [error-id]         an id of src/diagnostic/ErrorIds.def
  WAVE_NAME          an environment variable, option of CMake or macro of the sources
  `file.cpp`         a file of the repository, by its path, its path in src/ or its name; or one of FILES
  retired words      RETIRED has those that a page no longer says, each with the word to use

  check_names.py --bin build/bin
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Phrases that no page says any longer (regular expressions, without regard to case), and what to say.
RETIRED = {
    r"wait_products": "mma_wait",
    r"shared_along|shared-copies": "multicast_along",
    r"\bProductBlock|BlockProducts|StageProducts|PairProducts|ShareCopies|LateRings|publishWrites": "the name of today",
    r"\bhasty\b|\bhaste\b": "asynchronous hazard",
    r"\bthe engine\b": "the TMA unit",
    r"\bin boxes\b": "by TMA",
    r"\b(is|are|be|was) told (when|that|of)\b": "arrives, is signalled",
    r"\b(give|given|gives|gave) back\b(?! (the|a) (machine|result))": "release",
    r"multipl(y|ies) together": "CTA pair",
    r"(?<!streaming )\bmultiprocessor": "SM",
    r"\b(copy|multiply|compute) role\b|\brole `?\"(copy|multiply|compute)\"": "load, mma, epilogue, consumer",
    r"\bmeet (behind|at)\b|\bclusters meet\b": "synchronise",
    r"what is not there": "not implemented",
    r"\bwalks?\b": "iterates over",
    r"\bSums? in tensor memory": "accumulator",
    r"\b(which|who) brings?\b|\bbring (for|once)\b": "load",
    r"tags select nothing|no other effect yet|only `none` and `prefetch`|`none` or `prefetch`\.$": "schedules",
    r"no schedule of one's own": "schedules",
    r"about four minutes": "the measured time",
}

# Files that pages name and that are no part of the repository: what their commands write, and what others have.
FILES = {"kernel.cpp", "kernel.mlir", "main.cpp", "my_kernel.cpp", "CMakeLists.txt"}

# Options of other programs, in `code`.
OTHERS_OPTIONS = {
    "--build", "--preset", "--install", "--prefix", "--target", "--test-dir", "--output-on-failure",  # cmake, ctest
    "--grep",  # git
}
# Words before "role" that are no names.
NO_ROLES = {"a", "another", "any", "each", "every", "its", "no", "of", "one", "other", "own", "same", "that", "the", "third",
            "this", "which", "what", "first", "last", "consuming", "scheduling"}


def text_of(path):
    return (ROOT / path).read_text()


class Names:
    """What exists."""

    def __init__(self, binaries):
        page = self.run(binaries / "wave", "help", "--markdown")
        self.commands = set(re.findall(r"^## wave (\w+)", page, re.M))
        self.stages = set(re.split(r", | or ", re.search(r"^\| `--stage [^|]*\| [^|:]*: ([^|]*?)(?: \[[^|\]]*\])? \|$", page, re.M)[1]))
        self.options = set(re.findall(r"--[a-z][\w-]*", page)) | {"--help", "--version"}
        self.passes = set(re.findall(r"--[a-z][\w-]*", self.run(binaries / "wave-opt", "--help")))
        self.launch_options = set(re.findall(r"--[a-z][\w-]*", self.run(binaries / "wave-launch", "--help")))
        self.kernels = set(re.findall(r"^(\w+): ", self.run(binaries / "wave", "list"), re.M))
        self.cpp_stages = set(re.findall(r"\w+", re.search(r"enum class Stage \{(.*?)\}", text_of("include/wave/compile.h"), re.S)[1]))
        self.roles = set(re.findall(r'"(\w+)"', " ".join(
            re.findall(r"static constexpr StringLiteral load =.*|StringRef others\(\).*", text_of("src/passes/schedule/RolePolicy.cpp")))))
        self.ids = set(re.findall(r'^WAVE_ERROR_ID\("([^"]+)"\)', text_of("src/diagnostic/ErrorIds.def"), re.M))
        tracked = self.run("git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard").split()
        self.paths = set(tracked)
        self.basenames = {Path(path).name for path in tracked}
        scripts = [path for path in tracked if path.startswith("script/") or (path.startswith("docs/") and path.endswith(".py"))]
        self.script_options = {option for path in scripts for option in re.findall(r"--[a-z][\w-]*", text_of(path))}
        sources = [path for path in tracked if re.search(r"\.(cpp|h|def|py|cmake|in|sh|test|td)$|CMakeLists.txt$|^script/|Presets", path)
                   and not path.endswith(("check_names.py", "repository/pages.test"))]
        self.variables = {name for path in sources for name in re.findall(r"\bWAVE_[A-Z0-9_]+\b", text_of(path))}
        # What `script/build` makes without arguments.
        made = re.findall(r"add_dependencies\(wave-tools ([^)]*)\)", text_of("CMakeLists.txt"))
        self.programs = set(" ".join(made).split()) | {"wave"}

    @staticmethod
    def run(*command):
        return subprocess.run(list(map(str, command)), capture_output=True, text=True, check=True).stdout


def commands_of(line):
    """The simple commands of a line of a shell, each as its words."""
    for simple in re.split(r"\|\|?|&&|;|\$\(|\)", line):
        words = simple.split()
        while words and ("=" in words[0] or words[0] in ("time", "sudo", "{")):
            words = words[1:]
        if words:
            yield words


class Page:
    def __init__(self, path, names):
        self.path, self.names = path, names
        self.text = path.read_text()
        self.lines = self.text.splitlines()

    def problems(self):
        language = None
        made = set(re.findall(r"script/build ([\w-]+)", self.text))
        own_roles = set(re.findall(r'role\("([^"]+)"', self.text))
        for number, line in enumerate(self.lines, 1):
            where = f"{self.path.relative_to(ROOT) if self.path.is_relative_to(ROOT) else self.path.name}:{number}"
            fence = re.match(r"\s*```(\S*)", line)
            if fence:
                language = None if language is not None else fence[1]
                continue
            found = []
            is_command = language == "sh" or (language == "console" and line.lstrip().startswith("$ "))
            if is_command and not self.fails(number):
                found += self.in_commands(line.lstrip().removeprefix("$ ").split(" # ")[0], made)
            if language is None:
                found += self.in_prose(line, own_roles)
            for problem in found:
                yield f"{where}: {problem}"

    def fails(self, number):
        """Whether an error is shown as what the command in that line prints: the mistake is its point."""
        for line in self.lines[number:]:
            if line.lstrip().startswith(("$ ", "```")):
                return False
            if "error: " in line:
                return True
        return False

    def in_commands(self, line, made):
        names = self.names
        for words in commands_of(line):
            program = words[0].removeprefix("build/bin/")
            if words[0].startswith("build/bin/") and program not in made | names.programs:
                yield f"{words[0]} is not what script/build makes: say `script/build {program}`"
            if words[0].startswith("script/") and words[0] not in names.paths:
                yield f"there is no {words[0]}"
            options = {"wave": names.options, "wave-launch": names.launch_options}.get(Path(program).name)
            if options is None:
                continue
            given = [word.split("=")[0] for word in words[1:] if re.match(r"--[a-z]", word)]
            for option in given:
                if option not in options:
                    yield f"{words[0]} has no option {option}"
            if Path(program).name != "wave" or len(words) < 2 or words[1].startswith("-"):
                continue
            if words[1] not in names.commands:
                yield f"wave has no command {words[1]}"
            elif words[1] in ("run", "emit", "check", "explain", "bench") and len(words) > 2 and re.fullmatch(r"[a-z]\w*", words[2]):
                if words[2] not in names.kernels and "your_own" not in program:
                    yield f"the library has no kernel {words[2]}"
            for option, value in zip(words, words[1:]):
                if option == "--stage" and re.fullmatch(r"\w+", value) and value != "STAGE" and value not in names.stages:
                    yield f"there is no stage {value}"

    def in_prose(self, line, own_roles):
        names = self.names
        for pattern, word in RETIRED.items():
            if found := re.search(pattern, line, re.I):
                yield f"'{found[0]}' is no word of the pages any longer: {word}"
        for role in re.findall(r"\b[Tt]he (\w+) role\b", line):
            if role.lower() not in names.roles | own_roles | NO_ROLES:
                yield f"no role is called '{role}': the compiler's are {', '.join(sorted(names.roles))}"
        for name in re.findall(r"(?<![\w`])\[([a-z][\w]*(?:-[\w]+)+(?:, [a-z][\w-]+)*)\](?!\()", line):
            for each in name.split(", "):
                if "-" in each and each not in names.ids:
                    yield f"no error has the id {each}"
        for code in re.findall(r"`([^`]+)`", line):
            yield from self.in_code(code)

    def in_code(self, code):
        names = self.names
        words = code.split()
        if words and words[0] in ("wave", "wave-launch", "build/bin/wave", "script/test", "script/build"):
            yield from self.in_commands(code, set())
        for option in re.findall(r"(?<![\w-])(--[a-z][\w-]*)", code):
            if option not in names.options | names.launch_options | names.passes | names.script_options | OTHERS_OPTIONS:
                yield f"no program of the project has the option {option}"
        for stage in re.findall(r"\bStage::(\w+)", code):
            if stage not in names.cpp_stages:
                yield f"there is no Stage::{stage}"
        for stage in re.findall(r"--stage (\w+)", code):
            if stage not in names.stages and not stage.isupper():
                yield f"there is no stage {stage}"
        for variable in re.findall(r"\bWAVE_[A-Z0-9_]+\b", code):
            if variable not in names.variables:
                yield f"nothing is called {variable}"
        if re.fullmatch(r"[\w./+-]*\w\.(cpp|h|td|def|py|mlir|test|svg|txt|patch)", code):
            path = code.removeprefix("../")
            known = {path, f"src/{path}", f"include/{path}"} & names.paths or \
                ("/" not in path and (path in names.basenames or path in FILES))
            if not known and not path.startswith("build/") and not self.writes(path):
                yield f"there is no file {code}"

    def writes(self, path):
        """A file that the page's own commands write or name."""
        return re.search(rf"(?:>|-o|tee|--output \w+=|--manifest|save\(')\s*{re.escape(path)}\b", self.text) is not None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, default=ROOT / "build/bin", help="the built programs")
    parser.add_argument("pages", nargs="*", type=Path, help="only these")
    options = parser.parse_args()
    names = Names(options.bin.resolve())
    pages = [path.resolve() for path in options.pages] or [
        ROOT / "README.md", ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md",
        *(path for path in sorted((ROOT / "docs").rglob("*.md")) if path.parent.name != "adr")]
    problems = [problem for path in pages for problem in Page(path, names).problems()]
    for problem in problems:
        print(problem)
    print(f"{len(pages)} pages checked; {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
