//===- View.h - Random views of memory, and what they show ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <functional>
#include <memory>
#include <ostream>
#include <string>

#include "Numbers.h"
#include "wave/diagnostic.h"
#include "wave/tensor.h"

namespace wave {

/// For counterexamples.
inline void showValue(DType type, std::ostream &out) { out << dtype_name(type); }

} // namespace wave

namespace wave::test {

using Index = std::vector<int64_t>;

/// Calls `body` for every index of the shape, the last coordinate fastest.
void forEachIndex(const Shape &shape, const std::function<void(const Index &)> &body);

/// A view as numbers: where each element lies in a memory of i32 that counts up from 0,
/// so that an element's value tells its place.
struct View {
  Shape shape;
  std::vector<int64_t> strides;
  std::shared_ptr<std::vector<int32_t>> memory;
  int64_t start = 0; ///< of the first element; red zones lie on both sides

  View(Shape sizes, std::vector<int64_t> steps);

  Tensor tensor() const;
  int64_t place(const Index &index) const;
  /// The places of all elements, in the order of forEachIndex.
  std::vector<int64_t> places() const;
};
std::ostream &operator<<(std::ostream &out, const View &view);

/// Up to `maxRank` dimensions of 0 to 5 positions, row-major, permuted, padded, with
/// strides 0 or negative.
rc::Gen<View> views(int64_t minRank = 0, int64_t maxRank = 4);
/// Without dimensions of size 0.
rc::Gen<View> filledViews(int64_t minRank = 0, int64_t maxRank = 4);

/// The elements in the order of forEachIndex.
std::vector<double> elementsOf(const Tensor &tensor);
/// The id of the Error that `body` throws; "" if it throws none.
std::string errorId(const std::function<void()> &body);
/// Any type.
rc::Gen<DType> dtypes();

} // namespace wave::test
