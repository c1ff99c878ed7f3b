//===- iterate.h - Loops over a dimension ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   Register sum = iterate({.axis = K, .tag = "k_loop"}, {zero},
//                          [&](Register acc) { return mma(read(a), read(b), acc); });
//   auto [x, y] = iterate({.axis = K}, {x0, y0},
//                         [&](Register x, Register y) { return yield(x + y, y); });
//   iterate({.axis = K}, [&] { write(read(a), b); });
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <source_location>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "wave/ops.h"

#pragma GCC visibility push(default)
namespace wave {

struct IterateOptions {
  /// The dimension walked, in steps of its TilingConstraint.  Inside the body a
  /// register with this dimension holds one step of it.
  Expr axis;
  std::string tag = {};
  std::source_location where = std::source_location::current();
};

/// The values that the next step starts from, in the order of the arguments.
template <std::same_as<Register>... T> std::array<Register, sizeof...(T)> yield(T... values) {
  return {values...};
}

namespace detail {
/// Opens the loop and returns its body's arguments; closes it and returns its
/// results; or notes that an exception left it.
std::vector<Register> begin_iterate(const IterateOptions &options, const Register *init,
                                    size_t count);
std::vector<Register> end_iterate(const Register *next, size_t count, const EffectScope &scope);
void abandon_iterate() noexcept;

/// From begin_iterate on: closes the loop, or abandons it when an exception passes.
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
} // namespace detail

/// Runs `body` once per step of the axis.  `init` gives the first step's values,
/// what the body returns the next step's; the result is what the last step
/// returned, or `init` where there is no step.
template <size_t N, typename Body>
auto iterate(const IterateOptions &options, const Register (&init)[N], Body &&body,
             const EffectScope &scope = {}) {
  static_assert(detail::takes_registers<Body>(std::make_index_sequence<N>{}),
                "wave::iterate: the body takes one Register for each initial value");
  std::vector<Register> arguments = detail::begin_iterate(options, init, N);
  detail::IterateGuard guard;
  return [&]<size_t... I>(std::index_sequence<I...>) {
    auto next = body(arguments[I]...);
    if constexpr (std::is_same_v<decltype(next), Register>) {
      static_assert(N == 1, "wave::iterate: return yield(...) with one Register for each "
                            "initial value");
      return guard.close(&next, 1, scope).front();
    } else {
      static_assert(std::is_same_v<decltype(next), std::array<Register, N>>,
                    "wave::iterate: return yield(...) with one Register for each initial value");
      std::vector<Register> results = guard.close(next.data(), N, scope);
      return std::array<Register, N>{results[I]...};
    }
  }(std::make_index_sequence<N>{});
}

/// A loop that carries no values; its body writes.
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
