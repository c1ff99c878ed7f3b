//===- PhaseBarrierTest.cpp - mbarriers, used and misused -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <regex>

#include "TestKernel.h"
#include "gtest/gtest.h"

namespace wave::executor {
namespace {

bool says(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

/// The parts of a kernel with two warps: the first thread initialises the mbarrier %b for %count
/// arrivals, thread i stores i, the second warp gives and the first takes, and then loads what
/// thread i ^ 32 has stored.
struct Parts {
  std::string init = "nvvm.mbarrier.init %b, %count : !llvm.ptr<3>, i32\n";
  std::string meet = "nvvm.barrier0\n";
  std::string give = "nvvm.mbarrier.arrive %b : !llvm.ptr<3> -> i64\n";
  std::string take = "scf.while : () -> () {\n"
                     "%done = nvvm.mbarrier.try_wait %b, %c0 : !llvm.ptr<3>, i32 -> i1\n"
                     "%more = llvm.xor %done, %true : i1\nscf.condition(%more)\n"
                     "} do {\nscf.yield\n}\n";
  std::string end = "";
  int count = 32;
};

KernelText kernelOf(const Parts &parts) {
  KernelText text;
  text.chip = "h200";
  text.workgroup = "64, 1, 1";
  text.arguments = "%o: !llvm.ptr<1>";
  text.sharedBytes = 512;
  text.body = "%s = llvm.mlir.addressof @shared : !llvm.ptr<3>\n"
              "%i = nvvm.read.ptx.sreg.tid.x : i32\n%true = llvm.mlir.constant(true) : i1\n"
              "%c0 = llvm.mlir.constant(0 : i32) : i32\n%c1 = llvm.mlir.constant(1 : i32) : i32\n"
              "%c32 = llvm.mlir.constant(32 : i32) : i32\n"
              "%count = llvm.mlir.constant(" +
              std::to_string(parts.count) +
              " : i32) : i32\n%first = llvm.icmp \"eq\" %i, %c0 : i32\n"
              "%low = llvm.icmp \"ult\" %i, %c32 : i32\n%j = llvm.xor %i, %c32 : i32\n" +
              addressText("p", "%s", 3, "%i", "i32") + addressText("q", "%s", 3, "%j", "i32") +
              addressText("b", "%s", 3, "64", "i32") + "scf.if %first {\n" + parts.init + "}\n" +
              parts.meet + "llvm.store %i, %p : i32, !llvm.ptr<3>\nscf.if %low {\n" + parts.take +
              "%v = llvm.load %q : !llvm.ptr<3> -> i32\n" + addressText("r", "%o", 1, "%i", "i32") +
              "llvm.store %v, %r : i32, !llvm.ptr<1>\n" + "} else {\n" + parts.give + "}\n" +
              parts.end;
  return text;
}

Report reportOf(const Parts &parts, Order order = Order::First) {
  std::vector<int> out(64);
  // So few that a loop that does nothing but ask would not end.
  const Report report =
      run(kernelOf(parts), {regionOf(out)}, {.order = order, .instructionLimit = 10000});
  if (report.isClean())
    for (int i = 0; i < 32; ++i)
      EXPECT_EQ(out[i], i ^ 32);
  return report;
}

std::string findings(const Parts &parts, Order order = Order::First) {
  return textOf(reportOf(parts, order));
}

TEST(PhaseBarrier, OrdersWhatIsBeforeAnArrivalAndBehindTheWait) {
  for (Order order : {Order::First, Order::Last, Order::Random})
    EXPECT_EQ(findings({}, order), "");
}

TEST(PhaseBarrier, OtherFormsOfTheWait) {
  EXPECT_EQ(findings({.take = "nvvm.mbarrier.try_wait.parity %b, %c0, %c32 : !llvm.ptr<3>, i32, "
                              "i32\n"}),
            "");
  const std::string polling = "scf.while : () -> () {\n"
                              "%done = nvvm.mbarrier.test.wait %b, %c0 : !llvm.ptr<3>, i32 -> i1\n"
                              "%more = llvm.xor %done, %true : i1\nscf.condition(%more)\n"
                              "} do {\nscf.yield\n}\n";
  EXPECT_EQ(findings({.take = polling}, Order::Last), "");
}

/// A wait may be over before the phase is: its result says so.
TEST(PhaseBarrier, AWaitWhoseResultNobodyAsksForIsNone) {
  const std::string once = "%done = nvvm.mbarrier.try_wait %b, %c0 : !llvm.ptr<3>, i32 -> i1\n";
  for (Order order : {Order::First, Order::Random}) {
    const std::string found = findings({.take = once}, order);
    EXPECT_TRUE(says(found, "race on shared byte 128: a read here, a write by wave 1, lane 0, and "
                            "no barrier stands between") ||
                says(found, "read of shared byte 128, which this workgroup has not written"))
        << found;
  }
}

TEST(PhaseBarrier, ParitiesAreZeroAndOne) {
  for (const char *parity : {"2", "3"}) {
    const std::string found = findings(
        {.take = std::string("%parity = llvm.mlir.constant(") + parity +
                 " : i32) : i32\nnvvm.mbarrier.try_wait.parity %b, %parity, %c32 : !llvm.ptr<3>, "
                 "i32, i32\n"});
    EXPECT_TRUE(says(found, std::string("mbarrier at shared byte 256: a wait for parity ") +
                                parity + ", which is neither 0 nor 1"))
        << found;
  }
}

TEST(PhaseBarrier, WaitsForTheStateThatAnArrivalSaw) {
  const std::string take = "%state = nvvm.mbarrier.arrive %b : !llvm.ptr<3> -> i64\n"
                           "scf.while : () -> () {\n"
                           "%done = nvvm.mbarrier.try_wait %b, %state : !llvm.ptr<3>, i64 -> i1\n"
                           "%more = llvm.xor %done, %true : i1\nscf.condition(%more)\n"
                           "} do {\nscf.yield\n}\n";
  EXPECT_EQ(findings({.take = take, .count = 64}), "");
}

TEST(PhaseBarrier, RelaxedOrdersNothing) {
  EXPECT_TRUE(says(findings({.give = "nvvm.mbarrier.arrive %b {relaxed = true} : !llvm.ptr<3> -> "
                                     "i64\n"}),
                   "race on"));
}

TEST(PhaseBarrier, WithoutAWaitThereIsARace) {
  for (Order order : {Order::First, Order::Last})
    EXPECT_TRUE(says(findings({.take = ""}, order), "race on"));
}

TEST(PhaseBarrier, ThatNobodyInitialisedIsMisuse) {
  EXPECT_TRUE(says(findings({.init = ""}), "of what was not initialised"));
}

TEST(PhaseBarrier, OfWhichOthersDoNotKnowTheInit) {
  for (Order order : {Order::First, Order::Last}) {
    const std::string found = findings({.meet = ""}, order);
    EXPECT_TRUE(says(found, "that nothing orders after its init by wave 0") ||
                says(found, "of what was not initialised"))
        << found;
  }
}

TEST(PhaseBarrier, FewerArrivalsAreADeadlockThatSaysWhichAreMissing) {
  const std::string found = findings({.count = 40});
  EXPECT_TRUE(says(found,
                   "wave 0 waits forever for the mbarrier at shared byte 256: phase 0, 32 of "
                   "40 arrivals and 0 bytes to come"))
      << found;
}

TEST(PhaseBarrier, BytesThatNobodySendsAreADeadlock) {
  const std::string found = findings(
      {.give = "nvvm.mbarrier.arrive.expect_tx %b, %c1 : !llvm.ptr<3>, i32\n", .count = 32});
  EXPECT_TRUE(says(found, "32 of 32 arrivals and 32 bytes to come")) << found;
}

TEST(PhaseBarrier, MoreArrivalsThanExpectedAreMisuse) {
  const std::string found =
      findings({.give = "nvvm.mbarrier.arrive %b, %count : !llvm.ptr<3> -> i64\n"
                        "nvvm.mbarrier.arrive.expect_tx %b, %c1 : !llvm.ptr<3>, i32\n",
                .count = 1});
  EXPECT_TRUE(says(found, "1 more arrive in phase")) << found;
}

/// The last lane's arrival would count in the next phase: which lane that is, nobody knows.
TEST(PhaseBarrier, LanesThatArriveInTwoPhasesAreMisuse) {
  const std::string found = findings({.count = 31});
  EXPECT_TRUE(says(found, "32 lanes of a warp arrive")) << found;
  EXPECT_TRUE(says(found, "0 of 31 arrivals")) << found;
}

TEST(PhaseBarrier, AnArrivalThatMustNotEndThePhase) {
  const std::string give =
      "%n = nvvm.mbarrier.arrive.nocomplete %b, %c1 : !llvm.ptr<3>, i32 -> i64\n";
  EXPECT_TRUE(says(findings({.give = give}), "an arrival that is not to end it ends phase 0"));
  EXPECT_EQ(findings({.give = give + "%h = nvvm.mbarrier.arrive %b : !llvm.ptr<3> -> i64\n",
                      .count = 64}),
            "");
}

TEST(PhaseBarrier, DropsReduceWhatIsExpected) {
  // The second phase needs the arrivals of the half that has not dropped.
  const std::string give =
      "%c48 = llvm.mlir.constant(48 : i32) : i32\n%half = llvm.icmp \"ult\" %i, %c48 : i32\n"
      "scf.if %half {\n%x = nvvm.mbarrier.arrive_drop %b : !llvm.ptr<3> -> i64\n} else {\n"
      "%x = nvvm.mbarrier.arrive %b : !llvm.ptr<3> -> i64\n}\nnvvm.barrier0\n"
      "scf.if %half {\n} else {\n%y = nvvm.mbarrier.arrive %b : !llvm.ptr<3> -> i64\n}\n";
  const std::string take = Parts().take +
                           "nvvm.barrier0\n"
                           "nvvm.mbarrier.try_wait.parity %b, %c1, %c32 : !llvm.ptr<3>, i32, i32\n";
  for (Order order : {Order::First, Order::Last})
    EXPECT_EQ(findings({.give = give, .take = take}, order), "");
}

TEST(PhaseBarrier, OrdinaryAccessesToItsBytesAreMisuse) {
  EXPECT_TRUE(says(findings({.end = "%x = llvm.load %b : !llvm.ptr<3> -> i32\n"
                                    "llvm.store %x, %b : i32, !llvm.ptr<3>\n"}),
                   "bytes of an mbarrier"));
}

TEST(PhaseBarrier, AsOrdinaryMemoryOnceItIsInvalid) {
  const std::string end = "nvvm.barrier0\nscf.if %first {\n"
                          "nvvm.mbarrier.inval %b : !llvm.ptr<3>\n"
                          "llvm.store %i, %b : i32, !llvm.ptr<3>\n}\n";
  EXPECT_EQ(findings({.end = end}), "");
}

/// Without "kernel.mlir:1:2" and what is around it.
std::string withoutPlaces(const std::string &text) {
  return std::regex_replace(text, std::regex("( at )?kernel\\.mlir:[0-9]+:[0-9]+(: )?"), "");
}

const std::string invalidate = "nvvm.mbarrier.inval %b : !llvm.ptr<3>\n";

TEST(PhaseBarrier, InitialisedAgainIsMisuse) {
  EXPECT_EQ(withoutPlaces(findings({.init = Parts().init + Parts().init})),
            "error: mbarrier at shared byte 256: it is initialised again, and was not invalidated "
            "(workgroup 0, 0, 0, wave 0) [barrier-misuse]\n"
            "note: the other access: nvvm.mbarrier.init\n");
  EXPECT_EQ(findings({.init = Parts().init + invalidate + Parts().init}), "");
}

TEST(PhaseBarrier, ThatIsInvalidatedHasNoUse) {
  for (const auto &[use, operation] :
       {std::pair("%x = nvvm.mbarrier.arrive %b : !llvm.ptr<3> -> i64\n", "nvvm.mbarrier.arrive"),
        std::pair("nvvm.mbarrier.arrive.expect_tx %b, %c1 : !llvm.ptr<3>, i32\n",
                  "nvvm.mbarrier.arrive.expect_tx"),
        std::pair("nvvm.mbarrier.try_wait.parity %b, %c0, %c32 : !llvm.ptr<3>, i32, i32\n",
                  "nvvm.mbarrier.try_wait.parity"),
        std::pair("nvvm.mbarrier.inval %b : !llvm.ptr<3>\n", "nvvm.mbarrier.inval")}) {
    const std::string found =
        withoutPlaces(findings({.init = Parts().init + invalidate + use, .give = "", .take = ""}));
    EXPECT_TRUE(says(found, std::string("error: mbarrier at shared byte 256: ") + operation +
                                " of what was invalidated (workgroup 0, 0, 0, wave 0) "
                                "[barrier-misuse]\nnote: the other access: nvvm.mbarrier.inval\n"))
        << found;
  }
}

/// What waits for it has to have ended, and the wave that invalidates it to know that.
TEST(PhaseBarrier, InvalidatedWhileAWaveMayUseItIsARace) {
  const std::string early = "scf.if %low {\n} else {\n%last = llvm.icmp \"eq\" %i, %c32 : i32\n"
                            "scf.if %last {\n" +
                            invalidate + "}\n}\n";
  for (Order order : {Order::First, Order::Last, Order::Random}) {
    const std::string found = findings({.end = early}, order);
    EXPECT_TRUE(says(found,
                     "mbarrier at shared byte 256: it is invalidated, and nothing orders a "
                     "use by wave 0 before that (workgroup 0, 0, 0, wave 1, lane 32) [race]") ||
                says(found, "of what was invalidated (workgroup 0, 0, 0, wave 0)"))
        << found;
    EXPECT_EQ(findings({.end = "nvvm.barrier0\n" + early}, order), "");
  }
}

/// A barrier for each tile: the second one is initialised where the first one was.
TEST(PhaseBarrier, ThatIsReinitialisedBeginsAgain) {
  const std::string meet = "nvvm.barrier0\n";
  std::string round = Parts().take;
  for (const char *name : {"%done", "%more"})
    for (size_t at = round.find(name); at != std::string::npos; at = round.find(name, at + 6))
      round.replace(at, 5, std::string(name) + "2");
  const std::string second = "scf.if %low {\n" + round +
                             "%v2 = llvm.load %q : !llvm.ptr<3> -> i32\n} else {\n"
                             "llvm.store %i, %p : i32, !llvm.ptr<3>\n"
                             "%h = nvvm.mbarrier.arrive %b : !llvm.ptr<3> -> i64\n}\n";
  const auto reinitialised = [&](const std::string &before, const std::string &inval,
                                 const std::string &after) {
    return before + "scf.if %first {\n" + inval + Parts().init + "}\n" + after + second;
  };
  for (Order order : {Order::First, Order::Last, Order::Random}) {
    EXPECT_EQ(findings({.end = reinitialised(meet, invalidate, meet)}, order), "");
    // Without one of its steps.
    EXPECT_TRUE(says(findings({.end = reinitialised(meet, "", meet)}, order),
                     "it is initialised again, and was not invalidated"));
    EXPECT_NE(findings({.end = reinitialised(meet, invalidate, "")}, order), "");
  }
}

TEST(PhaseBarrier, CountsThatNoneHas) {
  EXPECT_TRUE(says(findings({.count = 0}), "it is to expect 0 arrivals"));
  EXPECT_TRUE(says(findings({.count = 1 << 20}), "it is to expect 1048576 arrivals"));
}

TEST(PhaseBarrier, NotAlignedIsFound) {
  KernelText text = kernelOf({});
  text.body.replace(text.body.find("%s[64]"), 6, "%s[65]");
  std::vector<int> out(64);
  EXPECT_TRUE(says(textOf(run(text, {regionOf(out)})), "is not aligned to 8"));
}

TEST(PhaseBarrier, TwoPhasesBehindIsFound) {
  // The second warp does not wait for the first one's wait: it ends three phases at once.
  const std::string give = "%x = nvvm.mbarrier.arrive %b : !llvm.ptr<3> -> i64\n"
                           "%y = nvvm.mbarrier.arrive %b : !llvm.ptr<3> -> i64\n"
                           "%z = nvvm.mbarrier.arrive %b : !llvm.ptr<3> -> i64\n";
  std::string again = Parts().take;
  for (const char *name : {"%done", "%more"})
    for (size_t at = again.find(name); at != std::string::npos; at = again.find(name, at + 6))
      again.replace(at, 5, std::string(name) + "2");
  again.replace(again.find("%b, %c0"), 7, "%b, %c1");
  // First sees phase 0 end, then is not scheduled until phase 2 has ended.
  const std::string slow = Parts().take + "nvvm.barrier0\n" + again;
  const std::string meeting = "%w = nvvm.mbarrier.arrive %b : !llvm.ptr<3> -> i64\n"
                              "nvvm.barrier0\n" +
                              give;
  const std::string found = findings({.give = meeting, .take = slow}, Order::Last);
  EXPECT_TRUE(says(found, "whose parity cannot be distinguished")) << found;
}

} // namespace
} // namespace wave::executor
