//===- misuse.h - Short errors for calls with wrong types -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Without these overloads, the C++ compiler reports `a + b` of two memories with pages of
// candidates.  Each overload matches the wrong operands of one operation, and its
// static_assert names the right ones.  None of them is ever called.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>

#include "wave/elementwise.h"
#include "wave/expr.h"
#include "wave/iterate.h"
#include "wave/memory.h"
#include "wave/ops.h"
#include "wave/reductions.h"
#include "wave/register.h"

#pragma GCC visibility push(default)
namespace wave {

namespace detail {
template <typename T>
concept IsRegister = std::derived_from<T, Register>;
template <typename T>
concept IsMemory = std::same_as<T, Memory>;
/// A symbol or an expression, not a number.
template <typename T>
concept IsSize = std::convertible_to<const T &, Expr> && !std::is_arithmetic_v<T>;
/// Not a value in a kernel's body, but likely to be mistaken for one.
template <typename T>
concept IsNoValue = IsMemory<T> || IsSize<T>;
/// Operands that no operator accepts, at least one of them a Register or a Memory.
template <typename... T>
concept AreNoOperands =
    ((IsRegister<T> || IsMemory<T>) || ...) && !(std::convertible_to<const T &, Operand> && ...);

/// The same of operators that scalars have, whose operands may be sizes.
template <typename... T>
concept AreNoScalars = AreNoOperands<T...> && !((IsRegister<T> || IsSize<T>) && ...);

/// False, but dependent on the types.
template <typename...> inline constexpr bool never = false;

/// Stands for a result.
Register no_register();
template <size_t N> std::array<Register, N> no_registers();

/// Explains why T are not operands.  `Line` makes each caller instantiate its own static_assert.
template <int Line, typename... T> Register refuse() {
  if constexpr ((IsMemory<T> || ...))
    static_assert(never<T...>,
                  "wave: a Memory is not a value: read it first, as in read(a) + read(b)");
  else if constexpr ((IsSize<T> || ...))
    static_assert(never<T...>,
                  "wave: a Symbol is a size, not a value: operands are registers and numbers");
  else
    static_assert(never<T...>,
                  "wave: operands are registers and numbers, at least one of them a register");
  return no_register();
}
} // namespace detail

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

#define WAVE_OPERATOR(SIGN, IS)                                                                    \
  template <typename L, typename R>                                                                \
    requires detail::IS<L, R>                                                                      \
  Register operator SIGN(const L &, const R &) {                                                   \
    return detail::refuse<__LINE__, L, R>();                                                       \
  }
WAVE_OPERATOR(+, AreNoScalars)
WAVE_OPERATOR(-, AreNoScalars)
WAVE_OPERATOR(*, AreNoScalars)
WAVE_OPERATOR(/, AreNoScalars)
WAVE_OPERATOR(<, AreNoScalars)
WAVE_OPERATOR(<=, AreNoScalars)
WAVE_OPERATOR(>, AreNoScalars)
WAVE_OPERATOR(>=, AreNoScalars)
WAVE_OPERATOR(==, AreNoScalars)
WAVE_OPERATOR(!=, AreNoScalars)
WAVE_OPERATOR(&, AreNoOperands)
WAVE_OPERATOR(|, AreNoOperands)
WAVE_OPERATOR(^, AreNoOperands)
#undef WAVE_OPERATOR

template <detail::IsMemory T> Register operator-(const T &) {
  return detail::refuse<__LINE__, T>();
}
template <detail::IsMemory T> Register operator~(const T &) {
  return detail::refuse<__LINE__, T>();
}

#define WAVE_FUNCTION(NAME)                                                                        \
  template <detail::IsNoValue T> Register NAME(const T &, const ElementwiseOptions & = {}) {       \
    return detail::refuse<__LINE__, T>();                                                          \
  }
WAVE_FUNCTION(exp2)
WAVE_FUNCTION(exp)
WAVE_FUNCTION(log2)
WAVE_FUNCTION(log)
WAVE_FUNCTION(sqrt)
WAVE_FUNCTION(rsqrt)
WAVE_FUNCTION(tanh)
WAVE_FUNCTION(abs)
#undef WAVE_FUNCTION

template <detail::IsNoValue T> Register cast(const T &, DType, const CastOptions & = {}) {
  return detail::refuse<__LINE__, T>();
}

#define WAVE_FUNCTION(NAME)                                                                        \
  template <typename L, typename R>                                                                \
    requires(!detail::IsRegister<L> && !detail::IsRegister<R>) || detail::AreNoScalars<L, R>       \
  Register NAME(const L &, const R &, const ElementwiseOptions & = {}) {                           \
    return detail::refuse<__LINE__, L, R>();                                                       \
  }
WAVE_FUNCTION(maximum)
WAVE_FUNCTION(minimum)
#undef WAVE_FUNCTION

template <typename C, typename L, typename R>
  requires(detail::IsRegister<C> || detail::IsMemory<C> || detail::IsRegister<L> ||
           detail::IsMemory<L> || detail::IsRegister<R> || detail::IsMemory<R>) &&
          (!detail::IsRegister<C> || (!detail::IsRegister<L> && !detail::IsRegister<R>) ||
           detail::AreNoScalars<L, R>)
Register select(const C &, const L &, const R &, const ElementwiseOptions & = {}) {
  if constexpr (detail::IsRegister<C> || detail::IsMemory<C>)
    return detail::refuse<__LINE__, C, L, R>();
  else
    static_assert(detail::never<C>,
                  "wave: the condition of select is a register, as in select(x > 0, x, 0)");
  return detail::no_register();
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

#define WAVE_FUNCTION(NAME, PAIR)                                                                  \
  template <detail::IsRegister T> Register NAME(const T &, const ReductionOptions & = {}) {        \
    static_assert(detail::never<T>,                                                                \
                  "wave: " #NAME " reduces along one dimension: " #NAME "(x, K)");                 \
    return detail::no_register();                                                                  \
  }                                                                                                \
  template <std::same_as<Register> L, std::same_as<Register> R>                                    \
  Register NAME(const L &, const R &, const ReductionOptions & = {}) {                             \
    static_assert(detail::never<L, R>,                                                             \
                  "wave: " #NAME " reduces along one dimension: " #NAME "(x, init, K); of two "    \
                  "registers take " PAIR);                                                         \
    return detail::no_register();                                                                  \
  }                                                                                                \
  template <detail::IsMemory T, typename D>                                                        \
  Register NAME(const T &, const D &, const ReductionOptions & = {}) {                             \
    return detail::refuse<__LINE__, T>();                                                          \
  }                                                                                                \
  template <typename T, typename I, typename D>                                                    \
    requires detail::AreNoOperands<T, I>                                                           \
  Register NAME(const T &, const I &, const D &, const ReductionOptions & = {}) {                  \
    return detail::refuse<__LINE__, T, I>();                                                       \
  }
WAVE_FUNCTION(sum, "x + y")
WAVE_FUNCTION(max, "maximum(x, y)")
WAVE_FUNCTION(min, "minimum(x, y)")
#undef WAVE_FUNCTION

//===----------------------------------------------------------------------===//
// Memory, mma
//===----------------------------------------------------------------------===//

template <typename T>
  requires(!std::convertible_to<const T &, const Memory &>)
Register read(const T &, const ReadOptions & = {}) {
  static_assert(detail::never<T>, "wave: read takes a Memory: read(a)");
  return detail::no_register();
}

template <typename V, typename M>
  requires(!std::convertible_to<const V &, const Register &> ||
           !std::convertible_to<const M &, const Memory &>)
void write(const V &, const M &, const WriteOptions & = {}) {
  if constexpr (!detail::IsMemory<M>)
    static_assert(detail::never<V, M>,
                  "wave: write takes the value first, then the Memory: write(value, c)");
  else if constexpr (detail::IsMemory<V>)
    static_assert(detail::never<V, M>,
                  "wave: a Memory is not a value: read it first, as in write(read(a), c)");
  else
    static_assert(detail::never<V, M>,
                  "wave: write takes a Register: write a number as Register({M, N}, f32, 0.0)");
}

template <typename L, typename R>
  requires(detail::IsNoValue<L> || detail::IsNoValue<R>)
Register mma(const L &, const R &, const MmaOptions & = {}) {
  return detail::refuse<__LINE__, L, R>();
}

template <typename L, typename R, typename A>
  requires(!detail::IsRegister<L> || !detail::IsRegister<R> || !detail::IsRegister<A>) &&
          (!std::convertible_to<const A &, MmaOptions>)
Register mma(const L &, const R &, const A &, const MmaOptions & = {}) {
  if constexpr (detail::IsNoValue<L> || detail::IsNoValue<R> || detail::IsNoValue<A>)
    return detail::refuse<__LINE__, L, R, A>();
  else
    static_assert(detail::never<L, R, A>,
                  "wave: mma takes registers: start its sum from Register({M, N}, f32, 0.0)");
  return detail::no_register();
}

//===----------------------------------------------------------------------===//
// iterate
//===----------------------------------------------------------------------===//

template <typename T, size_t N, typename Body>
  requires(!detail::IsRegister<T>)
Register iterate(const IterateOptions &, const T (&)[N], Body &&) {
  static_assert(detail::never<T>, "wave: iterate starts from registers: read a Memory, write a "
                                  "number as Register({M, N}, f32, 0.0)");
  return detail::no_register();
}

template <detail::IsRegister T, typename Body>
Register iterate(const IterateOptions &, const T &, Body &&) {
  static_assert(detail::never<T>, "wave: iterate takes its initial values in braces: "
                                  "iterate({.axis = K}, {zero}, body)");
  return detail::no_register();
}

template <typename Body>
  requires(!std::is_invocable_v<Body> && !detail::IsRegister<std::remove_cvref_t<Body>>)
void iterate(const IterateOptions &, Body &&) {
  static_assert(detail::never<Body>, "wave: the body of a loop without initial values takes no "
                                     "parameters: iterate({.axis = K}, [&] { ... })");
}

template <typename... T>
  requires(!(std::same_as<T, Register> && ...))
std::array<Register, sizeof...(T)> yield(const T &...) {
  static_assert(detail::never<T...>, "wave: yield takes registers: write a number as "
                                     "Register({M, N}, f32, 0.0)");
  return detail::no_registers<sizeof...(T)>();
}

} // namespace wave
#pragma GCC visibility pop
