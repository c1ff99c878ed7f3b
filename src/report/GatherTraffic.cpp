//===- GatherTraffic.cpp - What workgroups load, and the order of tiles ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <tuple>

#include "analysis/Clusters.h"
#include "analysis/LoopCost.h"
#include "dialect/DiagnosticCapture.h"
#include "report/Gather.h"
#include "report/TrafficParts.h"
#include "symbolic/Evaluate.h"
#include "symbolic/MapWalk.h"
#include "symbolic/Substitute.h"
#include "symbolic/WorkgroupIds.h"

using namespace mlir;

namespace wave::report {

/// The copy that a read has become, if it has become one: of half of a tile in a pair.
static ir::CopyOp copyOf(ir::KernelOp kernel, const analysis::BlockRead &read) {
  ir::CopyOp found;
  kernel.walk([&](ir::CopyOp copy) {
    const SourceLocation where = ir::sourceLocation(copy.getLoc());
    auto memory = dyn_cast<BlockArgument>(copy.getMemory());
    const bool isOf = memory && memory.getArgNumber() == read.memory &&
                      std::tie(where.file, where.line, where.column) ==
                          std::tie(read.where.file, read.where.line, read.where.column);
    if (isOf)
      found = copy;
    return isOf ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

std::optional<std::array<int64_t, 3>> gridOf(const std::array<Expr, 3> &grid,
                                             const Bindings &sizes) {
  std::array<int64_t, 3> counts{};
  for (size_t dim = 0; dim < grid.size(); ++dim) {
    const symbolic::Evaluation count = symbolic::evaluate(grid[dim], sizes);
    if (!count)
      return std::nullopt;
    counts[dim] = std::max<int64_t>(count.value(), 0);
  }
  return counts;
}

/// How many workgroups run at one time: as many as have room, or all.
static std::optional<int64_t> runningOf(const Gpu &gpu, const std::array<int64_t, 3> &grid) {
  const int64_t together = gpu.cluster[0] * gpu.cluster[1] * gpu.cluster[2];
  const int64_t room = gpu.units * std::max<int64_t>(gpu.occupancy.workgroups, 1);
  const int64_t running = std::max<int64_t>(room / together, 1) * together;
  const std::optional<int64_t> all = symbolic::volumeOf({grid.begin(), grid.end()}, running);
  return all.value_or(running);
}

/// Whether it is the same in all workgroups and trips, whatever memory holds.
static bool isOfSizes(const Expr &expr) {
  return llvm::none_of(symbolic::symbolsOf(expr), [](const std::string &symbol) {
    return symbol.front() == '$' || symbolic::isWorkgroupId(symbol);
  });
}

/// Of the slowest loop, as fast as the units of a workgroup's own allow: what memory makes of it is
/// to be predicted.
static analysis::TileTime tileTimeOf(const Gpu &gpu, const Expr &written, const Bindings &sizes) {
  analysis::TileTime time{.stepCycles = 1, .ahead = 1, .outputBytes = 0};
  double slowest = 0;
  for (const Loop &loop : gpu.loops) {
    double cycles = 0;
    for (const UnitTime &unit : loop.units)
      if (unit.unit != analysis::nameOf(analysis::Unit::Global))
        cycles = std::max(cycles, unit.cycles);
    const symbolic::Evaluation steps = symbolic::evaluate(loop.steps, sizes);
    const double all =
        cycles * static_cast<double>(steps ? std::max<int64_t>(steps.value(), 1) : 1);
    if (all <= slowest)
      continue;
    slowest = all;
    time.stepCycles = cycles;
    time.ahead = loop.flight ? std::max<int64_t>(loop.flight->ahead, 1) : 1;
  }
  if (const symbolic::Evaluation bytes = symbolic::evaluate(written, sizes))
    time.outputBytes = bytes.value();
  return time;
}

std::optional<std::vector<analysis::BlockOrder>>
blockOrdersOf(const std::vector<analysis::BlockRead> &reads, const Bindings &sizes) {
  std::vector<analysis::BlockOrder> orders;
  for (const analysis::BlockRead &read : reads)
    if (std::optional<analysis::BlockOrder> order = analysis::blockOrderOf(read, sizes))
      orders.push_back(std::move(*order));
    else
      return std::nullopt;
  return orders;
}

TileOrder tileOrderOf(const std::vector<analysis::BlockOrder> &orders,
                      const analysis::LaunchOrder &launch,
                      const analysis::MemoryTraffic &predicted) {
  const auto places = analysis::tripsOfPlaces(orders, launch);
  const std::vector<analysis::Trip> first = analysis::tripsOfRound(places, 0);
  TileOrder result{.rounds = 0, .steps = 1, .inputs = {}, .isPredicted = predicted.isPredicted};
  for (const auto &trips : places)
    result.rounds = std::max(result.rounds, static_cast<int64_t>(trips.size()));
  for (auto [order, bytes] : llvm::zip_equal(orders, predicted.inputs)) {
    // Of a block outside of the memory nothing is read.
    const std::vector<int64_t> &bytesOf = order.bytes;
    analysis::Readers readers = analysis::readersOf(order.ofWorkgroup, first);
    std::erase_if(readers, [&](const auto &each) { return bytesOf[each.first] == 0; });
    analysis::CountedParts blocks = analysis::partsOf(readers, order.steps, launch.dies);
    result.steps = std::max(result.steps, order.steps);
    result.inputs.push_back({.panels = std::ssize(bytesOf) - std::ranges::count(bytesOf, 0),
                             .blocks = blocks.all,
                             .onDie = std::move(blocks.onDie),
                             .requested = bytes.requested,
                             .fromMemory = bytes.fromMemory,
                             .least = bytes.least});
  }
  return result;
}

std::string whyNoOrder(const std::vector<analysis::BlockRead> &reads,
                       const std::optional<int64_t> &running, const Bindings &sizes) {
  if (reads.empty())
    return "the kernel reads no memory that it does not write";
  for (const analysis::BlockRead &read : reads)
    if (!analysis::blockOrderOf(read, sizes))
      return analysis::whyUncounted(read, sizes);
  return !running        ? "the number of workgroups is open"
         : *running == 0 ? "the grid has no workgroup"
                         : "";
}

/// To which workgroups go in turn.
static int64_t diesOf(const machine::Chip &chip) { return std::max<int64_t>(chip.dealtDies, 1); }

static std::optional<TileOrder> orderOf(const std::vector<analysis::BlockRead> &reads,
                                        const Expr &written,
                                        const std::optional<analysis::OutputTiles> &output,
                                        const Gpu &gpu, int64_t running, const Bindings &sizes,
                                        const machine::Chip &chip) {
  const std::optional<std::vector<analysis::BlockOrder>> orders = blockOrdersOf(reads, sizes);
  if (!orders || orders->empty() || running == 0)
    return std::nullopt;
  const analysis::LaunchOrder launch{.running = running, .dies = diesOf(chip)};
  TileOrder order = tileOrderOf(
      *orders, launch,
      analysis::memoryTrafficOf(*orders, launch, tileTimeOf(gpu, written, sizes), chip));
  addMap(order, output, reads, *orders, launch, sizes);
  return order;
}

/// Of workgroups that run at one time.
static std::optional<InputLoad::Use> useOf(const analysis::BlockRead &read, const Gpu &gpu,
                                           const std::array<int64_t, 3> &grid, int64_t running,
                                           const Bindings &sizes) {
  const auto blocks = analysis::firstBlocksOf(read, sizes, running);
  if (!blocks)
    return std::nullopt;
  std::vector<analysis::Trip> first;
  for (uint32_t workgroup = 0; workgroup < running; ++workgroup)
    first.push_back({.workgroup = workgroup, .number = 0});
  const analysis::BlockUse use =
      analysis::blockUseOf(analysis::readersOf(*blocks, first), grid, gpu.cluster);
  return InputLoad::Use{
      .panels = use.blocks, .workgroups = use.workgroups, .clusters = use.clusters};
}

PartOfInput partOf(const analysis::BlockRead &read, ir::CopyOp copy) {
  PartOfInput part{.load = {.memory = read.name,
                            .tag = read.tag,
                            .panel = {},
                            .sharers = copy ? analysis::sharersOf(copy) : 1,
                            .use = {},
                            .where = read.where},
                   .share = 1};
  InputLoad &load = part.load;
  Expr elements = 1, ofStep = 1, copied = 1;
  for (const analysis::BlockRead::Side &side : read.sides) {
    Expr size = side.tile;
    if (copy)
      for (ir::DimAttr dim : copy.getTile().getDims())
        if (dim.getName().getValue().str() == side.dim)
          size = dim.getSize().getValue();
    ofStep = ofStep * side.tile;
    copied = copied * size;
    if (!side.steps.same_as(Expr::constant(1)))
      size = size.same_as(side.tile) && side.steps.same_as(ceildiv(side.whole, side.tile))
                 ? side.whole
                 : Min(size * side.steps, side.whole);
    elements = elements * size;
    load.panel += (load.panel.empty() ? "[" : ", ") + side.dim +
                  (isOfSizes(size) ? " = " + size.str() : " <= " + side.whole.str());
  }
  load.panel += "] " + read.elementType;
  load.bytes = ceildiv(elements * read.elementBytes, load.sharers);
  part.share = copied / (ofStep * load.sharers);
  return part;
}

Traffic trafficOf(ir::KernelOp distributed, const std::vector<analysis::BlockRead> &reads,
                  const Expr &written, const std::optional<analysis::OutputTiles> &output,
                  const Gpu &gpu, const std::array<Expr, 3> &grid, const Bindings &sizes,
                  const machine::Chip &chip) {
  const std::optional<std::array<int64_t, 3>> counts = gridOf(grid, sizes);
  Traffic traffic{.workgroups = counts ? std::optional(runningOf(gpu, *counts)) : std::nullopt,
                  .inputs = {},
                  .order = {},
                  .whyNoOrder = {},
                  .dies = diesOf(chip)};
  std::vector<Expr> shares;
  for (const analysis::BlockRead &read : reads) {
    PartOfInput part = partOf(read, copyOf(distributed, read));
    if (traffic.workgroups)
      part.load.use = useOf(read, gpu, *counts, *traffic.workgroups, sizes);
    shares.push_back(part.share);
    traffic.inputs.push_back(std::move(part.load));
  }
  if (traffic.workgroups)
    traffic.order = orderOf(reads, written, output, gpu, *traffic.workgroups, sizes, chip);
  if (!traffic.order)
    traffic.whyNoOrder = whyNoOrder(reads, traffic.workgroups, sizes);
  if (traffic.order)
    for (auto [input, share] : llvm::zip_equal(traffic.order->inputs, shares))
      if (const symbolic::Evaluation requested = symbolic::evaluate(share * input.requested, sizes))
        input.requested = requested.value();
  return traffic;
}

} // namespace wave::report
