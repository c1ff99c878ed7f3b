//===- argument.h - One argument of a kernel ------------------------------===//
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
    std::string name; ///< as written in the Memory: "M", "M / 2"
    /// A number; before the compile, or if the compile left the size open, a symbol or an
    /// expression over symbols.
    Expr size;
  };

  std::string name;
  DType dtype = DType::f32;
  std::vector<Dim> dims;
  bool is_read = false;
  bool is_written = false;
  SourceLocation where; ///< of the Memory, or of the kernel that has the Scalar
  /// Whether it is a Scalar: a launch takes its value from a tensor without dimensions.
  bool is_scalar = false;
};

} // namespace wave
#pragma GCC visibility pop
