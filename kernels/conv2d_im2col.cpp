//===- conv2d_im2col.cpp - Convolution as a product of matrices -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A row of the left factor is what the filter sees around a pixel, a column one element of the
// filter.  That matrix does not exist: a mapping says where in the images its elements are, and
// the fill value of the read is what surrounds the images.
//
//===----------------------------------------------------------------------===//

#include "conv2d_im2col_reference.h"
#include "library.h"

namespace wave::kernels {

// Sizes: images of H x W pixels with C channels, F filters of KSIZE x KSIZE pixels.  M and K are
// those of the product: all pixels, and all elements of a filter.
constexpr Symbol M{"M"}, F{"F"}, K{"K"};
constexpr Symbol NB{"NB"}, H{"H"}, W{"W"}, C{"C"}, KSIZE{"KSIZE"};
constexpr Symbol BLOCK_M{"BLOCK_M"}, BLOCK_F{"BLOCK_F"}, BLOCK_K{"BLOCK_K"};
constexpr Symbol ADDRESS_SPACE{"ADDRESS_SPACE"};

// Distribution: a workgroup computes a tile of y with two by two waves, in steps of K.
static Constraints four_waves_per_tile() {
  return {WorkgroupConstraint{M, BLOCK_M, 0},
          WorkgroupConstraint{F, BLOCK_F, 1},
          TilingConstraint{K, BLOCK_K},
          WaveConstraint{M, BLOCK_M / 2},
          WaveConstraint{F, BLOCK_F / 2},
          HardwareConstraint{.threads_per_wave = 64, .waves_per_block = {2, 2, 1}}};
}

// Meaning: y[(n, h, w), f] = sum over (r, s, c) of x[n, h + r - KSIZE / 2, w + s - KSIZE / 2, c] *
// weights[f, (r, s, c)], where what lies outside an image is 0.
Kernel conv2d_im2col(const DTypeParameters &dtypes) {
  Memory x("x", {NB, H, W, C}, dtypes["in"]);
  Memory weights("weights", {F, K}, dtypes["in"], ADDRESS_SPACE);
  Memory y("y", {M, F}, dtypes["out"]);

  const Expr i = IndexMapping::iterator(0), j = IndexMapping::iterator(1);
  const Expr pad = floordiv(KSIZE, 2);
  const IndexMapping im2col{.num_iterators = 2,
                            .inputs = {NB = floordiv(i, H * W),
                                       H = floordiv(i, W) % H + floordiv(j, KSIZE * C) - pad,
                                       W = i % W + floordiv(j, C) % KSIZE - pad, C = j % C},
                            .outputs = {M = i, K = j}};

  Kernel kernel("conv2d_im2col", {x, weights, y}, four_waves_per_tile(), [&] {
    Register zero({M, F}, f32, 0.0);
    Register sum = iterate({.axis = K, .tag = "k_loop"}, {zero}, [&](Register acc) {
      Register seen = read(x, {.mapping = im2col, .fill = 0, .tag = "read_x"});
      return mma(seen, read(weights, {.tag = "read_weights"}), acc, {.tag = "mma"});
    });
    write(sum, y, {.tag = "write_y"});
  });
  kernel.set_defaults({NB = 2, H = 32, W = 32, C = 32, F = 64, KSIZE = 3, M = NB * H * W,
                       K = KSIZE * KSIZE * C, BLOCK_M = 64, BLOCK_F = 64, BLOCK_K = 32,
                       ADDRESS_SPACE = SHARED_ADDRESS_SPACE});
  return kernel;
}

KernelEntry conv2d_im2col_entry() {
  return {conv2d_im2col,
          {{"in", f16}, {"out", f32}},
          "y[M, F] = convolution of x[NB, H, W, C] and weights[F, K]",
          conv2d_im2col_reference};
}

} // namespace wave::kernels
