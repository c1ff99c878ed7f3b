//===- Atomics.cpp --------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/Atomics.h"

#include <cmath>
#include <cstring>

namespace wave::executor {
namespace {

template <typename Lane, typename Op>
void apply(std::byte *memory, const std::byte *operand, std::byte *old) {
  typename Lane::Storage value, other;
  std::memcpy(&value, memory, sizeof value);
  std::memcpy(&other, operand, sizeof other);
  std::memcpy(old, &value, sizeof value);
  value = Op::template apply<Lane>(value, other);
  std::memcpy(memory, &value, sizeof value);
}

#define WAVE_ATOMIC_INTEGER(TYPE, ...)                                                             \
  struct TYPE {                                                                                    \
    template <typename L> static auto apply(typename L::Storage x, typename L::Storage y) {        \
      [[maybe_unused]] const auto a = L::load(x), b = L::load(y);                                  \
      [[maybe_unused]] const auto sa = L::loadSigned(x), sb = L::loadSigned(y);                    \
      return L::store(__VA_ARGS__);                                                                \
    }                                                                                              \
  };
WAVE_ATOMIC_INTEGER(Add, a + b)
WAVE_ATOMIC_INTEGER(Subtract, a - b)
WAVE_ATOMIC_INTEGER(And, a &b)
WAVE_ATOMIC_INTEGER(Or, a | b)
WAVE_ATOMIC_INTEGER(Xor, a ^ b)
WAVE_ATOMIC_INTEGER(Exchange, b)
WAVE_ATOMIC_INTEGER(SignedMax, sa > sb ? a : b)
WAVE_ATOMIC_INTEGER(SignedMin, sa < sb ? a : b)
WAVE_ATOMIC_INTEGER(UnsignedMax, a > b ? a : b)
WAVE_ATOMIC_INTEGER(UnsignedMin, a < b ? a : b)

struct FloatAdd {
  template <typename L> static auto apply(typename L::Storage x, typename L::Storage y) {
    return L::store(L::load(x) + L::load(y));
  }
};
struct FloatMax {
  template <typename L> static auto apply(typename L::Storage x, typename L::Storage y) {
    return L::store(std::fmax(L::load(x), L::load(y)));
  }
};
struct FloatMin {
  template <typename L> static auto apply(typename L::Storage x, typename L::Storage y) {
    return L::store(std::fmin(L::load(x), L::load(y)));
  }
};

struct Row {
  std::string_view name;
  AtomicFunction i32, i64, f32, f64;
};

template <typename Op> constexpr Row integers(std::string_view name) {
  return {name, apply<I32, Op>, apply<I64, Op>, nullptr, nullptr};
}
template <typename Op> constexpr Row floats(std::string_view name) {
  return {name, nullptr, nullptr, apply<F32, Op>, apply<F64, Op>};
}

constexpr Row rows[] = {
    integers<Add>("add"),          integers<Subtract>("sub"),  integers<And>("_and"),
    integers<Or>("_or"),           integers<Xor>("_xor"),      integers<Exchange>("xchg"),
    integers<SignedMax>("max"),    integers<SignedMin>("min"), integers<UnsignedMax>("umax"),
    integers<UnsignedMin>("umin"), floats<FloatAdd>("fadd"),   floats<FloatMax>("fmax"),
    floats<FloatMin>("fmin"),
};

} // namespace

AtomicFunction atomicFunction(std::string_view operation, Scalar scalar) {
  for (const Row &row : rows)
    if (row.name == operation)
      switch (scalar) {
      case Scalar::I32:
        return row.i32;
      case Scalar::I64:
        return row.i64;
      case Scalar::F32:
        return row.f32;
      case Scalar::F64:
        return row.f64;
      default:
        return nullptr;
      }
  return nullptr;
}

} // namespace wave::executor
