//===- Package.h - A compiled kernel in one file --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a program needs to run a kernel without the compiler: machine code, and how it is
// started.  docs/packages.md describes the file.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/Assumptions.h"
#include "runtime/EntryPoint.h"
#include "runtime/LaunchIndices.h"
#include "runtime/ScalarRanges.h"
#include "runtime/TileCoverage.h"
#include "runtime/WorkgroupIndependence.h"
#include "wave/argument.h"
#include "wave/constraints.h"

namespace wave {

/// Code for the GPUs of one kind.
struct CodeImage {
  enum class Kind {
    Cubin, ///< machine code
    Ptx    ///< text that the driver compiles
  };
  Kind kind = Kind::Cubin;
  std::string processor; ///< "sm_90a"
  std::string bytes;
};

struct Package {
  std::string kernel;
  std::string target;              ///< "cuda:sm_90a"
  std::string producer;            ///< "wave 0.1.0"
  std::vector<Argument> arguments; ///< sizes are numbers, or expressions over open sizes
  Bindings known;                  ///< values of symbols that the compile has used up
  std::array<Expr, 3> grid = {1, 1, 1};
  Assumptions assumptions = {};            ///< that each launch checks
  std::vector<TileCoverage> coverage = {}; ///< of writes that are evaluated at each launch's sizes
  /// Of memories whose accesses are evaluated at each launch's sizes.
  std::vector<WorkgroupIndependence> independence = {};
  std::vector<LaunchIndex> indices = {}; ///< that each launch checks
  std::vector<ScalarRange> scalars = {}; ///< whose range depends on the sizes of a launch
  /// Why nobody checks that each tile is computed once.
  std::optional<std::string> unchecked = std::nullopt;
  Precision precision = Precision::Full; ///< of the MMA that keeps least of its operands
  std::vector<EntryPoint> entries;       ///< those that ask most stand first
  std::vector<CodeImage> images;         ///< each has all entry points; those to try first
};

/// Equal packages give equal bytes.
std::string packageBytes(const Package &package);

/// Throws Error "package-file" for bytes that are no package, or a damaged one; `name` is
/// what messages call the file.
Package parsePackage(std::string_view bytes, const std::string &name);

Package readPackage(const std::string &path);

/// The manifest: one JSON object.  parseManifest throws std::runtime_error with what is wrong.
std::string manifestText(const Package &package);
Package parseManifest(std::string_view text);

} // namespace wave
