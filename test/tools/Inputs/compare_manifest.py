#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares a manifest with the notes of its object, as llvm-readelf --notes prints them.

Usage: compare_manifest.py MANIFEST NOTES
"""

import json
import re
import sys

KEYS = {"argument_bytes": ".kernarg_segment_size", "lanes_per_wave": ".wavefront_size",
        "shared_bytes": ".group_segment_fixed_size", "scratch_bytes": ".private_segment_fixed_size",
        "vgprs": ".vgpr_count", "agprs": ".agpr_count", "sgprs": ".sgpr_count"}


def kernels(text):
    """The YAML of each kernel, from its list of arguments on."""
    body = text[text.index("amdhsa.kernels:"):text.index("amdhsa.target")]
    return re.split(r"^  - ", body, flags=re.M)[1:]


def main():
    manifest = json.load(open(sys.argv[1]))
    text = open(sys.argv[2]).read()
    assert f"amdhsa.target:   {manifest['code_object']}" in text, text
    blocks = kernels(text)
    assert len(blocks) == len(manifest["entry_points"]) == 2, blocks
    for block, entry in zip(blocks, manifest["entry_points"]):
        assert re.search(r"^    \.name: +(\S+)", block, re.M)[1] == entry["name"], block
        for key, note in KEYS.items():
            value = int(re.search(rf"^ *\{note}: +(\d+)", block, re.M)[1])
            assert entry[key] == value, (entry["name"], key, entry[key], value)
        arguments = list(zip(re.findall(r"^ {8}\.name: +(\S+)|^ {6}- .*\.name: +(\S+)", block, re.M),
                             re.findall(r"\.offset: +(\d+)", block), re.findall(r"\.size: +(\d+)", block)))
        assert len(arguments) == len(entry["arguments"]) > 0, arguments
        for (name, offset, size), argument in zip(arguments, entry["arguments"]):
            assert argument["offset"] == int(offset) and argument["bytes"] == int(size), argument
            assert argument["name"] == "".join(name), (argument, name)
            whole = {"pointer": argument["memory"], "size": f"{argument['memory']}.size.{argument.get('dim')}",
                     "stride": f"{argument['memory']}.stride.{argument.get('dim')}"}
            assert argument["name"] == whole[argument["kind"]], argument


main()
