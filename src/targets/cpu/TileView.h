//===- TileView.h - Elements in memory that a tile lies over --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>

#include "dialect/Dialect.h"
#include "targets/cpu/Code.h"

namespace wave::cpu {

/// A tile's elements in memory: in the caller's buffer, where strides are known
/// at run time, or in the workspace, where one dimension has the known stride 1 and
/// others are known unless a size is left open.
struct TileView {
  struct Dim {
    ir::ExprAttr name;
    Value stride;                       ///< elements
    std::optional<int64_t> knownStride; ///< elements
  };

  Value base;
  DType dtype;
  bool inWorkspace;
  mlir::SmallVector<Dim> dims;

  const Dim *find(ir::ExprAttr name) const {
    for (const Dim &dim : dims)
      if (dim.name == name)
        return &dim;
    return nullptr;
  }
};

/// `pointer` moved by `position` along `dim`; where the view lacks the dimension, all
/// positions are one.
inline Value step(Code &code, const TileView &view, Value pointer, ir::ExprAttr dim,
                  Value position) {
  const TileView::Dim *found = view.find(dim);
  return found ? code.advance(pointer, view.dtype, code.mul(position, found->stride)) : pointer;
}

/// `pointer` moved by a known `position` along `dim`, which the view has, and then by
/// `elements`.
inline Value stepBy(Code &code, const TileView &view, Value pointer, ir::ExprAttr dim,
                    int64_t position, int64_t elements) {
  const TileView::Dim *found = view.find(dim);
  if (found->knownStride)
    return code.advance(pointer, view.dtype, position * *found->knownStride + elements);
  Value moved = code.advance(pointer, view.dtype, code.mul(found->stride, position));
  return code.advance(moved, view.dtype, elements);
}

/// How many elements of each dimension of a tile lie inside the memory.
using ValidSizes = llvm::DenseMap<ir::ExprAttr, Value>;

} // namespace wave::cpu
