//===- NpyFile.h - Tensors in files, in NumPy's .npy format ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NumPy has no bfloat16; the ml_dtypes package writes it as the opaque two-byte
// type '<V2'.  So '<V2' and '|V2' are read as bf16, and bf16 is written as '<V2'.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>

#include "wave/tensor.h"

namespace wave {

class OutputFile;

/// Reads a file of format version 1.0, 2.0 or 3.0, in either byte order and
/// either element order, into a fresh row-major tensor.  Throws Error
/// "file-unreadable" where there is nothing to read and "npy-file" where the
/// content is not a whole .npy file of a supported type.  No memory is taken for
/// elements before the size of the file has confirmed that they are there.
Tensor readNpy(const std::string &path);

/// Writes format version 1.0, in row-major order.  The file appears, or replaces
/// its predecessor, as a whole.  Throws LaunchError "file-unwritable", and leaves
/// nothing behind then.
void writeNpy(const std::string &path, const Tensor &tensor);
/// The same to a file that was opened beforehand, and publishes it.
void writeNpy(OutputFile &file, const Tensor &tensor);

} // namespace wave
