//===- TensorAccess.cpp - Instructions on tensor memory -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A product is computed when it is issued; until its end is known by a commit, an mbarrier and a
// fence its sums are nobody's, and its matrices are being read.  The arrival of a commit comes as
// late as anything waits for it or, with Order::Random, at any time before.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <bit>
#include <cstring>

#include "executor/Cluster.h"
#include "executor/Workgroup.h"

#include "llvm/Support/ErrorHandling.h"

namespace wave::executor {

namespace {
constexpr uint32_t warpLanes = 32, warpsOfGroup = 4;
constexpr unsigned mostTargets = 16; ///< bits of a mask of workgroups

/// Where register i of a lane is, of shape 32x32b or, with 16 lanes of tensor memory, 16x256b.
TensorAddress placeOf(uint32_t lanes, uint32_t lane, uint32_t i) {
  if (lanes == warpLanes)
    return {lane, i};
  return {lane / 4 + i / 2 % 2 * 8, i / 4 * 8 + lane % 4 * 2 + i % 2};
}
} // namespace

void Workgroup::stepTensor(Wave &wave, const Instruction &at) {
  switch (at.kind) {
  case Kind::TensorAllocate:
    return allocateTensor(wave, at);
  case Kind::TensorFree:
    return freeTensor(wave, at);
  case Kind::TensorRelinquish:
    requireAllLanes(wave, at);
    mayAllocate = false;
    return;
  case Kind::TensorMultiply:
    return multiplyTensors(wave, at);
  case Kind::TensorCommit:
    return commitTensors(wave, at);
  case Kind::TensorLoad:
  case Kind::TensorStore:
    return accessTensor(wave, at);
  case Kind::TensorWait:
    return waitForTensors(wave, at.immediate != 0);
  case Kind::TensorFence:
    return at.immediate != 0 ? clocks.fenceTensorAfter(wave.number)
                             : clocks.fenceTensorBefore(wave.number);
  default:
    llvm::report_fatal_error("no instruction of tensor memory");
  }
}

void Workgroup::multiplyTensors(Wave &wave, const Instruction &at) {
  const LaneMask active = wave.context.active;
  if (std::popcount(active) > 1)
    reportTensor(FindingKind::TensorMisuse, wave, at,
                 std::to_string(std::popcount(active)) +
                     " lanes issue the MMA, each one of its own");
  for (LaneMask rest = active; rest != 0; rest &= rest - 1)
    multiplyTensors(wave, at, static_cast<unsigned>(std::countr_zero(rest)));
}

/// What does not depend on memory.
bool Workgroup::checkTensors(const Wave &wave, const Instruction &at,
                             const TensorOperands &operands, uint32_t descriptor) {
  auto refuse = [&](const std::string &what) {
    reportTensor(FindingKind::TensorMisuse, wave, at, what);
    return false;
  };
  const bool isOfPair = (at.auxiliary & ofPair) != 0;
  if (const std::string problem = TensorProduct::problemOf(
          descriptor, (at.auxiliary & ofTf32) != 0 ? TensorKind::TF32 : TensorKind::F16, isOfPair,
          operands.hasTensorOfA);
      !problem.empty())
    return refuse("the instruction descriptor: " + problem);
  if (isOfPair && !otherOfPair(wave, at))
    return false;
  if (isOfPair && rank % 2 != 0)
    return refuse("workgroup " + std::to_string(rank) +
                  " issues the MMA of a CTA pair whose leader is the other one");
  for (const auto &[name, bits] : {std::pair("A", operands.a), std::pair("B", operands.b)})
    if (const std::string problem = MatrixDescriptor::problemOfTensor(bits);
        !problem.empty() && !(operands.hasTensorOfA && *name == 'A'))
      return refuse(std::string("the descriptor of ") + name + ": " + problem);
  const uint32_t lane = TensorAddress::of(operands.d).lane;
  const bool isHalf = TensorProduct::of(descriptor, isOfPair).rows() == 64 && !isOfPair;
  if (lane != 0 && !(isHalf && lane == tensorGroupLanes))
    return refuse("the accumulator begins in lane " + std::to_string(lane) +
                  (isHalf ? "; it is 0 or 16" : "; it is 0"));
  if (operands.hasTensorOfA && TensorAddress::of(static_cast<uint32_t>(operands.a)).lane != 0)
    return refuse("A begins in another lane than 0");
  return true;
}

void Workgroup::multiplyTensors(Wave &wave, const Instruction &at, unsigned lane) {
  auto operand = [&]<typename T>(size_t source, T) {
    return wave.registers.at<const T>(at.sources[source])[lane];
  };
  TensorOperands operands;
  operands.d = operand(0, uint32_t{});
  operands.hasTensorOfA = (at.auxiliary & aInTensor) != 0;
  operands.a = operands.hasTensorOfA ? operand(1, uint32_t{}) : operand(1, uint64_t{});
  operands.b = operand(2, uint64_t{});
  const uint32_t descriptor = operand(3, uint32_t{});
  operands.keepsSum = (operand(4, uint8_t{}) & 1) != 0;
  if (!checkTensors(wave, at, operands, descriptor))
    return;
  const TensorProduct product = TensorProduct::of(descriptor, (at.auxiliary & ofPair) != 0);
  const Accessor who = {wave.number, at.site};
  const TensorAddress d = TensorAddress::of(operands.d),
                      a = TensorAddress::of(static_cast<uint32_t>(operands.a));
  TensorUse use;
  use.kind = TensorUse::Kind::Product;
  use.who = who;
  use.lane = lane;
  use.sums = {product.m, product.n, product.isOfPair, operands.d};
  TensorIssue issue;
  issue.lane = lane;
  issue.workgroups = static_cast<unsigned>(product.workgroups());
  std::array<TensorPart, 2> parts;
  std::array<TensorBlock, 8> blocks;
  for (unsigned i = 0; i < issue.workgroups; ++i) {
    Workgroup &holder = i == 0 ? *this : *cluster.at(rank ^ 1);
    requireAlive(wave, at, holder);
    TensorMemory &memory = holder.tensor;
    constexpr uint32_t columnsOfA = 32 / sizeof(uint32_t); // of K numbers
    const TensorArea left = {0, tensorLanes, a.column, columnsOfA};
    if (operands.hasTensorOfA && !memory.checkArea(who, left))
      return;
    for (const TensorBlock &block : blocksOf(product, blocks))
      if (!memory.checkArea(who, {d.lane + block.lane, tensorGroupLanes, d.column,
                                  static_cast<uint32_t>(block.columns)}))
        return;
    const uint32_t number = issue.uses[i] = memory.begin(use);
    const uint32_t flight = issue.flights[i] = holder.shared.beginFlight(who, lane);
    if (operands.hasTensorOfA)
      memory.read(number, left);
    for (const TensorBlock &block : blocksOf(product, blocks)) {
      const TensorArea area = {d.lane + block.lane, tensorGroupLanes, d.column,
                               static_cast<uint32_t>(block.columns)};
      if (operands.keepsSum)
        memory.read(number, area, true);
      memory.write(number, area, true);
    }
    holder.countWhole(static_cast<uint64_t>(product.k()) *
                      ((operands.hasTensorOfA ? 0 : product.rows() * bytesOf(product.a)) +
                       static_cast<uint64_t>(product.n) / issue.workgroups * bytesOf(product.b)));
    parts[i] = {[&holder, flight](uint32_t address) { return holder.chunkFor(flight, address); },
                &memory};
  }
  multiply(product, operands, {parts.data(), issue.workgroups});
  if (IssueTrace *issues = timing())
    issues->addWork(static_cast<uint64_t>(product.rows()) * static_cast<uint64_t>(product.n) *
                    static_cast<uint64_t>(product.k()));
  wave.issues.push_back(issue);
  if (const std::string name = product.name(); !name.empty())
    ++counted.matrix[name];
}

/// 16 bytes of a matrix that a product reads.
const std::byte *Workgroup::chunkFor(uint32_t flight, uint32_t address) {
  static constexpr std::byte zeros[16] = {};
  if (shared.contains(address, sizeof zeros)) {
    shared.readBy(flight, address, sizeof zeros);
    return shared.data() + address;
  }
  const Accessor &who = shared.flight(flight).who;
  found.add(FindingKind::OutOfBounds, who.site, noSite, static_cast<int>(who.wave), -1, [&] {
    return "the MMA reads a matrix at " + shared.describe(address) + ", outside of the " +
           std::to_string(shared.size()) + " bytes of shared memory";
  });
  return zeros;
}

void Workgroup::commitTensors(Wave &wave, const Instruction &at) {
  const auto *addresses = wave.registers.at<const uint32_t>(at.sources[0]);
  uint32_t places[lanesPerWave];
  std::transform(addresses, addresses + lanesPerWave, places, placeInShared);
  for (LaneMask rest = checkShared(wave, at, wave.context.active, places); rest != 0;
       rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const auto number = static_cast<uint32_t>(commits.size());
    TensorCommit &commit = commits.emplace_back();
    commit.site = at.site;
    commit.wave = wave.number;
    if (IssueTrace *issues = timing())
      commit.event = issues->next(wave.inGroup).event;
    commit.previous = wave.lastCommit[lane];
    wave.lastCommit[lane] = number;
    auto isOther = [&](const TensorIssue &issue) { return issue.lane != lane; };
    const auto mine = std::partition(wave.issues.begin(), wave.issues.end(), isOther);
    commit.since.assign(mine, wave.issues.end());
    wave.issues.erase(mine, wave.issues.end());
    if (at.sources[1] == noSlot) {
      commitTo(holderOf(addresses[lane]), places[lane], wave, at, number);
      continue;
    }
    const uint32_t targets = wave.registers.at<const uint16_t>(at.sources[1])[lane];
    for (uint32_t other = 0; other < mostTargets; ++other)
      if ((targets >> other & 1) != 0) {
        if (Workgroup *target = cluster.at(other))
          commitTo(*target, places[lane], wave, at, number);
        else
          reportTensor(FindingKind::OutOfBounds, wave, at,
                       "to workgroup " + std::to_string(other) + " of a cluster of " +
                           std::to_string(program.clusterSize()));
      }
  }
}

void Workgroup::commitTo(Workgroup &target, uint32_t address, const Wave &wave,
                         const Instruction &at, uint32_t commit) {
  requireAlive(wave, at, target);
  const PhaseBarrier *barrier = target.phaseBarrierAt(wave.number, at.site, address);
  if (!barrier)
    return;
  if (options.races && !isInitFenced(*barrier, wave.number))
    target.reportBarrier(wave.number, at.site, address, barrier->site, FindingKind::ProxyFence,
                         "MMAs that need not see its init: no fence.mbarrier.init stands "
                         "between");
  arrivals.push_back({commit, &target, address});
}

void Workgroup::landArrival(const TensorArrival &arrival) {
  const TensorCommit &commit = commits[arrival.commit];
  Workgroup &target = *arrival.target;
  if (&target != this && target.hasEnded())
    found.add(FindingKind::NotWaited, commit.site, noSite, static_cast<int>(commit.wave), -1, [&] {
      return "MMAs whose completion an mbarrier of workgroup " + std::to_string(target.rank) +
             " of the cluster awaits, which has ended";
    });
  auto entry = target.phaseBarriers.find(arrival.barrier);
  if (entry == target.phaseBarriers.end())
    return target.reportBarrier(commit.wave, commit.site, arrival.barrier, noSite,
                                FindingKind::BarrierMisuse,
                                "it is none any more when the MMAs that it awaits complete");
  PhaseBarrier &barrier = entry->second;
  if (barrier.pending == 0)
    return target.reportBarrier(commit.wave, commit.site, arrival.barrier, barrier.site,
                                FindingKind::BarrierMisuse,
                                "MMAs complete, and all that it expects have arrived");
  --barrier.pending;
  barrier.commits.push_back({this, arrival.commit});
  noteArrival(barrier, commit.wave, commit.event);
  target.endPhaseIfComplete(barrier);
}

/// Who has an mbarrier in shared memory that a commit arrives at has to wait for that: otherwise it
/// may end before, and the memory be another one's.
void Workgroup::reportUnawaited() {
  for (const auto &[address, barrier] : phaseBarriers) {
    const size_t known =
        *std::max_element(barrier.acquiredCommits.begin(), barrier.acquiredCommits.end());
    for (size_t i = known; i < barrier.commits.size(); ++i) {
      const auto &[issuer, number] = barrier.commits[i];
      const TensorCommit &commit = issuer->commits[number];
      reportBarrier(commit.wave, commit.site, address, barrier.site, FindingKind::NotWaited,
                    "a commit arrives at it that no wave waits for before the workgroup ends");
    }
  }
}

/// A wave of the cluster knows that the commit's products have ended, and those before.
void Workgroup::learn(uint32_t number, unsigned wave) {
  while (number != TensorCommit::none && !commits[number].learned[wave]) {
    TensorCommit &commit = commits[number];
    commit.learned.set(wave);
    for (const TensorIssue &issue : commit.since)
      for (unsigned i = 0; i < issue.workgroups; ++i) {
        Workgroup &holder = i == 0 ? *this : *cluster.at(rank ^ 1);
        holder.shared.endFlight(issue.flights[i], wave);
        holder.tensor.endProduct(issue.uses[i], wave);
      }
    number = commit.previous;
  }
}

void Workgroup::accessTensor(Wave &wave, const Instruction &at) {
  requireAllLanes(wave, at);
  if (wave.context.active == 0)
    return;
  const bool isLoad = at.kind == Kind::TensorLoad;
  const auto *addresses = wave.registers.at<const uint32_t>(at.sources[0]);
  const auto first = static_cast<size_t>(std::countr_zero(wave.context.active));
  for (LaneMask rest = wave.context.active; rest != 0; rest &= rest - 1)
    if (addresses[std::countr_zero(rest)] != addresses[first])
      return reportTensor(FindingKind::TensorMisuse, wave, at,
                          "the lanes of the warp have different addresses");
  const TensorAddress address = TensorAddress::of(addresses[first]);
  const uint32_t mine = wave.inGroup % warpsOfGroup * warpLanes, lanes = at.auxiliary;
  const auto registers = static_cast<uint32_t>(at.immediate);
  if (address.lane != mine && (lanes == warpLanes || address.lane != mine + lanes))
    return reportTensor(FindingKind::TensorMisuse, wave, at,
                        "warp " + std::to_string(wave.inGroup) + " may access lanes " +
                            std::to_string(mine) + "-" + std::to_string(mine + warpLanes - 1) +
                            ", the address is of lane " + std::to_string(address.lane));
  const TensorArea area = {address.lane, lanes, address.column, registers * warpLanes / lanes};
  TensorUse use;
  use.kind = isLoad ? TensorUse::Kind::Load : TensorUse::Kind::Store;
  use.who = {wave.number, at.site};
  if (!tensor.checkArea(use.who, area))
    return;
  const uint32_t number = tensor.begin(use);
  if (isLoad)
    tensor.read(number, area);
  else
    tensor.write(number, area);
  auto *values = wave.registers.at<uint32_t>(isLoad ? at.destination : at.sources[1]);
  for (uint32_t i = 0; i < registers; ++i)
    for (uint32_t lane = 0; lane < warpLanes; ++lane) {
      const TensorAddress place = placeOf(lanes, lane, i);
      uint32_t &cell = tensor.at(area.lane + place.lane, area.column + place.column);
      uint32_t &value = values[i * lanesPerWave + lane];
      (isLoad ? value : cell) = isLoad ? cell : value;
    }
  (isLoad ? wave.tensorLoads : wave.tensorStores).push_back(number);
  if (!isLoad)
    return;
  Held held;
  held.begin = at.destination;
  held.end = at.destination + registers * 4 * lanesPerWave;
  held.site = at.site;
  held.isLoad = true;
  wave.held.push_back(held);
}

void Workgroup::waitForTensors(Wave &wave, bool ofStores) {
  std::vector<uint32_t> &uses = ofStores ? wave.tensorStores : wave.tensorLoads;
  for (uint32_t number : uses)
    tensor.use(number).waited = clocks.now(wave.number);
  uses.clear();
  if (!ofStores)
    std::erase_if(wave.held, [](const Held &held) { return held.isLoad; });
}

} // namespace wave::executor
