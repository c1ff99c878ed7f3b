//===- ErrorsConstraintsTest.cpp - Constraints that contradict ===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpectError.h"
#include "Symbols.h"

using namespace wave;
using namespace wave::test;

TEST(ConstraintErrors, TwoOfAKind) {
  Memory a("a", {M}, f16), c("c", {M}, f16);
  Constraints constraints{WorkgroupConstraint{M, 4, 0}, WorkgroupConstraint{M, 8, 1}};
  auto attempt = [&] { Kernel("copy", {a, c}, constraints, [&] {}); };
  expectError("kernel-c2", attempt,
              R"(FILE:+2:84: error: kernel: dimension M has two workgroup constraints [kernel-c2]
+2 |   Constraints constraints{WorkgroupConstraint{M, 4, 0}, WorkgroupConstraint{M, 8, 1}};
      |                                                                                    ^
FILE:+2:54: note: the first one is here
help: keep one of them)");
}

TEST(ConstraintErrors, TwoForTheHardware) {
  Memory a("a", {M}, f16), c("c", {M}, f16);
  Constraints constraints{HardwareConstraint{.threads_per_wave = 32}, HardwareConstraint{}};
  auto attempt = [&] { Kernel("copy", {a, c}, constraints, [&] {}); };
  expectError("kernel-c3", attempt,
              R"(FILE:+2:90: error: kernel: there are two hardware constraints [kernel-c3]
+2 |   Constraints constraints{HardwareConstraint{.threads_per_wave = 32}, HardwareConstraint{}};
      |                                                                                          ^
FILE:+2:68: note: the first one is here
help: keep one; WaveCompileOptions::hardware replaces it for one compile)");
}

TEST(ConstraintErrors, WorkgroupDimensionThree) {
  Memory a("a", {M}, f16), c("c", {M}, f16);
  Constraints constraints{WorkgroupConstraint{M, 4, 5}};
  auto attempt = [&] { Kernel("copy", {a, c}, constraints, [&] {}); };
  expectError(
      "workgroup_constraint-c2", attempt,
      R"(FILE:+2:54: error: workgroup constraint: workgroup dimension 5 is none of 0 to 4 [workgroup_constraint-c2]
+2 |   Constraints constraints{WorkgroupConstraint{M, 4, 5}};
      |                                                      ^
help: a grid has the dimensions 0 to 4: choose one that is free)");
}

TEST(ConstraintErrors, NegativeWorkgroupDimension) {
  Memory a("a", {M}, f16), c("c", {M}, f16);
  Constraints constraints{WorkgroupConstraint{M, 4, -1}};
  auto attempt = [&] { Kernel("copy", {a, c}, constraints, [&] {}); };
  expectError(
      "workgroup_constraint-c2", attempt,
      R"(FILE:+2:55: error: workgroup constraint: workgroup dimension -1 is none of 0 to 4 [workgroup_constraint-c2]
+2 |   Constraints constraints{WorkgroupConstraint{M, 4, -1}};
      |                                                       ^
help: a grid has the dimensions 0 to 4: choose one that is free)");
}

TEST(ConstraintErrors, WorkgroupDimensionTwice) {
  Memory a("a", {M, N}, f16), c("c", {M, N}, f16);
  Constraints constraints{WorkgroupConstraint{M, 4, 0}, WorkgroupConstraint{N, 4, 0}};
  auto attempt = [&] { Kernel("copy", {a, c}, constraints, [&] {}); };
  expectError("kernel-c4", attempt,
              R"(FILE:+2:84: error: kernel: workgroup dimension 0 is used twice [kernel-c4]
+2 |   Constraints constraints{WorkgroupConstraint{M, 4, 0}, WorkgroupConstraint{N, 4, 0}};
      |                                                                                    ^
FILE:+2:54: note: it is used for M here
help: each dimension of the grid distributes one dimension: use 0 to 4)");
}

TEST(ConstraintErrors, GapInTheWorkgroupDimensions) {
  Memory a("a", {M, N}, f16), c("c", {M, N}, f16);
  Constraints constraints{WorkgroupConstraint{M, 4, 0}, WorkgroupConstraint{N, 4, 2}};
  auto attempt = [&] { Kernel("copy", {a, c}, constraints, [&] {}); };
  expectError("kernel-c4", attempt,
              R"(FILE:+2:84: error: kernel: workgroup dimension 2 is used, but 1 is not [kernel-c4]
+2 |   Constraints constraints{WorkgroupConstraint{M, 4, 0}, WorkgroupConstraint{N, 4, 2}};
      |                                                                                    ^
help: number the workgroup dimensions from 0 without a gap)");
}

TEST(ConstraintErrors, WavesInAFourthDimension) {
  Memory a("a", {M, N, K, BLOCK_M}, f16);
  Constraints constraints{WorkgroupConstraint{M, 4, 0}, WaveConstraint{N, 4}};
  constraints += WaveConstraint{K, 4};
  constraints += WaveConstraint{BLOCK_M, 4};
  auto attempt = [&] { Kernel("copy", {a}, constraints, [&] {}); };
  expectError(
      "kernel-c5", attempt,
      R"(FILE:+4:43: error: kernel: BLOCK_M is the fourth dimension that is distributed over workgroups or waves [kernel-c5]
+4 |   constraints += WaveConstraint{BLOCK_M, 4};
      |                                           ^
FILE:+2:54: note: M is one of the others
FILE:+2:76: note: N is one of the others
FILE:+3:37: note: K is one of the others
help: a workgroup has three dimensions: drop one of the constraints)");
}

TEST(ConstraintErrors, WavesOfALoopedPart) {
  Memory a("a", {M}, f16), c("c", {M}, f16);
  Constraints constraints{WorkgroupConstraint{M, 4, 0}, TilingConstraint{M, 4},
                          WaveConstraint{M, 2}};
  auto attempt = [&] { Kernel("copy", {a, c}, constraints, [&] {}); };
  expectError(
      "kernel-c6", attempt,
      R"(FILE:+3:46: error: kernel: dimension M has a wave constraint, and both a workgroup and a tiling constraint [kernel-c6]
+3 |                           WaveConstraint{M, 2}};
      |                                              ^
FILE:+2:54: note: the workgroup constraint is here
FILE:+2:78: note: the tiling constraint is here
help: let the waves share another dimension)");
}

TEST(ConstraintErrors, DimensionOfNoMemory) {
  Memory a("a", {M, BLOCK_M}, f16), c("c", {M}, f16);
  Constraints constraints{WorkgroupConstraint{BLOCK_N, 4, 0}};
  auto attempt = [&] { Kernel("copy", {a, c}, constraints, [&] {}); };
  expectError(
      "kernel-c7", attempt,
      R"(FILE:+2:60: error: workgroup constraint: BLOCK_N is no dimension of any argument [kernel-c7]
+2 |   Constraints constraints{WorkgroupConstraint{BLOCK_N, 4, 0}};
      |                                                            ^
FILE:+3:24: note: the arguments have the dimensions M, BLOCK_M
help: did you mean BLOCK_M?)");
}

TEST(ConstraintErrors, DimensionThatIsAnExpression) {
  Memory a("a", {M}, f16), c("c", {M}, f16);
  Constraints constraints{WorkgroupConstraint{M + 1, 4, 0}};
  auto attempt = [&] { Kernel("copy", {a, c}, constraints, [&] {}); };
  expectError(
      "workgroup_constraint-c1", attempt,
      R"(FILE:+2:58: error: workgroup constraint: dimension M + 1 is not a symbol [workgroup_constraint-c1]
+2 |   Constraints constraints{WorkgroupConstraint{M + 1, 4, 0}};
      |                                                          ^
help: constrain a dimension of a memory, by its symbol)");
}

TEST(ConstraintErrors, WaveTileThatDoesNotDivide) {
  Memory a("a", {M}, f16), c("c", {M}, f16);
  Constraints constraints{WorkgroupConstraint{M, 64, 0}, WaveConstraint{M, 24}};
  Kernel kernel("copy", {a, c}, constraints, [&] { write(read(a), c); });
  auto attempt = [&] { compile(kernel, {M = 100}); };
  expectError(
      "wave-tile", attempt,
      R"(FILE:+2:78: error: wave constraint: the wave tile of M is 24, which does not divide the workgroup tile 64 [wave-tile]
+2 |   Constraints constraints{WorkgroupConstraint{M, 64, 0}, WaveConstraint{M, 24}};
      |                                                                              ^
FILE:+2:55: note: the workgroup tile of M is 64
help: a workgroup has a whole number of waves: 64 / 24 leaves 16)");
}

TEST(ConstraintErrors, WavesPerBlockContradictTheTiles) {
  Memory a("a", {M, N}, f16), c("c", {M, N}, f16);
  Constraints constraints{WorkgroupConstraint{M, 64, 0}, WorkgroupConstraint{N, 64, 1},
                          WaveConstraint{M, 32}, WaveConstraint{N, 16},
                          HardwareConstraint{.waves_per_block = {2, 2, 1}}};
  Kernel kernel("copy", {a, c}, constraints, [&] { write(read(a), c); });
  auto attempt = [&] { compile(kernel, {M = 100, N = 100}); };
  expectError(
      "waves-per-block", attempt,
      R"(FILE:+4:74: error: hardware constraint: waves_per_block is (2, 2, 1), the tiles give (2, 4, 1) [waves-per-block]
+4 |                           HardwareConstraint{.waves_per_block = {2, 2, 1}}};
      |                                                                          ^
FILE:+3:47: note: workgroup dimension 0: M, 64 / 32 = 2 waves
FILE:+3:70: note: workgroup dimension 1: N, 64 / 16 = 4 waves
help: leave waves_per_block out, or change the wave constraints)");
}

TEST(ConstraintErrors, WavesPerBlockWithoutWaveConstraints) {
  Memory a("a", {M}, f16), c("c", {M}, f16);
  Kernel kernel("copy", {a, c}, {HardwareConstraint{.waves_per_block = {2}}},
                [&] { write(read(a), c); });
  auto attempt = [&] { compile(kernel, {M = 100}); };
  expectError(
      "waves-per-block", attempt,
      R"(FILE:+2:75: error: hardware constraint: waves_per_block is (2, 1, 1), the tiles give (1, 1, 1) [waves-per-block]
+2 |   Kernel kernel("copy", {a, c}, {HardwareConstraint{.waves_per_block = {2}}},
      |                                                                           ^
help: leave waves_per_block out, or change the wave constraints)");
}

TEST(ConstraintErrors, WavesPerBlockOfZero) {
  Memory a("a", {M}, f16), c("c", {M}, f16);
  Constraints constraints{HardwareConstraint{.waves_per_block = {0, 1, 1}}};
  auto attempt = [&] { Kernel("copy", {a, c}, constraints, [&] {}); };
  expectError(
      "hardware_constraint-c2", attempt,
      R"(FILE:+2:74: error: hardware constraint: waves_per_block is (0, 1, 1), expected three numbers of at least 1 [hardware_constraint-c2]
+2 |   Constraints constraints{HardwareConstraint{.waves_per_block = {0, 1, 1}}};
      |                                                                          ^
help: write 1 for a dimension that is not used)");
}

TEST(ConstraintErrors, ThreadsPerWave) {
  Memory a("a", {M}, f16), c("c", {M}, f16);
  Constraints constraints{HardwareConstraint{.threads_per_wave = -64}};
  auto attempt = [&] { Kernel("copy", {a, c}, constraints, [&] {}); };
  expectError(
      "hardware_constraint-c1", attempt,
      R"(FILE:+2:69: error: hardware constraint: threads_per_wave is -64 [hardware_constraint-c1]
+2 |   Constraints constraints{HardwareConstraint{.threads_per_wave = -64}};
      |                                                                     ^
help: a wave has at least 1 thread)");
}

TEST(ConstraintErrors, OfTheOptions) {
  Memory a("a", {M}, f16), c("c", {M}, f16);
  Kernel kernel("copy", {a, c}, {}, [&] { write(read(a), c); });
  Constraints constraints{WorkgroupConstraint{M, 4, 1}};
  auto attempt = [&] { wave_compile({.subs = {M = 9}, .constraints = constraints}, kernel); };
  expectError("kernel-c4", attempt,
              R"(FILE:+3:54: error: kernel: workgroup dimension 1 is used, but 0 is not [kernel-c4]
+3 |   Constraints constraints{WorkgroupConstraint{M, 4, 1}};
      |                                                      ^
help: number the workgroup dimensions from 0 without a gap)");
}
