//===- RandomProgram.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomProgram.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace wave::test {

static constexpr double unknown = std::numeric_limits<double>::infinity();

/// What a loop does with the products that it sums.
static const std::vector<std::string> sumKinds{"alone",          "used in its loop",
                                               "beside a write", "beside an unused one",
                                               "unused",         "beside an unused product"};

static bool has(const std::vector<std::string> &dims, std::string_view dim) {
  return std::ranges::count(dims, dim) != 0;
}
static bool covers(const std::vector<std::string> &a, const std::vector<std::string> &b) {
  return std::ranges::all_of(b, [&](const std::string &dim) { return has(a, dim); });
}

/// The greatest magnitude up to which all integers are numbers of the type.
static double exactUpTo(DType dtype) {
  switch (dtype) {
  case DType::f16:
    return 2048;
  case DType::bf16:
    return 256;
  case DType::f32:
    return 0x1p24;
  case DType::f64:
    return 0x1p53;
  case DType::i8:
    return 127;
  case DType::i32:
    return 0x1p31 - 1;
  case DType::i64:
    return 0x1p53;
  case DType::i1:
    return 1;
  case DType::f8e4m3fn:
  case DType::f8e4m3fnuz:
    return 16;
  case DType::f8e5m2:
  case DType::f8e5m2fnuz:
    return 8;
  }
  return 0;
}

RandomProgram::Value RandomProgram::describe(const Register &tile, double bound) {
  Value value{tile, {}, tile.dtype(), bound};
  if (!(bound <= exactUpTo(value.dtype)))
    value.bound = unknown;
  for (const Expr &dim : tile.shape())
    value.dims.push_back(dim.str());
  for (const Symbol &dim : {K, J})
    if (has(value.dims, dim.name()) &&
        std::ranges::none_of(axes, [&](const Symbol &axis) { return axis.name() == dim.name(); }))
      s.needsSize(dim);
  return value;
}

void RandomProgram::shareOut(DType product) {
  if (aim == Aim::Gpu)
    return shareOutToLanes(product);
  const int64_t mostTile = random.oneIn(4) ? 4 : 0; // many tiles
  for (const Symbol &dim : {M, N})
    if (inParts && inParts->name() == dim.name())
      s.distributeInParts(dim, 18, 1);
    else if (hasBatches)
      s.distributeBy(dim, 10, 1);
    else
      s.distribute(dim, 18, mostTile);
  shareOutBatches();
  s.step(K, 11);
  s.step(J, 11);
}

/// Dimensions of the grid from the third one on, or a dimension that every tile has whole.
void RandomProgram::shareOutBatches() {
  if (!hasBatches)
    return s.whole(B, aim == Aim::Gpu ? 3 : 4);
  s.distributeBatches(B, 3);
  s.distributeBatches(P, 3);
  const size_t kind = s.histogram.rarest("dimensions of the grid", {"4", "5"});
  s.histogram.count("dimensions of the grid", kind == 0 ? "4" : "5");
  if (kind == 1)
    s.distributeBatches(Q, 3);
}

/// A dimension that is whole in a tile can be reduced: one of M and N, at times.
void RandomProgram::shareOutToLanes(DType product) {
  hasProducts = !random.oneIn(3);
  s.histogram.count("tiles", hasProducts ? "of instructions" : "any");
  const int64_t unit = hasProducts ? 16 : random.between(1, 5);
  const int64_t step = !hasProducts ? random.between(1, 5) : product == i8 ? 32 : 16;
  const bool isWhole = !hasBatches && random.oneIn(3), isFirst = random.oneIn(2);
  for (const Symbol &dim : {M, N})
    if (inParts && inParts->name() == dim.name())
      s.distributeInParts(dim, hasProducts ? 50 : 20, unit);
    else if (isWhole && isFirst == (dim.name() == M.name()))
      s.whole(dim, 20);
    else
      s.distributeBy(dim, hasProducts ? 50 : 20, unit, isSmall ? 1 : 4);
  shareOutBatches();
  s.stepBy(K, 3 * step, step);
  s.stepBy(J, 2 * step, step);
}

Expr RandomProgram::addressSpace() {
  const bool isShared = aim == Aim::Gpu && random.oneIn(2);
  s.histogram.count("address space", isShared ? "shared" : "global");
  return isShared ? Expr(SHARED_ADDRESS_SPACE) : Expr(GLOBAL_ADDRESS_SPACE);
}

Kernel RandomProgram::make() {
  // One element type for all operands of products, so that they find each other.
  DType in = drawProduct(s).first;
  hasBatches = random.oneIn(6);
  if (!hasBatches && random.oneIn(8))
    inParts.emplace(random.oneIn(2) ? M : N);
  shareOut(in);
  drawMap();
  auto input = [&](const char *name, std::initializer_list<Expr> shape, DType dtype) {
    return s.input(name, shape, dtype, addressSpace());
  };
  Memory a = input("a", {M, K}, in), b = input("b", {K, N}, in), c = input("c", {N, J}, in),
         d = input("d", {J, M}, in), e = input("e", {B, M, K}, in), f = input("f", {N, B, K}, in),
         g = input("g", {N}, drawDType(s));
  // What is written has all dimensions of the grid.
  const auto shaped = [&](std::initializer_list<Expr> plain, std::initializer_list<Expr> batched,
                          std::initializer_list<Expr> more) {
    return !hasBatches ? plain : s.isDistributed(Q) ? more : batched;
  };
  // In the tiles of instructions the three dimensions are more than lanes hold.
  const bool isFlat = aim == Aim::Gpu && hasProducts;
  Memory h = s.inOut("h", shaped({N, M}, {B, N, P, M}, {B, Q, N, P, M}), drawDType(s)),
         x = s.output("x", shaped({M, N}, {P, B, M, N}, {Q, P, B, M, N}), drawDType(s)),
         y = s.output("y",
                      isFlat ? shaped({N, M}, {P, B, N, M}, {B, P, Q, N, M})
                             : shaped({M, K, N}, {P, B, M, K, N}, {P, Q, B, M, N}),
                      drawDType(s)),
         z = s.output("z", shaped({N, M, B}, {N, M, B, P}, {N, P, M, B, Q}), drawDType(s));
  readable = {a, b, c, d, e, f, g, h};
  writable = {h, x, y, z};
  if (!hasBatches && random.oneIn(4)) {
    s.likewise(P, N);
    s.likewise(Q, M);
    isPartial = random.oneIn(2);
    const auto add = [&](std::initializer_list<Expr> shape) {
      return isPartial ? s.inOut("w", shape, drawDType(s)) : s.output("w", shape, drawDType(s));
    };
    swapped = random.oneIn(2) ? add({P, Q}) : add({Q, P});
  }
  const auto traced = [&] {
    budget = static_cast<int>(isSmall ? random.between(2, 6)
                                      : random.between(8, aim == Aim::Gpu ? 22 : 30));
    forEachTile([&] {
      Values values;
      addRead(values);
      body(values, 0);
      for (const Memory &memory : std::vector<Memory>(writable)) {
        writable = {memory};
        addWrite(values);
      }
      if (swapped)
        addSwapped(values, *swapped);
    });
  };
  if (swapped)
    return Kernel("random_program", {a, b, c, d, e, f, g, h, x, y, z, *swapped}, s.constraints,
                  traced);
  return Kernel("random_program", {a, b, c, d, e, f, g, h, x, y, z}, s.constraints, traced);
}

void RandomProgram::body(Values &values, int depth) {
  for (int64_t count = random.between(3, 14); count > 0 && budget > 0; --count, --budget)
    statement(values, depth);
}

void RandomProgram::statement(Values &values, int depth) {
  using Member = void (RandomProgram::*)(Values &);
  static constexpr std::pair<int64_t, Member> weights[] = {
      {3, &RandomProgram::addRead},       {1, &RandomProgram::addRenamed},
      {2, &RandomProgram::addNumber},     {1, &RandomProgram::addCoordinates},
      {8, &RandomProgram::addArithmetic}, {2, &RandomProgram::addCast},
      {3, &RandomProgram::addProduct},    {2, &RandomProgram::addSum},
      {6, &RandomProgram::addFunction},   {10, &RandomProgram::addRounded},
      {8, &RandomProgram::addChoice},     {7, &RandomProgram::addReduction}};
  if (aim == Aim::Gpu && hasProducts && random.oneIn(20))
    return addSum(values);
  int64_t place = random.between(0, 60);
  for (const auto &[weight, add] : weights)
    if ((place -= weight) < 0)
      return (this->*add)(values);
  if (place < 1)
    addWrite(values);
  else if (place < 3)
    addLog(values);
  else if (place < 5)
    addWhile(values, depth);
  else
    addLoop(values, depth);
}

/// Of a value that every order of a sum gives the same bits.
void RandomProgram::addLog(const Values &values) {
  const Value &value = random.of(values);
  if (!(value.bound <= exactUpTo(value.dtype)) || workgroups || hasBatches || whiles > 0 ||
      bounded > 0)
    return; // nothing says which tile it is
  s.histogram.count("op", "debug_log");
  Bindings at;
  if (random.oneIn(3))
    at.set(
        value.dims.front(),
        random.between(0, std::max<int64_t>(s.sizeOf(Symbol(value.dims.front().c_str())), 1) - 1));
  debug_log(value.tile, "log " + std::to_string(logs++), {.at = at});
}

RandomProgram::Value RandomProgram::readFrom(const Memory &memory) {
  s.histogram.count("op", "read");
  bool isWritten = memory.declaration().name == "h";
  return describe(load(memory), isWritten ? unknown : 3);
}

void RandomProgram::addRead(Values &values) {
  if (random.oneIn(3))
    return addMapped(values);
  values.push_back(readFrom(random.of(readable)));
}

void RandomProgram::addNumber(Values &values) {
  s.histogram.count("op", "register");
  DType dtype = drawDType(s);
  double number = static_cast<double>(random.between(dtype == i1 ? 0 : -2, dtype == i1 ? 1 : 2));
  values.push_back(random.oneIn(2) ? describe(Register({M, N}, dtype, number), 2)
                                   : describe(Register({N, B, M}, dtype, number), 2));
}

/// Where elements are, along some dimension.
void RandomProgram::addCoordinates(Values &values) {
  const Symbol dims[] = {M, N, K, J, B};
  const Symbol &dim = dims[static_cast<size_t>(random.between(0, 4))];
  s.histogram.count("op", "coordinates");
  // Under a grid constraint tiles are whole.
  const auto most = static_cast<double>(std::max(s.sizeOf(dim), workgroups ? s.tileOf(dim) : 0));
  values.push_back(describe(self_index(dim, random.oneIn(2) ? i32 : i64), most));
}

RandomProgram::Value RandomProgram::as(const Value &value, DType dtype) {
  s.histogram.count("op", "cast");
  bool isCut = !(value.bound <= exactUpTo(dtype));
  bool isSmallInteger = dtype == i8 || dtype == i1;
  double bound = !isCut ? value.bound : isSmallInteger ? (dtype == i8 ? 128 : 1) : unknown;
  Value result = describe(cast(value.tile, dtype), bound);
  if (isSmallInteger)
    result.bound = std::min(bound, 128.0);
  return result;
}

void RandomProgram::addCast(Values &values) {
  values.push_back(as(random.of(values), drawDType(s)));
}

bool RandomProgram::canMeet(const Value &a, const Value &b) const {
  return covers(a.dims, b.dims) || covers(b.dims, a.dims);
}

RandomProgram::Value RandomProgram::besides(const Value &value, const Values &values) {
  Values partners;
  for (const Value &other : values)
    if (canMeet(value, other))
      partners.push_back(other);
  return partners.empty() ? value : random.of(partners);
}

RandomProgram::Value RandomProgram::partnerOf(const Value &value, const Values &values) {
  Value partner = besides(value, values);
  return partner.dtype == value.dtype ? partner : as(partner, value.dtype);
}

void RandomProgram::addArithmetic(Values &values) {
  Value lhs = random.of(values);
  if (lhs.dtype == i1)
    lhs = as(lhs, random.of<DType>({f16, bf16, i32}));
  std::vector<std::string> names{"sub", "mul"};
  if (is_float(lhs.dtype))
    names.emplace_back("div");
  const size_t kind = random.oneIn(4) ? 0 : 1 + s.histogram.rarest("op", names);
  s.histogram.count("op", kind == 0 ? "add" : names[kind - 1]);
  auto combine = [&](const auto &a, const auto &b) {
    return kind == 0 ? a + b : kind == 1 ? a - b : kind == 2 ? a * b : a / b;
  };
  auto boundOf = [&](double a, double b) { return kind < 2 ? a + b : kind == 2 ? a * b : unknown; };
  // Not of i32, which some sizes would not fit.
  if (random.oneIn(6) && (is_float(lhs.dtype) || lhs.dtype == i64)) {
    s.histogram.count("operand", "size");
    const Expr size = Expr::symbol(random.of(lhs.dims)) + random.between(-2, 2);
    Register tile = random.oneIn(2) ? combine(size, lhs.tile) : combine(lhs.tile, size);
    values.push_back(describe(tile, unknown));
    return;
  }
  if (random.oneIn(3)) {
    s.histogram.count("operand", "number");
    auto number = static_cast<int>(random.between(-2, 2));
    Register tile = random.oneIn(2) ? combine(number, lhs.tile) : combine(lhs.tile, number);
    values.push_back(describe(tile, boundOf(lhs.bound, 2)));
    return;
  }
  Value rhs = partnerOf(lhs, values);
  s.histogram.count("operand", rhs.dims.size() == lhs.dims.size() ? "same shape" : "broadcast");
  if (random.oneIn(2))
    std::swap(lhs, rhs);
  values.push_back(describe(combine(lhs.tile, rhs.tile), boundOf(lhs.bound, rhs.bound)));
}

/// Whether the two are operands of a product that reduces a dimension of K, J and B.
static std::string commonOf(const std::vector<std::string> &lhs,
                            const std::vector<std::string> &rhs) {
  std::vector<std::string> shared, lhsFree, rhsFree;
  for (const std::string &dim : lhs)
    (has(rhs, dim) ? shared : lhsFree).push_back(dim);
  for (const std::string &dim : rhs)
    if (!has(lhs, dim))
      rhsFree.push_back(dim);
  if (shared.empty() || lhsFree.size() != 1 || rhsFree.size() != 1)
    return "";
  // Without an accumulator the last shared dimension of lhs is the reduction.
  return shared.back();
}

/// A dimension that is distributed would make partial sums.
std::string RandomProgram::reductionOf(const std::vector<std::string> &lhs,
                                       const std::vector<std::string> &rhs) const {
  const std::string common = commonOf(lhs, rhs);
  const bool isFree = common == "K" || common == "J" || (common == "B" && !hasBatches);
  return isFree ? common : "";
}

/// A value that a sum may start from: whether -0 stays -0 is not promised, +0 is made of it.
static Register startOf(const Register &value, DType dtype) {
  return is_float(dtype) ? value + 0.0 : value;
}

/// Of an MMA of such operands.  What is exact stays exact: parts of a number are multiples of what
/// it is a multiple of.
static MmaOptions drawOptions(Setting &s, DType operands) {
  if (operands != f32)
    return {};
  static const std::vector<std::string> names = {"tf32", "3xtf32", "open"};
  constexpr std::optional<Precision> precisions[] = {Precision::TF32, Precision::TF32x3, {}};
  const size_t drawn = s.histogram.rarest("precision", names);
  s.histogram.count("precision", names[drawn]);
  return {.precision = precisions[drawn]};
}

void RandomProgram::addProduct(Values &values) {
  if (!hasProducts)
    return addFunction(values);
  std::vector<std::pair<size_t, size_t>> pairs;
  for (size_t i = 0; i < values.size(); ++i)
    for (size_t j = 0; j < values.size(); ++j) {
      const Value &a = values[i], &b = values[j];
      bool multiplies = a.dtype == b.dtype && a.dtype != i1 && a.dtype != i32 && a.dtype != i64;
      bool isExact = a.dtype == i8 || (a.bound <= 64 && b.bound <= 64);
      if (multiplies && isExact && !reductionOf(a.dims, b.dims).empty())
        pairs.emplace_back(i, j);
    }
  if (pairs.empty())
    return addRead(values);
  auto [i, j] = random.of(pairs);
  const Value a = values[i], b = values[j];
  s.histogram.count("op", "mma");
  double bound = 14 * a.bound * b.bound;
  const MmaOptions options = drawOptions(s, a.dtype);
  Register product = mma(a.tile, b.tile, options);
  if (random.oneIn(8)) // nothing uses it
    return;
  Value zero = describe(product, bound);
  std::vector<Value> accumulators;
  for (const Value &value : values)
    if (value.dtype == zero.dtype && value.dims.size() == zero.dims.size() &&
        covers(value.dims, zero.dims) && (value.dtype == i32 || value.bound <= 0x1p20))
      accumulators.push_back(value);
  if (accumulators.empty() || random.oneIn(4)) {
    values.push_back(zero);
    return;
  }
  s.histogram.count("operand", "accumulator");
  const Value &accumulator = random.of(accumulators);
  values.push_back(
      describe(mma(a.tile, b.tile, startOf(accumulator.tile, accumulator.dtype), options),
               bound + accumulator.bound));
}

/// Products summed in a loop of their own, and what else that loop does with them: the sum is used
/// there, something is written, another sum or product is made that nothing uses, or nothing uses
/// this one.
void RandomProgram::addSum(Values &values) {
  if (!hasProducts)
    return addReduction(values);
  auto isFree = [&](std::string_view name) {
    return std::ranges::none_of(axes, [&](const Symbol &axis) { return axis.name() == name; });
  };
  bool overJ = isFree("J"), overK = isFree("K") && (!overJ || random.oneIn(2));
  if (!overK && !overJ)
    return addProduct(values);
  s.histogram.count("op", "iterate");
  s.histogram.count("op", "mma");
  DType in = readable[0].declaration().dtype, sum = in == i8 ? i32 : in == f64 ? f64 : f32;
  const double number = random.oneIn(3) ? 0 : 1;
  Register start =
      random.oneIn(2) ? Register({M, N}, sum, number) : Register({N, M}, sum, -number + 0.0);
  std::vector<Value> starts{describe(start, 1)};
  for (const Value &value : values)
    if (value.dtype == sum && value.dims.size() == 2 && has(value.dims, "M") &&
        has(value.dims, "N") && (sum == i32 || value.bound <= 0x1p20))
      starts.push_back(value);
  const Value &init = random.of(starts);
  const Register first = startOf(init.tile, sum);
  const Symbol &axis = overK ? K : J;
  const MmaOptions ofMma = drawOptions(s, in);
  const auto step = [&](const Register &acc) {
    const size_t lhs = overK ? 0 : 2;
    Register left = load(readable[lhs]);
    return mma(left, load(readable[lhs + 1]), acc, ofMma);
  };
  const double bound = init.bound + 14 * 9;
  const std::string kind = sumKinds[s.histogram.rarest("sum", sumKinds)];
  s.histogram.count("sum", kind);
  if (kind == "used in its loop" || kind == "beside an unused one") {
    const bool isUsed = kind == "used in its loop";
    const auto [result, other] =
        iterate(loopOver(axis), {first, first}, [&](Register acc, Register beside) {
          Register next = step(acc);
          return yield(next, isUsed ? maximum(beside, next) : step(beside));
        });
    values.push_back(describe(result, bound));
    if (isUsed)
      values.push_back(describe(other, bound));
    return;
  }
  const IterateOptions options = loopOver(axis);
  Register result = iterate(options, {first}, [&](Register acc) {
    Register next = step(acc);
    if (kind == "beside an unused product")
      step(Register({M, N}, sum, 0));
    if (kind == "beside a write")
      writeInLoop(values, describe(next, bound), axis, options.begin || options.end);
    return next;
  });
  if (kind != "unused")
    values.push_back(describe(result, bound));
}

/// Of a value of the body of a loop over `axis`, or of one before it.
void RandomProgram::writeInLoop(const Values &values, const Value &own, const Symbol &axis,
                                bool isBounded) {
  Values inside = visibleInside(values, axis);
  inside.push_back(own);
  const bool wasPartOfK = isPartOfK;
  isPartOfK |= isBounded && axis.name() == K.name();
  axes.push_back(axis);
  bounded += isBounded ? 1 : 0;
  addWrite(inside);
  bounded -= isBounded ? 1 : 0;
  axes.pop_back();
  isPartOfK = wasPartOfK;
}

void expectSums(Histogram &histogram, int count) {
  for (const std::string &kind : sumKinds)
    EXPECT_GE(100 * histogram("sum", kind), count) << kind;
}

} // namespace wave::test
