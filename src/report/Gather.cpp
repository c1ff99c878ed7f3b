//===- Gather.cpp ---------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Gather.h"

#include <algorithm>
#include <tuple>

#include "analysis/Clusters.h"
#include "analysis/GlobalAccess.h"
#include "analysis/LoopCost.h"
#include "analysis/LoopSchedule.h"
#include "analysis/MatrixStores.h"
#include "analysis/Nodes.h"
#include "analysis/Resources.h"
#include "analysis/SharedBanks.h"
#include "dialect/DiagnosticCapture.h"
#include "dialect/Distribution.h"
#include "dialect/ElementTypes.h"
#include "dialect/IndexValues.h"
#include "dialect/Paths.h"
#include "dialect/Schedule.h"
#include "report/Timeline.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace wave::report {

using analysis::tagOf;

/// "[M = 64, K = 32] f16"
static std::string tileText(ir::TileType tile) {
  std::string text;
  for (ir::DimAttr dim : tile.getDims())
    text += (text.empty() ? "[" : ", ") + dim.getName().getValue().str() + " = " +
            dim.getSize().getValue().str();
  return text + "] " + std::string(dtype_name(*ir::dtypeOf(tile.getElementType())));
}

static bool isInnermost(ir::IterateOp loop) {
  return !loop.getBlock()
              ->walk([](ir::IterateOp) { return WalkResult::interrupt(); })
              .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static std::vector<std::string> bindingOf(ir::IterateOp loop,
                                          const analysis::LoopSchedule &schedule) {
  std::vector<std::string> binding;
  const auto program = analysis::dependencesOf(loop->getParentOfType<ir::KernelOp>());
  for (const analysis::LoopDependence &each : analysis::dependencesIn(loop, program)) {
    if (each.distance == 0)
      continue;
    const int64_t distance = analysis::distanceOf(each, analysis::slotsOf);
    const int64_t slack = analysis::slackOf(schedule, each, analysis::slotsOf);
    std::string text = analysis::describe(each.to) + " " + analysis::nameOf(each.kind).str() + " " +
                       analysis::describe(each.from) + " " + std::to_string(distance) +
                       (distance == 1 ? " iteration" : " iterations") + " before";
    // The same for each ring of a channel.
    if (slack < schedule.interval && each.from != each.to && !std::ranges::count(binding, text))
      binding.push_back(std::move(text));
  }
  return binding;
}

static std::vector<PipelinePart> partsOf(ir::IterateOp loop,
                                         const analysis::LoopSchedule &schedule) {
  const int64_t ahead = schedule.stages() - 1;
  if (ahead == 0)
    return {};
  const std::optional<int64_t> trips = schedule.trips;
  const int64_t begun = trips ? std::min(ahead, *trips) : ahead;
  const Expr count = ir::IndexValues().of(loop.getCount());
  const std::string steady = schedule.hasNoEpilogue ? count.str()
                             : trips                ? std::to_string(*trips - begun)
                                                    : (count - ahead).str();
  const std::string last = std::to_string(ahead);
  std::vector<PipelinePart> parts = {
      {"prologue", std::to_string(begun), "trip t: stages 0 to t, of iterations t to 0"},
      {"steady loop", steady,
       "trip t: stages 0 to " + last + ", of iterations t + " + last + " to t"}};
  if (schedule.hasNoEpilogue)
    parts.push_back(
        {"epilogue", "0", "none: the steady loop begins iterations that have no effect"});
  else
    parts.push_back(
        {"epilogue", std::to_string(begun),
         "trip t: stages t + 1 to " + last + ", of iterations n - 1 to n + t - " + last + " of n"});
  return parts;
}

static std::vector<RingUse> usesOf(ir::IterateOp loop) {
  std::vector<RingUse> uses;
  for (auto ring : loop->getParentOfType<ir::KernelOp>().getBlock()->getOps<ir::AllocateOp>()) {
    if (llvm::none_of(ring.getRing().getUsers(), [&](Operation *user) {
          return user->getBlock() == loop.getBlock() && !isa<ir::ChannelOp>(user);
        }))
      continue;
    const int64_t slots = analysis::slotsOf(ring.getRing());
    const std::string of = std::to_string(slots);
    uses.push_back({ring.getName().str(), slots, slots == 1 ? "0" : "u % " + of,
                    !ir::channelOf(ring.getRing()) ? ""
                    : slots == 1                   ? "u % 2"
                                                   : "floordiv(u, " + of + ") % 2"});
  }
  return uses;
}

static Pipeline pipelineOf(ir::IterateOp loop, const analysis::LoopSchedule &schedule) {
  Pipeline pipeline{
      schedule.stages(), schedule.interval, {}, bindingOf(loop, schedule), !schedule.hasNoEpilogue};
  for (Operation &op : loop.getBlock()->without_terminator()) {
    if (!schedule.times.contains(&op)) // an index, or inserted at the start or the end of a trip
      continue;
    const analysis::LoopSchedule::Time time = schedule.times.lookup(&op);
    const StringAttr role = ir::roleOf(&op);
    pipeline.operations.push_back({schedule.timeOf(&op), time.stage, time.position,
                                   role ? role.str() : "", op.getName().stripDialect().str(),
                                   tagOf(&op), ir::sourceLocation(op.getLoc())});
  }
  // Those of one time stay in program order.
  std::vector<TimedOperation> sorted;
  for (int64_t time = 0; sorted.size() < pipeline.operations.size(); ++time)
    std::ranges::copy_if(pipeline.operations, std::back_inserter(sorted),
                         [&](const TimedOperation &op) { return op.time == time; });
  pipeline.operations = std::move(sorted);
  pipeline.parts = partsOf(loop, schedule);
  pipeline.uses = usesOf(loop);
  return pipeline;
}

std::vector<Loop> loopsOf(ir::KernelOp staged) {
  std::vector<Loop> loops;
  staged.walk([&](ir::IterateOp loop) {
    if (!isInnermost(loop) || loop.isWhile())
      return;
    Loop next{.axis = loop.getAxis().getValue().str(),
              .tag = tagOf(loop),
              .where = ir::sourceLocation(loop.getLoc()),
              .steps = ir::IndexValues().of(loop.getCount()),
              .isRemainder = ir::isOfRemainder(loop),
              .pipeline = {},
              .timeline = timelineOf(loop),
              .flight = {},
              .instructions = {},
              .bytes = 0,
              .passes = 0,
              .barriers = 0,
              .units = {},
              .binding = {}};
    if (const auto schedule = analysis::scheduleOf(loop))
      next.pipeline = pipelineOf(loop, *schedule);
    loops.push_back(std::move(next));
  });
  return loops;
}

/// The loops that run most of the steps of `loop`, the steady ones where it is pipelined: one for
/// each role that has a part of it.
static SmallVector<ir::IterateOp> steadyLoops(ir::KernelOp kernel, const Loop &loop) {
  llvm::MapVector<Operation *, ir::IterateOp> found; // by role
  kernel.walk([&](ir::IterateOp candidate) {
    const SourceLocation where = ir::sourceLocation(candidate.getLoc());
    const bool isSame = candidate.getAxis().getValue().str() == loop.axis &&
                        ir::isOfRemainder(candidate) == loop.isRemainder &&
                        std::tie(where.file, where.line, where.column) ==
                            std::tie(loop.where.file, loop.where.line, loop.where.column);
    if (!isSame || !isInnermost(candidate))
      return;
    ir::IterateOp &of = found[candidate->getParentOfType<ir::RoleOp>()];
    const bool isSteady =
        candidate.getStages() || llvm::any_of(*candidate.getBlock(), llvm::IsaPred<ir::WaitOp>);
    if (!of || isSteady)
      of = candidate;
  });
  return to_vector(llvm::make_second_range(found));
}

/// Whether the role fills the slots that it waits for.
static bool isFilledBy(ir::WaitOp wait, ir::RoleOp role) {
  const std::optional<ArrayAttr> producers = wait.getChannelOp().getProducers();
  return role && producers && llvm::is_contained(*producers, role.getNameAttr());
}

static std::optional<Flight> flightOf(ir::IterateOp steady) {
  std::optional<Flight> flight;
  int64_t products = 0;
  for (Operation &op : *steady.getBlock()) {
    if (auto wait = dyn_cast<ir::WaitOp>(op))
      for (Value ring : wait.getRings()) {
        const int64_t slots = cast<ir::BufferType>(ring.getType()).getSlots();
        flight = {.isOfOneRole = isFilledBy(wait, steady->getParentOfType<ir::RoleOp>()),
                  .slots = flight ? std::min(flight->slots, slots) : slots,
                  .products = 0,
                  .ahead = 0};
      }
    auto mma = dyn_cast<ir::MmaOp>(op);
    products += mma && ir::isAsynchronous(mma);
    if (auto wait = dyn_cast<ir::MmaWaitOp>(op))
      products = std::min(products, static_cast<int64_t>(wait.getPending()));
  }
  if (flight) {
    flight->products = products;
    // Those that run on keep the slots that they read; what has ended has given its slot back.
    flight->ahead = flight->slots - std::min(products, flight->slots);
  }
  return flight;
}

static void addCost(Loop &loop, ArrayRef<ir::IterateOp> steady, const machine::Chip &chip) {
  if (steady.empty()) // nothing of it is left to run in a loop
    return;
  bool hasStages = false;
  for (ir::IterateOp part : steady) {
    hasStages |= part.getStages().has_value();
    // Of a role that uses what another one brings: the last one, which has the MMAs.
    if (const std::optional<Flight> flight = flightOf(part))
      loop.flight = flight;
  }
  if (!hasStages && !loop.flight) {
    loop.pipeline.reset();
    loop.timeline.reset();
  }
  const analysis::LoopCost cost = analysis::costOf(steady, chip);
  for (const analysis::InstructionCount &count : cost.instructions)
    loop.instructions.push_back(
        {count.name, std::string(nameOf(count.unit)), count.perWave, count.bytes});
  loop.bytes = cost.bytes;
  loop.passes = cost.passes;
  loop.barriers = cost.barriers;
  for (size_t unit = 0; unit < analysis::unitCount; ++unit)
    loop.units.push_back({std::string(nameOf(static_cast<analysis::Unit>(unit))), cost.cycles[unit],
                          cost.formulas[unit]});
  loop.binding = nameOf(cost.binding());
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

static Ring ringOf(ir::AllocateOp allocate, const machine::Chip &chip) {
  ir::BufferType type = allocate.getRing().getType();
  ir::SharedLayoutAttr layout = type.getLayout();
  Ring ring{.name = allocate.getName().str(),
            .tile = tileText(type.getTile()),
            .offset = static_cast<int64_t>(*allocate.getOffset()),
            .bytesPerSlot = analysis::bytesPerSlot(type),
            .slots = type.getSlots(),
            .strides = {layout.getStrides().begin(), layout.getStrides().end()},
            .columns = layout.getColumns(),
            .padding = 0,
            .swizzle = {layout.getBits(), layout.getBase(), layout.getShift()},
            .writePasses = 0,
            .readPasses = 0,
            .leastWritePasses = 0,
            .leastReadPasses = 0,
            .where = ir::sourceLocation(allocate.getLoc())};
  if (ring.strides.size() > 1 && ring.columns == 0)
    ring.padding = ring.strides[ring.strides.size() - 2] - *type.getDims().back().getConstantSize();
  // Each access of the program moves the whole tile; they differ only in the step.
  for (Operation *user : allocate.getRing().getUsers()) {
    auto access = dyn_cast<ir::AccessOpInterface>(user);
    // Lanes have no part in TMA loads and stores, and in what is read by descriptor.
    if (!access || !access.getTile() || access.writesMemory() ||
        (access.isCopy() && access->getParentOfType<ir::RoleOp>()))
      continue;
    const bool isWrite = access.writesRing();
    const auto direction =
        isWrite ? machine::SharedDirection::Write : machine::SharedDirection::Read;
    auto write = dyn_cast<ir::SharedWriteOp>(user);
    const ir::TileType tile =
        write ? analysis::matrixRowsOf(write).value_or(access.getTile()) : access.getTile();
    const analysis::SharedCost cost = analysis::costOf(chip, direction, tile, type);
    int64_t &passes = isWrite ? ring.writePasses : ring.readPasses;
    int64_t &least = isWrite ? ring.leastWritePasses : ring.leastReadPasses;
    passes = std::max(passes, cost.passes);
    least = std::max(least, cost.fewest);
  }
  return ring;
}

//===----------------------------------------------------------------------===//
// Resources
//===----------------------------------------------------------------------===//

static Occupancy occupancyOf(const analysis::Demand &demand, const machine::Chip &chip) {
  const analysis::Occupancy occupancy = analysis::occupancyOf(demand, chip);
  return {.workgroups = occupancy.workgroups,
          .waves = occupancy.waves(),
          .wavesPerSimd = static_cast<double>(occupancy.waves()) / static_cast<double>(chip.simds),
          .limit = nameOf(occupancy.limit, chip),
          .formula = occupancy.formula};
}

static void addResources(Gpu &gpu, ir::KernelOp kernel, const machine::Chip &chip) {
  const analysis::Resources resources = analysis::resourcesOf(kernel, chip);
  for (const analysis::HeldTile &tile : resources.held) {
    Value value = tile.value;
    Operation *op = value.getDefiningOp();
    if (!op) // a loop carries it
      op = value.getParentBlock()->getParentOp();
    gpu.held.push_back({.tile = tileText(cast<ir::TileType>(value.getType())),
                        .operation = op->getName().stripDialect().str(),
                        .tag = tagOf(op),
                        .registers = tile.registers,
                        .where = ir::sourceLocation(op->getLoc())});
  }
  gpu.sharedBytes = resources.sharedBytes;
  gpu.addressRegisters = resources.addressRegisters;
  gpu.registers = resources.vgprs;
  gpu.otherRegisters = resources.otherRegisters;
  // Of tiles that exist in parts as much as the estimate leaves room for.
  gpu.tileRegisters = resources.vgprs - resources.addressRegisters - resources.otherRegisters;
  gpu.registersAtEntry = resources.atEntry;
  gpu.registerLimit = resources.mostOfLane;
  gpu.registerFormula = resources.registerFormula;
  if (const int64_t beside = resources.mostOfLane - resources.registerLimit)
    gpu.registerFormula += " to tiles, and " + std::to_string(beside) + " beside them";
  gpu.occupancy = occupancyOf(
      {.lanes = resources.lanes, .sharedBytes = resources.sharedBytes, .vgprs = resources.atEntry},
      chip);
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

static Store storeOf(Operation *op, Value memory, ir::TileType tile, const std::string &way,
                     std::optional<int64_t> laneBytes, const machine::Chip &chip) {
  auto argument = cast<BlockArgument>(memory);
  Store store{.memory =
                  op->getParentOfType<ir::KernelOp>().getArgName(argument.getArgNumber()).str(),
              .tag = tagOf(op),
              .way = way,
              .requests = {},
              .where = ir::sourceLocation(op->getLoc())};
  const auto cost = laneBytes
                        ? analysis::sectorCostOf(op, tile, cast<ir::MemoryType>(memory.getType()),
                                                 chip, *laneBytes)
                        : std::nullopt;
  if (cost)
    store.requests = {.bytes = cost->bytes,
                      .count = cost->requests,
                      .sectors = cost->sectors,
                      .fewest = cost->fewest};
  return store;
}

static std::vector<Store> storesOf(ir::KernelOp kernel, const machine::Chip &chip) {
  std::vector<Store> stores;
  kernel.walk([&](Operation *op) {
    if (auto write = dyn_cast<ir::WriteOp>(op)) {
      stores.push_back(storeOf(write, write.getMemory(), write.getValue().getType(),
                               "from registers", machine::widestAccess, chip));
    } else if (auto copy = dyn_cast<ir::CopyOutOp>(op)) {
      const std::optional<int64_t> laneBytes = copy.getLaneBytes();
      stores.push_back(
          storeOf(copy, copy.getMemory(), copy.getTile(),
                  std::string("through shared memory, ") + (laneBytes ? "by lanes" : "by TMA"),
                  laneBytes, chip));
    }
  });
  return stores;
}

//===----------------------------------------------------------------------===//
// Paths
//===----------------------------------------------------------------------===//

static void addPaths(Gpu &gpu, ir::KernelOp kernel) {
  const SmallVector<ir::Version> versions = ir::versionsOf(kernel);
  for (ir::Version version : versions) {
    Version &made = gpu.versions.emplace_back();
    for (BlockArgument memory : kernel.getBlock()->getArguments())
      if (ir::needsAlignedRows(version, memory))
        made.aligned.push_back(kernel.getArgName(memory.getArgNumber()).str());
  }
  kernel.walk([&](ir::AccessOpInterface op) {
    if (op.getPaths().empty())
      return;
    Path path{.memory = kernel.getArgName(cast<BlockArgument>(op.getMemory()).getArgNumber()).str(),
              .access = op.isLoad() ? "load" : "store",
              .tag = tagOf(op),
              .ways = {},
              .where = ir::sourceLocation(op->getLoc())};
    for (ir::Version version : versions)
      path.ways.push_back(ir::stringifyAccessPath(ir::pathIn(version, op)).str());
    const auto isSame = [&](const Path &other) { // a pipelined loop has several copies of it
      return std::tie(path.memory, path.access, path.tag, path.ways, path.where.line) ==
             std::tie(other.memory, other.access, other.tag, other.ways, other.where.line);
    };
    if (llvm::none_of(gpu.paths, isSame))
      gpu.paths.push_back(std::move(path));
  });
}

void addEntries(Gpu &gpu, const std::vector<std::string> &entries) {
  // What a target does not make stands between the first and the last.
  while (gpu.versions.size() > entries.size()) {
    gpu.versions.erase(gpu.versions.begin() + 1);
    for (Path &path : gpu.paths)
      path.ways.erase(path.ways.begin() + 1);
  }
  for (auto [version, entry] : llvm::zip(gpu.versions, entries))
    version.entry = entry;
}

Gpu gpuOf(ir::KernelOp kernel, std::vector<Loop> loops, const machine::Chip &chip) {
  Gpu gpu{};
  gpu.processor = chip.processor;
  gpu.terms = chip.terms();
  gpu.hasScalarRegisters = chip.scalarRegisters != 0;
  gpu.units = chip.units;
  gpu.megahertz = chip.megahertz;
  gpu.waves = {1, 1, 1};
  gpu.cluster = ir::workgroupsPerCluster(kernel);
  for (auto hardware : kernel.getBlock()->getOps<ir::HardwareConstraintOp>()) {
    gpu.lanesPerWave = static_cast<int64_t>(*hardware.getThreadsPerWave());
    std::ranges::copy(*hardware.getWavesPerBlock(), gpu.waves.begin());
  }
  for (auto role : kernel.getBlock()->getOps<ir::RoleOp>()) {
    const auto waves = static_cast<int64_t>(role.getWaves());
    gpu.roles.push_back({role.getName().str(), waves, waves * gpu.lanesPerWave / chip.lanes});
  }
  for (auto ring : kernel.getBlock()->getOps<ir::AllocateOp>())
    if (!ring.getRing().getType().isInTensorMemory())
      gpu.rings.push_back(ringOf(ring, chip));
  gpu.sharedLimit = chip.sharedBytes;
  gpu.loops = std::move(loops);
  for (Loop &loop : gpu.loops)
    addCost(loop, steadyLoops(kernel, loop), chip);
  const analysis::Traffic traffic = analysis::trafficOf(kernel, chip);
  gpu.bytes = traffic.bytes;
  gpu.passes = traffic.passes;
  gpu.stores = storesOf(kernel, chip);
  addPaths(gpu, kernel);
  gpu.tensorColumns = chip.tensorColumns;
  addResources(gpu, kernel, chip);
  return gpu;
}

void addNotes(Gpu &gpu, codegen::SyncNotes notes) { gpu.sync = std::move(notes); }

void addNotes(Gpu &gpu, const codegen::EntryNotes &entry, const machine::Chip &chip) {
  gpu.notes = {.registers = entry.registers,
               .accumulators = entry.accumulators,
               .scalars = entry.scalars,
               .spills = entry.spills,
               .sharedBytes = entry.sharedBytes};
  gpu.actual = occupancyOf({.lanes = entry.lanes,
                            .sharedBytes = entry.sharedBytes,
                            .vgprs = entry.registers,
                            .sgprs = entry.scalars.value_or(0)},
                           chip);
}

} // namespace wave::report
