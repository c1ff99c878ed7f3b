//===- DecisionTrace.h - What the driver decides, for WAVE_TRACE ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>

namespace wave {

/// Whether WAVE_TRACE asks for a trace; looked up when the process first asks.
bool isTracing();

/// One line, where a trace is asked for: to standard error or to the end of a file, in one
/// piece, whatever else other threads and processes write there.
void traceDecision(const std::string &line);

} // namespace wave
