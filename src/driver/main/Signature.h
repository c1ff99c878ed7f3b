//===- Signature.h - The buffers of a kernel, before it is compiled -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>
#include <vector>

#include "wave/kernel.h"

namespace wave::commandline {

struct Parameter {
  std::string name;
  DType dtype;
  std::vector<std::string> dims; ///< what the dimensions are called: M, "M / 2"
  std::vector<Expr> sizes;       ///< of the dimensions; numbers in the bound form
  bool isRead = false;
  bool isWritten = false;

  /// "[M, K]"
  std::string shape() const;
};

struct Signature {
  std::vector<Parameter> parameters;
  /// Whether the kernel is in the bound form, whose symbols have their values.
  bool isBound = false;

  /// The parameter of that name.  Throws Error "unknown-argument", which names
  /// `option`, with the nearest name.
  const Parameter &at(const std::string &name, const std::string &option) const;
};

Signature signatureOf(const Kernel &kernel);

} // namespace wave::commandline
