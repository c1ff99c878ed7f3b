//===- Memory.h - Memory of a GPU, and time on it -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "runtime/cuda/Context.h"
#include "wave/tensor.h"

namespace wave::cuda {

/// Bytes on a GPU, freed with the object.
class DeviceMemory {
public:
  /// Throws LaunchError "out-of-memory" with what is free.
  DeviceMemory(std::shared_ptr<const Context> context, size_t bytes);
  ~DeviceMemory();
  DeviceMemory(DeviceMemory &&other) noexcept;
  DeviceMemory &operator=(DeviceMemory &&) = delete;

  Address address() const { return address_; }
  size_t bytes() const { return bytes_; }

  /// From and to the host, in the order of the stream; `bytes` from `offset` on.
  void upload(const void *from, size_t offset, size_t bytes, StreamHandle stream) const;
  void download(void *to, size_t offset, size_t bytes, StreamHandle stream) const;
  void fill(unsigned char value, StreamHandle stream) const;

private:
  std::shared_ptr<const Context> context;
  Address address_ = 0;
  size_t bytes_ = 0;
};

/// A tensor's elements on the GPU, one after the other.
class DeviceCopy {
public:
  /// Copies the elements there, if `upload`; the host tensor may go when that has happened.
  DeviceCopy(const std::shared_ptr<const Context> &context, Tensor host, bool upload,
             StreamHandle stream);

  /// On the GPU.
  const Tensor &tensor() const { return device; }
  /// Copies the elements back, and returns when they are there.
  void download(StreamHandle stream) const;

private:
  std::shared_ptr<const Context> context;
  Tensor host;
  DeviceMemory memory;
  Tensor device;
};

/// A tensor of the GPU, dense and on the host, when what the stream did before is done.
Tensor onHost(const std::shared_ptr<const Context> &context, const Tensor &tensor,
              StreamHandle stream);

/// A moment in a stream.
class Event {
public:
  explicit Event(std::shared_ptr<const Context> context);
  ~Event();
  Event(const Event &) = delete;
  Event &operator=(const Event &) = delete;

  void record(StreamHandle stream) const;
  /// Milliseconds from `start` to this one, when both have come.
  double millisecondsSince(const Event &start) const;

private:
  std::shared_ptr<const Context> context;
  EventHandle handle = nullptr;
};

} // namespace wave::cuda
