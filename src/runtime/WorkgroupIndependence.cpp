//===- WorkgroupIndependence.cpp ------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/WorkgroupIndependence.h"

#include <algorithm>

#include "diagnostic/ErrorId.h"
#include "runtime/TileCoverage.h"
#include "symbolic/Parse.h"

namespace wave {

using symbolic::IndependenceVerdict;

std::string claimOf(const WorkgroupIndependence &independence) {
  return "are independent: none touches of '" + independence.memory + "' what another one writes";
}

template <typename Test>
static bool anyAccess(const WorkgroupIndependence &independence, const Test &test) {
  return std::ranges::any_of(independence.writes, test) ||
         std::ranges::any_of(independence.accesses, test);
}

bool isReadable(const WorkgroupIndependence &independence) {
  return !anyAccess(independence, [](const WorkgroupIndependence::Access &access) {
    return !isReadable(access.map.map) ||
           !std::ranges::all_of(access.map.elements, [](const symbolic::TileElement &element) {
             return symbolic::isReadable(element.size) && symbolic::isReadable(element.extent);
           });
  });
}

bool dependsOnMemory(const WorkgroupIndependence &independence) {
  return anyAccess(independence, [](const WorkgroupIndependence::Access &access) {
    return !access.map.map.reads.empty();
  });
}

std::vector<std::string> openSizesOf(const WorkgroupIndependence &independence) {
  std::vector<std::string> sizes;
  anyAccess(independence, [&](const WorkgroupIndependence::Access &access) {
    for (const std::string &size : symbolic::openSizesOf(access.map))
      if (!std::ranges::count(sizes, size))
        sizes.push_back(size);
    return false;
  });
  return sizes;
}

IndependenceVerdict verdictAt(const WorkgroupIndependence &independence, const Bindings &sizes,
                              const symbolic::Tables &tables) {
  const auto mapsOf = [](const std::vector<WorkgroupIndependence::Access> &accesses) {
    std::vector<symbolic::AccessMap> maps;
    for (const WorkgroupIndependence::Access &access : accesses)
      maps.push_back(access.map);
    return maps;
  };
  return symbolic::evaluateIndependence(mapsOf(independence.writes), mapsOf(independence.accesses),
                                        sizes, tables);
}

static std::string placeText(const std::vector<int64_t> &element) {
  std::string text;
  for (int64_t coordinate : element)
    text += (text.empty() ? "" : ", ") + std::to_string(coordinate);
  return "[" + text + "]";
}

Diagnostic refusalOf(const std::string &kernel, const WorkgroupIndependence &independence,
                     const IndependenceVerdict &verdict, const Bindings &sizes) {
  const std::string at = sizes.empty() ? "" : " at " + sizesText(sizes);
  if (verdict.kind != IndependenceVerdict::Kind::Shared)
    return {.id = ErrorId("independence-unknown"),
            .message = "whether a workgroup of kernel '" + kernel + "' touches elements of '" +
                       independence.memory + "' that another one writes cannot be told" + at,
            .where = independence.accesses.front().where,
            .notes = {{verdict.reason, {}}},
            .help = "write to another memory than '" + independence.memory +
                    "', and launch what reads it afterwards"};
  const WorkgroupIndependence::Access &reader = independence.accesses[verdict.read],
                                      &writer = independence.writes[verdict.write];
  const std::string verb = reader.isWrite ? "writes" : "reads";
  return {.id = ErrorId("not-independent"),
          .message = "a workgroup of kernel '" + kernel + "' " + verb + " an element of '" +
                     independence.memory + "' that another one writes" + at,
          .where = reader.where,
          .notes = {{independence.memory + placeText(verdict.element) +
                         (reader.isWrite ? " is written by " : " is read by ") +
                         visitText(reader.map.map, *verdict.reader) + " and written by " +
                         visitText(writer.map.map, *verdict.writer),
                     {}},
                    {"it is written here", writer.where}},
          .help = "workgroups run in any order: write to another memory than '" +
                  independence.memory +
                  "', or let each workgroup read no more of it than the tiles that it writes"};
}

void LaunchIndependence::require(const std::string &kernel,
                                 const std::vector<WorkgroupIndependence> &memories,
                                 const Bindings &sizes, const symbolic::Tables &tables,
                                 bool mayBeUnknown) {
  once.runUnproved(memories, sizes, tables != nullptr, [&](const WorkgroupIndependence &memory) {
    const IndependenceVerdict verdict = verdictAt(memory, sizes, tables);
    if (verdict.kind == IndependenceVerdict::Kind::Shared || (!verdict.holds() && !mayBeUnknown))
      throw Error(refusalOf(kernel, memory, verdict, sizes));
  });
}

} // namespace wave
