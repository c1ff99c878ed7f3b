//===- Lanes.h - Whose waves run what, or which stage it is ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operations of a loop in lanes: one for each stage of each role.  Colours tell roles apart, or
// stages where all waves run one program; each lane has its name beside it too.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "picture/Facts.h"

namespace wave::picture {

struct Lane {
  std::string role;
  int64_t stage;
  std::vector<size_t> operations; ///< their numbers
};

class Lanes {
public:
  explicit Lanes(const Facts &timeline);

  const std::vector<Lane> &all() const { return lanes; }
  /// "load", "consumer, stage 1", "stage 0".
  std::string nameOf(const Lane &lane) const;
  /// A class of the style.
  std::string colourOf(const Facts &operation) const;

private:
  std::vector<Lane> lanes;
  std::vector<std::string> roles; ///< that are named
  bool hasStages = false;
};

} // namespace wave::picture
