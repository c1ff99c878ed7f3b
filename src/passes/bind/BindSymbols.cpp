//===- BindSymbols.cpp - Give every symbol its value ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: sizes, tiles and address spaces are expressions over symbols   (traced)
// Gives: they are numbers, and one of the two address spaces            (sized)
//
// A symbol without a value that is a whole dimension of a memory is left open: the
// launch takes its value from a tensor.  So are integer scalars.  Sizes may depend on what is open,
// tiles may not.
//
// A binding may be an expression over other bindings.  Every binding must be
// used, by the kernel or by another binding: an unused one is most likely a
// misspelled one, and is reported before the symbol that it leaves unbound.
//
//===----------------------------------------------------------------------===//

#include <optional>
#include <variant>

#include "llvm/ADT/StringSet.h"

#include "diagnostic/Fail.h"
#include "dialect/BrokenConstraint.h"
#include "dialect/DiagnosticCapture.h"
#include "dialect/Distribution.h"
#include "dialect/NormalForms.h"
#include "dialect/SymbolUses.h"
#include "passes/Passes.h"
#include "symbolic/Evaluate.h"
#include "symbolic/Multiple.h"
#include "symbolic/Node.h"
#include "symbolic/Parse.h"
#include "symbolic/Substitute.h"
#include "symbolic/WorkgroupIds.h"

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
                                           "subs: '" + item.trim() + "' is not SYMBOL=EXPRESSION")
                              .help("write subs=\"M=128; N=M*2\""));
      return failure();
    }
    subs.set(name.trim().str(), parsed.expr());
  }
  return subs;
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
    uses.emplace(getOperation());
    if (failed(checkScalars()))
      return signalPassFailure();
    bindClusterSizes();
    leaveComputeUnitsOpen();
    keepOneCluster();
    auto isOpen = [&](const std::string &symbol) { return open.contains(symbol); };
    try {
      if (failed(uses->checkAllUsed(bindings)) || failed(uses->checkAllBound(bindings, isOpen)) ||
          failed(bindMemories()) || failed(bindTiles()) || failed(bindReorderings()) ||
          failed(checkRegisters()) || failed(bindCoordinates()) || failed(bindGrid()) ||
          failed(bindIndices()))
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
  void collectOpenSizes() {
    for (Type type : getOperation().getBlock()->getArgumentTypes())
      for (ir::DimAttr dim : cast<ir::MemoryType>(type).getDims())
        if (auto symbol = dim.getName().getSymbol(); symbol && !bindings.find(*symbol))
          open.insert(*symbol);
    for (ir::ScalarAttr scalar : getOperation().getScalarList())
      if (scalar.getType().isInteger())
        open.insert(scalar.getName().getValue());
  }

  /// What a launch gives nobody binds, and floats are no indices.
  LogicalResult checkScalars() {
    for (ir::ScalarAttr scalar : getOperation().getScalarList()) {
      const std::string name = scalar.getName().str();
      if (const Expr *value = bindings.find(name))
        return BrokenConstraint(getOperation(), "scalar-argument",
                                "symbol '" + name + "' is bound to " + value->str() +
                                    ", and it is a Scalar that each launch gives")
            .help("pass the number to the launch, or make " + name + " a Symbol");
      if (const ir::SymbolUse *use = uses->find(name); use && !scalar.getType().isInteger())
        return BrokenConstraint(use->where, "scalar-argument",
                                "scalar '" + name + "' is a float, and " + use->what)
            .help("indices are integers: make it a Scalar of i32 or i64");
    }
    return success();
  }

  /// What the hardware constraint says, where the kernel asks for it.
  void bindClusterSizes() {
    for (auto [symbol, count] :
         llvm::zip(symbolic::clusterSizes, ir::workgroupsPerCluster(getOperation())))
      if (std::string name(symbol.name()); uses->find(name))
        bindings.set(name, count);
  }

  /// A launch knows how many there are, and has whole clusters.
  void leaveComputeUnitsOpen() {
    const std::string name(symbolic::numCtas.name());
    if (bindings.find(name) || !ir::takesComputeUnits(getOperation()))
      return;
    const int64_t together = ir::clusterSize(getOperation());
    if (together == 1) {
      open.insert(name);
      return;
    }
    bindings.set(name, NUM_CLUSTERS * together);
    open.insert(NUM_CLUSTERS.name());
  }

  /// Without a tile there would be no workgroup either, where their number is computed from sizes:
  /// a grid has one at least, which finds nothing to do.
  void keepOneCluster() {
    const std::string name(symbolic::numCtas.name());
    const Expr *bound = bindings.find(name);
    if (!bound || symbolic::isConstant(*bound))
      return;
    const symbolic::Evaluation count = symbolic::evaluate(*bound, bindings);
    if (count && count.value() == 0)
      bindings.set(name, ir::clusterSize(getOperation()));
  }

  bool isOpen(const std::string &symbol) const {
    return open.contains(symbol) || (isOfWorkgroup && symbolic::isWorkgroupId(symbol));
  }

  /// What `expr` is once every binding has been put in its place, or why it is nothing.
  std::variant<Expr, EvaluationFailure> resolve(const Expr &expr) {
    symbolic::Evaluation number = symbolic::evaluate(expr, bindings);
    if (number)
      return Expr(number.value());
    if (number.failure().kind != EvaluationFailure::Kind::UnboundSymbol ||
        !isOpen(number.failure().symbol))
      return number.failure();
    // A chain of bindings without a cycle is at most as long as there are bindings.
    Expr value = expr;
    for (auto left = std::distance(bindings.begin(), bindings.end()); left > 0; --left)
      value = symbolic::substitute(value, bindings);
    for (const std::string &symbol : symbolic::symbolsOf(value)) {
      if (bindings.find(symbol))
        return EvaluationFailure{.kind = EvaluationFailure::Kind::Cycle,
                                 .symbol = symbol,
                                 .expression = {},
                                 .values = {}};
      if (!isOpen(symbol))
        return EvaluationFailure{.kind = EvaluationFailure::Kind::UnboundSymbol,
                                 .symbol = symbol,
                                 .expression = {},
                                 .values = {}};
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
    if (failed.kind == EvaluationFailure::Kind::UnboundSymbol &&
        ir::isAddressSpace(failed.symbol)) {
      (void)LogicalResult(BrokenConstraint(where, "address-space-as-size",
                                           what + " is " + failed.symbol + ", an address space")
                              .help("bind it to a number"));
      return failure();
    }
    if (failed.kind == EvaluationFailure::Kind::UnboundSymbol) {
      const ir::SymbolUse *use = uses->find(failed.symbol);
      BrokenConstraint broken(where, "unbound-symbol",
                              "symbol '" + failed.symbol + "' has no value");
      broken.note(use ? use->where : where, use ? use->what : what.str());
      (void)LogicalResult(
          broken.help("bind it: .subs = {" + failed.symbol + " = ...}, or -D " + failed.symbol +
                      "=... on the command line" +
                      (use && use->mayBeSet ? "; or set it in the kernel, before this use: "
                                              "set_symbol(" +
                                                  failed.symbol + ", ...)"
                                            : "")));
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
      return symbol && !ir::isAddressSpace(*symbol) && bindings.find(symbol->str());
    };
    for (auto left = std::distance(bindings.begin(), bindings.end()); left > 0 && isBound(); --left)
      space = symbolic::substitute(space, bindings);
    auto result = ir::ExprAttr::get(&getContext(), space);
    if (result.getSymbol() && ir::isAddressSpace(*result.getSymbol()))
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
      // Tiles are the steps of a part that a loop goes through.
      auto workgroup = dyn_cast<ir::WorkgroupConstraintOp>(op);
      const bool mayBeOpen = workgroup && ir::hasLoopedPart(getOperation(), workgroup.getDim());
      if (!size->getConstant() && !mayBeOpen)
        return reportOpenTile(op, dim, *size);
      op.setAttr("tile", *size);
    }
    return success();
  }

  /// Indices of tiles: over the ids of the workgroup and sizes.
  LogicalResult bindReorderings() {
    isOfWorkgroup = true;
    for (auto op : getOperation().getBlock()->getOps<ir::ReorderingConstraintOp>()) {
      FailureOr<ir::ExprAttr> index =
          evaluate(op.getIndex(), op.getLoc(),
                   "reordering of workgroup dimension " + Twine(op.getWorkgroupDim()));
      if (failed(index))
        return failure();
      op.setIndexAttr(*index);
    }
    isOfWorkgroup = false;
    return success();
  }

  LogicalResult reportOpenTile(Operation &op, const std::string &dim, ir::ExprAttr size) {
    std::string symbol = symbolic::symbolsOf(size.getValue()).front();
    const ir::SymbolUse &use = *uses->find(symbol);
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

  LogicalResult bindGrid() {
    ir::GridConstraintOp grid = ir::gridConstraint(getOperation());
    if (!grid)
      return success();
    SmallVector<Attribute> sizes;
    for (Attribute size : grid.getSizes()) {
      FailureOr<ir::ExprAttr> value =
          evaluate(cast<ir::ExprAttr>(size), grid.getLoc(),
                   "size " + cast<ir::ExprAttr>(size).getValue().str() + " of the grid");
      if (failed(value))
        return failure();
      sizes.push_back(*value);
    }
    grid.setSizesAttr(ArrayAttr::get(&getContext(), sizes));
    if (failed(grid.verify()))
      return failure();
    sizes.resize(3, ir::ExprAttr::get(&getContext(), Expr(1)));
    return checkClusters(grid, sizes);
  }

  /// Tiles that a cluster is rounded up by have no workgroup; a grid that is given is not rounded.
  LogicalResult checkClusters(ir::GridConstraintOp grid, ArrayRef<Attribute> sizes) {
    for (auto hardware : getOperation().getBlock()->getOps<ir::HardwareConstraintOp>())
      if (std::optional<ArrayRef<int64_t>> cluster = hardware.getWorkgroupsPerCluster())
        for (auto [dim, count, size] : llvm::enumerate(*cluster, sizes)) {
          const Expr &workgroups = cast<ir::ExprAttr>(size).getValue();
          if (count == 1 || symbolic::isMultiple(workgroups, count))
            continue;
          const bool isOne = workgroups.same_as(Expr(1));
          return BrokenConstraint(grid, "grid-size",
                                  "grid constraint: " + workgroups.str() +
                                      (isOne ? " workgroup" : " workgroups") + " along dimension " +
                                      Twine(dim) + (isOne ? " is" : " are") +
                                      " no multiple of the " + Twine(count) + " of a cluster")
              .note(hardware.getLoc(),
                    ir::sourceLocation(hardware.getLoc()).is_known()
                        ? "the hardware constraint is here"
                        : "the options say workgroups_per_cluster is (" +
                              llvm::join(
                                  llvm::map_range(
                                      *cluster, [](int64_t each) { return std::to_string(each); }),
                                  ", ") +
                              ")")
              .help(wayOutOf(workgroups, count, dim < grid.getSizes().size()));
        }
    return success();
  }

  /// Of a number of workgroups that is no multiple of the cluster's.
  static std::string wayOutOf(const Expr &workgroups, int64_t count, bool isGiven) {
    int64_t dividing = count - 1;
    while (!symbolic::isMultiple(workgroups, dividing))
      --dividing;
    const std::string clusters = "clusters of " + std::to_string(dividing) + " along it";
    if (!isGiven)
      return "choose " + clusters + ": the grid constraint has no size there";
    const std::string smaller = dividing == 1 ? std::string() : ", or " + clusters;
    const std::optional<int64_t> known = symbolic::constantOf(workgroups);
    if (!known)
      return "choose a multiple of " + std::to_string(count) +
             " that is known when the kernel is compiled" +
             (smaller.empty() ? ", or no clusters" : smaller);
    const int64_t below = *known / count * count;
    return "choose " + (below > 0 ? std::to_string(below) + " or " : std::string()) +
           std::to_string(below + count) + " workgroups" + smaller;
  }

  /// `expr` with every binding in its place; `$` names stay.
  FailureOr<ir::ExprAttr> bindIndex(ir::ExprAttr expr, Location where) {
    Expr value = expr.getValue();
    for (auto left = std::distance(bindings.begin(), bindings.end()); left > 0; --left)
      value = symbolic::substitute(value, bindings);
    for (const std::string &symbol : symbolic::symbolsOf(value))
      if (symbol.front() != '$' && !open.contains(symbol))
        return evaluate(ir::ExprAttr::get(&getContext(), Expr::symbol(symbol)), where,
                        "index " + expr.getValue().str());
    if (const Expr *quotient = findQuotient(value)) {
      (void)LogicalResult(
          BrokenConstraint(
              where, "inexact-quotient",
              "index " + expr.getValue().str() + ": " + quotient->str() +
                  " is an exact quotient, and nothing says that it leaves no remainder")
              .help("round it: floordiv, ceildiv"));
      return failure();
    }
    return ir::ExprAttr::get(&getContext(), value);
  }

  /// A quotient that is left when all is bound; code would round it.
  static const Expr *findQuotient(const Expr &expr) {
    if (symbolic::isKind(expr, symbolic::Kind::Div))
      return &expr;
    for (const Expr &operand : expr.node().operands)
      if (const Expr *found = findQuotient(operand))
        return found;
    return nullptr;
  }

  /// A number may leave nothing of a root: $0 % 1.
  static void dropUnusedRoots(ir::IndexOp index) {
    const std::vector<std::string> symbols = symbolic::symbolsOf(index.getExpr().getValue());
    SmallVector<Value> roots;
    Bindings renamed;
    for (auto [i, root] : llvm::enumerate(index.getRoots()))
      if (llvm::is_contained(symbols, ir::rootPlaceholder(i))) {
        renamed.set(ir::rootPlaceholder(i), Expr::symbol(ir::rootPlaceholder(roots.size())));
        roots.push_back(root);
      }
    index.setExprAttr(ir::ExprAttr::get(index.getContext(),
                                        symbolic::substitute(index.getExpr().getValue(), renamed)));
    index.getRootsMutable().assign(roots);
  }

  LogicalResult bindIndices() {
    auto result = getOperation().walk([&](Operation *op) {
      auto bind = [&](StringRef name) -> LogicalResult {
        auto expr = op->getAttrOfType<ir::ExprAttr>(name);
        if (!expr)
          return success();
        FailureOr<ir::ExprAttr> bound = bindIndex(expr, op->getLoc());
        if (succeeded(bound))
          op->setAttr(name, *bound);
        return bound;
      };
      if (auto index = dyn_cast<ir::IndexOp>(op)) {
        if (failed(bind("expr")))
          return WalkResult::interrupt();
        dropUnusedRoots(index);
      }
      if (isa<ir::IterateOp>(op) && failed(bind("condition")))
        return WalkResult::interrupt();
      if (auto mapping = op->getAttrOfType<ArrayAttr>("mapping")) {
        SmallVector<Attribute> bound;
        for (Attribute expr : mapping) {
          FailureOr<ir::ExprAttr> value = bindIndex(cast<ir::ExprAttr>(expr), op->getLoc());
          if (failed(value))
            return WalkResult::interrupt();
          bound.push_back(*value);
        }
        op->setAttr("mapping", ArrayAttr::get(&getContext(), bound));
      }
      return WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

  /// What the symbols stand for, for whoever reads the bound form.
  void recordBindings() {
    NamedAttrList list;
    for (const std::string &name : uses->names())
      if (auto value = resolve(Expr::symbol(name));
          bindings.find(name) && std::holds_alternative<Expr>(value))
        list.set(name, ir::ExprAttr::get(&getContext(), std::get<Expr>(value)));
    getOperation().setBindingsAttr(list.getDictionary(&getContext()));
    getOperation().removeDefaultsAttr(); // what was bound needs none
    getOperation()->removeAttr("set_elsewhere");
  }

  Bindings bindings;
  bool isOfWorkgroup = false; ///< whether ids of the workgroup are values for now
  llvm::StringSet<> open;     ///< symbols whose values each launch gives
  std::optional<ir::SymbolUses> uses;
};

} // namespace
} // namespace wave
