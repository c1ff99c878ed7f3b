//===- OperationTable.cpp -------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/nvidia/OperationTable.h"

#include "machine/Chip.h"

namespace wave::nvidia {

const codegen::OperationSupport *supportOf(std::string_view operation) {
  using namespace codegen;
  using machine::Blackwell, machine::Hopper;
  constexpr unsigned Every = Hopper | Blackwell;
  static const OperationTable table({
#define WAVE_NVIDIA_OPERATION(NAME, GENERATIONS, FLOATS) {NAME, GENERATIONS, FLOATS},
#include "targets/nvidia/Operations.def"
  });
  return table.find(operation);
}

const codegen::OperationSupport *supportOfIntrinsic(std::string_view intrinsic) {
  using namespace codegen;
  using machine::Blackwell, machine::Hopper;
  constexpr unsigned Every = Hopper | Blackwell;
  static const OperationTable table({
#define WAVE_NVIDIA_INTRINSIC(NAME, GENERATIONS, FLOATS) {NAME, GENERATIONS, FLOATS},
#include "targets/nvidia/Operations.def"
  });
  return table.find(intrinsic);
}

} // namespace wave::nvidia
