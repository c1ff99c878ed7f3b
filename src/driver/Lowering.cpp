//===- Lowering.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Lowering.h"

#include <sys/mman.h>

#include <algorithm>

#include "dialect/Paths.h"
#include "driver/Requirements.h"
#include "driver/Targets.h"

using namespace mlir;

namespace wave {

/// Hands what is required of single memories to ChoosePaths.
static void requirePaths(ModuleOp module, const std::vector<std::string> &require) {
  SmallVector<Attribute> required;
  Builder builder(module.getContext());
  for (const std::string &each : require)
    if (isOfMemory(each))
      required.push_back(builder.getStringAttr(each));
  if (!required.empty())
    for (ir::KernelOp kernel : module.getOps<ir::KernelOp>())
      kernel->setAttr(ir::requiredPathsAttr, builder.getArrayAttr(required));
}

void Lowering::run(ModuleOp module, Stage from, Stage to, const std::string &command,
                   const std::function<void()> &finish) const {
  auto passes = [&](OpPassManager &manager) { addPasses(manager, target, schedule, from, to); };
  const machine::Chip *chip = chipOf(target);
  if (chip && from < Stage::Distributed && to >= Stage::Distributed)
    requirePaths(module, require);
  reproducer.run(module, capture,
                 {.doing = chip ? "lowering to lanes" : "lowering to the CPU",
                  .passes = passes,
                  .author = ir::Author::Compiler,
                  .finish =
                      [&] {
                        // Before machine code is made of what nobody wants.
                        enforce(require, capture.remarks());
                        finish();
                      },
                  .command = command + " --target " + target.name(),
                  .report = &report,
                  .watch =
                      [&](PassManager &manager) {
                        if (chip)
                          watchHeldTiles(manager, *chip, held);
                      }});
}

void requireMemory(const std::string &kernel, const std::string &text) {
  // Measured were 10 MB, and 0.15 MB for each operation.
  const size_t lines = static_cast<size_t>(std::ranges::count(text, '\n'));
  const size_t bytes = (size_t{32} << 20) + lines * (size_t{256} << 10);
  void *probe = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (probe == MAP_FAILED)
    fail<LaunchError>("out-of-memory",
                      "compiling kernel '" + kernel + "' may need " + std::to_string(bytes) +
                          " bytes, which the machine does not give",
                      "raise the limit on the process's memory (ulimit -v)");
  ::munmap(probe, bytes);
}

} // namespace wave
