//===- LoadedKernel.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/cuda/LoadedKernel.h"

#include <algorithm>
#include <charconv>
#include <deque>
#include <utility>

#include "diagnostic/Fail.h"
#include "runtime/EntryChoice.h"
#include "runtime/LaunchArguments.h"

namespace wave::cuda {

bool runsOn(const CodeImage &image, const DeviceInfo &device) {
  // "sm_90a": generation 9, 0, and what only exactly that one has.
  std::string_view text = image.processor;
  if (!text.starts_with("sm_"))
    return false;
  text.remove_prefix(3);
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view suffix(end, static_cast<size_t>(text.data() + text.size() - end));
  const int has = device.major * 10 + device.minor;
  if (error != std::errc() || (!suffix.empty() && suffix != "a" && suffix != "f"))
    return false;
  if (suffix == "a")
    return number == has;
  if (suffix == "f" || image.kind == CodeImage::Kind::Cubin)
    return number / 10 == device.major && number <= has;
  return number <= has;
}

static const CodeImage &imageFor(const Context &context, const Package &package) {
  const auto found = std::ranges::find_if(
      package.images, [&](const CodeImage &image) { return runsOn(image, context.device()); });
  if (found != package.images.end())
    return *found;
  std::string list;
  for (const CodeImage &image : package.images)
    list += (list.empty() ? "" : ", ") + image.processor;
  fail<LaunchError>("cuda-code",
                    "kernel '" + package.kernel + "' was compiled for " + list + ", " +
                        context.gpu() + " (" + context.device().name + ") is " +
                        context.device().architecture(),
                    "compile it for the GPU at hand");
}

LoadedKernel::LoadedKernel(std::shared_ptr<const Context> context, const Package &package)
    : LoadedKernel(context, package, imageFor(*context, package)) {}

LoadedKernel::LoadedKernel(std::shared_ptr<const Context> context, const Package &package,
                           const CodeImage &image)
    : imageKind(image.kind), name(package.kernel), grid(package.grid), entryPoints(package.entries),
      module(context, image.bytes,
             std::string(image.kind == CodeImage::Kind::Cubin ? "machine code" : "PTX") + " for " +
                 image.processor + " of kernel '" + package.kernel + "'"),
      maps(context) {
  for (const EntryPoint &entry : entryPoints)
    functions.emplace_back(module, entry.name, entry.sharedBytes,
                           entry.cluster[0] * entry.cluster[1] * entry.cluster[2]);
}

const EntryPoint &LoadedKernel::entryFor(std::span<const Tensor> tensors) const {
  const EntryPoint *entry = chooseEntry(entryPoints, tensors);
  if (!entry)
    fail<InternalError>("internal",
                        "kernel '" + name +
                            "' has no entry point for rows that are "
                            "not aligned",
                        "this is a bug in wave: please report it with the kernel");
  return *entry;
}

const Function &LoadedKernel::functionOf(const EntryPoint &entry) const {
  return functions[static_cast<size_t>(&entry - entryPoints.data())];
}

void LoadedKernel::launch(std::span<const Tensor> tensors, const Bindings &sizes,
                          StreamHandle stream) {
  const EntryPoint &entry = entryFor(tensors);
  LaunchShape shape{.grid = gridFor(grid, sizes),
                    .workgroup = entry.workgroup,
                    .cluster = entry.cluster,
                    .sharedBytes = entry.sharedBytes};
  if (std::ranges::any_of(shape.grid, [](int64_t count) { return count <= 0; }))
    return;
  // The driver copies the values, by the sizes that the code says, before it returns.
  std::deque<uint64_t> words;
  std::deque<TensorMap> encoded;
  std::vector<void *> pointers;
  for (const LaunchArgument &argument : packArguments(entry, tensors, sizes)) {
    if (const auto *map = std::get_if<BoxMap>(&argument)) {
      pointers.push_back(&encoded.emplace_back(maps.encoded(*map)));
      continue;
    }
    const auto *region = std::get_if<MemoryRegion>(&argument);
    pointers.push_back(
        &words.emplace_back(region ? reinterpret_cast<uintptr_t>(region->data)
                                   : static_cast<uint64_t>(std::get<int64_t>(argument))));
  }
  functionOf(entry).launch(shape, pointers, stream);
}

} // namespace wave::cuda
