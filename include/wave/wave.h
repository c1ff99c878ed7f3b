//===- wave.h - Includes all public headers for kernels -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "wave/compile.h"
#include "wave/constraints.h"
#include "wave/debug_log.h"
#include "wave/diagnostic.h"
#include "wave/elementwise.h"
#include "wave/expr.h"
#include "wave/interpret.h"
#include "wave/iterate.h"
#include "wave/kernel.h"
#include "wave/kernel_argument.h"
#include "wave/main.h"
#include "wave/mapping.h"
#include "wave/memory.h"
#include "wave/misuse.h"
#include "wave/ops.h"
#include "wave/order.h"
#include "wave/platform.h"
#include "wave/reductions.h"
#include "wave/register.h"
#include "wave/scalar.h"
#include "wave/schedule.h"
#include "wave/target.h"
#include "wave/tensor.h"
#include "wave/types.h"
