//===- Agent.cpp ----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "interpreter/Agent.h"

#include "diagnostic/Fail.h"
#include "runtime/Tables.h"
#include "symbolic/Node.h"

using namespace mlir;

namespace wave::interpreter {

Agent::Agent(Block *program, int64_t wave, int64_t waves, Bindings symbols,
             std::span<const Tensor> tensors, std::string where)
    : role_(dyn_cast<ir::RoleOp>(program->getParentOp())), wave_(wave), waves(waves),
      symbols(std::move(symbols)), tensors(tensors), where(std::move(where)),
      frames{{program, program->begin()}} {
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
  if (auto known = indices.find(index); known != indices.end())
    return known->second;
  if (auto id = index.getDefiningOp<ir::WorkgroupIdOp>())
    return symbols.find("WORKGROUP_" + std::to_string(id.getDim()))->node().value;
  if (auto read = index.getDefiningOp<ir::ReadIndexOp>())
    return integerAt(tensors[read.getMemoryNumber()],
                     llvm::map_to_vector(read.getAt(), [&](Value at) { return evaluate(at); }),
                     read.getOutside());
  auto op = index.getDefiningOp<ir::IndexOp>();
  return evaluate(op.getExprAttr(),
                  llvm::map_to_vector(op.getRoots(), [&](Value root) { return evaluate(root); }));
}

int64_t Agent::evaluate(ir::ExprAttr expr, ArrayRef<int64_t> operands) const {
  const std::vector<Expr> roots(operands.begin(), operands.end());
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
  const auto isPassed = [&](Operation *op) {
    auto barrier = dyn_cast<ir::BarrierOp>(op);
    return ir::isIndex(op) || (barrier && !barrier.isTakenBy(wave_, waves));
  };
  while (next() && isPassed(next()))
    ++frames.back().next;
}

void Agent::advance() {
  step();
  skipIndices();
}

std::optional<Agent::End> Agent::endAt(ir::BarrierOp barrier) const {
  if (!barrier.getCopies())
    return std::nullopt;
  return End{barriers_ + 1, copies_ - static_cast<int64_t>(barrier.getInFlight())};
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
    if (const std::optional<End> end = endAt(barrier))
      ends_.push_back(*end);
    ++barriers_;
    if (barrier.getGlobal())
      globalBarriers_.push_back(barriers_);
  }
  copies_ += ir::isCopyOperation(op);
  reinitialised_ += isa<ir::ReinitialiseOp>(op);
  if (auto wait = dyn_cast<ir::MmaWaitOp>(op))
    products.wait(static_cast<int64_t>(wait.getPending()));
  ++frames.back().next;
}

/// Whether the condition of a while loop holds for `counter`.
bool Agent::goesOn(ir::IterateOp loop, int64_t counter) const {
  std::vector<int64_t> operands{counter};
  for (Value operand : loop.getConditionOperands())
    operands.push_back(evaluate(operand));
  return evaluate(loop.getConditionAttr(), operands) != 0;
}

void Agent::enter(ir::IterateOp loop) {
  if (loop.isWhile()) {
    const int64_t start = evaluate(loop.getStart());
    if (!goesOn(loop, start)) {
      copy(loop.getInit(), loop.getResults());
      ++frames.back().next;
      return;
    }
    copy(loop.getInit(), loop.getCarried());
    indices[loop.getCounter()] = start;
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
  indices[loop.getCounter()] = 0;
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
    if (goesOn(loop, next)) {
      copy(yield.getValues(), loop.getCarried());
      indices[loop.getCounter()] = next;
      frame.next = frame.block->begin();
      return;
    }
  } else if (++frame.step < frame.count) {
    copy(yield.getValues(), loop.getCarried());
    indices[loop.getCounter()] = frame.step;
    frame.next = frame.block->begin();
    return;
  }
  copy(yield.getValues(), yield->getParentOp()->getResults());
  frames.pop_back();
  ++frames.back().next;
}

void Agent::copy(ValueRange from, ValueRange to) {
  std::vector<std::pair<Value, Tile>> tiles;
  std::vector<std::pair<Value, int64_t>> numbers;
  for (auto [value, target] : llvm::zip(from, to))
    if (value.getType().isIndex())
      numbers.emplace_back(target, evaluate(value));
    else
      tiles.emplace_back(target, values.find(value)->second);
  for (auto [target, number] : numbers)
    indices[target] = number;
  for (auto &[target, tile] : tiles)
    set(target, std::move(tile));
}

void Agent::set(Value value, Tile tile) {
  if (const RunningProducts::Product *product = products.holderOf(value); product && !overwritten_)
    overwritten_ = {product->op, value};
  values.insert_or_assign(value, std::move(tile));
}

} // namespace wave::interpreter
