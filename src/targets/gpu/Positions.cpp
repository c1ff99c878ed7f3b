//===- Positions.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/gpu/Positions.h"

#include "llvm/Support/SaveAndRestore.h"

#include "analysis/SharedBanks.h"
#include "symbolic/Node.h"
#include "symbolic/Substitute.h"
#include "symbolic/WorkgroupIds.h"

using namespace mlir;

namespace wave::gpu {

Positions::Positions(LaneCode &entry, const LaneTarget &target, int64_t lanes, int64_t firstWave)
    : entry(entry), target(target) {
  Value thread = target.threadId(entry);
  lane = entry.remainder(thread, lanes);
  wave = target.uniform(entry, entry.floorDiv(thread, lanes));
  wave = entry.sub(wave, entry.i32(firstWave));
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

/// sum over the digits of `number` that belong to `dim` of digit * stride.
Value Positions::digitsOf(LaneCode &code, const machine::Digits &digits, const std::string &dim,
                          Value number) {
  Value sum = code.i32(0);
  int64_t radix = 1, count = machine::countOf(digits);
  for (const machine::Digit &digit : digits) {
    if (digit.dim == dim && digit.size > 1) {
      Value value = code.floorDiv(number, radix);
      // The last digit is what is left.
      if (radix * digit.size < count)
        value = code.remainder(value, digit.size);
      sum = code.add(sum, code.mul(value, code.i32(std::max<int64_t>(digit.stride, 1))));
    }
    radix *= digit.size;
  }
  return sum;
}

Value Positions::lanePart(const machine::Layout &layout, const std::string &dim) {
  Value &part = parts["lanes " + machine::textOf(layout.lanes()) + dim];
  return part ? part : part = digitsOf(entry, layout.lanes(), dim, lane);
}

Value Positions::wavePart(const machine::Layout &layout, const std::string &dim) {
  Value &part = parts["waves " + machine::textOf(layout.waves()) + dim];
  return part ? part : part = digitsOf(entry, layout.waves(), dim, wave);
}

Value Positions::registerPart(LaneCode &code, const machine::Layout &layout, const std::string &dim,
                              Value reg) {
  return digitsOf(code, layout.registers(), dim, reg);
}

Value Positions::isFirstCopy(LaneCode &code, const machine::Layout &layout) {
  if (!layout.hasCopies())
    return {};
  Value lane = lanePart(layout, ""), inWorkgroup = wavePart(layout, "");
  Value copy = code.add(lane, inWorkgroup);
  return code.compare(LaneCode::Compare::Equal, copy, code.i32(0));
}

//===----------------------------------------------------------------------===//
// Rings
//===----------------------------------------------------------------------===//

Value Positions::slotOffset(LaneCode &code, Value ring, Value slot) {
  auto type = cast<ir::BufferType>(ring.getType());
  Value bytes = code.i32(static_cast<int64_t>(*ring.getDefiningOp<ir::AllocateOp>().getOffset()));
  if (!slot || type.getSlots() == 1)
    return bytes;
  Value number = emitNarrow(code, exprOf(slot));
  return code.add(bytes, code.mul(number, code.i32(analysis::bytesPerSlot(type))));
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

/// Symbols count something, but for the axes of some while loops.
bool Positions::isNatural(const Expr &expr) {
  if (!bounds) {
    symbolic::Intervals any;
    for (const std::string &symbol : maybeNegative)
      any[symbol] = {};
    bounds = std::make_unique<symbolic::SharedBounds>(any, symbolic::Interval{0, std::nullopt});
  }
  auto [found, isNew] = natural.try_emplace(&expr.node(), false);
  if (isNew) {
    const auto low = bounds->of(expr).low;
    found->second = low && *low >= 0;
  }
  return found->second;
}

Value Positions::emitDivision(LaneCode &code, const Expr &expr) {
  using symbolic::Kind;
  const Expr &a = symbolic::operand(expr, 0), &b = symbolic::operand(expr, 1);
  const Kind kind = symbolic::kindOf(expr);
  if (symbolic::isConstant(b) && b.node().value > 0 && isNatural(a)) {
    const int64_t divisor = b.node().value;
    Value value = emit(code, kind == Kind::CeilDiv ? a + (divisor - 1) : a);
    return kind == Kind::Mod ? code.remainder(value, divisor) : code.floorDiv(value, divisor);
  }
  // LLVM moves no division by an unknown number out of a loop that waits.
  size_t depth = 0; // of the innermost body on which it depends
  for (const std::string &symbol : symbolic::symbolsOf(expr))
    if (auto found = bodyOf.find(symbol); found != bodyOf.end()) {
      if (!found->second)
        return emitSlowDivision(code, expr);
      depth = std::max(depth, *found->second + 1);
    }
  const llvm::SaveAndRestore<Emitted *> elsewhere(emitted, nullptr);
  if (depth == 0) {
    Value &value = ofFunction.divisions[expr.str()];
    return value ? value : value = emitSlowDivision(entry, expr);
  }
  if (Value known = bodies[depth - 1].divisions[expr.str()])
    return known;
  Head &head = bodies[depth - 1];
  OpBuilder builder(code.builder.getContext());
  if (head.last)
    builder.setInsertionPointAfter(head.last);
  else
    builder.setInsertionPointToStart(head.block);
  LaneCode atHead(builder, code.loc);
  Value value = emitSlowDivision(atHead, expr);
  // What is behind it now is what stood there, or the end of the block.
  auto next = builder.getInsertionPoint();
  head.last = next == head.block->begin() ? nullptr : &*std::prev(next);
  return head.divisions[expr.str()] = value;
}

void Positions::enterBody(LaneCode &code) {
  Head head;
  head.block = code.builder.getInsertionBlock();
  auto next = code.builder.getInsertionPoint();
  head.last = next == head.block->begin() ? nullptr : &*std::prev(next);
  bodies.push_back(head);
}

void Positions::setArgument(Value argument, Value value, Sign sign) {
  setRoot(argument, value, sign, bodies.size() - 1);
}

void Positions::setResult(Value result, Value value, Sign sign) {
  setRoot(result, value, sign, std::nullopt);
}

void Positions::setRoot(Value root, Value value, Sign sign, std::optional<size_t> body) {
  const std::string symbol = exprOf(root).str();
  symbols[symbol] = value;
  bodyOf[symbol] = body;
  if (sign == Sign::Any)
    mayBeNegative(symbol);
}

Value Positions::emitSlowDivision(LaneCode &code, const Expr &expr) {
  using symbolic::Kind;
  const Kind kind = symbolic::kindOf(expr);
  Value x = emit(code, symbolic::operand(expr, 0)), y = emit(code, symbolic::operand(expr, 1));
  if (kind == Kind::Mod)
    return code.floorModulo(x, y);
  if (kind == Kind::CeilDiv)
    return code.ceilDivide(x, y);
  return code.floorDivide(x, y);
}

/// What is shared in an expression is computed once, but for divisions that stand elsewhere.
Value Positions::emit(LaneCode &code, const Expr &expr) {
  if (expr.node().operands.empty())
    return emitNew(code, expr);
  Emitted own;
  const llvm::SaveAndRestore<Emitted *> whole(emitted, emitted ? emitted : &own);
  if (Value known = emitted->values.lookup(&expr.node()))
    return known;
  Value value = emitNew(code, expr);
  emitted->kept.push_back(expr);
  return emitted->values[&expr.node()] = value;
}

Value Positions::emitNew(LaneCode &code, const Expr &expr) {
  using symbolic::Kind;
  auto operand = [&](size_t i) { return emit(code, symbolic::operand(expr, i)); };
  auto asNumber = [&](Value holds) {
    Value one = code.i32(1), zero = code.i32(0);
    return code.widen(code.choose(holds, one, zero));
  };
  auto least = [&](bool isMin) {
    Value a = operand(0), b = operand(1);
    Value isLess = code.compare(LaneCode::Compare::Less, a, b);
    return isMin ? code.choose(isLess, a, b) : code.choose(isLess, b, a);
  };
  switch (symbolic::kindOf(expr)) {
  case Kind::Constant:
    return code.i64(expr.node().value);
  case Kind::Symbol: {
    for (int dim = 0; dim < 3; ++dim)
      if (expr.node().name == symbolic::workgroupIds[dim].name()) {
        Value &value = symbols[expr.node().name];
        if (!value)
          value = entry.widen(target.workgroupId(entry, dim));
        return value;
      }
    return symbols.find(expr.node().name)->second;
  }
  case Kind::Add: {
    Value a = operand(0), b = operand(1);
    return code.add(a, b);
  }
  case Kind::Mul: {
    Value a = operand(0), b = operand(1);
    return code.mul(a, b);
  }
  case Kind::Div:
  case Kind::FloorDiv:
  case Kind::CeilDiv:
  case Kind::Mod:
    return emitDivision(code, expr);
  case Kind::Min:
    return least(true);
  case Kind::Max:
    return least(false);
  case Kind::Lt:
  case Kind::Le:
  case Kind::Eq:
  case Kind::Ne:
    return asNumber(emitCondition(code, expr));
  case Kind::Select: {
    Value condition = emitCondition(code, symbolic::operand(expr, 0));
    Value a = operand(1), b = operand(2);
    return code.choose(condition, a, b);
  }
  }
  llvm_unreachable("all kinds are listed");
}

Value Positions::emitNarrow(LaneCode &code, const Expr &expr) {
  Value value = emit(code, expr);
  if (auto number = code.constantOf(value))
    return code.i32(*number);
  return code.call("llvm.trunc", {value}, code.builder.getI32Type());
}

Value Positions::emitCondition(LaneCode &code, const Expr &expr) {
  using symbolic::Kind;
  const auto compared = [&](LaneCode::Compare kind) {
    Value a = emit(code, symbolic::operand(expr, 0)), b = emit(code, symbolic::operand(expr, 1));
    return code.compare(kind, a, b);
  };
  switch (symbolic::kindOf(expr)) {
  case Kind::Lt:
    return compared(LaneCode::Compare::Less);
  case Kind::Le:
    return compared(LaneCode::Compare::LessEqual);
  case Kind::Eq:
    return compared(LaneCode::Compare::Equal);
  case Kind::Ne:
    return compared(LaneCode::Compare::NotEqual);
  default: {
    Value value = emit(code, expr);
    return code.compare(LaneCode::Compare::NotEqual, value, code.i64(0));
  }
  }
}

} // namespace wave::gpu
