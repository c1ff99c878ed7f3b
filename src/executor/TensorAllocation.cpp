//===- TensorAllocation.cpp - Columns of tensor memory --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Source: PTX ISA 9.0, 9.7.16.7 "Tensor memory allocation and management instructions".  Which of
// the columns that are free an allocation gets is not said: the first ones, the last ones or any,
// as Options::order is.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <bit>
#include <cstring>

#include "executor/Cluster.h"
#include "executor/Workgroup.h"

namespace wave::executor {

namespace {
constexpr uint32_t fewestColumns = 32;

bool isCount(uint32_t columns) {
  return std::has_single_bit(columns) && columns >= fewestColumns && columns <= tensorColumns;
}
} // namespace

void Workgroup::reportTensor(FindingKind kind, const Wave &wave, const Instruction &at,
                             const std::string &what) {
  found.add(kind, at.site, noSite, static_cast<int>(wave.number), -1,
            [&] { return program.sites[at.site].operation + ": " + what; });
}

Workgroup *Workgroup::otherOfPair(const Wave &wave, const Instruction &at) {
  Workgroup *other = cluster.at(rank ^ 1);
  if (!other)
    reportTensor(FindingKind::TensorMisuse, wave, at,
                 "workgroup " + std::to_string(rank) + " of a cluster of " +
                     std::to_string(program.clusterSize()) + " is in no pair");
  return other;
}

/// In both workgroups, which may be the same.
std::optional<uint32_t> Workgroup::freeColumns(const Workgroup &other, uint32_t columns) {
  std::vector<uint32_t> places;
  for (uint32_t column = 0; column < tensorColumns; column += fewestColumns)
    if (tensor.isFree(column, columns) && other.tensor.isFree(column, columns))
      places.push_back(column);
  if (places.empty())
    return std::nullopt;
  switch (options.order) {
  case Order::First:
    return places.front();
  case Order::Last:
    return places.back();
  case Order::Random:
    break;
  }
  return places[cluster.draw() % places.size()];
}

/// One warp of each workgroup has to ask before either gets them.
std::optional<uint32_t> Workgroup::columnsOfPair(Wave &wave, const Instruction &at,
                                                 uint32_t columns) {
  Workgroup *other = otherOfPair(wave, at);
  if (!other)
    return freeColumns(*this, columns);
  if (wish.isGranted) {
    const uint32_t column = wish.column;
    wish = {};
    return column;
  }
  wish = {true, false, columns, 0};
  if (!other->wish.isOpen)
    return std::nullopt;
  if (other->wish.columns != columns)
    reportTensor(FindingKind::TensorAllocation, wave, at,
                 std::to_string(columns) + " columns, the other workgroup of the pair asks for " +
                     std::to_string(other->wish.columns));
  const std::optional<uint32_t> column =
      freeColumns(*other, std::max(columns, other->wish.columns));
  if (!column)
    return std::nullopt;
  other->wish = {false, true, other->wish.columns, *column};
  other->wakeForTensors();
  wish = {};
  return column;
}

void Workgroup::wakeForTensors() {
  for (Wave &wave : waves)
    if (wave.state == WaveState::AtTensor)
      wave.state = WaveState::Ready;
}

void Workgroup::allocateTensor(Wave &wave, const Instruction &at) {
  requireAllLanes(wave, at);
  if (wave.context.active == 0)
    return;
  const LaneMask first = wave.context.active & -wave.context.active;
  const auto lane = static_cast<size_t>(std::countr_zero(first));
  const auto *addresses = wave.registers.at<const uint32_t>(at.sources[0]);
  const uint32_t columns = wave.registers.at<const uint32_t>(at.sources[1])[lane];
  auto refuse = [&](const std::string &what) {
    reportTensor(FindingKind::TensorAllocation, wave, at, what);
  };
  if (!isCount(columns))
    return refuse(std::to_string(columns) + " columns; a power of two from 32 to 512 can be had");
  if (!mayAllocate)
    return refuse("the workgroup has relinquished the permit to allocate");
  if (checkShared(wave, at, first, addresses) == 0)
    return;
  const std::optional<uint32_t> column =
      (at.auxiliary & ofPair) != 0 ? columnsOfPair(wave, at, columns) : freeColumns(*this, columns);
  if (!column)
    return runAgain(wave, WaveState::AtTensor);
  tensor.allocate({*column, columns, at.site, wave.number, clocks.now(wave.number)});
  shared.write({wave.number, at.site}, first, addresses, sizeof *column);
  std::memcpy(shared.data() + addresses[lane], &*column, sizeof *column);
}

void Workgroup::freeTensor(Wave &wave, const Instruction &at) {
  requireAllLanes(wave, at);
  if (wave.context.active == 0)
    return;
  const auto lane = static_cast<size_t>(std::countr_zero(wave.context.active));
  const TensorAddress address =
      TensorAddress::of(wave.registers.at<const uint32_t>(at.sources[0])[lane]);
  const uint32_t columns = wave.registers.at<const uint32_t>(at.sources[1])[lane];
  const TensorAllocation *allocation = tensor.allocationAt(address.column);
  if (!allocation || address.lane != 0 || allocation->columns != columns)
    return reportTensor(
        FindingKind::TensorAllocation, wave, at,
        std::to_string(columns) + " columns from column " + std::to_string(address.column) +
            " on, lane " + std::to_string(address.lane) +
            (allocation
                 ? "; " + std::to_string(allocation->columns) + " from lane 0 were allocated there"
                 : "; none were allocated there, or they are free again"));
  tensor.free(address.column, {wave.number, at.site});
  wakeForTensors();
  if (Workgroup *other = cluster.at(rank ^ 1))
    other->wakeForTensors();
}

void Workgroup::reportTensorsLeft() {
  for (const TensorAllocation &allocation : tensor.allocations())
    found.add(FindingKind::TensorAllocation, allocation.site, noSite,
              static_cast<int>(allocation.wave), -1, [&] {
                return std::to_string(allocation.columns) +
                       " columns of tensor memory from column " +
                       std::to_string(allocation.column) +
                       " on that are not freed before the workgroup ends";
              });
  for (const TensorUse &use : tensor.allUses())
    if (use.kind == TensorUse::Kind::Product &&
        std::all_of(use.endKnown.begin(), use.endKnown.end(),
                    [](uint32_t time) { return time == 0; }))
      found.add(FindingKind::NotWaited, use.who.site, noSite, static_cast<int>(use.who.wave),
                static_cast<int>(use.lane), [] {
                  return std::string("an MMA in tensor memory that no wave waits for before the "
                                     "workgroup ends");
                });
}

} // namespace wave::executor
