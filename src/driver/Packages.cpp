//===- Packages.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Packages.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "diagnostic/Fail.h"
#include "driver/EntryPoints.h"
#include "driver/Targets.h"
#include "driver/Version.h"
#include "runtime/Arguments.h"

using namespace mlir;

namespace wave {

/// What is left to a launch: the maps that the compile has neither proved nor evaluated.
static std::vector<TileCoverage> evaluatedBy(const CompiledKernel::Impl &impl) {
  std::vector<TileCoverage> evaluated;
  const bool isOpen = hasLaunchSymbols(impl.arguments);
  if (!impl.unchecked)
    std::ranges::copy_if(impl.coverage, std::back_inserter(evaluated),
                         [&](const TileCoverage &write) {
                           return !write.isProved() && (isOpen || dependsOnMemory(write));
                         });
  for (const TileCoverage &write : evaluated)
    if (!isReadable(write))
      fail<Error>("coverage-unknown",
                  "whether kernel '" + impl.name + "' computes each tile of '" + write.memory +
                      "' once is evaluated at each launch's sizes, and an expression of its map "
                      "is too large for a package",
                  "bind the sizes, use an order of wave/order.h, or compile with .coverage = "
                  "unchecked(\"reason\")");
  return evaluated;
}

/// The same of independence.
static std::vector<WorkgroupIndependence>
independenceEvaluatedBy(const CompiledKernel::Impl &impl) {
  std::vector<WorkgroupIndependence> evaluated;
  const bool isOpen = hasLaunchSymbols(impl.arguments);
  std::ranges::copy_if(impl.independence, std::back_inserter(evaluated),
                       [&](const WorkgroupIndependence &memory) {
                         return !memory.isProved() && (isOpen || dependsOnMemory(memory));
                       });
  for (const WorkgroupIndependence &memory : evaluated)
    if (!isReadable(memory))
      fail<Error>("independence-unknown",
                  "whether a workgroup of kernel '" + impl.name + "' touches elements of '" +
                      memory.memory +
                      "' that another one writes is evaluated at each launch's sizes, and an "
                      "expression of its accesses is too large for a package",
                  "bind the sizes, or write to another memory than '" + memory.memory + "'");
  return evaluated;
}

/// The indices that each launch checks.
static std::vector<LaunchIndex> indicesCheckedBy(const CompiledKernel::Impl &impl) {
  for (const LaunchIndex &index : impl.indices)
    if (!isReadable(index))
      throw Error({.id = ErrorId("expression-size"),
                   .message = "whether an index of kernel '" + impl.name +
                              "' fits 64 bits is evaluated at each launch's sizes, and an "
                              "expression of it is too large for a package",
                   .where = index.where,
                   .notes = {},
                   .help = "pass a part of it to the kernel, as a Scalar or in a memory"});
  return impl.indices;
}

static std::optional<std::string> reasonOf(const CompiledKernel::Impl &impl) {
  return impl.unchecked ? std::optional(impl.unchecked->reason) : std::nullopt;
}

Package packageOf(ModuleOp module, const CompiledKernel::Impl &impl, const HeldTiles &held) {
  const std::string processor = processorOf(impl.target);
  codegen::MachineCode code = backendOf(impl.target).machineCode(module, processor);
  remarkSpills(module, code.spills, held);
  Package package{.kernel = impl.name,
                  .target = impl.target.name(),
                  .producer = "wave " WAVE_VERSION,
                  .arguments = impl.arguments,
                  .known = impl.known,
                  .grid = impl.grid,
                  .assumptions = impl.assumptions,
                  .coverage = evaluatedBy(impl),
                  .independence = independenceEvaluatedBy(impl),
                  .indices = indicesCheckedBy(impl),
                  .scalars = impl.openScalars,
                  .unchecked = reasonOf(impl),
                  .precision = impl.precision,
                  .entries = entryPointsOf(module, impl.name),
                  .images = {}};
  remarkSlowEntry(module, impl);
  package.images.push_back({code.isAssembled ? CodeImage::Kind::Cubin : CodeImage::Kind::Ptx,
                            processor, std::move(code.bytes)});
  return package;
}

} // namespace wave
