//===- gemm_tutorial.cpp - The program of docs/tutorials/gemm.md ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Defines a matrix multiplication, compiles it for this machine, runs it on
// random matrices, compares it with a plain multiplication, and says what
// happened.  Lines like `// [kernel]` delimit what the tutorial quotes.
//
//===----------------------------------------------------------------------===//

// [includes]
#include <wave/wave.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <vector>

using namespace wave;
// [/includes]

// [symbols]
// Symbolic dimensions of the matrices.
constexpr Symbol M{"M"}; // rows of a and c
constexpr Symbol N{"N"}; // rows of b, columns of c
constexpr Symbol K{"K"}; // columns of a and b

// Sizes of a workgroup's tile.
constexpr Symbol BLOCK_M{"BLOCK_M"};
constexpr Symbol BLOCK_N{"BLOCK_N"};
constexpr Symbol BLOCK_K{"BLOCK_K"};

// Where the inputs are read from: directly, or through shared memory.
constexpr Symbol ADDRESS_SPACE{"ADDRESS_SPACE"};
// [/symbols]

// [constraints]
Constraints gemm_constraints() {
  return {
      // Distribute M over workgroups, BLOCK_M rows each, along grid dimension 0.
      WorkgroupConstraint{M, BLOCK_M, 0},
      // Distribute N over workgroups, BLOCK_N columns each, along grid dimension 1.
      WorkgroupConstraint{N, BLOCK_N, 1},
      // Walk K in steps of BLOCK_K.
      TilingConstraint{K, BLOCK_K},
      // Split a workgroup's rows and columns over two waves each.
      WaveConstraint{M, BLOCK_M / 2},
      WaveConstraint{N, BLOCK_N / 2},
      // What the kernel assumes of the hardware.
      HardwareConstraint{.threads_per_wave = 64,
                         .waves_per_block = {2, 2, 1},
                         .mma_type = MMAType::F32_16x16x16_F16},
  };
}
// [/constraints]

// [kernel]
Kernel gemm() {
  Memory a("a", {M, K}, f16, ADDRESS_SPACE);
  Memory b("b", {N, K}, f16, ADDRESS_SPACE);
  Memory c("c", {M, N}, f32, GLOBAL_ADDRESS_SPACE);

  return Kernel("gemm", {a, b, c}, gemm_constraints(), [&] {
    // The accumulator starts as zeros.
    Register c_reg({M, N}, f32, 0.0);

    // Add up one product of tiles for each step along K.
    Register repeat = iterate({.axis = K}, {c_reg}, [&](Register acc) {
      Register a_reg = read(a);
      Register b_reg = read(b);
      return mma(a_reg, b_reg, acc);
    });

    // Store the sum.
    write(repeat, c);
  });
}
// [/kernel]

// [report]
void report(const CompiledKernel &compiled, const Tensor &a, const Tensor &b, const Tensor &c) {
  const int64_t m = a.shape()[0], n = b.shape()[0], k = a.shape()[1];

  std::vector<double> times;
  for (int run = 0; run < 101; ++run) {
    auto start = std::chrono::steady_clock::now();
    compiled(a, b, c);
    times.push_back(
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  std::nth_element(times.begin(), times.begin() + 50, times.end());
  const double seconds = times[50];
  const double operations = 2.0 * double(m) * double(n) * double(k);
  const double error = max_abs_difference(c, matmul(a.to(f64), b.to(f64), /*transpose_b=*/true));

  auto [x, y, z] = compiled.grid();
  std::printf("computed       c[%d, %d] = a[%d, %d] * b[%d, %d]^T, f16 into f32\n", int(m), int(n),
              int(m), int(k), int(n), int(k));
  std::printf("grid           %d x %d x %d workgroups\n", int(x), int(y), int(z));
  std::printf("tiles         ");
  for (const auto &[dimension, size] : compiled.tiles())
    std::printf(" %s=%d", dimension.c_str(), int(size));
  std::printf("\ncompile time   %.1f ms\n", compiled.compile_ms());
  std::printf("run time       %.3f ms (median of 101 runs)\n", seconds * 1e3);
  std::printf("speed          %.1f GFLOP/s\n", operations / seconds * 1e-9);
  std::printf("largest error  %.2e against float64\n", error);
}
// [/report]

// [test]
bool test_gemm() {
  // Small sizes, for testing.
  const int64_t m = 128, n = 256, k = 128;

  // Random inputs; the output starts as zeros.
  Tensor a = Tensor::randn({m, k}, f16, /*seed=*/0);
  Tensor b = Tensor::randn({n, k}, f16, /*seed=*/1);
  Tensor c = Tensor::zeros({m, n}, f32);

  // A value for every symbol.
  WaveCompileOptions options{.subs = {ADDRESS_SPACE = SHARED_ADDRESS_SPACE, BLOCK_M = 64,
                                      BLOCK_N = 64, BLOCK_K = 32, M = m, N = n, K = k}};
  options = set_default_run_config(options);
  CompiledKernel compiled_gemm = wave_compile(options, gemm());

  compiled_gemm(a, b, c);

  // The expected result, rounded to f16 like the inputs.
  Tensor expected = matmul(a, b.t());
  if (!allclose(c.to(f16), expected, /*rtol=*/1e-2, /*atol=*/1e-2)) {
    std::cerr << "GEMM result doesn't match expected output\nMax difference: "
              << max_abs_difference(c, expected) << "\n";
    return false;
  }
  std::cout << "GEMM test passed!" << std::endl;

  report(compiled_gemm, a, b, c);
  return true;
}
// [/test]

// [main]
int main() {
  try {
    return test_gemm() ? 0 : 1;
  } catch (const Error &error) {
    std::cerr << error.what() << "\n";
    return 2;
  }
}
// [/main]

// Prints:
// GEMM test passed!
// computed       c[128, 256] = a[128, 128] * b[256, 128]^T, f16 into f32
// grid           2 x 4 x 1 workgroups
// tiles          M=64 N=64 K=32
// compile time   <ms> ms
// run time       <ms> ms (median of 101 runs)
// speed          <speed> GFLOP/s
// largest error  <error> against float64
