//===- misuse.cpp - Each line is wrong, and its comment is what compilers say
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// check_misuse.py reads it.  Each line instantiates another template, or another one of it: of
// equal ones a compiler speaks once.
//
//===----------------------------------------------------------------------===//

#include <wave/wave.h>

#include <iostream>
#include <vector>

using namespace wave;

constexpr Symbol M{"M"}, N{"N"}, K{"K"};
extern Memory a, b, c;
extern const CompiledKernel compiled;

// clang-format off
void elements(Register x) {
  a + b;            // wave: a Memory is not a value: read it first, as in read(a) + read(b)
  2 * a;            // wave: a Memory is not a value: read it first, as in read(a) + read(b)
  x < a;            // wave: a Memory is not a value: read it first, as in read(a) + read(b)
  -a;               // wave: a Memory is not a value: read it first, as in read(a) + read(b)
  x & M;            // wave: a Symbol is a size, not a value: operands are registers and numbers
  (M * 2) | x;      // wave: a Symbol is a size, not a value: operands are registers and numbers
  x - "1";          // wave: operands are registers and numbers, at least one of them a register
  exp(b);           // wave: a Memory is not a value: read it first, as in read(a) + read(b)
  tanh(M);          // wave: a Symbol is a size, not a value: operands are registers and numbers
  cast(c, f16);     // wave: a Memory is not a value: read it first, as in read(a) + read(b)
  maximum(x, c);    // wave: a Memory is not a value: read it first, as in read(a) + read(b)
  minimum(1, 2);    // wave: operands are registers and numbers, at least one of them a register
  select(x > 0, 1, 0);  // wave: operands are registers and numbers, at least one of them a register
  select(M < N, x, x);  // wave: the condition of select is a register, as in select(x > 0, x, 0)
}

void conditions(Register x, Register y) {
  if (x > 0) y = x;         // wave: a Register has no value while a kernel is traced: choose by select(x > 0, x, 0), and run a loop while its .condition holds
  (x > 0) && (x < 1);       // wave: conditions are combined by & and |, as in (x > 0) & (x < 1)
  x || a;                   // wave: conditions are combined by & and |, as in (x > 0) & (x < 1)
  !(x > 0);                 // wave: the opposite of a condition is ~(x > 0), or x <= 0
  if (M < N) y = x;         // wave: symbols have no values while a kernel is traced: choose by select(M < N, M, N)
  static_cast<float>(x);    // wave: convert a Register by its element type: cast(x, f32)
}

void changes(Register x) {
  x += 1;           // wave: a Register is a value, which nothing changes: write y = x + 1; a loop carries what its body takes and returns
  x *= x;           // wave: a Register is a value, which nothing changes: write y = x + 1; a loop carries what its body takes and returns
  c += x;           // wave: a Memory is changed by write: write(read(c) + x, c)
  x << 3;           // wave: the language has no shift: x * 8 is x << 3
  x >> M;           // wave: the language has no shift: floordiv(x, 8) is x >> 3 of a scalar
  std::cout << x << 1;      // wave: a Register has no value while a kernel is traced: debug_log(x, "x") sends those of a launch to the host
  cast<float>(x);   // wave: an element type is a value of wave: cast(x, f32)
}

void functions(Register x) {
  sin(x);           // wave: the language has no sin: use a polynomial, or read a table that the host has filled
  pow(x, 2);        // wave: the language has no pow: use exp2(y * log2(x)) for x > 0
  cumsum(x, K);     // wave: the language has no cumsum: use mma with a triangle of ones; a loop carries the sum of the steps before
  atomic_add(c, x); // wave: the language has no atomic_add: write a partial sum for each workgroup, and add them in another kernel
  floor(x);         // wave: the language has no floor: with t = cast(cast(x, i32), f32) use select(t > x, t - 1, t)
  std::exp(x);      // wave: std::exp takes numbers: of registers use wave::exp(x)
  std::abs(x);      // wave: std::abs takes numbers: of registers use wave::abs(x)
  std::max(x, x);   // wave: std::max compares numbers: of registers use maximum(x, y)
}

void types() {
  Memory("a", {M}, u8);             // wave: the language has no u8: use i8 for up to 127, or i32
  Memory("a", {M}, u32);            // wave: the language has no u32: use i32 for up to 2^31 - 1, or i64
  Memory("a", {M}, float());        // wave: an element type is a value of wave: Memory("a", {M}, f32)
  Memory("a", {M}, "f32");          // wave: an element type is a value of wave: Memory("a", {M}, f32)
}

void bindings(Expr i, const Expr j) {
  Bindings{2 * N = i};              // wave: a binding gives a value to a symbol, not to an expression: for {2 * N = j} write {N = j / 2}
  Bindings{j = i};                  // wave: a binding gives a value to a symbol, not to an expression: for {i = M} write {M = i}
  Bindings{M == 4};                 // wave: a binding gives a symbol its value: {M = 128, N = 2 * K}
  Bindings{i = j};                  // wave: a binding gives a symbol its value: {M = 128, N = 2 * K}
  IndexMapping{{M = i, N = j}, {M = i, N = j}};     // wave: name what bindings are of a mapping: IndexMapping{.inputs = {M = i}, .outputs = {M = i}}
  WaveCompileOptions{.target = "sim:h200"};         // wave: a target is found by its name: Target::named("sim:h200")
}

void reductions(Register x) {
  sum(x);           // wave: sum reduces along one dimension: sum(x, K)
  max(x, x);        // wave: max reduces along one dimension: max(x, init, K); of two registers take maximum(x, y)
  min(a, N);        // wave: a Memory is not a value: read it first, as in read(a) + read(b)
  sum(x, b, N);     // wave: a Memory is not a value: read it first, as in read(a) + read(b)
}

void memory(Register x) {
  read(x);          // wave: read takes a Memory: read(a)
  write(c, x);      // wave: write takes the value first, then the Memory: write(value, c)
  write(a, c);      // wave: a Memory is not a value: read it first, as in write(read(a), c)
  write(0.0, c);    // wave: write takes a Register: write a number as Register({M, N}, f32, 0.0)
  mma(a, b);        // wave: a Memory is not a value: read it first, as in read(a) + read(b)
  mma(a, b, x);     // wave: a Memory is not a value: read it first, as in read(a) + read(b)
  mma(x, x, 0.0);   // wave: mma takes registers: start its sum from Register({M, N}, f32, 0.0)
}

void loops(Register x) {
  iterate({.axis = K}, x, [](Register p) { return p; });        // wave: iterate takes its initial values in braces: iterate({.axis = K}, {zero}, body)
  iterate({.axis = K}, {a}, [](Register p) { return p; });      // wave: iterate starts from registers: read a Memory, write a number as Register({M, N}, f32, 0.0)
  iterate({.axis = K}, {0.0}, [](Register p) { return p; });    // wave: iterate starts from registers: read a Memory, write a number as Register({M, N}, f32, 0.0)
  iterate({.axis = K}, [](Register p) { return p; });           // wave: the body of a loop without initial values takes no parameters: iterate({.axis = K}, [&] { ... })
  iterate({.axis = K}, {x}, [] { return 1; });                  // wave: the body of iterate takes one Register for each initial value
  iterate({.axis = K}, {x}, [](Register p) { write(p, c); });   // wave: the body of iterate returns what the next step starts from: a Register, or yield(...) with one Register for each initial value
  iterate({.axis = K}, {x, x}, [](Register p, Register) { return p; });  // wave: the body of iterate returns what the next step starts from: a Register, or yield(...) with one Register for each initial value
  yield(x, 0.0);    // wave: yield takes registers: write a number as Register({M, N}, f32, 0.0)
}

void kernels(const std::vector<float> &v) {
  Kernel("copy", {a}, {}, [](Register x) { write(x, a); });     // wave: the body of a kernel takes no parameters and uses its memories by reference: [&] { write(read(a), c); }
  Tensor::view(v, {4});     // wave: Tensor::view takes a pointer to the elements: Tensor::view(v.data(), {rows, columns})
  Tensor::view(std::vector<double>(4), {2, 2}, {2, 1}); // wave: Tensor::view takes a pointer to the elements: Tensor::view(v.data(), {rows, columns})
  compiled(v);      // wave: a kernel takes tensors, and numbers for its Scalars: Tensor::view(pointer, {rows, columns}) is a tensor over memory of your own
}
