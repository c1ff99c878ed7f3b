//===- Page.cpp -----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "picture/Page.h"

#include <algorithm>
#include <cctype>

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
      {"Grid", joined(at(facts, "grid"), " × ") + " workgroups"},
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

static std::string figuresOf(const Facts &facts, const Picture &picture) {
  const Drawn drawn = picture.draw(facts);
  std::string text = "<h3>" + escaped(picture.title) + "</h3>\n";
  if (drawn.drawings.empty())
    return text + "<p id=\"" + picture.name + "\">" + escaped(drawn.absence) + "</p>\n";
  for (size_t number = 0; number < drawn.drawings.size(); ++number) {
    const Drawing &drawing = drawn.drawings[number];
    const std::string id = picture.name + (number ? "-" + std::to_string(number + 1) : "");
    text += "<figure id=\"" + id + "\">\n" + sliderOf(drawing.slider, id) +
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
    if (!std::ranges::count(names, picture.section))
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

/// What stands below the pictures of a section.
static std::string tablesOf(const std::string &section, const Facts &facts) {
  return section == "Pipeline" ? partsOf(facts) : section == "Resources" ? heldOf(facts) : "";
}

//===----------------------------------------------------------------------===//
// The page
//===----------------------------------------------------------------------===//

std::string_view pageStart() { return "<!DOCTYPE html>\n<!-- a page of wave explain -->\n"; }

std::string page(const Facts &facts) {
  const std::string kernel = shown(at(facts, "kernel"));
  std::string links, content;
  const auto add = [&](const std::string &name, const std::string &text) {
    links += "<a href=\"#" + idOf(name) + "\">" + escaped(name) + "</a>";
    content += sectionOf(name, text);
  };
  for (const std::string &section : sections()) {
    std::string text;
    for (const Picture &picture : pictures())
      if (picture.section == section)
        text += figuresOf(facts, picture);
    add(section, text + tablesOf(section, facts));
  }
  add("Remarks", remarksOf(facts));
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
         escaped(facts.dump(2, ' ', false, Facts::error_handler_t::replace)) +
         "</pre>\n</details>\n</main>\n<script>\n" + std::string(pageScript()) +
         "</script>\n</body>\n</html>\n";
}

} // namespace wave::picture
