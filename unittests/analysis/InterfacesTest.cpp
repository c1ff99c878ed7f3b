//===- InterfacesTest.cpp - Which operations answer what passes ask -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <map>
#include <set>

#include <gtest/gtest.h>

#include "KernelText.h"

namespace wave::analysis {
namespace {

using Names = std::set<std::string>;

template <typename Predicate> Names operationsThat(Predicate predicate) {
  mlir::MLIRContext context;
  context.loadDialect<ir::WaveDialect>();
  Names names;
  for (mlir::RegisteredOperationName name : context.getRegisteredOperationsByDialect("wave"))
    if (predicate(name))
      names.insert(name.stripDialect().str());
  return names;
}

template <typename Interface> Names operationsWith() {
  return operationsThat(
      [](mlir::RegisteredOperationName name) { return name.hasInterface<Interface>(); });
}

TEST(Interfaces, OperationsThatHaveThem) {
  EXPECT_EQ(operationsWith<ir::AccessOpInterface>(),
            (Names{"read", "write", "copy", "copy_out", "shared_read", "shared_write",
                   "scalar_read", "scalar_write"}));
  EXPECT_EQ(operationsWith<ir::SliceOpInterface>(),
            (Names{"read", "copy", "shared_read", "shared_write", "mma"}));
  EXPECT_EQ(operationsWith<ir::ChannelStepOpInterface>(),
            (Names{"acquire", "commit", "wait", "release", "drain"}));
  EXPECT_EQ(operationsThat([](auto name) { return name.template hasTrait<ir::Hint>(); }),
            (Names{"sched_barrier", "sched_group_barrier", "set_priority", "wait_counters"}));
  EXPECT_EQ(operationsThat([](auto name) { return name.template hasTrait<ir::KeepsZero>(); }),
            (Names{"add", "sub", "mul", "cast", "permute", "broadcast"}));
  EXPECT_EQ(operationsThat([](auto name) { return name.template hasTrait<ir::PerElement>(); }),
            (Names{"add", "sub", "mul", "div", "maximum", "minimum", "unary", "compare", "logic",
                   "select", "cast", "permute", "broadcast", "mask", "self_index", "splat"}));
}

/// An operation of each kind, with its slot as %s where it has one.
constexpr const char *accesses = R"(
wave.kernel @k(%a: !wave.memory<[M = 8], f32>, %b: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  %r = wave.allocate "r" : !wave.buffer<2, [M = 8], f32>
  %n = wave.allocate "n" : !wave.buffer<2, [SCALAR = 1], i64>
  %s = wave.index 1
  %0 = wave.read %a at [%s] : !wave.memory<[M = 8], f32> -> !wave.tile<[M = 8], f32>
  wave.shared_write %0, %r slot %s : !wave.tile<[M = 8], f32>, !wave.buffer<2, [M = 8], f32>
  %1 = wave.shared_read %r slot %s : !wave.buffer<2, [M = 8], f32> -> !wave.tile<[M = 8], f32>
  wave.write %1, %b at [%s] : !wave.tile<[M = 8], f32>, !wave.memory<[M = 8], f32>
  wave.copy %a at [%s] to %r slot %s : !wave.memory<[M = 8], f32>, !wave.buffer<2, [M = 8], f32>
  wave.copy_out %r slot %s to %b at [%s] : !wave.buffer<2, [M = 8], f32>, !wave.memory<[M = 8], f32>
  wave.scalar_write %s, %n slot %s : !wave.buffer<2, [SCALAR = 1], i64>
  %2 = wave.scalar_read %n slot %s : !wave.buffer<2, [SCALAR = 1], i64>
})";

TEST(Interfaces, WhatAccessesMove) {
  KernelText text(accesses);
  std::map<std::string, std::string> answers;
  text.kernel().walk([&](ir::AccessOpInterface access) {
    std::string &answer = answers[access->getName().stripDialect().str()];
    for (auto [is, what] :
         {std::pair(access.readsMemory(), "memory to"),
          std::pair(access.writesMemory(), "to memory"), std::pair(access.readsRing(), "ring to"),
          std::pair(access.writesRing(), "to ring"), std::pair(access.isCopy(), "copy"),
          std::pair(access.isLoad(), "load"), std::pair(access.getTile() != nullptr, "tile"),
          std::pair(!access.getStart().empty(), "start"),
          std::pair(access.getSlot() != nullptr, "slot")})
      answer += is ? std::string(what) + "; " : "";
  });
  EXPECT_EQ(answers, (std::map<std::string, std::string>{
                         {"read", "memory to; load; tile; start; "},
                         {"write", "to memory; tile; start; "},
                         {"copy", "memory to; to ring; copy; load; tile; start; slot; "},
                         {"copy_out", "to memory; ring to; copy; tile; start; slot; "},
                         {"shared_read", "ring to; load; tile; slot; "},
                         {"shared_write", "to ring; tile; slot; "},
                         {"scalar_read", "ring to; load; slot; "},
                         {"scalar_write", "to ring; slot; "}}));
}

TEST(Interfaces, WhatStepsDo) {
  KernelText text(R"(
wave.kernel @k(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  %r = wave.allocate "r" : !wave.buffer<2, [M = 8], f32>
  %channel = wave.channel %r : !wave.buffer<2, [M = 8], f32>
  %n = wave.index 1
  wave.acquire %channel number %n
  wave.commit %channel number %n
  wave.wait %channel number %n
  wave.release %channel number %n
  wave.drain %channel number %n
})");
  std::map<std::string, std::string> answers;
  text.kernel().walk([&](ir::ChannelStepOpInterface step) {
    answers[step->getName().stripDialect().str()] =
        std::string(step.isOfProducer() ? "producer " : "consumer ") +
        (step.isWaiting() ? "waits for " : "signals ") + (step.isOfEmpty() ? "empty" : "full") +
        (step.isOfUse() ? "" : ", once");
    EXPECT_EQ(step.getChannelOp().getDepth(), 2);
  });
  EXPECT_EQ(answers,
            (std::map<std::string, std::string>{{"acquire", "producer waits for empty"},
                                                {"commit", "producer signals full"},
                                                {"wait", "consumer waits for full"},
                                                {"release", "consumer signals empty"},
                                                {"drain", "producer waits for empty, once"}}));
}

} // namespace
} // namespace wave::analysis
