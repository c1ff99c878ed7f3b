//===- ErrorsParseTest.cpp - Kernels as text ===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpectError.h"
#include "Symbols.h"

using namespace wave;
using namespace wave::test;

TEST(ParseErrors, NoMlir) {
  auto attempt = [&] { Kernel::parse("hello\n", "k.mlir"); };
  expectError(
      "ir-syntax", attempt,
      R"(k.mlir:1:1: error: custom op 'hello' is unknown (tried 'builtin.hello' as well) [ir-syntax]
help: a file holds one kernel of the wave dialect; `wave emit KERNEL --stage traced` writes one)");
}

TEST(ParseErrors, Empty) {
  auto attempt = [&] { Kernel::parse("", "k.mlir"); };
  expectError(
      "ir-kernels", attempt,
      R"(error: 'k.mlir' holds 0 kernels and 0 other operations, expected one kernel alone [ir-kernels]
help: a file holds one kernel of the wave dialect; `wave emit KERNEL --stage traced` writes one)");
}

TEST(ParseErrors, TwoKernels) {
  auto attempt = [&] { Kernel::parse("wave.kernel @a() {}\nwave.kernel @b() {}\n", "k.mlir"); };
  expectError(
      "ir-kernels", attempt,
      R"(error: 'k.mlir' holds 2 kernels and 0 other operations, expected one kernel alone [ir-kernels]
help: give each kernel a file of its own)");
}

TEST(ParseErrors, AnotherDialect) {
  auto attempt = [&] { Kernel::parse("func.func @f() { return }\n", "k.mlir"); };
  expectError("ir-syntax", attempt,
              R"(k.mlir:1:1: error: Dialect `func' not found for custom op 'func.func' [ir-syntax]
help: a file holds one kernel of the wave dialect; `wave emit KERNEL --stage traced` writes one)");
}

TEST(ParseErrors, TypeThatDoesNotParse) {
  auto attempt = [&] {
    Kernel::parse("wave.kernel @k(%a: !wave.memory<[M], f31>) {}\n", "k.mlir");
  };
  expectError("ir-syntax", attempt,
              R"(k.mlir:1:37: error: expected non-function type [ir-syntax]
help: a file holds one kernel of the wave dialect; `wave emit KERNEL --stage traced` writes one)");
}

TEST(ParseErrors, ElementTypeOfMlirAlone) {
  auto attempt = [&] {
    Kernel::parse("wave.kernel @k(%a: !wave.memory<[M], i16>) {}\n", "k.mlir");
  };
  expectError(
      "memory-c2", attempt,
      R"(k.mlir:1:32: error: memory: 'i16' is none of f16, bf16, f32, f64, i8, i32, i64, i1, f8E4M3FN, f8E5M2, f8E4M3FNUZ, f8E5M2FNUZ [memory-c2]
help: choose one of them)");
}

TEST(ParseErrors, BrokenConstraint) {
  auto attempt = [&] {
    Kernel::parse("wave.kernel @k(%a: !wave.memory<[M], f32>) {\n"
                  "  wave.workgroup_constraint M tile 4 dim 7\n"
                  "}\n",
                  "k.mlir");
  };
  expectError(
      "workgroup_constraint-c2", attempt,
      R"(k.mlir:2:3: error: workgroup constraint: workgroup dimension 7 is none of 0 to 4 [workgroup_constraint-c2]
help: a grid has the dimensions 0 to 4: choose one that is free)");
}

TEST(ParseErrors, UnknownInstruction) {
  auto attempt = [&] {
    Kernel::parse("wave.kernel @k() {\n"
                  "  wave.hardware_constraint threads_per_wave 64 {mma_type = "
                  "\"F32_16x16x61_F16\"}\n"
                  "}\n",
                  "k.mlir");
  };
  expectError(
      "hardware_constraint-c3", attempt,
      R"(k.mlir:2:3: error: hardware constraint: there is no matrix instruction F32_16x16x61_F16 [hardware_constraint-c3]
help: did you mean F32_16x16x16_F16?)");
}

TEST(ParseErrors, ValuesForTheBoundForm) {
  Memory a("a", {M}, f32), c("c", {M}, f32);
  Kernel kernel("copy", {a, c}, {}, [&] { write(read(a), c); });
  Kernel bound = Kernel::parse(compile(kernel, {M = 4}).mlir(), "bound.mlir");
  auto attempt = [&] { compile(bound, {M = 4}); };
  expectError(
      "already-bound", attempt,
      R"(bound.mlir:1:1: error: kernel 'copy' is in the bound form: its symbols have their values already [already-bound]
help: leave out the values, or start from the traced form)");
}
