//===- ScheduleBuilder.cpp - Calls of a schedule become its program -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/ScheduleBuilder.h"

#include <cctype>
#include <set>

namespace wave {

using schedule::Term;

struct ScheduleBuilder::Recording {
  schedule::Program program;
  std::set<std::string> variables;

  std::string newVariable(const std::string &base) {
    std::string name =
        base.empty() || std::isdigit(static_cast<unsigned char>(base.front())) ? "_" + base : base;
    for (char &c : name)
      if (!std::isalnum(static_cast<unsigned char>(c)))
        c = '_';
    std::string found = name;
    for (int number = 2; !variables.insert(found).second; ++number)
      found = name + "_" + std::to_string(number);
    return found;
  }

  void add(std::vector<std::string> results, schedule::Call call, std::source_location where) {
    program.statements.push_back({std::move(results), std::move(call), where});
  }

  Nodes select(const std::string &base, schedule::Call call, std::source_location where) {
    std::string variable = newVariable(base);
    add({variable}, std::move(call), where);
    return Nodes(variable);
  }
};

static schedule::Argument at(Term value) { return {{}, std::move(value)}; }
static Term variableOf(const Nodes &nodes) { return Term::ofName(nodes.variable()); }

static Term listOf(const std::vector<Nodes> &nodes) {
  std::vector<Term> elements;
  for (const Nodes &each : nodes)
    elements.push_back(variableOf(each));
  return Term::of(Term::Kind::List, std::move(elements));
}

static Term numberOf(const ScheduleNumber &number) {
  return number.name().empty() ? Term::ofNumber(number.value()) : Term::ofName(number.name());
}

template <typename T> static Term listOf(const std::vector<T> &numbers) {
  std::vector<Term> elements;
  for (const T &each : numbers)
    elements.push_back(numberOf(each));
  return Term::of(Term::Kind::List, std::move(elements));
}

using Tags = std::initializer_list<detail::Text>;

/// One tag, or a set of them.
static Term termOf(Tags tags) {
  if (tags.size() == 1)
    return Term::ofText(*tags.begin());
  std::vector<Term> values;
  for (const std::string &tag : tags)
    values.push_back(Term::ofText(tag));
  return Term::of(Term::Kind::Set, std::move(values));
}

static std::string baseOf(Tags tags) {
  std::string base;
  for (const std::string &tag : tags)
    base += (base.empty() ? "" : "_") + tag;
  return base;
}

Nodes ScheduleBuilder::get_node_by_tag(Tags tags, std::source_location where) {
  return recording.select(baseOf(tags), {{}, "get_node_by_tag", {at(termOf(tags))}}, where);
}

Nodes ScheduleBuilder::nodes_of_type(Tags tags, std::string_view type, std::source_location where) {
  return recording.select(
      baseOf(tags) + "_" + std::string(type),
      {{}, "get_node_by_tag_and_type", {at(termOf(tags)), at(Term::ofName(std::string(type)))}},
      where);
}

Nodes ScheduleBuilder::nodes_of_iteration(Tags tags, int64_t iteration, std::string_view type,
                                          std::source_location where) {
  schedule::Call call{
      {}, "get_node_by_tag_and_iteration", {at(termOf(tags)), at(Term::ofNumber(iteration))}};
  if (!type.empty())
    call.arguments.push_back(at(Term::ofName(std::string(type))));
  const std::string number = std::to_string(iteration);
  return recording.select(baseOf(tags) + (type.empty() ? "_" : "_" + std::string(type) + "_") +
                              number,
                          std::move(call), where);
}

Nodes ScheduleBuilder::get_node_by_path(const detail::Text &path, std::source_location where) {
  return recording.select("node", {{}, "get_node_by_path", {at(Term::ofText(path))}}, where);
}

Nodes ScheduleBuilder::filtered_nodes(const Nodes &nodes, std::string_view type,
                                      std::optional<LoopPart> subgraph,
                                      std::source_location where) {
  static constexpr const char *parts[] = {"PROLOGUE", "KERNEL", "EPILOGUE"};
  schedule::Call call{{}, "filter_nodes", {at(variableOf(nodes))}};
  std::vector<std::string> words;
  if (!type.empty())
    words.emplace_back(type);
  if (subgraph)
    words.emplace_back(parts[static_cast<size_t>(*subgraph)]);
  std::string base = nodes.variable();
  for (const std::string &word : words) {
    base += "_" + word;
    call.arguments.push_back(at(Term::ofName(word)));
  }
  return recording.select(base, std::move(call), where);
}

void ScheduleBuilder::subs(const Bindings &values, std::source_location where) {
  schedule::Call call{{}, "subs", {}};
  for (const Binding &binding : values)
    call.arguments.push_back({binding.symbol, Term::ofText(binding.value.str())});
  recording.add({}, std::move(call), where);
}

void ScheduleBuilder::pair(const Nodes &mmas, bool together, std::source_location where) {
  schedule::Call call{{}, "pair", {at(variableOf(mmas))}};
  if (!together)
    call.arguments.push_back(at(Term::ofName("False")));
  recording.add({}, std::move(call), where);
}

void ScheduleBuilder::store(const Nodes &writes, const StoreOptions &options,
                            std::source_location where) {
  schedule::Call call{{}, "store", {at(variableOf(writes))}};
  if (options.through)
    call.arguments.push_back(
        {"through", Term::ofName(*options.through == Through::Shared ? "SHARED" : "REGISTERS")});
  if (options.tma)
    call.arguments.push_back({"tma", Term::ofName(*options.tma ? "True" : "False")});
  if (options.bytes)
    call.arguments.push_back({"bytes", numberOf(*options.bytes)});
  recording.add({}, std::move(call), where);
}

HardwareNumbers ScheduleBuilder::get_hardware_constraint(std::source_location where) {
  const std::string variable = recording.newVariable("hardware");
  recording.add({variable}, {{}, "get_hardware_constraint", {}}, where);
  const auto number = [&](const char *name) { return ScheduleNumber(variable + "." + name); };
  return {number("threads_per_wave"),
          number("waves_per_block"),
          {number("waves_per_block_0"), number("waves_per_block_1"), number("waves_per_block_2")}};
}

std::array<Nodes, 2> ScheduleBuilder::partition_by_address_space(const Nodes &nodes,
                                                                 const Symbol &space,
                                                                 std::source_location where) {
  std::string first = recording.newVariable(nodes.variable() + "_in");
  std::string second = recording.newVariable(nodes.variable() + "_rest");
  recording.add({first, second},
                {{},
                 "partition_by_address_space",
                 {at(variableOf(nodes)), at(Term::ofName(std::string(space.name())))}},
                where);
  return {Nodes(first), Nodes(second)};
}

std::vector<Nodes> ScheduleBuilder::partition_by_dim(const Nodes &nodes, const Symbol &dim,
                                                     int64_t n, std::source_location where) {
  std::vector<std::string> names;
  for (int64_t i = 0; i < n; ++i)
    names.push_back(recording.newVariable(nodes.variable() + "_" + std::string(dim.name()) +
                                          std::to_string(i)));
  recording.add(
      names,
      {{},
       "partition_by_dim",
       {at(variableOf(nodes)), at(Term::ofName(std::string(dim.name()))), at(Term::ofNumber(n))}},
      where);
  return {names.begin(), names.end()};
}

Nodes ScheduleBuilder::getitem(const Nodes &nodes, int64_t index, std::source_location where) {
  return recording.select(nodes.variable() + "_item",
                          {{}, "getitem", {at(variableOf(nodes)), at(Term::ofNumber(index))}},
                          where);
}

Nodes ScheduleBuilder::cluster(const std::vector<Nodes> &ops, std::source_location where) {
  return recording.select("cluster", {{}, "cluster", {at(listOf(ops))}}, where);
}

Nodes ScheduleBuilder::interleave_ops(const Nodes &base_ops,
                                      const std::vector<Nodes> &interleaved_ops,
                                      const InterleaveOptions &options,
                                      std::source_location where) {
  schedule::Call call{
      {}, "interleave_ops", {at(variableOf(base_ops)), at(listOf(interleaved_ops))}};
  if (!options.intervals.empty())
    call.arguments.push_back({"intervals", listOf(options.intervals)});
  if (!options.start_offsets.empty())
    call.arguments.push_back({"start_offsets", listOf(options.start_offsets)});
  if (!options.start_after_groups.empty()) {
    std::vector<Term> groups;
    for (const std::vector<int64_t> &each : options.start_after_groups)
      groups.push_back(listOf(each));
    call.arguments.push_back({"start_after_groups", Term::of(Term::Kind::List, std::move(groups))});
  }
  return recording.select(base_ops.variable() + "_interleaved", std::move(call), where);
}

PipelinedLoop ScheduleBuilder::pipeline(const Nodes &loop, const PipelineOptions &options,
                                        std::source_location where) {
  std::string variable = recording.newVariable(loop.variable() + "_pipeline");
  schedule::Call call{{}, "pipeline", {at(variableOf(loop))}};
  if (options.buffers)
    call.arguments.push_back({"buffers", numberOf(*options.buffers)});
  if (options.eliminate_epilogue)
    call.arguments.push_back({"eliminate_epilogue", Term::ofName("True")});
  recording.add({variable}, std::move(call), where);
  return {*this, variable};
}

void PipelinedLoop::set_stage(std::initializer_list<std::initializer_list<Nodes>> tuples,
                              std::source_location where) {
  std::vector<Term> values;
  for (const std::initializer_list<Nodes> &tuple : tuples) {
    std::vector<Term> elements;
    for (const Nodes &nodes : tuple)
      elements.push_back(variableOf(nodes));
    values.push_back(Term::of(Term::Kind::Tuple, std::move(elements)));
  }
  builder_->recording.add(
      {}, {variable_, "set_stage", {at(Term::of(Term::Kind::List, std::move(values)))}}, where);
}

void ScheduleBuilder::reorder(const std::string &loop, const std::vector<Nodes> &clusters,
                              std::source_location where) {
  recording.add({}, {{}, "reorder_graph", {at(Term::ofName(loop)), at(listOf(clusters))}}, where);
}

void ScheduleBuilder::reorder_graph(const Nodes &loop, const std::vector<Nodes> &clusters,
                                    std::source_location where) {
  reorder(loop.variable(), clusters, where);
}

void ScheduleBuilder::reorder_graph(const PipelinedLoop &loop, const std::vector<Nodes> &clusters,
                                    std::source_location where) {
  reorder(loop.variable_, clusters, where);
}

void ScheduleBuilder::unroll(const Nodes &loop, const ScheduleNumber &factor,
                             std::source_location where) {
  recording.add({}, {{}, "unroll", {at(variableOf(loop)), at(numberOf(factor))}}, where);
}

void ScheduleBuilder::role(const detail::Text &name, const RoleOptions &options,
                           std::initializer_list<Nodes> nodes, std::source_location where) {
  std::vector<Term> members;
  for (const Nodes &each : nodes)
    members.push_back(variableOf(each));
  schedule::Call call{{},
                      "role",
                      {at(Term::ofText(name)),
                       at(Term::of(Term::Kind::List, std::move(members))),
                       {"warps", numberOf(options.warps)}}};
  if (options.registers)
    call.arguments.push_back({"registers", numberOf(*options.registers)});
  recording.add({}, std::move(call), where);
}

void ScheduleBuilder::buffers(const detail::Text &memory, const ScheduleNumber &count,
                              std::source_location where) {
  recording.add({}, {{}, "buffers", {at(Term::ofText(memory)), at(numberOf(count))}}, where);
}

void ScheduleBuilder::swizzle(const detail::Text &memory, const ScheduleNumber &bytes,
                              std::source_location where) {
  recording.add({}, {{}, "swizzle", {at(Term::ofText(memory)), at(numberOf(bytes))}}, where);
}

void ScheduleBuilder::multicast(const Nodes &loads, bool shared, std::source_location where) {
  schedule::Call call{{}, "multicast", {at(variableOf(loads))}};
  if (!shared)
    call.arguments.push_back(at(Term::ofName("False")));
  recording.add({}, std::move(call), where);
}

void ScheduleBuilder::barriers(BarrierPolicy policy, std::source_location where) {
  const bool runsOn = policy == BarrierPolicy::RunOn;
  recording.add({}, {{}, "barriers", {at(Term::ofName(runsOn ? "RUN_ON" : "REINITIALISE"))}},
                where);
}

//===----------------------------------------------------------------------===//
// Insertions
//===----------------------------------------------------------------------===//

static Term nameOf(InstructionClass each) {
  static constexpr const char *names[] = {"ALU",        "VALU", "SALU",    "MFMA",     "VMEM",
                                          "VMEM_READ", // in the order of the enumeration
                                          "VMEM_WRITE", "DS",   "DS_READ", "DS_WRITE", "TRANS"};
  return Term::ofName(names[static_cast<size_t>(each)]);
}

static Term nameOf(WaveHalf half) {
  return Term::ofName(half == WaveHalf::First ? "FIRST" : "SECOND");
}

static std::shared_ptr<const Insertable::Impl> implOf(schedule::Call call) {
  return std::make_shared<const Insertable::Impl>(Insertable::Impl{std::move(call)});
}

Insertable ScheduleBuilder::barrier() const { return Insertable(implOf({{}, "barrier", {}})); }

Insertable ScheduleBuilder::set_priority(int64_t priority) const {
  return Insertable(implOf({{}, "set_priority", {at(Term::ofNumber(priority))}}));
}

Insertable ScheduleBuilder::sched_barrier(std::initializer_list<InstructionClass> allow) const {
  schedule::Call call{{}, "sched_barrier", {}};
  for (const InstructionClass each : allow)
    call.arguments.push_back(at(nameOf(each)));
  return Insertable(implOf(std::move(call)));
}

Insertable ScheduleBuilder::sched_group_barrier(InstructionClass instructions,
                                                const ScheduleNumber &count, int64_t sync) const {
  return Insertable(
      implOf({{},
              "sched_group_barrier",
              {at(nameOf(instructions)), at(numberOf(count)), {"sync", Term::ofNumber(sync)}}}));
}

Insertable ScheduleBuilder::wait(const WaitOptions &outstanding) const {
  schedule::Call call{{}, "wait", {}};
  if (outstanding.vmcnt)
    call.arguments.push_back({"vmcnt", Term::ofNumber(*outstanding.vmcnt)});
  if (outstanding.lgkmcnt)
    call.arguments.push_back({"lgkmcnt", Term::ofNumber(*outstanding.lgkmcnt)});
  return Insertable(implOf(std::move(call)));
}

void ScheduleBuilder::insert(const char *function, const Nodes &node,
                             std::initializer_list<Insertable> what, std::source_location where) {
  std::vector<Term> calls;
  for (const Insertable &each : what)
    calls.push_back(Term::of(each.impl_->call));
  recording.add(
      {},
      {{},
       function,
       {at(variableOf(node)),
        at(calls.size() == 1 ? calls.front() : Term::of(Term::Kind::List, std::move(calls)))}},
      where);
}

void ScheduleBuilder::insert_before(const Nodes &node, const Insertable &what,
                                    std::source_location where) {
  insert("insert_before", node, {what}, where);
}
void ScheduleBuilder::insert_before(const Nodes &node, std::initializer_list<Insertable> what,
                                    std::source_location where) {
  insert("insert_before", node, what, where);
}
void ScheduleBuilder::insert_after(const Nodes &node, const Insertable &what,
                                   std::source_location where) {
  insert("insert_after", node, {what}, where);
}
void ScheduleBuilder::insert_after(const Nodes &node, std::initializer_list<Insertable> what,
                                   std::source_location where) {
  insert("insert_after", node, what, where);
}
void ScheduleBuilder::insert_at_start(const Nodes &loop, const Insertable &what,
                                      std::source_location where) {
  insert("insert_at_start", loop, {what}, where);
}
void ScheduleBuilder::insert_at_start(const Nodes &loop, std::initializer_list<Insertable> what,
                                      std::source_location where) {
  insert("insert_at_start", loop, what, where);
}
void ScheduleBuilder::insert_at_end(const Nodes &loop, const Insertable &what,
                                    std::source_location where) {
  insert("insert_at_end", loop, {what}, where);
}
void ScheduleBuilder::insert_at_end(const Nodes &loop, std::initializer_list<Insertable> what,
                                    std::source_location where) {
  insert("insert_at_end", loop, what, where);
}

void ScheduleBuilder::insert_cond_barrier_before(const Nodes &node, WaveHalf half,
                                                 std::source_location where) {
  recording.add({}, {{}, "insert_cond_barrier_before", {at(variableOf(node)), at(nameOf(half))}},
                where);
}
void ScheduleBuilder::insert_cond_barrier_after(const Nodes &node, WaveHalf half,
                                                std::source_location where) {
  recording.add({}, {{}, "insert_cond_barrier_after", {at(variableOf(node)), at(nameOf(half))}},
                where);
}

void ScheduleBuilder::stagger(const Nodes &loop, std::source_location where) {
  recording.add({}, {{}, "stagger", {at(variableOf(loop))}}, where);
}

Schedule::Schedule(const detail::Text &name, const std::function<void(ScheduleBuilder &)> &body) {
  ScheduleBuilder::Recording recording;
  recording.program.name = name;
  ScheduleBuilder builder(recording);
  body(builder);
  impl_ = std::make_shared<const Impl>(Impl{std::move(recording.program)});
}

Schedule Schedule::parse(const detail::Text &text, const detail::Text &file) {
  return Schedule(std::make_shared<const Impl>(Impl{schedule::parse(text, file)}));
}

const std::string &Schedule::name() const { return impl_->program.name; }
std::string Schedule::str() const { return impl_->program.str(); }

} // namespace wave
