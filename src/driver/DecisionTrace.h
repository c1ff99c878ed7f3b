//===- DecisionTrace.h - What the driver decides, for WAVE_TRACE ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>

namespace wave {

/// Throws LaunchError "file-unwritable" where WAVE_TRACE names what cannot be written.  Asked
/// before the work, so that no decision is left out and no other failure is hidden.
void checkTrace();

/// Whether WAVE_TRACE asks for a trace; looked up when the process first asks.
bool isTracing();

/// One line, where a trace is asked for: to standard error or to the end of a file, in one
/// piece, whatever else other threads and processes write there.  What cannot be written is
/// lost: a trace must not stop what it traces.
void traceDecision(const std::string &line);

} // namespace wave
