//===- FittingTiles.h - Smaller tiles that would do -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"

#include "dialect/Dialect.h"

namespace wave {

/// Whether a kernel would fit with `size` elements along `dim` in its tiles instead of `now`.
using Fits = llvm::function_ref<bool(ir::ExprAttr dim, int64_t size, int64_t now)>;

/// What of `amount`, which grows with the elements along a dimension, is left with `size` of them
/// instead of `now`; rounded up.
int64_t scaledTo(int64_t amount, int64_t size, int64_t now);

/// A way out for who chose too large tiles: the largest halves of each, alone, that fit, as in
/// "choose smaller tiles, or fewer buffers: a tile of 64 along M instead of 256, or of 32 along K
/// instead of 128 fits".  `otherwise` is what helps besides.  Where none does, the steps of a
/// loop over the largest dimension that no constraint splits.
std::string fittingTiles(ir::KernelOp kernel, llvm::StringRef otherwise, Fits fits);

} // namespace wave
