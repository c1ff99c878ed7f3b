//===- Gemm.cpp -----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gemm.h"

namespace wave::executor {
namespace {

std::string number(int64_t value) { return std::to_string(value); }

/// Text of a kernel, with names for what it computes.
class Writer {
public:
  std::string text;

  std::string value(const std::string &expression) {
    std::string name = "%v" + number(next++);
    text += name + " = " + expression + "\n";
    return name;
  }
  std::string constant(int64_t value) {
    return this->value("llvm.mlir.constant(" + number(value) + " : i32) : i32");
  }
  std::string binary(const std::string &op, const std::string &a, const std::string &b) {
    return value("llvm." + op + " " + a + ", " + b + " : i32");
  }
  std::string binary(const std::string &op, const std::string &a, int64_t b) {
    return binary(op, a, constant(b));
  }
  std::string wide(const std::string &a) { return value("llvm.zext " + a + " : i32 to i64"); }
  std::string address(int space, const std::string &base, const std::string &index,
                      const std::string &indexType, const std::string &type) {
    const std::string ptr = "!llvm.ptr<" + number(space) + ">";
    return value("llvm.getelementptr " + base + "[" + index + "] : (" + ptr + ", " + indexType +
                 ") -> " + ptr + ", " + type);
  }
  std::string load(int space, const std::string &address, const std::string &type) {
    return value("llvm.load " + address + " {alignment = 8 : i64} : !llvm.ptr<" + number(space) +
                 "> -> " + type);
  }
  void store(int space, const std::string &stored, const std::string &address,
             const std::string &type) {
    text += "llvm.store " + stored + ", " + address + " {alignment = 4 : i64} : " + type +
            ", !llvm.ptr<" + number(space) + ">\n";
  }
  void synchronize(bool release, bool barrier, bool acquire) {
    const std::string tag = "{llvm.mmra = #llvm.mmra_tag<\"amdgpu-synchronize-as\":\"local\">}\n";
    if (release)
      text += "llvm.fence syncscope(\"workgroup\") release " + tag;
    if (barrier)
      text += "rocdl.s.barrier\n";
    if (acquire)
      text += "llvm.fence syncscope(\"workgroup\") acquire " + tag;
  }

private:
  int next = 0;
};

std::string memory(const std::string &name, const std::string &dtype, const std::string &row,
                   const std::string &column, int pointer, const std::string &access) {
  return "{name = \"" + name + "\", dtype = " + dtype + ", dims = [\"" + row + "\", \"" + column +
         "\"], pointer = " + number(pointer) + ", sizes = [" + number(pointer + 1) + ", " +
         number(pointer + 2) + "], strides = [" + number(pointer + 3) + ", " + number(pointer + 4) +
         "], access = \"" + access + "\"}";
}

} // namespace

KernelText Gemm::text() const {
  const int rowHalves = 32 + padding, tileBytes = 128 * rowHalves * 2;
  KernelText kernel;
  for (std::string name : {"a", "b", "c"})
    kernel.arguments += (name == "a" ? "%" : ", %") + name + ": !llvm.ptr<1>, %" + name +
                        "0: i64, %" + name + "1: i64, %" + name + "s: i64, %" + name + "t: i64";
  kernel.workgroup = "256, 1, 1";
  kernel.sharedBytes = 2 * tileBytes;
  kernel.attributes = ", wave.memories = [" + memory("a", "f16", "M", "K", 0, "read") + ", " +
                      memory("b", "f16", "N", "K", 5, "read") + ", " +
                      memory("c", "f32", "M", "N", 10, "write") + "]";
  for (int i = 0; i < 2; ++i)
    kernel.attributes += std::string(i == 0 ? ", wave.shared = [" : ", ") + "{name = \"" +
                         (i == 0 ? "a" : "b") + "\", offset = " + number(i * tileBytes) +
                         ", bytes = " + number(tileBytes) + ", slots = 1, dtype = f16, dims = [\"" +
                         (i == 0 ? "M" : "N") + "\", \"K\"], sizes = [128, 32], strides = [" +
                         number(rowHalves) + ", 1]}";
  kernel.attributes += "]";

  Writer w;
  const std::string shared = w.value("llvm.mlir.addressof @shared : !llvm.ptr<3>");
  const std::string thread = w.value("rocdl.workitem.id.x : i32");
  const std::string groupM = w.binary("mul", w.value("rocdl.workgroup.id.x : i32"), 128);
  const std::string groupN = w.binary("mul", w.value("rocdl.workgroup.id.y : i32"), 128);
  const std::string lane = w.binary("and", thread, 63), wave = w.binary("lshr", thread, 6);
  const std::string waveM = w.binary("mul", w.binary("and", wave, 1), 64),
                    waveN = w.binary("mul", w.binary("lshr", wave, 1), 64);
  const std::string inTile = w.binary("and", lane, 15);
  const std::string quarter = w.binary("mul", w.binary("lshr", lane, 4), 4);
  // A thread copies 8 halves of rows thread / 4 and thread / 4 + 64 of each tile.
  const std::string row = w.binary("lshr", thread, 2);
  const std::string column = w.binary("mul", w.binary("and", thread, 3), 8);
  std::vector<std::string> from, to;
  for (int tile = 0; tile < 2; ++tile)
    for (int half = 0; half < 2; ++half) {
      const std::string name = tile == 0 ? "%a" : "%b";
      const std::string r = w.binary("add", row, half * 64);
      const std::string line =
          w.value("llvm.mul " + w.wide(w.binary("add", r, tile == 0 ? groupM : groupN)) + ", " +
                  name + "s : i64");
      const std::string index = w.value("llvm.add " + line + ", " + w.wide(column) + " : i64");
      from.push_back(w.address(1, name, index, "i64", "f16"));
      const std::string place = w.binary("add", w.binary("mul", r, rowHalves), column);
      to.push_back(
          w.address(3, shared, w.binary("add", place, tile * tileBytes / 2), "i32", "f16"));
    }
  auto fragment = [&](int tile, const std::string &first) {
    const std::string r = w.binary("add", first, inTile);
    const std::string place = w.binary("add", w.binary("mul", r, rowHalves), quarter);
    return w.address(3, shared, w.binary("add", place, tile * tileBytes / 2), "i32", "f16");
  };
  std::vector<std::string> addressesA, addressesB;
  for (int i = 0; i < 4; ++i) {
    addressesA.push_back(fragment(0, w.binary("add", waveM, i * 16)));
    addressesB.push_back(fragment(1, w.binary("add", waveN, i * 16)));
  }
  const std::string zero = w.value("llvm.mlir.zero : vector<4xf32>");
  const std::string none = w.constant(0), one = w.constant(1);
  const std::string steps = w.value("llvm.trunc %a1 : i64 to i32");
  const std::string count = w.binary("lshr", steps, 5);
  std::string initial, types, results;
  for (int i = 0; i < 16; ++i) {
    initial += (i > 0 ? ", " : "") + ("%acc" + number(i)) + " = " + zero;
    types += std::string(i > 0 ? ", " : "") + "vector<4xf32>";
  }
  w.text += "%sums:16 = scf.for %k = " + none + " to " + count + " step " + one + " iter_args(" +
            initial + ") -> (" + types + ") : i32 {\n";
  const std::string kOffset = w.binary("mul", "%k", 32);
  std::vector<std::string> loaded;
  for (const std::string &address : from)
    loaded.push_back(w.load(1, w.address(1, address, kOffset, "i32", "f16"), "vector<8xf16>"));
  w.synchronize(firstBarrier, firstBarrier, firstBarrier);
  for (size_t i = 0; i < to.size(); ++i)
    w.store(3, loaded[i], to[i], "vector<8xf16>");
  w.synchronize(release, barrier, acquire);
  std::vector<std::string> sums;
  for (int i = 0; i < 16; ++i)
    sums.push_back("%acc" + number(i));
  for (int k = 0; k < 2; ++k) {
    std::vector<std::string> a, b;
    const std::string offset = w.constant(k * 16);
    for (int i = 0; i < 4; ++i) {
      a.push_back(w.load(3, w.address(3, addressesA[i], offset, "i32", "f16"), "vector<4xf16>"));
      b.push_back(w.load(3, w.address(3, addressesB[i], offset, "i32", "f16"), "vector<4xf16>"));
    }
    for (int i = 0; i < 16; ++i)
      sums[i] = w.value("rocdl.mfma.f32.16x16x16f16 " + a[i / 4] + ", " + b[i % 4] + ", " +
                        sums[i] + ", " + none + ", " + none + ", " + none +
                        " : (vector<4xf16>, vector<4xf16>, vector<4xf32>, i32, i32, i32) -> "
                        "vector<4xf32>");
  }
  w.text += "scf.yield ";
  for (int i = 0; i < 16; ++i)
    w.text += (i > 0 ? ", " : "") + sums[i];
  w.text += " : " + types + "\n}\n";
  for (int i = 0; i < 16; ++i)
    for (int element = 0; element < 4; ++element) {
      const std::string r = w.binary("add", w.binary("add", groupM, waveM),
                                     w.binary("add", quarter, i / 4 * 16 + element));
      const std::string c =
          w.binary("add", w.binary("add", groupN, waveN), w.binary("add", inTile, i % 4 * 16));
      const std::string line = w.value("llvm.mul " + w.wide(r) + ", %cs : i64");
      const std::string index = w.value("llvm.add " + line + ", " + w.wide(c) + " : i64");
      const std::string position = w.constant(element);
      const std::string value = w.value("llvm.extractelement %sums#" + number(i) + "[" + position +
                                        " : i32] : vector<4xf32>");
      w.store(1, value, w.address(1, "%c", index, "i64", "f32"), "f32");
    }
  kernel.body = std::move(w.text);
  return kernel;
}

Launch Gemm::launch(Region a, Region b, Region c, int64_t m, int64_t n, int64_t k) {
  return {{m / 128, n / 128, 1},
          {a, m, k, k, int64_t{1}, b, n, k, k, int64_t{1}, c, m, n, n, int64_t{1}}};
}

} // namespace wave::executor
