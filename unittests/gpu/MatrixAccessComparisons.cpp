//===- MatrixAccessComparisons.cpp ----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Comparison.h"

namespace wave::gpu {

using executor::addressText;

/// Words of shared memory: 64 rows of 16 bytes, of which each lane names one.
static constexpr int words = 256;

/// Shared memory is filled from %i, each lane takes its row's number and its registers from %r;
/// what is in `body` happens, and shared memory goes to %s, what lanes have to %o.
static executor::KernelText kernelOf(const std::string &body) {
  executor::KernelText text;
  text.chip = "h200";
  text.workgroup = "32, 1, 1";
  text.sharedBytes = words * 4;
  text.arguments = "%i: !llvm.ptr<1>, %r: !llvm.ptr<1>, %s: !llvm.ptr<1>, %o: !llvm.ptr<1>";
  text.body = "%block = llvm.mlir.addressof @shared : !llvm.ptr<3>\n"
              "%lane = nvvm.read.ptx.sreg.tid.x : i32\n%all = llvm.mlir.constant(-1 : i32) : i32\n"
              "%c0 = llvm.mlir.constant(0 : i32) : i32\n%c32 = llvm.mlir.constant(32 : i32) : i32\n"
              "%words = llvm.mlir.constant(" +
              std::to_string(words) +
              " : i32) : i32\nscf.for %at = %c0 to %words step %c32 : i32 {\n"
              "%word = llvm.add %at, %lane : i32\n" +
              addressText("from", "%i", 1, "%word", "i32") +
              addressText("to", "%block", 3, "%word", "i32") +
              "%v = llvm.load %from : !llvm.ptr<1> -> i32\n"
              "llvm.store %v, %to : i32, !llvm.ptr<3>\n}\nnvvm.bar.warp.sync %all : i32\n"
              "%c5 = llvm.mlir.constant(5 : i32) : i32\n%first = llvm.mul %lane, %c5 : i32\n" +
              addressText("own", "%r", 1, "%first", "i32") +
              "%number = llvm.load %own : !llvm.ptr<1> -> i32\n" +
              addressText("row", "%block", 3, "%number", "vector<4xi32>") +
              "%c4 = llvm.mlir.constant(4 : i32) : i32\n%place = llvm.mul %lane, %c4 : i32\n" +
              addressText("out", "%o", 1, "%place", "i32") + body +
              "nvvm.bar.warp.sync %all : i32\nscf.for %at = %c0 to %words step %c32 : i32 {\n"
              "%word = llvm.add %at, %lane : i32\n" +
              addressText("to", "%s", 1, "%word", "i32") +
              addressText("from", "%block", 3, "%word", "i32") +
              "%v = llvm.load %from : !llvm.ptr<3> -> i32\n"
              "llvm.store %v, %to : i32, !llvm.ptr<1>\n}\n";
  return text;
}

static std::string access(bool isLoad, int count, const std::string &layout) {
  const std::string attributes = "layout = #nvvm.mma_layout<" + layout +
                                 ">, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = "
                                 "#nvvm.ld_st_matrix_elt_type<b16>}";
  std::string text, operands, types;
  if (isLoad) {
    for (int i = 0; i < count; ++i)
      types += i > 0 ? ", i32" : "i32";
    const std::string result = count == 1 ? "i32" : "!llvm.struct<(" + types + ")>";
    text = "%m = nvvm.ldmatrix %row {num = " + std::to_string(count) + " : i32, " + attributes +
           " : (!llvm.ptr<3>) -> " + result + "\n";
    for (int i = 0; i < count; ++i) {
      const std::string n = std::to_string(i);
      std::string value = "%m";
      if (count > 1) {
        value = "%held" + n;
        text += value + " = llvm.extractvalue %m[" + n + "] : " + result + "\n";
      }
      text += addressText("q" + n, "%out", 1, n, "i32") + "llvm.store " + value + ", %q" + n +
              " : i32, !llvm.ptr<1>\n";
    }
    return text;
  }
  for (int i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    text += addressText("p" + n, "%own", 1, std::to_string(i + 1), "i32") + "%held" + n +
            " = llvm.load %p" + n + " : !llvm.ptr<1> -> i32\n";
    operands += ", %held" + n;
    types += ", i32";
  }
  return text + "nvvm.stmatrix %row" + operands + " {" + attributes + " : !llvm.ptr<3>" + types +
         "\n";
}

std::vector<Comparison> matrixAccessComparisons() {
  std::vector<Comparison> list;
  for (const bool isLoad : {true, false})
    for (const int count : {1, 2, 4})
      for (const std::string layout : {"row", "col"}) {
        // Of each lane the number of a row, all different and in no order, and four registers.
        Tensor lanes = counting({32 * 5}, i32, 1000000);
        for (int64_t lane = 0; lane < 32; ++lane)
          lanes.set({lane * 5}, static_cast<double>((lane * 19 + 7) % 64));
        list.push_back({.name = std::string(isLoad ? "ldmatrix" : "stmatrix") + "-x" +
                                std::to_string(count) + (layout == "row" ? "" : "-transposed"),
                        .text = kernelOf(access(isLoad, count, layout)),
                        .buffers = {{"i", counting({words}, i32, 70000)},
                                    {"r", lanes},
                                    {"s", counting({words}, i32), true},
                                    {"o", counting({32 * 4}, i32), true}},
                        .numbers = {},
                        .map = {}});
      }
  return list;
}

} // namespace wave::gpu
