//===- WarpLanesTest.cpp - Warps of 32 lanes and what they exchange -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestKernel.h"
#include "gtest/gtest.h"

namespace wave::executor {
namespace {

KernelText textOfLanes(const std::string &body, const std::string &workgroup) {
  KernelText text;
  text.chip = "h200";
  text.workgroup = workgroup;
  text.arguments = "%o: !llvm.ptr<1>";
  text.body = "%i = nvvm.read.ptx.sreg.tid.x : i32\n%h = llvm.mlir.constant(100 : i32) : i32\n"
              "%all = llvm.mlir.constant(-1 : i32) : i32\n%x = llvm.add %i, %h : i32\n"
              "%c0 = llvm.mlir.constant(0 : i32) : i32\n%c1 = llvm.mlir.constant(1 : i32) : i32\n"
              "%c3 = llvm.mlir.constant(3 : i32) : i32\n%c8 = llvm.mlir.constant(8 : i32) : i32\n"
              "%c31 = llvm.mlir.constant(31 : i32) : i32\n" +
              body + "\n" + addressText("q", "%o", 1, "%i", "i32") +
              "llvm.store %r, %q : i32, !llvm.ptr<1>";
  return text;
}

/// out[i] = %r of the body, which has %i and %x = 100 + i.
std::vector<uint32_t> lanes(const std::string &body, int threads = 32) {
  std::vector<uint32_t> out(threads, 7777);
  EXPECT_EQ(textOf(run(textOfLanes(body, std::to_string(threads) + ", 1, 1"), {regionOf(out)})),
            "");
  return out;
}

template <typename Expected> void expectLanes(const std::vector<uint32_t> &out, Expected expected) {
  for (size_t lane = 0; lane < out.size(); ++lane)
    EXPECT_EQ(out[lane], static_cast<uint32_t>(expected(static_cast<int>(lane))))
        << "lane " << lane;
}

std::string shuffle(const std::string &kind, const std::string &offset, int control) {
  return "%k = llvm.mlir.constant(" + std::to_string(control) +
         " : i32) : i32\n%r = nvvm.shfl.sync " + kind + " %all, %x, " + offset +
         ", %k : i32 -> i32";
}

TEST(WarpLanes, AWorkgroupIsWarpsOf32) {
  expectLanes(lanes("%l = nvvm.read.ptx.sreg.laneid : i32\n%w = nvvm.read.ptx.sreg.warpid : i32\n"
                    "%s = llvm.mul %w, %h : i32\n%r = llvm.add %l, %s : i32",
                    80),
              [](int thread) { return thread % 32 + 100 * (thread / 32); });
}

TEST(WarpLanes, AThousandThreadsAre32Warps) {
  expectLanes(lanes("%r = nvvm.read.ptx.sreg.warpid : i32", 1024),
              [](int thread) { return thread / 32; });
}

TEST(WarpLanes, NumbersOfThreadsAndGroups) {
  KernelText text =
      textOfLanes("%y = nvvm.read.ptx.sreg.tid.y : i32\n%z = nvvm.read.ptx.sreg.tid.z : i32\n"
                  "%g = nvvm.read.ptx.sreg.ctaid.x : i32\n%ng = nvvm.read.ptx.sreg.nctaid.x : i32\n"
                  "%n = nvvm.read.ptx.sreg.ntid.y : i32\n"
                  "%a = llvm.mul %z, %n : i32\n%b = llvm.add %a, %y : i32\n"
                  "%nx = nvvm.read.ptx.sreg.ntid.x : i32\n%c = llvm.mul %b, %nx : i32\n"
                  "%t = llvm.add %c, %i : i32\n%c48 = llvm.mlir.constant(48 : i32) : i32\n"
                  "%d = llvm.mul %g, %c48 : i32\n%r = llvm.add %t, %d : i32\n"
                  "%place = llvm.getelementptr %o[%r] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32\n"
                  "%sum = llvm.add %r, %ng : i32\nllvm.store %sum, %place : i32, !llvm.ptr<1>",
                  "8, 3, 2");
  text.body = text.body.substr(0, text.body.find("%q ="));
  std::vector<uint32_t> out(48 * 3);
  const Report report = execute(programOf(text), {{3, 1, 1}, {regionOf(out)}}, {});
  EXPECT_EQ(textOf(report), "");
  expectLanes(out, [](int place) { return place + 3; });
}

TEST(WarpLanes, MasksOfLanes) {
  expectLanes(lanes("%r = nvvm.read.ptx.sreg.lanemask.lt : i32"),
              [](int lane) { return (uint64_t{1} << lane) - 1; });
  expectLanes(lanes("%r = nvvm.read.ptx.sreg.lanemask.ge : i32"),
              [](int lane) { return ~((uint64_t{1} << lane) - 1); });
}

TEST(Shuffle, ByIndex) {
  expectLanes(lanes(shuffle("idx", "%c3", 31)), [](int) { return 103; });
  // Segments of 8 lanes.
  expectLanes(lanes(shuffle("idx", "%c3", 31 | 24 << 8)),
              [](int lane) { return 100 + (lane & 24) + 3; });
}

TEST(Shuffle, Butterfly) {
  expectLanes(lanes(shuffle("bfly", "%c8", 31)), [](int lane) { return 100 + (lane ^ 8); });
}

TEST(Shuffle, UpAndDown) {
  expectLanes(lanes(shuffle("up", "%c3", 0)),
              [](int lane) { return lane < 3 ? 100 + lane : 97 + lane; });
  expectLanes(lanes(shuffle("down", "%c3", 31)),
              [](int lane) { return lane > 28 ? 100 + lane : 103 + lane; });
  expectLanes(lanes(shuffle("down", "%c3", 31 | 24 << 8)),
              [](int lane) { return lane % 8 > 4 ? 100 + lane : 103 + lane; });
}

TEST(Shuffle, SaysWhetherTheSourceIsThere) {
  expectLanes(
      lanes("%p = nvvm.shfl.sync down %all, %x, %c8, %c31 {return_value_and_is_valid} : i32 -> "
            "!llvm.struct<(i32, i1)>\n%v = llvm.extractvalue %p[0] : !llvm.struct<(i32, i1)>\n"
            "%b = llvm.extractvalue %p[1] : !llvm.struct<(i32, i1)>\n"
            "%r = llvm.select %b, %v, %c1 : i1, i32"),
      [](int lane) { return lane > 23 ? 1 : 108 + lane; });
}

TEST(Shuffle, WithLanesThatDoNotTakePartIsFound) {
  std::vector<uint32_t> out(32);
  const std::string body = "%b = llvm.icmp \"ult\" %i, %c8 : i32\n%r = scf.if %b -> (i32) {\n"
                           "%v = nvvm.shfl.sync bfly MASK, %x, OFFSET, %c31 : i32 -> i32\n"
                           "scf.yield %v : i32\n} else {\nscf.yield %c0 : i32\n}";
  auto findings = [&](const std::string &mask, const std::string &offset) {
    std::string text = body;
    text.replace(text.find("MASK"), 4, mask);
    text.replace(text.find("OFFSET"), 6, offset);
    return textOf(run(textOfLanes("%m = llvm.mlir.constant(255 : i32) : i32\n" + text, "32, 1, 1"),
                      {regionOf(out)}));
  };
  EXPECT_EQ(findings("%m", "%c3"), "");
  EXPECT_NE(findings("%m", "%c8").find("lanes that do not take part"), std::string::npos);
  EXPECT_NE(findings("%all", "%c3").find("lanes that do not take part"), std::string::npos);
}

TEST(Vote, OfAllKinds) {
  auto votes = [](const std::string &kind, const std::string &predicate, const std::string &type) {
    return lanes(
        "%b = llvm.icmp \"" + predicate + "\" %i, %c8 : i32\n%v = nvvm.vote.sync " + kind +
        " %all, %b -> " + type +
        (type == "i1" ? "\n%r = llvm.zext %v : i1 to i32" : "\n%r = llvm.add %v, %c0 : i32"));
  };
  expectLanes(votes("ballot", "ult", "i32"), [](int) { return 255; });
  expectLanes(votes("any", "eq", "i1"), [](int) { return 1; });
  expectLanes(votes("all", "eq", "i1"), [](int) { return 0; });
  expectLanes(votes("all", "sge", "i1"), [](int) { return 0; });
  expectLanes(votes("uni", "sge", "i1"), [](int) { return 0; });
  expectLanes(lanes("%b = llvm.icmp \"uge\" %i, %c0 : i32\n%v = nvvm.vote.sync uni %all, %b -> i1\n"
                    "%r = llvm.zext %v : i1 to i32"),
              [](int) { return 1; });
}

TEST(Elect, OneLaneWhicheverItIs) {
  const std::string body = "%e = nvvm.elect.sync -> i1\n%r = llvm.zext %e : i1 to i32";
  expectLanes(lanes(body), [](int lane) { return lane == 0; });
  std::vector<uint32_t> out(32);
  EXPECT_TRUE(
      run(textOfLanes(body, "32, 1, 1"), {regionOf(out)}, {.order = Order::Last}).isClean());
  expectLanes(out, [](int lane) { return lane == 31; });
}

TEST(WarpLanes, OperationsOfTheOtherVendorAreErrors) {
  EXPECT_THROW(programOf(textOfLanes("%r = rocdl.readfirstlane %x : i32", "32, 1, 1")), Error);
  KernelText text = textOfLanes(shuffle("idx", "%c3", 31), "64, 1, 1");
  text.chip = "mi300x";
  EXPECT_THROW(programOf(text), Error);
}

} // namespace
} // namespace wave::executor
