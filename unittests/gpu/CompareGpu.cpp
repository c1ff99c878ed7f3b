//===- CompareGpu.cpp - Writes what a GPU is to be asked ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// compare_gpu FOLDER [PART]: for each comparison whose name has PART in it a package NAME.wpk,
// and of its buffers NAME.BUFFER.before.npy, and NAME.BUFFER.expected.npy as the executor has it;
// or NAME.fault, with its finding, where the GPU should end the launch.
// script/compare-gpu puts together with them what the GPU's machine needs.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fstream>
#include <stdexcept>

#include "Comparison.h"
#include "driver/CudaTools.h"
#include "machine/Chip.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "runtime/LaunchArguments.h"
#include "runtime/NpyFile.h"
#include "runtime/package/Package.h"
#include "targets/nvidia/MachineCode.h"
#include "targets/nvidia/Passes.h"

using namespace mlir;

namespace wave::gpu {

Tensor tensorOf(const std::vector<std::byte> &bytes, DType dtype) {
  Tensor tensor = Tensor::empty({static_cast<int64_t>(bytes.size()) / size_in_bytes(dtype)}, dtype);
  std::memcpy(tensor.data(), bytes.data(), bytes.size());
  return tensor;
}

Tensor counting(Shape shape, DType dtype, int64_t first) {
  Tensor tensor = Tensor::empty(shape, dtype);
  // Primes, so that no row is like another; all are numbers of the type.
  const int64_t modulus = dtype == i8 ? 113 : dtype == f16 ? 2039 : int64_t{1} << 24;
  std::vector<int64_t> index(shape.size(), 0);
  for (int64_t i = 0; i < tensor.num_elements(); ++i) {
    tensor.set(index, static_cast<double>((first + i) % modulus));
    for (size_t dim = shape.size(); dim-- > 0 && ++index[dim] == shape[dim];)
      index[dim] = 0;
  }
  return tensor;
}

namespace {

constexpr const char *processor = "sm_90a";

/// What the target form says of its memories (docs/adr/0012-target-form.md): all sizes are known.
std::string memoriesText(const Comparison &comparison) {
  std::string rows;
  for (size_t i = 0; i < comparison.buffers.size(); ++i) {
    const Buffer &buffer = comparison.buffers[i];
    std::string dims, none, sizes, strides;
    for (size_t dim = 0; dim < buffer.before.shape().size(); ++dim) {
      const std::string comma = dim == 0 ? "" : ", ";
      dims += comma + "\"D" + std::to_string(dim) + "\"";
      none += comma + "-1";
      sizes += comma + std::to_string(buffer.before.shape()[dim]);
      strides += comma + std::to_string(buffer.before.strides()[dim]);
    }
    rows += std::string(i == 0 ? "" : ", ") + "{name = \"" + buffer.name +
            "\", dtype = " + std::string(dtype_name(buffer.before.dtype())) + ", dims = [" + dims +
            "], pointer = " + std::to_string(i) + " : i64, sizes = [" + none + "], strides = [" +
            none + "], known_sizes = [" + sizes + "], known_strides = [" + strides +
            "], access = \"" + (buffer.isWritten ? "readwrite" : "read") + "\"}";
  }
  return ", wave.memories = [" + rows + "]";
}

EntryPoint entryOf(const Comparison &comparison) {
  EntryPoint entry{.name = "kernel", .memories = {}, .launchValues = {}, .maps = {}};
  entry.workgroup = {static_cast<uint32_t>(std::stoul(comparison.text.workgroup)), 1, 1};
  entry.sharedBytes = static_cast<uint32_t>(comparison.text.sharedBytes);
  for (const Buffer &buffer : comparison.buffers) {
    const std::vector<bool> none(buffer.before.shape().size(), false);
    entry.memories.push_back({.name = buffer.name,
                              .sizes = none,
                              .strides = none,
                              .use = buffer.isWritten ? MemoryUse::ReadWrite : MemoryUse::Read,
                              .logSite = {}});
  }
  for (int64_t number : comparison.numbers)
    entry.launchValues.emplace_back(number);
  if (comparison.map)
    entry.maps.push_back(*comparison.map);
  return entry;
}

Package packageOf(const Comparison &comparison, const EntryPoint &entry) {
  MLIRContext context;
  context.loadDialect<LLVM::LLVMDialect, NVVM::NVVMDialect, scf::SCFDialect>();
  auto module = parseSourceString<ModuleOp>(executor::moduleText(comparison.text), &context);
  if (!module)
    throw std::runtime_error(comparison.name + ": the text is no module");
  PassManager manager(&context);
  nvidia::addNvidiaPasses(manager, processor);
  if (failed(manager.run(*module)))
    throw std::runtime_error(comparison.name + " does not become code");
  nvidia::Object object = nvidia::object(*module, processor, cudaAssembler());
  if (!object.isCubin)
    throw std::runtime_error("there is no ptxas");
  Package package{.kernel = "kernel",
                  .target = std::string("cuda:") + processor,
                  .producer = "compare_gpu",
                  .arguments = {},
                  .known = {},
                  .grid = {1, 1, 1},
                  .entries = {entry},
                  .images = {}};
  for (const Buffer &buffer : comparison.buffers) {
    Argument argument;
    argument.name = buffer.name;
    argument.dtype = buffer.before.dtype();
    argument.is_read = true;
    argument.is_written = buffer.isWritten;
    for (int64_t size : buffer.before.shape())
      argument.dims.push_back({"D" + std::to_string(argument.dims.size()), size});
    package.arguments.push_back(argument);
  }
  package.images.push_back({CodeImage::Kind::Cubin, processor, std::move(object.bytes)});
  return package;
}

struct Outcome {
  std::vector<Tensor> buffers;
  std::string findings;
};

Outcome executed(const Comparison &comparison, const EntryPoint &entry) {
  std::vector<Tensor> tensors;
  for (const Buffer &buffer : comparison.buffers)
    tensors.push_back(buffer.before.clone());
  std::vector<executor::Argument> arguments;
  for (const LaunchArgument &argument : packArguments(entry, tensors, {})) {
    if (const auto *region = std::get_if<MemoryRegion>(&argument))
      arguments.emplace_back(executor::Region{region->data, region->bytes, true});
    else if (const auto *number = std::get_if<int64_t>(&argument))
      arguments.emplace_back(*number);
    else
      arguments.emplace_back(
          executor::BoxArgument{std::get<BoxMap>(argument),
                                std::get<executor::Region>(arguments[comparison.map->memory])});
  }
  const executor::Report report = executor::run(comparison.text, std::move(arguments));
  return {std::move(tensors), report.isClean() ? "" : executor::textOf(report)};
}

void writeFile(const std::string &file, const std::string &bytes) {
  std::ofstream out(file, std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!out.flush())
    throw std::runtime_error("cannot write " + file);
}

void write(const Comparison &comparison, const std::string &folder) {
  const EntryPoint entry = entryOf(comparison);
  const Outcome outcome = executed(comparison, entry);
  const std::string file = folder + "/" + comparison.name;
  if (!outcome.findings.empty())
    writeFile(file + ".fault", outcome.findings);
  for (size_t i = 0; i < outcome.buffers.size(); ++i) {
    const Buffer &buffer = comparison.buffers[i];
    writeNpy(file + "." + buffer.name + ".before.npy", buffer.before);
    if (buffer.isWritten && outcome.findings.empty())
      writeNpy(file + "." + buffer.name + ".expected.npy", outcome.buffers[i]);
  }
  writeFile(file + ".wpk", packageBytes(packageOf(comparison, entry)));
}

int run(const std::string &folder, const std::string &part) {
  int count = 0;
  for (std::vector<Comparison> list :
       {wgmmaComparisons(), boxComparisons(), matrixAccessComparisons()})
    for (Comparison &comparison : list)
      if (comparison.name.find(part) != std::string::npos) {
        comparison.text.attributes += memoriesText(comparison);
        write(comparison, folder);
        ++count;
      }
  std::printf("%d kernels\n", count);
  return count > 0 ? 0 : 1;
}

} // namespace
} // namespace wave::gpu

int main(int argc, char **argv) {
  if (argc < 2 || argc > 3) {
    std::fprintf(stderr, "usage: compare_gpu FOLDER [PART]\n");
    return 2;
  }
  try {
    return wave::gpu::run(argv[1], argc == 3 ? argv[2] : "");
  } catch (const std::exception &failure) {
    std::fprintf(stderr, "compare_gpu: %s\n", failure.what());
    return 1;
  }
}
