//===- MissingBarrierTest.cpp - What each barrier of a reduction is for ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "mlir/Pass/PassManager.h"

#include "executor/Executor.h"
#include "frontend/KernelTrace.h"
#include "machine/Chip.h"
#include "passes/Pipeline.h"
#include "targets/amd/Passes.h"

#include "Setting.h"

using namespace wave;
using namespace wave::test;

namespace {

/// Rows of 200 elements, of which four waves hold 50 each, reduced in each step of a loop and
/// behind it.
Kernel rows() {
  Memory a("a", {M, N}, f32), b("b", {M, K}, f32), c("c", {M}, f32), d("d", {M}, f32);
  Constraints constraints{WorkgroupConstraint{M, 2, 0}, TilingConstraint{K, 50},
                          WaveConstraint{N, 50}};
  return Kernel("rows", {a, b, c, d}, constraints, [&] {
    Register x = read(a);
    write(iterate({.axis = K}, {Register({M}, f32, 0)},
                  [&](Register acc) { return sum(x * sum(read(b), K), acc, N); }),
          c);
    write(max(x, N), d);
  });
}

/// Their code, without one of the barriers.
class Code {
public:
  explicit Code(std::optional<size_t> without) {
    run([](mlir::PassManager &manager) {
      addBindPasses(manager, {M = 3, N = 200, K = 100}, "gfx942");
      addStagePasses(manager, "gfx942");
      addBuildSchedulePasses(manager, "none", "gfx942");
      addApplySchedulePasses(manager, "gfx942");
      addDistributePasses(manager, "gfx942");
    });
    llvm::SmallVector<ir::BarrierOp> found;
    module->walk([&](ir::BarrierOp barrier) { found.push_back(barrier); });
    barriers = found.size();
    if (without)
      found[*without].erase();
    run([](mlir::PassManager &manager) { amd::addLanePasses(manager); });
  }

  executor::Report execute() {
    std::vector<float> a(3 * 200), b(3 * 100), c(3), d(3);
    auto region = [](std::vector<float> &values) {
      return executor::Region{values.data(), values.size() * sizeof(float), true};
    };
    // The strides of all dimensions but the last.
    const executor::Launch launch{
        {2, 1, 1}, {region(a), int64_t{200}, region(b), int64_t{100}, region(c), region(d)}};
    return executor::execute(executor::decode(*module, "rows", *machine::chipNamed("mi300x")),
                             launch, {});
  }

  size_t barriers = 0;

private:
  template <typename Add> void run(const Add &add) {
    mlir::PassManager manager(context.get());
    add(manager);
    EXPECT_TRUE(mlir::succeeded(manager.run(*module)));
  }

  std::unique_ptr<mlir::MLIRContext> context = frontend::makeContext();
  mlir::OwningOpRef<mlir::ModuleOp> module = frontend::load(rows(), *context);
};

} // namespace

TEST(SharedRows, AMissingBarrierIsARace) {
  Code all(std::nullopt);
  EXPECT_TRUE(all.execute().isClean());
  // Within the loop before the waves write and before they read; behind it before they read.
  EXPECT_EQ(all.barriers, 3u);
  for (size_t without = 0; without < all.barriers; ++without)
    EXPECT_TRUE(Code(without).execute().has(executor::FindingKind::Race)) << without;
}
