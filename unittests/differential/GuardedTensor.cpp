//===- GuardedTensor.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuardedTensor.h"

#include <cmath>
#include <cstring>
#include <sstream>

namespace wave::test {

static constexpr int64_t guardBytes = 256;

/// Elements of `width` bytes.
static std::vector<int64_t> drawStrides(const Shape &shape, int64_t width, Layout layout,
                                        Random &random) {
  std::vector<size_t> order; // innermost first
  for (size_t i = shape.size(); i-- > 0;)
    order.push_back(i);
  if (layout == Layout::Transposed && shape.size() > 1)
    std::swap(
        order[0],
        order[static_cast<size_t>(random.between(1, static_cast<int64_t>(shape.size()) - 1))]);
  std::vector<int64_t> strides(shape.size());
  int64_t stride = layout == Layout::Gaps ? random.between(2, 3) : 1;
  for (size_t i : order) {
    strides[i] = stride;
    stride *= std::max<int64_t>(shape[i], 1);
    if (layout == Layout::Padded || layout == Layout::Gaps)
      stride += random.between(1, 9);
    if (layout == Layout::Aligned) {
      const int64_t perAccess = 16 / width;
      stride = (stride + perAccess - 1) / perAccess * perAccess;
    }
  }
  if (layout == Layout::Repeated)
    strides[static_cast<size_t>(random.between(0, static_cast<int64_t>(shape.size()) - 1))] = 0;
  return strides;
}

GuardedTensor::GuardedTensor(Shape shape, DType dtype, Layout layout, Random &random)
    : poison(is_float(dtype) ? std::byte{0xff} : std::byte{0x55}),
      tensor_(Tensor::view(nullptr, dtype, {0})) {
  std::vector<int64_t> strides = drawStrides(shape, size_in_bytes(dtype), layout, random);
  int64_t span = 1;
  for (size_t i = 0; i < shape.size(); ++i)
    span += std::max<int64_t>(shape[i] - 1, 0) * strides[i];
  int64_t width = size_in_bytes(dtype);
  int64_t offset = layout == Layout::Offset ? random.between(1, 13) : 0;
  bytes.assign(static_cast<size_t>(2 * guardBytes + (offset + span) * width), poison);
  tensor_ = Tensor::view(bytes.data() + guardBytes + offset * width, dtype, std::move(shape),
                         std::move(strides));
}

void GuardedTensor::fillWithIntegers(int64_t magnitude, Random &random) {
  forEachElement([&](const std::vector<int64_t> &index) {
    int64_t low = tensor_.dtype() == DType::i1 ? 0 : -magnitude;
    int64_t high = tensor_.dtype() == DType::i1 ? 1 : magnitude;
    tensor_.set(index, static_cast<double>(random.between(low, high)));
  });
}

void GuardedTensor::fillNormal(uint64_t seed) {
  Tensor normal = Tensor::randn(tensor_.shape(), tensor_.dtype(), seed);
  forEachElement([&](const std::vector<int64_t> &index) { tensor_.set(index, normal.at(index)); });
}

template <typename Visit> void GuardedTensor::forEachElement(Visit &&visit) const {
  const Shape &shape = tensor_.shape();
  if (tensor_.num_elements() == 0)
    return;
  std::vector<int64_t> index(shape.size(), 0);
  while (true) {
    visit(index);
    size_t i = shape.size();
    while (i > 0 && ++index[i - 1] == shape[i - 1])
      index[--i] = 0;
    if (i == 0)
      return;
  }
}

bool GuardedTensor::guardsHold() const {
  std::vector<std::byte> rest = bytes;
  auto width = static_cast<size_t>(size_in_bytes(tensor_.dtype()));
  auto base = static_cast<size_t>(static_cast<std::byte *>(tensor_.data()) - bytes.data());
  forEachElement([&](const std::vector<int64_t> &index) {
    size_t at = base;
    for (size_t i = 0; i < index.size(); ++i)
      at += static_cast<size_t>(index[i] * tensor_.strides()[i]) * width;
    std::memset(rest.data() + at, static_cast<int>(poison), width);
  });
  for (std::byte byte : rest)
    if (byte != poison)
      return false;
  return true;
}

std::string name(Layout layout) {
  static const char *const names[] = {"row-major", "transposed", "padded", "gaps",
                                      "offset",    "repeated",   "aligned"};
  return names[static_cast<size_t>(layout)];
}

Layout drawLayout(Random &random, bool mayRepeat) {
  if (random.oneIn(2))
    return Layout::RowMajor;
  return static_cast<Layout>(random.between(1, mayRepeat ? 5 : 4));
}

std::string name(AlignedTensors aligned) {
  static const char *const names[] = {"aligned", "inputs aligned", "any"};
  return names[static_cast<size_t>(aligned)];
}

AlignedTensors drawAligned(Random &random) {
  if (random.oneIn(2))
    return AlignedTensors::All;
  return random.oneIn(2) ? AlignedTensors::Inputs : AlignedTensors::None;
}

Layout drawLayout(Random &random, bool isInput, AlignedTensors aligned) {
  const bool isAligned =
      aligned == AlignedTensors::All || (aligned == AlignedTensors::Inputs && isInput);
  return isAligned ? Layout::Aligned : drawLayout(random, isInput);
}

std::string difference(const Tensor &actual, const Tensor &expected) {
  Tensor a = actual.clone(), b = expected.clone();
  auto width = static_cast<size_t>(size_in_bytes(a.dtype()));
  const auto *x = static_cast<const std::byte *>(a.data());
  const auto *y = static_cast<const std::byte *>(b.data());
  int64_t differ = 0;
  std::ostringstream first;
  for (int64_t i = 0; i < a.num_elements(); ++i, x += width, y += width) {
    if (std::memcmp(x, y, width) == 0)
      continue;
    std::vector<int64_t> index(a.shape().size());
    int64_t rest = i;
    for (size_t d = index.size(); d-- > 0; rest /= a.shape()[d])
      index[d] = rest % a.shape()[d];
    double have = a.at(index), want = b.at(index);
    if (std::isnan(have) && std::isnan(want))
      continue;
    if (differ++ > 0)
      continue;
    first << "at (";
    for (size_t d = 0; d < index.size(); ++d)
      first << (d ? ", " : "") << index[d];
    first << "): " << have << ", expected " << want;
  }
  return differ == 0 ? "" : std::to_string(differ) + " elements differ, the first " + first.str();
}

std::vector<Tensor> copiesOf(const std::vector<Tensor> &tensors) {
  std::vector<Tensor> copies;
  for (const Tensor &tensor : tensors)
    copies.push_back(tensor.clone());
  return copies;
}

} // namespace wave::test
