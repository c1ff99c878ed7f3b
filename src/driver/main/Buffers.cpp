//===- Buffers.cpp --------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/Buffers.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "machine/ElementFormat.h"
#include "runtime/MemoryNeed.h"

namespace wave::commandline {

static const InputFile *fileOf(const Argument &argument, const std::vector<InputFile> &files) {
  const auto file = std::ranges::find_if(
      files, [&](const InputFile &each) { return each.argument.name == argument.name; });
  return file == files.end() ? nullptr : &*file;
}

void checkMemory(const std::vector<Argument> &arguments, const std::vector<InputFile> &files,
                 CheckMethod method) {
  MemoryNeed need;
  for (const Argument &argument : arguments) {
    const int64_t own = size_in_bytes(argument.dtype), real = size_in_bytes(f64);
    const std::string name = "'" + argument.name + "'";
    if (!fileOf(argument, files)) // what was read is in memory
      need.add(name, argument, own);
    if (argument.is_read && argument.is_written)
      need.add("what " + name + " held before", argument, own);
    if (argument.is_read && method == CheckMethod::Reference)
      need.add(name + " in f64 for --check", argument, real);
    if (!argument.is_written || method != CheckMethod::Interpreter)
      continue;
    need.add(name + " as it is expected, for --check", argument, own);
    need.add("what " + name + " may hold, for --check", argument, 2 * real + size_in_bytes(i1));
  }
  need.check();
}

/// Processors make NaN with a mantissa of one bit or, NVIDIA's, with all and the sign clear.
static bool isNaNOfAllBits(DType dtype) { return is_float(dtype) && !machine::float8Of(dtype); }

void poison(Tensor &tensor) {
  if (is_float(tensor.dtype()) && !isNaNOfAllBits(tensor.dtype()))
    tensor.fill(NAN);
  else if (tensor.num_elements() > 0)
    std::memset(tensor.data(), is_float(tensor.dtype()) ? 0xff : 0x55,
                static_cast<size_t>(tensor.num_elements() * size_in_bytes(tensor.dtype())));
}

bool isPoison(const Tensor &tensor, int64_t index) {
  const int64_t bytes = size_in_bytes(tensor.dtype());
  const auto *element = static_cast<const std::byte *>(tensor.data()) + index * bytes;
  return isNaNOfAllBits(tensor.dtype()) &&
         std::all_of(element, element + bytes, [](std::byte b) { return b == std::byte{0xff}; });
}

static bool isInput(const Argument &argument) { return argument.is_read || !argument.is_written; }

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
