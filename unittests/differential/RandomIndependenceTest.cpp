//===- RandomIndependenceTest.cpp - Independence against enumeration ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that read what they write: in place, beside, transposed, rotated, rows of others; with a
// tile for each workgroup, with persistent workgroups, and row by row.  An enumeration that shares
// no code with the compiler says whether a workgroup reads an element that another one writes: then
// the compiler refuses the kernel, and otherwise takes it; and the executor, which is asked without
// the compiler's verdict, reports a race, and otherwise none.
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "IndexText.h"
#include "Random.h"
#include "driver/CompiledKernel.h"
#include "driver/Program.h"
#include "wave/wave.h"

using namespace wave;
using namespace wave::test;

namespace {

constexpr int64_t rows = 16, columns = 4; // of a tile

enum class Structure {
  Tiles,      ///< of rows and columns, one for each workgroup
  RowBlocks,  ///< whole rows, at once
  RowPasses,  ///< whole rows, in a loop that adds up and one that writes
  Persistent, ///< tiles that workgroups go through
};

struct InPlace {
  Structure structure;
  int64_t m, n, workgroups; ///< the sizes; of the grid where they are persistent
  bool isOpen;              ///< sizes are left to the launch
  /// Where the reads of element (I, J) are.
  std::vector<std::pair<Index, Index>> reads;
  int64_t ahead; ///< the reads of a persistent workgroup are those of a tile so much further

  int64_t tilesM() const { return (m + rows - 1) / rows; }
  int64_t tilesN() const { return (n + columns - 1) / columns; }
};

std::pair<Index, Index> drawRead(Random &random) {
  const Index i = named("I"), j = named("J"), m = named("M"), n = named("N");
  const Index tileI = i / constant(rows) * constant(rows),
              tileJ = j / constant(columns) * constant(columns);
  const Index by = constant(random.of<int64_t>({-1, 1, 3}));
  switch (random.between(0, 11)) {
  case 0:
    return {i, j + by};
  case 1:
    return {i + by, j};
  case 2:
    return {j, i};
  case 3: // reversed within the tile
    return {tileI + constant(rows - 1) + i % constant(rows) * constant(-1), j};
  case 4: // the first row of the tile
    return {tileI, j};
  case 5:
    return {constant(0), j};
  case 6: // outside
    return {i + m, j};
  case 7:
    return {i, (j + constant(1)) % n};
  case 8: // rotated within the tile
    return {i, tileJ + (j + constant(1)) % constant(columns)};
  case 9:
    return {i % constant(rows), j};
  default:
    return {i, j};
  }
}

InPlace draw(Random &random) {
  InPlace kernel{.structure = random.of<Structure>({Structure::Tiles, Structure::RowBlocks,
                                                    Structure::RowPasses, Structure::Persistent}),
                 .m = random.between(1, 70),
                 .n = random.between(1, 13),
                 .workgroups = random.between(1, 5),
                 .isOpen = random.oneIn(3),
                 .reads = {},
                 .ahead = random.oneIn(10) ? 1 : 0};
  for (int64_t count = random.between(1, 2); count > 0; --count)
    kernel.reads.push_back(drawRead(random));
  return kernel;
}

std::string replaced(std::string text, const std::string &name, const std::string &by) {
  for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + by.size()))
    text.replace(at, name.size(), by);
  return text;
}

std::string textOf(const InPlace &kernel) {
  const bool isPersistent = kernel.structure == Structure::Persistent;
  const auto mapping = [&](const std::pair<Index, Index> &place) {
    const auto coordinate = [&](const Index &index) {
      return "\"" +
             replaced(replaced(index.text, "I", isPersistent ? "($0 + $i0)" : "$i0"), "J",
                      isPersistent ? "($1 + $i1)" : "$i1") +
             "\"";
    };
    return " mapping [" + coordinate(place.first) + ", " + coordinate(place.second) + "]";
  };
  const std::string tile = "<[M, N], f32>", row = "<[M], f32>";
  const auto reads = [&](const std::string &operands) {
    std::string text;
    for (size_t i = 0; i < kernel.reads.size(); ++i)
      text += "%x" + std::to_string(i) + " = wave.read %z" + mapping(kernel.reads[i]) + operands +
              " : " + tile + " -> " + tile + "\n";
    if (kernel.reads.size() == 1)
      return text + "%one = wave.register 1.0 : f32 : " + tile +
             "\n%x = wave.add %x0, %one : " + tile + ", " + tile + " -> " + tile + "\n";
    return text + "%x = wave.add %x0, %x1 : " + tile + ", " + tile + " -> " + tile + "\n";
  };
  std::string text = "wave.kernel @in_place(%z: !wave.memory<[M, N], f32>)\n    defaults {M = " +
                     std::to_string(kernel.m) + ", N = " + std::to_string(kernel.n) + "} {\n" +
                     "  wave.workgroup_constraint M tile 16 dim 0\n";
  switch (kernel.structure) {
  case Structure::Tiles:
    text += "  wave.workgroup_constraint N tile 4 dim 1\n" + reads("") +
            "wave.write %x, %z : " + tile + ", " + tile + "\n";
    break;
  case Structure::RowBlocks:
    text += "  wave.workgroup_constraint N tile 16 dim 1\n" + reads("") +
            "wave.write %x, %z : " + tile + ", " + tile + "\n";
    break;
  case Structure::RowPasses:
    text += "  wave.tiling_constraint N tile 4\n%zero = wave.register 0.0 : f32 : " + row +
            "\n%sum = wave.iterate N iter_args(%acc = %zero) -> !wave.tile<[M], f32> {\n" +
            reads("") + "%next = wave.reduce sum %x init %acc along N : " + tile +
            ", !wave.tile<[M], f32> -> " + row + "\nwave.yield %next : !wave.tile<[M], f32>\n}\n" +
            "wave.iterate N {\n%old = wave.read %z : " + tile + " -> " + tile +
            "\n%y = wave.add %old, %sum : " + tile + ", " + row + " -> " + tile +
            "\nwave.write %y, %z : " + tile + ", " + tile + "\n}\n";
    break;
  case Structure::Persistent: {
    const auto origin = [&](const std::string &t) {
      return "wave.index \"floordiv($0" + t + ", ceildiv(N, 4)) * 16\" (%t)\n";
    };
    const auto column = [&](const std::string &t) {
      return "wave.index \"($0" + t + ") % ceildiv(N, 4) * 4\" (%t)\n";
    };
    const std::string ahead = kernel.ahead > 0 ? " + " + std::to_string(kernel.ahead) : "";
    text += "  wave.workgroup_constraint N tile 4 dim 1\n  wave.grid_constraint [" +
            std::to_string(kernel.workgroups) +
            "]\n  wave.tiling_constraint TILE tile 1\n%w = wave.workgroup_id 0\nwave.iterate TILE "
            "at %t from %w while \"$0 < ceildiv(M, 16) * ceildiv(N, 4)\" {\n%a = " +
            origin(ahead) + "%b = " + column(ahead) + "%c = " + origin("") + "%d = " + column("") +
            reads(" (%a, %b)") +
            "wave.write %x, %z mapping [\"$0 + $i0\", \"$1 + $i1\"] (%c, %d) : " + tile + ", " +
            tile + "\n%n = wave.index \"$0 + " + std::to_string(kernel.workgroups) +
            "\" (%t)\nwave.yield next %n\n}\n";
    break;
  }
  }
  return text + "}\n";
}

/// Who reads and writes which element.
class Enumeration {
public:
  explicit Enumeration(const InPlace &drawn) : kernel(drawn) {
    sizes = {{"M", kernel.m}, {"N", kernel.n}};
    if (kernel.structure == Structure::Persistent) {
      const int64_t count = kernel.tilesM() * kernel.tilesN();
      for (int64_t self = 0; self < kernel.workgroups; ++self)
        for (int64_t t = self; t < count; t += kernel.workgroups) {
          const int64_t from = t + kernel.ahead;
          visit(self, t / kernel.tilesN() * rows, t % kernel.tilesN() * columns, rows, columns,
                from / kernel.tilesN() * rows, from % kernel.tilesN() * columns);
        }
      return;
    }
    const int64_t width = kernel.structure == Structure::Tiles       ? columns
                          : kernel.structure == Structure::RowBlocks ? 16
                                                                     : kernel.n;
    int64_t self = 0;
    for (int64_t i = 0; i < kernel.m; i += rows)
      for (int64_t j = 0; j < kernel.n; j += width, ++self)
        visit(self, i, j, std::min(rows, kernel.m - i), std::min(width, kernel.n - j), i, j);
  }

  bool isShared() const {
    for (const auto &[element, who] : readers)
      for (const int64_t reader : who)
        if (const auto found = writers.find(element); found != writers.end())
          for (const int64_t writer : found->second)
            if (writer != reader)
              return true;
    return false;
  }

private:
  const InPlace &kernel;
  Environment sizes;
  std::map<std::pair<int64_t, int64_t>, std::set<int64_t>> readers, writers;

  bool isInside(int64_t i, int64_t j) const {
    return i >= 0 && i < kernel.m && j >= 0 && j < kernel.n;
  }

  void visit(int64_t self, int64_t i, int64_t j, int64_t height, int64_t width, int64_t fromI,
             int64_t fromJ) {
    for (int64_t row = 0; row < height; ++row)
      for (int64_t column = 0; column < width; ++column) {
        if (isInside(i + row, j + column))
          writers[{i + row, j + column}].insert(self);
        sizes["I"] = fromI + row;
        sizes["J"] = fromJ + column;
        for (const auto &[atI, atJ] : kernel.reads)
          if (const int64_t x = atI.at(sizes), y = atJ.at(sizes); isInside(x, y))
            readers[{x, y}].insert(self);
      }
  }
};

/// Whether a simulated GPU, which is not asked before, sees a race between workgroups.
bool isRaceSimulated(const Kernel &kernel, const InPlace &drawn, const char *target,
                     uint64_t order) {
  const Bindings sizes{{"M", drawn.m}, {"N", drawn.n}};
  const CompiledKernel compiled =
      compileToCheck({.target = Target::named(target), .subs = sizes}, kernel);
  const std::vector<Tensor> tensors{Tensor::randint({drawn.m, drawn.n}, f32, -3, 3, 1)};
  bool isRace = false;
  const auto look = [&](const SimulationReport &report) {
    for (const Diagnostic &finding : report.findings)
      isRace |= finding.id == "workgroup-race";
  };
  compiled.impl().program->run(tensors, {}, nullptr,
                               {.on_simulated = look, .simulation = {.order = order}});
  return isRace;
}

} // namespace

TEST(RandomIndependence, IsThatOfAnEnumeration) {
  Random random(testSeed());
  const int count = 2000;
  const int simulated = std::min(testCount(500), count); // all of them with --full
  int shared = 0, right = 0, proved = 0;
  std::map<Structure, int> structures;
  for (int i = 0; i < count; ++i) {
    const InPlace drawn = draw(random);
    const bool isShared = Enumeration(drawn).isShared();
    const std::string text = textOf(drawn);
    SCOPED_TRACE(text);
    const Kernel kernel = Kernel::parse(text, "in_place.mlir");
    const Bindings sizes{{"M", drawn.m}, {"N", drawn.n}};
    std::string refusal;
    try {
      const CompiledKernel compiled = wave_compile(
          {.subs = drawn.isOpen ? Bindings() : sizes, .compile_to_mlir = true}, kernel);
      // What a launch does first.
      LaunchIndependence().require(kernel.name(), compiled.impl().independence, sizes);
      proved += compiled.impl().independence.front().isProved();
    } catch (const Error &error) {
      refusal = error.diagnostic().id;
    }
    ASSERT_EQ(refusal, isShared ? "not-independent" : "");
    ++(isShared ? shared : right);
    if (i % (count / simulated) == 0)
      for (const char *target : {"sim:mi300x", "sim:mi355x", "sim:h200", "sim:b200"})
        if (random.oneIn(4))
          ASSERT_EQ(isRaceSimulated(kernel, drawn, target, static_cast<uint64_t>(i)), isShared)
              << target;
    ++structures[drawn.structure];
  }
  std::printf(
      "of %d kernels that read what they write %d are right, of which %d are proved for all "
      "sizes; in %d a workgroup reads what another one writes\n",
      count, right, proved, shared);
  EXPECT_GE(right, count / 4);
  EXPECT_GE(proved, right / 4);
  EXPECT_GE(shared, count / 10);
  EXPECT_EQ(structures.size(), 4u);
}
