//===- conv2d_im2col_reference.cpp ----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "conv2d_im2col_reference.h"

#include <cmath>
#include <cstddef>

double conv2d_im2col_reference(const std::vector<std::vector<double>> &tensors,
                               const std::vector<std::vector<int64_t>> &shapes, int argument,
                               int64_t index, double *scale, int64_t *terms) {
  (void)argument; // y is the only output
  const int64_t images = shapes[0][0], height = shapes[0][1], width = shapes[0][2];
  const int64_t channels = shapes[0][3], filters = shapes[1][0], elements = shapes[1][1];
  *scale = 0;
  *terms = elements;
  if (width == 0 || height == 0 || channels == 0)
    return 0; // a pixel of no image sees the fill value alone
  const int64_t pixel = index / filters, filter = index % filters;
  const int64_t column = pixel % width, row = pixel / width % height;
  const int64_t image = pixel / width / height;
  int64_t size = 1;
  while (size * size * channels < elements)
    ++size;
  double sum = 0, magnitude = 0;
  for (int64_t k = 0; k < elements; ++k) {
    const int64_t y = row + k / channels / size - size / 2,
                  x = column + k / channels % size - size / 2;
    if (image >= images || y < 0 || y >= height || x < 0 || x >= width)
      continue;
    const int64_t seen = ((image * height + y) * width + x) * channels + k % channels;
    const double product = tensors[0][static_cast<size_t>(seen)] *
                           tensors[1][static_cast<size_t>(filter * elements + k)];
    sum += product;
    magnitude += std::fabs(product);
  }
  *scale = magnitude;
  return sum;
}
