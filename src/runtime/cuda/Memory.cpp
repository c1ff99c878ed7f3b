//===- Memory.cpp ---------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/cuda/Memory.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "runtime/Strides.h"

namespace wave::cuda {

static constexpr Result outOfMemory = 2; // CUDA_ERROR_OUT_OF_MEMORY

DeviceMemory::DeviceMemory(std::shared_ptr<const Context> owner, size_t bytes)
    : context(std::move(owner)), bytes_(bytes) {
  const Context::Current current(*context);
  // The driver gives no empty memory, but a tensor without elements has an address.
  const Result result = context->driver().cuMemAlloc(&address_, std::max<size_t>(bytes, 1));
  if (result == 0)
    return;
  std::string doing = "allocating " + std::to_string(bytes) + " bytes on " + context->gpu();
  size_t free = 0, total = 0;
  if (result == outOfMemory && context->driver().cuMemGetInfo(&free, &total) == 0)
    doing += " (" + std::to_string(free) + " of its " + std::to_string(total) + " are free)";
  context->check(result, doing);
}

DeviceMemory::~DeviceMemory() {
  if (!address_)
    return;
  try {
    const Context::Current current(*context);
    context->driver().cuMemFree(address_);
  } catch (const LaunchError &) { // NOLINT(bugprone-empty-catch): it went with the context
  }
}

DeviceMemory::DeviceMemory(DeviceMemory &&other) noexcept
    : context(std::move(other.context)), address_(std::exchange(other.address_, 0)),
      bytes_(other.bytes_) {}

void DeviceMemory::upload(const void *from, size_t offset, size_t bytes,
                          StreamHandle stream) const {
  const Context::Current current(*context);
  context->check(context->driver().cuMemcpyHtoDAsync(address_ + offset, from, bytes, stream),
                 "copying " + std::to_string(bytes) + " bytes to " + context->gpu());
}

void DeviceMemory::download(void *to, size_t offset, size_t bytes, StreamHandle stream) const {
  const Context::Current current(*context);
  const std::string doing = "copying " + std::to_string(bytes) + " bytes from " + context->gpu();
  context->check(context->driver().cuMemcpyDtoHAsync(to, address_ + offset, bytes, stream), doing);
  context->wait(stream, doing);
}

void DeviceMemory::fill(unsigned char value, StreamHandle stream) const {
  const Context::Current current(*context);
  context->check(context->driver().cuMemsetD8Async(address_, value, bytes_, stream),
                 "filling " + std::to_string(bytes_) + " bytes on " + context->gpu());
}

static size_t bytesOf(const Tensor &tensor) {
  return static_cast<size_t>(tensor.num_elements() * size_in_bytes(tensor.dtype()));
}

DeviceCopy::DeviceCopy(const std::shared_ptr<const Context> &owner, Tensor tensor, bool upload,
                       StreamHandle stream)
    : context(owner), host(std::move(tensor)), memory(owner, bytesOf(host)),
      device(Tensor::device_view(reinterpret_cast<void *>(memory.address()), host.dtype(),
                                 host.shape())) {
  if (!upload || bytesOf(host) == 0)
    return;
  const Tensor dense = host.is_contiguous() ? host : host.clone();
  memory.upload(dense.data(), 0, bytesOf(host), stream);
  // The driver may still be reading where the memory is page-locked.
  const Context::Current current(*context);
  context->wait(stream, "copying to " + context->gpu());
}

void DeviceCopy::download(StreamHandle stream) const {
  if (bytesOf(host) == 0)
    return;
  if (host.is_contiguous())
    return memory.download(host.data(), 0, bytesOf(host), stream);
  // What lies between the elements belongs to others, who may be writing there now.
  const Tensor dense = Tensor::empty(host.shape(), host.dtype());
  memory.download(dense.data(), 0, bytesOf(host), stream);
  const int64_t size = size_in_bytes(host.dtype());
  const Row row = rowOf(host.shape(), host.strides());
  const auto *from = static_cast<const std::byte *>(dense.data());
  forEachRow(host.shape(), host.strides(), [&](int64_t offset) {
    std::byte *to = static_cast<std::byte *>(host.data()) + offset * size;
    for (int64_t i = 0; i < row.size; ++i, from += size)
      std::memcpy(to + i * row.stride * size, from, static_cast<size_t>(size));
  });
}

Tensor onHost(const std::shared_ptr<const Context> &context, const Tensor &tensor,
              StreamHandle stream) {
  Tensor host = Tensor::empty(tensor.shape(), tensor.dtype());
  const auto size = static_cast<size_t>(size_in_bytes(tensor.dtype()));
  const std::string doing = "copying a table from " + context->gpu();
  const Context::Current current(*context);
  auto *to = static_cast<std::byte *>(host.data());
  const auto copy = [&](int64_t offset, size_t bytes) {
    const Address from = reinterpret_cast<Address>(tensor.data()) +
                         static_cast<Address>(offset * static_cast<int64_t>(size));
    context->check(context->driver().cuMemcpyDtoHAsync(to, from, bytes, stream), doing);
    to += bytes;
  };
  if (bytesOf(tensor) == 0)
    return host;
  const Row row = rowOf(tensor.shape(), tensor.strides());
  if (tensor.is_contiguous())
    copy(0, bytesOf(tensor));
  else
    forEachRow(tensor.shape(), tensor.strides(), [&](int64_t offset) {
      for (int64_t i = 0; i < row.size; ++i)
        copy(offset + i * row.stride, size);
    });
  context->wait(stream, doing);
  return host;
}

Event::Event(std::shared_ptr<const Context> owner) : context(std::move(owner)) {
  const Context::Current current(*context);
  context->check(context->driver().cuEventCreate(&handle, 0), "making an event");
}

Event::~Event() { context->driver().cuEventDestroy(handle); }

void Event::record(StreamHandle stream) const {
  const Context::Current current(*context);
  context->check(context->driver().cuEventRecord(handle, stream), "recording an event");
}

double Event::millisecondsSince(const Event &start) const {
  const Context::Current current(*context);
  context->check(context->driver().cuEventSynchronize(handle), "running what was timed");
  float milliseconds = 0;
  context->check(context->driver().cuEventElapsedTime(&milliseconds, start.handle, handle),
                 "reading the time between events");
  return milliseconds;
}

} // namespace wave::cuda
