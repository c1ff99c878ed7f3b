//===- Kernel.cpp - The kernel and its constraints: syntax, verifiers -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/BrokenConstraint.h"
#include "dialect/Dialect.h"
#include "dialect/ExprSyntax.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"

#include "machine/Chip.h"
#include "machine/MmaTable.h"
#include "symbolic/NearestName.h"
#include "symbolic/WorkgroupIds.h"

using namespace mlir;

namespace wave::ir {

//===----------------------------------------------------------------------===//
// Syntax: wave.kernel @name(%a: type, ...)
//             scalars {n : i32} defaults {M = 64} bindings {M = 64} grid [1, 1, 1] attributes {...}
//             { ... }
// The arguments' names are the names of their values.
//===----------------------------------------------------------------------===//

/// `{M = 64, N = "M * 2"}`.
static ParseResult parseValues(OpAsmParser &parser, Attribute &values) {
  NamedAttrList list;
  auto one = [&]() -> ParseResult {
    StringRef symbol;
    ExprAttr value;
    llvm::SMLoc at = parser.getCurrentLocation();
    if (parser.parseKeyword(&symbol) || parser.parseEqual() || parseExpr(parser, value))
      return failure();
    if (list.get(symbol))
      return withHelp(parser.emitError(at, "kernel: " + symbol + " has two values [kernel-c10]"),
                      "leave one of the two out");
    list.set(symbol, value);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, one))
    return failure();
  values = list.getDictionary(parser.getContext());
  return success();
}

/// `{scale : f32, n : i32}`.
static ParseResult parseScalars(OpAsmParser &parser, Attribute &scalars) {
  SmallVector<Attribute> list;
  auto one = [&]() -> ParseResult {
    StringRef name;
    Type type;
    if (parser.parseKeyword(&name) || parser.parseColonType(type))
      return failure();
    list.push_back(
        ScalarAttr::get(parser.getContext(), parser.getBuilder().getStringAttr(name), type));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, one))
    return failure();
  scalars = parser.getBuilder().getArrayAttr(list);
  return success();
}

/// The part of the head that `keyword` starts, if it is there.
static ParseResult parseClause(OpAsmParser &parser, StringRef keyword, StringAttr attribute,
                               OperationState &result,
                               function_ref<ParseResult(OpAsmParser &, Attribute &)> parse) {
  Attribute value;
  if (failed(parser.parseOptionalKeyword(keyword)))
    return success();
  if (parse(parser, value))
    return failure();
  result.addAttribute(attribute, value);
  return success();
}

ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  SmallVector<OpAsmParser::Argument> arguments;
  auto parseGrid = [](OpAsmParser &clause, Attribute &grid) {
    ArrayAttr exprs;
    ParseResult parsed = parseExprs(clause, exprs);
    grid = exprs;
    return parsed;
  };
  if (parser.parseSymbolName(name, SymbolTable::getSymbolAttrName(), result.attributes) ||
      parser.parseArgumentList(arguments, OpAsmParser::Delimiter::Paren, /*allowType=*/true) ||
      parseClause(parser, "scalars", getScalarsAttrName(result.name), result, parseScalars) ||
      parseClause(parser, "defaults", getDefaultsAttrName(result.name), result, parseValues) ||
      parseClause(parser, "bindings", getBindingsAttrName(result.name), result, parseValues) ||
      parseClause(parser, "grid", getGridAttrName(result.name), result, parseGrid) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  SmallVector<StringRef> names;
  for (const OpAsmParser::Argument &argument : arguments)
    names.push_back(argument.ssaName.name.drop_front()); // the leading %
  result.addAttribute(getArgNamesAttrName(result.name), parser.getBuilder().getStrArrayAttr(names));
  Region *body = result.addRegion();
  if (parser.parseRegion(*body, arguments))
    return failure();
  if (body->empty())
    body->emplaceBlock();
  return success();
}

/// Each clause stands on a line of its own.
static void printClause(OpAsmPrinter &printer, StringRef keyword) {
  printer.printNewline();
  printer << "    " << keyword << ' ';
}

static void printValues(OpAsmPrinter &printer, StringRef keyword, DictionaryAttr values) {
  if (!values)
    return;
  printClause(printer, keyword);
  printer << '{';
  llvm::interleaveComma(values, printer, [&](NamedAttribute entry) {
    printer << entry.getName().getValue() << " = ";
    printExpr(printer, cast<ExprAttr>(entry.getValue()));
  });
  printer << '}';
}

void KernelOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(getSymName());
  printer << '(';
  llvm::interleaveComma(getBlock()->getArguments(), printer,
                        [&](BlockArgument argument) { printer.printRegionArgument(argument); });
  printer << ')';
  if (getScalars()) {
    printClause(printer, "scalars");
    printer << '{';
    llvm::interleaveComma(getScalarList(), printer, [&](ScalarAttr scalar) {
      printer << scalar.getName().getValue() << " : " << scalar.getType();
    });
    printer << '}';
  }
  printValues(printer, "defaults", getDefaultsAttr());
  printValues(printer, "bindings", getBindingsAttr());
  if (ArrayAttr grid = getGridAttr()) {
    printClause(printer, "grid");
    printExprs(printer, *this, grid);
  }
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(),
                                           {getArgNamesAttrName(), getScalarsAttrName(),
                                            getDefaultsAttrName(), getBindingsAttrName(),
                                            getGridAttrName(), SymbolTable::getSymbolAttrName()});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

void KernelOp::getAsmBlockArgumentNames(Region &region, OpAsmSetValueNameFn setName) {
  for (auto [argument, name] : llvm::zip(region.getArguments(), getArgNames()))
    setName(argument, cast<StringAttr>(name).getValue());
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

static bool isIdentifier(StringRef name) {
  return !name.empty() && !llvm::isDigit(name.front()) &&
         llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

static LogicalResult verifyArguments(KernelOp kernel) {
  Block *block = kernel.getBlock();
  // C1
  if (kernel.getArgNames().size() != block->getNumArguments())
    return BrokenConstraint(kernel, "kernel-c1",
                            "kernel: " + Twine(block->getNumArguments()) + " arguments have " +
                                Twine(kernel.getArgNames().size()) + " names")
        .help("give each argument one name");
  llvm::StringMap<Location> seen;
  for (BlockArgument argument : block->getArguments()) {
    StringRef name = kernel.getArgName(argument.getArgNumber());
    if (!isa<MemoryType>(argument.getType()))
      return BrokenConstraint(argument.getLoc(), "kernel-c1",
                              "kernel: argument '" + name + "' is not a memory")
          .help("write its type as !wave.memory<[M, N], f32>");
    if (!isIdentifier(name))
      return BrokenConstraint(argument.getLoc(), "kernel-c1",
                              "kernel: argument name '" + name + "' is not a C identifier")
          .help("use letters, digits and _, and begin with no digit");
    auto [earlier, isNew] = seen.try_emplace(name, argument.getLoc());
    if (!isNew)
      return BrokenConstraint(argument.getLoc(), "kernel-c1",
                              "kernel: two arguments are called '" + name + "'")
          .note(earlier->second, "the other one is declared here")
          .help("give each argument a name of its own");
  }
  return success();
}

static LogicalResult verifyScalars(KernelOp kernel) {
  const std::string help = "give each scalar a name of its own, and one of these types";
  llvm::StringMap<StringRef> taken;
  for (Attribute name : kernel.getArgNames())
    taken[cast<StringAttr>(name).getValue()] = "an argument";
  for (Type type : kernel.getBlock()->getArgumentTypes())
    for (DimAttr dim : cast<MemoryType>(type).getDims())
      if (std::optional<StringRef> symbol = dim.getName().getSymbol())
        taken[*symbol] = "a dimension";
  // C15
  for (ScalarAttr scalar : kernel.getScalarList()) {
    const StringRef name = scalar.getName().getValue();
    const Type type = scalar.getType();
    if (!type.isInteger(32) && !type.isInteger(64) && !type.isF16() && !type.isBF16() &&
        !type.isF32() && !type.isF64())
      return BrokenConstraint(kernel, "kernel-c15",
                              "kernel: scalar '" + name +
                                  "' is not i32, i64, f16, bf16, f32 or f64")
          .help(help);
    if (!isIdentifier(name))
      return BrokenConstraint(kernel, "kernel-c15",
                              "kernel: the scalar's name '" + name + "' is not a C identifier")
          .help("use letters, digits and _, and begin with no digit");
    if (auto [other, isNew] = taken.try_emplace(name, "a scalar"); !isNew)
      return BrokenConstraint(kernel, "kernel-c15",
                              "kernel: scalar '" + name + "' has the name of " + other->second +
                                  (other->second == "a scalar" ? " before it" : ""))
          .help(help);
  }
  return success();
}

/// The dimension that a constraint speaks of, or null for the hardware.
static ExprAttr constrainedDim(Operation *op) { return op->getAttrOfType<ExprAttr>("dim"); }

static StringRef kindOf(Operation *op) {
  return op->getName().stripDialect().take_until([](char c) { return c == '_'; });
}

static LogicalResult verifyConstrainedDim(KernelOp kernel, Operation *op) {
  ExprAttr dim = constrainedDim(op);
  std::vector<std::string> known;
  for (Type type : kernel.getBlock()->getArgumentTypes())
    for (DimAttr candidate : cast<MemoryType>(type).getDims()) {
      if (candidate.getName() == dim)
        return success();
      if (std::string name = candidate.getName().getValue().str(); !llvm::is_contained(known, name))
        known.push_back(name);
    }
  // The axis of a while loop is a number, not a dimension.
  if (auto tiling = dyn_cast<TilingConstraintOp>(op); tiling && tiling.getTile().getConstant() == 1)
    return success();
  // C7
  std::string name = dim.getValue().str();
  BrokenConstraint broken(op, "kernel-c7",
                          kindOf(op) + " constraint: " + name + " is no dimension of any argument");
  broken.note(kernel.getLoc(), "the arguments have the dimensions " + llvm::join(known, ", "));
  const std::optional<std::string> nearest = symbolic::nearestName(name, known);
  if (isa<TilingConstraintOp>(op))
    return broken.help((nearest ? "did you mean " + *nearest + "? " : "") +
                       "the axis of a loop that counts has steps of 1: TilingConstraint{" + name +
                       "}");
  return broken.help(nearest ? "did you mean " + *nearest + "?"
                             : "name one of them, or leave the constraint out");
}

/// The constraints of a kernel by kind and dimension.
using ConstraintMap = llvm::MapVector<std::pair<StringRef, Attribute>, Operation *>;

static LogicalResult verifyDistinct(KernelOp kernel, ConstraintMap &seen) {
  for (Operation &op : *kernel.getBlock()) {
    if (!isConstraint(&op) || isa<ReorderingConstraintOp>(op))
      continue;
    StringRef kind = kindOf(&op);
    auto [earlier, isNew] = seen.insert({{kind, constrainedDim(&op)}, &op});
    // C3
    if (!isNew && isa<HardwareConstraintOp>(op))
      return BrokenConstraint(&op, "kernel-c3", "kernel: there are two hardware constraints")
          .note(earlier->second->getLoc(), "the first one is here")
          .help("keep one; WaveCompileOptions::hardware replaces it for one compile");
    // C13
    if (!isNew && isa<GridConstraintOp>(op))
      return BrokenConstraint(&op, "kernel-c13", "kernel: there are two grid constraints")
          .note(earlier->second->getLoc(), "the first one is here")
          .help("give one all sizes: GridConstraint{x, y, z}");
    // C2
    if (!isNew)
      return BrokenConstraint(&op, "kernel-c2",
                              "kernel: dimension " + constrainedDim(&op).getValue().str() +
                                  " has two " + kind + " constraints")
          .note(earlier->second->getLoc(), "the first one is here")
          .help("keep one of them");
    if (!isa<HardwareConstraintOp, GridConstraintOp>(op) &&
        failed(verifyConstrainedDim(kernel, &op)))
      return failure();
  }
  return success();
}

static LogicalResult verifyWorkgroupDims(KernelOp kernel) {
  std::array<WorkgroupConstraintOp, gridDims> slots; // by workgroup dimension
  for (auto workgroup : kernel.getBlock()->getOps<WorkgroupConstraintOp>()) {
    WorkgroupConstraintOp &slot = slots[static_cast<size_t>(workgroup.getWorkgroupDim())];
    // C4
    if (slot)
      return BrokenConstraint(workgroup, "kernel-c4",
                              "kernel: workgroup dimension " + Twine(workgroup.getWorkgroupDim()) +
                                  " is used twice")
          .note(slot.getLoc(), "it is used for " + slot.getDim().getValue().str() + " here")
          .help("each dimension of the grid distributes one dimension: use 0 to 4");
    slot = workgroup;
  }
  for (size_t i = 1; i < slots.size(); ++i)
    // C4
    if (slots[i] && !slots[i - 1])
      return BrokenConstraint(slots[i], "kernel-c4",
                              "kernel: workgroup dimension " + Twine(i) + " is used, but " +
                                  Twine(i - 1) + " is not")
          .help("number the workgroup dimensions from 0 without a gap");
  return success();
}

static LogicalResult verifyReorderings(KernelOp kernel) {
  std::array<ReorderingConstraintOp, 3> slots; // by workgroup dimension
  for (auto reordering : kernel.getBlock()->getOps<ReorderingConstraintOp>()) {
    const auto dim = static_cast<size_t>(reordering.getWorkgroupDim());
    // C12
    if (slots[dim])
      return BrokenConstraint(reordering, "kernel-c12",
                              "kernel: workgroup dimension " + Twine(dim) + " is reordered twice")
          .note(slots[dim].getLoc(), "the first reordering is here")
          .help("keep one of them; one expression may use all of WORKGROUP_0 to WORKGROUP_2");
    slots[dim] = reordering;
    auto uses = [&](WorkgroupConstraintOp workgroup) { return workgroup.getWorkgroupDim() == dim; };
    if (dim + 1 == launchDims && sharesLaunchDims(kernel))
      return BrokenConstraint(reordering, "kernel-c12",
                              "kernel: workgroup dimension " + Twine(dim) +
                                  " is reordered, and shares a dimension of the launch with others")
          .help("reorder dimensions 0 and 1");
    if (llvm::none_of(kernel.getBlock()->getOps<WorkgroupConstraintOp>(), uses))
      return BrokenConstraint(reordering, "kernel-c12",
                              "kernel: workgroup dimension " + Twine(dim) +
                                  " is reordered, but no dimension is distributed along it")
          .help("reorder a dimension of the grid that a workgroup constraint uses");
  }
  return success();
}

static LogicalResult verifyLoopedParts(KernelOp kernel, const ConstraintMap &constraints) {
  for (auto tiling : kernel.getBlock()->getOps<TilingConstraintOp>()) {
    WorkgroupConstraintOp workgroup = workgroupConstraint(kernel, tiling.getDim());
    if (!workgroup)
      continue;
    const std::string dim = tiling.getDim().getValue().str();
    // C6
    if (Operation *wave = constraints.lookup({"wave", tiling.getDim()}))
      return BrokenConstraint(wave, "kernel-c6",
                              "kernel: dimension " + dim +
                                  " has a wave constraint, and both a workgroup and a tiling "
                                  "constraint")
          .note(workgroup.getLoc(), "the workgroup constraint is here")
          .note(tiling.getLoc(), "the tiling constraint is here")
          .help("let the waves share another dimension");
    if (GridConstraintOp grid = gridConstraint(kernel))
      return BrokenConstraint(tiling, "kernel-c6",
                              "kernel: dimension " + dim +
                                  " has both a workgroup and a tiling constraint, and the kernel "
                                  "has a grid constraint")
          .note(workgroup.getLoc(), "the workgroup constraint is here")
          .note(grid.getLoc(), "the grid constraint is here")
          .help("iterate from .begin to .end, and take the workgroup constraint of " + dim +
                " away");
  }
  return success();
}

static LogicalResult verifyWaveDims(KernelOp kernel) {
  SmallVector<Operation *> distributed;
  for (auto workgroup : kernel.getBlock()->getOps<WorkgroupConstraintOp>())
    if (workgroup.getWorkgroupDim() < launchDims)
      distributed.push_back(workgroup);
  for (auto wave : kernel.getBlock()->getOps<WaveConstraintOp>()) {
    // C5
    if (auto workgroup = workgroupConstraint(kernel, wave.getDim());
        workgroup && workgroup.getWorkgroupDim() >= launchDims)
      return BrokenConstraint(wave, "kernel-c5",
                              "kernel: " + wave.getDim().getValue().str() +
                                  " is distributed over waves, and over workgroup dimension " +
                                  Twine(workgroup.getWorkgroupDim()))
          .note(workgroup.getLoc(), "the workgroup constraint is here")
          .help("a workgroup has three dimensions: use workgroup dimension 0, 1 or 2, or drop the "
                "wave constraint");
    if (llvm::any_of(distributed,
                     [&](Operation *op) { return constrainedDim(op) == wave.getDim(); }))
      continue;
    // C5
    if (distributed.size() == 3) {
      BrokenConstraint broken(wave, "kernel-c5",
                              "kernel: " + wave.getDim().getValue().str() +
                                  " is the fourth dimension that is distributed over workgroups "
                                  "or waves");
      for (Operation *op : distributed)
        broken.note(op->getLoc(), constrainedDim(op).getValue().str() + " is one of the others");
      return broken.help("a workgroup has three dimensions: drop one of the constraints");
    }
    distributed.push_back(wave);
  }
  return success();
}

/// More than one would all compute the same.
static LogicalResult verifyClusterDims(KernelOp kernel) {
  std::array<bool, 3> isUsed = {};
  if (GridConstraintOp grid = gridConstraint(kernel))
    std::fill_n(isUsed.begin(), std::min<size_t>(isUsed.size(), grid.getSizes().size()), true);
  for (auto workgroup : kernel.getBlock()->getOps<WorkgroupConstraintOp>())
    isUsed[std::min<size_t>(workgroup.getWorkgroupDim(), launchDims - 1)] = true;
  for (auto hardware : kernel.getBlock()->getOps<HardwareConstraintOp>())
    if (std::optional<ArrayRef<int64_t>> cluster = hardware.getWorkgroupsPerCluster())
      for (auto [dim, count] : llvm::enumerate(*cluster)) {
        // C11
        if (count > 1 && dim + 1 == launchDims && sharesLaunchDims(kernel))
          return BrokenConstraint(hardware, "kernel-c11",
                                  "kernel: a cluster has " + Twine(count) +
                                      " workgroups along dimension " + Twine(dim) +
                                      " of the launch, which several dimensions of the grid share")
              .help("write 1 there, or use three dimensions of the grid");
        if (count > 1 && !isUsed[dim])
          return BrokenConstraint(hardware, "kernel-c11",
                                  "kernel: a cluster has " + Twine(count) +
                                      " workgroups along dimension " + Twine(dim) +
                                      " of the grid, which no workgroup constraint uses")
              .help("write 1 there, or distribute a dimension along it");
      }
  return success();
}

static LogicalResult verifyVectorShapes(KernelOp kernel) {
  std::vector<std::string> known;
  for (Type type : kernel.getBlock()->getArgumentTypes())
    for (DimAttr dim : cast<MemoryType>(type).getDims())
      known.push_back(dim.getName().getValue().str());
  for (auto tiling : kernel.getBlock()->getOps<TilingConstraintOp>())
    known.push_back(tiling.getDim().getValue().str());
  for (auto hardware : kernel.getBlock()->getOps<HardwareConstraintOp>())
    for (NamedAttribute entry : hardware.getVectorShapesAttr()
                                    ? hardware.getVectorShapesAttr().getValue()
                                    : ArrayRef<NamedAttribute>()) {
      const std::string name = entry.getName().str();
      auto count = dyn_cast<IntegerAttr>(entry.getValue());
      // C14
      if (!llvm::is_contained(known, name)) {
        BrokenConstraint broken(hardware, "kernel-c14",
                                "hardware constraint: vector_shapes has " + name +
                                    ", which is neither a dimension nor the axis of a loop");
        if (auto nearest = symbolic::nearestName(name, known))
          return broken.help("did you mean " + *nearest + "?");
        return broken.help("leave it out");
      }
      if (!count || count.getInt() < 0)
        return BrokenConstraint(hardware, "kernel-c14",
                                "hardware constraint: vector_shapes of " + name +
                                    " is not a number of at least 0")
            .help("write how many elements an operation takes at a time, or 0 for a number");
    }
  return success();
}

static LogicalResult verifyConstraints(KernelOp kernel) {
  ConstraintMap constraints;
  return success(succeeded(verifyDistinct(kernel, constraints)) &&
                 succeeded(verifyWorkgroupDims(kernel)) && succeeded(verifyReorderings(kernel)) &&
                 succeeded(verifyLoopedParts(kernel, constraints)) &&
                 succeeded(verifyWaveDims(kernel)) && succeeded(verifyClusterDims(kernel)) &&
                 succeeded(verifyVectorShapes(kernel)));
}

static LogicalResult verifyBody(KernelOp kernel) {
  Operation *computes = nullptr;
  for (Operation &op : *kernel.getBlock()) {
    // C9
    if (isConstraint(&op) && computes)
      return BrokenConstraint(&op, "kernel-c9",
                              "kernel: a constraint stands after an operation that computes")
          .note(computes->getLoc(), "the first operation that computes is here")
          .help("write the constraints first");
    if (!isConstraint(&op) && !computes)
      computes = &op;
  }
  WalkResult result = kernel.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa_and_nonnull<WaveDialect>(op->getDialect()) && !isa<KernelOp>(op))
      return WalkResult::advance();
    // C9
    (void)LogicalResult(
        BrokenConstraint(op, "kernel-c9",
                         "kernel: " + op->getName().getStringRef() + " does not belong in a kernel")
            .help("a kernel has the computing operations of the wave dialect"));
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

static LogicalResult verifyAttributes(KernelOp kernel) {
  // C10
  for (auto [name, dictionary] : {std::pair("defaults", kernel.getDefaultsAttr()),
                                  std::pair("bindings", kernel.getBindingsAttr())})
    for (NamedAttribute entry : dictionary ? dictionary.getValue() : ArrayRef<NamedAttribute>()) {
      StringRef symbol = entry.getName().getValue();
      if (!isIdentifier(symbol))
        return BrokenConstraint(kernel, "kernel-c10",
                                "kernel: '" + symbol + "' in " + name + " is not a symbol")
            .help("a symbol is letters, digits and _, and begins with no digit");
      if (!isa<ExprAttr>(entry.getValue()))
        return BrokenConstraint(kernel, "kernel-c10",
                                "kernel: the value of " + symbol + " in " + name +
                                    " is not an expression")
            .help("write " + symbol + " = #wave.expr<64>");
    }
  if (ArrayAttr grid = kernel.getGridAttr(); grid && grid.size() != 3)
    return BrokenConstraint(kernel, "kernel-c10",
                            "kernel: the grid has " + Twine(grid.size()) +
                                " dimensions, expected 3")
        .help("write 1 for a dimension that is not used");
  return success();
}

LogicalResult KernelOp::verify() {
  // C8
  if (!isIdentifier(getSymName()))
    return BrokenConstraint(*this, "kernel-c8",
                            "kernel: the name '" + getSymName() + "' is not a C identifier")
        .help("use letters, digits and _, and begin with no digit");
  return success(succeeded(verifyArguments(*this)) && succeeded(verifyScalars(*this)) &&
                 succeeded(verifyAttributes(*this)));
}

/// After the operations of the body have been verified, so that they have all that
/// their own constraints promise.
LogicalResult KernelOp::verifyRegions() {
  return success(succeeded(verifyBody(*this)) && succeeded(verifyConstraints(*this)));
}

static LogicalResult verifySymbol(Operation *op, ErrorId id, ExprAttr dim) {
  if (dim.getSymbol())
    return success();
  return BrokenConstraint(op, id,
                          kindOf(op) + " constraint: dimension " + dim.getValue().str() +
                              " is not a symbol")
      .help("constrain a dimension of a memory, by its symbol");
}

static LogicalResult verifyTile(Operation *op, ErrorId id, ExprAttr tile) {
  std::optional<int64_t> size = tile.getConstant();
  if (!size || *size >= 1)
    return success();
  return BrokenConstraint(op, id,
                          kindOf(op) + " constraint: tile of " +
                              constrainedDim(op).getValue().str() + " is " + Twine(*size))
      .help("a tile has at least 1 element");
}

GridConstraintOp gridConstraint(KernelOp kernel) {
  auto found = kernel.getBlock()->getOps<GridConstraintOp>();
  return found.empty() ? GridConstraintOp() : *found.begin();
}

bool sharesLaunchDims(KernelOp kernel) {
  return llvm::any_of(kernel.getBlock()->getOps<WorkgroupConstraintOp>(),
                      [](WorkgroupConstraintOp op) { return op.getWorkgroupDim() >= launchDims; });
}

template <typename Constraint> static Constraint constraintOf(KernelOp kernel, ExprAttr dim) {
  for (auto constraint : kernel.getBlock()->getOps<Constraint>())
    if (constraint.getDim() == dim)
      return constraint;
  return {};
}

WorkgroupConstraintOp workgroupConstraint(KernelOp kernel, ExprAttr dim) {
  return constraintOf<WorkgroupConstraintOp>(kernel, dim);
}

TilingConstraintOp tilingConstraint(KernelOp kernel, ExprAttr dim) {
  return constraintOf<TilingConstraintOp>(kernel, dim);
}

bool hasLoopedPart(KernelOp kernel, ExprAttr dim) {
  return workgroupConstraint(kernel, dim) && tilingConstraint(kernel, dim);
}

LogicalResult GridConstraintOp::verify() {
  // C1
  if (getSizes().empty() || getSizes().size() > 3)
    return BrokenConstraint(*this, "grid_constraint-c1",
                            "grid constraint: " + Twine(getSizes().size()) +
                                " sizes, expected one to three")
        .help("a grid has three dimensions: GridConstraint{x, y, z}");
  int64_t workgroups = 1;
  for (auto [dim, attribute] : llvm::enumerate(getSizes())) {
    const std::optional<int64_t> size = cast<ExprAttr>(attribute).getConstant();
    if (size && (*size < 1 || *size > symbolic::mostWorkgroups ||
                 (workgroups *= *size) > symbolic::mostWorkgroups))
      return BrokenConstraint(*this, "grid-size",
                              "grid constraint: the size of the grid along dimension " +
                                  Twine(dim) + " is " + Twine(*size))
          .help("a grid has from 1 to " + Twine(symbolic::mostWorkgroups) +
                " workgroups: a few for each compute unit are enough where each takes many tiles");
  }
  return success();
}

LogicalResult WorkgroupConstraintOp::verify() {
  // C1
  if (failed(verifySymbol(*this, "workgroup_constraint-c1", getDim())))
    return failure();
  // C2
  if (int64_t number = getWorkgroupDimAttr().getInt();
      number < 0 || number >= static_cast<int64_t>(gridDims))
    return BrokenConstraint(*this, "workgroup_constraint-c2",
                            "workgroup constraint: workgroup dimension " + Twine(number) +
                                " is none of 0 to 4")
        .help("a grid has the dimensions 0 to 4: choose one that is free");
  // C3
  return verifyTile(*this, "workgroup_constraint-c3", getTile());
}

LogicalResult TilingConstraintOp::verify() {
  // C1
  if (failed(verifySymbol(*this, "tiling_constraint-c1", getDim())))
    return failure();
  // C2
  return verifyTile(*this, "tiling_constraint-c2", getTile());
}

LogicalResult WaveConstraintOp::verify() {
  // C1
  if (failed(verifySymbol(*this, "wave_constraint-c1", getDim())))
    return failure();
  // C2
  return verifyTile(*this, "wave_constraint-c2", getTile());
}

LogicalResult ReorderingConstraintOp::verify() {
  // C1
  if (int64_t number = getWorkgroupDimAttr().getInt(); number < 0 || number > 2)
    return BrokenConstraint(*this, "reordering_constraint-c1",
                            "reordering constraint: workgroup dimension " + Twine(number) +
                                " is none of 0, 1, 2")
        .help("a grid has the dimensions 0, 1 and 2: choose one that a workgroup constraint uses");
  return success();
}

LogicalResult HardwareConstraintOp::verify() {
  // C1
  if (IntegerAttr threads = getThreadsPerWaveAttr(); threads && threads.getInt() < 1)
    return BrokenConstraint(*this, "hardware_constraint-c1",
                            "hardware constraint: threads_per_wave is " + Twine(threads.getInt()))
        .help("a wave has at least 1 thread");
  auto areCounts = [](ArrayRef<int64_t> counts) {
    return counts.size() == 3 && llvm::all_of(counts, [](int64_t n) { return n >= 1; });
  };
  auto text = [](ArrayRef<int64_t> counts) {
    return "(" +
           llvm::join(llvm::map_range(counts, [](int64_t n) { return std::to_string(n); }), ", ") +
           ")";
  };
  // C2
  if (std::optional<ArrayRef<int64_t>> waves = getWavesPerBlock(); waves && !areCounts(*waves))
    return BrokenConstraint(*this, "hardware_constraint-c2",
                            "hardware constraint: waves_per_block is " + text(*waves) +
                                ", expected three numbers of at least 1")
        .help("write 1 for a dimension that is not used");
  // C3
  if (std::optional<StringRef> type = getMmaType(); type && !machine::mmaNamed(type->str())) {
    BrokenConstraint broken(*this, "hardware_constraint-c3",
                            "hardware constraint: there is no matrix instruction " + *type);
    if (auto nearest = symbolic::nearestName(type->str(), machine::mmaNames()))
      broken.help("did you mean " + *nearest + "?");
    return broken;
  }
  // C4; each is compared before they are multiplied.
  if (std::optional<ArrayRef<int64_t>> cluster = getWorkgroupsPerCluster())
    if (!areCounts(*cluster) ||
        llvm::any_of(*cluster, [](int64_t n) { return n > machine::widestCluster; }) ||
        (*cluster)[0] * (*cluster)[1] * (*cluster)[2] > machine::widestCluster)
      return BrokenConstraint(*this, "hardware_constraint-c4",
                              "hardware constraint: workgroups_per_cluster is " + text(*cluster) +
                                  ", expected three numbers of at least 1, at most " +
                                  Twine(machine::widestCluster) + " workgroups in all")
          .help("write 1 for a dimension along which workgroups need not run together");
  return success();
}

} // namespace wave::ir
