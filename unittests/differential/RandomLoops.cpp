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

void RandomProgram::addWrite(const Values &values) {
  const Memory &memory = random.of(writable);
  std::vector<std::string> dims;
  for (const Expr &dim : memory.declaration().shape)
    dims.push_back(dim.str());
  Values whole, parts;
  for (const Value &value : values) {
    bool isPart = std::ranges::all_of(
        value.dims, [&](const std::string &dim) { return std::ranges::count(dims, dim) != 0; });
    if (isPart && value.dims.size() == dims.size())
      whole.push_back(value);
    else if (isPart)
      parts.push_back(value);
  }
  s.histogram.count("op", "write");
  if (!whole.empty() && (parts.empty() || random.oneIn(2)))
    return write(random.of(whole).tile, memory);
  DType dtype = parts.empty() ? f32 : random.of(parts).dtype;
  Value part = parts.empty() ? Value{Register({N}, f32, 1), {"N"}, f32, 1} : random.of(parts);
  if (part.dtype == i1)
    part = as(part, i32);
  dtype = part.dtype;
  Register full = memory.declaration().name == "y"   ? Register({K, M, N}, dtype, 1)
                  : memory.declaration().name == "z" ? Register({B, M, N}, dtype, 1)
                                                     : Register({M, N}, dtype, 1);
  s.histogram.count("op", "add");
  write(full + part.tile, memory);
}

} // namespace wave::test
