//===- TensorMemory.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/TensorMemory.h"

#include <algorithm>

namespace wave::executor {

namespace {
constexpr uint32_t groups = tensorLanes / tensorGroupLanes;
constexpr uint32_t poison = 0xFFA5A5A5; ///< an f32 that is no number

const char *nameOf(TensorUse::Kind kind) {
  switch (kind) {
  case TensorUse::Kind::Product:
    return "a product";
  case TensorUse::Kind::Load:
    return "a load";
  case TensorUse::Kind::Store:
    break;
  }
  return "a store";
}
} // namespace

std::string TensorArea::text() const {
  return "lanes " + std::to_string(lane) + "-" + std::to_string(lane + lanes - 1) + " of columns " +
         std::to_string(column) + "-" + std::to_string(column + columns - 1);
}

void TensorMemory::reset() {
  cells.assign(size_t{tensorLanes} * tensorColumns, poison);
  allocated.clear();
  isAllocated.fill(false);
  uses.clear();
  writer.assign(size_t{groups} * tensorColumns, nobody);
  readers.assign(maxWaves, {});
}

bool TensorMemory::isFree(uint32_t column, uint32_t columns) const {
  return column + columns <= tensorColumns &&
         std::none_of(isAllocated.begin() + column, isAllocated.begin() + column + columns,
                      [](bool is) { return is; });
}

void TensorMemory::allocate(const TensorAllocation &allocation) {
  const auto [column, columns] = std::pair(allocation.column, allocation.columns);
  std::fill_n(isAllocated.begin() + column, columns, true);
  allocated.push_back(allocation);
  for (uint32_t lane = 0; lane < tensorLanes; ++lane)
    std::fill_n(&at(lane, column), columns, poison);
}

const TensorAllocation *TensorMemory::allocationAt(uint32_t column) const {
  auto found = std::find_if(allocated.begin(), allocated.end(),
                            [&](const auto &allocation) { return allocation.column == column; });
  return found == allocated.end() ? nullptr : &*found;
}

template <typename Action>
void TensorMemory::forEachGranule(const TensorArea &area, Action action) {
  const uint32_t last = (area.lane + area.lanes - 1) / tensorGroupLanes;
  for (uint32_t group = area.lane / tensorGroupLanes; group <= last; ++group)
    for (uint32_t column = area.column; column < area.column + area.columns; ++column)
      action(group * tensorColumns + column);
}

void TensorMemory::free(uint32_t column, const Accessor &who) {
  auto found = std::find_if(allocated.begin(), allocated.end(),
                            [&](const auto &allocation) { return allocation.column == column; });
  forEachGranule({0, tensorLanes, column, found->columns}, [&](uint32_t granule) {
    auto check = [&](uint32_t &last, const char *theirs) {
      if (last != nobody && !hasEnded(uses[last - 1], who.wave))
        race(last, who, granule, "it is freed", theirs);
      last = nobody;
    };
    check(writer[granule], "written");
    for (Plane &plane : readers)
      if (!plane.empty())
        check(plane[granule], "read");
  });
  std::fill_n(isAllocated.begin() + column, found->columns, false);
  allocated.erase(found);
}

uint32_t TensorMemory::begin(TensorUse use) {
  use.time = clocks.now(use.who.wave);
  uses.push_back(use);
  return static_cast<uint32_t>(uses.size() - 1);
}

void TensorMemory::endProduct(uint32_t use, unsigned wave) {
  uint32_t &time = uses[use].endKnown[wave];
  if (time == 0)
    time = clocks.now(wave);
}

bool TensorMemory::checkArea(const Accessor &who, const TensorArea &area) {
  auto report = [&](FindingKind kind, const std::string &why) {
    findings.add(kind, who.site, noSite, static_cast<int>(who.wave), -1,
                 [&] { return program.sites[who.site].operation + " of " + area.text() + why; });
  };
  if (!area.isInside()) {
    report(FindingKind::OutOfBounds, ", outside of the 128 lanes of 512 columns of tensor memory");
    return false;
  }
  for (uint32_t column = area.column; column < area.column + area.columns; ++column)
    if (!isAllocated[column]) {
      report(FindingKind::OutOfBounds,
             ", of which column " + std::to_string(column) + " is not allocated");
      return false;
    }
  for (const TensorAllocation &allocation : allocated)
    if (allocation.column < area.column + area.columns &&
        area.column < allocation.column + allocation.columns && allocation.wave != who.wave &&
        checks.races && !clocks.knows(who.wave, allocation.wave, allocation.time))
      findings.add(
          FindingKind::Race, who.site, allocation.site, static_cast<int>(who.wave), -1, [&] {
            return "an access to " + area.text() + " that nothing orders after its allocation";
          });
  return true;
}

/// Before a synchronous operation of the wave, and of what it has waited for itself.
bool TensorMemory::hasEnded(const TensorUse &use, unsigned wave) const {
  if (use.kind != TensorUse::Kind::Product)
    return use.waited != 0 && clocks.isBefore(wave, use.who.wave, use.waited);
  for (unsigned other = 0; other < clocks.count(); ++other)
    if (use.endKnown[other] != 0 && clocks.isBefore(wave, other, use.endKnown[other]))
      return true;
  return false;
}

/// Before an asynchronous operation.
bool TensorMemory::isOrdered(const TensorUse &before, const TensorUse &now, bool isOfSums) const {
  const unsigned wave = now.who.wave, other = before.who.wave;
  if (before.kind != TensorUse::Kind::Product)
    return before.waited != 0 &&
           (other == wave || clocks.isTensorFenced(wave, other, before.waited));
  const bool runInOrder = isOfSums && now.kind == before.kind && now.sums == before.sums;
  if (runInOrder &&
      (other == wave ? before.lane == now.lane : clocks.isTensorFenced(wave, other, before.time)))
    return true;
  for (unsigned who = 0; who < clocks.count(); ++who)
    if (before.endKnown[who] != 0 && clocks.isTensorEndSeen(wave, who, before.endKnown[who]))
      return true;
  return false;
}

void TensorMemory::race(uint32_t before, const Accessor &who, uint32_t granule, const char *mine,
                        const char *theirs) {
  if (!checks.races)
    return;
  const TensorUse &use = uses[before - 1];
  findings.add(FindingKind::Race, who.site, use.who.site, static_cast<int>(who.wave), -1, [&] {
    const TensorArea area = {granule / tensorColumns * tensorGroupLanes, tensorGroupLanes,
                             granule % tensorColumns, 1};
    std::string text = "race on " + area.text() + " of tensor memory: " + mine + " here, " +
                       theirs + " by " + nameOf(use.kind) + " of wave " +
                       std::to_string(use.who.wave % program.waves());
    if (use.kind == TensorUse::Kind::Product)
      return text + ", whose completion no wait on an mbarrier followed by tcgen05.fence shows";
    if (use.waited == 0)
      return text + ", for which no tcgen05.wait waits";
    return text + ", with no tcgen05.fence before and after a barrier between";
  });
}

void TensorMemory::read(uint32_t number, const TensorArea &area, bool isOfSums) {
  const TensorUse &now = uses[number];
  Plane &mine = readers[now.who.wave];
  if (mine.empty())
    mine.assign(size_t{groups} * tensorColumns, nobody);
  // The upper lanes of a warp hold nothing of 64 rows.
  uint32_t written = 0, knownWriter = nobody;
  forEachGranule(area, [&](uint32_t granule) {
    mine[granule] = number + 1;
    const uint32_t last = writer[granule];
    written += last != nobody ? 1 : 0;
    if (last == nobody || last == knownWriter)
      return;
    knownWriter = last;
    if (!isOrdered(uses[last - 1], now, isOfSums))
      race(last, now.who, granule, "read", "written");
  });
  const uint32_t granules = area.columns * std::max(area.lanes / tensorGroupLanes, 1u);
  const uint32_t needed = area.lanes == 2 * tensorGroupLanes ? granules / 2 : granules;
  if (written < needed && checks.uninitialised)
    findings.add(
        FindingKind::Uninitialised, now.who.site, noSite, static_cast<int>(now.who.wave), -1, [&] {
          return "read of " + area.text() + " of tensor memory, of which nothing has written all";
        });
}

void TensorMemory::write(uint32_t number, const TensorArea &area, bool isOfSums) {
  const TensorUse &now = uses[number];
  std::vector<Plane *> planes;
  for (Plane &plane : readers)
    if (!plane.empty())
      planes.push_back(&plane);
  forEachGranule(area, [&](uint32_t granule) {
    auto check = [&](uint32_t &last, const char *theirs) {
      if (last != nobody && last != number + 1 && !isOrdered(uses[last - 1], now, isOfSums))
        race(last, now.who, granule, "written", theirs);
    };
    check(writer[granule], "written");
    for (Plane *plane : planes) {
      check((*plane)[granule], "read");
      (*plane)[granule] = nobody;
    }
    writer[granule] = number + 1;
  });
}

} // namespace wave::executor
