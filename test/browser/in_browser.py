#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Looks at pages of `wave explain` and `wave check` in a browser.

At widths of 1280 and 400 pixels, in light and in dark, at each step of each slider: no message in the console, no
request, no text over another one or cut by its picture, no page wider than the window, letters that stand out from what
is behind them, and everything that scrolls or moves can be reached by keyboard.  A screenshot of each goes to a folder.

A page is in a frame of that width, which a server of this process gives out and counts the requests of.

Usage: in_browser.py --wave build/bin/wave --shots FOLDER [--cases FILE.xml] [--only REGEX] [--browser chromium]
"""

import argparse
import html
import http.server
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import threading
import time
import xml.etree.ElementTree as xml
from pathlib import Path

HERE = Path(__file__).resolve().parent
WIDTHS = (1280, 400)
SCHEMES = {"light": 1, "dark": 0}  # as Chromium's settings number them
LEAST_CONTRAST = 4.5  # of WCAG 2.2, level AA

FRAME = """<!DOCTYPE html><meta charset="utf-8"><style>body {{ margin: 0 }} iframe {{ border: 0; display: block }}</style>
<iframe id="frame" src="/page" style="width: {width}px; height: {height}px"></iframe><pre id="result" hidden></pre>
<script>
const frame = document.getElementById("frame"), problems = [];
function colour(text) {{ return (text.match(/[\\d.]+/g) || []).map(Number); }}
function luminance(rgb) {{
  const [r, g, b] = rgb.map(value => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}}
function contrast(a, b) {{
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}}
/* The shapes of a picture that are seen, and where they are: asked for once, as there are thousands. */
function shapesOf(svg) {{
  return [...svg.querySelectorAll("rect")].map(shape => ({{ shape, at: shape.getBoundingClientRect() }}))
      .filter(({{ at }}) => at.width > 0 && at.height > 0);
}}
/* What a text of a picture stands on: the last shape before it that has its middle. */
function behind(page, view, shapes, box) {{
  const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
  const found = shapes.findLast(({{ at }}) => at.left <= x && x <= at.right && at.top <= y && y <= at.bottom);
  return colour(found ? view.getComputedStyle(found.shape).fill : view.getComputedStyle(page.body).backgroundColor).slice(0, 3);
}}
/* Chromium lays out texts of pictures that are not displayed, too.  `known` has what was found of their elements. */
function isSeen(element, known) {{
  if (!element) return true;
  if (!known.has(element))
    known.set(element, frame.contentWindow.getComputedStyle(element).display != "none" && isSeen(element.parentElement, known));
  return known.get(element);
}}
function look(step) {{
  const page = frame.contentDocument, view = frame.contentWindow, boxes = [];
  const seen = new Map(), shapes = new Map();
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {{
    const node = walker.currentNode, parent = node.parentElement;
    if (!node.data.trim() || parent.closest("script, title, desc, style") || !isSeen(parent, seen)) continue;
    const range = page.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects())
      if (box.width > 0 && box.height > 0) boxes.push({{ box, text: node.data.trim(), parent }});
  }}
  for (let i = 0; i < boxes.length; ++i) {{
    const {{ box, text, parent }} = boxes[i];
    for (let j = 0; j < i; ++j) {{
      const other = boxes[j].box;
      /* Lines of letters have room above and below. */
      const x = Math.min(box.right, other.right) - Math.max(box.left, other.left);
      const y = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
      if (x > 1 && y > 3) problems.push(`${{step}}: '${{text}}' overlaps '${{boxes[j].text}}'`);
    }}
    const svg = parent.closest("svg");
    if (svg && !shapes.has(svg)) shapes.set(svg, shapesOf(svg));
    if (svg) {{
      const all = svg.getBoundingClientRect();
      if (box.left < all.left - 1 || box.right > all.right + 1 || box.bottom > all.bottom + 1)
        problems.push(`${{step}}: '${{text}}' is cut by its picture`);
    }}
    const style = view.getComputedStyle(parent), letters = colour(svg ? style.fill : style.color).slice(0, 3);
    const ratio = contrast(letters, behind(page, view, shapes.get(svg) ?? [], box));
    if (ratio < {contrast}) problems.push(`${{step}}: '${{text}}' has a contrast of ${{ratio.toFixed(1)}}`);
  }}
  const root = page.documentElement;
  if (root.scrollWidth > root.clientWidth) problems.push(`${{step}}: the page is ${{root.scrollWidth}} wide`);
  return boxes.length;
}}
frame.addEventListener("load", () => {{
  if (!{looks}) return;
  const page = frame.contentDocument;
  let texts = look("as it opens");
  for (const input of page.querySelectorAll("input[type=range]")) {{
    const first = input.value;
    for (let step = 0; step <= input.max; ++step) {{
      input.value = step;
      input.dispatchEvent(new Event("input"));
      const seen = [...input.closest("figure").querySelectorAll(".step")].filter(group => group.getClientRects().length);
      if (seen.length != 1 || seen[0].dataset.step != step) problems.push(`step ${{step}} shows ${{seen.length}} steps`);
      look("step " + step);
    }}
    input.value = first;
    input.dispatchEvent(new Event("input"));
  }}
  for (const select of page.querySelectorAll("select")) {{
    const first = select.value, name = select.dataset.choice;
    for (const option of select.options) {{
      select.value = option.value;
      select.dispatchEvent(new Event("change"));
      for (const group of select.closest("figure").querySelectorAll(`[data-${{name}}]`))
        if (!group.closest(".step:not(.now)") && (group.getClientRects().length > 0) != group.dataset[name].split(" ").includes(option.value))
          problems.push(`${{name}} ${{option.value}} does not show what is its own alone`);
      look(name + " " + option.value);
    }}
    select.value = first;
    select.dispatchEvent(new Event("change"));
  }}
  for (const place of page.querySelectorAll(".scroll, input, select, summary, a")) {{
    place.focus();
    if (page.activeElement != place) problems.push(`<${{place.tagName}}> takes no focus`);
  }}
  page.activeElement.blur();
  for (const place of page.querySelectorAll(".scroll")) place.scrollLeft = 0;
  const height = page.documentElement.scrollHeight;
  frame.style.height = height + "px";
  scrollTo(0, 0);
  document.getElementById("result").textContent =
      JSON.stringify({{ problems: [...new Set(problems)], texts, height }});
}});
</script>
"""


class Site:
    """One page and its frame; whatever else is asked for is remembered."""

    def __init__(self, page):
        self.others = []
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                path, _, query = self.path.partition("?")
                if path == "/page":
                    body = page
                elif path == "/frame":
                    width, *height = map(int, query.split(","))
                    body = FRAME.format(width=width, height=height[0] if height else 100, looks=0 if height else 1,
                                        contrast=LEAST_CONTRAST).encode()
                else:
                    if path != "/favicon.ico":  # the browser's own wish
                        site.others.append(self.path)
                    return self.send_error(404)
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def address(self, width, height=None):
        """Of a frame that looks at its page, or of one of that height, for a screenshot."""
        return f"http://127.0.0.1:{self.server.server_port}/frame?{width}" + (f",{height}" if height else "")


def browse(browser, scheme, size, *arguments):
    """Standard output of the browser, and what its console has said."""
    with tempfile.TemporaryDirectory() as profile:
        command = [browser, "--headless", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
                   "--disable-background-networking", "--disable-component-update", "--disable-sync",
                   "--force-device-scale-factor=1", "--enable-logging=stderr", "--virtual-time-budget=20000",
                   f"--user-data-dir={profile}", f"--blink-settings=preferredColorScheme={SCHEMES[scheme]}",
                   f"--window-size={size[0]},{size[1]}", *arguments]
        if os.geteuid() == 0:
            command.insert(1, "--no-sandbox")
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=120)
    return done.stdout, re.findall(r":CONSOLE[^\n]*", done.stderr)


def look(browser, page, width, scheme, shot):
    """What is wrong with the page at that width."""
    site = Site(page)
    try:
        window = (max(width, 500), 1000)  # a window has a least width, a frame none
        dom, console = browse(browser, scheme, window, "--dump-dom", site.address(width))
        found = re.search(r'<pre id="result"[^>]*>(.+?)</pre>', dom, re.S)
        if not found:
            return ["the page has not been loaded", *console]
        result = json.loads(html.unescape(found[1]))
        browse(browser, scheme, (window[0], min(result["height"], 8000)), f"--screenshot={shot}",
               site.address(width, result["height"]))
        problems = result["problems"] + console + [f"the page asks for {other}" for other in site.others]
        if result["texts"] < 10:
            problems.append(f"{result['texts']} texts are seen")
        if not shot.exists():
            problems.append("there is no screenshot")
        return problems
    finally:
        site.server.shutdown()
        site.server.server_close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--wave", type=lambda name: Path(name).absolute(), required=True)
    parser.add_argument("--shots", type=Path, required=True, help="a folder for screenshots")
    parser.add_argument("--cases", type=Path, help="a JUnit file to write")
    parser.add_argument("--only", default="", help="pages whose line has this")
    parser.add_argument("--browser", default="chromium")
    options = parser.parse_args()
    options.shots.mkdir(parents=True, exist_ok=True)
    lines = [line for line in (HERE / "pages.txt").read_text().splitlines() if line and not line.startswith("#")]
    suite = xml.Element("testsuite", name="browser")
    failures = 0
    for line in (line for line in lines if re.search(options.only, line)):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "page.html"
            # A check that refuses a schedule writes the page, too.
            subprocess.run([options.wave, *shlex.split(line), "-q", "--html", file], check=line.startswith("explain"), cwd=HERE,
                           stdout=subprocess.DEVNULL)
            page = file.read_bytes()
        name = re.sub(r"[^\w.]+", "-", line)
        for width in WIDTHS:
            for scheme in SCHEMES:
                begin = time.time()
                problems = look(options.browser, page, width, scheme, options.shots / f"{name}-{width}-{scheme}.png")
                case = xml.SubElement(suite, "testcase", name=f"{line}, {width} pixels, {scheme}",
                                      time=f"{time.time() - begin:.1f}")
                if problems:
                    failures += 1
                    xml.SubElement(case, "failure").text = "\n".join(problems)
                    print(f"{case.get('name')}:\n  " + "\n  ".join(problems[:20]), flush=True)
    if options.cases:
        options.cases.parent.mkdir(parents=True, exist_ok=True)
        xml.ElementTree(suite).write(options.cases)
    print(f"{len(suite) - failures} of {len(suite)} as expected; screenshots are in {options.shots}")
    return 1 if failures or not len(suite) else 0


if __name__ == "__main__":
    sys.exit(main())
