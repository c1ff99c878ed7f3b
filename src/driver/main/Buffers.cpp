//===- Buffers.cpp --------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/Buffers.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "diagnostic/Fail.h"
#include "machine/HostCpu.h"

namespace wave::commandline {

static int64_t saturatingMultiply(int64_t a, int64_t b) {
  int64_t product;
  return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
}

static std::string bytesText(int64_t bytes) {
  return bytes == INT64_MAX ? "2^63 bytes or more" : std::to_string(bytes) + " bytes";
}

namespace {

/// Sums up what is needed, with a note for each part.
struct MemoryNeed {
  int64_t total = 0;
  std::vector<Note> parts;

  void add(const std::string &what, const Argument &argument, int64_t elementBytes) {
    int64_t bytes = elementBytes;
    std::string formula;
    for (int64_t size : shapeOf(argument)) {
      bytes = saturatingMultiply(bytes, size);
      formula += std::to_string(size) + " * ";
    }
    if (__builtin_add_overflow(total, bytes, &total))
      total = INT64_MAX;
    parts.push_back(
        {what + ": " + formula + std::to_string(elementBytes) + " = " + bytesText(bytes),
         argument.where});
  }
};

} // namespace

void checkMemory(const std::vector<Argument> &arguments, bool hasReferenceCheck) {
  MemoryNeed need;
  for (const Argument &argument : arguments) {
    need.add("'" + argument.name + "'", argument, size_in_bytes(argument.dtype));
    if (argument.is_read && argument.is_written)
      need.add("what '" + argument.name + "' held before", argument, size_in_bytes(argument.dtype));
    if (argument.is_read && hasReferenceCheck)
      need.add("'" + argument.name + "' in f64 for --check", argument, size_in_bytes(f64));
  }
  const int64_t available = machine::hostMemoryBytes();
  if (need.total > available)
    fail<Error>("buffers-too-large",
                "the buffers need " + bytesText(need.total) + ", and this machine has " +
                    bytesText(available) + " of memory",
                "choose smaller sizes with -D", std::move(need.parts));
}

void poison(Tensor &tensor) {
  if (is_float(tensor.dtype()))
    tensor.fill(NAN);
  else if (tensor.num_elements() > 0)
    std::memset(tensor.data(), 0x55,
                static_cast<size_t>(tensor.num_elements() * size_in_bytes(tensor.dtype())));
}

static bool isInput(const Argument &argument) { return argument.is_read || !argument.is_written; }

static const InputFile *fileOf(const Argument &argument, const std::vector<InputFile> &files) {
  const auto file = std::ranges::find_if(
      files, [&](const InputFile &each) { return each.argument.name == argument.name; });
  return file == files.end() ? nullptr : &*file;
}

static std::string describeBuffer(const Argument &argument, const InputFile *file, uint64_t seed) {
  return "buffer " + argument.name + ": " + std::string(dtype_name(argument.dtype)) + ", " +
         (file                ? file->path
          : isInput(argument) ? "normal numbers, seed " + std::to_string(seed)
                              : "poisoned");
}

static Tensor makeBuffer(const Argument &argument, const InputFile *file, uint64_t seed) {
  if (file)
    return file->tensor;
  const Shape shape = shapeOf(argument);
  if (isInput(argument))
    return Tensor::randn(shape, argument.dtype, seed);
  Tensor output = Tensor::empty(shape, argument.dtype);
  poison(output);
  return output;
}

Buffers makeBuffers(const std::vector<Argument> &arguments, const std::vector<InputFile> &files,
                    uint64_t seed, const std::function<void(const std::string &what)> &begin) {
  Buffers buffers;
  for (const Argument &argument : arguments) {
    const InputFile *file = fileOf(argument, files);
    const uint64_t ownSeed = seed + buffers.tensors.size();
    begin(describeBuffer(argument, file, ownSeed));
    const Tensor &tensor = buffers.tensors.emplace_back(makeBuffer(argument, file, ownSeed));
    const bool isInOut = argument.is_read && argument.is_written;
    buffers.before.push_back(isInOut ? tensor.clone() : tensor);
  }
  return buffers;
}

} // namespace wave::commandline
