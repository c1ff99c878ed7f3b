//===- Packages.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Packages.h"

#include <utility>

#include "driver/CudaTools.h"
#include "driver/EntryPoints.h"
#include "driver/TargetPasses.h"
#include "driver/Version.h"
#include "targets/nvidia/MachineCode.h"

using namespace mlir;

namespace wave {

Package packageOf(ModuleOp module, const CompiledKernel::Impl &impl, const HeldTiles &held) {
  const std::string processor(chipOf(impl.target)->processor);
  nvidia::Object object = nvidia::object(module, processor, cudaAssembler());
  remarkSpills(module, nvidia::spillsOf(object, processor), held);
  Package package{.kernel = impl.name,
                  .target = impl.target.name(),
                  .producer = "wave " WAVE_VERSION,
                  .arguments = impl.arguments,
                  .known = impl.known,
                  .grid = impl.grid,
                  .entries = entryPointsOf(module, impl.name),
                  .images = {}};
  remarkSlowEntry(module, impl);
  package.images.push_back({object.isCubin ? CodeImage::Kind::Cubin : CodeImage::Kind::Ptx,
                            processor, std::move(object.bytes)});
  return package;
}

} // namespace wave
