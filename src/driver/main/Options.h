//===- Options.h - What was asked for on the command line -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "wave/compile.h"

namespace wave::commandline {

class ProgramText;

/// NAME=VALUE as it was written, taken apart.
struct Assignment {
  std::string name, value;
};

/// The rows of Knobs.def say which option fills which field.
struct Options {
  std::string program;                 ///< as it was called: argv[0]
  std::string command;                 ///< "list", "run", ...
  std::string kernel;                  ///< KERNEL: its name or its file
  std::string topic;                   ///< help
  std::vector<Assignment> definitions; ///< -D
  std::vector<Assignment> dtypes;      ///< --dtype
  std::vector<Assignment> inputs, outputs;
  std::vector<std::string> dynamic; ///< sizes that stay open in the compiled kernel
  std::vector<std::string> require; ///< optimisations that must not decline
  std::string precision;            ///< of MMAs of f32; empty for the kernel's own
  std::string target = "cpu";
  std::string printIrAfter; ///< a pass, or "all"
  bool timePasses = false;
  std::string schedule = "none";
  bool useSchedulingBarriers = false;
  bool useApproximateFunctions = false;
  std::string cluster, wavesPerBlock; ///< "2,1,1"; empty for none
  std::string mmaType;                ///< empty for none
  std::optional<int> threadsPerWave;
  std::string stage;      ///< emit
  std::string outputFile; ///< emit, explain; empty for standard output
  std::string page;       ///< explain, check; empty for none
  std::string picture;    ///< explain; empty for none
  std::string manifest;   ///< emit; empty for none
  std::string traceFile;  ///< run, simulated; empty for none
  uint64_t order = 0;     ///< of waves, simulated
  uint64_t seed = 0;
  std::string baseline;      ///< bench: a library to time as well; empty for none
  int rounds = 7;            ///< bench
  unsigned threads = 0;      ///< 0: one for each processor
  std::optional<int> repeat; ///< timed runs; absent: as many as make sense
  bool tiles = false;        ///< check: list them by workgroup
  std::string unchecked;     ///< why coverage is not checked; empty where it is
  bool check = false, json = false, verbose = false, quiet = false;
  bool man = false, markdown = false; ///< help
  std::string shell;                  ///< help --completions
};

/// What a command line comes to: options, or a text to print and be done.
struct CommandLine {
  Options options;
  std::optional<std::string> text; ///< for --help and --version
};

/// Throws Error "usage" for what cannot be understood, "definition-syntax" for a
/// -D that is not SYMBOL=EXPRESSION.
CommandLine parseCommandLine(int argc, const char *const *argv, const ProgramText &program);

/// What --unchecked says.
std::optional<Unchecked> uncheckedOf(const Options &options);

/// What --help says about a command, or about all of them if it is empty.
std::string helpText(const std::string &command, const ProgramText &program);

/// What decides how a failure is reported, whether or not the rest can be parsed.
bool asksFor(int argc, const char *const *argv, const std::string &flag, char letter = '\0');

} // namespace wave::commandline
