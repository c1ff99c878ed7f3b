//===- errors.cpp - What a mistake looks like, and how to catch it --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shows: every error carries a stable id, the line of the kernel that it is
// about, the facts that disagree, and a way out.  The first mistake is found
// when the kernel is made, the second when its symbols get their values, the
// third when it is called.
//
//===----------------------------------------------------------------------===//

#include <wave/wave.h>

#include <cstdio>

using namespace wave;

constexpr Symbol M{"M"}, BLOCK_M{"BLOCK_M"};

// Doubles a vector, with the element type of its output as parameter.
Kernel twice(DType out) {
  Memory x("x", {M}, f32), y("y", {M}, out);
  Constraints constraints{WorkgroupConstraint{M, BLOCK_M, 0}};
  constraints += WaveConstraint{M, BLOCK_M / 2};
  return Kernel("twice", {x, y}, constraints, [&] { write(cast(read(x), out) + read(x), y); });
}

// [catch]
template <typename Action> void attempt(Action action) {
  try {
    action();
  } catch (const Error &error) {
    std::printf("%s\n\n", error.what());
  }
}
// [/catch]

int main() {
  attempt([] { twice(f16); });
  attempt([] { wave_compile({.subs = {M = 8, BLOCK_M = 3}}, twice(f32)); });
  attempt([] {
    CompiledKernel compiled = wave_compile({.subs = {M = 8, BLOCK_M = 4}}, twice(f32));
    compiled(Tensor::zeros({8}, f32), Tensor::zeros({9}, f32));
  });
}

// clang-format off
// Prints:
// examples/errors.cpp:25:80: error: add: the element types differ [add-c2]
//    25 |   return Kernel("twice", {x, y}, constraints, [&] { write(cast(read(x), out) + read(x), y); });
//       |                                                                                ^
// examples/errors.cpp:25:59: note: lhs is [M] f16, the result of cast
// examples/errors.cpp:25:80: note: rhs is [M] f32, read from 'x'
// help: cast one of them
//
// examples/errors.cpp:24:47: error: tile of M: BLOCK_M / 2 is not exact for BLOCK_M = 3 [inexact-quotient]
//    24 |   constraints += WaveConstraint{M, BLOCK_M / 2};
//       |                                               ^
// help: choose values that divide without a remainder, or round: floordiv, ceildiv
//
// examples/errors.cpp:43:14: error: kernel 'twice', argument 'y': the tensor's shape is [9], expected [M] = [8] [argument-shape]
//    43 |     compiled(Tensor::zeros({8}, f32), Tensor::zeros({9}, f32));
//       |              ^
// examples/errors.cpp:22:28: note: 'y' is declared here
// help: pass a tensor of that shape, or compile for other sizes
