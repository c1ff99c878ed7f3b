//===- Chip.cpp -----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "machine/Chip.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace wave::machine {
namespace {

constexpr auto termTable = std::to_array<Terms>({
#define WAVE_FAMILY(...) {__VA_ARGS__},
#include "machine/Chip.def"
});

constexpr auto processorTable = std::to_array<Processor>({
#define WAVE_PROCESSOR(...) {__VA_ARGS__},
#include "machine/Chip.def"
});

constexpr const Processor &row(std::string_view processor) {
  for (const Processor &each : processorTable)
    if (each.processor == processor)
      return each;
  throw "a chip has a processor that Chip.def has not"; // when this is compiled
}

constexpr auto table = std::to_array<Chip>({
#define WAVE_CHIP(NAME, PROCESSOR, ...) {row(PROCESSOR), {__VA_ARGS__}, NAME},
#include "machine/Chip.def"
});

unsigned number(std::string_view text) {
  unsigned value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  return parts;
}

/// "0-3+20-23 4-7+16-19": groups of ranges of lanes.
std::vector<std::vector<uint8_t>> parseGroups(std::string_view text) {
  std::vector<std::vector<uint8_t>> groups;
  for (std::string_view group : split(text, ' ')) {
    std::vector<uint8_t> &lanes = groups.emplace_back();
    for (std::string_view range : split(group, '+')) {
      size_t dash = range.find('-');
      unsigned last = number(range.substr(dash + 1));
      for (unsigned lane = number(range.substr(0, dash)); lane <= last; ++lane)
        lanes.push_back(static_cast<uint8_t>(lane));
    }
  }
  return groups;
}

struct SharedRow {
  std::string_view processor;
  SharedAccess access;
};

const std::vector<SharedRow> &sharedRows() {
  static const std::vector<SharedRow> rows = {
#define WAVE_SHARED_ACCESS(PROCESSOR, DIRECTION, BYTES, BANKS, GROUPS)                             \
  {PROCESSOR, {SharedDirection::DIRECTION, BYTES, BANKS, parseGroups(GROUPS)}},
#include "machine/Chip.def"
  };
  return rows;
}

} // namespace

std::span<const Processor> processors() { return processorTable; }
std::span<const Chip> chips() { return table; }

const Terms &Processor::terms() const {
  return *std::ranges::find(termTable, family, &Terms::family);
}

bool Processor::copiesWide() const { return (copyBytes >> widestAccess & 1) != 0; }

const Chip *chipNamed(std::string_view name) {
  for (const Chip &chip : table)
    if (chip.name == name || chip.processor == name)
      return &chip;
  return nullptr;
}

const Chip *chipNamed(std::string_view name, std::string_view family) {
  const Chip *chip = chipNamed(name);
  return chip && chip->family == family ? chip : nullptr;
}

const Chip *chipOfProduct(std::string_view product) {
  struct Product {
    std::string_view name, processor;
  };
  static constexpr auto products = std::to_array<Product>({
#define WAVE_PRODUCT(...) {__VA_ARGS__},
#include "machine/Chip.def"
  });
  for (const Product &known : products)
    if (known.name == product)
      return chipNamed(known.processor);
  return chipNamed(product);
}

static std::string processorsIf(auto isMeant) {
  std::string names;
  for (const Processor &each : processorTable)
    if (isMeant(each))
      names += (names.empty() ? "" : ", ") + std::string(each.processor);
  return names;
}

std::string processorsOf(unsigned generations) {
  return processorsIf([&](const Processor &each) { return generations & each.generation; });
}

std::string processorsOf(std::string_view family) {
  return processorsIf([&](const Processor &each) { return each.family == family; });
}

int64_t Processor::registersFor(int64_t waves) const {
  // Waves are spread evenly over the SIMDs, each of which has registers of its own.
  return std::min(registers / wavesOfSimd(waves) / registerGranule * registerGranule,
                  mostRegisters);
}

std::string Processor::registersText(int64_t waves) const {
  const int64_t share = registers / wavesOfSimd(waves) / registerGranule * registerGranule;
  const int64_t count = wavesOfSimd(waves);
  return std::to_string(registers) + " of a " + std::string(terms().simd) + "'s lane / " +
         std::to_string(count) + " " + std::string(count == 1 ? terms().wave : terms().waves) +
         " = " + std::to_string(share) +
         (share > mostRegisters
              ? ", of which instructions can name " + std::to_string(mostRegisters)
              : "");
}

const SharedAccess &sharedAccess(const Chip &chip, SharedDirection direction, unsigned bytes) {
  const SharedAccess *widest = nullptr;
  for (const SharedRow &row : sharedRows()) {
    if (row.processor != chip.processor || row.access.direction != direction)
      continue;
    widest = &row.access;
    if (bytes <= row.access.bytes)
      break;
  }
  return *widest;
}

} // namespace wave::machine
