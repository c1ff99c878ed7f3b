//===- TensorMaps.h - The boxes that a kernel's copies bring --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An engine that copies boxes is told of a tensor and of a box in a map, which a launch
// makes and passes by value.  Copies of equal boxes of one memory share a map.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"
#include "targets/gpu/LowerKernel.h"
#include "targets/gpu/RoleTarget.h"

namespace wave::gpu {

/// A box of a memory, innermost dimension first, which fills rows of a ring.
struct Box {
  mlir::SmallVector<int64_t> extents; ///< elements
  size_t rows;                        ///< the dimension along which the ring has its rows
  int64_t swizzleBytes;               ///< of a row within which pieces change places; 0: none
  int64_t bytes;                      ///< of all its elements

  /// How many of them stand side by side along a row of the ring.
  int64_t columnsOf(ir::BufferType ring) const;

  bool operator==(const Box &) const = default;
};

/// The box that fills what a workgroup brings of a ring's slot, alone or with others: behind it
/// along the dimension behind the innermost one, which an engine takes at most 256 elements of, and
/// beside it where the ring's rows are cut.
Box boxOf(ir::CopyOp copy);
/// The same of a wave's part of it, whose rows it brings.
Box boxOf(ir::CopyOutOp copy);

class TensorMaps {
public:
  /// Adds an argument to the entry block for each map that the kernel's copies need.
  /// There are none where rows are not aligned.
  TensorMaps(ir::KernelOp kernel, mlir::Block *entry);

  /// Of a copy, or a copy out.
  Value mapFor(mlir::Operation *copy) const;
  bool isEmpty() const { return maps.empty(); }
  /// Says what the arguments of `function` are, and what launches make of it: the attribute
  /// `wave.tensor_maps`.
  void describe(mlir::Operation *function, const RoleTarget &target) const;

private:
  void add(mlir::Operation *copy, ir::KernelOp kernel, mlir::Block *entry);

  struct Map {
    unsigned memory;       ///< among the kernel's
    mlir::StringAttr name; ///< the memory's
    Box box;
    Value argument;
  };
  mlir::SmallVector<Map> maps;
};

} // namespace wave::gpu
