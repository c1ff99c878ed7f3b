//===- Nodes.cpp ----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/Nodes.h"

#include <algorithm>

#include "dialect/Schedule.h"

using namespace mlir;

namespace wave::analysis {

NodeList nodesOf(ir::KernelOp kernel) {
  NodeList nodes;
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    const bool isTaggedRead = isa<ir::ReadIndexOp>(op) && !tagOf(op).empty();
    if (op == kernel || ir::isDeclaration(op) || (ir::isIndex(op) && !isTaggedRead) ||
        isa<ir::YieldOp>(op) || ir::insertionOf(op) || ir::isOfScalars(op))
      return;
    nodes.push_back({op});
    if (isa<ir::CopyOp>(op))
      nodes.push_back({op, true});
  });
  return nodes;
}

std::string tagOf(Operation *op) {
  auto tag = op->getAttrOfType<StringAttr>("tag");
  return tag ? tag.str() : "";
}

std::string typeOf(const Node &node) {
  if (node.isArrival)
    return "Arrival";
  if (isa<ir::ReadOp>(node.op))
    return "GlobalRead";
  if (isa<ir::WriteOp>(node.op))
    return "GlobalWrite";
  std::string name;
  bool isStart = true;
  for (const char c : node.op->getName().stripDialect()) {
    if (c != '_')
      name += isStart ? llvm::toUpper(c) : c;
    isStart = c == '_';
  }
  return name;
}

bool hasType(const Node &node, StringRef type) {
  auto access = dyn_cast<ir::AccessOpInterface>(node.op);
  const bool movesTile = access && access.getTile();
  if (type == "Read")
    return !node.isArrival && movesTile && access.isLoad();
  if (type == "Write")
    return node.isArrival || (movesTile && !access.isLoad());
  return typeOf(node) == type;
}

std::vector<std::string> typesOf(ir::KernelOp kernel) {
  std::vector<std::string> types = {"Read", "Write"};
  for (const Node &node : nodesOf(kernel))
    if (std::string type = typeOf(node); !std::ranges::count(types, type))
      types.push_back(std::move(type));
  return types;
}

/// Of a loop with a tag that no other operation has, that.  What runs the remainder of an unrolled
/// loop has its tags, and goes by numbers.
static std::string componentOf(Operation *op) {
  const auto kernel = op->getParentOfType<ir::KernelOp>();
  if (const std::string tag = tagOf(op);
      isa<ir::IterateOp>(op) && !tag.empty() && !ir::isOfRemainder(op)) {
    size_t sameTag = 0;
    const_cast<ir::KernelOp &>(kernel).walk(
        [&](Operation *other) { sameTag += tagOf(other) == tag && !ir::isOfRemainder(other); });
    if (sameTag == 1)
      return tag;
  }
  size_t number = 0;
  for (Operation &other : *op->getBlock()) {
    if (&other == op)
      break;
    const ir::SliceAttr slice = ir::sliceOf(&other); // slices count as the operation that they were
    number += other.getName() == op->getName() && !ir::insertionOf(&other) &&
              (ir::isOfScalars(op) || !ir::isOfScalars(&other)) &&
              !(slice && slice.getNumber() + 1 < slice.getCount());
  }
  const ir::SliceAttr slice = ir::sliceOf(op);
  return (op->getName().stripDialect() + ":" + Twine(number)).str() +
         (slice ? "/slice:" + std::to_string(slice.getNumber()) : "");
}

std::string pathOf(const Node &node) {
  std::string path = componentOf(node.op) + (node.isArrival ? "/arrival" : "");
  for (Operation *parent = node.op->getParentOp(); !isa<ir::KernelOp>(parent);
       parent = parent->getParentOp())
    path = componentOf(parent) + "/" + path;
  return path;
}

std::string describe(Operation *op) {
  const std::string tag = tagOf(op), name = op->getName().stripDialect().str();
  if (tag.empty() || ir::isOfRemainder(op))
    return name + " at " + pathOf({op});
  const ir::UnrolledAttr copy = ir::unrolledOf(op);
  const ir::SliceAttr slice = ir::sliceOf(op);
  return name + " '" + tag + "'" +
         (slice ? ", slice " + std::to_string(slice.getNumber()) + " along " + slice.getDim().str()
                : std::string()) +
         (copy ? " of copy " + std::to_string(copy.getNumber()) : std::string());
}

std::string describe(const Node &node) {
  const std::string text = describe(node.op);
  if (!node.trip)
    return text;
  const ir::LoopPart part = node.trip.getPart();
  return part == ir::LoopPart::Kernel ? text + " in the steady loop"
                                      : text + ", copy " + std::to_string(node.trip.getNumber()) +
                                            " in the " + ir::stringifyLoopPart(part).str();
}

} // namespace wave::analysis
