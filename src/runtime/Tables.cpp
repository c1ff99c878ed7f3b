//===- Tables.cpp ---------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Tables.h"

#include <cstring>
#include <vector>

#include "diagnostic/ErrorId.h"

namespace wave {

int64_t integerAt(const Tensor &tensor, std::span<const int64_t> place, int64_t fill) {
  int64_t offset = 0;
  for (size_t i = 0; i < place.size(); ++i) {
    if (place[i] < 0 || place[i] >= tensor.shape()[i])
      return fill;
    offset += place[i] * tensor.strides()[i];
  }
  const auto load = [&]<typename T>(T element) -> int64_t {
    std::memcpy(&element,
                static_cast<const std::byte *>(tensor.data()) +
                    offset * static_cast<int64_t>(sizeof(T)),
                sizeof(T));
    return element;
  };
  return tensor.dtype() == DType::i32 ? load(int32_t()) : load(int64_t());
}

symbolic::Tables tablesOf(std::span<const Tensor> tensors) {
  return [tensors](size_t memory, std::span<const int64_t> place, int64_t fill) {
    return integerAt(tensors[memory], place, fill);
  };
}

void requirePermutation(const std::string &kernel, const Permutation &permutation,
                        const Tensor &tensor) {
  const int64_t size = tensor.shape().front();
  std::vector<int64_t> placeOf(static_cast<size_t>(size), -1);
  for (int64_t place = 0; place < size; ++place) {
    const int64_t number = integerAt(tensor, {&place, 1}, 0);
    const std::string is =
        permutation.name + "[" + std::to_string(place) + "] is " + std::to_string(number);
    std::string note;
    if (number < 0 || number >= size)
      note = is + ", which is no number from 0 to " + std::to_string(size - 1);
    else if (int64_t &first = placeOf[static_cast<size_t>(number)]; first < 0)
      first = place;
    else
      note = is + ", and so is " + permutation.name + "[" + std::to_string(first) + "]";
    if (!note.empty())
      throw Error(
          {.id = ErrorId("no-permutation"),
           .message = "kernel '" + kernel + "' takes its order from '" + permutation.name +
                      "', which is no permutation of its " + std::to_string(size) + " places",
           .where = permutation.where,
           .notes = {{note, {}}},
           .help = "let it have each number from 0 to " + std::to_string(size - 1) + " once"});
  }
}

} // namespace wave
