//===- Setting.h - Sizes, tiles and tensors around a kernel ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "Agreement.h"
#include "Trial.h"

namespace wave::test {

inline constexpr Symbol B{"B"}, M{"M"}, N{"N"}, P{"P"}, Q{"Q"}, K{"K"}, J{"J"};

inline const std::vector<std::string> simulatedCdna = {"sim:mi300x", "sim:mi355x"},
                                      simulatedHopper = {"sim:h200"},
                                      simulatedBlackwell = {"sim:b200"};

/// What a random kernel is drawn with: it collects constraints, bindings and
/// tensors while the kernel is written down, and runs it in the end.
class Setting {
public:
  Setting(Random &random, Histogram &histogram);

  /// Gives the dimension a size and, mostly, a workgroup constraint, with tiles of at most
  /// `mostTile` elements if that is not 0.
  void distribute(const Symbol &dim, int64_t most, int64_t mostTile = 0);
  /// Distributes a dimension from the third one of the grid on, in tiles of one or two.
  void distributeBatches(const Symbol &dim, int64_t most);
  /// Gives the dimension a size, a workgroup and a tiling constraint: a workgroup has some steps of
  /// `unit` or a few units.
  void distributeInParts(const Symbol &dim, int64_t most, int64_t unit);
  /// Gives the dimension the size that another one has, for a memory that is written by a mapping.
  void likewise(const Symbol &dim, const Symbol &other);
  /// Gives the dimension a size and a tiling constraint.
  void step(const Symbol &dim, int64_t most);
  /// The same with tiles that are multiples of `unit`, shared out to 1 to 8 waves along each
  /// dimension and 16 in all; of `units` at most, or of one for each wave.
  void distributeBy(const Symbol &dim, int64_t most, int64_t unit, int64_t units = 4);
  void stepBy(const Symbol &dim, int64_t most, int64_t unit);
  /// For products of warpgroups, one to three of which have 64 rows each: nothing is said of
  /// waves; all columns of a tile of that size; a step of that size.
  void distributeByWarpgroups(const Symbol &dim, int64_t most);
  void distributeWhole(const Symbol &dim, int64_t most, int64_t tile);
  void stepBySize(const Symbol &dim, int64_t most, int64_t tile);
  /// Says that a tile has the whole of a dimension: its size is then known to every compile.
  void needsSize(const Symbol &dim);
  /// Gives the dimension a size alone.
  void whole(const Symbol &dim, int64_t most);
  void setSize(const Symbol &dim, int64_t size);

  /// An argument with small integers in it / with poison in it / both.
  Memory input(const char *name, std::initializer_list<Expr> shape, DType dtype,
               const Expr &space = GLOBAL_ADDRESS_SPACE);
  Memory output(const char *name, std::initializer_list<Expr> shape, DType dtype);
  Memory inOut(const char *name, std::initializer_list<Expr> shape, DType dtype);

  int64_t sizeOf(const Symbol &dim) const;
  bool isDistributed(const Symbol &dim) const;
  /// Of a distributed dimension: elements of a workgroup's tile, and how many tiles there are.
  int64_t tileOf(const Symbol &dim) const;
  /// Elements of a step of a dimension, or of an axis, that loops go through.
  int64_t stepOf(const Symbol &dim) const;
  Expr tilesOf(const Symbol &dim) const;

  void run(const Kernel &kernel, const std::vector<unsigned> &threads);
  /// On every simulated chip of these, by a schedule that is drawn; a kernel may be refused with
  /// these ids, which are counted.
  void simulate(const Kernel &kernel, const std::vector<std::string> &refusals = {},
                const std::vector<std::string> &targets = simulatedCdna);
  /// As machine code of that target, by a schedule that is drawn: whatever the simulated chip
  /// accepts, and nothing else, with what is required of it.
  void assemble(const Kernel &kernel, const std::string &target, const std::string &simulated,
                const std::vector<std::string> &require);

  /// In the forms scheduled and distributed, by a schedule that is drawn, with the waves in
  /// an order that is drawn; refusals as above.
  void interleave(const Kernel &kernel, const std::vector<std::string> &refusals = {});

  /// The same on a chip where operands of products stay in shared memory: the kernel is one that
  /// can do so.
  void interleaveInPlace(const Kernel &kernel);

  Random &random;
  Histogram &histogram;
  Constraints constraints;
  /// Of a kernel that leaves elements as they are, on purpose.
  std::optional<Unchecked> coverage;

private:
  /// Gives the dimension a size: sometimes one or two whole tiles, for which no access is masked.
  void drawSize(const Symbol &dim, int64_t most, int64_t tile);
  Memory argument(const char *name, std::initializer_list<Expr> shape, DType dtype, bool isInput,
                  bool hasValues, const Expr &space = GLOBAL_ADDRESS_SPACE);
  /// On the tensors as they were drawn; returns the id of a refusal.
  std::string expectSimulated(const Trial &trial, const std::vector<std::string> &refusals);
  /// With contents of its own.
  Trial trial(Kernel kernel, const std::vector<std::string> &open,
              const WaveCompileOptions &options, const SimulationOptions &simulation) const;

  /// Which of the sizes the compile leaves open: none, all, or some.
  std::vector<std::string> drawOpen();
  /// The same of those sizes that a GPU can leave open: what lanes hold has a size.
  std::vector<std::string> drawOpenOnGpu();
  SchedulingType drawSchedule();
  /// All sizes but `open`.
  Bindings boundBut(const std::vector<std::string> &open) const;
  void keep(Kernel kernel, const std::vector<std::string> &open) const;

  Bindings subs;
  std::vector<std::string> distributed;
  std::vector<std::string> stepped;      ///< no tile has the whole of them: by stepBy, likewise
  std::vector<std::string> dims;         ///< of the arguments, each once
  int64_t waves = 1;                     ///< of a workgroup
  AlignedTensors aligned;                ///< of the launch
  std::map<std::string, Layout> layouts; ///< of the arguments
  std::deque<GuardedTensor> tensors;
  std::vector<bool> inputs;
};

/// One of the element types that mma multiplies, and what it sums in.
std::pair<DType, DType> drawProduct(Setting &setting);
/// The same for operands that nothing else computes with: floats of 8 bits too, of which two
/// different ones may go together.
struct Product {
  DType lhs, rhs, sum;
};
Product drawStoredProduct(Setting &setting);
/// Any element type that there is arithmetic or logic of.
DType drawDType(Setting &setting);

/// Draws, runs and counts that many cases, or fewer as atMostCount says, with 1, 2, 3 and 8
/// threads.
void runMany(const char *what, Kernel (*make)(Setting &), int most);

} // namespace wave::test
