//===- RangeProof.h - Which expressions take each value of a range once ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ids of workgroups and the counters of loops are axes: together they take each
// combination of values once.  An expression over them that numbers the combinations
// takes each value of [0, count) once, and so does a permutation of it.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "symbolic/OrderLemmas.h"
#include "symbolic/Samples.h"
#include "symbolic/SizeFacts.h"

#include <optional>
#include <string>
#include <vector>

namespace wave::symbolic {

/// A symbol that takes each value of [0, extent) once for each combination of the other axes.
struct Axis {
  std::string symbol;
  Expr extent;
};

/// The number of combinations.
Expr countOf(const std::vector<Axis> &axes);

/// Claims with the name of the lemma, in the order of the proof.
using ProofLines = std::vector<std::string>;

/// A numbering of axes, or a permutation of one or of another index.
struct RangeCandidate {
  Expr numbering;
  std::optional<Permutation> permutation;
  Expr xcds = 1, chunk = 1;
  Samples samples;
};

class RangeProver {
public:
  /// The parameters of permutations and orders are looked for in `exprs`.
  RangeProver(const SizeFacts &facts, const std::vector<Expr> &exprs,
              const std::vector<std::string> &axes);

  /// Proves that `expr` takes each value of [0, countOf(axes)) once.
  std::optional<ProofLines> prove(const Expr &expr, const std::vector<Axis> &axes);

  /// Whether `candidate` is `expr`; then its proof.
  std::optional<ProofLines> proveAs(const RangeCandidate &candidate, const Expr &expr,
                                    const Expr &count);

  /// The numberings of the axes, with all permutations that have parameters among those found.
  std::vector<RangeCandidate> candidatesOver(const std::vector<Axis> &axes);

  /// The expressions that a candidate may be, in the forms of the lemma.
  std::vector<Expr> formsOf(const RangeCandidate &candidate, const Expr &count) const;

  /// Sizes that are at least 1, found as divisors and minima.
  const std::vector<Expr> &parameters() const { return found; }
  const Samples &samplesOf(const Expr &expr) { return sampler.of(expr); }

private:
  const SizeFacts &facts;
  std::vector<Expr> found;
  Sampler sampler;

  /// The permutations of [0, count), applied to `index`.
  std::vector<RangeCandidate> permutationsOf(const Expr &index, const Expr &count);
  void addParameter(const Expr &expr, const std::vector<std::string> &axes);
};

/// The sub-expressions, each once, larger ones first.
std::vector<Expr> subExpressionsOf(const std::vector<Expr> &exprs);

} // namespace wave::symbolic
