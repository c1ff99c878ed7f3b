//===- BindSymbols.cpp - Give every symbol its value ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: sizes, tiles and address spaces are expressions over symbols   (traced)
// Gives: they are numbers, and one of the two address spaces            (sized)
//
// A symbol without a value that is a whole dimension of a memory is left open: the
// launch takes its value from a tensor.  Sizes may depend on open sizes, tiles may not.
//
// A binding may be an expression over other bindings.  Every binding must be
// used, by the kernel or by another binding: an unused one is most likely a
// misspelled one, and is reported before the symbol that it leaves unbound.
//
//===----------------------------------------------------------------------===//

#include <variant>

#include "llvm/ADT/StringSet.h"

#include "diagnostic/Fail.h"
#include "dialect/BrokenConstraint.h"
#include "dialect/NormalForms.h"
#include "passes/Passes.h"
#include "symbolic/Evaluate.h"
#include "symbolic/NearestName.h"
#include "symbolic/Parse.h"
#include "symbolic/Substitute.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_BINDSYMBOLS
#include "passes/Passes.h.inc"

using ir::BrokenConstraint;
using symbolic::EvaluationFailure;

namespace {

/// "M=128; N=256" as bindings.
FailureOr<Bindings> parseSubs(StringRef text, Location where) {
  Bindings subs;
  SmallVector<StringRef> items;
  text.split(items, ';', -1, /*KeepEmpty=*/false);
  for (StringRef item : items) {
    auto [name, value] = item.split('=');
    auto parsed = symbolic::parse(value.trim().str());
    if (name.trim().empty() || !parsed) {
      (void)LogicalResult(BrokenConstraint(where, "subs-syntax",
                                           "subs: '" + item.trim() + "' is not SYMBOL=EXPRESSION"));
      return failure();
    }
    subs.set(name.trim().str(), parsed.expr());
  }
  return subs;
}

bool isAddressSpace(StringRef symbol) {
  return symbol == StringRef(GLOBAL_ADDRESS_SPACE.name()) ||
         symbol == StringRef(SHARED_ADDRESS_SPACE.name());
}

struct BindSymbols : impl::BindSymbolsBase<BindSymbols> {
  using BindSymbolsBase::BindSymbolsBase;

  void runOnOperation() override {
    if (failed(ir::verifyForm(getOperation(), ir::Form::Traced)))
      return signalPassFailure();
    FailureOr<Bindings> parsed = parseSubs(subs, getOperation().getLoc());
    if (failed(parsed))
      return signalPassFailure();
    bindings = *parsed;
    collectOpenSizes();
    collectUses();
    try {
      if (failed(checkAllUsed()) || failed(checkAllBound()) || failed(bindMemories()) ||
          failed(bindTiles()) || failed(checkRegisters()) || failed(bindCoordinates()))
        return signalPassFailure();
    } catch (const Error &error) { // of bindings put into one another
      const wave::Diagnostic &told = error.diagnostic();
      (void)LogicalResult(
          BrokenConstraint(getOperation(), ErrorId::listed(told.id), told.message).help(told.help));
      return signalPassFailure();
    }
    recordBindings();
  }

private:
  /// Where a symbol is written, for messages.
  struct Use {
    Location where;
    std::string what;
    std::string value = "..."; ///< what it may be bound to
  };

  void collectOpenSizes() {
    for (Type type : getOperation().getBlock()->getArgumentTypes())
      for (ir::DimAttr dim : cast<ir::MemoryType>(type).getDims())
        if (auto symbol = dim.getName().getSymbol(); symbol && !bindings.find(*symbol))
          open.insert(*symbol);
  }

  void collectUses() {
    ir::KernelOp kernel = getOperation();
    auto use = [&](ir::ExprAttr expr, Location where, const Twine &what,
                   const char *value = "...") {
      for (const std::string &symbol : symbolic::symbolsOf(expr.getValue()))
        if (!isAddressSpace(symbol))
          uses.insert({symbol, Use{where, what.str(), value}});
    };
    // In the order of Kernel::symbols, which is what users see elsewhere.
    for (BlockArgument argument : kernel.getBlock()->getArguments()) {
      auto type = cast<ir::MemoryType>(argument.getType());
      StringRef name = kernel.getArgName(argument.getArgNumber());
      for (ir::DimAttr dim : type.getDims())
        use(dim.getName(), argument.getLoc(), "memory '" + name + "' is " + ir::describe(type));
    }
    for (Operation &op : *kernel.getBlock())
      if (auto tile = op.getAttrOfType<ir::ExprAttr>("tile"))
        use(tile, op.getLoc(),
            "the tile of " + op.getAttrOfType<ir::ExprAttr>("dim").getValue().str() + " is " +
                tile.getValue().str());
    for (BlockArgument argument : kernel.getBlock()->getArguments()) {
      ir::ExprAttr space = cast<ir::MemoryType>(argument.getType()).getAddressSpace();
      use(space, argument.getLoc(),
          "the address space of memory '" + kernel.getArgName(argument.getArgNumber()) + "' is " +
              space.getValue().str(),
          "SHARED_ADDRESS_SPACE");
    }
    kernel.walk([&](ir::DebugLogOp op) {
      for (NamedAttribute chosen : coordinatesOf(op))
        use(cast<ir::ExprAttr>(chosen.getValue()), op.getLoc(),
            "a coordinate of debug_log '" + op.getLabel() + "'");
    });
    kernel.walk([&](Operation *op) {
      for (Type type : op->getResultTypes())
        if (auto tile = dyn_cast<ir::TileType>(type))
          for (ir::DimAttr dim : tile.getDims())
            use(dim.getName(), op->getLoc(), "a tile is " + ir::describe(tile));
    });
  }

  std::vector<std::string> usedSymbols() {
    std::vector<std::string> names;
    for (auto &[name, use] : uses)
      names.push_back(name);
    return names;
  }

  LogicalResult checkAllUsed() {
    for (const Binding &binding : bindings) {
      bool used =
          uses.contains(binding.symbol) || llvm::any_of(bindings, [&](const Binding &other) {
            return llvm::is_contained(symbolic::symbolsOf(other.value), binding.symbol);
          });
      if (used)
        continue;
      std::vector<std::string> known = usedSymbols();
      BrokenConstraint broken(getOperation(), "unknown-symbol",
                              "kernel '" + getOperation().getSymName() + "' has no symbol '" +
                                  binding.symbol + "', which is bound to " + binding.value.str());
      broken.note(getOperation().getLoc(), "its symbols are " + llvm::join(known, ", "));
      if (auto nearest = symbolic::nearestName(binding.symbol, known))
        broken.help("did you mean " + *nearest + "?");
      return broken;
    }
    return success();
  }

  /// Reports every symbol without a value at once, each with a place that uses it.
  LogicalResult checkAllBound() {
    SmallVector<std::string> unbound;
    auto need = [&](const std::string &symbol) {
      if (!isAddressSpace(symbol) && !bindings.find(symbol) && !open.contains(symbol) &&
          !llvm::is_contained(unbound, symbol))
        unbound.push_back(symbol);
    };
    for (auto &[symbol, use] : uses)
      need(symbol);
    for (const Binding &binding : bindings)
      for (const std::string &symbol : symbolic::symbolsOf(binding.value))
        need(symbol);
    if (unbound.empty())
      return success();
    auto placeOf = [&](const std::string &symbol) {
      auto use = uses.find(symbol);
      if (use != uses.end())
        return use->second;
      // Only the value of another symbol has it.
      const Binding &binding = *llvm::find_if(bindings, [&](const Binding &candidate) {
        return llvm::is_contained(symbolic::symbolsOf(candidate.value), symbol);
      });
      auto outer = uses.find(binding.symbol);
      return Use{outer == uses.end() ? getOperation().getLoc() : outer->second.where,
                 binding.symbol + " is " + binding.value.str()};
    };
    bool isOne = unbound.size() == 1;
    BrokenConstraint broken(placeOf(unbound.front()).where, "unbound-symbol",
                            (isOne ? "symbol '" : "symbols '") + llvm::join(unbound, "', '") +
                                (isOne ? "' has no value" : "' have no value"));
    for (const std::string &symbol : unbound) {
      Use use = placeOf(symbol);
      broken.note(use.where, (isOne ? "" : symbol + ": ") + use.what);
    }
    std::string inCode, onCommandLine;
    for (const std::string &symbol : unbound) {
      std::string value = placeOf(symbol).value;
      inCode += (inCode.empty() ? "" : ", ") + symbol + " = " + value;
      onCommandLine += " -D " + symbol + "=" + value;
    }
    return broken.help("bind " + Twine(isOne ? "it" : "them") + ": .subs = {" + inCode + "}, or" +
                       onCommandLine + " on the command line");
  }

  /// What `expr` is once every binding has been put in its place, or why it is nothing.
  std::variant<Expr, EvaluationFailure> resolve(const Expr &expr) {
    symbolic::Evaluation number = symbolic::evaluate(expr, bindings);
    if (number)
      return Expr(number.value());
    if (number.failure().kind != EvaluationFailure::Kind::UnboundSymbol ||
        !open.contains(number.failure().symbol))
      return number.failure();
    // A chain of bindings without a cycle is at most as long as there are bindings.
    Expr value = expr;
    for (auto left = std::distance(bindings.begin(), bindings.end()); left > 0; --left)
      value = symbolic::substitute(value, bindings);
    for (const std::string &symbol : symbolic::symbolsOf(value)) {
      if (bindings.find(symbol))
        return EvaluationFailure{EvaluationFailure::Kind::Cycle, symbol, {}, 0, 0, {}};
      if (!open.contains(symbol))
        return EvaluationFailure{EvaluationFailure::Kind::UnboundSymbol, symbol, {}, 0, 0, {}};
    }
    if (!symbolic::isReadable(value)) // as the bound form has to be
      fail<Error>("expression-size", expr.str() + " is too large to be written",
                  "bind the symbols to shorter expressions");
    return value;
  }

  /// The number that `expr` is, or the expression over open sizes, or a report of why it
  /// is neither.
  FailureOr<ir::ExprAttr> evaluate(ir::ExprAttr expr, Location where, const Twine &what) {
    auto result = resolve(expr.getValue());
    if (const Expr *value = std::get_if<Expr>(&result))
      return ir::ExprAttr::get(&getContext(), *value);
    const EvaluationFailure &failed = std::get<EvaluationFailure>(result);
    if (failed.kind == EvaluationFailure::Kind::UnboundSymbol && isAddressSpace(failed.symbol)) {
      (void)LogicalResult(BrokenConstraint(where, "address-space-as-size",
                                           what + " is " + failed.symbol + ", an address space")
                              .help("bind it to a number"));
      return failure();
    }
    if (failed.kind == EvaluationFailure::Kind::UnboundSymbol) {
      auto use = uses.find(failed.symbol);
      BrokenConstraint broken(where, "unbound-symbol",
                              "symbol '" + failed.symbol + "' has no value");
      broken.note(use == uses.end() ? where : use->second.where,
                  use == uses.end() ? what.str() : use->second.what);
      (void)LogicalResult(broken.help("bind it: .subs = {" + failed.symbol + " = ...}, or -D " +
                                      failed.symbol + "=... on the command line"));
      return failure();
    }
    (void)LogicalResult(BrokenConstraint(where, symbolic::idOf(failed.kind),
                                         what + ": " + symbolic::describe(failed))
                            .help(wayOut(failed.kind)));
    return failure();
  }

  static StringRef wayOut(EvaluationFailure::Kind kind) {
    switch (kind) {
    case EvaluationFailure::Kind::Inexact:
      return "choose values that divide without a remainder, or round: floordiv, ceildiv";
    case EvaluationFailure::Kind::Cycle:
      return "bind one of the symbols to a number";
    default:
      return "choose other values for the symbols";
    }
  }

  FailureOr<ir::ExprAttr> evaluateSize(ir::ExprAttr expr, Location where, const Twine &what) {
    FailureOr<ir::ExprAttr> size = evaluate(expr, where, what);
    if (succeeded(size) && size->getConstant() && *size->getConstant() < 0)
      return LogicalResult(
          BrokenConstraint(where, "negative-size", what + " is " + Twine(*size->getConstant()))
              .help("sizes are at least 0"));
    return size;
  }

  LogicalResult bindMemories() {
    ir::KernelOp kernel = getOperation();
    for (BlockArgument argument : kernel.getBlock()->getArguments()) {
      auto type = cast<ir::MemoryType>(argument.getType());
      std::string name = ("memory '" + kernel.getArgName(argument.getArgNumber()) + "'").str();
      SmallVector<ir::DimAttr> dims;
      for (ir::DimAttr dim : type.getDims()) {
        std::string text = dim.getName().getValue().str();
        FailureOr<ir::ExprAttr> size =
            evaluateSize(dim.getName(), argument.getLoc(), "size " + text + " of " + name);
        if (failed(size))
          return failure();
        dims.push_back(ir::DimAttr::get(&getContext(), dim.getName(), *size));
      }
      FailureOr<ir::ExprAttr> space = bindSpace(type, argument.getLoc(), name);
      if (failed(space))
        return failure();
      argument.setType(ir::MemoryType::get(&getContext(), dims, type.getElementType(), *space));
    }
    return success();
  }

  FailureOr<ir::ExprAttr> bindSpace(ir::MemoryType type, Location where, const std::string &name) {
    Expr space = type.getAddressSpace().getValue();
    // A chain of bindings without a cycle is at most as long as there are bindings.
    auto isBound = [&] {
      auto symbol = ir::ExprAttr::get(&getContext(), space).getSymbol();
      return symbol && !isAddressSpace(*symbol) && bindings.find(symbol->str());
    };
    for (auto left = std::distance(bindings.begin(), bindings.end()); left > 0 && isBound(); --left)
      space = symbolic::substitute(space, bindings);
    auto result = ir::ExprAttr::get(&getContext(), space);
    if (result.getSymbol() && isAddressSpace(*result.getSymbol()))
      return result;
    (void)LogicalResult(BrokenConstraint(where, "address-space",
                                         "the address space of " + name + " is " + space.str())
                            .help("bind it to GLOBAL_ADDRESS_SPACE or SHARED_ADDRESS_SPACE"));
    return failure();
  }

  LogicalResult bindTiles() {
    for (Operation &op : *getOperation().getBlock()) {
      auto tile = op.getAttrOfType<ir::ExprAttr>("tile");
      if (!tile)
        continue;
      std::string dim = op.getAttrOfType<ir::ExprAttr>("dim").getValue().str();
      FailureOr<ir::ExprAttr> size = evaluate(tile, op.getLoc(), "tile of " + dim);
      if (failed(size))
        return failure();
      if (!size->getConstant())
        return reportOpenTile(op, dim, *size);
      op.setAttr("tile", *size);
    }
    return success();
  }

  LogicalResult reportOpenTile(Operation &op, const std::string &dim, ir::ExprAttr size) {
    std::string symbol = symbolic::symbolsOf(size.getValue()).front();
    const Use &use = uses.find(symbol)->second;
    return BrokenConstraint(&op, "open-tile",
                            "tile of " + dim + " is " + size.getValue().str() + ", but the size " +
                                symbol + " is left open until the launch")
        .note(use.where, use.what)
        .help("tiles are numbers when a kernel is compiled: bind " + symbol +
              ", or choose a tile that does not depend on it");
  }

  /// A dimension of a register need not be one of a memory.
  LogicalResult checkRegisters() {
    auto result = getOperation().walk([&](ir::RegisterOp op) {
      for (ir::DimAttr dim : op.getResult().getType().getDims()) {
        std::string what = "size " + dim.getName().getValue().str() + " of a register";
        if (failed(evaluateSize(dim.getName(), op.getLoc(), what)))
          return WalkResult::interrupt();
      }
      return WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

  static ArrayRef<NamedAttribute> coordinatesOf(ir::DebugLogOp op) {
    DictionaryAttr chosen = op.getCoordinatesAttr();
    return chosen ? chosen.getValue() : ArrayRef<NamedAttribute>();
  }

  LogicalResult bindCoordinates() {
    auto result = getOperation().walk([&](ir::DebugLogOp op) {
      NamedAttrList bound;
      for (NamedAttribute chosen : coordinatesOf(op)) {
        FailureOr<ir::ExprAttr> value = evaluate(cast<ir::ExprAttr>(chosen.getValue()), op.getLoc(),
                                                 "coordinate " + chosen.getName().getValue() +
                                                     " of debug_log '" + op.getLabel() + "'");
        if (failed(value))
          return WalkResult::interrupt();
        bound.set(chosen.getName(), *value);
      }
      if (!bound.empty())
        op.setCoordinatesAttr(bound.getDictionary(&getContext()));
      return WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

  /// What the symbols stand for, for whoever reads the bound form.
  void recordBindings() {
    NamedAttrList list;
    for (auto &[name, use] : uses)
      if (auto value = resolve(Expr::symbol(name));
          bindings.find(name) && std::holds_alternative<Expr>(value))
        list.set(name, ir::ExprAttr::get(&getContext(), std::get<Expr>(value)));
    getOperation().setBindingsAttr(list.getDictionary(&getContext()));
    getOperation().removeDefaultsAttr(); // what was bound needs none
  }

  Bindings bindings;
  llvm::StringSet<> open; ///< symbols that are whole dimensions and have no value
  llvm::MapVector<std::string, Use, std::map<std::string, unsigned>> uses; // first use wins
};

} // namespace
} // namespace wave
