//===- Slots.h - Where values lie in a wave's registers -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that are never needed at the same time share a place, so that the registers of
// a wave stay in the processor's cache.  A value is needed from the first instruction that
// names it to the last one, and to the end of each loop that it comes into from outside.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <vector>

#include "executor/Program.h"

namespace wave::executor {

/// A row of a virtual register, or of the constants.
struct Reference {
  uint32_t number = 0;
  uint32_t offset = 0; ///< bytes
  bool isConstant = false;

  Reference at(uint32_t bytes) const { return {number, offset + bytes, isConstant}; }
  bool operator==(const Reference &) const = default;
};

class Allocation {
public:
  Reference create(uint32_t bytes);
  /// What an instruction holds until `place`.
  Slot referTo(Reference reference);
  /// The register is needed there, though no instruction names it.
  void needAt(Reference reference, uint32_t position);
  void addLoop(uint32_t begin, uint32_t end) { loops.push_back({begin, end}); }

  /// Puts real slots into the program, also into its parameters.
  void place(Program &program);

private:
  struct Range {
    uint32_t begin = ~0u, end = 0;
  };
  struct Loop {
    uint32_t begin, end;
  };

  void mention(Slot slot, uint32_t position);
  void extendThroughLoops();
  std::vector<uint32_t> assign(uint32_t &total) const;

  std::vector<uint32_t> sizes; ///< bytes of each virtual register
  std::vector<Range> ranges;
  std::vector<Reference> references;
  std::vector<Loop> loops;
};

} // namespace wave::executor
