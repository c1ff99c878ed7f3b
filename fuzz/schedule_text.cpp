//===- schedule_text.cpp - Any text as a schedule -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parses the text, and schedules a small GEMM with it, on a chip whose lanes store and on one with
// roles.
//
//===----------------------------------------------------------------------===//

#include "Expect.h"
#include "wave/wave.h"

using namespace wave;

static const Kernel &gemm() {
  static constexpr Symbol M{"M"}, N{"N"}, K{"K"};
  static const Kernel kernel = [] {
    const Memory a("a", {M, K}, f16, SHARED_ADDRESS_SPACE),
        b("b", {N, K}, f16, SHARED_ADDRESS_SPACE), c("c", {M, N}, f32);
    return Kernel(
        "gemm", {a, b, c},
        {WorkgroupConstraint{M, 64, 0}, WorkgroupConstraint{N, 64, 1}, TilingConstraint{K, 64}},
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
  return kernel;
}

static void scheduleOn(const char *target, const Schedule &schedule) {
  static constexpr Symbol M{"M"}, N{"N"}, K{"K"};
  const CompiledKernel compiled = wave_compile({.target = Target::named(target),
                                                .subs = {M = 128, N = 128, K = 256},
                                                .retarget = true,
                                                .schedule = SchedulingType::Manual,
                                                .compile_to_mlir = true},
                                               gemm(), schedule);
  const std::string text = compiled.emit(Stage::Schedule);
  fuzz::expect(Schedule::parse(text, "again.schedule").str() == text,
               "a schedule reads back as it was printed", text);
  (void)compiled.emit(Stage::Scheduled);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  for (const char *target : {"hip:gfx942", "cuda:sm_90a"})
    try {
      const Schedule schedule =
          Schedule::parse(std::string(fuzz::textOf(data, size)), "fuzz.schedule");
      const std::string text = schedule.str();
      fuzz::expect(Schedule::parse(text, "again.schedule").str() == text,
                   "a schedule reads back as it was printed", text);
      scheduleOn(target, schedule);
    } catch (const Error &error) {
      fuzz::expectReadable(error);
    }
  return 0;
}
