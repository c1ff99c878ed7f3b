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
/// at run time, or in the workspace, where they are known now.
struct TileView {
  struct Dim {
    ir::ExprAttr name;
    Value stride;                       ///< elements
    std::optional<int64_t> knownStride; ///< elements, in the workspace
  };

  Value base;
  DType dtype;
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

/// How many elements of each dimension of a tile lie inside the memory.
using ValidSizes = llvm::DenseMap<ir::ExprAttr, Value>;

} // namespace wave::cpu
