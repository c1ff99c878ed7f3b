//===- HintTarget.h - How a chip takes hints ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"
#include "targets/gpu/LaneCode.h"

namespace wave::gpu {

class HintTarget {
public:
  virtual ~HintTarget() = default;

  virtual void emit(LaneCode &code, mlir::Operation *hint) const = 0;
};

} // namespace wave::gpu
