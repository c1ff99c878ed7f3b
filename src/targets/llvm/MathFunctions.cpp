//===- MathFunctions.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/llvm/MathFunctions.h"

#include <cmath>
#include <limits>

using namespace mlir;

namespace wave::codegen {

namespace {

/// What the functions know of a floating-point type.  Polynomials are Chebyshev fits of
/// the named function over the interval to which its argument is reduced, the constant
/// first.  A constant in two words has so few bits in the first one that its product
/// with an exponent, or with a shortened number, is exact.
struct Constants {
  DType integers; ///< of the same width
  int64_t fractionBits;
  int64_t bias;        ///< of the exponent
  double shift;        ///< 1.5 * 2^fractionBits: adding it rounds to an integer
  double smallest;     ///< normal number
  int64_t shortenedBy; ///< bits of a fraction that log2 clears

  ArrayRef<double> exp2;    ///< (2^x - 1) / x on [-1/2, 1/2]
  double exp2Low, exp2High; ///< beyond them lie 0 and infinity

  ArrayRef<double> exp; ///< (e^x - 1 - x) / x^2 on [-ln 2 / 2, ln 2 / 2]
  double expLow, expHigh;
  double ln2[2];

  ArrayRef<double> log; ///< (log((1 + s) / (1 - s)) / s - 2) / s^2 of s^2 up to 0.0295
  double log2e[2];

  ArrayRef<double> tanh; ///< (tanh(x) / x - 1) / x^2 of x^2 up to tanhSplit^2
};

constexpr double tanhSplit = 0.625;

constexpr double exp2Of32[] = {0.6931472,   0.2402265,    0.055503562,
                               0.009618082, 0.0013391323, 0.00015453562};
constexpr double expOf32[] = {0.5, 0.16666667, 0.041666463, 0.0083333105, 0.0013934, 0.0001989138};
constexpr double logOf32[] = {0.6666667, 0.40000126, 0.28550398, 0.23341943};
constexpr double tanhOf32[] = {-0.33333334, 0.13333304,   -0.053959258,
                               0.021768918, -0.008343945, 0.0022927448};

constexpr double exp2Of64[] = {
    0.6931471805599453,     0.24022650695910072,   0.05550410866482163,    0.00961812910762848,
    0.0013333558146405757,  0.0001540353039337038, 1.5252733842466233e-05, 1.3215486809155723e-06,
    1.0178056621871601e-07, 7.054897073566271e-09, 4.455900399004889e-10,  2.5729732482995757e-11};
constexpr double expOf64[] = {0.5,
                              0.1666666666666667,
                              0.04166666666666667,
                              0.008333333333325907,
                              0.0013888888888883586,
                              0.00019841269875613723,
                              2.48015873261141e-05,
                              2.755725439814625e-06,
                              2.755727292753121e-07,
                              2.510563243699736e-08,
                              2.091498363089185e-09};
constexpr double logOf64[] = {0.6666666666666666,  0.4000000000000094, 0.2857142857076445,
                              0.2222222240054776,  0.181817947008978,  0.15386290534658992,
                              0.13267418596474884, 0.1310072138350349};
constexpr double tanhOf64[] = {
    -0.3333333333333333,    0.13333333333333042,   -0.05396825396789699,   0.021869488519008305,
    -0.008863235103240878,  0.0035921217511549622, -0.0014557754120478055, 0.0005896606577757043,
    -0.0002375906496055562, 9.257116129556769e-05, -3.12011014257974e-05,  6.485163482793113e-06};

const Constants &constantsOf(DType dtype) {
  static const Constants f32{.integers = DType::i32,
                             .fractionBits = 23,
                             .bias = 127,
                             .shift = 0x1.8p23,
                             .smallest = 0x1p-126,
                             .shortenedBy = 12,
                             .exp2 = exp2Of32,
                             .exp2Low = -160,
                             .exp2High = 130,
                             .exp = expOf32,
                             .expLow = -110,
                             .expHigh = 90,
                             .ln2 = {0x1.62e4p-1, 0x1.7f7d1cp-20},
                             .log = logOf32,
                             .log2e = {0x1.714p+0, 0x1.47652cp-12},
                             .tanh = tanhOf32};
  static const Constants f64{.integers = DType::i64,
                             .fractionBits = 52,
                             .bias = 1023,
                             .shift = 0x1.8p52,
                             .smallest = 0x1p-1022,
                             .shortenedBy = 32,
                             .exp2 = exp2Of64,
                             .exp2Low = -1090,
                             .exp2High = 1030,
                             .exp = expOf64,
                             .expLow = -760,
                             .expHigh = 720,
                             .ln2 = {0x1.62e42fefa3000p-1, 0x1.3de6af278ece6p-42},
                             .log = logOf64,
                             .log2e = {0x1.71547p+0, 0x1.94ae0bf85ddf4p-22},
                             .tanh = tanhOf64};
  return dtype == DType::f32 ? f32 : f64;
}

/// Each statement emits one operation: C++ leaves the order of operands open.
class Functions {
public:
  Functions(ElementCode &code, DType dtype) : code(code), dtype(dtype), k(constantsOf(dtype)) {}

  Value exp2(Value x) {
    x = clamp(x, k.exp2Low, k.exp2High);
    auto [whole, integer] = roundToInteger(x);
    Value rest = sub(x, whole);
    Value p = polynomial(rest, k.exp2);
    Value one = number(x, 1);
    return scale(multiplyAdd(p, rest, one), integer);
  }

  Value exp(Value x) {
    x = clamp(x, k.expLow, k.expHigh);
    auto [whole, integer] = roundToInteger(mul(x, number(x, 1 / std::log(2.0))));
    Value minus = code.negate(dtype, whole);
    Value rest = multiplyAdd(minus, number(x, k.ln2[0]), x);
    rest = multiplyAdd(minus, number(x, k.ln2[1]), rest);
    Value p = polynomial(rest, k.exp);
    Value square = mul(rest, rest);
    p = multiplyAdd(p, square, rest);
    return scale(add(p, number(x, 1)), integer);
  }

  Value log(Value x) {
    Logarithm parts = decompose(x);
    Value low = mul(parts.exponent, number(x, k.ln2[1]));
    low = add(parts.correction, low);
    low = sub(low, parts.halfSquare);
    Value result = add(low, parts.fraction);
    Value high = mul(parts.exponent, number(x, k.ln2[0]));
    result = add(result, high);
    return logarithmAtEdges(x, result);
  }

  Value log2(Value x) {
    Logarithm parts = decompose(x);
    // log(1 + f) in two words, the first one short.
    Value high = sub(parts.fraction, parts.halfSquare);
    Value bits = code.reinterpret(high, k.integers);
    bits = code.shiftRight(bits, k.shortenedBy);
    bits = code.shiftLeft(bits, k.shortenedBy);
    high = code.reinterpret(bits, dtype);
    Value low = sub(parts.fraction, high);
    low = sub(low, parts.halfSquare);
    low = add(low, parts.correction);
    // Times log2(e) in two words, plus the exponent, the roundings collected.
    Value log2eHigh = number(x, k.log2e[0]), log2eLow = number(x, k.log2e[1]);
    Value main = mul(high, log2eHigh);
    Value sum = add(low, high);
    Value rest = mul(sum, log2eLow);
    rest = multiplyAdd(low, log2eHigh, rest);
    Value total = add(parts.exponent, main);
    Value lost = sub(parts.exponent, total);
    lost = add(lost, main);
    rest = add(rest, lost);
    return logarithmAtEdges(x, add(rest, total));
  }

  Value rsqrt(Value x) {
    Value root = code.squareRoot(x);
    return div(number(x, 1), root);
  }

  Value tanh(Value x) {
    Value a = code.absolute(dtype, x);
    // Near 0 a polynomial, which keeps the relative error.
    Value square = mul(a, a);
    Value p = polynomial(square, k.tanh);
    p = mul(p, square);
    Value near = multiplyAdd(p, a, a);
    // 1 - 2 / (e^2a + 1)
    Value grown = exp(add(a, a));
    Value one = number(x, 1);
    grown = add(grown, one);
    Value far = div(number(x, 2), grown);
    far = sub(one, far);
    Value isNear = compare(ir::ComparisonKind::Less, a, number(x, tanhSplit));
    return withSignOf(x, code.choose(isNear, near, far));
  }

private:
  Value number(Value shape, double value) { return code.number(shape, dtype, value); }
  Value add(Value a, Value b) { return code.arithmetic(Arithmetic::Add, dtype, a, b); }
  Value sub(Value a, Value b) { return code.arithmetic(Arithmetic::Sub, dtype, a, b); }
  Value mul(Value a, Value b) { return code.arithmetic(Arithmetic::Mul, dtype, a, b); }
  Value div(Value a, Value b) { return code.arithmetic(Arithmetic::Div, dtype, a, b); }
  Value multiplyAdd(Value a, Value b, Value c) { return code.multiplyAdd(dtype, a, b, c); }
  Value compare(ir::ComparisonKind kind, Value a, Value b) {
    return code.compare(kind, dtype, a, b);
  }
  Value integers(Arithmetic kind, Value a, Value b) {
    return code.arithmetic(kind, k.integers, a, b);
  }
  Value integer(Value shape, int64_t value) {
    return code.number(shape, k.integers, static_cast<double>(value));
  }

  Value polynomial(Value x, ArrayRef<double> coefficients) {
    Value sum = number(x, coefficients.back());
    for (double coefficient : llvm::reverse(coefficients.drop_back()))
      sum = multiplyAdd(sum, x, number(x, coefficient));
    return sum;
  }

  /// NaN stays NaN.
  Value clamp(Value x, double low, double high) {
    Value limit = number(x, high);
    x = code.choose(compare(ir::ComparisonKind::Greater, x, limit), limit, x);
    limit = number(x, low);
    return code.choose(compare(ir::ComparisonKind::Less, x, limit), limit, x);
  }

  /// The nearest integer to x, |x| < 2^(fractionBits - 2), as a float and as an integer;
  /// any integer for NaN.
  std::pair<Value, Value> roundToInteger(Value x) {
    Value shift = number(x, k.shift);
    Value shifted = add(x, shift);
    Value whole = sub(shifted, shift);
    Value bits = code.reinterpret(shifted, k.integers);
    Value zero = code.reinterpret(shift, k.integers);
    return {whole, integers(Arithmetic::Sub, bits, zero)};
  }

  Value powerOfTwo(Value exponent) {
    Value biased = integers(Arithmetic::Add, exponent, integer(exponent, k.bias));
    return code.reinterpret(code.shiftLeft(biased, k.fractionBits), dtype);
  }

  /// x * 2^exponent, in two steps so that neither factor leaves the range where the
  /// product does not; the second one alone rounds.
  Value scale(Value x, Value exponent) {
    Value half = code.shiftRight(exponent, 1);
    Value rest = integers(Arithmetic::Sub, exponent, half);
    x = mul(x, powerOfTwo(half));
    return mul(x, powerOfTwo(rest));
  }

  /// x = 2^exponent * (1 + fraction), 1 + fraction from sqrt(1/2) to sqrt(2), and
  /// log(1 + fraction) = fraction - halfSquare + correction.
  struct Logarithm {
    Value exponent, fraction, halfSquare, correction;
  };

  Logarithm decompose(Value x) {
    // A subnormal number is made a normal one.
    Value isSmall = compare(ir::ComparisonKind::Less, x, number(x, k.smallest));
    Value raised = mul(x, number(x, std::ldexp(1.0, static_cast<int>(k.fractionBits) + 1)));
    Value y = code.choose(isSmall, raised, x);
    Value bits = code.reinterpret(y, k.integers);
    Value one = code.reinterpret(number(x, 1), k.integers);
    Value lowest = code.reinterpret(number(x, std::sqrt(0.5)), k.integers);
    bits = integers(Arithmetic::Add, bits, integers(Arithmetic::Sub, one, lowest));
    Value exponent = code.shiftRight(bits, k.fractionBits);
    Value aligned = code.shiftLeft(exponent, k.fractionBits);
    bits = integers(Arithmetic::Sub, bits, aligned);
    Value mantissa = code.reinterpret(integers(Arithmetic::Add, bits, lowest), dtype);

    Logarithm parts;
    parts.exponent = toFloat(exponent);
    parts.exponent = sub(parts.exponent, number(x, static_cast<double>(k.bias)));
    Value raisedBy = number(x, static_cast<double>(k.fractionBits + 1));
    Value lowered = sub(parts.exponent, raisedBy);
    parts.exponent = code.choose(isSmall, lowered, parts.exponent);
    parts.fraction = sub(mantissa, number(x, 1));
    Value f = parts.fraction;
    Value half = mul(f, number(x, 0.5));
    parts.halfSquare = mul(half, f);
    Value s = div(f, add(f, number(x, 2)));
    Value square = mul(s, s);
    Value p = polynomial(square, k.log);
    p = multiplyAdd(p, square, parts.halfSquare);
    parts.correction = mul(s, p);
    return parts;
  }

  /// An integer of less than fractionBits - 1 bits, without a conversion, which not every
  /// processor has for vectors of 64-bit integers.
  Value toFloat(Value small) {
    Value shift = number(small, k.shift);
    Value bits = code.reinterpret(shift, k.integers);
    bits = integers(Arithmetic::Add, bits, small);
    return sub(code.reinterpret(bits, dtype), shift);
  }

  /// What no formula gives: the logarithms of infinity, NaN, 0 and negative numbers.
  Value logarithmAtEdges(Value x, Value result) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    Value isFinite = compare(ir::ComparisonKind::Less, x, number(x, infinity));
    result = code.choose(isFinite, result, x);
    Value zero = number(x, 0);
    Value isNegative = compare(ir::ComparisonKind::Less, x, zero);
    result = code.choose(isNegative, number(x, std::numeric_limits<double>::quiet_NaN()), result);
    Value isZero = compare(ir::ComparisonKind::Equal, x, zero);
    return code.choose(isZero, number(x, -infinity), result);
  }

  Value withSignOf(Value x, Value magnitude) {
    Value bits = code.reinterpret(x, k.integers);
    Value sign = code.reinterpret(number(x, -0.0), k.integers);
    sign = integers(Arithmetic::And, bits, sign);
    Value plain = code.reinterpret(magnitude, k.integers);
    return code.reinterpret(integers(Arithmetic::Or, plain, sign), dtype);
  }

  ElementCode &code;
  DType dtype;
  const Constants &k;
};

} // namespace

Value mathFunction(ElementCode &code, ir::UnaryKind kind, DType dtype, Value x) {
  Functions functions(code, dtype);
  switch (kind) {
  case ir::UnaryKind::Exp2:
    return functions.exp2(x);
  case ir::UnaryKind::Exp:
    return functions.exp(x);
  case ir::UnaryKind::Log2:
    return functions.log2(x);
  case ir::UnaryKind::Log:
    return functions.log(x);
  case ir::UnaryKind::Sqrt:
    return code.squareRoot(x);
  case ir::UnaryKind::Rsqrt:
    return functions.rsqrt(x);
  case ir::UnaryKind::Tanh:
    return functions.tanh(x);
  case ir::UnaryKind::Abs:
    return code.absolute(dtype, x);
  case ir::UnaryKind::Neg:
    return code.negate(dtype, x);
  case ir::UnaryKind::Tf32: {
    constexpr double highBits = -(1 << 13); // as an i32: all but the low 13
    Value bits = code.reinterpret(x, DType::i32);
    bits =
        code.arithmetic(Arithmetic::And, DType::i32, bits, code.number(bits, DType::i32, highBits));
    return code.reinterpret(bits, dtype);
  }
  }
  llvm_unreachable("all kinds are listed");
}

} // namespace wave::codegen
