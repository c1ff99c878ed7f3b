//===- argument.h - What a kernel takes in one position -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>
#include <vector>

#include "wave/diagnostic.h"
#include "wave/expr.h"
#include "wave/types.h"

#pragma GCC visibility push(default)
namespace wave {

struct Argument {
  struct Dim {
    std::string name; ///< as the Memory names it: "M", "M / 2"
    /// A number; a symbol or an expression over symbols where the kernel has not been
    /// compiled, or where the compile left the size open.
    Expr size;
  };

  std::string name;
  DType dtype = DType::f32;
  std::vector<Dim> dims;
  bool is_read = false;
  bool is_written = false;
  SourceLocation where; ///< of the Memory
};

} // namespace wave
#pragma GCC visibility pop
