//===- WgmmaKernel.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WgmmaKernel.h"

#include <cstring>
#include <random>

#include "executor/Floats.h"

namespace wave::executor {
namespace {

void put(WarpType type, std::byte *at, int value) {
  auto store = [&](auto number) { std::memcpy(at, &number, sizeof number); };
  const auto number = static_cast<float>(value);
  switch (type) {
  case WarpType::F16:
    return store(halfOfFloat(number));
  case WarpType::BF16:
    return store(brainOfFloat(number));
  case WarpType::E4M3:
    return store(Float8{4, false}.encode(number));
  case WarpType::E5M2:
    return store(Float8{5, false}.encode(number));
  case WarpType::I8:
  case WarpType::U8:
    return store(static_cast<int8_t>(value));
  default:
    return store(number);
  }
}

std::string repeated(const std::string &text, int count) {
  std::string all = text;
  for (int i = 1; i < count; ++i)
    all += ", " + text;
  return all;
}

std::string typeText(const WgmmaCase &test) { return isInteger(test.type) ? "i32" : "f32"; }

std::string productText(const WgmmaCase &test, const WgmmaParts &parts) {
  const int sums = test.n / 2;
  const std::string type = typeText(test),
                    structure = "!llvm.struct<(" + repeated(type, sums) + ")>";
  std::string name(nameOf(test.type));
  const std::string d = isInteger(test.type) ? "s32" : "f32";
  if (!test.hasRegistersOfA)
    return "%after = nvvm.wgmma.mma_async %da, %db, " + parts.sum +
           ", #nvvm.shape<m = 64, n = " + std::to_string(test.n) +
           ", k = " + std::to_string(test.k) + ">, D [<" + d + ">, #nvvm.wgmma_scale_out<" +
           parts.scale + ">], A [<" + name + ">, #nvvm.wgmma_scale_in<one>, <" +
           (test.a.isTransposed ? "col" : "row") + ">], B [<" + name +
           ">, #nvvm.wgmma_scale_in<one>, <" + (test.b.isTransposed ? "row" : "col") +
           ">] : " + structure + " -> " + structure + "\n";
  std::string list, constraints, operands, types;
  for (int i = 0; i < sums; ++i) {
    list += (i > 0 ? ", $" : "$") + std::to_string(i);
    constraints += (i > 0 ? ",=f" : "=f");
    operands += (i > 0 ? ", %sum" : "%sum") + std::to_string(i);
  }
  types = repeated(type, sums);
  for (int i = 0; i < sums; ++i)
    constraints += "," + std::to_string(i);
  std::string a;
  for (int i = 0; i < 4; ++i) {
    a += (i > 0 ? ", $" : "$") + std::to_string(2 * sums + i);
    constraints += ",r";
    operands += ", %a" + std::to_string(i);
    types += ", i32";
  }
  constraints += parts.isImmediate ? ",l" : ",l,r";
  operands += parts.isImmediate ? ", %db" : ", %db, %keeps";
  types += parts.isImmediate ? ", i64" : ", i64, i32";
  const std::string b = std::to_string(2 * sums + 4),
                    keeps = parts.isImmediate ? (parts.scale == "one" ? "1" : "0")
                                              : "$" + std::to_string(2 * sums + 5);
  return "%keeps = llvm.mlir.constant(" + std::string(parts.scale == "one" ? "1" : "0") +
         " : i32) : i32\n%after = llvm.inline_asm has_side_effects \"{.reg .pred p; setp.ne.b32 "
         "p, " +
         keeps + ", 0; wgmma.mma_async.sync.aligned.m64n" + std::to_string(test.n) + "k" +
         std::to_string(test.k) + "." + d + "." + name + "." + name + " {" + list + "}, {" + a +
         "}, $" + b + ", p, 1, 1" +
         (test.type == WarpType::F16 || test.type == WarpType::BF16
              ? (test.b.isTransposed ? ", 1" : ", 0")
              : "") +
         ";}\", \"" + constraints + "\" " + operands + " : (" + types + ") -> " + structure + "\n";
}

} // namespace

/// All threads copy %m to shared memory; then the product is run once.
KernelText wgmmaKernel(const WgmmaCase &test, const WgmmaParts &parts) {
  KernelText text;
  text.chip = "h200";
  text.workgroup = "128, 1, 1";
  text.sharedBytes = wgmmaSharedBytes;
  text.arguments = "%m: !llvm.ptr<1>, %c: !llvm.ptr<1>, %ra: !llvm.ptr<1>";
  const int sums = test.n / 2;
  const std::string type = typeText(test),
                    structure = "!llvm.struct<(" + repeated(type, sums) + ")>";
  auto number = [](auto value) { return std::to_string(value); };
  text.body =
      "%s = llvm.mlir.addressof @shared : !llvm.ptr<3>\n%i = nvvm.read.ptx.sreg.tid.x : i32\n"
      "%c0 = llvm.mlir.constant(0 : i32) : i32\n%step = llvm.mlir.constant(128 : i32) : i32\n"
      "%chunks = llvm.mlir.constant(" +
      number(wgmmaSharedBytes / 16) +
      " : i32) : i32\nscf.for %j = %c0 to %chunks step %step : i32 {\n%l = llvm.add %i, %j : "
      "i32\n" +
      addressText("pm", "%m", 1, "%l", "vector<4xi32>") +
      addressText("ps", "%s", 3, "%l", "vector<4xi32>") +
      "%v = llvm.load %pm : !llvm.ptr<1> -> vector<4xi32>\n"
      "llvm.store %v, %ps : vector<4xi32>, !llvm.ptr<3>\n}\n" +
      // Shared memory begins at 0 here, and behind what a GPU keeps for itself there.
      parts.proxy + parts.meet +
      "%begin = llvm.ptrtoint %s : !llvm.ptr<3> to i32\n"
      "%four = llvm.mlir.constant(4 : i32) : i32\n%unit = llvm.lshr %begin, %four : i32\n"
      "%units = llvm.zext %unit : i32 to i64\n%da0 = llvm.mlir.constant(" +
      number(static_cast<int64_t>(test.a.descriptor())) +
      " : i64) : i64\n%da = llvm.add %da0, %units : i64\n%db0 = llvm.mlir.constant(" +
      number(static_cast<int64_t>(test.b.descriptor())) +
      " : i64) : i64\n%db = llvm.add %db0, %units : i64\n%sums = llvm.mlir.constant(" +
      number(sums) + " : i32) : i32\n%is = llvm.mul %i, %sums : i32\n" +
      addressText("pc", "%c", 1, "%is", type) + "%b0 = llvm.mlir.undef : " + structure + "\n";
  std::string last = "%b0";
  for (int i = 0; i < sums; ++i) {
    const std::string n = number(i), next = i + 1 == sums ? "%before" : "%b" + number(i + 1);
    text.body += addressText("q" + n, "%pc", 1, n, type) + "%sum" + n + " = llvm.load %q" + n +
                 " : !llvm.ptr<1> -> " + type + "\n" + next + " = llvm.insertvalue %sum" + n +
                 ", " + last + "[" + n + "] : " + structure + "\n";
    last = next;
  }
  if (test.hasRegistersOfA) {
    text.body += "%c4 = llvm.mlir.constant(4 : i32) : i32\n%ir = llvm.mul %i, %c4 : i32\n" +
                 addressText("pr", "%ra", 1, "%ir", "i32");
    for (int i = 0; i < 4; ++i) {
      const std::string n = number(i);
      text.body += addressText("r" + n, "%pr", 1, n, "i32") + "%a" + n + " = llvm.load %r" + n +
                   " : !llvm.ptr<1> -> i32\n";
    }
  }
  text.body += parts.before + parts.fence + productText(test, parts) + parts.commit + parts.wait;
  for (int i = 0; i < sums; ++i) {
    const std::string n = number(i);
    text.body += "%o" + n + " = llvm.extractvalue %after[" + n + "] : " + structure +
                 "\nllvm.store %o" + n + ", %q" + n + " : " + type + ", !llvm.ptr<1>\n";
  }
  text.body += parts.after;
  return text;
}

PreparedWgmma prepare(const WgmmaCase &test, bool keepsSum) {
  std::mt19937 random(5);
  const bool isUnsigned = test.type == WarpType::U8;
  auto draw = [&] { return static_cast<int>(random() % 5) - (isUnsigned ? 0 : 2); };
  const unsigned bytes = bytesOf(test.type);
  std::vector<std::byte> memory(wgmmaSharedBytes), registersOfA(128 * 16);
  std::vector<int> a(64 * test.k), b(test.k * test.n), c(64 * test.n);
  for (int &value : a)
    value = draw();
  for (int &value : b)
    value = draw();
  for (int &value : c)
    value = draw();
  const WarpMma fragment = {16, 8, test.k, test.type, test.type, WarpType::F32};
  for (int row = 0; row < 64; ++row)
    for (int k = 0; k < test.k; ++k)
      if (!test.hasRegistersOfA)
        put(test.type, memory.data() + test.a.place(row, k, bytes), a[row * test.k + k]);
  for (int thread = 0; thread < 128; ++thread)
    for (int element = 0; element < fragment.elementsOfA(); ++element) {
      const MatrixPlace place = placeOf(fragment, MatrixOperand::A, thread % 32, element);
      put(test.type, registersOfA.data() + thread * 16 + element * bytes,
          a[(thread / 32 * 16 + place.row) * test.k + place.column]);
    }
  for (int k = 0; k < test.k; ++k)
    for (int column = 0; column < test.n; ++column)
      put(test.type, memory.data() + test.b.place(column, k, bytes), b[k * test.n + column]);
  const WarpType typeOfC = isInteger(test.type) ? WarpType::I32 : WarpType::F32;
  const int sums = test.n / 2;
  /// By the figure "WGMMA .m64nNk16 register fragment layout for accumulator matrix D".
  auto spread = [&](auto valueAt) {
    std::vector<std::byte> held(128 * sums * 4);
    for (int thread = 0; thread < 128; ++thread)
      for (int i = 0; i < sums; ++i) {
        const int row = thread / 32 * 16 + thread % 32 / 4 + i / 2 % 2 * 8;
        const int column = i / 4 * 8 + thread % 4 * 2 + i % 2, value = valueAt(row, column);
        if (typeOfC == WarpType::I32)
          std::memcpy(held.data() + (thread * sums + i) * 4, &value, 4);
        else
          put(WarpType::F32, held.data() + (thread * sums + i) * 4, value);
      }
    return held;
  };
  std::vector<std::byte> sum =
      spread([&](int row, int column) { return c[row * test.n + column]; });
  const std::vector<std::byte> expected = spread([&](int row, int column) {
    int value = keepsSum ? c[row * test.n + column] : 0;
    for (int k = 0; k < test.k; ++k)
      value += a[row * test.k + k] * b[k * test.n + column];
    return value;
  });
  return {std::move(memory), std::move(sum), std::move(registersOfA), expected};
}

WgmmaResult runCase(const WgmmaCase &test, const WgmmaParts &parts, Options options) {
  PreparedWgmma prepared = prepare(test, parts.scale == "one");
  WgmmaResult result;
  result.report =
      run(wgmmaKernel(test, parts),
          {regionOf(prepared.memory), regionOf(prepared.sum), regionOf(prepared.registersOfA)},
          options);
  result.isRight = prepared.sum == prepared.expected;
  return result;
}

} // namespace wave::executor
