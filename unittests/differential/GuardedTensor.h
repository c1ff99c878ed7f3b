//===- GuardedTensor.h - Tensors in poisoned memory -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tensor whose buffer is larger than its elements: 256 bytes before and after
// them, padding between rows, gaps between columns.  Every byte that is not an
// element is poison (NaN, or 0x55 for integers), so that reading it shows in the
// result and writing it shows here.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "Random.h"
#include "wave/tensor.h"

namespace wave::test {

/// Aligned: rows begin at multiples of 16 bytes, for which GPUs have an entry point of their own.
enum class Layout { RowMajor, Transposed, Padded, Gaps, Offset, Repeated, Aligned };

class GuardedTensor {
public:
  /// Poisoned elements in memory of that layout; Repeated has a stride of 0.
  GuardedTensor(Shape shape, DType dtype, Layout layout, Random &random);

  const Tensor &tensor() const { return tensor_; }
  /// Integers of [-magnitude, magnitude] in every element.
  void fillWithIntegers(int64_t magnitude, Random &random);
  void fillNormal(uint64_t seed);

  /// Takes down all bytes / puts them back.
  void save() { saved = bytes; }
  void restore() { bytes = saved; }
  bool isUnchanged() const { return bytes == saved; }
  /// Whether what is no element is poison still.
  bool guardsHold() const;

private:
  template <typename Visit> void forEachElement(Visit &&visit) const;

  std::vector<std::byte> bytes, saved;
  std::byte poison;
  Tensor tensor_;
};

std::string name(Layout layout);

/// A layout: row-major half of the time; Repeated only where `mayRepeat`.
Layout drawLayout(Random &random, bool mayRepeat);
/// Which tensors of a launch are aligned: versions of a kernel differ in that (dialect/Paths.h).
enum class AlignedTensors { All, Inputs, None };
std::string name(AlignedTensors aligned);
AlignedTensors drawAligned(Random &random);
/// The layout of one of a launch's tensors.
Layout drawLayout(Random &random, bool isInput, AlignedTensors aligned);

/// "" where the tensors agree bit for bit (any NaN agrees with any), or the first
/// difference.
std::string difference(const Tensor &actual, const Tensor &expected);

/// Dense, each in memory of its own.
std::vector<Tensor> copiesOf(const std::vector<Tensor> &tensors);

} // namespace wave::test
