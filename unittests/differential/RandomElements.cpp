//===- RandomElements.cpp - Functions, choices, reductions at random -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cmath>
#include <limits>

#include "RandomProgram.h"

namespace wave::test {

static constexpr double unknown = std::numeric_limits<double>::infinity();

/// What is exact or correctly rounded for all arguments.
void RandomProgram::addFunction(Values &values) {
  Value x = random.of(values);
  if (x.dtype == i1)
    x = as(x, random.of<DType>({f16, f64, i8}));
  std::vector<std::string> names{"abs", "neg"};
  if (is_float(x.dtype))
    names.emplace_back("sqrt");
  const size_t kind = s.histogram.rarest("op", names);
  s.histogram.count("op", names[kind]);
  Register result = kind == 0 ? abs(x.tile) : kind == 1 ? -x.tile : sqrt(x.tile);
  values.push_back(describe(result, kind < 2 ? x.bound : unknown));
}

/// Functions of small integers: exact powers of two and their logarithms, or eighths.
void RandomProgram::addRounded(Values &values) {
  Values small;
  for (const Value &value : values)
    if (value.bound <= 6)
      small.push_back(value);
  Value x = small.empty() ? readFrom(readable[1]) : random.of(small);
  if (!is_float(x.dtype))
    x = as(x, random.of<DType>({f16, bf16, f32, f64}));
  if (random.oneIn(4)) {
    s.histogram.count("op", "exp2");
    Value power = describe(exp2(x.tile), unknown);
    values.push_back(power);
    s.histogram.count("op", "log2");
    values.push_back(describe(log2(power.tile), x.bound));
    return;
  }
  using Function = Register (*)(const Register &, const FunctionOptions &);
  static constexpr Function functions[] = {exp, log, rcp, rsqrt, tanh};
  const std::vector<std::string> names{"exp", "log", "rcp", "rsqrt", "tanh"};
  const size_t kind = s.histogram.rarest("op", names);
  s.histogram.count("op", names[kind]);
  const FunctionOptions options{.approximate = random.oneIn(3)};
  if (options.approximate)
    s.histogram.count("op", "approximate");
  values.push_back(as(describe(functions[kind](x.tile, options) * 8, unknown), i8));
}

RandomProgram::Value RandomProgram::condition(const Values &values) {
  Values truths;
  for (const Value &value : values)
    if (value.dtype == i1)
      truths.push_back(value);
  if (!truths.empty() && random.oneIn(2))
    return random.of(truths);
  Value lhs = random.of(values);
  if (lhs.dtype == i1)
    lhs = as(lhs, random.of<DType>({f32, i8, i64}));
  Operand rhs(lhs.tile);
  if (random.oneIn(3))
    rhs = Operand(random.between(-2, 2));
  else
    rhs = Operand(partnerOf(lhs, values).tile);
  s.histogram.count("op", "compare");
  switch (random.between(0, 5)) {
  case 0:
    return describe(lhs.tile < rhs, 1);
  case 1:
    return describe(lhs.tile <= rhs, 1);
  case 2:
    return describe(rhs > lhs.tile, 1);
  case 3:
    return describe(lhs.tile >= rhs, 1);
  case 4:
    return describe(rhs == lhs.tile, 1);
  default:
    return describe(lhs.tile != rhs, 1);
  }
}

void RandomProgram::addChoice(Values &values) {
  if (random.oneIn(2)) {
    Value lhs = random.of(values);
    if (lhs.dtype == i1)
      lhs = as(lhs, random.of<DType>({bf16, f32, i32}));
    Value rhs = partnerOf(lhs, values);
    const std::vector<std::string> names{"maximum", "minimum"};
    const size_t kind = s.histogram.rarest("op", names);
    const bool isMaximum = kind == 0;
    s.histogram.count("op", names[kind]);
    Register result = isMaximum ? maximum(lhs.tile, rhs.tile) : minimum(lhs.tile, rhs.tile);
    values.push_back(describe(result, std::max(lhs.bound, rhs.bound)));
    return;
  }
  Value truth = condition(values);
  const bool combines = s.histogram.rarest("op", {"logic", "select"}) == 0;
  s.histogram.count("op", combines ? "logic" : "select");
  if (combines) {
    Value other = partnerOf(truth, values);
    int64_t kind = random.between(0, 3);
    Register result = kind == 0   ? truth.tile & other.tile
                      : kind == 1 ? truth.tile | other.tile
                      : kind == 2 ? truth.tile ^ other.tile
                                  : ~truth.tile;
    values.push_back(describe(result, 1));
    return;
  }
  Value lhs = besides(truth, values);
  if (random.oneIn(3) && lhs.dtype != i1) {
    values.push_back(describe(select(truth.tile, lhs.tile, 2), std::max(lhs.bound, 2.0)));
    return;
  }
  // The third one beside both: the larger of the first two has all of their dimensions.
  Value larger = lhs.dims.size() > truth.dims.size() ? lhs : truth;
  Value rhs = besides(larger, values);
  if (rhs.dtype != lhs.dtype)
    rhs = as(rhs, lhs.dtype);
  values.push_back(
      describe(select(truth.tile, lhs.tile, rhs.tile), std::max(lhs.bound, rhs.bound)));
}

void RandomProgram::addReduction(Values &values) {
  constexpr Symbol all[] = {B, J, K, M, N};
  std::vector<std::pair<size_t, size_t>> choices; ///< values and dimensions of theirs
  const std::vector<std::string> names{"sum", "max", "min"};
  const size_t kind = s.histogram.rarest("op", names);
  const bool isSum = kind == 0, isMax = kind == 1;
  for (size_t i = 0; i < values.size(); ++i)
    for (size_t d = 0; d < std::size(all); ++d) {
      const Value &value = values[i];
      bool hasDim = std::ranges::count(value.dims, all[d].name()) != 0;
      bool isExact = !isSum || !is_float(value.dtype) || value.bound <= 64;
      if (hasDim && value.dims.size() > 1 && value.dtype != i1 && isExact &&
          !s.isDistributed(all[d]))
        choices.emplace_back(i, d);
    }
  if (choices.empty())
    return addRead(values);
  auto [i, d] = random.of(choices);
  const Value x = values[i];
  const Symbol &dim = all[d];
  s.histogram.count("op", names[kind]);
  auto bound = [&](double start) { return isSum ? x.bound * 20 + start : unknown; };
  Values starts;
  for (const Value &value : values)
    if (value.dtype == x.dtype && value.dims.size() + 1 == x.dims.size() &&
        std::ranges::count(value.dims, dim.name()) == 0 &&
        std::ranges::all_of(
            value.dims,
            [&](const std::string &name) { return std::ranges::count(x.dims, name) != 0; }) &&
        (!isSum || !is_float(x.dtype) || value.bound <= 0x1p20))
      starts.push_back(value);
  if (starts.empty() || random.oneIn(3)) {
    Register result = isSum ? sum(x.tile, dim) : isMax ? max(x.tile, dim) : min(x.tile, dim);
    values.push_back(describe(result, bound(0)));
    return;
  }
  s.histogram.count("operand", "initial value");
  const Value start = random.of(starts);
  Register result = isSum   ? sum(x.tile, start.tile, dim)
                    : isMax ? max(x.tile, start.tile, dim)
                            : min(x.tile, start.tile, dim);
  values.push_back(describe(result, bound(start.bound)));
}

} // namespace wave::test
