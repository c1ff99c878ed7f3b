//===- iterate.h - Loops over a dimension ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   Register sum = iterate({.axis = K, .tag = "k_loop"}, {zero},
//                          [&](Register acc) { return mma(read(a), read(b), acc); });
//   auto [x, y] = iterate({.axis = K}, {x0, y0},
//                         [&](Register x, Register y) { return yield(x + y, y); });
//   iterate({.axis = K}, [&] { write(read(a), b); });
//   iterate({.axis = K, .end = (WORKGROUP_0 + 1) * BLOCK_M}, {zero}, ...);
//   iterate({.axis = T, .start = WORKGROUP_0, .condition = T < TILES},
//           [&] { ...; set_symbol(T, self_index(T) + NUM_CTAS); });
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <source_location>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "wave/ops.h"
#include "wave/scalar.h"
#include "wave/text.h"

#pragma GCC visibility push(default)
namespace wave {

struct IterateOptions {
  /// The dimension to iterate over, in steps of its TilingConstraint.  In the body, a register with
  /// this dimension holds one step of it.
  Expr axis;
  /// Both or none.  The axis begins as `start`, and before each step `condition` is tested, a
  /// comparison of the axis: `TILE < TILES`.  The body ends with set_symbol(axis, next).
  OptionalScalar start = {};
  std::optional<Predicate> condition = std::nullopt;
  /// Of a loop without a condition: the first element that it takes, and the one before which it
  /// ends, by default 0 and the size of the dimension.  Both are multiples of its step
  /// [loop-range], and may depend on the workgroup: `.end = (WORKGROUP_0 + 1) * BLOCK_M`.  An axis
  /// that is no dimension of an argument needs an end.
  OptionalScalar begin = {};
  OptionalScalar end = {};
  detail::Text tag = {};
  std::source_location where = std::source_location::current();
};

/// The body's results: the arguments of the next step, in order.
template <std::same_as<Register>... T> std::array<Register, sizeof...(T)> yield(T... values) {
  return {values...};
}

namespace detail {
/// begin_iterate opens a loop and returns the body's arguments.  end_iterate closes it and returns
/// its results.  abandon_iterate discards it after an exception.
std::vector<Register> begin_iterate(const IterateOptions &options, const Register *init,
                                    size_t count);
std::vector<Register> end_iterate(const Register *next, size_t count, const EffectScope &scope);
void abandon_iterate() noexcept;

/// Closes an open loop, or abandons it during unwinding.
class IterateGuard {
public:
  ~IterateGuard() {
    if (!closed_)
      abandon_iterate();
  }
  std::vector<Register> close(const Register *next, size_t count, const EffectScope &scope) {
    std::vector<Register> results = end_iterate(next, count, scope);
    closed_ = true;
    return results;
  }

private:
  bool closed_ = false;
};

template <typename Body, size_t... I> constexpr bool takes_registers(std::index_sequence<I...>) {
  return std::is_invocable_v<Body, decltype((void)I, std::declval<Register>())...>;
}

/// The type that `body` returns.
template <typename Body, size_t... I>
auto returned(std::index_sequence<I...>)
    -> std::invoke_result_t<Body, decltype((void)I, std::declval<Register>())...>;

/// Whether `body` returns one register per initial value.
template <typename Body, size_t N> constexpr bool returns_registers() {
  using Registers = std::make_index_sequence<N>;
  if constexpr (takes_registers<Body>(Registers{})) {
    using Returned = decltype(returned<Body>(Registers{}));
    return (N == 1 && std::is_same_v<Returned, Register>) ||
           std::is_same_v<Returned, std::array<Register, N>>;
  }
  return true; // takes_registers reports this case
}
} // namespace detail

/// A loop over the axis.  `body` is called once, to record one step.  Its arguments are `init` in
/// the first step, and the previous step's results afterwards.  Returns the last step's results, or
/// `init` if there are no steps.  Types must agree [iterate-c2]; no carried value has the axis as a
/// dimension [iterate-c3].
template <size_t N, typename Body>
auto iterate(const IterateOptions &options, const Register (&init)[N], Body &&body,
             const EffectScope &scope = {}) {
  constexpr bool takes = detail::takes_registers<Body>(std::make_index_sequence<N>{});
  static_assert(takes, "wave: the body of iterate takes one Register for each initial value");
  constexpr bool returns = detail::returns_registers<Body, N>();
  static_assert(returns, "wave: the body of iterate returns what the next step starts from: a "
                         "Register, or yield(...) with one Register for each initial value");
  if constexpr (takes && returns) {
    std::vector<Register> arguments = detail::begin_iterate(options, init, N);
    detail::IterateGuard guard;
    return [&]<size_t... I>(std::index_sequence<I...>) {
      auto next = body(arguments[I]...);
      if constexpr (std::is_same_v<decltype(next), Register>) {
        return guard.close(&next, 1, scope).front();
      } else {
        std::vector<Register> results = guard.close(next.data(), N, scope);
        return std::array<Register, N>{results[I]...};
      }
    }(std::make_index_sequence<N>{});
  } else if constexpr (N == 1) { // avoids further errors after the static_assert
    return init[0];
  } else {
    return std::to_array(init);
  }
}

/// A loop without carried values, whose body writes to memory.
template <typename Body>
  requires std::is_invocable_v<Body>
void iterate(const IterateOptions &options, Body &&body, const EffectScope &scope = {}) {
  detail::begin_iterate(options, nullptr, 0);
  detail::IterateGuard guard;
  body();
  guard.close(nullptr, 0, scope);
}

} // namespace wave
#pragma GCC visibility pop
