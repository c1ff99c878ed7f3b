//===- Lanes.cpp ----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "picture/Lanes.h"

#include <algorithm>

namespace wave::picture {

namespace {
constexpr size_t colours = 4; // of the style: c0 to c3
} // namespace

Lanes::Lanes(const Facts &timeline) {
  size_t number = 0;
  for (const Facts &op : at(timeline, "operations")) {
    const std::string role = shown(at(op, "role"));
    const auto stage = at(op, "stage").get<int64_t>();
    if (!role.empty() && !std::ranges::count(roles, role))
      roles.push_back(role);
    hasStages |= stage != 0;
    auto found = std::ranges::find_if(
        lanes, [&](const Lane &lane) { return lane.role == role && lane.stage == stage; });
    if (found == lanes.end())
      found = lanes.insert(lanes.end(), {role, stage, {}});
    found->operations.push_back(number++);
  }
}

std::string Lanes::nameOf(const Lane &lane) const {
  const std::string stage = "stage " + std::to_string(lane.stage);
  if (roles.empty())
    return stage;
  return (lane.role.empty() ? "each role" : lane.role) + (hasStages ? ", " + stage : "");
}

std::string Lanes::colourOf(const Facts &operation) const {
  const auto role = std::ranges::find(roles, shown(at(operation, "role")));
  const size_t number = roles.empty() ? at(operation, "stage").get<size_t>()
                                      : static_cast<size_t>(role - roles.begin());
  return "c" + std::to_string(number % colours);
}

} // namespace wave::picture
