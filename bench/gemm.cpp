//===- gemm.cpp - The CPU target against oneDNN, in one run ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   bench_gemm [M N K [THREADS [BLOCK_M BLOCK_N BLOCK_K]]]
//
// c = a * b^T in f32 on random normal data.  The two are run in turn, so that a
// change of clock or a busy neighbour meets both; best and median of 41 runs.
// Both results are compared before anything is timed.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <dnnl.h>
#include <unistd.h>

#include "../kernels/library.h"

using namespace wave;

constexpr Symbol M{"M"}, N{"N"}, K{"K"};
constexpr Symbol BLOCK_M{"BLOCK_M"}, BLOCK_N{"BLOCK_N"}, BLOCK_K{"BLOCK_K"};
constexpr Symbol ADDRESS_SPACE{"ADDRESS_SPACE"};

namespace {

struct Times {
  std::vector<double> seconds;

  template <typename Run> void add(Run &&run) {
    auto start = std::chrono::steady_clock::now();
    run();
    seconds.push_back(
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  double best() const { return *std::min_element(seconds.begin(), seconds.end()); }
  double median() const {
    std::vector<double> sorted = seconds;
    std::sort(sorted.begin(), sorted.end());
    return sorted[sorted.size() / 2];
  }
};

void print(const char *name, const Times &times, double operations) {
  std::printf("%-8s best %8.3f ms %7.1f GFLOP/s   median %8.3f ms %7.1f GFLOP/s\n", name,
              times.best() * 1e3, operations / times.best() * 1e-9, times.median() * 1e3,
              operations / times.median() * 1e-9);
}

int run(const std::vector<int64_t> &arguments) {
  int64_t m = arguments[0], n = arguments[1], k = arguments[2];
  auto threads = static_cast<unsigned>(arguments[3]);
  WaveCompileOptions options{.subs = {M = m, N = n, K = k, BLOCK_M = arguments[4],
                                      BLOCK_N = arguments[5], BLOCK_K = arguments[6],
                                      ADDRESS_SPACE = GLOBAL_ADDRESS_SPACE}};
  CompiledKernel compiled = wave_compile(options, kernels::gemm({{"in", f32}, {"out", f32}}));

  Tensor a = Tensor::randn({m, k}, f32, 0), b = Tensor::randn({n, k}, f32, 1);
  Tensor ours = Tensor::full({m, n}, f32, std::nan("")), theirs = ours.clone();
  auto wave_gemm = [&] { compiled.launch({a, b, ours}, {.threads = threads}); };
  auto onednn_gemm = [&] {
    if (dnnl_sgemm('N', 'T', m, n, k, 1.0f, a.data_as<float>(), k, b.data_as<float>(), k, 0.0f,
                   theirs.data_as<float>(), n) != dnnl_success)
      std::abort();
  };

  wave_gemm();
  theirs.fill(0);
  onednn_gemm();
  double difference = max_abs_difference(ours, theirs);
  std::printf("c[%ld, %ld] = a[%ld, %ld] * b[%ld, %ld]^T in f32, %u threads\n", m, n, m, k, n, k,
              threads);
  std::printf("largest difference %.3g\n", difference);
  if (!(difference <= 1e-5 * static_cast<double>(k))) {
    std::printf("the results differ: nothing was timed\n");
    return 1;
  }

  Times wave_times, onednn_times;
  for (int i = 0; i < 41; ++i) {
    wave_times.add(wave_gemm);
    onednn_times.add(onednn_gemm);
  }
  double operations =
      2.0 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
  print("wave", wave_times, operations);
  print("oneDNN", onednn_times, operations);
  std::printf("wave / oneDNN: %.2f (best), %.2f (median)\n",
              onednn_times.best() / wave_times.best(), onednn_times.median() / wave_times.median());
  return 0;
}

/// oneDNN's threads are OpenMP's, which reads its environment when the program is
/// loaded: sets it and starts the program again, once.  Threads that wait must
/// sleep, or those of oneDNN would still spin while ours are timed.
void restart_with_openmp(char **argv, int64_t threads) {
  if (std::getenv("WAVE_BENCH_RESTARTED"))
    return;
  setenv("WAVE_BENCH_RESTARTED", "1", 1);
  setenv("OMP_NUM_THREADS", std::to_string(threads).c_str(), 1);
  setenv("OMP_WAIT_POLICY", "passive", 1);
  execv("/proc/self/exe", argv);
  std::perror("bench_gemm: starting again");
  std::exit(3);
}

} // namespace

int main(int argc, char **argv) {
  std::vector<int64_t> arguments{1024, 1024, 1024, 2, 64, 64, 32};
  if (argc > 8) {
    std::fprintf(stderr, "usage: %s [M N K [THREADS [BLOCK_M BLOCK_N BLOCK_K]]]\n", argv[0]);
    return 2;
  }
  for (int i = 1; i < argc; ++i)
    arguments[static_cast<size_t>(i - 1)] = std::atol(argv[i]);
  restart_with_openmp(argv, arguments[3]);
  try {
    return run(arguments);
  } catch (const Failure &failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    return 2;
  }
}
