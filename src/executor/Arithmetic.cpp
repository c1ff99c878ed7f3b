//===- Arithmetic.cpp - Elementwise operations of lanes -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// They compute all lanes, active or not: what an inactive lane holds is never looked at.
// A destination never overlaps a source (Slots.cpp), so loops become vector code.
//
//===----------------------------------------------------------------------===//

#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "executor/LaneFunctions.h"

namespace wave::executor {
namespace {

struct ScalarFunctions {
  std::string_view name;
  std::array<LaneFunction, 9> functions; ///< by Scalar
};

template <typename Table>
LaneFunction find(const Table &table, std::string_view name, Scalar scalar) {
  for (const ScalarFunctions &row : table)
    if (row.name == name)
      return row.functions[static_cast<size_t>(scalar)];
  return nullptr;
}

/// Absent operands are read as the first one, and not looked at.
template <typename T>
const T *operand(const Registers &registers, const Instruction &at, int index) {
  const Slot slot = at.sources[index];
  return registers.at<const T>(slot == noSlot ? at.sources[0] : slot);
}

template <typename Op, typename L>
void integer(const Registers &registers, const Instruction &at, LaneContext &) {
  using T = typename L::Storage;
  const T *a = operand<T>(registers, at, 0), *b = operand<T>(registers, at, 1),
          *c = operand<T>(registers, at, 2);
  T *__restrict out = registers.at<T>(at.destination);
  for (uint32_t i = 0; i < at.count; ++i)
    out[i] = L::store(static_cast<typename L::Unsigned>(Op::template apply<L>(a[i], b[i], c[i])));
}

template <typename Op, typename L>
void division(const Registers &registers, const Instruction &at, LaneContext &context) {
  using T = typename L::Storage;
  const T *a = operand<T>(registers, at, 0), *b = operand<T>(registers, at, 1);
  T *__restrict out = registers.at<T>(at.destination);
  for (uint32_t i = 0; i < at.count; ++i) {
    const bool none = Op::template hasNone<L>(a[i], b[i]);
    if (none)
      context.faults |= LaneMask{1} << i % lanesPerWave;
    out[i] = L::store(
        static_cast<typename L::Unsigned>(Op::template apply<L>(a[i], none ? T{1} : b[i], a[i])));
  }
  context.faults &= context.active;
}

template <typename Op, typename L>
void floating(const Registers &registers, const Instruction &at, LaneContext &) {
  using T = typename L::Storage;
  const T *a = operand<T>(registers, at, 0), *b = operand<T>(registers, at, 1);
  T *__restrict out = registers.at<T>(at.destination);
  for (uint32_t i = 0; i < at.count; ++i)
    out[i] = L::store(static_cast<typename L::Compute>(Op::apply(L::load(a[i]), L::load(b[i]))));
}

template <typename Op, typename L>
void mathematics(const Registers &registers, const Instruction &at, LaneContext &) {
  using T = typename L::Storage;
  const T *a = operand<T>(registers, at, 0);
  T *__restrict out = registers.at<T>(at.destination);
  for (uint32_t i = 0; i < at.count; ++i)
    out[i] = L::narrow(Op::apply(static_cast<double>(L::load(a[i]))));
}

template <typename L> void fused(const Registers &registers, const Instruction &at, LaneContext &) {
  using T = typename L::Storage;
  const T *a = operand<T>(registers, at, 0), *b = operand<T>(registers, at, 1),
          *c = operand<T>(registers, at, 2);
  T *__restrict out = registers.at<T>(at.destination);
  for (uint32_t i = 0; i < at.count; ++i)
    out[i] = L::fused(a[i], b[i], c[i]);
}

template <typename Op, typename L>
void compareIntegers(const Registers &registers, const Instruction &at, LaneContext &) {
  using T = typename L::Storage;
  const T *a = operand<T>(registers, at, 0), *b = operand<T>(registers, at, 1);
  auto *__restrict out = registers.at<uint8_t>(at.destination);
  for (uint32_t i = 0; i < at.count; ++i)
    out[i] = static_cast<uint8_t>(Op::template apply<L>(a[i], b[i]));
}

template <typename Op, typename L>
void compareFloats(const Registers &registers, const Instruction &at, LaneContext &) {
  using T = typename L::Storage;
  const T *a = operand<T>(registers, at, 0), *b = operand<T>(registers, at, 1);
  auto *__restrict out = registers.at<uint8_t>(at.destination);
  for (uint32_t i = 0; i < at.count; ++i)
    out[i] = static_cast<uint8_t>(Op::apply(L::load(a[i]), L::load(b[i])));
}

/// As f32 without subnormal numbers has it.
double flushed(double x) { return std::fabs(x) < 0x1p-126 ? std::copysign(0.0, x) : x; }

#define WAVE_OPERANDS                                                                              \
  using Unsigned [[maybe_unused]] = typename L::Unsigned;                                          \
  [[maybe_unused]] constexpr Unsigned bits = L::bits;                                              \
  [[maybe_unused]] constexpr auto lowest =                                                         \
      static_cast<typename L::Signed>(typename L::Signed{-1} * (Unsigned{1} << (L::bits - 1)));    \
  [[maybe_unused]] const Unsigned a = L::load(storedA), b = L::load(storedB);                      \
  [[maybe_unused]] const typename L::Signed sa = L::loadSigned(storedA),                           \
                                            sb = L::loadSigned(storedB);

#define WAVE_INTEGER_LANES(FUNCTION, OP)                                                           \
  FUNCTION<OP, I1>, FUNCTION<OP, I8>, FUNCTION<OP, I16>, FUNCTION<OP, I32>, FUNCTION<OP, I64>
#define WAVE_FLOAT_LANES(FUNCTION, OP)                                                             \
  FUNCTION<OP, F16>, FUNCTION<OP, BF16>, FUNCTION<OP, F32>, FUNCTION<OP, F64>

// A type for each formula, numbered by its line, then the table of all.
#define WAVE_JOIN_(A, B) A##B
#define WAVE_JOIN(A, B) WAVE_JOIN_(A, B)
#define WAVE_FORMULA WAVE_JOIN(Formula, __LINE__)

#define WAVE_INTEGER(NAME, ...)                                                                    \
  struct WAVE_FORMULA {                                                                            \
    template <typename L>                                                                          \
    static auto apply(typename L::Storage storedA, typename L::Storage storedB,                    \
                      typename L::Storage storedC) {                                               \
      WAVE_OPERANDS                                                                                \
      [[maybe_unused]] const Unsigned c = L::load(storedC);                                        \
      return __VA_ARGS__;                                                                          \
    }                                                                                              \
  };
#define WAVE_DIVISION(NAME, FORMULA, NONE)                                                         \
  struct WAVE_FORMULA {                                                                            \
    template <typename L>                                                                          \
    static auto apply(typename L::Storage storedA, typename L::Storage storedB,                    \
                      typename L::Storage) {                                                       \
      WAVE_OPERANDS                                                                                \
      return FORMULA;                                                                              \
    }                                                                                              \
    template <typename L>                                                                          \
    static bool hasNone(typename L::Storage storedA, typename L::Storage storedB) {                \
      WAVE_OPERANDS                                                                                \
      return NONE;                                                                                 \
    }                                                                                              \
  };
#define WAVE_FLOAT(NAME, ...)                                                                      \
  struct WAVE_FORMULA {                                                                            \
    template <typename T> static auto apply([[maybe_unused]] T a, [[maybe_unused]] T b) {          \
      return __VA_ARGS__;                                                                          \
    }                                                                                              \
  };
#define WAVE_MATHEMATICS(NAME, FORMULA)                                                            \
  struct WAVE_FORMULA {                                                                            \
    static double apply(double x) { return FORMULA; }                                              \
  };
#define WAVE_COMPARE_INTEGER(NAME, FORMULA)                                                        \
  struct WAVE_FORMULA {                                                                            \
    template <typename L>                                                                          \
    static bool apply(typename L::Storage storedA, typename L::Storage storedB) {                  \
      WAVE_OPERANDS                                                                                \
      return FORMULA;                                                                              \
    }                                                                                              \
  };
#define WAVE_COMPARE_FLOAT(NAME, FORMULA)                                                          \
  struct WAVE_FORMULA {                                                                            \
    template <typename T> static bool apply([[maybe_unused]] T a, [[maybe_unused]] T b) {          \
      return FORMULA;                                                                              \
    }                                                                                              \
  };
#include "executor/LaneOps.def"

constexpr auto arithmetic = std::to_array<ScalarFunctions>({
#define WAVE_INTEGER(NAME, ...) {NAME, {WAVE_INTEGER_LANES(integer, WAVE_FORMULA)}},
#define WAVE_DIVISION(NAME, ...) {NAME, {WAVE_INTEGER_LANES(division, WAVE_FORMULA)}},
#define WAVE_NO_INTEGERS nullptr, nullptr, nullptr, nullptr, nullptr
#define WAVE_FLOAT(NAME, ...) {NAME, {WAVE_NO_INTEGERS, WAVE_FLOAT_LANES(floating, WAVE_FORMULA)}},
#define WAVE_MATHEMATICS(NAME, ...)                                                                \
  {NAME, {WAVE_NO_INTEGERS, WAVE_FLOAT_LANES(mathematics, WAVE_FORMULA)}},
#include "executor/LaneOps.def"
    {"llvm.intr.fma", {WAVE_NO_INTEGERS, fused<F16>, fused<BF16>, fused<F32>, fused<F64>}},
    // May be fused, and is by AMD's machine code.
    {"llvm.intr.fmuladd", {WAVE_NO_INTEGERS, fused<F16>, fused<BF16>, fused<F32>, fused<F64>}},
});

constexpr auto integerComparisons = std::to_array<ScalarFunctions>({
#define WAVE_COMPARE_INTEGER(NAME, ...) {NAME, {WAVE_INTEGER_LANES(compareIntegers, WAVE_FORMULA)}},
#include "executor/LaneOps.def"
});

constexpr auto floatComparisons = std::to_array<ScalarFunctions>({
#define WAVE_COMPARE_FLOAT(NAME, ...)                                                              \
  {NAME, {WAVE_NO_INTEGERS, WAVE_FLOAT_LANES(compareFloats, WAVE_FORMULA)}},
#include "executor/LaneOps.def"
});

} // namespace

LaneFunction arithmeticFunction(std::string_view operation, Scalar scalar) {
  return find(arithmetic, operation, scalar);
}
LaneFunction integerComparison(std::string_view predicate, Scalar scalar) {
  return find(integerComparisons, predicate, scalar);
}
LaneFunction floatComparison(std::string_view predicate, Scalar scalar) {
  return find(floatComparisons, predicate, scalar);
}

} // namespace wave::executor
