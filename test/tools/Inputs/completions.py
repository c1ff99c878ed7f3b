# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Completes command lines in bash, zsh and fish with the scripts that wave prints."""

import functools
import os
import shutil
import subprocess
import sys
import tempfile

# A command line, and words that must be among what is offered, then one that must not.
CASES = [
    ("wave ", ["list", "run", "emit", "doctor", "help"], "gemm"),
    ("wave ru", ["run"], "list"),
    ("wave run ", ["gemm"], "run"),
    ("wave run gemm --se", ["--seed"], "--stage"),
    ("wave emit gemm --st", ["--stage"], "--seed"),
    ("wave emit gemm --stage ", ["traced", "bound", "llvm", "asm", "object"], "gemm"),
    ("wave emit --stage asm ge", ["gemm"], "list"),
    ("wave run gemm --target ", ["cpu"], "gemm"),
    ("wave run gemm --print-ir-after ", ["wave-bind-symbols", "wave-cpu-lower-to-loops", "all"], "gemm"),
    ("wave run gemm -D BLOCK_", ["BLOCK_M=", "BLOCK_N=", "BLOCK_K="], "M="),
    ("wave run gemm --dynamic ", ["M", "N", "K"], "in"),
    ("wave run gemm --dynamic ", ["M", "N", "K"], "BLOCK_M"),
    ("wave run gemm --dynamic M,", ["N", "K"], "ADDRESS_SPACE"),
    ("wave run gemm --dtype ", ["in=", "out="], "a="),
    ("wave run gemm --dtype in=b", ["bf16"], "f32"),
    ("wave run gemm --dtype in=f16,o", ["out="], "in="),
    ("wave run gemm --input ", ["a=", "b="], "c="),
    ("wave run gemm --output ", ["c="], "a="),
    ("wave run gemm --input a=some", ["some.npy"], "other.npy"),
    ("wave emit gemm -o so", ["some.npy"], "other.npy"),
    ("wave help mma-", ["mma-c1", "mma-tile"], "add-c1"),
    ("wave help --completions ", ["bash", "zsh", "fish"], "gemm"),
]


@functools.cache
def script(shell):
    return subprocess.run(["wave", "help", "--completions", shell], check=True, text=True,
                          capture_output=True).stdout


def run(command, folder, **more):
    done = subprocess.run(command, cwd=folder, text=True, capture_output=True, timeout=60, **more)
    if done.stderr.strip():
        raise SystemExit(f"{command[0]}: {done.stderr}")
    return done.stdout.splitlines()


def in_bash(line, folder):
    return run(["bash", "-c", f"""{script("bash")}
      COMP_LINE=$1 COMP_POINT=${{#1}}
      _wave
      printf '%s\\n' "${{COMPREPLY[@]}}" """, "bash", line], folder)


def in_fish(line, folder):
    with open(os.path.join(folder, "wave.fish"), "w") as file:
        file.write(script("fish"))
    return [offer.split("\t")[0] for offer in
            run(["fish", "--no-config", "-c", "source wave.fish; complete -C $argv", line], folder,
                env=dict(os.environ, HOME=folder))]


def in_zsh(line, folder):
    """Calls the function as zsh's line editor does, whose builtins are simulated."""
    return run(["zsh", "-f", "-c", r"""
      compdef() { }
      compadd() {
        local suffix=
        [[ $1 == -S ]] && suffix=$2
        local -a offered=(${@:$(($@[(i)--] + 1))})
        offered=(${(M)offered:#$PREFIX*})
        (($#offered)) && print -l -- ${^offered}$suffix
      }
      compset() { [[ $PREFIX == $~2 ]] || [[ $PREFIX == $~2* ]] && PREFIX=${PREFIX##$~2} }
      _files() { print -l -- $PREFIX*(N) }
      eval "$2"
      words=(${(z)1})
      [[ $1 == *' ' ]] && words+=('')
      CURRENT=$#words PREFIX=$words[-1]
      _wave
      true""", "zsh", line, script("zsh")], folder)


def main():
    shells = {"bash": in_bash, "zsh": in_zsh, "fish": in_fish}
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in ("some.npy", "other.npy"):
            open(os.path.join(folder, name), "w").close()
        for shell, ask in shells.items():
            if not shutil.which(shell):
                raise SystemExit(f"{shell} is not installed: script/bootstrap does that")
            for line, wanted, unwanted in CASES:
                # fish offers whole words, bash what stands behind the last "=".
                offered = [offer.rsplit(",", 1)[-1] for offer in ask(line, folder)]
                names = {part for offer in offered
                         for part in (offer, offer.split("=")[-1], offer.split("=")[0] + "=")}
                missing = [word for word in wanted if word not in names]
                if missing or unwanted in names:
                    failures += 1
                    print(f"{shell}: '{line}' offers {offered}; missing {missing}"
                          + (f", unwanted {unwanted}" if unwanted in names else ""))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
