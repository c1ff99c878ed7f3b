# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# expect-exit.py STATUS COMMAND...: runs the command and succeeds where it exits with
# that status.  (`not` accepts any failure, a crash of our own included.)

import subprocess
import sys

wanted = int(sys.argv[1])
status = subprocess.run(sys.argv[2:]).returncode
if status != wanted:
    print(f"expect-exit: exit status {status}, expected {wanted}: {' '.join(sys.argv[2:])}")
sys.exit(0 if status == wanted else 1)
