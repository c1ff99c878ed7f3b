//===- MmaLayouts.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "machine/MmaLayouts.h"

#include <initializer_list>

namespace wave::machine {

namespace {
enum class RowPart { Operand, Lhs, Rhs, Accumulator };
enum class Axis { R, M, N, K };

/// A size or a stride that the shape gives: the negative of how often P it is, or of how often half
/// of C.
constexpr int64_t perLane = -1;
constexpr int64_t halfOfColumns = -(int64_t(1) << 32);

struct RowDigit {
  Axis axis;
  int64_t size;
  int64_t stride = 1;
};

struct Row {
  MmaLayout layout;
  RowPart part;
  std::vector<RowDigit> lanes, registers;
};
} // namespace

static const std::vector<Row> &layoutRows() {
  constexpr Axis R = Axis::R, M = Axis::M, N = Axis::N, K = Axis::K;
  constexpr int64_t P = perLane, C = 2 * halfOfColumns;
#define DIGITS(...) __VA_ARGS__
#define WAVE_MMA_LAYOUT(LAYOUT, PART, LANES, REGISTERS)                                            \
  {MmaLayout::LAYOUT, RowPart::PART, {DIGITS LANES}, {DIGITS REGISTERS}},
  static const std::vector<Row> layouts = {
#include "machine/mma_layouts.def"
  };
#undef WAVE_MMA_LAYOUT
#undef DIGITS
  return layouts;
}

static const std::string &nameOf(Axis axis, MmaPart part, const MmaDimNames &dims) {
  switch (axis) {
  case Axis::R:
    return part == MmaPart::Lhs ? dims.m : dims.n;
  case Axis::M:
    return dims.m;
  case Axis::N:
    return dims.n;
  case Axis::K:
    return dims.k;
  }
  return dims.k;
}

std::optional<Layout> layoutOf(const Mma &mma, MmaPart part, const MmaDimNames &dims) {
  static constexpr RowPart parts[] = {RowPart::Lhs, RowPart::Rhs, RowPart::Accumulator};
  for (const Row &row : layoutRows()) {
    const bool isWanted = row.part == parts[static_cast<size_t>(part)] ||
                          (row.part == RowPart::Operand && part != MmaPart::Accumulator);
    if (row.layout != mma.layout || !isWanted)
      continue;
    int64_t otherAlongK = 1;
    for (const std::vector<RowDigit> *digits : {&row.lanes, &row.registers})
      for (const RowDigit &digit : *digits)
        if (digit.axis == Axis::K && digit.size > 0)
          otherAlongK *= digit.size;
    auto number = [&](int64_t value) {
      if (value <= halfOfColumns)
        return value / halfOfColumns * (mma.n / 8) / 2;
      return value < 0 ? -value * (mma.k / otherAlongK) : value;
    };
    auto digits = [&](const std::vector<RowDigit> &list) {
      Digits result;
      for (const RowDigit &digit : list)
        result.push_back(
            {nameOf(digit.axis, part, dims), number(digit.size), number(digit.stride)});
      return result;
    };
    return Layout(digits(row.registers), digits(row.lanes), {});
  }
  return std::nullopt;
}

} // namespace wave::machine
