//===- ErrorsMappingTest.cpp - Index mappings, permute, broadcast ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpectError.h"
#include "Symbols.h"

using namespace wave;
using namespace wave::test;

namespace {
constexpr Symbol OFFSET{"OFFSET"};
const Expr i = IndexMapping::iterator(0), j = IndexMapping::iterator(1);

void readBy(const IndexMapping &mapping) {
  Memory a("a", {M, N}, f32), b("b", {M, N}, f32);
  Kernel("k", {a, b}, {}, [&] { write(read(a, {.mapping = mapping}), b); });
}
void writeBy(const IndexMapping &mapping) {
  Memory a("a", {M, N}, f32), b("b", {M, N}, f32);
  Kernel("k", {a, b}, {}, [&] { write(read(a), b, {.mapping = mapping}); });
}
} // namespace

TEST(MappingErrors, UnknownIterator) {
  auto attempt = [&] {
    readBy({.num_iterators = 2,
            .inputs = {M = i, N = IndexMapping::iterator(2)},
            .outputs = {M = i, N = j}});
  };
  expectError(
      "mapping-iterator", attempt,
      R"(FILE:+4:38: error: read: the mapping has 2 iterators, but uses iterator 2 [mapping-iterator]
+4 |             .outputs = {M = i, N = j}});
      |                                      ^
FILE:+4:38: note: the memory is [M, N] f32
help: iterators are numbered from 0: IndexMapping::iterator(0) to iterator(1))");
}

/// It exists, but no dimension of the register gives it a range.
TEST(MappingErrors, UncountedIterator) {
  auto attempt = [&] {
    readBy({.num_iterators = 2, .inputs = {M = i, N = j}, .outputs = {M = i}});
  };
  expectError(
      "mapping-iterator", attempt,
      R"(FILE:+2:77: error: read: the mapping's inputs use iterator 1, which counts no dimension of its outputs [mapping-iterator]
+2 |     readBy({.num_iterators = 2, .inputs = {M = i, N = j}, .outputs = {M = i}});
      |                                                                             ^
FILE:+2:77: note: the memory is [M, N] f32
help: give a dimension of the register that iterator, in outputs)");
}

TEST(MappingErrors, MissingDimension) {
  auto attempt = [&] { readBy({.inputs = {M = i}, .outputs = {M = i, N = j}}); };
  expectError(
      "mapping-dimension", attempt,
      R"(FILE:+1:76: error: read: the mapping's inputs lack the dimension N [mapping-dimension]
+1 |   auto attempt = [&] { readBy({.inputs = {M = i}, .outputs = {M = i, N = j}}); };
      |                                                                            ^
FILE:+1:76: note: the memory is [M, N] f32
help: give every dimension of the memory a coordinate: N = IndexMapping::iterator(1))");
}

TEST(MappingErrors, MissingDimensionOfAWrite) {
  auto attempt = [&] { writeBy({.inputs = {M = i}, .outputs = {M = i, N = j}}); };
  expectError(
      "mapping-dimension", attempt,
      R"(FILE:+1:77: error: write: the mapping's inputs lack the dimension N [mapping-dimension]
+1 |   auto attempt = [&] { writeBy({.inputs = {M = i}, .outputs = {M = i, N = j}}); };
      |                                                                             ^
FILE:+1:77: note: the memory is [M, N] f32
FILE:+1:77: note: the register is [M, N] f32
help: give every dimension of the register a coordinate: N = IndexMapping::iterator(1))");
}

TEST(MappingErrors, DimensionTooMany) {
  auto attempt = [&] { readBy({.inputs = {M = i, N = j, K = i}, .outputs = {M = i, N = j}}); };
  expectError(
      "mapping-dimension", attempt,
      R"(FILE:+1:90: error: read: the mapping's inputs have the dimension K, which the memory lacks [mapping-dimension]
+1 |   auto attempt = [&] { readBy({.inputs = {M = i, N = j, K = i}, .outputs = {M = i, N = j}}); };
      |                                                                                          ^
FILE:+1:90: note: the memory is [M, N] f32
help: leave it out)");
}

TEST(MappingErrors, OneIteratorTwice) {
  auto attempt = [&] { readBy({.inputs = {M = i, N = i}, .outputs = {M = i, N = i}}); };
  expectError(
      "mapping-unsupported", attempt,
      R"(FILE:+1:83: error: read: the mapping's outputs have N = iterator(0), which is no iterator of its own [mapping-unsupported]
+1 |   auto attempt = [&] { readBy({.inputs = {M = i, N = i}, .outputs = {M = i, N = i}}); };
      |                                                                                   ^
FILE:+1:83: note: the memory is [M, N] f32
help: the coordinates in the register are iterators: write what moves them on the other side, in inputs)");
}

TEST(MappingErrors, WriteOverItself) {
  Memory a("a", {M, N}, f32), b("b", {M, N}, f32);
  const IndexMapping folded{.inputs = {M = i, N = j}, .outputs = {M = i, N = j % 8}};
  auto attempt = [&] { Kernel("k", {a, b}, {}, [&] { write(read(a), b, {.mapping = folded}); }); };
  expectError(
      "write-c5", attempt,
      R"(FILE:+3:90: error: write: the coordinate of N in the memory is iterator(1) % 8, which is no iterator plus an offset [write-c5]
+3 |   auto attempt = [&] { Kernel("k", {a, b}, {}, [&] { write(read(a), b, {.mapping = folded}); }); };
      |                                                                                          ^
FILE:+3:60: note: the value is [M, N] f32, read from 'a'
FILE:+1:31: note: the memory is [M, N] f32
help: a write moves its elements, and may swap dimensions: M = i + OFFSET; for other orders read by a mapping: read(memory, {.mapping = ...}))");
}

TEST(MappingErrors, SymbolThatIsNeverSet) {
  Memory a("a", {M, N}, f32), b("b", {M, N}, f32);
  const IndexMapping moved{.inputs = {M = i % OFFSET, N = j}, .outputs = {M = i, N = j}};
  Kernel kernel("k", {a, b}, {}, [&] { write(read(a, {.mapping = moved}), b); });
  expectError(
      "unbound-symbol", [&] { wave_compile({.subs = {M = 8, N = 8}}, kernel); },
      R"(FILE:+3:71: error: symbol 'OFFSET' has no value [unbound-symbol]
+3 |   Kernel kernel("k", {a, b}, {}, [&] { write(read(a, {.mapping = moved}), b); });
      |                                                                       ^
FILE:+3:71: note: a coordinate of the mapping is iterator(0) % OFFSET
help: bind it: .subs = {OFFSET = ...}, or -D OFFSET=... on the command line; or set it in the kernel, before this use: set_symbol(OFFSET, ...))");
}

TEST(MappingErrors, FillWithoutMapping) {
  Memory a("a", {M, N}, f32), b("b", {M, N}, f32);
  auto attempt = [&] { Kernel("k", {a, b}, {}, [&] { write(read(a, {.fill = 1}), b); }); };
  expectError(
      "read-c5", attempt,
      R"(FILE:+2:78: error: read: it has a fill value and no mapping, without which elements outside the memory take no part [read-c5]
+2 |   auto attempt = [&] { Kernel("k", {a, b}, {}, [&] { write(read(a, {.fill = 1}), b); }); };
      |                                                                              ^
FILE:+1:10: note: the memory is [M, N] f32
help: leave the fill value out, or say by a mapping where the elements are)");
}

/// A fill value is a number of the memory's type.
TEST(MappingErrors, FillOutOfRange) {
  Memory a("a", {M}, i8), b("b", {M}, i8);
  const IndexMapping moved{.inputs = {M = i + 1}, .outputs = {M = i}};
  EXPECT_THROW(Kernel("k", {a, b}, {}, [&] { write(read(a, {.mapping = moved, .fill = 300}), b); }),
               Error);
}

TEST(MappingErrors, Permute) {
  Memory a("a", {M, N}, f32), b("b", {M, N}, f32);
  auto attempt = [&] { Kernel("k", {a, b}, {}, [&] { write(permute(read(a), {N, K}), b); }); };
  expectError(
      "permute-c1", attempt,
      R"(FILE:+2:60: error: permute: the result [N, K] f32 has not the dimensions of the value [M, N] f32 [permute-c1]
+2 |   auto attempt = [&] { Kernel("k", {a, b}, {}, [&] { write(permute(read(a), {N, K}), b); }); };
      |                                                            ^
FILE:+2:68: note: the value is [M, N] f32, read from 'a'
help: name each dimension of the value once; broadcast gives it more of them, sum, max and min take one away)");
}

TEST(MappingErrors, Broadcast) {
  Memory a("a", {M, N}, f32), b("b", {M, N}, f32);
  auto attempt = [&] { Kernel("k", {a, b}, {}, [&] { write(broadcast(read(a), {N}), b); }); };
  expectError("broadcast-c1", attempt,
              R"(FILE:+2:60: error: broadcast: the result [N] f32 lacks M [broadcast-c1]
+2 |   auto attempt = [&] { Kernel("k", {a, b}, {}, [&] { write(broadcast(read(a), {N}), b); }); };
      |                                                            ^
FILE:+2:70: note: the value is [M, N] f32, read from 'a'
help: name all dimensions of the value, and those that it is to get; sum, max and min take one away)");
}
