//===- OddProgramsTest.cpp - Nothing a kernel says ends the process -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every program compiles or is refused by an Error; LLVM never sees what it cannot
// select, and nothing takes memory or time without bound.
//
//===----------------------------------------------------------------------===//

#include <limits>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "Stress.h"

using namespace wave;
using namespace wave::stress;

namespace {

/// The id of the Error, or "" after a compile; other exceptions end the test.
template <typename Make> std::string outcome(const Bindings &subs, const Make &make) {
  try {
    const Kernel kernel = make();
    wave_compile({.subs = subs}, kernel);
    return "";
  } catch (const Error &error) {
    return error.diagnostic().id;
  }
}

constexpr DType all[] = {i1, i8, i32, i64, f16, bf16, f32, f64};
constexpr bool isFloat(DType dtype) {
  return dtype == f16 || dtype == bf16 || dtype == f32 || dtype == f64;
}

TEST(OddPrograms, EveryConversion) {
  for (const DType from : all)
    for (const DType to : all) {
      Memory a("a", {M, N}, from), b("b", {N, M}, to);
      EXPECT_EQ(outcome({M = 5, N = 7},
                        [&] {
                          return Kernel("convert", {a, b}, {WorkgroupConstraint{M, 3, 0}},
                                        [&] { write(cast(read(a), to), b); });
                        }),
                "")
          << dtype_name(from) << " to " << dtype_name(to);
    }
}

TEST(OddPrograms, EveryOperationOnEveryTypeAndOddTiles) {
  using Operation = Register (*)(const Register &, const Register &);
  const std::map<std::string, Operation> operations = {
      {"add", [](const Register &x, const Register &y) { return x + y; }},
      {"sub", [](const Register &x, const Register &y) { return x - y; }},
      {"mul", [](const Register &x, const Register &y) { return x * y; }},
      {"div", [](const Register &x, const Register &y) { return x / y; }}};
  for (const auto &[name, operation] : operations)
    for (const DType dtype : all)
      for (const int64_t tile : {1, 3, 17, 1000}) {
        if (underSanitizer && tile != 17)
          continue;
        Memory a("a", {M, N}, dtype), b("b", {N}, dtype), c("c", {N, M}, dtype);
        const std::string id = outcome({M = 50, N = tile}, [&, op = operation] {
          return Kernel("odd", {a, b, c}, {WorkgroupConstraint{M, tile, 0}},
                        [&] { write(op(read(a), read(b)), c); });
        });
        const bool exists = dtype != i1 && (name != "div" || isFloat(dtype));
        EXPECT_EQ(id.empty(), exists)
            << name << " " << dtype_name(dtype) << " " << tile << " " << id;
        EXPECT_EQ(id.substr(0, 5), exists ? "" : name + "-c");
      }
}

TEST(OddPrograms, EveryProductAndOddTiles) {
  for (const DType dtype : all)
    for (const int64_t tile : {1, 3, 64})
      for (const int64_t step : {1, 7, 1000}) {
        if (underSanitizer && (tile != 3 || step != 7))
          continue;
        Memory a("a", {M, K}, dtype), b("b", {K, N}, dtype), c("c", {N, M}, f32);
        const std::string id = outcome({M = 10, N = 3, K = 70}, [&] {
          return Kernel("product", {a, b, c},
                        {WorkgroupConstraint{M, tile, 0}, TilingConstraint{K, step}}, [&] {
                          Register zero({M, N}, dtype == f64 ? f64 : dtype == i8 ? i32 : f32, 0);
                          write(iterate({.axis = K}, {zero},
                                        [&](Register sum) { return mma(read(a), read(b), sum); }),
                                c);
                        });
        });
        EXPECT_EQ(id, dtype == i8 || isFloat(dtype) ? "" : "mma-c4") << dtype_name(dtype);
      }
}

/// Sizes and tiles up to the largest number; a size costs nothing, a tile memory.
TEST(OddPrograms, HugeNumbers) {
  Memory a("a", {M, N}, f32), c("c", {M, N}, f32);
  for (const int64_t huge : {int64_t(1) << 31, (int64_t(1) << 31) + 1, int64_t(1) << 62,
                             std::numeric_limits<int64_t>::max()}) {
    auto kernel = [&](const Constraints &constraints) {
      return [&, constraints] {
        return Kernel("huge", {a, c}, constraints, [&] { write(read(a) + 1, c); });
      };
    };
    EXPECT_EQ(outcome({M = huge, N = huge},
                      kernel({WorkgroupConstraint{M, 8, 0}, WorkgroupConstraint{N, 1, 1}})),
              "");
    EXPECT_EQ(outcome({M = 100, N = 3}, kernel({WorkgroupConstraint{M, huge, 0}})),
              "tiles-too-large");
    EXPECT_EQ(outcome({M = huge, N = 3}, kernel({})), "tiles-too-large");
    EXPECT_EQ(outcome({M = 3, N = huge}, kernel({WorkgroupConstraint{M, 1, 0}})),
              "tiles-too-large");
  }
}

//===----------------------------------------------------------------------===//
// Large programs, as text
//===----------------------------------------------------------------------===//

/// "D0, D1, ..." of that many, and what each is bound to.
std::string dims(int count, Bindings &subs, int64_t firstSizes) {
  std::string list;
  for (int i = 0; i < count; ++i) {
    const std::string name = "D" + std::to_string(i);
    list += (i ? ", " : "") + name;
    subs.set(name, i < 8 ? firstSizes : 1);
  }
  return list;
}

TEST(OddPrograms, ManyDimensions) {
  for (const int rank : {16, 64}) {
    Bindings subs;
    const std::string list = dims(rank, subs, 2), tile = "<[" + list + "], f32>";
    const std::string memory = "!wave.memory" + tile;
    EXPECT_EQ(outcome(subs,
                      [&] {
                        return Kernel::parse("wave.kernel @many(%a: " + memory + ", %b: " + memory +
                                                 ") {\n%0 = wave.read %a : " + tile + " -> " +
                                                 tile + "\nwave.write %0, %b : " + tile + ", " +
                                                 tile + "\n}\n",
                                             "many.mlir");
                      }),
              "");
  }
}

TEST(OddPrograms, DeepLoops) {
  for (const int depth : {16, underSanitizer ? 64 : 300}) {
    Bindings subs{M = 3};
    const std::string list = dims(depth, subs, 2);
    std::string constraints, open, close;
    for (int i = 0; i < depth; ++i) {
      const std::string n = std::to_string(i), outer = std::to_string(i - 1);
      constraints += "wave.tiling_constraint D" + n + " tile 1\n";
      open += "%y" + n + " = wave.iterate D" + n + " iter_args(%x" + n + " = " +
              (i ? "%x" + outer : "%z") + ") -> !wave.tile<[M], f32> {\n";
      if (i)
        close.insert(0, "wave.yield %y" + n + " : !wave.tile<[M], f32>\n}\n");
    }
    const std::string last = "%x" + std::to_string(depth - 1);
    EXPECT_EQ(outcome(subs,
                      [&] {
                        return Kernel::parse(
                            "wave.kernel @deep(%a: !wave.memory<[" + list +
                                "], f32>, %o: !wave.memory<[M], f32>) {\n" + constraints +
                                "%z = wave.register 0.0 : f32 : <[M], f32>\n" + open +
                                "%q = wave.add " + last + ", " + last +
                                " : <[M], f32>, <[M], f32> -> <[M], f32>\n"
                                "wave.yield %q : !wave.tile<[M], f32>\n}\n" +
                                close + "wave.write %y0, %o : <[M], f32>, <[M], f32>\n}\n",
                            "deep.mlir");
                      }),
              "");
  }
}

/// One loop nest for each of a thousand operations: in seconds, not in minutes.
TEST(OddPrograms, ManyOperations) {
  Memory a("a", {M}, f32), c("c", {M}, f32);
  EXPECT_EQ(outcome({M = 9},
                    [&] {
                      return Kernel("many", {a, c}, {}, [&] {
                        Register value = read(a);
                        for (int i = 0; i < times(500); ++i)
                          value = value * 2.0 + 1.0;
                        write(value, c);
                      });
                    }),
            "");
}

} // namespace
