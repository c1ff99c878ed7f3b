//===- Executor.h - Kernels of the target form, executed lane by lane -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is executed, what is checked and what is not: docs/adr/0013-executor.md.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "executor/Counters.h"
#include "executor/Findings.h"
#include "executor/IssueTime.h"
#include "executor/Program.h"
#include "runtime/BoxMap.h"

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace wave::executor {

/// Global memory that an argument points to.  It has addresses of its own: an access that
/// leaves it is found, whatever lies beside it on the host.
struct Region {
  void *data = nullptr;
  size_t bytes = 0;
  /// Whether it may be read before it has been written.
  bool initialised = true;
};

/// A tensor map that the kernel gets by value, and the memory that its tensor lies in.
struct BoxArgument {
  BoxMap map;
  Region region;
};

/// Pointers are regions, all else but tensor maps are integers.
using Argument = std::variant<Region, int64_t, BoxArgument>;

struct Launch {
  std::array<int64_t, 3> grid = {1, 1, 1}; ///< workgroups
  std::vector<Argument> arguments;
};

/// In which order the waves of a workgroup run, between the points where they must wait.
enum class Order { First, Last, Random };

struct Options {
  bool races = true;         ///< accesses to shared memory that nothing orders
  bool uninitialised = true; ///< reads of shared memory that was not written
  bool writtenOnce = true;   ///< of memories with access "write", each element
  bool counters = true;      ///< sectors and bank conflicts too
  Order order = Order::First;
  uint64_t seed = 0;    ///< of Order::Random
  unsigned threads = 1; ///< of the host; results do not depend on it
  /// Instructions of one wave after which it is taken to never end.
  uint64_t instructionLimit = uint64_t{1} << 30;
  size_t findingLimit = 100;
  /// Events of the first workgroup for chrome://tracing or Perfetto, if not null.
  std::string *trace = nullptr;
};

struct Report {
  std::vector<Finding> findings;
  size_t findingsLeftOut = 0;
  Counters counters;
  /// With Options::counters, of the first workgroup on AMD's chips, where it has a steady loop.
  std::optional<IssueTime> issueTime;

  bool isClean() const { return findings.empty(); }
  bool has(FindingKind kind) const;
};

/// Throws an Error where the kernel has an operation that cannot be executed.
Program decode(mlir::ModuleOp module, const std::string &kernel, const machine::Chip &chip);

/// Throws an Error where the launch does not fit the kernel; what the kernel does wrong is in
/// the report.
Report execute(const Program &program, const Launch &launch, const Options &options);

} // namespace wave::executor
