//===- SharedDescriptor.cpp -----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/nvidia/SharedDescriptor.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace wave::nvidia {

Value descriptorOf(gpu::LaneCode &code, Value address, int64_t rowBytes, uint64_t others) {
  const uint64_t rows = static_cast<uint64_t>(8 * rowBytes) >> 4;
  Type word = code.builder.getI32Type();
  Value place = LLVM::PtrToIntOp::create(code.builder, code.loc, word, address);
  place = code.call("llvm.and", {place, code.i32(0x3ffff)}, word);
  Value low = code.widen(code.call("llvm.lshr", {place, code.i32(4)}, word));
  return code.call("llvm.or", {low, code.i64(static_cast<int64_t>(rows << 32 | others))},
                   code.builder.getI64Type());
}

Value descriptorAtOffset(gpu::LaneCode &code, Value descriptor, int64_t bytes) {
  return code.add(descriptor, code.i64(bytes >> 4));
}

} // namespace wave::nvidia
