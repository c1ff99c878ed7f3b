//===- expr.h - Symbols and integer expressions over them -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An Expr is an integer expression over named symbols, with mathematical division:
//
//   a / b           exact quotient; a remainder is an error once the operands
//                   are known ("BLOCK_M / 2 is not exact for BLOCK_M = 65")
//   floordiv(a, b), floor(a / b)   quotient rounded towards minus infinity
//   ceildiv(a, b), ceiling(a / b)  quotient rounded towards plus infinity
//   a % b           floor modulo: a - b * floordiv(a, b), has the sign of b
//   Min, Max        also as min, max
//   a < b, a == b   a Predicate, which does not convert to bool: `if (M < N)`
//                   does not compile.  a.same_as(b) compares expressions.
//   select(p, a, b) a if p holds, else b
//
// Values are signed 64-bit integers.  Overflow is an error, and so is an expression nested
// deeper than 2000 or with more than 100,000 terms ("expression-size").  Expressions are
// simplified on construction (src/symbolic/Rules.cpp).
//
//===----------------------------------------------------------------------===//

#pragma once

#include "wave/platform.h"
#include "wave/text.h"

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
class BoundValue;

template <typename T>
concept IntegerValue = std::integral<T> && !std::same_as<T, bool>;

/// Names a size, a tile size or an address space.  Two symbols with the same name are the same
/// symbol.  May be declared constexpr at namespace scope.
class Symbol {
public:
  constexpr explicit Symbol(const char *name) : name_(name) {}
  constexpr Symbol(const Symbol &) = default;
  Symbol &operator=(const Symbol &) = delete;

  constexpr std::string_view name() const { return name_; }

  /// `M = 128` creates a Binding and does not change the symbol.
  [[nodiscard]] Binding operator=(const BoundValue &value) const;

private:
  const char *name_;
};

namespace symbolic {
struct Node; // src/symbolic/Node.h
}

/// An integer expression: an immutable value with shared storage.
class Expr {
public:
  /// Throws Error "symbol-name" for a name that is not a C identifier.
  Expr(Symbol symbol);
  /// Throws Error "overflow" for a number greater than 2^63 - 1.
  template <IntegerValue T> Expr(T value) : Expr(from(value)) {}

  Expr(const Expr &) = default;
  Expr(Expr &&) = default;
  Expr &operator=(const Expr &) & = default;
  Expr &operator=(Expr &&) & = default;
  /// `{2 * N = j}` is no binding.
  template <typename T> Binding operator=(const T &) &&;
  template <std::same_as<Expr> T> Binding operator=(const T &) const &;

  static Expr constant(int64_t value);
  static Expr symbol(detail::TextView name);

  /// Whether both are equal after simplification.
  bool same_as(const Expr &other) const;
  /// The expression in C++ syntax; symbolic::parse parses it.
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

/// A comparison of two expressions.
class Predicate {
public:
  explicit Predicate(Expr value) : value_(std::move(value)) {}
  /// 1 if it holds, else 0.
  const Expr &value() const { return value_; }
  std::string str() const { return value_.str(); }

  /// `if (M < N)` does not compile.
  template <std::same_as<bool> T> explicit operator T() const {
    static_assert(detail::never<T>, "wave: symbols have no values while a kernel is traced: "
                                    "choose by select(M < N, M, N)");
    return false;
  }

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

/// A symbol and its value, written `M = 128`.
struct Binding {
  detail::Text symbol;
  Expr value;
  std::source_location where = {}; ///< of `M = 128`; line 0 for other bindings

  /// Whether the program declares the symbol: written `M = 128`, not with its name as a string.
  bool is_declared() const { return where.line() != 0; }
};

/// What a symbol is bound to, with the source location of the binding.
class BoundValue {
public:
  template <typename T>
    requires std::convertible_to<const T &, Expr>
  BoundValue(const T &bound, std::source_location location = std::source_location::current())
      : value(bound), where(location) {}

  Expr value;
  std::source_location where;
};

/// An ordered list of bindings: `{M = 128, TILES = ceildiv(M, 64)}`.  Throws Error "bound-twice"
/// for two bindings of one symbol; `set` and += replace an earlier one.
class Bindings {
public:
  Bindings() = default;
  Bindings(std::initializer_list<Binding> list);
  template <typename T>
    requires std::same_as<T, Expr> || std::same_as<T, Predicate>
  Bindings(std::initializer_list<T>) {
    static_assert(detail::never<T>,
                  "wave: a binding gives a symbol its value: {M = 128, N = 2 * K}");
  }

  void set(detail::Text symbol, Expr value);
  /// `bindings += (M = 128)`.
  Bindings &operator+=(Binding binding);
  /// The bound value, or null.
  const Expr *find(detail::TextView symbol) const;

  auto begin() const { return list_.begin(); }
  auto end() const { return list_.end(); }
  bool empty() const { return list_.empty(); }

private:
  std::vector<Binding> list_;
};

inline Binding Symbol::operator=(const BoundValue &bound) const {
  return Binding{name(), bound.value, bound.where};
}

template <typename T> Binding Expr::operator=(const T &) && {
  static_assert(detail::never<T>,
                "wave: a binding gives a value to a symbol, not to an expression: "
                "for {2 * N = j} write {N = j / 2}");
  return {{}, *this, {}};
}
template <std::same_as<Expr> T> Binding Expr::operator=(const T &) const & {
  static_assert(detail::never<T>,
                "wave: a binding gives a value to a symbol, not to an expression: "
                "for {i = M} write {M = i}");
  return {{}, *this, {}};
}

/// Address spaces of a Memory.  SHARED_ADDRESS_SPACE stages reads through shared memory; the
/// caller's buffer stays in global memory.
inline constexpr Symbol GLOBAL_ADDRESS_SPACE{"GLOBAL_ADDRESS_SPACE"};
inline constexpr Symbol SHARED_ADDRESS_SPACE{"SHARED_ADDRESS_SPACE"};

/// The index of a workgroup in the grid.
inline constexpr Symbol WORKGROUP_0{"WORKGROUP_0"};
inline constexpr Symbol WORKGROUP_1{"WORKGROUP_1"};
inline constexpr Symbol WORKGROUP_2{"WORKGROUP_2"};
/// Of the cluster of a workgroup: its number in the grid, the first dimension running fastest, how
/// many there are, and the workgroup's number in it, in the same order.  Without clusters each
/// workgroup is one.
inline constexpr Symbol CLUSTER_ID{"CLUSTER_ID"};
inline constexpr Symbol NUM_CLUSTERS{"NUM_CLUSTERS"};
inline constexpr Symbol CLUSTER_RANK{"CLUSTER_RANK"};

} // namespace wave
#pragma GCC visibility pop
