//===- DrawnSchedule.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DrawnSchedule.h"

#include <algorithm>

namespace wave::test {

std::string pathOf(const DrawnNest &nest) {
  return std::string(nest.isPersistent ? "t/" : "") + (nest.isCounted() ? "j/" : "");
}

namespace {

using Step = DrawnNest::Step;

std::string tagged(const std::string &tag, const char *type) {
  return "get_node_by_tag_and_type(\"" + tag + "\", " + type + ")";
}

/// Whether MMAs read their operands by descriptor.
bool isByDescriptor(const DrawnNest &nest) {
  return nest.machine == Machine::Hopper ||
         (nest.machine == Machine::Blackwell && nest.step != Step::Carried);
}

class ModelBuilder {
public:
  ModelBuilder(std::string tag, std::optional<int64_t> trips) {
    model.tag = std::move(tag);
    model.trips = trips;
  }

  size_t node(std::string selection) {
    model.nodes.push_back(std::move(selection));
    return model.nodes.size() - 1;
  }
  /// A value goes from one to the other.
  void value(size_t from, size_t to, int64_t distance = 0) {
    model.bonds.push_back({from, to, distance, 0, true});
  }
  /// Memory does.
  void memory(size_t from, size_t to, int64_t distance = 0) {
    model.bonds.push_back({from, to, distance, 1, false});
  }
  /// Nothing does: one comes first.
  void order(size_t from, size_t to) { model.bonds.push_back({from, to, 0, 0, false}); }

  LoopModel model;
};

LoopModel modelOfProduct(const DrawnNest &nest, size_t number, bool isOpen,
                         const DrawnSlices &slices) {
  const DrawnNest::Product &product = nest.products[number];
  const std::string i = std::to_string(number);
  ModelBuilder builder("k" + i,
                       isOpen || nest.isRagged ? std::nullopt : std::optional(product.trips));
  std::vector<size_t> ends; // of what the MMA uses
  LoopModel::Ring channel;
  for (const std::string operand : {"a", "b"}) {
    const std::string tag = "read_" + operand + i;
    if (operand == "b" && product.isDirect) {
      ends.push_back(builder.node(tagged(tag, "GlobalRead")));
      continue;
    }
    const bool copies = nest.machine != Machine::Cdna3;
    const DrawnSlices own = operand == "a" ? slices : DrawnSlices();
    const auto nodes = [&](const char *type, size_t count) {
      std::vector<size_t> all;
      for (size_t slice = 0; slice < count; ++slice)
        all.push_back(builder.node(count == 1 ? tagged(tag, type)
                                              : "getitem(" + tagged(tag, type) + ", " +
                                                    std::to_string(slice) + ")"));
      return all;
    };
    const size_t loadCount = copies ? own.fills : own.loads;
    const std::vector<size_t> loads = nodes(copies ? "Copy" : "GlobalRead", loadCount),
                              fills = nodes(copies ? "Arrival" : "SharedWrite", own.fills);
    for (size_t slice = 1; slice < loads.size() && !copies; ++slice)
      builder.value(loads[slice - 1], loads[slice]); // into one tile
    for (size_t slice = 0; slice < fills.size(); ++slice)
      if (copies)
        builder.order(loads[slice], fills[slice]);
      else // from the first tile that has all of the slice
        builder.value(loads[((slice + 1) * loads.size() + fills.size() - 1) / fills.size() - 1],
                      fills[slice]);
    const std::vector<size_t> &first = copies ? loads : fills;
    channel.names.push_back(operand + i);
    channel.fills.insert(channel.fills.end(), first.begin(), first.end());
    ends.push_back(fills.back());
    if (isByDescriptor(nest))
      continue;
    const size_t read = builder.node(tagged(tag, "SharedRead"));
    for (size_t fill : fills)
      builder.memory(fill, read);
    builder.model.rings.push_back({{operand + i}, first, {read}});
    ends.back() = read;
  }
  const size_t mma = builder.node("get_node_by_tag(\"mma" + i + "\")");
  for (size_t end : ends)
    isByDescriptor(nest) ? builder.memory(end, mma) : builder.value(end, mma);
  if (isByDescriptor(nest)) {
    channel.reads = {mma};
    builder.model.rings.push_back(channel);
  }
  return builder.model;
}

/// Of the loop around the products: the counted one, or the persistent one, which has as many
/// trips as its workgroup has tiles.
LoopModel modelOfSteps(const DrawnNest &nest, bool isOpen) {
  const bool isCounted = nest.isCounted();
  ModelBuilder builder(isCounted ? "j" : "t",
                       isCounted && !isOpen ? std::optional(nest.steps) : std::nullopt);
  const std::string path = pathOf(nest);
  const auto product = [&](size_t i) {
    return builder.node("get_node_by_tag(\"k" + std::to_string(i) + "\")");
  };
  /// All products from `first` on; the last one.
  const auto chain = [&](size_t first) {
    for (size_t i = 1; i < nest.products.size(); ++i) {
      const size_t next = product(i);
      builder.value(next - 1, next);
    }
    return first + nest.products.size() - 1;
  };
  if (nest.step == Step::Carried) {
    const size_t first = product(0), last = chain(first);
    builder.value(last, first, 1);
    return builder.model;
  }
  LoopModel::Ring sums;
  std::vector<size_t> whole, taken; // accumulators in tensor memory
  for (size_t i = 0; i < nest.results(); ++i) {
    const std::string number = std::to_string(i);
    const size_t first = product(i);
    size_t last = nest.isChained ? chain(first) : first;
    const bool isRead = nest.step == Step::Added;
    const bool isStaged = isByDescriptor(nest) && !isRead; // through shared memory
    if (nest.machine == Machine::Blackwell) {
      const auto at = [&](const char *op, size_t which) {
        return builder.node("get_node_by_path(\"" + path + op + ":" + std::to_string(which) +
                            "\")");
      };
      for (size_t each = first; each <= last; ++each)
        sums.fills.push_back(each);
      whole.push_back(at("shared_write", isStaged ? 2 * i : i)); // each staged result has one, too
      builder.value(last, whole.back());
      builder.model.sameStage.emplace_back();
      for (size_t each = first; each <= whole.back(); ++each)
        builder.model.sameStage.back().push_back(each);
      last = at("shared_read", i);
      taken.push_back(last);
    }
    if (isStaged) {
      const size_t fill = builder.node(tagged("write_c" + number, "SharedWrite"));
      const size_t out = builder.node(tagged("write_c" + number, "CopyOut"));
      builder.value(last, fill);
      builder.memory(fill, out);
      builder.model.rings.push_back({{"c" + number}, {fill}, {out}});
      continue;
    }
    const size_t read = isRead ? builder.node("get_node_by_tag(\"read_c" + number + "\")") : 0;
    const size_t write = builder.node("get_node_by_tag(\"write_c" + number + "\")");
    builder.value(last, write);
    if (isRead) {
      builder.value(read, write);
      builder.memory(read, write);
      builder.memory(write, read, 1);
    }
  }
  for (size_t from : whole)
    for (size_t to : taken)
      builder.memory(from, to);
  if (!taken.empty()) {
    sums.names = {"sum"};
    sums.reads = taken;
    builder.model.rings.push_back(sums);
  }
  return builder.model;
}

} // namespace

std::vector<LoopModel> modelsOf(const DrawnNest &nest, bool isOpen,
                                const std::vector<DrawnSlices> &slices) {
  std::vector<LoopModel> models;
  for (size_t i = 0; i < nest.products.size(); ++i)
    models.push_back(modelOfProduct(nest, i, isOpen, slices.empty() ? DrawnSlices() : slices[i]));
  // What is read in a loop for a loop in it keeps that one from being pipelined.
  if ((nest.isCounted() || nest.isPersistent) && !nest.isRagged)
    models.push_back(modelOfSteps(nest, isOpen));
  return models;
}

//===----------------------------------------------------------------------===//
// Legality
//===----------------------------------------------------------------------===//

int64_t DrawnSchedule::Loop::stages() const {
  return *std::ranges::max_element(times) / interval + 1;
}

int64_t DrawnSchedule::Loop::slotsFor(const LoopModel::Ring &ring) const {
  int64_t slots = 1;
  for (size_t fill : ring.fills)
    for (size_t read : ring.reads) {
      const int64_t lifetime = times[read] - times[fill];
      while (slots * interval < lifetime + 1)
        ++slots;
    }
  return slots;
}

bool DrawnSchedule::Loop::hasOneStage(const std::vector<size_t> &nodes) const {
  return std::ranges::all_of(nodes, [&](size_t node) {
    return times[node] / interval == times[nodes.front()] / interval;
  });
}

bool DrawnSchedule::keeps(const Loop &loop, const LoopModel::Bond &bond) const {
  if (loop.model.trips && bond.distance > 0 && bond.distance >= *loop.model.trips)
    return true; // there are no such iterations
  return loop.times[bond.to] + bond.distance * loop.interval >=
         loop.times[bond.from] + bond.latency;
}

bool DrawnSchedule::hasSlots(const Loop &loop, const LoopModel::Ring &ring) const {
  const int64_t needed = loop.slotsFor(ring);
  int64_t given = 0; // to one of the names, and so to all
  for (const std::string &name : ring.names)
    if (const auto found = buffers.find(name); found != buffers.end())
      given = found->second;
  return given == 0 || given >= needed || (loop.model.trips && given >= *loop.model.trips);
}

bool DrawnSchedule::isLegal() const {
  return std::ranges::all_of(loops, [&](const Loop &loop) {
    return std::ranges::all_of(loop.model.bonds,
                               [&](const LoopModel::Bond &bond) { return keeps(loop, bond); }) &&
           std::ranges::all_of(loop.model.rings,
                               [&](const LoopModel::Ring &ring) { return hasSlots(loop, ring); }) &&
           std::ranges::all_of(loop.model.sameStage, [&](const std::vector<size_t> &nodes) {
             return loop.hasOneStage(nodes);
           });
  });
}

bool DrawnSchedule::makesAProgram() const {
  return std::ranges::all_of(loops, [&](const Loop &loop) {
    return std::ranges::all_of(loop.model.bonds, [&](const LoopModel::Bond &bond) {
      return !bond.isValue || keeps(loop, bond);
    });
  });
}

//===----------------------------------------------------------------------===//
// Draws
//===----------------------------------------------------------------------===//

/// Times near the earliest ones; nothing where these need more stages than there may be, or more
/// than an iteration for what goes on to the next one.
static std::optional<DrawnSchedule::Loop> drawTimes(Random &random, const LoopModel &model,
                                                    int64_t interval) {
  constexpr int64_t mostStages = 6;
  DrawnSchedule::Loop loop{model, interval, std::vector<int64_t>(model.nodes.size())};
  const int64_t looseness = random.between(1, 4);
  for (size_t node = 0; node < model.nodes.size(); ++node) {
    int64_t earliest = 0;
    for (const LoopModel::Bond &bond : model.bonds)
      if (bond.to == node && bond.distance == 0)
        earliest = std::max(earliest, loop.times[bond.from] + bond.latency);
    loop.times[node] =
        earliest + (random.oneIn(looseness) ? 0 : random.between(0, looseness * interval / 2 + 1));
  }
  for (const LoopModel::Bond &bond : model.bonds)
    if (loop.times[bond.to] + bond.distance * interval < loop.times[bond.from] + bond.latency)
      return std::nullopt;
  for (const std::vector<size_t> &nodes : model.sameStage)
    if (!loop.hasOneStage(nodes))
      return std::nullopt;
  return loop.stages() <= mostStages ? std::optional(loop) : std::nullopt;
}

static DrawnSchedule::Loop drawLoop(Random &random, const LoopModel &model) {
  for (int64_t tried = 0;; ++tried)
    if (auto loop = drawTimes(random, model, random.between(1, 4 + tried / 20)))
      return *loop;
}

/// Up to four: loads have one or as many as there are products, or are in the role of the MMAs; on
/// Hopper products that write results of their own may have as many too.
static std::vector<DrawnSchedule::Role> drawRoles(Random &random, const DrawnNest &nest,
                                                  bool isOpen) {
  const size_t count = nest.products.size();
  const bool isHopper = nest.machine == Machine::Hopper;
  const bool areApart = isHopper && nest.results() == count && count > 1 && random.oneIn(2);
  const size_t rest = isHopper ? (areApart ? count : 1) : 2;
  const bool loadApart = count > 1 && count + rest <= 4 && random.oneIn(2);
  // Of a loop whose count a launch gives, what accumulates in tensor memory has one stage.
  const bool loadTogether = random.oneIn(4) && (isHopper || !(isOpen || nest.isRagged));
  std::vector<DrawnSchedule::Role> roles;
  const auto give = [&](const std::string &name, const std::string &nodes) {
    for (DrawnSchedule::Role &role : roles)
      if (role.name == name) {
        role.nodes += ", " + nodes;
        return;
      }
    roles.push_back({name, nodes});
  };
  for (size_t i = 0; i < count; ++i) {
    const std::string number = std::to_string(i);
    const std::string consumer = areApart ? "consumer" + number : "consumer";
    const std::string mma = isHopper ? consumer : "mma";
    give(loadTogether ? mma
         : loadApart  ? "load" + number
                      : "load",
         "get_node_by_tag_and_type({\"read_a" + number + "\", \"read_b" + number + "\"}, Copy)");
    give(mma, "get_node_by_tag(\"mma" + number + "\")");
    if (i >= nest.results())
      continue;
    if (nest.step == Step::Added)
      give(isHopper ? consumer : "epilogue", "get_node_by_tag(\"first_c" + number + "\")");
    give(isHopper ? consumer : "epilogue", "get_node_by_tag(\"write_c" + number + "\")");
  }
  if (nest.isRagged && roles.size() < 4 && random.oneIn(2))
    for (size_t i = 0; i < count; ++i)
      give("scheduler", "get_node_by_tag(\"length" + std::to_string(i) + "\")");
  return roles;
}

/// Barriers where waves have no roles.
static std::string drawInsertion(Random &random, const DrawnNest &nest,
                                 const std::vector<LoopModel> &models) {
  const LoopModel &loop = random.of(models);
  const std::string what =
      isAmd(nest.machine) && random.oneIn(2)
          ? "barrier()"
          : random.of(std::vector<std::string>{"set_priority(1)", "sched_barrier()",
                                               "sched_group_barrier(MFMA, 2, 1)",
                                               "wait(vmcnt=0, lgkmcnt=0)"});
  if (random.oneIn(3))
    return std::string(random.oneIn(2) ? "insert_at_start" : "insert_at_end") +
           "(get_node_by_tag(\"" + loop.tag + "\"), " + what + ")";
  const std::string node = random.of(loop.nodes);
  return node.find("Arrival") != std::string::npos
             ? drawInsertion(random, nest, models)
             : std::string(random.oneIn(2) ? "insert_before" : "insert_after") + "(getitem(" +
                   node + ", 0), " + what + ")";
}

/// Of what fills shared memory, where lanes do.
static std::vector<DrawnSlices> drawSlices(Random &random, const DrawnNest &nest) {
  std::vector<DrawnSlices> all(nest.products.size());
  for (size_t i = 0; nest.isSliceable() && isAmd(nest.machine) && i < all.size(); ++i) {
    const bool isAlongRows = nest.machine == Machine::Cdna4 || random.oneIn(2);
    all[i] = {isAlongRows ? "M" : "K" + std::to_string(i), random.oneIn(2) ? 1u : 2u,
              random.oneIn(2) ? 1u : 2u};
  }
  return all;
}

/// MMAs, and where lanes hold operands their reads, in slices along the reduction; and those of
/// what fills shared memory.
static std::vector<std::string> drawPartitions(Random &random, const DrawnNest &nest,
                                               const std::vector<DrawnSlices> &slices) {
  std::vector<std::string> statements;
  const auto partition = [&](const std::string &nodes, const std::string &dim) {
    statements.push_back("partition_by_dim(" + nodes + ", " + dim + ", 2)");
  };
  for (size_t i = 0; nest.isSliceable() && i < nest.products.size(); ++i) {
    const std::string number = std::to_string(i), k = "K" + number;
    const bool isDirect = nest.products[i].isDirect;
    if (random.oneIn(2))
      partition("get_node_by_tag(\"mma" + number + "\")", k);
    for (const std::string operand : {"a", "b"})
      if (isAmd(nest.machine) && random.oneIn(2))
        partition(tagged("read_" + operand + number,
                         operand == "b" && isDirect ? "GlobalRead" : "SharedRead"),
                  k);
    if (slices[i].loads > 1 && nest.machine == Machine::Cdna3)
      partition(tagged("read_a" + number, "GlobalRead"), slices[i].dim);
    if (slices[i].fills > 1)
      partition(tagged("read_a" + number, nest.machine == Machine::Cdna3 ? "SharedWrite" : "Copy"),
                slices[i].dim);
  }
  return statements;
}

DrawnSchedule DrawnSchedule::draw(Random &random, const DrawnNest &nest, bool isOpen,
                                  Histogram &histogram) {
  DrawnSchedule schedule;
  const std::vector<DrawnSlices> slices = drawSlices(random, nest);
  const std::vector<LoopModel> models = modelsOf(nest, isOpen, slices);
  for (const LoopModel &model : models) {
    if (random.oneIn(5))
      continue; // stays as it is
    const Loop &loop = schedule.loops.emplace_back(drawLoop(random, model));
    histogram.count("stages", std::to_string(loop.stages()));
    histogram.count("interval", std::to_string(loop.interval));
    for (const LoopModel::Ring &ring : loop.model.rings) {
      const int64_t slots = loop.slotsFor(ring) + random.between(0, 2);
      for (const std::string &name : ring.names)
        if (random.oneIn(4))
          schedule.buffers[name] = slots;
    }
  }
  if (isByDescriptor(nest) && random.oneIn(2))
    schedule.roles = drawRoles(random, nest, isOpen);
  histogram.count("roles", std::to_string(schedule.roles.size()));
  if (random.oneIn(3))
    for (int64_t left = random.between(1, 3); left > 0; --left)
      schedule.insertions.push_back(drawInsertion(random, nest, models));
  histogram.count("insertions", std::to_string(schedule.insertions.size()));
  schedule.partitions = drawPartitions(random, nest, slices);
  histogram.count("partitions", std::to_string(schedule.partitions.size()));
  return schedule;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::string DrawnSchedule::text() const {
  std::string text = "wave_schedule 1 \"drawn\"\n";
  for (const std::string &statement : partitions)
    text += statement + "\n";
  for (const Role &role : roles)
    text += "role(\"" + role.name + "\", [" + role.nodes + "], warps=4)\n";
  for (const auto &[name, count] : buffers)
    text += "buffers(\"" + name + "\", " + std::to_string(count) + ")\n";
  for (const Loop &loop : loops) {
    const std::string &tag = loop.model.tag;
    text += tag + " = pipeline(get_node_by_tag(\"" + tag + "\"))\n";
    for (int64_t stage = 0; stage < loop.stages(); ++stage) {
      text += tag + ".set_stage([";
      for (int64_t tuple = 0; tuple < loop.interval; ++tuple) {
        std::string nodes;
        for (size_t node = 0; node < loop.times.size(); ++node)
          if (loop.times[node] == stage * loop.interval + tuple)
            nodes += (nodes.empty() ? "" : ", ") + loop.model.nodes[node];
        text += (tuple == 0 ? "(" : ", (") + nodes + ")";
      }
      text += "])\n";
    }
  }
  for (const std::string &statement : insertions)
    text += statement + "\n";
  return text;
}

} // namespace wave::test
