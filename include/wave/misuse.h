//===- misuse.h - Short errors for calls with wrong types -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Without these overloads, the C++ compiler reports `a + b` of two memories with pages of
// candidates.  Each overload matches the wrong operands of one operation, and its
// static_assert names the right ones.  None of them is ever called.  What has to be a member
// stands in its class: conversions of a Register, bindings of an Expr.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cmath>
#include <concepts>
#include <cstddef>
#include <ios>
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
  template <detail::IsNoValue T> Register NAME(const T &, const FunctionOptions & = {}) {          \
    return detail::refuse<__LINE__, T>();                                                          \
  }
WAVE_FUNCTION(exp2)
WAVE_FUNCTION(exp)
WAVE_FUNCTION(log2)
WAVE_FUNCTION(log)
WAVE_FUNCTION(sqrt)
WAVE_FUNCTION(rcp)
WAVE_FUNCTION(rsqrt)
WAVE_FUNCTION(tanh)
#undef WAVE_FUNCTION

template <detail::IsNoValue T> Register abs(const T &, const ElementwiseOptions & = {}) {
  return detail::refuse<__LINE__, T>();
}

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

namespace detail {
/// What C++ has operators for, and the language not.
template <typename L, typename R>
concept AreOfKernel = IsRegister<L> || IsMemory<L> || IsRegister<R> || IsMemory<R>;
} // namespace detail

#define WAVE_OPERATOR(SIGN)                                                                        \
  template <typename L, typename R>                                                                \
    requires detail::IsRegister<L> || detail::IsMemory<L>                                          \
  L &operator SIGN(L &left, const R &) {                                                           \
    if constexpr (detail::IsMemory<L>)                                                             \
      static_assert(detail::never<L, R>,                                                           \
                    "wave: a Memory is changed by write: write(read(c) + x, c)");                  \
    else                                                                                           \
      static_assert(detail::never<L, R>,                                                           \
                    "wave: a Register is a value, which nothing changes: write y = x + 1; a loop " \
                    "carries what its body takes and returns");                                    \
    return left;                                                                                   \
  }
WAVE_OPERATOR(+=)
WAVE_OPERATOR(-=)
WAVE_OPERATOR(*=)
WAVE_OPERATOR(/=)
WAVE_OPERATOR(%=)
WAVE_OPERATOR(&=)
WAVE_OPERATOR(|=)
WAVE_OPERATOR(^=)
WAVE_OPERATOR(<<=)
WAVE_OPERATOR(>>=)
#undef WAVE_OPERATOR

template <detail::IsRegister T> T &operator++(T &value) { return value += 1; }
template <detail::IsRegister T> T &operator--(T &value) { return value -= 1; }
template <detail::IsRegister T> T &operator++(T &value, int) { return value += 1; }
template <detail::IsRegister T> T &operator--(T &value, int) { return value -= 1; }

template <typename L, typename R>
  requires detail::AreOfKernel<L, R>
Register operator&&(const L &, const R &) {
  static_assert(detail::never<L, R>,
                "wave: conditions are combined by & and |, as in (x > 0) & (x < 1)");
  return detail::no_register();
}
template <typename L, typename R>
  requires detail::AreOfKernel<L, R>
Register operator||(const L &, const R &) {
  static_assert(detail::never<L, R>,
                "wave: conditions are combined by & and |, as in (x > 0) & (x < 1)");
  return detail::no_register();
}
template <typename T>
  requires detail::IsRegister<T> || detail::IsMemory<T>
Register operator!(const T &) {
  static_assert(detail::never<T>, "wave: the opposite of a condition is ~(x > 0), or x <= 0");
  return detail::no_register();
}

template <typename L, typename R>
  requires detail::AreOfKernel<L, R> && (!std::derived_from<L, std::ios_base>)
Register operator<<(const L &, const R &) {
  static_assert(detail::never<L, R>, "wave: the language has no shift: x * 8 is x << 3");
  return detail::no_register();
}
template <typename L, typename R>
  requires detail::AreOfKernel<L, R> && (!std::derived_from<L, std::ios_base>)
Register operator>>(const L &, const R &) {
  static_assert(detail::never<L, R>,
                "wave: the language has no shift: floordiv(x, 8) is x >> 3 of a scalar");
  return detail::no_register();
}
template <std::derived_from<std::ios_base> L, typename R>
  requires detail::IsRegister<R> || detail::IsMemory<R>
L &operator<<(L &out, const R &) {
  static_assert(detail::never<L, R>, "wave: a Register has no value while a kernel is traced: "
                                     "debug_log(x, \"x\") sends those of a launch to the host");
  return out;
}

template <typename T> Register cast(const Register &, const CastOptions & = {}) {
  static_assert(detail::never<T>, "wave: an element type is a value of wave: cast(x, f32)");
  return detail::no_register();
}

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

//===----------------------------------------------------------------------===//
// What the language has not
//===----------------------------------------------------------------------===//

/// Of registers or memories, whatever else it takes.
#define WAVE_FUNCTION(NAME, INSTEAD)                                                               \
  template <typename... T>                                                                         \
    requires(detail::IsRegister<T> || ...) || (detail::IsMemory<T> || ...)                         \
  Register NAME(const T &...) {                                                                    \
    static_assert(detail::never<T...>, "wave: the language has no " #NAME ": " INSTEAD);           \
    return detail::no_register();                                                                  \
  }
WAVE_FUNCTION(sin, "use a polynomial, or read a table that the host has filled")
WAVE_FUNCTION(cos, "use a polynomial, or read a table that the host has filled")
WAVE_FUNCTION(tan, "use a polynomial, or read a table that the host has filled")
WAVE_FUNCTION(erf, "use a polynomial, or a function of tanh or exp")
WAVE_FUNCTION(pow, "use exp2(y * log2(x)) for x > 0")
WAVE_FUNCTION(exp10, "use exp2(3.321928094887362 * x)")
WAVE_FUNCTION(log10, "use 0.3010299956639812 * log2(x)")
WAVE_FUNCTION(log1p, "use log(1 + x)")
WAVE_FUNCTION(expm1, "use exp(x) - 1")
WAVE_FUNCTION(fabs, "use abs(x)")
WAVE_FUNCTION(fmax, "use maximum(x, y)")
WAVE_FUNCTION(fmin, "use minimum(x, y)")
WAVE_FUNCTION(fma, "use x * y + z")
WAVE_FUNCTION(fmod, "use x - y * cast(cast(x / y, i32), f32)")
WAVE_FUNCTION(trunc, "use cast(cast(x, i32), f32)")
WAVE_FUNCTION(round, "with y = x + 0.5 and t = cast(cast(y, i32), f32) use select(t > y, t - 1, t)")
WAVE_FUNCTION(ceil, "with t = cast(cast(x, i32), f32) use select(t < x, t + 1, t)")
WAVE_FUNCTION(floor, "with t = cast(cast(x, i32), f32) use select(t > x, t - 1, t)")
WAVE_FUNCTION(where, "use select(condition, x, y)")
WAVE_FUNCTION(dot, "use mma(x, y), or sum(x * y, K) of vectors")
WAVE_FUNCTION(transpose, "dimensions are matched by name; permute(x, {N, M}) changes their order")
WAVE_FUNCTION(reshape, "use an IndexMapping of the read or the write")
WAVE_FUNCTION(prod, "use exp2(sum(log2(x), K)) for x > 0, or a loop that carries the product")
WAVE_FUNCTION(cumsum, "use mma with a triangle of ones; a loop carries the sum of the steps before")
WAVE_FUNCTION(topk, "take one max(x, N) after the other, the next of select(x < highest, x, -3e38)")
WAVE_FUNCTION(argmax, "use min(select(x == max(x, N), self_index(N), size), N)")
WAVE_FUNCTION(argmin, "use min(select(x == min(x, N), self_index(N), size), N)")
WAVE_FUNCTION(atomic_add, "write a partial sum for each workgroup, and add them in another kernel")
WAVE_FUNCTION(atomic_max, "write a maximum for each workgroup, and reduce them in another kernel")
WAVE_FUNCTION(atomic_min, "write a minimum for each workgroup, and reduce them in another kernel")
#undef WAVE_FUNCTION

/// Names an element type that there is none of.
#define WAVE_TYPE(NAME, INSTEAD)                                                                   \
  namespace detail {                                                                               \
  struct No_##NAME {                                                                               \
    template <std::same_as<DType> T> constexpr operator T() const {                                \
      static_assert(never<T>, "wave: the language has no " #NAME ": " INSTEAD);                    \
      return T();                                                                                  \
    }                                                                                              \
  };                                                                                               \
  }                                                                                                \
  inline constexpr detail::No_##NAME NAME{};
WAVE_TYPE(u8, "use i8 for up to 127, or i32")
WAVE_TYPE(u16, "use i32")
WAVE_TYPE(u32, "use i32 for up to 2^31 - 1, or i64")
WAVE_TYPE(u64, "use i64 for up to 2^63 - 1")
WAVE_TYPE(i16, "use i32")
WAVE_TYPE(f8, "name the format: f8e4m3fn, f8e5m2, f8e4m3fnuz or f8e5m2fnuz")
WAVE_TYPE(tf32, "use f32, and mma(a, b, {.precision = Precision::TF32})")
#undef WAVE_TYPE

} // namespace wave

/// Functions of numbers, with registers.  They are overloads for wave's types alone.
namespace std {
#define WAVE_FUNCTION(NAME, INSTEAD)                                                               \
  template <typename... T>                                                                         \
    requires(wave::detail::IsRegister<T> || ...)                                                   \
  wave::Register NAME(const T &...) {                                                              \
    static_assert(wave::detail::never<T...>,                                                       \
                  "wave: std::" #NAME " takes numbers: of registers use " INSTEAD);                \
    return wave::detail::no_register();                                                            \
  }
WAVE_FUNCTION(exp2, "wave::exp2(x)")
WAVE_FUNCTION(exp, "wave::exp(x)")
WAVE_FUNCTION(log2, "wave::log2(x)")
WAVE_FUNCTION(log, "wave::log(x)")
WAVE_FUNCTION(sqrt, "wave::sqrt(x)")
WAVE_FUNCTION(tanh, "wave::tanh(x)")
WAVE_FUNCTION(abs, "wave::abs(x)")
WAVE_FUNCTION(fabs, "wave::abs(x)")
WAVE_FUNCTION(pow, "exp2(y * log2(x)) for x > 0")
WAVE_FUNCTION(sin, "a polynomial")
WAVE_FUNCTION(cos, "a polynomial")
#undef WAVE_FUNCTION
#define WAVE_FUNCTION(NAME, INSTEAD)                                                               \
  template <wave::detail::IsRegister T> wave::Register NAME(const T &, const T &) {                \
    static_assert(wave::detail::never<T>,                                                          \
                  "wave: std::" #NAME " compares numbers: of registers use " INSTEAD);             \
    return wave::detail::no_register();                                                            \
  }
WAVE_FUNCTION(max, "maximum(x, y)")
WAVE_FUNCTION(min, "minimum(x, y)")
#undef WAVE_FUNCTION
} // namespace std
#pragma GCC visibility pop
