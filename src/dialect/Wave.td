//===- Wave.td - The wave dialect -----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVE_DIALECT_WAVE_TD
#define WAVE_DIALECT_WAVE_TD

include "mlir/IR/OpBase.td"

def Wave_Dialect : Dialect {
  let name = "wave";
  let cppNamespace = "::wave::ir";
  let summary = "Kernels over tiles with symbolic dimensions";
  let description = [{
    A kernel computes on tiles whose dimensions are names.  The dialect holds it
    in named normal forms (src/dialect/NormalForms.h): *traced*, as it was written,
    and *bound*, where every size is known and every access says where it starts.

    An operation's constraints are numbered in its description; a verifier that
    finds one broken says so with the stable id `<operation>-c<number>`.
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerTypes();
    void registerOperations();
  }];
}

#endif
