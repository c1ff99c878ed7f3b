//===- TraceOps.cpp - Registers, read, write, debug_log, mma --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "wave/ops.h"

#include "dialect/DiagnosticCapture.h"
#include "dialect/ElementTypes.h"
#include "frontend/Record.h"
#include "frontend/TraceMapping.h"
#include "llvm/ADT/SmallPtrSet.h"

#include "machine/MmaTable.h"

using namespace mlir;
using wave::frontend::record;
using wave::frontend::splat;
using wave::frontend::Tracer;
using wave::frontend::typeOf;

namespace wave {

Register::Register(std::initializer_list<Expr> shape, DType dtype, double value,
                   std::source_location where)
    : value_(nullptr), trace_(0) {
  Tracer &tracer = Tracer::current("Register", where);
  *this = splat(tracer, tracer.tileType(shape, dtype, where), Number(value, where));
}

std::vector<Expr> Register::shape() const {
  std::vector<Expr> shape;
  if (Tracer::current("Register", {}).scalarOf(*this, {}))
    return shape;
  for (ir::DimAttr dim : typeOf(*this).getDims())
    shape.push_back(dim.getName().getValue());
  return shape;
}

DType Register::dtype() const {
  if (Value index = Tracer::current("Register", {}).scalarOf(*this, {})) {
    auto op = index.getDefiningOp<ir::IndexOp>();
    return op && op.getI32() ? DType::i32 : DType::i64;
  }
  return *ir::dtypeOf(typeOf(*this).getElementType());
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// The number that a scalar is where it lies outside of its memory.
static IntegerAttr scalarFill(Tracer &tracer, const ReadOptions &options, ir::MemoryType memory) {
  if (!options.fill)
    return {};
  Number number = *options.fill;
  number.where = options.where;
  const TypedAttr fill =
      frontend::numberAttr(tracer, number, *ir::dtypeOf(memory.getElementType()));
  return tracer.builder().getI64IntegerAttr(cast<IntegerAttr>(fill).getValue().getSExtValue());
}

/// An element as an index.  It is a constant of the launch, so that it does not matter when.
static Register readScalar(Tracer &tracer, Value source, const ReadOptions &options) {
  auto type = cast<ir::MemoryType>(source.getType());
  const SmallVector<Value> place = frontend::scalarPlaceOf(tracer, *options.mapping, type);
  const bool isInteger = type.getElementType().isInteger(32) || type.getElementType().isInteger(64);
  auto op = ir::ReadIndexOp::create(tracer.builder(), tracer.at(options.where),
                                    tracer.builder().getIndexType(), source, place,
                                    isInteger ? scalarFill(tracer, options, type) : IntegerAttr(),
                                    /*permutation=*/UnitAttr(), tracer.tag(options.tag));
  tracer.check(op);
  return tracer.reg(op);
}

namespace order {
Register table(const Memory &order, const ScalarValue &index, std::source_location where) {
  Tracer &tracer = Tracer::current("table", where);
  auto op =
      ir::ReadIndexOp::create(tracer.builder(), tracer.at(where), tracer.builder().getIndexType(),
                              tracer.value(order, where),
                              tracer.scalarOf(index.as_register(), where), /*fill=*/IntegerAttr(),
                              /*permutation=*/tracer.builder().getUnitAttr(), /*tag=*/StringAttr());
  tracer.check(op);
  return tracer.reg(op);
}
} // namespace order

Register read(const Memory &memory, const ReadOptions &options, const EffectScope &scope) {
  Tracer &tracer = Tracer::current("read", options.where);
  Value source = tracer.value(memory, options.where);
  auto type = cast<ir::MemoryType>(source.getType());
  if (frontend::givesScalar(options.mapping))
    return readScalar(tracer, source, options);
  auto tileOf = [&](ArrayRef<ir::DimAttr> dims) {
    return ir::TileType::get(tracer.context(), dims, type.getElementType());
  };
  const frontend::TracedMapping mapping =
      frontend::mappingOf(tracer, options.mapping, type, std::nullopt);
  // What lies outside is filled in under a grid constraint too.
  const bool isMapped = mapping.isMoved || options.fill;
  TypedAttr fill;
  if (options.fill) {
    Number number = *options.fill;
    number.where = options.where;
    fill = frontend::numberAttr(tracer, number, *ir::dtypeOf(type.getElementType()));
  }
  Register result = record<ir::ReadOp>(
      tracer, options.where, tileOf(options.mapping ? mapping.dims : type.getDims()), source,
      ValueRange(), isMapped ? mapping.exprs : ArrayAttr(), mapping.operands, ArrayAttr(), fill,
      tracer.tag(options.tag));
  scope.mark(tracer.value(result, options.where).getDefiningOp(), options.where);
  if (mapping.dims == mapping.order)
    return result;
  return record<ir::PermuteOp>(tracer, options.where, tileOf(mapping.order),
                               tracer.value(result, options.where), StringAttr());
}

void write(const Register &value, const Memory &memory, const WriteOptions &options,
           const EffectScope &scope) {
  Tracer &tracer = Tracer::current("write", options.where);
  Value stored = tracer.value(value, options.where);
  Value target = tracer.value(memory, options.where);
  const frontend::TracedMapping mapping =
      frontend::mappingOf(tracer, options.mapping, cast<ir::MemoryType>(target.getType()),
                          cast<ir::TileType>(stored.getType()));
  auto op = ir::WriteOp::create(tracer.builder(), tracer.at(options.where), stored, target,
                                ValueRange(), mapping.isMoved ? mapping.exprs : ArrayAttr(),
                                mapping.operands, ArrayAttr(), tracer.tag(options.tag), UnitAttr(),
                                ir::PathAttr(), ArrayAttr());
  tracer.check(op);
  scope.mark(op, options.where);
}

void debug_log(const Register &value, const detail::Text &label, const DebugLogOptions &options,
               const EffectScope &scope) {
  Tracer &tracer = Tracer::current("debug_log", options.where);
  NamedAttrList coordinates;
  for (const Binding &chosen : options.at)
    coordinates.set(chosen.symbol, tracer.expr(chosen.value));
  auto op = ir::DebugLogOp::create(
      tracer.builder(), tracer.at(options.where), tracer.value(value, options.where),
      tracer.builder().getStringAttr(label),
      coordinates.empty() ? DictionaryAttr() : coordinates.getDictionary(tracer.context()),
      ValueRange(), IntegerAttr(), ValueRange(), tracer.tag(options.tag));
  tracer.check(op);
  scope.mark(op, options.where);
}

//===----------------------------------------------------------------------===//
// mma
//===----------------------------------------------------------------------===//

Register mma(const Register &lhs, const Register &rhs, const Register &accumulator,
             const MmaOptions &options) {
  Tracer &tracer = Tracer::current("mma", options.where);
  StringAttr type;
  if (options.mma_type)
    type = tracer.builder().getStringAttr(machine::mmaRow(*options.mma_type).name);
  StringAttr precision;
  if (options.precision)
    precision = tracer.builder().getStringAttr(ir::precisionName(*options.precision));
  return record<ir::MmaOp>(tracer, options.where, typeOf(accumulator, options.where),
                           tracer.value(lhs, options.where), tracer.value(rhs, options.where),
                           tracer.value(accumulator, options.where), type, precision,
                           tracer.tag(options.tag));
}

Register mma(const Register &lhs, const Register &rhs, const MmaOptions &options) {
  Tracer &tracer = Tracer::current("mma", options.where);
  // Without an accumulator the first dimension from the end that both operands
  // have is the reduction; the others they share are batches.
  ir::TileType lhsType = typeOf(lhs, options.where), rhsType = typeOf(rhs, options.where);
  ir::ExprAttr reduction;
  for (ir::DimAttr dim : lhsType.getDims())
    if (rhsType.hasDim(dim.getName()))
      reduction = dim.getName();
  std::vector<Expr> shape;
  for (ir::DimAttr dim : lhsType.getDims())
    if (dim.getName() != reduction)
      shape.push_back(dim.getName().getValue());
  for (ir::DimAttr dim : rhsType.getDims())
    if (!lhsType.hasDim(dim.getName()))
      shape.push_back(dim.getName().getValue());
  auto fact = [](const char *part, Value tile) {
    return Note{part + ir::describe(cast<ir::TileType>(tile.getType())) + ", " +
                    ir::describeOrigin(tile),
                ir::sourceLocation(tile.getLoc())};
  };
  if (!reduction)
    throw Error({.id = "mma-c1",
                 .message = "mma: lhs and rhs share no reduction dimension",
                 .where = options.where,
                 .notes = {fact("lhs is ", tracer.value(lhs, options.where)),
                           fact("rhs is ", tracer.value(rhs, options.where))},
                 .help = "the reduction is a dimension that both have; give both operands one"});
  if (shape.empty())
    throw Error({.id = "mma-c2",
                 .message = "mma: lhs and rhs have no dimension beside the reduction",
                 .where = options.where,
                 .notes = {},
                 .help = "a product of tiles has one dimension of lhs and one of rhs"});
  // Where the operands do not fit each other the verifier of mma says so.
  DType sum = machine::accumulatorOf(lhs.dtype(), rhs.dtype()).value_or(DType::f32);
  Register zero =
      splat(tracer, tracer.tileType(shape, sum, options.where), Number(0, options.where));
  return mma(lhs, rhs, zero, options);
}

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

struct EffectScope::Entry : Tracer::Effect {
  Tracer *tracer;
};

EffectScope::EffectScope() {
  Tracer *tracer = Tracer::currentOrNull();
  if (!tracer)
    return;
  entry_ = std::make_shared<Entry>();
  entry_->tracer = tracer;
  entry_->block = tracer->builder().getInsertionBlock();
  tracer->effects.push_back(entry_.get());
}

EffectScope::~EffectScope() {
  if (entry_)
    std::erase(entry_->tracer->effects, entry_.get());
}

/// Whether `op` uses `value`, itself or through operations that lead to it.
static bool dependsOn(Operation *op, Value value) {
  llvm::SmallPtrSet<Operation *, 16> seen;
  SmallVector<Operation *> pending{op};
  while (!pending.empty()) {
    Operation *next = pending.pop_back_val();
    WalkResult found = next->walk([&](Operation *user) {
      for (Value operand : user->getOperands()) {
        if (operand == value)
          return WalkResult::interrupt();
        if (Operation *producer = operand.getDefiningOp(); producer && seen.insert(producer).second)
          pending.push_back(producer);
      }
      return WalkResult::advance();
    });
    if (found.wasInterrupted())
      return true;
  }
  return false;
}

/// A loop that writes what a read beside it, not one of its operands, reads.
static bool overwrites(Operation *op, Operation *other) {
  auto read = dyn_cast<ir::ReadOp>(other);
  if (!read || !isa<ir::IterateOp>(op) || dependsOn(op, read.getResult()))
    return false;
  return op
      ->walk([&](ir::WriteOp write) {
        return write.getMemory() == read.getMemory() ? WalkResult::interrupt()
                                                     : WalkResult::advance();
      })
      .wasInterrupted();
}

void EffectScope::mark(void *operation, const SourceLocation &where) const {
  auto *op = static_cast<Operation *>(operation);
  for (Tracer::Effect *other : entry_->tracer->effects) {
    if (!other->operation || other->block != entry_->block)
      continue;
    bool bothWrite = !isa<ir::ReadOp>(op) && !isa<ir::ReadOp>(other->operation);
    if (!bothWrite && !overwrites(op, other->operation) && !overwrites(other->operation, op))
      continue;
    throw Error({.id = "two-effects",
                 .message = bothWrite ? "two operations with an effect in one full expression"
                                      : "a read and a loop that writes the same memory in one "
                                        "full expression",
                 .where = where,
                 .notes = {{"the other one is here", other->where}},
                 .help = "C++ does not say which comes first: write two statements"});
  }
  entry_->operation = op;
  entry_->where = where;
}

} // namespace wave
