//===- Samples.cpp - Values of an expression at a few points --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/Samples.h"

#include "symbolic/Node.h"
#include "symbolic/Wide.h"

#include <algorithm>
#include <random>

namespace wave::symbolic {

namespace {

template <typename Function>
Samples pointwise(const Samples &a, const Samples &b, Function function) {
  Samples result;
  for (size_t i = 0; i < Samples::count; ++i) {
    if (!a.isValid[i] || !b.isValid[i])
      continue;
    const std::optional<Wide> value = function(Wide(a.values[i]), Wide(b.values[i]));
    result.isValid[i] = value && fitsInt64(*value);
    if (result.isValid[i])
      result.values[i] = static_cast<int64_t>(*value);
  }
  return result;
}

using MaybeWide = std::optional<Wide>;

MaybeWide roundedQuotient(Wide a, Wide b) {
  return b == 0 ? MaybeWide() : MaybeWide((a - floorMod(a, b)) / b);
}

Samples samplesOfSymbol(const std::string &name) {
  // FNV-1a, which is the same on every platform.
  uint64_t hash = 0xcbf29ce484222325;
  for (char letter : name)
    hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
  std::mt19937_64 engine(hash);
  Samples result;
  for (size_t i = 0; i < Samples::count; ++i) {
    // Some points with small values, where sizes are less than groups and chunks.
    const uint64_t most = i % 2 == 0 ? 60 : 7;
    result.values[i] = static_cast<int64_t>(1 + engine() % most);
    result.isValid[i] = true;
  }
  return result;
}

Samples applyTo(Kind kind, const std::vector<Samples> &operands) {
  const Samples &a = operands[0], &b = operands[1];
  switch (kind) {
  case Kind::Add:
    return a + b;
  case Kind::Mul:
    return a * b;
  case Kind::FloorDiv:
    return floordiv(a, b);
  case Kind::CeilDiv:
    return Samples::constant(0) - floordiv(Samples::constant(0) - a, b);
  case Kind::Mod:
    return a % b;
  case Kind::Min:
    return min(a, b);
  case Kind::Max:
    return max(a, b);
  case Kind::Lt:
    return a < b;
  case Kind::Le:
    return a <= b;
  case Kind::Eq:
    return pointwise(a, b, [](Wide x, Wide y) { return MaybeWide(x == y); });
  case Kind::Ne:
    return pointwise(a, b, [](Wide x, Wide y) { return MaybeWide(x != y); });
  case Kind::Select:
    return select(a, b, operands[2]);
  default:
    return pointwise(a, b, [](Wide x, Wide y) {
      return y != 0 && floorMod(x, y) == 0 ? MaybeWide(x / y) : MaybeWide();
    });
  }
}

} // namespace

Samples Samples::constant(int64_t value) {
  Samples result;
  result.values.fill(value);
  result.isValid.fill(true);
  return result;
}

bool Samples::mayEqual(const Samples &other) const {
  for (size_t i = 0; i < count; ++i)
    if (isValid[i] && other.isValid[i] && values[i] != other.values[i])
      return false;
  return true;
}

Samples operator+(const Samples &a, const Samples &b) {
  return pointwise(a, b, [](Wide x, Wide y) { return MaybeWide(x + y); });
}
Samples operator-(const Samples &a, const Samples &b) {
  return pointwise(a, b, [](Wide x, Wide y) { return MaybeWide(x - y); });
}
Samples operator*(const Samples &a, const Samples &b) { return pointwise(a, b, checkedMul); }
Samples operator%(const Samples &a, const Samples &b) {
  return pointwise(a, b, [](Wide x, Wide y) { return y == 0 ? MaybeWide() : floorMod(x, y); });
}
Samples floordiv(const Samples &a, const Samples &b) { return pointwise(a, b, roundedQuotient); }
Samples min(const Samples &a, const Samples &b) {
  return pointwise(a, b, [](Wide x, Wide y) { return MaybeWide(std::min(x, y)); });
}
Samples max(const Samples &a, const Samples &b) {
  return pointwise(a, b, [](Wide x, Wide y) { return MaybeWide(std::max(x, y)); });
}
Samples operator<(const Samples &a, const Samples &b) {
  return pointwise(a, b, [](Wide x, Wide y) { return MaybeWide(x < y); });
}
Samples operator<=(const Samples &a, const Samples &b) {
  return pointwise(a, b, [](Wide x, Wide y) { return MaybeWide(x <= y); });
}
Samples select(const Samples &condition, const Samples &a, const Samples &b) {
  Samples result;
  for (size_t i = 0; i < Samples::count; ++i) {
    const Samples &chosen = condition.values[i] != 0 ? a : b;
    result.values[i] = chosen.values[i];
    result.isValid[i] = condition.isValid[i] && chosen.isValid[i];
  }
  return result;
}

const Samples &Sampler::of(const Expr &expr) {
  if (auto it = known.find(&expr.node()); it != known.end())
    return it->second.second;
  Samples samples;
  if (isConstant(expr)) {
    samples = Samples::constant(expr.node().value);
  } else if (isKind(expr, Kind::Symbol)) {
    samples = samplesOfSymbol(expr.node().name);
  } else {
    std::vector<Samples> operands;
    for (const Expr &each : expr.node().operands)
      operands.push_back(of(each));
    samples = applyTo(kindOf(expr), operands);
  }
  return known.emplace(&expr.node(), std::pair(expr, samples)).first->second.second;
}

} // namespace wave::symbolic
