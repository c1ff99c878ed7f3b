//===- OperationTable.cpp -------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/amd/OperationTable.h"

#include <algorithm>
#include <array>

#include "machine/Chip.h"

namespace wave::amd {

/// Floating-point types as bits.
enum : unsigned { F16 = 1, BF16 = 2, F32 = 4, F64 = 8, AnyFloat = F16 | BF16 | F32 | F64 };

/// In the order of names, to be found in.
static const auto &rows() {
  static const auto sorted = [] {
    using machine::CDNA3, machine::CDNA4;
    auto table = std::to_array<OperationSupport>({
#define WAVE_AMD_OPERATION(NAME, GENERATIONS, FLOATS) {NAME, GENERATIONS, FLOATS},
#include "targets/amd/Operations.def"
    });
    std::ranges::sort(table, {}, &OperationSupport::name);
    return table;
  }();
  return sorted;
}

static unsigned bitOf(mlir::FloatType type) {
  if (type.isF16())
    return F16;
  if (type.isBF16())
    return BF16;
  if (type.isF32())
    return F32;
  return type.isF64() ? unsigned{F64} : 0;
}

bool OperationSupport::takes(mlir::FloatType type) const { return floats & bitOf(type); }

std::string OperationSupport::floatNames() const {
  static constexpr std::pair<unsigned, std::string_view> names[] = {
      {F16, "f16"}, {BF16, "bf16"}, {F32, "f32"}, {F64, "f64"}};
  std::string list;
  for (const auto &[bit, name] : names)
    if (floats & bit)
      list += (list.empty() ? "" : ", ") + std::string(name);
  return list;
}

const OperationSupport *supportOf(std::string_view operation) {
  auto found = std::ranges::lower_bound(rows(), operation, {}, &OperationSupport::name);
  return found != rows().end() && found->name == operation ? &*found : nullptr;
}

} // namespace wave::amd
