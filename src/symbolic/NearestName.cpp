//===- NearestName.cpp - The name that was probably meant -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/NearestName.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace wave::symbolic {

namespace {

std::string toLower(std::string_view text) {
  std::string lower(text);
  for (char &c : lower)
    if (c >= 'A' && c <= 'Z')
      c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

/// Edit distance with transposition of neighbours (optimal string alignment).
size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::vector<size_t>> cost(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i)
    for (size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = i + j;
        continue;
      }
      size_t changed = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, changed});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  return cost[a.size()][b.size()];
}

/// Those that begin as `wanted` does, if they are few: what was left out is no mistake of letters.
std::vector<std::string> namesBegun(std::string_view wanted,
                                    const std::vector<std::string> &known) {
  constexpr size_t least = 2, most = 4; // letters, names
  std::vector<std::string> begun;
  if (wanted.size() < least)
    return begun;
  std::ranges::copy_if(known, std::back_inserter(begun), [&](const std::string &name) {
    return toLower(name).starts_with(toLower(wanted)) && name.size() > wanted.size();
  });
  const bool isOther = std::ranges::any_of(
      known, [&](const std::string &name) { return toLower(name) == toLower(wanted); });
  if (isOther || begun.size() > most)
    begun.clear();
  return begun;
}

} // namespace

std::optional<std::string> nearestName(std::string_view wanted,
                                       const std::vector<std::string> &known) {
  const std::string lowerWanted = toLower(wanted);
  const size_t limit = std::max<size_t>(1, wanted.size() / 3);
  std::optional<std::string> best;
  std::pair<size_t, size_t> bestDistance;
  for (const std::string &name : known) {
    size_t ignoringCase = editDistance(lowerWanted, toLower(name));
    // A name of one letter is one change from every other: that is no nearness.
    if (ignoringCase > limit || ignoringCase >= std::max(wanted.size(), name.size()))
      continue;
    std::pair<size_t, size_t> distance(ignoringCase, editDistance(wanted, name));
    if (!best || distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

std::string suggestion(std::string_view wanted, const std::vector<std::string> &known,
                       std::string otherwise) {
  const std::optional<std::string> nearest = nearestName(wanted, known);
  std::vector<std::string> meant = namesBegun(wanted, known);
  if (nearest && (meant.empty() || std::ranges::count(meant, *nearest)))
    meant = {*nearest};
  if (meant.empty())
    return otherwise;
  std::string list;
  for (const std::string &name : meant)
    list += (list.empty() ? "" : &name == &meant.back() ? " or " : ", ") + name;
  return "did you mean " + list + "?";
}

} // namespace wave::symbolic
