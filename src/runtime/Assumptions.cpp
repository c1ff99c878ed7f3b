//===- Assumptions.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Assumptions.h"

#include <algorithm>
#include <set>

#include "diagnostic/ErrorId.h"
#include "symbolic/Evaluate.h"
#include "symbolic/KernelText.h"
#include "symbolic/Substitute.h"

namespace wave {

bool Assumption::isOfSizes() const {
  return map.loops.empty() && map.reads.empty() &&
         std::ranges::none_of(map.workgroups, [&](const std::string &id) {
           return symbolic::mentions(condition(), id);
         });
}

std::vector<size_t> memoriesReadBy(const Assumptions &assumptions,
                                   const std::vector<TileCoverage> &coverage,
                                   const std::vector<WorkgroupIndependence> &independence) {
  std::set<size_t> tables;
  const auto add = [&](const symbolic::TileMap &map) {
    for (const symbolic::MapRead &read : map.reads)
      tables.insert(read.memory);
  };
  for (const Assumption &assumption : assumptions.conditions)
    add(assumption.map);
  for (const Permutation &permutation : assumptions.permutations)
    tables.insert(permutation.memory);
  for (const TileCoverage &write : coverage) {
    if (write.isProved())
      continue;
    add(write.map);
    for (const TileCoverage::Other &other : write.others)
      add(other.map);
  }
  for (const WorkgroupIndependence &memory : independence)
    if (!memory.isProved())
      for (const auto *accesses : {&memory.writes, &memory.accesses})
        for (const WorkgroupIndependence::Access &access : *accesses)
          add(access.map.map);
  return {tables.begin(), tables.end()};
}

/// The values of what the condition is made of: " for PAGES = 7, pages = 9".
static std::string valuesText(const Assumption &assumption, const Bindings &sizes,
                              const symbolic::Visit *visit) {
  std::string text;
  const auto add = [&](const std::string &value) {
    text += (text.empty() ? " for " : ", ") + value;
  };
  for (const std::string &value : assumption.known)
    add(value);
  for (const std::string &symbol : symbolic::symbolsOf(assumption.condition())) {
    std::string value;
    if (const Expr *size = sizes.find(symbol))
      value = size->str();
    for (size_t i = 0; visit && i < visit->read.size(); ++i)
      if (assumption.map.reads[i].symbol == symbol)
        value = std::to_string(visit->read[i]);
    if (!value.empty())
      add(symbolic::kernelText(Expr::symbol(symbol)) + " = " + value);
  }
  return text;
}

Diagnostic violationOf(const std::string &kernel, const std::string &text,
                       const SourceLocation &where, const std::string &values) {
  return {.id = ErrorId("assumption-violated"),
          .message = "kernel '" + kernel + "' assumes " + text + ", which does not hold" + values,
          .where = where,
          .notes = {},
          .help = "launch it with sizes and tensors of which that is true, or assume less"};
}

std::optional<Diagnostic> violationAt(const std::string &kernel, const Assumption &assumption,
                                      const Bindings &sizes) {
  const auto isKnown = [&](const std::string &size) { return sizes.find(size) != nullptr; };
  if (!assumption.isOfSizes() ||
      !std::ranges::all_of(symbolic::symbolsOf(assumption.condition()), isKnown))
    return std::nullopt;
  const symbolic::Evaluation value = symbolic::evaluate(assumption.condition(), sizes);
  if (value && value.value() != 0)
    return std::nullopt;
  Diagnostic refusal = violationOf(kernel, assumption.text, assumption.where,
                                   valuesText(assumption, sizes, nullptr));
  if (!value)
    refusal.notes.push_back({symbolic::describe(value.failure()), {}});
  if (symbolic::symbolsOf(assumption.condition()).empty() && !assumption.known.empty()) {
    std::string names; // of "M = 128"
    for (const std::string &known : assumption.known)
      names += (names.empty() ? "" : ", ") + known.substr(0, known.find(' '));
    refusal.help = "bind other values to " + names + ", or assume less";
  }
  return refusal;
}

static void requireEverywhere(const std::string &kernel, const Assumption &assumption,
                              const Bindings &sizes, const symbolic::Tables &tables) {
  std::optional<symbolic::Visit> first;
  const symbolic::CoverageVerdict verdict = symbolic::evaluateCoverage(
      assumption.map, sizes,
      [&](const symbolic::Visit &visit, const std::vector<int64_t> &) {
        if (!first)
          first = visit;
      },
      tables);
  using Kind = symbolic::CoverageVerdict::Kind;
  const bool hasNoValue = verdict.kind == Kind::NoValue || verdict.kind == Kind::Endless ||
                          verdict.kind == Kind::TooLarge;
  if (!first && !hasNoValue)
    return;
  Diagnostic refusal = violationOf(kernel, assumption.text, assumption.where,
                                   valuesText(assumption, sizes, first ? &*first : nullptr));
  if (first)
    refusal.notes.push_back({"it is assumed by " + visitText(assumption.map, *first), {}});
  else
    refusal.notes.push_back(
        {(verdict.first ? visitText(assumption.map, *verdict.first) + ": " : "") + verdict.reason,
         {}});
  throw Error(refusal);
}

void LaunchAssumptions::require(const std::string &kernel, const Assumptions &assumptions,
                                const Bindings &sizes, std::span<const Tensor> tensors) {
  const auto &conditions = assumptions.conditions;
  const auto dependsOnMemory = [](const Assumption &each) { return !each.map.reads.empty(); };
  if (!std::ranges::all_of(conditions, dependsOnMemory))
    once.run(sizes, [&] {
      for (const Assumption &each : conditions)
        if (const auto violation = violationAt(kernel, each, sizes))
          throw Error(*violation);
        else if (each.isOfSizes())
          continue;
        else if (!dependsOnMemory(each))
          requireEverywhere(kernel, each, sizes, {});
    });
  for (const Permutation &each : assumptions.permutations)
    requirePermutation(kernel, each, tensors[each.memory]);
  for (const Assumption &each : conditions)
    if (dependsOnMemory(each))
      requireEverywhere(kernel, each, sizes, tablesOf(tensors));
}

} // namespace wave
