//===- Nvml.h - A GPU's clock and power -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <optional>

namespace wave::cuda {

struct Readings {
  unsigned megahertz = 0; ///< of the multiprocessors
  double watts = 0;
  unsigned celsius = 0;
};

/// NVIDIA's management library; nothing is read where it is missing.
class Nvml {
public:
  explicit Nvml(int device);
  std::optional<Readings> read() const;

private:
  using Result = int;
  void *handle = nullptr;
  Result (*clock)(void *, int, unsigned *) = nullptr;
  Result (*power)(void *, unsigned *) = nullptr;
  Result (*temperature)(void *, int, unsigned *) = nullptr;
};

} // namespace wave::cuda
