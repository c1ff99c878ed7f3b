//===- Precompiled.h - What the compiler's files include of other libraries ===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "diagnostic/Precompiled.h"
#include "dialect/PrecompiledMLIR.h"
