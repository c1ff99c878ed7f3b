//===- LiveTilesTest.cpp - What is live while an operation runs -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/LiveTiles.h"

#include <map>
#include <set>

#include <gtest/gtest.h>

#include "KernelText.h"

namespace wave::analysis {
namespace {

using namespace mlir;

/// The constants that are live while each addition runs, by how many were visited before, from the
/// end of the program on.
class AtAdditions : public LiveVisitor {
public:
  std::vector<std::string> found;

  void begin(Value value) override { live.insert(name(value)); }
  void end(Value value) override { live.erase(name(value)); }
  void at(Operation *op, ArrayRef<Value> last) override {
    if (!isa<ir::AddOp>(op))
      return;
    std::string text, used;
    for (const std::string &value : live)
      text += value;
    for (Value value : last)
      used += name(value);
    found.push_back(text + "/" + used);
  }

private:
  /// "2" for the constant 2; nothing for others.
  static std::string name(Value value) {
    auto constant = value.getDefiningOp<ir::RegisterOp>();
    auto number = constant ? dyn_cast<FloatAttr>(constant.getValue()) : FloatAttr();
    return number ? std::to_string(static_cast<int>(number.getValueAsDouble())) : "";
  }
  std::set<std::string> live;
};

std::vector<std::string> additions(const std::string &body) {
  KernelText text(R"(
wave.kernel @k(%a: !wave.memory<[M = 32, K = 32], f16>)
    bindings {K = 32, M = 32}
    grid [1, 1, 1] {
  wave.tiling_constraint T tile 1
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %n = wave.workgroup_id 0
  %1 = wave.register 1.0 : f16 : <[M = 32], f16>
  %2 = wave.register 2.0 : f16 : <[M = 32], f16>
)" + body + "}\n");
  AtAdditions visitor;
  forEachOperation(*text.kernel().getBlock(), visitor);
  return visitor.found;
}

using Found = std::vector<std::string>;

const std::string add = " : <[M = 32], f16>, <[M = 32], f16> -> <[M = 32], f16>\n";

TEST(LiveTiles, AValueIsLiveUpToItsLastUse) {
  EXPECT_EQ(additions("  %3 = wave.add %1, %2" + add + "  %4 = wave.add %2, %2" + add),
            (Found{"/2", "2/1"}));
}

// The next iteration uses again what this one has used.
TEST(LiveTiles, WhatALoopUsesIsLiveThroughItsBody) {
  EXPECT_EQ(additions("  wave.iterate T at %t count %n {\n    %3 = wave.add %1, %1" + add +
                      "    %4 = wave.add %2, %2" + add + "  }\n"),
            (Found{"12/", "12/"}));
}

TEST(LiveTiles, OfAnIfNothingIsUsedAgain) {
  EXPECT_EQ(additions("  %some = wave.index \"$0 < 1\" (%n)\n  wave.if %some {\n"
                      "    %3 = wave.add %1, %1" +
                      add + "    %4 = wave.add %2, %2" + add +
                      "    wave.yield\n  } else {\n    wave.yield\n  }\n"),
            (Found{"/2", "2/1"}));
}

} // namespace
} // namespace wave::analysis
