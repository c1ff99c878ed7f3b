//===- TargetForm.h - Code objects for tests ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>

namespace wave::amd {

/// The code object of a module in the target form.  Throws what the compiler throws.
std::string codeObject(const std::string &module, const std::string &chip = "gfx942");

/// A kernel with that body, two arguments %p and %q in global memory, and 768 bytes of
/// shared memory %s.
std::string kernelWith(const std::string &body, const std::string &globals = "");

} // namespace wave::amd
