//===- misuse.cpp - Each line is wrong, and its comment is what compilers say
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// check_misuse.py reads it.  Each line instantiates another template, or another one of it: of
// equal ones a compiler speaks once.
//
//===----------------------------------------------------------------------===//

#include <wave/wave.h>

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
  compiled(v);      // wave: a kernel takes tensors, and numbers for its Scalars: Tensor::view(pointer, {rows, columns}) is a tensor over memory of your own
}
