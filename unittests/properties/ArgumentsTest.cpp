//===- ArgumentsTest.cpp - What a launch accepts --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "View.h"

#include <algorithm>
#include <set>

#include "runtime/Arguments.h"

using namespace wave;
using namespace wave::test;

namespace {

Argument argumentFor(const Tensor &tensor, bool isWritten) {
  Argument argument;
  argument.name = "a";
  argument.dtype = tensor.dtype();
  for (int64_t size : tensor.shape())
    argument.dims.push_back({"D" + std::to_string(argument.dims.size()), size});
  argument.is_read = !isWritten;
  argument.is_written = isWritten;
  return argument;
}

std::string check(const std::vector<Tensor> &tensors, const std::vector<bool> &isWritten) {
  std::vector<Argument> arguments;
  for (size_t i = 0; i < tensors.size(); ++i)
    arguments.push_back(argumentFor(tensors[i], isWritten[i]));
  return errorId([&] { checkArguments("k", arguments, {}, tensors); });
}

/// Of a dimension that has a second position: others take no step.
bool hasNegativeStride(const View &view) {
  for (size_t i = 0; i < view.shape.size(); ++i)
    if (view.shape[i] > 1 && view.strides[i] < 0)
      return true;
  return false;
}

bool someElementsMeet(const View &view) {
  const std::vector<int64_t> places = view.places();
  return std::set<int64_t>(places.begin(), places.end()).size() != places.size();
}

WAVE_PROPERTY(Arguments, ReadFromAnyForwardView) {
  const View view = *views();
  RC_PRE((view.places().empty() || !hasNegativeStride(view)));
  RC_ASSERT(check({view.tensor()}, {false}) == "");
}
WAVE_PROPERTY(Arguments, AreNotWalkedBackwards) {
  const View view = *filledViews(1);
  RC_PRE(hasNegativeStride(view));
  RC_ASSERT(check({view.tensor()}, {false}) == "argument-stride");
}
/// Every real meeting of two elements is found.
WAVE_PROPERTY(Arguments, AreNotWrittenWhereElementsMeet) {
  const View view = *views(1);
  RC_PRE((view.places().empty() || !hasNegativeStride(view)));
  cover(5, someElementsMeet(view), "meet");
  if (someElementsMeet(view))
    RC_ASSERT(check({view.tensor()}, {true}) == "argument-stride");
}
/// Row-major memory, its slices and its transposition are fit to be written.
WAVE_PROPERTY(Arguments, AreWrittenThroughViewsOfATensor) {
  const View view = *filledViews(1);
  Tensor tensor = Tensor::zeros(view.shape, *dtypes());
  for (int64_t dim = 0; dim < tensor.rank(); ++dim) {
    const int64_t size = tensor.shape()[static_cast<size_t>(dim)], start = *between(0, size);
    tensor = tensor.slice(dim, start, *between(0, size - start));
  }
  if (tensor.rank() > 1 && *between(0, 1) != 0)
    tensor = tensor.t();
  RC_ASSERT(check({tensor}, {true}) == "");
}

/// Two views of one memory, of which the first is written.
struct Pair {
  View a, b;

  static Pair draw(const rc::Gen<View> &views) {
    Pair pair = {*views, *views};
    const int64_t distance = *between(0, 12);
    pair.a.memory = pair.b.memory = std::make_shared<std::vector<int32_t>>(20000);
    pair.a.start = 8000;
    pair.b.start = 8000 + distance - 6;
    return pair;
  }
  bool meet() const {
    const std::vector<int64_t> first = a.places();
    const std::set<int64_t> places(first.begin(), first.end());
    return std::ranges::any_of(b.places(), [&](int64_t place) { return places.contains(place); });
  }
};

/// Every real overlap is found.
WAVE_PROPERTY(Overlap, IsNeverMissed) {
  const Pair pair = Pair::draw(filledViews());
  RC_PRE((!hasNegativeStride(pair.a) && !hasNegativeStride(pair.b) && !someElementsMeet(pair.a)));
  const std::string id = check({pair.a.tensor(), pair.b.tensor()}, {true, false});
  cover(20, pair.meet(), "overlap");
  cover(5, !pair.meet(), "apart");
  if (pair.meet())
    RC_ASSERT((id == "argument-overlap" || id == "argument-stride"));
}
WAVE_PROPERTY(Overlap, IsFoundInEitherOrder) {
  const Pair pair = Pair::draw(filledViews());
  RC_PRE((!hasNegativeStride(pair.a) && !hasNegativeStride(pair.b)));
  RC_ASSERT(check({pair.a.tensor(), pair.b.tensor()}, {true, false}) ==
            check({pair.b.tensor(), pair.a.tensor()}, {false, true}));
}
WAVE_PROPERTY(Overlap, OfInputsIsAllowed) {
  const Pair pair = Pair::draw(filledViews());
  RC_PRE((!hasNegativeStride(pair.a) && !hasNegativeStride(pair.b)));
  RC_ASSERT(check({pair.a.tensor(), pair.b.tensor()}, {false, false}) == "");
}
WAVE_PROPERTY(Overlap, IsNotSeenBetweenSeparateMemories) {
  const View a = *filledViews(), b = *filledViews();
  RC_PRE((!hasNegativeStride(a) && !hasNegativeStride(b)));
  // The second in front of, or behind, all that the first one spans.
  std::vector<int32_t> memory(20000);
  const int64_t startA = *rc::gen::element<int64_t>(0, 10000);
  const Tensor first = Tensor::view(memory.data() + startA, a.shape, a.strides);
  const Tensor second = Tensor::view(memory.data() + (10000 - startA), b.shape, b.strides);
  const std::string id = check({first, second}, {false, true});
  RC_ASSERT((id == "" || id == "argument-stride"));
}
/// The columns of a matrix, cut at one place, lie apart.
WAVE_PROPERTY(Overlap, IsNotSeenBetweenColumnsSideBySide) {
  const int64_t rows = *between(1, 6), columns = *between(2, 9), cut = *between(1, columns - 1);
  const Tensor matrix = Tensor::zeros({rows, columns}, *dtypes());
  RC_ASSERT(check({matrix.slice(1, 0, cut), matrix.slice(1, cut, columns - cut)}, {true, true}) ==
            "");
}
WAVE_PROPERTY(Overlap, IsNotSeenBetweenRowsBelowEachOther) {
  const int64_t rows = *between(2, 6), columns = *between(1, 9), cut = *between(1, rows - 1);
  const Tensor matrix = Tensor::zeros({rows, columns}, *dtypes());
  RC_ASSERT(check({matrix.slice(0, 0, cut), matrix.slice(0, cut, rows - cut)}, {true, true}) == "");
}

WAVE_PROPERTY(Arguments, HaveTheirRank) {
  const View view = *filledViews();
  Argument argument = argumentFor(view.tensor(), false);
  argument.dims.resize(static_cast<size_t>(*between(0, 5)), {"D", 1});
  RC_PRE(argument.dims.size() != view.shape.size());
  const std::vector<Tensor> tensors = {view.tensor()};
  RC_ASSERT(errorId([&] { checkArguments("k", {argument}, {}, tensors); }) == "argument-rank");
}
WAVE_PROPERTY(Arguments, HaveTheirSizes) {
  const View view = *views(1);
  Argument argument = argumentFor(view.tensor(), false);
  Expr &size =
      argument.dims[static_cast<size_t>(*between(0, static_cast<int64_t>(view.shape.size()) - 1))]
          .size;
  size = size + *rc::gen::element<int64_t>(1, 7, 1000);
  const std::vector<Tensor> tensors = {view.tensor()};
  RC_ASSERT(errorId([&] { checkArguments("k", {argument}, {}, tensors); }) == "argument-shape");
}
/// A symbol for a size: the first tensor gives its value, and all are held to it.
WAVE_PROPERTY(OpenSizes, AreThoseOfTheFirstTensor) {
  const View first = *views(1), other = *views(1);
  RC_PRE((!hasNegativeStride(first) && !hasNegativeStride(other)));
  const View &second = *between(0, 2) == 0 ? other : first;
  const std::vector<Tensor> tensors = {first.tensor(), second.tensor()};
  std::vector<Argument> arguments(2, argumentFor(tensors[0], false));
  for (Argument &argument : arguments)
    for (Argument::Dim &dim : argument.dims)
      dim.size = Expr::symbol(dim.name);
  Bindings sizes;
  const std::string id = errorId([&] { sizes = checkArguments("k", arguments, {}, tensors); });
  cover(10, first.shape == second.shape, "equal shapes");
  cover(10, first.shape != second.shape, "other shapes");
  if (first.shape.size() != second.shape.size())
    RC_ASSERT(id == "argument-rank");
  else
    RC_ASSERT(id == (first.shape == second.shape ? "" : "argument-shape"));
  for (size_t i = 0; id.empty() && i < first.shape.size(); ++i)
    RC_ASSERT(sizes.find("D" + std::to_string(i))->same_as(first.shape[i]));
}
/// An expression over open sizes holds a tensor to its value; C++ rounds positive
/// quotients down.
WAVE_PROPERTY(OpenSizes, GiveTheSizesWrittenInThem) {
  const int64_t size = *between(0, 40), tile = *between(1, 9);
  const int64_t tiles = (size + tile - 1) / tile;
  const int64_t given = *rc::gen::element(tiles, tiles, tiles + 1, size);
  const std::vector<Tensor> tensors = {Tensor::zeros({size}, f32), Tensor::zeros({given}, f32)};
  std::vector<Argument> arguments = {argumentFor(tensors[0], false),
                                     argumentFor(tensors[1], false)};
  arguments[0].dims[0].size = Expr::symbol("D");
  arguments[1].dims[0].size = ceildiv(Expr::symbol("D"), Expr::symbol("TILE"));
  RC_ASSERT(errorId([&] { checkArguments("k", arguments, {{"TILE", tile}}, tensors); }) ==
            (given == tiles ? "" : "argument-shape"));
}
WAVE_PROPERTY(Arguments, HaveTheirElementType) {
  const DType wanted = *dtypes(), given = *dtypes();
  const Tensor tensor = Tensor::zeros({2, 3}, given);
  Argument argument = argumentFor(tensor, false);
  argument.dtype = wanted;
  const std::vector<Tensor> tensors = {tensor};
  RC_ASSERT(errorId([&] { checkArguments("k", {argument}, {}, tensors); }) ==
            (wanted == given ? "" : "argument-dtype"));
}
WAVE_PROPERTY(Arguments, HaveMemoryUnlessEmpty) {
  const View view = *views();
  RC_PRE(!hasNegativeStride(view));
  const Tensor tensor = Tensor::view(nullptr, i32, view.shape, view.strides);
  RC_ASSERT(check({tensor}, {false}) == (view.places().empty() ? "" : "argument-null"));
}
WAVE_PROPERTY(Arguments, AreAligned) {
  const DType dtype = *dtypes();
  alignas(64) std::array<std::byte, 128> memory = {};
  const int64_t off = *between(0, 15);
  const Tensor tensor = Tensor::view(memory.data() + off, dtype, {3});
  RC_ASSERT(check({tensor}, {false}) ==
            (off % size_in_bytes(dtype) == 0 ? "" : "argument-alignment"));
}
WAVE_PROPERTY(Arguments, AreAsManyAsTheKernelHas) {
  const auto declared = static_cast<size_t>(*between(0, 4)),
             passed = static_cast<size_t>(*between(0, 4));
  const Tensor tensor = Tensor::zeros({2}, f32);
  const std::vector<Argument> arguments(declared, argumentFor(tensor, false));
  const std::vector<Tensor> tensors(passed, tensor);
  RC_ASSERT(errorId([&] { checkArguments("k", arguments, {}, tensors); }) ==
            (declared == passed ? "" : "argument-count"));
}

} // namespace
