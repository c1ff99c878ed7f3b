//===- Options.h - What was asked of wave-launch --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace wave::launch {

enum class Values {
  Integer, ///< small whole numbers: sums of products are exact
  Normal   ///< of mean 0 and variance 1
};

struct Options {
  std::string package; ///< the file
  std::vector<std::pair<std::string, int64_t>> sizes;
  std::vector<std::pair<std::string, std::string>> inputs, outputs, expected; ///< buffer, file
  Values values = Values::Normal;
  uint64_t seed = 0;
  bool check = false;
  std::optional<int> sweep;   ///< shapes to draw
  int repeat = 1;             ///< launches whose results have to be equal
  double timeoutSeconds = 60; ///< for each
  int device = 0;
  std::string driver = "libcuda.so.1";
  std::string jsonFile;
  bool bench = false;
  std::vector<std::string> baselines; ///< cublas, torch
  int rounds = 7;
  bool help = false, man = false; ///< print this, and do nothing else
};

/// What the program's exit status says.
enum ExitCode {
#define WAVE_EXIT(ID, CODE, ...) ID = CODE,
#include "driver/Knobs.def"
};

/// Throws Error "usage".
Options parseOptions(int argc, const char *const *argv);

std::string helpText();

/// wave-launch(1), for man(7)'s macros.
std::string manPage();

} // namespace wave::launch
