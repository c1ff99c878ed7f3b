//===- DrawnSchedule.h - Schedules of drawn kernels, and which are legal --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a schedule of a drawn kernel may be, by the definition alone: a loop has nodes, and bonds
// between them,
//
//   time(to) + distance * interval >= time(from) + latency
//
// and rings, whose slots live from the first operation that fills them to the last one that
// reads them.  Nodes, bonds and rings follow from the description of the kernel (DrawnNest.h) and
// from what a read is on each machine.  Nothing here asks the compiler: it is what the compiler is
// held to.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <map>
#include <optional>

#include "DrawnNest.h"

namespace wave::test {

struct LoopModel {
  struct Bond {
    size_t from, to;
    int64_t distance, latency;
    bool isValue = false; ///< between registers: what breaks it makes no program
  };
  /// Those of a channel have equally many slots.
  struct Ring {
    std::vector<std::string> names;
    std::vector<size_t> fills, reads;
  };

  std::string tag;
  std::optional<int64_t> trips;   ///< as far as the compiler knows
  std::vector<std::string> nodes; ///< how each is selected, in the order of the program
  std::vector<Bond> bonds;
  std::vector<Ring> rings;
  std::vector<std::vector<size_t>> sameStage; ///< MMAs into tensor memory, and their end
};

/// In how many slices a product's `a` is loaded, and stored or copied to shared memory.
struct DrawnSlices {
  std::string dim;
  size_t loads = 1, fills = 1;
};

/// "t/j/": of what is in the loops around the products.
std::string pathOf(const DrawnNest &nest);

/// Of all loops that can be pipelined: products, and the loop around them.  Without `slices` all
/// tiles are whole.
std::vector<LoopModel> modelsOf(const DrawnNest &nest, bool isOpen,
                                const std::vector<DrawnSlices> &slices = {});

struct DrawnSchedule {
  struct Loop {
    LoopModel model;
    int64_t interval = 1;
    std::vector<int64_t> times; ///< of the nodes

    /// Slots that a ring needs.
    int64_t slotsFor(const LoopModel::Ring &ring) const;
    int64_t stages() const;
    bool hasOneStage(const std::vector<size_t> &nodes) const;
  };
  struct Role {
    std::string name, nodes; ///< what it is given: a list of selections
  };

  std::vector<Loop> loops; ///< those that are pipelined
  /// Statements: what fills shared memory has slices with times of their own, those of others have
  /// the time of the whole.
  std::vector<std::string> partitions;
  std::map<std::string, int64_t> buffers;
  std::vector<Role> roles;
  std::vector<std::string> insertions; ///< statements: barriers, which only strengthen, and hints

  /// Draws one that is legal.
  static DrawnSchedule draw(Random &random, const DrawnNest &nest, bool isOpen,
                            Histogram &histogram);

  std::string text() const;
  /// Whether every bond is kept, every ring has slots enough, and stages are the same where they
  /// have to be.
  bool isLegal() const;
  /// Whether the bonds between registers are.
  bool makesAProgram() const;

private:
  bool keeps(const Loop &loop, const LoopModel::Bond &bond) const;
  bool hasSlots(const Loop &loop, const LoopModel::Ring &ring) const;
};

} // namespace wave::test
