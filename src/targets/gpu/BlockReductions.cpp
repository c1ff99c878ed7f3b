//===- BlockReductions.cpp - Lanes that reduce together ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/gpu/BlockCode.h"

#include "targets/gpu/Elementwise.h"

using namespace mlir;

namespace wave::gpu {

SmallVector<Value> BlockCode::reduce(LaneCode &code, ir::ReductionKind kind, Value value,
                                     ir::ExprAttr along, ir::TileType to, DType dtype,
                                     int64_t exchanging) {
  ir::TileType from = tileOf(value), rest = ir::withoutDim(from, along);
  SmallVector<Value> results(static_cast<size_t>(TileRegisters::countOf(to)));
  for (int64_t reg = 0; reg < TileRegisters::countOf(from); ++reg) {
    Value part = code.convert(valueOf(value).get(code, reg, 1), dtypeOf(value), dtype);
    Value &result = results[static_cast<size_t>(registerBeside(rest, from, reg))];
    result = result ? combine(code, kind, dtype, result, part) : part;
  }
  const std::string dim = along.getValue().str();
  int64_t radix = 1;
  for (const machine::Digit &digit : from.getLayout().getValue().lanes()) {
    const int64_t end = std::min(radix * digit.size, exchanging);
    for (int64_t mask = radix; digit.dim == dim && mask < end; mask *= 2)
      for (Value &result : results)
        result = combine(code, kind, dtype, result, exchanged(code, result, mask));
    radix *= digit.size;
  }
  return results;
}

void BlockCode::lowerOp(LaneCode &code, ir::PartialReduceOp op) {
  ir::TileType to = op.getResult().getType();
  set(op.getResult(),
      TileRegisters::from(code, to,
                          reduce(code, op.getKind(), op.getValue(), op.getDim(), to,
                                 dtypeOf(op.getResult()), static_cast<int64_t>(op.getLanes()))));
}

void BlockCode::lowerOp(LaneCode &code, ir::ReduceOp op) {
  const DType stored = dtypeOf(op.getValue());
  const bool isHalf = stored == DType::f16 || stored == DType::bf16;
  const bool isWidened = isHalf && op.getKind() == ir::ReductionKind::Sum;
  const DType dtype = isWidened ? DType::f32 : stored;
  ir::TileType to = op.getResult().getType();
  // All lanes that share out the dimension exchange what they hold (SplitReductions).
  SmallVector<Value> results = reduce(code, op.getKind(), op.getValue(), op.getDim(), to, dtype,
                                      std::numeric_limits<int64_t>::max());
  for (auto [i, result] : llvm::enumerate(results)) {
    if (op.getInit()) {
      Value init = valueOf(op.getInit()).get(code, static_cast<int64_t>(i), 1);
      result = combine(code, op.getKind(), dtype, code.convert(init, stored, dtype), result);
    }
    result = code.convert(result, dtype, stored);
  }
  set(op.getResult(), TileRegisters::from(code, to, results));
}

Value BlockCode::exchanged(LaneCode &code, Value element, int64_t mask) const {
  Type type = element.getType(), word = code.builder.getI32Type();
  const unsigned bits = type.getIntOrFloatBitWidth();
  if (bits == 32)
    return code.bitcast(target.exchange(code, code.bitcast(element, word), mask), type);
  if (bits == 64) {
    Value words = code.bitcast(element, VectorType::get({2}, word));
    Value low = target.exchange(code, code.element(words, 0), mask);
    Value high = target.exchange(code, code.element(words, 1), mask);
    return code.bitcast(code.join({low, high}), type);
  }
  Type narrow = code.builder.getIntegerType(bits);
  Value wide = code.call("llvm.zext", {code.bitcast(element, narrow)}, word);
  return code.bitcast(code.call("llvm.trunc", {target.exchange(code, wide, mask)}, narrow), type);
}

} // namespace wave::gpu
