//===- Style.cpp ----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Four colours that are apart for eyes that see no red or no green too (Okabe and Ito); what they
// mean is always written beside them.
//
//===----------------------------------------------------------------------===//

#include "picture/Style.h"

namespace wave::picture {

std::string_view pictureStyle() {
  return R"css(:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #1b1f24; --quiet: #57606a; --rule: #d0d7de; --cell: #f3f5f7;
  --c0: #0072b2; --c1: #d55e00; --c2: #00795a; --c3: #8f5a8a;
  --s0: #dcecf8; --s1: #fbe6d6; --s2: #d9efe7; --s3: #efe2ee;
  --d0: #d9d9d9; --d1: #a6cee3; --d2: #b2df8a; --d3: #fdbf6f; --d4: #cab2d6; --d5: #f8b4b0; --d6: #f2ee93; --d7: #86d0c4;
  --t0: #eef6fb; --t1: #dcecf7; --t2: #c9e2f3; --t3: #b5d7ee; --t4: #9fcce8; --t5: #88c0e1; --t6: #70b3da; --t7: #57a5d2;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171b; --ink: #e6e9ec; --quiet: #a3acb6; --rule: #3a424b; --cell: #1f242a;
    --c0: #56b4e9; --c1: #f0954a; --c2: #3fc49a; --c3: #d29acb;
    --s0: #17364a; --s1: #4a2c14; --s2: #123e31; --s3: #412a3e;
    --d0: #55595e; --d1: #1f5a85; --d2: #3b661e; --d3: #7d4a10; --d4: #5f4380; --d5: #85292d; --d6: #625c10; --d7: #1c625a;
    --t0: #1b2a35; --t1: #1d3341; --t2: #1f3d4f; --t3: #21475d; --t4: #22516c; --t5: #245b7a; --t6: #256388; --t7: #276a96;
  }
}
@media print {
  :root {
    --paper: #ffffff; --ink: #000000; --quiet: #444444; --rule: #999999; --cell: #f3f5f7;
    --c0: #0072b2; --c1: #d55e00; --c2: #00795a; --c3: #8f5a8a;
    --s0: #dcecf8; --s1: #fbe6d6; --s2: #d9efe7; --s3: #efe2ee;
    --d0: #d9d9d9; --d1: #a6cee3; --d2: #b2df8a; --d3: #fdbf6f; --d4: #cab2d6; --d5: #f8b4b0; --d6: #f2ee93; --d7: #86d0c4;
    --t0: #eef6fb; --t1: #dcecf7; --t2: #c9e2f3; --t3: #b5d7ee; --t4: #9fcce8; --t5: #88c0e1; --t6: #70b3da; --t7: #57a5d2;
  }
}
.picture text { font: 11px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: var(--ink); }
.picture .strong { font-weight: 600; }
.picture .head { font-size: 12px; font-weight: 600; }
.picture .quiet { fill: var(--quiet); }
.picture .small { font-size: 10px; }
.picture .middle { text-anchor: middle; }
.picture .end { text-anchor: end; }
.picture .paper { fill: var(--paper); }
.picture .cell { fill: var(--cell); stroke: var(--rule); }
.picture .fill { stroke: none; }
.picture .fill.c0 { fill: var(--c0); }
.picture .fill.c1 { fill: var(--c1); }
.picture .fill.c2 { fill: var(--c2); }
.picture .fill.c3 { fill: var(--c3); }
.picture .soft.c0 { fill: var(--s0); stroke: var(--c0); }
.picture .soft.c1 { fill: var(--s1); stroke: var(--c1); }
.picture .soft.c2 { fill: var(--s2); stroke: var(--c2); }
.picture .soft.c3 { fill: var(--s3); stroke: var(--c3); }
.picture .dashed { stroke-dasharray: 4 3; stroke-width: 1.5; }
.picture .thick { stroke: var(--ink); stroke-width: 2; }
.picture .wait { fill: none; stroke: var(--ink); stroke-width: 1.2; }
.picture .broken { fill: none; stroke: var(--c1); stroke-width: 2.5; stroke-dasharray: 6 3; }
.picture .arrow { fill: var(--ink); }
.picture .mark { stroke: var(--ink); stroke-width: 2; }
.picture .time0 { fill: var(--t0); }
.picture .time1 { fill: var(--t1); }
.picture .time2 { fill: var(--t2); }
.picture .time3 { fill: var(--t3); }
.picture .time4 { fill: var(--t4); }
.picture .time5 { fill: var(--t5); }
.picture .time6 { fill: var(--t6); }
.picture .time7 { fill: var(--t7); }
.picture .die0 { fill: var(--d0); }
.picture .die1 { fill: var(--d1); }
.picture .die2 { fill: var(--d2); }
.picture .die3 { fill: var(--d3); }
.picture .die4 { fill: var(--d4); }
.picture .die5 { fill: var(--d5); }
.picture .die6 { fill: var(--d6); }
.picture .die7 { fill: var(--d7); }
[data-colour=time] .picture .time0 { fill: var(--t0); }
[data-colour=time] .picture .time1 { fill: var(--t1); }
[data-colour=time] .picture .time2 { fill: var(--t2); }
[data-colour=time] .picture .time3 { fill: var(--t3); }
[data-colour=time] .picture .time4 { fill: var(--t4); }
[data-colour=time] .picture .time5 { fill: var(--t5); }
[data-colour=time] .picture .time6 { fill: var(--t6); }
[data-colour=time] .picture .time7 { fill: var(--t7); }
.picture .faint { opacity: 0.45; }
.picture .flight { stroke: var(--ink); stroke-width: 1.5; }
.picture .tile { fill: var(--s2); stroke: var(--c2); stroke-width: 1.5; }
.picture .block { fill: none; stroke: var(--rule); }
.picture .step, .picture .of { display: none; }
.picture .step.now, .picture .of.now { display: inline; }
)css";
}

std::string_view pageStyle() {
  return R"css(* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1240px; padding: 24px 20px 64px; background: var(--paper); color: var(--ink);
  font: 15px/1.55 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
h1 { font-size: 26px; line-height: 1.2; margin: 0 0 4px; overflow-wrap: anywhere; }
h2 { font-size: 19px; margin: 44px 0 8px; padding-top: 14px; border-top: 1px solid var(--rule); }
h3 { font-size: 15px; margin: 26px 0 4px; }
p { margin: 4px 0 10px; max-width: 75ch; }
code, pre, td, dd { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: 13px; }
.quiet, figcaption, th { color: var(--quiet); }
nav a { display: inline-block; margin: 0 18px 4px 0; padding: 4px 0; }
a { color: var(--c0); }
:focus-visible { outline: 3px solid var(--c0); outline-offset: 2px; }
dl { display: grid; grid-template-columns: minmax(80px, max-content) 1fr; gap: 4px 20px; margin: 14px 0; }
dt { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
figure { margin: 6px 0 18px; }
figcaption { font-size: 13px; max-width: 90ch; }
.scroll { overflow-x: auto; padding: 8px 2px; }
.scroll svg { display: block; }
.slider { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 14px; margin: 6px 0; }
select { font: inherit; font-size: 13px; color: var(--ink); background: var(--cell); border: 1px solid var(--rule); padding: 3px 6px; }
.choice { display: flex; align-items: center; gap: 14px; }
.slider input { flex: 0 1 320px; min-width: 0; height: 28px; accent-color: var(--c0); }
table { border-collapse: collapse; }
th, td { text-align: left; padding: 3px 18px 3px 0; border-bottom: 1px solid var(--rule); vertical-align: top; font-weight: 400; }
th { font-size: 13px; }
td { white-space: nowrap; }
li { margin: 4px 0; overflow-wrap: anywhere; }
pre { overflow-x: auto; border: 1px solid var(--rule); padding: 12px; }
summary { cursor: pointer; padding: 6px 0; }
@media print {
  nav, .slider, details { display: none; }
  body { max-width: none; padding: 0; }
  .scroll { overflow: visible; }
  .scroll svg { max-width: 100%; height: auto; }
  figure, table { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
}
)css";
}

std::string_view pageScript() {
  return R"js(for (const input of document.querySelectorAll("input[type=range]")) {
  const figure = input.closest("figure"), names = input.dataset.steps.split("|");
  input.addEventListener("input", () => {
    for (const group of figure.querySelectorAll(".step"))
      group.classList.toggle("now", group.dataset.step === input.value);
    figure.querySelector(".now .mark")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    figure.querySelector("output").textContent = names[input.value];
    input.setAttribute("aria-valuetext", names[input.value]);
  });
}
for (const select of document.querySelectorAll("select")) {
  const figure = select.closest("figure"), name = select.dataset.choice;
  select.addEventListener("change", () => {
    figure.dataset[name] = select.value;
    for (const group of figure.querySelectorAll(`[data-${name}]`))
      group.classList.toggle("now", group.dataset[name].split(" ").includes(select.value));
  });
}
)js";
}

} // namespace wave::picture
