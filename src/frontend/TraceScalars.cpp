//===- TraceScalars.cpp - Scalars, and symbols that a kernel sets ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A scalar is an index value: an expression over roots.  Arithmetic makes one expression of those
// of its operands; what nothing uses in the end is erased.
//
//===----------------------------------------------------------------------===//

#include "wave/scalar.h"

#include "diagnostic/ErrorId.h"
#include "dialect/DiagnosticCapture.h"
#include "dialect/ElementTypes.h"
#include "frontend/Record.h"
#include "symbolic/KernelText.h"
#include "symbolic/Node.h"
#include "symbolic/Substitute.h"
#include "symbolic/WorkgroupIds.h"

using namespace mlir;
using wave::frontend::Tracer;

namespace wave {

namespace frontend {

Expr Tracer::withoutClusters(const Expr &expr) {
  const std::vector<std::string> symbols = symbolic::symbolsOf(expr);
  if (llvm::none_of(symbols, [](const std::string &symbol) {
        return symbol == CLUSTER_ID.name() || symbol == CLUSTER_RANK.name() ||
               symbol == NUM_CLUSTERS.name();
      }))
    return expr;
  std::array<Expr, 3> grid = {1, 1, 1};
  if (ir::GridConstraintOp given = ir::gridConstraint(kernel_))
    for (auto [dim, size] : llvm::enumerate(given.getSizes()))
      grid[dim] = llvm::cast<ir::ExprAttr>(size).getValue();
  else
    for (auto workgroup : kernel_.getBlock()->getOps<ir::WorkgroupConstraintOp>()) {
      Expr &along = grid[std::min<size_t>(workgroup.getWorkgroupDim(), ir::launchDims - 1)];
      along = along * ceildiv(workgroup.getDim().getValue(), workgroup.getTile().getValue());
    }
  Expr id = 0, rank = 0, clusters = 1, workgroups = 1;
  for (size_t dim = 0; dim < grid.size(); ++dim) {
    if (grid[dim].same_as(Expr(1)))
      continue;
    const Expr workgroup = symbolic::workgroupIds[dim], size = symbolic::clusterSizes[dim];
    id = id + clusters * floordiv(workgroup, size);
    rank = rank + workgroups * (workgroup % size);
    clusters = clusters * ceildiv(grid[dim], size);
    workgroups = workgroups * size;
  }
  return symbolic::substitute(expr,
                              {CLUSTER_ID = id, CLUSTER_RANK = rank, NUM_CLUSTERS = clusters});
}

Expr Tracer::resolved(const Expr &expr) {
  Bindings bindings;
  for (Scope &scope : scopes) { // what is further inside comes later and wins
    if (scope.loop && scope.loop.isWhile())
      bindings.set(scope.loop.getAxis().getSymbol()->str(), indices.of(scope.loop.getCounter()));
    for (auto &[symbol, value] : scope.symbols)
      bindings.set(symbol, indices.of(value));
  }
  return symbolic::substitute(withoutClusters(expr), bindings);
}

Value Tracer::indexOf(const std::string &symbol) {
  for (Scope &scope : llvm::reverse(scopes)) {
    if (auto found = scope.symbols.find(symbol); found != scope.symbols.end())
      return found->second;
    if (scope.loop && scope.loop.isWhile() && scope.loop.getAxis().getSymbol() == StringRef(symbol))
      return scope.loop.getCounter();
  }
  for (auto [dim, id] : llvm::enumerate(symbolic::workgroupIds))
    if (id.name() == symbol)
      return ir::workgroupId(builder_, static_cast<int64_t>(dim));
  return {};
}

Expr Tracer::overOperands(const Expr &given, SmallVectorImpl<Value> &operands) {
  const Expr expr = withoutClusters(given);
  Bindings placeholders;
  for (const std::string &symbol : symbolic::symbolsOf(expr))
    if (Value index = indexOf(symbol)) {
      auto place = llvm::find(operands, index) - operands.begin();
      if (place == static_cast<ptrdiff_t>(operands.size()))
        operands.push_back(index);
      placeholders.set(symbol, Expr::symbol(ir::rootPlaceholder(static_cast<size_t>(place))));
    }
  return symbolic::substitute(expr, placeholders);
}

void Tracer::requireIntegers(const Expr &expr, const SourceLocation &where) {
  for (const std::string &symbol : symbolic::symbolsOf(expr))
    if (ir::ScalarAttr scalar = kernel_.getScalar(symbol); scalar && !scalar.getType().isInteger())
      throw Error({.id = ErrorId("scalar-argument"),
                   .message = "scalar '" + symbol + "' is a float, and an index is " +
                              symbolic::kernelText(expr),
                   .where = where,
                   .notes = {},
                   .help = "a float scalar stands beside tiles, as it is: " + symbol + " * tile"});
}

/// In the text of an expression, where what is shared is written once.
static int64_t operatorsIn(const std::string &text) {
  int64_t count = 0;
  for (size_t at = text.find(' '); at != std::string::npos; at = text.find(' ', at + 1)) {
    const StringRef rest = StringRef(text).substr(at + 1);
    const bool isDefinition = rest.starts_with("= ");
    count += !isDefinition && !rest.empty() && StringRef("+-*/%<>=!").contains(rest.front());
  }
  return count;
}

static constexpr const char *smallerExpression =
    "pass a part of it to the kernel, as a Scalar or in a memory";

/// Passes hand on expressions as text, which has its limits (symbolic/Parse.h).
void Tracer::requireReadable(const Expr &expr, const SourceLocation &where) {
  constexpr int64_t most = 1000;
  if (expr.node().size > most && operatorsIn(expr.str()) > most)
    throw Error({.id = ErrorId("expression-size"),
                 .message = "the expression has more than 1000 operators",
                 .where = where,
                 .notes = {},
                 .help = smallerExpression});
}

/// An expression that grows too large is an error of the operation that makes it.
template <typename Make> static auto locatedAt(const SourceLocation &where, const Make &make) {
  try {
    return make();
  } catch (const Error &error) {
    if (error.diagnostic().where.is_known())
      throw;
    Diagnostic located = error.diagnostic();
    located.where = where;
    if (located.id == "expression-size")
      located.help = smallerExpression;
    throw Error(located);
  }
}

Register Tracer::scalar(const Expr &expr, DType dtype, const SourceLocation &where) {
  requireIntegers(expr, where);
  requireReadable(expr, where);
  SmallVector<Value> roots;
  Bindings placeholders;
  for (const std::string &symbol : symbolic::symbolsOf(expr)) {
    Value root = indices.root(symbol);
    if (!root)
      root = indexOf(symbol); // a workgroup's id
    if (!root)
      continue;
    placeholders.set(symbol, Expr::symbol(ir::rootPlaceholder(roots.size())));
    roots.push_back(root);
  }
  // Always an operation, which has the type, also where a root would do.
  auto op = ir::IndexOp::create(builder_, at(where), builder_.getIndexType(),
                                this->expr(symbolic::substitute(expr, placeholders)), roots,
                                dtype == DType::i32);
  check(op);
  return reg(op);
}

void Tracer::noteSetLater() {
  SmallVector<StringRef> names(everSet.begin(), everSet.end());
  if (names.empty())
    return;
  // Where all uses have become operands, no name is left.
  std::vector<std::string> left;
  auto note = [&](ir::ExprAttr expr) {
    for (const std::string &symbol : symbolic::symbolsOf(expr.getValue()))
      if (llvm::is_contained(everSet, symbol) && !llvm::is_contained(left, symbol))
        left.push_back(symbol);
  };
  kernel_.walk([&](Operation *op) {
    if (auto index = dyn_cast<ir::IndexOp>(op); index && !index->use_empty())
      note(index.getExpr());
    if (auto loop = dyn_cast<ir::IterateOp>(op); loop && loop.isWhile())
      note(loop.getConditionAttr());
    if (auto mapping = op->getAttrOfType<ArrayAttr>("mapping"))
      for (Attribute expr : mapping)
        note(cast<ir::ExprAttr>(expr));
  });
  if (!left.empty())
    kernel_->setAttr("set_elsewhere",
                     builder_.getStrArrayAttr(SmallVector<StringRef>(left.begin(), left.end())));
}

static Error notScalar(StringRef name, const SourceLocation &where, const std::string &what) {
  return Error({.id = "scalar-operand",
                .message = name.str() + ": " + what,
                .where = where,
                .notes = {},
                .help = "scalars combine with scalars, integers, symbols and expressions"});
}

namespace {
struct ScalarOperand {
  Expr value;
  bool isI32; ///< or takes any type
};
} // namespace

static ScalarOperand scalarOperand(Tracer &tracer, StringRef name, const Operand &operand,
                                   const SourceLocation &where) {
  if (operand.is_number()) {
    const Number &number = operand.number();
    if (!number.is_exact || number.value != std::trunc(number.value) ||
        std::abs(number.value) > 0x1p53)
      throw notScalar(name, where, "a number beside a scalar is no integer up to 2^53");
    return {Expr::constant(static_cast<int64_t>(number.value)), true};
  }
  Value index = tracer.scalarOf(operand.as_register(), where);
  if (!index)
    throw notScalar(name, where, "one operand is a scalar, the other a tile");
  auto op = index.getDefiningOp<ir::IndexOp>();
  return {tracer.indices.of(index), op && op.getI32()};
}

static bool isScalar(Tracer &tracer, const Operand &operand, const SourceLocation &where) {
  return !operand.is_number() && tracer.scalarOf(operand.as_register(), where);
}

static std::optional<Expr> combined(StringRef name, const Expr &a, const Expr &b) {
  using Function = Expr (*)(const Expr &, const Expr &);
  static constexpr std::pair<StringLiteral, Function> functions[] = {
      {"+", [](const Expr &x, const Expr &y) { return x + y; }},
      {"-", [](const Expr &x, const Expr &y) { return x - y; }},
      {"*", [](const Expr &x, const Expr &y) { return x * y; }},
      {"%", [](const Expr &x, const Expr &y) { return x % y; }},
      {"floordiv", [](const Expr &x, const Expr &y) { return floordiv(x, y); }},
      {"minimum", [](const Expr &x, const Expr &y) { return Min(x, y); }},
      {"maximum", [](const Expr &x, const Expr &y) { return Max(x, y); }},
      {"<", [](const Expr &x, const Expr &y) { return (x < y).value(); }},
      {"<=", [](const Expr &x, const Expr &y) { return (x <= y).value(); }},
      {">", [](const Expr &x, const Expr &y) { return (x > y).value(); }},
      {">=", [](const Expr &x, const Expr &y) { return (x >= y).value(); }},
      {"==", [](const Expr &x, const Expr &y) { return (x == y).value(); }},
      {"!=", [](const Expr &x, const Expr &y) { return (x != y).value(); }},
  };
  for (const auto &[known, function] : functions)
    if (known == name)
      return function(a, b);
  return std::nullopt;
}

std::optional<Register> scalarResult(Tracer &tracer, StringRef name, const Operand &a,
                                     const Operand &b, const SourceLocation &where) {
  const auto isTile = [&](const Operand &operand) {
    return !operand.is_number() && !isScalar(tracer, operand, where);
  };
  if (isTile(a) || isTile(b) || (a.is_number() && b.is_number()))
    return std::nullopt;
  const ScalarOperand left = scalarOperand(tracer, name, a, where);
  const ScalarOperand right = scalarOperand(tracer, name, b, where);
  const std::optional<Expr> value =
      locatedAt(where, [&] { return combined(name, left.value, right.value); });
  if (!value)
    throw Error({.id = "scalar-operand",
                 .message = name.str() + ": scalars do not have this operator",
                 .where = where,
                 .notes = {},
                 .help = name == "/"
                             ? "floordiv(a, b) is the quotient, rounded towards minus infinity"
                             : "scalars have + - * %, comparisons, floordiv, minimum, "
                               "maximum and select"});
  return tracer.scalar(*value, left.isI32 && right.isI32 ? DType::i32 : DType::i64, where);
}

std::optional<Register> scalarChoice(Tracer &tracer, const Register &condition, const Operand &a,
                                     const Operand &b, const SourceLocation &where) {
  Value chooser = tracer.scalarOf(condition, where);
  if (!chooser && !isScalar(tracer, a, where) && !isScalar(tracer, b, where))
    return std::nullopt;
  if (!chooser)
    throw notScalar("select", where, "the condition is a tile, and an operand is a scalar");
  const ScalarOperand left = scalarOperand(tracer, "select", a, where);
  const ScalarOperand right = scalarOperand(tracer, "select", b, where);
  const Expr value = locatedAt(where, [&] {
    return select(Predicate(tracer.indices.of(chooser)), left.value, right.value);
  });
  return tracer.scalar(value, left.isI32 && right.isI32 ? DType::i32 : DType::i64, where);
}

Register besideTile(Tracer &tracer, const Register &scalar, ir::TileType tile,
                    const SourceLocation &where) {
  const DType dtype = *ir::dtypeOf(tile.getElementType());
  const bool isNarrow = dtype == DType::i32;
  if (dtype == DType::i1 || (size_in_bytes(dtype) == 1))
    throw Error({.id = "scalar-operand",
                 .message = "a size or a scalar is beside a tile of " +
                            std::string(dtype_name(dtype)) + ", which does not hold it",
                 .where = where,
                 .notes = {},
                 .help = "cast the tile to i32, i64, or a float of 16 bits or more"});
  Value index = tracer.scalarOf(scalar, where);
  if (isNarrow) // its range is checked
    index = tracer.scalarOf(tracer.scalar(tracer.indices.of(index), DType::i32, where), where);
  // One dimension: operations broadcast it along the others, and the CPU need not store a whole
  // tile of it.
  const auto type = [&](DType element) {
    return ir::TileType::get(tracer.context(), tile.getDims().front(),
                             ir::typeOf(element, tracer.context()));
  };
  const Register whole = record<ir::SplatOp>(
      tracer, where, type(isNarrow ? DType::i32 : DType::i64), index, StringAttr());
  if (dtype == DType::i32 || dtype == DType::i64)
    return whole;
  return record<ir::CastOp>(tracer, where, type(dtype), tracer.value(whole, where), StringAttr());
}

/// A float scalar in every element of a tile with the first dimension of `tile`, and its type.
static Register floatBeside(Tracer &tracer, ir::ScalarAttr scalar, ir::TileType tile,
                            const SourceLocation &where) {
  const auto type = [&](Type element) {
    return ir::TileType::get(tracer.context(), tile.getDims().front(), element);
  };
  if (!isa<FloatType>(tile.getElementType()) || !ir::hasArithmetic(tile.getElementType()))
    throw Error({.id = ErrorId("scalar-operand"),
                 .message = "scalar '" + scalar.getName().str() + "' is a float beside a tile of " +
                            std::string(dtype_name(*ir::dtypeOf(tile.getElementType()))),
                 .where = where,
                 .notes = {},
                 .help = "cast the tile to a float of 16 bits or more"});
  const Register whole =
      record<ir::SplatOp>(tracer, where, type(scalar.getType()), Value(), scalar.getName());
  if (scalar.getType() == tile.getElementType())
    return whole;
  return record<ir::CastOp>(tracer, where, type(tile.getElementType()), tracer.value(whole, where),
                            StringAttr());
}

/// An expression beside a scalar has the scalar's type, and the tile's type beside a tile.
static Register asOperand(const char *name, const ScalarExpr &expr, const Register &beside) {
  Tracer &tracer = Tracer::current(name, expr.where);
  const bool isBesideScalar = static_cast<bool>(tracer.scalarOf(beside, expr.where));
  if (expr.argument) {
    const std::string argument = expr.value.str();
    const ir::ScalarAttr scalar = tracer.scalarArgument(argument);
    if (!scalar || scalar.getType() != ir::typeOf(*expr.argument, tracer.context()))
      throw Error({.id = ErrorId("scalar-argument"),
                   .message = "scalar '" + argument + "' of " +
                              std::string(dtype_name(*expr.argument)) +
                              " is no argument of kernel '" + tracer.kernelName().str() + "'",
                   .where = expr.where,
                   .notes = {},
                   .help = "list it in the kernel's arguments: Kernel(\"" +
                           tracer.kernelName().str() + "\", {..., " + argument + "}, ...)"});
    if (!scalar.getType().isInteger() && !isBesideScalar)
      return floatBeside(tracer, scalar, typeOf(beside, expr.where), expr.where);
  }
  const Register scalar = tracer.scalar(tracer.resolved(expr.value),
                                        isBesideScalar ? beside.dtype() : DType::i64, expr.where);
  return isBesideScalar ? scalar
                        : besideTile(tracer, scalar, typeOf(beside, expr.where), expr.where);
}

static void checkDType(const char *name, DType dtype, const SourceLocation &where) {
  if (dtype == DType::i32 || dtype == DType::i64)
    return;
  throw Error(
      {.id = "scalar-operand",
       .message = std::string(name) + ": a scalar cannot be " + std::string(dtype_name(dtype)),
       .where = where,
       .notes = {},
       .help = "scalars are i32 or i64"});
}

} // namespace frontend

using frontend::asOperand;

ScalarRegister::ScalarRegister(const Expr &value, std::source_location where)
    : Register(scalar(value, DType::i32, where)) {}
ScalarRegister::ScalarRegister(const Symbol &value, std::source_location where)
    : ScalarRegister(Expr(value), where) {}

ScalarValue::ScalarValue(const Expr &value, std::source_location where)
    : value_(scalar(value, DType::i64, where)) {}
ScalarValue::ScalarValue(const Symbol &value, std::source_location where)
    : ScalarValue(Expr(value), where) {}

Register scalar(const Expr &value, DType dtype, std::source_location where) {
  Tracer &tracer = Tracer::current("scalar", where);
  frontend::checkDType("scalar", dtype, where);
  return tracer.scalar(tracer.resolved(value), dtype, where);
}

namespace detail {
Expr scalar_value(const Register &scalar, const std::source_location &where) {
  Tracer &tracer = Tracer::current("apply_expr", where);
  if (Value index = tracer.scalarOf(scalar, where))
    return tracer.indices.of(index);
  throw Error({.id = ErrorId("scalar-operand"),
               .message = "apply_expr: an operand is a tile",
               .where = where,
               .notes = {},
               .help = "tiles have arithmetic, comparisons and functions of their own"});
}

Register scalar_of(const Expr &value, const Register *scalars, size_t count,
                   const std::source_location &where) {
  Tracer &tracer = Tracer::current("apply_expr", where);
  const bool isWide = std::any_of(scalars, scalars + count, [](const Register &scalar) {
    return scalar.dtype() == DType::i64;
  });
  return tracer.scalar(tracer.resolved(value), isWide ? DType::i64 : DType::i32, where);
}
} // namespace detail

/// Whether tiles have parts of it.
static bool isDimOfArgument(Tracer &tracer, const Expr &axis) {
  Operation *kernel = tracer.builder().getInsertionBlock()->getParentOp();
  while (!isa<ir::KernelOp>(kernel))
    kernel = kernel->getParentOp();
  return llvm::any_of(cast<ir::KernelOp>(kernel).getBlock()->getArgumentTypes(), [&](Type type) {
    return llvm::any_of(cast<ir::MemoryType>(type).getDims(),
                        [&](ir::DimAttr dim) { return dim.getName().getValue().same_as(axis); });
  });
}

Register self_index(const Expr &axis, DType dtype, std::source_location where) {
  Tracer &tracer = Tracer::current("self_index", where);
  frontend::checkDType("self_index", dtype, where);
  if (isDimOfArgument(tracer, axis))
    return frontend::record<ir::SelfIndexOp>(tracer, where, tracer.tileType({axis}, dtype, where),
                                             ValueRange());
  for (Tracer::Scope &scope : llvm::reverse(tracer.scopes)) {
    if (!scope.loop || !scope.loop.getAxis().getValue().same_as(axis))
      continue;
    Expr value = tracer.indices.of(scope.loop.getCounter());
    if (!scope.loop.isWhile())
      for (auto tiling :
           scope.loop->getParentOfType<ir::KernelOp>().getBlock()->getOps<ir::TilingConstraintOp>())
        if (tiling.getDim() == scope.loop.getAxis())
          value = value * tiling.getTile().getValue();
    return tracer.scalar(value, dtype, where);
  }
  throw Error({.id = ErrorId("self-index"),
               .message = "self_index: " + axis.str() +
                          " is no dimension of an argument, and no loop over it is around",
               .where = where,
               .notes = {},
               .help = "call it in the body of iterate({.axis = " + axis.str() + ", ...}, ...)"});
}

void set_symbol(const Symbol &symbol, const ScalarValue &value, std::source_location where) {
  Tracer &tracer = Tracer::current("set_symbol", where);
  const std::string name(symbol.name());
  auto refuse = [&](const std::string &why, const std::string &help) {
    return Error({.id = ErrorId("set-symbol"),
                  .message = "set_symbol: " + name + " " + why,
                  .where = where,
                  .notes = {},
                  .help = help});
  };
  Value index = tracer.scalarOf(value.as_register(), where);
  if (!index)
    throw refuse("is set to a tile", "set it to a scalar");
  for (Tracer::Scope &scope : tracer.scopes) {
    if (!scope.loop || scope.loop.getAxis().getSymbol() != StringRef(name))
      continue;
    if (!scope.loop.isWhile())
      throw refuse("is the axis of a loop that counts by itself",
                   "give the loop a start and a condition, or set another symbol");
    if (&scope != &tracer.scopes.back())
      throw refuse("is the axis of a loop further out",
                   "set it in the body of that loop, outside this one");
    scope.next = index;
    return;
  }
  for (const Symbol &id : {WORKGROUP_0, WORKGROUP_1, WORKGROUP_2})
    if (id.name() == symbol.name())
      throw refuse("is the id of the workgroup", "set a symbol of your own");
  if (tracer.scalarArgument(name))
    throw refuse("is an argument of the kernel", "set a symbol of your own");
  auto kernel = tracer.builder().getInsertionBlock()->getParentOp();
  while (!isa<ir::KernelOp>(kernel))
    kernel = kernel->getParentOp();
  for (BlockArgument argument : cast<ir::KernelOp>(kernel).getBlock()->getArguments())
    for (ir::DimAttr dim : cast<ir::MemoryType>(argument.getType()).getDims())
      if (llvm::is_contained(symbolic::symbolsOf(dim.getName().getValue()), name))
        throw refuse("is a size of memory '" +
                         cast<ir::KernelOp>(kernel).getArgName(argument.getArgNumber()).str() + "'",
                     "sizes stay as they are: set a symbol of your own");
  tracer.scopes.back().symbols[name] = index;
  if (!llvm::is_contained(tracer.everSet, name))
    tracer.everSet.push_back(name);
}

static void assumeIndex(Tracer &tracer, const Register &condition,
                        const std::source_location &where) {
  Value index = tracer.scalarOf(condition, where);
  if (!index)
    throw frontend::notScalar("assume", where, "the condition is a tile");
  const std::string text = symbolic::kernelText(tracer.indices.of(index));
  tracer.check(ir::AssumeOp::create(tracer.builder(), tracer.at(where), index,
                                    tracer.builder().getStringAttr(text)));
}

void assume(const Predicate &condition, std::source_location where) {
  Tracer &tracer = Tracer::current("assume", where);
  assumeIndex(tracer, tracer.scalar(tracer.resolved(condition.value()), DType::i64, where), where);
}

void assume(const Register &condition, std::source_location where) {
  assumeIndex(Tracer::current("assume", where), condition, where);
}

#define WAVE_SCALAR_OPERATOR(SIGN)                                                                 \
  Register operator SIGN(const Register &a, const ScalarExpr &b) {                                 \
    return a SIGN Operand(asOperand(#SIGN, b, a), b.where);                                        \
  }                                                                                                \
  Register operator SIGN(const ScalarExpr &a, const Register &b) {                                 \
    return asOperand(#SIGN, a, b) SIGN Operand(b, a.where);                                        \
  }
WAVE_SCALAR_OPERATOR(+)
WAVE_SCALAR_OPERATOR(-)
WAVE_SCALAR_OPERATOR(*)
WAVE_SCALAR_OPERATOR(/)
WAVE_SCALAR_OPERATOR(%)
#undef WAVE_SCALAR_OPERATOR

#define WAVE_SCALAR_OPERATOR(SIGN)                                                                 \
  Register operator SIGN(const Register &a, const ScalarExpr &b) {                                 \
    return Operand(a, b.where) SIGN Operand(asOperand(#SIGN, b, a), b.where);                      \
  }                                                                                                \
  Register operator SIGN(const ScalarExpr &a, const Register &b) {                                 \
    return Operand(asOperand(#SIGN, a, b), a.where) SIGN Operand(b, a.where);                      \
  }
WAVE_SCALAR_OPERATOR(<)
WAVE_SCALAR_OPERATOR(<=)
WAVE_SCALAR_OPERATOR(>)
WAVE_SCALAR_OPERATOR(>=)
WAVE_SCALAR_OPERATOR(==)
WAVE_SCALAR_OPERATOR(!=)
#undef WAVE_SCALAR_OPERATOR

static Register scalarOnly(const char *name, const Operand &a, const Operand &b) {
  Tracer &tracer = Tracer::current(name, b.where());
  if (auto result = frontend::scalarResult(tracer, name, a, b, b.where()))
    return *result;
  throw Error({.id = "scalar-operand",
               .message = std::string(name) + ": an operand is a tile",
               .where = b.where(),
               .notes = {},
               .help = "only scalars have this operation"});
}

Register operator%(const Register &a, const Operand &b) {
  return scalarOnly("%", {a, b.where()}, b);
}
Register operator%(const Number &a, const Register &b) { return scalarOnly("%", a, {b, a.where}); }
Register floordiv(const Register &a, const Operand &b) {
  return scalarOnly("floordiv", {a, b.where()}, b);
}
Register floordiv(const Number &a, const Register &b) {
  return scalarOnly("floordiv", a, {b, a.where});
}
Register floordiv(const Register &a, const ScalarExpr &b) {
  return floordiv(a, Operand(asOperand("floordiv", b, a), b.where));
}
Register floordiv(const ScalarExpr &a, const Register &b) {
  return floordiv(asOperand("floordiv", a, b), Operand(b, a.where));
}
Register minimum(const Register &a, const ScalarExpr &b) {
  return minimum(a, Operand(asOperand("minimum", b, a), b.where), {.tag = {}, .where = b.where});
}
Register minimum(const ScalarExpr &a, const Register &b) {
  return minimum(asOperand("minimum", a, b), Operand(b, a.where), {.tag = {}, .where = a.where});
}
Register select(const Register &condition, const Register &a, const ScalarExpr &b) {
  return select(condition, a, Operand(asOperand("select", b, a), b.where),
                {.tag = {}, .where = b.where});
}
Register select(const Register &condition, const ScalarExpr &a, const Register &b) {
  return select(condition, asOperand("select", a, b), Operand(b, a.where),
                {.tag = {}, .where = a.where});
}
Register maximum(const ScalarExpr &a, const Register &b) {
  return maximum(asOperand("maximum", a, b), Operand(b, a.where), {.tag = {}, .where = a.where});
}
Register maximum(const Register &a, const ScalarExpr &b) {
  return maximum(a, Operand(asOperand("maximum", b, a), b.where), {.tag = {}, .where = b.where});
}

} // namespace wave
