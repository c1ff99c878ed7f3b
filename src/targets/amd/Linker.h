//===- Linker.h - From an object to a code object -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>

#include "llvm/ADT/StringRef.h"

namespace wave::amd {

/// The shared object that a HIP runtime loads, of one relocatable object.  Undefined symbols are
/// errors: nothing would define them.  Throws InternalError.
std::string linkCodeObject(llvm::StringRef object);

} // namespace wave::amd
