//===- HopperGemm.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HopperGemm.h"

#include <cstring>
#include <random>
#include <stdexcept>

#include "executor/Floats.h"
#include "machine/Chip.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"

namespace wave::executor {

const HopperGemm hopperGemms[4] = {
    {"gemm_128x256_f16", f16, f16, 128, 256},
    {"gemm_128x256_f32", f16, f32, 128, 256},
    {"gemm_256x200_f16", f16, f16, 256, 200},
    {"gemm_256x200_bf16", bf16, bf16, 256, 200},
};

HopperKernel::HopperKernel(const HopperGemm &gemm) : gemm(gemm) {
  context.loadDialect<mlir::LLVM::LLVMDialect, mlir::NVVM::NVVMDialect, mlir::scf::SCFDialect>();
  parsed = mlir::parseSourceFile<mlir::ModuleOp>(
      std::string(WAVE_HOPPER_KERNELS "/") + gemm.name + ".mlir", mlir::ParserConfig(&context));
  if (!parsed)
    throw std::runtime_error("no kernel " + gemm.name);
}

namespace {

struct Matrix {
  Matrix(DType type, int64_t rows, int64_t columns)
      : type(type), rows(rows), columns(columns), bytes(rows * columns * size_in_bytes(type)) {}

  void set(int64_t row, int64_t column, float value) {
    std::byte *at = bytes.data() + (row * columns + column) * size_in_bytes(type);
    const uint16_t half = type == bf16 ? brainOfFloat(value) : halfOfFloat(value);
    if (type == f32)
      std::memcpy(at, &value, 4);
    else
      std::memcpy(at, &half, 2);
  }

  /// Boxes of that many rows, with as many columns as the pattern of 128 bytes has.
  BoxArgument boxes(uint32_t boxRows) {
    const auto elementBytes = static_cast<uint32_t>(size_in_bytes(type));
    return {{.type = type,
             .base = bytes.data(),
             .sizes = {static_cast<uint64_t>(columns), static_cast<uint64_t>(rows)},
             .strides = {static_cast<uint64_t>(columns) * elementBytes},
             .box = {128 / elementBytes, boxRows},
             .swizzleBytes = 128},
            region()};
  }
  Region region() { return {bytes.data(), bytes.size()}; }

  DType type;
  int64_t rows, columns;
  std::vector<std::byte> bytes;
};

} // namespace

HopperResult HopperKernel::run(mlir::ModuleOp changed, int64_t m, int64_t n, int64_t k,
                               int64_t groups, const Options &options) const {
  Matrix a(gemm.in, m, k), b(gemm.in, n, k), c(gemm.out, m, n), expected(gemm.out, m, n);
  std::mt19937 random(3);
  std::vector<float> left(m * k), right(n * k);
  for (float &value : left)
    value = static_cast<float>(static_cast<int>(random() % 7) - 3);
  for (float &value : right)
    value = static_cast<float>(static_cast<int>(random() % 7) - 3);
  for (int64_t i = 0; i < m; ++i)
    for (int64_t l = 0; l < k; ++l)
      a.set(i, l, left[i * k + l]);
  for (int64_t j = 0; j < n; ++j)
    for (int64_t l = 0; l < k; ++l)
      b.set(j, l, right[j * k + l]);
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      float sum = 0;
      for (int64_t l = 0; l < k; ++l)
        sum += left[i * k + l] * right[j * k + l];
      expected.set(i, j, sum);
    }
  std::memset(c.bytes.data(), 0xFF, c.bytes.size());
  const Program program = decode(changed, "gemm", *machine::chipNamed("h200"));
  HopperResult result;
  result.report = execute(program,
                          {{groups, 1, 1},
                           {a.boxes(gemm.rowsOfA), b.boxes(gemm.rowsOfB), c.boxes(64), c.region(),
                            m, n, k, int64_t{2}}},
                          options);
  result.isRight = c.bytes == expected.bytes;
  return result;
}

} // namespace wave::executor
