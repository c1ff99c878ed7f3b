//===- scalar.h - Numbers that a kernel computes with ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A scalar is a register without dimensions that holds an integer, the same for the whole
// workgroup: a workgroup's id, the index of a tile, an offset.
//
//   Register tile = self_index(TILE, i32);
//   const auto [m, n] = order::grouped(tile, M_TILES, N_TILES, 4);
//   set_symbol(M_OFFSET, m * BLOCK_M);
//
// Scalars, numbers, symbols and expressions combine with + - * % < <= > >= == !=, floordiv,
// minimum, maximum and select.  Division rounds towards minus infinity, as that of Expr does.
// All are computed in 64 bits; an i32 that provably leaves 32 bits is an Error [index-range].
//
// Beside a tile a scalar, a symbol or an expression has the tile's element type, to which it is
// rounded once: sum(x, N) / N is the mean of x.  So has an argument (wave/kernel_argument.h).
//
//===----------------------------------------------------------------------===//

#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <source_location>
#include <type_traits>
#include <utility>
#include <vector>

#include "wave/elementwise.h"
#include "wave/expr.h"
#include "wave/kernel_argument.h"
#include "wave/memory.h"
#include "wave/order.h"
#include "wave/register.h"
#include "wave/types.h"

#pragma GCC visibility push(default)
namespace wave {

/// A symbol, an argument or an expression beside a scalar or a tile, with its source location.
class ScalarExpr {
public:
  template <typename T>
    requires std::same_as<T, Symbol> || std::same_as<T, Expr>
  ScalarExpr(const T &expr, std::source_location location = std::source_location::current())
      : value(expr), where(location) {}
  template <std::same_as<Scalar> T>
  ScalarExpr(const T &scalar, std::source_location location = std::source_location::current())
      : value(scalar), argument(scalar.dtype()), where(location) {}

  Expr value;
  std::optional<DType> argument; ///< of a Scalar, its type
  std::source_location where;
};

/// A scalar register, or what is made one where it is needed.
class ScalarRegister : public Register {
public:
  ScalarRegister(const Register &value) : Register(value) {}
  ScalarRegister(const Symbol &value, std::source_location where = std::source_location::current());
  ScalarRegister(const Expr &value, std::source_location where = std::source_location::current());
  template <IntegerValue T>
  ScalarRegister(T value, std::source_location where = std::source_location::current())
      : ScalarRegister(Expr(value), where) {}
};

/// What a symbol is set to: a scalar, or what is made an i64 of it.  Nobody has said that it is an
/// i32.
class ScalarValue {
public:
  ScalarValue(const Register &value) : value_(value) {}
  ScalarValue(const Symbol &value, std::source_location where = std::source_location::current());
  ScalarValue(const Expr &value, std::source_location where = std::source_location::current());
  template <IntegerValue T>
  ScalarValue(T value, std::source_location where = std::source_location::current())
      : ScalarValue(Expr(value), where) {}

  const Register &as_register() const { return value_; }

private:
  Register value_;
};

/// The same, or nothing.  What std::optional converts has its source location in <optional>.
class OptionalScalar {
public:
  OptionalScalar() = default;
  OptionalScalar(std::nullopt_t) {}
  OptionalScalar(const Register &value) : value_(value) {}
  OptionalScalar(const Symbol &value, std::source_location where = std::source_location::current())
      : value_(ScalarValue(value, where).as_register()) {}
  OptionalScalar(const Expr &value, std::source_location where = std::source_location::current())
      : value_(ScalarValue(value, where).as_register()) {}
  template <IntegerValue T>
  OptionalScalar(T value, std::source_location where = std::source_location::current())
      : OptionalScalar(Expr(value), where) {}

  bool has_value() const { return value_.has_value(); }
  explicit operator bool() const { return has_value(); }
  const Register &operator*() const { return *value_; }

private:
  std::optional<Register> value_;
};

/// `value` as a scalar.  Its symbols are ids of workgroups, symbols that are set, or sizes. `dtype`
/// is i32 or i64.
Register scalar(const Expr &value, DType dtype = DType::i32,
                std::source_location where = std::source_location::current());

/// Where this is.  Of a dimension of an argument, a register with the coordinate of each of its
/// elements along `axis`; of any other axis, a scalar: the current value of the axis of the loop
/// around, or where the step begins if that loop has no condition.
Register self_index(const Expr &axis, DType dtype = DType::i32,
                    std::source_location where = std::source_location::current());

/// Gives `symbol` a value: for the operations that follow in this body and the bodies in it.  Given
/// to the axis of the loop, it is the axis' value in the next step.
void set_symbol(const Symbol &symbol, const ScalarValue &value,
                std::source_location where = std::source_location::current());

/// States that the condition holds for every workgroup and trip that comes here.  Each launch
/// checks that before anything runs, and is refused otherwise [assumption-violated]; the compiler
/// uses it: ranges of what is read from memory, sizes that are equal, and the proofs that rest on
/// them.
///
///   assume(TILES == ceildiv(M, 128) * ceildiv(N, 256));
///   assume(page < PAGES);                                // a scalar that has been read
void assume(const Predicate &condition,
            std::source_location where = std::source_location::current());
void assume(const Register &condition,
            std::source_location where = std::source_location::current());

Register operator+(const Register &a, const ScalarExpr &b);
Register operator-(const Register &a, const ScalarExpr &b);
Register operator*(const Register &a, const ScalarExpr &b);
Register operator/(const Register &a, const ScalarExpr &b);
Register operator+(const ScalarExpr &a, const Register &b);
Register operator-(const ScalarExpr &a, const Register &b);
Register operator*(const ScalarExpr &a, const Register &b);
Register operator/(const ScalarExpr &a, const Register &b);
Register operator%(const Register &a, const Operand &b);
Register operator%(const Register &a, const ScalarExpr &b);
Register operator%(const ScalarExpr &a, const Register &b);
Register operator%(const Number &a, const Register &b);

Register operator<(const Register &a, const ScalarExpr &b);
Register operator<=(const Register &a, const ScalarExpr &b);
Register operator>(const Register &a, const ScalarExpr &b);
Register operator>=(const Register &a, const ScalarExpr &b);
Register operator==(const Register &a, const ScalarExpr &b);
Register operator!=(const Register &a, const ScalarExpr &b);
Register operator<(const ScalarExpr &a, const Register &b);
Register operator<=(const ScalarExpr &a, const Register &b);
Register operator>(const ScalarExpr &a, const Register &b);
Register operator>=(const ScalarExpr &a, const Register &b);
Register operator==(const ScalarExpr &a, const Register &b);
Register operator!=(const ScalarExpr &a, const Register &b);

/// The quotient rounded towards minus infinity.
Register floordiv(const Register &a, const Operand &b);
Register floordiv(const Register &a, const ScalarExpr &b);
Register floordiv(const ScalarExpr &a, const Register &b);
Register floordiv(const Number &a, const Register &b);

namespace detail {
/// The value of a scalar, for an expression; throws Error "scalar-operand" for a tile.
Expr scalar_value(const Register &scalar, const std::source_location &where);
/// A scalar of that value: i64 if one of `scalars` is, else i32.
Register scalar_of(const Expr &value, const Register *scalars, size_t count,
                   const std::source_location &where);
} // namespace detail

/// What `function` makes of the values of scalars, as an expression:
///
///   Register block = apply_expr({tile, group}, [](const Expr &t, const Expr &g) {
///     return floordiv(t, 4) * 8 + g % 3;
///   });
///
/// `function` takes an Expr for each scalar and returns an Expr, a Symbol or a Predicate.
template <size_t N, typename Function>
Register apply_expr(const Register (&scalars)[N], Function &&function,
                    std::source_location where = std::source_location::current()) {
  const auto result = [&]<size_t... I>(std::index_sequence<I...>) {
    return function(detail::scalar_value(scalars[I], where)...);
  }(std::make_index_sequence<N>());
  if constexpr (std::same_as<std::remove_const_t<decltype(result)>, Predicate>)
    return detail::scalar_of(result.value(), scalars, N, where);
  else
    return detail::scalar_of(result, scalars, N, where);
}
template <std::derived_from<Register> Scalar, typename Function>
Register apply_expr(const Scalar &scalar, Function &&function,
                    std::source_location where = std::source_location::current()) {
  const Register scalars[1] = {scalar};
  return apply_expr(scalars, function, where);
}

Register minimum(const Register &a, const ScalarExpr &b);
Register minimum(const ScalarExpr &a, const Register &b);
Register maximum(const Register &a, const ScalarExpr &b);
Register maximum(const ScalarExpr &a, const Register &b);
Register select(const Register &condition, const Register &a, const ScalarExpr &b);
Register select(const Register &condition, const ScalarExpr &a, const Register &b);
/// What orders take the less and the greater of two scalars with: elsewhere min and max of
/// registers are reductions.
template <std::same_as<ScalarRegister> T> Register min(const T &a, const T &b) {
  return minimum(a, b);
}
template <std::same_as<ScalarRegister> T> Register max(const T &a, const T &b) {
  return maximum(a, b);
}

namespace order {
/// What orders compute scalars in.
template <> struct IndexType<Register> {
  using type = ScalarRegister;
};

/// The order that a launch gives: element `index` of a memory of i32 or i64 with one dimension, in
/// which each number less than its size is once.  Each launch checks that [no-permutation].  What
/// it gives is the index of a tile, for row_major or column_major.
Register table(const Memory &order, const ScalarValue &index,
               std::source_location where = std::source_location::current());

/// A table for m_tiles x n_tiles tiles, numbered row by row, along a Hilbert curve: consecutive
/// tiles are neighbours, and every run of them is about as wide as it is high, so that the tiles
/// which run at a time share few panels of the operands.  Where both counts are greater than 1
/// and the greater one is odd, one step of the curve may be a diagonal.
std::vector<int32_t> hilbert(int32_t m_tiles, int32_t n_tiles,
                             std::source_location where = std::source_location::current());
} // namespace order

} // namespace wave
#pragma GCC visibility pop
