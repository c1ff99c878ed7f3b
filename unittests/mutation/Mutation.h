//===- Mutation.h - One thing wrong in a kernel of the target form --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every operation that keeps waves apart, that says which elements there are, or that says
// where something lies in shared memory is changed in every way that a mistake of the
// compiler could have changed it.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace wave::test {

struct Mutation {
  size_t position;   ///< of the operation, in the order of a walk
  std::string place; ///< the same for people: "read_a in for/else: llvm.icmp slt 3"
  std::string kind;  ///< "fence deleted"
  std::function<void(mlir::Operation *)> apply;
  /// Divides by zero in lanes in which the operation has another result with the mutation;
  /// empty where it has no result.
  std::function<void(mlir::Operation *)> probe;
};

/// Every mutation of the functions of a module.
std::vector<Mutation> mutationsOf(mlir::ModuleOp module);

/// Copies of the module with that mutation, and with its probe.
mlir::OwningOpRef<mlir::ModuleOp> mutated(mlir::ModuleOp module, const Mutation &mutation);
mlir::OwningOpRef<mlir::ModuleOp> probed(mlir::ModuleOp module, const Mutation &mutation);

} // namespace wave::test
