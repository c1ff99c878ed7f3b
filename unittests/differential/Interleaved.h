//===- Interleaved.h - Forms between tiles and lanes, in any order --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <deque>
#include <functional>

#include "GuardedTensor.h"
#include "dialect/Dialect.h"
#include "interpreter/Interleaving.h"
#include "wave/wave.h"

namespace wave::test {

/// How a kernel gets to one of the forms.
struct Lowering {
  SchedulingType schedule = SchedulingType::None;
  int64_t buffers = 0; ///< slots that are asked for, 0 for as few as it takes
  bool isDistributed = false;
  bool copies = false;   ///< past the registers, on gfx950; on gfx942 otherwise
  bool hasRoles = false; ///< waves of their own make the copies; in the form scheduled
  /// Waves become warpgroups, on sm_90a, whose products read operands in place; slots are 2 or
  /// more, or 0 for as many as fit.
  bool isInPlace = false;
  bool hasTensorMemory = false; ///< in place, on sm_100a, where a third role multiplies
  std::string program = {};     ///< a user's schedule, as text, in the place of the above one
  bool isVerified = true;       ///< a wrong schedule is applied as well, to see what it does

  std::string str() const;
};

/// A kernel in the form scheduled or distributed.
class Lowered {
public:
  /// Throws what the compiler throws.  What `subs` leave open stays open.
  Lowered(const Kernel &kernel, const Bindings &subs, const Lowering &lowering);

  ir::KernelOp kernel();
  std::string str();

private:
  std::unique_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

/// Runs the kernel by the interpreter that interleaves waves: "" where the tensors end up as
/// `expected`, otherwise what was found, or which element differs.
std::string interleavedDifference(Lowered &lowered, std::deque<GuardedTensor> &tensors,
                                  const std::vector<Tensor> &expected, uint64_t seed);

/// What the traced form gives for the tensors, which stay as they are.
std::vector<Tensor> traced(const Kernel &kernel, const Bindings &subs,
                           std::deque<GuardedTensor> &tensors);

} // namespace wave::test
