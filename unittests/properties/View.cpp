//===- View.cpp -----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "View.h"

#include <algorithm>
#include <numeric>
#include <ostream>

namespace wave::test {

namespace {

constexpr int64_t redZone = 8;

void visit(const Shape &shape, Index &index, const std::function<void(const Index &)> &body) {
  if (index.size() == shape.size())
    return body(index);
  for (int64_t i = 0; i < shape[index.size()]; ++i) {
    index.push_back(i);
    visit(shape, index, body);
    index.pop_back();
  }
}

std::vector<int64_t> drawStrides(Random &random, const Shape &shape) {
  std::vector<size_t> order(shape.size());
  std::iota(order.begin(), order.end(), 0);
  if (random.oneIn(2)) // from the innermost dimension to the outermost one
    std::reverse(order.begin(), order.end());
  else
    for (size_t i = 1; i < order.size(); ++i)
      std::swap(order[i], order[static_cast<size_t>(random.between(0, static_cast<int64_t>(i)))]);
  const int64_t style = random.between(0, 4);
  std::vector<int64_t> strides(shape.size());
  int64_t next = 1;
  for (size_t dim : order) {
    strides[dim] = style == 4 ? random.between(-6, 6) : next;
    if (style == 1 && random.oneIn(2))
      strides[dim] = next += random.between(0, 3); // padded
    if (style == 2 && random.oneIn(3))
      strides[dim] = 0; // broadcast
    if (style == 3 && random.oneIn(2))
      strides[dim] = -next; // backwards
    next *= std::max<int64_t>(shape[dim], 1);
  }
  return strides;
}

std::vector<View> simplerViews(const View &view, int64_t minRank, int64_t minSize) {
  std::vector<View> list;
  for (size_t dim = 0; dim < view.shape.size(); ++dim) {
    Shape shape = view.shape;
    std::vector<int64_t> strides = view.strides;
    for (int64_t size = minSize; size < view.shape[dim]; ++size) {
      shape[dim] = size;
      list.emplace_back(shape, strides);
    }
    shape[dim] = view.shape[dim];
    for (int64_t stride : simplerNumbers(view.strides[dim])) {
      strides[dim] = stride;
      list.emplace_back(shape, strides);
    }
    if (static_cast<int64_t>(shape.size()) == minRank)
      continue;
    strides = view.strides;
    shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(dim));
    strides.erase(strides.begin() + static_cast<std::ptrdiff_t>(dim));
    list.emplace_back(shape, strides);
  }
  return list;
}

rc::Gen<View> viewsFrom(int64_t minRank, int64_t maxRank, int64_t minSize) {
  return drawn(
      [=](Random &random, int) {
        Shape shape(static_cast<size_t>(random.between(minRank, maxRank)));
        for (int64_t &size : shape)
          size = random.oneIn(10) ? minSize : random.between(1, 5);
        return View(shape, drawStrides(random, shape));
      },
      [=](const View &view) { return simplerViews(view, minRank, minSize); });
}

} // namespace

void forEachIndex(const Shape &shape, const std::function<void(const Index &)> &body) {
  Index index;
  visit(shape, index, body);
}

View::View(Shape sizes, std::vector<int64_t> steps)
    : shape(std::move(sizes)), strides(std::move(steps)) {
  int64_t lowest = 0, highest = 0;
  for (size_t i = 0; i < shape.size(); ++i) {
    const int64_t end = std::max<int64_t>(shape[i] - 1, 0) * strides[i];
    (end < 0 ? lowest : highest) += end;
  }
  start = redZone - lowest;
  memory = std::make_shared<std::vector<int32_t>>(
      static_cast<size_t>(highest - lowest + 1 + 2 * redZone));
  std::iota(memory->begin(), memory->end(), 0);
}

Tensor View::tensor() const { return Tensor::view(memory->data() + start, shape, strides); }

int64_t View::place(const Index &index) const {
  int64_t at = start;
  for (size_t i = 0; i < index.size(); ++i)
    at += index[i] * strides[i];
  return at;
}

std::vector<int64_t> View::places() const {
  std::vector<int64_t> list;
  forEachIndex(shape, [&](const Index &index) { list.push_back(place(index)); });
  return list;
}

std::ostream &operator<<(std::ostream &out, const View &view) {
  out << "shape [";
  for (int64_t size : view.shape)
    out << " " << size;
  out << " ] strides [";
  for (int64_t stride : view.strides)
    out << " " << stride;
  return out << " ]";
}

rc::Gen<View> views(int64_t minRank, int64_t maxRank) { return viewsFrom(minRank, maxRank, 0); }
rc::Gen<View> filledViews(int64_t minRank, int64_t maxRank) {
  return viewsFrom(minRank, maxRank, 1);
}

std::vector<double> elementsOf(const Tensor &tensor) {
  std::vector<double> list;
  forEachIndex(tensor.shape(), [&](const Index &index) { list.push_back(tensor.at(index)); });
  return list;
}

std::string errorId(const std::function<void()> &body) {
  try {
    body();
  } catch (const Error &error) {
    return error.diagnostic().id;
  }
  return "";
}

rc::Gen<DType> dtypes() { return rc::gen::element(f16, bf16, f32, f64, i8, i32, i64, i1); }

} // namespace wave::test
