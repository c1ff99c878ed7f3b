//===- Findings.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/Findings.h"

#include <algorithm>

namespace wave::executor {

const char *nameOf(FindingKind kind) {
  switch (kind) {
  case FindingKind::Race:
    return "race";
  case FindingKind::WorkgroupRace:
    return "workgroup-race";
  case FindingKind::OutOfBounds:
    return "out-of-bounds";
  case FindingKind::Misaligned:
    return "misaligned";
  case FindingKind::Uninitialised:
    return "uninitialised";
  case FindingKind::Undefined:
    return "undefined";
  case FindingKind::NoResult:
    return "no-result";
  case FindingKind::WrittenTwice:
    return "written-twice";
  case FindingKind::NeverWritten:
    return "never-written";
  case FindingKind::BarrierUnreached:
    return "barrier-unreached";
  case FindingKind::BarrierDivergent:
    return "barrier-divergent";
  case FindingKind::NoProgress:
    return "no-progress";
  case FindingKind::Deadlock:
    return "deadlock";
  case FindingKind::BarrierMisuse:
    return "barrier-misuse";
  case FindingKind::ProxyFence:
    return "proxy-fence";
  case FindingKind::NotWaited:
    return "not-waited";
  case FindingKind::InFlight:
    return "in-flight";
  case FindingKind::WarpgroupApart:
    return "warpgroup-apart";
  case FindingKind::TensorAllocation:
    return "tensor-allocation";
  case FindingKind::TensorMisuse:
    return "tensor-misuse";
  case FindingKind::BadDescriptor:
    return "bad-descriptor";
  }
  return "";
}

std::string Site::describe() const {
  std::string text = operation;
  if (!name.empty())
    text += " '" + name + "'";
  if (where.is_known())
    text +=
        " at " + where.file + ":" + std::to_string(where.line) + ":" + std::to_string(where.column);
  return text;
}

std::string Finding::render() const {
  std::string text = message;
  text += " (workgroup " + std::to_string(group[0]) + ", " + std::to_string(group[1]) + ", " +
          std::to_string(group[2]);
  if (wave >= 0)
    text += ", wave " + std::to_string(wave);
  if (lane >= 0)
    text += ", lane " + std::to_string(lane);
  text += ")";
  if (count > 1)
    text += ", " + std::to_string(count) + " times";
  Diagnostic diagnostic{
      .id = nameOf(kind), .message = std::move(text), .where = at.where, .notes = {}, .help = {}};
  if (kind == FindingKind::WorkgroupRace)
    diagnostic.help = "read only what no other workgroup writes in the launch: write the result to "
                      "a memory of its own, or launch one kernel after another";
  if (!other.operation.empty())
    diagnostic.notes.push_back({"the other access: " + other.describe(), other.where});
  return diagnostic.render();
}

void Findings::beginGroup(uint64_t number, std::array<uint32_t, 3> position) {
  groupNumber = number;
  group = position;
}

Finding *Findings::add(FindingKind kind, uint32_t site, uint32_t other, int wave, int lane,
                       const std::function<std::string()> &message, uint64_t times) {
  auto [found, isNew] = entries.try_emplace({kind, site, other});
  Entry &entry = found->second;
  entry.finding.count += times;
  if (!isNew)
    return nullptr;
  entry.finding.kind = kind;
  entry.finding.message = message();
  if (site < program->sites.size())
    entry.finding.at = program->sites[site];
  if (other < program->sites.size())
    entry.finding.other = program->sites[other];
  entry.finding.group = group;
  // Waves of a cluster are numbered through.
  entry.finding.wave = wave < 0 ? wave : wave % static_cast<int>(program->waves());
  entry.finding.lane = lane;
  entry.groupNumber = groupNumber;
  return &entry.finding;
}

void Findings::merge(const Findings &others) {
  for (const auto &[key, entry] : others.entries) {
    auto [found, isNew] = entries.try_emplace(key, entry);
    if (isNew)
      continue;
    Entry &mine = found->second;
    const uint64_t count = mine.finding.count + entry.finding.count;
    if (entry.groupNumber < mine.groupNumber)
      mine = entry;
    mine.finding.count = count;
  }
}

std::vector<Finding> Findings::sorted(size_t most, size_t &leftOut) const {
  std::vector<std::pair<std::tuple<uint64_t, FindingKind, uint32_t, uint32_t>, const Finding *>>
      order;
  for (const auto &[key, entry] : entries)
    order.push_back({std::tuple_cat(std::tuple(entry.groupNumber), key), &entry.finding});
  std::sort(order.begin(), order.end(),
            [](const auto &a, const auto &b) { return a.first < b.first; });
  leftOut = order.size() > most ? order.size() - most : 0;
  std::vector<Finding> findings;
  for (size_t i = 0; i < std::min(order.size(), most); ++i)
    findings.push_back(*order[i].second);
  return findings;
}

} // namespace wave::executor
