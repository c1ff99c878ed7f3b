//===- ManualSchedule.cpp - A user's schedule meets a kernel --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/schedule/ManualSchedule.h"

#include <algorithm>

#include "analysis/Channels.h"
#include "dialect/DiagnosticCapture.h"
#include "dialect/Schedule.h"
#include "passes/schedule/PipelineRequest.h"
#include "passes/schedule/Policies.h"
#include "passes/schedule/ScheduleCall.h"
#include "symbolic/NearestName.h"
#include "wave/types.h"

using namespace mlir;

namespace wave {

using analysis::Node;
using analysis::NodeList;
using schedule::Term;

namespace {

class Run {
public:
  Run(ir::KernelOp kernel, const machine::Chip *chip)
      : kernel(kernel), chip(chip), nodes(analysis::nodesOf(kernel)) {}

  void run(const schedule::Program &program) {
    for (const schedule::Statement &statement : program.statements)
      runStatement(statement);
    const bool hasChannels = !analysis::stagedChannelsOf(kernel).empty();
    if (!roles.empty())
      giveRoles();
    else if (hasChannels)
      scheduleByRoles(kernel, chip, 0);
    for (const PipelineRequest &pipeline : pipelines)
      writePipeline(kernel, pipeline);
    for (const auto &[ring, count] : buffers)
      ir::setBuffers(ring, count);
    giveBuffers(kernel, pipelines);
  }

private:
  //===--------------------------------------------------------------------===//
  // Statements
  //===--------------------------------------------------------------------===//

  using Function = std::vector<Held> (Run::*)(ScheduleCall &);
  struct Entry {
    StringRef name;
    Function function;
  };

  static ArrayRef<Entry> functions() {
    static constexpr Entry table[] = {
        {"get_node_by_tag", &Run::getNodeByTag},
        {"get_node_by_tag_and_type", &Run::getNodeByTagAndType},
        {"get_node_by_path", &Run::getNodeByPath},
        {"filter_nodes", &Run::filterNodes},
        {"partition_by_address_space", &Run::partitionByAddressSpace},
        {"getitem", &Run::getItem},
        {"role", &Run::role},
        {"buffers", &Run::setBuffersOf},
        {"pipeline", &Run::pipeline},
    };
    return table;
  }

  void runStatement(const schedule::Statement &statement) {
    here = ir::irLocation(statement.where, kernel.getContext());
    std::vector<Held> results = runCall(statement.call);
    if (results.size() != statement.results.size() && !statement.results.empty())
      refuse(ir::BrokenConstraint(*here, "schedule-argument",
                                  Twine(statement.call.function) + ": it gives " +
                                      Twine(results.size()) + " values, for " +
                                      Twine(statement.results.size()) + " names")
                 .help("write as many names before the ="));
    for (size_t i = 0; i < statement.results.size(); ++i)
      variables.insert_or_assign(statement.results[i], results[i]);
  }

  std::vector<Held> runCall(const schedule::Call &call) {
    ScheduleCall arguments(call, *here);
    std::vector<Held> results;
    if (!call.object.empty()) {
      if (call.function != "set_stage")
        failName("there is no function '" + call.function + "' of a pipeline",
                 symbolic::suggestion(call.function, {"set_stage"}, "a pipeline has set_stage"));
      setStage(pipelineNamed(call.object), arguments);
    } else {
      const auto *entry =
          llvm::find_if(functions(), [&](const Entry &each) { return each.name == call.function; });
      if (entry == functions().end()) {
        std::vector<std::string> known;
        for (const Entry &each : functions())
          known.push_back(each.name.str());
        failName("there is no function '" + call.function + "'",
                 symbolic::suggestion(call.function, known,
                                      "the functions are: " + llvm::join(known, ", ")));
      }
      results = (this->*entry->function)(arguments);
    }
    arguments.end();
    return results;
  }

  [[noreturn]] void failName(const Twine &claim, const Twine &help) {
    refuse(ir::BrokenConstraint(*here, "schedule-name", "schedule: " + claim).help(help));
  }

  const Held &variable(const std::string &name) {
    auto found = variables.find(name);
    if (found != variables.end())
      return found->second;
    std::vector<std::string> known;
    for (const auto &[other, held] : variables)
      known.push_back(other);
    failName("there is no variable '" + name + "'",
             symbolic::suggestion(name, known, "assign it in a line before this one"));
  }

  PipelineRequest &pipelineNamed(const std::string &name) {
    if (const auto *number = std::get_if<size_t>(&variable(name)))
      return pipelines[*number];
    failName("'" + name + "' is no pipeline", "make one: " + name + " = pipeline(loop)");
  }

  //===--------------------------------------------------------------------===//
  // NodeList
  //===--------------------------------------------------------------------===//

  NodeList nodesOf(const Term &value, ScheduleCall &call, StringRef name) {
    if (value.kind == Term::Kind::Name)
      if (const auto *found = std::get_if<NodeList>(&variable(value.text)))
        return *found;
    if (value.kind == Term::Kind::Call) {
      const std::vector<Held> results = runCall(*value.call);
      if (results.size() == 1)
        if (const auto *found = std::get_if<NodeList>(&results.front()))
          return *found;
    }
    if (value.kind == Term::Kind::List || value.kind == Term::Kind::Tuple) {
      NodeList all;
      for (const Term &element : value.elements)
        for (const Node &node : nodesOf(element, call, name))
          if (!llvm::is_contained(all, node))
            all.push_back(node);
      return all;
    }
    call.fail(Twine(name) + " is " + schedule::textOf(value),
              Twine(name) + " is what get_node_by_tag or another function selects");
  }

  NodeList nodesOf(ScheduleCall &call, StringRef name) {
    return nodesOf(call.value(name), call, name);
  }

  NodeList select(llvm::function_ref<bool(const Node &)> condition) const {
    NodeList found;
    llvm::copy_if(nodes, std::back_inserter(found), condition);
    return found;
  }

  /// Of all nodes, those with one of the tags.
  NodeList taggedNodes(ScheduleCall &call) {
    const std::vector<std::string> tags = call.texts("tag");
    std::vector<std::string> known;
    for (const Node &node : nodes)
      if (std::string tag = analysis::tagOf(node.op);
          !tag.empty() && !std::ranges::count(known, tag))
        known.push_back(std::move(tag));
    for (const std::string &tag : tags)
      if (!std::ranges::count(known, tag))
        refuse(
            ir::BrokenConstraint(call.at(), "unknown-tag",
                                 "kernel '" + kernel.getSymName() +
                                     "' has no operation with the tag '" + tag + "'")
                .note(kernel.getLoc(), known.empty() ? "no operation has a tag"
                                                     : "the tags are: " + llvm::join(known, ", "))
                .help(symbolic::suggestion(tag, known,
                                           "give an operation the tag: {.tag = \"" + tag + "\"}")));
    return select(
        [&](const Node &node) { return std::ranges::count(tags, analysis::tagOf(node.op)); });
  }

  void checkType(ScheduleCall &call, const std::string &type) {
    std::vector<std::string> known = analysis::typesOf(kernel);
    static constexpr const char *always[] = {
        "Read", "Write",   "GlobalRead", "GlobalWrite", "SharedRead", "SharedWrite",
        "Copy", "CopyOut", "Arrival",    "Mma",         "Iterate"};
    for (const char *name : always)
      if (!std::ranges::count(known, name))
        known.emplace_back(name);
    if (!std::ranges::count(known, type))
      call.fail("there is no type '" + type + "'",
                symbolic::suggestion(type, known, "the types are: " + llvm::join(known, ", ")));
  }

  std::vector<Held> getNodeByTag(ScheduleCall &call) {
    // The arrival of a copy is selected by its type alone.
    NodeList found = taggedNodes(call);
    llvm::erase_if(found, [](const Node &node) { return node.isArrival; });
    return {found};
  }

  std::vector<Held> getNodeByTagAndType(ScheduleCall &call) {
    NodeList found = taggedNodes(call);
    const std::string type = call.word("type");
    checkType(call, type);
    llvm::erase_if(found, [&](const Node &node) { return !analysis::hasType(node, type); });
    if (found.empty())
      ir::BrokenConstraint(call.at(), "empty-selection",
                           "no operation with that tag is a " + type + " on this target")
          .remark();
    return {found};
  }

  std::vector<Held> getNodeByPath(ScheduleCall &call) {
    const std::string path = call.text("path");
    const NodeList found = select([&](const Node &node) { return analysis::pathOf(node) == path; });
    if (!found.empty())
      return {found};
    std::vector<std::string> known;
    for (const Node &node : nodes)
      known.push_back(analysis::pathOf(node));
    refuse(ir::BrokenConstraint(call.at(), "unknown-path",
                                "kernel '" + kernel.getSymName() + "' has no operation at '" +
                                    path + "'")
               .note(kernel.getLoc(), "its operations are: " + llvm::join(known, ", "))
               .help(symbolic::suggestion(path, known)));
  }

  std::vector<Held> filterNodes(ScheduleCall &call) {
    NodeList found = nodesOf(call, "nodes");
    const std::string type = call.word("node_type");
    checkType(call, type);
    llvm::erase_if(found, [&](const Node &node) { return !analysis::hasType(node, type); });
    return {found};
  }

  /// A copy reads global memory; its arrival is a write to shared memory.
  std::vector<Held> partitionByAddressSpace(ScheduleCall &call) {
    const NodeList all = nodesOf(call, "nodes");
    const std::string space = call.word("address_space");
    if (space != GLOBAL_ADDRESS_SPACE.name() && space != SHARED_ADDRESS_SPACE.name())
      call.fail("address_space is " + space, "address_space is GLOBAL_ADDRESS_SPACE or "
                                             "SHARED_ADDRESS_SPACE");
    NodeList matching, rest;
    for (const Node &node : all) {
      const bool isGlobal =
          !node.isArrival && isa<ir::ReadOp, ir::WriteOp, ir::CopyOp, ir::CopyOutOp>(node.op);
      (isGlobal == (space == GLOBAL_ADDRESS_SPACE.name()) ? matching : rest).push_back(node);
    }
    return {matching, rest};
  }

  std::vector<Held> getItem(ScheduleCall &call) {
    const NodeList all = nodesOf(call, "nodes");
    const int64_t number = call.number("index", 0);
    if (number >= static_cast<int64_t>(all.size()))
      call.fail("index is " + Twine(number) + ", and there are " + Twine(all.size()) + " nodes",
                "indices go from 0");
    return {NodeList{all[static_cast<size_t>(number)]}};
  }

  //===--------------------------------------------------------------------===//
  // Roles and buffers
  //===--------------------------------------------------------------------===//

  struct RoleRequest {
    std::string name;
    NodeList members;
    int64_t waves;
    Location where;
  };

  std::vector<Held> role(ScheduleCall &call) {
    const std::string name = call.text("name");
    const NodeList members = nodesOf(call, "nodes");
    const int64_t warps = call.number("warps", 1);
    const int64_t lanes = chip ? static_cast<int64_t>(chip->lanes) : 1;
    const int64_t ofWave = std::max<int64_t>(1, ir::threadsPerWave(kernel) / lanes);
    if (chip && !chip->hasRoles())
      failRole(call, name, Twine(chip->processor) + " has no barriers between parts of a workgroup",
               "leave the roles out, or compile for another chip");
    if (analysis::stagedChannelsOf(kernel).empty())
      failRole(call, name, "no MMA of the kernel reads operands by descriptor",
               "leave the roles out: barriers keep the order");
    if (warps % ofWave != 0)
      failRole(call, name,
               "it has " + Twine(warps) + " warps, and waves of this kernel have " + Twine(ofWave) +
                   " each",
               "give it a multiple of " + Twine(ofWave) + " warps");
    for (const RoleRequest &other : roles)
      if (other.name == name)
        failRole(call, name, "there is one of that name", "give each role a name of its own");
    roles.push_back({name, members, warps / ofWave, call.at()});
    return {};
  }

  [[noreturn]] static void failRole(const ScheduleCall &call, const std::string &name,
                                    const Twine &claim, const Twine &help) {
    refuse(ir::BrokenConstraint(call.at(), "schedule-role", "role '" + name + "': " + claim)
               .help(help));
  }

  void giveRoles() {
    SmallVector<ir::RoleAttr> attributes;
    MLIRContext *context = kernel.getContext();
    for (const RoleRequest &each : roles)
      attributes.push_back(
          ir::RoleAttr::get(context, StringAttr::get(context, each.name), each.waves));
    ir::setRoles(kernel, attributes);
    for (const RoleRequest &each : roles)
      for (const Node &node : each.members) {
        if (node.isArrival)
          continue; // of the copy
        if (StringAttr other = ir::roleOf(node.op))
          refuse(ir::BrokenConstraint(each.where, "schedule-role",
                                      "role '" + each.name + "': " + analysis::pathOf(node) +
                                          " is in role '" + other.getValue() + "' already")
                     .note(node.op->getLoc(), "the operation is here")
                     .help("an operation has one role"));
        ir::setRole(node.op, each.name);
      }
    deriveRoles();
    for (const Node &node : nodes)
      if (!node.isArrival && mustHaveRole(node.op) && !ir::roleOf(node.op))
        refuse(ir::BrokenConstraint(roles.front().where, "unscheduled",
                                    "schedule: " + analysis::pathOf(node) + " has no role")
                   .note(node.op->getLoc(), "the operation is here")
                   .help("put it into one of the roles, or name no roles at all"));
  }

  /// Gives `op` the role of all of `others`, where they have one.
  static void giveRoleOf(ArrayRef<Operation *> others, Operation *op) {
    StringAttr role = others.empty() ? StringAttr() : ir::roleOf(others.front());
    if (role && !ir::roleOf(op) &&
        llvm::all_of(others, [&](Operation *other) { return ir::roleOf(other) == role; }))
      ir::setRole(op, role);
  }

  /// An operand that MMAs read by descriptor is read by their role; steps of a channel are made by
  /// who fills it, and who reads it.
  void deriveRoles() {
    for (const Node &node : nodes)
      if (ir::isReadByDescriptor(node.op))
        giveRoleOf(SmallVector<Operation *>(node.op->getUsers()), node.op);
    for (analysis::StagedChannel &channel : analysis::stagedChannelsOf(kernel)) {
      const SmallVector<Operation *> reads(channel.reads.begin(), channel.reads.end());
      for (Value ring : channel.rings)
        for (Operation *user : ring.getUsers())
          if (isa<ir::AcquireOp, ir::CommitOp, ir::DrainOp>(user))
            giveRoleOf(channel.fills, user);
          else if (isa<ir::AwaitOp, ir::ReleaseOp>(user))
            giveRoleOf(reads, user);
    }
  }

  static bool mustHaveRole(Operation *op) {
    return op->getNumRegions() == 0 &&
           (hasEffect<MemoryEffects::Write>(op) || isa<ir::SharedReadOp, ir::MmaOp>(op));
  }

  /// "a", all rings of that name, or "a:1", one of them.
  std::vector<Held> setBuffersOf(ScheduleCall &call) {
    const std::string name = call.text("memory");
    const int64_t count = call.number("count", 1);
    std::vector<std::string> known;
    std::map<std::string, size_t> numbers;
    bool isFound = false;
    for (auto ring : kernel.getBlock()->getOps<ir::AllocateOp>()) {
      const std::string own = ring.getName().str();
      const std::string numbered = own + ":" + std::to_string(numbers[own]++);
      if (!std::ranges::count(known, own))
        known.push_back(own);
      if (name == own || name == numbered) {
        buffers.emplace_back(ring, count);
        isFound = true;
      }
    }
    if (!isFound)
      call.fail("kernel '" + kernel.getSymName() + "' has no buffers called '" + name + "'",
                known.empty()
                    ? "nothing goes through shared memory"
                    : symbolic::suggestion(name, known, "there are: " + llvm::join(known, ", ")));
    return {};
  }

  //===--------------------------------------------------------------------===//
  // Pipelines
  //===--------------------------------------------------------------------===//

  std::vector<Held> pipeline(ScheduleCall &call) {
    const NodeList loops = nodesOf(call, "loop");
    auto loop = loops.size() == 1 ? dyn_cast<ir::IterateOp>(loops.front().op) : ir::IterateOp();
    if (!loop)
      call.fail("loop is " +
                    (loops.size() == 1 ? "no iterate" : std::to_string(loops.size()) + " nodes"),
                "select one iterate by its tag");
    for (const PipelineRequest &other : pipelines)
      if (other.loop == loop)
        refuse(
            ir::BrokenConstraint(call.at(), "scheduled-twice",
                                 "pipeline: " + analysis::pathOf({loop}) + " is pipelined already")
                .note(other.where, "here")
                .help("a loop has one pipeline"));
    pipelines.push_back({loop, call.at(), call.optionalNumber("buffers", 1), {}});
    return {pipelines.size() - 1};
  }

  void setStage(PipelineRequest &pipeline, ScheduleCall &call) {
    const Term &list = call.value("stage");
    if (list.kind != Term::Kind::List)
      call.fail("stage is " + schedule::textOf(list), "a stage is a list of tuples: [(a, b), (c)]");
    PipelineRequest::Stage stage{{}, call.at()};
    for (const Term &tuple : list.elements) {
      if (tuple.kind != Term::Kind::Tuple)
        call.fail(schedule::textOf(tuple) + " is no tuple",
                  "a stage is a list of tuples: [(a, b), (c)]");
      stage.tuples.push_back(nodesOf(tuple, call, "stage"));
      for (const Term &element : tuple.elements)
        if (nodesOf(element, call, "stage").empty())
          ir::BrokenConstraint(call.at(), "empty-selection",
                               "set_stage: " + schedule::textOf(element) +
                                   " selects nothing on this target, and schedules nothing")
              .remark();
    }
    pipeline.stages.push_back(std::move(stage));
  }

  ir::KernelOp kernel;
  const machine::Chip *chip;
  NodeList nodes;
  std::optional<Location> here; ///< of the statement
  Variables variables;
  std::vector<RoleRequest> roles;
  std::vector<std::pair<ir::AllocateOp, int64_t>> buffers;
  std::vector<PipelineRequest> pipelines;
};

} // namespace

LogicalResult scheduleByProgram(ir::KernelOp kernel, const schedule::Program &program,
                                const machine::Chip *chip) {
  try {
    Run(kernel, chip).run(program);
    return success();
  } catch (const ScheduleRefused &) {
    return failure();
  }
}

} // namespace wave
