//===- Facts.cpp ----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "picture/Facts.h"

#include <cstdio>

namespace wave::picture {

const Facts &at(const Facts &facts, const std::string &name) {
  static const Facts nothing;
  if (!facts.is_object())
    return nothing;
  const auto found = facts.find(name);
  return found == facts.end() ? nothing : *found;
}

std::string shown(const Facts &value) {
  if (value.is_string())
    return value.get<std::string>();
  if (!value.is_number_float())
    return value.is_null() ? "-" : value.dump();
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value.get<double>());
  return text;
}

std::string joined(const Facts &list, const std::string &between) {
  std::string text;
  for (const Facts &each : list)
    text += (text.empty() ? "" : between) + shown(each);
  return text;
}

std::string place(const Facts &where) {
  return where.is_object() ? shown(at(where, "file")) + ":" + shown(at(where, "line")) : "";
}

std::string nameOfOperation(const Facts &operation) {
  const std::string tag = shown(at(operation, "tag"));
  const std::string rings = joined(at(operation, "rings"), ", ");
  const std::string &of = tag.empty() ? rings : tag;
  const std::string name = shown(at(operation, "operation"));
  const std::string part = at(operation, "part").is_string() ? shown(at(operation, "part")) : "";
  return (of.empty() || of == name ? name : name + " " + of) + (part.empty() ? "" : ", " + part);
}

std::string nameOfLoop(const Facts &loop) {
  const std::string tag = shown(at(loop, "tag"));
  return "loop over " + shown(at(loop, "axis")) + (tag.empty() ? "" : " (" + tag + ")");
}

std::string titleOfLoop(const Facts &loop) {
  std::string title = nameOfLoop(loop);
  title.front() = 'L';
  return title;
}

std::vector<const Facts *> loopsWith(const Facts &facts, const std::string &name) {
  std::vector<const Facts *> loops;
  for (const Facts &loop : at(facts, "loops"))
    if (!at(loop, name).is_null() && !at(loop, name).empty())
      loops.push_back(&loop);
  return loops;
}

std::string whyNoLoops(const Facts &facts) {
  if (facts.contains("proofs") && at(facts, "loops").is_null() && at(facts, "ok") == false)
    return "The kernel is refused before its loops have a schedule.";
  if (at(facts, "loops").is_null())
    return "The target " + shown(at(facts, "target")) +
           " is no GPU: iterations of its loops do not overlap.";
  if (at(facts, "loops").empty())
    return "The kernel has no loop.";
  return "";
}

} // namespace wave::picture
