//===- ErrorsIterateTest.cpp - Loops ===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <optional>

#include "ExpectError.h"
#include "Symbols.h"

using namespace wave;
using namespace wave::test;

TEST(IterateErrors, NoTilingConstraint) {
  Memory a("a", {M, K}, f32);
  auto attempt = [&] {
    Kernel("walk", {a}, {}, [&] { iterate({.axis = K}, [&] { write(read(a), a); }); });
  };
  expectError("iterate-c1", attempt,
              R"(FILE:+3:53: error: iterate: the axis K has no tiling constraint [iterate-c1]
+3 |     Kernel("walk", {a}, {}, [&] { iterate({.axis = K}, [&] { write(read(a), a); }); });
      |                                                     ^
help: say how far one step goes: TilingConstraint{K, BLOCK_K})");
}

TEST(IterateErrors, AxisThatIsAnExpression) {
  Memory a("a", {M, K}, f32);
  auto attempt = [&] {
    Kernel("walk", {a}, {TilingConstraint{K, 4}},
           [&] { iterate({.axis = K + 1}, [&] { write(read(a), a); }); });
  };
  expectError("iterate-c1", attempt,
              R"(FILE:+4:40: error: iterate: the axis K + 1 is not a symbol [iterate-c1]
+4 |            [&] { iterate({.axis = K + 1}, [&] { write(read(a), a); }); });
      |                                        ^
help: iterate over a dimension of a memory, by its symbol)");
}

TEST(IterateErrors, CarriedValueChangesItsType) {
  Memory a("a", {M, K}, f32);
  auto attempt = [&] {
    Kernel("walk", {a}, {TilingConstraint{K, 4}}, [&] {
      Register zero({M}, f32, 0);
      iterate({.axis = K}, {zero}, [&](Register x) { return cast(x, f16); });
    });
  };
  expectError("iterate-c2", attempt,
              R"(FILE:+5:25: error: iterate: value 0 changes its type in the loop [iterate-c2]
+5 |       iterate({.axis = K}, {zero}, [&](Register x) { return cast(x, f16); });
      |                         ^
FILE:+4:16: note: it starts as [M] f32
FILE:+5:61: note: the body returns [M] f16
help: return a value of the type it starts with; cast changes element types)");
}

TEST(IterateErrors, CarriedValueHasTheAxis) {
  Memory a("a", {M, K}, f32);
  auto attempt = [&] {
    Kernel("walk", {a}, {TilingConstraint{K, 4}},
           [&] { iterate({.axis = K}, {read(a)}, [&](Register x) { return x + 1; }); });
  };
  expectError(
      "iterate-c3", attempt,
      R"(FILE:+4:36: error: iterate: a carried value has the dimension K that the loop iterates over [iterate-c3]
+4 |            [&] { iterate({.axis = K}, {read(a)}, [&](Register x) { return x + 1; }); });
      |                                    ^
FILE:+4:40: note: it starts as [M, K] f32
help: every step holds another part of that dimension: read it inside the loop)");
}

TEST(IterateErrors, CapturedValueHasTheAxis) {
  Memory a("a", {M, K}, f32), c("c", {M, K}, f32);
  auto attempt = [&] {
    Kernel("walk", {a, c}, {TilingConstraint{K, 4}}, [&] {
      Register outside = read(a);
      iterate({.axis = K}, [&] { write(outside, c); });
    });
  };
  expectError(
      "iterate-c4", attempt,
      R"(FILE:+5:34: error: iterate: the body uses a value from outside with the dimension K that the loop iterates over [iterate-c4]
+5 |       iterate({.axis = K}, [&] { write(outside, c); });
      |                                  ^
FILE:+4:26: note: the value is [M, K] f32, read from 'a'
help: read it inside the loop)");
}

TEST(IterateErrors, CapturedConstantHasTheAxis) {
  Memory a("a", {M, K}, f32), c("c", {M, K}, f32);
  auto attempt = [&] {
    Kernel("walk", {a, c}, {TilingConstraint{K, 4}}, [&] {
      Register two({M, K}, f32, 2.0);
      iterate({.axis = K}, [&] { write(read(a) * two, c); });
    });
  };
  expectError(
      "iterate-c4", attempt,
      R"(FILE:+5:50: error: iterate: the body uses a value from outside with the dimension K that the loop iterates over [iterate-c4]
+5 |       iterate({.axis = K}, [&] { write(read(a) * two, c); });
      |                                                  ^
FILE:+4:16: note: the value is [M, K] f32, a constant
help: make it inside the loop, where a Register with K has the size of one step)");
}

TEST(IterateErrors, ExceptionLeavesTheBody) {
  Memory a("a", {M, K}, f32), c("c", {M, K}, f32);
  auto attempt = [&] {
    Kernel("walk", {a, c}, {TilingConstraint{K, 4}}, [&] {
      try {
        iterate({.axis = K}, [&] { throw std::runtime_error("caught too early"); });
      } catch (const std::runtime_error &) {
      }
      write(read(a), c);
    });
  };
  expectError(
      "unfinished-loop", attempt,
      R"(FILE:+5:27: error: iterate: an exception left the body of this loop, but the kernel went on [unfinished-loop]
+5 |         iterate({.axis = K}, [&] { throw std::runtime_error("caught too early"); });
      |                           ^
FILE:+8:13: note: it went on here
help: let the exception leave the body of the kernel too)");
}

TEST(IterateErrors, LoopInALoopOverTheSameAxis) {
  Memory a("a", {M, K}, f32);
  auto attempt = [&] {
    Kernel("walk", {a}, {TilingConstraint{K, 4}}, [&] {
      iterate({.axis = K}, [&] { iterate({.axis = K}, [&] { write(read(a), a); }); });
    });
  };
  expectError("iterate-c5", attempt,
              R"(FILE:+4:52: error: iterate: a loop over K surrounds this one [iterate-c5]
+4 |       iterate({.axis = K}, [&] { iterate({.axis = K}, [&] { write(read(a), a); }); });
      |                                                    ^
FILE:+4:25: note: the outer loop is here
help: iterate over another dimension, or put both bodies into one loop)");
}

TEST(IterateErrors, CaughtBeforeAnInnerLoopOpened) {
  Memory a("a", {M}, f32), k("k", {K}, f32), j("j", {J}, f32), b("b", {M}, f32);
  Constraints constraints{TilingConstraint{K, 4}, TilingConstraint{J, 4}};
  std::optional<Register> foreign;
  Kernel("other", {a}, {}, [&] { write(foreign.emplace(read(a)), a); });
  // The outer loop goes on as if the inner one had not been asked for.
  Kernel kernel("caught", {a, k, j, b}, constraints, [&] {
    Register sum = iterate({.axis = K}, {read(a)}, [&](Register x) {
      try {
        iterate({.axis = J}, {*foreign}, [](Register y) { return y; });
        ADD_FAILURE() << "nothing was thrown";
      } catch (const Error &error) {
        EXPECT_EQ(error.diagnostic().id, "foreign-register");
      }
      return x + 1;
    });
    write(sum, b);
  });
  EXPECT_EQ(Kernel::parse(kernel.str(), "k.mlir").str(), kernel.str());
}

TEST(IterateErrors, CaughtWhereALoopCloses) {
  Memory a("a", {M}, f32), k("k", {K}, f32), b("b", {M}, f32);
  Constraints constraints{TilingConstraint{K, 4}};
  std::optional<Register> foreign;
  Kernel("other", {a}, {}, [&] { write(foreign.emplace(read(a)), a); });
  try {
    Kernel("closing", {a, k, b}, constraints, [&] {
      Register x = read(a);
      try {
        iterate({.axis = K}, {x}, [&](Register) { return *foreign; });
      } catch (const Error &) {
      }
      write(x, b);
    });
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error &error) {
    EXPECT_EQ(error.diagnostic().id, "unfinished-loop");
  }
}
