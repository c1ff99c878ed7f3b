//===- Tracer.cpp ---------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/Tracer.h"

#include <atomic>
#include <cmath>
#include <tuple>

#include "mlir/IR/Verifier.h"
#include "llvm/Support/Format.h"

#include "diagnostic/ErrorId.h"
#include "dialect/DiagnosticCapture.h"
#include "dialect/ElementTypes.h"
#include "dialect/Writes.h"
#include "frontend/KernelTrace.h"
#include "frontend/OperandOrder.h"

using namespace mlir;

namespace wave {
namespace frontend {

static thread_local Tracer *current_ = nullptr;

std::string &nameOfLastTrace() {
  static thread_local std::string name;
  return name;
}

Tracer *Tracer::currentOrNull() { return current_; }

Tracer &Tracer::current(const std::string &what, const SourceLocation &where) {
  if (current_)
    return *current_;
  throw Error({.id = ErrorId("outside-kernel"),
               .message = what + ": not inside a kernel",
               .where = where,
               .notes = {},
               .help = "call it in the body that is passed to wave::Kernel"});
}

static uint64_t nextId() {
  static std::atomic<uint64_t> last{0};
  return ++last;
}

/// A launch gives tensors before numbers.
static std::pair<std::vector<Memory>, std::vector<Scalar>>
inOrder(const std::string &kernel, const std::vector<KernelArgument> &arguments) {
  std::pair<std::vector<Memory>, std::vector<Scalar>> result;
  auto &[memories, scalars] = result;
  for (const KernelArgument &argument : arguments)
    if (const Scalar *scalar = argument.scalar()) {
      scalars.push_back(*scalar);
    } else if (scalars.empty()) {
      memories.push_back(*argument.memory());
    } else {
      const Memory::Declaration &memory = argument.memory()->declaration();
      const std::string name(scalars.back().name());
      throw Error({.id = ErrorId("scalar-argument"),
                   .message = "kernel '" + kernel + "': scalar '" + name +
                              "' stands before memory '" + memory.name + "'",
                   .where = SourceLocation(scalars.back().where()),
                   .notes = {{"the memory is declared here", memory.where}},
                   .help = "list the memories first, then the scalars"});
    }
  return result;
}

Tracer::Tracer(const std::string &name, const std::vector<KernelArgument> &arguments,
               const SourceLocation &where)
    : context_(makeContext()), builder_(context_.get()), id_(nextId()), outer_(current_) {
  std::vector<Scalar> scalars;
  std::tie(memories_, scalars) = inOrder(name, arguments);
  module_ = ModuleOp::create(at(where));
  builder_.setInsertionPointToEnd(module_->getBody());
  SmallVector<StringRef> names;
  for (const Memory &argument : memories_)
    names.push_back(argument.declaration().name);
  OperationState state(at(where), ir::KernelOp::getOperationName());
  state.addAttribute("sym_name", builder_.getStringAttr(name));
  state.addAttribute("arg_names", builder_.getStrArrayAttr(names));
  SmallVector<Attribute> list;
  for (const Scalar &scalar : scalars)
    list.push_back(ir::ScalarAttr::get(context(), builder_.getStringAttr(scalar.name()),
                                       ir::typeOf(scalar.dtype(), context())));
  if (!list.empty())
    state.addAttribute("scalars", builder_.getArrayAttr(list));
  Block &block = state.addRegion()->emplaceBlock();
  ir::DiagnosticCapture capture(context());
  for (const Memory &argument : memories_) {
    const Memory::Declaration &declaration = argument.declaration();
    SmallVector<ir::DimAttr> dims;
    for (const Expr &size : declaration.shape)
      dims.push_back(ir::DimAttr::get(context(), expr(size), {}));
    Location loc = at(declaration.where);
    auto type = ir::MemoryType::getChecked(
        [&] { return emitError(loc); }, context(), ArrayRef<ir::DimAttr>(dims),
        ir::typeOf(declaration.dtype, context()), expr(declaration.address_space));
    if (!type)
      capture.throwError("making a memory's type");
    block.addArgument(type, loc);
  }
  kernel_ = cast<ir::KernelOp>(builder_.create(state));
  builder_.setInsertionPointToEnd(&block);
  current_ = this;
}

Tracer::~Tracer() { current_ = outer_; }

Location Tracer::at(const SourceLocation &where) { return ir::irLocation(where, context()); }

ir::ExprAttr Tracer::expr(const Expr &value) { return ir::ExprAttr::get(context(), value); }

ir::TileType Tracer::tileType(const std::vector<Expr> &shape, DType dtype,
                              const SourceLocation &where) {
  SmallVector<ir::DimAttr> dims;
  for (const Expr &dim : shape)
    dims.push_back(ir::DimAttr::get(context(), expr(dim), {}));
  ir::DiagnosticCapture capture(context());
  auto type = ir::TileType::getChecked([&] { return emitError(at(where)); }, context(),
                                       ArrayRef<ir::DimAttr>(dims), ir::typeOf(dtype, context()));
  if (!type)
    capture.throwError("making a tile's type");
  return type;
}

Value Tracer::value(const Memory &memory, const SourceLocation &where) {
  for (auto [i, argument] : llvm::enumerate(memories_))
    if (&argument.declaration() == &memory.declaration())
      return kernel_.getBlock()->getArgument(static_cast<unsigned>(i));
  throw Error({.id = ErrorId("unknown-memory"),
               .message = "memory '" + memory.declaration().name + "' is no argument of kernel '" +
                          kernel_.getSymName().str() + "'",
               .where = where,
               .notes = {{"it is declared here", memory.declaration().where}},
               .help = "list it in the kernel's arguments: Kernel(\"" + kernel_.getSymName().str() +
                       "\", {..., " + memory.declaration().name + "}, ...)"});
}

/// A register's value, of whatever kind; throws Error "foreign-register".
static Value ownValue(const Register &tile, uint64_t id, Block *block,
                      const SourceLocation &where) {
  auto foreign = [&](const std::string &why) {
    return Error({.id = ErrorId("foreign-register"),
                  .message = "the register " + why,
                  .where = where,
                  .notes = {},
                  .help = "a register lives as long as the body that made it: return it from the "
                          "loop, or make it again"});
  };
  if (tile.trace() != id)
    throw foreign("belongs to another kernel");
  Value value = Value::getFromOpaquePointer(tile.value());
  if (!value.getParentRegion()->isAncestor(block->getParent()))
    throw foreign("was made in the body of a loop that has ended");
  return value;
}

Value Tracer::value(const Register &tile, const SourceLocation &where) {
  Value value = ownValue(tile, id_, builder_.getInsertionBlock(), where);
  if (!value.getType().isIndex())
    return value;
  throw Error({.id = ErrorId("scalar-operand"),
               .message = "a scalar where a tile is expected",
               .where = where,
               .notes = {{"the scalar is made here", ir::sourceLocation(value.getLoc())}},
               .help = "scalars combine with scalars, numbers and symbols: they say where tiles "
                       "are, not what is in them"});
}

Value Tracer::scalarOf(const Register &tile, const SourceLocation &where) {
  Value value = ownValue(tile, id_, builder_.getInsertionBlock(), where);
  return value.getType().isIndex() ? value : Value();
}

void Tracer::check(Operation *op) {
  if (abandonedLoop.is_known())
    throw Error(
        {.id = ErrorId("unfinished-loop"),
         .message = "iterate: an exception left the body of this loop, but the kernel went on",
         .where = abandonedLoop,
         .notes = {{"it went on here", ir::sourceLocation(op->getLoc())}},
         .help = "let the exception leave the body of the kernel too"});
  ir::DiagnosticCapture capture(context());
  if (failed(mlir::verify(op, /*verifyRecursively=*/true)))
    capture.throwError("verifying an operation");
}

StringAttr Tracer::tag(const std::string &text) {
  return text.empty() ? StringAttr() : builder_.getStringAttr(text);
}

std::shared_ptr<const Kernel::Trace> Tracer::finish() {
  noteSetLater();
  ir::eraseUnusedIndices(kernel_);
  orderByOperands(*kernel_.getBlock());
  check(*module_);
  ir::DiagnosticCapture capture(context());
  if (failed(ir::verifyEffect(kernel_)) || failed(ir::verifyWrites(kernel_)))
    capture.throwError("checking what the kernel writes");
  return record(*module_);
}

TypedAttr numberAttr(Tracer &tracer, const Number &given, DType dtype) {
  double value = given.value;
  auto fail = [&](const std::string &why) {
    std::string number;
    llvm::raw_string_ostream(number) << llvm::format("%.17g", value);
    return Error(
        {.id = ErrorId("number-range"),
         .message = number + " is no value of " + std::string(dtype_name(dtype)) + ": " + why,
         .where = given.where,
         .notes = {},
         .help = "a number takes the element type of the register it meets; cast the "
                 "register, or choose another number"});
  };
  if (!given.is_exact)
    throw fail("an integer beyond 2^53 would reach the kernel rounded");
  Type type = ir::typeOf(dtype, tracer.context());
  if (auto floatType = dyn_cast<FloatType>(type)) {
    llvm::APFloat rounded(value);
    bool losesInfo = false;
    rounded.convert(floatType.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    // A type without an infinity has NaN there.
    if (std::isfinite(value) && !rounded.isFinite())
      throw fail("it is beyond the greatest finite one");
    if (std::isinf(value) && !rounded.isInfinity())
      throw fail("the type has no infinity");
    return FloatAttr::get(type, rounded);
  }
  if (value != std::trunc(value)) // also NaN
    throw fail("it is no integer");
  unsigned bits = type.getIntOrFloatBitWidth();
  double limit = std::ldexp(1.0, static_cast<int>(bits) - 1);
  if (bits == 1 ? value != 0 && value != 1 : value < -limit || value >= limit)
    throw fail("it is out of range");
  return IntegerAttr::get(type,
                          llvm::APInt(bits, static_cast<uint64_t>(static_cast<int64_t>(value)),
                                      /*isSigned=*/false, /*implicitTrunc=*/true));
}

} // namespace frontend

Kernel::Kernel(const detail::Text &name, std::initializer_list<KernelArgument> arguments,
               const Constraints &constraints, const std::function<void()> &body,
               std::source_location where) {
  frontend::nameOfLastTrace() = name;
  if (!body)
    throw Error({.id = ErrorId("no-body"),
                 .message = "kernel '" + name + "' has no body",
                 .where = where,
                 .notes = {},
                 .help = "pass a function that reads, computes and writes"});
  frontend::Tracer tracer(name, arguments, where);
  tracer.add(constraints);
  body();
  trace_ = tracer.finish();
}

Memory::Memory(detail::Text name, std::initializer_list<Expr> shape, DType dtype,
               Expr address_space, std::source_location where)
    : declaration_(std::make_shared<Declaration>(Declaration{
          std::move(name), shape, dtype, std::move(address_space), SourceLocation(where)})) {}

} // namespace wave
