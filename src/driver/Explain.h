//===- Explain.h - What became of a compiled kernel -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "report/Explanation.h"
#include "wave/compile.h"

namespace wave {

report::Explanation explanationOf(const CompiledKernel &kernel);

} // namespace wave
