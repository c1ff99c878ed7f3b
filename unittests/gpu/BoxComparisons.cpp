//===- BoxComparisons.cpp -------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <numeric>

#include "Comparison.h"

namespace wave::gpu {

using executor::addressText;

/// Bytes of shared memory: the largest box, and a barrier behind it.  Boxes have a multiple of 64
/// words, as many as there are lanes.
static constexpr int64_t room = 32768;

static const std::string mapType =
    "!llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}";

static std::string coordinates(size_t rank) {
  std::string list = "%x0";
  for (size_t dim = 1; dim < rank; ++dim)
    list += ", %x" + std::to_string(dim);
  return list;
}

static std::string numbers(size_t rank) {
  std::string list;
  for (size_t dim = 0; dim < rank; ++dim)
    list += ", %x" + std::to_string(dim) + ": i32";
  return list;
}

static executor::KernelText kernelOf(const std::string &buffers, size_t rank, int64_t bytes,
                                     const std::string &body) {
  executor::KernelText text;
  text.chip = "h200";
  text.workgroup = "64, 1, 1";
  text.sharedBytes = room + 1024;
  text.arguments = buffers + numbers(rank) + ", %map: " + mapType;
  auto constant = [](const std::string &name, int64_t value) {
    return "%" + name + " = llvm.mlir.constant(" + std::to_string(value) + " : i32) : i32\n";
  };
  text.body = "%block = llvm.mlir.addressof @shared : !llvm.ptr<3>\n"
              "%lane = nvvm.read.ptx.sreg.tid.x : i32\n" +
              constant("c0", 0) + constant("c1", 1) + constant("c64", 64) +
              constant("bytes", bytes) + constant("words", bytes / 4) +
              "%isFirst = llvm.icmp \"eq\" %lane, %c0 : i32\n" +
              addressText("barrier", "%block", 3, std::to_string(room), "i8") + body;
  return text;
}

static const std::string fence =
    "nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}\n";

/// Shared memory is filled with a pattern, the box is brought, all of it goes to %o.
static executor::KernelText loading(size_t rank, int64_t bytes) {
  return kernelOf(
      "%t: !llvm.ptr<1>, %o: !llvm.ptr<1>", rank, bytes,
      "scf.if %isFirst {\nnvvm.mbarrier.init %barrier, %c1 : !llvm.ptr<3>, i32\n"
      "nvvm.fence.mbarrier.init\n}\nnvvm.barrier0\nscf.if %isFirst {\n"
      "nvvm.mbarrier.arrive.expect_tx %barrier, %bytes : !llvm.ptr<3>, i32\n"
      "%to = llvm.addrspacecast %block : !llvm.ptr<3> to !llvm.ptr<7>\n"
      "nvvm.cp.async.bulk.tensor.shared.cluster.global %to, %map, %barrier, box[" +
          coordinates(rank) +
          "] : !llvm.ptr<7>, !llvm.ptr\n}\n"
          "scf.while : () -> () {\n"
          "%over = nvvm.mbarrier.try_wait %barrier, %c0 : !llvm.ptr<3>, i32 -> i1\n"
          "%yes = llvm.mlir.constant(true) : i1\n%again = llvm.xor %over, %yes : i1\n"
          "scf.condition(%again)\n} do {\nscf.yield\n}\n"
          "scf.for %at = %c0 to %words step %c64 : i32 {\n%word = llvm.add %at, %lane : i32\n" +
          addressText("from", "%block", 3, "%word", "i32") +
          addressText("place", "%o", 1, "%word", "i32") +
          "%v = llvm.load %from : !llvm.ptr<3> -> i32\n"
          "llvm.store %v, %place : i32, !llvm.ptr<1>\n}\n");
}

/// %i goes to shared memory, and the box of it to the tensor.
static executor::KernelText storing(size_t rank, int64_t bytes) {
  return kernelOf("%t: !llvm.ptr<1>, %i: !llvm.ptr<1>", rank, bytes,
                  "scf.for %at = %c0 to %words step %c64 : i32 {\n"
                  "%word = llvm.add %at, %lane : i32\n" +
                      addressText("from", "%i", 1, "%word", "i32") +
                      addressText("place", "%block", 3, "%word", "i32") +
                      "%v = llvm.load %from : !llvm.ptr<1> -> i32\n"
                      "llvm.store %v, %place : i32, !llvm.ptr<3>\n}\n" +
                      fence + "nvvm.barrier0\nscf.if %isFirst {\n" +
                      "nvvm.cp.async.bulk.tensor.global.shared.cta %map, %block, box[" +
                      coordinates(rank) +
                      "] : !llvm.ptr, !llvm.ptr<3>\nnvvm.cp.async.bulk.commit.group\n"
                      "nvvm.cp.async.bulk.wait_group 0\n}\n");
}

namespace {
struct BoxCase {
  std::string name;
  DType dtype;
  Shape shape;               ///< of the tensor, outermost first
  std::vector<uint32_t> box; ///< innermost first, as all that follows
  uint32_t swizzleBytes;
  std::vector<int64_t> at;
};
} // namespace

static Comparison comparisonOf(const BoxCase &test, bool isLoad) {
  const int64_t bytes =
      std::accumulate(test.box.begin(), test.box.end(), int64_t{1}, std::multiplies<>()) *
      size_in_bytes(test.dtype);
  const Tensor tensor = counting(test.shape, test.dtype, 1);
  const Buffer beside = isLoad ? Buffer{"o", counting({bytes / 4}, i32), true}
                               : Buffer{"i", counting({bytes / 4}, i32, 1 << 20)};
  return {.name = std::string(isLoad ? "load-" : "store-") + test.name,
          .text = isLoad ? loading(test.box.size(), bytes) : storing(test.box.size(), bytes),
          .buffers = {{"t", tensor, !isLoad}, beside},
          .numbers = test.at,
          .map = EntryMap{.memory = 0, .box = test.box, .swizzleBytes = test.swizzleBytes}};
}

std::vector<Comparison> boxComparisons() {
  std::vector<BoxCase> cases;
  // Rows of 128 bytes, 64 and 32, as operands of products lie; inside, and over each edge.
  for (const uint32_t swizzle : {0U, 32U, 64U, 128U}) {
    const uint32_t row = swizzle ? swizzle / 2 : 24;
    const std::pair<const char *, std::vector<int64_t>> places[] = {
        {"inside", {8, 16}},   {"begin", {-5, -3}},    {"end", {176, 70}}, {"corner", {-8, 90}},
        {"outside", {300, 0}}, {"far", {8, -2000000}}, {"odd", {3, 5}}};
    for (const auto &[name, at] : places)
      cases.push_back({"f16-swizzle" + std::to_string(swizzle) + "-" + name,
                       f16,
                       {100, 192},
                       {row, 64},
                       swizzle,
                       at});
    cases.push_back({"f32-swizzle" + std::to_string(swizzle),
                     f32,
                     {70, 64},
                     {swizzle ? swizzle / 4 : 20, 64},
                     swizzle,
                     {12, 20}});
  }
  cases.push_back({"bytes", i8, {40, 96}, {48, 32}, 0, {50, 20}});
  cases.push_back({"doubles", f64, {40, 30}, {16, 16}, 128, {20, 30}});
  cases.push_back({"line", f32, {1000}, {256}, 0, {900}});
  cases.push_back({"three", f16, {6, 20, 40}, {32, 8, 3}, 64, {16, 15, 4}});
  cases.push_back({"four", f16, {3, 4, 6, 24}, {16, 4, 2, 2}, 0, {10, 4, -1, 2}});
  cases.push_back({"five", f32, {2, 3, 4, 5, 8}, {4, 2, 2, 2, 2}, 0, {4, 4, 3, 2, -1}});
  std::vector<Comparison> list;
  for (const BoxCase &test : cases)
    for (const bool isLoad : {true, false})
      list.push_back(comparisonOf(test, isLoad));
  return list;
}

} // namespace wave::gpu
