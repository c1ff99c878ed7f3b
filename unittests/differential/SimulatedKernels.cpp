//===- SimulatedKernels.cpp -----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimulatedKernels.h"

#include "InPlaceKernel.h"
#include "RandomProgram.h"

namespace wave::test {

/// A product with tiles that instructions divide, staged or not.
Kernel product(Setting &s) {
  s.distributeBy(M, 150, 16);
  s.distributeBy(N, 150, 16);
  s.stepBy(K, 150, 32);
  auto [lhs, rhs, sum] = drawStoredProduct(s);
  if (lhs == f64)
    lhs = rhs = f16, sum = f32;
  Expr space = s.random.oneIn(3) ? Expr(GLOBAL_ADDRESS_SPACE) : Expr(SHARED_ADDRESS_SPACE);
  bool kFirst = s.random.oneIn(4);
  Memory a = kFirst ? s.input("a", {K, M}, lhs, space) : s.input("a", {M, K}, lhs, space);
  Memory b = s.input("b", {N, K}, rhs, space), c = s.output("c", {M, N}, sum);
  return Kernel("product", {a, b, c}, s.constraints, [&, sum = sum] {
    Register zero({M, N}, sum, static_cast<double>(s.random.between(-2, 2)));
    write(iterate({.axis = K}, {zero}, [&](Register acc) { return mma(read(a), read(b), acc); }),
          c);
  });
}

/// Sums, maxima and choices over rows, and two outputs.
Kernel rows(Setting &s) {
  s.distributeBy(M, 70, 4);
  s.whole(N, 300);
  DType in = s.random.oneIn(2) ? f32 : s.random.oneIn(2) ? f16 : i32;
  Memory a = s.input("a", {M, N}, in), bias = s.input("bias", {N}, in);
  Memory c = s.output("c", {M, N}, in), d = s.output("d", {M}, in);
  return Kernel("rows", {a, bias, c, d}, s.constraints, [&] {
    Register x = read(a) + read(bias);
    Register highest = max(x, N);
    write(select(x < highest, maximum(x, 0) - highest, x), c);
    write(sum(x, N), d);
  });
}

/// Powers of two of an operand within the loop.
Kernel power(Setting &s) {
  s.distributeBy(M, 100, 16);
  s.distributeBy(N, 100, 16);
  s.stepBy(K, 40, 16);
  Memory a = s.input("a", {M, K}, f16, SHARED_ADDRESS_SPACE), b = s.input("b", {N, K}, f16);
  Memory c = s.output("c", {M, N}, f32);
  return Kernel("power", {a, b, c}, s.constraints, [&] {
    Register zero({M, N}, f32, 0);
    write(iterate({.axis = K}, {zero},
                  [&](Register acc) { return mma(exp2(read(a)), read(b), acc); }),
          c);
  });
}

/// An output that every step writes again, and a second write of another.
Kernel rewritten(Setting &s) {
  s.distributeBy(M, 60, 4);
  s.stepBy(K, 20, 4);
  Memory a = s.input("a", {M, K}, f32), c = s.output("c", {M}, f32), d = s.output("d", {M}, f32);
  return Kernel("rewritten", {a, c, d}, s.constraints, [&] {
    Register zero({M}, f32, 0);
    write(zero, c);
    write(zero, d);
    iterate({.axis = K}, {zero}, [&](Register acc) {
      Register next = sum(read(a), acc, K);
      write(next, c);
      return next;
    });
    write(read(d) + 1, d);
  });
}

/// Tiles whose rows no wide access divides.
Kernel narrow(Setting &s) {
  s.distributeBy(M, 40, 1);
  s.distributeBy(N, 90, s.random.between(1, 6));
  DType in = s.random.of(std::vector<DType>{i8, f16, f32, f64});
  Expr space = s.random.oneIn(2) ? Expr(GLOBAL_ADDRESS_SPACE) : Expr(SHARED_ADDRESS_SPACE);
  Memory a = s.input("a", {M, N}, in, space), b = s.input("b", {N}, in, space);
  Memory c = s.output("c", {M, N}, in);
  return Kernel("narrow", {a, b, c}, s.constraints, [&] { write(read(a) + read(b), c); });
}

/// What was written for CDNA: waves of 64 lanes, which share tiles out, and an instruction.
Kernel foreign(Setting &s) {
  const bool isLarge = s.random.oneIn(2); // so that warpgroups have whole rows
  s.distributeWhole(M, 150, isLarge ? 64 * s.random.between(1, 2) : 32);
  s.distributeWhole(N, 60, 32);
  s.stepBySize(K, 150, s.random.of(std::vector<int64_t>{16, 32, 64}));
  for (const Symbol &dim : {M, N})
    s.constraints += WaveConstraint{dim, isLarge ? 32 : 16};
  const DType in = s.random.oneIn(2) ? f16 : bf16;
  HardwareConstraint hardware{.threads_per_wave = 64};
  if (s.random.oneIn(2))
    hardware.mma_type = in == f16 ? MMAType::F32_16x16x16_F16 : MMAType::F32_16x16x16_BF16;
  s.constraints += hardware;
  const Expr space = s.random.oneIn(4) ? Expr(GLOBAL_ADDRESS_SPACE) : Expr(SHARED_ADDRESS_SPACE);
  Memory a = s.input("a", {M, K}, in, space), b = s.input("b", {N, K}, in, space);
  Memory c = s.output("c", {M, N}, f32);
  return Kernel("foreign", {a, b, c}, s.constraints, [&] {
    Register zero({M, N}, f32, 1);
    write(iterate({.axis = K}, {zero}, [&](Register acc) { return mma(read(a), read(b), acc); }),
          c);
  });
}

/// The same without a product: more waves share a tile.
Kernel foreignRows(Setting &s) {
  s.distributeWhole(M, 70, s.random.of(std::vector<int64_t>{1, 3, 4, 8}));
  s.distributeWhole(N, 150, 64);
  if (s.random.oneIn(2))
    s.constraints += WaveConstraint{N, 32};
  if (s.random.oneIn(2))
    s.constraints += HardwareConstraint{.threads_per_wave = 64};
  Memory a = s.input("a", {M, N}, f32), b = s.input("b", {N}, f32), c = s.output("c", {M, N}, f32);
  return Kernel("foreign_rows", {a, b, c}, s.constraints, [&] { write(read(a) + read(b), c); });
}

namespace {

enum class Place { Registers, Global, Shared };
constexpr Place places[] = {Place::Registers, Place::Global, Place::Shared};

/// Where an operand lives, and whether it is stored with the reduction contiguous.
struct Operand {
  Place place;
  bool isAlong;
};

struct OperandClass {
  Operand a, b;
  std::string name;
};

std::string nameOf(const Operand &operand, const char *along, const char *across) {
  const char *place = operand.place == Place::Registers ? "registers "
                      : operand.place == Place::Global  ? "global "
                                                        : "shared ";
  return place + std::string(operand.isAlong ? along : across);
}

const std::vector<OperandClass> &classesOfOperands() {
  static const std::vector<OperandClass> all = [] {
    std::vector<Operand> operands;
    for (const Place place : places)
      for (const bool isAlong : {true, false})
        operands.push_back({place, isAlong});
    std::vector<OperandClass> classes;
    for (const Operand &a : operands)
      for (const Operand &b : operands)
        classes.push_back(
            {a, b, nameOf(a, "[M, K]", "[K, M]") + " x " + nameOf(b, "[N, K]", "[K, N]")});
    return classes;
  }();
  return all;
}

} // namespace

std::vector<std::string> operandClassNames() {
  std::vector<std::string> names;
  for (const OperandClass &operands : classesOfOperands())
    names.push_back(operands.name);
  return names;
}

int operandClasses() { return static_cast<int>(classesOfOperands().size()); }

Kernel operands(Setting &s) {
  const OperandClass &drawn =
      classesOfOperands()[s.histogram.rarest("operands", operandClassNames())];
  s.histogram.count("operands", drawn.name);
  const bool isOfWarpgroups = !s.random.oneIn(3);
  s.histogram.count("tiles of", isOfWarpgroups ? "warpgroups" : "waves");
  if (isOfWarpgroups) {
    s.distributeWhole(M, 70, s.random.oneIn(4) ? 128 : 64);
    s.distributeWhole(N, 40, 16 * s.random.between(1, 3));
    s.stepBySize(K, 70, s.random.of(std::vector<int64_t>{16, 32, 64}));
  } else {
    s.distributeBy(M, 40, 16, 2);
    s.distributeBy(N, 40, 16, 2);
    s.stepBy(K, 50, 16);
  }
  const DType in = s.random.of<DType>({f16, bf16, f32}), out = s.random.oneIn(2) ? f32 : in;
  std::optional<Precision> precision;
  if (in == f32)
    precision = s.random.oneIn(3) ? Precision::TF32x3 : Precision::TF32;
  s.histogram.count("precision", !precision                       ? "of 16 bits"
                                 : precision == Precision::TF32x3 ? "3xtf32"
                                                                  : "tf32");
  auto spaceOf = [&](const Operand &operand) {
    const bool isShared =
        operand.place == Place::Registers ? s.random.oneIn(2) : operand.place == Place::Shared;
    return isShared ? Expr(SHARED_ADDRESS_SPACE) : Expr(GLOBAL_ADDRESS_SPACE);
  };
  Memory a = drawn.a.isAlong ? s.input("a", {M, K}, in, spaceOf(drawn.a))
                             : s.input("a", {K, M}, in, spaceOf(drawn.a));
  Memory b = drawn.b.isAlong ? s.input("b", {N, K}, in, spaceOf(drawn.b))
                             : s.input("b", {K, N}, in, spaceOf(drawn.b));
  Memory c = s.output("c", {M, N}, out);
  const bool isPower = s.random.oneIn(2); // of two, which is exact
  auto valueOf = [&](const Operand &operand, const Memory &memory) {
    const Register value = read(memory);
    return operand.place != Place::Registers ? value : isPower ? exp2(value) : value + value;
  };
  return Kernel("operands", {a, b, c}, s.constraints, [&] {
    Register zero({M, N}, f32, 0);
    write(iterate({.axis = K}, {zero},
                  [&](Register acc) {
                    const Register lhs = valueOf(drawn.a, a);
                    return mma(lhs, valueOf(drawn.b, b), acc, {.precision = precision});
                  }),
          c);
  });
}

Kernel anySimulated(Setting &s) {
  struct Kind {
    int64_t weight;
    const char *name;
    Kernel (*make)(Setting &);
  };
  // Most programs are small: LLVM and ptxas take a second or two for the largest.
  static constexpr Kind kinds[] = {
      {18, "operands", operands},
      {6, "in place", inPlace},
      {9, "small program",
       [](Setting &own) { return RandomProgram(own, Aim::Gpu, /*isSmall=*/true).make(); }},
      {1, "program", [](Setting &own) { return RandomProgram(own, Aim::Gpu).make(); }},
      {1, "product", product},
      {1, "rows", rows},
      {1, "power", power},
      {1, "rewritten", rewritten},
      {1, "narrow", narrow},
      {1, "written for CDNA", foreign},
      {1, "rows written for CDNA", foreignRows}};
  int64_t all = 0;
  for (const Kind &kind : kinds)
    all += kind.weight;
  int64_t place = s.random.between(0, all - 1);
  const Kind *drawn = kinds;
  while ((place -= drawn->weight) >= 0)
    ++drawn;
  s.histogram.count("kernel", drawn->name);
  return drawn->make(s);
}

} // namespace wave::test
