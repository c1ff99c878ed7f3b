//===- PrecompiledDialect.h - The dialect, for all that see it -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is generated for the operations takes a second to read, in each of 150 files.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"
#include "dialect/Distribution.h"
#include "dialect/Precompiled.h"
