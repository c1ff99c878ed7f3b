//===- KernelRequest.h - What the command line asks to have compiled ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "driver/main/Commands.h"
#include "driver/main/KernelChoice.h"

namespace wave::commandline {

struct KernelRequest {
  Target target;
  KernelChoice choice;
  Bindings
      subs; ///< of the defaults, the tiles that were chosen and -D; also of sizes that stay open
};

/// The kernel that was asked for, for a command that needs no data.
KernelRequest requestOf(const Options &options, Entries entries);

/// How it is compiled, without machine code.
WaveCompileOptions compileOptionsOf(const Options &options, const KernelRequest &request);

} // namespace wave::commandline
