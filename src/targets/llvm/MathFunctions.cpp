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

  ArrayRef<double> exp2;    ///< (2^x - 1) / x on [-1, 1]; 2^-1 and 2^1 are exact
  double exp2Low, exp2High; ///< beyond them lie 0 and infinity

  ArrayRef<double> exp; ///< (e^x - 1) / x on [-ln 2, ln 2]
  double expLow, expHigh;
  double ln2[2];

  ArrayRef<double> log; ///< (log((1 + s) / (1 - s)) / s - 2) / s^2 of s^2 up to 0.0295
  double log2e[2];

  ArrayRef<double> tanh; ///< (tanh(x) / x - 1) / x^2 of x^2 up to tanhSplit^2
};

constexpr double tanhSplit = 0.625;

/// The same of f32 up to wideTanhSplit^2.  From there on, errors of 2^-22.5 in a power and of 2^-23
/// in a reciprocal make less than 1.8 ulp of the result.
constexpr double wideTanhSplit = 1.1;
constexpr double wideTanhOf32[] = {-0.333332211,  0.133309081,   -0.05378801,    0.0212182812,
                                   -0.0075508533, 0.00201579323, -0.000277936197};

constexpr double exp2Of32[] = {0.693147242,  0.240226686,  0.0555036664, 0.0096168397,
                               0.0013341537, 0.0001564579, 1.49279476e-5};
constexpr double expOf32[] = {1.0,           0.500000358,   0.166666165,   0.0416612029,
                              0.00833597314, 0.00141053391, 0.000196285691};
constexpr double logOf32[] = {0.6666667, 0.40000126, 0.28550398, 0.23341943};
constexpr double tanhOf32[] = {-0.33333334, 0.13333304,   -0.053959258,
                               0.021768918, -0.008343945, 0.0022927448};

constexpr double exp2Of64[] = {
    0.69314718055994529,   0.24022650695910031,    0.055504108664822825,   0.0096181291076373829,
    0.0013333558146309704, 0.00015403530387188849, 1.525273384760809e-5,   1.3215488726297936e-6,
    1.017807869822106e-7,  7.054609530867198e-9,   4.4460820541074216e-10, 2.5908250556990081e-11,
    1.3581153733894158e-12};
constexpr double expOf64[] = {0.99999999999999989,    0.49999999999999917,   0.16666666666667293,
                              0.041666666666705078,   0.0083333333332297321, 0.0013888888883310537,
                              0.00019841269914289264, 2.4801590935378151e-5, 2.7557294704349054e-6,
                              2.7556138892242065e-7,  2.5055854758443269e-8, 2.1063635551053087e-9,
                              1.5890691673191557e-10};
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
    x = code.clamp(dtype, x, k.exp2Low, k.exp2High);
    auto [half, power] = halfPower(x, 1);
    Value rest = multiplyAdd(half, number(x, -2), x);
    return scaled(rest, k.exp2, power);
  }

  Value exp(Value x) {
    x = code.clamp(dtype, x, k.expLow, k.expHigh);
    auto [half, power] = halfPower(x, 1 / std::log(2.0));
    Value rest = multiplyAdd(half, number(x, -2 * k.ln2[0]), x);
    rest = multiplyAdd(half, number(x, -2 * k.ln2[1]), rest);
    return scaled(rest, k.exp, power);
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

  Value rcp(Value x) { return div(number(x, 1), x); }

  Value rsqrt(Value x) {
    if (has(ir::UnaryKind::Rsqrt))
      return rsqrtByInstruction(x);
    Value root = code.squareRoot(x);
    return div(number(x, 1), root);
  }

  Value tanh(Value x) {
    const bool isFast = has(ir::UnaryKind::Exp2) && has(ir::UnaryKind::Rcp);
    Value a = code.absolute(dtype, x);
    // Near 0 a polynomial, which keeps the relative error.
    Value square = mul(a, a);
    Value p = polynomial(square, isFast ? ArrayRef<double>(wideTanhOf32) : k.tanh);
    p = mul(p, square);
    Value near = multiplyAdd(p, a, a);
    Value far = isFast ? tanhByInstructions(a) : tanhByExp(a);
    Value isNear =
        compare(ir::ComparisonKind::Less, a, number(x, isFast ? wideTanhSplit : tanhSplit));
    return withSignOf(x, code.choose(isNear, near, far));
  }

  /// Null where the processor has no instruction for it, nor others to build it around.
  Value approximate(ir::UnaryKind kind, Value x) {
    using enum ir::UnaryKind;
    if (has(kind))
      return code.instruction(kind, x);
    if (kind == Exp && has(Exp2))
      return code.instruction(Exp2, mul(x, number(x, 1 / std::log(2.0))));
    if (kind == Log && has(Log2))
      return mul(code.instruction(Log2, x), number(x, std::log(2.0)));
    // tanh(x) is x but for x^2 / 3 of it, and the difference from 1 has no relative error left
    // near 0: at the split both are 2^-11.
    if (kind == Tanh && has(Exp2) && has(Rcp)) {
      Value a = code.absolute(dtype, x);
      Value far = tanhByInstructions(a);
      Value isNear = compare(ir::ComparisonKind::Less, a, number(x, 0x1p-5));
      return withSignOf(x, code.choose(isNear, a, far));
    }
    return {};
  }

private:
  bool has(ir::UnaryKind kind) const { return dtype == DType::f32 && code.hasInstruction(kind); }

  /// 1 - 2 / (e^2a + 1), for what is not close to 0.
  Value tanhByExp(Value a) {
    Value grown = exp(add(a, a));
    Value one = number(a, 1);
    grown = add(grown, one);
    Value far = div(number(a, 2), grown);
    return sub(one, far);
  }
  Value tanhByInstructions(Value a) {
    Value grown = code.instruction(ir::UnaryKind::Exp2, mul(a, number(a, 2 / std::log(2.0))));
    Value one = number(a, 1);
    grown = add(grown, one);
    Value far = code.instruction(ir::UnaryKind::Rcp, grown);
    return multiplyAdd(far, number(a, -2), one);
  }

  /// The instruction and a step of Newton's method, which 0 and infinity do without.
  Value rsqrtByInstruction(Value x) {
    // The instruction may flush a subnormal number: it is made a normal one.
    Value isSmall = compare(ir::ComparisonKind::Less, x, number(x, k.smallest));
    Value raised = mul(x, number(x, 0x1p24));
    raised = code.choose(isSmall, raised, x);
    Value root = code.instruction(ir::UnaryKind::Rsqrt, raised);
    Value product = mul(raised, root);
    product = code.negate(dtype, product);
    Value error = multiplyAdd(product, root, number(x, 1));
    Value half = mul(root, number(x, 0.5));
    Value better = multiplyAdd(half, error, root);
    Value isNumber = compare(ir::ComparisonKind::Equal, error, error);
    better = code.choose(isNumber, better, root);
    raised = mul(better, number(x, 0x1p12));
    return code.choose(isSmall, raised, better);
  }

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

  /// The integer nearest to x * factor / 2, and 2 to its power, which is a normal number.
  std::pair<Value, Value> halfPower(Value x, double factor) {
    // The sum ends in the integer, plus what an exponent of 0 is stored as.
    Value shift = number(x, k.shift + static_cast<double>(k.bias));
    Value shifted = multiplyAdd(x, number(x, factor / 2), shift);
    Value half = sub(shifted, shift);
    Value bits = code.reinterpret(shifted, k.integers);
    bits = code.shiftLeft(bits, k.fractionBits);
    return {half, code.reinterpret(bits, dtype)};
  }

  /// (1 + rest * polynomial) * power^2, in two steps: the power's square may leave the range where
  /// the product does not.  The second one alone rounds.
  Value scaled(Value rest, ArrayRef<double> coefficients, Value power) {
    Value p = polynomial(rest, coefficients);
    p = multiplyAdd(p, rest, number(rest, 1));
    p = mul(p, power);
    return mul(p, power);
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
    Value divisor = add(f, number(x, 2)); // from 1.7 to 2.5
    Value s = has(ir::UnaryKind::Rcp) ? mul(f, code.instruction(ir::UnaryKind::Rcp, divisor))
                                      : div(f, divisor);
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

Value ElementCode::clamp(DType dtype, Value x, double low, double high) {
  Value limit = number(x, dtype, high);
  x = choose(compare(ir::ComparisonKind::Greater, dtype, x, limit), limit, x);
  limit = number(x, dtype, low);
  return choose(compare(ir::ComparisonKind::Less, dtype, x, limit), limit, x);
}

Value approximateFunction(ElementCode &code, ir::UnaryKind kind, Value x) {
  return Functions(code, DType::f32).approximate(kind, x);
}

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
  case ir::UnaryKind::Rcp:
    return functions.rcp(x);
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
