//===- Dialect.cpp - Registration of the wave dialect ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/Dialect.h"

namespace wave::ir {

void WaveDialect::initialize() {
  registerAttributes();
  registerTypes();
  registerOperations();
}

} // namespace wave::ir

#include "dialect/WaveDialect.cpp.inc"
