//===- Page.cpp -----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "picture/Page.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <functional>

#include "picture/OrderFacts.h"
#include "picture/Picture.h"
#include "picture/Style.h"

namespace wave::picture {

static std::string element(const std::string &name, const std::string &words) {
  return "<" + name + ">" + escaped(words) + "</" + name + ">";
}

//===----------------------------------------------------------------------===//
// What the kernel is
//===----------------------------------------------------------------------===//

namespace {

struct Row {
  std::string name, value;
};

} // namespace

static std::string namesOfRoles(const Facts &roles) {
  std::string text;
  for (const Facts &role : roles)
    text += (text.empty() ? "" : ", ") + shown(at(role, "name")) + " " + shown(at(role, "warps")) +
            " warps";
  return text;
}

static std::string namesOfTiles(const Facts &tiles) {
  std::string text;
  for (const auto &[dim, size] : tiles.items())
    text += (text.empty() ? "" : ", ") + dim + " = " + shown(size);
  return text;
}

/// What there is of this; a row without a value is not shown.
static std::vector<Row> rowsOf(const Facts &facts) {
  const auto has = [&](const char *name) {
    return !at(facts, name).is_null() && !at(facts, name).empty();
  };
  const auto words = [&](const char *name, const std::string &after = "") {
    return has(name) ? shown(at(facts, name)) + after : "";
  };
  return {
      {"Target", words("target")},
      {"Processor", words("processor")},
      {"Schedule", words("schedule")},
      {"Grid", has("grid") ? joined(at(facts, "grid"), " × ") + " workgroups" : ""},
      {"Tiles", namesOfTiles(at(facts, "tiles"))},
      {"Open sizes", joined(at(facts, "dynamic"), ", ")},
      {"Coverage", has("unchecked") ? "not checked: " + shown(at(facts, "unchecked")) : ""},
      {"Waves", has("waves") ? joined(at(facts, "waves"), " × ") + " of " +
                                   shown(at(facts, "lanes_per_wave")) + " lanes"
                             : ""},
      {"Roles", namesOfRoles(at(facts, "roles"))},
      {"Vectors", words("vector_isa")},
      {"Workspace", words("workspace_bytes", " bytes of a thread")},
      {"Occupancy", has("occupancy") ? "limited by " + shown(at(at(facts, "occupancy"), "limit")) +
                                           ": " + shown(at(at(facts, "occupancy"), "formula"))
                                     : ""},
  };
}

static std::string listOf(const std::vector<Row> &rows) {
  std::string text = "<dl>\n";
  for (const auto &[name, value] : rows)
    if (!value.empty())
      text += element("dt", name) + element("dd", value) + "\n";
  return text + "</dl>\n";
}

//===----------------------------------------------------------------------===//
// Pictures
//===----------------------------------------------------------------------===//

static std::string sliderOf(const Slider &slider, const std::string &id) {
  if (slider.steps.size() < 2)
    return "";
  std::string names;
  for (const std::string &step : slider.steps)
    names += (names.empty() ? "" : "|") + step;
  const std::string first = std::to_string(slider.first);
  return "<div class=\"slider\"><label for=\"" + id + "-step\">" + escaped(slider.label) +
         "</label><input id=\"" + id + "-step\" type=\"range\" min=\"0\" max=\"" +
         std::to_string(slider.steps.size() - 1) + "\" value=\"" + first + "\" aria-valuetext=\"" +
         escaped(slider.steps[slider.first]) + "\" data-steps=\"" + escaped(names) +
         "\"/><output for=\"" + id + "-step\">" + escaped(slider.steps[slider.first]) +
         "</output></div>\n";
}

static std::string choicesOf(const std::vector<Choice> &choices, const std::string &id) {
  if (choices.empty())
    return "";
  std::string text = "<div class=\"slider\">";
  for (const Choice &choice : choices) {
    const std::string name = id + "-" + choice.name;
    text += "<span class=\"choice\"><label for=\"" + name + "\">" + escaped(choice.label) +
            "</label><select id=\"" + name + "\" data-choice=\"" + choice.name + "\">";
    for (size_t number = 0; number < choice.options.size(); ++number)
      text += "<option value=\"" + escaped(choice.options[number].value) + "\"" +
              (number == choice.first ? " selected=\"selected\"" : "") + ">" +
              escaped(choice.options[number].label) + "</option>";
    text += "</select></span>";
  }
  return text + "</div>\n";
}

static std::string figuresOf(const Facts &facts, const Picture &picture) {
  const Drawn drawn = picture.draw(facts);
  std::string text = "<h3>" + escaped(picture.title) + "</h3>\n";
  if (drawn.drawings.empty())
    return text + "<p id=\"" + picture.name + "\">" + escaped(drawn.absence) + "</p>\n";
  for (size_t number = 0; number < drawn.drawings.size(); ++number) {
    const Drawing &drawing = drawn.drawings[number];
    const std::string id = picture.name + (number ? "-" + std::to_string(number + 1) : "");
    text += "<figure id=\"" + id + "\">\n" + sliderOf(drawing.slider, id) +
            choicesOf(drawing.choices, id) +
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-labelledby=\"" + id +
            "-title\">\n" + inlineSvg(drawing, id) + "</div>\n<figcaption>" +
            escaped(drawing.title + ". " + drawing.description) + "</figcaption>\n</figure>\n";
  }
  return text;
}

/// The pictures of the table by section, in its order.
static std::vector<std::string> sections() {
  std::vector<std::string> names;
  for (const Picture &picture : pictures())
    if (!picture.section.empty() && !std::ranges::count(names, picture.section))
      names.push_back(picture.section);
  return names;
}

static std::string idOf(std::string section) {
  for (char &letter : section)
    letter =
        letter == ' ' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return "section-" + section;
}

static std::string sectionOf(const std::string &name, const std::string &content) {
  const std::string id = idOf(name);
  return "<section aria-labelledby=\"" + id + "\">\n<h2 id=\"" + id + "\">" + escaped(name) +
         "</h2>\n" + content + "</section>\n";
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// A table in a place that scrolls, where it is wider than the page.
static std::string tableOf(const std::string &title, const std::vector<std::string> &heads,
                           const std::vector<std::vector<std::string>> &rows) {
  if (rows.empty())
    return "";
  std::string text = "<h3>" + escaped(title) + "</h3>\n<div class=\"scroll\" tabindex=\"0\" " +
                     "role=\"region\" aria-label=\"" + escaped(title) + "\"><table>\n<tr>";
  for (const std::string &head : heads)
    text += "<th scope=\"col\">" + escaped(head) + "</th>";
  for (const std::vector<std::string> &row : rows) {
    text += "</tr>\n<tr>";
    for (const std::string &cell : row)
      text += element("td", cell);
  }
  return text + "</tr>\n</table></div>\n";
}

static std::string partsOf(const Facts &facts) {
  std::string text;
  for (const Facts *loop : loopsWith(facts, "pipeline")) {
    std::vector<std::vector<std::string>> rows;
    for (const Facts &part : at(at(*loop, "pipeline"), "parts"))
      rows.push_back({shown(at(part, "part")), shown(at(part, "trips")), shown(at(part, "runs"))});
    text += tableOf("Parts of the " + nameOfLoop(*loop), {"part", "trips", "what runs"}, rows);
  }
  return text;
}

static std::string heldOf(const Facts &facts) {
  std::vector<std::vector<std::string>> rows;
  for (const Facts &held : at(at(facts, "registers"), "held"))
    rows.push_back({shown(at(held, "registers")), shown(at(held, "tile")), nameOfOperation(held),
                    place(at(held, "where"))});
  return tableOf("Tiles that a lane holds where it holds most",
                 {"registers", "tile", "operation", "line"}, rows);
}

static std::string remarksOf(const Facts &facts) {
  const Facts &remarks = at(facts, "remarks");
  if (remarks.empty())
    return "<p>The compiler has no remark.</p>\n";
  std::string text = "<ul>\n";
  for (const Facts &remark : remarks) {
    const std::string where = place(at(remark, "where"));
    text += "<li>" + (where.empty() ? "" : element("code", where) + " ") +
            escaped(shown(at(remark, "message"))) + " " +
            element("code", "[" + shown(at(remark, "id")) + "]") + "</li>\n";
  }
  return text + "</ul>\n";
}

static std::string proofsOf(const Facts &facts) {
  std::string text = "<ul>\n";
  for (const Facts &proof : at(facts, "proofs")) {
    const std::string subject = shown(at(proof, "subject"));
    // Of whom that claim is made.
    const std::string whose = subject == "independence" ? "workgroups " : "";
    text += "<li>" + escaped(subject + ": " + whose + shown(at(proof, "claim"))) + ", " +
            (at(proof, "ok") == true
                 ? escaped(shown(at(proof, "verdict")) + " " + shown(at(proof, "method")))
                 : element("b", shown(at(proof, "verdict"))));
    if (const Facts &error = at(proof, "error"); !error.is_null()) {
      text += "<br/>" +
              element("code", shown(at(error, "message")) + " [" + shown(at(error, "id")) + "]");
      if (!at(error, "help").is_null())
        text += "<br/>" + escaped("help: " + shown(at(error, "help")));
    }
    text += "</li>\n";
  }
  return text + "</ul>\n";
}

/// Of each die what it reads where the chip is full for the first time.
static std::string diesTableOf(const Facts &facts) {
  const Facts &map = orderMapOf(facts);
  if (map.is_null() || diesOf(facts) == 1)
    return "";
  const Facts &position = at(map, "positions")[at(map, "first_position").get<size_t>()];
  std::vector<std::string> heads = {nameOfDie(facts), "tiles", "rows", "columns"};
  for (size_t input = 0; input < at(map, "inputs").size(); ++input)
    heads.push_back("blocks of " + shown(at(at(at(facts, "traffic"), "inputs")[input], "memory")));
  heads.emplace_back("blocks in all");
  std::vector<std::vector<std::string>> rows;
  for (const Facts &use : at(position, "in_use")) {
    if (at(use, "die").is_null())
      continue;
    rows.push_back({shown(at(use, "die")), shown(at(use, "tiles")), shown(at(use, "row_count")),
                    shown(at(use, "column_count"))});
    for (const Facts &blocks : at(use, "blocks"))
      rows.back().push_back(shown(blocks));
    rows.back().push_back(shown(at(use, "all")));
  }
  return tableOf("Different blocks of each " + nameOfDie(facts) + ", with " +
                     shown(at(position, "started")) + " tiles started",
                 heads, rows);
}

/// "48", or "48 to 64" where dies differ.
static std::string rangeOf(const Facts &uses, const std::function<int64_t(const Facts &)> &count) {
  int64_t least = INT64_MAX, most = 0;
  for (const Facts &use : uses)
    if (uses.size() == 1 || !at(use, "die").is_null()) {
      least = std::min(least, count(use));
      most = std::max(most, count(use));
    }
  return std::to_string(least) + (least == most ? "" : " to " + std::to_string(most));
}

/// What other values of a symbol that decides the order would read.
static std::string variantsOf(const Facts &facts) {
  std::string text;
  const Facts &inputs = at(at(facts, "traffic"), "inputs");
  for (const Facts &variants : at(at(at(facts, "traffic"), "order"), "variants")) {
    const std::string symbol = shown(at(variants, "symbol"));
    std::vector<std::string> heads = {symbol};
    for (const Facts &input : inputs)
      heads.push_back("blocks of " + shown(at(input, "memory")));
    heads.emplace_back("blocks in all");
    std::vector<std::vector<std::string>> rows;
    for (const Facts &row : at(variants, "rows")) {
      const Facts &uses = at(row, "in_use");
      rows.push_back(
          {shown(at(row, "value")) + (at(row, "present") == true ? " (this page)" : "")});
      for (size_t input = 0; input < inputs.size(); ++input)
        rows.back().push_back(rangeOf(
            uses, [&](const Facts &use) { return at(use, "blocks")[input].get<int64_t>(); }));
      rows.back().push_back(
          rangeOf(uses, [](const Facts &use) { return at(use, "all").get<int64_t>(); }));
    }
    text += tableOf("Blocks that " +
                        (diesOf(facts) > 1 ? "one " + nameOfDie(facts) + " reads"
                                           : std::string("all workgroups read")) +
                        " at one time, for other values of " + symbol,
                    heads, rows);
    text +=
        element("p", symbol + " decides the order of tiles and nothing else. Blocks are counted "
                              "as above, where the chip is full for the first time.") +
        "\n";
  }
  if (const Facts &why = at(at(at(facts, "traffic"), "order"), "why_no_variants"); !why.is_null())
    text += element("p", shown(why)) + "\n";
  return text;
}

static std::string wordsOfOrder(const Facts &facts) {
  std::string text;
  for (const std::string &words : explanationsOfOrder(facts))
    text += element("p", words) + "\n";
  return text;
}

/// What stands above the pictures of a section, and below.
static std::string wordsOf(const std::string &section, const Facts &facts) {
  return section == "Order of tiles" ? wordsOfOrder(facts) : "";
}

static std::string tablesOf(const std::string &section, const Facts &facts) {
  return section == "Pipeline"         ? partsOf(facts)
         : section == "Resources"      ? heldOf(facts)
         : section == "Order of tiles" ? diesTableOf(facts) + variantsOf(facts)
                                       : "";
}

//===----------------------------------------------------------------------===//
// The page
//===----------------------------------------------------------------------===//

std::string_view pageStart() { return "<!DOCTYPE html>\n<!-- a page that wave has drawn -->\n"; }

namespace {

struct Section {
  std::string name, content;
};

} // namespace

/// Lists of numbers in one line.
static std::string printed(const Facts &facts, const std::string &indent = "") {
  const bool isList = facts.is_array();
  const auto isSmall = [](const Facts &each) { return !each.is_structured(); };
  if (!facts.is_structured() || facts.empty() || (isList && std::ranges::all_of(facts, isSmall)))
    return facts.dump(-1, ' ', false, Facts::error_handler_t::replace);
  const std::string inner = indent + "  ";
  std::string text;
  for (const auto &[key, value] : facts.items())
    text += (text.empty() ? "\n" : ",\n") + inner + (isList ? "" : Facts(key).dump() + ": ") +
            printed(value, inner);
  return (isList ? "[" : "{") + text + "\n" + indent + (isList ? "]" : "}");
}

static std::string document(const Facts &facts, const std::vector<Section> &all) {
  const std::string kernel = shown(at(facts, "kernel"));
  std::string links, content;
  for (const Section &section : all) {
    links += "<a href=\"#" + idOf(section.name) + "\">" + escaped(section.name) + "</a>";
    content += sectionOf(section.name, section.content);
  }
  return std::string(pageStart()) +
         "<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
         "style-src 'unsafe-inline'; script-src 'unsafe-inline'\"/>\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>" +
         escaped(kernel + " on " + shown(at(facts, "target"))) + "</title>\n<style>\n" +
         std::string(pictureStyle()) + std::string(pageStyle()) +
         "</style>\n</head>\n<body>\n<header>\n<h1>" + escaped(kernel) + "</h1>\n" +
         listOf(rowsOf(facts)) + "<nav aria-label=\"Sections\">" + links +
         "</nav>\n</header>\n<main>\n" + content +
         "<details>\n<summary>All facts of this page, as JSON</summary>\n<pre id=\"facts\">" +
         escaped(printed(facts)) + "</pre>\n</details>\n</main>\n<script>\n" +
         std::string(pageScript()) + "</script>\n</body>\n</html>\n";
}

static std::string picturesOf(const std::string &section, const Facts &facts) {
  std::string text = wordsOf(section, facts);
  for (const Picture &picture : pictures())
    if (picture.section == section)
      text += figuresOf(facts, picture);
  return text + tablesOf(section, facts);
}

std::string page(const Facts &facts) {
  std::vector<Section> all;
  for (const std::string &section : sections())
    all.push_back({section, picturesOf(section, facts)});
  all.push_back({"Remarks", remarksOf(facts)});
  return document(facts, all);
}

std::string pageOfProofs(const Facts &facts) {
  return document(facts,
                  {{"Proofs", proofsOf(facts)}, {"Pipeline", picturesOf("Pipeline", facts)}});
}

} // namespace wave::picture
