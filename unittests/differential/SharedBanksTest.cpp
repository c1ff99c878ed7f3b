//===- SharedBanksTest.cpp - Rows of shared memory meet in no bank --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compiler lays rings out by its own count of conflicts; the executor, which shares
// nothing with it but the chips' table of banks, counts what happens.
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include "executor/Executor.h"
#include "frontend/KernelTrace.h"
#include "passes/Passes.h"
#include "targets/amd/Passes.h"
#include "wave/wave.h"

namespace wave {
namespace {

constexpr Symbol M{"M"}, N{"N"}, K{"K"};

struct Case {
  const char *chip; ///< as it is sold
  SchedulingType schedule;
  DType in;
  int64_t stepOfK;
};

/// Four waves compute 64 x 64 elements.
Kernel product(DType in, int64_t stepOfK) {
  Memory a("a", {M, K}, in, SHARED_ADDRESS_SPACE), b("b", {N, K}, in, SHARED_ADDRESS_SPACE),
      c("c", {M, N}, f32);
  Constraints constraints{WorkgroupConstraint{M, 64, 0}, WorkgroupConstraint{N, 64, 1},
                          WaveConstraint{M, 32}, WaveConstraint{N, 32},
                          TilingConstraint{K, stepOfK}};
  return Kernel("product", {a, b, c}, constraints, [&] {
    Register zero({M, N}, f32, 0.0);
    Register sum =
        iterate({.axis = K}, {zero}, [&](Register acc) { return mma(read(a), read(b), acc); });
    write(sum, c);
  });
}

executor::Counters countersOf(const Case &setting, bool spread) {
  const int64_t size = 128;
  Kernel kernel = product(setting.in, setting.stepOfK);
  WaveCompileOptions options{.target = Target::named(std::string("sim:") + setting.chip),
                             .subs = {M = size, N = size, K = size},
                             .schedule = setting.schedule};
  const std::string scheduled = wave_compile(options, kernel).emit(Stage::Scheduled);

  const machine::Chip &chip = *machine::chipNamed(setting.chip);
  auto context = frontend::makeContext();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(scheduled, mlir::ParserConfig(&*context));
  mlir::PassManager passes(&*context);
  mlir::OpPassManager &kernelPasses = passes.nest<ir::KernelOp>();
  kernelPasses.addPass(createChooseLayouts());
  kernelPasses.addPass(createLowerConversions());
  kernelPasses.addPass(createLayOutShared({.chip = std::string(chip.processor), .spread = spread}));
  kernelPasses.addPass(createPlaceBarriers());
  kernelPasses.addPass(createChoosePaths());
  passes.addPass(createSpecialisePaths({.anyStores = {}}));
  passes.addPass(amd::createLowerToLanes());
  if (!module || failed(passes.run(*module)))
    throw std::runtime_error("the kernel was not lowered");

  Tensor a = Tensor::randint({size, size}, setting.in, -3, 3, 1);
  Tensor b = Tensor::randint({size, size}, setting.in, -3, 3, 2);
  Tensor c = Tensor::zeros({size, size}, f32);
  executor::Launch launch;
  launch.grid = {2, 2, 1};
  for (const Tensor &tensor : {a, b, c}) {
    const auto bytes = static_cast<size_t>(tensor.num_elements() * size_in_bytes(tensor.dtype()));
    launch.arguments.push_back(executor::Region{tensor.data(), bytes, true});
    launch.arguments.push_back(size);
  }
  const executor::Report report =
      executor::execute(executor::decode(*module, "product", chip), launch, {});
  EXPECT_TRUE(report.isClean());
  EXPECT_TRUE(allclose(c, matmul(a.to(f32), b.to(f32), /*transpose_b=*/true), 0, 0));
  return report.counters;
}

TEST(SharedBanks, MeetNowhereAndWouldAsRowsAre) {
  for (const char *chip : {"mi300x", "mi355x"})
    for (SchedulingType schedule : {SchedulingType::None, SchedulingType::Prefetch})
      for (auto [in, stepOfK] : {std::pair(f16, 32), {f16, 64}, {f16, 48}, {bf16, 16}, {f32, 32}}) {
        const Case setting{chip, schedule, in, stepOfK};
        const executor::Counters spread = countersOf(setting, true);
        const executor::Counters plain = countersOf(setting, false);
        EXPECT_EQ(spread.conflictCycles, 0u) << chip << " " << dtype_name(in) << " " << stepOfK;
        EXPECT_GT(plain.conflictCycles, 0u) << chip << " " << dtype_name(in) << " " << stepOfK;
        // Where lanes read 8 bytes, pieces of 8 have to move: 16 and 48 are no multiples of
        // the 32 elements that make 16 bytes for each lane.
        if (stepOfK % 32 == 0) {
          EXPECT_EQ(spread.sharedReads, plain.sharedReads) << "accesses have become narrower";
          EXPECT_EQ(spread.sharedWrites, plain.sharedWrites) << "accesses have become narrower";
        }
      }
}

} // namespace
} // namespace wave
