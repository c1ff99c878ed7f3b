//===- RandomCoverageTest.cpp - Coverage against enumeration --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels whose write stands in loops that some workgroups skip, or that do not move it.  An
// enumeration that shares no code with the compiler says which tiles are written, by whom: the
// compiler accepts no kernel that leaves a tile out or has two workgroups write it, and refuses
// none that writes each tile once.  The interpreter, which runs the trips of each workgroup as they
// are written, leaves out the same elements.
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "IndexText.h"
#include "Random.h"
#include "driver/CompiledKernel.h"
#include "interpreter/Interpreter.h"
#include "wave/wave.h"

using namespace wave;
using namespace wave::test;

namespace {

struct Loop {
  std::string counter;
  bool isCounted; ///< from 0, `bound` times
  Index start, bound, step;
  Index compared;      ///< while this < bound
  bool isIdle = false; ///< it does not move the write
};

/// A kernel that writes 1 to its tiles of c[M, N].
struct Nest {
  int64_t tilesM, tilesN;
  bool isOpen; ///< M and N are left to the launch
  std::vector<int64_t> grid;
  std::vector<Loop> loops;
  Index tileM = constant(0), tileN = constant(0);
};

constexpr int64_t rows = 16, columns = 4; // of a tile

class NestDraw {
public:
  explicit NestDraw(Random &random) : random(random) {}

  Nest draw() {
    nest = {.tilesM = random.between(1, 5),
            .tilesN = random.between(1, 3),
            .isOpen = random.oneIn(3),
            .grid = {random.between(1, 5), random.oneIn(2) ? 1 : random.between(1, 3)},
            .loops = {}};
    const Index m = {"ceildiv(M, 16)", constant(nest.tilesM).at},
                n = {"ceildiv(N, 4)", constant(nest.tilesN).at};
    const Index w0 = named("W0"), w1 = named("W1"), nx = constant(nest.grid[0]),
                ny = constant(nest.grid[1]);
    switch (random.between(0, 4)) {
    case 0: { // one persistent loop over all tiles, split or not along dimension 1 of the grid
      addIdle();
      const Index all = m * n, workgroup = w1 * nx + w0;
      const Index t = addLoop(workgroup, maybeLess(all), nx * ny);
      addIdle();
      const Index moved = random.oneIn(3) ? (t + constant(random.between(1, 3))) % (m * n) : t;
      nest.tileM = moved / n;
      nest.tileN = moved % n;
      break;
    }
    case 1: { // a loop for each coordinate
      const Index i = addLoop(w0, maybeLess(m), nx);
      addIdle();
      const Index j = addLoop(random.oneIn(4) ? constant(0) : w1, n, ny);
      nest.tileM = i;
      nest.tileN = random.oneIn(2) ? j : (j + i) % n;
      break;
    }
    case 2: // workgroups as tiles
      nest.grid = {nest.tilesM, nest.tilesN};
      addIdle();
      addIdle();
      nest.tileM = random.oneIn(3) ? (w0 + constant(1)) % m : w0;
      nest.tileN = w1;
      break;
    case 3: { // a counter that drops out for some sizes
      const Index t = addLoop(constant(0), maybeLess(m), constant(1));
      nest.loops.back().compared = t * nx + w0;
      nest.grid[1] = nest.tilesN;
      nest.tileM = (t * nx + w0) % m;
      nest.tileN = w1;
      addIdle();
      break;
    }
    default: { // anything
      const std::vector<Index> starts = {w0, w1, constant(0), constant(1)},
                               bounds = {m, n, m * n, constant(2)},
                               steps = {constant(1), nx, ny, nx * ny, constant(8)};
      Index i = addLoop(random.of(starts), random.of(bounds), random.of(steps));
      if (random.oneIn(2))
        i = i + addLoop(random.of(starts), random.of(bounds), random.of(steps));
      nest.tileM = random.oneIn(2) ? i % m : i;
      nest.tileN = random.oneIn(2) ? w1 % n : i / m;
      break;
    }
    }
    return nest;
  }

private:
  Index maybeLess(const Index &bound) { return random.oneIn(6) ? bound + constant(-1) : bound; }

  Index addLoop(const Index &start, const Index &bound, const Index &step) {
    const std::string counter = "T" + std::to_string(nest.loops.size());
    nest.loops.push_back({counter, false, start, bound, step, named(counter)});
    return named(counter);
  }

  /// A loop that does not move the write, with trips in all workgroups, some or none; or none.
  void addIdle() {
    if (random.oneIn(2))
      return;
    const std::string counter = "T" + std::to_string(nest.loops.size());
    if (random.oneIn(2)) {
      nest.loops.push_back({counter, true, constant(0), constant(random.between(0, 3)), constant(1),
                            named(counter), /*isIdle=*/true});
      return;
    }
    std::vector<Index> starts = {named("W0"), named("W1"), constant(0)};
    std::vector<Index> bounds = {constant(random.between(1, 5))};
    for (const Loop &around : nest.loops)
      if (around.isIdle && !around.isCounted) {
        starts.push_back(named(around.counter));
        bounds.push_back(named(around.counter) + constant(random.between(0, 2)));
      }
    nest.loops.push_back({counter, false, random.of(starts), random.of(bounds),
                          constant(random.of<int64_t>({1, 2, 8})), named(counter),
                          /*isIdle=*/true});
  }

  Random &random;
  Nest nest;
};

std::string textOf(const Nest &nest) {
  std::string text = "wave.kernel @nest(%c: !wave.memory<[M, N], f32>";
  std::string sizes;
  for (const Loop &loop : nest.loops)
    if (loop.isCounted) {
      text += ", %m" + loop.counter + ": !wave.memory<[" + loop.counter + "], f32>";
      sizes += ", " + loop.counter + " = " + loop.bound.text;
    }
  text += ")\n    defaults {M = " + std::to_string(nest.tilesM * rows) +
          ", N = " + std::to_string(nest.tilesN * columns) + sizes + "} {\n" +
          "  wave.grid_constraint [" + std::to_string(nest.grid[0]) + ", " +
          std::to_string(nest.grid[1]) + "]\n  wave.workgroup_constraint M tile 16 dim 0\n" +
          "  wave.workgroup_constraint N tile 4 dim 1\n";
  for (const Loop &loop : nest.loops)
    text += "  wave.tiling_constraint " + loop.counter + " tile 1\n";
  text += "  %W0 = wave.workgroup_id 0\n  %W1 = wave.workgroup_id 1\n";
  std::vector<std::string> names = {"W0", "W1"};
  for (const Loop &loop : nest.loops) {
    if (loop.isCounted) {
      text += "wave.iterate " + loop.counter + " {\n";
      continue;
    }
    text += "%s" + loop.counter + " = wave.index " + withOperands(loop.start, names) + "\n";
    std::vector<std::string> all = names;
    all.push_back(loop.counter);
    text +=
        "wave.iterate " + loop.counter + " at %" + loop.counter + " from %s" + loop.counter +
        " while " +
        withOperands({loop.compared.text + " < " + loop.bound.text, {}}, all, /*isOwnFirst=*/true) +
        " {\n";
    names.push_back(loop.counter);
  }
  const Index m = nest.tileM * constant(rows), n = nest.tileN * constant(columns);
  text += "%r = wave.register 1.0 : f32 : <[M, N], f32>\n%m = wave.index " +
          withOperands(m, names) + "\n%n = wave.index " + withOperands(n, names) +
          "\nwave.write %r, %c mapping [\"$0 + $i0\", \"$1 + $i1\"] (%m, %n) : <[M, N], f32>, "
          "<[M, N], f32>\n";
  for (size_t i = nest.loops.size(); i-- > 0;) {
    const Loop &loop = nest.loops[i];
    if (!loop.isCounted)
      text += "%x" + loop.counter + " = wave.index " +
              withOperands(named(loop.counter) + loop.step, names) + "\nwave.yield next %x" +
              loop.counter + "\n";
    text += "}\n";
  }
  return text + "}\n";
}

/// Who writes a tile: workgroups, with the counters of the loops that move the write.
using Writers = std::map<int64_t, std::set<std::vector<int64_t>>>;

class Enumeration {
public:
  explicit Enumeration(const Nest &nest) : nest(nest) {
    for (values["W1"] = 0; values["W1"] < nest.grid[1]; ++values["W1"])
      for (values["W0"] = 0; values["W0"] < nest.grid[0]; ++values["W0"])
        enter(0);
  }

  /// By row and column of the tile.
  std::map<std::pair<int64_t, int64_t>, Writers> writers;
  bool hasSkippedLoop = false;
  bool isWrittenAgain = false; ///< by a loop that does not move the write

private:
  const Nest &nest;
  Environment values;

  void enter(size_t depth) {
    if (depth == nest.loops.size()) {
      const int64_t m = nest.tileM.at(values), n = nest.tileN.at(values);
      std::vector<int64_t> moving;
      for (const Loop &loop : nest.loops)
        if (!loop.isIdle)
          moving.push_back(values[loop.counter]);
      if (m >= 0 && m < nest.tilesM && n >= 0 && n < nest.tilesN)
        isWrittenAgain |=
            !writers[{m, n}][values["W1"] * nest.grid[0] + values["W0"]].insert(moving).second;
      return;
    }
    const Loop &loop = nest.loops[depth];
    int64_t trips = 0;
    for (int64_t at = loop.start.at(values);; at += loop.step.at(values), ++trips) {
      values[loop.counter] = at;
      if (loop.compared.at(values) >= loop.bound.at(values))
        break;
      enter(depth + 1);
    }
    hasSkippedLoop |= trips == 0;
  }
};

enum class Class { Right, Repeated, LeavesOut, Shares };

Class classOf(const Enumeration &all, int64_t tiles) {
  bool isShared = false, isRepeated = false;
  for (const auto &[tile, writers] : all.writers) {
    isShared |= writers.size() > 1;
    isRepeated |= writers.begin()->second.size() > 1;
  }
  if (isShared)
    return Class::Shares;
  if (static_cast<int64_t>(all.writers.size()) < tiles)
    return Class::LeavesOut;
  return isRepeated ? Class::Repeated : Class::Right;
}

/// Whether the compiler takes the kernel, or each launch of it does.
std::string refusalOf(const Kernel &kernel, const Nest &nest) {
  Bindings subs;
  for (const Loop &loop : nest.loops)
    if (loop.isCounted)
      subs.set(loop.counter, loop.bound.at({}));
  if (!nest.isOpen) {
    subs.set("M", nest.tilesM * rows);
    subs.set("N", nest.tilesN * columns);
  }
  try {
    const CompiledKernel compiled = wave_compile({.subs = subs, .compile_to_mlir = true}, kernel);
    // What a launch does first.
    LaunchCoverage().require(kernel.name(), compiled.impl().coverage,
                             {{"M", nest.tilesM * rows}, {"N", nest.tilesN * columns}});
    return "";
  } catch (const Error &error) {
    return error.diagnostic().id;
  }
}

/// The tiles that the interpreter writes whole, and that it leaves alone.
void expectInterpreted(const Kernel &kernel, const Nest &nest, const Enumeration &all) {
  std::vector<Tensor> tensors{Tensor::zeros({nest.tilesM * rows, nest.tilesN * columns}, f32)};
  for (const Loop &loop : nest.loops)
    if (loop.isCounted)
      tensors.push_back(Tensor::zeros({loop.bound.at({})}, f32));
  const auto ranges = interpreter::interpretWithRanges(kernel, {}, tensors);
  for (int64_t i = 0; i < nest.tilesM * rows; ++i)
    for (int64_t j = 0; j < nest.tilesN * columns; ++j)
      ASSERT_EQ(ranges[0]->isWritten.at({i, j}) != 0, all.writers.contains({i / rows, j / columns}))
          << i << ", " << j;
}

} // namespace

TEST(RandomCoverage, IsThatOfAnEnumeration) {
  Random random(testSeed());
  const int count = 3000;
  std::map<Class, int> drawn;
  int skipping = 0, writtenAgain = 0, refusedRepetitions = 0;
  for (int i = 0; i < count; ++i) {
    const Nest nest = NestDraw(random).draw();
    const Enumeration all(nest);
    const Class what = classOf(all, nest.tilesM * nest.tilesN);
    ++drawn[what];
    skipping += all.hasSkippedLoop;
    writtenAgain += all.isWrittenAgain;
    const std::string text = textOf(nest);
    SCOPED_TRACE(text);
    const Kernel kernel = Kernel::parse(text, "nest.mlir");
    const std::string refusal = refusalOf(kernel, nest);
    if (what == Class::Repeated)
      refusedRepetitions += !refusal.empty();
    else
      ASSERT_EQ(refusal, what == Class::Right ? "" : "not-covered");
    if (i % 4 == 0)
      expectInterpreted(kernel, nest, all);
    ASSERT_FALSE(HasFatalFailure());
  }
  std::printf(
      "of %d kernels: %d right, %d that leave tiles out, %d with tiles of two workgroups, %d "
      "with tiles that one workgroup reaches again, of which %d are refused; in %d a loop has no "
      "trip somewhere, in %d one that does not move the write has several\n",
      count, drawn[Class::Right], drawn[Class::LeavesOut], drawn[Class::Shares],
      drawn[Class::Repeated], refusedRepetitions, skipping, writtenAgain);
  for (const Class each : {Class::Right, Class::LeavesOut, Class::Shares})
    EXPECT_GE(drawn[each], count / 20);
  EXPECT_GE(writtenAgain, count / 20);
  EXPECT_GE(skipping, count / 10);
}
