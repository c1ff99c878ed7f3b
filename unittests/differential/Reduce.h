//===- Reduce.h - A smaller kernel of which the same is true --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes one edit after another to the traced form: an operation less, an operand or a
// constant for a result, a loop, a carried value, a constraint, a dimension, an argument
// less, smaller sizes and tiles.  An edit stays where the kernel is still valid and the
// property still holds; the reduction ends where no edit does.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <functional>

#include "wave/kernel.h"

namespace wave::test {

struct Reduction {
  Kernel kernel;
  int tries = 0; ///< kernels of which the property was asked
};

/// `holds` is true of `kernel`, whose defaults give its sizes; it is asked `most` times at most.
Reduction reduce(const Kernel &kernel, const std::function<bool(const Kernel &)> &holds,
                 int most = 3000);

} // namespace wave::test
