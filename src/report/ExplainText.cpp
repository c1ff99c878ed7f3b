//===- ExplainText.cpp - An explanation for people ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <cmath>
#include <cstdio>

#include "report/Explanation.h"
#include "report/Table.h"
#include "symbolic/KernelText.h"

namespace wave::report {

static std::string number(int64_t value) { return std::to_string(value); }

static std::string decimal(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

static std::string row(const std::string &name, const std::string &value) {
  return name + std::string(12 - name.size(), ' ') + value + "\n";
}

template <typename List> static std::string product(const List &factors) {
  std::string text;
  for (const auto &factor : factors)
    text += (text.empty() ? "" : " x ") + [&] {
      if constexpr (requires { factor.str(); })
        return factor.str();
      else
        return number(factor);
    }();
  return text;
}

static std::string textOf(const SourceLocation &where) {
  return where.is_known() ? where.file + ":" + number(where.line) : "?";
}

/// What stands in a column where there is nothing to say.
static std::string orDash(const std::string &text) { return text.empty() ? "-" : text; }

static std::string sharedMemory(const Gpu &gpu) {
  std::string text =
      "\nshared memory: " + number(gpu.sharedBytes) + " of " + number(gpu.sharedLimit) + " bytes\n";
  if (gpu.rings.empty())
    return text;
  Table table({"ring", "offset", "slots", "bytes", "tile", "strides", "padding", "swizzle",
               "write passes", "read passes", "line"});
  for (const Ring &ring : gpu.rings) {
    std::string strides;
    for (int64_t stride : ring.strides)
      strides += (strides.empty() ? "" : ", ") + number(stride);
    if (ring.columns != 0)
      strides += " in columns of " + number(ring.columns);
    const auto &[bits, base, shift] = ring.swizzle;
    table.add({ring.name, number(ring.offset), number(ring.slots), number(ring.bytesPerSlot),
               ring.tile, strides, number(ring.padding),
               bits ? number(bits) + ", " + number(base) + ", " + number(shift) : "-",
               number(ring.writePasses) + " (least " + number(ring.leastWritePasses) + ")",
               number(ring.readPasses) + " (least " + number(ring.leastReadPasses) + ")",
               textOf(ring.where)});
  }
  return text + table.str();
}

static std::string textOf(const Pipeline &pipeline) {
  const bool hasRoles = std::ranges::any_of(
      pipeline.operations, [](const TimedOperation &op) { return !op.role.empty(); });
  std::vector<std::string> head = {"time", "stage", "position", "operation", "tag", "line"};
  if (hasRoles)
    head.insert(head.begin() + 3, "role");
  Table table(head);
  for (const TimedOperation &op : pipeline.operations) {
    std::vector<std::string> row = {number(op.time), number(op.stage), number(op.position),
                                    op.operation,    orDash(op.tag),   textOf(op.where)};
    if (hasRoles)
      row.insert(row.begin() + 3, orDash(op.role));
    table.add(row);
  }
  std::string text = "  pipelined in " + number(pipeline.stages) + " stages, a step every " +
                     number(pipeline.interval) + " positions" +
                     (pipeline.hasEpilogue ? "" : ", without an epilogue") + "\n" + table.str();
  Table parts({"part", "trips", "what runs"});
  for (const PipelinePart &part : pipeline.parts)
    parts.add({part.name, part.trips, part.runs});
  if (!pipeline.parts.empty())
    text += parts.str();
  Table uses({"ring", "slots", "slot of use u", "phase"});
  for (const RingUse &use : pipeline.uses)
    uses.add({use.ring, number(use.slots), use.slot, orDash(use.phase)});
  if (!pipeline.uses.empty())
    text += uses.str();
  if (!pipeline.binding.empty())
    text += "  what binds the interval and the slots\n";
  for (const std::string &dependence : pipeline.binding)
    text += "  " + dependence + "\n";
  return text;
}

/// "1 slot", "2 slots".
static std::string counted(int64_t count, const std::string &what) {
  return number(count) + " " + what + (count == 1 ? "" : "s");
}

static std::string textOf(const Flight &flight) {
  return std::string("  operands come from ") + (flight.isOfOneRole ? "the same" : "another") +
         " role: " + counted(flight.slots, "slot") + ", loads at most " +
         counted(flight.ahead, "step") + " ahead; " +
         (flight.products == 0
              ? "no MMA runs on into the next step\n"
              : counted(flight.products, "MMA") + " of a wave " +
                    (flight.products == 1 ? "runs" : "run") + " on into the next step\n");
}

static std::string textOf(const Loop &loop) {
  std::string text = "\nloop over " + loop.axis + (loop.tag.empty() ? "" : " (" + loop.tag + ")") +
                     " at " + textOf(loop.where) + ": " + loop.steps.str() + " steps" +
                     (loop.isRemainder ? " that the unrolled loop leaves" : "") + "\n";
  if (loop.flight)
    text += textOf(*loop.flight);
  if (loop.pipeline)
    text += textOf(*loop.pipeline);
  if (!loop.flight && !loop.pipeline)
    text += "  not pipelined: a step ends before the next begins\n";
  text += loop.pipeline ? "  a step of the steady loop\n" : "  a step\n";
  Table instructions({"per wave", "instruction", "bytes of the workgroup", "unit"});
  for (const Instruction &instruction : loop.instructions)
    instructions.add({number(instruction.perWave), instruction.name,
                      instruction.bytes ? number(instruction.bytes) : "-", instruction.unit});
  if (loop.barriers)
    instructions.add({number(loop.barriers), "barrier", "-", "-"});
  text += instructions.str();
  Table units({"cycles", "unit", "from"});
  for (const UnitTime &unit : loop.units)
    units.add({decimal(unit.cycles), unit.unit, unit.formula});
  return text + "  the unit that binds: " + loop.binding + "\n" + units.str();
}

/// "8", where all dies read as many; "8 to 16" otherwise.
static std::string rangeOf(const std::vector<int64_t> &counts) {
  const auto [least, most] = std::ranges::minmax(counts);
  return number(least) + (least == most ? "" : " to " + number(most));
}

static std::string megabytes(int64_t bytes) { return decimal(static_cast<double>(bytes) / 1e6); }

/// What the map adds: "GROUP_SIZE_M = 1, 2, 4, 8: 72, 48, 48, 72 blocks on a die".
static std::string otherOrders(const TileOrder &order, const std::string &where) {
  std::string text;
  for (const OrderVariants &variants : order.variants) {
    std::string values, counts;
    for (const OrderVariants::Row &row : variants.rows) {
      std::vector<int64_t> blocks;
      for (const OrderMap::InUse &use : row.of)
        if (use.die || row.of.size() == 1)
          blocks.push_back(use.all);
      values += (values.empty() ? "" : ", ") + number(row.value);
      counts += (counts.empty() ? "" : ", ") + rangeOf(blocks);
    }
    text += "  " + variants.symbol + " = " + values + ": " + counts + " blocks " + where + "\n";
  }
  if (!order.whyNoVariants.empty())
    text += "  " + order.whyNoVariants + "\n";
  if (order.map && order.map->everyRow * order.map->everyColumn > 1)
    text += "  Pictures draw the first of every " + number(order.map->everyRow) + " x " +
            number(order.map->everyColumn) + " tiles; counts are of all.\n";
  return text;
}

static std::string percent(double share) { return number(std::llround(100 * share)); }

/// What is counted, and what is predicted.  `places` are what blocks are counted on, "a die".
static std::string tileOrder(const Traffic &traffic, const std::string &places) {
  if (!traffic.order)
    return traffic.inputs.empty() ? ""
                                  : "\norder of tiles: not counted: " + traffic.whyNoOrder + "\n";
  const TileOrder &order = *traffic.order;
  const size_t dies = order.inputs.front().onDie.size();
  const bool hasDies = dies > 1;
  std::vector<std::string> head = {"input", "panels", "blocks at one time"};
  if (hasDies)
    head.push_back("on " + places + " of " + number(static_cast<int64_t>(dies)));
  head.insert(head.end(), {"MB requested", "MB from memory", "least MB", "% by the order"});
  Table table(head);
  const auto add = [&](const std::string &name, const TileOrder::Input &input) {
    std::vector<std::string> cells = {name, number(input.panels), number(input.blocks)};
    if (hasDies)
      cells.push_back(rangeOf(input.onDie));
    cells.insert(cells.end(),
                 {megabytes(input.requested), order.isPredicted ? megabytes(input.fromMemory) : "-",
                  megabytes(input.least), order.isPredicted ? percent(input.shareOfOrder()) : "-"});
    table.add(cells);
  };
  TileOrder::Input sum;
  sum.onDie.resize(dies);
  for (size_t index = 0; index < order.inputs.size(); ++index) {
    const TileOrder::Input &input = order.inputs[index];
    add(traffic.inputs[index].memory, input);
    sum.panels += input.panels;
    sum.blocks += input.blocks;
    for (size_t die = 0; die < dies; ++die)
      sum.onDie[die] += input.onDie[die];
    sum.requested += input.requested;
    sum.fromMemory += input.fromMemory;
    sum.least += input.least;
  }
  if (order.inputs.size() > 1)
    add("all", sum);
  return "\norder of tiles: " + number(order.rounds) + (order.rounds == 1 ? " round" : " rounds") +
         " of workgroups; a panel has " + number(order.steps) +
         (order.steps == 1 ? " block" : " blocks, one for each step") +
         "; blocks at one time are counted, MB from memory are " +
         (order.isPredicted ? "predicted\n" : "not known\n") + table.str() +
         otherOrders(order, hasDies ? "on " + places : "at one time");
}

/// `what` says which workgroups run at one time, each of `runners`, by whom the readers of a panel
/// are counted.
static std::string inputsOf(const Traffic &traffic, const std::string &what,
                            const std::string &runners, bool hasClusters) {
  if (traffic.inputs.empty())
    return "";
  const std::string text =
      "\ntraffic: the panel of each input that a workgroup takes for a tile of its output" + what;
  std::vector<std::string> head = {"input", "tag", "panel", "bytes"};
  if (traffic.workgroups)
    head.insert(head.end(), {"panels at one time", runners + " of a panel"});
  if (traffic.workgroups && hasClusters)
    head.emplace_back("clusters of a panel");
  head.emplace_back("line");
  Table table(head);
  for (const InputLoad &load : traffic.inputs) {
    std::vector<std::string> cells = {
        load.memory, orDash(load.tag),
        load.panel + (load.sharers > 1 ? ", multicast by " + number(load.sharers) : ""),
        symbolic::kernelText(load.bytes)};
    const auto cell = [&](int64_t InputLoad::Use::*count) {
      cells.push_back(load.use ? number((*load.use).*count) : "-");
    };
    if (traffic.workgroups) {
      cell(&InputLoad::Use::panels);
      cell(&InputLoad::Use::workgroups);
      if (hasClusters)
        cell(&InputLoad::Use::clusters);
    }
    cells.push_back(textOf(load.where));
    table.add(cells);
  }
  return text + "\n" + table.str();
}

static std::string traffic(const Gpu &gpu) {
  const int64_t together = gpu.cluster[0] * gpu.cluster[1] * gpu.cluster[2];
  std::string what;
  if (gpu.traffic.workgroups) {
    what += "; " + number(*gpu.traffic.workgroups) + " workgroups run at one time";
    if (together > 1)
      what += ", in " + number(*gpu.traffic.workgroups / together) + " clusters";
  }
  return inputsOf(gpu.traffic, what, "workgroups", together > 1) + tileOrder(gpu.traffic, "a die");
}

/// "; 2 threads take 8 workgroups at a time".
static std::string textOf(const Cpu::Run &run) {
  if (run.threads <= 1)
    return run.threads == 0 ? "; no workgroup runs" : "; 1 thread takes all workgroups in turn";
  return "; " + number(run.threads) + " threads take " + number(run.chunk) +
         (run.chunk == 1 ? " workgroup at a time" : " workgroups at a time, one after the other");
}

/// "memory is read through 33.6 MB of cache of level 3, for 2 processors (/sys/...)".
static std::string textOf(const machine::HostCache &cache) {
  const std::string each = megabytes(cache.bytes) + " MB";
  return "memory is read through " +
         (cache.count == 1 ? each : number(cache.count) + " times " + each) +
         " of cache of level " + number(cache.level) + ", for " + number(cache.processors) +
         (cache.processors == 1 ? " processor" : " processors") + " (" + cache.source + ")\n";
}

static std::string traffic(const Cpu &cpu) {
  std::string text = inputsOf(cpu.traffic, cpu.run ? textOf(*cpu.run) : "", "threads", false) +
                     tileOrder(cpu.traffic, "a cache");
  if (cpu.traffic.order)
    text += cpu.run->cache ? textOf(*cpu.run->cache)
                           : "the system does not describe the caches of this processor\n";
  return text;
}

/// An average, without a fraction where it has none.
static std::string average(int64_t sum, int64_t count) {
  return count != 0 && sum % count != 0
             ? decimal(static_cast<double>(sum) / static_cast<double>(count))
             : number(count ? sum / count : 0);
}

static std::string stores(const Gpu &gpu) {
  if (gpu.stores.empty())
    return "";
  Table table({"output", "tag", "way", "bytes of a lane", "sectors of a request", "line"});
  for (const Store &store : gpu.stores) {
    const auto &requests = store.requests;
    table.add({store.memory, orDash(store.tag), store.way, requests ? number(requests->bytes) : "-",
               requests ? average(requests->sectors, requests->count) + " (least " +
                              average(requests->fewest, requests->count) + ")"
                        : "-",
               textOf(store.where)});
  }
  return "\nstores\n" + table.str();
}

static std::string names(const std::vector<std::string> &roles) {
  std::string text;
  for (const std::string &role : roles)
    text += (text.empty() ? "" : ", ") + role;
  return text;
}

static std::string paths(const Gpu &gpu) {
  if (gpu.paths.empty())
    return "";
  Table versions({"version", "aligned rows"});
  std::vector<std::string> heads = {"memory", "access", "tag"};
  for (const Version &version : gpu.versions) {
    versions.add({version.entry, version.aligned.empty() ? "none" : names(version.aligned)});
    heads.push_back(version.entry);
  }
  heads.emplace_back("line");
  Table table(heads);
  for (const Path &path : gpu.paths) {
    std::vector<std::string> row = {path.memory, path.access, orDash(path.tag)};
    row.insert(row.end(), path.ways.begin(), path.ways.end());
    row.push_back(textOf(path.where));
    table.add(row);
  }
  return "\npaths: a launch takes the first version whose memories it gives aligned rows\n" +
         versions.str() + table.str();
}

static std::string textOf(const codegen::Occurrences &occurrences) {
  const auto times = [](int64_t count, const std::string &when) {
    return count == 1 ? when : number(count) + ", " + when;
  };
  std::string text;
  if (occurrences.once || !occurrences.eachTrip)
    text = times(occurrences.once, "once");
  if (occurrences.eachTrip)
    text += (text.empty() ? "" : "; ") + times(occurrences.eachTrip, "in each trip");
  return text;
}

static std::string bytesOf(const codegen::ChannelNotes &channel) {
  if (!channel.bytes)
    return "-";
  return number(*channel.bytes) +
         (channel.workgroups > 1 ? " of " + number(channel.workgroups) + " workgroups" : "");
}

static std::string synchronisation(const Gpu &gpu) {
  std::string text;
  if (!gpu.sync.channels.empty()) {
    Table table({"channel", "slots", "from", "to", "full: arrivals", "bytes", "empty: arrivals",
                 "initialised"});
    for (const codegen::ChannelNotes &channel : gpu.sync.channels)
      table.add({channel.rings, number(channel.slots), names(channel.from), names(channel.to),
                 number(channel.fullArrivals), bytesOf(channel), number(channel.emptyArrivals),
                 textOf(channel.inits)});
    text += "\nmbarriers: of each slot a full and an empty one\n" + table.str();
  }
  if (const auto &tensor = gpu.sync.tensorMemory)
    text += "\ntensor memory: " + number(tensor->columns) + " of " + number(gpu.tensorColumns) +
            " columns, allocated " + textOf(tensor->allocations) + ", freed " +
            textOf(tensor->deallocations) + "\n";
  return text;
}

static std::string registers(const Gpu &gpu) {
  std::string text = "\nregisters of a lane: " + number(gpu.registers) + " of " +
                     number(gpu.registerLimit) + " predicted (" + number(gpu.tileRegisters) +
                     " of tiles + " + number(gpu.addressRegisters) + " of addresses + " +
                     number(gpu.otherRegisters) + " others); limit " + gpu.registerFormula + "\n";
  Table table({"registers", "tile", "operation", "tag", "line"});
  for (const Held &held : gpu.held)
    table.add(
        {number(held.registers), held.tile, held.operation, orDash(held.tag), textOf(held.where)});
  if (!gpu.held.empty())
    text += table.str();
  return text;
}

static std::string occupancy(const Gpu &gpu) {
  const bool hasScalars = gpu.hasScalarRegisters, perSimd = gpu.terms.countsPerSimd;
  const std::string waves(gpu.terms.waves), ofUnit(gpu.terms.ofUnit);
  std::vector<std::string> heads = {"", std::string(gpu.terms.registers)};
  if (hasScalars)
    heads.emplace_back("SGPRs");
  heads.insert(heads.end(),
               {"spills", "shared bytes", "workgroups " + ofUnit,
                waves + " " + (perSimd ? "of a " + std::string(gpu.terms.simd) : ofUnit), "limit",
                "formula"});
  Table table(heads);
  auto add = [&](const std::string &name, int64_t registers, const std::string &scalars,
                 const std::string &spills, int64_t shared, const Occupancy &occupancy) {
    std::vector<std::string> cells = {name, number(registers)};
    if (hasScalars)
      cells.push_back(scalars);
    cells.insert(cells.end(), {spills, number(shared), number(occupancy.workgroups),
                               perSimd ? decimal(occupancy.wavesPerSimd) : number(occupancy.waves),
                               occupancy.limit, occupancy.formula});
    table.add(cells);
  };
  add("predicted", gpu.registersAtEntry, "-", "-", gpu.sharedBytes, gpu.occupancy);
  add("machine code", gpu.notes.registers, number(gpu.notes.scalars.value_or(0)),
      number(gpu.notes.spills), gpu.notes.sharedBytes, gpu.actual);
  return "\noccupancy\n" + table.str();
}

static std::string textOf(const Gpu &gpu) {
  int64_t lanes = gpu.lanesPerWave;
  for (int64_t count : gpu.waves)
    lanes *= count;
  std::string text =
      row("chip", gpu.processor + ", " + number(gpu.units) + " " + std::string(gpu.terms.units) +
                      ", " + number(gpu.megahertz) + " MHz") +
      row("waves", product(gpu.waves) + " of " + number(gpu.lanesPerWave) + " lanes, " +
                       number(lanes) + " lanes");
  if (gpu.cluster != std::array<int64_t, 3>{1, 1, 1})
    text += row("clusters", product(gpu.cluster) + " workgroups");
  std::string roles;
  for (const Role &role : gpu.roles)
    roles += (roles.empty() ? "" : ", ") + role.name + " " + number(role.warps) + " warps";
  if (!roles.empty())
    text += row("roles", roles);
  text += sharedMemory(gpu);
  for (const Loop &loop : gpu.loops)
    text += textOf(loop);
  text += "\na workgroup in all: " + gpu.bytes.str() + " bytes of global memory, " +
          gpu.passes.str() + " passes through the banks of shared memory\n";
  return text + traffic(gpu) + stores(gpu) + paths(gpu) + synchronisation(gpu) + registers(gpu) +
         occupancy(gpu);
}

static std::string textOf(const Cpu &cpu) {
  return row("vectors", cpu.isa + ", " + number(cpu.vectorBytes) + " bytes") +
         row("blocks", number(cpu.blockRows) + " rows x " + number(cpu.blockVectors) +
                           " vectors of products in registers") +
         row("workspace", cpu.workspaceBytes.str() + " bytes of a thread") + traffic(cpu);
}

std::string textOf(const Explanation &explanation) {
  std::string tiles, open;
  for (const auto &[dim, size] : explanation.tiles)
    tiles += (tiles.empty() ? "" : " ") + dim + "=" + number(size);
  for (const std::string &size : explanation.openSizes)
    open += (open.empty() ? "" : " ") + size;
  std::string text = row("kernel", explanation.kernel) + row("target", explanation.target) +
                     row("schedule", explanation.schedule) +
                     row("grid", product(explanation.grid) + " workgroups") +
                     row("tiles", tiles.empty() ? "none" : tiles);
  if (!open.empty())
    text += row("open sizes", open);
  if (explanation.unchecked)
    text += row("coverage", "not checked: " + *explanation.unchecked);
  if (explanation.gpu)
    text += textOf(*explanation.gpu);
  if (explanation.cpu)
    text += textOf(*explanation.cpu);
  if (!explanation.remarks.empty())
    text += "\nremarks\n";
  for (const Diagnostic &remark : explanation.remarks)
    text += remark.render("remark") + "\n";
  return text;
}

} // namespace wave::report
