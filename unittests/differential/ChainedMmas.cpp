//===- ChainedMmas.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChainedMmas.h"

namespace wave::test {

/// What `make` makes of dimensions that are drawn, where it takes those that are written down.
template <typename Make> static auto withDims(const std::vector<Expr> &dims, Make make) {
  switch (dims.size()) {
  case 1:
    return make({dims[0]});
  case 2:
    return make({dims[0], dims[1]});
  case 3:
    return make({dims[0], dims[1], dims[2]});
  case 4:
    return make({dims[0], dims[1], dims[2], dims[3]});
  default:
    return make({dims[0], dims[1], dims[2], dims[3], dims[4]});
  }
}

static Register constant(const std::vector<Expr> &dims, double value) {
  return withDims(dims,
                  [&](std::initializer_list<Expr> shape) { return Register(shape, f32, value); });
}

static Memory input(Setting &s, const char *name, const std::vector<Expr> &dims, DType dtype,
                    const Expr &space = GLOBAL_ADDRESS_SPACE) {
  return withDims(
      dims, [&](std::initializer_list<Expr> shape) { return s.input(name, shape, dtype, space); });
}

static Memory output(Setting &s, const char *name, const std::vector<Expr> &dims) {
  return withDims(dims,
                  [&](std::initializer_list<Expr> shape) { return s.output(name, shape, f32); });
}

/// Dimensions in another order, for a memory or a register.
static std::vector<Expr> shuffled(Random &random, std::vector<Expr> dims) {
  for (size_t i = dims.size(); i > 1; --i)
    std::swap(dims[i - 1],
              dims[static_cast<size_t>(random.between(0, static_cast<int64_t>(i) - 1))]);
  return dims;
}

Kernel chainedMmas(Setting &s) {
  const bool isOfWarpgroups = !s.random.oneIn(4), hasHeads = s.random.oneIn(2);
  s.histogram.count("tiles of", isOfWarpgroups ? "warpgroups" : "waves");
  s.histogram.count("heads", hasHeads ? "yes" : "no");
  if (isOfWarpgroups) {
    s.distributeWhole(M, 150, s.random.oneIn(3) ? 128 : 64);
    s.stepBySize(N, 70, s.random.of(std::vector<int64_t>{16, 32, 64}));
  } else {
    s.distributeBy(M, 40, 16, 1);
    s.stepBySize(N, 70, 16);
  }
  s.setSize(K, 16 * s.random.between(1, 4));
  s.setSize(P, 16 * s.random.between(1, 4));
  if (hasHeads)
    s.distributeWhole(B, 4, 1);
  const DType in = s.random.oneIn(2) ? f16 : bf16;
  const auto withHeads = [&](std::vector<Expr> dims) {
    if (hasHeads)
      dims.insert(dims.begin(), B);
    return dims;
  };
  const bool isMaximum = s.random.oneIn(2), hasBias = s.random.oneIn(3),
             isReadInLoop = s.random.oneIn(4);
  Memory q = input(s, "q", withHeads({M, K}), in, SHARED_ADDRESS_SPACE),
         k = input(s, "k", withHeads({N, K}), in, SHARED_ADDRESS_SPACE),
         v = input(s, "v", withHeads({N, P}), in, SHARED_ADDRESS_SPACE);
  std::optional<Memory> bias;
  if (hasBias)
    bias = input(s, "bias", withHeads({M, N}), f32);
  Memory o = output(s, "o", withHeads({M, P})), top = output(s, "top", withHeads({M})),
         total = output(s, "total", withHeads({M}));
  const double start = static_cast<double>(s.random.between(-1, 1));
  s.histogram.count("initial value", start == 0 ? "zero" : "other");
  s.histogram.count("bias", hasBias ? "yes" : "no");
  const auto trace = [&] {
    const Register query = read(q);
    const Register first = constant(withHeads({M}), -64), none = constant(withHeads({M}), 0);
    auto [highest, sums, product] = iterate(
        {.axis = N}, {first, none, constant(withHeads({M, P}), start)},
        [&](Register highest, Register sums, Register product) {
          Register scores =
              mma(isReadInLoop ? read(q) : query, read(k), constant(withHeads({M, N}), 0));
          if (hasBias)
            scores = scores + read(*bias);
          const Register now = maximum(highest, isMaximum ? max(scores, N) : min(scores, N));
          const Register weights = cast(maximum(minimum(scores, 4.0), -4.0), in);
          // A power of two, by which nothing is rounded in so few steps.
          const Register factor = select(highest < now, constant(withHeads({M}), 0.5), 1.0);
          return yield(now, sum(scores, sums * factor, N), mma(weights, read(v), product * factor));
        });
    write(product, o);
    write(highest, top);
    write(sums, total);
  };
  return hasBias ? Kernel("chained", {q, k, v, *bias, o, top, total}, s.constraints, trace)
                 : Kernel("chained", {q, k, v, o, top, total}, s.constraints, trace);
}

Kernel manyDimensions(Setting &s) {
  const bool isOfWarpgroups = s.random.oneIn(2);
  if (isOfWarpgroups) {
    s.distributeWhole(M, 150, 64);
    s.distributeWhole(N, 60, 16 * s.random.between(1, 3));
    s.stepBySize(K, 70, s.random.of(std::vector<int64_t>{16, 32, 64}));
  } else {
    s.distributeBy(M, 40, 16, 2);
    s.distributeBy(N, 40, 16, 2);
    s.stepBy(K, 50, 16);
  }
  const bool isUnit = s.random.oneIn(2);
  const auto draw = [&](const Symbol &dim) {
    if (isUnit)
      s.distributeWhole(dim, 3, 1);
    else
      s.setSize(dim, s.random.between(1, 3));
  };
  // Of each kind there may be one more.
  const bool hasBatch = s.random.oneIn(2), hasRows = s.random.oneIn(2);
  s.histogram.count("dimensions", std::string(hasBatch ? "batch " : "") + (hasRows ? "rows " : "") +
                                      (isUnit ? "of one" : "of several"));
  std::vector<Expr> lhs{M, K}, rhs{N, K}, sum{M, N};
  if (hasBatch) {
    draw(B);
    lhs.push_back(B), rhs.push_back(B), sum.push_back(B);
  }
  if (hasRows) {
    draw(Q);
    lhs.push_back(Q), sum.push_back(Q);
  }
  const bool hasReduction = s.random.oneIn(2);
  if (hasReduction) {
    if (isUnit)
      s.stepBySize(J, 3, 1);
    else
      s.setSize(J, s.random.between(1, 2));
    lhs.push_back(J), rhs.push_back(J);
    s.histogram.count("reductions", "two");
  }
  const bool isStored = s.random.oneIn(2); // with the matrices innermost
  const auto order = [&](std::vector<Expr> dims) {
    if (!isStored)
      return shuffled(s.random, dims);
    std::rotate(dims.begin(), dims.begin() + 2, dims.end());
    return dims;
  };
  const DType in = s.random.oneIn(2) ? f16 : bf16;
  Memory a = input(s, "a", order(lhs), in, SHARED_ADDRESS_SPACE),
         b = input(s, "b", order(rhs), in, SHARED_ADDRESS_SPACE);
  Memory c = output(s, "c", order(sum));
  const std::vector<Expr> shape = order(sum);
  return Kernel("many_dimensions", {a, b, c}, s.constraints, [&] {
    const auto along = [&](const Register &start) {
      return iterate({.axis = K}, {start},
                     [&](Register acc) { return mma(read(a), read(b), acc); });
    };
    const Register start = constant(shape, 1);
    write(hasReduction && isUnit ? Register(iterate({.axis = J}, {start}, along)) : along(start),
          c);
  });
}

} // namespace wave::test
