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

#include "dialect/Dialect.h"
#include "machine/HostCpu.h"
#include "runtime/DebugLog.h"
#include "runtime/LaunchArguments.h"
#include "runtime/ThreadPool.h"
#include "symbolic/Evaluate.h"
#include "targets/cpu/MachineCode.h"
#include "targets/cpu/Passes.h"
#include "wave/diagnostic.h"

namespace wave::cpu {

void addCpuPasses(mlir::OpPassManager &manager, const std::string &chip) {
  const machine::CpuLevel *level = machine::cpuLevelNamed(chip);
  manager.addPass(createLowerToLoops({.isa = level ? std::string(level->isa->name) : ""}));
  manager.addPass(createConvertToLLVM());
}

static Expr exprOf(mlir::Attribute attribute) {
  return llvm::cast<ir::ExprAttr>(attribute).getValue();
}

Expr workspaceBytesOf(mlir::ModuleOp module, const std::string &name) {
  return exprOf(module.lookupSymbol(name)->getAttr(workspaceBytesAttr));
}

static const std::string &checked(const std::string &chip) {
  const machine::CpuLevel *level = machine::cpuLevelNamed(chip);
  if (level && !machine::hostHas(*level))
    throw LaunchError(
        {.id = "cpu-unsupported",
         .message = "this processor, " + machine::hostCpuName() + ", lacks instructions of " + chip,
         .where = {},
         .notes = {},
         .help = "compile for the target cpu to run here; emit writes the code for "
                 "another machine"});
  return chip;
}

CpuProgram::CpuProgram(mlir::ModuleOp module, const std::string &name, std::array<Expr, 3> grid,
                       const std::string &chip)
    : code(std::make_unique<LoadedCode>(module, checked(chip))), function(code->symbol(name)),
      workspaceBytes(workspaceBytesOf(module, name)), grid(std::move(grid)) {
  if (auto values = module.lookupSymbol(name)->getAttrOfType<mlir::ArrayAttr>(launchValuesAttr))
    for (mlir::Attribute expr : values)
      launchValues.push_back(exprOf(expr));
}

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

static int64_t valueOf(const Expr &expr, const Bindings &sizes, const std::string &id,
                       const std::string &what) {
  symbolic::Evaluation value = symbolic::evaluate(expr, sizes);
  if (!value)
    throw Error({.id = id,
                 .message = what + ": " + symbolic::describe(value.failure()),
                 .where = {},
                 .notes = {},
                 .help = "choose larger tiles, or smaller sizes"});
  return value.value();
}

static int64_t workspaceOf(const Expr &expr, const Bindings &sizes) {
  auto bytes = symbolic::evaluate(expr, sizes);
  if (bytes && bytes.value() <= workspaceLimit)
    return bytes.value();
  throw Error({.id = "tiles-too-large",
               .message = "the tiles of a workgroup need " +
                          (bytes ? std::to_string(bytes.value()) : std::string("more than 2^63")) +
                          " bytes, a thread of the CPU target has " +
                          std::to_string(workspaceLimit),
               .where = {},
               .notes = {},
               .help = "a dimension with neither a workgroup nor a tiling constraint is whole in "
                       "the tile: give the large ones a constraint"});
}

void CpuProgram::run(std::span<const Tensor> arguments, const Bindings &sizes, DebugLog *log,
                     unsigned threads) const {
  using Function = void (*)(const int64_t *, void *, int64_t, int64_t, int64_t);
  auto workgroup = reinterpret_cast<Function>(function);
  std::vector<int64_t> words = pack(arguments);
  words.push_back(log ? static_cast<int64_t>(reinterpret_cast<intptr_t>(&DebugLog::record)) : 0);
  words.push_back(static_cast<int64_t>(reinterpret_cast<intptr_t>(log)));
  for (const Expr &expr : launchValues) {
    // Without a value it is one that nothing uses in this launch (runtime/LaunchIndices.h).
    const symbolic::Evaluation value = symbolic::evaluate(expr, sizes);
    words.push_back(value ? value.value() : 0);
  }
  const int64_t bytes = workspaceOf(workspaceBytes, sizes);
  auto workgroups = [&](const Expr &expr) {
    return valueOf(expr, sizes, "grid-too-large", "the number of workgroups");
  };
  const int64_t across = gridFor(grid, sizes)[0];
  const int64_t plane = workgroups(grid[0] * grid[1]);
  const int64_t count = workgroups(grid[0] * grid[1] * grid[2]);
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
      workspaces[worker] = std::make_unique<Workspace>(bytes);
    for (int64_t i = begin; i < end; ++i)
      workgroup(words.data(), workspaces[worker]->data, i % across, i % plane / across, i / plane);
  };
  ThreadPool::shared().run(count, threads, body);
}

} // namespace wave::cpu
