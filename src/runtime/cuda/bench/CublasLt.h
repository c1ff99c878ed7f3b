//===- CublasLt.h - Products by NVIDIA's library, to compare with ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cublasLt proposes algorithms for a product; each can be timed.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <vector>

#include "runtime/cuda/bench/Baseline.h"

namespace wave::cuda {

class CublasLt : public Baseline {
public:
  CublasLt(std::shared_ptr<const Context> context, const Product &product);
  ~CublasLt() override;
  CublasLt(const CublasLt &) = delete;
  CublasLt &operator=(const CublasLt &) = delete;

  /// What its heuristic proposes, best first, 8 at most.
  size_t algorithms() const override { return heuristics.size(); }
  std::string nameOf(size_t algorithm) const override {
    return "cublas (heuristic " + std::to_string(algorithm) + ")";
  }
  void multiply(size_t algorithm, Address a, Address b, Address c,
                StreamHandle stream) const override;
  std::string version() const override;

private:
  struct Heuristic {
    uint64_t algorithm[8];
    size_t workspaceBytes;
    int status;
    float waves;
    int reserved[4];
  };

  void open();
  void describe(const Product &product);
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
