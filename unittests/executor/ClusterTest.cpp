//===- ClusterTest.cpp - Workgroups that reach each other's memory --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <numeric>

#include "TestKernel.h"
#include "gtest/gtest.h"

namespace wave::executor {
namespace {

bool says(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

const std::string constants =
    "%s = llvm.mlir.addressof @shared : !llvm.ptr<3>\n%i = nvvm.read.ptx.sreg.tid.x : i32\n"
    "%c0 = llvm.mlir.constant(0 : i32) : i32\n%c1 = llvm.mlir.constant(1 : i32) : i32\n"
    "%c32 = llvm.mlir.constant(32 : i32) : i32\n%c64 = llvm.mlir.constant(64 : i32) : i32\n"
    "%rank = nvvm.read.ptx.sreg.cluster.ctarank : i32\n%peer = llvm.xor %rank, %c1 : i32\n"
    "%first = llvm.icmp \"eq\" %i, %c0 : i32\n"
    "%g = nvvm.read.ptx.sreg.ctaid.x : i32\n%gi = llvm.mul %g, %c32 : i32\n"
    "%t = llvm.add %gi, %i : i32\n";

KernelText kernelOf(const std::string &body, const std::string &arguments = "%o: !llvm.ptr<1>") {
  KernelText text;
  text.chip = "h200";
  text.workgroup = "32, 1, 1";
  text.sharedBytes = 4096;
  text.arguments = arguments;
  text.attributes = ", nvvm.cluster_dim = array<i32: 2, 1, 1>";
  text.body = constants + body;
  return text;
}

Report runCluster(const KernelText &text, std::vector<Argument> arguments, Order order,
                  int64_t groups = 4) {
  return execute(programOf(text), {{groups, 1, 1}, std::move(arguments)}, {.order = order});
}

constexpr Order orders[] = {Order::First, Order::Last, Order::Random};

TEST(Cluster, NumbersOfItsWorkgroups) {
  const std::string body = "%place = nvvm.read.ptx.sreg.cluster.ctaid.x : i32\n"
                           "%size = nvvm.read.ptx.sreg.cluster.nctaid.x : i32\n"
                           "%cluster = nvvm.read.ptx.sreg.clusterid.x : i32\n"
                           "%clusters = nvvm.read.ptx.sreg.nclusterid.x : i32\n"
                           "%ranks = nvvm.read.ptx.sreg.cluster.nctarank : i32\n"
                           "%ten = llvm.mlir.constant(10 : i32) : i32\n";
  std::string sum = "%a0 = llvm.add %c0, %place : i32\n";
  int n = 0;
  for (const char *name : {"%size", "%cluster", "%clusters", "%rank", "%ranks"}) {
    const std::string now = std::to_string(n), next = std::to_string(n + 1);
    sum += "%m" + now + " = llvm.mul %a" + now + ", %ten : i32\n%a" + next + " = llvm.add %m" +
           now + ", " + name + " : i32\n";
    ++n;
  }
  std::vector<int> out(32 * 6);
  const KernelText text = kernelOf(body + sum + addressText("q", "%o", 1, "%t", "i32") +
                                   "llvm.store %a5, %q : i32, !llvm.ptr<1>");
  EXPECT_EQ(textOf(runCluster(text, {regionOf(out)}, Order::First, 6)), "");
  for (int group = 0; group < 6; ++group)
    EXPECT_EQ(out[group * 32 + 7],
              group % 2 * 100000 + 2 * 10000 + group / 2 * 1000 + 300 + group % 2 * 10 + 2);
}

/// Each workgroup stores its threads' numbers, and loads its peer's.
std::string exchange(const std::string &before, const std::string &after) {
  return addressText("p", "%s", 3, "%i", "i32") + "llvm.store %t, %p : i32, !llvm.ptr<3>\n" +
         before +
         "%far = nvvm.mapa %p, %peer : !llvm.ptr<3> -> !llvm.ptr<7>\n"
         "%v = llvm.load %far : !llvm.ptr<7> -> i32\n" +
         after + addressText("q", "%o", 1, "%t", "i32") + "llvm.store %v, %q : i32, !llvm.ptr<1>";
}

const std::string meet = "nvvm.cluster.arrive {aligned}\nnvvm.cluster.wait {aligned}\n";

TEST(Cluster, ReadsTheSharedMemoryOfOthers) {
  for (Order order : orders) {
    std::vector<int> out(128);
    EXPECT_EQ(textOf(runCluster(kernelOf(exchange(meet, meet)), {regionOf(out)}, order)), "");
    for (int i = 0; i < 128; ++i)
      EXPECT_EQ(out[i], i ^ 32);
  }
}

TEST(Cluster, WritesTheSharedMemoryOfOthers) {
  const std::string body = addressText("p", "%s", 3, "%i", "i32") +
                           "%far = nvvm.mapa %p, %peer : !llvm.ptr<3> -> !llvm.ptr<7>\n"
                           "llvm.store %t, %far : i32, !llvm.ptr<7>\n" +
                           meet + "%v = llvm.load %p : !llvm.ptr<3> -> i32\n" +
                           addressText("q", "%o", 1, "%t", "i32") +
                           "llvm.store %v, %q : i32, !llvm.ptr<1>";
  for (Order order : orders) {
    std::vector<int> out(128);
    EXPECT_EQ(textOf(runCluster(kernelOf(body), {regionOf(out)}, order)), "");
    for (int i = 0; i < 128; ++i)
      EXPECT_EQ(out[i], i ^ 32);
  }
}

TEST(Cluster, WithoutItsBarrierThereAreRaces) {
  for (Order order : {Order::First, Order::Last}) {
    std::vector<int> out(128);
    auto findings = [&](const std::string &before, const std::string &after) {
      return textOf(runCluster(kernelOf(exchange(before, after)), {regionOf(out)}, order));
    };
    const std::string without = findings("", meet);
    EXPECT_TRUE(says(without, "race on") || says(without, "has not written")) << without;
    EXPECT_TRUE(says(findings("nvvm.barrier0\n", meet), "error"));
    EXPECT_TRUE(
        says(findings("nvvm.cluster.arrive.relaxed {aligned}\nnvvm.cluster.wait {aligned}\n", meet),
             "race on"));
  }
}

TEST(Cluster, BarriersThatAreMisused) {
  std::vector<int> out(128);
  auto findings = [&](const std::string &body) {
    return textOf(runCluster(kernelOf(body), {regionOf(out)}, Order::First));
  };
  EXPECT_TRUE(says(findings("nvvm.cluster.wait {aligned}\n"), "waits that has not arrived"));
  EXPECT_TRUE(says(findings(meet + "nvvm.cluster.wait {aligned}\n"),
                   "the cluster's barrier: a wave waits that has not arrived"));
  EXPECT_TRUE(says(findings("nvvm.cluster.arrive {aligned}\nnvvm.barrier0\nnvvm.cluster.arrive "
                            "{aligned}\nnvvm.cluster.wait {aligned}\n"),
                   "arrives again"));
  EXPECT_TRUE(says(findings("%zero = llvm.icmp \"eq\" %rank, %c0 : i32\nscf.if %zero {\n"
                            "nvvm.cluster.arrive {aligned}\nnvvm.cluster.arrive {aligned}\n}\n" +
                            meet),
                   "arrives again"));
}

TEST(Cluster, OfARankThatThereIsNot) {
  std::vector<int> out(128);
  EXPECT_TRUE(
      says(textOf(runCluster(kernelOf("%far = nvvm.mapa %s, %c32 : !llvm.ptr<3> -> !llvm.ptr<7>\n"
                                      "%v = llvm.load %far : !llvm.ptr<7> -> i32\n"),
                             {regionOf(out)}, Order::First)),
           "workgroup 32 of a cluster of 2"));
}

TEST(Cluster, ArrivesAtMbarriersOfOthers) {
  // Each workgroup tells its peer that its numbers are there, and waits to be told.
  const std::string body =
      addressText("b", "%s", 3, "256", "i32") + addressText("p", "%s", 3, "%i", "i32") +
      "scf.if %first {\nnvvm.mbarrier.init %b, %c32 : !llvm.ptr<3>, i32\n"
      "nvvm.fence.mbarrier.init\n}\n" +
      meet +
      "%far = nvvm.mapa %p, %peer : !llvm.ptr<3> -> !llvm.ptr<7>\n"
      "llvm.store %t, %far : i32, !llvm.ptr<7>\n"
      "%fb = nvvm.mapa %b, %peer : !llvm.ptr<3> -> !llvm.ptr<7>\n"
      "nvvm.mbarrier.arrive %fb {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<7>\n"
      "%yes = llvm.mlir.constant(true) : i1\nscf.while : () -> () {\n"
      "%over = nvvm.mbarrier.try_wait %b, %c0 {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<3>, "
      "i32 -> i1\n%again = llvm.xor %over, %yes : i1\nscf.condition(%again)\n} do {\nscf.yield\n"
      "}\n%v = llvm.load %p : !llvm.ptr<3> -> i32\n" +
      meet + addressText("q", "%o", 1, "%t", "i32") + "llvm.store %v, %q : i32, !llvm.ptr<1>";
  for (Order order : orders) {
    std::vector<int> out(128);
    EXPECT_EQ(textOf(runCluster(kernelOf(body), {regionOf(out)}, order)), "");
    for (int i = 0; i < 128; ++i)
      EXPECT_EQ(out[i], i ^ 32);
  }
  // Both say that they mean the cluster.
  for (const char *scoped : {"arrive %fb {scope = #nvvm.mem_scope<cluster>}",
                             "try_wait %b, %c0 {scope = #nvvm.mem_scope<cluster>}"}) {
    std::string narrow = body;
    const std::string text = scoped;
    narrow.replace(narrow.find(text), text.size(), text.substr(0, text.find(" {")));
    std::vector<int> out(128);
    const std::string found = textOf(runCluster(kernelOf(narrow), {regionOf(out)}, Order::First));
    EXPECT_TRUE(says(found, "race on shared byte 0: a read here, a write by wave 1, lane 0, and no "
                            "barrier stands between"))
        << found;
  }
  // The init has to be known to the peer.
  std::string unmet = body;
  unmet.replace(unmet.find(meet), meet.size(), "");
  std::vector<int> out(128);
  EXPECT_FALSE(runCluster(kernelOf(unmet), {regionOf(out)}, Order::First).isClean());
}

/// Each workgroup copies half of a tile to both.
std::string multicast(const std::string &last) {
  return addressText("b", "%s", 3, "512", "i32") +
         "%bytes = llvm.mlir.constant(512 : i32) : i32\n%mask = llvm.mlir.constant(3 : i16) : i16\n"
         "scf.if %first {\nnvvm.mbarrier.init %b, %c1 : !llvm.ptr<3>, i32\n"
         "nvvm.fence.mbarrier.init\n}\n" +
         meet +
         "scf.if %first {\nnvvm.mbarrier.arrive.expect_tx %b, %bytes : !llvm.ptr<3>, i32\n"
         "%half = llvm.mul %rank, %c64 : i32\n" +
         addressText("d", "%s", 3, "%half", "i32") +
         "%d7 = llvm.addrspacecast %d : !llvm.ptr<3> to !llvm.ptr<7>\n"
         "nvvm.cp.async.bulk.tensor.shared.cluster.global %d7, %map, %b, box[%half] "
         "multicast_mask = %mask : !llvm.ptr<7>, !llvm.ptr\n}\n"
         "nvvm.mbarrier.try_wait.parity %b, %c0, %c32 : !llvm.ptr<3>, i32, i32\n" +
         addressText("p", "%s", 3, "%i", "vector<4xi32>") +
         "%v = llvm.load %p : !llvm.ptr<3> -> vector<4xi32>\n" + last +
         addressText("q", "%o", 1, "%t", "vector<4xi32>") +
         "llvm.store %v, %q : vector<4xi32>, !llvm.ptr<1>";
}

TEST(Cluster, CopiesABoxToSeveral) {
  const std::string arguments = "%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = "
                                "64 : i64, nvvm.grid_constant}, %o: !llvm.ptr<1>";
  std::vector<int> in(128);
  std::iota(in.begin(), in.end(), 5);
  const BoxArgument box = {{.type = i32,
                            .base = reinterpret_cast<std::byte *>(in.data()),
                            .sizes = {128},
                            .strides = {},
                            .box = {64},
                            .swizzleBytes = 0},
                           regionOf(in)};
  for (Order order : orders) {
    std::vector<int> out(4 * 128);
    EXPECT_EQ(textOf(runCluster(kernelOf(multicast(meet), arguments), {box, regionOf(out)}, order)),
              "");
    for (int i = 0; i < 4 * 128; ++i)
      EXPECT_EQ(out[i], i % 128 + 5);
  }
  // The fence of the inits is on the way to the peer.
  std::string late = multicast(meet);
  const std::string fence = "nvvm.fence.mbarrier.init\n";
  late.erase(late.find(fence), fence.size());
  late.insert(late.find(meet) + meet.size(), "scf.if %first {\n" + fence + "}\n");
  for (Order order : orders) {
    std::vector<int> unused(4 * 128);
    const std::string found =
        textOf(runCluster(kernelOf(late, arguments), {box, regionOf(unused)}, order));
    EXPECT_TRUE(says(found, "mbarrier at shared byte 2048: a copy that need not see its init: no "
                            "fence.mbarrier.init stands between"))
        << found;
  }
  // Of one of the copies the other workgroup has to be there.
  std::string unmet = multicast("");
  unmet.replace(unmet.find(meet), meet.size(), "nvvm.barrier0\n");
  std::vector<int> out(4 * 128);
  EXPECT_FALSE(
      runCluster(kernelOf(unmet, arguments), {box, regionOf(out)}, Order::First).isClean());
}

TEST(Cluster, IsLaunchedWhole) {
  std::vector<int> out(128);
  EXPECT_THROW(runCluster(kernelOf(""), {regionOf(out)}, Order::First, 3), Error);
  KernelText many = kernelOf("");
  many.workgroup = "1024, 1, 1";
  many.attributes = ", nvvm.cluster_dim = array<i32: 5, 1, 1>";
  EXPECT_THROW(programOf(many), Error);
}

} // namespace
} // namespace wave::executor
