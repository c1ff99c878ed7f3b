//===- Findings.h - What is wrong with a kernel that was executed ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "executor/Program.h"

namespace wave::executor {

enum class FindingKind : uint8_t {
  Race,             ///< two accesses, one of them a write, that nothing orders
  WorkgroupRace,    ///< the same, of two workgroups, in global memory
  OutOfBounds,      ///< an access outside of its memory
  Misaligned,       ///< an address that is no multiple of the access's alignment
  Uninitialised,    ///< a read of bytes that no one has written
  Undefined,        ///< a value that depends on undef or poison
  NoResult,         ///< a division by zero, or one that overflows
  WrittenTwice,     ///< an element of a memory that is only written
  NeverWritten,     ///< the same
  BarrierUnreached, ///< waves wait at a barrier while others have ended
  BarrierDivergent, ///< a barrier in code that some lanes of the wave do not run
  NoProgress,       ///< waves that do not end
  Deadlock,         ///< waves that wait for what nobody does
  BarrierMisuse,    ///< a barrier that is used as none can be
  ProxyFence,       ///< an asynchronous access that need not see an ordinary write
  NotWaited,        ///< an asynchronous access that is under way when its workgroup ends
  InFlight,         ///< registers of a product that was not waited for, or not fenced
  WarpgroupApart,   ///< warps of a warpgroup that do not run the same products
  TensorAllocation, ///< tensor memory that is allocated or freed as it cannot be
  TensorMisuse,     ///< an operation on tensor memory that there is not
  BadDescriptor,    ///< a matrix descriptor of wgmma that there is not
};

const char *nameOf(FindingKind kind);

struct Finding {
  FindingKind kind;
  std::string message; ///< with the place in memory: "a[3, 17]"
  Site at;
  Site other; ///< the other access of a race; without an operation if there is none
  std::array<uint32_t, 3> group{};
  // Of two accesses to global memory by two workgroups:
  std::string element;                  ///< as a message names it, "a[3, 17]"
  std::array<uint32_t, 3> otherGroup{}; ///< of the other access
  int wave = -1, lane = -1;             ///< of the first time; -1: of no particular one
  uint64_t count = 0;

  /// Two workgroups of one launch, of which at least one writes what the other one accesses.
  bool isBetweenWorkgroups() const { return !element.empty() && group != otherGroup; }
  /// As a compiler would print it, with a note for the other access.
  std::string render() const;
};

inline constexpr uint32_t noSite = ~0u;

/// Findings of one host thread, one for each kind and pair of places in the kernel, with the
/// first time that it happened.
class Findings {
public:
  explicit Findings(const Program &program) : program(&program) {}

  void beginGroup(uint64_t number, std::array<uint32_t, 3> group);
  /// `message` is called the first time only, when the finding is returned; null later.  Numbers
  /// that are no sites tell findings apart that have no place in the kernel.
  Finding *add(FindingKind kind, uint32_t site, uint32_t other, int wave, int lane,
               const std::function<std::string()> &message, uint64_t times = 1);
  /// Of the same finding in both the one in the earlier workgroup remains.
  void merge(const Findings &others);

  /// In the order of workgroups, and then of kinds and places: the same for any host threads.
  std::vector<Finding> sorted(size_t most, size_t &leftOut) const;

private:
  struct Entry {
    Finding finding;
    uint64_t groupNumber;
  };
  const Program *program;
  std::map<std::tuple<FindingKind, uint32_t, uint32_t>, Entry> entries;
  std::array<uint32_t, 3> group{};
  uint64_t groupNumber = 0;
};

} // namespace wave::executor
