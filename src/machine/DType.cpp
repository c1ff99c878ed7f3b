//===- DType.cpp - Names and sizes of element types -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "machine/DTypes.h"

#include <array>

namespace wave {
namespace {

struct TypeFacts {
  DType type;
  std::string_view name;
  int64_t bytes;
  bool isFloat;
};

// In the order of the enumeration, whose value is the index.
constexpr std::array<TypeFacts, 12> allTypes = {{
    {DType::f16, "f16", 2, true},
    {DType::bf16, "bf16", 2, true},
    {DType::f32, "f32", 4, true},
    {DType::f64, "f64", 8, true},
    {DType::i8, "i8", 1, false},
    {DType::i32, "i32", 4, false},
    {DType::i64, "i64", 8, false},
    {DType::i1, "i1", 1, false},
    {DType::f8e4m3fn, "f8e4m3fn", 1, true},
    {DType::f8e5m2, "f8e5m2", 1, true},
    {DType::f8e4m3fnuz, "f8e4m3fnuz", 1, true},
    {DType::f8e5m2fnuz, "f8e5m2fnuz", 1, true},
}};

constexpr bool isIndexedByEnumerator() {
  for (size_t i = 0; i < allTypes.size(); ++i)
    if (static_cast<size_t>(allTypes[i].type) != i)
      return false;
  return true;
}
static_assert(isIndexedByEnumerator());

const TypeFacts &factsOf(DType type) { return allTypes.at(static_cast<size_t>(type)); }

} // namespace

std::string_view dtype_name(DType type) { return factsOf(type).name; }

std::optional<DType> dtype_named(detail::TextView name) {
  for (const TypeFacts &facts : allTypes)
    if (facts.name == name)
      return facts.type;
  return std::nullopt;
}

int64_t size_in_bytes(DType type) { return factsOf(type).bytes; }

bool is_float(DType type) { return factsOf(type).isFloat; }

} // namespace wave

namespace wave::machine {

std::span<const DType> dtypes() {
  static constexpr auto list = [] {
    std::array<DType, allTypes.size()> types{};
    for (size_t i = 0; i < types.size(); ++i)
      types[i] = allTypes[i].type;
    return types;
  }();
  return list;
}

std::vector<std::string> dtypeNames() {
  std::vector<std::string> names;
  for (const TypeFacts &facts : allTypes)
    names.emplace_back(facts.name);
  return names;
}

} // namespace wave::machine
