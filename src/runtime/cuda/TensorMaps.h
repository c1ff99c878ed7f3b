//===- TensorMaps.h - Tensor maps as the hardware reads them --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <map>
#include <mutex>
#include <string>

#include "runtime/BoxMap.h"
#include "runtime/cuda/Context.h"

namespace wave::cuda {

/// Encodes each map once: launches that repeat find what they need here.  Any number of
/// threads may ask.
class TensorMaps {
public:
  explicit TensorMaps(std::shared_ptr<const Context> context) : context(std::move(context)) {}

  /// Throws LaunchError where the driver refuses the map.
  TensorMap encoded(const BoxMap &map);

  size_t size() const;
  static constexpr size_t limit = 1024; ///< maps kept; 128 bytes each, and the key

private:
  TensorMap encode(const BoxMap &map) const;

  std::shared_ptr<const Context> context;
  mutable std::mutex mutex;
  std::map<std::string, TensorMap> known; ///< by all that they say
};

} // namespace wave::cuda
