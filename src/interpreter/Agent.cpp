//===- Agent.cpp ----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "interpreter/Agent.h"

#include "diagnostic/Fail.h"
#include "symbolic/Node.h"

using namespace mlir;

namespace wave::interpreter {

Agent::Agent(Block *program, int64_t wave, Bindings symbols, std::string where)
    : role_(dyn_cast<ir::RoleOp>(program->getParentOp())), wave_(wave), symbols(std::move(symbols)),
      where(std::move(where)), frames{{program, program->begin()}} {
  skipIndices();
}

std::string Agent::name() const {
  std::string text = "wave " + std::to_string(wave_);
  if (role_)
    text += " of role '" + const_cast<ir::RoleOp &>(role_).getName().str() + "'";
  return text + where;
}

Operation *Agent::next() const {
  const Frame &frame = frames.back();
  return frame.next == frame.block->end() ? nullptr : &*frame.next;
}

int64_t Agent::evaluate(Value index) const {
  if (!index)
    return 0;
  if (auto counter = counters.find(index); counter != counters.end())
    return counter->second;
  if (auto id = index.getDefiningOp<ir::WorkgroupIdOp>())
    return symbols.find("WORKGROUP_" + std::to_string(id.getDim()))->node().value;
  auto op = index.getDefiningOp<ir::IndexOp>();
  return evaluate(op.getExprAttr(), op.getRoots());
}

int64_t Agent::evaluate(ir::ExprAttr expr, ValueRange operands) const {
  std::vector<Expr> roots;
  for (Value root : operands)
    roots.push_back(Expr::constant(evaluate(root)));
  symbolic::Evaluation value =
      symbolic::evaluate(expr.getValue(), [&](std::string_view symbol) -> const Expr * {
        return symbol.front() == '$' ? &roots[std::stoul(std::string(symbol.substr(1)))]
                                     : symbols.find(symbol);
      });
  if (!value)
    fail<InternalError>("interpreter-symbol", symbolic::describe(value.failure()));
  return value.value();
}

void Agent::skipIndices() {
  while (next() && ir::isIndex(next()))
    ++frames.back().next;
}

void Agent::advance() {
  step();
  skipIndices();
}

void Agent::step() {
  Operation *op = next();
  if (auto loop = dyn_cast<ir::IterateOp>(op))
    return enter(loop);
  if (auto choice = dyn_cast<ir::IfOp>(op))
    return enter(choice);
  if (auto yield = dyn_cast<ir::YieldOp>(op))
    return leave(yield);
  if (auto barrier = dyn_cast<ir::BarrierOp>(op)) {
    ++barriers_;
    globalBarriers_ += barrier.getGlobal();
    ends_ += barrier.getCopies();
  }
  if (auto wait = dyn_cast<ir::WaitProductsOp>(op))
    products.wait(static_cast<int64_t>(wait.getPending()));
  ++frames.back().next;
}

/// Whether the condition of a while loop holds.
bool Agent::goesOn(ir::IterateOp loop) const {
  SmallVector<Value> operands{loop.getCounter()};
  llvm::append_range(operands, loop.getConditionOperands());
  return evaluate(loop.getConditionAttr(), operands) != 0;
}

void Agent::enter(ir::IterateOp loop) {
  if (loop.isWhile()) {
    counters[loop.getCounter()] = evaluate(loop.getStart());
    if (!goesOn(loop)) {
      copy(loop.getInit(), loop.getResults());
      ++frames.back().next;
      return;
    }
    copy(loop.getInit(), loop.getCarried());
    frames.push_back({loop.getBlock(), loop.getBlock()->begin()});
    return;
  }
  const int64_t count = evaluate(loop.getCount());
  if (count < 1) {
    copy(loop.getInit(), loop.getResults());
    ++frames.back().next;
    return;
  }
  copy(loop.getInit(), loop.getCarried());
  counters[loop.getCounter()] = 0;
  frames.push_back({loop.getBlock(), loop.getBlock()->begin(), 0, count});
}

void Agent::enter(ir::IfOp choice) {
  Region &way = evaluate(choice.getCondition()) != 0 ? choice.getThen() : choice.getOtherwise();
  frames.push_back({&way.front(), way.front().begin()});
}

void Agent::leave(ir::YieldOp yield) {
  Frame &frame = frames.back();
  if (auto loop = dyn_cast<ir::IterateOp>(yield->getParentOp()); loop && loop.isWhile()) {
    const int64_t next = evaluate(yield.getNext());
    counters[loop.getCounter()] = next;
    if (goesOn(loop)) {
      copy(yield.getValues(), loop.getCarried());
      frame.next = frame.block->begin();
      return;
    }
  } else if (++frame.step < frame.count) {
    copy(yield.getValues(), loop.getCarried());
    counters[loop.getCounter()] = frame.step;
    frame.next = frame.block->begin();
    return;
  }
  copy(yield.getValues(), yield->getParentOp()->getResults());
  frames.pop_back();
  ++frames.back().next;
}

void Agent::copy(ValueRange from, ValueRange to) {
  std::vector<Tile> tiles;
  for (Value value : from)
    tiles.push_back(values.find(value)->second);
  for (auto [value, tile] : llvm::zip(to, tiles))
    set(value, std::move(tile));
}

void Agent::set(Value value, Tile tile) {
  if (const RunningProducts::Product *product = products.holderOf(value); product && !overwritten_)
    overwritten_ = {product->op, value};
  values.insert_or_assign(value, std::move(tile));
}

} // namespace wave::interpreter
