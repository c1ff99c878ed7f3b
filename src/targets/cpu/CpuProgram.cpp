//===- CpuProgram.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/CpuProgram.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include "machine/HostCpu.h"
#include "runtime/ThreadPool.h"
#include "targets/cpu/MachineCode.h"
#include "targets/cpu/Passes.h"
#include "wave/diagnostic.h"

namespace wave::cpu {

void addCpuPasses(mlir::OpPassManager &manager) {
  manager.addPass(createLowerToLoops());
  manager.addPass(createConvertToLLVM());
}

CpuProgram::CpuProgram(mlir::ModuleOp module, const std::string &name, std::array<int64_t, 3> grid)
    : code(std::make_unique<LoadedCode>(module)), function(code->symbol(name)),
      workspaceBytes(
          module->getAttrOfType<mlir::IntegerAttr>(workspaceBytesAttr).getValue().getSExtValue()),
      grid(grid) {}

CpuProgram::~CpuProgram() = default;

/// For each memory its address, its sizes, its strides.
static std::vector<int64_t> pack(std::span<const Tensor> arguments) {
  std::vector<int64_t> words;
  for (const Tensor &argument : arguments) {
    words.push_back(static_cast<int64_t>(reinterpret_cast<intptr_t>(argument.data())));
    words.insert(words.end(), argument.shape().begin(), argument.shape().end());
    words.insert(words.end(), argument.strides().begin(), argument.strides().end());
  }
  return words;
}

namespace {
/// One thread's workspace.  It starts as zeros: what tiles leave in their padding
/// is computed with, and numbers are faster than NaNs or subnormals.
class Workspace {
public:
  explicit Workspace(int64_t bytes) {
    constexpr size_t line = 64;
    auto size = (static_cast<size_t>(bytes) + line) / line * line;
    data = std::aligned_alloc(line, size);
    if (!data)
      throw LaunchError(
          {.id = "out-of-memory",
           .message = "no memory for a workspace of " + std::to_string(size) + " bytes",
           .where = {},
           .notes = {},
           .help = "choose smaller tiles, or fewer threads"});
    std::memset(data, 0, size);
  }
  ~Workspace() { std::free(data); }
  Workspace(const Workspace &) = delete;
  Workspace &operator=(const Workspace &) = delete;
  void *data;
};
} // namespace

void CpuProgram::run(std::span<const Tensor> arguments, unsigned threads) const {
  using Function = void (*)(const int64_t *, void *, int64_t, int64_t, int64_t);
  auto workgroup = reinterpret_cast<Function>(function);
  std::vector<int64_t> words = pack(arguments);
  int64_t plane = 0, count = 0;
  if (__builtin_mul_overflow(grid[0], grid[1], &plane) ||
      __builtin_mul_overflow(plane, grid[2], &count))
    throw LaunchError({.id = "grid-too-large",
                       .message = "the grid of " + std::to_string(grid[0]) + " x " +
                                  std::to_string(grid[1]) + " x " + std::to_string(grid[2]) +
                                  " workgroups has more than 2^63",
                       .where = {},
                       .notes = {},
                       .help = "choose larger tiles"});
  if (threads == 0)
    threads = machine::hostThreads();
  threads = std::min(threads, ThreadPool::maxSize);
  if (count < static_cast<int64_t>(threads))
    threads = static_cast<unsigned>(count);
  if (threads == 0)
    return; // an empty grid
  std::vector<std::unique_ptr<Workspace>> workspaces(threads);
  auto body = [&](int64_t begin, int64_t end, unsigned worker) {
    if (!workspaces[worker])
      workspaces[worker] = std::make_unique<Workspace>(workspaceBytes);
    for (int64_t i = begin; i < end; ++i)
      workgroup(words.data(), workspaces[worker]->data, i % grid[0], i / grid[0] % grid[1],
                i / plane);
  };
  ThreadPool::shared().run(count, threads, body);
}

} // namespace wave::cpu
