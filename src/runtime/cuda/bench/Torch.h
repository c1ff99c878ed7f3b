//===- Torch.h - Products by PyTorch, to compare with ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// torch.mm, called in a Python interpreter within this process: on the same buffers, in the same
// stream and in the same graphs as what it is compared with.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "runtime/cuda/bench/Baseline.h"

namespace wave::cuda {

class Torch : public Baseline {
public:
  Torch(std::shared_ptr<const Context> context, const Product &product);

  size_t algorithms() const override { return 1; }
  std::string nameOf(size_t) const override { return "torch.mm"; }
  void multiply(size_t algorithm, Address a, Address b, Address c,
                StreamHandle stream) const override;
  std::string version() const override { return "torch " + number; }

private:
  std::shared_ptr<const Context> context;
  std::string number;
};

} // namespace wave::cuda
