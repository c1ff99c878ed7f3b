//===- ops.h - Operations of a kernel -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operations of a kernel's body.  Options are aggregates with named fields;
// `tag` names the operation in dumps and messages.  Ids in brackets, such as
// [write-c1], are the Errors of the constraints in src/dialect/ops/*.td.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <memory>
#include <optional>
#include <source_location>
#include <string>

#include "wave/constraints.h"
#include "wave/debug_log.h"
#include "wave/mapping.h"
#include "wave/memory.h"
#include "wave/register.h"
#include "wave/text.h"

#pragma GCC visibility push(default)
namespace wave {

struct ReadOptions {
  /// Where the elements are in the memory, if not where the constraints say.
  std::optional<IndexMapping> mapping = std::nullopt;
  /// What the elements are that the mapping moves out of the memory; 0 if it is not given.
  std::optional<Number> fill = std::nullopt;
  detail::Text tag = {};
  std::source_location where = std::source_location::current();
};

struct WriteOptions {
  /// Where the elements are in the memory, if not where the constraints say.
  std::optional<IndexMapping> mapping = std::nullopt;
  detail::Text tag = {};
  std::source_location where = std::source_location::current();
};

struct CastOptions {
  detail::Text tag = {};
  std::source_location where = std::source_location::current();
};

struct MmaOptions {
  /// Replaces HardwareConstraint::mma_type for this operation.
  std::optional<MMAType> mma_type = std::nullopt;
  /// How f32 operands are multiplied [mma-c10].  Replaces WaveCompileOptions::precision for this
  /// operation.
  std::optional<Precision> precision = std::nullopt;
  detail::Text tag = {};
  std::source_location where = std::source_location::current();
};

/// Tracks one operation on memory during its full expression, in which C++ leaves the order of
/// operations open: two writes are an Error, as are a read and a loop that writes the same memory.
/// A default argument, never written by hand.
class EffectScope {
public:
  EffectScope();
  ~EffectScope();
  EffectScope(const EffectScope &) = delete;
  EffectScope &operator=(const EffectScope &) = delete;

  /// Sets the operation, a handle of the traced IR.  Throws Error "two-effects" if it conflicts
  /// with another one in this full expression.
  void mark(void *operation, const SourceLocation &where) const;

private:
  struct Entry;
  std::shared_ptr<Entry> entry_;
};

/// Loads this workgroup's tile of `memory`, with its element type and its dimensions, or those of
/// the mapping.  Out-of-bounds elements take part in no operation, but for those of a mapping.
Register read(const Memory &memory, const ReadOptions &options = {}, const EffectScope &scope = {});

/// Stores `value` to `memory`, which has the same dimensions in any order [write-c1], including
/// every one that is distributed over workgroups [write-c3].  Converts to the memory's element
/// type; the remark "narrowing-write" reports a loss of precision or range.
void write(const Register &value, const Memory &memory, const WriteOptions &options = {},
           const EffectScope &scope = {});

/// Sends the values of a register to the host: wave/debug_log.h.
void debug_log(const Register &value, const detail::Text &label,
               const DebugLogOptions &options = {}, const EffectScope &scope = {});

/// accumulator[..., m, n] + sum over k of lhs[..., m, k] * rhs[..., n, k].  Dimensions are matched
/// by name, in any position: a reduction k is in both operands but not in the accumulator [mma-c1],
/// and each operand has a dimension that the other one lacks [mma-c2]; of each kind there may be
/// several.  Dimensions of all three are batches.  The result has the type of the accumulator.
/// Element types [mma-c4]: f16, bf16, f32 -> f32; f64 -> f64; i8 -> i32; two OCP or two fnuz 8-bit
/// floats -> f32.
Register mma(const Register &lhs, const Register &rhs, const Register &accumulator,
             const MmaOptions &options = {});

/// The same with an accumulator of zero.  The reduction is the last dimension of `lhs` that `rhs`
/// also has.  The result has the other dimensions of `lhs`, then the free dimension of `rhs`.
Register mma(const Register &lhs, const Register &rhs, const MmaOptions &options = {});

/// Converts each element to `dtype`.  Floats round to nearest even.  Float to integer truncates and
/// saturates, and NaN becomes 0.  Narrowing an integer keeps its low bits.  Conversion to i1 tests
/// for non-zero.
Register cast(const Register &value, DType dtype, const CastOptions &options = {});

} // namespace wave
#pragma GCC visibility pop
