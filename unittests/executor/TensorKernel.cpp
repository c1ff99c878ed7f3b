//===- TensorKernel.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorKernel.h"

#include <cstring>
#include <random>
#include <vector>

#include "executor/Floats.h"
#include "executor/TensorMemory.h"

namespace wave::executor {
namespace {

constexpr uint32_t lanes = 128, placeOfA = 248;
constexpr uint32_t depth = 16; // K of a product

std::string groupText(bool isOfPair) {
  return std::string("#nvvm.cta_group<cta_") + (isOfPair ? "2>" : "1>");
}

std::string constant(const std::string &name, const std::string &value, const char *type = "i32") {
  const std::string attribute =
      value + (type == std::string("i1") ? "" : std::string(" : ") + type);
  return "%" + name + " = llvm.mlir.constant(" + attribute + ") : " + type + "\n";
}

std::string meetText(bool isOfPair) {
  return isOfPair ? "nvvm.cluster.arrive\nnvvm.cluster.wait\n" : "nvvm.barrier0\n";
}

uint32_t columnsOf(const TensorCase &test) {
  return test.isOfPair && test.bits.m == 128 ? test.bits.n / 2 : test.bits.n;
}

KernelText kernelOf(const TensorCase &test, const TensorParts &parts) {
  KernelText text;
  text.chip = "b200";
  text.workgroup = "128, 1, 1";
  text.sharedBytes = tensorImageBytes + 16;
  text.arguments = "%m: !llvm.ptr<1>, %c: !llvm.ptr<1>, %ra: !llvm.ptr<1>";
  if (test.isOfPair)
    text.attributes = ", nvvm.cluster_dim = array<i32: 2, 1, 1>";
  const std::string group = " {group = " + groupText(test.isOfPair) + "}";
  const std::string meet = meetText(test.isOfPair);
  auto number = [](auto value) { return std::to_string(value); };
  std::string &body = text.body;
  body = "%s = llvm.mlir.addressof @shared : !llvm.ptr<3>\n%i = nvvm.read.ptx.sreg.tid.x : i32\n"
         "%group = nvvm.read.ptx.sreg.ctaid.x : i32\n" +
         constant("c0", "0") + constant("c32", "32") + constant("step", "128") +
         constant("chunks", number(tensorImageBytes / 16)) + constant("yes", "true", "i1") +
         constant("no", "false", "i1") + constant("one", "1") + constant("c16", "16") +
         constant("c5", "5") +
         "%g = llvm.mul %group, %chunks : i32\nscf.for %j = %c0 to %chunks step %step : i32 {\n"
         "%l = llvm.add %i, %j : i32\n%gl = llvm.add %g, %l : i32\n" +
         addressText("pm", "%m", 1, "%gl", "vector<4xi32>") +
         addressText("ps", "%s", 3, "%l", "vector<4xi32>") +
         "%v = llvm.load %pm : !llvm.ptr<1> -> vector<4xi32>\n"
         "llvm.store %v, %ps : vector<4xi32>, !llvm.ptr<3>\n}\n" +
         parts.proxy + constant("columns", parts.columns) +
         addressText("slot", "%s", 3, number(tensorImageBytes), "i8") +
         addressText("bar", "%s", 3, number(tensorImageBytes + 8), "i8") +
         "%warp = llvm.lshr %i, %c5 : i32\n%isFirst = llvm.icmp \"eq\" %warp, %c0 : i32\n"
         "%isOne = llvm.icmp \"eq\" %i, %c0 : i32\n"
         "scf.if %isOne {\nnvvm.mbarrier.init %bar, %one : !llvm.ptr<3>, i32\n" +
         parts.phaseFence + "}\nscf.if %isFirst {\nnvvm.tcgen05.alloc %slot, %columns" + group +
         " : !llvm.ptr<3>, i32\n" + parts.relinquish + "}\n" + meet +
         "%t = llvm.load %slot : !llvm.ptr<3> -> i32\n%d = llvm.inttoptr %t : i32 to !llvm.ptr<6>\n"
         "%quarter = llvm.shl %warp, %c5 : i32\n%lanes = llvm.shl %quarter, %c16 : i32\n"
         "%lanesOfLoads = llvm.shl " +
         parts.lanes + ", %c16 : i32\n" + constant("halfLanes", number(test.laneOfSums << 16)) +
         "%dSums = llvm.add %t, %halfLanes : i32\n"
         "%sums = llvm.inttoptr %dSums : i32 to !llvm.ptr<6>\n" +
         constant("placeOfA", number(placeOfA)) + "%ta = llvm.add %t, %placeOfA : i32\n";
  if (test.hasTensorOfA)
    body += "%gr = llvm.mul %group, %step : i32\n%row = llvm.add %gr, %i : i32\n" +
            addressText("pr", "%ra", 1, "%row", "vector<8xi32>") +
            "%rowOfA = llvm.load %pr {alignment = 32 : i64} : !llvm.ptr<1> -> vector<8xi32>\n"
            "%tl = llvm.add %ta, %lanes : i32\n%to = llvm.inttoptr %tl : i32 to !llvm.ptr<6>\n"
            "nvvm.tcgen05.st %to, %rowOfA {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : "
            "vector<8xi32>\n" +
            parts.waitStores + parts.fenceStores;
  body += parts.meet.empty() ? meet : parts.meet;
  body += "%begin = llvm.ptrtoint %s : !llvm.ptr<3> to i64\n" + constant("four", "4", "i64") +
          "%units = llvm.lshr %begin, %four : i64\n";
  body += test.hasTensorOfA ? "%da = llvm.inttoptr %ta : i32 to !llvm.ptr<6>\n"
                            : constant("da0", number(tensorDescriptor(test.a)), "i64") +
                                  "%da = llvm.add %da0, %units : i64\n";
  body += constant("db0", parts.b.empty() ? number(tensorDescriptor(test.b)) : parts.b, "i64") +
          "%db = llvm.add %db0, %units : i64\n" +
          constant("description",
                   parts.descriptor.empty() ? number(test.bits.descriptor()) : parts.descriptor) +
          "%isLeader = llvm.icmp \"eq\" %group, %c0 : i32\n"
          "%issues = llvm.and " +
          parts.issuer + ", %isLeader : i1\nscf.if %issues {\n" + parts.fenceProducts;
  const std::string types = std::string(" {kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = ") +
                            groupText(test.isOfPair) + "} : (!llvm.ptr<6>, " +
                            (test.hasTensorOfA ? "!llvm.ptr<6>" : "i64") + ", i64, i32, i1)\n";
  body += "nvvm.tcgen05.mma %sums, %da, %db, %description, %no" + types + parts.between +
          "nvvm.tcgen05.mma %sums, %da, %db, %description, %yes" + types;
  if (parts.commits)
    body += test.isOfPair ? constant("both", "3", "i16") +
                                "nvvm.tcgen05.commit %bar, multicast_mask = %both" + group +
                                " : !llvm.ptr<3>, i16\n"
                          : "nvvm.tcgen05.commit %bar" + group + " : !llvm.ptr<3>\n";
  body += "}\nscf.if " + parts.wait +
          " {\nscf.while : () -> () {\n"
          "%over = nvvm.mbarrier.try_wait %bar, %c0 : !llvm.ptr<3>, i32 -> i1\n"
          "%again = llvm.xor %over, %yes : i1\nscf.condition(%again)\n} do {\nscf.yield\n}\n}\n" +
          parts.fenceLoads;
  const uint32_t columns = columnsOf(test);
  body += constant("width", number(columns)) +
          "%gc = llvm.mul %group, %step : i32\n"
          "%myRow = llvm.add %gc, %i : i32\n%before = llvm.mul %myRow, %width : i32\n" +
          constant("eight", "8") +
          "scf.for %x = %c0 to %width step %eight : i32 {\n"
          "%tx = llvm.add %t, %x : i32\n%txl = llvm.add %tx, %lanesOfLoads : i32\n" +
          (test.loads16 ? "%txh = llvm.add %txl, %halfLanes : i32\n"
                          "%from = llvm.inttoptr %txh : i32 to !llvm.ptr<6>\n"
                        : "%from = llvm.inttoptr %txl : i32 to !llvm.ptr<6>\n") +
          "%values = nvvm.tcgen05.ld %from {shape = #nvvm.tcgen05_ldst_shape<shape_" +
          (test.loads16 ? "16x256b>} : vector<4xi32>\n" : "32x32b>} : vector<8xi32>\n") +
          parts.waitLoads +
          (test.loads16 ? "%part = llvm.lshr %x, %one : i32\n%at = llvm.add %before, %part : i32\n"
                        : "%at = llvm.add %before, %x : i32\n") +
          addressText("pc", "%c", 1, "%at", "i32") +
          "llvm.store %values, %pc {alignment = 16 : i64} : vector<" + (test.loads16 ? "4" : "8") +
          "xi32>, !llvm.ptr<1>\n}\n" + parts.fenceEnd +
          (parts.meetEnd.empty() ? meet : parts.meetEnd);
  if (!parts.freed.empty())
    body += "scf.if %isFirst {\nnvvm.tcgen05.dealloc %d, " + parts.freed + group +
            " : !llvm.ptr<6>, i32\n}\n";
  body += parts.after;
  return text;
}

} // namespace

TensorResult runCase(const TensorCase &test, const TensorParts &parts, Options options) {
  std::mt19937 random(7);
  const uint32_t groups = test.isOfPair ? 2 : 1, rows = test.bits.m / groups,
                 ofB = test.bits.n / groups, columns = columnsOf(test);
  std::vector<std::byte> memory(size_t{groups} * tensorImageBytes);
  std::vector<uint16_t> rowsOfA(size_t{groups} * lanes * depth);
  std::vector<int> a(test.bits.m * depth), b(test.bits.n * depth);
  auto half = [&](int value) {
    return test.bits.isBrain ? brainOfFloat(static_cast<float>(value))
                             : halfOfFloat(static_cast<float>(value));
  };
  for (uint32_t row = 0; row < test.bits.m; ++row)
    for (uint32_t k = 0; k < depth; ++k) {
      const int value = a[row * depth + k] = static_cast<int>(random() % 9) - 4;
      const uint16_t bits = half(value);
      std::memcpy(memory.data() + row / rows * tensorImageBytes + test.a.place(row % rows, k, 2),
                  &bits, 2);
      rowsOfA[(row / rows * lanes + row % rows) * depth + k] = bits;
    }
  for (uint32_t column = 0; column < test.bits.n; ++column)
    for (uint32_t k = 0; k < depth; ++k) {
      const int value = b[column * depth + k] = static_cast<int>(random() % 9) - 4;
      const uint16_t bits = half(value);
      std::memcpy(memory.data() + column / ofB * tensorImageBytes +
                      test.b.place(column % ofB, k, 2),
                  &bits, 2);
    }
  std::vector<float> sums(size_t{groups} * lanes * columns);
  const Program program = programOf(kernelOf(test, parts));
  TensorResult result;
  result.report = execute(
      program, {{groups, 1, 1}, {regionOf(memory), regionOf(sums), regionOf(rowsOfA)}}, options);
  const int sign = test.bits.negatesA == test.bits.negatesB ? 1 : -1;
  // The pictures of the data paths: 128 rows lane by lane; 64 rows in half of each warp's lanes
  // or, of a pair, with half of the columns in the upper lanes.
  for (uint32_t row = 0; row < test.bits.m; ++row)
    for (uint32_t column = 0; column < test.bits.n; ++column) {
      int sum = 0;
      for (uint32_t k = 0; k < depth; ++k)
        sum += a[row * depth + k] * b[column * depth + k];
      const uint32_t group = row / rows, inGroup = row % rows;
      uint32_t lane = inGroup, x = column;
      if (rows == 64 && test.isOfPair) {
        lane += column / columns * 64;
        x = column % columns;
      } else if (rows == 64) {
        lane = inGroup / 16 * 32 + inGroup % 16 + test.laneOfSums;
      }
      // The figure of shape 16x256b: 4 registers for 8 columns, row by row of 4 lanes.
      if (test.loads16) {
        const uint32_t inBlock = inGroup % 16;
        lane = inGroup / 16 * 32 + inBlock % 8 * 4 + column % 8 / 2;
        x = column / 8 * 4 + inBlock / 8 * 2 + column % 2;
      }
      const float found = sums[(size_t{group} * lanes + lane) * columns + x];
      result.isRight &= found == static_cast<float>(2 * sign * sum);
    }
  return result;
}

} // namespace wave::executor
