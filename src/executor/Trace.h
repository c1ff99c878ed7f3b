//===- Trace.h - Events for chrome://tracing and Perfetto -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A track for each wave and each unit that it uses, an event for each instruction, from where the
// unit begins with it to where it ends.  A microsecond of the trace is a cycle.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>
#include <vector>

#include "executor/IssueTime.h"
#include "executor/Program.h"

namespace wave::executor {

/// Of the first 100,000 spans, in the order in which they begin; of others how many there are.
std::string traceText(const Program &program, const std::vector<IssueSpan> &spans);

} // namespace wave::executor
