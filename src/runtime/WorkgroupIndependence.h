//===- WorkgroupIndependence.h - No workgroup reads what others write -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Workgroups run in any order.  Of a memory that a kernel both reads and writes each of them has to
// read its own elements alone, those that nobody writes apart.  Where the compiler has proved that
// for all sizes there is nothing to do at a launch; otherwise the accesses are evaluated at the
// launch's sizes, once for each.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>
#include <vector>

#include "runtime/OncePerSizes.h"
#include "symbolic/Independence.h"
#include "wave/diagnostic.h"

namespace wave {

/// A memory that a kernel both reads and writes, or writes in several places: what is claimed of
/// it, and how it was proved.
struct WorkgroupIndependence {
  std::string memory;
  struct Access {
    SourceLocation where;
    symbolic::AccessMap map;
    bool isWrite = false; ///< of `accesses`
  };
  std::vector<Access> writes;
  /// What must not touch what another workgroup writes: the reads, and the writes if there are
  /// several.
  std::vector<Access> accesses;
  /// The steps of the proof for all sizes; empty where there is none.
  std::vector<std::string> proof;
  double proofMs = 0;

  bool isProved() const { return !proof.empty(); }
};

/// "are independent: none touches of 'c' what another one writes".
std::string claimOf(const WorkgroupIndependence &independence);

/// Whether symbolic::parse reads all of its expressions as they are printed.
bool isReadable(const WorkgroupIndependence &independence);

/// Whether its accesses depend on what memory holds.
bool dependsOnMemory(const WorkgroupIndependence &independence);

/// The sizes that its accesses depend on.
std::vector<std::string> openSizesOf(const WorkgroupIndependence &independence);

symbolic::IndependenceVerdict verdictAt(const WorkgroupIndependence &independence,
                                        const Bindings &sizes, const symbolic::Tables &tables = {});

/// What speaks against it, as an error "not-independent", or "independence-unknown" where the
/// accesses cannot be evaluated.  `verdict` is not Independent.
Diagnostic refusalOf(const std::string &kernel, const WorkgroupIndependence &independence,
                     const symbolic::IndependenceVerdict &verdict, const Bindings &sizes);

/// The verdicts at the sizes of launches; any number of threads may ask.
class LaunchIndependence {
public:
  /// Throws the refusal as an Error, for the first memory whose workgroups are not independent at
  /// these sizes.  Those that depend on memory are evaluated each time, and left alone without
  /// `tables`.  `mayBeUnknown` takes what cannot be told for right.
  void require(const std::string &kernel, const std::vector<WorkgroupIndependence> &memories,
               const Bindings &sizes, const symbolic::Tables &tables = {},
               bool mayBeUnknown = false);

private:
  OncePerSizes once;
};

} // namespace wave
