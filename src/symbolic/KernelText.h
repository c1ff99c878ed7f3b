//===- KernelText.h - Expressions as a kernel writes them -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For messages: the counter of a loop over T is the symbol "$T" in the IR, and T in the kernel.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>

#include "wave/expr.h"

namespace wave::symbolic {

inline std::string kernelText(const Expr &expr) {
  std::string text = expr.str();
  std::erase(text, '$');
  return text;
}

} // namespace wave::symbolic
