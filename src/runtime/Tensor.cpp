//===- Tensor.cpp - Making tensors, their elements and their views --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "wave/tensor.h"

#include <cstdlib>
#include <cstring>

#include "diagnostic/Fail.h"
#include "runtime/ParallelFor.h"
#include "runtime/Strides.h"
#include "runtime/TensorElements.h"

namespace wave {
namespace {

constexpr size_t alignment = 64; // a cache line, and the widest vector register

std::shared_ptr<void> allocate(int64_t bytes, const Shape &shape, DType dtype) {
  // An empty tensor has a real address too: null means "no memory" to a launch.
  const size_t wanted = bytes == 0 ? 1 : static_cast<size_t>(bytes);
  void *memory = std::aligned_alloc(alignment, (wanted + alignment - 1) / alignment * alignment);
  if (memory == nullptr)
    fail<LaunchError>("out-of-memory",
                      "tensor: cannot allocate " + std::to_string(bytes) + " bytes for shape " +
                          shapeText(shape) + " of " + std::string(dtype_name(dtype)),
                      "choose smaller sizes, or raise the limit on the process's memory (ulimit "
                      "-v)");
  return std::shared_ptr<void>(memory, [](void *owned) { std::free(owned); });
}

} // namespace

void checkOnHost(const Tensor &tensor) {
  if (tensor.device() != Device::host())
    fail<Error>("tensor-device",
                "tensor: the elements are on GPU " + std::to_string(tensor.device().number) +
                    ", where the host cannot reach them",
                "copy them to a tensor of the host first, with cudaMemcpy for example");
}

namespace {

/// Views without memory are allowed, for a launch to reject; the host functions
/// below have no other place to reject them.
void checkHasMemory(const Tensor &tensor) {
  checkOnHost(tensor);
  if (tensor.data() == nullptr && tensor.num_elements() != 0)
    fail<Error>("tensor-null",
                "tensor: no memory behind the view of shape " + shapeText(tensor.shape()),
                "give Tensor::view the address of the elements");
}

int64_t checkedOffset(const Tensor &tensor, std::span<const int64_t> index) {
  const Shape &shape = tensor.shape();
  if (index.size() != shape.size())
    fail<Error>("tensor-index",
                "tensor: index " + shapeText(Shape(index.begin(), index.end())) + " has " +
                    std::to_string(index.size()) + " coordinates, shape " + shapeText(shape) +
                    " has " + std::to_string(shape.size()) + " dimensions",
                "give one coordinate for each dimension");
  int64_t offset = 0;
  for (size_t i = 0; i < index.size(); ++i) {
    if (index[i] < 0 || index[i] >= shape[i])
      fail<Error>("tensor-index",
                  "tensor: index " + shapeText(Shape(index.begin(), index.end())) +
                      " is outside of shape " + shapeText(shape),
                  "coordinates count from 0, each up to its size less one");
    offset += index[i] * tensor.strides()[i];
  }
  return offset;
}

std::byte *elementAt(const Tensor &tensor, int64_t offset) {
  return static_cast<std::byte *>(tensor.data()) + offset * size_in_bytes(tensor.dtype());
}

} // namespace

Tensor Tensor::empty(Shape shape, DType dtype) {
  const int64_t bytes = checkedElementCount(shape, dtype) * size_in_bytes(dtype);
  Tensor result;
  result.owner_ = allocate(bytes, shape, dtype);
  result.data_ = result.owner_.get();
  result.strides_ = rowMajorStrides(shape);
  result.shape_ = std::move(shape);
  result.dtype_ = dtype;
  return result;
}

Tensor Tensor::zeros(Shape shape, DType dtype) {
  Tensor result = empty(std::move(shape), dtype);
  std::memset(result.data_, 0, static_cast<size_t>(result.num_elements() * size_in_bytes(dtype)));
  return result;
}

Tensor Tensor::full(Shape shape, DType dtype, double value) {
  Tensor result = empty(std::move(shape), dtype);
  result.fill(value);
  return result;
}

Tensor Tensor::view(void *data, DType dtype, Shape shape) {
  checkedElementCount(shape, dtype);
  std::vector<int64_t> strides = rowMajorStrides(shape);
  return view(data, dtype, std::move(shape), std::move(strides));
}

Tensor Tensor::view(void *data, DType dtype, Shape shape, std::vector<int64_t> strides) {
  checkedElementCount(shape, dtype);
  checkStrides(shape, strides, dtype);
  Tensor result;
  result.data_ = data;
  result.shape_ = std::move(shape);
  result.strides_ = std::move(strides);
  result.dtype_ = dtype;
  return result;
}

Tensor Tensor::device_view(void *data, DType dtype, Shape shape, Device device) {
  Tensor result = view(data, dtype, std::move(shape));
  result.device_ = device;
  return result;
}

Tensor Tensor::device_view(void *data, DType dtype, Shape shape, std::vector<int64_t> strides,
                           Device device) {
  Tensor result = view(data, dtype, std::move(shape), std::move(strides));
  result.device_ = device;
  return result;
}

int64_t Tensor::num_elements() const {
  int64_t count = 1;
  for (int64_t size : shape_) {
    if (size == 0) // the product of the other sizes is in range, but means nothing
      return 0;
    count *= size;
  }
  return count;
}

bool Tensor::is_contiguous() const { return isRowMajor(shape_, strides_); }

double Tensor::at(std::span<const int64_t> index) const {
  const int64_t offset = checkedOffset(*this, index);
  checkHasMemory(*this);
  return loadDouble(elementAt(*this, offset), dtype_);
}

void Tensor::set(std::span<const int64_t> index, double value) {
  const int64_t offset = checkedOffset(*this, index);
  checkHasMemory(*this);
  storeDouble(elementAt(*this, offset), dtype_, value);
}

Tensor Tensor::to(DType dtype) const {
  checkHasMemory(*this);
  Tensor result = empty(shape_, dtype);
  copyElements(result.data_, dtype, data_, dtype_, shape_, strides_);
  return result;
}

Tensor Tensor::t() const {
  if (shape_.size() < 2)
    fail<Error>("tensor-shape",
                "tensor: t() needs two dimensions to exchange, the shape is " + shapeText(shape_),
                "make the tensor with two dimensions, one of them of size 1");
  Tensor result = *this;
  std::swap(result.shape_.end()[-1], result.shape_.end()[-2]);
  std::swap(result.strides_.end()[-1], result.strides_.end()[-2]);
  return result;
}

Tensor Tensor::slice(int64_t dim, int64_t start, int64_t size) const {
  if (dim < 0 || dim >= rank())
    fail<Error>("tensor-index",
                "tensor: slice of dimension " + std::to_string(dim) + ", the shape is " +
                    shapeText(shape_),
                "dimensions count from 0");
  const size_t position = static_cast<size_t>(dim);
  if (start < 0 || size < 0 || start > shape_[position] || size > shape_[position] - start)
    fail<Error>("tensor-index",
                "tensor: slice of " + std::to_string(size) + " positions from " +
                    std::to_string(start) + " on is outside of dimension " + std::to_string(dim) +
                    " of shape " + shapeText(shape_),
                "start and size together may be " + std::to_string(shape_[position]) +
                    " at most, and neither is negative");
  Tensor result = *this;
  result.shape_[position] = size;
  // A slice without elements keeps its address: the one after the end of strided
  // memory need not exist.
  if (data_ != nullptr && result.num_elements() != 0)
    result.data_ = elementAt(*this, start * strides_[position]);
  return result;
}

void Tensor::fill(double value) {
  checkHasMemory(*this);
  const Row row = rowOf(shape_, strides_);
  withElementType(dtype_, [&]<typename T>(ElementTag<T>) {
    const T element = convertElement<T>(value);
    if (is_contiguous())
      return parallelFor(num_elements(), [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i)
          storeElement(elementAt(*this, i), element);
      });
    forEachRow(shape_, strides_, [&](int64_t offset) {
      std::byte *first = elementAt(*this, offset);
      for (int64_t i = 0; i < row.size; ++i)
        storeElement(first + i * row.stride * static_cast<int64_t>(sizeof(T)), element);
    });
  });
}

void Tensor::check_dtype(DType wanted) const {
  if (wanted != dtype_)
    fail<Error>("tensor-dtype",
                "tensor: data_as of " + std::string(dtype_name(wanted)) + ", the elements are " +
                    std::string(dtype_name(dtype_)),
                "convert them first: tensor.to(" + std::string(dtype_name(wanted)) + ")");
}

} // namespace wave
