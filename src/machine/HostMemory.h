//===- HostMemory.h - Memory that this process can still get --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <string>

namespace wave::machine {

struct AvailableMemory {
  int64_t bytes;
  std::string limit; ///< what they are: "what is free on this machine"
};

/// The least of what is free on the machine, what the control groups of the process, as a
/// container has them, leave, and what its limits (ulimit -v, ulimit -d) leave.  Files of the
/// system are looked up in the folder `root`.
AvailableMemory availableMemory(const std::string &root = "");

} // namespace wave::machine
