//===- Speed.cpp - How many instructions of waves the executor does -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executor_speed [K]: the product of Gemm.h, with more and more checks; per second of one
// core's time.
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "Gemm.h"

using namespace wave::executor;

int main(int argc, char **argv) {
  const int64_t k = argc > 1 ? std::atoll(argv[1]) : 4096;
  std::vector<uint16_t> a(256 * k), b(256 * k);
  std::vector<float> c(256 * 256);
  const Program program = programOf(Gemm{}.text());
  std::printf("%zu instructions, %u bytes of registers of a wave, %zu bytes of constants\n",
              program.code.size(), program.registerBytes, program.constants.size() * 8);
  struct {
    const char *name;
    bool shared, elements, counters;
  } settings[] = {{"plain", false, false, false},
                  {"races and uninitialised", true, false, false},
                  {"everything", true, true, true}};
  for (const auto &setting : settings) {
    Options options;
    options.races = options.uninitialised = setting.shared;
    options.writtenOnce = setting.elements;
    options.counters = setting.counters;
    const std::clock_t begin = std::clock();
    const Report report =
        execute(program, Gemm::launch(regionOf(a), regionOf(b), regionOf(c), 256, 256, k), options);
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    std::printf("%-24s %6.2f million instructions/s (%llu in %.2f s, %zu findings)\n", setting.name,
                static_cast<double>(report.counters.instructions) / seconds / 1e6,
                static_cast<unsigned long long>(report.counters.instructions), seconds,
                report.findings.size());
  }
}
