//===- WgmmaAccess.cpp - Instructions on products of a warpgroup ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A warp computes its rows when it comes to the product; until it waits for the product's group
// the registers are held, and the matrices are being read.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <bit>

#include "executor/Workgroup.h"

namespace wave::executor {

namespace {
constexpr unsigned warpsOfGroup = 4;
}

Held *Workgroup::heldAt(Wave &wave, Slot slot) {
  for (Held &held : wave.held)
    if (slot >= held.begin && slot < held.end)
      return &held;
  return nullptr;
}

void Workgroup::reportHeld(const Wave &wave, const Instruction &at, const Held &held,
                           const char *what) {
  found.add(FindingKind::InFlight, at.site, held.site, static_cast<int>(wave.number), -1, [&] {
    return program.sites[at.site].operation + " " + what + " registers of " +
           (held.isLoad ? "a load from tensor memory" : "a product") + " that was not waited for";
  });
}

/// Values that loops carry on keep their registers: a move is none of the machine's.
void Workgroup::checkHeld(Wave &wave, const Instruction &at) {
  if (at.kind == Kind::Wgmma)
    return;
  for (Slot source : at.sources) {
    if (source == noSlot || (source & constantSlot) != 0)
      continue;
    Held *held = heldAt(wave, source);
    if (!held)
      continue;
    if (at.isMove) {
      Held moved = *held;
      moved.begin = at.destination;
      moved.end = at.destination + at.count * 4;
      moved.isForwarded = false;
      held->isForwarded = true;
      std::erase_if(wave.held, [&](const Held &other) {
        return other.begin < moved.end && moved.begin < other.end;
      });
      wave.held.push_back(moved);
      return;
    }
    if (!held->isForwarded)
      reportHeld(wave, at, *held, "reads");
  }
  if (at.destination == noSlot)
    return;
  if (Held *held = heldAt(wave, at.destination)) {
    if (!held->isForwarded)
      reportHeld(wave, at, *held, "writes");
    wave.held.erase(wave.held.begin() + (held - wave.held.data()));
  }
}

/// The warps of a warpgroup run the same products.
void Workgroup::compareProducts(Wave &wave, const Instruction &at, uint64_t a, uint64_t b) {
  std::vector<Product> &products = warpgroups[wave.inGroup / warpsOfGroup];
  const Product mine = {at.site, a, b};
  if (wave.products == products.size())
    products.push_back(mine);
  else if (const Product &first = products[wave.products]; first != mine)
    found.add(FindingKind::WarpgroupApart, at.site, first.site, static_cast<int>(wave.number), -1,
              [&] {
                return std::string("the warps of a warpgroup run different MMAs, or one of "
                                   "different matrices");
              });
  ++wave.products;
}

/// At the end: all four have run as many.
void Workgroup::compareCounts() {
  for (size_t number = 0; number < warpgroups.size(); ++number) {
    const std::vector<Product> &products = warpgroups[number];
    for (size_t i = 0; i < warpsOfGroup && !products.empty(); ++i) {
      const size_t warp = number * warpsOfGroup + i;
      const size_t count = warp < waves.size() ? waves[warp].products : 0;
      if (count == products.size())
        continue;
      found.add(FindingKind::WarpgroupApart, products[count].site, noSite, static_cast<int>(warp),
                -1, [&] {
                  return "a warp of a warpgroup runs " + std::to_string(count) + " of its " +
                         std::to_string(products.size()) + " products";
                });
    }
  }
}

void Workgroup::runProduct(Wave &wave, const Instruction &at) {
  const Wgmma &wgmma = program.wgmmas[at.target];
  requireAllLanes(wave, at);
  if (wave.context.active == 0)
    return;
  const auto lane = static_cast<size_t>(std::countr_zero(wave.context.active));
  auto descriptor = [&](Slot slot) {
    return slot == noSlot ? 0 : wave.registers.at<const uint64_t>(slot)[lane];
  };
  const uint64_t a = descriptor(at.sources[1]), b = descriptor(at.sources[2]);
  compareProducts(wave, at, a, b);
  for (const auto &[name, bits] : {std::pair("A", a), std::pair("B", b)})
    if (const std::string problem = MatrixDescriptor::problemOf(bits); !problem.empty())
      found.add(FindingKind::BadDescriptor, at.site, noSite, static_cast<int>(wave.number), -1,
                [&] {
                  return std::string("the descriptor of ") + name + " in shared memory: " + problem;
                });
  if (!wave.areRegistersFenced)
    found.add(FindingKind::InFlight, at.site, noSite, static_cast<int>(wave.number), -1, [] {
      return std::string("an MMA whose registers no wgmma.fence orders after what was done "
                         "with them before");
    });
  const bool keepsSum = at.sources[4] == noSlot
                            ? wgmma.keepsSum
                            : wave.registers.at<const uint32_t>(at.sources[4])[lane] != 0;
  const Slot end = at.destination + static_cast<Slot>(wgmma.accumulators()) * 4 * lanesPerWave;
  // The accumulators go on in the result's registers.
  if ((at.sources[0] & constantSlot) == 0)
    if (Held *held = heldAt(wave, at.sources[0])) {
      if (held->end - held->begin != end - at.destination)
        reportHeld(wave, at, *held, "takes, with another shape,");
      held->isForwarded = true;
    }
  std::erase_if(wave.held, [&](const Held &held) {
    return held.isForwarded && held.begin < end && at.destination < held.end;
  });
  Held held;
  held.begin = at.destination;
  held.end = end;
  held.site = at.site;
  wave.held.push_back(held);
  const uint32_t flight = shared.beginFlight({wave.number, at.site}, 0);
  wave.productsUnderWay.push_back({at.site, flight});
  const std::byte zeros[16] = {};
  auto read = [&](uint32_t address) -> const std::byte * {
    if (!shared.contains(address, sizeof zeros)) {
      found.add(FindingKind::OutOfBounds, at.site, noSite, static_cast<int>(wave.number), -1, [&] {
        return "the MMA reads a matrix at " + shared.describe(address) + ", outside of the " +
               std::to_string(shared.size()) + " bytes of shared memory";
      });
      return zeros;
    }
    shared.readBy(flight, address, 16);
    return shared.data() + address;
  };
  multiply(wgmma, wave.inGroup % warpsOfGroup, a, b, keepsSum, wave.registers, at, read);
  if (wave.inGroup % warpsOfGroup == 0) { // for the warpgroup
    constexpr int rows = 64;
    countWhole(static_cast<uint64_t>(wgmma.k) *
               ((wgmma.hasRegistersOfA ? 0 : rows * bytesOf(wgmma.a)) +
                static_cast<uint64_t>(wgmma.n) * bytesOf(wgmma.b)));
  }
}

void Workgroup::commitProducts(Wave &wave) {
  for (Held &held : wave.held)
    if (held.group == Copy::inNoGroup && !held.isLoad)
      held.group = wave.groupsOfProducts;
  for (ProductUnderWay &product : wave.productsUnderWay)
    if (product.group == Copy::inNoGroup)
      product.group = wave.groupsOfProducts;
  ++wave.groupsOfProducts;
}

void Workgroup::waitForProducts(Wave &wave, uint32_t remaining) {
  auto isAwaited = [&](const auto &each) {
    return each.group != Copy::inNoGroup && each.group + remaining < wave.groupsOfProducts;
  };
  for (const ProductUnderWay &product : wave.productsUnderWay)
    if (isAwaited(product))
      shared.endFlight(product.flight, wave.number);
  std::erase_if(wave.productsUnderWay, isAwaited);
  std::erase_if(wave.held, isAwaited);
  // Registers that nothing holds may be used, which a later product does not see by itself.
  if (wave.productsUnderWay.empty())
    wave.areRegistersFenced = false;
}

/// How many registers a lane has at the launch: an equal share, in units of 8.
static uint32_t registersAtLaunch(const Program &program) {
  const auto registers =
      static_cast<uint32_t>(program.chip->registers * program.chip->simds * program.lanes());
  return std::min(registers / (program.waves() * program.lanes()) / 8 * 8, 248u);
}

void Workgroup::setRegisters(Wave &wave, const Instruction &at) {
  requireAllLanes(wave, at);
  const auto wanted = static_cast<uint32_t>(at.immediate);
  const bool isMore = at.auxiliary != 0;
  if (wave.laneRegisters == 0)
    wave.laneRegisters = registersAtLaunch(program);
  const uint32_t now = wave.laneRegisters;
  if (isMore ? wanted < now : wanted > now) {
    found.add(FindingKind::BarrierMisuse, at.site, noSite, static_cast<int>(wave.number), -1, [&] {
      return std::string(isMore ? "more" : "fewer") + " registers are asked for, " +
             std::to_string(wanted) + ", than the " + std::to_string(now) + " that a lane has";
    });
    return;
  }
  if (isMore && wanted - now > freeRegisters) {
    return runAgain(wave, WaveState::AtRegisters);
  }
  wave.laneRegisters = wanted;
  freeRegisters += now - wanted; // wraps around to less
  for (Wave &other : waves)
    if (other.state == WaveState::AtRegisters)
      other.state = WaveState::Ready;
}

} // namespace wave::executor
