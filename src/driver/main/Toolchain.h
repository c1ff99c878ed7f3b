//===- Toolchain.h - What building kernels of one's own takes -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>
#include <vector>

namespace wave::commandline {

struct Toolchain {
  std::string headers;   ///< the folder of wave/wave.h; empty where it is not found
  std::string compiler;  ///< its path; the first that works, else the first there is
  std::string version;   ///< of the compiler, as it names itself
  std::string problem;   ///< why no program can be built; empty where one was
  bool isTried = true;   ///< false where there is no folder to build one in
  bool compiles = false; ///< whether a program compiles; linking it is the next step

  bool works() const { return problem.empty(); }
};

/// Looks for a compiler and builds a small program with this very library.
Toolchain tryToolchain();

/// Runs a program of the PATH, without a shell and for at most a minute: whether it
/// ended well.  `output`, if given, is what it wrote to either stream.
bool succeeds(const std::vector<std::string> &command, std::string *output = nullptr);

} // namespace wave::commandline
