//===- DependencesTest.cpp - What has to come before what -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/Dependences.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "KernelText.h"

namespace wave::analysis {
namespace {

using Lines = std::vector<std::string>;

std::string nameOf(mlir::Operation *op) {
  auto tag = op->getAttrOfType<mlir::StringAttr>("tag");
  return tag ? tag.str() : op->getName().stripDialect().str();
}

/// "v uses u (0, 1)", in order; a distance that may be any is "*".
Lines dependences(ir::KernelOp kernel) {
  Lines lines;
  for (const Dependence &each : dependencesOf(kernel)) {
    std::string line = nameOf(each.to) + " " + nameOf(each.kind).str() + " " + nameOf(each.from);
    for (size_t i = 0; i < each.distances.size(); ++i)
      line += (i == 0 ? " (" : ", ") +
              (each.distances[i] ? std::to_string(*each.distances[i]) : "*") +
              (i + 1 == each.distances.size() ? ")" : "");
    lines.push_back(line);
  }
  std::ranges::sort(lines);
  return lines;
}

Lines inLoop(ir::KernelOp kernel, const std::string &tag) {
  const auto all = dependencesOf(kernel);
  Lines lines;
  kernel.walk([&](ir::IterateOp loop) {
    if (nameOf(loop) == tag)
      for (const LoopDependence &each : dependencesIn(loop, all))
        lines.push_back(nameOf(each.to) + " " + nameOf(each.kind).str() + " " + nameOf(each.from) +
                        " " + std::to_string(each.distance));
  });
  std::ranges::sort(lines);
  return lines;
}

/// Rows are loaded in an inner loop, through a ring, and summed; each sum goes to c.
constexpr const char *nested = R"(
wave.kernel @nested(%a: !wave.memory<[J = 16, K = 64], f32, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[J = 16], f32>)
    bindings {J = 16, K = 64}
    grid [1, 1, 1] {
  wave.tiling_constraint J tile 8
  wave.tiling_constraint K tile 16
  %0 = wave.allocate "a" : <1, [J = 8, K = 16], f32>
  %c2 = wave.index 2
  wave.iterate J at %J count %c2 attributes {tag = "j_loop"} {
    %j = wave.index "$0 * 8" (%J)
    %1 = wave.register 0.0 : f32 {tag = "zero"} : <[J = 8], f32>
    %c4 = wave.index 4
    %2 = wave.iterate K at %K count %c4 iter_args(%acc = %1) -> !wave.tile<[J = 8], f32> attributes {tag = "k_loop"} {
      %k = wave.index "$0 * 16" (%K)
      %3 = wave.read %a at [%j, %k] {tag = "load"} : <[J = 16, K = 64], f32, SHARED_ADDRESS_SPACE> -> <[J = 8, K = 16], f32>
      wave.shared_write %3, %0 {tag = "put"} : <[J = 8, K = 16], f32>, <1, [J = 8, K = 16], f32>
      %4 = wave.shared_read %0 {tag = "get"} : <1, [J = 8, K = 16], f32> -> <[J = 8, K = 16], f32>
      %5 = wave.reduce sum %4 init %acc along K {tag = "sum"} : <[J = 8, K = 16], f32>, !wave.tile<[J = 8], f32> -> <[J = 8], f32>
      wave.yield %5 : !wave.tile<[J = 8], f32>
    }
    wave.write %2, %c at [%j] {tag = "store"} : <[J = 8], f32>, <[J = 16], f32>
  }
}
)";

TEST(Dependences, HaveADistanceForEachLoopAroundBothEnds) {
  KernelText text(nested);
  // Of what is written anew before it is read nothing is left from before.
  EXPECT_EQ(dependences(text.kernel()),
            (Lines{"get reads what was written by put (0, 0)", "k_loop uses zero (0)",
                   "put overwrites what is read by get (0, 1)",
                   "put overwrites what is read by get (1, *)",
                   "put overwrites what was written by put (0, 1)",
                   "put overwrites what was written by put (1, *)", "put uses load (0, 0)",
                   "store overwrites what was written by store (1)", "store uses k_loop (0)",
                   "sum uses get (0, 0)", "sum uses sum (0, 1)"}));
}

TEST(Dependences, OfOneLoopAreThoseWithinOneRunOfIt) {
  KernelText text(nested);
  EXPECT_EQ(inLoop(text.kernel(), "k_loop"),
            (Lines{"get reads what was written by put 0", "put overwrites what is read by get 1",
                   "put overwrites what was written by put 1", "put uses load 0", "sum uses get 0",
                   "sum uses sum 1"}));
  // What the inner loop does to its ring is done by that loop.
  EXPECT_EQ(inLoop(text.kernel(), "j_loop"),
            (Lines{"k_loop uses zero 0", "put overwrites what is read by get 1",
                   "put overwrites what was written by put 1",
                   "store overwrites what was written by store 1", "store uses k_loop 0"}));
}

TEST(Dependences, AValueGoesThroughAllArgumentsThatHandItOn) {
  KernelText text(R"(
wave.kernel @shift(%c: !wave.memory<[M = 8], f32>, %k: !wave.memory<[K = 8], f32>) bindings {K = 8, M = 8} grid [1, 1, 1] {
  wave.tiling_constraint K tile 4
  %0 = wave.register 0.0 : f32 {tag = "zero"} : <[M = 8], f32>
  %c2 = wave.index 2
  %c0 = wave.index 0
  %1:2 = wave.iterate K at %K count %c2 iter_args(%x = %0, %y = %0) -> (!wave.tile<[M = 8], f32>, !wave.tile<[M = 8], f32>) attributes {tag = "loop"} {
    %2 = wave.add %y, %y {tag = "twice"} : !wave.tile<[M = 8], f32>, !wave.tile<[M = 8], f32> -> !wave.tile<[M = 8], f32>
    wave.yield %2, %x : !wave.tile<[M = 8], f32>, !wave.tile<[M = 8], f32>
  }
  wave.write %1#1, %c at [%c0] {tag = "store"} : <[M = 8], f32>, <[M = 8], f32>
}
)");
  EXPECT_EQ(inLoop(text.kernel(), "loop"), (Lines{"twice uses twice 2", "twice uses twice 2"}));
}

/// A tile of 64 x 48 in shared memory, of which two waves hold 32 rows each, and a loop around
/// what `accesses` do to it.
std::string slicesOfASlot(const std::string &accesses) {
  return R"(
wave.kernel @slices(%a: !wave.memory<[M = 64, K = 96], f16>) bindings {K = 96, M = 64} grid [1, 1, 1] {
  wave.tiling_constraint K tile 48
  wave.wave_constraint M tile 32
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 2, 1, 1>}
  %ring = wave.allocate "a" : <1, [M = 64, K = 48], f16>
  %c2 = wave.index 2
  %c0 = wave.index 0
  wave.iterate K at %K count %c2 attributes {tag = "loop"} {
    %x = wave.read %a at [%c0, %c0] {tag = "load"} : <[M = 64, K = 96], f16> -> <[M = 64, K = 48], f16>
)" + accesses +
         "  }\n}\n";
}

std::string put(const std::string &tag, const std::string &slice) {
  return "wave.shared_write %x, %ring {tag = \"" + tag + "\", slice = #wave.slice<" + slice +
         ">} : <[M = 64, K = 48], f16>, <1, [M = 64, K = 48], f16>\n";
}

std::string get(const std::string &tag, const std::string &slice, const std::string &into = "") {
  return "%" + tag + " = wave.shared_read %ring " +
         (into.empty() ? "" : "into %" + into + " (!wave.tile<[M = 64, K = 48], f16>) ") +
         "{tag = \"" + tag + "\", slice = #wave.slice<" + slice +
         ">} : <1, [M = 64, K = 48], f16> -> <[M = 64, K = 48], f16>\n";
}

/// Those between accesses to the ring.
Lines ofRing(ir::KernelOp kernel) {
  Lines lines = inLoop(kernel, "loop");
  std::erase_if(lines, [](const std::string &line) { return line.find(" uses ") != line.npos; });
  return lines;
}

/// Of three units of 16 the first of two slices has two; the units of what all waves store may be
/// others than the instructions of what they read.
TEST(Dependences, SlicesOfASlotThatHaveNoElementInCommonHaveNone) {
  KernelText text(slicesOfASlot(
      put("put0", "\"K\" 0 of 2 units 3 of 16") + put("put1", "\"K\" 1 of 2 units 3 of 16") +
      get("get0", "\"K\" 0 of 3 units 6 of 8") + get("get2", "\"K\" 2 of 3 units 6 of 8", "get0")));
  EXPECT_EQ(
      ofRing(text.kernel()),
      (Lines{"get0 reads what was written by put0 0", "get2 reads what was written by put1 0",
             "put0 overwrites what is read by get0 1", "put0 overwrites what was written by put0 1",
             "put1 overwrites what is read by get2 1",
             "put1 overwrites what was written by put1 1"}));
}

/// A slice of a read is of each wave's rows: slice 0 has rows 0 to 15 and 32 to 47, and the first
/// half of the tile has rows of both.
TEST(Dependences, SlicesOfEachWavesPartMeetHalvesOfTheTile) {
  KernelText text(slicesOfASlot(put("put0", "\"M\" 0 of 2 units 8 of 8") +
                                put("put1", "\"M\" 1 of 4 units 4 of 16") +
                                get("get0", "\"M\" 0 of 2 units 2 of 16") +
                                get("get1", "\"M\" 1 of 2 units 2 of 16", "get0")));
  EXPECT_EQ(
      ofRing(text.kernel()),
      (Lines{"get0 reads what was written by put0 0", "get1 reads what was written by put0 0",
             "get1 reads what was written by put1 0", "put0 overwrites what is read by get0 1",
             "put0 overwrites what is read by get1 1", "put0 overwrites what was written by put0 1",
             "put0 overwrites what was written by put1 1", "put1 overwrites what is read by get1 1",
             "put1 overwrites what was written by put0 0",
             "put1 overwrites what was written by put1 1"}));
}

/// What a slice overwrites of a slot is not all of it: a read sees the rest of the iteration
/// before.
TEST(Dependences, ASlotIsWrittenAnewByAllSlicesTogether) {
  KernelText part(slicesOfASlot(put("put0", "\"K\" 0 of 2 units 3 of 16") +
                                get("get", "\"K\" 0 of 1 units 3 of 16") +
                                put("put1", "\"K\" 1 of 2 units 3 of 16")));
  EXPECT_EQ(std::ranges::count(ofRing(part.kernel()), "get reads what was written by put1 1"), 1);
  KernelText all(slicesOfASlot(
      put("put0", "\"K\" 0 of 2 units 3 of 16") + put("put1", "\"K\" 1 of 2 units 3 of 16") +
      get("get", "\"K\" 0 of 1 units 3 of 16") + put("put2", "\"K\" 1 of 2 units 3 of 16")));
  EXPECT_EQ(std::ranges::count(ofRing(all.kernel()), "get reads what was written by put2 1"), 0);
}

TEST(Dependences, AMemoryThatIsReadBeforeItIsWrittenIsSeenByTheNextIteration) {
  KernelText text(R"(
wave.kernel @inout(%c: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  wave.tiling_constraint M tile 4
  %c2 = wave.index 2
  wave.iterate M at %M count %c2 attributes {tag = "loop"} {
    %m = wave.index "$0 * 4" (%M)
    %0 = wave.read %c at [%m] {tag = "load"} : <[M = 8], f32> -> <[M = 4], f32>
    wave.write %0, %c at [%m] {tag = "store"} : <[M = 4], f32>, <[M = 8], f32>
  }
}
)");
  EXPECT_EQ(
      inLoop(text.kernel(), "loop"),
      (Lines{"load reads what was written by store 1", "store overwrites what is read by load 0",
             "store overwrites what was written by store 1", "store uses load 0"}));
}

TEST(Dependences, StepsOfAChannelFollowEachOther) {
  KernelText text(R"(
wave.kernel @channel(%a: !wave.memory<[K = 64], f32, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[K = 64], f32>) bindings {K = 64} grid [1, 1, 1] {
  wave.tiling_constraint K tile 16
  %0 = wave.allocate "a" : <1, [K = 16], f32>
  %channel = wave.channel %0 : !wave.buffer<1, [K = 16], f32>
  %c4 = wave.index 4
  wave.iterate K at %K count %c4 attributes {tag = "loop"} {
    %k = wave.index "$0 * 16" (%K)
    wave.acquire %channel number %K
    wave.copy %a at [%k] to %0 : <[K = 64], f32, SHARED_ADDRESS_SPACE>, <1, [K = 16], f32>
    wave.commit %channel number %K
    wave.wait %channel number %K
    %1 = wave.shared_read %0 : <1, [K = 16], f32> -> <[K = 16], f32>
    wave.release %channel number %K
    wave.write %1, %c at [%k] : <[K = 16], f32>, <[K = 64], f32>
  }
}
)");
  EXPECT_EQ(inLoop(text.kernel(), "loop"),
            (Lines{"acquire overwrites what is read by release 1", "commit follows copy 0",
                   "copy follows acquire 0", "copy overwrites what is read by shared_read 1",
                   "copy overwrites what was written by copy 1", "release follows shared_read 0",
                   "shared_read follows wait 0", "shared_read reads what was written by copy 0",
                   "wait reads what was written by commit 0",
                   "write overwrites what was written by write 1", "write uses shared_read 0"}));
}

} // namespace
} // namespace wave::analysis
