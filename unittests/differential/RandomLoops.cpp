//===- RandomLoops.cpp - Loops and writes of random programs --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <limits>

#include "RandomProgram.h"

namespace wave::test {

static constexpr double unknown = std::numeric_limits<double>::infinity();

RandomProgram::Values RandomProgram::visibleInside(const Values &values, const Symbol &axis) const {
  Values visible;
  for (const Value &value : values)
    if (std::ranges::count(value.dims, axis.name()) == 0)
      visible.push_back(value);
  return visible;
}

/// A value of the argument's type for the next step, the argument itself at worst.
Register RandomProgram::nextFor(const Value &argument, const Values &values) {
  Values candidates;
  for (const Value &value : values)
    if (value.dtype == argument.dtype && value.dims == argument.dims)
      candidates.push_back(value);
  const Value &chosen = random.of(candidates);
  return random.oneIn(3) && chosen.dtype != i1 ? chosen.tile + 1 : chosen.tile;
}

void RandomProgram::addLoop(Values &values, int depth) {
  const Symbol &axis = random.oneIn(2) ? K : J;
  bool isOpen = std::ranges::any_of(axes, [&](const Symbol &a) { return a.name() == axis.name(); });
  Values visible = visibleInside(values, axis);
  if (depth == 2 || isOpen || visible.empty())
    return addArithmetic(values);
  s.histogram.count("op", "iterate");
  Values init;
  for (int64_t count = random.between(0, 3); count > 0; --count)
    init.push_back(random.of(visible));
  s.histogram.count("carried", std::to_string(init.size()));
  s.histogram.count("depth", std::to_string(depth + 1));

  std::vector<Symbol> outer = axes;
  axes.push_back(axis);
  Values inside = visible;
  auto step = [&](std::initializer_list<Register> arguments) {
    inside = visible;
    Values carried;
    for (const Register &argument : arguments)
      carried.push_back(describe(argument, unknown));
    inside.insert(inside.end(), carried.begin(), carried.end());
    body(inside, depth + 1);
    if (carried.empty() || random.oneIn(4))
      addWrite(inside);
    return carried;
  };
  std::vector<Register> results;
  if (init.empty())
    iterate({.axis = axis}, [&] { step({}); });
  else if (init.size() == 1)
    results.push_back(iterate({.axis = axis}, {init[0].tile},
                              [&](Register p) { return nextFor(step({p})[0], inside); }));
  else if (init.size() == 2)
    for (Register result :
         iterate({.axis = axis}, {init[0].tile, init[1].tile}, [&](Register p, Register q) {
           Values carried = step({p, q});
           Register first = nextFor(carried[0], inside);
           return yield(first, nextFor(carried[1], inside));
         }))
      results.push_back(result);
  else
    for (Register result : iterate({.axis = axis}, {init[0].tile, init[1].tile, init[2].tile},
                                   [&](Register p, Register q, Register r) {
                                     Values carried = step({p, q, r});
                                     Register first = nextFor(carried[0], inside);
                                     Register second = nextFor(carried[1], inside);
                                     return yield(first, second, nextFor(carried[2], inside));
                                   }))
      results.push_back(result);
  axes.clear();
  for (const Symbol &symbol : outer)
    axes.emplace_back(symbol);
  for (const Register &result : results)
    values.push_back(describe(result, unknown));
}

/// The maximum of a value over the dimensions that are not among `dims`.
RandomProgram::Value RandomProgram::within(Value value, const std::vector<std::string> &dims) {
  for (const Symbol &dim : {B, J, K}) {
    if (std::ranges::count(dims, dim.name()) || !std::ranges::count(value.dims, dim.name()))
      continue;
    if (value.dtype == i1)
      value = as(value, i32);
    value = describe(max(value.tile, dim), value.bound);
  }
  return value;
}

void RandomProgram::addWrite(const Values &values) {
  const Memory &memory = random.of(writable);
  std::vector<std::string> dims;
  for (const Expr &dim : memory.declaration().shape)
    dims.push_back(dim.str());
  auto isOf = [&](const std::string &dim) { return std::ranges::count(dims, dim) != 0; };
  Values candidates;
  for (const Value &value : values)
    if (std::ranges::any_of(value.dims, isOf))
      candidates.push_back(value);
  s.histogram.count("op", "write");
  Value value{Register({N}, f32, 1), {"N"}, f32, 1};
  if (!candidates.empty()) {
    // Rather a late one, to which many others lead.
    const auto last = static_cast<int64_t>(candidates.size()) - 1;
    const int64_t index = std::max(random.between(0, last), random.between(0, last));
    value = within(candidates[static_cast<size_t>(index)], dims);
  }
  const bool isFull = value.dims.size() == dims.size();
  const bool isAgain = isWritten(memory);
  if (isFull && !isAgain)
    return store(value.tile, memory);
  if (value.dtype == i1)
    value = as(value, i32);
  auto again = [&](const Register &tile) {
    return isAgain ? maximum(tile, cast(load(memory), value.dtype)) : tile;
  };
  if (isFull)
    return store(again(value.tile), memory);
  if (isOf("K"))
    s.needsSize(K);
  Register full = isOf("K")   ? Register({K, M, N}, value.dtype, 1)
                  : isOf("B") ? Register({B, M, N}, value.dtype, 1)
                              : Register({M, N}, value.dtype, 1);
  s.histogram.count("op", "add");
  store(again(full + value.tile), memory);
}

bool RandomProgram::isWritten(const Memory &memory) const {
  return std::ranges::count(written, memory.declaration().name) != 0;
}

void RandomProgram::store(const Register &tile, const Memory &memory) {
  writeTile(tile, memory);
  if (!isWritten(memory))
    written.push_back(memory.declaration().name);
}

} // namespace wave::test
