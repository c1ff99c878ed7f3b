//===- TextLimits.h - What MLIR's parser is spared ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>
#include <string>

#include "llvm/ADT/StringRef.h"

namespace wave::ir {

/// Why MLIR had better not parse `text`, whatever it means: its parser descends once for
/// each bracket and each sign of an affine expression, ends the process over a resource
/// that is not as it should be, and an alias that stands for two others that stand for two
/// others each is printed without end.  Nothing for any text that a person or this
/// project writes.
std::optional<std::string> beyondLimits(llvm::StringRef text);

} // namespace wave::ir
