//===- CudaProgram.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/CudaProgram.h"

#include <algorithm>
#include <iterator>
#include <list>
#include <optional>
#include <utility>

#include "diagnostic/Fail.h"
#include "driver/LogBuffers.h"
#include "runtime/EntryChoice.h"
#include "runtime/LaunchArguments.h"
#include "runtime/cuda/Memory.h"

namespace wave {

CudaProgram::CudaProgram(Package package, std::vector<LogSite> logSites, std::string driver)
    : package(std::move(package)), logSites(std::move(logSites)), driver(std::move(driver)) {}

const CudaProgram::Loaded &CudaProgram::on(int device) const {
  const std::lock_guard lock(mutex);
  Loaded &entry = loaded[device];
  if (!entry.kernel) {
    entry.context = cuda::Context::shared(driver, device);
    entry.kernel = std::make_unique<cuda::LoadedKernel>(entry.context, package);
  }
  return entry;
}

/// The GPU that the tensors are on; the first one for tensors of the host.
int CudaProgram::deviceOf(std::span<const Tensor> arguments) const {
  std::optional<size_t> first;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].device() == Device::host())
      continue;
    if (!first)
      first = i;
    const int device = arguments[i].device().number, other = arguments[*first].device().number;
    if (device != other)
      fail<Error>("tensor-device",
                  "kernel '" + package.kernel + "': argument '" + package.arguments[*first].name +
                      "' is on GPU " + std::to_string(other) + ", argument '" +
                      package.arguments[i].name + "' on GPU " + std::to_string(device),
                  "pass tensors of one GPU, or of the host");
  }
  return first ? arguments[*first].device().number : 0;
}

namespace {
/// The tensors of a launch where the GPU can reach them.
class OnDevice {
public:
  OnDevice(const std::shared_ptr<const cuda::Context> &context, std::span<const Tensor> tensors,
           const EntryPoint &entry, cuda::StreamHandle stream)
      : stream(stream) {
    for (size_t i = 0; i < tensors.size(); ++i) {
      const EntryMemory &memory = entry.memories[i];
      if (tensors[i].device() != Device::host() || !tensors[i].data()) {
        list.push_back(tensors[i]);
        continue;
      }
      // What is written once needs no contents; of a log, what nobody sends stays 0.
      const bool upload = memory.use != MemoryUse::Write || memory.logSite;
      list.push_back(copies.emplace_back(context, tensors[i], upload, stream).tensor());
      if (memory.use != MemoryUse::Read)
        written.push_back(copies.size() - 1);
    }
  }

  std::span<const Tensor> tensors() const { return list; }
  bool hasCopies() const { return !copies.empty(); }
  void download() const {
    for (size_t i : written)
      copies[i].download(stream);
  }

private:
  cuda::StreamHandle stream;
  std::vector<cuda::DeviceCopy> copies;
  std::vector<Tensor> list;
  std::vector<size_t> written;
};
} // namespace

namespace {
/// The moments between the parts of a launch, for a handler that wants to know.
class Stopwatch {
public:
  Stopwatch(const std::shared_ptr<const cuda::Context> &context, cuda::StreamHandle stream,
            bool isWanted)
      : context(context), stream(stream), isWanted(isWanted) {}

  void mark() {
    if (!isWanted)
      return;
    const cuda::Context::Current current(*context);
    moments.emplace_back(context).record(stream);
  }
  double between(size_t first, size_t second) const {
    const cuda::Context::Current current(*context);
    return std::next(moments.begin(), static_cast<std::ptrdiff_t>(second))
        ->millisecondsSince(*std::next(moments.begin(), static_cast<std::ptrdiff_t>(first)));
  }

private:
  std::shared_ptr<const cuda::Context> context;
  cuda::StreamHandle stream;
  bool isWanted;
  std::list<cuda::Event> moments;
};
} // namespace

int64_t CudaProgram::computeUnits(std::span<const Tensor> arguments) const {
  return on(deviceOf(arguments)).context->device().multiprocessors;
}

Tensor CudaProgram::onHost(const Tensor &tensor, const LaunchOptions &options) const {
  return cuda::onHost(on(tensor.device().number).context, tensor,
                      static_cast<cuda::StreamHandle>(options.stream));
}

void CudaProgram::run(std::span<const Tensor> arguments, const Bindings &sizes, DebugLog *log,
                      const LaunchOptions &options) const {
  const std::array<int64_t, 3> grid = gridFor(package.grid, sizes);
  if (std::ranges::any_of(grid, [](int64_t count) { return count <= 0; }))
    return;
  const auto &[context, kernel] = on(deviceOf(arguments));
  const EntryPoint &shape = package.entries.front();
  std::optional<LogBuffers> logs;
  if (log)
    logs.emplace(logSites, sizes);
  const auto stream = static_cast<cuda::StreamHandle>(options.stream);
  Stopwatch watch(context, stream, static_cast<bool>(options.on_timed));
  watch.mark();
  const OnDevice there(context, withLogs(arguments, shape, logSites, logs ? &*logs : nullptr),
                       shape, stream);
  if (options.on_diagnostic)
    if (const std::optional<Diagnostic> remark = slowLaunch(kernel->entries(), there.tensors()))
      options.on_diagnostic(Severity::Remark, *remark);
  watch.mark();
  kernel->launch(there.tensors(), sizes, stream);
  watch.mark();
  if (!stream || there.hasCopies()) {
    const cuda::Context::Current current(*context);
    context->wait(stream, "running kernel '" + package.kernel + "' on " + context->gpu());
  }
  there.download();
  watch.mark();
  if (options.on_timed)
    options.on_timed(
        {.kernel_ms = watch.between(1, 2),
         .copy_ms = there.hasCopies() ? watch.between(0, 1) + watch.between(2, 3) : 0});
  if (logs)
    logs->collect(grid, *log);
}

} // namespace wave
