//===- library.cpp --------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "library.h"

namespace wave::kernels {

std::vector<KernelEntry> library() {
  std::vector<KernelEntry> entries = {gemm_entry(),
                                      gemm_exp_entry(),
                                      gemm_two_entry(),
                                      gemm_nn_entry(),
                                      gemm_persistent_entry(),
                                      gemm_persistent_l2_entry(),
                                      gemm_persistent_xcd_entry(),
                                      gemm_persistent_xcd_seed_entry(),
                                      gemm_persistent_2d_entry(),
                                      gemm_reordered_entry(),
                                      gemm_triangular_entry(),
                                      gemm_split_k_entry(),
                                      gemm_split_k_sum_entry(),
                                      conv2d_im2col_entry(),
                                      add_exp_entry(),
                                      softmax_entry(),
                                      transpose_entry(),
                                      gemm_batched_entry(),
                                      linear_entry()};
  for (KernelEntry &entry : attention_entries())
    entries.push_back(std::move(entry));
  return entries;
}

} // namespace wave::kernels
