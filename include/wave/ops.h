//===- ops.h - What a kernel computes -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operations of a kernel's body.  Each takes its options as one aggregate
// with named fields, `tag` among them: the name by which a schedule or a dump
// refers to the operation.  Numbered constraints stand with each operation in
// src/dialect/ops/*.td; an error names the one that was broken.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <memory>
#include <optional>
#include <source_location>
#include <string>

#include "wave/constraints.h"
#include "wave/debug_log.h"
#include "wave/memory.h"
#include "wave/register.h"

#pragma GCC visibility push(default)
namespace wave {

struct ReadOptions {
  std::string tag = {};
  std::source_location where = std::source_location::current();
};

struct WriteOptions {
  std::string tag = {};
  std::source_location where = std::source_location::current();
};

struct CastOptions {
  std::string tag = {};
  std::source_location where = std::source_location::current();
};

struct MmaOptions {
  /// Replaces HardwareConstraint::mma_type for this operation.
  std::optional<MMAType> mma_type = std::nullopt;
  std::string tag = {};
  std::source_location where = std::source_location::current();
};

/// Stands for one operation on memory for as long as the full expression that
/// contains it is evaluated.  C++ leaves the order of two such operations in one
/// full expression open, so two writes are an error, and so are a read and a loop
/// that writes what it reads.  Never written by hand.
class EffectScope {
public:
  EffectScope();
  ~EffectScope();
  EffectScope(const EffectScope &) = delete;
  EffectScope &operator=(const EffectScope &) = delete;

  /// Names the operation, a handle of the traced IR; throws Error "two-effects"
  /// where another one in this full expression disagrees with it.
  void mark(void *operation, const SourceLocation &where) const;

private:
  struct Entry;
  std::shared_ptr<Entry> entry_;
};

/// This workgroup's tile of `memory`: shape and element type are the memory's.
/// Coordinates outside the memory are never used by any later operation.
Register read(const Memory &memory, const ReadOptions &options = {}, const EffectScope &scope = {});

/// Stores `value` in `memory`, whose dimensions it must have, in any order.
/// Converts to the memory's element type, with a remark where that narrows.
void write(const Register &value, const Memory &memory, const WriteOptions &options = {},
           const EffectScope &scope = {});

/// Sends the values of a register to the host; see wave/debug_log.h.
void debug_log(const Register &value, const std::string &label, const DebugLogOptions &options = {},
               const EffectScope &scope = {});

/// accumulator[..., m, n] + sum over k of lhs[..., m, k] * rhs[..., n, k].
/// Dimensions are matched by name: k is the one that both operands have and the
/// accumulator has not, wherever it stands; those in all three are batches.
/// Element types: f16, bf16, f32 -> f32; f64 -> f64; i8 -> i32.
Register mma(const Register &lhs, const Register &rhs, const Register &accumulator,
             const MmaOptions &options = {});

/// The same from zero; the result has lhs's free dimensions, then rhs's.
Register mma(const Register &lhs, const Register &rhs, const MmaOptions &options = {});

/// Each element converted to `dtype`: floats round to nearest even; float to
/// integer truncates and saturates, NaN gives 0; to i1 tests for non-zero.
Register cast(const Register &value, DType dtype, const CastOptions &options = {});

} // namespace wave
#pragma GCC visibility pop
