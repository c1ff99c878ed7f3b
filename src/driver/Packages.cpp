//===- Packages.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Packages.h"

#include <utility>

#include "diagnostic/Fail.h"
#include "driver/EntryPoints.h"
#include "driver/Targets.h"
#include "driver/Version.h"
#include "runtime/Arguments.h"

using namespace mlir;

namespace wave {

Package packageOf(ModuleOp module, const CompiledKernel::Impl &impl, const HeldTiles &held) {
  const std::string processor = processorOf(impl.target);
  if (!impl.unchecked && !openSizes(impl.arguments, {}).empty())
    for (const TileCoverage &write : impl.coverage)
      if (!write.isProved())
        fail<Error>("coverage-unknown",
                    "whether kernel '" + impl.name + "' computes each tile of '" + write.memory +
                        "' once is evaluated at each launch's sizes, and a package has no compiler "
                        "to do that",
                    "bind the sizes, use an order of wave/order.h, or compile with .coverage = "
                    "unchecked(\"reason\")");
  codegen::MachineCode code = backendOf(impl.target).machineCode(module, processor);
  remarkSpills(module, code.spills, held);
  Package package{.kernel = impl.name,
                  .target = impl.target.name(),
                  .producer = "wave " WAVE_VERSION,
                  .arguments = impl.arguments,
                  .known = impl.known,
                  .grid = impl.grid,
                  .entries = entryPointsOf(module, impl.name),
                  .images = {}};
  remarkSlowEntry(module, impl);
  package.images.push_back({code.isAssembled ? CodeImage::Kind::Cubin : CodeImage::Kind::Ptx,
                            processor, std::move(code.bytes)});
  return package;
}

} // namespace wave
