//===- Precompiled.h - What tests include --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "diagnostic/Precompiled.h"
#include <gtest/gtest.h>
