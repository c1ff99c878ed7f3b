//===- MappingTest.cpp - Elements from where a mapping says ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Interpreter = CPU = executor, bit for bit, for reads and writes whose mappings do more than move
// them, in memories of all layouts between guards: what is no element stays as it was, and the
// executor reports any access to it.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <array>
#include <deque>

#include <gtest/gtest.h>

#include "GuardedTensor.h"
#include "Interleaved.h"
#include "kernels/library.h"
#include "runtime/Arguments.h"

using namespace wave;
using namespace wave::test;

namespace {

constexpr Symbol M{"M"}, N{"N"}, K{"K"}, P{"P"}, Q{"Q"}, S{"S"};
constexpr Symbol NB{"NB"}, H{"H"}, W{"W"}, C{"C"}, F{"F"}, HO{"HO"}, WO{"WO"};

Expr it(int number) { return IndexMapping::iterator(number); }

constexpr const char *all[] = {"cpu", "sim:mi300x", "sim:mi355x", "sim:h200", "sim:b200"};

struct Subject {
  Kernel kernel;
  Bindings subs;
  std::vector<std::string> open = {}; ///< left open in a second compile
  std::optional<Unchecked> coverage = std::nullopt;
};

Bindings without(const Bindings &subs, const std::vector<std::string> &names) {
  Bindings rest;
  for (const Binding &binding : subs)
    if (std::ranges::find(names, binding.symbol) == names.end())
      rest.set(binding.symbol, binding.value);
  return rest;
}

void expectRight(const Subject &subject, const CompiledKernel &compiled, const std::string &where,
                 bool isAligned) {
  Random random(testSeed());
  std::deque<GuardedTensor> tensors;
  std::vector<Tensor> actual, expected;
  for (const Argument &argument : withSizes(compiled.arguments(), subject.subs)) {
    tensors.emplace_back(shapeOf(argument), argument.dtype,
                         isAligned ? Layout::Aligned : drawLayout(random, false), random);
    tensors.back().fillWithIntegers(3, random);
    expected.push_back(tensors.back().tensor().clone());
    actual.push_back(tensors.back().tensor());
  }
  interpret(subject.kernel, {.subs = subject.subs}, expected);
  compiled.launch(actual);
  for (size_t i = 0; i < tensors.size(); ++i) {
    EXPECT_EQ(difference(actual[i], expected[i]), "") << where << ", argument " << i;
    EXPECT_TRUE(tensors[i].guardsHold()) << where << ", argument " << i;
  }
  if (::testing::Test::HasFailure())
    std::printf("%s\n%s\n", where.c_str(), subject.kernel.str().c_str());
}

void expectRight(const Subject &subject) {
  for (const char *target : all)
    for (const SchedulingType schedule : {SchedulingType::None, SchedulingType::Prefetch})
      for (const bool isOpen : {false, true}) {
        if ((isOpen && subject.open.empty()) || ::testing::Test::HasFailure())
          continue;
        const CompiledKernel compiled =
            wave_compile({.target = Target::named(target),
                          .subs = isOpen ? without(subject.subs, subject.open) : subject.subs,
                          .retarget = true,
                          .schedule = schedule,
                          .coverage = subject.coverage},
                         subject.kernel);
        for (const bool isAligned : {false, true})
          expectRight(subject, compiled,
                      std::string(target) + (isOpen ? ", open" : "") +
                          (isAligned ? ", aligned" : "") + ", schedule " +
                          std::to_string(static_cast<int>(schedule)),
                      isAligned);
      }
}

/// Waves in drawn orders, in the forms scheduled and distributed.
void expectAnyOrder(const Subject &subject) {
  const CompiledKernel compiled =
      wave_compile({.target = Target::cpu(), .subs = subject.subs}, subject.kernel);
  Random random(testSeed());
  std::vector<Tensor> inputs, expected;
  for (const Argument &argument : withSizes(compiled.arguments(), subject.subs)) {
    GuardedTensor tensor(shapeOf(argument), argument.dtype, Layout::RowMajor, random);
    tensor.fillWithIntegers(3, random);
    inputs.push_back(tensor.tensor().clone());
    expected.push_back(inputs.back().clone());
  }
  interpret(subject.kernel, {.subs = subject.subs}, expected);
  for (const bool isDistributed : {false, true})
    for (const SchedulingType schedule : {SchedulingType::None, SchedulingType::Prefetch}) {
      const Lowering lowering{.schedule = schedule, .isDistributed = isDistributed};
      Lowered lowered(subject.kernel, subject.subs, lowering);
      std::vector<Tensor> actual;
      for (const Tensor &input : inputs)
        actual.push_back(input.clone());
      const auto finding = interpreter::interleave(lowered.kernel(), actual, testSeed());
      ASSERT_FALSE(finding) << finding->message << "\n" << lowering.str() << lowered.str();
      for (size_t i = 0; i < actual.size(); ++i)
        EXPECT_EQ(difference(actual[i], expected[i]), "") << lowering.str() << ", argument " << i;
    }
}

Constraints tiles(int64_t m, int64_t n) {
  return {WorkgroupConstraint{M, m, 0}, WorkgroupConstraint{N, n, 1},
          HardwareConstraint{.threads_per_wave = 64}};
}

} // namespace

TEST(Mapping, Transpose) {
  for (const DType dtype : {f32, f16, i8})
    for (const Symbol &space : {SHARED_ADDRESS_SPACE, GLOBAL_ADDRESS_SPACE})
      for (auto [m, n] : {std::pair(1, 1), {0, 5}, {5, 0}, {37, 101}, {64, 128}}) {
        const Kernel kernel = kernels::transpose({{"in", dtype}, {"out", dtype}});
        Bindings subs = kernel.defaults();
        subs.set("M", m);
        subs.set("N", n);
        subs.set("ADDRESS_SPACE", space);
        expectRight({kernel, subs, {"M", "N"}});
      }
}

/// A read that swaps dimensions of different sizes leaves the memory; what is there is filled in.
TEST(Mapping, SwappedReadWithFill) {
  for (const double fill : {0.0, -5.0})
    for (const Symbol &space : {SHARED_ADDRESS_SPACE, GLOBAL_ADDRESS_SPACE}) {
      Memory a("a", {M, N}, f16, space), b("b", {M, N}, f16);
      const IndexMapping swapped{.inputs = {M = it(1), N = it(0)},
                                 .outputs = {M = it(0), N = it(1)}};
      Kernel kernel("k", {a, b}, tiles(16, 32),
                    [&] { write(read(a, {.mapping = swapped, .fill = fill}), b); });
      for (auto [m, n] : {std::pair(1, 37), {37, 3}, {48, 64}, {31, 0}})
        expectRight({kernel, {M = m, N = n}, {"M", "N"}});
    }
}

/// Into a memory whose dimensions have other names.
TEST(Mapping, TransposedWrite) {
  Memory a("a", {M, N}, f32), b("b", {P, Q}, f32);
  const IndexMapping swapped{.inputs = {M = it(0), N = it(1)}, .outputs = {P = it(1), Q = it(0)}};
  Kernel kernel("k", {a, b}, tiles(16, 32), [&] { write(read(a), b, {.mapping = swapped}); });
  for (auto [m, n] : {std::pair(1, 37), {37, 3}, {48, 64}, {0, 5}})
    expectRight({kernel, {M = m, N = n, P = n, Q = m}, {"M", "N", "P", "Q"}});
}

/// Of a whole dimension without an element, into a memory whose size a launch gives.
TEST(Mapping, TransposedWriteOfNothing) {
  Memory a("a", {M, N}, f32), b("b", {P, Q}, f32);
  const IndexMapping swapped{.inputs = {M = it(0), N = it(1)}, .outputs = {P = it(1), Q = it(0)}};
  Kernel kernel("k", {a, b}, {WorkgroupConstraint{M, 16, 0}},
                [&] { write(read(a), b, {.mapping = swapped}); });
  expectRight({kernel, {M = 20, N = 0, P = 0, Q = 20}, {"P", "Q"}});
  try {
    wave_compile({.subs = {M = 20, N = 0}}, kernel)(Tensor::zeros({20, 0}, f32),
                                                    Tensor::zeros({3, 20}, f32));
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error &error) {
    EXPECT_EQ(error.diagnostic().id, "not-covered");
  }
}

/// The last tile of the register has 8 elements along N, that of the memory 16.
TEST(Mapping, RegisterThatEndsBeforeTheMemory) {
  Memory a("a", {M, N}, f32), b("b", {P, Q}, f32);
  const IndexMapping swapped{.inputs = {M = it(0), N = it(1)}, .outputs = {P = it(1), Q = it(0)}};
  Kernel kernel("k", {a, b}, tiles(16, 16), [&] { write(read(a), b, {.mapping = swapped}); });
  EXPECT_NO_THROW(wave_compile({.subs = {M = 32, N = 40, P = 40, Q = 32}}, kernel));
  EXPECT_NO_THROW(wave_compile({.subs = {M = 32, N = 40, P = 37, Q = 32}}, kernel));
  try {
    wave_compile({.subs = {M = 32, N = 40, P = 48, Q = 32}}, kernel);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error &error) {
    EXPECT_EQ(error.diagnostic().id, "not-covered");
    EXPECT_EQ(error.diagnostic().notes.front().message,
              "2 tiles are never computed: (2, 0) (2, 1)");
  }
}

TEST(Mapping, Stencil) {
  Memory a("a", {M, N}, f32), b("b", {M, N}, f32);
  auto moved = [&](int64_t m, int64_t n) {
    return read(a, {.mapping = IndexMapping{.inputs = {M = it(0) + m, N = it(1) + n},
                                            .outputs = {M = it(0), N = it(1)}},
                    .fill = 2});
  };
  Kernel kernel("k", {a, b}, tiles(8, 32), [&] {
    Register sum = moved(-1, 0) + moved(1, 0);
    sum = sum + moved(0, -1);
    write(sum + moved(0, 3), b);
  });
  for (auto [m, n] : {std::pair(1, 1), {17, 45}, {16, 64}})
    expectRight({kernel, {M = m, N = n}, {"M", "N"}});
}

/// One row for all, and a dimension of the register that the memory has not.
TEST(Mapping, FixedCoordinatesAndBroadcast) {
  Memory a("a", {P, N}, f32), b("b", {M, N}, f32);
  for (const int64_t row : {-1, 0, 2, 3}) {
    const IndexMapping one{.inputs = {P = Expr(row), N = it(1)}, .outputs = {M = it(0), N = it(1)}};
    Kernel kernel("k", {a, b}, tiles(8, 32),
                  [&] { write(read(a, {.mapping = one, .fill = 1}), b); });
    expectRight({kernel, {M = 11, N = 37, P = 3}, {"M", "N", "P"}});
  }
}

/// A read that gives the register a dimension more, and moves nothing.
TEST(Mapping, OneMoreDimension) {
  Memory a("a", {N}, f32), b("b", {M, N}, f32), c("c", {N, M}, f32);
  const IndexMapping wide{.inputs = {N = it(1)}, .outputs = {M = it(0), N = it(1)}},
      turned{.inputs = {N = it(0)}, .outputs = {N = it(0), M = it(1)}};
  Kernel kernel("k", {a, b, c}, tiles(8, 32), [&] {
    write(read(a, {.mapping = wide, .fill = 5}), b);
    write(read(a, {.mapping = turned}), c);
  });
  for (auto [m, n] : {std::pair(1, 1), {11, 37}, {16, 64}, {0, 5}})
    expectRight({kernel, {M = m, N = n}, {"M", "N"}});
}

/// Elements in the order of bits, and every second one backwards: nothing that follows in a row.
TEST(Mapping, QuasiAffine) {
  size_t number = 0;
  for (const Expr &place :
       {floordiv(it(0), 3) * 7 + it(1) % 5, P - 1 - 2 * it(1) - it(0), it(0) * N + it(1),
        Max(it(0), it(1)) - Min(it(0) * 2, 9), it(0) * 16 + it(1) % 12}) {
    const DType dtype = std::array{i32, f16, i1, f32, f16}[number++];
    Memory a("a", {P}, dtype), b("b", {M, N}, dtype);
    const IndexMapping mapping{.inputs = {P = place}, .outputs = {M = it(0), N = it(1)}};
    Kernel kernel("k", {a, b}, tiles(8, 32),
                  [&] { write(read(a, {.mapping = mapping, .fill = dtype == i1 ? 1 : -9}), b); });
    expectRight({kernel, {M = 19, N = 33, P = 101}, {"P"}});
    expectRight({kernel, {M = 3, N = 5, P = 0}, {"P"}});
    expectRight({kernel, {M = 16, N = 64, P = 1024}, {"M", "N", "P"}});
  }
}

/// A dimension that no memory has.
TEST(Mapping, OwnDimension) {
  Memory x("x", {Q, N}, f32), y("y", {M, N}, f32);
  const IndexMapping window{.inputs = {Q = it(0) * 2 + it(1) - 1, N = it(2)},
                            .outputs = {M = it(0), P = it(1), N = it(2)}};
  Kernel kernel("k", {x, y}, tiles(8, 16),
                [&] { write(sum(read(x, {.mapping = window, .fill = 1}), P), y); });
  expectRight({kernel, {M = 19, N = 21, P = 3, Q = 37}, {"M", "N", "Q"}});
  expectRight({kernel, {M = 8, N = 16, P = 4, Q = 2}, {"M", "N", "Q"}});
}

/// Where it is, is known when the kernel runs.
TEST(Mapping, RunTimeSymbols) {
  Memory a("a", {P, Q}, f32), b("b", {M, N}, f32);
  const IndexMapping mapping{.inputs = {P = (it(0) + S) % P, Q = it(1) - S},
                             .outputs = {M = it(0), N = it(1)}};
  Kernel kernel("k", {a, b}, tiles(8, 32), [&] {
    set_symbol(S, scalar(WORKGROUP_0, i32) * 3 + WORKGROUP_1);
    write(read(a, {.mapping = mapping}), b);
  });
  expectRight({kernel, {M = 19, N = 70, P = 13, Q = 64}, {"P", "Q"}});
}

/// Strided and dilated, in a product whose steps end within the reduction.
TEST(Mapping, StridedConvolution) {
  constexpr int64_t stride = 2, dilation = 2, pad = 1, size = 3;
  const IndexMapping im2col{
      .inputs = {NB = floordiv(it(0), HO * WO),
                 H = floordiv(it(0) % (HO * WO), WO) * stride +
                     floordiv(it(1), size * C) * dilation - pad,
                 W = it(0) % WO * stride + floordiv(it(1), C) % size * dilation - pad,
                 C = it(1) % C},
      .outputs = {M = it(0), K = it(1)}};
  for (const Symbol &space : {SHARED_ADDRESS_SPACE, GLOBAL_ADDRESS_SPACE})
    for (const int64_t channels : {5, 16}) {
      Memory x("x", {NB, H, W, C}, f16, space), w("w", {F, K}, f16, SHARED_ADDRESS_SPACE),
          y("y", {M, F}, f32);
      Kernel kernel("conv", {x, w, y},
                    {WorkgroupConstraint{M, 64, 0}, WorkgroupConstraint{F, 32, 1},
                     TilingConstraint{K, 32}, HardwareConstraint{.threads_per_wave = 64}},
                    [&] {
                      Register zero({M, F}, f32, 0);
                      write(iterate({.axis = K}, {zero},
                                    [&](Register acc) {
                                      return mma(read(x, {.mapping = im2col}), read(w), acc);
                                    }),
                            y);
                    });
      const int64_t height = 9, width = 7;
      const int64_t ho = (height + 2 * pad - dilation * (size - 1) - 1) / stride + 1,
                    wo = (width + 2 * pad - dilation * (size - 1) - 1) / stride + 1;
      expectRight({kernel,
                   {NB = 3, H = height, W = width, C = channels, F = 20, HO = ho, WO = wo,
                    M = 3 * ho * wo, K = size * size * channels},
                   {"M", "NB", "H", "W", "F"}});
    }
}

TEST(Mapping, Convolution) {
  const Kernel kernel = kernels::conv2d_im2col({{"in", f16}, {"out", f32}});
  for (auto [nb, h, w, c, f, size] : {std::array<int64_t, 6>{1, 1, 1, 1, 1, 1},
                                      {2, 7, 5, 3, 10, 3},
                                      {1, 8, 8, 16, 64, 5},
                                      {3, 6, 4, 8, 33, 2},
                                      {0, 3, 3, 3, 3, 3}}) {
    Bindings subs = kernel.defaults();
    for (const Binding &binding : Bindings{NB = nb, H = h, W = w, C = c, F = f,
                                  Symbol("KSIZE") = size, M = nb * h * w, K = size * size * c})
      subs.set(binding.symbol, binding.value);
    expectRight({kernel, subs, {"M", "NB", "H", "W", "C", "F", "K"}});
  }
}

TEST(Mapping, AnyOrderOfWaves) {
  const Kernel kernel = kernels::conv2d_im2col({{"in", f16}, {"out", f32}});
  Bindings subs = kernel.defaults();
  for (const Binding &binding : Bindings{NB = 1, H = 7, W = 10, C = 6, F = 40, M = 70, K = 54})
    subs.set(binding.symbol, binding.value);
  expectAnyOrder({kernel, subs});
  Memory a("a", {M, N}, f32), b("b", {P, Q}, f32);
  const IndexMapping swapped{.inputs = {M = it(0), N = it(1)}, .outputs = {P = it(1), Q = it(0)}};
  Kernel written("k", {a, b}, tiles(16, 32), [&] { write(read(a), b, {.mapping = swapped}); });
  expectAnyOrder({written, {M = 37, N = 50, P = 50, Q = 37}});
}

/// Both only rename: what is computed is matched by name.
TEST(Mapping, PermuteAndBroadcast) {
  Memory a("a", {M, N}, f32), bias("bias", {N}, f32), b("b", {N, M}, f32);
  Kernel kernel("k", {a, bias, b}, tiles(16, 32), [&] {
    Register turned = permute(read(a), {N, M});
    Register wide = broadcast(read(bias), {N, M});
    EXPECT_EQ(turned.shape().front().str(), "N");
    write(turned * wide + permute(wide, {M, N}), b);
  });
  expectRight({kernel, {M = 37, N = 70}, {"M", "N"}});
}
