//===- DataflowTest.cpp - The engine of forward analyses ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/Dataflow.h"

#include <map>
#include <set>

#include <gtest/gtest.h>

#include "KernelText.h"

namespace wave::analysis {
namespace {

using namespace mlir;

/// How many barriers a wave may have passed, as far as `most`.
struct Passed {
  static constexpr int64_t most = 4;
  std::set<int64_t> counts;

  bool join(const Passed &other) {
    const size_t before = counts.size();
    counts.insert(other.counts.begin(), other.counts.end());
    return counts.size() > before;
  }
};

std::string text(const Passed &passed) {
  std::string text;
  for (int64_t count : passed.counts)
    text += std::to_string(count);
  return text;
}

/// What holds at each wave.set_priority, by its number.
class PassedFlow : public Dataflow<Passed> {
public:
  std::map<int64_t, std::string> at;
  std::map<int64_t, int> finals, visits;
  std::vector<std::string> edges; ///< those followed, without rounds

protected:
  void visit(Operation *op, Passed &passed, bool isFinal) override {
    if (auto probe = dyn_cast<ir::SetPriorityOp>(op)) {
      const auto number = static_cast<int64_t>(probe.getPriority());
      ++visits[number];
      finals[number] += isFinal;
      if (isFinal)
        at[number] = text(passed);
    }
    if (!isa<ir::BarrierOp>(op))
      return;
    std::set<int64_t> next;
    for (int64_t count : passed.counts)
      next.insert(std::min(count + 1, Passed::most));
    passed.counts = next;
  }
  void follow(const FlowEdge &edge, Passed &) override {
    const auto name = [](Region *region) {
      return region ? std::to_string(region->getRegionNumber()) : std::string("-");
    };
    edges.push_back(name(edge.from) + name(edge.to) + " " + std::to_string(edge.round));
  }
};

std::string program(const std::string &body) {
  return R"(
wave.kernel @k(%a: !wave.memory<[M = 32, K = 32], f16>, %table: !wave.memory<[M = 32], i32>)
    bindings {K = 32, M = 32}
    grid [1, 1, 1] {
  wave.tiling_constraint J tile 1
  wave.tiling_constraint T tile 1
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
)" + body +
         "}\n";
}

const std::string open = "  %n = wave.workgroup_id 0\n";
const std::string three = "  %n = wave.index 3\n";
const std::string none = "  %n = wave.index 0\n";

PassedFlow flowOf(const std::string &body) {
  KernelText text(program(body));
  PassedFlow flow;
  Passed state{{0}};
  flow.run(*text.kernel().getBlock(), state);
  flow.at[-1] = wave::analysis::text(state);
  return flow;
}

const std::string loop = R"(
  wave.iterate T at %t count %n {
    wave.set_priority 0
    wave.barrier
  }
  wave.set_priority 1
)";

TEST(Dataflow, ALoopIteratesToAFixedPoint) {
  PassedFlow flow = flowOf(open + loop);
  EXPECT_EQ(flow.at[0], "01234");
  EXPECT_EQ(flow.at[1], "01234"); // after any number of iterations
  EXPECT_EQ(flow.finals[0], 1);
  EXPECT_GT(flow.visits[0], 1);
}

TEST(Dataflow, ALoopThatIsNotSkippedRunsOnceAtLeast) {
  EXPECT_EQ(flowOf(three + loop).at[1], "1234");
}

// Its body has code, for which waits and barriers are placed.
TEST(Dataflow, ALoopOfZeroTripsMayBeEntered) {
  PassedFlow flow = flowOf(none + loop);
  EXPECT_GT(flow.visits[0], 0);
  EXPECT_EQ(flow.at[1], "01234");
}

TEST(Dataflow, ALoopWithAConditionMayEndAtOnce) {
  PassedFlow flow = flowOf(open + R"(
  wave.iterate T at %t from %n while "$0 < 8" {
    %next = wave.index "$0 + 2" (%t)
    wave.barrier
    wave.yield next %next
  }
  wave.set_priority 1
)");
  EXPECT_EQ(flow.at[1], "01234");
}

TEST(Dataflow, BranchesJoin) {
  PassedFlow flow = flowOf(open + R"(
  %some = wave.index "$0 < 1" (%n)
  wave.if %some {
    wave.set_priority 0
    wave.barrier
    wave.barrier
    wave.yield
  } else {
    wave.set_priority 1
    wave.yield
  }
  wave.set_priority 2
)");
  EXPECT_EQ(flow.at[0], "0");
  EXPECT_EQ(flow.at[1], "0");
  EXPECT_EQ(flow.at[2], "02");
  EXPECT_EQ(flow.visits[0], 1); // nothing to iterate
}

TEST(Dataflow, AnIfInsideALoop) {
  PassedFlow flow = flowOf(three + R"(
  wave.iterate T at %t count %n {
    %some = wave.index "$0 < 1" (%t)
    wave.if %some {
      wave.barrier
      wave.barrier
      wave.yield
    } else {
      wave.set_priority 0
      wave.yield
    }
    wave.set_priority 1
  }
  wave.set_priority 2
)");
  EXPECT_EQ(flow.at[0], "024");
  EXPECT_EQ(flow.at[1], "024");
  EXPECT_EQ(flow.at[2], "024");
  EXPECT_EQ(flow.finals[0], 1);
}

TEST(Dataflow, LoopsNest) {
  PassedFlow flow = flowOf(three + R"(
  wave.iterate T at %t count %n {
    wave.set_priority 0
    wave.iterate J at %j count %n {
      wave.set_priority 1
      wave.barrier
    }
    wave.barrier
    wave.set_priority 2
  }
)");
  EXPECT_EQ(flow.at[0], "0234"); // two barriers at least in an iteration
  EXPECT_EQ(flow.at[1], "01234");
  EXPECT_EQ(flow.at[2], "234");
  for (int64_t probe : {0, 1, 2})
    EXPECT_EQ(flow.finals[probe], 1);
}

TEST(Dataflow, ARoleEndsWithItsBody) {
  PassedFlow flow = flowOf(R"(
  wave.role "load" waves 1 {
    wave.barrier
    wave.set_priority 0
  }
  wave.role "mma" waves 1 {
    wave.set_priority 1
  }
)");
  EXPECT_EQ(flow.at[0], "1");
  EXPECT_EQ(flow.at[1], "0");
  EXPECT_EQ(flow.at[-1], "0");
}

TEST(Dataflow, EdgesSayInWhichRoundTheyAreFollowed) {
  PassedFlow flow = flowOf("  wave.barrier\n  wave.barrier\n  wave.barrier\n  wave.barrier\n" +
                           three + loop); // nothing more to find out
  EXPECT_EQ(flow.edges, (std::vector<std::string>{"-0 0", "00 0", "0- 0", "00 0", "0- 0"}));
}

//===----------------------------------------------------------------------===//
// Indices and values across edges
//===----------------------------------------------------------------------===//

/// What the index named `at` in a wave.set_priority's place becomes across the edges of its loop.
struct Seen {
  std::string next, after;
};

Seen seen(const std::string &body) {
  KernelText text(program(body));
  ir::IterateOp loop;
  ir::IndexOp index; // the last one of the outermost loop's body
  text.kernel().walk<WalkOrder::PreOrder>([&](ir::IterateOp op) { loop = loop ? loop : op; });
  for (auto op : loop.getBlock()->getOps<ir::IndexOp>())
    index = op;
  ir::IndexValues indices;
  const Expr expr = indices.of(index.getResult());
  const IndicesAcross across(indices);
  Seen found;
  for (const FlowEdge &edge :
       edgesFrom(cast<RegionBranchOpInterface>(loop.getOperation()), &loop.getBody())) {
    const std::optional<Expr> other = across.across(edge, expr);
    (edge.to ? found.next : found.after) = other ? other->str() : "unknown";
  }
  return found;
}

TEST(IndicesAcross, TheCounterOfACountedLoopWasOneLess) {
  const Seen found = seen(three + "  wave.iterate T at %t count %n {\n"
                                  "    %i = wave.index \"$0 * 5 + 7\" (%t)\n  }\n");
  EXPECT_EQ(found.next, ((Expr::symbol("$T") - 1) * 5 + 7).str());
  EXPECT_EQ(found.after, "17");
}

TEST(IndicesAcross, WhatIsDefinedOutsideStays) {
  const Seen found = seen(open + "  wave.iterate T at %t count %n {\n"
                                 "    %i = wave.index \"$0 * 5\" (%n)\n  }\n");
  EXPECT_EQ(found.next, found.after);
  EXPECT_NE(found.next, "unknown");
}

TEST(IndicesAcross, TheCounterOfALoopWithAConditionIsUnknown) {
  const Seen found = seen(open + "  wave.iterate T at %t from %n while \"$0 < 8\" {\n"
                                 "    %i = wave.index \"$0 + 2\" (%t)\n"
                                 "    wave.yield next %i\n  }\n");
  EXPECT_EQ(found.next, "unknown");
  EXPECT_EQ(found.after, "unknown");
}

TEST(IndicesAcross, WhatALoopCarriesIsUnknown) {
  const Seen found =
      seen(three + "  %c0 = wave.index 0\n"
                   "  %r = wave.iterate T at %t count %n iter_args(%c = %c0) -> index {\n"
                   "    %i = wave.index \"$0 + $1\" (%c, %t)\n"
                   "    wave.yield %i : index\n  }\n");
  EXPECT_EQ(found.next, "unknown");
  EXPECT_EQ(found.after, "unknown");
}

// Each iteration reads another element.
TEST(IndicesAcross, WhatAnIterationReadsIsUnknown) {
  const Seen found = seen(three + "  wave.iterate T at %t count %n {\n"
                                  "    %v = wave.read_index %table [%t] : <[M = 32], i32>\n"
                                  "    %i = wave.index \"$0 % 2\" (%v)\n  }\n");
  EXPECT_EQ(found.next, "unknown");
  EXPECT_EQ(found.after, "unknown");
}

TEST(IndicesAcross, TheCounterIsZeroInTheFirstIteration) {
  KernelText text(program(open + loop));
  ir::IterateOp op;
  text.kernel().walk([&](ir::IterateOp loop) { op = loop; });
  ir::IndexValues indices;
  const IndicesAcross across(indices);
  const auto edges = edgesFrom(cast<RegionBranchOpInterface>(op.getOperation()), nullptr);
  ASSERT_EQ(edges.size(), 2u);
  EXPECT_TRUE(across.counterFromZero(edges[0]).has_value());
  EXPECT_FALSE(across.counterFromZero(edges[1]).has_value()); // no iteration
}

TEST(SourcesOf, ThroughLoopsAndIfs) {
  KernelText text(program(open + R"(
  %x = wave.register 0.0 : f16 : <[M = 32], f16>
  %some = wave.index "$0 < 1" (%n)
  %r = wave.iterate T at %t count %n iter_args(%c = %x) -> !wave.tile<[M = 32], f16> {
    %s = wave.if %some -> (!wave.tile<[M = 32], f16>) {
      %y = wave.add %x, %x : <[M = 32], f16>, <[M = 32], f16> -> <[M = 32], f16>
      wave.yield %y : !wave.tile<[M = 32], f16>
    } else {
      wave.yield %c : !wave.tile<[M = 32], f16>
    }
    wave.yield %s : !wave.tile<[M = 32], f16>
  }
)"));
  ir::IterateOp loop;
  text.kernel().walk([&](ir::IterateOp op) { loop = op; });
  std::set<std::string> names;
  for (Value source : sourcesOf(loop.getResult(0)))
    names.insert(source.getDefiningOp()->getName().stripDialect().str());
  EXPECT_EQ(names, (std::set<std::string>{"add", "register"}));
  EXPECT_EQ(sourcesOf(loop.getCounter()).front(), loop.getCounter()); // which nothing forwards
}

} // namespace
} // namespace wave::analysis
