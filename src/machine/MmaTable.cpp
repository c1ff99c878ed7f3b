//===- MmaTable.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "machine/MmaTable.h"

#include <algorithm>

namespace wave::machine {

static constexpr Mma rows[] = {
#define WAVE_MMA(NAME, M, N, K, OPERAND, ACCUMULATOR, WAVE, CHIPS, LAYOUT)                         \
  {#NAME, M, N, K, DType::OPERAND, DType::ACCUMULATOR, WAVE, CHIPS, MmaLayout::LAYOUT},
#include "wave/mma_types.def"
#undef WAVE_MMA
};

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

std::span<const Mma> mmaTable() { return rows; }

const Mma &mmaRow(MMAType type) { return rows[static_cast<size_t>(type)]; }

const Mma *mmaNamed(std::string_view name) {
  const Mma *row = std::ranges::find(rows, name, &Mma::name);
  return row == std::ranges::end(rows) ? nullptr : row;
}

std::vector<std::string> mmaNames() {
  std::vector<std::string> names;
  for (const Mma &row : rows)
    names.emplace_back(row.name);
  return names;
}

const Mma *chooseMma(std::string_view chip, DType operand, DType accumulator) {
  for (const Mma &row : rows)
    if (row.operand == operand && row.accumulator == accumulator && row.runsOn(chip))
      return &row;
  return nullptr;
}

std::optional<DType> accumulatorOf(DType operand) {
  for (const Mma &row : rows)
    if (row.operand == operand)
      return row.accumulator;
  return std::nullopt;
}

} // namespace wave::machine
