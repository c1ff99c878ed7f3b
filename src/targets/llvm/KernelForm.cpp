//===- KernelForm.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/llvm/KernelForm.h"

#include "dialect/BrokenConstraint.h"

using namespace mlir;

namespace wave::codegen {

static LogicalResult notTarget(Operation *op, const llvm::Twine &claim) {
  return ir::BrokenConstraint(op, "normal-form", "not in the form target: " + claim)
      .help("wave emit --stage target writes that form");
}

/// The positions of arguments under `key`: at most one for each dimension, each -1 or an i64.
static LogicalResult readPositions(LLVM::LLVMFuncOp kernel, DictionaryAttr memory, StringRef key,
                                   size_t dims, SmallVector<int64_t> &positions) {
  auto array = memory.getAs<ArrayAttr>(key);
  if (!array || array.size() != dims)
    return notTarget(kernel, "a memory has no '" + key + "' for each of its dimensions");
  for (Attribute element : array) {
    auto number = dyn_cast<IntegerAttr>(element);
    if (!number)
      return notTarget(kernel, "'" + key + "' of a memory holds something else than numbers");
    const int64_t position = number.getInt();
    if (position < -1 || position >= static_cast<int64_t>(kernel.getNumArguments()))
      return notTarget(kernel, "'" + key + "' names argument " + llvm::Twine(position) + " of " +
                                   llvm::Twine(kernel.getNumArguments()));
    positions.push_back(position);
  }
  return success();
}

static LogicalResult readMemory(LLVM::LLVMFuncOp kernel, Attribute attribute,
                                KernelMemory &result) {
  auto memory = dyn_cast<DictionaryAttr>(attribute);
  auto name = memory ? memory.getAs<StringAttr>("name") : nullptr;
  auto dims = memory ? memory.getAs<ArrayAttr>("dims") : nullptr;
  auto pointer = memory ? memory.getAs<IntegerAttr>("pointer") : nullptr;
  auto access = memory ? memory.getAs<StringAttr>("access") : nullptr;
  if (!name || !dims || !pointer || !access)
    return notTarget(kernel, "a memory lacks one of 'name', 'dims', 'pointer', 'access'");
  for (Attribute dim : dims) {
    if (!isa<StringAttr>(dim))
      return notTarget(kernel, "'dims' of a memory holds something else than names");
    result.dims.push_back(cast<StringAttr>(dim).str());
  }
  const int64_t position = pointer.getInt();
  if (position < 0 || position >= static_cast<int64_t>(kernel.getNumArguments()) ||
      !isa<LLVM::LLVMPointerType>(
          kernel.getFunctionType().getParamType(static_cast<unsigned>(position))))
    return notTarget(kernel, "memory '" + name.getValue() + "' names argument " +
                                 llvm::Twine(position) + ", which is no pointer");
  if (!llvm::is_contained({"read", "write", "readwrite"}, access.getValue()))
    return notTarget(kernel,
                     "memory '" + name.getValue() + "' has the access '" + access.getValue() + "'");
  result.name = name.str();
  result.pointer = static_cast<unsigned>(position);
  result.access = access.str();
  return failure(failed(readPositions(kernel, memory, "sizes", dims.size(), result.sizes)) ||
                 failed(readPositions(kernel, memory, "strides", dims.size(), result.strides)));
}

FailureOr<KernelForm> kernelForm(LLVM::LLVMFuncOp kernel, StringRef kernelAttr) {
  if (!kernel->hasAttr(kernelAttr) || kernel.isExternal() ||
      !isa<LLVM::LLVMVoidType>(kernel.getFunctionType().getReturnType()) || kernel.isVarArg())
    return notTarget(kernel, "'" + kernel.getSymName() +
                                 "' is not a kernel: every function has a body, the attribute " +
                                 kernelAttr + " and no result");
  KernelForm form;
  auto sizes = kernel->getAttrOfType<DenseI32ArrayAttr>(workgroupAttr);
  if (!sizes || sizes.size() != 3 ||
      llvm::any_of(sizes.asArrayRef(), [](int32_t size) { return size < 1 || size > 1 << 16; }))
    return notTarget(kernel, workgroupAttr + " is not three positive numbers of lanes");
  llvm::copy(sizes.asArrayRef(), form.workgroup.begin());
  if (Attribute given = kernel->getAttr(clusterAttr)) {
    auto counts = dyn_cast<DenseI32ArrayAttr>(given);
    if (!counts || counts.size() != 3 ||
        llvm::any_of(counts.asArrayRef(), [](int32_t count) { return count < 1 || count > 16; }))
      return notTarget(kernel, clusterAttr + " is not three numbers of workgroups from 1 to 16");
    llvm::copy(counts.asArrayRef(), form.cluster.begin());
  }
  auto memories = kernel->getAttrOfType<ArrayAttr>(memoriesAttr);
  if (!memories)
    return notTarget(kernel, "there is no " + memoriesAttr);
  for (Attribute memory : memories)
    if (failed(readMemory(kernel, memory, form.memories.emplace_back())))
      return failure();
  return form;
}

} // namespace wave::codegen
