//===- OperationTable.cpp -------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/llvm/OperationTable.h"

#include <algorithm>

namespace wave::codegen {

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

OperationTable::OperationTable(std::vector<OperationSupport> unsorted) : rows(std::move(unsorted)) {
  std::ranges::sort(rows, {}, &OperationSupport::name);
}

const OperationSupport *OperationTable::find(std::string_view operation) const {
  auto found = std::ranges::lower_bound(rows, operation, {}, &OperationSupport::name);
  return found != rows.end() && found->name == operation ? &*found : nullptr;
}

} // namespace wave::codegen
