//===- Manifest.cpp - What a package says of its code ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files come from anywhere: each value is checked as it is taken, and one that is missing, of
// another type, or out of range is named by its place.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <limits>
#include <set>
#include <stdexcept>

#include "nlohmann/json.hpp"

#include "runtime/Arguments.h"
#include "runtime/package/Package.h"
#include "symbolic/Evaluate.h"
#include "symbolic/Parse.h"

namespace wave {

using Json = nlohmann::ordered_json;

static constexpr const char *useNames[] = {"read", "write", "readwrite"};
static constexpr const char *kindNames[] = {"cubin", "ptx"};
static constexpr const char *precisionNames[] = {"full", "tf32", "3xtf32"};

// From a package to text.

static Json textsOf(const std::vector<Expr> &exprs) {
  Json list = Json::array();
  for (const Expr &expr : exprs)
    list.push_back(expr.str());
  return list;
}

static void addPlace(Json &json, const SourceLocation &where) {
  if (where.is_known())
    json["where"] = {{"file", where.file}, {"line", where.line}, {"column", where.column}};
}

static Json toJson(const Argument &argument) {
  Json json = {{"name", argument.name}, {"dtype", dtype_name(argument.dtype)}};
  json["dims"] = Json::array();
  for (const Argument::Dim &dim : argument.dims)
    json["dims"].push_back({{"name", dim.name}, {"size", dim.size.str()}});
  json["is_scalar"] = argument.is_scalar;
  json["is_read"] = argument.is_read;
  json["is_written"] = argument.is_written;
  addPlace(json, argument.where);
  return json;
}

static Json toJson(const symbolic::TileMap &map, const SourceLocation &where) {
  Json json = {{"workgroups", map.workgroups}, {"grid", textsOf(map.grid)}};
  json["loops"] = Json::array();
  for (const symbolic::MapLoop &loop : map.loops)
    json["loops"].push_back({{"counter", loop.counter},
                             {"start", loop.start.str()},
                             {"condition", loop.condition.str()},
                             {"next", loop.next.str()}});
  json["reads"] = Json::array();
  for (const symbolic::MapRead &read : map.reads)
    json["reads"].push_back({{"symbol", read.symbol},
                             {"memory", read.memory},
                             {"at", textsOf(read.at)},
                             {"fill", read.fill}});
  json["tile"] = textsOf(map.tile);
  json["tiles"] = textsOf(map.tiles);
  addPlace(json, where);
  return json;
}

static Json toJson(const TileCoverage &coverage) {
  Json json = {{"memory", coverage.memory}, {"dims", coverage.dims}, {"tile", coverage.tile}};
  json["writes"] = Json::array({toJson(coverage.map, coverage.where)});
  for (const TileCoverage::Other &other : coverage.others)
    json["writes"].push_back(toJson(other.map, other.where));
  return json;
}

static Json toJson(const std::vector<WorkgroupIndependence::Access> &accesses) {
  Json json = Json::array();
  for (const WorkgroupIndependence::Access &access : accesses) {
    Json &next = json.emplace_back(toJson(access.map.map, access.where));
    next["is_write"] = access.isWrite;
    next["elements"] = Json::array();
    for (const symbolic::TileElement &element : access.map.elements)
      next["elements"].push_back({{"symbol", element.symbol},
                                  {"size", element.size.str()},
                                  {"extent", element.extent.str()}});
  }
  return json;
}

static Json toJson(const WorkgroupIndependence &independence) {
  return {{"memory", independence.memory},
          {"writes", toJson(independence.writes)},
          {"accesses", toJson(independence.accesses)}};
}

static Json toJson(const Assumptions &assumptions) {
  Json json = {{"conditions", Json::array()}, {"permutations", Json::array()}};
  for (const Assumption &assumption : assumptions.conditions) {
    Json &next = json["conditions"].emplace_back(toJson(assumption.map, assumption.where));
    next["text"] = assumption.text;
    next["known"] = assumption.known;
  }
  for (const Permutation &permutation : assumptions.permutations) {
    Json &next = json["permutations"].emplace_back(Json{{"memory", permutation.memory}});
    addPlace(next, permutation.where);
  }
  return json;
}

static Json toJson(const LaunchIndex &index) {
  const auto end = [](std::optional<int64_t> value) { return value ? Json(*value) : Json(); };
  Json json = toJson(index.map, index.where);
  for (Json &read : json["reads"]) {
    const symbolic::Interval &range = index.reads.find(read["symbol"].get<std::string>())->second;
    read["low"] = end(range.low);
    read["high"] = end(range.high);
  }
  json["coordinates"] = Json::array();
  for (const LaunchIndex::Coordinate &each : index.coordinates)
    json["coordinates"].push_back(
        {{"symbol", each.symbol}, {"start", each.start.str()}, {"count", each.count.str()}});
  return json;
}

static Json toJson(const ScalarRange &scalar) {
  const auto bound = [](const std::optional<Expr> &expr) {
    return expr ? Json(expr->str()) : Json();
  };
  Json json = {{"value", scalar.value.str()}};
  json["indices"] = Json::array();
  for (const ScalarRange::Index &index : scalar.indices)
    json["indices"].push_back(
        {{"symbol", index.symbol}, {"low", bound(index.low)}, {"high", bound(index.high)}});
  addPlace(json, scalar.where);
  return json;
}

static Json toJson(const EntryPoint &entry) {
  Json json = {{"name", entry.name},
               {"needs_aligned_rows", entry.needsAlignedRows},
               {"workgroup", entry.workgroup},
               {"cluster", entry.cluster},
               {"shared_bytes", entry.sharedBytes}};
  json["memories"] = Json::array();
  for (const EntryMemory &memory : entry.memories) {
    Json &next =
        json["memories"].emplace_back(Json{{"name", memory.name},
                                           {"sizes", memory.sizes},
                                           {"strides", memory.strides},
                                           {"use", useNames[static_cast<size_t>(memory.use)]}});
    if (memory.hasAnyRows)
      next["any_rows"] = true;
    if (memory.logSite)
      next["log_site"] = *memory.logSite;
  }
  json["launch_values"] = textsOf(entry.launchValues);
  json["tensor_maps"] = Json::array();
  for (const EntryMap &map : entry.maps)
    json["tensor_maps"].push_back(
        {{"memory", map.memory}, {"box", map.box}, {"swizzle_bytes", map.swizzleBytes}});
  return json;
}

std::string manifestText(const Package &package) {
  Json json = {{"schema_version", 1},
               {"kernel", package.kernel},
               {"target", package.target},
               {"producer", package.producer}};
  json["arguments"] = Json::array();
  for (const Argument &argument : package.arguments)
    json["arguments"].push_back(toJson(argument));
  json["known"] = Json::array();
  for (const Binding &binding : package.known)
    json["known"].push_back({{"symbol", binding.symbol}, {"value", binding.value.str()}});
  json["grid"] = textsOf({package.grid.begin(), package.grid.end()});
  json["assumptions"] = toJson(package.assumptions);
  json["coverage"] = Json::array();
  for (const TileCoverage &coverage : package.coverage)
    json["coverage"].push_back(toJson(coverage));
  json["independence"] = Json::array();
  for (const WorkgroupIndependence &independence : package.independence)
    json["independence"].push_back(toJson(independence));
  json["indices"] = Json::array();
  for (const LaunchIndex &index : package.indices)
    json["indices"].push_back(toJson(index));
  json["scalars"] = Json::array();
  for (const ScalarRange &scalar : package.scalars)
    json["scalars"].push_back(toJson(scalar));
  if (package.unchecked)
    json["unchecked"] = *package.unchecked;
  if (package.precision != Precision::Full)
    json["precision"] = precisionNames[static_cast<size_t>(package.precision)];
  json["entry_points"] = Json::array();
  for (const EntryPoint &entry : package.entries)
    json["entry_points"].push_back(toJson(entry));
  json["images"] = Json::array();
  for (const CodeImage &image : package.images)
    json["images"].push_back(
        {{"kind", kindNames[static_cast<size_t>(image.kind)]}, {"processor", image.processor}});
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

// From text to a package.

namespace {
/// A value and its place in the object, "entry_points[0].grid".
class Value {
public:
  Value(const Json &json, std::string place) : json(json), place(std::move(place)) {}

  [[noreturn]] void fail(const std::string &claim) const {
    throw std::runtime_error("in its manifest, " + (place.empty() ? "the whole" : place) + " " +
                             claim);
  }

  bool has(const char *key) const { return json.is_object() && json.contains(key); }
  Value operator[](const char *key) const {
    const std::string name = place.empty() ? key : place + "." + key;
    if (!has(key))
      throw std::runtime_error("its manifest has no " + name);
    return {json.at(key), name};
  }
  std::vector<Value> list(size_t most) const {
    if (!json.is_array())
      fail("is not a list");
    if (json.size() > most)
      fail("has " + std::to_string(json.size()) + " elements, at most " + std::to_string(most) +
           " are possible");
    std::vector<Value> values;
    for (size_t i = 0; i < json.size(); ++i)
      values.emplace_back(json.at(i), place + "[" + std::to_string(i) + "]");
    return values;
  }
  bool isNull() const { return json.is_null(); }
  std::string text() const {
    if (!json.is_string())
      fail("is not a text");
    return json.get<std::string>();
  }
  bool truth() const {
    if (!json.is_boolean())
      fail("is neither true nor false");
    return json.get<bool>();
  }
  uint64_t number(uint64_t low, uint64_t high) const {
    if (!json.is_number_integer() || (!json.is_number_unsigned() && json.get<int64_t>() < 0))
      fail("is not a number that counts something");
    const auto value = json.get<uint64_t>();
    if (value < low || value > high)
      fail("is " + std::to_string(value) + ", not within " + std::to_string(low) + " and " +
           std::to_string(high));
    return value;
  }
  int64_t integer() const {
    if (!json.is_number_integer() ||
        (json.is_number_unsigned() && json.get<uint64_t>() > INT64_MAX))
      fail("is no integer of 64 bits");
    return json.get<int64_t>();
  }
  uint32_t number32(uint32_t low, uint32_t high = std::numeric_limits<uint32_t>::max()) const {
    return static_cast<uint32_t>(number(low, high));
  }
  Expr expr() const {
    const symbolic::ParseResult result = symbolic::parse(text());
    if (!result)
      fail("is no expression: " + result.failure().message);
    // What depends on sizes is evaluated at launches, which say what fails there.
    if (const symbolic::Evaluation value = symbolic::evaluate(result.expr());
        !value && value.failure().kind != symbolic::EvaluationFailure::Kind::UnboundSymbol)
      fail("has no value: " + symbolic::describe(value.failure()));
    return result.expr();
  }
  template <size_t count> size_t choice(const char *const (&names)[count]) const {
    const std::string name = text();
    for (size_t i = 0; i < count; ++i)
      if (name == names[i])
        return i;
    fail("is '" + name + "', which is not known");
  }
  template <typename T> std::array<T, 3> three(auto &&read) const {
    const std::vector<Value> values = list(3);
    if (values.size() != 3)
      fail("has " + std::to_string(values.size()) + " elements instead of 3");
    return {read(values[0]), read(values[1]), read(values[2])};
  }

private:
  const Json &json;
  std::string place;
};
} // namespace

// What no kernel exceeds; a damaged file must not ask for more.
static constexpr size_t maxArguments = 1024, maxDims = 64, maxEntries = 64, maxValues = 1024;

static std::vector<Expr> exprsOf(const Value &value, size_t most) {
  std::vector<Expr> exprs;
  for (const Value &expr : value.list(most))
    exprs.push_back(expr.expr());
  return exprs;
}

static SourceLocation placeOf(const Value &value) {
  if (!value.has("where"))
    return {};
  const Value where = value["where"];
  return SourceLocation(where["file"].text(), where["line"].number32(0),
                        where["column"].number32(0));
}

static Argument argumentOf(const Value &value) {
  Argument argument;
  argument.name = value["name"].text();
  const std::string dtype = value["dtype"].text();
  const std::optional<DType> known = dtype_named(dtype);
  if (!known)
    value["dtype"].fail("is '" + dtype + "', which is no element type");
  argument.dtype = *known;
  for (const Value &dim : value["dims"].list(maxDims))
    argument.dims.push_back({dim["name"].text(), dim["size"].expr()});
  argument.is_scalar = value["is_scalar"].truth();
  if (argument.is_scalar && !argument.dims.empty())
    value["dims"].fail("is not empty, and '" + argument.name + "' is a scalar");
  argument.is_read = value["is_read"].truth();
  argument.is_written = value["is_written"].truth();
  argument.where = placeOf(value);
  return argument;
}

/// An argument of integers that a launch reads, by its number.
static size_t tableOf(const Value &value, const std::vector<Argument> &arguments) {
  const size_t memory = value.number(0, UINT32_MAX);
  if (memory >= memoriesIn(arguments))
    value.fail("is " + std::to_string(memory) + ", and there are " +
               std::to_string(arguments.size()) + " arguments");
  if (arguments[memory].dtype != DType::i32 && arguments[memory].dtype != DType::i64)
    value.fail("is '" + arguments[memory].name + "', which has no elements of i32 or i64");
  return memory;
}

static symbolic::TileMap tileMapOf(const Value &value, size_t dims,
                                   const std::vector<Argument> &arguments) {
  symbolic::TileMap map;
  std::set<std::string> names; // ids and counters, which are distinct
  const auto nameOf = [&](const Value &name) {
    if (!names.insert(name.text()).second)
      name.fail("is '" + name.text() + "' once more");
    return name.text();
  };
  const auto sameSize = [](const Value &list, size_t count, size_t expected) {
    if (count != expected)
      list.fail("has " + std::to_string(count) + " elements instead of " +
                std::to_string(expected));
  };
  for (const Value &name : value["workgroups"].list(maxDims))
    map.workgroups.push_back(nameOf(name));
  map.grid = exprsOf(value["grid"], maxDims);
  sameSize(value["grid"], map.grid.size(), map.workgroups.size());
  for (const Value &loop : value["loops"].list(maxDims))
    map.loops.push_back({nameOf(loop["counter"]), loop["start"].expr(), loop["condition"].expr(),
                         loop["next"].expr()});
  for (const Value &read : value["reads"].list(maxValues)) {
    symbolic::MapRead &next = map.reads.emplace_back();
    next.symbol = nameOf(read["symbol"]);
    next.memory = tableOf(read["memory"], arguments);
    next.at = exprsOf(read["at"], maxDims);
    sameSize(read["at"], next.at.size(), arguments[next.memory].dims.size());
    next.fill = read["fill"].integer();
  }
  map.tile = exprsOf(value["tile"], maxDims);
  sameSize(value["tile"], map.tile.size(), dims);
  map.tiles = exprsOf(value["tiles"], maxDims);
  sameSize(value["tiles"], map.tiles.size(), dims);
  return map;
}

static Assumptions assumptionsOf(const Value &value, const std::vector<Argument> &arguments) {
  Assumptions assumptions;
  for (const Value &condition : value["conditions"].list(maxArguments)) {
    Assumption &assumption = assumptions.conditions.emplace_back(
        Assumption{condition["text"].text(),
                   {},
                   placeOf(condition),
                   tileMapOf(condition, /*dims=*/1, arguments)});
    for (const Value &known : condition["known"].list(maxValues))
      assumption.known.push_back(known.text());
  }
  for (const Value &permutation : value["permutations"].list(maxArguments)) {
    const size_t memory = tableOf(permutation["memory"], arguments);
    if (arguments[memory].dims.size() != 1)
      permutation["memory"].fail("is '" + arguments[memory].name + "', which has " +
                                 std::to_string(arguments[memory].dims.size()) + " dimensions");
    assumptions.permutations.push_back({memory, arguments[memory].name, placeOf(permutation)});
  }
  return assumptions;
}

static TileCoverage coverageOf(const Value &value, const std::vector<Argument> &arguments) {
  TileCoverage coverage;
  coverage.memory = value["memory"].text();
  for (const Value &dim : value["dims"].list(maxDims))
    coverage.dims.push_back(dim.text());
  for (const Value &size : value["tile"].list(maxDims))
    coverage.tile.push_back(static_cast<int64_t>(size.number(0, INT64_MAX)));
  if (coverage.tile.size() != coverage.dims.size())
    value["tile"].fail("has " + std::to_string(coverage.tile.size()) + " sizes for " +
                       std::to_string(coverage.dims.size()) + " dimensions");
  const std::vector<Value> writes = value["writes"].list(maxArguments);
  if (writes.empty())
    value["writes"].fail("is empty");
  coverage.map = tileMapOf(writes.front(), coverage.dims.size(), arguments);
  coverage.where = placeOf(writes.front());
  for (size_t i = 1; i < writes.size(); ++i)
    coverage.others.push_back(
        {placeOf(writes[i]), tileMapOf(writes[i], coverage.dims.size(), arguments)});
  return coverage;
}

static std::vector<WorkgroupIndependence::Access>
accessesOf(const Value &value, size_t dims, const std::vector<Argument> &arguments) {
  std::vector<WorkgroupIndependence::Access> accesses;
  for (const Value &access : value.list(maxValues)) {
    WorkgroupIndependence::Access &next = accesses.emplace_back(
        WorkgroupIndependence::Access{placeOf(access), {tileMapOf(access, dims, arguments), {}}});
    next.isWrite = access["is_write"].truth();
    for (const Value &element : access["elements"].list(maxDims))
      next.map.elements.push_back(
          {element["symbol"].text(), element["size"].expr(), element["extent"].expr()});
  }
  if (accesses.empty())
    value.fail("is empty");
  return accesses;
}

static WorkgroupIndependence independenceOf(const Value &value,
                                            const std::vector<Argument> &arguments) {
  WorkgroupIndependence independence;
  independence.memory = value["memory"].text();
  const auto memory = std::ranges::find(arguments, independence.memory, &Argument::name);
  if (memory == arguments.end() || memory->is_scalar)
    value["memory"].fail("is '" + independence.memory + "', which is no memory of the kernel");
  independence.writes = accessesOf(value["writes"], memory->dims.size(), arguments);
  independence.accesses = accessesOf(value["accesses"], memory->dims.size(), arguments);
  return independence;
}

static LaunchIndex indexOf(const Value &value, const std::vector<Argument> &arguments) {
  LaunchIndex index{placeOf(value), tileMapOf(value, /*dims=*/1, arguments), {}, {}};
  for (const Value &each : value["coordinates"].list(maxDims))
    index.coordinates.push_back(
        {each["symbol"].text(), each["start"].expr(), each["count"].expr()});
  const std::vector<Value> reads = value["reads"].list(maxValues);
  for (size_t i = 0; i < reads.size(); ++i) {
    const auto end = [&](const char *key) {
      return reads[i][key].isNull() ? std::optional<int64_t>() : reads[i][key].integer();
    };
    index.reads[index.map.reads[i].symbol] = {end("low"), end("high")};
  }
  return index;
}

static ScalarRange scalarOf(const Value &value) {
  ScalarRange scalar{.where = placeOf(value), .value = value["value"].expr(), .indices = {}};
  for (const Value &index : value["indices"].list(maxValues)) {
    const auto bound = [&](const char *key) {
      return index[key].isNull() ? std::optional<Expr>() : index[key].expr();
    };
    scalar.indices.push_back({index["symbol"].text(), bound("low"), bound("high")});
  }
  return scalar;
}

static EntryMemory memoryOf(const Value &value) {
  EntryMemory memory;
  memory.name = value["name"].text();
  for (const Value &size : value["sizes"].list(maxDims))
    memory.sizes.push_back(size.truth());
  for (const Value &stride : value["strides"].list(maxDims))
    memory.strides.push_back(stride.truth());
  if (memory.sizes.size() != memory.strides.size())
    value.fail("has " + std::to_string(memory.sizes.size()) + " sizes and " +
               std::to_string(memory.strides.size()) + " strides");
  memory.use = static_cast<MemoryUse>(value["use"].choice(useNames));
  if (value.has("any_rows")) // absent from packages of earlier compilers
    memory.hasAnyRows = value["any_rows"].truth();
  if (value.has("log_site"))
    memory.logSite = value["log_site"].number(0, maxArguments);
  return memory;
}

static EntryMap mapOf(const Value &value, const EntryPoint &entry) {
  EntryMap map;
  if (entry.memories.empty())
    value.fail("is of no memory");
  map.memory = value["memory"].number(0, entry.memories.size() - 1);
  for (const Value &size : value["box"].list(5)) // dimensions of a tensor map
    map.box.push_back(size.number32(1, 256));
  if (map.box.size() != entry.memories[map.memory].sizes.size())
    value["box"].fail("has " + std::to_string(map.box.size()) + " dimensions, the memory " +
                      std::to_string(entry.memories[map.memory].sizes.size()));
  const Value swizzle = value["swizzle_bytes"];
  map.swizzleBytes = swizzle.number32(0, 128);
  if (map.swizzleBytes != 0 && map.swizzleBytes != 32 && map.swizzleBytes != 64 &&
      map.swizzleBytes != 128)
    swizzle.fail("is " + std::to_string(map.swizzleBytes) + ", not 0, 32, 64 or 128");
  return map;
}

static EntryPoint entryOf(const Value &value, const std::vector<Argument> &arguments) {
  EntryPoint entry;
  entry.name = value["name"].text();
  entry.needsAlignedRows = value["needs_aligned_rows"].truth();
  entry.workgroup =
      value["workgroup"].three<uint32_t>([](const Value &size) { return size.number32(1, 1024); });
  entry.cluster =
      value["cluster"].three<uint32_t>([](const Value &size) { return size.number32(1, 16); });
  entry.sharedBytes = value["shared_bytes"].number32(0, 1 << 24);
  for (const Value &memory : value["memories"].list(maxArguments))
    entry.memories.push_back(memoryOf(memory));
  size_t own = 0;
  const size_t count = memoriesIn(arguments);
  bool hasLogs = false;
  for (const EntryMemory &memory : entry.memories) {
    hasLogs |= memory.logSite.has_value();
    if (memory.logSite)
      continue;
    if (hasLogs)
      value["memories"].fail("has '" + memory.name + "' after those of debug_log");
    if (own >= count || memory.sizes.size() != arguments[own].dims.size())
      value["memories"].fail("does not fit the kernel's arguments at '" + memory.name + "'");
    ++own;
  }
  if (own != count)
    value["memories"].fail("lists " + std::to_string(own) + " of the kernel's " +
                           std::to_string(count) + " memories");
  entry.launchValues = exprsOf(value["launch_values"], maxValues);
  for (const Value &map : value["tensor_maps"].list(maxArguments))
    entry.maps.push_back(mapOf(map, entry));
  return entry;
}

Package parseManifest(std::string_view text) {
  Json json;
  try {
    json = Json::parse(text);
  } catch (const Json::exception &error) {
    throw std::runtime_error(std::string("its manifest is no JSON: ") + error.what());
  }
  const Value value(json, "");
  Package package;
  if (const uint64_t version = value["schema_version"].number(0, UINT32_MAX); version != 1)
    value["schema_version"].fail("is " + std::to_string(version) + ", this program reads 1");
  package.kernel = value["kernel"].text();
  package.target = value["target"].text();
  package.producer = value["producer"].text();
  for (const Value &argument : value["arguments"].list(maxArguments))
    package.arguments.push_back(argumentOf(argument));
  for (size_t i = memoriesIn(package.arguments); i < package.arguments.size(); ++i)
    if (!package.arguments[i].is_scalar)
      value["arguments"].fail("has the memory '" + package.arguments[i].name + "' behind a scalar");
  for (const Value &binding : value["known"].list(maxValues))
    package.known.set(binding["symbol"].text(), binding["value"].expr());
  package.grid = value["grid"].three<Expr>([](const Value &count) { return count.expr(); });
  package.assumptions = assumptionsOf(value["assumptions"], package.arguments);
  for (const Value &coverage : value["coverage"].list(maxArguments))
    package.coverage.push_back(coverageOf(coverage, package.arguments));
  if (value.has("independence")) // not in packages of the first builds
    for (const Value &independence : value["independence"].list(maxArguments))
      package.independence.push_back(independenceOf(independence, package.arguments));
  if (value.has("indices")) // absent from packages of earlier compilers
    for (const Value &index : value["indices"].list(maxValues))
      package.indices.push_back(indexOf(index, package.arguments));
  for (const Value &scalar : value["scalars"].list(maxArguments))
    package.scalars.push_back(scalarOf(scalar));
  if (value.has("unchecked"))
    package.unchecked = value["unchecked"].text();
  if (value.has("precision"))
    package.precision = static_cast<Precision>(value["precision"].choice(precisionNames));
  const auto ranksOf = [](const EntryPoint &entry) {
    std::vector<size_t> ranks;
    for (const EntryMemory &memory : entry.memories)
      ranks.push_back(memory.sizes.size());
    return ranks;
  };
  for (const Value &entry : value["entry_points"].list(maxEntries)) {
    package.entries.push_back(entryOf(entry, package.arguments));
    if (ranksOf(package.entries.back()) != ranksOf(package.entries.front()))
      entry["memories"].fail("has other dimensions than entry_points[0].memories");
  }
  if (package.entries.empty())
    value["entry_points"].fail("is empty");
  for (TileCoverage &coverage : package.coverage)
    coverage.cluster.assign(package.entries.front().cluster.begin(),
                            package.entries.front().cluster.end());
  for (const Value &image : value["images"].list(maxEntries))
    package.images.push_back({static_cast<CodeImage::Kind>(image["kind"].choice(kindNames)),
                              image["processor"].text(),
                              {}});
  if (package.images.empty())
    value["images"].fail("is empty");
  return package;
}

} // namespace wave
