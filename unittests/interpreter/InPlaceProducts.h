//===- InPlaceProducts.h - Kernels whose products read in place -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel of the library in the forms scheduled and distributed, for a chip whose products
// read shared memory, and what it computes.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <gtest/gtest.h>

#include "dialect/IndexValues.h"
#include "differential/Interleaved.h"
#include "kernels/library.h"

namespace wave::test {

class InPlaceProducts : public ::testing::Test {
protected:
  explicit InPlaceProducts(bool hasTensorMemory) : hasTensorMemory(hasTensorMemory) {}

  /// A kernel of the library, on m rows, n columns and k elements of each.
  void take(Kernel of, int64_t m, int64_t n, int64_t k, const std::vector<DType> &outputs,
            DType in = f16) {
    kernel = of.set_defaults({});
    sizes = {M = m, N = n, K = k};
    tensors.clear();
    for (int64_t rows : {m, n}) {
      tensors.emplace_back(Shape{rows, k}, in, Layout::Padded, random);
      tensors.back().fillWithIntegers(3, random);
    }
    for (DType dtype : outputs)
      tensors.emplace_back(Shape{m, n}, dtype, Layout::RowMajor, random);
    expected = traced(*kernel, bindings(), tensors);
  }
  void takeGemm(int64_t k = 64) {
    take(kernels::gemm({{"in", f16}, {"out", f32}}), 128, 16, k, {f32});
  }
  void takeGemmExp() { take(kernels::gemm_exp({{"in", f16}, {"out", f32}}), 128, 16, 64, {f32}); }

  Bindings bindings() const {
    Bindings all = tiles;
    for (const Binding &size : sizes)
      all.set(size.symbol, size.value);
    return all;
  }
  Lowered lower(bool isDistributed = true, int64_t buffers = 2, bool isOpen = false) {
    return {*kernel,
            isOpen ? tiles : bindings(),
            {.buffers = buffers,
             .isDistributed = isDistributed,
             .isInPlace = true,
             .hasTensorMemory = hasTensorMemory}};
  }

  std::string problem(Lowered &lowered, uint64_t seed) {
    return interleavedDifference(lowered, tensors, expected, seed);
  }
  /// In every order.
  void expectFound(Lowered &lowered, const std::string &what) {
    for (uint64_t seed = 0; seed < 3; ++seed)
      EXPECT_TRUE(llvm::StringRef(problem(lowered, seed)).contains(what))
          << problem(lowered, seed) << lowered.str();
  }
  void expectWrong(Lowered &lowered) {
    for (uint64_t seed = 0; seed < 3; ++seed)
      EXPECT_NE(problem(lowered, seed), "") << lowered.str();
  }
  /// In both forms, with sizes known and open, for few and many slots.
  void expectRight() {
    struct Way {
      bool isDistributed, isOpen;
      int64_t buffers;
    };
    std::vector<Way> ways;
    for (bool isDistributed : {false, true})
      for (bool isOpen : {false, true})
        for (int64_t buffers : {0, 2, 3})
          ways.push_back({isDistributed, isOpen, buffers});
    for (const Way &way : drawn(ways)) {
      Lowered lowered = lower(way.isDistributed, way.buffers, way.isOpen);
      EXPECT_NE(lowered.str().find("wave.view"), std::string::npos);
      for (uint64_t seed : {testSeed(), testSeed() + 1})
        EXPECT_EQ(problem(lowered, seed), "") << "seed " << seed << "\n" << lowered.str();
    }
  }

  /// The channels have so many steps, each of which is needed, with its number.
  void expectNoStepTooMany(size_t expected) {
    Lowered whole = lower();
    using Steps = llvm::SmallVector<mlir::Operation *>;
    auto stepsOf = [](Lowered &lowered) -> Steps {
      return allOf<ir::AcquireOp, ir::CommitOp, ir::WaitOp, ir::ReleaseOp, ir::DrainOp>(lowered);
    };
    const size_t count = stepsOf(whole).size();
    EXPECT_EQ(count, expected) << whole.str();
    for (size_t i = 0; i < count; ++i) {
      Lowered without = lower();
      stepsOf(without)[i]->erase();
      expectWrong(without);
      for (int64_t by : {-1, 1}) {
        Lowered renumbered = lower();
        mlir::Operation *step = stepsOf(renumbered)[i];
        change(step->getOpOperand(step->getNumOperands() - 1),
               [&](const Expr &number) { return number + by; });
        expectWrong(renumbered);
      }
    }
  }

  template <typename... Ops> static llvm::SmallVector<mlir::Operation *> allOf(Lowered &lowered) {
    llvm::SmallVector<mlir::Operation *> ops;
    lowered.kernel().walk([&](mlir::Operation *op) {
      if (mlir::isa<Ops...>(op))
        ops.push_back(op);
    });
    return ops;
  }
  /// Puts another index in the place of one.
  static void change(mlir::OpOperand &index, llvm::function_ref<Expr(const Expr &)> to) {
    mlir::OpBuilder builder(index.getOwner());
    ir::IndexValues indices;
    index.set(indices.create(builder, index.getOwner()->getLoc(), to(indices.of(index.get()))));
  }

  static constexpr Symbol M{"M"}, N{"N"}, K{"K"};
  static constexpr Symbol BLOCK_M{"BLOCK_M"}, BLOCK_N{"BLOCK_N"}, BLOCK_K{"BLOCK_K"};
  static constexpr Symbol ADDRESS_SPACE{"ADDRESS_SPACE"};
  Bindings tiles = {BLOCK_M = 128, BLOCK_N = 16, BLOCK_K = 16,
                    ADDRESS_SPACE = SHARED_ADDRESS_SPACE};

  const bool hasTensorMemory;
  Random random{testSeed()};
  std::optional<Kernel> kernel;
  Bindings sizes;
  std::deque<GuardedTensor> tensors;
  std::vector<Tensor> expected;
};

} // namespace wave::test
