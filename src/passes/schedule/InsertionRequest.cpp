//===- InsertionRequest.cpp -----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/schedule/InsertionRequest.h"

#include "passes/schedule/Insertables.h"

using namespace mlir;

namespace wave {

using ir::Insertion;
using schedule::Term;

static bool isOfLoop(Insertion where) {
  return where == Insertion::Start || where == Insertion::End;
}

analysis::NodeList anchorsAmong(const ScheduleCall &call, Insertion where,
                                const analysis::NodeList &nodes) {
  const auto remark = [&](const Twine &reason) {
    ir::BrokenConstraint(call.at(), "empty-selection",
                         Twine(call.function()) + ": " + reason +
                             " on this target, and nothing is inserted")
        .remark();
    return analysis::NodeList();
  };
  const StringRef wanted = isOfLoop(where) ? "loop" : "node";
  if (nodes.empty())
    return remark("the " + wanted + " is not there");
  Operation *op = nodes.front().op;
  if (llvm::any_of(nodes, [&](const analysis::Node &node) {
        return node.op != op || (nodes.size() > 1 && !node.trip);
      }))
    call.fail(wanted + " is " + Twine(nodes.size()) + " nodes",
              "select one: getitem(nodes, 0) is the first of them");
  if (isOfLoop(where) && !isa<ir::IterateOp>(op))
    call.fail("loop is " + analysis::describe(op), "select one iterate by its tag");
  if (isOfLoop(where) && nodes.front().trip)
    call.fail("loop is " + analysis::describe(nodes.front()),
              "select the loop itself: its trips are alike wherever it runs");
  if (ir::isIndex(op))
    call.fail("node is " + analysis::describe(op) +
                  ", an index, which is computed where it is used",
              "select an operation that uses it");
  if (nodes.front().isArrival)
    return remark("the node is the arrival of " + analysis::describe(op) +
                  ", which is no operation");
  return nodes;
}

std::vector<InsertionRequest> insertionsOf(ScheduleCall &call, Insertion where,
                                           const analysis::NodeList &nodes, const Term &what) {
  std::vector<InsertionRequest> requests;
  const analysis::NodeList anchors = anchorsAmong(call, where, nodes);
  const std::vector<Term> alone = {what};
  for (const Term &each : what.kind == Term::Kind::List ? what.elements : alone) {
    if (each.kind != Term::Kind::Call)
      call.fail("what is " + schedule::textOf(each),
                "what is a call such as set_priority(1), or a list of them");
    OwningOpRef<Operation *> op = insertableOf(*each.call, call);
    for (const analysis::Node &anchor : anchors)
      requests.push_back({call.function(), where, anchor, op->clone()});
  }
  return requests;
}

void checkNoRole(ir::KernelOp kernel, Operation *anchor, Location at, const Twine &what) {
  if (ir::rolesOf(kernel).empty())
    return;
  SmallVector<StringRef> names;
  const auto add = [&](Operation *op) {
    if (const StringAttr role = ir::roleOf(op); role && !llvm::is_contained(names, role.getValue()))
      names.push_back(role.getValue());
  };
  if (isa<ir::IterateOp>(anchor))
    anchor->walk(add);
  add(anchor);
  if (names.empty())
    for (const ir::RoleAttr role : ir::rolesOf(kernel))
      names.push_back(role.getName().getValue());
  const std::string runners =
      names.size() == 1 ? "role '" + names.front().str() + "' alone"
                        : "roles '" + llvm::join(names, "', '") + "', each at a time of its own";
  refuse(ir::BrokenConstraint(at, "schedule-barrier",
                              what + ": a barrier is for all waves of the workgroup, and " +
                                  analysis::describe(anchor) + " is run by " + runners)
             .note(anchor->getLoc(), analysis::describe(anchor) + " is here")
             .help("leave the barrier out: roles wait for each other at the slots of channels"));
}

static void place(Operation *op, Insertion where, Operation *anchor) {
  Block *block = isOfLoop(where) ? cast<ir::IterateOp>(anchor).getBlock() : anchor->getBlock();
  Block::iterator at = where == Insertion::Before  ? Block::iterator(anchor)
                       : where == Insertion::After ? std::next(Block::iterator(anchor))
                       : where == Insertion::Start ? block->begin()
                                                   : Block::iterator(block->getTerminator());
  if (where == Insertion::After || where == Insertion::Start)
    while (at != block->end() && ir::insertionOf(&*at) == where)
      ++at;
  block->getOperations().insert(at, op);
  ir::setInsertion(op, where);
}

/// Each role runs its stages in a loop of its own, whose prologue and epilogue are others.
static bool isInLoopOfRole(ir::KernelOp kernel, const InsertionRequest &request) {
  const ir::TripAttr trip = request.anchor.trip;
  if (!trip || trip.getPart() == ir::LoopPart::Kernel || ir::rolesOf(kernel).empty())
    return false;
  ir::BrokenConstraint(
      (*request.op)->getLoc(), "empty-selection",
      request.function + ": roles run their stages in loops of their own, without " +
          analysis::describe(request.anchor) + " on this target, and nothing is inserted")
      .remark();
  return true;
}

void writeInsertions(ir::KernelOp kernel, std::vector<InsertionRequest> requests) {
  for (InsertionRequest &request : requests) {
    if (isa<ir::BarrierOp>(*request.op))
      checkNoRole(kernel, request.anchor.op, request.op->getLoc(), request.function);
    if (isInLoopOfRole(kernel, request))
      continue;
    Operation *op = request.op.release();
    place(op, request.where, request.anchor.op);
    if (const ir::TripAttr trip = request.anchor.trip)
      ir::setTrip(op, trip.getPart(), trip.getNumber());
  }
}

} // namespace wave
