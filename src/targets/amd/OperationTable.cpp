//===- OperationTable.cpp -------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/amd/OperationTable.h"

#include "machine/Chip.h"

namespace wave::amd {

const codegen::OperationSupport *supportOf(std::string_view operation) {
  using namespace codegen;
  using machine::CDNA3, machine::CDNA4;
  static const OperationTable table({
#define WAVE_AMD_OPERATION(NAME, GENERATIONS, FLOATS) {NAME, GENERATIONS, FLOATS},
#include "targets/amd/Operations.def"
  });
  return table.find(operation);
}

const codegen::OperationSupport *supportOfIntrinsic(std::string_view intrinsic) {
  using namespace codegen;
  using machine::CDNA3, machine::CDNA4;
  static const OperationTable table({
#define WAVE_AMD_INTRINSIC(NAME, GENERATIONS, FLOATS) {NAME, GENERATIONS, FLOATS},
#include "targets/amd/Operations.def"
  });
  return table.find(intrinsic);
}

} // namespace wave::amd
