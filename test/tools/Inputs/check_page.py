#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks pages and pictures of `wave explain`, and pages of `wave check`, without a browser.

A page is well-formed, has each id once, refers to nothing that is not there, asks for nothing outside itself, is smaller
than 1 MB and can be used by keyboard.  Its facts are what --json prints, and what its pictures say in
words is what the facts say: each slot and phase of each trip, each bar, each unit.

Usage: check_page.py WAVE FOLDER explain|check KERNEL [OPTIONS...]
"""

import json
import re
import subprocess
import sys
import xml.etree.ElementTree as xml
from html.parser import HTMLParser
from pathlib import Path

VOID = {"meta", "input"}
SVG = "{http://www.w3.org/2000/svg}"


class Dom(HTMLParser):
    """What a page refers to, and whether each element ends."""

    def __init__(self):
        super().__init__()
        self.ids, self.references, self.labels, self.open = [], [], [], []

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if "id" in attrs:
            self.ids.append(attrs["id"])
        for name in ("aria-labelledby", "aria-describedby", "aria-controls", "for"):
            self.references += attrs.get(name, "").split()
        target = attrs.get("href", attrs.get("src"))
        if target is not None:
            assert target.startswith("#"), f"<{tag}> asks for {target}"
            self.references.append(target[1:])
        if tag == "label":
            self.labels.append(attrs["for"])
        if tag in ("input", "select", "svg") or attrs.get("role") == "region":
            named = {"aria-label", "aria-labelledby"} & set(attrs) or attrs.get("id") in self.labels
            assert named, f"<{tag}> has no name"
        if attrs.get("class") == "scroll":
            assert attrs.get("tabindex") == "0", "what scrolls cannot be reached by keyboard"
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, f"</{tag}> ends {self.open[-1:]}"
        self.open.pop()


def plain(name):
    return name.removeprefix(SVG)


def texts(element):
    return ["".join(text.itertext()) for text in element.iter() if plain(text.tag) == "text"]


def operation(op):
    name, of = op["operation"], op.get("tag") or ", ".join(op.get("rings", []))
    return (f"{name} {of}" if of and of != name else name) + (f", {op['part']}" if op["part"] else "")


def check_timeline(loop, words):
    """Each cell's slot and phase, each iteration, each wait, counted."""
    timeline = loop["timeline"]
    cells, iterations, waits, lanes = [], [], [], set()
    for op in timeline["operations"]:
        for trip in timeline["trips"]:
            iteration = trip["iterations_of_stages"][op["stage"]]
            if iteration is None:
                continue
            if (op["role"], op["stage"], trip["trip"]) not in lanes:
                lanes.add((op["role"], op["stage"], trip["trip"]))
                iterations.append(f"iteration {iteration}")
            if op["rings"]:
                (use,) = (use for use in timeline["uses"][op["rings"][0]] if use["use"] == iteration)
                phase = "" if use["phase"] is None else f" phase {use['phase']}"
                cells.append(f"slot {use['slot']}{phase}")
            for wait in op["waits_for"]:
                before = iteration - wait["iterations_before"]
                if before >= 0:
                    through = f", in {wait['through']}" if wait["through"] else ""
                    kept = "" if wait["kept"] else ", which the schedule does not keep"
                    waits.append(f"{operation(op)} of iteration {iteration} {wait['how']} "
                                 f"{operation(timeline['operations'][wait['operation']])} of iteration {before}"
                                 f"{through}{kept}")
    for what, expected in (("slot", cells), ("iteration", iterations)):
        found = [word for word in words if re.match(rf"{what} \d+( phase \d)?$", word)]
        assert sorted(found) == sorted(expected), (what, sorted(found), sorted(expected))
    found = [word for word in words if re.search(r" of iteration \d+ ", word)]
    assert sorted(found) == sorted(waits), (found, waits)
    for trip in timeline["trips"]:
        assert f"trip {trip['trip']}" in words, trip
    # The formulas that the text of `wave explain` has agree with the numbers.
    for ring in (loop["pipeline"] or {}).get("rings", []):
        for use in timeline["uses"].get(ring["ring"], []):
            assert use["slot"] == use["use"] % ring["slots"], use
            assert use["phase"] == (use["use"] // ring["slots"] % 2 if ring["phase"] else None), use


def check_stages(loop, words):
    for op in loop["timeline"]["operations"]:
        role = op["role"] + ": " if op["role"] else ""
        assert role + operation(op) in words, op
    for stage in range(loop["pipeline"]["stages"]):
        assert f"stage {stage}" in words, stage
    brackets = []
    for position in range(loop["pipeline"]["interval"]):
        assert f"position {position}" in words, position
        of = sorted({op["stage"] for op in loop["timeline"]["operations"] if op["position"] == position})
        if len(of) > 1:
            brackets.append("stages " + ", ".join(map(str, of[:-1])) + f" and {of[-1]}")
    assert [word for word in words if word.startswith("stages ")] == brackets, (words, brackets)


def check_units(loop, words):
    for unit in loop["units"]:
        binds = " binds" if unit["name"] == loop["binding"] else ""
        at = words.index(unit["name"])
        assert words[at + 1] == f"{unit['cycles']:.1f}{binds}", (unit, words)
        assert words[at + 2] == unit["formula"], (unit, words)


def check_resources(facts, words):
    for each in facts["resources"]:
        at = words.index(each["name"])
        assert words[at + 1] == f"{each['used']} of {each['limit']} {each['unit']}", each
        if each["parts"]:
            for number, part in enumerate(each["parts"]):
                assert words[at + 2 + number] == f"{part['amount']} {part['name']}", each
            assert sum(part["amount"] for part in each["parts"]) == each["used"], each
    for ring in facts["shared_memory"]["rings"]:
        slots = f"{ring['slots']} slot{'' if ring['slots'] == 1 else 's'}"
        assert (f"{ring['name']}: {slots} of {ring['bytes_per_slot']} bytes from {ring['offset']}, "
                f"{ring['tile']}") in words, ring


def plural(count, word):
    return f"{count} {word}{'' if count == 1 else 's'}"


def running(tiles, position, use):
    """The cells of the tiles that run."""
    cells = tiles["cells"]
    return [(row, column) for row, line in enumerate(cells["start"]) for column, start in enumerate(line)
            if start is not None and position["from"] <= start < position["started"]
            and use["die"] in (None, cells["die"][row][column])]


def numbers(runs):
    return {number for first, last in runs for number in range(first, last + 1)}


def check_use(facts, position, use, words):
    """What a picture says of the blocks in use; where all tiles are drawn, that is counted once more."""
    traffic, tiles = facts["traffic"], facts["traffic"]["order"]["map"]
    names = [each["memory"] for each in traffic["inputs"]]
    at_one_time = ", ".join(f"{plural(blocks, 'block')} of {name}" for blocks, name in zip(use["blocks"], names))
    if len(names) > 1:
        at_one_time += f", {use['all']} in all"
    who = "all workgroups" if traffic["dies"]["count"] == 1 else (
        f"all {traffic['dies']['name']}s" if use["die"] is None else f"{traffic['dies']['name']} {use['die']}")
    said = [f"{who}: {plural(use['tiles'], 'tile')} at one time", at_one_time]
    found = [at for at in range(len(words)) if words[at:at + 2] == said]
    assert found, (words, said)
    at = found[0]
    assert use["all"] == sum(use["blocks"]), use
    cells, count = tiles["cells"], {}
    isWhole = cells["every_row"] * cells["every_column"] * tiles["shares_of_a_tile"] == 1 and len(tiles["dims"]) < 3
    inFlight = running(tiles, position, use)
    if isWhole:
        assert use["tiles"] == len(inFlight), use
        assert numbers(use["rows"]) == {row for row, _ in inFlight}, use
        assert numbers(use["columns"]) == {column for _, column in inFlight}, use
        count = {cells["row_dim"]: len({row for row, _ in inFlight}),
                 cells["column_dim"]: len({column for _, column in inFlight})}
    for number, (name, each) in enumerate(zip(names, tiles["inputs"])):
        why = words[at + 2 + number]
        assert why.startswith(f"{plural(use['blocks'][number], 'block')} of {name} = "), why
        if isWhole and len(each["along"]) == 1 and not each["changes_with_share"]:
            dim = each["along"][0]
            assert use["blocks"][number] == count[dim] * each["blocks_of_a_panel"], (use, each)
            side = "row" if dim == cells["row_dim"] else "column"
            assert f" = {plural(count[dim], side)}" in why, why
            if each["steps_along"]:
                assert why.endswith(f" × {plural(each['blocks_of_a_panel'], 'step')} along {' and '.join(each['steps_along'])}"), why


def check_order_map(facts, words):
    tiles = facts["traffic"]["order"]["map"]
    for each, whole in zip(tiles["inputs"], facts["traffic"]["order"]["inputs"]):
        assert each["blocks_in_all"] == whole["panels"] * each["blocks_of_a_panel"], (each, whole)
    for position in tiles["positions"]:
        for use in position["in_use"]:
            check_use(facts, position, use, words)
    if facts["traffic"]["dies"]["count"] > 1:
        for die in range(facts["traffic"]["dies"]["count"]):
            assert f"{facts['traffic']['dies']['name']} {die}" in words, die


def check_reads(facts, words):
    tiles = facts["traffic"]["order"]["map"]
    position = tiles["positions"][tiles["first_position"]]
    check_use(facts, position, position["in_use"][1 if facts["traffic"]["dies"]["count"] > 1 else 0], words)
    check_order(facts, words)


def check_order(facts, words):
    """Each tile has the number of its workgroup, row by row, or none has one."""
    tiles = facts["traffic"]["order"]["map"]
    cells = tiles["cells"]
    labels = [str(workgroup) if tiles["trips_of_a_workgroup"] == 1 else f"{workgroup}:{trip}"
              for line in zip(cells["workgroup"], cells["trip"]) for workgroup, trip in zip(*line) if workgroup is not None]
    text, all_of_them = "\n".join(words), "\n".join(labels)
    if len(cells["workgroup"][0]) <= 8:
        assert all_of_them in text, (all_of_them, text)


def check_dies(facts, words):
    check_order(facts, words)
    for row in facts["traffic"]["order"]["map"]["cells"]["workgroup"]:
        for workgroup in row:
            assert f"{facts['traffic']['dies']['name']} {workgroup % facts['traffic']['dies']['count']}" in words


def amount(number):
    return f"{number / 1e6:.1f} MB" if number >= 1e6 else f"{number / 1e3:.1f} kB"


def check_traffic(facts, words):
    at = 0
    for load, each in zip(facts["traffic"]["inputs"], facts["traffic"]["order"]["inputs"]):
        predicted = each["predicted"]
        assert words[at:at + 4] == [load["memory"], f"{amount(predicted['requested_bytes'])} requested",
                                    "from memory: not known" if predicted["memory_bytes"] is None else
                                    f"{amount(predicted['memory_bytes'])} from memory, predicted",
                                    f"{amount(each['least_bytes'])} at least"], (words, each)
        at += 4


def check_variants(facts, root):
    """The tables of other orders say what the JSON does; the row of the kernel's own value is its map."""
    order = facts.get("traffic", {}).get("order") or {"variants": []}
    titles = ["".join(heading.itertext()) for heading in root.iter("h3")]
    words = [["".join(cell.itertext()) for cell in row if cell.tag == "td"] for row in root.iter("tr")]
    for variants in order["variants"]:
        title = next(title for title in titles if title.endswith(f"for other values of {variants['symbol']}"))
        assert title.startswith("Blocks that "), title
        for row in variants["rows"]:
            uses = [use for use in row["in_use"] if use["die"] is not None] or row["in_use"]
            if row["present"]:
                tiles = order["map"]
                assert row["in_use"] == tiles["positions"][tiles["first_position"]]["in_use"], row

            def span(counts):
                return f"{min(counts)}" + (f" to {max(counts)}" if min(counts) != max(counts) else "")

            cells = [f"{row['value']}" + (" (this page)" if row["present"] else "")]
            cells += [span([use["blocks"][number] for use in uses]) for number in range(len(uses[0]["blocks"]))]
            cells += [span([use["all"] for use in uses])]
            assert cells in words, (cells, words)


def expected_of(facts, picture):
    """The loops that a picture has a drawing of each; the facts themselves of pictures of the kernel."""
    order = facts.get("traffic", {}).get("order")
    if picture == "traffic":
        return [facts] if order else []
    if picture in ("order-map", "order", "reads", "dies"):
        isThere = order and order["map"] and (picture != "dies" or facts["traffic"]["dies"]["count"] > 1)
        return [facts] if isThere else []
    if picture == "resources":
        return [facts] if "resources" in facts else []
    has = {"stages": "pipeline", "pipeline": "timeline", "units": "units"}[picture]
    loops = [loop for loop in facts.get("loops", []) if loop[has]]
    return loops if picture != "pipeline" else [loop for loop in loops if loop["timeline"]["trips"]]


CHECKS = {"order-map": check_order_map, "traffic": check_traffic, "stages": check_stages, "pipeline": check_timeline,
          "resources": check_resources, "units": check_units}
# Those that a page has in another picture.
FILES = {"order": check_order, "dies": check_dies, "reads": check_reads}


def without_times(facts):
    for proof in facts.get("proofs", []):
        proof["ms"] = None
    return facts


def check_page(path, facts):
    """`facts` are what --json prints; a page of `wave check` has its loops as well."""
    text = path.read_text()
    assert len(text.encode()) < 1_000_000, "the page is too large"
    assert not re.search(r"https?:|url\(|@import|fetch\(|XMLHttp", text.split('<pre id="facts">')[0]), "a URL"
    dom = Dom()
    dom.feed(text)
    dom.close()
    assert not dom.open, f"{dom.open} do not end"
    assert len(set(dom.ids)) == len(dom.ids), "an id occurs twice"
    assert set(dom.references) <= set(dom.ids), f"missing: {set(dom.references) - set(dom.ids)}"
    root = xml.fromstring(text)
    by_id = {element.get("id"): element for element in root.iter() if element.get("id")}
    shown = without_times(json.loads("".join(by_id["facts"].itertext())))
    beside = {name: shown[name] for name in ("loops", "schedule") if name in shown and "proofs" in shown}
    facts = without_times(facts | beside)
    assert shown == facts, "the facts are not those of --json"
    for picture, check in CHECKS.items():
        if "proofs" in facts and picture not in ("stages", "pipeline"):
            assert picture not in by_id
            continue
        of = expected_of(facts, picture)
        if not of:  # one sentence says why
            words = by_id[picture].text
            assert by_id[picture].tag == "p" and re.fullmatch(r"[A-Z][^.]*(sim:|cuda:|hip:)?[^.]*\.", words), words
            continue
        for number, each in enumerate(of):
            figure = by_id[picture + (f"-{number + 1}" if number else "")]
            assert figure.tag == "figure"
            check(each, texts(figure))
            for slider in figure.iter("input"):
                steps = slider.get("data-steps").split("|")
                assert int(slider.get("max")) == len(steps) - 1
                groups = [group for group in figure.iter() if group.get("data-step")]
                assert [group.get("data-step") for group in groups] == [str(k) for k in range(len(steps))]
                assert [group.get("data-step") for group in groups if group.get("class") == "step now"] == [slider.get("value")]
            for select in figure.iter("select"):
                options = [option.get("value") for option in select.iter("option")]
                (chosen,) = (option.get("value") for option in select.iter("option") if option.get("selected"))
                groups = [group for group in figure.iter() if group.get("data-" + select.get("data-choice"))]
                for group in groups:
                    values = group.get("data-" + select.get("data-choice")).split()
                    assert set(values) <= set(options), values
                    assert group.get("class").endswith(" now") == (chosen in values), (chosen, values)
    check_variants(facts, root)
    return by_id


def main(wave, folder, command, *options):
    def run(*more):
        done = subprocess.run([wave, command, *options, *more], capture_output=True, text=True)
        # What a check refuses has a page, too.
        assert done.returncode == 0 or (command == "check" and done.returncode == 1), done.stderr
        return done.stdout

    page = Path(folder) / "page.html"
    assert run("--html", str(page)) == "", "a page is in place of the text"
    facts = json.loads(run("--json"))
    check_page(page, facts)
    if command == "check":
        return
    # What has been compiled keeps all.
    for loop in facts.get("loops", []):
        for op in (loop["timeline"] or {}).get("operations", []):
            assert all(wait["kept"] for wait in op["waits_for"]), op
    # The file of a picture has the words of the page.
    for picture, check in (CHECKS | FILES).items():
        of = expected_of(facts, picture)
        if of and picture in ("pipeline", *FILES):
            root = xml.fromstring(run("--svg", picture).encode())
            assert root.tag == SVG + "svg", root.tag
            assert len({element.get("id") for element in root.iter() if element.get("id")}) == 2
            if len(of) == 1:
                check(of[0], texts(root))


if __name__ == "__main__":
    main(*sys.argv[1:])
