//===- EntryChoice.h - Which function of a GPU's code a launch starts -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel has an entry point for tensors that wide accesses and tensor maps can describe, and
// one for any.  Where the second copies element by element what the first copies in boxes, the
// launch is many times as slow, and whoever launches is told why.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "runtime/EntryPoint.h"
#include "wave/argument.h"
#include "wave/diagnostic.h"
#include "wave/tensor.h"

namespace wave {

/// The first of `entries` that the tensors fit.  Those that need aligned rows stand before
/// those that do not; null if none fits.
const EntryPoint *chooseEntry(std::span<const EntryPoint> entries, std::span<const Tensor> tensors);

/// The remark "not-tma", or "not-asynchronous" where lanes copy operands, where the tensors of a
/// launch keep it from the first entry point, and there is something to copy: each tensor that
/// does, by what rule.
std::optional<Diagnostic> slowLaunch(std::span<const EntryPoint> entries,
                                     std::span<const Tensor> tensors);

/// The same for dense tensors of the sizes that a compile knows.
std::optional<Diagnostic> slowWhereDense(std::span<const EntryPoint> entries,
                                         const std::vector<Argument> &arguments);
/// Of each memory that it would be of: its name.
std::vector<std::pair<std::string, Diagnostic>>
missingWhereDense(std::span<const EntryPoint> entries, const std::vector<Argument> &arguments);

} // namespace wave
