//===- CompiledKernel.cpp -------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/CompiledKernel.h"

namespace wave {

void CompiledKernel::launch(std::span<const Tensor> tensors, const LaunchOptions &options) const {
  if (!impl_->program)
    throw Error({.id = "no-machine-code",
                 .message = "kernel '" + impl_->name +
                            "' was compiled with compile_to_mlir, so that there is nothing "
                            "to run",
                 .where = {},
                 .notes = {},
                 .help = "compile without it"});
  checkArguments(impl_->name, impl_->arguments, tensors);
  // Without an element to write there is nothing to do, however large the grid.
  for (size_t i = 0; i < tensors.size(); ++i)
    if (impl_->arguments[i].isWritten && tensors[i].num_elements() > 0)
      return impl_->program->run(tensors, options.threads);
}

const std::vector<Diagnostic> &CompiledKernel::remarks() const { return impl_->remarks; }
const std::string &CompiledKernel::mlir() const { return impl_->boundText; }
std::array<int64_t, 3> CompiledKernel::grid() const { return impl_->grid; }
std::vector<std::pair<std::string, int64_t>> CompiledKernel::tiles() const { return impl_->tiles; }
double CompiledKernel::compile_ms() const { return impl_->compileMs; }

} // namespace wave
