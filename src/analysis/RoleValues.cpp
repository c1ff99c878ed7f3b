//===- RoleValues.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/RoleValues.h"

#include <map>

#include "symbolic/Substitute.h"

using namespace mlir;

namespace wave::analysis {

std::string textOf(const Expr &expr) {
  Bindings names;
  for (const std::string &symbol : symbolic::symbolsOf(expr))
    if (symbol.starts_with("@"))
      names.set(symbol, Expr::symbol(symbol.substr(1, symbol.find('.') - 1)));
  return symbolic::substitute(expr, names).str();
}

static ir::IterateOp loopOf(Value argument) {
  return cast<ir::IterateOp>(cast<BlockArgument>(argument).getOwner()->getParentOp());
}

RoleValues::RoleValues(ir::KernelOp kernel) {
  kernel.walk<WalkOrder::PreOrder>([&](ir::IterateOp loop) {
    size_t depth = 0;
    for (Operation *parent = loop; (parent = parent->getParentOp());)
      depth += isa<ir::IterateOp>(parent);
    for (BlockArgument argument : loop.getBlock()->getArguments()) {
      if (!argument.getType().isIndex())
        continue;
      arguments.push_back(argument);
      classes[argument] = "@" + loop.getAxis().getValue().str() + "." +
                          (argument == loop.getCounter() ? "" : "carried.") + std::to_string(depth);
    }
  });
  while (split())
    ;
}

/// Splits classes whose members have different initial values or updates; whether any did.
bool RoleValues::split() {
  std::map<std::pair<std::string, std::string>, SmallVector<Value>> parts;
  for (Value argument : arguments)
    parts[{classes.lookup(argument), stepOf(argument)}].push_back(argument);
  std::map<std::string, int> count; // parts of a class
  for (const auto &[key, members] : parts)
    ++count[key.first];
  if (count.size() == parts.size())
    return false;
  std::map<std::string, int> number;
  for (const auto &[key, members] : parts)
    if (count[key.first] > 1) {
      const std::string name = key.first + "." + std::to_string(++number[key.first]);
      for (Value member : members)
        classes[member] = name;
    }
  return true;
}

/// How an index of a loop begins, and what it is in the next step.
std::string RoleValues::stepOf(Value argument) {
  ir::IterateOp loop = loopOf(argument);
  if (const std::optional<unsigned> number = loop.carriedNumber(argument))
    return of(loop.getInit()[*number]).str() + "; " +
           of(loop.getYield().getValues()[*number]).str();
  if (!loop.isWhile())
    return of(loop.getCount()).str();
  return of(loop.getStart()).str() + "; " + conditionOf(loop).str() + "; " +
         of(loop.getYield().getNext()).str();
}

/// What another role has handed over, where both ends name the same use; null elsewhere.
Value RoleValues::writtenFor(ir::ScalarReadOp read) {
  ir::ScalarWriteOp write = ir::scalarWriteOf(read.getRing());
  ir::ChannelOp channel = ir::channelOf(read.getRing());
  if (!write || !channel)
    return {};
  Value written, taken; // sequence indices
  for (Operation *step : channel.getChannel().getUsers())
    if (isa<ir::AcquireOp>(step) && step->getBlock() == write->getBlock())
      written = ir::sequenceIndexOf(step);
    else if (isa<ir::WaitOp>(step) && step->getBlock() == read->getBlock())
      taken = ir::sequenceIndexOf(step);
  return written && taken && of(written).same_as(of(taken)) ? write.getValue() : Value();
}

/// The same name for the same number.
std::string RoleValues::nameOf(Value root) {
  if (auto found = classes.find(root); found != classes.end())
    return found->second;
  if (auto loop = root.getDefiningOp<ir::IterateOp>()) {
    const unsigned number = cast<OpResult>(root).getResultNumber();
    return "@result." + classes.lookup(loop.getCarried()[number]) + "." +
           classes.lookup(loop.getCounter());
  }
  if (auto read = root.getDefiningOp<ir::ReadIndexOp>()) {
    std::string name = "@read." + std::to_string(read.getMemoryNumber());
    for (Value at : read.getAt())
      name += "[" + of(at).str() + "]";
    llvm::raw_string_ostream(name) << read->getAttrDictionary();
    return name;
  }
  return values.of(root).str(); // a root of one role
}

Expr RoleValues::renamed(const Expr &expr) {
  Bindings names;
  for (const std::string &symbol : symbolic::symbolsOf(expr))
    if (Value root = values.root(symbol)) {
      auto scalar = root.getDefiningOp<ir::ScalarReadOp>();
      Value written = scalar ? writtenFor(scalar) : Value();
      names.set(symbol, written ? of(written) : Expr::symbol(nameOf(root)));
    }
  return symbolic::substitute(expr, names);
}

Expr RoleValues::of(Value index) { return renamed(values.of(index)); }

Expr RoleValues::conditionOf(ir::IterateOp loop) { return renamed(values.conditionOf(loop)); }

} // namespace wave::analysis
