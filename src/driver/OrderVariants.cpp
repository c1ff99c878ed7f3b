//===- OrderVariants.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/OrderVariants.h"

#include <algorithm>
#include <set>

#include "llvm/ADT/StringExtras.h"

#include "analysis/OutputTiles.h"
#include "dialect/NormalForms.h"
#include "dialect/SymbolUses.h"
#include "driver/CompiledKernel.h"
#include "driver/Session.h"
#include "frontend/KernelTrace.h"
#include "report/TrafficParts.h"
#include "symbolic/Node.h"
#include "symbolic/Substitute.h"

using namespace mlir;

namespace wave {

using report::OrderMap;

static void add(std::set<std::string> &symbols, const Expr &expr) {
  for (const std::string &symbol : symbolic::symbolsOf(expr))
    symbols.insert(symbol);
}

/// The symbols of sizes, tiles, waves and the grid: all but those of an order alone.
static std::set<std::string> structuralSymbols(ir::KernelOp kernel) {
  std::set<std::string> symbols;
  const auto addAll = [&](Attribute attribute) {
    attribute.walk([&](ir::ExprAttr expr) { add(symbols, expr.getValue()); });
  };
  for (BlockArgument argument : kernel.getBlock()->getArguments())
    if (auto memory = dyn_cast<ir::MemoryType>(argument.getType()))
      for (ir::DimAttr dim : memory.getDims())
        addAll(dim);
  kernel.walk([&](Operation *op) {
    if (op->getName().getStringRef().ends_with("_constraint") &&
        !isa<ir::ReorderingConstraintOp>(op))
      addAll(op->getAttrDictionary());
    if (isa<ir::AssumeOp>(op))
      addAll(op->getAttrDictionary());
  });
  return symbols;
}

namespace {
struct Candidate {
  std::string symbol;
  int64_t value;
};
} // namespace

static std::vector<Candidate> candidatesOf(const Kernel &kernel, const Bindings &subs) {
  const std::unique_ptr<MLIRContext> context = frontend::makeContext();
  const OwningOpRef<ModuleOp> module = frontend::load(kernel, *context);
  ir::KernelOp traced = frontend::onlyKernel(*module);
  if (ir::isBound(traced)) // its symbols have their values
    return {};
  const std::set<std::string> structural = structuralSymbols(traced);
  const ir::SymbolUses uses(traced);
  std::vector<Candidate> candidates;
  for (const Binding &binding : subs) {
    const ir::SymbolUse *use = uses.find(binding.symbol);
    const std::optional<int64_t> value = symbolic::constantOf(binding.value);
    if (use && value && *value > 0 && !structural.contains(binding.symbol) &&
        !ir::isAddressSpace(binding.symbol))
      candidates.push_back({binding.symbol, *value});
  }
  return candidates;
}

/// The order of a kernel that is compiled, on the chip as the other one fills it.
static std::optional<OrderMap> mapOf(const CompiledKernel &compiled,
                                     const analysis::LaunchOrder &launch) {
  const CompiledKernel::Impl &impl = compiled.impl();
  const Session session(impl);
  ir::KernelOp kernel = frontend::onlyKernel(*session.module);
  const Bindings sizes = impl.withComputeUnits({});
  const std::vector<analysis::BlockRead> reads = analysis::blockReadsOf(kernel);
  const auto orders = report::blockOrdersOf(reads, sizes);
  if (!orders)
    return std::nullopt;
  report::TileOrder order{.rounds = 0, .steps = 1, .inputs = {}};
  report::addMap(order, analysis::outputTilesOf(kernel), reads, *orders, launch, sizes);
  return order.map;
}

/// Whether both compute the same tiles, each in as many trips.
static bool isSameGrid(const OrderMap &one, const OrderMap &other) {
  return one.output == other.output && one.trips == other.trips && one.shares == other.shares &&
         std::ranges::equal(one.sides, other.sides, [](const auto &a, const auto &b) {
           return a.dim == b.dim && a.tiles == b.tiles && a.size == b.size;
         });
}

void addOrderVariants(report::Explanation &explanation, const WaveCompileOptions &options,
                      const Kernel &kernel) {
  constexpr int64_t mostTrips = 100'000, mostValue = 64; // each value takes time
  if (!explanation.gpu || !explanation.gpu->traffic.order || !explanation.gpu->traffic.order->map)
    return;
  report::TileOrder &order = *explanation.gpu->traffic.order;
  const OrderMap &map = *order.map;
  const analysis::LaunchOrder launch{.running = *explanation.gpu->traffic.workgroups,
                                     .dies = explanation.gpu->traffic.dies};
  int64_t largest = 1;
  for (const OrderMap::Side &side : map.sides)
    largest = std::max(largest, std::min(side.tiles, mostValue));
  const std::vector<Candidate> candidates = candidatesOf(kernel, options.subs);
  if (map.trips > mostTrips && !candidates.empty()) {
    std::vector<std::string> symbols;
    for (const Candidate &candidate : candidates)
      symbols.push_back(candidate.symbol);
    order.whyNoVariants = "Other values of " + llvm::join(symbols, " and ") +
                          " are not counted: there are more than " + std::to_string(mostTrips) +
                          " tiles.";
    return;
  }
  for (const auto &[symbol, present] : candidates) {
    std::set<int64_t> values = {present};
    for (int64_t value = 1; value <= largest; value *= 2)
      values.insert(value);
    report::OrderVariants variants{.symbol = symbol, .rows = {}};
    for (const int64_t value : values) {
      WaveCompileOptions other = options;
      other.subs.set(symbol, value);
      other.schedule = SchedulingType::None; // which has no say in the order
      other.compile_to_mlir = true;
      other.require.clear();
      other.on_diagnostic = {};
      std::optional<OrderMap> found = map;
      if (value != present)
        try {
          found = mapOf(compileToCheck(other, kernel), launch);
        } catch (const Error &) { // not a value of this kernel
          continue;
        }
      if (found && isSameGrid(map, *found))
        variants.rows.push_back({.value = value,
                                 .isPresent = value == present,
                                 .of = found->positions[found->first].of});
    }
    if (variants.rows.size() > 1)
      order.variants.push_back(std::move(variants));
  }
}

} // namespace wave
