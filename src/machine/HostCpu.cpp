//===- HostCpu.cpp --------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "machine/HostCpu.h"

#include <fstream>
#include <thread>

#include <unistd.h>

namespace wave::machine {

// Vector registers (Intel SDM volume 1, 15.1; Arm ARM A1.4): 32 for AVX-512 and
// NEON, 16 for AVX2 and SSE2.  A block of R rows by V vectors takes R*V + V + 1.
static constexpr VectorIsa avx512{"AVX-512", 64, 8, 2};  // 19 of 32
static constexpr VectorIsa avx2{"AVX2", 32, 4, 2};       // 11 of 16
static constexpr VectorIsa base128{"128-bit", 16, 4, 2}; // 11 of 16

const VectorIsa &hostVectorIsa() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
    return avx512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return avx2;
#endif
  return base128;
}

const VectorIsa *vectorIsaNamed(std::string_view name) {
  if (name.empty())
    return &hostVectorIsa();
  for (const VectorIsa *isa : {&avx512, &avx2, &base128})
    if (isa->name == name)
      return isa;
  return nullptr;
}

#if defined(__x86_64__)
// "x86-64 psABI", version 1.0, section 3.1.1.
static constexpr CpuLevel levels[] = {
    {"x86-64-v2", &base128}, {"x86-64-v3", &avx2}, {"x86-64-v4", &avx512}};

std::span<const CpuLevel> cpuLevels() { return levels; }

bool hostHas(const CpuLevel &level) {
  if (level.name == "x86-64-v4")
    return __builtin_cpu_supports("x86-64-v4");
  if (level.name == "x86-64-v3")
    return __builtin_cpu_supports("x86-64-v3");
  return __builtin_cpu_supports("x86-64-v2");
}
#else
std::span<const CpuLevel> cpuLevels() { return {}; }
bool hostHas(const CpuLevel &) { return false; }
#endif

const CpuLevel *cpuLevelNamed(std::string_view name) {
  for (const CpuLevel &level : cpuLevels())
    if (level.name == name)
      return &level;
  return nullptr;
}

std::string hostCpuName() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name"))
      if (size_t colon = line.find(": "); colon != std::string::npos)
        return line.substr(colon + 2);
  return "unknown";
}

unsigned hostThreads() {
  unsigned count = std::thread::hardware_concurrency();
  return count ? count : 1;
}

int64_t hostMemoryBytes() {
  return static_cast<int64_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
}

} // namespace wave::machine
