//===- Selection.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/schedule/Selection.h"

#include "dialect/Schedule.h"

using namespace mlir;

namespace wave {

using analysis::Node;
using schedule::Term;

schedule::Call selectionOf(const Node &node, const analysis::NodeList &nodes) {
  const std::string tag = analysis::tagOf(node.op), type = analysis::typeOf(node);
  const ir::UnrolledAttr copy = ir::unrolledOf(node.op);
  const auto isOne = [&](llvm::function_ref<bool(const Node &)> condition) {
    return llvm::count_if(nodes, condition) == 1;
  };
  const auto hasTag = [&](const Node &other) {
    return analysis::tagOf(other.op) == tag && !ir::isOfRemainder(other.op);
  };
  const auto isCopy = [&](const Node &other) {
    const ir::UnrolledAttr own = ir::unrolledOf(other.op);
    return hasTag(other) && own && own.getNumber() == copy.getNumber();
  };
  const auto hasType = [&](const Node &other) { return analysis::typeOf(other) == type; };
  const schedule::Argument ofTag{{}, Term::ofText(tag)}, ofType{{}, Term::ofName(type)};
  const auto ofCopy = [&] { return schedule::Argument{{}, Term::ofNumber(copy.getNumber())}; };
  const bool isTagged = !tag.empty() && hasTag(node);
  if (isTagged && isOne(hasTag))
    return {{}, "get_node_by_tag", {ofTag}};
  if (isTagged && isOne([&](const Node &other) { return hasTag(other) && hasType(other); }))
    return {{}, "get_node_by_tag_and_type", {ofTag, ofType}};
  if (isTagged && copy && isOne(isCopy))
    return {{}, "get_node_by_tag_and_iteration", {ofTag, ofCopy()}};
  if (isTagged && copy && isOne([&](const Node &other) { return isCopy(other) && hasType(other); }))
    return {{}, "get_node_by_tag_and_iteration", {ofTag, ofCopy(), ofType}};
  return {{}, "get_node_by_path", {{{}, Term::ofText(analysis::pathOf(node))}}};
}

} // namespace wave
