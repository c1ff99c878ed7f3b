//===- register.h - Tile values inside a kernel ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A Register is a tile: one value per coordinate of its symbolic dimensions.  It
// exists only while a kernel is traced; operations on it are recorded, not run.
//
// Arithmetic is elementwise and matches dimensions by name, never by position:
// the dimensions of one operand must be among those of the other, and the result
// has the larger set.  Element types must agree; `cast` changes them.  A number
// takes the element type of the register beside it.  Comparisons give truth values
// (i1), which &, |, ^ and ~ combine and `select` (wave/elementwise.h) chooses by.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <source_location>
#include <string>
#include <type_traits>
#include <vector>

#include "wave/expr.h"
#include "wave/types.h"

#pragma GCC visibility push(default)
namespace wave {

class Register {
public:
  /// A tile that holds `value` everywhere.
  Register(std::initializer_list<Expr> shape, DType dtype, double value,
           std::source_location where = std::source_location::current());

  std::vector<Expr> shape() const;
  DType dtype() const;

  /// The traced IR's handle and the trace it belongs to, for src/frontend only.
  Register(void *value, uint64_t trace) : value_(value), trace_(trace) {}
  void *value() const { return value_; }
  uint64_t trace() const { return trace_; }

private:
  void *value_;
  uint64_t trace_;
};

/// A number beside a register, with the line it was written on: `0.5 * sum`.
/// Numbers travel as double; an integer that is no double is refused [number-range].
class Number {
public:
  template <typename T>
    requires std::integral<T> || std::floating_point<T>
  Number(T number, std::source_location location = std::source_location::current())
      : value(static_cast<double>(number)), is_exact(fits(number)), where(location) {}

  double value;
  bool is_exact;
  std::source_location where;

private:
  template <typename T> static constexpr bool fits([[maybe_unused]] T number) {
    if constexpr (std::integral<T> && sizeof(T) == 8) {
      constexpr T limit = T(1) << 53; // up to here every integer is a double
      return number <= limit && (std::is_unsigned_v<T> || number >= T(0) - limit);
    }
    return true;
  }
};

/// An operand of elementwise arithmetic: a register or a number, with the line it
/// was written on (an operator has no room for a default argument).
class Operand {
public:
  Operand(const Register &value, std::source_location where = std::source_location::current())
      : register_(value), is_number_(false), number_(0, where) {}
  template <typename T>
    requires std::integral<T> || std::floating_point<T>
  Operand(T value, std::source_location where = std::source_location::current())
      : register_(nullptr, 0), is_number_(true), number_(value, where) {}
  Operand(const Number &number) : register_(nullptr, 0), is_number_(true), number_(number) {}

  bool is_number() const { return is_number_; }
  const Number &number() const { return number_; }
  const Register &as_register() const { return register_; }
  const std::source_location &where() const { return number_.where; }

private:
  Register register_;
  bool is_number_;
  Number number_; ///< 0 beside a register; has the line in any case
};

Register operator+(const Register &lhs, const Operand &rhs);
Register operator-(const Register &lhs, const Operand &rhs);
Register operator*(const Register &lhs, const Operand &rhs);
Register operator/(const Register &lhs, const Operand &rhs);
Register operator+(const Number &lhs, const Register &rhs);
Register operator-(const Number &lhs, const Register &rhs);
Register operator*(const Number &lhs, const Register &rhs);
Register operator/(const Number &lhs, const Register &rhs);
Register operator-(const Operand &value);

/// Of two registers, or a register and a number.  NaN is unequal to everything.
Register operator<(const Operand &lhs, const Operand &rhs);
Register operator<=(const Operand &lhs, const Operand &rhs);
Register operator>(const Operand &lhs, const Operand &rhs);
Register operator>=(const Operand &lhs, const Operand &rhs);
Register operator==(const Operand &lhs, const Operand &rhs);
Register operator!=(const Operand &lhs, const Operand &rhs);

/// On truth values alone: and, or, exclusive or, not.
Register operator&(const Register &lhs, const Operand &rhs);
Register operator|(const Register &lhs, const Operand &rhs);
Register operator^(const Register &lhs, const Operand &rhs);
Register operator~(const Operand &value);

} // namespace wave
#pragma GCC visibility pop
