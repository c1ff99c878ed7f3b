//===- ExplainJson.cpp - An explanation for programs ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "nlohmann/json.hpp"

#include "report/Explanation.h"
#include "symbolic/KernelText.h"

namespace wave::report {

using Json = nlohmann::ordered_json;

static Json toJson(const SourceLocation &where) {
  if (!where.is_known())
    return {};
  return {{"file", where.file}, {"line", where.line}, {"column", where.column}};
}

static Json toJson(const Ring &ring) {
  Json json = {{"name", ring.name},      {"tile", ring.tile},
               {"offset", ring.offset},  {"bytes_per_slot", ring.bytesPerSlot},
               {"slots", ring.slots},    {"strides", ring.strides},
               {"padding", ring.padding}};
  json["columns"] = ring.columns ? Json(ring.columns) : Json();
  json["swizzle"] = ring.swizzle[0] ? Json(ring.swizzle) : Json();
  json["write_passes"] = ring.writePasses;
  json["write_passes_least"] = ring.leastWritePasses;
  json["read_passes"] = ring.readPasses;
  json["read_passes_least"] = ring.leastReadPasses;
  json["where"] = toJson(ring.where);
  return json;
}

static Json toJson(const std::optional<Pipeline> &pipeline) {
  if (!pipeline)
    return {};
  Json json = {{"stages", pipeline->stages},
               {"interval", pipeline->interval},
               {"epilogue", pipeline->hasEpilogue}};
  json["operations"] = Json::array();
  for (const TimedOperation &op : pipeline->operations)
    json["operations"].push_back({{"time", op.time},
                                  {"stage", op.stage},
                                  {"position", op.position},
                                  {"role", op.role},
                                  {"operation", op.operation},
                                  {"tag", op.tag},
                                  {"where", toJson(op.where)}});
  json["binding"] = pipeline->binding;
  json["parts"] = Json::array();
  for (const PipelinePart &part : pipeline->parts)
    json["parts"].push_back({{"part", part.name}, {"trips", part.trips}, {"runs", part.runs}});
  json["rings"] = Json::array();
  for (const RingUse &use : pipeline->uses)
    json["rings"].push_back(
        {{"ring", use.ring}, {"slots", use.slots}, {"slot", use.slot}, {"phase", use.phase}});
  return json;
}

static Json toJson(const Timeline::Operation &op) {
  Json json = {{"role", op.role},           {"stage", op.stage}, {"position", op.position},
               {"operation", op.operation}, {"tag", op.tag},     {"part", op.part},
               {"rings", op.rings}};
  json["waits_for"] = Json::array();
  for (const Timeline::Wait &wait : op.waits)
    json["waits_for"].push_back({{"operation", wait.operation},
                                 {"iterations_before", wait.iterations},
                                 {"how", wait.how},
                                 {"through", wait.through},
                                 {"kept", wait.isKept}});
  return json;
}

static Json toJson(const std::optional<Timeline> &timeline) {
  if (!timeline)
    return {};
  Json json;
  json["operations"] = Json::array();
  for (const Timeline::Operation &op : timeline->operations)
    json["operations"].push_back(toJson(op));
  json["trips"] = Json::array();
  for (const Timeline::Trip &trip : timeline->trips) {
    Json iterations = Json::array();
    for (const std::optional<int64_t> &iteration : trip.iterations)
      iterations.push_back(iteration ? Json(*iteration) : Json());
    json["trips"].push_back(
        {{"trip", trip.number}, {"part", trip.part}, {"iterations_of_stages", iterations}});
  }
  json["uses"] = Json::object();
  for (const auto &[ring, uses] : timeline->uses) {
    Json &list = json["uses"][ring] = Json::array();
    for (const Timeline::Use &use : uses)
      list.push_back({{"use", use.number},
                      {"slot", use.slot},
                      {"phase", use.phase ? Json(*use.phase) : Json()}});
  }
  return json;
}

static Json toJson(const Loop &loop) {
  Json json = {{"axis", loop.axis}, {"tag", loop.tag}, {"where", toJson(loop.where)}};
  json["steps"] = loop.steps.str();
  if (loop.isRemainder)
    json["remainder"] = true;
  json["pipeline"] = toJson(loop.pipeline);
  json["timeline"] = toJson(loop.timeline);
  if (loop.flight)
    json["roles"] = {{"slots", loop.flight->slots},
                     {"steps_ahead", loop.flight->ahead},
                     {"products_pending", loop.flight->products}};
  json["instructions"] = Json::array();
  for (const Instruction &instruction : loop.instructions)
    json["instructions"].push_back({{"name", instruction.name},
                                    {"unit", instruction.unit},
                                    {"per_wave", instruction.perWave},
                                    {"bytes", instruction.bytes}});
  json["global_bytes"] = loop.bytes;
  json["shared_passes"] = loop.passes;
  json["barriers"] = loop.barriers;
  json["units"] = Json::array();
  for (const UnitTime &unit : loop.units)
    json["units"].push_back(
        {{"name", unit.unit}, {"cycles", unit.cycles}, {"formula", unit.formula}});
  json["binding"] = loop.binding;
  return json;
}

static Json toJson(const Occupancy &occupancy, const machine::Terms &terms) {
  Json json = {{terms.workgroupsKey, occupancy.workgroups}};
  json[terms.wavesKey] = terms.countsPerSimd ? Json(occupancy.wavesPerSimd) : Json(occupancy.waves);
  json["limit"] = occupancy.limit;
  json["formula"] = occupancy.formula;
  return json;
}

/// What the machine code says of itself, in the vendor's words.
static Json notesOf(const Gpu &gpu) {
  Json json = {{gpu.terms.registersKey, gpu.notes.registers}};
  if (gpu.notes.accumulators)
    json["agprs"] = *gpu.notes.accumulators;
  if (gpu.notes.scalars)
    json["sgprs"] = *gpu.notes.scalars;
  json["spills"] = gpu.notes.spills;
  json["shared_bytes"] = gpu.notes.sharedBytes;
  json["occupancy"] = toJson(gpu.actual, gpu.terms);
  return json;
}

static Json registersOf(const Gpu &gpu) {
  Json json = {{"predicted", gpu.registers},          {"tiles", gpu.tileRegisters},
               {"addresses", gpu.addressRegisters},   {"other", gpu.otherRegisters},
               {"at_entry", gpu.registersAtEntry},    {"limit", gpu.registerLimit},
               {"limit_formula", gpu.registerFormula}};
  json["held"] = Json::array();
  for (const Held &held : gpu.held)
    json["held"].push_back({{"registers", held.registers},
                            {"tile", held.tile},
                            {"operation", held.operation},
                            {"tag", held.tag},
                            {"where", toJson(held.where)}});
  return json;
}

/// What a workgroup or a lane takes of something that the chip has a limit of.
static Json resourcesOf(const Gpu &gpu) {
  Json list = Json::array();
  const auto add = [&](const std::string &name, const std::string &unit, int64_t used,
                       int64_t limit, const std::string &formula, Json parts) {
    list.push_back({{"name", name},
                    {"unit", unit},
                    {"used", used},
                    {"limit", limit},
                    {"limit_formula", formula},
                    {"parts", std::move(parts)}});
  };
  add("registers of a lane, predicted", "registers", gpu.registers, gpu.registerLimit,
      gpu.registerFormula,
      {{{"name", "tiles"}, {"amount", gpu.tileRegisters}},
       {{"name", "addresses"}, {"amount", gpu.addressRegisters}},
       {{"name", "others"}, {"amount", gpu.otherRegisters}}});
  add("registers of a lane, machine code", "registers", gpu.notes.registers, gpu.registerLimit, "",
      Json::array());
  add("shared memory of a workgroup", "bytes", gpu.sharedBytes, gpu.sharedLimit, "", Json::array());
  if (const auto &tensor = gpu.sync.tensorMemory)
    add("tensor memory", "columns", tensor->columns, gpu.tensorColumns, "", Json::array());
  return list;
}

static Json toJson(const OrderMap::InUse &use) {
  return {{"die", use.die ? Json(*use.die) : Json()},
          {"tiles", use.tiles},
          {"row_count", use.rowCount},
          {"column_count", use.columnCount},
          {"rows", use.rows},
          {"columns", use.columns},
          {"blocks", use.blocks},
          {"all", use.all}};
}

/// What is drawn: of each cell four numbers, row by row.
static Json cellsOf(const OrderMap &map) {
  Json json = {{"row_dim", map.rows ? Json(map.sides[*map.rows].dim) : Json()},
               {"column_dim", map.sides[map.columns].dim},
               {"every_row", map.everyRow},
               {"every_column", map.everyColumn}};
  const auto add = [&](const char *key, int64_t OrderMap::Cell::*number) {
    Json &rows = json[key] = Json::array();
    for (const std::vector<std::optional<OrderMap::Cell>> &row : map.cells) {
      Json numbers = Json::array();
      for (const std::optional<OrderMap::Cell> &cell : row)
        numbers.push_back(cell ? Json((*cell).*number) : Json());
      rows.push_back(std::move(numbers));
    }
  };
  add("workgroup", &OrderMap::Cell::workgroup);
  add("trip", &OrderMap::Cell::trip);
  add("start", &OrderMap::Cell::start);
  add("die", &OrderMap::Cell::die);
  return json;
}

static Json toJson(const OrderMap &map) {
  Json json = {{"output", map.output}, {"dims", Json::array()}};
  for (const OrderMap::Side &side : map.sides)
    json["dims"].push_back({{"dim", side.dim}, {"tiles", side.tiles}, {"size", side.size}});
  json["trips"] = map.trips;
  json["trips_of_a_workgroup"] = map.mostTrips;
  json["shares_of_a_tile"] = map.shares;
  json["inputs"] = Json::array();
  for (const OrderMap::Input &input : map.inputs)
    json["inputs"].push_back({{"along", input.along},
                              {"changes_with_share", input.changesWithShare},
                              {"block", input.block},
                              {"blocks_of_a_panel", input.blocks},
                              {"blocks_in_all", input.blocksInAll},
                              {"steps_along", input.stepsAlong}});
  json["cells"] = cellsOf(map);
  json["first_position"] = map.first;
  json["positions"] = Json::array();
  for (const OrderMap::Position &position : map.positions) {
    Json inUse = Json::array();
    for (const OrderMap::InUse &use : position.of)
      inUse.push_back(toJson(use));
    json["positions"].push_back(
        {{"from", position.from}, {"started", position.started}, {"in_use", std::move(inUse)}});
  }
  return json;
}

static Json toJson(const TileOrder &order) {
  Json json = {{"rounds", order.rounds}, {"steps", order.steps}, {"inputs", Json::array()}};
  for (const TileOrder::Input &input : order.inputs)
    json["inputs"].push_back(
        {{"panels", input.panels},
         {"counted", {{"blocks", input.blocks}, {"on_die", input.onDie}}},
         {"least_bytes", input.least},
         {"predicted",
          {{"requested_bytes", input.requested},
           {"memory_bytes", order.isPredicted ? Json(input.fromMemory) : Json()},
           {"share_of_order", order.isPredicted ? Json(input.shareOfOrder()) : Json()}}}});
  json["map"] = order.map ? toJson(*order.map) : Json();
  json["why_no_map"] = order.map ? Json() : Json(order.whyNoMap);
  json["variants"] = Json::array();
  for (const OrderVariants &variants : order.variants) {
    Json rows = Json::array();
    for (const OrderVariants::Row &row : variants.rows) {
      Json use = Json::array();
      for (const OrderMap::InUse &each : row.of)
        use.push_back(toJson(each));
      rows.push_back({{"value", row.value}, {"present", row.isPresent}, {"in_use", use}});
    }
    json["variants"].push_back({{"symbol", variants.symbol}, {"rows", rows}});
  }
  json["why_no_variants"] = order.whyNoVariants.empty() ? Json() : Json(order.whyNoVariants);
  return json;
}

/// `dies` is what one of them is called, by its cache.
static Json toJson(const Traffic &traffic, std::string_view dies) {
  Json json = {{"workgroups_at_one_time", traffic.workgroups ? Json(*traffic.workgroups) : Json()}};
  json["inputs"] = Json::array();
  for (const InputLoad &load : traffic.inputs) {
    Json input = {{"memory", load.memory},
                  {"tag", load.tag},
                  {"panel", load.panel},
                  {"bytes", symbolic::kernelText(load.bytes)},
                  {"multicast_by", load.sharers}};
    const auto add = [&](const char *key, int64_t InputLoad::Use::*count) {
      input[key] = load.use ? Json((*load.use).*count) : Json();
    };
    add("panels_at_one_time", &InputLoad::Use::panels);
    add("workgroups_of_a_panel", &InputLoad::Use::workgroups);
    add("clusters_of_a_panel", &InputLoad::Use::clusters);
    input["where"] = toJson(load.where);
    json["inputs"].push_back(std::move(input));
  }
  json["dies"] = {{"name", dies}, {"count", traffic.dies}};
  json["order"] = traffic.order ? toJson(*traffic.order) : Json();
  json["why_no_order"] = traffic.order ? Json() : Json(traffic.whyNoOrder);
  return json;
}

static Json toJson(const Store &store) {
  Json json = {{"memory", store.memory}, {"tag", store.tag}, {"way", store.way}};
  json["requests"] = store.requests ? Json{{"bytes_of_a_lane", store.requests->bytes},
                                           {"count", store.requests->count},
                                           {"sectors", store.requests->sectors},
                                           {"least_sectors", store.requests->fewest}}
                                    : Json();
  json["where"] = toJson(store.where);
  return json;
}

static Json toJson(const codegen::Occurrences &occurrences) {
  return {{"once", occurrences.once}, {"each_trip", occurrences.eachTrip}};
}

static Json toJson(const codegen::ChannelNotes &channel) {
  return {{"rings", channel.rings},
          {"slots", channel.slots},
          {"from", channel.from},
          {"to", channel.to},
          {"full_arrivals", channel.fullArrivals},
          {"full_bytes", channel.bytes ? Json(*channel.bytes) : Json()},
          {"full_bytes_of_workgroups", channel.workgroups},
          {"empty_arrivals", channel.emptyArrivals},
          {"inits", toJson(channel.inits)}};
}

static void add(Json &json, const Gpu &gpu) {
  json["processor"] = gpu.processor;
  json["waves"] = gpu.waves;
  json["lanes_per_wave"] = gpu.lanesPerWave;
  json["workgroups_per_cluster"] = gpu.cluster;
  json["roles"] = Json::array();
  for (const Role &role : gpu.roles)
    json["roles"].push_back({{"name", role.name}, {"waves", role.waves}, {"warps", role.warps}});
  json["shared_memory"] = {{"bytes", gpu.sharedBytes}, {"limit", gpu.sharedLimit}};
  json["shared_memory"]["rings"] = Json::array();
  for (const Ring &ring : gpu.rings)
    json["shared_memory"]["rings"].push_back(toJson(ring));
  json["loops"] = Json::array();
  for (const Loop &loop : gpu.loops)
    json["loops"].push_back(toJson(loop));
  json["workgroup"] = {{"global_bytes", gpu.bytes.str()}, {"shared_passes", gpu.passes.str()}};
  json["traffic"] = toJson(gpu.traffic, gpu.terms.cache);
  json["stores"] = Json::array();
  for (const Store &store : gpu.stores)
    json["stores"].push_back(toJson(store));
  json["versions"] = Json::array();
  for (const Version &version : gpu.versions)
    json["versions"].push_back({{"entry_point", version.entry}, {"aligned_rows", version.aligned}});
  json["paths"] = Json::array();
  for (const Path &path : gpu.paths)
    json["paths"].push_back({{"memory", path.memory},
                             {"access", path.access},
                             {"tag", path.tag},
                             {"paths", path.ways},
                             {"where", toJson(path.where)}});
  json["channels"] = Json::array();
  for (const codegen::ChannelNotes &channel : gpu.sync.channels)
    json["channels"].push_back(toJson(channel));
  json["tensor_memory"] = Json();
  if (const auto &tensor = gpu.sync.tensorMemory)
    json["tensor_memory"] = {{"columns", tensor->columns},
                             {"limit", gpu.tensorColumns},
                             {"allocations", toJson(tensor->allocations)},
                             {"deallocations", toJson(tensor->deallocations)}};
  json["registers"] = registersOf(gpu);
  json["resources"] = resourcesOf(gpu);
  json["occupancy"] = toJson(gpu.occupancy, gpu.terms);
  json[gpu.terms.codeKey] = notesOf(gpu);
}

static Json toJson(const machine::HostCache &cache) {
  return {{"level", cache.level},
          {"bytes", cache.bytes},
          {"count", cache.count},
          {"processors", cache.processors},
          {"source", cache.source}};
}

static void add(Json &json, const Cpu &cpu) {
  json["vector_isa"] = cpu.isa;
  json["vector_bytes"] = cpu.vectorBytes;
  json["register_block"] = {{"rows", cpu.blockRows}, {"vectors", cpu.blockVectors}};
  json["workspace_bytes"] = cpu.workspaceBytes.str();
  json["traffic"] = toJson(cpu.traffic, "cache");
  Json &traffic = json["traffic"];
  traffic["threads"] =
      cpu.run ? Json{{"count", cpu.run->threads}, {"workgroups", cpu.run->chunk}} : Json();
  const bool hasCache = cpu.run && cpu.run->cache;
  traffic["last_cache"] = hasCache ? toJson(*cpu.run->cache) : Json();
}

std::string jsonOf(const std::vector<Loop> &loops) {
  Json list = Json::array();
  for (const Loop &loop : loops)
    list.push_back(toJson(loop));
  return list.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string jsonOf(const Explanation &explanation) {
  Json json = {{"schema_version", 1},
               {"kernel", explanation.kernel},
               {"target", explanation.target},
               {"ok", true},
               {"schedule", explanation.schedule}};
  json["grid"] = Json::array();
  for (const Expr &count : explanation.grid)
    json["grid"].push_back(count.str());
  json["tiles"] = Json::object();
  for (const auto &[dim, size] : explanation.tiles)
    json["tiles"][dim] = size;
  json["dynamic"] = explanation.openSizes;
  json["unchecked"] = explanation.unchecked ? Json(*explanation.unchecked) : Json();
  if (explanation.gpu)
    add(json, *explanation.gpu);
  if (explanation.cpu)
    add(json, *explanation.cpu);
  json["remarks"] = Json::array();
  for (const Diagnostic &remark : explanation.remarks)
    json["remarks"].push_back(
        {{"id", remark.id}, {"message", remark.message}, {"where", toJson(remark.where)}});
  json["error"] = nullptr;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace wave::report
