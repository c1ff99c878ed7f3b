//===- CublasLt.h - Products by NVIDIA's library, to compare with ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opened when it is asked for, as the driver is; wave computes nothing with it.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <functional>
#include <vector>

#include "runtime/cuda/Memory.h"

namespace wave::cuda {

/// c[M, N] = a[M, K] * b[N, K]^T, all dense, summed in f32.
class CublasLt {
public:
  /// Throws LaunchError "baseline-missing" where there is no such library, or it takes no
  /// such element types.
  CublasLt(std::shared_ptr<const Context> context, int64_t m, int64_t n, int64_t k, DType in,
           DType out);
  ~CublasLt();
  CublasLt(const CublasLt &) = delete;
  CublasLt &operator=(const CublasLt &) = delete;

  /// What its heuristic proposes, best first, 8 at most.
  size_t algorithms() const { return heuristics.size(); }
  /// Puts the product into the stream.
  void multiply(size_t algorithm, Address a, Address b, Address c, StreamHandle stream) const;

  std::string version() const;

private:
  struct Heuristic {
    uint64_t algorithm[8];
    size_t workspaceBytes;
    int status;
    float waves;
    int reserved[4];
  };

  void open();
  void describe(int64_t m, int64_t n, int64_t k, DType in, DType out);
  void check(int status, const char *doing) const;

#define WAVE_CUBLASLT_FUNCTION(ANSWER, NAME, PARAMETERS) ANSWER(*NAME) PARAMETERS = nullptr;
#include "runtime/cuda/bench/CublasLt.def"

  std::shared_ptr<const Context> context;
  void *handle = nullptr, *desc = nullptr, *aLayout = nullptr, *bLayout = nullptr,
       *cLayout = nullptr;
  std::vector<Heuristic> heuristics;
  DeviceMemory workspace;
};

} // namespace wave::cuda
