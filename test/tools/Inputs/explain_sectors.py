# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Of a kernel whose loads touch no sector in vain: the sectors that its stores touch beyond the fewest, as `wave explain` says, and as
# the executor counts them.
#
#   explain_sectors.py WAVE KERNEL OPTION...

import json
import subprocess
import sys

wave, kernel, *options = sys.argv[1:]
options += ["-D", "M=512", "-D", "N=512", "-D", "K=64", "-q", "--json"]


def said(command):
    return json.loads(subprocess.run([wave, command, kernel, *options], capture_output=True, text=True, check=True).stdout)


explained = said("explain")
ran = said("run")["counters"]
workgroups = eval(" * ".join(explained["grid"]), {})
requests = [store["requests"] for store in explained["stores"]]
more = sum(each["sectors"] - each["least_sectors"] for each in requests) * workgroups
print(f"{more} sectors more than need be, counted {ran['global_sectors'] - ran['global_sectors_needed']}")
