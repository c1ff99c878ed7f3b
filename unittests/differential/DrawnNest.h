//===- DrawnNest.h - Kernels of one to three loops, at random -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One to three products, one after another, each a loop; by themselves, in a counted loop, in the
// loop of a persistent kernel, or in both: three loops at most.  Whoever schedules such a kernel
// knows what it does from this description, and needs not ask the compiler.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <algorithm>
#include <deque>
#include <string>
#include <vector>

#include "GuardedTensor.h"
#include "Random.h"
#include "wave/wave.h"

namespace wave::test {

/// The chips that differ in what a read of a SHARED memory becomes, and in who multiplies.
enum class Machine { Cdna3, Cdna4, Hopper, Blackwell };

inline bool isAmd(Machine machine) { return machine < Machine::Hopper; }
const char *simulatorOf(Machine machine);

struct DrawnNest {
  struct Product {
    int64_t trips = 1;
    bool isDirect = false; ///< b goes from global memory into registers
    bool isUsed = false;   ///< 1 is subtracted from the sum in each step
  };
  /// What the products of a step of the counted loop go on from, and end in.
  enum class Step {
    Written, ///< they write their sums, in every step the same ones
    Added,   ///< what the step before wrote is read, and added to
    Carried, ///< their sum goes on to the next step
    None     ///< there is no counted loop
  };

  Machine machine = Machine::Cdna3;
  std::vector<Product> products;
  bool isChained = false; ///< a product adds to what the one before it came to
  Step step = Step::None;
  int64_t steps = 1;  ///< of the counted loop
  int64_t depth = 16; ///< of a step of the products: one instruction, or two

  bool isSliceable() const { return depth > 16; }
  /// Products have as many steps as a memory says, for each tile or each step of the counted loop.
  bool isRagged = false;
  bool isPersistent = false;
  int64_t tiles = 1; ///< tiles of M

  static DrawnNest draw(Random &random, Machine machine, Histogram &histogram);

  /// How many numbers of steps the memory has.
  int64_t lengths() const {
    return isPersistent ? tiles : isCounted() ? std::max<int64_t>(steps, 1) : 1;
  }
  bool isCounted() const { return step != Step::None; }
  /// How many memories results are written to.
  size_t results() const { return isChained || step == Step::Carried ? 1 : products.size(); }
  size_t loops() const { return products.size() + isCounted() + isPersistent; }
  std::string str() const;

  Kernel kernel() const;
  /// All symbols but the sizes that launches give: the steps of loops, if `isOpen`.
  Bindings bindings(bool isOpen) const;
  /// Its arguments: small integers, and poison where results go.
  std::deque<GuardedTensor> tensors(Random &random) const;

private:
  int64_t rows() const { return isAmd(machine) ? 32 : machine == Machine::Hopper ? 64 : 128; }
};

} // namespace wave::test
