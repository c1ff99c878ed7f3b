//===- BoxCopyTest.cpp - Boxes of tensors, there and back -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/BoxCopy.h"

#include <algorithm>
#include <numeric>

#include "TestKernel.h"
#include "gtest/gtest.h"

namespace wave::executor {
namespace {

bool says(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

/// A tensor of i32 and its boxes.
struct TestTensor {
  TestTensor(std::vector<uint64_t> sizes, std::vector<uint32_t> box, uint32_t swizzleBytes = 0)
      : numbers(std::accumulate(sizes.begin(), sizes.end(), size_t{1}, std::multiplies<>())) {
    std::iota(numbers.begin(), numbers.end(), 1);
    map = {.type = i32,
           .base = reinterpret_cast<std::byte *>(numbers.data()),
           .sizes = sizes,
           .strides = {},
           .box = std::move(box),
           .swizzleBytes = swizzleBytes};
    uint64_t stride = 4;
    for (size_t dim = 0; dim + 1 < sizes.size(); ++dim)
      map.strides.push_back(stride *= sizes[dim]);
  }
  BoxArgument argument() { return {map, regionOf(numbers)}; }
  int32_t at(int64_t x, int64_t y) const { return numbers[y * map.sizes[0] + x]; }

  std::vector<int32_t> numbers;
  BoxMap map;
};

const std::string mapType = "!llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, "
                            "nvvm.grid_constant}";

struct Parts {
  std::string coordinates = "%x, %y";
  int bytes = 256; ///< that the mbarrier is told
  std::string init = "nvvm.mbarrier.init %b, %c1 : !llvm.ptr<3>, i32\nnvvm.fence.mbarrier.init\n";
  std::string wait = "nvvm.mbarrier.try_wait.parity %b, %c0, %c32 : !llvm.ptr<3>, i32, i32\n";
  std::string space = "!llvm.ptr<7>";
  int target = 0; ///< byte of shared memory
  std::string fence = "nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = "
                      "#nvvm.shared_space<cta>}\n";
  std::string commit = "nvvm.cp.async.bulk.commit.group\n";
  std::string drain = "nvvm.cp.async.bulk.wait_group 0 {read}\n";
  std::string again = ""; ///< behind the drain
};

/// 64 threads: thread 0 loads the box, all wait, thread i stores word i of the box to %o.
KernelText loading(const Parts &parts) {
  KernelText text;
  text.chip = "h200";
  text.workgroup = "64, 1, 1";
  text.sharedBytes = 4096;
  text.arguments = "%map: " + mapType + ", %o: !llvm.ptr<1>, %x: i32, %y: i32";
  const bool isOwn = parts.space == "!llvm.ptr<3>";
  text.body = "%s = llvm.mlir.addressof @shared : !llvm.ptr<3>\n"
              "%i = nvvm.read.ptx.sreg.tid.x : i32\n%c0 = llvm.mlir.constant(0 : i32) : i32\n"
              "%c1 = llvm.mlir.constant(1 : i32) : i32\n%c32 = llvm.mlir.constant(32 : i32) : i32\n"
              "%bytes = llvm.mlir.constant(" +
              std::to_string(parts.bytes) +
              " : i32) : i32\n%first = llvm.icmp \"eq\" %i, %c0 : i32\n" +
              addressText("b", "%s", 3, "3072", "i8") +
              addressText("t", "%s", 3, std::to_string(parts.target), "i8") +
              addressText("p", "%t", 3, "%i", "i32") + addressText("q", "%o", 1, "%i", "i32") +
              "scf.if %first {\n" + parts.init + "}\nnvvm.barrier0\nscf.if %first {\n" +
              "nvvm.prefetch tensormap, %map : !llvm.ptr\n"
              "nvvm.mbarrier.arrive.expect_tx %b, %bytes : !llvm.ptr<3>, i32\n" +
              (isOwn ? "" : "%t7 = llvm.addrspacecast %t : !llvm.ptr<3> to !llvm.ptr<7>\n") +
              "nvvm.cp.async.bulk.tensor.shared.cluster.global " + (isOwn ? "%t" : "%t7") +
              ", %map, %b, box[" + parts.coordinates + "]" + (isOwn ? " {isCTAOnly = true}" : "") +
              " : " + parts.space + ", !llvm.ptr\n}\n" + parts.wait +
              "%v = llvm.load %p : !llvm.ptr<3> -> i32\nllvm.store %v, %q : i32, !llvm.ptr<1>";
  return text;
}

struct Loaded {
  std::vector<int32_t> words;
  std::string findings;
};

Loaded load(const Parts &parts, TestTensor &tensor, int64_t x, int64_t y,
            Order order = Order::First) {
  Loaded loaded{std::vector<int32_t>(64, -1), {}};
  loaded.findings = textOf(
      run(loading(parts), {tensor.argument(), regionOf(loaded.words), x, y}, {.order = order}));
  return loaded;
}

TEST(BoxLoad, CopiesABox) {
  TestTensor tensor({40, 20}, {8, 8});
  for (const char *space : {"!llvm.ptr<7>", "!llvm.ptr<3>"})
    for (Order order : {Order::First, Order::Last, Order::Random}) {
      const Loaded loaded = load({.space = space}, tensor, 16, 5, order);
      EXPECT_EQ(loaded.findings, "");
      for (int i = 0; i < 64; ++i)
        EXPECT_EQ(loaded.words[i], tensor.at(16 + i % 8, 5 + i / 8));
    }
}

TEST(BoxLoad, FillsWithZerosOutside) {
  TestTensor tensor({40, 20}, {8, 8});
  for (auto [x, y] : {std::pair(-4, -2), std::pair(36, 15), std::pair(100, 3)}) {
    const Loaded loaded = load({}, tensor, x, y);
    EXPECT_EQ(loaded.findings, "");
    for (int i = 0; i < 64; ++i) {
      const int column = x + i % 8, row = y + i / 8;
      const bool isInside = column >= 0 && column < 40 && row >= 0 && row < 20;
      EXPECT_EQ(loaded.words[i], isInside ? tensor.at(column, row) : 0) << column << " " << row;
    }
  }
}

/// What a driver's launch, or TMA, does not take of a parameter.
TEST(BoxLoad, OfAMapThatIsNoConstantOfTheGrid) {
  auto messageOf = [](const std::string &part, const std::string &other) {
    KernelText text = loading({});
    text.arguments.replace(text.arguments.find(part), part.size(), other);
    try {
      programOf(text);
    } catch (const Error &error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(messageOf("x", "x"), "");
  EXPECT_NE(messageOf(", nvvm.grid_constant", "")
                .find("kernel 'kernel': argument 0, a tensor map, has no attribute "
                      "nvvm.grid_constant"),
            std::string::npos);
  EXPECT_NE(messageOf("align = 64", "align = 32")
                .find("kernel 'kernel': argument 0, a tensor map, is aligned to 32 bytes"),
            std::string::npos);
}

/// 16-byte chunks of a row change places as the row's number says.
TEST(BoxLoad, Swizzles) {
  for (uint32_t bytes : {32u, 64u, 128u}) {
    const uint32_t words = bytes / 4;
    TestTensor tensor({64, 32}, {words, 64 / words}, bytes);
    const Loaded loaded = load({.target = 1024}, tensor, 0, 0);
    EXPECT_EQ(loaded.findings, "");
    for (uint32_t i = 0; i < 64; ++i) {
      // The unit of the pattern is a row of 128 bytes of shared memory.
      const uint32_t from = i ^ ((i / 32 & (bytes / 16 - 1)) << 2);
      EXPECT_EQ(loaded.words[i], tensor.at(from % words, from / words)) << bytes << " " << i;
    }
  }
}

TEST(BoxLoad, OfThreeDimensions) {
  TestTensor tensor({12, 5, 4}, {4, 4, 4});
  const Loaded loaded = load({.coordinates = "%x, %y, %c1"}, tensor, 4, 2);
  EXPECT_EQ(loaded.findings, "");
  for (int i = 0; i < 64; ++i) {
    const int x = 4 + i % 4, y = 2 + i / 4 % 4, z = 1 + i / 16;
    EXPECT_EQ(loaded.words[i], y < 5 && z < 4 ? tensor.numbers[(z * 5 + y) * 12 + x] : 0);
  }
}

TEST(BoxLoad, ThatNobodyWaitsForIsARace) {
  TestTensor tensor({40, 20}, {8, 8});
  for (Order order : {Order::First, Order::Last})
    EXPECT_TRUE(says(load({.wait = ""}, tensor, 0, 0, order).findings, "race on"));
  // Waves that wait hand it on; others do not get it from the one that waits.
  const std::string waitOfOne =
      "%low = llvm.icmp \"ult\" %i, %c32 : i32\nscf.if %low {\n" + Parts().wait + "}\n";
  EXPECT_TRUE(says(load({.wait = waitOfOne}, tensor, 0, 0).findings, "race on"));
  EXPECT_EQ(load({.wait = waitOfOne + "nvvm.barrier0\n"}, tensor, 0, 0).findings, "");
}

TEST(BoxLoad, WithoutTheFenceOfTheInit) {
  TestTensor tensor({40, 20}, {8, 8});
  const std::string init = "nvvm.mbarrier.init %b, %c1 : !llvm.ptr<3>, i32\n";
  EXPECT_TRUE(says(load({.init = init}, tensor, 0, 0).findings, "proxy-fence"));
}

TEST(BoxLoad, OfOtherBytesThanAnnouncedIsADeadlock) {
  TestTensor tensor({40, 20}, {8, 8});
  const std::string found = load({.bytes = 512}, tensor, 0, 0).findings;
  EXPECT_TRUE(says(found, "1 of 1 arrivals and 256 bytes to come")) << found;
  EXPECT_TRUE(says(load({.bytes = 128}, tensor, 0, 0).findings, "and -128 bytes to come"));
}

TEST(BoxLoad, FindsWhereNoBoxCanBe) {
  TestTensor tensor({40, 20}, {8, 8});
  EXPECT_TRUE(says(load({.target = 64}, tensor, 0, 0).findings, "not aligned to 128"));
  EXPECT_TRUE(says(load({.target = 3968}, tensor, 0, 0).findings, "outside of the 4096 bytes"));
  // More bytes than 32 bits count.
  TestTensor small({4, 4}, {8, 8});
  small.map.sizes = {4, 4, 1, 1, 1};
  small.map.strides = {16, 64, 64, 64};
  small.map.box = {256, 256, 256, 256, 256};
  EXPECT_TRUE(says(load({.coordinates = "%x, %y, %c0, %c0, %c0"}, small, 0, 0).findings,
                   "a box of 4398046511104 bytes"));
  EXPECT_EQ(load({}, tensor, INT32_MIN, INT32_MAX).findings, "");
  EXPECT_TRUE(says(load({.coordinates = "%x"}, tensor, 0, 0).findings,
                   "1 coordinates of a tensor with 2 dimensions"));
}

TEST(BoxLoad, BeginsAtMultiplesOf16Bytes) {
  TestTensor tensor({40, 20}, {8, 8});
  for (int64_t x : {1, 2, 3, 5, -1, -3, 99})
    EXPECT_TRUE(says(load({}, tensor, x, 0).findings,
                     "the TMA box begins " + std::to_string(4 * x) + " bytes from the row's first"))
        << x;
  for (int64_t y : {1, 3, -5})
    EXPECT_EQ(load({}, tensor, -8, y).findings, "");
}

TEST(BoxMap, WhatTheEngineDoesNotTakeIsAnError) {
  auto problem = [](TestTensor tensor, auto change) {
    change(tensor.map);
    return problemOf(tensor.map, 0, tensor.numbers.size() * 4);
  };
  const TestTensor good({40, 20}, {8, 8}, 32);
  EXPECT_EQ(problem(good, [](BoxMap &) {}), "");
  EXPECT_TRUE(says(problem(good, [](BoxMap &map) { map.box[1] = 257; }), "1 to 256"));
  EXPECT_TRUE(says(problem(good, [](BoxMap &map) { map.box[0] = 6; }), "no multiple of 16"));
  EXPECT_TRUE(says(problem(good, [](BoxMap &map) { map.box[0] = 12; }), "more than the swizzle"));
  EXPECT_TRUE(says(problem(good, [](BoxMap &map) { map.strides[0] = 168; }), "stride 168"));
  EXPECT_TRUE(says(problem(good, [](BoxMap &map) { map.swizzleBytes = 16; }), "no swizzle"));
  EXPECT_TRUE(says(problem(good, [](BoxMap &map) { map.sizes[1] = 21; }), "ends at byte 3360"));
  EXPECT_TRUE(says(problem(good, [](BoxMap &map) { map.strides.clear(); }), "1 to 5 dimensions"));
  EXPECT_TRUE(says(problemOf(good.map, 8, 4000), "begins at byte 8"));
}

TEST(BoxMap, IsAskedForWhereTheKernelHasOne) {
  TestTensor tensor({40, 20}, {8, 8});
  std::vector<int32_t> out(64);
  EXPECT_THROW(run(loading({}), {regionOf(tensor.numbers), regionOf(out), int64_t{0}, int64_t{0}}),
               Error);
  EXPECT_THROW(run(loading({}), {tensor.argument(), tensor.argument(), int64_t{0}, int64_t{0}}),
               Error);
  tensor.map.box[0] = 3;
  EXPECT_THROW(run(loading({}), {tensor.argument(), regionOf(out), int64_t{0}, int64_t{0}}), Error);
}

/// 64 threads: thread i stores 100 + i as word i of a box, thread 0 stores the box.
KernelText storing(const Parts &parts) {
  KernelText text;
  text.chip = "h200";
  text.workgroup = "64, 1, 1";
  text.sharedBytes = 4096;
  text.arguments = "%map: " + mapType + ", %x: i32, %y: i32";
  text.body = "%s = llvm.mlir.addressof @shared : !llvm.ptr<3>\n"
              "%i = nvvm.read.ptx.sreg.tid.x : i32\n%c0 = llvm.mlir.constant(0 : i32) : i32\n"
              "%h = llvm.mlir.constant(100 : i32) : i32\n%v = llvm.add %i, %h : i32\n"
              "%first = llvm.icmp \"eq\" %i, %c0 : i32\n" +
              addressText("p", "%s", 3, "%i", "i32") + "llvm.store %v, %p : i32, !llvm.ptr<3>\n" +
              parts.fence + "nvvm.barrier0\nscf.if %first {\n" +
              "nvvm.cp.async.bulk.tensor.global.shared.cta %map, %s, box[%x, %y] : !llvm.ptr, "
              "!llvm.ptr<3>\n" +
              parts.commit + parts.drain + "}\n" + parts.again;
  return text;
}

TEST(BoxStore, WritesWhatIsInside) {
  for (Order order : {Order::First, Order::Last, Order::Random}) {
    TestTensor tensor({40, 20}, {8, 8});
    const std::vector<int32_t> before = tensor.numbers;
    EXPECT_EQ(
        textOf(run(storing({}), {tensor.argument(), int64_t{36}, int64_t{15}}, {.order = order})),
        "");
    for (int y = 0; y < 20; ++y)
      for (int x = 0; x < 40; ++x)
        EXPECT_EQ(tensor.at(x, y),
                  x >= 36 && y >= 15 ? 100 + (y - 15) * 8 + x - 36 : before[y * 40 + x]);
  }
}

TEST(BoxStore, BeginsInTheTensorAtMultiplesOf16Bytes) {
  TestTensor tensor({40, 20}, {8, 8});
  const std::vector<int32_t> before = tensor.numbers;
  auto findings = [&](int64_t x, int64_t y) {
    return textOf(run(storing({}), {tensor.argument(), x, y}));
  };
  EXPECT_TRUE(says(findings(2, 0), "begins 8 bytes from the row's first"));
  EXPECT_TRUE(says(findings(-4, 0), "begins at -4 of dimension 0, before the tensor"));
  EXPECT_TRUE(says(findings(0, -1), "begins at -1 of dimension 1, before the tensor"));
  EXPECT_EQ(tensor.numbers, before);
  EXPECT_EQ(findings(44, 25), "");
  EXPECT_EQ(tensor.numbers, before);
}

/// 16 bytes at a time: what a row has of its last 16 is written with what lies behind it.
TEST(BoxStore, OverTheEndOfARowThatIsNoMultipleOf16BytesIsFound) {
  auto findings = [&](uint64_t width, int64_t x) {
    TestTensor tensor({40, 20}, {8, 8});
    tensor.map.sizes[0] = width;
    return textOf(run(storing({}), {tensor.argument(), x, int64_t{0}}));
  };
  const std::string found = findings(38, 32);
  EXPECT_TRUE(says(found, "out-of-bounds")) << found;
  EXPECT_TRUE(says(found, "rows of 152 bytes")) << found;
  EXPECT_TRUE(says(found, "8 bytes past")) << found;
  // A row of the tensor that ends where 16 bytes do; a box that ends before it does.
  EXPECT_EQ(findings(36, 32), "");
  EXPECT_EQ(findings(38, 24), "");
  // A box that is not in the tensor at all.
  EXPECT_EQ(findings(38, 40), "");
}

TEST(BoxStore, NeedsAProxyFenceBehindOrdinaryWrites) {
  TestTensor tensor({40, 20}, {8, 8});
  auto findings = [&](const Parts &parts) {
    return textOf(run(storing(parts), {tensor.argument(), int64_t{0}, int64_t{0}}));
  };
  const std::string found = findings({.fence = ""});
  EXPECT_TRUE(says(found, "no fence.proxy.async stands between")) << found;
  // Behind the barrier, by the thread that stores, is on the way too.
  KernelText text = storing({.fence = ""});
  text.body.insert(text.body.find("nvvm.cp.async.bulk.tensor"), Parts().fence);
  EXPECT_EQ(textOf(run(text, {tensor.argument(), int64_t{0}, int64_t{0}})), "");
}

TEST(BoxStore, ReadsUntilItIsWaitedFor) {
  const std::string again = "nvvm.barrier0\nllvm.store %i, %p : i32, !llvm.ptr<3>\n";
  auto findings = [&](Parts parts, Order order) {
    TestTensor tensor({40, 20}, {8, 8});
    parts.again = again;
    return textOf(
        run(storing(parts), {tensor.argument(), int64_t{0}, int64_t{0}}, {.order = order}));
  };
  for (Order order : {Order::First, Order::Last}) {
    EXPECT_EQ(findings({}, order), "");
    EXPECT_TRUE(says(findings({.drain = ""}, order), "race on"));
    EXPECT_TRUE(says(findings({.commit = ""}, order), "race on"));
    EXPECT_TRUE(
        says(findings({.drain = "nvvm.cp.async.bulk.wait_group 1 {read}\n"}, order), "race on"));
  }
}

/// That the first box was read says nothing of when it is written.
TEST(BoxStore, OverOneThatMayBeOnItsWayIsARace) {
  auto findings = [&](const std::string &drain, const std::string &x) {
    TestTensor tensor({40, 20}, {8, 8});
    Parts parts;
    parts.drain = drain;
    parts.again = "%c4 = llvm.mlir.constant(4 : i32) : i32\n"
                  "%c8 = llvm.mlir.constant(8 : i32) : i32\nscf.if %first {\n"
                  "nvvm.cp.async.bulk.tensor.global.shared.cta %map, %s, box[" +
                  x + ", %y] : !llvm.ptr, !llvm.ptr<3>\n" + Parts().commit + Parts().drain + "}\n";
    return textOf(run(storing(parts), {tensor.argument(), int64_t{0}, int64_t{0}}));
  };
  const std::string onlyRead = Parts().drain, written = "nvvm.cp.async.bulk.wait_group 0\n";
  EXPECT_TRUE(says(findings(onlyRead, "%x"), "may still be writing"));
  EXPECT_TRUE(says(findings(onlyRead, "%c4"), "may still be writing"));
  EXPECT_TRUE(says(findings("", "%c4"), "may still be writing"));
  EXPECT_EQ(findings(onlyRead, "%c8"), "");
  EXPECT_EQ(findings(written, "%x"), "");
}

TEST(BoxStore, UnderWayWhenItsThreadEndsIsFound) {
  TestTensor tensor({40, 20}, {8, 8});
  EXPECT_TRUE(says(textOf(run(storing({.drain = ""}), {tensor.argument(), int64_t{0}, int64_t{0}})),
                   "not-waited"));
}

} // namespace
} // namespace wave::executor
