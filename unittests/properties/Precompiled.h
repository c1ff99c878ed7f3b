//===- Precompiled.h - What properties include ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "../Precompiled.h"
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
