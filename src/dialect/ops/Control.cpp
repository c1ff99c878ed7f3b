//===- Control.cpp - Loops: syntax and verifiers --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/BrokenConstraint.h"
#include "dialect/Dialect.h"
#include "dialect/ExprSyntax.h"
#include "symbolic/NearestName.h"
#include "symbolic/Substitute.h"

using namespace mlir;

namespace wave::ir {

YieldOp IterateOp::getYield() { return cast<YieldOp>(getBlock()->getTerminator()); }

std::optional<unsigned> IterateOp::carriedNumber(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != getBlock() || argument.getArgNumber() == 0)
    return std::nullopt;
  return argument.getArgNumber() - 1;
}

Block &IterateOp::addBody() {
  Block &body = getBody().emplaceBlock();
  body.addArgument(IndexType::get(getContext()), getLoc());
  return body;
}

IterateOp IterateOp::carrying(Value init) {
  OpBuilder builder(*this);
  SmallVector<Value> inits(getInit());
  inits.push_back(init);
  auto loop = IterateOp::create(builder, getLoc(), ValueRange(inits).getTypes(), getAxisAttr(),
                                inits, getCount(), getStagesAttr(), getTagAttr(), getStart(),
                                getConditionAttr(), getConditionOperands(), getBegin(), getEnd());
  loop->setDiscardableAttrs((*this)->getDiscardableAttrDictionary());
  loop.getBody().takeBody(getBody());
  BlockArgument argument = loop.getBlock()->addArgument(init.getType(), getLoc());
  loop.getYield().getValuesMutable().append(argument);
  replaceAllUsesWith(loop.getResults().drop_back());
  erase();
  return loop;
}

std::optional<int64_t> IterateOp::getConstantCount() {
  return getCount() ? constantOf(getCount()) : std::nullopt;
}

void IterateOp::getAsmBlockArgumentNames(Region &region, OpAsmSetValueNameFn setName) {
  if (std::optional<StringRef> axis = getAxis().getSymbol(); axis && !region.empty())
    setName(region.getArgument(0), *axis);
}

//===----------------------------------------------------------------------===//
// Syntax: wave.iterate K begin %b end %e at %K count %n iter_args(%x = %x0) -> (type) attributes
// {...} { ... }
//         wave.iterate T at %T from %start while "$0 < $1" (%n) iter_args...
//===----------------------------------------------------------------------===//

ParseResult IterateOp::parse(OpAsmParser &parser, OperationState &result) {
  ExprAttr axis;
  if (parseExpr(parser, axis))
    return failure();
  result.addAttribute(getAxisAttrName(result.name), axis);
  const Type index = parser.getBuilder().getIndexType();
  SmallVector<OpAsmParser::UnresolvedOperand, 1> begin, end;
  if (succeeded(parser.parseOptionalKeyword("begin")) && parser.parseOperand(begin.emplace_back()))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("end")) && parser.parseOperand(end.emplace_back()))
    return failure();
  OpAsmParser::Argument counter;
  if (succeeded(parser.parseOptionalKeyword("at")) && parser.parseArgument(counter))
    return failure();
  counter.type = index;
  SmallVector<OpAsmParser::UnresolvedOperand, 1> count;
  if (succeeded(parser.parseOptionalKeyword("count")) && parser.parseOperand(count.emplace_back()))
    return failure();
  SmallVector<OpAsmParser::UnresolvedOperand> start, conditionOperands;
  if (succeeded(parser.parseOptionalKeyword("from")) && parser.parseOperand(start.emplace_back()))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("while"))) {
    ExprAttr condition;
    if (parseExpr(parser, condition) ||
        parser.parseOperandList(conditionOperands, OpAsmParser::Delimiter::OptionalParen))
      return failure();
    result.addAttribute(getConditionAttrName(result.name), condition);
  }
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> init;
  SmallVector<Type> types;
  llvm::SMLoc at = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword("iter_args")))
    if (parser.parseAssignmentList(arguments, init) || parser.parseArrowTypeList(types))
      return failure();
  if (types.size() != arguments.size())
    return parser.emitError(at, "iterate: " + Twine(arguments.size()) +
                                    " values are carried, but " + Twine(types.size()) +
                                    " types are given [iterate-c2]");
  for (auto [argument, type] : llvm::zip(arguments, types))
    argument.type = type;
  result.addTypes(types);
  Region *body = result.addRegion();
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.resolveOperands(init, types, at, result.operands) ||
      parser.resolveOperands(count, index, result.operands) ||
      parser.resolveOperands(start, index, result.operands) ||
      parser.resolveOperands(conditionOperands, index, result.operands) ||
      parser.resolveOperands(begin, index, result.operands) ||
      parser.resolveOperands(end, index, result.operands))
    return failure();
  llvm::copy(
      ArrayRef<int32_t>{static_cast<int32_t>(init.size()), static_cast<int32_t>(count.size()),
                        static_cast<int32_t>(start.size()),
                        static_cast<int32_t>(conditionOperands.size()),
                        static_cast<int32_t>(begin.size()), static_cast<int32_t>(end.size())},
      result.getOrAddProperties<Properties>().operandSegmentSizes.begin());
  const bool isNamed = !counter.ssaName.name.empty();
  if (isNamed)
    arguments.insert(arguments.begin(), counter);
  if (parser.parseRegion(*body, arguments))
    return failure();
  if (body->empty()) {
    body->emplaceBlock();
    body->addArguments(SmallVector<Type>(llvm::map_range(
                           arguments, [](const auto &argument) { return argument.type; })),
                       SmallVector<Location>(arguments.size(), result.location));
  }
  if (!isNamed)
    body->insertArgument(0u, index, result.location);
  if (body->front().empty() || !isa<YieldOp>(body->front().back())) {
    OpBuilder builder(parser.getContext());
    builder.setInsertionPointToEnd(&body->front());
    YieldOp::create(builder, result.location, ValueRange{});
  }
  return success();
}

void IterateOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printExpr(printer, getAxisAttr());
  if (getBegin())
    printer << " begin " << getBegin();
  if (getEnd())
    printer << " end " << getEnd();
  if (!getCounter().use_empty())
    printer << " at " << getCounter();
  if (getCount())
    printer << " count " << getCount();
  if (getStart())
    printer << " from " << getStart();
  if (getCondition()) {
    printer << " while ";
    printExpr(printer, getConditionAttr());
    if (!getConditionOperands().empty())
      printer << " (" << getConditionOperands() << ')';
  }
  if (!getInit().empty()) {
    printer << " iter_args(";
    llvm::interleaveComma(llvm::zip(getCarried(), getInit()), printer, [&](auto pair) {
      printer << std::get<0>(pair) << " = " << std::get<1>(pair);
    });
    printer << ')';
    printer.printArrowTypeList(getInit().getTypes());
  }
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(),
      {getAxisAttrName(), getConditionAttrName(), getOperandSegmentSizesAttrName()});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/!getInit().empty() || getYield().getNext());
}

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

static bool isDimOfArgument(KernelOp kernel, ExprAttr dim) {
  return llvm::any_of(kernel.getBlock()->getArgumentTypes(), [&](Type type) {
    auto memory = dyn_cast<MemoryType>(type);
    return memory &&
           llvm::any_of(memory.getDims(), [&](DimAttr known) { return known.getName() == dim; });
  });
}

/// What an axis without a tiling constraint takes: that of a dimension says how large a step is, a
/// number counts by 1.
static std::string tilingOf(IterateOp op, KernelOp kernel) {
  const std::string axis = op.getAxis().getValue().str();
  if (isDimOfArgument(kernel, op.getAxis()))
    return "say how far one step goes: TilingConstraint{" + axis + ", BLOCK_" + axis + "}";
  const std::string counter = "an axis that counts has steps of 1: TilingConstraint{" + axis + "}";
  if (op.isWhile() || op.getCount() || op.getEnd())
    return counter;
  std::vector<std::string> known;
  for (Type type : kernel.getBlock()->getArgumentTypes())
    if (auto memory = dyn_cast<MemoryType>(type))
      for (DimAttr dim : memory.getDims())
        known.push_back(dim.getName().getValue().str());
  return symbolic::suggestion(
      axis, known, counter + ", and an end: iterate({.axis = " + axis + ", .end = ...}, ...)");
}

static LogicalResult verifyAxis(IterateOp op) {
  auto kernel = op->getParentOfType<KernelOp>();
  // C1
  if (!op.getAxis().getSymbol())
    return BrokenConstraint(op, "iterate-c1",
                            "iterate: the axis " + op.getAxis().getValue().str() +
                                " is not a symbol")
        .help("iterate over a dimension of a memory, by its symbol");
  auto steps = [&](TilingConstraintOp tiling) { return tiling.getDim() == op.getAxis(); };
  if (kernel && llvm::none_of(kernel.getBlock()->getOps<TilingConstraintOp>(), steps))
    return BrokenConstraint(op, "iterate-c1",
                            "iterate: the axis " + op.getAxis().getValue().str() +
                                " has no tiling constraint")
        .help(tilingOf(op, kernel));
  // C5
  for (auto outer = op->getParentOfType<IterateOp>(); outer;
       outer = outer->getParentOfType<IterateOp>())
    if (outer.getAxis() == op.getAxis())
      return BrokenConstraint(op, "iterate-c5",
                              "iterate: a loop over " + op.getAxis().getValue().str() +
                                  " surrounds this one")
          .note(outer.getLoc(), "the outer loop is here")
          .help("iterate over another dimension, or put both bodies into one loop");
  return success();
}

static LogicalResult verifyTrips(IterateOp op) {
  const std::string axis = op.getAxis().getValue().str();
  auto kernel = op->getParentOfType<KernelOp>();
  // C6
  if (!op.isWhile() && !op.getCount() && !op.getEnd() && kernel &&
      !isDimOfArgument(kernel, op.getAxis()))
    return BrokenConstraint(op, "iterate-c6",
                            "iterate: the axis " + axis +
                                " is no dimension of any argument, and the loop has no condition "
                                "and no end")
        .help("say how long it runs: iterate({.axis = " + axis + ", .end = ...}, ...)");
  if (op.isWhile() && kernel && isDimOfArgument(kernel, op.getAxis()))
    return BrokenConstraint(op, "iterate-c6",
                            "iterate: the axis " + axis +
                                " of a loop with a condition is a dimension of an argument")
        .help("the axis is a number there: choose a symbol of its own");
  // C9
  if (op.getBegin() || op.getEnd()) {
    if (op.isWhile())
      return BrokenConstraint(op, "iterate-c9",
                              "iterate: the loop over " + axis + " has a condition and " +
                                  (op.getEnd() ? "an end" : "a begin"))
          .help("let it begin at .start and run while .condition holds, or leave both out");
    if (kernel)
      for (auto workgroup : kernel.getBlock()->getOps<WorkgroupConstraintOp>())
        if (workgroup.getDim() == op.getAxis())
          return BrokenConstraint(op, "iterate-c9",
                                  "iterate: the loop over " + axis + " has " +
                                      (op.getEnd() ? "an end" : "a begin") + ", and " + axis +
                                      " is distributed over workgroups")
              .note(workgroup.getLoc(), "the workgroup constraint of " + axis + " is here")
              .help("the loop goes through the workgroup's part of " + axis +
                    ": leave the bounds out, or take the workgroup constraint away");
  }
  // C7
  if (!op.isWhile() &&
      (op.getStart() || !op.getConditionOperands().empty() || op.getYield().getNext()))
    return BrokenConstraint(op, "iterate-c7",
                            "iterate: the loop over " + axis + " has a " +
                                (op.getStart() ? "start" : "next value") + ", but no condition")
        .help("say how long it runs: .condition = " + axis + " < ...");
  if (!op.isWhile())
    return success();
  if (!op.getStart())
    return BrokenConstraint(op, "iterate-c7",
                            "iterate: the loop over " + axis + " has a condition, but no start")
        .help("say where it begins: .start = WORKGROUP_0 for one");
  if (op.getCount())
    return BrokenConstraint(op, "iterate-c7",
                            "iterate: the loop over " + axis + " has a condition and a count")
        .help("leave the count out");
  if (!op.getYield().getNext())
    return BrokenConstraint(op, "iterate-c7",
                            "iterate: the body does not set the next value of " + axis)
        .help("end the body with set_symbol(" + axis + ", ...), for one of self_index(" + axis +
              ", i32) + NUM_CTAS");
  // C8
  const std::vector<std::string> symbols = symbolic::symbolsOf(op.getCondition()->getValue());
  if (!llvm::is_contained(symbols, rootPlaceholder(0)))
    return BrokenConstraint(op, "iterate-c8",
                            "iterate: the condition " + op.getCondition()->getValue().str() +
                                " does not depend on the axis " + axis)
        .help("the loop would run for ever or not at all: compare the axis, " + axis + " < ...");
  for (const std::string &symbol : symbols)
    if (unsigned number = 0;
        symbol.front() == '$' && (StringRef(symbol).drop_front().getAsInteger(10, number) ||
                                  number > op.getConditionOperands().size()))
      return BrokenConstraint(op, "iterate-c8",
                              "iterate: the condition has " + symbol + ", but " +
                                  Twine(op.getConditionOperands().size()) + " operands")
          .help("$0 is the counter, $1 the first operand");
  return success();
}

static LogicalResult verifyCarried(IterateOp op) {
  // C2
  const bool isPipelined = op.getStages().has_value();
  Block *body = op.getBlock();
  YieldOp yield = op.getYield();
  size_t count = op.getInit().size();
  const size_t arguments = body->getNumArguments() - 1; // beside the counter
  if (arguments != count || yield.getValues().size() != count || op.getNumResults() != count)
    return BrokenConstraint(op, "iterate-c2",
                            "iterate: " + Twine(count) + " initial values, but " +
                                Twine(arguments) + " arguments, " +
                                Twine(yield.getValues().size()) + " yielded values and " +
                                Twine(op.getNumResults()) + " results")
        .help("give the loop as many of each as there are initial values");
  for (size_t i = 0; i < count; ++i) {
    auto described = [](Value value) {
      auto tile = dyn_cast<TileType>(value.getType());
      return tile ? describe(tile) : std::string("an index");
    };
    const Type type = op.getInit()[i].getType();
    if (type != yield.getValues()[i].getType() || type != op.getCarried()[i].getType() ||
        type != op.getResultTypes()[i])
      return BrokenConstraint(op, "iterate-c2",
                              "iterate: value " + Twine(i) + " changes its type in the loop")
          .note(op.getInit()[i].getLoc(), "it starts as " + described(op.getInit()[i]))
          .note(yield.getValues()[i].getLoc(),
                "the body returns " + described(yield.getValues()[i]))
          .help("return a value of the type it starts with; cast changes element types");
    // C3
    auto init = dyn_cast<TileType>(type);
    if (init && !isPipelined && !op.isWhile() && init.hasDim(op.getAxis()))
      return BrokenConstraint(op, "iterate-c3",
                              "iterate: a carried value has the dimension " +
                                  op.getAxis().getValue().str() + " that the loop iterates over")
          .note(op.getInit()[i].getLoc(), "it starts as " + describe(init))
          .help(op.getInit()[i].getDefiningOp<RegisterOp>()
                    ? "start from a Register without " + op.getAxis().getValue().str() +
                          ", of which every step holds another part"
                    : "every step holds another part of that dimension: read it inside the loop");
  }
  return success();
}

/// What stands for a value from outside in the body of a loop over one of its dimensions.
static std::string wayInside(Value value, ExprAttr axis) {
  if (value.getDefiningOp<RegisterOp>())
    return "make it inside the loop, where a Register with " + axis.getValue().str() +
           " has the size of one step";
  if (value.getDefiningOp<ReadOp>())
    return "read it inside the loop";
  return "compute it inside the loop, of what is read there";
}

static LogicalResult verifyCaptured(IterateOp op) {
  WalkResult result = op.getBody().walk([&](Operation *user) {
    for (Value operand : user->getOperands()) {
      auto type = dyn_cast<TileType>(operand.getType());
      // C4
      if (type && type.hasDim(op.getAxis()) &&
          !op.getBody().isAncestor(operand.getParentRegion())) {
        (void)LogicalResult(
            BrokenConstraint(user, "iterate-c4",
                             "iterate: the body uses a value from outside with the dimension " +
                                 op.getAxis().getValue().str() + " that the loop iterates over")
                .note(operand.getLoc(),
                      "the value is " + describe(type) + ", " + describeOrigin(operand))
                .help(wayInside(operand, op.getAxis())));
        return WalkResult::interrupt();
      }
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult IterateOp::verify() {
  if (getBlock()->getNumArguments() == 0 || !getCounter().getType().isIndex())
    return BrokenConstraint(*this, "iterate-c2", "iterate: the body has no counter")
        .help("give the body an index for its first argument");
  if (!isa<YieldOp>(getBlock()->back()))
    return BrokenConstraint(*this, "iterate-c2", "iterate: the body does not end in a yield")
        .help("end it with wave.yield of the carried values");
  return verifyAxis(*this);
}

LogicalResult IterateOp::verifyRegions() {
  return success(succeeded(verifyCarried(*this)) && succeeded(verifyTrips(*this)) &&
                 (getStages() || isWhile() || succeeded(verifyCaptured(*this))));
}

LogicalResult IfOp::verifyRegions() {
  // C1
  for (Region *way : {&getThen(), &getOtherwise()})
    if (auto yield = dyn_cast<YieldOp>(way->front().back());
        !yield || yield.getValues().getTypes() != getResultTypes())
      return BrokenConstraint(*this, "if-c1", "if: the two ways do not yield the results' types")
          .help("end both with a yield of values of those types, in that order");
  return success();
}

} // namespace wave::ir
