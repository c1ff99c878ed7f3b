//===- kernels.cpp - A command line for kernels of one's own --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `kernels --wrong ...` has a kernel that is an error.
//
//===----------------------------------------------------------------------===//

#include <wave/wave.h>

#include <string_view>

using namespace wave;

constexpr Symbol M{"M"}, N{"N"};

static Kernel transpose() {
  Memory x("x", {M, N}, f32), y("y", {N, M}, f32);
  return Kernel("transpose", {x, y}, {WorkgroupConstraint{M, 16, 0}, WorkgroupConstraint{N, 16, 1}},
                [&] { write(read(x), y); })
      .set_defaults({M = 50, N = 30});
}

static Kernel wrong() {
  Memory x("x", {M}, f32), y("y", {N}, f32);
  return Kernel("wrong", {x, y}, {WorkgroupConstraint{M, 16, 0}}, [&] { write(read(x), y); });
}

int main(int argc, char **argv) {
  if (argc > 1 && std::string_view(argv[1]) == "--wrong")
    return wave::main(argc - 1, argv + 1, {wrong});
  return wave::main(argc, argv, {transpose});
}
