//===- Signature.h - The buffers of a kernel, before it is compiled -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>
#include <vector>

#include "wave/argument.h"
#include "wave/kernel.h"

namespace wave::commandline {

struct Signature {
  std::vector<Argument> arguments;
  /// Whether the kernel is in the bound form, whose symbols have their values.
  bool isBound = false;
  /// Of its MMAs, the one that keeps least.
  Precision precision = Precision::Full;

  /// The argument of that name.  Throws Error "unknown-argument", which names
  /// `option`, with the nearest name.
  const Argument &at(const std::string &name, const std::string &option) const;
};

Signature signatureOf(const Kernel &kernel);

} // namespace wave::commandline
