//===- Subject.h - An entry point of a kernel, and what it is to compute --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "executor/Executor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include "dialect/Paths.h"
#include "wave/wave.h"

namespace wave::test {

using ir::Version;

/// A kernel of the library with some sizes that the compile knows, and launches that give
/// the others.
struct Case {
  std::string name; ///< "gemm, open sizes"
  Kernel kernel;
  Bindings known;
  std::vector<Bindings> launches;
  std::string chip = {}; ///< where it is another kernel on one alone; empty: on all of the vendor's
  /// In place of those that the compiler chooses; `known` has what it says of symbols.
  std::optional<Schedule> schedule = std::nullopt;
};

struct NamedSchedule {
  std::string name; ///< of src/passes/Passes.td
  int64_t buffers;  ///< 0: as few as it needs
};

/// The arguments of one launch, and what is to be in them afterwards.
struct PreparedLaunch {
  struct Memory {
    DType dtype;
    std::vector<int64_t> shape, strides;
    std::vector<std::byte> before, expected;

    Tensor over(std::vector<std::byte> &bytes) const {
      return Tensor::view(bytes.data(), dtype, shape, strides);
    }
  };
  Bindings sizes;
  std::array<int64_t, 3> grid{};
  std::vector<Memory> memories;
};

/// One entry point alone in a module.
class Subject {
public:
  /// Compiles to the target form; `arguments` chooses the entry point.
  Subject(const Case &kernelCase, const std::string &chip, const NamedSchedule &schedule,
          Version arguments);

  /// Whether the kernel has such an entry point; nothing else may be asked where it has none.
  bool exists() const { return !launches.empty(); }

  const std::string &name() const { return name_; }
  mlir::ModuleOp module() const { return *module_; }
  /// The function as text: equal ones need not be run twice.
  std::string text() const;

  /// What shows that a changed module is wrong: the first finding, or a wrong element.
  /// Empty where nothing does, for all launches, in as many orders of the waves.  "refused"
  /// where there is no such kernel, or no such launch, as a driver would find too.
  std::string defectOf(mlir::ModuleOp changed, int orders) const;
  /// Whether a probe finds nothing in any launch: no lane computes anything else.
  bool isSame(mlir::ModuleOp probed) const;
  /// Writes the changed module as machine code, and what it is to compute, for script/compare-gpu;
  /// false where its chip is not Hopper's, or dense tensors do not fit the entry point.
  bool write(mlir::ModuleOp changed, const std::string &file) const;
  /// Whether the compile knew all sizes, so that there are no other launches.
  bool isClosed() const { return isClosed_; }

private:
  struct Decoded;
  Decoded decode(mlir::ModuleOp changed) const;
  std::string firstDefectOf(mlir::ModuleOp changed, int orders) const;

  std::unique_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> module_;
  std::string name_, kernel;
  const machine::Chip *chip;
  bool isClosed_;
  std::vector<PreparedLaunch> launches;
};

} // namespace wave::test
