//===- library.h - The kernels of the library -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <wave/wave.h>

namespace wave::kernels {

/// c = a * b^T; see gemm.cpp.
Kernel gemm(const DTypeParameters &dtypes);
KernelEntry gemm_entry();

/// c = a * b^T by a fixed number of workgroups; see gemm_persistent.cpp.
Kernel gemm_persistent(const DTypeParameters &dtypes);
KernelEntry gemm_persistent_entry();

/// The same with tiles in groups for the L2 cache; see gemm_persistent_l2.cpp.
Kernel gemm_persistent_l2(const DTypeParameters &dtypes);
KernelEntry gemm_persistent_l2_entry();

/// A convolution of images by a mapping; see conv2d_im2col.cpp.
Kernel conv2d_im2col(const DTypeParameters &dtypes);
KernelEntry conv2d_im2col_entry();

/// b = a^T; see transpose.cpp.
Kernel transpose(const DTypeParameters &dtypes);
KernelEntry transpose_entry();

/// c = exp2(a) + b; see add_exp.cpp.
Kernel add_exp(const DTypeParameters &dtypes);
KernelEntry add_exp_entry();

/// The softmax of each row; see softmax.cpp.
Kernel softmax();
KernelEntry softmax_entry();

/// c[b] = a[b] * b[b]^T, and y[b] = x[b] * w^T; see gemm_batched.cpp.
Kernel gemm_batched(const DTypeParameters &dtypes);
KernelEntry gemm_batched_entry();
Kernel linear(const DTypeParameters &dtypes);
KernelEntry linear_entry();

/// Scaled dot-product attention, and its variants; see attention.h.
Kernel attention(const DTypeParameters &dtypes);
Kernel attention_causal(const DTypeParameters &dtypes);
Kernel attention_window(const DTypeParameters &dtypes);
Kernel attention_soft_cap(const DTypeParameters &dtypes);
Kernel attention_bias(const DTypeParameters &dtypes);
std::vector<KernelEntry> attention_entries();

/// c = exp2(a) * b^T; see gemm_exp.cpp.
Kernel gemm_exp(const DTypeParameters &dtypes);
KernelEntry gemm_exp_entry();

/// c = a * b^T and d = maximum(c, 0); see gemm_two.cpp.
Kernel gemm_two(const DTypeParameters &dtypes);
KernelEntry gemm_two_entry();

/// c = a * b; see gemm_nn.cpp.
Kernel gemm_nn(const DTypeParameters &dtypes);
KernelEntry gemm_nn_entry();

/// The same with consecutive tiles on each XCD; see gemm_persistent_xcd.cpp.
Kernel gemm_persistent_xcd(const DTypeParameters &dtypes);
KernelEntry gemm_persistent_xcd_entry();

/// The same by the formula of the Wave tutorial, which not every number of workgroups fits; see
/// gemm_persistent_xcd_seed.cpp.
Kernel gemm_persistent_xcd_seed(const DTypeParameters &dtypes);
KernelEntry gemm_persistent_xcd_seed_entry();

/// c = a * b^T, with consecutive tiles on each XCD; see gemm_reordered.cpp.
Kernel gemm_reordered(const DTypeParameters &dtypes);
KernelEntry gemm_reordered_entry();

/// The same by a scheduler of tiles, round-robin in groups; see gemm_persistent_2d.cpp.
Kernel gemm_persistent_2d(const DTypeParameters &dtypes);
KernelEntry gemm_persistent_2d_entry();

/// c = tril(a) * b^T; see gemm_triangular.cpp.
Kernel gemm_triangular(const DTypeParameters &dtypes);
KernelEntry gemm_triangular_entry();

/// c = a * b^T with K in parts, and the sum of the parts; see gemm_split_k.cpp.
Kernel gemm_split_k(const DTypeParameters &dtypes);
KernelEntry gemm_split_k_entry();
Kernel gemm_split_k_sum(const DTypeParameters &dtypes);
KernelEntry gemm_split_k_sum_entry();

/// From which the command line chooses a GEMM's (KernelEntry::tiles), for chips whose MMAs read
/// shared memory: BLOCK_M, BLOCK_N, and BLOCK_K = 64, rows of 128 bytes, the widest swizzle of TMA.
/// All but those of `without`, pairs of BLOCK_M and BLOCK_N.
std::vector<Bindings> gemm_tiles(const std::vector<std::pair<int64_t, int64_t>> &without = {});

/// Schedules for a loop "k_loop" of reads "read_a" and "read_b" and an MMA "mma"; see
/// gemm_schedules.cpp.
std::vector<Schedule> gemm_schedules();

/// For the same loop on AMD's GPUs, with eight waves: half of them load while the others multiply;
/// see ping_pong_schedule.cpp.
Schedule ping_pong_schedule();

/// Every kernel of the library, in the order of `wave list`.
std::vector<KernelEntry> library();

} // namespace wave::kernels
