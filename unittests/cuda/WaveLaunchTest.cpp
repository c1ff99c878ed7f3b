//===- WaveLaunchTest.cpp - Does wave-launch see what is wrong? -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scene.h"

#include <optional>

#include "Options.h"
#include "Sweep.h"

namespace wave::launch {
namespace {

Package gemmPackage() {
  Package package = cuda::doublePackage();
  package.kernel = "gemm";
  package.known = {{"BLOCK_M", 64}, {"BLOCK_N", 64}, {"BLOCK_K", 32}};
  const Expr m = Expr::symbol("M"), n = Expr::symbol("N"), k = Expr::symbol("K");
  Argument a, b, c;
  a.name = "a", b.name = "b", c.name = "c";
  a.dtype = b.dtype = f16, c.dtype = f32;
  a.dims = {{"M", m}, {"K", k}}, b.dims = {{"N", n}, {"K", k}}, c.dims = {{"M", m}, {"N", n}};
  a.is_read = b.is_read = c.is_written = true;
  package.arguments = {a, b, c};
  package.grid = {ceildiv(m, 64), ceildiv(n, 64), 1};
  for (EntryPoint &entry : package.entries) {
    entry.name = entry.needsAlignedRows ? "gemm" : "gemm_any";
    EntryMemory memory = entry.memories[0];
    entry.memories.clear();
    for (const char *name : {"a", "b", "c"}) {
      memory.name = name;
      memory.use = *name == 'c' ? MemoryUse::Write : MemoryUse::Read;
      entry.memories.push_back(memory);
    }
  }
  return package;
}

/// A matrix as an entry point gets it.
struct Matrix {
  std::byte *data;
  int64_t rows, columns, rowStride, columnStride;

  Matrix(const FakeCuda::Launch &launch, size_t number) {
    const bool isAligned = launch.kernel == "gemm";
    const size_t first = number * (isAligned ? 4 : 5);
    data = reinterpret_cast<std::byte *>(launch.argument<cuda::Address>(first));
    rows = launch.argument<int64_t>(first + 1);
    columns = launch.argument<int64_t>(first + 2);
    rowStride = launch.argument<int64_t>(first + 3);
    columnStride = isAligned ? 1 : launch.argument<int64_t>(first + 4);
  }
  template <typename T> T &at(int64_t i, int64_t j) const {
    return reinterpret_cast<T *>(data)[i * rowStride + j * columnStride];
  }
};

void runGemm(const FakeCuda::Launch &launch) {
  const Matrix a(launch, 0), b(launch, 1), c(launch, 2);
  for (int64_t i = 0; i < c.rows; ++i)
    for (int64_t j = 0; j < c.columns; ++j) {
      float sum = 0;
      for (int64_t k = 0; k < a.columns; ++k)
        sum += float(a.at<float16>(i, k)) * float(b.at<float16>(j, k));
      c.at<float>(i, j) = sum;
    }
}

} // namespace

class WaveLaunch : public cuda::Scene {
protected:
  Package package = gemmPackage();

  void SetUp() override {
    cuda::Scene::SetUp();
    cuda::fakeState().parameters = {{"gemm", std::vector<size_t>(12, 8)},
                                    {"gemm_any", std::vector<size_t>(15, 8)}};
    cuda::fakeState().run = runGemm;
  }

  Trial basic() const {
    Trial result;
    result.sizes = {{"M", 20}, {"N", 12}, {"K", 9}};
    result.values = Values::Integer;
    result.check = true;
    return result;
  }

  Outcome carryOut(const Trial &trial) {
    const auto context = this->context();
    cuda::LoadedKernel kernel(context, package);
    return launch::carryOut({package, context, kernel}, trial);
  }

  /// The first problem, after a kernel that is right but for `fault`.
  std::string problemAfter(const std::function<void(const FakeCuda::Launch &)> &fault,
                           Trial changed) {
    cuda::fakeState().run = [&](const FakeCuda::Launch &launch) {
      runGemm(launch);
      fault(launch);
    };
    const Outcome outcome = carryOut(changed);
    return outcome.problems.empty() ? "none" : outcome.problems.front();
  }
};

TEST_F(WaveLaunch, FindsNothingWrongWithWhatIsRight) {
  const auto context = this->context();
  cuda::LoadedKernel kernel(context, package);
  std::map<std::string, int> entries, layouts;
  int64_t elements = 0;
  for (Trial &trial : drawTrials(package, 12, 5)) {
    trial.repeat = 2;
    const Outcome outcome = launch::carryOut({package, context, kernel}, trial);
    EXPECT_TRUE(outcome.problems.empty()) << textOf(trial) << ": " << outcome.problems.front();
    ++entries[outcome.entry];
    ++layouts[layoutName(trial.layout)];
    elements += outcome.elements;
  }
  EXPECT_GT(entries["gemm"], 2);
  EXPECT_GT(entries["gemm_any"], 2);
  EXPECT_EQ(layouts.size(), 4U);
  EXPECT_GT(elements, 100000);
}

TEST_F(WaveLaunch, SeesAWrongElement) {
  EXPECT_EQ(problemAfter([](auto &launch) { Matrix(launch, 2).at<float>(3, 4) += 1; }, basic())
                .substr(0, 51),
            "1 of 240 elements are wrong, the worst: c[3, 4] is ");
}

/// Terms of either sign that overflow come to anything, and so nothing is wrong.
TEST_F(WaveLaunch, SaysWhereItCannotTell) {
  Trial large = basic();
  large.values = Values::Normal;
  package.arguments[0].dtype = package.arguments[1].dtype = bf16;
  large.contents = {{"a", Tensor::full({20, 9}, bf16, 3e38)}};
  try {
    carryOut(large);
    FAIL() << "was judged";
  } catch (const Error &error) {
    EXPECT_EQ(error.diagnostic().id, "check-inconclusive") << error.what();
  }
}

TEST_F(WaveLaunch, SeesAnElementThatIsNotWritten) {
  cuda::fakeState().run = nullptr;
  const Outcome outcome = carryOut(basic());
  ASSERT_EQ(outcome.problems.size(), 1U);
  EXPECT_TRUE(
      outcome.problems[0].starts_with("240 of 240 elements are wrong, the worst: c[0, 0] is NaN"))
      << outcome.problems[0];
}

TEST_F(WaveLaunch, SeesWritesBesideTheElements) {
  for (const Layout layout : {Layout::Dense, Layout::Padded, Layout::Odd, Layout::Shifted}) {
    Trial changed = basic();
    changed.layout = layout;
    EXPECT_EQ(
        problemAfter([](auto &launch) { Matrix(launch, 2).at<float>(0, 0 - 1) = 0; }, changed),
        "memory beside 'c' was overwritten: 4 bytes before the first element");
    EXPECT_EQ(problemAfter([](auto &launch) { Matrix(launch, 2).at<float>(19, 12) = 0; }, changed),
              "memory beside 'c' was overwritten: 0 bytes behind the last element");
  }
  Trial padded = basic();
  padded.layout = Layout::Padded;
  EXPECT_EQ(problemAfter([](auto &launch) { Matrix(launch, 2).at<float>(0, 12) = 0; }, padded),
            "memory beside 'c' was overwritten: in a gap between rows, at byte 48");
  EXPECT_EQ(problemAfter([](auto &launch) { Matrix(launch, 0).at<float16>(0, -1) = float16(0.0F); },
                         padded),
            "memory beside 'a' was overwritten: 2 bytes before the first element");
}

TEST_F(WaveLaunch, SeesReadsBesideTheElements) {
  // What is beside them is NaN, which no sum hides.
  const std::string problem = problemAfter(
      [](auto &launch) {
        const Matrix a(launch, 0), c(launch, 2);
        c.template at<float>(19, 0) += 0.0F * float(a.template at<float16>(19, 9));
      },
      basic());
  EXPECT_TRUE(problem.starts_with("1 of 240 elements are wrong, the worst: c[19, 0] is NaN"))
      << problem;
}

TEST_F(WaveLaunch, SeesAChangedInput) {
  EXPECT_EQ(problemAfter([](auto &launch) { Matrix(launch, 1).at<float16>(2, 2) = float16(9.0F); },
                         basic()),
            "'b', which is only read, has changed");
}

TEST_F(WaveLaunch, SeesResultsThatDiffer) {
  Trial changed = basic();
  changed.repeat = 5;
  changed.check = false;
  int launches = 0;
  EXPECT_EQ(problemAfter(
                [&](auto &launch) {
                  if (++launches == 4)
                    Matrix(launch, 2).at<float>(1, 1) += 1;
                },
                changed),
            "launch 4 gives another 'c' than the first");
}

TEST_F(WaveLaunch, ShowsFaults) {
  cuda::fakeState().failures["cuStreamSynchronize"] = {700, 0};
  EXPECT_EQ(cuda::failureOf([&] { carryOut(basic()); }).id, "cuda-fault");
}

TEST_F(WaveLaunch, GivesUpAfterATime) {
  cuda::fakeState().busyQueries = 1 << 30;
  Trial changed = basic();
  changed.timeoutSeconds = 0.01;
  EXPECT_EQ(cuda::failureOf([&] { carryOut(changed); }).id, "cuda-timeout");
  // What a lost GPU holds is not given back.
  cuda::fakeState().allocatedBytes = 0;
  cuda::fakeState().modules = 0;
}

TEST_F(WaveLaunch, TakesTheSizesOfThePackage) {
  auto sizesFor = [&](std::vector<std::pair<std::string, int64_t>> given) {
    Options options;
    options.sizes = std::move(given);
    return cuda::failureOf([&] { sizesOf(package, options); });
  };
  EXPECT_EQ(sizesFor({{"M", 1}, {"N", 2}, {"K", 3}}).id, "");
  EXPECT_EQ(sizesFor({{"M", 1}, {"N", 2}}).message, "size K of kernel 'gemm' has no value");
  EXPECT_EQ(sizesFor({{"MM", 1}}).message, "-D MM: the package has no size of that name");
  EXPECT_EQ(sizesFor({{"BLOCK_M", 128}}).message,
            "-D BLOCK_M=128: the package was compiled for BLOCK_M = 64");
}

TEST(WaveLaunchOptions, AreUnderstoodOrRefused) {
  auto parse = [](std::vector<const char *> words) {
    words.insert(words.begin(), "wave-launch");
    return parseOptions(static_cast<int>(words.size()), words.data());
  };
  const Options options = parse({"a.wpk", "-D", "M=4", "--seed=7", "--values", "integer",
                                 "--repeat", "20", "--input", "a=x=y.npy"});
  EXPECT_EQ(options.package, "a.wpk");
  EXPECT_EQ(options.sizes, (std::vector<std::pair<std::string, int64_t>>{{"M", 4}}));
  EXPECT_EQ(options.seed, 7U);
  EXPECT_EQ(options.values, Values::Integer);
  EXPECT_EQ(options.repeat, 20);
  EXPECT_EQ(options.inputs[0].second, "x=y.npy");
  for (const std::vector<const char *> &words :
       std::vector<std::vector<const char *>>{{},
                                              {"a.wpk", "b.wpk"},
                                              {"a.wpk", "-D"},
                                              {"a.wpk", "-D", "M"},
                                              {"a.wpk", "-D", "M=-1"},
                                              {"a.wpk", "-D", "M=99999999999999999999"},
                                              {"a.wpk", "--sweep", "0"},
                                              {"a.wpk", "--sweep", "2", "--bench"},
                                              {"a.wpk", "--baseline", "cublas"},
                                              {"a.wpk", "--bench", "--baseline", "mkl"},
                                              {"a.wpk", "--check=yes"},
                                              {"a.wpk", "--colour"}})
    EXPECT_EQ(cuda::failureOf([&] { parse(words); }).id, "usage");
}

} // namespace wave::launch
