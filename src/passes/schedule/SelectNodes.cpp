//===- SelectNodes.cpp - Functions that select nodes ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <algorithm>

#include "dialect/Schedule.h"
#include "passes/schedule/ScheduleRun.h"
#include "symbolic/NearestName.h"
#include "wave/types.h"

using namespace mlir;

namespace wave {

using analysis::Node;
using analysis::NodeList;

static NodeList select(const ScheduleRun &run, llvm::function_ref<bool(const Node &)> condition) {
  NodeList found;
  llvm::copy_if(run.nodes, std::back_inserter(found), condition);
  return found;
}

/// Of all nodes, those with one of the tags.  What runs the remainder of an unrolled loop is
/// selected by its path alone: a pipeline of the loop does not schedule it.
static NodeList taggedNodes(const ScheduleRun &run, ScheduleCall &call) {
  const std::vector<std::string> tags = call.texts("tag");
  ir::KernelOp kernel = run.kernel;
  std::vector<std::string> known;
  for (const Node &node : run.nodes)
    if (std::string tag = analysis::tagOf(node.op); !tag.empty() && !std::ranges::count(known, tag))
      known.push_back(std::move(tag));
  const SmallVector<StringRef> unused = ir::unusedTagsOf(kernel);
  for (const std::string &tag : tags)
    if (!std::ranges::count(known, tag) && llvm::is_contained(unused, tag))
      refuse(ir::BrokenConstraint(call.at(), "unknown-tag",
                                  "kernel '" + kernel.getSymName() +
                                      "' has no use for the operation with the tag '" + tag +
                                      "', which is erased")
                 .help("write what it gives to a memory, or leave the tag out of the schedule"));
    else if (!std::ranges::count(known, tag))
      refuse(ir::BrokenConstraint(call.at(), "unknown-tag",
                                  "kernel '" + kernel.getSymName() +
                                      "' has no operation with the tag '" + tag + "'")
                 .note(kernel.getLoc(), known.empty() ? "no operation has a tag"
                                                      : "the tags are: " + llvm::join(known, ", "))
                 .help(symbolic::suggestion(
                     tag, known, "give an operation the tag: {.tag = \"" + tag + "\"}")));
  return select(run, [&](const Node &node) {
    return std::ranges::count(tags, analysis::tagOf(node.op)) && !ir::isOfRemainder(node.op);
  });
}

static void remarkIfNoneIs(const NodeList &found, const ScheduleCall &call,
                           const std::string &type) {
  if (found.empty())
    ir::BrokenConstraint(call.at(), "empty-selection",
                         "no operation with that tag is a " + type + " on this target")
        .remark();
}

std::vector<Held> getNodeByTag(ScheduleRun &run, ScheduleCall &call) {
  return {taggedNodes(run, call)};
}

std::vector<Held> getNodeByTagAndType(ScheduleRun &run, ScheduleCall &call) {
  NodeList found = taggedNodes(run, call);
  const std::string type = call.word("type");
  keepType(run, call, found, type);
  remarkIfNoneIs(found, call, type);
  return {found};
}

std::vector<Held> getNodeByTagAndIteration(ScheduleRun &run, ScheduleCall &call) {
  NodeList found = taggedNodes(run, call);
  const int64_t iteration = call.number("iteration", 0);
  int64_t copies = 0;
  for (const Node &node : found)
    if (const ir::UnrolledAttr copy = ir::unrolledOf(node.op))
      copies = std::max(copies, copy.getCount());
  if (iteration >= copies)
    call.fail("iteration is " + Twine(iteration) + ", and " +
                  (copies == 0 ? Twine("no loop around these operations is unrolled")
                               : "the operations have " + Twine(copies) + " copies"),
              copies == 0 ? "unroll the loop in a line before this one" : "copies count from 0");
  llvm::erase_if(found, [&](const Node &node) {
    const ir::UnrolledAttr copy = ir::unrolledOf(node.op);
    return !copy || copy.getNumber() != iteration;
  });
  const std::optional<std::string> type = call.optionalWord("type");
  if (!type)
    return {found};
  keepType(run, call, found, *type);
  remarkIfNoneIs(found, call, *type);
  return {found};
}

std::vector<Held> getNodeByPath(ScheduleRun &run, ScheduleCall &call) {
  const std::string path = call.text("path");
  const NodeList found =
      select(run, [&](const Node &node) { return analysis::pathOf(node) == path; });
  if (!found.empty())
    return {found};
  std::vector<std::string> known;
  for (const Node &node : run.nodes)
    known.push_back(analysis::pathOf(node));
  ir::KernelOp kernel = run.kernel;
  refuse(ir::BrokenConstraint(call.at(), "unknown-path",
                              "kernel '" + kernel.getSymName() + "' has no operation at '" + path +
                                  "'")
             .note(kernel.getLoc(), "its operations are: " + llvm::join(known, ", "))
             .help(symbolic::suggestion(path, known)));
}

/// A copy reads global memory; its arrival is a write to shared memory.
std::vector<Held> partitionByAddressSpace(ScheduleRun &, ScheduleCall &call) {
  const NodeList all = call.nodes("nodes");
  const std::string space = call.word("address_space");
  if (space != GLOBAL_ADDRESS_SPACE.name() && space != SHARED_ADDRESS_SPACE.name())
    call.fail("address_space is " + space,
              "address_space is GLOBAL_ADDRESS_SPACE or SHARED_ADDRESS_SPACE");
  NodeList matching, rest;
  for (const Node &node : all) {
    auto access = dyn_cast<ir::AccessOpInterface>(node.op);
    const bool isGlobal = !node.isArrival && access && access.getMemory();
    (isGlobal == (space == GLOBAL_ADDRESS_SPACE.name()) ? matching : rest).push_back(node);
  }
  return {matching, rest};
}

std::vector<Held> getItem(ScheduleRun &, ScheduleCall &call) {
  const NodeList all = call.nodes("nodes");
  const int64_t number = call.number("index", 0);
  if (number >= static_cast<int64_t>(all.size()))
    call.fail("index is " + Twine(number) + ", and there " +
                  (all.size() == 1 ? "is 1 node" : "are " + std::to_string(all.size()) + " nodes"),
              "indices go from 0");
  return {NodeList{all[static_cast<size_t>(number)]}};
}

} // namespace wave
