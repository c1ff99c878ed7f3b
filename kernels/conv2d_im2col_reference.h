//===- conv2d_im2col_reference.h - What conv2d_im2col must compute --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A convolution of stride 1 with as many pixels in the result as in the images, around and behind
// which there is 0.  The filter is a square: its size follows from the shapes.
// The signature is wave::ReferenceElement (wave/main.h); nothing of wave is
// included here, so that a mistake there cannot repeat itself.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <vector>

double conv2d_im2col_reference(const std::vector<std::vector<double>> &tensors,
                               const std::vector<std::vector<int64_t>> &shapes, int argument,
                               int64_t index, double *scale, int64_t *terms);
