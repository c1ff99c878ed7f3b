//===- NpyWrite.cpp - Writing .npy files ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/NpyFile.h"
#include "runtime/NpyHeader.h"
#include "runtime/OutputFile.h"

namespace wave {

void writeNpy(const std::string &path, const Tensor &tensor) {
  OutputFile file(path, "npy: ");
  writeNpy(file, tensor);
}

void writeNpy(OutputFile &file, const Tensor &tensor) {
  if (tensor.shape().size() > npyMaxRank)
    failNpy(file.target(), "too many dimensions to write", "at most " + std::to_string(npyMaxRank),
            std::to_string(tensor.shape().size()), "write a view of fewer dimensions");
  // clone() also reports a view without memory.
  const Tensor data = tensor.is_contiguous() && tensor.data() != nullptr ? tensor : tensor.clone();
  const std::string header = renderNpyHeader(data.shape(), data.dtype());
  file.write(header.data(), header.size());
  file.write(data.data(), static_cast<uint64_t>(data.num_elements() * size_in_bytes(data.dtype())));
  file.publish();
}

} // namespace wave
