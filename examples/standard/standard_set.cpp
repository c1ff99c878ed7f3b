//===- standard_set.cpp - The kernels that models are made of -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A command line for some fifty kernels, each with an independent reference:
//
//   build/bin/standard_set list
//   build/bin/standard_set run rms_norm --target sim:h200 --check
//   build/bin/standard_set emit gemm_bias_gelu --target cuda:sm_90a --stage asm
//
// The kernels are in a file for each kind; docs/standard-set.md lists them, with what they become.
//
//===----------------------------------------------------------------------===//

#include "standard_set.h"

int main(int argc, char **argv) {
  std::vector<wave::KernelEntry> kernels;
  for (auto kind : {standard::elementwise_kernels, standard::rows_kernels, standard::gemms_kernels,
                    standard::attention_kernels, standard::contorted_kernels})
    for (wave::KernelEntry &kernel : kind())
      kernels.push_back(std::move(kernel));
  return wave::main(argc, argv, kernels);
}
