//===- BarrierOrder.h - What barriers order an access before --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barrier number n of one wave synchronises with barrier number n of every other.  Where all waves
// take the same barriers, one orders what is before it before what is after it.  Conditional
// barriers make the halves of the workgroup agents of their own: while the second half is staggered
// by a barrier (its `lead` is 1), what it does between its barriers n and n + 1 the first half does
// between n - 1 and n, and a conflict needs two barriers in between.
//
// An access by half g has ended at the first barrier of g after it that reaches it, number e.  It
// is ordered before what half h does after a barrier of its own from number e on that holds up what
// follows it, as all do for shared memory.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "dialect/Dialect.h"

namespace wave::analysis {

/// The halves of a workgroup's waves.
inline constexpr size_t halfCount = 2;
/// Whether the half waits at the barrier.
inline bool takes(size_t half, ir::BarrierOp barrier) {
  return !barrier.getHalf() || static_cast<size_t>(*barrier.getHalf()) == half;
}
/// How many barriers more it takes the second half on than the first.
inline int64_t leadOf(ir::BarrierOp barrier) {
  return int64_t{takes(1, barrier)} - int64_t{takes(0, barrier)};
}

/// What the barriers since an access order it before.
class BarrierOrder {
public:
  /// `lead`: the barriers that the second half has taken up to the access more than the first.
  explicit BarrierOrder(int64_t lead) {
    past[0][1] = lead;
    past[1][0] = -lead;
  }

  /// `reaches`: what a half did before the barrier has ended there; `holdsUp`: what it does after
  /// the barrier begins there.
  void pass(ir::BarrierOp barrier, bool reaches, bool holdsUp) {
    for (size_t half = 0; half < halfCount; ++half)
      if (takes(half, barrier) && reaches)
        ended[half] = true;
    for (size_t of = 0; of < halfCount; ++of)
      for (size_t half = 0; half < halfCount; ++half) {
        int64_t &own = past[of][half];
        own += takes(half, barrier);
        own -= takes(of, barrier) && !ended[of]; // its end is a barrier later
        heldUp[of][half] = own >= 1 && (heldUp[of][half] || (holdsUp && takes(half, barrier)));
        if (!ended[of])
          continue;
        own = std::min<int64_t>(own, 1);
        ordered[of][half] |= own == 1 && heldUp[of][half];
      }
  }

  /// Whether the access of either half is ordered before what comes next in both.
  bool isComplete() const {
    return std::ranges::all_of(ordered, [](const auto &of) { return of[0] && of[1]; });
  }

  /// How many more barriers of all waves would complete it.
  int64_t missing() const {
    int64_t most = 0;
    for (size_t of = 0; of < halfCount; ++of)
      for (size_t half = 0; half < halfCount; ++half)
        if (!ordered[of][half])
          most = std::max(most, std::max<int64_t>(1 - past[of][half], 1));
    return most;
  }

  bool operator==(const BarrierOrder &) const = default;

private:
  using OfHalves = std::array<std::array<int64_t, halfCount>, halfCount>;
  /// Whether a barrier that reaches the access has followed, for each half that makes it.
  std::array<bool, halfCount> ended{};
  /// The barriers that a half (second index) has passed more than the half that makes the access
  /// (first index) had when that ended; as far as 1.
  OfHalves past{};
  /// Whether what the second does begins after one of these barriers.
  std::array<std::array<bool, halfCount>, halfCount> heldUp{}, ordered{};
};

} // namespace wave::analysis
