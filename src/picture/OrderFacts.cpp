//===- OrderFacts.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "picture/OrderFacts.h"

#include <algorithm>

namespace wave::picture {

const Facts &orderMapOf(const Facts &facts) { return at(at(at(facts, "traffic"), "order"), "map"); }

std::string whyNoOrderMap(const Facts &facts) {
  const Facts &traffic = at(facts, "traffic");
  if (const Facts &why = at(traffic, "why_no_order"); !why.is_null())
    return "The order of tiles is not counted: " + shown(why) + ".";
  if (const Facts &why = at(at(traffic, "order"), "why_no_map"); !why.is_null())
    return shown(why);
  return "The order of tiles is not drawn for the target " + shown(at(facts, "target")) + ".";
}

std::string nameOfDie(const Facts &facts) {
  return shown(at(at(at(facts, "traffic"), "dies"), "name"));
}

int64_t diesOf(const Facts &facts) {
  const Facts &count = at(at(at(facts, "traffic"), "dies"), "count");
  return count.is_number() ? count.get<int64_t>() : 1;
}

/// "1 row", "8 rows".
static std::string counted(int64_t count, const std::string &one) {
  return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

std::string nameOfUser(const Facts &facts, const Facts &use) {
  if (diesOf(facts) == 1)
    return "all workgroups";
  return at(use, "die").is_null() ? "all " + nameOfDie(facts) + "s"
                                  : nameOfDie(facts) + " " + shown(at(use, "die"));
}

static std::string nameOfInput(const Facts &facts, size_t number) {
  return shown(at(at(at(facts, "traffic"), "inputs")[number], "memory"));
}

std::string blocksInUse(const Facts &facts, const Facts &use) {
  const Facts &blocks = at(use, "blocks");
  std::string text;
  for (size_t number = 0; number < blocks.size(); ++number)
    text += (number ? ", " : "") + counted(blocks[number].get<int64_t>(), "block") + " of " +
            nameOfInput(facts, number);
  return blocks.size() > 1 ? text + ", " + shown(at(use, "all")) + " in all" : text;
}

/// Whether the blocks of an input change along this side of what is drawn, and along no other.
static bool changesAlong(const Facts &input, const Facts &side) {
  return at(input, "along").size() == 1 && at(input, "along")[0] == side &&
         at(input, "changes_with_share") == false;
}

/// Along what the blocks of an input change; empty where all tiles read the same.
static std::string sidesOf(const Facts &input) {
  const std::string along = joined(at(input, "along"), " and ");
  return at(input, "changes_with_share") == false
             ? along
             : along + (along.empty() ? "" : " and ") + "the shares of a tile";
}

std::vector<std::string> reasonsOfBlocks(const Facts &facts, const Facts &use) {
  const Facts &map = orderMapOf(facts), &cells = at(map, "cells");
  std::vector<std::string> reasons;
  for (size_t number = 0; number < at(map, "inputs").size(); ++number) {
    const Facts &input = at(map, "inputs")[number];
    const auto blocks = at(use, "blocks")[number].get<int64_t>();
    const auto steps = at(input, "blocks_of_a_panel").get<int64_t>();
    const auto rows = at(use, "row_count").get<int64_t>(),
               columns = at(use, "column_count").get<int64_t>();
    const bool isOfRow = changesAlong(input, at(cells, "row_dim")) && rows * steps == blocks;
    const bool isOfColumn =
        changesAlong(input, at(cells, "column_dim")) && columns * steps == blocks;
    const std::string places = sidesOf(input);
    const std::string of =
        isOfRow          ? counted(rows, "row")
        : isOfColumn     ? counted(columns, "column")
        : steps == 0     ? "none"
        : places.empty() ? "the same for all"
                         : counted(blocks / steps, "place") + " along " + joined(places, " and ");
    const Facts &along = at(input, "steps_along");
    reasons.push_back(
        counted(blocks, "block") + " of " + nameOfInput(facts, number) + " = " + of +
        (along.empty() ? "" : " × " + counted(steps, "step") + " along " + joined(along, " and ")));
  }
  return reasons;
}

std::string whatIsDrawn(const Facts &map) {
  const Facts &cells = at(map, "cells");
  std::string text;
  const auto row = at(cells, "every_row").get<int64_t>(),
             column = at(cells, "every_column").get<int64_t>();
  if (row * column > 1)
    text = "Of every " + std::to_string(row) + " × " + std::to_string(column) +
           " tiles one is drawn, the first; counts are of all.";
  std::string others;
  for (const Facts &dim : at(map, "dims"))
    if (at(dim, "dim") != at(cells, "row_dim") && at(dim, "dim") != at(cells, "column_dim") &&
        at(dim, "tiles") != 1)
      others += (others.empty() ? "" : " and ") + shown(at(dim, "tiles")) + " tiles along " +
                shown(at(dim, "dim"));
  if (!others.empty())
    text += (text.empty() ? "" : " ") + ("Of the " + others) +
            " the first is drawn; counts are of all.";
  if (const auto shares = at(map, "shares_of_a_tile").get<int64_t>(); shares > 1)
    text += (text.empty() ? "" : " ") + ("Up to " + std::to_string(shares)) +
            " workgroups or trips compute a part of one tile: the first is drawn; counts are of "
            "all.";
  return text;
}

static std::string sizeOfTile(const Facts &map) {
  std::string sizes, dims;
  for (const Facts &dim : at(map, "dims")) {
    sizes += (sizes.empty() ? "" : " × ") + shown(at(dim, "size"));
    dims += (dims.empty() ? "" : " × ") + shown(at(dim, "dim"));
  }
  return sizes + " elements (" + dims + ")";
}

std::vector<std::string> explanationsOfOrder(const Facts &facts) {
  const Facts &map = orderMapOf(facts);
  if (map.is_null())
    return {};
  std::vector<std::string> texts;
  std::string grid;
  for (const Facts &dim : at(map, "dims"))
    grid += (grid.empty() ? "" : " × ") + shown(at(dim, "tiles"));
  std::string first =
      "The output " + shown(at(map, "output")) + " is a grid of " + grid + " tiles of " +
      sizeOfTile(map) + "; " +
      (at(map, "trips_of_a_workgroup") == 1
           ? "each workgroup computes one of them."
           : "a workgroup computes up to " + shown(at(map, "trips_of_a_workgroup")) +
                 ", one after the other (a number w:t is trip t of workgroup w).");
  texts.push_back(first + " A block is what it loads of an input in one step of its loop:");
  std::string &blocks = texts.back();
  std::vector<std::string> sharers;
  for (size_t number = 0; number < at(map, "inputs").size(); ++number) {
    const Facts &input = at(map, "inputs")[number];
    const std::string name = nameOfInput(facts, number);
    blocks += std::string(number ? ";" : "") + " of " + name + " " + shown(at(input, "block"));
    const auto steps = at(input, "blocks_of_a_panel").get<int64_t>();
    const std::string each = at(input, "steps_along").empty()
                                 ? ""
                                 : ", " + counted(steps, "block") + ", one for each step along " +
                                       joined(at(input, "steps_along"), " and ");
    const bool isOfRow = changesAlong(input, at(at(map, "cells"), "row_dim")),
               isOfColumn = changesAlong(input, at(at(map, "cells"), "column_dim"));
    sharers.push_back((isOfRow      ? "All tiles of one row read the same blocks of "
                       : isOfColumn ? "All tiles of one column read the same blocks of "
                       : sidesOf(input).empty()
                           ? "All tiles read the same blocks of "
                           : "Only tiles with the same place along " + sidesOf(input) +
                                 " read the same blocks of ") +
                      name + each + ".");
  }
  blocks += ". The launch reads ";
  for (size_t number = 0; number < at(map, "inputs").size(); ++number)
    blocks += std::string(number ? " and " : "") +
              counted(at(at(map, "inputs")[number], "blocks_in_all").get<int64_t>(), "block") +
              " of " + nameOfInput(facts, number);
  blocks += ".";
  std::string why;
  for (const std::string &sentence : sharers)
    why += (why.empty() ? "" : " ") + sentence;
  texts.push_back(why + " So tiles that run at one time need fewer different blocks, the fewer "
                        "rows and columns they take together: what one of them has loaded, the "
                        "others find in a cache.");
  const int64_t dies = diesOf(facts);
  const std::string running =
      shown(at(at(facts, "traffic"), "workgroups_at_one_time")) + " workgroups run at one time";
  texts.push_back(
      dies > 1 ? running + ". Workgroup w runs on " + nameOfDie(facts) + " w mod " +
                     std::to_string(dies) + ", and each of the " + std::to_string(dies) + " " +
                     nameOfDie(facts) +
                     "s has an L2 cache of its own: what counts is how many blocks differ among "
                     "the tiles of one " +
                     nameOfDie(facts) + "."
               : running + " and share the L2 cache: what counts is how many blocks differ among "
                           "them.");
  const Facts &position = at(map, "positions")[at(map, "first_position").get<size_t>()];
  const Facts &use = at(position, "in_use")[dies > 1 ? 1 : 0];
  std::string counts = "When " + shown(at(position, "started")) + " of " + shown(at(map, "trips")) +
                       " tiles have started, " + nameOfUser(facts, use) + " compute" +
                       (at(use, "die").is_null() ? " " : "s ") +
                       counted(at(use, "tiles").get<int64_t>(), "tile") + " and read" +
                       (at(use, "die").is_null() ? " " : "s ") + blocksInUse(facts, use) + ": ";
  for (size_t number = 0; number < reasonsOfBlocks(facts, use).size(); ++number)
    counts += (number ? "; " : "") + reasonsOfBlocks(facts, use)[number];
  texts.push_back(counts + ".");
  if (const std::string drawn = whatIsDrawn(map); !drawn.empty())
    texts.push_back(drawn);
  return texts;
}

} // namespace wave::picture
