//===- ErrorsGemm.h - A GEMM for schedules that are refused ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "ExpectError.h"
#include "ScheduleKernels.h"

namespace wave::test {

/// In tiles that every target takes.  Operations have lines of their own, which messages name.
inline const Kernel taggedGemm = [] {
  const Memory a("a", {M, K}, f16, SHARED_ADDRESS_SPACE), b("b", {N, K}, f16, SHARED_ADDRESS_SPACE),
      c("c", {M, N}, f32);
  return Kernel(
      "gemm", {a, b, c},
      {WorkgroupConstraint{M, 64, 0}, WorkgroupConstraint{N, 64, 1}, TilingConstraint{K, 64}}, [&] {
        Register zero({M, N}, f32, 0.0);
        Register sum = iterate({.axis = K, .tag = "k_loop"}, {zero}, [&](Register acc) {
          Register x = read(a, {.tag = "read_a"});
          Register y = read(b, {.tag = "read_b"});
          return mma(x, y, acc, {.tag = "mma"});
        });
        write(sum, c, {.tag = "write_c"});
      });
}();

/// Whose workgroups run in clusters of two along M; BLOCK_M has no value of its own.
inline const Kernel gemmInClusters = [] {
  const Memory a("a", {M, K}, f16, SHARED_ADDRESS_SPACE), b("b", {N, K}, f16, SHARED_ADDRESS_SPACE),
      c("c", {M, N}, f32);
  return Kernel("gemm", {a, b, c},
                {WorkgroupConstraint{M, BLOCK_M, 0}, WorkgroupConstraint{N, 64, 1},
                 TilingConstraint{K, 64}, HardwareConstraint{.workgroups_per_cluster = {2}}},
                [&] {
                  Register zero({M, N}, f32, 0.0);
                  Register sum = iterate({.axis = K, .tag = "k_loop"}, {zero}, [&](Register acc) {
                    Register x = read(a, {.tag = "read_a"});
                    Register y = read(b, {.tag = "read_b"});
                    return mma(x, y, acc, {.tag = "mma"});
                  });
                  write(sum, c, {.tag = "write_c"});
                });
}();

/// Compiles a kernel, the first GEMM where none is given, with a manual schedule up to the target
/// form.
inline void compileFor(const char *target, const Schedule &schedule,
                       const Kernel &kernel = taggedGemm,
                       const Bindings &sizes = {M = 256, N = 256, K = 512}) {
  wave_compile({.target = Target::named(target),
                .subs = sizes,
                .retarget = true,
                .schedule = SchedulingType::Manual,
                .compile_to_mlir = false},
               kernel, schedule);
}

} // namespace wave::test
