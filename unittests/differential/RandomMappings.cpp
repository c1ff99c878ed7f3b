//===- RandomMappings.cpp - Reads by mappings at random -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <algorithm>

#include "RandomProgram.h"

namespace wave::test {

/// Along a dimension: its own iterator and an offset, another one, or any expression.
Expr RandomProgram::drawCoordinate(size_t dim, size_t rank, const std::string &kind) {
  auto iterator = [](size_t number) { return IndexMapping::iterator(static_cast<int>(number)); };
  auto any = [&] {
    return iterator(static_cast<size_t>(random.between(0, static_cast<int64_t>(rank) - 1)));
  };
  const int64_t offset = random.between(-3, 3);
  if (kind == "offset")
    return iterator(dim) + offset;
  if (kind == "permutation")
    return iterator(rank - 1 - dim) + (random.oneIn(2) ? offset : 0);
  if (kind == "guarded") { // by numbers of either sign, and by 0 where nobody looks
    const Expr divisor = any() - offset, dividend = any() * 3 - 7;
    const bool isQuotient = random.oneIn(2);
    s.histogram.count("guarded", isQuotient ? "division" : "remainder");
    const Expr value = isQuotient ? floordiv(dividend, divisor) : dividend % divisor;
    return random.oneIn(2) ? select(divisor == 0, 1, value) : select(divisor != 0, value, 2);
  }
  const int64_t divisor = int64_t(1) << random.between(0, 4);
  switch (random.between(0, 4)) {
  case 0:
    return floordiv(any(), divisor) + offset;
  case 1:
    return any() % divisor * random.between(-2, 2) - offset;
  case 2:
    return floordiv(any() * random.between(1, 3) + any(), divisor + 1) + any() % (M + 1);
  case 3:
    return Expr(offset + 2);
  default:
    return Max(any() - offset, any() % (divisor + 2));
  }
}

/// Of memories that nothing writes: others a workgroup may have written before another one reads.
void RandomProgram::addMapped(Values &values) {
  std::vector<Memory> sources;
  for (const Memory &memory : readable)
    if (memory.declaration().name != "h")
      sources.push_back(memory);
  const Memory source = random.of(sources);
  const std::vector<Expr> &shape = source.declaration().shape;
  const std::vector<std::string> kinds{"offset", "permutation", "gather", "guarded"};
  const std::string kind = kinds[s.histogram.rarest("mapping", kinds)];
  s.histogram.count("mapping", kind);
  // A gather has any dimensions, also with guarded divisions, the others those of the memory.
  std::vector<std::string> dims;
  for (const Expr &dim : shape)
    dims.push_back(dim.str());
  if (kind == "gather" || kind == "guarded")
    dims = random.of<std::vector<std::string>>(
        {{"M", "N"}, {"N", "M"}, {"M", "K"}, {"K", "N"}, {"N"}});
  Bindings inMemory, inRegister;
  for (size_t dim = 0; dim < dims.size(); ++dim)
    inRegister.set(dims[dim], IndexMapping::iterator(static_cast<int>(dim)));
  for (size_t dim = 0; dim < shape.size(); ++dim)
    inMemory.set(shape[dim].str(), drawCoordinate(dim, dims.size(), kind));
  const bool isTruth = source.declaration().dtype == i1;
  ReadOptions options{.mapping = IndexMapping{.inputs = inMemory, .outputs = inRegister}};
  if (!random.oneIn(3))
    options.fill = random.between(isTruth ? 0 : -3, isTruth ? 1 : 3);
  values.push_back(describe(read(source, options), 3));
}

void RandomProgram::addRenamed(Values &values) {
  const Value value = random.of(values);
  if (value.dims.size() > 4)
    return addArithmetic(values);
  const bool isWider = value.dims.size() == 1 || random.oneIn(2);
  s.histogram.count("op", isWider ? "broadcast" : "permute");
  std::vector<std::string> dims = value.dims;
  for (const char *more : {"N", "M"})
    if (isWider && dims.size() < 4 && std::ranges::count(dims, more) == 0)
      dims.emplace_back(more);
  std::ranges::reverse(dims);
  auto dim = [&](size_t i) { return Expr::symbol(dims[i]); };
  auto renamed = [&](std::initializer_list<Expr> to) {
    return isWider ? broadcast(value.tile, to) : permute(value.tile, to);
  };
  // A list has a length that is known where it is written.
  Register result = dims.size() == 1   ? renamed({dim(0)})
                    : dims.size() == 2 ? renamed({dim(0), dim(1)})
                    : dims.size() == 3 ? renamed({dim(0), dim(1), dim(2)})
                                       : renamed({dim(0), dim(1), dim(2), dim(3)});
  values.push_back(describe(result, value.bound));
}

} // namespace wave::test
