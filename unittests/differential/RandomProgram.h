//===- RandomProgram.h - A generator of valid kernels ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes a kernel through the language's own functions: reads, elementwise
// operations, casts, products, loops that carry values, writes, in any order and
// nested.  Nearly every elementwise operation is correctly rounded on both sides, so any
// values will do; what is not, an exponential for instance, gets small integers and is
// cut to few digits.  Products and sums are made of small integers alone, whose sums are
// exact.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "Setting.h"

namespace wave::test {

/// What programs are for: any sizes and tiles, or those that GPUs have instructions for.
enum class Aim { Any, Gpu };

class RandomProgram {
public:
  /// A small one, for a GPU, has few statements, and waves the least tiles.
  explicit RandomProgram(Setting &setting, Aim aim = Aim::Any, bool isSmall = false)
      : s(setting), random(setting.random), aim(aim), isSmall(isSmall) {}

  Kernel make();

private:
  /// A register and what is known of it.
  struct Value {
    Register tile;
    std::vector<std::string> dims;
    DType dtype;
    /// The elements are integers of at most this magnitude; infinite where unknown.
    double bound;
  };
  using Values = std::vector<Value>;

  /// Sizes and constraints of the dimensions.
  void shareOut(DType product);
  void shareOutToLanes(DType product);
  void shareOutBatches();
  Expr addressSpace();
  /// Which workgroup computes which tiles: that of the grid, or in an order that is drawn.
  void drawMap();
  template <typename Index> order::TileCoordinates<Index> inOrder(const Index &index);
  Register firstTile();
  /// In a loop over the tiles of a workgroup, where there are several.
  void forEachTile(const std::function<void()> &computeTile);
  std::pair<Bindings, Bindings> coordinates(const Memory &memory, const std::string &moved) const;
  /// What is read, and written, where this step's tile is.
  Register load(const Memory &memory);
  void writeTile(const Register &tile, const Memory &memory);
  Register drawScalar(const Register &counter);
  /// Where a loop in steps of so many elements begins or ends.
  ScalarRegister drawBound(int64_t step);
  /// Of a loop over an axis: with bounds, at times or because the axis needs them.
  IterateOptions loopOver(const Symbol &axis, bool needsEnd = false);
  void body(Values &values, int depth);
  void statement(Values &values, int depth);

  void addRead(Values &values);
  /// A read by a mapping; the same value with its dimensions in another order, or with more.
  void addMapped(Values &values);
  void addRenamed(Values &values);
  void addNumber(Values &values);
  void addCoordinates(Values &values);
  void addArithmetic(Values &values);
  void addCast(Values &values);
  void addFunction(Values &values);
  void addRounded(Values &values);
  void addChoice(Values &values);
  void addReduction(Values &values);
  void addProduct(Values &values);
  void addSum(Values &values);
  void writeInLoop(const Values &values, const Value &own, const Symbol &axis, bool isBounded);
  void addLoop(Values &values, int depth);
  void addWhile(Values &values, int depth);
  void addWrite(const Values &values);
  /// What is written once more has to be read before.
  bool isWritten(const Memory &memory) const;
  void store(const Register &tile, const Memory &memory);
  Register filled(const std::vector<std::string> &dims, DType dtype);
  /// Where its dimensions are swapped, in the program's last statement.
  void addSwapped(const Values &values, const Memory &memory);
  void addLog(const Values &values);
  Value within(Value value, const std::vector<std::string> &dims);

  bool canMeet(const Value &a, const Value &b) const;
  /// The dimension that a product of the two reduces; none if it cannot.
  std::string reductionOf(const std::vector<std::string> &lhs,
                          const std::vector<std::string> &rhs) const;
  /// What the body of a loop sees of the values outside, and its results back.
  Values visibleInside(const Values &values, const Symbol &axis) const;
  Register nextFor(const Value &argument, const Values &values);
  Value describe(const Register &tile, double bound);
  Value readFrom(const Memory &memory);
  /// Where elements are along a dimension of a memory: an expression over iterators.
  Expr drawCoordinate(size_t dim, size_t rank, const std::string &kind);
  Value as(const Value &value, DType dtype);
  /// A value that `value` can stand beside, itself at worst; the same in its element type.
  Value besides(const Value &value, const Values &values);
  Value partnerOf(const Value &value, const Values &values);
  /// Truth values: some that are there, or a comparison.
  Value condition(const Values &values);

  Setting &s;
  Random &random;
  const Aim aim;
  const bool isSmall;
  bool hasProducts = true; ///< whether instructions divide the tiles
  std::vector<Memory> readable, writable;
  std::vector<std::string> written;  ///< names of memories
  std::vector<Symbol> axes;          ///< of the loops around the statement
  std::optional<int64_t> workgroups; ///< of a grid whose workgroups take many tiles
  bool isReordered = false;          ///< whether the grid's workgroups take tiles in another order
  size_t whiles = 0;                 ///< loops with a condition around the statement
  bool isMovable = false;            ///< whether MOVED has a value
  std::vector<Register> counters;    ///< of the loops around the statement, none below 0
  int bounded = 0;                   ///< loops with bounds, or in parts, around the statement
  bool isPartOfK = false;            ///< whether such a loop is over K
  bool hasBatches = false;           ///< whether the grid has more than three dimensions
  std::optional<Symbol> inParts;     ///< the dimension that a loop around all goes through
  std::optional<Memory> swapped;     ///< [P, Q], written with its dimensions swapped
  bool isPartial = false;            ///< ... and not all of it
  int logs = 0;                      ///< calls of debug_log so far
  int budget = 0;                    ///< statements left
};

/// That in `count` programs nothing of maps, loops with a condition and scalars was drawn less
/// often than once in a hundred.
void expectMaps(Histogram &histogram, int count);
/// The same of what loops do with the products that they sum, of programs that have products.
void expectSums(Histogram &histogram, int count);

} // namespace wave::test
