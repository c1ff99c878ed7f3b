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
/// Of loops over no dimension, by how many loops are around them.
static constexpr Symbol loopAxes[] = {Symbol{"R"}, Symbol{"S"}};

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

ScalarRegister RandomProgram::drawBound(int64_t step) {
  std::vector<std::string> kinds{"number", "workgroup", "size", "64 bits"};
  if (!counters.empty())
    kinds.emplace_back("counter");
  const std::string kind = kinds[s.histogram.rarest("bound", kinds)];
  s.histogram.count("bound", kind);
  const int64_t number = random.between(0, 3);
  const Expr id = random.oneIn(2) ? WORKGROUP_0 : WORKGROUP_1;
  if (kind == "number")
    return Expr(number * step);
  if (kind == "size") { // of which GPUs have hundreds: a few steps
    const int64_t length = aim == Aim::Gpu ? std::max<int64_t>(step, 16) : step;
    return ceildiv(Max(random.oneIn(2) ? M : N, 1) - 1, (number + 1) * length) * step;
  }
  if (kind == "64 bits") { // far beyond 32 on the way
    const int64_t factor = (int64_t(1) << random.between(33, 50)) + 1;
    return scalar(id % 3, i64) * factor % (number + 2) * step;
  }
  if (kind == "counter")
    return random.of(counters) * step + number * step;
  if (random.oneIn(3))
    return scalar(id % 3, i32) * step + number * step;
  if (random.oneIn(2))
    return Expr((id % 2 + number) * step);
  const Expr bound = ceildiv((id + 1) * (number + 1), step) * step;
  // A reordering that nobody checks may lead to tiles before the first.
  return isReordered && isPartial ? max(bound, 0) : bound;
}

IterateOptions RandomProgram::loopOver(const Symbol &axis, bool needsEnd) {
  IterateOptions options{.axis = axis};
  const int64_t step = s.stepOf(axis);
  if (needsEnd || random.oneIn(3))
    options.end = drawBound(step);
  if (random.oneIn(4))
    options.begin = drawBound(step);
  s.histogram.count("loop", needsEnd        ? "over an axis"
                            : options.begin ? "from a begin"
                            : options.end   ? "to an end"
                                            : "over all");
  return options;
}

void RandomProgram::addLoop(Values &values, int depth) {
  const bool isOfAxis = depth < 2 && random.oneIn(4);
  const Symbol &axis = isOfAxis ? loopAxes[depth] : random.oneIn(2) ? K : J;
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

  const IterateOptions options = loopOver(axis, isOfAxis);
  const bool isBounded = options.begin || options.end;
  std::vector<Symbol> outer = axes;
  axes.push_back(axis);
  bounded += isBounded ? 1 : 0;
  const bool wasPartOfK = isPartOfK;
  isPartOfK |= isBounded && axis.name() == K.name();
  Values inside = visible;
  auto step = [&](std::initializer_list<Register> arguments) {
    inside = visible;
    Values carried;
    for (const Register &argument : arguments)
      carried.push_back(describe(argument, unknown));
    inside.insert(inside.end(), carried.begin(), carried.end());
    if (isOfAxis)
      counters.push_back(self_index(axis, i32));
    body(inside, depth + 1);
    if (isOfAxis)
      counters.pop_back();
    if (carried.empty() || random.oneIn(4))
      addWrite(inside);
    return carried;
  };
  std::vector<Register> results;
  if (init.empty())
    iterate(options, [&] { step({}); });
  else if (init.size() == 1)
    results.push_back(iterate(options, {init[0].tile},
                              [&](Register p) { return nextFor(step({p})[0], inside); }));
  else if (init.size() == 2)
    for (Register result :
         iterate(options, {init[0].tile, init[1].tile}, [&](Register p, Register q) {
           Values carried = step({p, q});
           Register first = nextFor(carried[0], inside);
           return yield(first, nextFor(carried[1], inside));
         }))
      results.push_back(result);
  else
    for (Register result : iterate(options, {init[0].tile, init[1].tile, init[2].tile},
                                   [&](Register p, Register q, Register r) {
                                     Values carried = step({p, q, r});
                                     Register first = nextFor(carried[0], inside);
                                     Register second = nextFor(carried[1], inside);
                                     return yield(first, second, nextFor(carried[2], inside));
                                   }))
      results.push_back(result);
  bounded -= isBounded ? 1 : 0;
  isPartOfK = wasPartOfK;
  axes.clear();
  for (const Symbol &symbol : outer)
    axes.emplace_back(symbol);
  for (const Register &result : results)
    if (!random.oneIn(8)) // nothing uses the others
      values.push_back(describe(result, unknown));
}

/// The maximum of a value over the dimensions that are not among `dims`.
RandomProgram::Value RandomProgram::within(Value value, const std::vector<std::string> &dims) {
  for (const Symbol &dim : {B, J, K}) {
    if (s.isDistributed(dim))
      continue;
    if (std::ranges::count(dims, dim.name()) || !std::ranges::count(value.dims, dim.name()))
      continue;
    if (value.dtype == i1)
      value = as(value, i32);
    value = describe(max(value.tile, dim), value.bound);
  }
  return value;
}

void RandomProgram::addWrite(const Values &values) {
  // A loop over a part of K does not write all of a memory that has it.  Where another loop may
  // have no trip, the last write of a memory covers what is left out: in tiles as large.
  std::vector<Memory> choices = writable;
  const bool isInLoopOverK =
      std::ranges::any_of(axes, [](const Symbol &axis) { return axis.name() == K.name(); });
  const bool mayBeLeftOut = bounded > (inParts ? 1 : 0) || whiles > (workgroups ? 1U : 0U);
  if (isPartOfK || (isInLoopOverK && mayBeLeftOut))
    std::erase_if(choices, [](const Memory &memory) {
      const std::vector<Expr> &shape = memory.declaration().shape;
      return std::ranges::any_of(shape, [](const Expr &dim) { return dim.str() == K.name(); });
    });
  const Memory memory = random.of(choices);
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
  s.histogram.count("op", "add");
  store(again(filled(dims, value.dtype) + value.tile), memory);
}

/// Ones, in a register with these dimensions.
Register RandomProgram::filled(const std::vector<std::string> &dims, DType dtype) {
  auto dim = [&](size_t i) { return Expr::symbol(dims[i]); };
  switch (dims.size()) {
  case 2:
    return Register({dim(0), dim(1)}, dtype, 1);
  case 3:
    return Register({dim(0), dim(1), dim(2)}, dtype, 1);
  case 4:
    return Register({dim(0), dim(1), dim(2), dim(3)}, dtype, 1);
  default:
    return Register({dim(0), dim(1), dim(2), dim(3), dim(4)}, dtype, 1);
  }
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
