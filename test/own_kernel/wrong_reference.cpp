//===- wrong_reference.cpp - A kernel that fails its check ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <cmath>
#include <stdexcept>

#include <wave/wave.h>

using namespace wave;

constexpr Symbol M{"M"}, N{"N"};

static Kernel copy(const DTypeParameters &dtypes) {
  Memory x("x", {M, N}, dtypes["t"]), y("y", {M, N}, dtypes["t"]);
  Kernel kernel("copy", {x, y}, {WorkgroupConstraint{M, 4, 0}}, [&] { write(read(x), y); });
  return kernel.set_defaults({M = 10, N = 3});
}

// Expects twice the value at y[7, 1] and at y[7, 2], and 0 where the value is NaN.
static double wrong(const std::vector<std::vector<double>> &tensors,
                    const std::vector<std::vector<int64_t>> &, int, int64_t index, double *scale,
                    int64_t *terms) {
  *scale = 0;
  *terms = 1;
  double value = tensors[0][static_cast<size_t>(index)];
  if (std::isnan(value))
    return 0;
  return index == 22 || index == 23 ? 2 * value : value;
}

// x - 2^24, in f32: at 2^24 + 1 the cast has rounded already.
static Kernel difference(const DTypeParameters &dtypes) {
  Memory x("x", {M}, dtypes["in"]), y("y", {M}, dtypes["out"]);
  Kernel kernel("difference", {x, y}, {WorkgroupConstraint{M, 4, 0}},
                [&] { write(cast(read(x), f32) - 16777216.0, y); });
  return kernel.set_defaults({M = 3});
}

static double exactDifference(const std::vector<std::vector<double>> &tensors,
                              const std::vector<std::vector<int64_t>> &, int, int64_t index,
                              double *scale, int64_t *terms) {
  const double value = tensors[0][static_cast<size_t>(index)];
  *scale = std::fabs(value) + 16777216.0;
  *terms = 2;
  return value - 16777216.0;
}

// y = the sum of a row of x, and a reference that expects 0.
static Kernel rowSum() {
  Memory x("x", {M, N}, f32), y("y", {M}, f32);
  Kernel kernel("row_sum", {x, y}, {WorkgroupConstraint{M, 1, 0}, TilingConstraint{N, 1024}}, [&] {
    write(iterate({.axis = N}, {Register({M}, f32, 0.0)},
                  [&](Register total) { return sum(read(x), total, N); }),
          y);
  });
  return kernel.set_defaults({M = 4, N = 1000000});
}

static double zero(const std::vector<std::vector<double>> &tensors,
                   const std::vector<std::vector<int64_t>> &shapes, int, int64_t index,
                   double *scale, int64_t *terms) {
  *terms = shapes[0][1];
  *scale = 0;
  for (int64_t n = 0; n < *terms; ++n)
    *scale += std::fabs(tensors[0][static_cast<size_t>(index * *terms + n)]);
  return 0;
}

static Kernel throwing() { throw std::runtime_error("thrown by the kernel"); }

static Kernel broken() {
  Memory x("x", {M}, f32), y("y", {N}, f32);
  return Kernel("broken", {x, y}, {}, [&] { write(read(x), y); });
}

static Kernel another() {
  Memory x("x", {M}, f32);
  return Kernel("copy", {x}, {}, [&] { write(read(x), x); });
}

int main(int argc, char **argv) {
  KernelEntry entry{copy, {{"t", f32}}, "y = x", wrong};
  if (argc > 1 && std::string_view(argv[1]) == "--empty")
    return wave::main(argc - 1, argv + 1, {});
  if (argc > 1 && std::string_view(argv[1]) == "--throwing")
    return wave::main(argc - 1, argv + 1, {throwing, {broken, "y = x"}, entry});
  if (argc > 1 && std::string_view(argv[1]) == "--twice")
    return wave::main(argc - 1, argv + 1, {entry, another});
  return wave::main(argc, argv,
                    {entry,
                     {difference, {{"in", i32}, {"out", f32}}, "y = x - 2^24", exactDifference},
                     {rowSum, "y[M] = sum of x[M, N] along N", zero}});
}
