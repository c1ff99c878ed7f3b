//===- ViewTest.cpp - Views of one memory ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "View.h"

#include <algorithm>
#include <set>

#include "runtime/Strides.h"
#include "symbolic/Wide.h"

using namespace wave;
using namespace wave::test;

namespace {

using symbolic::Wide;

/// A slice that lies within dimension `dim` of `shape`.
struct Cut {
  int64_t dim, start, size;

  static Cut draw(const Shape &shape) {
    const int64_t dim = *between(0, static_cast<int64_t>(shape.size()) - 1);
    const int64_t start = *between(0, shape[static_cast<size_t>(dim)]);
    return {dim, start, *between(0, shape[static_cast<size_t>(dim)] - start)};
  }
  Tensor of(const Tensor &tensor) const { return tensor.slice(dim, start, size); }
  View of(const View &view) const {
    View part = view;
    part.shape[static_cast<size_t>(dim)] = size;
    part.start += start * view.strides[static_cast<size_t>(dim)];
    return part;
  }
};

/// The values tell the places; see View.
void checkShows(const Tensor &tensor, const View &view) {
  RC_ASSERT(tensor.shape() == view.shape);
  const std::vector<int64_t> places = view.places();
  const std::vector<double> elements = elementsOf(tensor);
  RC_ASSERT(
      std::equal(places.begin(), places.end(), elements.begin(), elements.end(),
                 [](int64_t place, double value) { return value == static_cast<double>(place); }));
}

void checkSame(const Tensor &a, const Tensor &b) {
  RC_ASSERT((a.data() == b.data()));
  RC_ASSERT(a.shape() == b.shape());
  RC_ASSERT(a.strides() == b.strides());
  RC_ASSERT(a.dtype() == b.dtype());
}

WAVE_PROPERTY(View, ShowsItsElements) {
  const View view = *views();
  checkShows(view.tensor(), view);
  const auto has = [&](auto condition) { return std::ranges::any_of(view.strides, condition); };
  cover(5, has([](int64_t stride) { return stride < 0; }), "negative strides");
  cover(5, has([](int64_t stride) { return stride == 0; }), "stride 0");
  cover(2, view.shape.empty(), "rank 0");
  cover(2, view.places().empty(), "no elements");
}
WAVE_PROPERTY(View, KeepsItsStrides) {
  const View view = *views();
  RC_ASSERT(view.tensor().strides() == view.strides);
  RC_ASSERT(view.tensor().rank() == static_cast<int64_t>(view.shape.size()));
}
WAVE_PROPERTY(View, CountsItsElements) {
  const View view = *views();
  RC_ASSERT(view.tensor().num_elements() == static_cast<int64_t>(view.places().size()));
}
WAVE_PROPERTY(View, WithoutStridesIsRowMajor) {
  const View view = *views();
  std::vector<int32_t> memory(view.places().size() + 1);
  const Tensor tensor = Tensor::view(memory.data(), view.shape);
  int64_t next = 0;
  forEachIndex(view.shape, [&](const Index &index) {
    int64_t offset = 0;
    for (size_t i = 0; i < index.size(); ++i)
      offset += index[i] * tensor.strides()[i];
    RC_ASSERT(offset == next++);
  });
}
WAVE_PROPERTY(View, IsContiguousWhereElementsFollowEachOther) {
  const View view = *views();
  const std::vector<int64_t> places = view.places();
  bool follow = true;
  for (size_t i = 0; i < places.size(); ++i)
    follow &= places[i] == view.start + static_cast<int64_t>(i);
  RC_ASSERT(view.tensor().is_contiguous() == follow);
  cover(10, follow, "contiguous");
  cover(10, !follow, "not contiguous");
}

WAVE_PROPERTY(Slice, ShowsAPart) {
  const View view = *views(1);
  const Cut cut = Cut::draw(view.shape);
  checkShows(cut.of(view.tensor()), cut.of(view));
}
WAVE_PROPERTY(Slice, OfASlice) {
  const View view = *views(1);
  const Tensor tensor = view.tensor();
  const Cut first = Cut::draw(view.shape);
  const int64_t start = *between(0, first.size), size = *between(0, first.size - start);
  const Tensor twice = first.of(tensor).slice(first.dim, start, size);
  const Tensor once = tensor.slice(first.dim, first.start + start, size);
  RC_ASSERT(twice.shape() == once.shape());
  RC_ASSERT((once.num_elements() == 0 || twice.data() == once.data()));
}
WAVE_PROPERTY(Slice, OfTwoDimensionsCommutes) {
  const View view = *filledViews(2);
  const Cut first = Cut::draw(view.shape), second = Cut::draw(view.shape);
  RC_PRE(first.dim != second.dim);
  RC_ASSERT(elementsOf(first.of(second.of(view.tensor()))) ==
            elementsOf(second.of(first.of(view.tensor()))));
}
WAVE_PROPERTY(Slice, OfAllIsAll) {
  const View view = *views(1);
  const Tensor tensor = view.tensor();
  const int64_t dim = *between(0, tensor.rank() - 1);
  checkSame(tensor.slice(dim, 0, tensor.shape()[static_cast<size_t>(dim)]), tensor);
}
WAVE_PROPERTY(Slice, PartsMakeTheWhole) {
  const View view = *views(1);
  const Tensor tensor = view.tensor();
  const int64_t size = view.shape.front(), middle = *between(0, size);
  std::vector<double> parts = elementsOf(tensor.slice(0, 0, middle));
  const std::vector<double> rest = elementsOf(tensor.slice(0, middle, size - middle));
  parts.insert(parts.end(), rest.begin(), rest.end());
  RC_ASSERT(parts == elementsOf(tensor));
}
WAVE_PROPERTY(Slice, WithoutElementsKeepsTheAddress) {
  const View view = *views(1);
  const int64_t dim = *between(0, static_cast<int64_t>(view.shape.size()) - 1);
  const Tensor none =
      view.tensor().slice(dim, *between(0, view.shape[static_cast<size_t>(dim)]), 0);
  RC_ASSERT(none.num_elements() == 0);
  RC_ASSERT((none.data() == view.tensor().data()));
}
/// Whatever the numbers are: within the dimension, or refused.
WAVE_PROPERTY(Slice, OutsideIsRefused) {
  const View view = *views(1);
  const auto anyNear = [](int64_t high) {
    return *rc::gen::oneOf(between(0, high), between(0, high), between(-1, 6), numbers());
  };
  const int64_t dim = anyNear(0), start = anyNear(1), size = anyNear(2);
  const bool isInside = dim >= 0 && dim < static_cast<int64_t>(view.shape.size()) && start >= 0 &&
                        size >= 0 &&
                        static_cast<Wide>(start) + size <= view.shape[static_cast<size_t>(dim)];
  const Tensor tensor = view.tensor();
  RC_ASSERT(errorId([&] { tensor.slice(dim, start, size); }) == (isInside ? "" : "tensor-index"));
  cover(5, isInside, "inside");
}

WAVE_PROPERTY(Transposed, ExchangesTheLastTwo) {
  const View view = *views(2);
  View swapped = view;
  std::swap(swapped.shape.end()[-1], swapped.shape.end()[-2]);
  std::swap(swapped.strides.end()[-1], swapped.strides.end()[-2]);
  checkShows(view.tensor().t(), swapped);
}
WAVE_PROPERTY(Transposed, TwiceIsNothing) {
  const View view = *views(2);
  checkSame(view.tensor().t().t(), view.tensor());
}
WAVE_PROPERTY(Transposed, NeedsTwoDimensions) {
  const View view = *views(0, 2);
  const Tensor tensor = view.tensor();
  RC_ASSERT(errorId([&] { tensor.t(); }) == (view.shape.size() < 2 ? "tensor-shape" : ""));
}
WAVE_PROPERTY(Transposed, CommutesWithSlices) {
  const View view = *filledViews(2);
  const Tensor tensor = view.tensor();
  const Cut cut = Cut::draw(view.shape);
  const int64_t rank = tensor.rank();
  const int64_t moved = cut.dim == rank - 1 ? rank - 2 : cut.dim == rank - 2 ? rank - 1 : cut.dim;
  checkSame(cut.of(tensor).t(), tensor.t().slice(moved, cut.start, cut.size));
}

WAVE_PROPERTY(Memory, OneElementIsSet) {
  const View view = *filledViews();
  Index index;
  for (int64_t size : view.shape)
    index.push_back(*between(0, size - 1));
  std::vector<int32_t> expected = *view.memory;
  Tensor tensor = view.tensor();
  tensor.set(index, -77);
  expected[static_cast<size_t>(view.place(index))] = -77;
  RC_ASSERT(*view.memory == expected);
}
/// Through any view, and nothing beside it.
WAVE_PROPERTY(Memory, FillReachesTheElementsAlone) {
  const View view = *views(1);
  const Cut cut = Cut::draw(view.shape);
  std::vector<int32_t> expected = *view.memory;
  Tensor part = cut.of(view.tensor());
  part.fill(-77);
  for (int64_t place : cut.of(view).places())
    expected[static_cast<size_t>(place)] = -77;
  RC_ASSERT(*view.memory == expected);
}
WAVE_PROPERTY(Memory, IsSharedByCopies) {
  const View view = *filledViews();
  const Tensor original = view.tensor();
  Tensor copy = original;
  copy.fill(-5);
  for (double element : elementsOf(original))
    RC_ASSERT(element == -5);
}
WAVE_PROPERTY(Memory, IsSharedByOwningCopies) {
  const View view = *filledViews(1);
  Tensor part = Tensor::full({1}, i32, 0);
  {
    const Tensor whole = view.tensor().clone();
    part = Cut::draw(view.shape).of(whole);
  }
  // The memory outlives the tensor that it was made for.
  part.fill(9);
  for (double element : elementsOf(part))
    RC_ASSERT(element == 9);
}
WAVE_PROPERTY(Memory, StrideZeroShowsOneElement) {
  const View view = *filledViews(1);
  std::vector<int64_t> strides = view.strides;
  const auto dim = static_cast<size_t>(*between(0, static_cast<int64_t>(strides.size()) - 1));
  strides[dim] = 0;
  const View broadcast(view.shape, strides);
  const Tensor tensor = broadcast.tensor();
  const std::vector<double> first = elementsOf(tensor.slice(static_cast<int64_t>(dim), 0, 1));
  for (int64_t i = 0; i < view.shape[dim]; ++i)
    RC_ASSERT(elementsOf(tensor.slice(static_cast<int64_t>(dim), i, 1)) == first);
}

WAVE_PROPERTY(Clone, HasTheSameElements) {
  const View view = *views();
  const Tensor clone = view.tensor().clone();
  RC_ASSERT(elementsOf(clone) == elementsOf(view.tensor()));
  RC_ASSERT(clone.shape() == view.shape);
}
WAVE_PROPERTY(Clone, IsContiguousAndApart) {
  const View view = *views();
  const std::vector<int32_t> before = *view.memory;
  Tensor clone = view.tensor().clone();
  RC_ASSERT(clone.is_contiguous());
  clone.fill(-3);
  RC_ASSERT(*view.memory == before);
}
WAVE_PROPERTY(Clone, OfATransposed) {
  const View view = *views(2);
  RC_ASSERT(elementsOf(view.tensor().t().clone()) == elementsOf(view.tensor().clone().t()));
}
WAVE_PROPERTY(Clone, OfASlice) {
  const View view = *views(1);
  const Cut cut = Cut::draw(view.shape);
  RC_ASSERT(elementsOf(cut.of(view.tensor()).clone()) == elementsOf(cut.of(view.tensor().clone())));
}

WAVE_PROPERTY(New, IsAlignedRowMajorAndZero) {
  const View view = *views();
  const Tensor tensor = Tensor::zeros(view.shape, *dtypes());
  RC_ASSERT(reinterpret_cast<uintptr_t>(tensor.data()) % 64 == 0);
  RC_ASSERT(tensor.is_contiguous());
  for (double element : elementsOf(tensor))
    RC_ASSERT(element == 0);
}
WAVE_PROPERTY(New, IsFull) {
  const View view = *views();
  const double value = static_cast<double>(*between(0, 1));
  for (double element : elementsOf(Tensor::full(view.shape, *dtypes(), value)))
    RC_ASSERT(element == value);
}

WAVE_PROPERTY(Index, OutsideIsRefused) {
  const View view = *views();
  Index index;
  bool isInside = true;
  for (int64_t size : view.shape) {
    index.push_back(*rc::gen::oneOf(between(-1, 5), between(0, 1), numbers()));
    isInside &= index.back() >= 0 && index.back() < size;
  }
  Tensor tensor = view.tensor();
  const std::string expected = isInside ? "" : "tensor-index";
  RC_ASSERT(errorId([&] { tensor.at(index); }) == expected);
  RC_ASSERT(errorId([&] { tensor.set(index, 1); }) == expected);
  cover(5, isInside, "inside");
  cover(5, !isInside, "outside");
}
WAVE_PROPERTY(Index, HasACoordinateForEachDimension) {
  const View view = *filledViews();
  const Index index(static_cast<size_t>(*between(0, 5)), 0);
  const Tensor tensor = view.tensor();
  RC_ASSERT(errorId([&] { tensor.at(index); }) ==
            (index.size() == view.shape.size() ? "" : "tensor-index"));
}

//===----------------------------------------------------------------------===//
// Sizes and strides beyond what memory holds
//===----------------------------------------------------------------------===//

Shape drawSizes() {
  Shape shape;
  for (int64_t rank = *between(0, 5); rank > 0; --rank)
    shape.push_back(*rc::gen::oneOf(between(0, 9), between(-1, 1 << 20), numbers()));
  return shape;
}

WAVE_PROPERTY(Strides, CountsFitOrAreRefused) {
  const Shape shape = drawSizes();
  const DType dtype = *dtypes();
  Wide bytes = size_in_bytes(dtype), count = 1;
  bool fits = true;
  for (int64_t size : shape) {
    fits = fits && size >= 0;
    if (fits && size != 0)
      fits = (bytes *= size) <= most;
    count *= fits ? size : 1;
  }
  RC_ASSERT(errorId([&] { checkedElementCount(shape, dtype); }) == (fits ? "" : "tensor-shape"));
  if (fits)
    RC_ASSERT(checkedElementCount(shape, dtype) == static_cast<int64_t>(count));
  cover(10, fits, "fits");
  cover(10, !fits, "refused");
}
WAVE_PROPERTY(Strides, SpansFitOrAreRefused) {
  const Shape shape = drawSizes();
  for (int64_t size : shape)
    RC_PRE(size >= 0);
  std::vector<int64_t> strides;
  for (size_t i = 0; i < shape.size(); ++i)
    strides.push_back(*rc::gen::oneOf(smallNumbers(), numbers()));
  const DType dtype = *dtypes();
  Wide lowest = 0, highest = 0;
  for (size_t i = 0; i < shape.size(); ++i)
    if (shape[i] > 1) {
      const Wide far = Wide(1) << 100, end = Wide(strides[i]) * (shape[i] - 1);
      (end < 0 ? lowest : highest) += std::clamp(end, -far, far);
    }
  const bool fits =
      lowest >= least / size_in_bytes(dtype) && highest <= most / size_in_bytes(dtype);
  RC_ASSERT(errorId([&] { checkStrides(shape, strides, dtype); }) == (fits ? "" : "tensor-shape"));
  cover(10, fits, "fits");
  cover(10, !fits, "refused");
}
WAVE_PROPERTY(Strides, OneForEachSize) {
  const View view = *views();
  std::vector<int64_t> strides(static_cast<size_t>(*between(0, 5)), 0);
  RC_ASSERT(errorId([&] { checkStrides(view.shape, strides, f32); }) ==
            (strides.size() == view.shape.size() ? "" : "tensor-shape"));
}
WAVE_PROPERTY(Strides, RowsCoverAllElements) {
  const View view = *views();
  const Row row = rowOf(view.shape, view.strides);
  std::vector<int64_t> visited;
  forEachRow(view.shape, view.strides, [&](int64_t offset) {
    for (int64_t i = 0; i < row.size; ++i)
      visited.push_back(view.start + offset + i * row.stride);
  });
  RC_ASSERT(visited == view.places());
}

} // namespace
