//===- expr.h - Symbols and integer expressions over them -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes in a kernel are names until a launch or a tuner binds them.  An Expr is
// an integer expression over such names, with mathematical (not C) division:
//
//   a / b           exact quotient; a remainder is an error once the operands
//                   are known ("BLOCK_M / 2 is not exact for BLOCK_M = 65")
//   floordiv(a, b)  quotient rounded towards minus infinity (Python's //)
//   ceildiv(a, b)   quotient rounded towards plus infinity
//   floor(a / b), ceiling(a / b)   the same two, as the mathematics is written
//   a % b           floor modulo: a - b * floordiv(a, b), has the sign of b
//   Min, Max        also as min, max
//   a < b, a == b   a Predicate; it has no conversion to bool, so that
//                   `if (M < N)` does not compile.  Use a.same_as(b) to compare
//                   the expressions themselves.
//   select(p, a, b) a where p holds, else b
//
// All values are 64-bit signed integers; an overflow is an error, never a wrap.  So is an
// expression nested deeper than 2000, or of more than 100,000 terms ("expression-size").
// Expressions are simplified when they are built (src/symbolic/Rules.cpp).
//
//===----------------------------------------------------------------------===//

#pragma once

#include "wave/platform.h"

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <memory>
#include <source_location>
#include <string>
#include <string_view>
#include <vector>

#pragma GCC visibility push(default)
namespace wave {

class Expr;
struct Binding;

template <typename T>
concept IntegerValue = std::integral<T> && !std::same_as<T, bool>;

/// A name for a size, a tile or an address space.  Two symbols of one name are
/// the same symbol.  Constant-initialised, so it may live at namespace scope.
class Symbol {
public:
  constexpr explicit Symbol(const char *name) : name_(name) {}
  constexpr Symbol(const Symbol &) = default;
  Symbol &operator=(const Symbol &) = delete;

  constexpr std::string_view name() const { return name_; }

  /// `M = 128` makes a Binding; it does not change the symbol.
  template <typename T>
    requires std::convertible_to<const T &, Expr>
  [[nodiscard]] Binding operator=(const T &value) const;

private:
  const char *name_;
};

namespace symbolic {
struct Node; // src/symbolic/Node.h
}

/// An integer expression: a shared, immutable value.
class Expr {
public:
  /// Throws Error "symbol-name" for a name that is not a C identifier.
  Expr(Symbol symbol);
  /// Throws Error "overflow" for a number beyond 2^63 - 1.
  template <IntegerValue T> Expr(T value) : Expr(from(value)) {}

  static Expr constant(int64_t value);
  static Expr symbol(std::string_view name);

  /// Whether both are the same expression after simplification.
  bool same_as(const Expr &other) const;
  /// As it would be written in C++; symbolic::parse reads it back.
  std::string str() const;

  const symbolic::Node &node() const { return *node_; }
  explicit Expr(std::shared_ptr<const symbolic::Node> node) : node_(std::move(node)) {}

private:
  template <IntegerValue T> static Expr from(T value) {
    if constexpr (std::unsigned_integral<T>)
      return unsigned_constant(value);
    else
      return constant(value);
  }
  static Expr unsigned_constant(uint64_t value);

  std::shared_ptr<const symbolic::Node> node_;
};

/// The outcome of a comparison of expressions.
class Predicate {
public:
  explicit Predicate(Expr value) : value_(std::move(value)) {}
  /// 1 where it holds, else 0.
  const Expr &value() const { return value_; }
  std::string str() const { return value_.str(); }

private:
  Expr value_;
};

Expr operator+(const Expr &a, const Expr &b);
Expr operator-(const Expr &a, const Expr &b);
Expr operator-(const Expr &a);
Expr operator*(const Expr &a, const Expr &b);
Expr operator/(const Expr &a, const Expr &b);
Expr operator%(const Expr &a, const Expr &b);
Expr floordiv(const Expr &a, const Expr &b);
Expr ceildiv(const Expr &a, const Expr &b);
Expr floor(const Expr &a);
Expr ceiling(const Expr &a);
Expr Min(const Expr &a, const Expr &b);
Expr Max(const Expr &a, const Expr &b);
inline Expr min(const Expr &a, const Expr &b) { return Min(a, b); }
inline Expr max(const Expr &a, const Expr &b) { return Max(a, b); }
Expr select(const Predicate &condition, const Expr &a, const Expr &b);

Predicate operator<(const Expr &a, const Expr &b);
Predicate operator<=(const Expr &a, const Expr &b);
Predicate operator>(const Expr &a, const Expr &b);
Predicate operator>=(const Expr &a, const Expr &b);
Predicate operator==(const Expr &a, const Expr &b);
Predicate operator!=(const Expr &a, const Expr &b);

std::ostream &operator<<(std::ostream &out, const Expr &expr);

/// A symbol and what it stands for; written `M = 128`.
struct Binding {
  std::string symbol;
  Expr value;
};

/// An ordered list of bindings: `{M = 128, TILES = ceildiv(M, 64)}`.  Throws Error
/// "bound-twice" for two of one symbol; `set` replaces an earlier one.
class Bindings {
public:
  Bindings() = default;
  Bindings(std::initializer_list<Binding> list);

  void set(std::string symbol, Expr value);
  /// The bound value, or null.
  const Expr *find(std::string_view symbol) const;

  auto begin() const { return list_.begin(); }
  auto end() const { return list_.end(); }
  bool empty() const { return list_.empty(); }

private:
  std::vector<Binding> list_;
};

template <typename T>
  requires std::convertible_to<const T &, Expr>
Binding Symbol::operator=(const T &value) const {
  return Binding{std::string(name()), Expr(value)};
}

/// Where a Memory lives.  SHARED on a kernel's argument asks for staging through
/// shared memory; the caller's buffer stays global.
inline constexpr Symbol GLOBAL_ADDRESS_SPACE{"GLOBAL_ADDRESS_SPACE"};
inline constexpr Symbol SHARED_ADDRESS_SPACE{"SHARED_ADDRESS_SPACE"};

/// Position of a workgroup in the grid.
inline constexpr Symbol WORKGROUP_0{"WORKGROUP_0"};
inline constexpr Symbol WORKGROUP_1{"WORKGROUP_1"};
inline constexpr Symbol WORKGROUP_2{"WORKGROUP_2"};

} // namespace wave
#pragma GCC visibility pop
