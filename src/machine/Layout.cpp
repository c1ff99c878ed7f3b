//===- Layout.cpp ---------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "machine/Layout.h"

#include <algorithm>

namespace wave::machine {

int64_t countOf(const Digits &digits) {
  int64_t count = 1;
  for (const Digit &digit : digits)
    count *= digit.size;
  return count;
}

static Digits normalized(const Digits &digits) {
  Digits result;
  for (const Digit &digit : digits) {
    if (digit.size == 1)
      continue;
    Digit *last = result.empty() ? nullptr : &result.back();
    bool countsOn = last && last->dim == digit.dim &&
                    (digit.dim.empty() || digit.stride == last->size * last->stride);
    if (countsOn)
      last->size *= digit.size;
    else
      result.push_back({digit.dim, digit.size, digit.dim.empty() ? 0 : digit.stride});
  }
  return result;
}

Layout::Layout(Digits registers, Digits lanes, Digits waves)
    : registers_(normalized(registers)), lanes_(normalized(lanes)), waves_(normalized(waves)) {}

static void move(Position &position, const Digits &digits, int64_t number) {
  for (const Digit &digit : digits) {
    if (!digit.dim.empty())
      position[digit.dim] += number % digit.size * digit.stride;
    number /= digit.size;
  }
}

Position Layout::at(int64_t reg, int64_t lane, int64_t wave) const {
  Position position;
  move(position, registers_, reg);
  move(position, lanes_, lane);
  move(position, waves_, wave);
  return position;
}

static Digits digitsOf(const Layout &layout, std::string_view dim) {
  Digits digits;
  for (const Digits *part : {&layout.registers(), &layout.lanes(), &layout.waves()})
    std::ranges::copy_if(*part, std::back_inserter(digits),
                         [&](const Digit &digit) { return digit.dim == dim; });
  return digits;
}

int64_t Layout::extent(std::string_view dim) const {
  int64_t last = 0;
  for (const Digit &digit : digitsOf(*this, dim))
    last += (digit.size - 1) * digit.stride;
  return last + 1;
}

int64_t Layout::run(std::string_view dim) const {
  bool isRun =
      !registers_.empty() && registers_.front().dim == dim && registers_.front().stride == 1;
  return isRun ? registers_.front().size : 1;
}

bool Layout::hasCopies() const {
  auto copies = [](const Digits &digits) {
    return std::ranges::any_of(digits, [](const Digit &digit) { return digit.dim.empty(); });
  };
  return copies(lanes_) || copies(waves_);
}

/// The layout's digits for which `isKept` says so; lanes and waves that differ in others hold
/// copies.
template <typename IsKept> static Layout keepDigits(const Layout &layout, IsKept isKept) {
  auto copied = [&](Digits digits) {
    for (Digit &digit : digits)
      if (!isKept(digit))
        digit = {"", digit.size, 0};
    return digits;
  };
  Digits kept;
  std::ranges::copy_if(layout.registers(), std::back_inserter(kept), isKept);
  return {kept, copied(layout.lanes()), copied(layout.waves())};
}

Layout Layout::keeping(const std::vector<std::string> &dims) const {
  return keepDigits(*this,
                    [&](const Digit &digit) { return std::ranges::count(dims, digit.dim) != 0; });
}

Layout Layout::without(std::string_view dim) const {
  return keepDigits(*this, [&](const Digit &digit) { return digit.dim != dim; });
}

std::string Layout::problem() const {
  if (std::ranges::any_of(registers_, [](const Digit &digit) { return digit.dim.empty(); }))
    return "a lane holds an element in two registers";
  std::map<std::string, Digits> byDim;
  for (const Digits *part : {&registers_, &lanes_, &waves_})
    for (const Digit &digit : *part) {
      if (digit.size < 1 || (digit.stride < 1 && !digit.dim.empty()))
        return "digit " + textOf({digit}) + " has no size or no stride";
      if (!digit.dim.empty())
        byDim[digit.dim].push_back(digit);
    }
  for (auto &[dim, digits] : byDim) {
    std::ranges::sort(digits, {}, &Digit::stride);
    int64_t next = 1;
    for (const Digit &digit : digits) {
      if (digit.stride != next)
        return "along " + dim + " the digits " + textOf(digits) +
               " do not count every coordinate once";
      next *= digit.size;
    }
  }
  return {};
}

std::string textOf(const Digits &digits) {
  std::string text = "[";
  for (const Digit &digit : digits) {
    text += text.size() == 1 ? "" : ", ";
    text += (digit.dim.empty() ? "_" : digit.dim) + ":" + std::to_string(digit.size);
    if (!digit.dim.empty() && digit.stride != 1)
      text += ":" + std::to_string(digit.stride);
  }
  return text + "]";
}

std::string Layout::str() const {
  return "registers " + textOf(registers_) + " lanes " + textOf(lanes_) + " waves " +
         textOf(waves_);
}

} // namespace wave::machine
