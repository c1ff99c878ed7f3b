//===- Compiled.cpp - An expression to evaluate at many points ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/Compiled.h"

#include <algorithm>
#include <limits>
#include <map>
#include <unordered_map>

namespace wave::symbolic {

namespace {

/// The quotient and the remainder of operands that both fit 32 bits take a quarter of the time of
/// 64-bit ones on many processors.
bool fitUnsigned32(int64_t a, int64_t b) { return (static_cast<uint64_t>(a | b) >> 32) == 0; }

/// False where the quotient does not exist or may leave 64 bits.
bool divideInto(Kind kind, int64_t a, int64_t b, int64_t &result) {
  if (b == 0 || b == -1)
    return b == -1 && (kind == Kind::Mod ? (result = 0, true)
                                         : !__builtin_sub_overflow(int64_t(0), a, &result));
  int64_t quotient, rest;
  if (fitUnsigned32(a, b)) {
    quotient = static_cast<uint32_t>(a) / static_cast<uint32_t>(b);
    rest = static_cast<uint32_t>(a) % static_cast<uint32_t>(b);
  } else {
    quotient = a / b;
    rest = a % b;
  }
  // Truncation rounded up exactly when the signs of the rest and of b differ.
  const bool roundedUp = rest != 0 && (rest < 0) != (b < 0);
  switch (kind) {
  case Kind::Mod:
    result = roundedUp ? rest + b : rest;
    return true;
  case Kind::FloorDiv:
    result = quotient - roundedUp;
    return true;
  case Kind::CeilDiv:
    result = quotient + (rest != 0 && !roundedUp);
    return true;
  default:
    result = quotient;
    return rest == 0;
  }
}

/// False where 64-bit arithmetic gives no value.
inline bool computeInto(Kind kind, int64_t a, int64_t b, int64_t &result) {
  switch (kind) {
  case Kind::Add:
    return !__builtin_add_overflow(a, b, &result);
  case Kind::Mul:
    return !__builtin_mul_overflow(a, b, &result);
  case Kind::Min:
    result = std::min(a, b);
    return true;
  case Kind::Max:
    result = std::max(a, b);
    return true;
  case Kind::Lt:
    result = a < b;
    return true;
  case Kind::Le:
    result = a <= b;
    return true;
  case Kind::Eq:
    result = a == b;
    return true;
  case Kind::Ne:
    result = a != b;
    return true;
  default:
    return divideInto(kind, a, b, result);
  }
}

} // namespace

/// Slots are numbered as they come; `finish` puts the constants in front.
class ExprCompiler {
public:
  explicit ExprCompiler(CompiledExpr &target) : target(target) {}

  void run() {
    for (uint32_t i = 0; i < target.variables.size(); ++i)
      slotOfSymbol.emplace(target.variables[i], add({.is = Slot::Variable, .value = i}));
    const uint32_t result = visit(target.source);
    finish(result);
  }

private:
  struct Slot {
    enum { Variable, Constant, Invalid, Result } is;
    int64_t value = 0; ///< of a Constant; the index of a Variable or of a Result
  };
  using Key = std::pair<Kind, std::array<uint32_t, 3>>;

  CompiledExpr &target;
  std::vector<Slot> slots;
  std::map<std::string, uint32_t, std::less<>> slotOfSymbol;
  std::vector<std::string_view> pending; ///< symbols whose binding is being compiled
  std::unordered_map<const Node *, uint32_t> slotOfNode;
  std::map<int64_t, uint32_t> slotOfConstant;
  std::optional<uint32_t> invalid;
  std::map<Key, uint32_t> slotOfKey;

  uint32_t add(const Slot &slot) {
    slots.push_back(slot);
    return static_cast<uint32_t>(slots.size() - 1);
  }

  uint32_t constant(int64_t value) {
    auto [it, isNew] = slotOfConstant.try_emplace(value, 0);
    if (isNew)
      it->second = add({.is = Slot::Constant, .value = value});
    return it->second;
  }

  /// Of a symbol without a value, which is a failure only where the value is used.
  uint32_t noValue() {
    if (!invalid)
      invalid = add({.is = Slot::Invalid});
    return *invalid;
  }

  uint32_t visit(const Expr &expr) {
    if (isConstant(expr))
      return constant(expr.node().value);
    if (isKind(expr, Kind::Symbol))
      return visitSymbol(expr.node().name);
    if (auto it = slotOfNode.find(&expr.node()); it != slotOfNode.end())
      return it->second;
    std::array<uint32_t, 3> operands;
    const std::vector<Expr> &children = expr.node().operands;
    for (size_t i = 0; i < operands.size(); ++i)
      operands[i] = i < children.size() ? visit(children[i]) : operands[i - 1];
    const uint32_t slot = instruction(kindOf(expr), operands);
    slotOfNode.emplace(&expr.node(), slot);
    return slot;
  }

  uint32_t visitSymbol(const std::string &symbol) {
    if (auto it = slotOfSymbol.find(symbol); it != slotOfSymbol.end())
      return it->second;
    const Expr *value = target.bound.find(symbol);
    // What is part of a cycle must not be remembered as a node: it has no value in this place, and
    // evaluate fails for every other use too.
    if (!value || std::find(pending.begin(), pending.end(), symbol) != pending.end())
      return noValue();
    pending.push_back(symbol);
    const uint32_t slot = visit(*value);
    pending.pop_back();
    slotOfSymbol.emplace(symbol, slot);
    return slot;
  }

  uint32_t instruction(Kind kind, const std::array<uint32_t, 3> &operands) {
    if (kind == Kind::Select && slots[operands[0]].is == Slot::Constant)
      return operands[slots[operands[0]].value != 0 ? 1 : 2];
    if (kind != Kind::Select && slots[operands[0]].is == Slot::Constant &&
        slots[operands[1]].is == Slot::Constant) {
      int64_t value;
      if (computeInto(kind, slots[operands[0]].value, slots[operands[1]].value, value))
        return constant(value);
    }
    auto [it, isNew] = slotOfKey.try_emplace({kind, operands}, 0);
    if (isNew) {
      it->second = add({.is = Slot::Result, .value = static_cast<int64_t>(target.program.size())});
      target.program.push_back({kind, operands});
    }
    return it->second;
  }

  void finish(uint32_t result) {
    std::vector<uint32_t> moved(slots.size());
    for (size_t i = 0; i < slots.size(); ++i) {
      if (slots[i].is != Slot::Constant && slots[i].is != Slot::Invalid)
        continue;
      moved[i] = static_cast<uint32_t>(target.constants.size());
      target.constants.push_back(slots[i].value);
      if (slots[i].is == Slot::Invalid)
        target.invalidSlot = moved[i];
    }
    const size_t variables = target.constants.size();
    const size_t results = variables + target.variables.size();
    for (size_t i = 0; i < slots.size(); ++i) {
      if (slots[i].is == Slot::Variable)
        moved[i] = static_cast<uint32_t>(variables + static_cast<size_t>(slots[i].value));
      else if (slots[i].is == Slot::Result)
        moved[i] = static_cast<uint32_t>(results + static_cast<size_t>(slots[i].value));
    }
    for (CompiledExpr::Instruction &each : target.program)
      for (uint32_t &operand : each.operands)
        operand = moved[operand];
    target.result = moved[result];
  }
};

CompiledExpr::CompiledExpr(const Expr &expr, std::vector<std::string> variables,
                           const Bindings &constants)
    : source(expr), variables(std::move(variables)), bound(constants) {
  ExprCompiler(*this).run();
}

std::optional<int64_t> CompiledExpr::operator()(std::span<const int64_t> values) const {
  struct Slot {
    int64_t value;
    bool isValid;
  };
  constexpr size_t fewSlots = 128;
  std::array<Slot, fewSlots> few;
  std::vector<Slot> many;
  const size_t count = constants.size() + values.size() + program.size();
  if (count > fewSlots)
    many.resize(count);
  Slot *const slots = count > fewSlots ? many.data() : few.data();
  Slot *next = slots;
  for (int64_t value : constants)
    *next++ = {value, true};
  if (invalidSlot)
    slots[*invalidSlot].isValid = false;
  for (int64_t value : values)
    *next++ = {value, true};
  // Both sides of a select are computed; the failure of the one not chosen does not count.
  for (const auto &[kind, operands] : program) {
    const Slot &a = slots[operands[0]], &b = slots[operands[1]];
    if (kind == Kind::Select) {
      const Slot &chosen = a.value != 0 ? b : slots[operands[2]];
      *next++ = {chosen.value, a.isValid && chosen.isValid};
      continue;
    }
    int64_t value = 0;
    const bool isValid = a.isValid && b.isValid && computeInto(kind, a.value, b.value, value);
    *next++ = {value, isValid};
  }
  if (slots[result].isValid)
    return slots[result].value;
  const Evaluation exact = evaluation(values);
  return exact ? std::optional(exact.value()) : std::nullopt;
}

Evaluation CompiledExpr::evaluation(std::span<const int64_t> values) const {
  std::vector<Expr> numbers;
  for (int64_t value : values)
    numbers.push_back(Expr::constant(value));
  return evaluate(source, Lookup([&](std::string_view name) -> const Expr * {
                    auto it = std::find(variables.begin(), variables.end(), name);
                    if (it != variables.end())
                      return &numbers[static_cast<size_t>(it - variables.begin())];
                    return bound.find(name);
                  }));
}

} // namespace wave::symbolic
