//===- Ptxas.h - NVIDIA's assembler, a program ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "targets/nvidia/Assembler.h"

namespace wave::nvidia {

/// Throws what `assemble` throws, but for slow code.
Assembled runPtxas(llvm::StringRef ptx, llvm::StringRef processor, const std::string &program);

} // namespace wave::nvidia
