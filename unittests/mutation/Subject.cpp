//===- Subject.cpp --------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Subject.h"

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Pass/PassManager.h"

#include "dialect/KernelArguments.h"
#include "dialect/Schedule.h"
#include "driver/CheckCoverage.h"
#include "driver/EntryPoints.h"
#include "driver/SimulatedProgram.h"
#include "driver/Targets.h"
#include "frontend/KernelTrace.h"
#include "frontend/ScheduleBuilder.h"
#include "machine/Chip.h"
#include "passes/Pipeline.h"
#include "runtime/EntryChoice.h"
#include "runtime/LaunchArguments.h"
#include "symbolic/Evaluate.h"
#include "targets/nvidia/Passes.h"

using namespace mlir;

namespace wave::test {
namespace {

constexpr std::byte poison{0xff}; // a NaN in every float

void run(ModuleOp module, const std::function<void(PassManager &)> &add) {
  PassManager manager(module.getContext());
  add(manager);
  if (failed(manager.run(module)))
    throw std::runtime_error("a kernel of the library does not compile");
}

int64_t valueOf(const Expr &expr, const Bindings &sizes) {
  return symbolic::evaluate(expr, sizes).value();
}

/// Visits the indices of a shape in row-major order.
template <typename Visit> void forEachIndex(const Shape &shape, Visit visit) {
  std::vector<int64_t> index(shape.size(), 0);
  for (int64_t size : shape)
    if (size == 0)
      return;
  while (true) {
    visit(index);
    size_t dim = shape.size();
    while (dim > 0 && ++index[dim - 1] == shape[dim - 1])
      index[--dim] = 0;
    if (dim == 0)
      return;
  }
}

/// Integers such that every sum is exact and every element counts.  Softmax is exact where
/// the elements of a row are its greatest one or far below; below 0, so that what is read
/// for an element that does not exist is greater.
double inputFor(const std::string &kernel, size_t argument, const std::vector<int64_t> &index) {
  uint64_t hash = argument * 0x9E3779B97F4A7C15u + 1;
  for (int64_t at : index)
    hash = (hash ^ static_cast<uint64_t>(at)) * 0xD6E8FEB86659FD93u, hash ^= hash >> 32;
  if (kernel == "softmax") {
    // A row's largest elements are in one wave's part of it.
    const bool isLargest = hash % 3 == 0 && index[1] / 16 % 5 == index[0] % 5;
    return static_cast<double>(-1 - index[0] % 3) - (isLargest ? 0.0 : 500.0);
  }
  return static_cast<double>(hash % 7) - 3.0;
}

/// Rows that begin at multiples of 16 bytes, or as many elements apart from where the last one
/// ends.
std::vector<int64_t> stridesFor(const Shape &shape, DType dtype, std::optional<int64_t> apart) {
  std::vector<int64_t> strides(shape.size());
  const int64_t unit = machine::widestAccess / size_in_bytes(dtype);
  int64_t stride = 1;
  for (size_t dim = shape.size(); dim-- > 0;) {
    strides[dim] = stride;
    stride *= shape[dim];
    stride = apart ? stride + *apart : (stride / unit + 1) * unit;
  }
  return strides;
}

PreparedLaunch::Memory prepare(const Tensor &dense, const std::vector<int64_t> &strides) {
  int64_t last = 0;
  for (size_t dim = 0; dim < strides.size(); ++dim)
    last += std::max<int64_t>(dense.shape()[dim] - 1, 0) * strides[dim];
  PreparedLaunch::Memory memory{.dtype = dense.dtype(),
                                .shape = dense.shape(),
                                .strides = strides,
                                .before = {},
                                .expected = {}};
  const bool isEmpty = dense.num_elements() == 0;
  memory.before.assign(isEmpty ? 0 : static_cast<size_t>((last + 1) * size_in_bytes(dense.dtype())),
                       poison);
  memory.expected = memory.before;
  Tensor view = memory.over(memory.expected);
  forEachIndex(dense.shape(), [&](const auto &index) { view.set(index, dense.at(index)); });
  return memory;
}

/// `apart`: what separates the rows of memories that the entry point takes however they lie.
PreparedLaunch prepare(const Case &kernelCase, ir::KernelOp bound, const Bindings &sizes,
                       Version entry, int64_t apart) {
  Bindings all = kernelCase.known;
  for (const Binding &binding : sizes)
    all.set(binding.symbol, binding.value);
  PreparedLaunch launch{.sizes = all, .grid = {}, .memories = {}};
  for (size_t axis = 0; axis < 3; ++axis)
    launch.grid[axis] = valueOf(cast<ir::ExprAttr>((*bound.getGrid())[axis]).getValue(), all);
  std::vector<Tensor> tensors;
  const std::vector<Argument> arguments = ir::argumentsOf(bound);
  for (const Argument &argument : arguments) {
    Shape shape;
    for (const Argument::Dim &dim : argument.dims)
      shape.push_back(valueOf(dim.size, all));
    tensors.push_back(Tensor::zeros(shape, argument.dtype));
    if (argument.is_read)
      forEachIndex(shape, [&](const auto &index) {
        tensors.back().set(index, inputFor(kernelCase.kernel.name(), tensors.size(), index));
      });
  }
  // What is written first and then read may hold anything.
  std::vector<Tensor> given;
  for (const Tensor &tensor : tensors)
    given.push_back(tensor.clone());
  interpret(kernelCase.kernel, {.subs = all}, tensors);
  for (auto [tensor, before, argument] : llvm::zip(tensors, given, arguments)) {
    const bool isAligned =
        entry == Version::Full || (entry == Version::AnyStores && !argument.is_written);
    const std::vector<int64_t> strides =
        stridesFor(tensor.shape(), tensor.dtype(), isAligned ? std::nullopt : std::optional(apart));
    launch.memories.push_back(prepare(tensor, strides));
    if (argument.is_read || !argument.is_written)
      launch.memories.back().before = prepare(before, strides).expected;
  }
  return launch;
}

/// Of each memory.
using Bytes = std::vector<std::vector<std::byte>>;

Bytes bytesOf(const PreparedLaunch &launch) {
  Bytes bytes;
  for (const PreparedLaunch::Memory &memory : launch.memories)
    bytes.push_back(memory.before);
  return bytes;
}

std::vector<Tensor> tensorsOver(const PreparedLaunch &launch, Bytes &bytes) {
  std::vector<Tensor> tensors;
  for (auto [memory, data] : llvm::zip(launch.memories, bytes))
    tensors.push_back(memory.over(data));
  return tensors;
}

} // namespace

static std::string entryName(const std::string &kernel, const Backend &backend, Version arguments) {
  switch (arguments) {
  case Version::Full:
    return kernel;
  case Version::AnyStores:
    return nvidia::anyStoresEntry(kernel);
  case Version::Any:
    return backend.anyEntry(kernel);
  }
  llvm_unreachable("all entry points are listed");
}

static const char *suffixOf(Version arguments) {
  return arguments == Version::Full        ? ""
         : arguments == Version::AnyStores ? ", any stores"
                                           : ", any";
}

/// Elements between rows: of what is stored, for each width below that of aligned rows.
static std::vector<int64_t> apartOf(Version entry, ir::KernelOp kernel) {
  std::vector<int64_t> apart = {1};
  if (entry == Version::AnyStores)
    for (const Argument &argument : ir::argumentsOf(kernel))
      while (argument.is_written &&
             apart.back() * 2 * size_in_bytes(argument.dtype) < machine::widestAccess)
        apart.push_back(apart.back() * 2);
  return apart;
}

Subject::Subject(const Case &kernelCase, const std::string &chipName, const NamedSchedule &schedule,
                 Version arguments)
    : context(frontend::makeContext()), kernel(kernelCase.kernel.name()),
      chip(machine::chipNamed(chipName)),
      isClosed_(kernelCase.launches.size() == 1 && kernelCase.launches[0].empty()) {
  const std::string processor(chip->processor);
  name_ = kernelCase.name + ", " + chipName + ", " + schedule.name +
          (schedule.buffers ? " with " + std::to_string(schedule.buffers) + " buffers" : "") +
          suffixOf(arguments);
  module_ = frontend::load(kernelCase.kernel, *context);
  if (kernelCase.schedule)
    ir::setScheduleText(frontend::onlyKernel(*module_),
                        kernelCase.schedule->impl().program.located());
  run(*module_,
      [&](PassManager &manager) { addBindPasses(manager, kernelCase.known, processor, true); });
  ir::eraseScheduleText(frontend::onlyKernel(*module_)); // as the driver does
  setDistinct(frontend::onlyKernel(*module_), true);     // as the driver does
  std::vector<PreparedLaunch> prepared;
  for (const Bindings &sizes : kernelCase.launches)
    for (int64_t apart : apartOf(arguments, frontend::onlyKernel(*module_)))
      prepared.push_back(
          prepare(kernelCase, frontend::onlyKernel(*module_), sizes, arguments, apart));
  run(*module_, [&](PassManager &manager) { addStagePasses(manager, processor); });
  if (kernelCase.schedule)
    ir::setScheduleText(frontend::onlyKernel(*module_),
                        kernelCase.schedule->impl().program.located());
  const bool hasChannels =
      module_->walk([](ir::AcquireOp) { return WalkResult::interrupt(); }).wasInterrupted();
  run(*module_, [&](PassManager &manager) {
    // Of kernels with roles it is the default, with as many buffers.
    addBuildSchedulePasses(manager, hasChannels ? "none" : schedule.name, processor,
                           schedule.buffers);
    addApplySchedulePasses(manager, processor);
    addDistributePasses(manager, processor);
    for (const Step &step : backendOf(*chip).steps)
      if (step.to == Stage::Target)
        step.add(manager, {.chip = processor, .schedule = {}});
  });
  const std::string entry = entryName(kernel, backendOf(*chip), arguments);
  if (!module_->lookupSymbol(entry))
    return;
  for (Operation &op : llvm::make_early_inc_range(*module_->getBody())) {
    StringRef symbol = cast<SymbolOpInterface>(op).getName();
    if (symbol != entry && symbol != entry + ".shared")
      op.erase();
  }
  // Where there is no element there is no tensor map, and this entry point is not started.
  const std::vector<EntryPoint> entries = entryPointsOf(*module_, kernel);
  for (PreparedLaunch &launch : prepared)
    if (Bytes bytes = bytesOf(launch); chooseEntry(entries, tensorsOver(launch, bytes)))
      launches.push_back(std::move(launch));
  if (launches.empty())
    throw std::runtime_error(name_ + ": no launch starts this entry point, so that nothing can "
                                     "show its mutants");
}

std::string Subject::text() const {
  std::string text;
  llvm::raw_string_ostream out(text);
  module().print(out);
  return text;
}

/// What a run of one launch needs of a module.
struct Subject::Decoded {
  EntryPoint entry;
  executor::Program program;

  executor::Report run(const PreparedLaunch &prepared, executor::Order order, uint64_t seed,
                       Bytes &bytes) const {
    bytes = bytesOf(prepared);
    executor::Options options;
    options.order = order;
    options.seed = seed;
    options.counters = false;
    options.instructionLimit = 1 << 18; // ten times what the longest wave executes
    return executor::execute(
        program,
        {prepared.grid,
         executorArguments(packArguments(entry, tensorsOver(prepared, bytes), prepared.sizes))},
        options);
  }
};

Subject::Decoded Subject::decode(ModuleOp changed) const {
  EntryPoint entry = entryPointsOf(changed, kernel).front();
  executor::Program program = executor::decode(changed, entry.name, *chip);
  return {std::move(entry), std::move(program)};
}

/// The first wave that can run, the last one, and drawn ones.
static std::pair<executor::Order, uint64_t> orderOf(int number) {
  using executor::Order;
  return {number == 0 ? Order::First : number == 1 ? Order::Last : Order::Random, number};
}

std::string Subject::firstDefectOf(ModuleOp changed, int orders) const {
  const Decoded decoded = decode(changed);
  Bytes bytes;
  for (int number = 0; number < orders; ++number)
    for (const PreparedLaunch &prepared : launches) {
      const auto [order, seed] = orderOf(number);
      const executor::Report report = decoded.run(prepared, order, seed, bytes);
      if (!report.isClean())
        return executor::nameOf(report.findings.front().kind);
      for (auto [memory, data] : llvm::zip(prepared.memories, bytes))
        if (data != memory.expected)
          return "wrong values";
    }
  return "";
}

std::string Subject::defectOf(ModuleOp changed, int orders) const {
  try {
    return firstDefectOf(changed, orders);
  } catch (const Error &) {
    return "refused";
  }
}

bool Subject::isSame(ModuleOp probed) const {
  const Decoded decoded = decode(probed);
  Bytes bytes;
  return llvm::all_of(launches, [&](const PreparedLaunch &prepared) {
    return !decoded.run(prepared, executor::Order::First, 0, bytes)
                .has(executor::FindingKind::NoResult);
  });
}

} // namespace wave::test
