//===- NpyWrite.cpp - Writing .npy files ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/NpyFile.h"
#include "runtime/NpyHeader.h"
#include "runtime/OutputFile.h"
#include "runtime/TensorElements.h"

namespace wave {

void writeNpy(const std::string &path, const Tensor &tensor) {
  OutputFile file(path, "npy: ");
  writeNpy(file, tensor);
}

void writeNpy(OutputFile &file, const Tensor &tensor) {
  if (tensor.shape().size() > npyMaxRank)
    failNpy(file.target(), "too many dimensions to write", "at most " + std::to_string(npyMaxRank),
            std::to_string(tensor.shape().size()), "write a view of fewer dimensions");
  if (!isNpyType(tensor.dtype()))
    failNpy(file.target(), "NumPy has no type for the elements",
            "f16, bf16, f32, f64, i8, i32, i64 or i1", std::string(dtype_name(tensor.dtype())),
            "let the kernel write another type, as in --dtype out=f32, or convert: tensor.to(f32)");
  checkOnHost(tensor);
  // clone() also reports a view without memory.
  const Tensor data = tensor.is_contiguous() && tensor.data() != nullptr ? tensor : tensor.clone();
  const std::string header = renderNpyHeader(data.shape(), data.dtype());
  file.write(header.data(), header.size());
  file.write(data.data(), static_cast<uint64_t>(data.num_elements() * size_in_bytes(data.dtype())));
  file.publish();
}

} // namespace wave
