//===- MatrixLoads.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/MatrixLoads.h"

#include <numeric>

#include "analysis/SharedBanks.h"
#include "dialect/ElementTypes.h"
#include "machine/Chip.h"

using namespace mlir;

namespace wave::analysis {

using machine::Digit;
using machine::Digits;
using machine::Layout;

static constexpr int64_t matrixRows = 8, wordBytes = 4, wordsOfRow = 4;

/// Takes the fastest `count` of what the digits count off them; nothing where they do not divide.
static std::optional<Digits> takeFastest(Digits &digits, int64_t count) {
  Digits taken;
  while (count > 1) {
    if (digits.empty())
      return std::nullopt;
    Digit &first = digits.front();
    const int64_t size = std::gcd(first.size, count);
    if (size != first.size && size != count)
      return std::nullopt;
    taken.push_back({first.dim, size, first.stride});
    count /= size;
    first = {first.dim, first.size / size, first.stride * size};
    if (first.size == 1)
      digits.erase(digits.begin());
  }
  return taken;
}

/// The dimension along which elements of the ring lie in a row.
static std::string rowDimOf(ir::BufferType ring) {
  for (auto [dim, stride] : llvm::zip(ring.getDims(), ring.getLayout().getStrides()))
    if (stride == 1)
      return dim.getName().getValue().str();
  return {};
}

std::optional<MatrixLoads> matrixLoadsOf(ir::TileType tile, ir::BufferType ring) {
  const Layout &layout = tile.getLayout().getValue();
  const int64_t bytes = ir::elementBytes(tile.getElementType());
  const std::string along = rowDimOf(ring);
  if (ring.isInTensorMemory() || along.empty() || bytes > wordBytes ||
      machine::countOf(layout.lanes()) != matrixRows * wordsOfRow || layout.lanes().size() != 2)
    return std::nullopt;
  for (ir::DimAttr dim : ring.getDims())
    if (layout.extent(dim.getName().getValue().str()) > *dim.getConstantSize())
      return std::nullopt;

  // A word is of elements that lie in a row or, transposed, in two rows.
  const int64_t ofWord = wordBytes / bytes;
  const Digit &inner = layout.lanes().front(), &outer = layout.lanes().back();
  if (inner.size != wordsOfRow || outer.size != matrixRows || inner.dim.empty() ||
      outer.dim.empty() || inner.dim == outer.dim)
    return std::nullopt;
  const bool isTransposed = inner.dim != along;
  if (inner.stride != ofWord ||
      (isTransposed && (bytes != 2 || outer.dim != along || outer.stride != 1)))
    return std::nullopt;
  Digits registers = layout.registers();
  const std::optional<Digits> word = takeFastest(registers, ofWord);
  if (!word || (ofWord > 1 && *word != Digits{{inner.dim, ofWord, 1}}))
    return std::nullopt;

  for (const int64_t matrices : {4, 2, 1}) {
    Digits rest = registers, lanes{{isTransposed ? Digit{inner.dim, matrixRows, 1} : outer}};
    const std::optional<Digits> others = takeFastest(rest, matrices);
    if (!others)
      continue;
    llvm::append_range(lanes, *others);
    if (matrices < 4)
      lanes.push_back({"", 4 / matrices, 0});
    rest.insert(rest.begin(), {along, machine::widestAccess / bytes, 1});
    ir::TileType rows = ir::TileType::get(
        tile.getContext(), tile.getDims(), tile.getElementType(),
        ir::LayoutAttr::get(tile.getContext(), Layout(rest, lanes, layout.waves())));
    if (accessWidth(rows, ring) != machine::widestAccess)
      return std::nullopt;
    return MatrixLoads{rows, matrices, isTransposed};
  }
  return std::nullopt;
}

} // namespace wave::analysis
