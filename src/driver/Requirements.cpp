//===- Requirements.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Requirements.h"

#include <algorithm>

#include "diagnostic/ErrorId.h"
#include "diagnostic/Fail.h"
#include "symbolic/NearestName.h"

namespace wave {

namespace {
/// A word, and a remark of the optimisation that declined: a row for each that it may make.
struct Requirement {
  const char *name;
  ErrorId remark;
};
} // namespace

static constexpr const char *everything = "all";
static const Requirement requirements[] = {
    {"pipelined", "not-pipelined"},       {"staggered", "not-staggered"},
    {"asynchronous", "not-asynchronous"}, {"no-conversions", "layout-conversion"},
    {"as-written", "retargeted"},         {"by-descriptor", "not-by-descriptor"},
    {"multicast", "not-multicast"},       {"pairs", "not-paired"},
    {"pairs", "not-by-descriptor"},       {"tma", "not-tma"},
    {"tma", "not-asynchronous"},          {"no-spills", "too-many-registers"},
    {"no-spills", "register-spill"},
};

/// What may be required of one memory, as in tma:c.
static constexpr const char *ofMemory[] = {"tma", "asynchronous"};

bool isOfMemory(const std::string &required) {
  const size_t colon = required.find(':');
  return colon != std::string::npos && colon + 1 < required.size() &&
         std::ranges::count(ofMemory, required.substr(0, colon)) > 0;
}

std::vector<std::string> requirementNames() {
  std::vector<std::string> names;
  for (const Requirement &requirement : requirements)
    if (names.empty() || names.back() != requirement.name)
      names.emplace_back(requirement.name);
  names.emplace_back(everything);
  return names;
}

void checkRequirements(const std::vector<std::string> &required) {
  const std::vector<std::string> known = requirementNames();
  for (const std::string &name : required)
    if (std::ranges::count(known, name) == 0 && !isOfMemory(name)) {
      std::string list;
      for (const std::string &word : known)
        list += (list.empty() ? "" : ", ") + word;
      for (const std::string word : ofMemory)
        list += ", " + word + ":MEMORY";
      fail<Error>("unknown-requirement",
                  "there is nothing called '" + name +
                      "' to require; what can be required: " + list,
                  symbolic::suggestion(name, known));
    }
}

void enforce(const std::vector<std::string> &required, const std::vector<Diagnostic> &remarks) {
  for (const Diagnostic &remark : remarks)
    for (const Requirement &requirement : requirements)
      if (remark.id == requirement.remark.str() &&
          (std::ranges::count(required, requirement.name) ||
           std::ranges::count(required, everything)))
        throw Error(remark);
}

} // namespace wave
