//===- TargetForm.h - Cubins for tests ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>

#include "targets/nvidia/MachineCode.h"

namespace wave::nvidia {

/// The ptxas of this machine: script/bootstrap sees to it that there is one.
Assembler testAssembler();

/// PTX of a module in the target form.
std::string ptxOf(const std::string &module, const std::string &processor = "sm_90a");

/// What the compiler makes of it.  Throws what it throws.
Object objectOf(const std::string &module, const Assembler &assembler = testAssembler(),
                const std::string &processor = "sm_90a");

/// A kernel with that body, two arguments %p and %q in global memory, and 768 bytes of
/// shared memory %s.
std::string kernelWith(const std::string &body);

} // namespace wave::nvidia
