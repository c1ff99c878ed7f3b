//===- RoleSteps.h - What each role does to channels ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program of each role, with nothing left in it but steps of channels, accesses to their rings,
// and the loops and conditions around them; indices are comparable between roles (RoleValues.h).
// The protocol is proved on it (ChannelCounts.h, ChannelOrder.h).  Where roles reinitialise
// channels at the end of each trip of a loop, the program is that of one trip: each begins as the
// kernel does.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <optional>
#include <set>
#include <vector>

#include "dialect/Dialect.h"

namespace wave::analysis {

/// The four steps that count uses.
enum class Step : uint8_t { Acquire, Commit, Wait, Release };
constexpr size_t stepCount = 4;
constexpr size_t indexOf(Step step) { return static_cast<size_t>(step); }

/// How many uses steps of one channel have had at some place of a role, each.
using Counts = std::array<Expr, stepCount>;

struct RoleItem {
  enum class Kind : uint8_t {
    Step,  ///< acquire, commit, wait or release
    Drain, ///< of what has been filled
    Write, ///< of a slot, by a load or by lanes; of an accumulator, when it is whole
    Fill,  ///< of a slot, by an MMA that accumulates there
    Read,  ///< of a slot
    Use,   ///< of a slot again: by an MMA that reads by descriptor, by a copy to memory, by a strip
           ///< of an accumulator
    Loop,  ///< with steps inside
    Choice, ///< one of two ways, with steps inside
  };

  Kind kind;
  mlir::Operation *op;

  // Step, Drain and accesses
  size_t channel = 0;
  Step step = Step::Acquire;
  size_t ring = 0; ///< of accesses: its number among those of all channels
  Expr number = 0; ///< the sequence index; of accesses the slot

  // Loop
  bool isWhile = false;
  Expr count = 0;   ///< of a counted loop
  Expr counter = 0; ///< a symbol
  struct Carried {
    Expr now, init, next, result;
  };
  std::vector<Carried> carried = {};
  std::set<std::string> inside = {}; ///< symbols of what is defined in the body

  // Choice
  Expr condition = 0; ///< `body` is for 1
  std::vector<RoleItem> body = {}, otherwise = {};
};

/// A channel between roles.
struct RoleChannel {
  ir::ChannelOp op;
  int64_t slots;
  size_t firstRing; ///< its number among those of all channels
  /// Releases arrive when MMAs have completed, which no role waits for: the producer has to drain.
  bool isReleasedLate = false;

  mlir::OperandRange rings() const { return ir::ChannelOp(op).getRings(); }
  std::string name() const;
};

/// Why the protocol of a channel is not proved.
struct ProtocolGap {
  mlir::Operation *op = nullptr, *other = nullptr;
  std::string text;
  bool isWrong = false; ///< shown to be broken; else only not proved
  std::string help = "number the uses of a channel one after the other, and release each slot that "
                     "is waited for";
};

struct RoleProgram {
  ir::RoleOp role;
  std::vector<RoleItem> items;
};

struct RoleSteps {
  explicit RoleSteps(ir::KernelOp kernel);

  std::vector<RoleChannel> channels;
  size_t rings = 0; ///< of all channels
  std::vector<RoleProgram> roles;
  /// Rings that roles share without a channel, or trips that do not end together.
  std::optional<ProtocolGap> gap;

private:
  void keepOneTrip(llvm::function_ref<Expr(ir::IterateOp)> counterOf);
};

/// "acquire"
llvm::StringRef nameOf(Step step);

} // namespace wave::analysis
