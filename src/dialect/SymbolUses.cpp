//===- SymbolUses.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/SymbolUses.h"

#include "llvm/ADT/StringExtras.h"

#include "dialect/BrokenConstraint.h"
#include "dialect/DiagnosticCapture.h"
#include "symbolic/Substitute.h"
#include "symbolic/UnusedBinding.h"
#include "symbolic/WorkgroupIds.h"

using namespace mlir;

namespace wave::ir {

bool isAddressSpace(StringRef symbol) {
  return symbol == StringRef(GLOBAL_ADDRESS_SPACE.name()) ||
         symbol == StringRef(SHARED_ADDRESS_SPACE.name());
}

void forEachIndexExpr(Operation *op, llvm::function_ref<void(ExprAttr)> visit) {
  if (auto index = dyn_cast<IndexOp>(op))
    visit(index.getExprAttr());
  if (auto loop = dyn_cast<IterateOp>(op); loop && loop.isWhile())
    visit(loop.getConditionAttr());
  if (auto mapping = op->getAttrOfType<ArrayAttr>("mapping"))
    for (Attribute expr : mapping)
      visit(cast<ExprAttr>(expr));
}

/// A coordinate of a mapping as kernels write it: "iterator(0) + OFFSET".
static std::string coordinateText(const Expr &coordinate) {
  Bindings names;
  for (const std::string &symbol : symbolic::symbolsOf(coordinate))
    if (StringRef number(symbol); number.consume_front("$i"))
      names.set(symbol, Expr::symbol("iterator(" + number.str() + ")"));
  return symbolic::substitute(coordinate, names).str();
}

SymbolUses::SymbolUses(KernelOp kernel) : kernel(kernel) {
  auto use = [&](ExprAttr expr, Location where, const Twine &what, const char *value = "...",
                 bool mayBeSet = false) {
    for (const std::string &symbol : symbolic::symbolsOf(expr.getValue()))
      if (!isAddressSpace(symbol) && !symbolic::isWorkgroupId(symbol) && symbol.front() != '$')
        uses.insert({symbol, SymbolUse{where, what.str(), value, mayBeSet}});
  };
  for (BlockArgument argument : kernel.getBlock()->getArguments()) {
    auto type = cast<MemoryType>(argument.getType());
    StringRef name = kernel.getArgName(argument.getArgNumber());
    for (DimAttr dim : type.getDims())
      use(dim.getName(), argument.getLoc(), "memory '" + name + "' is " + describe(type));
  }
  for (Operation &op : *kernel.getBlock())
    if (auto tile = op.getAttrOfType<ExprAttr>("tile"))
      use(tile, op.getLoc(),
          "the tile of " + op.getAttrOfType<ExprAttr>("dim").getValue().str() + " is " +
              tile.getValue().str());
  for (auto reordering : kernel.getBlock()->getOps<ReorderingConstraintOp>())
    use(reordering.getIndex(), reordering.getLoc(),
        "the reordering of workgroup dimension " + Twine(reordering.getWorkgroupDim()) + " is " +
            reordering.getIndex().getValue().str());
  for (BlockArgument argument : kernel.getBlock()->getArguments()) {
    ExprAttr space = cast<MemoryType>(argument.getType()).getAddressSpace();
    use(space, argument.getLoc(),
        "the address space of memory '" + kernel.getArgName(argument.getArgNumber()) + "' is " +
            space.getValue().str(),
        "SHARED_ADDRESS_SPACE");
  }
  if (GridConstraintOp grid = gridConstraint(this->kernel))
    for (Attribute size : grid.getSizes())
      use(cast<ExprAttr>(size), grid.getLoc(),
          "the grid has " + cast<ExprAttr>(size).getValue().str() + " workgroups");
  kernel.walk([&](Operation *op) {
    const std::string what =
        op->hasAttr("mapping") ? "a coordinate of the mapping is " : "an index is ";
    forEachIndexExpr(op, [&](ExprAttr expr) {
      use(expr, op->getLoc(), what + coordinateText(expr.getValue()), "...", /*mayBeSet=*/true);
    });
  });
  kernel.walk([&](DebugLogOp op) {
    for (NamedAttribute chosen :
         op.getCoordinatesAttr() ? op.getCoordinatesAttr().getValue() : ArrayRef<NamedAttribute>())
      use(cast<ExprAttr>(chosen.getValue()), op.getLoc(),
          "a coordinate of debug_log '" + op.getLabel() + "'");
  });
  kernel.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (auto tile = dyn_cast<TileType>(type))
        for (DimAttr dim : tile.getDims())
          use(dim.getName(), op->getLoc(), "a tile is " + describe(tile));
  });
}

const SymbolUse *SymbolUses::find(const std::string &symbol) const {
  auto use = uses.find(symbol);
  return use == uses.end() ? nullptr : &use->second;
}

std::vector<std::string> SymbolUses::names() const {
  std::vector<std::string> names;
  for (const auto &[name, use] : uses)
    names.push_back(name);
  return names;
}

bool SymbolUses::isUsed(const Binding &binding, const Bindings &bindings) const {
  return uses.contains(binding.symbol) || kernel.getScalar(binding.symbol) ||
         llvm::any_of(bindings, [&](const Binding &other) {
           return llvm::is_contained(symbolic::symbolsOf(other.value), binding.symbol);
         });
}

Bindings SymbolUses::usedOf(Bindings bindings) const {
  while (true) {
    Bindings used;
    size_t left = 0;
    for (const Binding &binding : bindings)
      if (isUsed(binding, bindings))
        used += binding;
      else
        ++left; // what only it uses is of no use either
    if (left == 0)
      return bindings;
    bindings = std::move(used);
  }
}

LogicalResult SymbolUses::checkAllUsed(const Bindings &bindings,
                                       std::optional<Location> otherwise) const {
  const std::vector<std::string> known = names();
  const DictionaryAttr defaults = kernel.getDefaultsAttr();
  for (const Binding &binding : bindings) {
    if (isUsed(binding, bindings))
      continue;
    const bool isDeclared =
        binding.is_declared() || (defaults && defaults.get(StringRef(binding.symbol)));
    std::vector<std::string> meant; // which has no value yet, but for a default
    llvm::copy_if(known, std::back_inserter(meant), [&](const std::string &name) {
      const Expr *value = bindings.find(name);
      const auto byDefault = defaults ? defaults.getAs<ExprAttr>(name) : ExprAttr();
      return !value || (!isDeclared && byDefault && byDefault.getValue().same_as(*value));
    });
    const Location line = irLocation(binding.where, kernel.getContext());
    const Location where = isa<UnknownLoc>(line) ? otherwise.value_or(kernel.getLoc()) : line;
    const std::string claim = "kernel '" + kernel.getSymName().str() + "' has no symbol '" +
                              binding.symbol + "', which is bound to " + binding.value.str();
    const std::string symbols = "its symbols are " + llvm::join(known, ", ");
    if (const auto help = symbolic::helpIfUnknown(binding.symbol, isDeclared, meant))
      return BrokenConstraint(where, "unknown-symbol", claim)
          .note(kernel.getLoc(), symbols)
          .help(*help);
    BrokenConstraint(where, "unused-symbol", claim + ": it has no effect")
        .note(kernel.getLoc(), symbols)
        .remark();
  }
  return success();
}

std::vector<std::string>
SymbolUses::unboundSymbols(const Bindings &bindings,
                           const std::function<bool(const std::string &)> &open) const {
  std::vector<std::string> unbound;
  auto need = [&](const std::string &symbol) {
    if (!isAddressSpace(symbol) && !symbolic::isClusterSize(symbol) && !bindings.find(symbol) &&
        !open(symbol) && !llvm::is_contained(unbound, symbol))
      unbound.push_back(symbol);
  };
  for (const auto &[symbol, use] : uses)
    need(symbol);
  for (const Binding &binding : bindings)
    for (const std::string &symbol : symbolic::symbolsOf(binding.value))
      need(symbol);
  return unbound;
}

SymbolUse SymbolUses::useOf(const std::string &symbol, const Bindings &bindings) const {
  if (const SymbolUse *use = find(symbol))
    return *use;
  // Only the value of another symbol has it.
  const Binding &binding = *llvm::find_if(bindings, [&](const Binding &candidate) {
    return llvm::is_contained(symbolic::symbolsOf(candidate.value), symbol);
  });
  const SymbolUse *outer = find(binding.symbol);
  return {outer ? outer->where : kernel.getLoc(), binding.symbol + " is " + binding.value.str()};
}

/// The address space that is meant by its first word: GLOBAL, shared.
static std::optional<std::string> addressSpaceMeantBy(StringRef symbol) {
  for (const Symbol &space : {GLOBAL_ADDRESS_SPACE, SHARED_ADDRESS_SPACE})
    if (StringRef(space.name()).split('_').first.equals_insensitive(symbol))
      return std::string(space.name());
  return std::nullopt;
}

LogicalResult SymbolUses::checkAllBound(const Bindings &bindings,
                                        const std::function<bool(const std::string &)> &open,
                                        Caller caller) const {
  const std::vector<std::string> unbound = unboundSymbols(bindings, open);
  if (unbound.empty())
    return success();
  const bool isOne = unbound.size() == 1;
  BrokenConstraint broken(useOf(unbound.front(), bindings).where, "unbound-symbol",
                          (isOne ? "symbol '" : "symbols '") + llvm::join(unbound, "', '") +
                              (isOne ? "' has no value" : "' have no value"));
  if (auto elsewhere = kernel->getAttrOfType<ArrayAttr>("set_elsewhere"))
    for (const std::string &symbol : unbound)
      if (llvm::is_contained(elsewhere.getAsValueRange<StringAttr>(), symbol)) {
        const SymbolUse use = useOf(symbol, bindings);
        broken.note(use.where, use.what);
        return broken.help(
            "set_symbol gives " + symbol +
            " a value later, or in another body: call it before the use, in the same "
            "body or in one around it");
      }
  std::string inCode, onCommandLine, meant, set;
  for (const std::string &symbol : unbound) {
    const SymbolUse use = useOf(symbol, bindings);
    broken.note(use.where, (isOne ? "" : symbol + ": ") + use.what);
    inCode += (inCode.empty() ? "" : ", ") + symbol + " = " + use.value;
    onCommandLine += " -D " + symbol + "=" + use.value;
    if (use.mayBeSet && set.empty())
      set = "; or set it in the kernel, before this use: set_symbol(" + symbol + ", ...)";
    if (const auto space = addressSpaceMeantBy(symbol); space && !find(symbol))
      meant = *space;
  }
  if (!meant.empty())
    return broken.help("did you mean " + meant + "?");
  if (caller == Caller::CommandLine)
    return broken.help("give" + onCommandLine);
  return broken.help("bind " + Twine(isOne ? "it" : "them") + ": .subs = {" + inCode + "}, or" +
                     onCommandLine + " on the command line" + set);
}

} // namespace wave::ir
