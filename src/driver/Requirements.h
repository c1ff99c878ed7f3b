//===- Requirements.h - What a compile must not decline -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An optimisation that declines says so in a remark.  Who requires it gets the remark as
// an error.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>
#include <vector>

#include "wave/diagnostic.h"

namespace wave {

/// The words that WaveCompileOptions::require takes, "all" last.
std::vector<std::string> requirementNames();

/// Whether it is about the path of the accesses to one memory, "tma:c": ChoosePaths sees to it, and
/// remarkSlowEntry to what dense tensors of known sizes lack.
bool isOfMemory(const std::string &required);

/// Throws Error "unknown-requirement" for a word that is neither.
void checkRequirements(const std::vector<std::string> &required);

/// Throws the first of `remarks` that says that something of `required` was declined, as an
/// Error with the same text.
void enforce(const std::vector<std::string> &required, const std::vector<Diagnostic> &remarks);

} // namespace wave
