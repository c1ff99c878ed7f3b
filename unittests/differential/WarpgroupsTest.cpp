//===- WarpgroupsTest.cpp - Interpreter = executor, MMAs by descriptor ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MMAs of warpgroups on Hopper and Blackwell, whose operands are stored either way round, in drawn
// tiles, depths of a step, element types and sizes, aligned and not, alone and in clusters; beside
// others that nothing uses, and in loops that use what they accumulate, or write.  Sums are of
// integers, and exact.
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include "Failures.h"
#include "Outcome.h"
#include "runtime/Arguments.h"

using namespace wave;
using namespace wave::test;

namespace {

constexpr Symbol M{"M"}, N{"N"}, K{"K"};

struct Drawn {
  Kernel kernel;
  Bindings sizes;
  std::string body, target;
};

/// What the kernel does beside the MMA of its loop.
const std::vector<std::string> bodies{"plain",          "unused MMA",     "unused accumulator",
                                      "unused loop",    "used",           "written",
                                      "memory updated", "columns written"};

/// c = a * b, of any order of dimensions; what is written may be what the sums are made into.
Drawn drawProduct(Random &random, Histogram &histogram) {
  const bool isForPairs = random.oneIn(4); // with 64 rows of each workgroup
  const int64_t rows = 64 * (isForPairs ? random.of<int64_t>({1, 3}) : random.between(1, 3));
  const int64_t columns = 32 * random.between(1, 4);
  const int64_t depth = 16 * random.between(1, 9);
  const bool isAcrossA = random.oneIn(3), isAcrossB = random.oneIn(2);
  histogram.count("a", isAcrossA ? "[K, M]" : "[M, K]");
  histogram.count("b", isAcrossB ? "[K, N]" : "[N, K]");
  histogram.count("bytes of a step", 2 * depth > 128 ? "more than 128" : "at most 128");
  const DType in = random.oneIn(2) ? f16 : bf16, out = random.of<DType>({f16, bf16, f32});
  histogram.count("out", std::string(dtype_name(out)));
  const Memory a = isAcrossA ? Memory("a", {K, M}, in, SHARED_ADDRESS_SPACE)
                             : Memory("a", {M, K}, in, SHARED_ADDRESS_SPACE);
  const Memory b = isAcrossB ? Memory("b", {K, N}, in, SHARED_ADDRESS_SPACE)
                             : Memory("b", {N, K}, in, SHARED_ADDRESS_SPACE);
  Memory c("c", {M, N}, out);
  const bool isComputed = random.oneIn(3);
  histogram.count("written", isComputed ? "computed" : "sums");
  Constraints constraints{WorkgroupConstraint{M, rows, 0}, WorkgroupConstraint{N, columns, 1},
                          TilingConstraint{K, depth}};
  const WorkgroupsPerCluster cluster =
      isForPairs ? random.of<WorkgroupsPerCluster>({{2, 1}, {2, 2}})
                 : random.of<WorkgroupsPerCluster>(
                       {{1, 1}, {1, 1}, {2, 1}, {1, 2}, {2, 2}, {3, 1}, {1, 4}});
  histogram.count("cluster", std::to_string((*cluster)[0]) + " x " + std::to_string((*cluster)[1]));
  constraints += HardwareConstraint{.workgroups_per_cluster = cluster};
  const std::string body = bodies[histogram.rarest("body", bodies)];
  const std::string target = !isForPairs && random.oneIn(2) ? "sim:h200" : "sim:b200";
  histogram.count("body", body);
  histogram.count("target", target);
  const bool byColumns = body == "columns written", hasAllColumns = body == "memory updated";
  if (byColumns) // one step has all of K
    constraints = Constraints{WorkgroupConstraint{M, rows, 0}, TilingConstraint{N, columns}};
  if (hasAllColumns) // one workgroup updates [M, K]
    constraints = Constraints{WorkgroupConstraint{M, rows, 0}, TilingConstraint{K, depth}};
  const Memory d("d", {M, N}, f32), e("e", {M, K}, f32);
  const auto zero = [] { return Register({M, N}, f32, 0.0); };
  const auto step = [&](const Register &acc) { return mma(read(a), read(b), acc); };
  const auto finish = [&](const Register &sum) {
    write(isComputed ? maximum(sum, 0.0) * 2.0 : sum, c);
  };
  const auto trace = [&] {
    if (byColumns) {
      const Register left = read(a);
      return iterate({.axis = N}, [&] { finish(mma(left, read(b), zero())); });
    }
    if (body == "unused accumulator" || body == "used") {
      const auto [sum, other] =
          iterate({.axis = K}, {zero(), zero()}, [&](Register acc, Register beside) {
            Register next = step(acc);
            return yield(next, body == "used" ? maximum(beside, next) : step(beside));
          });
      finish(body == "used" ? sum + other : sum);
      return;
    }
    const Register sum = iterate({.axis = K}, {zero()}, [&](Register acc) {
      Register next = step(acc);
      if (body == "unused MMA")
        step(zero());
      if (body == "written")
        write(next, d);
      if (body == "memory updated")
        write(read(e) + 1, e);
      return next;
    });
    finish(sum);
    if (body == "unused loop")
      iterate({.axis = K}, {zero()}, step);
  };
  const auto make = [&](std::initializer_list<KernelArgument> arguments) {
    return Kernel("product", arguments, constraints, trace);
  };
  Kernel kernel = body == "written"          ? make({a, b, c, d})
                  : body == "memory updated" ? make({a, b, c, e})
                                             : make({a, b, c});
  auto drawSize = [&](const char *name, int64_t tile) {
    const bool isWhole = random.oneIn(2);
    histogram.count("tiles", isWhole ? "divide" : "cut");
    return isWhole ? tile * random.between(1, 2)
                   : random.between(1, tile + tile / 2 + (name[0] == 'K' ? 2 * tile : 0));
  };
  Bindings sizes;
  sizes.set("M", drawSize("M", rows));
  sizes.set("N", drawSize("N", columns));
  sizes.set("K", drawSize("K", depth));
  if (byColumns)
    sizes.set("K", depth);
  if (hasAllColumns)
    sizes.set("N", columns);
  return {std::move(kernel), std::move(sizes), body, target};
}

void tryOnce(Random &random, Histogram &histogram) {
  const Drawn drawn = drawProduct(random, histogram);
  WaveCompileOptions options{.target = Target::named(drawn.target)};
  options.subs = drawn.sizes;
  if (drawn.body == "plain" && drawn.target == "sim:h200")
    options.require = {"by-descriptor"};
  options.retarget = true; // the waves of a hardware constraint become warpgroups
  const CompiledKernel compiled = wave_compile(options, drawn.kernel);
  const bool isOfPair = compiled.emit(Stage::Bound).find("_PAIR\"") != std::string::npos;
  histogram.count("instruction", isOfPair ? "of a pair, 128 rows" : "another");
  const AlignedTensors aligned = drawAligned(random);
  histogram.count("launch", name(aligned));
  std::deque<GuardedTensor> tensors;
  std::vector<bool> inputs;
  std::map<std::string, Layout> layouts;
  for (const Argument &argument : withSizes(compiled.arguments(), drawn.sizes)) {
    const Layout layout = drawLayout(random, !argument.is_written, aligned);
    layouts[argument.name] = layout;
    tensors.emplace_back(shapeOf(argument), argument.dtype, layout, random);
    inputs.push_back(!argument.is_written);
    if (argument.is_read)
      tensors.back().fillWithIntegers(3, random);
  }
  const Expected expected = expectedOf(drawn.kernel, drawn.sizes, tensors);
  const Outcome outcome = outcomeOf([&] { return compare(compiled, expected, tensors, inputs); });
  if (!outcome.id.empty())
    ADD_FAILURE() << outcome.text << "\n"
                  << keepFailure({.kernel = Kernel(drawn.kernel).set_defaults(drawn.sizes),
                                  .options = options,
                                  .open = {},
                                  .layouts = layouts,
                                  .seed = testSeed()});
}

} // namespace

TEST(Simulated, ProductsOfWarpgroups) {
  Histogram histogram;
  for (int i = 0; i < testCount(40) && !HasFailure(); ++i) {
    Random random(testSeed() + static_cast<uint64_t>(i) * 65537);
    tryOnce(random, histogram);
  }
  histogram.print();
  if (testCount(40) < 40 || HasFailure())
    return;
  for (const std::string &body : bodies)
    EXPECT_GE(100 * histogram("body", body), histogram.total("body")) << body;
  for (const char *dims : {"[K, N]", "[N, K]"})
    EXPECT_GE(100 * histogram("b", dims), histogram.total("b")) << dims;
  for (const char *dims : {"[K, M]", "[M, K]"})
    EXPECT_GE(100 * histogram("a", dims), histogram.total("a")) << dims;
  EXPECT_GE(100 * histogram("bytes of a step", "more than 128"), histogram.total("b"));
  EXPECT_GE(5 * histogram("launch", "aligned"), histogram.total("launch"));
  EXPECT_GE(10 * histogram("launch", "inputs aligned"), histogram.total("launch"));
  EXPECT_GE(100 * histogram("instruction", "of a pair, 128 rows"), histogram.total("instruction"));
}
