//===- ClusterExitTest.cpp - CTAs that end before their peers are done ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A CTA whose shared memory a peer may still use has to know, before it ends, that the peer is
// done.  Whether it ends earlier in the order that runs does not matter.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <numeric>

#include "TensorKernel.h"
#include "TestKernel.h"
#include "gtest/gtest.h"

namespace wave::executor {
namespace {

constexpr Order orders[] = {Order::First, Order::Last, Order::Random};
const std::string meet = "nvvm.cluster.arrive {aligned}\nnvvm.cluster.wait {aligned}\n";

/// A cluster of two CTAs of a warp each, with an mbarrier %b for one arrival in both, and %fb the
/// one of CTA 1; %isZero and %isOne are of its first thread in CTA 0 and CTA 1.
struct Parts {
  std::string zero = ""; ///< what the first thread of CTA 0 does
  std::string one = "";  ///< what the first thread of CTA 1 does
  std::string end = "";
};

const std::string wait = "nvvm.mbarrier.try_wait.parity %b, %c0, %c32 : !llvm.ptr<3>, i32, i32\n";
const std::string arrive =
    "nvvm.mbarrier.arrive %fb {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<7>\n";

std::string findings(const Parts &parts, Order order) {
  KernelText text;
  text.chip = "b200";
  text.workgroup = "32, 1, 1";
  text.sharedBytes = 4096;
  text.arguments = "%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, "
                   "nvvm.grid_constant}";
  text.attributes = ", nvvm.cluster_dim = array<i32: 2, 1, 1>";
  text.body = "%s = llvm.mlir.addressof @shared : !llvm.ptr<3>\n"
              "%i = nvvm.read.ptx.sreg.tid.x : i32\n%c0 = llvm.mlir.constant(0 : i32) : i32\n"
              "%c1 = llvm.mlir.constant(1 : i32) : i32\n%c32 = llvm.mlir.constant(32 : i32) : i32\n"
              "%bytes = llvm.mlir.constant(256 : i32) : i32\n"
              "%both = llvm.mlir.constant(3 : i16) : i16\n"
              "%rank = nvvm.read.ptx.sreg.cluster.ctarank : i32\n"
              "%first = llvm.icmp \"eq\" %i, %c0 : i32\n"
              "%inZero = llvm.icmp \"eq\" %rank, %c0 : i32\n"
              "%inOne = llvm.icmp \"eq\" %rank, %c1 : i32\n"
              "%isZero = llvm.and %first, %inZero : i1\n%isOne = llvm.and %first, %inOne : i1\n" +
              addressText("b", "%s", 3, "512", "i32") +
              "%fb = nvvm.mapa %b, %c1 : !llvm.ptr<3> -> !llvm.ptr<7>\n"
              "%zb = nvvm.mapa %b, %c0 : !llvm.ptr<3> -> !llvm.ptr<7>\n"
              "%fs = nvvm.mapa %s, %c1 : !llvm.ptr<3> -> !llvm.ptr<7>\n"
              "%box = llvm.addrspacecast %s : !llvm.ptr<3> to !llvm.ptr<7>\n"
              "scf.if %first {\nnvvm.mbarrier.init %b, %c1 : !llvm.ptr<3>, i32\n"
              "nvvm.fence.mbarrier.init\n}\n" +
              meet + "scf.if %isZero {\n" + parts.zero + "}\nscf.if %isOne {\n" + parts.one +
              "}\n" + parts.end;
  std::vector<int> in(64);
  std::iota(in.begin(), in.end(), 5);
  const BoxArgument box = {{.type = i32,
                            .base = reinterpret_cast<std::byte *>(in.data()),
                            .sizes = {64},
                            .strides = {},
                            .box = {64},
                            .swizzleBytes = 0},
                           regionOf(in)};
  return textOf(execute(programOf(text), {{2, 1, 1}, {box}}, {.order = order}));
}

/// In every order: where the CTA has not ended, the finding is that it may have.
void expectFinding(const Parts &parts, const std::string &operation, const std::string &message,
                   const std::string &who) {
  for (const Order order : orders) {
    const std::string found = findings(parts, order);
    const std::string end = " (workgroup " + who + ") [not-waited]\n";
    if (found.find("which has ended") == std::string::npos)
      EXPECT_EQ(found.substr(found.find("error: ")), "error: " + message + end);
    else
      EXPECT_NE(found.find(operation + " uses shared memory of workgroup "), std::string::npos)
          << found;
  }
}

/// Of that CTA.
std::string mayHaveEnded(const char *use, char rank) {
  return std::string(use) + rank +
         " of the cluster, which may have ended: no wave of it waits for that";
}

void expectClean(const Parts &parts) {
  for (const Order order : orders)
    EXPECT_EQ(findings(parts, order), "");
}

TEST(ClusterExit, BeforeAnArrivalOfAPeer) {
  const std::string what =
      "nvvm.mbarrier.arrive" + mayHaveEnded(" uses shared memory of workgroup ", '1');
  expectFinding({.zero = arrive}, "nvvm.mbarrier.arrive", what, "0, 0, 0, wave 0");
  expectClean({.zero = arrive, .one = wait});
  expectClean({.zero = arrive, .end = meet});
}

TEST(ClusterExit, BeforeAStoreOfAPeer) {
  const std::string store = "llvm.store %i, %fs : i32, !llvm.ptr<7>\n";
  expectFinding({.zero = store}, "llvm.store",
                "llvm.store" + mayHaveEnded(" uses shared memory of workgroup ", '1'),
                "0, 0, 0, wave 0");
  expectClean({.zero = store + arrive, .one = wait});
  expectClean({.zero = store, .end = meet});
}

const std::string copy = "nvvm.cp.async.bulk.tensor.shared.cluster.global";
const std::string expectBytes = "nvvm.mbarrier.arrive.expect_tx %b, %bytes : !llvm.ptr<3>, i32\n";

TEST(ClusterExit, BeforeAMulticastOfAPeer) {
  const std::string multicast = expectBytes + copy +
                                " %box, %map, %b, box[%c0] multicast_mask = %both : !llvm.ptr<7>, "
                                "!llvm.ptr\n" +
                                wait;
  expectFinding({.zero = multicast, .one = expectBytes}, copy,
                copy + mayHaveEnded(" writes shared memory of workgroup ", '1'),
                "0, 0, 0, wave 0, lane 0");
  expectClean({.zero = multicast, .one = expectBytes + wait});
}

/// The bytes of a CTA pair are counted by the leader's mbarrier, whichever CTA gets them.
TEST(ClusterExit, BeforeTheBytesOfAPair) {
  const std::string load = "%leader = llvm.addrspacecast %zb : !llvm.ptr<7> to !llvm.ptr<3>\n" +
                           copy +
                           " %box, %map, %leader, box[%c0] {group = #nvvm.cta_group<cta_2>} : "
                           "!llvm.ptr<7>, !llvm.ptr\n";
  // The leader waits or does not: the CTA whose memory the bytes come to has to know of it.
  for (const std::string &waits : {wait, std::string()})
    expectFinding({.zero = expectBytes + waits, .one = load}, copy,
                  "a copy to shared memory that no wave of the workgroup waits for before it ends",
                  "1, 0, 0, wave 0, lane 0");
  expectClean({.zero = expectBytes + wait + arrive, .one = load + wait});
  expectClean({.zero = expectBytes + wait, .one = load, .end = meet});
}

const TensorCase pairCase = {.name = "Pair",
                             .bits = {.m = 256},
                             .a = {0, 16, 1024, 128},
                             .b = {32768, 16, 1024, 128},
                             .isOfPair = true};

TEST(ClusterExit, BeforeACommitOfAPeer) {
  for (const Order order : orders) {
    // It knows that the MMAs are done, by the cluster's barrier, and not that the commit has come.
    const std::string found =
        textOf(runCase(pairCase, {.wait = "%isLeader"}, {.order = order}).report);
    EXPECT_NE(found.find("mbarrier at shared byte 65544: a commit arrives at it that no wave waits "
                         "for before the workgroup ends (workgroup 1, 0, 0, wave 0)"),
              std::string::npos)
        << found;
    EXPECT_EQ(found.find("reads shared memory of"), std::string::npos) << found;
  }
}

TEST(ClusterExit, BeforeTheMmasOfItsLeader) {
  for (const Order order : orders) {
    const std::string found = textOf(
        runCase(pairCase, {.wait = "%isLeader", .meetEnd = "nvvm.barrier0\n"}, {.order = order})
            .report);
    EXPECT_NE(
        found.find("nvvm.tcgen05.mma reads shared memory of workgroup 1 of the cluster, which "
                   "may have ended: no wave of it waits for that"),
        std::string::npos)
        << found;
  }
}

} // namespace
} // namespace wave::executor
