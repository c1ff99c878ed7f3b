//===- TraceLoops.cpp - iterate -------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "wave/iterate.h"

#include "dialect/DiagnosticCapture.h"
#include "frontend/Tracer.h"
#include "symbolic/Substitute.h"

using namespace mlir;
using wave::frontend::Tracer;

namespace wave::detail {

std::vector<Register> begin_iterate(const IterateOptions &options, const Register *init,
                                    size_t count) {
  Tracer &tracer = Tracer::current("iterate", options.where);
  Location loc = tracer.at(options.where);
  SmallVector<Value> values;
  for (size_t i = 0; i < count; ++i)
    values.push_back(tracer.value(init[i], options.where));
  TypeRange types = ValueRange(values).getTypes();
  const auto boundOf = [&](const OptionalScalar &given, const char *name) {
    Value bound = given ? tracer.scalarOf(*given, options.where) : Value();
    if (given && !bound)
      throw Error(
          {.id = "scalar-operand",
           .message = std::string("iterate: the ") + name + " of the loop is a tile, not a scalar",
           .where = options.where,
           .notes = {},
           .help = std::string(name) + " is a scalar, a symbol or a number: ." + name +
                   " = WORKGROUP_0"});
    return bound;
  };
  const Value start = boundOf(options.start, "start"), begin = boundOf(options.begin, "begin"),
              end = boundOf(options.end, "end");
  ir::ExprAttr condition;
  SmallVector<Value> operands;
  if (options.condition) {
    // The axis is operand number 0, which the body has for its first argument.
    Bindings counter;
    if (auto axis = tracer.expr(options.axis).getSymbol())
      counter.set(axis->str(), Expr::symbol("$axis"));
    SmallVector<Value> numbered{Value()};
    const Expr value =
        tracer.overOperands(symbolic::substitute(options.condition->value(), counter), numbered);
    tracer.requireReadable(value, options.where);
    Bindings first;
    first.set("$axis", Expr::symbol(ir::rootPlaceholder(0)));
    condition = tracer.expr(symbolic::substitute(value, first));
    operands.append(numbered.begin() + 1, numbered.end());
  }
  auto loop = ir::IterateOp::create(tracer.builder(), loc, types, tracer.expr(options.axis), values,
                                    Value(), IntegerAttr(), tracer.tag(options.tag), start,
                                    condition, operands, begin, end);
  Block &body = loop.addBody();
  std::vector<Register> arguments;
  for (Type type : types)
    arguments.push_back(tracer.reg(body.addArgument(type, loc)));
  tracer.openLoops.push_back(loop);
  tracer.scopes.push_back({loop, {}, {}});
  tracer.builder().setInsertionPointToEnd(&body);
  return arguments;
}

std::vector<Register> end_iterate(const Register *next, size_t count, const EffectScope &scope) {
  Tracer *tracer = Tracer::currentOrNull();
  ir::IterateOp loop = tracer->openLoops.back();
  SmallVector<Value> values;
  for (size_t i = 0; i < count; ++i)
    values.push_back(tracer->value(next[i], ir::sourceLocation(loop.getLoc())));
  ir::YieldOp::create(tracer->builder(), loop.getLoc(), values, tracer->scopes.back().next);
  tracer->builder().setInsertionPointAfter(loop);
  tracer->check(loop);
  auto interrupts = [](Operation *op) {
    return ir::hasEffect(op) ? WalkResult::interrupt() : WalkResult::advance();
  };
  if (loop.getBody().walk(interrupts).wasInterrupted())
    scope.mark(loop.getOperation(), ir::sourceLocation(loop.getLoc()));
  std::vector<Register> results;
  for (Value result : loop.getResults())
    results.push_back(tracer->reg(result));
  tracer->scopes.pop_back();
  tracer->openLoops.pop_back(); // until here an exception leaves it to abandon_iterate
  return results;
}

void abandon_iterate() noexcept {
  if (Tracer *tracer = Tracer::currentOrNull(); tracer && !tracer->openLoops.empty()) {
    tracer->builder().setInsertionPointAfter(tracer->openLoops.back());
    tracer->abandonedLoop = ir::sourceLocation(tracer->openLoops.back().getLoc());
    tracer->openLoops.pop_back();
    tracer->scopes.pop_back();
  }
}

} // namespace wave::detail
