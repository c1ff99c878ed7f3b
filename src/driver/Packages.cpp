//===- Packages.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Packages.h"

#include <utility>

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include "driver/EntryPoints.h"
#include "driver/Version.h"

using namespace mlir;

namespace wave {

Package packageOf(ModuleOp module, const CompiledKernel::Impl &impl, CodeImage image) {
  Package package{.kernel = impl.name,
                  .target = impl.target.name(),
                  .producer = "wave " WAVE_VERSION,
                  .arguments = impl.arguments,
                  .known = impl.known,
                  .grid = impl.grid,
                  .entries = {},
                  .images = {}};
  // The entry point for aligned rows has the kernel's own name, and is tried first.
  for (const bool isAligned : {true, false})
    for (auto function : module.getOps<LLVM::LLVMFuncOp>())
      if (function->hasAttr("wave.memories") && (function.getSymName() == impl.name) == isAligned)
        package.entries.push_back(entryPointOf(module, function.getSymName().str(), isAligned));
  package.images.push_back(std::move(image));
  return package;
}

} // namespace wave
