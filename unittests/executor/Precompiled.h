//===- Precompiled.h - What tests of parts that see MLIR include ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "../Precompiled.h"
#include "dialect/Precompiled.h"
