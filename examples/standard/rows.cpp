//===- rows.cpp - Kernels that reduce rows or columns ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows that registers hold, such as those of a hidden layer, are read once: a workgroup takes 4 of
// them, each distributed over waves in parts of 256 elements.  A row of any length is iterated over
// in steps, with what is known of it so far carried from step to step.
//
//===----------------------------------------------------------------------===//

#include "references.h"
#include "standard_set.h"

namespace standard {
using namespace wave;

constexpr Symbol M{"M"}, N{"N"}, V{"V"}, T{"T"}, D{"D"}, S{"S"};
constexpr Symbol PARTS{"PARTS"}, ENDS{"ENDS"}, ID{"ID"}, BLOCK_M{"BLOCK_M"}, WAVE_N{"WAVE_N"};
static const Expr i = IndexMapping::iterator(0), j = IndexMapping::iterator(1);

constexpr double lowest = -3e38; // below all inputs; exp(lowest - x) is 0
constexpr double epsilon = 1e-5; // keeps the variance of a constant row from being 0

static Constraints whole_rows() {
  return {WorkgroupConstraint{M, BLOCK_M, 0}, WaveConstraint{N, WAVE_N}};
}

// Two passes over a row of any length: its maximum and the sum of its exponentials, of which the
// sum so far is scaled whenever the maximum grows; then the values.
static Kernel softmax_long() {
  Memory x("x", {M, N}, f16), y("y", {M, N}, f16);
  const Constraints steps_of_rows{WorkgroupConstraint{M, 4, 0}, TilingConstraint{N, 1024},
                                  WaveConstraint{N, 256}};
  Kernel kernel("softmax_long", {x, y}, steps_of_rows, [&] {
    Register none({M}, f32, lowest), zero({M}, f32, 0.0);
    auto [highest, total] =
        iterate({.axis = N, .tag = "sum"}, {none, zero}, [&](Register highest, Register total) {
          Register part = cast(read(x), f32), now = maximum(highest, max(part, N));
          return yield(now, sum(exp(part - now), total * exp(highest - now), N));
        });
    Register scale = rcp(total);
    iterate({.axis = N, .tag = "scale"},
            [&] { write(cast(exp(cast(read(x), f32) - highest) * scale, f16), y); });
  });
  return kernel.set_defaults({M = 6, N = 2500});
}

// y = x / rms(x) * weight.  The scale of each row is kept for the backward pass.
static Kernel rms_norm() {
  Memory x("x", {M, N}, bf16), weight("weight", {N}, bf16), y("y", {M, N}, bf16);
  Memory scale("scale", {M}, f32);
  Kernel kernel("rms_norm", {x, weight, y, scale}, whole_rows(), [&] {
    Register row = cast(read(x), f32), own = rsqrt(sum(row * row, N) / N + epsilon);
    write(cast(row * own * cast(read(weight), f32), bf16), y);
    write(own, scale);
  });
  return kernel.set_defaults({M = 9, N = 768, BLOCK_M = 4, WAVE_N = 256});
}

// y = (x - mean(x)) / deviation(x) * weight + bias.
static Kernel layer_norm() {
  Memory x("x", {M, N}, f16), weight("weight", {N}, f16), bias("bias", {N}, f16);
  Memory y("y", {M, N}, f16), mean("mean", {M}, f32), scale("scale", {M}, f32);
  Kernel kernel("layer_norm", {x, weight, bias, y, mean, scale}, whole_rows(), [&] {
    Register row = cast(read(x), f32), middle = sum(row, N) / N, centred = row - middle;
    Register own = rsqrt(sum(centred * centred, N) / N + epsilon);
    write(cast(centred * own * cast(read(weight), f32) + cast(read(bias), f32), f16), y);
    write(middle, mean);
    write(own, scale);
  });
  return kernel.set_defaults({M = 9, N = 768, BLOCK_M = 4, WAVE_N = 256});
}

// Gradients of weights are sums over all rows.  PARTS workgroups iterate over as many rows each, in
// steps of 4, and add up theirs; column_sum then adds the parts.
static Constraints parts_of_rows() {
  return {GridConstraint{PARTS}, TilingConstraint{M, 4}, WaveConstraint{N, 256}};
}
static const Expr rows_of_part = ceildiv(ceildiv(M, PARTS), 4) * 4;
static const Expr first_row = WORKGROUP_0 * rows_of_part;
static const IndexMapping to_part{.inputs = {N = i}, .outputs = {PARTS = WORKGROUP_0, N = i}};

static Kernel rms_norm_backward() {
  Memory x("x", {M, N}, bf16), weight("weight", {N}, bf16), dy("dy", {M, N}, bf16);
  Memory scale("scale", {M}, f32), dx("dx", {M, N}, bf16), dweight("dweight", {PARTS, N}, f32);
  Kernel kernel("rms_norm_backward", {x, weight, dy, scale, dx, dweight}, parts_of_rows(), [&] {
    Register w = cast(read(weight), f32), zero({N}, f32, 0.0);
    Register dw = iterate(
        {.axis = M, .begin = first_row, .end = first_row + rows_of_part}, {zero}, [&](Register dw) {
          Register gradient = cast(read(dy), f32), normal = cast(read(x), f32) * read(scale);
          Register weighted = gradient * w, along = sum(normal * weighted, N) / N;
          write(cast((weighted - normal * along) * read(scale), bf16), dx);
          return sum(gradient * normal, dw, M);
        });
    write(dw, dweight, {.mapping = to_part});
  });
  return kernel.set_defaults({M = 22, N = 768, PARTS = 3});
}

static Kernel layer_norm_backward() {
  Memory x("x", {M, N}, f16), weight("weight", {N}, f16), dy("dy", {M, N}, f16);
  Memory mean("mean", {M}, f32), scale("scale", {M}, f32), dx("dx", {M, N}, f16);
  Memory dweight("dweight", {PARTS, N}, f32), dbias("dbias", {PARTS, N}, f32);
  Kernel kernel("layer_norm_backward", {x, weight, dy, mean, scale, dx, dweight, dbias},
                parts_of_rows(), [&] {
                  Register w = cast(read(weight), f32), zero({N}, f32, 0.0);
                  auto [dw, db] = iterate(
                      {.axis = M, .begin = first_row, .end = first_row + rows_of_part},
                      {zero, zero}, [&](Register dw, Register db) {
                        Register gradient = cast(read(dy), f32), weighted = gradient * w;
                        Register normal = (cast(read(x), f32) - read(mean)) * read(scale);
                        Register along = sum(normal * weighted, N) / N,
                                 shift = sum(weighted, N) / N;
                        write(cast((weighted - (normal * along + shift)) * read(scale), f16), dx);
                        return yield(sum(gradient * normal, dw, M), sum(gradient, db, M));
                      });
                  write(dw, dweight, {.mapping = to_part});
                  write(db, dbias, {.mapping = to_part});
                });
  return kernel.set_defaults({M = 22, N = 768, PARTS = 3});
}

// y[n] = the sum of x[m, n] over m.  A workgroup takes 128 columns, so that rows are read along;
// its waves take 8 rows each of a step.
static Kernel column_sum() {
  Memory x("x", {M, N}, f32), y("y", {N}, f32);
  const Constraints constraints{WorkgroupConstraint{N, 128, 0}, TilingConstraint{M, 32},
                                WaveConstraint{M, 8}};
  Kernel kernel("column_sum", {x, y}, constraints, [&] {
    write(iterate({.axis = M}, {Register({N}, f32, 0.0)},
                  [&](Register total) { return sum(read(x), total, M); }),
          y);
  });
  return kernel.set_defaults({M = 150, N = 300});
}

// loss = log(sum of exp(x)) - x[label], and its gradient, for a vocabulary of any size: a workgroup
// takes one token.
static Kernel cross_entropy() {
  Memory x("x", {M, V}, bf16), label("label", {M}, i32);
  Memory loss("loss", {M}, f32), dx("dx", {M, V}, bf16);
  const Constraints constraints{WorkgroupConstraint{M, 1, 0}, TilingConstraint{V, 2048},
                                WaveConstraint{V, 512}};
  Kernel kernel("cross_entropy", {x, label, loss, dx}, constraints, [&] {
    Register none({M}, f32, lowest), zero({M}, f32, 0.0), own = read(label);
    const auto hit = [&] { return broadcast(self_index(V), {M, V}) == own; };
    auto [highest, total, target] = iterate(
        {.axis = V}, {none, zero, zero}, [&](Register highest, Register total, Register target) {
          Register part = cast(read(x), f32), now = maximum(highest, max(part, V));
          return yield(now, sum(exp(part - now), total * exp(highest - now), V),
                       sum(select(hit(), part, 0.0), target, V));
        });
    write(highest + log(total) - target, loss);
    iterate({.axis = V}, [&] {
      Register probability = exp(cast(read(x), f32) - highest) / total;
      write(cast(probability - cast(cast(hit(), i32), f32), bf16), dx);
    });
  });
  return kernel.set_defaults({M = 3, V = 5000});
}

// The first index of the largest element of each row: the least of the indices that have it.
static Kernel argmax() {
  Memory x("x", {M, N}, f32), y("y", {M}, i32);
  Kernel kernel("argmax", {x, y}, whole_rows(), [&] {
    Register row = read(x), index = broadcast(self_index(N), {M, N});
    write(min(select(row == max(row, N), index, 2147483647), N), y);
  });
  return kernel.set_defaults({M = 9, N = 700, BLOCK_M = 4, WAVE_N = 256});
}

// y[t] = table[id[t]].  A workgroup takes one token, so that its row is a scalar.  An id outside of
// the table gives zeros.
static Kernel embedding() {
  Memory table("table", {V, D}, f16), id("id", {T}, i32), y("y", {T, D}, f16);
  const Constraints constraints{WorkgroupConstraint{T, 1, 0}, WorkgroupConstraint{D, 512, 1}};
  Kernel kernel("embedding", {table, id, y}, constraints, [&] {
    set_symbol(ID, read(id, {.mapping = IndexMapping{.inputs = {T = WORKGROUP_0}}}));
    // i is the token's number.
    const IndexMapping row{.inputs = {V = i - WORKGROUP_0 + ID, D = j}, .outputs = {T = i, D = j}};
    write(read(table, {.mapping = row}), y);
  });
  return kernel.set_defaults({V = 50, T = 37, D = 600});
}

// y[s] = the sum of the rows ends[s] to ends[s + 1] - 1 of x: bounds of a loop from memory.
static Kernel segment_sum() {
  Memory x("x", {T, D}, f32), ends("ends", {ENDS}, i32), y("y", {S, D}, f32);
  const Constraints constraints{WorkgroupConstraint{S, 1, 0}, WorkgroupConstraint{D, 256, 1},
                                TilingConstraint{T, 1}};
  Kernel kernel("segment_sum", {x, ends, y}, constraints, [&] {
    const auto end = [&](const Expr &segment) {
      return read(ends, {.mapping = IndexMapping{.inputs = {ENDS = segment}}});
    };
    Register begin = maximum(end(WORKGROUP_0), 0), zero({D}, f32, 0.0);
    Register total = iterate({.axis = T, .begin = begin, .end = end(WORKGROUP_0 + 1)}, {zero},
                             [&](Register total) { return sum(read(x), total, T); });
    write(broadcast(total, {S, D}), y);
  });
  return kernel.set_defaults({T = 100, D = 300, S = 5, ENDS = S + 1});
}

// The recurrence of a state space model (Mamba), for each channel d with N states:
//   h[n] = exp(dt * a[n]) * h[n] + dt * b[n] * x,   y = sum of c[n] * h[n] over n
// A workgroup takes 64 channels, and carries their states from token to token.
static Kernel selective_scan() {
  Memory x("x", {T, D}, f32), dt("dt", {T, D}, f32), a("a", {D, N}, f32), b("b", {T, N}, f32),
      c("c", {T, N}, f32), y("y", {T, D}, f32);
  const Constraints constraints{WorkgroupConstraint{D, 64, 0}, TilingConstraint{T, 1}};
  Kernel kernel("selective_scan", {x, dt, a, b, c, y}, constraints, [&] {
    Register decay = read(a), zero({D, N}, f32, 0.0);
    // A step has one token: sums over T leave its dimension out.
    const auto now = [](const Memory &memory) { return sum(read(memory), T); };
    iterate({.axis = T}, {zero}, [&](Register state) {
      Register step = now(dt), input = broadcast(step * now(x), {D, N}) * now(b);
      Register next = exp(step * decay) * state + input;
      write(broadcast(sum(next * now(c), N), {T, D}), y);
      return next;
    });
  });
  return kernel.set_defaults({T = 20, D = 100, N = 16});
}

std::vector<KernelEntry> rows_kernels() {
  return {
      {softmax_long, "y = softmax of rows of any length", reference<expected::softmax_long>},
      {rms_norm, "y = x / rms(x) * weight", reference<expected::rms_norm>},
      {rms_norm_backward, "dx, and dweight in parts", reference<expected::rms_norm_backward>},
      {layer_norm, "y = (x - mean) / deviation * weight + bias", reference<expected::layer_norm>},
      {layer_norm_backward, "dx, and dweight and dbias in parts",
       reference<expected::layer_norm_backward>},
      {column_sum, "y[n] = sum of x[m, n] over m", reference<expected::column_sum>},
      {cross_entropy, "loss = log(sum of exp(x)) - x[label], and its gradient",
       reference<expected::cross_entropy>},
      {argmax, "y = the first index of the largest of each row", reference<expected::argmax>},
      {embedding, "y[t] = table[id[t]]", reference<expected::embedding>},
      {segment_sum, "y[s] = sum of x[ends[s]] to x[ends[s + 1] - 1]",
       reference<expected::segment_sum>},
      {selective_scan, "the recurrence of a state space model",
       reference<expected::selective_scan>},
  };
}

} // namespace standard
