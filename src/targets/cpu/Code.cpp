//===- Code.cpp - Index arithmetic, control flow, memory ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/Code.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include "dialect/ElementTypes.h"
#include "machine/ElementFormat.h"

using namespace mlir;

namespace wave::cpu {

//===----------------------------------------------------------------------===//
// Index arithmetic
//===----------------------------------------------------------------------===//

Value Code::index(int64_t value) { return arith::ConstantIndexOp::create(builder, loc, value); }
Value Code::add(Value a, Value b) { return builder.createOrFold<arith::AddIOp>(loc, a, b); }
Value Code::sub(Value a, Value b) { return builder.createOrFold<arith::SubIOp>(loc, a, b); }
Value Code::mul(Value a, Value b) { return builder.createOrFold<arith::MulIOp>(loc, a, b); }
Value Code::minimum(Value a, Value b) { return builder.createOrFold<arith::MinSIOp>(loc, a, b); }
Value Code::maximum(Value a, Value b) { return builder.createOrFold<arith::MaxSIOp>(loc, a, b); }
Value Code::equal(Value a, int64_t b) {
  return builder.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::eq, a, index(b));
}
Value Code::roundDown(Value a, int64_t unit) {
  Value rest = builder.createOrFold<arith::RemUIOp>(loc, a, index(unit));
  return sub(a, rest);
}
Value Code::divide(Value a, int64_t b) {
  return builder.createOrFold<arith::DivUIOp>(loc, a, index(b));
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

void Code::loop(Value lower, Value upper, int64_t step, function_ref<void(Value)> body) {
  scf::ForOp::create(builder, loc, lower, upper, index(step), ValueRange{},
                     [&](OpBuilder &inside, Location, Value iv, ValueRange) {
                       OpBuilder::InsertionGuard guard(builder);
                       builder.setInsertionPoint(inside.getInsertionBlock(),
                                                 inside.getInsertionPoint());
                       body(iv);
                       scf::YieldOp::create(builder, loc);
                     });
}

void Code::branch(Value condition, function_ref<void()> then, function_ref<void()> otherwise) {
  auto fill = [&](function_ref<void()> part) {
    return [this, part](OpBuilder &inside, Location) {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPoint(inside.getInsertionBlock(), inside.getInsertionPoint());
      part();
      scf::YieldOp::create(builder, loc);
    };
  };
  scf::IfOp::create(builder, loc, condition, fill(then), fill(otherwise));
}

Code::Carried Code::loopCarrying(Value count, ValueRange init,
                                 function_ref<Carried(Value, ValueRange)> body) {
  auto loop = scf::ForOp::create(builder, loc, index(0), count, index(1), init,
                                 [&](OpBuilder &inside, Location, Value iv, ValueRange carried) {
                                   OpBuilder::InsertionGuard guard(builder);
                                   builder.setInsertionPoint(inside.getInsertionBlock(),
                                                             inside.getInsertionPoint());
                                   scf::YieldOp::create(builder, loc, body(iv, carried));
                                 });
  return Carried(loop.getResults());
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static Type storedType(DType dtype, MLIRContext *context) {
  const bool isByte = dtype == DType::i1 || machine::float8Of(dtype);
  return isByte ? IntegerType::get(context, 8) : ir::typeOf(dtype, context);
}

static Type vectorOf(Type element, int64_t lanes) {
  return lanes == 1 ? element : Type(VectorType::get({lanes}, element));
}

Value Code::advance(Value pointer, DType element, Value count) {
  Value offset = builder.createOrFold<arith::IndexCastOp>(loc, builder.getI64Type(), count);
  return LLVM::GEPOp::create(builder, loc, pointer.getType(),
                             storedType(element, builder.getContext()), pointer,
                             ArrayRef<LLVM::GEPArg>{offset});
}

Value Code::advance(Value pointer, DType element, int64_t count) {
  return advanceBytes(pointer, count * size_in_bytes(element));
}

Value Code::advanceBytes(Value pointer, int64_t bytes) {
  if (bytes == 0)
    return pointer;
  Value offset = arith::ConstantIntOp::create(builder, loc, builder.getI64Type(), bytes);
  return LLVM::GEPOp::create(builder, loc, pointer.getType(), builder.getI8Type(), pointer,
                             ArrayRef<LLVM::GEPArg>{offset});
}

Value Code::loadPointer(Value array, int64_t position) {
  return LLVM::LoadOp::create(builder, loc, array.getType(), advanceBytes(array, 8 * position));
}

Value Code::loadIndex(Value array, int64_t position) {
  Value value =
      LLVM::LoadOp::create(builder, loc, builder.getI64Type(), advanceBytes(array, 8 * position));
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(), value);
}

Value Code::room(int64_t words) {
  Type i64 = builder.getI64Type();
  Value count = arith::ConstantIntOp::create(builder, loc, i64, words);
  return LLVM::AllocaOp::create(builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), i64,
                                count);
}

void Code::storeIndex(Value index, Value array, int64_t position) {
  Value word = builder.createOrFold<arith::IndexCastOp>(loc, builder.getI64Type(), index);
  LLVM::StoreOp::create(builder, loc, word, advanceBytes(array, 8 * position));
}

void Code::call(Value function, ValueRange arguments) {
  auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(builder.getContext()),
                                          SmallVector<Type>(arguments.getTypes()));
  SmallVector<Value> operands{function};
  llvm::append_range(operands, arguments);
  LLVM::CallOp::create(builder, loc, type, operands);
}

Value Code::isNull(Value pointer) {
  Value null = LLVM::ZeroOp::create(builder, loc, pointer.getType());
  return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq, pointer, null);
}

Value Code::load(Value pointer, DType stored, DType wanted, int64_t lanes) {
  Type type = vectorOf(storedType(stored, builder.getContext()), lanes);
  Value value = LLVM::LoadOp::create(builder, loc, type, pointer,
                                     static_cast<unsigned>(size_in_bytes(stored)));
  if (stored == DType::i1)
    value = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, value,
                                  bits(value, builder.getI8Type(), 0));
  return convert(value, stored, wanted);
}

void Code::store(Value value, DType have, Value pointer, DType stored) {
  value = convert(value, have, stored);
  if (stored == DType::i1)
    value = arith::ExtUIOp::create(builder, loc, like(value, builder.getI8Type()), value);
  LLVM::StoreOp::create(builder, loc, value, pointer, static_cast<unsigned>(size_in_bytes(stored)));
}

} // namespace wave::cpu
