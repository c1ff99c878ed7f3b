//===- KernelChoice.h - The kernel that the command line means ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "driver/main/Options.h"
#include "driver/main/Signature.h"
#include "wave/compile.h"
#include "wave/main.h"

namespace wave::commandline {

/// What a file holds for an argument.
struct HeldType {
  std::string argument;
  DType dtype;
};

struct KernelChoice {
  Kernel kernel;
  const KernelEntry *entry; ///< null for a kernel from a file
  DTypeParameters dtypes;
  Signature signature;
  /// Whether an option made all functions approximate, which the entry's reference does not know.
  bool isApproximate = false;

  /// The value of --dtype that gives all these arguments those element types; empty where
  /// the defaults do.
  std::optional<std::string> dtypeOptionFor(const std::vector<HeldType> &wanted) const;
};

/// Finds the kernel among `entries`, or reads it from its file, and makes it with
/// the element types that were asked for.  Throws Error: unknown-kernel,
/// unknown-dtype, unknown-dtype-parameter, file-unreadable, or what is wrong with
/// the kernel itself.
KernelChoice chooseKernel(const Options &options, std::span<const KernelEntry> entries);

/// What the command line requires, and the kernel's entry.
std::vector<std::string> requirementsOf(const Options &options, const KernelChoice &choice);

/// What -D says.  Throws Error "definition-syntax".
Bindings definitionsOf(const Options &options);

/// The kernel's defaults, replaced by `definitions` where they say so; only the
/// latter for a kernel in the bound form.
Bindings withDefaults(const KernelChoice &choice, const Bindings &definitions);

} // namespace wave::commandline
