//===- CompiledKernel.cpp -------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/CompiledKernel.h"

#include <algorithm>
#include <new>
#include <optional>

#include "diagnostic/AtCall.h"
#include "diagnostic/Fail.h"
#include "driver/ComputeUnits.h"
#include "driver/DecisionTrace.h"
#include "driver/RunsOn.h"
#include "runtime/Arguments.h"
#include "runtime/ComputeUnits.h"
#include "runtime/NumberText.h"
#include "runtime/ScalarValues.h"
#include "symbolic/Evaluate.h"

namespace wave {

static void traceLaunch(const CompiledKernel::Impl &impl, std::span<const Tensor> tensors,
                        const Bindings &sizes, unsigned threads, bool hasWork) {
  std::string text;
  for (const Binding &size : sizes) {
    const auto argument = std::ranges::find(impl.arguments, size.symbol, &Argument::name);
    text +=
        " " + size.symbol + "=" +
        (argument != impl.arguments.end() && argument->is_scalar
             ? numberText(tensors[static_cast<size_t>(argument - impl.arguments.begin())].at({}),
                          argument->dtype)
             : size.value.str());
  }
  traceDecision("launch " + impl.name + ": open sizes" + (text.empty() ? " none" : text) + ", " +
                (threads ? std::to_string(threads) + " threads" : "a thread for each processor") +
                (hasWork ? "" : ", nothing to do"));
}

/// What the compile has said: that nobody checks whether each tile is computed once.
static void repeatUnchecked(const CompiledKernel::Impl &impl, const LaunchOptions &options) {
  if (!options.on_diagnostic)
    return;
  for (const Diagnostic &remark : impl.remarks)
    if (remark.id == "coverage-unchecked")
      options.on_diagnostic(Severity::Remark, remark);
}

/// The tensors, those that have to be read before the launch on the host.
static std::vector<Tensor> withTablesOnHost(const CompiledKernel::Impl &impl,
                                            std::span<const Tensor> tensors, const Bindings &sizes,
                                            const LaunchOptions &options) {
  std::vector<Tensor> list(tensors.begin(), tensors.end());
  const auto fetch = [&](size_t table) {
    if (list[table].device() != Device::host())
      list[table] = impl.program->onHost(list[table], options);
  };
  std::ranges::for_each(memoriesReadBy(impl.assumptions, impl.coverage, impl.independence), fetch);
  std::ranges::for_each(memoriesReadBy(impl.indices, sizes), fetch);
  return list;
}

/// Without the place of the call.
static void launchKernel(const CompiledKernel::Impl &impl, std::span<const Tensor> tensors,
                         const LaunchOptions &options) {
  if (!impl.program) {
    const bool isGpu = runsOn(impl.target) == RunsOn::Nothing;
    fail<Error>("no-machine-code",
                "kernel '" + impl.name + "' was compiled " +
                    (isGpu ? "for " + impl.target.name() + ", which no GPU here runs"
                           : "with compile_to_mlir, so that there is nothing to run"),
                isGpu ? "run it on sim:mi300x or sim:mi355x, or write it with wave emit"
                      : "compile without it");
  }
  std::optional<DebugLog> log;
  try {
    Bindings values = checkArguments(impl.name, impl.arguments, {}, tensors);
    if (runsOn(impl.target) != RunsOn::CudaGpu)
      checkOnHost(impl.name, impl.arguments, tensors, "target " + impl.target.name());
    const bool isLogged = !impl.logSites.empty() && options.on_log;
    // Without an element to write there is nothing to do, however large the grid.
    bool hasWork = isLogged;
    for (size_t i = 0; i < tensors.size(); ++i)
      hasWork |= impl.arguments[i].is_written && tensors[i].num_elements() > 0;
    if (hasWork && takesComputeUnits(impl.grid)) // which may need a GPU
      setComputeUnits(values, impl.grid, impl.known, impl.program->computeUnits(tensors));
    if (isLogged)
      log.emplace(impl.logSites, values);
    if (isTracing())
      traceLaunch(impl, tensors, values, options.threads, hasWork);
    if (hasWork) {
      const Bindings sizes = integersOf(values, impl.arguments);
      const std::vector<Tensor> tables = withTablesOnHost(impl, tensors, sizes, options);
      impl.launchAssumptions.require(impl.name, impl.assumptions, sizes, tables);
      impl.launchIndices.require(impl.name, impl.indices, sizes, tables);
      if (impl.unchecked)
        repeatUnchecked(impl, options);
      else
        impl.launchCoverage.require(impl.name, impl.coverage, sizes, tablesOf(tables));
      impl.launchIndependence.require(impl.name, impl.independence, sizes, tablesOf(tables),
                                      /*mayBeUnknown=*/impl.unchecked.has_value());
      impl.launchRanges.require(impl.openScalars, impl.grid, sizes);
      impl.program->run(tensors.first(memoriesIn(impl.arguments)), values, log ? &*log : nullptr,
                        options);
    }
    if (log)
      log->deliver(options.on_log);
  } catch (const std::bad_alloc &) {
    fail<LaunchError>("out-of-memory",
                      "the machine has not enough memory to launch kernel '" + impl.name + "'",
                      "choose smaller sizes, or raise the limit on the process's memory (ulimit "
                      "-v)");
  }
}

void CompiledKernel::launch(std::span<const Tensor> tensors, const LaunchOptions &options,
                            std::source_location where) const {
  namingCall(where, [&] { launchKernel(*impl_, tensors, options); });
}

Bindings CompiledKernel::Impl::withComputeUnits(Bindings sizes) const {
  setComputeUnits(sizes, grid, known, computeUnitsOf(target));
  return sizes;
}

static ScalarNumber numberOf(const LaunchValue &value) {
  if (const auto *real = std::get_if<double>(&value.value()))
    return *real;
  if (const auto *integer = std::get_if<int64_t>(&value.value()))
    return *integer;
  return std::get<uint64_t>(value.value());
}

std::vector<Tensor> CompiledKernel::tensorsOf(const std::vector<LaunchValue> &values,
                                              std::source_location where) const {
  std::vector<Tensor> tensors;
  namingCall(where, [&] {
    for (size_t i = 0; i < values.size(); ++i) {
      if (const auto *tensor = std::get_if<Tensor>(&values[i].value()))
        tensors.push_back(*tensor);
      else if (i < impl_->arguments.size())
        tensors.push_back(tensorOf(impl_->name, impl_->arguments[i], numberOf(values[i])));
      else // too many: counted by the launch
        tensors.push_back(Tensor::zeros({}, DType::f64));
    }
  });
  return tensors;
}

const std::vector<Diagnostic> &CompiledKernel::remarks() const { return impl_->remarks; }
const std::vector<Argument> &CompiledKernel::arguments() const { return impl_->arguments; }
std::vector<std::string> CompiledKernel::open_sizes() const {
  return openSizes(impl_->arguments, {});
}
std::array<int64_t, 3> CompiledKernel::grid(const Bindings &given) const {
  const Bindings sizes = impl_->withComputeUnits(given);
  std::array<int64_t, 3> counts;
  for (size_t i = 0; i < 3; ++i) {
    auto count = symbolic::evaluate(impl_->grid[i], sizes);
    if (!count)
      fail<Error>(symbolic::idOf(count.failure().kind),
                  "kernel '" + impl_->name + "': the grid: " + symbolic::describe(count.failure()),
                  "give every open size a value: grid({M = 100})");
    counts[i] = count.value();
  }
  return counts;
}
std::vector<std::pair<std::string, int64_t>> CompiledKernel::tiles() const { return impl_->tiles; }
double CompiledKernel::compile_ms() const { return impl_->compileMs; }

} // namespace wave
