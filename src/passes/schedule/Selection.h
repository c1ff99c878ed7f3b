//===- Selection.h - How a schedule selects a node ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "analysis/Nodes.h"
#include "schedule/Program.h"

namespace wave {

/// By the tag, alone or with the number of the copy and the type, where that selects this one of
/// `nodes` and no other; else by the path.
schedule::Call selectionOf(const analysis::Node &node, const analysis::NodeList &nodes);

} // namespace wave
