//===- Sizes.h - Input files, and the sizes that follow from them ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>
#include <vector>

#include "driver/main/KernelChoice.h"
#include "wave/tensor.h"

namespace wave::commandline {

struct InputFile {
  const Argument &argument;
  std::string path;
  Tensor tensor;
};

/// Reads what --input names.  Throws Error: unknown-argument, input-unused,
/// file-unreadable, npy-file, input-dtype, input-rank.
std::vector<InputFile> readInputs(const Options &options, const KernelChoice &choice);

/// The kernel's defaults, replaced by the sizes of `files` where a dimension is a
/// plain symbol, replaced by `definitions`.  Throws Error "input-shape" for a file
/// that has another size than the symbols say.
Bindings bindSizes(const KernelChoice &choice, const Bindings &definitions,
                   const std::vector<InputFile> &files);

/// Throws Error "unbound-symbol" that names all symbols without a value: in a run also a size
/// that a compile may leave open needs one.  Throws "unknown-symbol" as a compile does.
void checkAllBound(const KernelChoice &choice, const Bindings &subs);
/// The same where sizes may stay open.
void checkMeant(const KernelChoice &choice, const Bindings &subs);

/// What of `subs` a compile gets: not the sizes that --dynamic leaves open.  Throws Error
/// "dynamic-size" for a symbol that is no whole dimension of an argument.
Bindings withoutDynamic(const Options &options, const KernelChoice &choice, const Bindings &subs);

} // namespace wave::commandline
