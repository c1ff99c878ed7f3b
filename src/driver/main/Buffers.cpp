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

static Tensor makeBuffer(const Argument &argument, const std::vector<InputFile> &files,
                         uint64_t seed) {
  const Shape shape = shapeOf(argument);
  for (const InputFile &file : files)
    if (file.argument.name == argument.name)
      return file.tensor;
  if (argument.is_read || !argument.is_written)
    return Tensor::randn(shape, argument.dtype, seed);
  Tensor output = Tensor::empty(shape, argument.dtype);
  poison(output);
  return output;
}

Buffers makeBuffers(const std::vector<Argument> &arguments, const std::vector<InputFile> &files,
                    uint64_t seed) {
  Buffers buffers;
  for (size_t i = 0; i < arguments.size(); ++i) {
    buffers.tensors.push_back(makeBuffer(arguments[i], files, seed + i));
    const bool isInOut = arguments[i].is_read && arguments[i].is_written;
    buffers.before.push_back(isInOut ? buffers.tensors[i].clone() : buffers.tensors[i]);
  }
  return buffers;
}

} // namespace wave::commandline
