//===- MapWalk.h - Every execution of an access, one after the other ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Workgroups run by number (dimension 0 of the grid is the fastest), each through its loops.  What
// an access reaches there, a tile or elements, are values that are evaluated at each execution.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "symbolic/Compiled.h"
#include "symbolic/Coverage.h"

#include <functional>
#include <set>

namespace wave::symbolic {

class MapWalk {
public:
  /// Visits evaluate `values`, which may have any symbol of the domain, that is the workgroups, the
  /// grid, the loops and the reads of `domain`.  The expressions of `elements` have other variables
  /// besides; like the values they decide which loops matter.  Where neither they nor a loop that
  /// matters depend on a counter, each trip of its loop reaches the same again: there is one visit
  /// if any trip comes to one, however many do.
  MapWalk(const TileMap &domain, const std::vector<Expr> &values, const Bindings &sizes,
          const Tables &tables, const std::vector<Expr> &elements = {});

  /// Why a walk does not come to its end.
  struct Failure {
    CoverageVerdict::Kind kind; ///< NoValue, Endless or TooLarge
    std::string reason;
    std::optional<Visit> where; ///< not set where no workgroup runs yet
  };
  const std::optional<Failure> &failure() const { return failed; }

  /// Takes the values of a visit; returns false to end the walk.
  using Visitor = std::function<bool(const std::vector<int64_t> &values)>;
  /// `expected` is how many visits there are about: it bounds the trips of a loop that is not known
  /// to end.  False where the walk ended early.  Takes some 30 ns for each trip.
  bool run(int64_t expected, const Visitor &visitor);

  /// In a visitor: where it is.
  Visit visit() const { return visitAt(loops.size()); }
  /// The number of the workgroup.
  int64_t workgroup() const { return number; }
  int64_t workgroups() const { return workgroupCount; }
  /// The symbols of the domain with their values.
  const std::vector<std::string> &variables() const { return names; }
  const std::vector<int64_t> &point() const { return now; }

private:
  struct Loop {
    CompiledExpr start, condition, next;
    bool moves;        ///< its counter decides what is reached; else only whether it is matters
    bool isLeft;       ///< after the first trip that comes to a visit
    bool isOnce;       ///< no other trip can come to a visit where the first does not
    bool mustIncrease; ///< it ends because the counter reaches a bound
    std::string text;
  };
  struct Read {
    std::vector<CompiledExpr> at;
    size_t memory;
    int64_t fill;
    size_t depth; ///< the loops that have to be entered before
  };

  bool fail(CoverageVerdict::Kind kind, std::string reason, size_t enteredLoops = 0);
  bool failWithoutValue(const CompiledExpr &expr, size_t enteredLoops);
  Visit visitAt(size_t enteredLoops) const;
  size_t depthOf(const Expr &expr, const TileMap &domain) const;
  bool readAt(size_t depth);
  bool enterLoop(size_t depth);
  bool isVisitedBefore();
  bool visitValues();

  std::vector<std::string> names;
  std::vector<int64_t> now; ///< the workgroup's id, then the counters, then what is read
  std::vector<int64_t> grid;
  std::vector<Loop> loops;
  std::vector<Read> reads;
  std::vector<CompiledExpr> compiled;
  std::vector<int64_t> values;
  const Tables &tables;
  std::optional<Failure> failed;
  int64_t workgroupCount = 0, number = 0;
  int64_t trustedTrips = 0; ///< of one loop
  int64_t mostTrips = 0, allTrips = 0;
  int64_t visits = 0; ///< of this workgroup
  /// Whether a loop that moves what is reached is repeated by one that does not, and the counters
  /// of the loops that move it, at the visits of this workgroup.
  bool mayMeetAgain = false;
  std::set<std::vector<int64_t>> visited;
  const Visitor *onVisit = nullptr;
};

/// The product of extents, or nothing if it exceeds `most`.
std::optional<int64_t> volumeOf(const std::vector<int64_t> &extents, int64_t most);

/// The symbols of `expr`, with those in the values that they are bound to and in the places that
/// the domain reads them from.
void collectDependences(const Expr &expr, const TileMap &domain, const Bindings &sizes,
                        std::set<std::string> &symbols);

} // namespace wave::symbolic
