//===- Trace.h - Events for chrome://tracing and Perfetto -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One track for each wave, one event for each instruction; time is how many instructions the
// workgroup has executed, not a duration.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <string>

#include "executor/Program.h"

namespace wave::executor {

class Trace {
public:
  static constexpr uint64_t mostEvents = 100000;

  Trace(const Program &program, std::string &out) : program(program), out(out) {}

  void begin();
  void add(unsigned wave, uint32_t site, uint64_t time);
  void end();

private:
  const Program &program;
  std::string &out;
  uint64_t events = 0, leftOut = 0;
};

} // namespace wave::executor
