//===- LibraryKernelsTest.cpp - Interpreter = CPU = executor --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels of the library with drawn element types, tiles and sizes, compiled for the
// sizes or once for many.  What they compute of the inputs drawn here is exact: sums of
// integers, powers of two with integer exponents; and a softmax whose powers are 1 and 0.
//
//===----------------------------------------------------------------------===//

#include <algorithm>

#include <gtest/gtest.h>

#include "Agreement.h"
#include "Failures.h"
#include "kernels/library.h"
#include "runtime/Arguments.h"

using namespace wave;
using namespace wave::test;

namespace {

/// A kernel with its element types, and values of the symbols that are no sizes.
struct Subject {
  Kernel kernel;
  Bindings tiles;
  std::vector<std::string> open = {"M", "N"}; ///< the sizes that a compile may leave open
  int64_t step = 0;                           ///< of the loop over K; 0 for none
};

DType drawFloat(Random &random, Histogram &histogram) {
  const DType dtype = random.of<DType>({f16, bf16, f32});
  histogram.count("element type", std::string(dtype_name(dtype)));
  return dtype;
}

Subject drawProduct(Kernel kernel, Random &random, Histogram &histogram) {
  const bool isShared = !random.oneIn(3);
  histogram.count("address space", isShared ? "shared" : "global");
  const int64_t step = 16 * random.between(1, 2);
  Bindings tiles;
  tiles.set("BLOCK_M", 32 * random.between(1, 2));
  tiles.set("BLOCK_N", 32 * random.between(1, 3));
  tiles.set("BLOCK_K", step);
  tiles.set("ADDRESS_SPACE", isShared ? SHARED_ADDRESS_SPACE : GLOBAL_ADDRESS_SPACE);
  return {std::move(kernel), tiles, {"M", "N", "K"}, step};
}

Subject drawGemm(Random &random, Histogram &histogram) {
  const DType in = drawFloat(random, histogram), out = drawFloat(random, histogram);
  return drawProduct(kernels::gemm({{"in", in}, {"out", out}}), random, histogram);
}

Subject drawGemmExp(Random &random, Histogram &histogram) {
  const DType in = drawFloat(random, histogram), out = drawFloat(random, histogram);
  return drawProduct(kernels::gemm_exp({{"in", in}, {"out", out}}), random, histogram);
}

Subject drawGemmTwo(Random &random, Histogram &histogram) {
  const DType in = drawFloat(random, histogram), d = drawFloat(random, histogram);
  return drawProduct(kernels::gemm_two({{"in", in}, {"d", d}}), random, histogram);
}

Subject drawGemmNn(Random &random, Histogram &histogram) {
  const DType in = drawFloat(random, histogram), out = drawFloat(random, histogram);
  return drawProduct(kernels::gemm_nn({{"in", in}, {"out", out}}), random, histogram);
}

/// Groups and XCDs that divide nothing, and more of them than there are tiles.
Subject drawGemmReordered(Random &random, Histogram &histogram) {
  const DType in = drawFloat(random, histogram), out = drawFloat(random, histogram);
  Subject subject =
      drawProduct(kernels::gemm_reordered({{"in", in}, {"out", out}}), random, histogram);
  subject.tiles.set("GROUP_SIZE_M", random.between(1, 5));
  subject.tiles.set("NUM_XCDS", random.between(1, 9));
  subject.tiles.set("WAVES_M", 2);
  return subject;
}

Subject drawPersistent(Random &random, Histogram &histogram) {
  const DType in = drawFloat(random, histogram), out = drawFloat(random, histogram);
  const DTypeParameters dtypes{{"in", in}, {"out", out}};
  const int64_t order = random.between(0, 2); // row-major, grouped, and that on several XCDs
  Subject subject = drawProduct(order == 0   ? kernels::gemm_persistent(dtypes)
                                : order == 1 ? kernels::gemm_persistent_l2(dtypes)
                                             : kernels::gemm_persistent_xcd(dtypes),
                                random, histogram);
  for (const Binding &given : subject.kernel.defaults())
    if (given.symbol == "M_TILES" || given.symbol == "N_TILES" || given.symbol == "TOTAL_TILES")
      subject.tiles.set(given.symbol, given.value);
  if (order >= 1)
    subject.tiles.set("GROUP_SIZE_M", random.between(1, 4));
  if (order == 2) {
    subject.tiles.set("NUM_XCDS", random.between(1, 9));
    subject.tiles.set("CHUNK_SIZE", random.between(1, 4));
  }
  subject.tiles.set("NUM_CTAS", random.of<int64_t>({1, 3, 7, 24}));
  return subject;
}

Subject drawBounded(Random &random, Histogram &histogram) {
  const DType in = drawFloat(random, histogram), out = drawFloat(random, histogram);
  const DTypeParameters dtypes{{"in", in}, {"out", out}};
  if (random.oneIn(2))
    return drawProduct(kernels::gemm_triangular(dtypes), random, histogram);
  Subject subject = drawProduct(kernels::gemm_split_k({{"in", in}}), random, histogram);
  subject.tiles.set("SPLITS", random.between(1, 4));
  subject.tiles.set("PART_K", *subject.kernel.defaults().find("PART_K"));
  return subject;
}

Subject drawAddExp(Random &random, Histogram &histogram) {
  const DType in = drawFloat(random, histogram), out = drawFloat(random, histogram);
  Bindings tiles;
  tiles.set("BLOCK_M", random.between(1, 20));
  tiles.set("BLOCK_N", random.between(1, 70));
  return {kernels::add_exp({{"in", in}, {"out", out}}), tiles};
}

Subject drawSoftmax(Random &random, Histogram &histogram) {
  Bindings tiles;
  tiles.set("BLOCK_M", random.between(1, 9));
  tiles.set("WAVE_N", random.between(20, 80));
  return {kernels::softmax(), tiles, {"M"}};
}

using Draw = Subject (*)(Random &, Histogram &);

/// One compile for the CPU and each simulated chip.
class Compiled {
public:
  /// `known` are the sizes that the compile is told.
  Compiled(Subject subject, Bindings known, SchedulingType schedule)
      : subject(std::move(subject)), known(std::move(known)) {
    for (const Binding &binding : this->subject.tiles)
      this->known.set(binding.symbol, binding.value);
    for (const char *name : {"cpu", "sim:mi300x", "sim:mi355x"}) {
      WaveCompileOptions options{.target = Target::named(name), .schedule = schedule};
      options.subs = this->known;
      const CompiledKernel compiled = wave_compile(options, this->subject.kernel);
      options.subs = {};
      targets.push_back({compiled, options});
    }
  }

  void expectEqual(const Bindings &sizes, Random &random, Histogram &histogram) {
    Bindings all = known;
    for (const Binding &binding : sizes)
      all.set(binding.symbol, binding.value);
    std::deque<GuardedTensor> tensors;
    std::vector<bool> inputs;
    std::map<std::string, Layout> layouts;
    const AlignedTensors aligned = drawAligned(random);
    histogram.count("launch", name(aligned));
    for (const Argument &argument : withSizes(targets.front().compiled.arguments(), all)) {
      const Layout layout = drawLayout(random, !argument.is_written, aligned);
      histogram.count("layout", name(layout));
      layouts[argument.name] = layout;
      tensors.emplace_back(shapeOf(argument), argument.dtype, layout, random);
      inputs.push_back(!argument.is_written);
      if (argument.is_read)
        fill(tensors.back(), random);
    }
    const Expected expected = expectedOf(subject.kernel, all, tensors);
    for (const auto &[compiled, options] : targets) {
      const Outcome outcome =
          outcomeOf([&] { return compare(compiled, expected, tensors, inputs); });
      if (outcome.id.empty())
        continue;
      const std::vector<std::string> open = compiled.open_sizes();
      ADD_FAILURE() << outcome.text << options.target.name() << "\n"
                    << describe(subject.kernel, all, open, tensors) << "\n"
                    << keepFailure({.kernel = Kernel(subject.kernel).set_defaults(all),
                                    .options = options,
                                    .open = open,
                                    .layouts = layouts,
                                    .seed = testSeed()});
    }
  }

private:
  /// Integers; a softmax gets in each row one number, and others so much less that their
  /// powers are 0.
  void fill(GuardedTensor &tensor, Random &random) const {
    tensor.fillWithIntegers(3, random);
    if (subject.kernel.name() != "softmax")
      return;
    Tensor rows = tensor.tensor();
    for (int64_t m = 0; m < rows.shape()[0]; ++m)
      for (int64_t n = 0; n < rows.shape()[1]; ++n)
        rows.set({m, n}, static_cast<double>(m % 5) - (random.oneIn(2) ? 0 : 1024));
  }

  Subject subject;
  Bindings known;
  struct OnTarget {
    CompiledKernel compiled;
    WaveCompileOptions options; ///< without values of symbols
  };
  std::vector<OnTarget> targets;
};

Bindings drawSizes(const Subject &subject, const std::vector<std::string> &symbols, Random &random,
                   Histogram &histogram) {
  Bindings sizes;
  for (const std::string &symbol : symbols) {
    const Expr *tile = subject.tiles.find("BLOCK_" + symbol);
    const bool isWhole = tile && random.oneIn(3);
    if (tile)
      histogram.count("tiles", isWhole ? "divide" : "cut");
    int64_t size = isWhole ? random.between(1, 2) * std::stoll(tile->str())
                           : random.size(subject.step ? 80 : 130);
    if (symbol == "K") {
      // Trips of the loop: none, fewer than the two stages of a prefetch, as many, more.
      const int64_t trips = random.between(0, 4);
      size = std::max<int64_t>(0, trips * subject.step -
                                      (isWhole ? 0 : random.between(0, subject.step - 1)));
      histogram.count("trips", std::to_string((size + subject.step - 1) / subject.step));
    }
    histogram.count("size", size == 0 ? "0" : size == 1 ? "1" : size % 2 ? "odd" : "even");
    sizes.set(symbol, size);
  }
  return sizes;
}

std::vector<std::string> sizesOf(const Subject &subject) {
  return subject.step ? std::vector<std::string>{"M", "N", "K"}
                      : std::vector<std::string>{"M", "N"};
}

SchedulingType drawSchedule(Random &random, Histogram &histogram) {
  const bool isPrefetch = random.oneIn(2);
  histogram.count("schedule", isPrefetch ? "prefetch" : "none");
  return isPrefetch ? SchedulingType::Prefetch : SchedulingType::None;
}

void tryOnce(Draw draw, Random &random, Histogram &histogram) {
  Subject subject = draw(random, histogram);
  const Bindings sizes = drawSizes(subject, sizesOf(subject), random, histogram);
  const std::string name = subject.kernel.name();
  Compiled(std::move(subject), sizes, drawSchedule(random, histogram))
      .expectEqual(sizes, random, histogram);
  histogram.count("kernel", name + ", known sizes");
}

/// One compile, many shapes.
void tryOpen(Draw draw, int shapes, Random &random, Histogram &histogram) {
  const Subject subject = draw(random, histogram);
  const auto isOpen = [&](const std::string &symbol) {
    return std::ranges::count(subject.open, symbol) != 0;
  };
  std::vector<std::string> known = sizesOf(subject);
  std::erase_if(known, isOpen);
  const Bindings told = drawSizes(subject, known, random, histogram);
  Compiled compiled(subject, told, drawSchedule(random, histogram));
  for (int i = 0; i < shapes && !::testing::Test::HasFailure(); ++i) {
    compiled.expectEqual(drawSizes(subject, subject.open, random, histogram), random, histogram);
    histogram.count("kernel", subject.kernel.name() + ", open sizes");
  }
}

} // namespace

TEST(Simulated, LibraryKernels) {
  Histogram histogram;
  int compiles = 0;
  for (Draw draw : {drawGemm, drawGemmExp, drawGemmTwo, drawGemmNn, drawPersistent,
                    drawGemmReordered, drawBounded, drawAddExp, drawSoftmax}) {
    for (int i = 0; i < testCount(20) && !HasFailure(); ++i) {
      Random random(testSeed() + static_cast<uint64_t>(compiles++) * 65537);
      tryOnce(draw, random, histogram);
    }
    for (int i = 0; i < testCount(4) && !HasFailure(); ++i) {
      Random random(testSeed() + static_cast<uint64_t>(compiles++) * 65537);
      tryOpen(draw, 12, random, histogram);
    }
  }
  std::printf("%d shapes, each on the CPU and two simulated GPUs\n", histogram.total("kernel"));
  histogram.print();
  if (testCount(150) < 150 || HasFailure())
    return;
  EXPECT_GE(histogram.total("kernel"), 300);
  for (const char *trips : {"0", "1", "2", "3", "4"})
    EXPECT_GE(100 * histogram("trips", trips), histogram.total("trips")) << trips;
  EXPECT_GE(3 * histogram("launch", "aligned"), histogram.total("launch"));
  EXPECT_GE(10 * histogram("launch", "inputs aligned"), histogram.total("launch"));
  EXPECT_GE(5 * histogram("tiles", "divide"), histogram.total("tiles"));
  for (const char *size : {"0", "1", "odd", "even"})
    EXPECT_GE(100 * histogram("size", size), histogram.total("size")) << size;
  for (const char *layout :
       {"row-major", "transposed", "padded", "gaps", "offset", "repeated", "aligned"})
    EXPECT_GE(100 * histogram("layout", layout), histogram.total("layout")) << layout;
  for (const char *dtype : {"f16", "bf16", "f32"})
    EXPECT_GE(100 * histogram("element type", dtype), histogram.total("element type")) << dtype;
}
