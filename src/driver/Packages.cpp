//===- Packages.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Packages.h"

#include <utility>

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
                  .entries = entryPointsOf(module, impl.name),
                  .images = {}};
  package.images.push_back(std::move(image));
  return package;
}

} // namespace wave
