//===- register.h - Tile values inside a kernel ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A Register is a tile with one value per coordinate of its symbolic dimensions.
// It exists only while a kernel is traced; operations on it are recorded.
//
// Arithmetic is elementwise and matches dimensions by name, never by position:
// the dimensions of one operand are a subset of the other's [add-c1], and the
// result has the larger set.  Element types are equal, and neither i1 nor 8-bit
// floats [add-c2]; a number takes the type of the register.  Comparisons return
// i1, which &, |, ^, ~ and `select` (wave/elementwise.h) accept.
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
  /// A tile filled with `value`, rounded to `dtype` if that is a float; otherwise a value of it
  /// [number-range].
  Register(std::initializer_list<Expr> shape, DType dtype, double value,
           std::source_location where = std::source_location::current());

  std::vector<Expr> shape() const;
  DType dtype() const;

  /// A handle of the traced IR and its trace, for src/frontend only.
  explicit Register(void *value, uint64_t trace) : value_(value), trace_(trace) {}
  void *value() const { return value_; }
  uint64_t trace() const { return trace_; }

  /// `if (x > 0)` and `float(x)` do not compile.
  template <typename T>
    requires std::is_arithmetic_v<T>
  explicit operator T() const {
    if constexpr (std::same_as<T, bool>)
      static_assert(
          detail::never<T>,
          "wave: a Register has no value while a kernel is traced: choose by select(x > 0, "
          "x, 0), and run a loop while its .condition holds");
    else
      static_assert(detail::never<T>, "wave: convert a Register by its element type: cast(x, f32)");
    return {};
  }

private:
  void *value_;
  uint64_t trace_;
};

/// A number operand, with its source location: `0.5 * sum`.  Numbers are doubles; an integer
/// beyond 2^53 is an Error [number-range].
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
      constexpr T limit = T(1) << 53; // doubles represent every integer up to here
      return number <= limit && (std::is_unsigned_v<T> || number >= T(0) - limit);
    }
    return true;
  }
};

/// An operand of elementwise arithmetic: a register or a number, with its source location
/// (operators cannot have default arguments).
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
  Number number_; ///< 0 for a register; always has the location
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

/// Comparisons, which return i1.  NaN is unequal to everything.
Register operator<(const Operand &lhs, const Operand &rhs);
Register operator<=(const Operand &lhs, const Operand &rhs);
Register operator>(const Operand &lhs, const Operand &rhs);
Register operator>=(const Operand &lhs, const Operand &rhs);
Register operator==(const Operand &lhs, const Operand &rhs);
Register operator!=(const Operand &lhs, const Operand &rhs);

/// And, or, exclusive or, not of i1 operands [logic-c2].
Register operator&(const Register &lhs, const Operand &rhs);
Register operator|(const Register &lhs, const Operand &rhs);
Register operator^(const Register &lhs, const Operand &rhs);
Register operator~(const Operand &value);

} // namespace wave
#pragma GCC visibility pop
