//===- BindSymbols.cpp - Give every symbol its value ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: sizes, tiles and address spaces are expressions over symbols   (traced)
// Gives: they are numbers, and one of the two address spaces            (sized)
//
// A binding may be an expression over other bindings.  Every binding must be
// used, by the kernel or by another binding: an unused one is most likely a
// misspelled one, and is reported before the symbol that it leaves unbound.
//
//===----------------------------------------------------------------------===//

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
    collectUses();
    if (failed(checkAllUsed()) || failed(bindMemories()) || failed(bindTiles()) ||
        failed(checkRegisters()))
      return signalPassFailure();
    recordBindings();
  }

private:
  /// Where a symbol is written, for messages.
  struct Use {
    Location where;
    std::string what;
  };

  void collectUses() {
    ir::KernelOp kernel = getOperation();
    auto use = [&](ir::ExprAttr expr, Location where, const Twine &what) {
      for (const std::string &symbol : symbolic::symbolsOf(expr.getValue()))
        if (!isAddressSpace(symbol))
          uses.insert({symbol, Use{where, what.str()}});
    };
    for (BlockArgument argument : kernel.getBlock()->getArguments()) {
      auto type = cast<ir::MemoryType>(argument.getType());
      StringRef name = kernel.getArgName(argument.getArgNumber());
      for (ir::DimAttr dim : type.getDims())
        use(dim.getName(), argument.getLoc(), "memory '" + name + "' is " + ir::describe(type));
      use(type.getAddressSpace(), argument.getLoc(),
          "the address space of memory '" + name + "' is " +
              type.getAddressSpace().getValue().str());
    }
    for (Operation &op : *kernel.getBlock())
      if (auto tile = op.getAttrOfType<ir::ExprAttr>("tile"))
        use(tile, op.getLoc(),
            "the tile of " + op.getAttrOfType<ir::ExprAttr>("dim").getValue().str() + " is " +
                tile.getValue().str());
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

  /// The number that `expr` is, or a report of why it is none.
  FailureOr<int64_t> evaluate(ir::ExprAttr expr, Location where, const Twine &what) {
    symbolic::Evaluation result = symbolic::evaluate(expr.getValue(), bindings);
    if (result)
      return result.value();
    const EvaluationFailure &failed = result.failure();
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
    (void)LogicalResult(
        BrokenConstraint(where, idOf(failed.kind), what + ": " + symbolic::describe(failed))
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

  static StringRef idOf(EvaluationFailure::Kind kind) {
    switch (kind) {
    case EvaluationFailure::Kind::Inexact:
      return "inexact-quotient";
    case EvaluationFailure::Kind::DivisionByZero:
      return "division-by-zero";
    case EvaluationFailure::Kind::Overflow:
      return "overflow";
    case EvaluationFailure::Kind::Cycle:
      return "cyclic-binding";
    case EvaluationFailure::Kind::UnboundSymbol:
      return "unbound-symbol";
    }
    llvm_unreachable("all kinds are listed");
  }

  ir::ExprAttr constant(int64_t value) {
    return ir::ExprAttr::get(&getContext(), Expr::constant(value));
  }

  LogicalResult bindMemories() {
    ir::KernelOp kernel = getOperation();
    for (BlockArgument argument : kernel.getBlock()->getArguments()) {
      auto type = cast<ir::MemoryType>(argument.getType());
      std::string name = ("memory '" + kernel.getArgName(argument.getArgNumber()) + "'").str();
      SmallVector<ir::DimAttr> dims;
      for (ir::DimAttr dim : type.getDims()) {
        std::string text = dim.getName().getValue().str();
        FailureOr<int64_t> size =
            evaluate(dim.getName(), argument.getLoc(), "size " + text + " of " + name);
        if (failed(size))
          return failure();
        if (*size < 0)
          return BrokenConstraint(argument.getLoc(), "negative-size",
                                  "size " + text + " of " + name + " is " + Twine(*size))
              .help("sizes are at least 0");
        dims.push_back(ir::DimAttr::get(&getContext(), dim.getName(), constant(*size)));
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
    if (result.getSymbol() && !bindings.find(result.getSymbol()->str())) {
      (void)LogicalResult(BrokenConstraint(where, "unbound-symbol",
                                           "symbol '" + *result.getSymbol() + "' has no value")
                              .note(where, "the address space of " + name + " is " +
                                               type.getAddressSpace().getValue().str())
                              .help("bind it to GLOBAL_ADDRESS_SPACE or SHARED_ADDRESS_SPACE"));
      return failure();
    }
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
      FailureOr<int64_t> size = evaluate(tile, op.getLoc(), "tile of " + dim);
      if (failed(size))
        return failure();
      op.setAttr("tile", constant(*size));
    }
    return success();
  }

  /// A dimension of a register need not be one of a memory.
  LogicalResult checkRegisters() {
    auto result = getOperation().walk([&](ir::RegisterOp op) {
      for (ir::DimAttr dim : op.getResult().getType().getDims()) {
        std::string what = "size " + dim.getName().getValue().str() + " of a register";
        FailureOr<int64_t> size = evaluate(dim.getName(), op.getLoc(), what);
        if (failed(size))
          return WalkResult::interrupt();
        if (*size < 0) {
          (void)LogicalResult(BrokenConstraint(op, "negative-size", what + " is " + Twine(*size))
                                  .help("sizes are at least 0"));
          return WalkResult::interrupt();
        }
      }
      return WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

  /// What the symbols stand for, for whoever reads the bound form.
  void recordBindings() {
    NamedAttrList list;
    for (auto &[name, use] : uses)
      if (symbolic::Evaluation value = symbolic::evaluate(Expr::symbol(name), bindings))
        list.set(name, constant(value.value()));
    getOperation().setBindingsAttr(list.getDictionary(&getContext()));
    getOperation().removeDefaultsAttr(); // what was bound needs none
  }

  Bindings bindings;
  llvm::MapVector<std::string, Use, std::map<std::string, unsigned>> uses; // first use wins
};

} // namespace
} // namespace wave
