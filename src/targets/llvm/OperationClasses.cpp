//===- OperationClasses.cpp -----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/llvm/OperationClasses.h"

#include "llvm/ADT/StringMap.h"

using namespace mlir;

namespace wave {

OperationClass classOf(Operation *op) {
  using enum OperationClass;
  static const llvm::StringMap<OperationClass> classes = {
      {"llvm.zext", IntegerCast},
      {"llvm.sext", IntegerCast},
      {"llvm.trunc", IntegerCast},
      {"llvm.sitofp", FloatCast},
      {"llvm.uitofp", FloatCast},
      {"llvm.fptosi", FloatCast},
      {"llvm.fptoui", FloatCast},
      {"llvm.fpext", FloatCast},
      {"llvm.fptrunc", FloatCast},
      {"llvm.ptrtoint", PointerCast},
      {"llvm.inttoptr", PointerCast},
      {"llvm.addrspacecast", PointerCast},
      {"llvm.insertvalue", Repacking},
      {"llvm.extractvalue", Repacking},
      {"llvm.insertelement", Repacking},
      {"llvm.extractelement", Repacking},
      {"llvm.shufflevector", Repacking},
      {"llvm.udiv", Division},
      {"llvm.urem", Division},
      {"llvm.sdiv", Division},
      {"llvm.srem", Division},
      {"llvm.and", Bitwise},
      {"llvm.or", Bitwise},
      {"llvm.lshr", Bitwise},
  };
  return classes.lookup(op->getName().getStringRef());
}

} // namespace wave
