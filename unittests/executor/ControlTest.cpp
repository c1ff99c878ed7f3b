//===- ControlTest.cpp - Branches and loops that lanes take differently ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestKernel.h"
#include "gtest/gtest.h"

namespace wave::executor {
namespace {

/// out[i] = %r of the body, for threads that need not fill their last wave.
std::vector<int32_t> threads(const std::string &body, int count = 64, Options options = {}) {
  std::vector<int32_t> out(count, -7);
  KernelText text;
  text.workgroup = std::to_string(count) + ", 1, 1";
  text.arguments = "%o: !llvm.ptr<1>";
  text.body = "%i = rocdl.workitem.id.x : i32\n%c0 = llvm.mlir.constant(0 : i32) : i32\n"
              "%c1 = llvm.mlir.constant(1 : i32) : i32\n%c2 = llvm.mlir.constant(2 : i32) : i32\n" +
              body + "\n" + addressText("q", "%o", 1, "%i", "i32") +
              "llvm.store %r, %q : i32, !llvm.ptr<1>";
  EXPECT_EQ(textOf(run(text, {regionOf(out)}, options)), "");
  return out;
}

TEST(Control, DivergentIf) {
  const auto out = threads(R"(
    %odd = llvm.and %i, %c1 : i32
    %b = llvm.icmp "eq" %odd, %c1 : i32
    %r = scf.if %b -> (i32) {
      %x = llvm.mul %i, %c2 : i32
      scf.yield %x : i32
    } else {
      %four = llvm.and %i, %c2 : i32
      %bb = llvm.icmp "eq" %four, %c2 : i32
      %y = scf.if %bb -> (i32) {
        scf.yield %c1 : i32
      } else {
        scf.yield %c0 : i32
      }
      scf.yield %y : i32
    })",
                           100);
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(out[i], i % 2 ? 2 * i : i / 2 % 2);
}

TEST(Control, LoopsEndForEachLane) {
  // Sum of 0 to i - 1, with another bound in each lane.
  const auto out = threads(R"(
    %r = scf.for %k = %c0 to %i step %c1 iter_args(%s = %c0) -> (i32) : i32 {
      %t = llvm.add %s, %k : i32
      scf.yield %t : i32
    })",
                           70);
  for (int i = 0; i < 70; ++i)
    EXPECT_EQ(out[i], i * (i - 1) / 2);
}

TEST(Control, CarriedValuesChangePlaces) {
  const auto out = threads(R"(
    %r1:3 = scf.for %k = %c0 to %i step %c1 iter_args(%a = %c0, %b = %c1, %c = %c2) -> (i32, i32, i32) : i32 {
      scf.yield %b, %c, %a : i32, i32, i32
    }
    %c100 = llvm.mlir.constant(100 : i32) : i32
    %c10 = llvm.mlir.constant(10 : i32) : i32
    %x = llvm.mul %r1#0, %c100 : i32
    %y = llvm.mul %r1#1, %c10 : i32
    %z = llvm.add %x, %y : i32
    %r = llvm.add %z, %r1#2 : i32)");
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(out[i], i % 3 * 100 + (i + 1) % 3 * 10 + (i + 2) % 3);
}

TEST(Control, NestedLoopsKeepOuterValues) {
  const auto out = threads(R"(
    %c3 = llvm.mlir.constant(3 : i32) : i32
    %outside = llvm.mul %i, %c3 : i32
    %r = scf.for %k = %c0 to %c3 step %c1 iter_args(%s = %c0) -> (i32) : i32 {
      %inner = scf.for %l = %c0 to %k step %c1 iter_args(%t = %s) -> (i32) : i32 {
        %u = llvm.add %t, %outside : i32
        scf.yield %u : i32
      }
      %next = llvm.add %inner, %c1 : i32
      scf.yield %next : i32
    })");
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(out[i], 3 + 3 * 3 * i);
}

TEST(Control, WhileLoops) {
  // Steps of Collatz's sequence; lanes leave at different times and keep their results.
  const auto out = threads(R"(
    %n = llvm.add %i, %c1 : i32
    %c3 = llvm.mlir.constant(3 : i32) : i32
    %w:2 = scf.while (%a = %n, %s = %c0) : (i32, i32) -> (i32, i32) {
      %go = llvm.icmp "ne" %a, %c1 : i32
      scf.condition(%go) %a, %s : i32, i32
    } do {
    ^bb0(%a: i32, %s: i32):
      %odd = llvm.and %a, %c1 : i32
      %isOdd = llvm.icmp "eq" %odd, %c1 : i32
      %half = llvm.lshr %a, %c1 : i32
      %three = llvm.mul %a, %c3 : i32
      %more = llvm.add %three, %c1 : i32
      %next = llvm.select %isOdd, %more, %half : i1, i32
      %t = llvm.add %s, %c1 : i32
      scf.yield %next, %t : i32, i32
    }
    %h = llvm.mlir.constant(1000 : i32) : i32
    %m = llvm.mul %w#0, %h : i32
    %r = llvm.add %m, %w#1 : i32)");
  for (int i = 0; i < 64; ++i) {
    int steps = 0;
    for (int a = i + 1; a != 1; a = a % 2 ? 3 * a + 1 : a / 2)
      ++steps;
    EXPECT_EQ(out[i], 1000 + steps);
  }
}

TEST(Control, LoopsThatNeverEndAreFound) {
  KernelText text;
  text.workgroup = "128, 1, 1";
  text.body = R"(
    %t = llvm.mlir.constant(true) : i1
    scf.while : () -> () {
      scf.condition(%t)
    } do {
      scf.yield
    })";
  Options options;
  options.instructionLimit = 5000;
  const Report report = run(text, {}, options);
  ASSERT_TRUE(report.has(FindingKind::NoProgress)) << textOf(report);
  EXPECT_EQ(report.findings[0].at.operation, "scf.while");
}

TEST(Decoding, UnsupportedOperationsAreErrors) {
  auto idOf = [](const std::string &body, const std::string &workgroup = "64, 1, 1") {
    KernelText text;
    text.body = body;
    text.workgroup = workgroup;
    try {
      programOf(text);
    } catch (const Error &error) {
      return error.diagnostic().id + ":" + std::to_string(error.diagnostic().where.line);
    }
    return std::string();
  };
  EXPECT_EQ(idOf("\n\nrocdl.s.wait.dscnt 0"), "executor-operation:5");
  EXPECT_EQ(
      idOf(
          "%n = llvm.mlir.constant(1 : i32) : i32\n%a = llvm.alloca %n x i32 : (i32) -> !llvm.ptr"),
      "executor-operation:4");
  EXPECT_EQ(idOf("%a = llvm.mlir.constant(1 : i17) : i17"), "executor-operation:3");
  EXPECT_EQ(idOf("", "2048, 1, 1"), "executor-form:2");
  EXPECT_EQ(idOf("rocdl.sched.barrier 0\nrocdl.s.setprio 1"), "");
}

TEST(Decoding, LaunchesThatDoNotFitAreErrors) {
  KernelText text;
  text.arguments = "%p: !llvm.ptr<1>, %n: i64";
  const Program program = programOf(text);
  std::vector<int> memory(1);
  for (std::vector<Argument> arguments :
       {std::vector<Argument>{}, {int64_t{1}, int64_t{1}}, {regionOf(memory), regionOf(memory)}})
    EXPECT_THROW(execute(program, {{1, 1, 1}, arguments}, {}), Error);
  EXPECT_THROW(execute(program, {{-1, 1, 1}, {regionOf(memory), int64_t{1}}}, {}), Error);
  EXPECT_THROW(execute(program, {{1 << 20, 1 << 20, 1}, {regionOf(memory), int64_t{1}}}, {}),
               Error);
  EXPECT_EQ(execute(program, {{0, 1, 1}, {regionOf(memory), int64_t{1}}}, {}).counters.instructions,
            0u);
}

} // namespace
} // namespace wave::executor
