//===- DrawnNest.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DrawnNest.h"

#include <functional>
#include <utility>

namespace wave::test {

namespace {

constexpr Symbol M{"M"}, N{"N"}, J{"J"}, T{"T"};
constexpr Symbol BLOCK_M{"BLOCK_M"}, BLOCK_N{"BLOCK_N"}, BLOCK_K{"BLOCK_K"}, WAVE_M{"WAVE_M"};
constexpr Symbol TILES{"TILES"}, NUM_CTAS{"NUM_CTAS"}, TILE_ROW{"TILE_ROW"};
constexpr Symbol LENGTHS{"LENGTHS"};
constexpr Symbol K[] = {Symbol{"K0"}, Symbol{"K1"}, Symbol{"K2"}};

constexpr int64_t columns = 16;
constexpr const char *stepNames[] = {"written", "added", "carried", "none"};

std::string numbered(const char *name, size_t number) { return name + std::to_string(number); }

/// A kernel's arguments are a list in braces: one for each number of them.
template <size_t... I>
Kernel kernelOf(std::index_sequence<I...>, const std::vector<Memory> &arguments,
                const Constraints &constraints, const std::function<void()> &body) {
  return Kernel("nest", {arguments[I]...}, constraints, body);
}
template <size_t Count = 3>
Kernel kernelOf(const std::vector<Memory> &arguments, const Constraints &constraints,
                const std::function<void()> &body) {
  constexpr size_t most = 13; // three products, their lengths, and the size of a loop
  if constexpr (Count < most)
    if (arguments.size() > Count)
      return kernelOf<Count + 1>(arguments, constraints, body);
  return kernelOf(std::make_index_sequence<Count>(), arguments, constraints, body);
}

} // namespace

const char *simulatorOf(Machine machine) {
  constexpr const char *names[] = {"sim:mi300x", "sim:mi355x", "sim:h200", "sim:gb200"};
  return names[static_cast<size_t>(machine)];
}

DrawnNest DrawnNest::draw(Random &random, Machine machine, Histogram &histogram) {
  DrawnNest nest;
  nest.machine = machine;
  const int64_t loops = random.oneIn(5) ? 1 : random.between(2, 3);
  const int64_t outer =
      random.between(random.oneIn(2) && loops > 1 ? 1 : 0, loops - 1); // around the products
  nest.isPersistent = outer == 2 || (outer == 1 && random.oneIn(3));
  if (outer == 2 || (outer == 1 && !nest.isPersistent)) {
    nest.step = random.of(std::vector{Step::Written, Step::Added, Step::Carried});
    nest.steps = random.between(0, 5);
  }
  nest.products.resize(static_cast<size_t>(loops - outer));
  for (Product &product : nest.products) {
    product.trips = random.between(0, 7);
    product.isDirect = isAmd(machine) && random.oneIn(4);
    // On Blackwell the lanes have no accumulator to compute with in a loop.
    product.isUsed = machine != Machine::Blackwell && random.oneIn(4);
  }
  nest.isChained = random.oneIn(2);
  // Two instructions at least, and of a two accesses; three products of so much do not fit the
  // shared memory of all machines.
  if (random.oneIn(4) && nest.products.size() < 3) {
    nest.depth = isAmd(machine) ? 64 : 32;
    for (Product &product : nest.products)
      product.trips = std::min<int64_t>(product.trips, 4);
  }
  nest.isRagged = random.oneIn(4);
  nest.tiles = nest.isPersistent ? random.between(1, 4) : 1;
  histogram.count("loops", std::to_string(nest.loops()));
  histogram.count("products", std::to_string(nest.products.size()));
  histogram.count("counted loop", stepNames[static_cast<size_t>(nest.step)]);
  histogram.count("depth", std::to_string(nest.depth));
  histogram.count("lengths from memory", nest.isRagged ? "yes" : "no");
  histogram.count("persistent loop", nest.isPersistent ? "yes" : "no");
  return nest;
}

std::string DrawnNest::str() const {
  std::string text = std::to_string(products.size()) + (isChained ? " chained" : "") + " product";
  if (isCounted())
    text += std::string(" in a loop, ") + stepNames[static_cast<size_t>(step)];
  return text + (isRagged ? ", ragged" : "") + (isPersistent ? ", persistent" : "");
}

Kernel DrawnNest::kernel() const {
  const auto shared = [](bool isDirect) {
    return isDirect ? GLOBAL_ADDRESS_SPACE : SHARED_ADDRESS_SPACE;
  };
  std::vector<Memory> a, b, c, lengths, arguments;
  for (size_t i = 0; i < products.size(); ++i) {
    a.emplace_back(numbered("a", i), std::initializer_list<Expr>{M, K[i]}, f16, shared(false));
    b.emplace_back(numbered("b", i), std::initializer_list<Expr>{N, K[i]}, f16,
                   shared(products[i].isDirect));
  }
  for (size_t i = 0; i < results(); ++i)
    c.emplace_back(numbered("c", i), std::initializer_list<Expr>{M, N}, f32);
  for (size_t i = 0; isRagged && i < products.size(); ++i)
    lengths.emplace_back(numbered("lengths", i), std::initializer_list<Expr>{LENGTHS}, i32);
  for (const auto *list : {&a, &b, &c, &lengths})
    arguments.insert(arguments.end(), list->begin(), list->end());
  if (isCounted()) // has the size
    arguments.emplace_back("d", std::initializer_list<Expr>{J}, f32);

  Constraints constraints{WorkgroupConstraint{M, BLOCK_M, 0}, WorkgroupConstraint{N, BLOCK_N, 1}};
  if (isPersistent)
    constraints += GridConstraint{NUM_CTAS};
  for (size_t i = 0; i < products.size(); ++i)
    constraints += TilingConstraint{K[i], BLOCK_K};
  if (isCounted())
    constraints += TilingConstraint{J, 1};
  if (isAmd(machine))
    constraints += WaveConstraint{M, WAVE_M};
  if (isPersistent) {
    constraints += TilingConstraint{T};
    constraints += HardwareConstraint{.threads_per_wave = 64, .vector_shapes = {{T, 0}}};
  }

  // A persistent workgroup's rows begin at TILE_ROW.
  const auto rowsOf = [&](const Symbol &other, bool isWrite) -> std::optional<IndexMapping> {
    if (!isPersistent)
      return std::nullopt;
    const Expr i = IndexMapping::iterator(0), j = IndexMapping::iterator(1);
    const Bindings inTile = {M = i, other = j}, inMemory = {M = i + TILE_ROW, other = j};
    return IndexMapping{.num_iterators = 2,
                        .inputs = isWrite ? inTile : inMemory,
                        .outputs = isWrite ? inMemory : inTile};
  };
  const auto endOf = [&](size_t i) {
    const Expr at = isPersistent ? Expr(T) : isCounted() ? Expr(J) : Expr(0);
    return read(lengths[i],
                {.mapping = IndexMapping{.inputs = {LENGTHS = at}}, .tag = numbered("length", i)}) *
           BLOCK_K;
  };
  const auto product = [&](size_t i, const Register &start) {
    IterateOptions loop{.axis = K[i], .tag = numbered("k", i)};
    if (isRagged)
      loop.end = endOf(i);
    return iterate(loop, {start}, [&](Register acc) {
      Register x = read(a[i], {.mapping = rowsOf(K[i], false), .tag = numbered("read_a", i)});
      Register y = read(b[i], {.tag = numbered("read_b", i)});
      Register sum = mma(x, y, acc, {.tag = numbered("mma", i)});
      return products[i].isUsed ? sum - 1.0 : sum;
    });
  };
  const auto writeResult = [&](size_t i, const Register &value) {
    write(value, c[i], {.mapping = rowsOf(N, true), .tag = numbered("write_c", i)});
  };
  const auto readResult = [&](size_t i) {
    return read(c[i], {.mapping = rowsOf(N, false), .tag = numbered("read_c", i)});
  };
  // All products of a step; chained, the sum that begins with `start`.
  const auto chain = [&](Register start) {
    for (size_t i = 0; i < products.size(); ++i)
      start = product(i, start);
    return start;
  };
  const auto stepOf = [&] {
    for (size_t i = 0; i < results(); ++i) {
      Register zero({M, N}, f32, 0.0);
      Register sum = isChained ? chain(zero) : product(i, zero);
      writeResult(i, step == Step::Added ? sum + readResult(i) : sum);
    }
  };
  const auto tile = [&] {
    if (step == Step::Carried)
      return writeResult(0, iterate({.axis = J, .tag = "j"}, {Register({M, N}, f32, 1.0)}, chain));
    if (step == Step::Added)
      for (size_t i = 0; i < results(); ++i)
        write(Register({M, N}, f32, 2.0), c[i],
              {.mapping = rowsOf(N, true), .tag = numbered("first_c", i)});
    isCounted() ? iterate({.axis = J, .tag = "j"}, stepOf) : stepOf();
  };
  return kernelOf(arguments, constraints, [&] {
    if (!isPersistent)
      return tile();
    iterate({.axis = T, .start = scalar(WORKGROUP_0, i32), .condition = T < TILES, .tag = "t"},
            [&] {
              Register number = self_index(T, i32);
              set_symbol(TILE_ROW, number * BLOCK_M);
              tile();
              set_symbol(T, number + NUM_CTAS);
            });
  });
}

Bindings DrawnNest::bindings(bool isOpen) const {
  Bindings all = {M = tiles * rows(), N = columns, BLOCK_M = rows(), BLOCK_N = columns,
                  BLOCK_K = depth};
  if (isAmd(machine))
    all.set("WAVE_M", rows() / 2);
  if (isPersistent) {
    all.set("TILES", tiles);
    all.set("NUM_CTAS", 2);
  }
  if (isOpen)
    return all;
  if (isRagged)
    all.set("LENGTHS", lengths());
  for (size_t i = 0; i < products.size(); ++i)
    all.set(std::string(K[i].name()), products[i].trips * depth);
  if (isCounted())
    all.set("J", steps);
  return all;
}

std::deque<GuardedTensor> DrawnNest::tensors(Random &random) const {
  std::deque<GuardedTensor> all;
  for (int64_t first : {tiles * rows(), columns})
    for (const Product &product : products) {
      all.emplace_back(Shape{first, product.trips * depth}, f16, Layout::RowMajor, random);
      all.back().fillWithIntegers(3, random);
    }
  for (size_t i = 0; i < results(); ++i)
    all.emplace_back(Shape{tiles * rows(), columns}, f32, Layout::RowMajor, random);
  for (size_t i = 0; isRagged && i < products.size(); ++i) {
    all.emplace_back(Shape{lengths()}, i32, Layout::RowMajor, random);
    Tensor to = all.back().tensor();
    for (int64_t at = 0; at < lengths(); ++at)
      to.set({at}, static_cast<double>(random.between(0, products[i].trips)));
  }
  if (isCounted())
    all.emplace_back(Shape{steps}, f32, Layout::RowMajor, random);
  return all;
}

} // namespace wave::test
