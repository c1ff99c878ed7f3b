//===- BoxAccess.cpp - Instructions of the copy engine --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A transfer is checked when it begins and done as late as anything waits for it, or, with
// Order::Random, at any time before: results that depend on its being early are wrong.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <bit>
#include <cstring>

#include "executor/Cluster.h"
#include "executor/Staging.h"
#include "executor/Workgroup.h"

namespace wave::executor {

template <typename Action>
void Workgroup::forEachTrackedRow(const Transfer &transfer, Action action) {
  GlobalRaces &races = cluster.globalRaces();
  const Tensor &tensor = *transfer.tensor;
  if (!races.tracks(tensor.region))
    return;
  const auto elementBytes = static_cast<int64_t>(size_in_bytes(tensor.map.type));
  const Accessor who = {transfer.wave, transfer.site};
  forEachRow(tensor.map, transfer.begin, [&](int64_t offset, int64_t first, int64_t count, auto) {
    if (count > 0)
      action(races, who,
             GlobalMemory::Place{tensor.region, tensor.offset + static_cast<uint64_t>(
                                                                    offset + first * elementBytes)},
             static_cast<uint64_t>(count * elementBytes));
  });
}

void Workgroup::noteRows(const Transfer &transfer) {
  WorkgroupRaces &races = cluster.workgroupRaces();
  const Tensor &tensor = *transfer.tensor;
  if (!races.tracks(tensor.region))
    return;
  using Use = WorkgroupRaces::Use;
  const auto elementBytes = static_cast<int64_t>(size_in_bytes(tensor.map.type));
  forEachRow(tensor.map, transfer.begin, [&](int64_t offset, int64_t first, int64_t count, auto) {
    if (count > 0)
      races.note(
          transfer.isStore ? Use::Write : Use::Read, {cluster.number(), rank, transfer.site},
          {tensor.region, tensor.offset + static_cast<uint64_t>(offset + first * elementBytes)},
          static_cast<uint64_t>(count * elementBytes));
  });
}

void Workgroup::beginTransfer(Wave &wave, const Instruction &at) {
  const bool isStore = at.kind == Kind::BoxStore;
  const auto *addresses = wave.registers.at<const uint32_t>(at.sources[0]);
  const auto *coordinates = wave.registers.at<const int32_t>(at.sources[2]);
  const auto *maps = wave.registers.at<const uint64_t>(at.sources[3]);
  for (LaneMask rest = wave.context.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    auto report = [&](FindingKind kind, const std::string &what) {
      found.add(kind, at.site, noSite, static_cast<int>(wave.number), static_cast<int>(lane),
                [&] { return program.sites[at.site].operation + ": " + what; });
    };
    const Tensor *tensor = global.tensorOf(maps[lane]);
    if (!tensor) {
      report(FindingKind::OutOfBounds, "its map is no parameter of the kernel");
      continue;
    }
    const BoxMap &map = tensor->map;
    if (static_cast<size_t>(at.immediate) != map.sizes.size()) {
      report(FindingKind::OutOfBounds, std::to_string(at.immediate) +
                                           " coordinates of a tensor with " +
                                           std::to_string(map.sizes.size()) + " dimensions");
      continue;
    }
    const uint32_t address = placeInShared(addresses[lane]);
    const uint64_t bytes = bytesOfBox(map);
    if (address % 128 != 0) {
      report(FindingKind::Misaligned, "the box at " + shared.describe(address) + ", address " +
                                          std::to_string(address) + ", is not aligned to 128");
      continue;
    }
    if (!shared.contains(address, bytes)) {
      report(FindingKind::OutOfBounds,
             "a box of " + std::to_string(bytes) + " bytes at " + shared.describe(address) +
                 ", outside of the " + std::to_string(shared.size()) + " bytes of shared memory");
      continue;
    }
    Transfer transfer;
    transfer.isStore = isStore;
    transfer.site = at.site;
    transfer.tensor = tensor;
    transfer.wave = wave.number;
    transfer.lane = lane;
    transfer.address = address;
    for (size_t dim = 0; dim < map.sizes.size(); ++dim)
      transfer.begin[dim] = coordinates[dim * lanesPerWave + lane];
    if (const std::string problem = problemOf(map, transfer.begin, isStore); !problem.empty()) {
      report(FindingKind::Misaligned, problem);
      continue;
    }
    noteRows(transfer);
    if (IssueTrace *issues = timing()) {
      issues->addWork(bytes);
      transfer.event = issues->next(wave.inGroup).event;
    }
    if (isStore) {
      checkStoresApart(wave, transfer);
      forEachTrackedRow(transfer,
                        [&](GlobalRaces &races, const Accessor &who, auto row, auto size) {
                          races.beginStore(who, lane, row, size, found);
                        });
      transfer.flight = shared.beginFlight({wave.number, at.site}, lane);
      shared.readBy(transfer.flight, address, static_cast<uint32_t>(bytes));
      transfers.push_back(transfer);
      continue;
    }
    forEachTrackedRow(transfer, [&](GlobalRaces &races, const Accessor &who, auto row, auto size) {
      races.read(who, lane, row, size, found);
    });
    const uint32_t barrier = wave.registers.at<const uint32_t>(at.sources[1])[lane];
    transfer.barrier = placeInShared(barrier);
    // Of a pair the one whose barrier it is counts, whichever of the two gets the box.
    auto send = [&](Workgroup &holder) {
      transfer.counter = (at.auxiliary & ofPair) == 0
                             ? &holder
                             : cluster.at((holder.rank & ~1u) | (holderOf(barrier).rank & 1));
      holder.receive(wave, at, transfer);
    };
    if ((at.auxiliary & ofPair) != 0 && !otherOfPair(wave, at))
      continue;
    if (at.sources[4] == noSlot) {
      send(holderOf(addresses[lane]));
      continue;
    }
    // To the same place of each workgroup of the mask, counted by its own barrier.
    const auto ranks = wave.registers.at<const uint16_t>(at.sources[4])[lane];
    for (uint32_t other = 0; other < 16; ++other)
      if ((ranks >> other & 1) != 0) {
        if (Workgroup *holder = cluster.at(other))
          send(*holder);
        else
          report(FindingKind::OutOfBounds, "to workgroup " + std::to_string(other) +
                                               " of a cluster of " +
                                               std::to_string(program.clusterSize()));
        transfer.isCopy = true;
      }
  }
}

/// A box is to come to this workgroup's shared memory.
void Workgroup::receive(const Wave &wave, const Instruction &at, Transfer transfer) {
  requireAlive(wave, at, *this);
  requireAlive(wave, at, *transfer.counter);
  const PhaseBarrier *barrier =
      transfer.counter->phaseBarrierAt(wave.number, at.site, transfer.barrier);
  if (!barrier)
    return;
  if (options.races && !isInitFenced(*barrier, wave.number))
    reportBarrier(wave.number, at.site, transfer.barrier, barrier->site, FindingKind::ProxyFence,
                  "a copy that need not see its init: no fence.mbarrier.init stands between");
  transfer.flight = shared.beginFlight({wave.number, at.site}, transfer.lane);
  shared.writeBy(transfer.flight, transfer.address,
                 static_cast<uint32_t>(bytesOfBox(transfer.tensor->map)));
  transfers.push_back(transfer);
}

bool Workgroup::landNext() {
  std::vector<size_t> open;
  for (size_t i = 0; i < transfers.size(); ++i)
    if (!transfers[i].hasLanded)
      open.push_back(i);
  if (open.empty() && arrivals.empty())
    return false;
  if (open.empty() ||
      (!arrivals.empty() && options.order == Order::Random && (cluster.draw() & 1) != 0)) {
    const size_t which =
        options.order == Order::Random ? cluster.draw() % arrivals.size() : size_t{0};
    const TensorArrival arrival = arrivals[which];
    arrivals.erase(arrivals.begin() + static_cast<std::ptrdiff_t>(which));
    landArrival(arrival);
    return true;
  }
  const size_t which = options.order == Order::First  ? 0
                       : options.order == Order::Last ? open.size() - 1
                                                      : cluster.draw() % open.size();
  const size_t index = open[which];
  land(transfers[index]);
  // Stores stay until a wait has counted them.
  if (!transfers[index].isStore)
    transfers.erase(transfers.begin() + static_cast<std::ptrdiff_t>(index));
  return true;
}

void Workgroup::land(Transfer &transfer) {
  transfer.hasLanded = true;
  if (transfer.isStore)
    return landStore(transfer);
  landLoad(transfer);
  Workgroup &counter = *transfer.counter;
  auto entry = counter.phaseBarriers.find(transfer.barrier);
  if (entry == counter.phaseBarriers.end())
    return counter.reportBarrier(transfer.wave, transfer.site, transfer.barrier, noSite,
                                 FindingKind::BarrierMisuse,
                                 "it is none any more when a copy that it counts arrives");
  PhaseBarrier &barrier = entry->second;
  barrier.flights.push_back({&shared, transfer.flight});
  noteArrival(barrier, transfer.wave, transfer.event);
  // Bytes outside of the tensor count too: they are filled.
  counter.announce(barrier, transfer.barrier, transfer.wave, transfer.site,
                   -static_cast<int64_t>(bytesOfBox(transfer.tensor->map)));
  counter.endPhaseIfComplete(barrier);
}

void Workgroup::landLoad(const Transfer &transfer) {
  const BoxMap &map = transfer.tensor->map;
  countWhole(bytesOfBox(map));
  const auto elementBytes = static_cast<uint64_t>(size_in_bytes(map.type));
  std::vector<std::byte> row(map.box[0] * elementBytes);
  forEachRow(
      map, transfer.begin, [&](int64_t offset, int64_t first, int64_t count, uint32_t inBox) {
        std::fill(row.begin(), row.end(), std::byte{0});
        if (count > 0) {
          const GlobalMemory::Place place = {
              transfer.tensor->region,
              transfer.tensor->offset +
                  static_cast<uint64_t>(offset + first * static_cast<int64_t>(elementBytes))};
          const uint64_t bytes = static_cast<uint64_t>(count) * elementBytes;
          copyBytes(row.data() + static_cast<uint64_t>(first) * elementBytes, global.host(place),
                    bytes);
          if (!transfer.isCopy)
            countRow(place, bytes);
          if (global.tracksBytes(place.region) && !global.wasWritten(place, bytes))
            found.add(FindingKind::Uninitialised, transfer.site, noSite,
                      static_cast<int>(transfer.wave), static_cast<int>(transfer.lane), [&] {
                        return "copy from " + global.describe(global.address(place)) +
                               ", which nothing has written";
                      });
        }
        for (uint32_t chunk = 0; chunk < row.size(); chunk += 16)
          std::memcpy(shared.data() + swizzled(transfer.address + inBox + chunk, map.swizzleBytes),
                      row.data() + chunk, 16);
      });
}

void Workgroup::landStore(const Transfer &transfer) {
  const BoxMap &map = transfer.tensor->map;
  countWhole(bytesOfBox(map));
  const auto elementBytes = static_cast<uint64_t>(size_in_bytes(map.type));
  const uint64_t behind = bytesBehindStoredRow(map, transfer.begin);
  std::vector<std::byte> row(map.box[0] * elementBytes);
  forEachRow(
      map, transfer.begin, [&](int64_t offset, int64_t first, int64_t count, uint32_t inBox) {
        if (count <= 0)
          return;
        if (behind != 0)
          found.add(FindingKind::OutOfBounds, transfer.site, noSite,
                    static_cast<int>(transfer.wave), static_cast<int>(transfer.lane), [&] {
                      return "a TMA store over the end of rows of " +
                             std::to_string(map.sizes[0] * elementBytes) +
                             " bytes: it is stored 16 bytes at a time, with " +
                             std::to_string(behind) + " bytes past the row's end";
                    });
        for (uint32_t chunk = 0; chunk < row.size(); chunk += 16)
          std::memcpy(row.data() + chunk,
                      shared.data() + swizzled(transfer.address + inBox + chunk, map.swizzleBytes),
                      16);
        const GlobalMemory::Place place = {
            transfer.tensor->region,
            transfer.tensor->offset +
                static_cast<uint64_t>(offset + first * static_cast<int64_t>(elementBytes))};
        const uint64_t bytes = static_cast<uint64_t>(count) * elementBytes;
        copyBytes(global.host(place), row.data() + static_cast<uint64_t>(first) * elementBytes,
                  bytes);
        countRow(place, bytes);
        if (global.tracksBytes(place.region))
          global.noteWrite(place, bytes);
        if (global.tracksElements(place.region))
          global.noteElements(place, bytes, {groupNumber, transfer.site});
      });
}

/// Shared memory that the TMA unit or the tensor cores take without conflicts: all banks at once.
void Workgroup::countWhole(uint64_t bytes) {
  constexpr uint64_t bankBytes = 4;
  if (!options.counters)
    return;
  const uint64_t pass =
      machine::sharedAccess(*program.chip, machine::SharedDirection::Read, 16).banks * bankBytes;
  counted.sharedCycles += (bytes + pass - 1) / pass;
}

void Workgroup::countRow(GlobalMemory::Place place, uint64_t bytes) {
  if (!options.counters)
    return;
  const uint64_t sector = program.chip->sectorBytes;
  counted.globalBytes += bytes;
  counted.sectors += (place.offset + bytes + sector - 1) / sector - place.offset / sector;
  counted.sectorsNeeded += (bytes + sector - 1) / sector;
}

void Workgroup::commitTransfers(Wave &wave) {
  for (Transfer &transfer : transfers)
    if (transfer.isStore && transfer.wave == wave.number && transfer.group == Copy::inNoGroup &&
        (wave.context.active >> transfer.lane & 1) != 0)
      transfer.group = wave.bulkGroups[transfer.lane];
  for (LaneMask rest = wave.context.active; rest != 0; rest &= rest - 1)
    ++wave.bulkGroups[static_cast<size_t>(std::countr_zero(rest))];
}

/// What was read may not be written yet, and nothing orders two boxes on their way to memory.
void Workgroup::checkStoresApart(const Wave &wave, const Transfer &transfer) {
  if (!options.races)
    return;
  for (const Transfer &other : transfers)
    if (other.isStore && other.tensor->region == transfer.tensor->region &&
        haveCommonElement(other.tensor->map, other.begin, transfer.tensor->map, transfer.begin))
      found.add(FindingKind::Race, transfer.site, other.site, static_cast<int>(wave.number),
                static_cast<int>(transfer.lane), [] {
                  return std::string(
                      "a TMA store writes where an earlier one may still be writing: "
                      "no wait without .read stands between");
                });
}

void Workgroup::waitForTransfers(Wave &wave, uint32_t remaining, bool onlyRead) {
  auto isAwaited = [&](const Transfer &transfer) {
    return transfer.isStore && transfer.wave == wave.number && transfer.group != Copy::inNoGroup &&
           (wave.context.active >> transfer.lane & 1) != 0 &&
           transfer.group + remaining < wave.bulkGroups[transfer.lane];
  };
  for (Transfer &transfer : transfers)
    if (isAwaited(transfer) && !transfer.isRead) {
      if (!transfer.hasLanded)
        land(transfer);
      shared.endFlight(transfer.flight, wave.number);
      transfer.isRead = true;
    }
  if (onlyRead)
    return;
  for (const Transfer &transfer : transfers)
    if (isAwaited(transfer))
      forEachTrackedRow(transfer,
                        [&](GlobalRaces &races, const Accessor &who, auto row, auto size) {
                          races.endStore(who, transfer.lane, row, size);
                        });
  std::erase_if(transfers, isAwaited);
}

void Workgroup::reportUnfinished(const Wave &wave) {
  for (const Transfer &transfer : transfers)
    if (transfer.isStore && !transfer.isRead && transfer.wave == wave.number)
      found.add(FindingKind::NotWaited, transfer.site, noSite, static_cast<int>(wave.number),
                static_cast<int>(transfer.lane), [] {
                  return std::string("a copy from shared memory that its thread does not wait for "
                                     "before it ends");
                });
  for (const ProductUnderWay &product : wave.productsUnderWay)
    found.add(FindingKind::NotWaited, product.site, noSite, static_cast<int>(wave.number), -1,
              [] { return std::string("an MMA that its warps do not wait for before they end"); });
  for (const auto &uses : {wave.tensorLoads, wave.tensorStores})
    for (uint32_t number : uses)
      found.add(FindingKind::NotWaited, tensor.use(number).who.site, noSite,
                static_cast<int>(wave.number), -1, [] {
                  return std::string("an access to tensor memory that its warp does not wait for "
                                     "before it ends");
                });
}

/// What begins must end before the workgroup does.
void Workgroup::finishTransfers() {
  while (landNext())
    continue;
  reportTensorsLeft();
  for (uint32_t number = 0; number < shared.countOfFlights(); ++number)
    if (const Flight &flight = shared.flight(number);
        flight.isLoad && !isOfOther(flight.who.wave) && !knowsAtEnd(shared, number))
      found.add(FindingKind::NotWaited, flight.who.site, noSite, static_cast<int>(flight.who.wave),
                static_cast<int>(flight.lane), [] {
                  return std::string("a copy to shared memory that no wave of the workgroup waits "
                                     "for before it ends");
                });
}

} // namespace wave::executor
