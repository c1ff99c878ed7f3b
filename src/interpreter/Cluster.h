//===- Cluster.h - Workgroups that run together ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <memory>

#include "interpreter/Workgroup.h"

namespace wave::interpreter {

/// The agents of all workgroups of a cluster, numbered through; a kernel without clusters has
/// workgroups that are each alone in one.
class Cluster {
public:
  /// `first` is the number in the grid of its first workgroup.  `symbols` has a value for every
  /// symbol of the kernel but those of workgroups and loops.
  Cluster(ir::KernelOp kernel, std::span<const Tensor> tensors, Bindings symbols, Parts &parts,
          std::array<int64_t, 3> first);

  /// Those who may go; nobody, when all are done or something was found.
  std::vector<size_t> ready();
  bool mayGo(size_t agent);
  void step(size_t agent);
  /// To be called when all are done.
  void finish();

  std::optional<Finding> finding() const;

private:
  std::vector<std::unique_ptr<Workgroup>> workgroups; ///< the first dimension runs fastest
};

} // namespace wave::interpreter
