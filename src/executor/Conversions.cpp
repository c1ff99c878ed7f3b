//===- Conversions.cpp - Between types of numbers -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A float that no integer of the result's width is near has no value in LLVM; here it
// becomes the nearest one, and NaN zero, as with `llvm.fptosi.sat`.
//
//===----------------------------------------------------------------------===//

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "executor/LaneFunctions.h"

namespace wave::executor {
namespace {

enum class Meaning { Signed, Unsigned };

/// The nearest double with its last bit set if something was lost (see floatToOdd).
double doubleToOdd(uint64_t magnitude) {
  if (magnitude >> 53 == 0)
    return static_cast<double>(magnitude);
  const bool lost = (magnitude & 0x7FFu) != 0;
  return static_cast<double>((magnitude >> 11) | (lost ? 1u : 0u)) * 2048.0;
}

template <Meaning meaning, typename From> double doubleOf(typename From::Storage stored) {
  if constexpr (meaning == Meaning::Unsigned)
    return doubleToOdd(From::load(stored));
  const int64_t value = From::loadSigned(stored);
  return value < 0 ? -doubleToOdd(uint64_t{0} - static_cast<uint64_t>(value))
                   : doubleToOdd(static_cast<uint64_t>(value));
}

struct Resize {
  template <typename To, typename From> static auto apply(typename From::Storage value) {
    return To::store(static_cast<typename To::Unsigned>(From::load(value)));
  }
};

struct SignExtend {
  template <typename To, typename From> static auto apply(typename From::Storage value) {
    return To::store(static_cast<typename To::Unsigned>(
        static_cast<typename To::Signed>(From::loadSigned(value))));
  }
};

template <Meaning meaning> struct IntegerToFloat {
  template <typename To, typename From> static auto apply(typename From::Storage value) {
    if constexpr (std::is_same_v<typename To::Storage, double>) {
      if constexpr (meaning == Meaning::Signed)
        return static_cast<double>(From::loadSigned(value));
      else
        return static_cast<double>(From::load(value));
    } else {
      return To::narrow(doubleOf<meaning, From>(value));
    }
  }
};

template <Meaning meaning> struct FloatToInteger {
  template <typename To, typename From> static auto apply(typename From::Storage stored) {
    const auto value = static_cast<double>(From::load(stored));
    constexpr bool isSigned = meaning == Meaning::Signed;
    const double limit = std::ldexp(1.0, static_cast<int>(To::bits) - (isSigned ? 1 : 0));
    using Unsigned = typename To::Unsigned;
    constexpr Unsigned greatest = isSigned ? To::mask >> 1 : To::mask;
    constexpr Unsigned least = isSigned ? greatest + 1 : 0;
    if (std::isnan(value))
      return To::store(0);
    if (value >= limit)
      return To::store(greatest);
    if (value < (isSigned ? -limit : 0.0))
      return To::store(least);
    return To::store(isSigned ? static_cast<Unsigned>(static_cast<int64_t>(value))
                              : static_cast<Unsigned>(static_cast<uint64_t>(value)));
  }
};

struct FloatToFloat {
  template <typename To, typename From> static auto apply(typename From::Storage value) {
    if constexpr (std::is_same_v<typename From::Storage, double>)
      return To::narrow(value);
    else
      return To::store(static_cast<typename To::Compute>(From::load(value)));
  }
};

template <typename Op, typename To, typename From>
void convert(const Registers &registers, const Instruction &at, LaneContext &) {
  const auto *in = registers.at<const typename From::Storage>(at.sources[0]);
  auto *__restrict out = registers.at<typename To::Storage>(at.destination);
  for (uint32_t i = 0; i < at.count; ++i)
    out[i] = Op::template apply<To, From>(in[i]);
}

template <typename Op, typename From> LaneFunction toInteger(Scalar to) {
  switch (to) {
  case Scalar::I1:
    return convert<Op, I1, From>;
  case Scalar::I8:
    return convert<Op, I8, From>;
  case Scalar::I16:
    return convert<Op, I16, From>;
  case Scalar::I32:
    return convert<Op, I32, From>;
  case Scalar::I64:
    return convert<Op, I64, From>;
  default:
    return nullptr;
  }
}

template <typename Op, typename From> LaneFunction toFloat(Scalar to) {
  switch (to) {
  case Scalar::F16:
    return convert<Op, F16, From>;
  case Scalar::BF16:
    return convert<Op, BF16, From>;
  case Scalar::F32:
    return convert<Op, F32, From>;
  case Scalar::F64:
    return convert<Op, F64, From>;
  default:
    return nullptr;
  }
}

template <typename Op, bool resultIsFloat> LaneFunction fromInteger(Scalar from, Scalar to) {
  auto select = [&]<typename From>() {
    if constexpr (resultIsFloat)
      return toFloat<Op, From>(to);
    else
      return toInteger<Op, From>(to);
  };
  switch (from) {
  case Scalar::I1:
    return select.template operator()<I1>();
  case Scalar::I8:
    return select.template operator()<I8>();
  case Scalar::I16:
    return select.template operator()<I16>();
  case Scalar::I32:
    return select.template operator()<I32>();
  case Scalar::I64:
    return select.template operator()<I64>();
  default:
    return nullptr;
  }
}

template <typename Op, bool resultIsFloat> LaneFunction fromFloat(Scalar from, Scalar to) {
  auto select = [&]<typename From>() {
    if constexpr (resultIsFloat)
      return toFloat<Op, From>(to);
    else
      return toInteger<Op, From>(to);
  };
  switch (from) {
  case Scalar::F16:
    return select.template operator()<F16>();
  case Scalar::BF16:
    return select.template operator()<BF16>();
  case Scalar::F32:
    return select.template operator()<F32>();
  case Scalar::F64:
    return select.template operator()<F64>();
  default:
    return nullptr;
  }
}

Float8 formatNamed(std::string_view operation, bool fnuz) {
  return {operation.find("bf8") == std::string_view::npos ? 4 : 5, fnuz};
}

/// `immediate` is a byte's number, or with two results a half's.
template <int exponentBits, bool fnuz, int results>
void fromFloat8(const Registers &registers, const Instruction &at, LaneContext &) {
  const auto *in = registers.at<const uint32_t>(at.sources[0]);
  auto *__restrict out = registers.at<float>(at.destination);
  for (int result = 0; result < results; ++result)
    for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
      const auto byte =
          static_cast<unsigned>(at.immediate) * results + static_cast<unsigned>(result);
      out[static_cast<unsigned>(result) * lanesPerWave + lane] =
          Float8{exponentBits, fnuz}.decode(static_cast<uint8_t>(in[lane] >> 8 * byte));
    }
}

/// Sources 0 and 1 become a half of source 2, chosen by `immediate`.
template <int exponentBits, bool fnuz>
void toFloat8(const Registers &registers, const Instruction &at, LaneContext &) {
  const auto *low = registers.at<const float>(at.sources[0]);
  const auto *high = registers.at<const float>(at.sources[1]);
  const auto *old = registers.at<const uint32_t>(at.sources[2]);
  auto *__restrict out = registers.at<uint32_t>(at.destination);
  const Float8 format{exponentBits, fnuz};
  const unsigned shift = at.immediate != 0 ? 16 : 0;
  for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
    const uint32_t half = static_cast<uint32_t>(format.encode(low[lane])) |
                          static_cast<uint32_t>(format.encode(high[lane])) << 8;
    out[lane] = (old[lane] & ~(0xFFFFu << shift)) | half << shift;
  }
}

template <int exponentBits, bool fnuz> LaneFunction float8OfForm(std::string_view operation) {
  if (operation.starts_with("rocdl.cvt.f32."))
    return fromFloat8<exponentBits, fnuz, 1>;
  if (operation.starts_with("rocdl.cvt.pk.f32."))
    return fromFloat8<exponentBits, fnuz, 2>;
  return toFloat8<exponentBits, fnuz>;
}

} // namespace

LaneFunction conversionFunction(std::string_view operation, Scalar from, Scalar to) {
  if (operation == "llvm.trunc" || operation == "llvm.zext")
    return fromInteger<Resize, false>(from, to);
  if (operation == "llvm.sext")
    return fromInteger<SignExtend, false>(from, to);
  if (operation == "llvm.sitofp")
    return fromInteger<IntegerToFloat<Meaning::Signed>, true>(from, to);
  if (operation == "llvm.uitofp")
    return fromInteger<IntegerToFloat<Meaning::Unsigned>, true>(from, to);
  if (operation == "llvm.fptosi" || operation == "llvm.fptosi.sat")
    return fromFloat<FloatToInteger<Meaning::Signed>, false>(from, to);
  if (operation == "llvm.fptoui" || operation == "llvm.fptoui.sat")
    return fromFloat<FloatToInteger<Meaning::Unsigned>, false>(from, to);
  if (operation == "llvm.fpext" || operation == "llvm.fptrunc")
    return fromFloat<FloatToFloat, true>(from, to);
  return nullptr;
}

LaneFunction float8Function(std::string_view operation, bool fnuz) {
  const Float8 format = formatNamed(operation, fnuz);
  if (format.exponentBits == 4)
    return fnuz ? float8OfForm<4, true>(operation) : float8OfForm<4, false>(operation);
  return fnuz ? float8OfForm<5, true>(operation) : float8OfForm<5, false>(operation);
}

} // namespace wave::executor
