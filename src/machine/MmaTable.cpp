//===- MmaTable.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "machine/MmaTable.h"

#include "machine/Chip.h"
#include "machine/ElementFormat.h"

#include <algorithm>
#include <optional>
#include <tuple>

namespace wave::machine {

static constexpr MmaElementRow elementRows[] = {
#define WAVE_MMA_ELEMENT(NAME, DTYPE, PRECISION, PTX, KIND, OPERAND, ACCUMULATOR, ALONG_OUTER)     \
  {DType::DTYPE, Precision::PRECISION, PTX, MmaKind::KIND, OPERAND, ACCUMULATOR, ALONG_OUTER},
#include "machine/mma_elements.def"
#undef WAVE_MMA_ELEMENT
};

static constexpr const MmaElementRow &rowOf(MmaElement element) {
  return elementRows[static_cast<size_t>(element)];
}

const MmaElementRow &elementRow(MmaElement element) { return rowOf(element); }

static constexpr MmaTypes typesOf(MmaElement lhs, MmaElement rhs, MmaElement accumulator) {
  return {rowOf(lhs).dtype, rowOf(rhs).dtype, rowOf(accumulator).dtype, rowOf(lhs).precision};
}

static constexpr Mma mmaRows[] = {
#define WAVE_MMA(NAME, M, N, K, LHS, RHS, ACCUMULATOR, WAVE, CHIPS, LAYOUT)                        \
  {#NAME,                                                                                          \
   M,                                                                                              \
   N,                                                                                              \
   K,                                                                                              \
   MmaElement::LHS,                                                                                \
   MmaElement::RHS,                                                                                \
   MmaElement::ACCUMULATOR,                                                                        \
   typesOf(MmaElement::LHS, MmaElement::RHS, MmaElement::ACCUMULATOR),                             \
   WAVE,                                                                                           \
   CHIPS,                                                                                          \
   MmaLayout::LAYOUT},
#include "wave/mma_types.def"
#undef WAVE_MMA
};

std::string operandsText(const MmaTypes &types) {
  std::string text(dtype_name(types.lhs));
  if (types.rhs != types.lhs)
    text += " by " + std::string(dtype_name(types.rhs));
  return types.precision == Precision::TF32 ? text + " in tf32" : text;
}

bool Mma::runsOn(std::string_view chip) const {
  std::string_view rest = chips;
  while (!rest.empty()) {
    size_t end = std::min(rest.find(' '), rest.size());
    if (rest.substr(0, end) == chip)
      return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

std::span<const Mma> mmaTable() { return mmaRows; }

const Mma &mmaRow(MMAType type) { return mmaRows[static_cast<size_t>(type)]; }

const Mma *mmaNamed(std::string_view name) {
  const Mma *row = std::ranges::find(mmaRows, name, &Mma::name);
  return row == std::ranges::end(mmaRows) ? nullptr : row;
}

std::vector<std::string> mmaNames() {
  std::vector<std::string> names;
  for (const Mma &row : mmaRows)
    names.emplace_back(row.name);
  return names;
}

namespace {
struct Cycles {
  std::string_view name;
  int64_t ofProcessors[4]; ///< in the order of `processors()`
};
} // namespace

static constexpr Cycles cycles[] = {
#define WAVE_MMA_CYCLES(NAME, ...) {#NAME, {__VA_ARGS__}},
#include "machine/mma_cycles.def"
#undef WAVE_MMA_CYCLES
};

int64_t productsPerCycle(const Mma &mma, std::string_view chip) {
  const Cycles *row = std::ranges::find(cycles, mma.name, &Cycles::name);
  if (row == std::ranges::end(cycles))
    return 1; // the CPU's vectors are no instructions of a wave
  const auto column = std::ranges::find(processors(), chip, &Processor::processor) -
                      std::ranges::begin(processors());
  return mma.m * mma.n * mma.k / row->ofProcessors[column];
}

static bool divides(const Mma &mma, MmaTile tile) {
  return tile.m % mma.m == 0 && tile.n % mma.n == 0 && tile.k % mma.k == 0;
}

const Mma *chooseMma(std::string_view chip, MmaTypes types, MmaTile tile, int64_t threads) {
  const Chip *gpu = chipNamed(chip);
  if (threads == 0)
    threads = gpu ? gpu->lanes : 1;
  auto merit = [&](const Mma &row) {
    const bool isFitting = divides(row, tile);
    const int64_t size = row.readsShared() ? row.m * row.n : -row.m * row.n;
    return isFitting ? std::tuple(isFitting, productsPerCycle(row, chip), row.k, size)
                     : std::tuple(isFitting, -row.m * row.n * row.k, row.k, -row.m * row.n);
  };
  const Mma *best = nullptr;
  for (const Mma &row : mmaRows)
    if (row.types == types && row.runsOn(chip) && row.threadsPerWave == threads &&
        !row.isOfPair() && (!best || merit(row) > merit(*best)))
      best = &row;
  return best;
}

const Mma *pairMma(std::string_view chip, MmaTypes types, int64_t rows, int64_t n) {
  const Mma *best = nullptr;
  for (const Mma &row : mmaRows)
    if (row.isOfPair() && row.types == types && row.n == n && rows % row.m == 0 &&
        row.runsOn(chip) && (!best || row.m > best->m))
      best = &row;
  return best;
}

/// What a cast of operands costs, the least first; null where it changes their kind or range.
static std::optional<int> costOfCast(DType from, DType to) {
  const ElementFormat a = formatOf(from), b = formatOf(to);
  if (from == to)
    return 0;
  if (is_float(from) != is_float(to))
    return std::nullopt;
  if (float8Of(from) && float8Of(to))
    return a.significantBits == b.significantBits && a.exponentBits == b.exponentBits
               ? std::optional(1)
               : std::nullopt;
  if (!narrows(from, to))
    return 2;
  return is_float(from) && a.exponentBits <= b.exponentBits ? std::optional(3) : std::nullopt;
}

const Mma *nearestMma(std::string_view chip, MmaTypes types, MmaTile tile, int64_t threads) {
  const Mma *nearest = nullptr;
  std::tuple<int, int64_t> least;
  for (const Mma &row : mmaRows) {
    const std::optional<int> lhs = costOfCast(types.lhs, row.types.lhs),
                             rhs = costOfCast(types.rhs, row.types.rhs);
    if (!lhs || !rhs || row.types.accumulator != types.accumulator ||
        row.types.precision != types.precision)
      continue;
    const Mma *own = chooseMma(chip, row.types, tile, threads);
    const std::tuple cost(std::max(*lhs, *rhs),
                          size_in_bytes(row.types.lhs) + size_in_bytes(row.types.rhs));
    if (own && (!nearest || cost < least)) {
      nearest = own;
      least = cost;
    }
  }
  return nearest;
}

std::vector<std::string> chipsWith(MmaTypes types) {
  std::vector<std::string> chips;
  for (const Processor &each : processors())
    if (chooseMma(each.processor, types, {}))
      chips.emplace_back(each.processor);
  if (chooseMma("cpu", types, {}))
    chips.emplace_back("cpu");
  return chips;
}

std::optional<DType> accumulatorOf(DType lhs, DType rhs) {
  for (const Mma &row : mmaRows)
    if (row.types.lhs == lhs && row.types.rhs == rhs)
      return row.types.accumulator;
  return std::nullopt;
}

} // namespace wave::machine
