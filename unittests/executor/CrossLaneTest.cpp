//===- CrossLaneTest.cpp - What lanes take from each other ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestKernel.h"
#include "gtest/gtest.h"

namespace wave::executor {
namespace {

/// out[i] = %r of the body, which has %i and %x = 100 + i.
std::vector<uint32_t> lanes(const std::string &body, const std::string &chip = "mi300x") {
  std::vector<uint32_t> out(64, 7777);
  KernelText text;
  text.chip = chip;
  text.arguments = "%o: !llvm.ptr<1>";
  text.body =
      "%i = rocdl.workitem.id.x : i32\n%h = llvm.mlir.constant(100 : i32) : i32\n"
      "%old = llvm.mlir.constant(5 : i32) : i32\n%zero = llvm.mlir.constant(0 : i32) : i32\n"
      "%x = llvm.add %i, %h : i32\n" +
      body + "\n" + addressText("q", "%o", 1, "%i", "i32") +
      "llvm.store %r, %q : i32, !llvm.ptr<1>";
  EXPECT_EQ(textOf(run(text, {regionOf(out)})), "");
  return out;
}

template <typename Expected> void expectLanes(const std::vector<uint32_t> &out, Expected expected) {
  for (int lane = 0; lane < 64; ++lane)
    EXPECT_EQ(out[lane], static_cast<uint32_t>(expected(lane))) << "lane " << lane;
}

std::vector<uint32_t> dpp(int control, int rowMask = 15, int bankMask = 15, bool bound = false) {
  return lanes("%r = rocdl.update.dpp %old, %x with " + std::to_string(control) + ", " +
               std::to_string(rowMask) + ", " + std::to_string(bankMask) + ", " +
               (bound ? "true" : "false") + " : i32");
}

TEST(Dpp, QuadPermutation) {
  // 3, 2, 1, 0
  expectLanes(dpp(0x1B), [](int lane) { return 100 + (lane & ~3) + 3 - lane % 4; });
}

TEST(Dpp, ShiftsWithinRows) {
  expectLanes(dpp(0x111), [](int lane) { return lane % 16 == 0 ? 5 : 100 + lane - 1; });
  expectLanes(dpp(0x103), [](int lane) { return lane % 16 >= 13 ? 5 : 100 + lane + 3; });
  expectLanes(dpp(0x111, 15, 15, true),
              [](int lane) { return lane % 16 == 0 ? 0 : 100 + lane - 1; });
  expectLanes(dpp(0x121), [](int lane) { return 100 + (lane & ~15) + (lane + 15) % 16; });
}

TEST(Dpp, Mirrors) {
  expectLanes(dpp(0x140), [](int lane) { return 100 + (lane & ~15) + 15 - lane % 16; });
  expectLanes(dpp(0x141), [](int lane) { return 100 + (lane & ~7) + 7 - lane % 8; });
}

TEST(Dpp, Broadcasts) {
  expectLanes(dpp(0x142), [](int lane) { return lane < 16 ? 5 : 100 + (lane & ~15) - 1; });
  expectLanes(dpp(0x142, 0xA),
              [](int lane) { return (lane / 16) % 2 == 0 ? 5 : 100 + (lane & ~15) - 1; });
  expectLanes(dpp(0x143), [](int lane) { return lane < 32 ? 5 : 131; });
  expectLanes(dpp(0x152), [](int lane) { return 100 + (lane & ~15) + 2; });
}

TEST(Dpp, WholeWave) {
  expectLanes(dpp(0x138), [](int lane) { return lane == 0 ? 5 : 99 + lane; });
  expectLanes(dpp(0x13C), [](int lane) { return 100 + (lane + 63) % 64; });
  expectLanes(dpp(0x130), [](int lane) { return lane == 63 ? 5 : 101 + lane; });
  expectLanes(dpp(0x134), [](int lane) { return 100 + (lane + 1) % 64; });
}

TEST(Dpp, MasksOfRowsAndBanks) {
  expectLanes(dpp(0x140, 2, 15),
              [](int lane) { return lane / 16 == 1 ? 100 + 16 + 15 - lane % 16 : 5; });
  expectLanes(dpp(0x140, 15, 1),
              [](int lane) { return lane % 16 < 4 ? 100 + (lane & ~15) + 15 - lane % 16 : 5; });
}

TEST(Dpp, InactiveSourcesDoNotCount) {
  const std::string body = R"(
    %c8 = llvm.mlir.constant(8 : i32) : i32
    %low = llvm.icmp "ult" %i, %c8 : i32
    %r = scf.if %low -> (i32) {
      %m = rocdl.update.dpp %old, %x with 320, 15, 15, BOUND : i32
      scf.yield %m : i32
    } else {
      scf.yield %zero : i32
    })";
  for (bool bound : {false, true}) {
    std::string text = body;
    text.replace(text.find("BOUND"), 5, bound ? "true" : "false");
    // row_mirror: each of the lanes 0 to 7 reads one of 8 to 15, which are inactive.
    expectLanes(lanes(text), [&](int lane) { return lane < 8 && !bound ? 5 : 0; });
  }
}

TEST(Dpp, UnknownControlIsAnError) { EXPECT_THROW(dpp(0x160), Error); }

TEST(CrossLane, Permute) {
  expectLanes(
      lanes("%c = llvm.mlir.constant(252 : i32) : i32\n%four = llvm.mlir.constant(4 : i32) : i32\n"
            "%b = llvm.mul %i, %four : i32\n%n = llvm.sub %c, %b : i32\n"
            "%r = rocdl.ds_bpermute %n, %x : (i32, i32) -> i32"),
      [](int lane) { return 100 + 63 - lane; });
}

TEST(CrossLane, Swizzle) {
  auto swizzle = [](int pattern) {
    return lanes("%p = llvm.mlir.constant(" + std::to_string(pattern) +
                 " : i32) : i32\n%r = rocdl.ds_swizzle %x, %p : (i32, i32) -> i32");
  };
  expectLanes(swizzle(0x8000 | 0xB1), [](int lane) { return 100 + (lane ^ 1); });
  expectLanes(swizzle(31 | 16 << 10), [](int lane) { return 100 + (lane ^ 16); });
  expectLanes(swizzle(24 | 3 << 5), [](int lane) { return 100 + ((lane & ~7) | 3); });
}

TEST(CrossLane, ReadLanes) {
  expectLanes(lanes("%n = llvm.mlir.constant(17 : i32) : i32\n"
                    "%r = rocdl.readlane %x, %n : (i32, i32) -> i32"),
              [](int) { return 117; });
  expectLanes(lanes(R"(%c8 = llvm.mlir.constant(8 : i32) : i32
    %high = llvm.icmp "uge" %i, %c8 : i32
    %r = scf.if %high -> (i32) {
      %m = rocdl.readfirstlane %x : i32
      scf.yield %m : i32
    } else {
      scf.yield %zero : i32
    })"),
              [](int lane) { return lane < 8 ? 0 : 108; });
}

TEST(CrossLane, SwapRows) {
  auto swap = [](const std::string &rows, int result) {
    return lanes("%s = rocdl.permlane" + rows +
                     ".swap %i, %x, false, false : (i32, i32) -> !llvm.struct<(i32, i32)>\n"
                     "%r = llvm.extractvalue %s[" +
                     std::to_string(result) + "] : !llvm.struct<(i32, i32)>",
                 "mi355x");
  };
  expectLanes(swap("32", 0), [](int lane) { return lane < 32 ? lane : 100 + lane - 32; });
  expectLanes(swap("32", 1), [](int lane) { return lane < 32 ? lane + 32 : 100 + lane; });
  expectLanes(swap("16", 0), [](int lane) { return lane / 16 % 2 == 0 ? lane : 100 + lane - 16; });
  expectLanes(swap("16", 1), [](int lane) { return lane / 16 % 2 == 0 ? lane + 16 : 100 + lane; });
}

TEST(CrossLane, CountBelowAndBallot) {
  expectLanes(lanes("%m = llvm.mlir.constant(-1 : i32) : i32\n"
                    "%l = rocdl.mbcnt.lo %m, %zero : (i32, i32) -> i32\n"
                    "%r = rocdl.mbcnt.hi %m, %l : (i32, i32) -> i32"),
              [](int lane) { return lane; });
  expectLanes(lanes("%c = llvm.mlir.constant(3 : i32) : i32\n%b = llvm.icmp \"ult\" %i, %c : i32\n"
                    "%v = rocdl.ballot %b : i64\n%r = llvm.trunc %v : i64 to i32"),
              [](int) { return 7; });
}

TEST(CrossLane, ReductionOfAWave) {
  // The sum of all lanes, in lane 63, as LLVM's atomic optimizer builds it.
  std::string body;
  std::string sum = "%x";
  int next = 0;
  for (auto [control, rows] : std::vector<std::pair<int, int>>{
           {0x111, 15}, {0x112, 15}, {0x114, 15}, {0x118, 15}, {0x142, 0xA}, {0x143, 0xC}}) {
    const std::string n = std::to_string(next++);
    body += "%d" + n + " = rocdl.update.dpp %zero, " + sum + " with " + std::to_string(control) +
            ", " + std::to_string(rows) + ", 15, false : i32\n%s" + n + " = llvm.add " + sum +
            ", %d" + n + " : i32\n";
    sum = "%s" + n;
  }
  body += "%last = llvm.mlir.constant(63 : i32) : i32\n%r = rocdl.readlane " + sum +
          ", %last : (i32, i32) -> i32";
  expectLanes(lanes(body), [](int) { return 64 * 100 + 63 * 64 / 2; });
}

TEST(CrossLane, NumbersOfThreadsAndGroups) {
  std::vector<uint32_t> out(2 * 3 * 128);
  KernelText text;
  text.workgroup = "8, 4, 4";
  text.arguments = "%o: !llvm.ptr<1>";
  text.body = R"(
    %x = rocdl.workitem.id.x : i32
    %y = rocdl.workitem.id.y : i32
    %z = rocdl.workitem.id.z : i32
    %gx = rocdl.workgroup.id.x : i32
    %gy = rocdl.workgroup.id.y : i32
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %c8 = llvm.mlir.constant(8 : i32) : i32
    %c4 = llvm.mlir.constant(4 : i32) : i32
    %c128 = llvm.mlir.constant(128 : i32) : i32
    %z4 = llvm.mul %z, %c4 : i32
    %zy = llvm.add %z4, %y : i32
    %zy8 = llvm.mul %zy, %c8 : i32
    %t = llvm.add %zy8, %x : i32
    %g2 = llvm.mul %gy, %c2 : i32
    %g = llvm.add %g2, %gx : i32
    %g128 = llvm.mul %g, %c128 : i32
    %i = llvm.add %g128, %t : i32
)" + addressText("q", "%o", 1, "%i", "i32") +
              "llvm.store %i, %q : i32, !llvm.ptr<1>";
  const Report report = execute(programOf(text), {{2, 3, 1}, {regionOf(out)}}, {});
  EXPECT_EQ(textOf(report), "");
  for (uint32_t i = 0; i < out.size(); ++i)
    EXPECT_EQ(out[i], i);
}

} // namespace
} // namespace wave::executor
