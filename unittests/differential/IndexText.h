//===- IndexText.h - Indices as text of a kernel, and as functions --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What random kernels compute with, in two forms that share no code: the text that the compiler
// reads, and a function that an oracle calls.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace wave::test {

/// What symbols are here: sizes, ids and counters.
using Environment = std::map<std::string, int64_t>;

/// An index as the kernel's text has it, `$0` apart, and as a function.
struct Index {
  std::string text; ///< over names
  std::function<int64_t(const Environment &)> at;
};

inline int64_t floorDivided(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}
inline int64_t floorModulo(int64_t a, int64_t b) { return a - floorDivided(a, b) * b; }

inline Index constant(int64_t value) {
  return {std::to_string(value), [=](const Environment &) { return value; }};
}
inline Index named(const std::string &name) {
  return {name, [=](const Environment &e) { return e.at(name); }};
}
inline Index operator+(const Index &a, const Index &b) {
  return {"(" + a.text + " + " + b.text + ")",
          [=](const Environment &e) { return a.at(e) + b.at(e); }};
}
inline Index operator*(const Index &a, const Index &b) {
  return {"(" + a.text + " * " + b.text + ")",
          [=](const Environment &e) { return a.at(e) * b.at(e); }};
}
inline Index operator%(const Index &a, const Index &b) {
  return {"(" + a.text + " % " + b.text + ")",
          [=](const Environment &e) { return floorModulo(a.at(e), b.at(e)); }};
}
inline Index operator/(const Index &a, const Index &b) {
  return {"floordiv(" + a.text + ", " + b.text + ")",
          [=](const Environment &e) { return floorDivided(a.at(e), b.at(e)); }};
}

/// The text of `index` with operands for ids and counters: `"$0 + 1" (%W0)`.
inline std::string withOperands(const Index &index, const std::vector<std::string> &names,
                                bool isOwnFirst = false) {
  std::string text = index.text, operands;
  for (size_t i = 0, next = isOwnFirst ? 1 : 0; i < names.size(); ++i) {
    const bool isOwn = isOwnFirst && i + 1 == names.size();
    bool isUsed = isOwn;
    const std::string number = "$" + std::to_string(isOwn ? 0 : next);
    for (size_t at = text.find(names[i]); at != std::string::npos; at = text.find(names[i])) {
      text.replace(at, names[i].size(), number);
      isUsed = true;
    }
    if (!isUsed || isOwn)
      continue;
    ++next;
    operands += (operands.empty() ? "" : ", ") + ("%" + names[i]);
  }
  return "\"" + text + "\"" + (operands.empty() ? "" : " (" + operands + ")");
}

} // namespace wave::test
