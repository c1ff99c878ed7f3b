//===- tensor.h - Tensors of host and device memory -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A Tensor is a pointer, a shape, strides (in elements) and an element type, over
// memory owned by it or by the caller.  Copies share the memory.  matmul, allclose
// and max_abs_difference serve to test kernels.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "wave/types.h"

struct DLManagedTensor; // wave/dlpack.h

#pragma GCC visibility push(default)
namespace wave {

using Shape = std::vector<int64_t>;

/// The DType of a C++ element type.
template <typename T> constexpr DType dtype_of() {
  using U = std::remove_cv_t<T>;
  if constexpr (std::is_same_v<U, float16>)
    return f16;
  else if constexpr (std::is_same_v<U, bfloat16>)
    return bf16;
  else if constexpr (std::is_same_v<U, float8_e4m3fn>)
    return f8e4m3fn;
  else if constexpr (std::is_same_v<U, float8_e5m2>)
    return f8e5m2;
  else if constexpr (std::is_same_v<U, float8_e4m3fnuz>)
    return f8e4m3fnuz;
  else if constexpr (std::is_same_v<U, float8_e5m2fnuz>)
    return f8e5m2fnuz;
  else if constexpr (std::is_same_v<U, float>)
    return f32;
  else if constexpr (std::is_same_v<U, double>)
    return f64;
  else if constexpr (std::is_same_v<U, bool>)
    return i1;
  else if constexpr (std::is_integral_v<U> && std::is_signed_v<U> && sizeof(U) == 1)
    return i8;
  else if constexpr (std::is_integral_v<U> && std::is_signed_v<U> && sizeof(U) == 4)
    return i32;
  else {
    static_assert(std::is_integral_v<U> && std::is_signed_v<U> && sizeof(U) == 8,
                  "wave::Tensor: element type must be float16, bfloat16, float8_*, float, double, "
                  "int8_t, int32_t, int64_t or bool");
    return i64;
  }
}

/// The location of memory.
struct Device {
  enum class Kind { Host, Cuda };
  Kind kind = Kind::Host;
  int number = 0; ///< index of the GPU, from 0

  static Device host() { return {}; }
  static Device cuda(int number = 0) { return {Kind::Cuda, number}; }
  bool operator==(const Device &) const = default;
};

class Tensor {
public:
  /// Allocates row-major, 64-byte aligned memory.  Throws Error for a negative size or 2^63 bytes
  /// or more, LaunchError if the machine is out of memory.
  static Tensor empty(Shape shape, DType dtype);
  static Tensor zeros(Shape shape, DType dtype);
  static Tensor full(Shape shape, DType dtype, double value);

  /// Independent normal numbers with mean 0 and variance 1, rounded to nearest in `dtype`.  The
  /// values for a seed are the same on every platform.
  static Tensor randn(Shape shape, DType dtype, uint64_t seed);
  /// Uniform integers in [low, high], exact in every dtype that represents them.
  static Tensor randint(Shape shape, DType dtype, int64_t low, int64_t high, uint64_t seed);

  /// A view of the caller's memory, which must outlive the tensor and its copies.  Strides are in
  /// elements; the default is row-major.
  template <typename T> static Tensor view(T *data, Shape shape) {
    return view(const_cast<std::remove_cv_t<T> *>(data), dtype_of<T>(), std::move(shape));
  }
  template <typename T> static Tensor view(T *data, Shape shape, std::vector<int64_t> strides) {
    return view(const_cast<std::remove_cv_t<T> *>(data), dtype_of<T>(), std::move(shape),
                std::move(strides));
  }
  /// Memory that is not given by a pointer.
  template <typename T>
    requires(!std::is_pointer_v<T> && !std::is_array_v<T> && !std::is_null_pointer_v<T>)
  static Tensor view(const T &, Shape, std::vector<int64_t> = {}) {
    static_assert(detail::never<T>, "wave: Tensor::view takes a pointer to the elements: "
                                    "Tensor::view(v.data(), {rows, columns})");
    return Tensor();
  }
  static Tensor view(void *data, DType dtype, Shape shape);
  static Tensor view(void *data, DType dtype, Shape shape, std::vector<int64_t> strides);

  /// A view of the caller's memory on a GPU (from cudaMalloc, cuMemAlloc or another library), for
  /// kernels compiled for it.  Host functions throw Error "tensor-device".
  static Tensor device_view(void *data, DType dtype, Shape shape, Device device = Device::cuda());
  static Tensor device_view(void *data, DType dtype, Shape shape, std::vector<int64_t> strides,
                            Device device = Device::cuda());

  /// Takes ownership: the last copy calls the deleter.  Throws Error for a device other than the
  /// CPU and CUDA GPUs, and for an element type that is not a DType.
  static Tensor from_dlpack(DLManagedTensor *managed);
  /// The caller owns the result and calls its deleter.
  DLManagedTensor *to_dlpack() const;

  const Shape &shape() const { return shape_; }
  const std::vector<int64_t> &strides() const { return strides_; }
  DType dtype() const { return dtype_; }
  Device device() const { return device_; }
  int64_t rank() const { return static_cast<int64_t>(shape_.size()); }
  int64_t num_elements() const;
  bool is_contiguous() const;
  void *data() const { return data_; }
  template <typename T> T *data_as() const {
    check_dtype(dtype_of<T>());
    return static_cast<T *>(data_);
  }

  /// Element access with conversion; `index` has one coordinate per dimension.
  double at(std::span<const int64_t> index) const;
  double at(std::initializer_list<int64_t> index) const {
    return at(std::span<const int64_t>(index.begin(), index.size()));
  }
  void set(std::span<const int64_t> index, double value);
  void set(std::initializer_list<int64_t> index, double value) {
    set(std::span<const int64_t>(index.begin(), index.size()), value);
  }

  /// A row-major copy with converted elements.
  Tensor to(DType dtype) const;
  Tensor clone() const { return to(dtype_); }
  /// A view with the last two dimensions swapped.
  Tensor t() const;
  /// A view of `size` elements of dimension `dim`, starting at `start`.
  Tensor slice(int64_t dim, int64_t start, int64_t size) const;
  void fill(double value);

private:
  Tensor() = default;
  void check_dtype(DType wanted) const;

  std::shared_ptr<void> owner_;
  void *data_ = nullptr;
  Shape shape_;
  std::vector<int64_t> strides_;
  DType dtype_ = DType::f32;
  Device device_ = {};
};

/// a[m, k] * b[k, n], or b[n, k] with transpose_b, accumulated in double and rounded once to the
/// element type of `a`.  A slow reference.
Tensor matmul(const Tensor &a, const Tensor &b, bool transpose_b = false);

/// Whether |actual - expected| <= atol + rtol * |expected| for all elements, computed in double.
/// NaN equals nothing, an infinity only itself.  Throws Error "tolerance" for a negative or NaN
/// tolerance.
bool allclose(const Tensor &actual, const Tensor &expected, double rtol = 1e-5, double atol = 1e-8);

/// The largest |actual - expected|.  Equal infinities differ by 0.  NaN if any element of either
/// tensor is NaN.
double max_abs_difference(const Tensor &actual, const Tensor &expected);

} // namespace wave
#pragma GCC visibility pop
