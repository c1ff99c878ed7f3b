//===- SubjectPackage.cpp - A changed kernel, for a GPU to be asked -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As script/compare-gpu has its kernels: NAME.wpk, and of each memory NAME.MEMORY.before.npy, or
// NAME.MEMORY.expected.npy too where it is written.
//
//===----------------------------------------------------------------------===//

#include <fstream>
#include <stdexcept>

#include "mlir/Pass/PassManager.h"

#include "Subject.h"
#include "driver/CudaTools.h"
#include "driver/EntryPoints.h"
#include "machine/Chip.h"
#include "runtime/EntryChoice.h"
#include "runtime/NpyFile.h"
#include "runtime/package/Package.h"
#include "targets/nvidia/MachineCode.h"
#include "targets/nvidia/Passes.h"

using namespace mlir;

namespace wave::test {

static Package packageOf(ModuleOp changed, const std::string &kernel, const PreparedLaunch &launch,
                         const std::string &processor) {
  OwningOpRef<ModuleOp> code(changed.clone());
  PassManager manager(code->getContext());
  nvidia::addNvidiaPasses(manager, processor);
  if (failed(manager.run(*code)))
    throw std::runtime_error("it does not become code");
  // These passes say how much shared memory a launch brings.
  std::vector<EntryPoint> entries = entryPointsOf(*code, kernel);
  nvidia::Object object = nvidia::object(*code, processor, cudaAssembler());
  if (!object.isCubin)
    throw std::runtime_error("there is no ptxas");
  Package package{.kernel = kernel,
                  .target = "cuda:" + processor,
                  .producer = "mutation_tests",
                  .arguments = {},
                  .known = {},
                  .grid = {launch.grid[0], launch.grid[1], launch.grid[2]},
                  .entries = std::move(entries),
                  .images = {}};
  for (const auto &[memory, use] : llvm::zip(launch.memories, package.entries[0].memories)) {
    Argument argument;
    argument.name = use.name;
    argument.dtype = memory.dtype;
    argument.is_read = true; // so that what is there before is given
    argument.is_written = use.use != MemoryUse::Read;
    for (int64_t size : memory.shape)
      argument.dims.push_back({"D" + std::to_string(argument.dims.size()), size});
    package.arguments.push_back(argument);
  }
  package.images.push_back({CodeImage::Kind::Cubin, processor, std::move(object.bytes)});
  return package;
}

/// Without what lies between the rows.
static Tensor denseOf(const PreparedLaunch::Memory &memory, std::vector<std::byte> bytes) {
  const Tensor strided = memory.over(bytes);
  Tensor dense = Tensor::zeros(memory.shape, memory.dtype);
  std::vector<int64_t> index(memory.shape.size(), 0);
  for (int64_t i = 0; i < dense.num_elements(); ++i) {
    dense.set(index, strided.at(index));
    for (size_t dim = index.size(); dim-- > 0 && ++index[dim] == memory.shape[dim];)
      index[dim] = 0;
  }
  return dense;
}

bool Subject::write(ModuleOp changed, const std::string &file) const {
  if (!isClosed_ || chip->processor != "sm_90a")
    return false;
  const PreparedLaunch &launch = launches.front();
  const Package package = packageOf(changed, kernel, launch, std::string(chip->processor));
  std::vector<Tensor> before;
  for (const PreparedLaunch::Memory &memory : launch.memories)
    before.push_back(denseOf(memory, memory.before));
  if (!chooseEntry(package.entries, before))
    return false;
  for (auto [tensor, memory, argument] : llvm::zip(before, launch.memories, package.arguments)) {
    writeNpy(file + "." + argument.name + ".before.npy", tensor);
    if (argument.is_written)
      writeNpy(file + "." + argument.name + ".expected.npy", denseOf(memory, memory.expected));
  }
  const std::string bytes = packageBytes(package);
  std::ofstream out(file + ".wpk", std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!out.flush())
    throw std::runtime_error("cannot write " + file + ".wpk");
  return true;
}

} // namespace wave::test
