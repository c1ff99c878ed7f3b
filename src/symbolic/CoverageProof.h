//===- CoverageProof.h - Maps that reach each tile once for all sizes -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// evaluateCoverage answers for one set of sizes, and takes time for each tile.  A map
// made of the usual parts is proved once for all.
//
// Lemmas, beside those of OrderLemmas.h and mixed radix (RangeProof.cpp):
//
// Strided loop.  A start s takes each value of [0, G) once, over workgroups or not at
// all (G = 1); the loop runs while c < T and adds G.  Then c takes each value of
// [0, T) once, for every G >= 1: c = q * G + s has one quotient q and one remainder s,
// and is reached where c < T, for all values before it are smaller.  Where G is 0
// nothing runs, so T must be 0 too: G = Min(a, T) with a >= 1 is such a G.  A counted
// loop is one with start 0 and G = 1.
//
// Change of the counter.  A loop that counts c = 0, 1, 2, ... and goes on while c * G + s < T, with
// c in the map only as t = c * G + s, is the loop over t from s that adds G while t < T.
//
// Parts.  Each w in [0, E) takes the indices w * Q + c with c < Min((w + 1) * Q, T) - w * Q: those
// of [w * Q, (w + 1) * Q) that are less than T.  With E = ceildiv(T, Q) that is each index of [0,
// T) once.
//
// Repetition.  A loop whose counter nothing depends on, with one trip at least in every
// workgroup, changes nothing.
//
// Permutation.  A map reads its tile at one place p of a permutation of [0, N), and at nothing
// else.  If p takes each value of [0, N) once, so does what is read, so that the map may be taken
// to use p itself.
//
// Product.  Coordinates that depend on different axes are independent: each has to
// take its values once.  An extent greater than the number of tiles leaves surplus
// values that are no tiles.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "symbolic/Coverage.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace wave::symbolic {

struct CoverageProof {
  /// Claims, each with its lemma: "TILE takes each value of [0, T) once: strided loop".
  std::vector<std::string> lines;
};

/// A proof that evaluateCoverage returns Covered for all sizes that are at least 0, and at least 1
/// for those that are `positive`, as long as nothing overflows 64 bits.  Without a proof the map
/// may be right nevertheless.
///
/// Symbols that are known in terms of others have to be substituted before: a proof needs
/// M_TILES * N_TILES for the number of tiles.
std::optional<CoverageProof> proveCoverage(const TileMap &map,
                                           const std::set<std::string> &positive = {});

} // namespace wave::symbolic
