//===- CheckCoverage.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/CheckCoverage.h"

#include <algorithm>
#include <chrono>
#include <set>

#include "analysis/TileMaps.h"
#include "dialect/DiagnosticCapture.h"
#include "dialect/Distribution.h"
#include "symbolic/CoverageProof.h"
#include "symbolic/KernelText.h"
#include "symbolic/Node.h"
#include "symbolic/Parse.h"
#include "symbolic/Substitute.h"
#include "symbolic/WorkgroupIds.h"

using namespace mlir;

namespace wave {

/// Whether the tiles of two writes are those of one memory, and as large.
static bool shareTiles(const TileCoverage &a, const TileCoverage &b) {
  const auto isSame = [](const Expr &x, const Expr &y) { return x.same_as(y); };
  return a.memory == b.memory && a.dims == b.dims && a.tile == b.tile &&
         std::ranges::equal(a.map.tiles, b.map.tiles, isSame);
}

/// What the compile has given to the symbols of an expression.
static std::vector<std::string> knownValues(ir::KernelOp kernel, const std::string &text) {
  std::vector<std::string> known;
  const symbolic::ParseResult stated = symbolic::parse(text);
  DictionaryAttr bindings = kernel.getBindingsAttr();
  if (stated && bindings)
    for (const std::string &symbol : symbolic::symbolsOf(stated.expr()))
      if (auto value = dyn_cast_or_null<ir::ExprAttr>(bindings.get(symbol)))
        known.push_back(symbol + " = " + value.getValue().str());
  return known;
}

Assumptions assumptionsOf(ir::KernelOp kernel) {
  Assumptions assumptions;
  for (analysis::AssumedCondition &found : analysis::assumedConditionsOf(kernel)) {
    const Expr condition = found.map.tile.front();
    if (symbolic::isConstant(condition) && condition.node().value != 0)
      continue; // holds
    Assumption assumption{symbolic::kernelText(condition),
                          {},
                          ir::sourceLocation(found.assume.getLoc()),
                          std::move(found.map)};
    if (std::optional<StringRef> text = found.assume.getText()) {
      assumption.text = text->str();
      assumption.known = knownValues(kernel, assumption.text);
    }
    assumptions.conditions.push_back(std::move(assumption));
  }
  kernel.walk([&](ir::ReadIndexOp read) {
    const unsigned number = read.getMemoryNumber();
    auto &known = assumptions.permutations;
    if (read.getPermutation() &&
        std::ranges::none_of(known, [&](const Permutation &each) { return each.memory == number; }))
      known.push_back({number, kernel.getArgName(number).str(), ir::sourceLocation(read.getLoc())});
  });
  return assumptions;
}

std::vector<LaunchIndex> indicesOf(ir::KernelOp kernel) {
  std::vector<LaunchIndex> indices;
  for (analysis::UsedIndex &used : analysis::usedIndicesOf(kernel))
    indices.push_back({ir::sourceLocation(used.user->getLoc()), std::move(used.map),
                       std::move(used.coordinates), std::move(used.reads)});
  return indices;
}

namespace {
/// An open size, or a scalar, that the kernel assumes to be equal to an expression over others.
struct KnownSize {
  std::string symbol;
  Expr value;
};
} // namespace

static std::vector<KnownSize> knownSizes(ir::KernelOp kernel) {
  std::vector<KnownSize> known;
  for (const Assumption &assumption : assumptionsOf(kernel).conditions) {
    const Expr &condition = assumption.condition();
    if (!assumption.isOfSizes() || !symbolic::isKind(condition, symbolic::Kind::Eq))
      continue;
    const Expr difference = symbolic::operand(condition, 0) - symbolic::operand(condition, 1);
    for (ir::ExprAttr open : ir::launchSymbols(kernel)) {
      const std::string symbol = open.getSymbol()->str();
      const auto value = [&]() -> std::optional<Expr> {
        for (const Expr &sum : {open.getValue() - difference, open.getValue() + difference})
          if (!symbolic::mentions(sum, symbol))
            return sum;
        return std::nullopt;
      }();
      const bool isNew = std::ranges::none_of(known, [&](const KnownSize &each) {
        return each.symbol == symbol || (value && symbolic::mentions(*value, each.symbol)) ||
               symbolic::mentions(each.value, symbol);
      });
      if (value && isNew) {
        known.push_back({symbol, *value});
        break;
      }
    }
  }
  return known;
}

/// Proofs are about sizes, which are at least 0; a scalar may be less.
static std::optional<symbolic::CoverageProof> prove(ir::KernelOp kernel,
                                                    const symbolic::TileMap &map) {
  for (const std::string &symbol : symbolic::openSizesOf(map))
    if (kernel.getScalar(symbol))
      return std::nullopt;
  std::set<std::string> positive;
  for (ir::ExprAttr units : ir::computeUnitSymbols(kernel))
    positive.insert(units.getSymbol()->str());
  return symbolic::proveCoverage(map, positive);
}

static std::optional<symbolic::CoverageProof> proveUnder(ir::KernelOp kernel,
                                                         const symbolic::TileMap &map) {
  std::optional<symbolic::CoverageProof> proof = prove(kernel, map);
  if (proof)
    return proof;
  const std::vector<KnownSize> known = knownSizes(kernel);
  if (known.empty())
    return proof;
  Bindings values;
  for (const KnownSize &each : known)
    values.set(each.symbol, each.value);
  symbolic::TileMap changed = map;
  const auto change = [&](std::vector<Expr> &exprs) {
    for (Expr &expr : exprs)
      expr = symbolic::substitute(expr, values);
  };
  change(changed.grid);
  change(changed.tile);
  change(changed.tiles);
  for (symbolic::MapLoop &loop : changed.loops)
    for (Expr *expr : {&loop.start, &loop.condition, &loop.next})
      *expr = symbolic::substitute(*expr, values);
  for (symbolic::MapRead &read : changed.reads) {
    change(read.at);
    if (read.permutationOf)
      read.permutationOf = symbolic::substitute(*read.permutationOf, values);
  }
  proof = prove(kernel, changed);
  if (proof)
    for (const KnownSize &each : known)
      proof->lines.insert(proof->lines.begin(), each.symbol + " is " + each.value.str() +
                                                    ": assumed, and checked by each launch");
  return proof;
}

std::vector<std::string> proveForAllSizes(ir::KernelOp kernel, const symbolic::TileMap &map) {
  std::optional<symbolic::CoverageProof> proof = proveUnder(kernel, map);
  if (!proof)
    return {};
  for (std::string &line : proof->lines)
    std::erase(line, '$'); // before the counters, which have no other name
  return std::move(proof->lines);
}

/// Of the loops around a write, outermost first, as its map has them.
static std::vector<TileCoverage::LoopLines> linesOf(ir::WriteOp write) {
  std::vector<TileCoverage::LoopLines> lines;
  for (auto loop = write->getParentOfType<ir::IterateOp>(); loop;
       loop = loop->getParentOfType<ir::IterateOp>()) {
    const SourceLocation at = ir::sourceLocation(loop.getLoc());
    const auto lineOf = [&](Value value) {
      const SourceLocation own = value ? ir::sourceLocation(value.getLoc()) : SourceLocation();
      return own.is_known() && own.file == at.file ? own : at; // else of a header
    };
    lines.insert(lines.begin(), {at, lineOf(loop.getStart()), lineOf(loop.getYield().getNext())});
  }
  return lines;
}

/// What a kernel says of its clusters holds wherever it runs, also on a chip that has none.
static std::vector<int64_t> clusterOf(ir::KernelOp kernel) {
  std::vector<int64_t> counts;
  for (auto [symbol, count] : llvm::zip(symbolic::clusterSizes, ir::workgroupsPerCluster(kernel))) {
    const DictionaryAttr bindings = kernel.getBindingsAttr();
    const auto bound = bindings ? bindings.getAs<ir::ExprAttr>(symbol.name()) : ir::ExprAttr();
    counts.push_back(bound ? bound.getConstant().value_or(count) : count);
  }
  return counts;
}

std::vector<TileCoverage> coverageOf(ir::KernelOp kernel) {
  std::vector<TileCoverage> writes;
  for (analysis::WriteMap &found : analysis::tileMapsOf(kernel)) {
    auto memory = cast<BlockArgument>(found.write.getMemory());
    TileCoverage coverage{.memory = kernel.getArgName(memory.getArgNumber()).str(),
                          .where = ir::sourceLocation(found.write.getLoc()),
                          .dims = {},
                          .tile = {},
                          .map = std::move(found.map),
                          .loops = linesOf(found.write),
                          .others = {},
                          .cluster = clusterOf(kernel),
                          .proof = {}};
    for (ir::DimAttr dim : found.dims) {
      coverage.dims.push_back(dim.getName().getValue().str());
      coverage.tile.push_back(dim.getConstantSize().value_or(0));
    }
    const auto begin = std::chrono::steady_clock::now();
    coverage.proof = proveForAllSizes(kernel, coverage.map);
    coverage.proofMs =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    // What is not proved alone may be disjoint from another write, or change what that has written.
    const auto partner = std::ranges::find_if(writes, [&](const TileCoverage &earlier) {
      return (!coverage.isProved() || !earlier.isProved()) && shareTiles(earlier, coverage);
    });
    if (partner == writes.end()) {
      writes.push_back(std::move(coverage));
      continue;
    }
    partner->others.push_back({coverage.where, std::move(coverage.map), std::move(coverage.loops)});
    partner->proof.clear();
  }
  return writes;
}

void setDistinct(ir::KernelOp kernel, bool isChecked) {
  for (analysis::WriteMap &map : analysis::tileMapsOf(kernel))
    map.write.setDistinct(isChecked && !map.isRepeated &&
                          map.write->getParentOfType<ir::IterateOp>());
}

} // namespace wave
