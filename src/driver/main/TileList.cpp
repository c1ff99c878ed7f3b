//===- TileList.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/TileList.h"

namespace wave::commandline {

TileList::TileList(const symbolic::TileMap &map) {
  for (const symbolic::MapLoop &loop : map.loops) {
    counters.push_back(loop.counter);
    std::erase(counters.back(), '$'); // before a counter, which has no other name
  }
}

symbolic::VisitListener TileList::listener() {
  return [this](const symbolic::Visit &visit, const std::vector<int64_t> &tile) {
    if (workgroups.empty() || workgroups.back().workgroup != visit.workgroup)
      workgroups.push_back({visit.workgroup, {}, {}});
    workgroups.back().trips.push_back(visit.trips);
    workgroups.back().tiles.push_back(tile);
  };
}

/// "4", or "(2, 0)".
static std::string textOf(const std::vector<int64_t> &numbers) {
  std::string text;
  for (int64_t number : numbers)
    text += (text.empty() ? "" : ", ") + std::to_string(number);
  return numbers.size() == 1 ? text : "(" + text + ")";
}

static std::string listOf(const std::vector<std::vector<int64_t>> &all) {
  std::string text;
  for (const std::vector<int64_t> &each : all)
    text += (text.empty() ? "" : ", ") + textOf(each);
  return text;
}

std::string textOf(const TileList &list) {
  std::string counters, text;
  for (const std::string &counter : list.counters)
    counters += (counters.empty() ? "" : ", ") + counter;
  if (list.counters.size() > 1)
    counters = "(" + counters + ")";
  for (const WorkgroupTiles &each : list.workgroups) {
    text += "           workgroup " + textOf(each.workgroup) + ": ";
    if (!list.counters.empty())
      text += counters + " " + listOf(each.trips) + ": ";
    text += std::string(each.tiles.size() == 1 ? "tile " : "tiles ") + listOf(each.tiles) + "\n";
  }
  return text;
}

Json toJson(const TileList &list) {
  Json json = {{"counters", list.counters}, {"workgroups", Json::array()}};
  for (const WorkgroupTiles &each : list.workgroups)
    json["workgroups"].push_back(
        {{"workgroup", each.workgroup}, {"trips", each.trips}, {"tiles", each.tiles}});
  return json;
}

} // namespace wave::commandline
