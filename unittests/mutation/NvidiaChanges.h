//===- NvidiaChanges.h - One thing wrong with an operation of NVIDIA's ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What keeps threads, copies and products apart, and what says how rows lie in shared memory:
// barriers, their counts, parities and bytes, fences, groups, swizzles.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "mlir/IR/Operation.h"

namespace wave::test {

struct Change {
  std::string kind; ///< "deleted", "of the other parity"
  std::function<void(mlir::Operation *)> apply;
};

/// Of one operation; none where it is of no such kind.  A wait that is deleted holds at once;
/// values that it hands on are those it was given.
std::vector<Change> changesOf(mlir::Operation *op);

} // namespace wave::test
