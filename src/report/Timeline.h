//===- Timeline.h - Which trips of a loop run which iterations ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"
#include "report/Explanation.h"

namespace wave::report {

/// Of a loop in the form staged, with its schedule; nothing where it has neither stages nor roles.
std::optional<Timeline> timelineOf(ir::IterateOp loop);

} // namespace wave::report
