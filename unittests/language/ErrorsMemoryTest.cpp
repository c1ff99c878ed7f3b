//===- ErrorsMemoryTest.cpp - Kernels, buffers, reads and writes ===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpectError.h"
#include "Symbols.h"

using namespace wave;
using namespace wave::test;

TEST(KernelErrors, ReadOutside) {
  Memory a("a", {M}, f32);
  auto attempt = [&] { read(a); };
  expectError("outside-kernel", attempt,
              R"(FILE:+2:24: error: read: not inside a kernel [outside-kernel]
+2 |   auto attempt = [&] { read(a); };
      |                        ^
help: call it in the body that is passed to wave::Kernel)");
}

TEST(KernelErrors, RegisterOutside) {
  auto attempt = [&] { Register({M}, f32, 0); };
  expectError("outside-kernel", attempt,
              R"(FILE:+1:24: error: Register: not inside a kernel [outside-kernel]
+1 |   auto attempt = [&] { Register({M}, f32, 0); };
      |                        ^
help: call it in the body that is passed to wave::Kernel)");
}

TEST(KernelErrors, LeavesNoTrace) {
  Memory a("a", {M}, f32);
  EXPECT_THROW(Kernel("k", {a}, {}, [&] { read(a) + Register({N}, f32, 1); }), Error);
  EXPECT_THROW(Kernel("k", {a}, {}, [&] { throw std::runtime_error("the user's own"); }),
               std::runtime_error);
  auto attempt = [&] { read(a); };
  expectError("outside-kernel", attempt,
              R"(FILE:+5:24: error: read: not inside a kernel [outside-kernel]
+5 |   auto attempt = [&] { read(a); };
      |                        ^
help: call it in the body that is passed to wave::Kernel)");
}

TEST(KernelErrors, MemoryThatIsNoArgument) {
  Memory a("a", {M}, f32), b("b", {M}, f32);
  auto attempt = [&] { Kernel("copy", {a}, {}, [&] { write(read(a), b); }); };
  expectError("unknown-memory", attempt,
              R"(FILE:+2:54: error: memory 'b' is no argument of kernel 'copy' [unknown-memory]
+2 |   auto attempt = [&] { Kernel("copy", {a}, {}, [&] { write(read(a), b); }); };
      |                                                      ^
FILE:+1:28: note: it is declared here
help: list it in the kernel's arguments: Kernel("copy", {..., b}, ...))");
}

TEST(KernelErrors, DuplicateArgumentNames) {
  Memory a("a", {M}, f32);
  Memory b("a", {M}, f32);
  auto attempt = [&] { Kernel("copy", {a, b}, {}, [&] {}); };
  expectError("kernel-c1", attempt,
              R"(FILE:+2:10: error: kernel: two arguments are called 'a' [kernel-c1]
+2 |   Memory b("a", {M}, f32);
      |          ^
FILE:+1:10: note: the other one is declared here
help: give each argument a name of its own)");
}

TEST(KernelErrors, ArgumentTwice) {
  Memory a("a", {M}, f32);
  auto attempt = [&] { Kernel("copy", {a, a}, {}, [&] {}); };
  expectError("kernel-c1", attempt,
              R"(FILE:+1:10: error: kernel: two arguments are called 'a' [kernel-c1]
+1 |   Memory a("a", {M}, f32);
      |          ^
FILE:+1:10: note: the other one is declared here
help: give each argument a name of its own)");
}

TEST(KernelErrors, ArgumentName) {
  Memory a("my a", {M}, f32);
  auto attempt = [&] { Kernel("copy", {a}, {}, [&] {}); };
  expectError("kernel-c1", attempt,
              R"(FILE:+1:10: error: kernel: argument name 'my a' is not a C identifier [kernel-c1]
+1 |   Memory a("my a", {M}, f32);
      |          ^
help: use letters, digits and _, and begin with no digit)");
}

TEST(KernelErrors, Name) {
  Memory a("a", {M}, f32);
  auto attempt = [&] { Kernel("my copy", {a}, {}, [&] {}); };
  expectError("kernel-c8", attempt,
              R"(FILE:+2:24: error: kernel: the name 'my copy' is not a C identifier [kernel-c8]
+2 |   auto attempt = [&] { Kernel("my copy", {a}, {}, [&] {}); };
      |                        ^
help: use letters, digits and _, and begin with no digit)");
}

TEST(KernelErrors, DuplicateDimensions) {
  Memory a("a", {M, M}, f32);
  auto attempt = [&] { Kernel("copy", {a}, {}, [&] {}); };
  expectError("memory-c1", attempt,
              R"(FILE:+1:10: error: memory: two dimensions are called M [memory-c1]
+1 |   Memory a("a", {M, M}, f32);
      |          ^
help: dimensions are known by their names: take another symbol for one of them, and bind both to the same size)");
}

TEST(KernelErrors, WriteOfOtherDimensions) {
  Memory a("a", {M, K}, f32), c("c", {M, N}, f32);
  auto attempt = [&] { Kernel("copy", {a, c}, {}, [&] { write(read(a), c); }); };
  expectError("write-c1", attempt,
              R"(FILE:+2:57: error: write: the value lacks N, and the memory lacks K [write-c1]
+2 |   auto attempt = [&] { Kernel("copy", {a, c}, {}, [&] { write(read(a), c); }); };
      |                                                         ^
FILE:+2:63: note: the value is [M, K] f32, read from 'a'
FILE:+1:31: note: the memory is [M, N] f32
help: write to a memory with the dimensions of the value; one dimension has one symbol everywhere)");
}

TEST(KernelErrors, WriteOfTooFewDimensions) {
  Memory a("a", {M}, f16), c("c", {M, N}, f32);
  auto attempt = [&] { Kernel("spread", {a, c}, {}, [&] { write(read(a), c); }); };
  expectError("write-c1", attempt,
              R"(FILE:+2:59: error: write: the value lacks N [write-c1]
+2 |   auto attempt = [&] { Kernel("spread", {a, c}, {}, [&] { write(read(a), c); }); };
      |                                                           ^
FILE:+2:65: note: the value is [M] f16, read from 'a'
FILE:+1:28: note: the memory is [M, N] f32
help: broadcast(value, {M, N}) has the dimensions of the memory)");
}

TEST(KernelErrors, WriteOfTooManyDimensions) {
  Memory a("a", {M, N}, f32), c("c", {M}, f32);
  auto attempt = [&] { Kernel("total", {a, c}, {}, [&] { write(read(a), c); }); };
  expectError("write-c1", attempt,
              R"(FILE:+2:58: error: write: the memory lacks N [write-c1]
+2 |   auto attempt = [&] { Kernel("total", {a, c}, {}, [&] { write(read(a), c); }); };
      |                                                          ^
FILE:+2:64: note: the value is [M, N] f32, read from 'a'
FILE:+1:31: note: the memory is [M] f32
help: reduce the value along N, or give the memory N)");
}

TEST(KernelErrors, NothingIsWritten) {
  Memory a("a", {M}, f32), c("c", {M}, f32);
  auto attempt = [&] { Kernel("twice", {a, c}, {}, [&] { read(a) * 2; }); };
  expectError("no-effect", attempt, R"(FILE:+2:68: error: kernel: 'twice' writes nothing [no-effect]
+2 |   auto attempt = [&] { Kernel("twice", {a, c}, {}, [&] { read(a) * 2; }); };
      |                                                                    ^
FILE:+2:68: note: this value, [M] f32, is computed last and used by nothing
FILE:+1:28: note: 'c' is neither read nor written
help: store what it computes: write(value, memory))");
}

TEST(KernelErrors, WrittenTwice) {
  Memory a("a", {M}, f32), c("c", {M}, f32);
  auto attempt = [&] {
    Kernel("both", {a, c}, {}, [&] {
      write(read(a) + 1, c);
      write(read(a) + 2, c);
    });
  };
  expectError(
      "dead-write", attempt,
      R"(FILE:+5:7: error: write: the elements of 'c' are written again, before anything has read them [dead-write]
+5 |       write(read(a) + 2, c);
      |       ^
FILE:+4:7: note: what is written here is lost
help: write each element once, or give each of the two results a memory)");
}

TEST(KernelErrors, WrittenAgainAfterTheLoop) {
  Memory a("a", {M, K}, f32), c("c", {M}, f32);
  auto attempt = [&] {
    Kernel("last", {a, c}, {TilingConstraint{K, 4}}, [&] {
      iterate({.axis = K}, [&] { write(sum(read(a), K), c); });
      write(Register({M}, f32, 1.0), c);
    });
  };
  expectError(
      "dead-write", attempt,
      R"(FILE:+5:7: error: write: the elements of 'c' are written again, before anything has read them [dead-write]
+5 |       write(Register({M}, f32, 1.0), c);
      |       ^
FILE:+4:34: note: what is written here is lost
help: write each element once, or give each of the two results a memory)");
}

/// What is read in between, and steps: of the last one, or where there is none.
TEST(KernelErrors, WritesThatAreRead) {
  Memory a("a", {M, K}, f32), c("c", {M}, f32), d("d", {M, K}, f32);
  Kernel("running", {a, c, d}, {TilingConstraint{K, 4}}, [&] {
    write(Register({M}, f32, 0.0), c);
    iterate({.axis = K}, [&] {
      write(read(c) + sum(read(a), K), c);
      write(read(a), d);
    });
    write(read(d) * 2, d);
  });
  Kernel("last", {a, c, d}, {TilingConstraint{K, 4}}, [&] {
    write(Register({M}, f32, 0.0), c);
    iterate({.axis = K}, [&] { write(sum(read(a), K), c); });
    write(read(a), d);
  });
}

TEST(KernelErrors, WriteWithoutADistributedDimension) {
  Memory a("a", {M, N}, f32), c("c", {M}, f32);
  Constraints constraints{WorkgroupConstraint{N, 4, 0}};
  auto attempt = [&] { Kernel("count", {a, c}, constraints, [&] { write(read(c) + 1, c); }); };
  expectError(
      "write-c3", attempt,
      R"(FILE:+3:67: error: write: the memory lacks the dimension N, which is distributed over workgroups [write-c3]
+3 |   auto attempt = [&] { Kernel("count", {a, c}, constraints, [&] { write(read(c) + 1, c); }); };
      |                                                                   ^
FILE:+1:31: note: the memory is [M] f32
FILE:+2:54: note: the workgroup constraint of N is here
help: every workgroup along N would write the same elements: give the memory that dimension, or take the workgroup constraint away)");
}

TEST(KernelErrors, RegisterOfAnotherKernel) {
  Memory a("a", {M}, f32);
  std::vector<Register> kept;
  Kernel first("first", {a}, {}, [&] { write(kept.emplace_back(read(a)), a); });
  auto attempt = [&] { Kernel("second", {a}, {}, [&] { write(kept[0], a); }); };
  expectError("foreign-register", attempt,
              R"(FILE:+4:56: error: the register belongs to another kernel [foreign-register]
+4 |   auto attempt = [&] { Kernel("second", {a}, {}, [&] { write(kept[0], a); }); };
      |                                                        ^
help: a register lives as long as the body that made it: return it from the loop, or make it again)");
}

TEST(KernelErrors, RegisterOutlivesItsLoop) {
  Memory a("a", {M}, f32), b("b", {K}, f32);
  std::vector<Register> kept;
  Constraints constraints{TilingConstraint{K, 4}};
  auto attempt = [&] {
    Kernel("keep", {a, b}, constraints, [&] {
      iterate({.axis = K}, [&] { kept.push_back(read(a)); });
      write(kept[0], a);
    });
  };
  expectError(
      "foreign-register", attempt,
      R"(FILE:+7:7: error: the register was made in the body of a loop that has ended [foreign-register]
+7 |       write(kept[0], a);
      |       ^
help: a register lives as long as the body that made it: return it from the loop, or make it again)");
}

TEST(EffectErrors, TwoWritesInOneExpression) {
  Memory a("a", {M}, f32), b("b", {M}, f32);
  auto attempt = [&] {
    Kernel("twice", {a, b}, {}, [&] {
      Register x = read(a);
      write(x, a), write(x, b);
    });
  };
  expectError(
      "two-effects", attempt,
      R"(FILE:+5:20: error: two operations with an effect in one full expression [two-effects]
+5 |       write(x, a), write(x, b);
      |                    ^
FILE:+5:7: note: the other one is here
help: C++ does not say which comes first: write two statements)");
}

TEST(EffectErrors, WriteOfALoopThatWrites) {
  Memory a("a", {M}, f32), b("b", {M}, f32), k("k", {K}, f32);
  Constraints constraints{TilingConstraint{K, 4}};
  auto attempt = [&] {
    Kernel("twice", {a, b, k}, constraints, [&] {
      write(iterate({.axis = K}, {read(a)},
                    [&](Register x) {
                      write(x, b);
                      return x + 1;
                    }),
            a);
    });
  };
  expectError(
      "two-effects", attempt,
      R"(FILE:+5:7: error: two operations with an effect in one full expression [two-effects]
+5 |       write(iterate({.axis = K}, {read(a)},
      |       ^
FILE:+5:31: note: the other one is here
help: C++ does not say which comes first: write two statements)");
}

TEST(EffectErrors, ReadBesideALoopThatWritesIt) {
  Memory a("a", {M}, f32), k("k", {K}, f32), c("c", {M}, f32);
  Constraints constraints{TilingConstraint{K, 4}};
  auto attempt = [&] {
    Kernel("beside", {a, k, c}, constraints, [&] {
      Register zero({M}, f32, 0);
      Register sum = read(a) + iterate({.axis = K}, {zero}, [&](Register x) {
                       write(x + 1, a);
                       return x;
                     });
      write(sum, c);
    });
  };
  expectError(
      "two-effects", attempt,
      R"(FILE:+6:50: error: a read and a loop that writes the same memory in one full expression [two-effects]
+6 |       Register sum = read(a) + iterate({.axis = K}, {zero}, [&](Register x) {
      |                                                  ^
FILE:+6:22: note: the other one is here
help: C++ does not say which comes first: write two statements)");
}

TEST(EffectErrors, ALoopMayStartFromWhatItWrites) {
  Memory a("a", {M}, f32), k("k", {K}, f32), c("c", {M}, f32);
  Constraints constraints{TilingConstraint{K, 4}};
  Kernel kernel("from", {a, k, c}, constraints, [&] {
    Register last = iterate({.axis = K}, {read(a)}, [&](Register x) {
      write(x + 1, a);
      return x + 1;
    });
    write(last, c);
  });
  EXPECT_EQ(kernel.name(), "from");
}
