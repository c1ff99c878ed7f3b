//===- DecodeFunction.cpp - Attributes and arguments of a kernel ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <algorithm>

#include "diagnostic/ErrorId.h"
#include "dialect/DiagnosticCapture.h"
#include "executor/Decoder.h"
#include "executor/IssueTime.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace wave::executor {

namespace {
constexpr ErrorId operationError("executor-operation");
constexpr ErrorId formError("executor-form");
} // namespace

Decoder::Decoder(LLVM::LLVMFuncOp function, const machine::Chip &chip, Program &program)
    : function(function), program(program) {
  program.name = function.getName().str();
  program.chip = &chip;
  if (IssueTrace::isModelled(chip))
    units.emplace(function);
}

void Decoder::unsupported(Operation *op, const std::string &why) {
  throw Error({.id = operationError,
               .message = "'" + op->getName().getStringRef().str() + "' cannot be executed: " + why,
               .where = ir::sourceLocation(op->getLoc()),
               .notes = {},
               .help = "the executor takes the target form (docs/adr/0012-target-form.md) for " +
                       std::string(program.chip->name)});
}

void Decoder::malformed(const std::string &what, const std::string &help) {
  throw Error({.id = formError,
               .message = "kernel '" + program.name + "': " + what,
               .where = ir::sourceLocation(function.getLoc()),
               .notes = {},
               .help = help});
}

void Decoder::decode() {
  if (function.isExternal() || !function.getBody().hasOneBlock())
    malformed("a body of one block is needed, control flow is scf", "emit the target form");
  readLaunch();
  readCluster();
  readMemories();
  readShared();
  decodeArguments();
  decodeBlock(function.getBody().front());
  if (program.sites.size() > maxSites)
    malformed("it has " + std::to_string(program.sites.size()) + " operations, at most " +
                  std::to_string(maxSites) + " can be told apart",
              "unroll less");
  allocation.place(program);
}

void Decoder::readLaunch() {
  auto sizes = function->getAttrOfType<DenseI32ArrayAttr>("wave.workgroup");
  if (!sizes)
    sizes = function->getAttrOfType<DenseI32ArrayAttr>("nvvm.reqntid");
  if (!sizes || sizes.size() != 3)
    malformed("the attribute wave.workgroup with three sizes is missing",
              "add wave.workgroup = array<i32: 64, 1, 1>");
  int64_t threads = 1;
  for (auto [axis, size] : llvm::enumerate(sizes.asArrayRef())) {
    threads *= size;
    if (size < 1 || threads > program.chip->maxThreads)
      malformed("a workgroup has 1 to " + std::to_string(program.chip->maxThreads) +
                    " threads on " + std::string(program.chip->name),
                "choose a smaller workgroup");
    program.workgroup[axis] = static_cast<uint32_t>(size);
  }
  // Of shared memory whose variable has no size, as the launch gives it on NVIDIA's GPUs.
  if (auto bytes = function->getAttrOfType<IntegerAttr>("wave.shared_bytes"))
    program.sharedBytes = checkedShared(bytes.getInt());
}

uint32_t Decoder::checkedShared(int64_t bytes) {
  if (bytes < 0 || bytes > program.chip->sharedBytes)
    malformed("shared memory of " + std::to_string(bytes) + " bytes, " +
                  std::string(program.chip->name) + " has " +
                  std::to_string(program.chip->sharedBytes),
              "choose smaller tiles");
  return static_cast<uint32_t>(bytes);
}

/// Shared memory that begins at seven times its alignment ends within the 256 KiB that matrix
/// descriptors address (PTX ISA 9.0, 9.7.15.5.1 and 9.7.16.4.1).
uint32_t Decoder::checkedAlignment(uint64_t alignment) {
  constexpr uint64_t most = 4096;
  if (alignment > most)
    malformed("shared memory is aligned to " + std::to_string(alignment) + " bytes, at most " +
                  std::to_string(most) + " are executed",
              "align it to what its accesses need");
  return static_cast<uint32_t>(std::max<uint64_t>(alignment, 1));
}

namespace {
unsigned elementBytesOf(Attribute dtype) {
  auto type = llvm::dyn_cast_or_null<TypeAttr>(dtype);
  if (!type || !type.getValue().isIntOrFloat())
    return 1;
  return std::max(1u, type.getValue().getIntOrFloatBitWidth() / 8);
}

std::string stringOf(DictionaryAttr row, StringRef name) {
  auto text = row.getAs<StringAttr>(name);
  return text ? text.str() : std::string();
}

int64_t integerOf(DictionaryAttr row, StringRef name, int64_t otherwise) {
  auto number = row.getAs<IntegerAttr>(name);
  return number ? number.getInt() : otherwise;
}

template <typename T> std::vector<T> integersOf(DictionaryAttr row, StringRef name) {
  std::vector<T> numbers;
  if (auto array = row.getAs<ArrayAttr>(name))
    for (Attribute number : array)
      if (auto integer = llvm::dyn_cast<IntegerAttr>(number))
        numbers.push_back(static_cast<T>(integer.getInt()));
  return numbers;
}

std::vector<std::string> stringsOf(DictionaryAttr row, StringRef name) {
  std::vector<std::string> texts;
  if (auto array = row.getAs<ArrayAttr>(name))
    for (Attribute text : array)
      if (auto string = llvm::dyn_cast<StringAttr>(text))
        texts.push_back(string.str());
  return texts;
}

std::vector<DictionaryAttr> rowsOf(Operation *op, StringRef name) {
  std::vector<DictionaryAttr> rows;
  if (auto array = op->getAttrOfType<ArrayAttr>(name))
    for (Attribute row : array)
      if (auto dictionary = llvm::dyn_cast<DictionaryAttr>(row))
        rows.push_back(dictionary);
  return rows;
}
} // namespace

void Decoder::readMemories() {
  const auto arguments = static_cast<int64_t>(function.getNumArguments());
  for (DictionaryAttr row : rowsOf(function, "wave.memories")) {
    MemoryMap memory;
    memory.name = stringOf(row, "name");
    memory.dims = stringsOf(row, "dims");
    memory.elementBytes = elementBytesOf(row.get("dtype"));
    noteGlobalAccess(memory.elementBytes, memory.elementBytes, /*isWrite=*/false);
    memory.sizes = integersOf<int>(row, "sizes");
    memory.strides = integersOf<int>(row, "strides");
    memory.knownSizes = integersOf<int64_t>(row, "known_sizes");
    memory.knownStrides = integersOf<int64_t>(row, "known_strides");
    memory.access = stringOf(row, "access");
    const int64_t pointer = integerOf(row, "pointer", -1);
    const size_t rank = memory.dims.size();
    memory.knownSizes.resize(rank, -1);
    memory.knownStrides.resize(rank, -1);
    auto valid = [&](const std::vector<int> &positions, const std::vector<int64_t> &known) {
      if (positions.size() != rank)
        return false;
      for (size_t i = 0; i < rank; ++i)
        if (positions[i] >= arguments || (positions[i] < 0 && known[i] < 0))
          return false;
      return true;
    };
    if (pointer < 0 || pointer >= arguments || !valid(memory.sizes, memory.knownSizes) ||
        !valid(memory.strides, memory.knownStrides))
      malformed("wave.memories does not fit the arguments at '" + memory.name + "'",
                "give a pointer, and for each dimension a size and a stride");
    memory.pointer = static_cast<unsigned>(pointer);
    program.memories.push_back(std::move(memory));
  }
}

void Decoder::readShared() {
  for (DictionaryAttr row : rowsOf(function, "wave.shared")) {
    SharedMap &map = program.shared.emplace_back();
    map.name = stringOf(row, "name");
    map.offset = integerOf(row, "offset", 0);
    map.bytes = integerOf(row, "bytes", 0);
    map.slots = std::max<int64_t>(1, integerOf(row, "slots", 1));
    map.elementBytes = elementBytesOf(row.get("dtype"));
    map.dims = stringsOf(row, "dims");
    map.sizes = integersOf<int64_t>(row, "sizes");
    map.strides = integersOf<int64_t>(row, "strides");
    map.columns = integerOf(row, "columns", 0);
    const auto swizzle = integersOf<int64_t>(row, "swizzle");
    if (swizzle.size() == 3)
      std::copy(swizzle.begin(), swizzle.end(), map.swizzle.begin());
    int64_t last = 0;
    for (size_t dim = 0; dim < std::min(map.sizes.size(), map.strides.size()); ++dim)
      last += (map.sizes[dim] - 1) * map.strides[dim];
    if (map.sizes.size() != map.dims.size() || map.strides.size() != map.dims.size() ||
        map.bytes < (last + 1) * map.elementBytes || map.columns < 0 ||
        std::any_of(
            swizzle.begin(), swizzle.end(), [](int64_t part) { return part < 0 || part > 31; }))
      malformed("wave.shared does not fit its dimensions at '" + map.name + "'",
                "give a size and a stride for each dimension, the bytes of one slot, and a swizzle "
                "within 32 bits");
  }
}

void Decoder::decodeArguments() {
  for (BlockArgument argument : function.getArguments()) {
    Parameter &parameter = program.parameters.emplace_back();
    const Layout layout = layoutOf(argument.getType(), function);
    parameter.isBoxMap = function.getArgAttr(argument.getArgNumber(), "llvm.byval") != nullptr;
    if (parameter.isBoxMap)
      checkTensorMap(argument.getArgNumber());
    parameter.isPointer =
        llvm::isa<LLVM::LLVMPointerType>(argument.getType()) && !parameter.isBoxMap;
    parameter.bytes = layout.elementBytes();
    if (layout.elements != 1 || isFloat(layout.scalar))
      malformed("argument " + std::to_string(argument.getArgNumber()) +
                    " is neither a pointer nor an integer",
                "pass it in memory");
    if (!argument.use_empty())
      parameter.slot = slotFor(define(argument));
  }
}

/// PTX ISA 9.0, 9.7.9.27.1.2 "cp.async.bulk.tensor": a tensor map is read where it lies, in the
/// space of parameters, constants or global memory; without `grid_constant` the parameter becomes a
/// copy in local memory.  CUDA driver API, cuTensorMapEncode: it is aligned to 64 bytes.
void Decoder::checkTensorMap(unsigned argument) {
  constexpr uint64_t alignmentOfMap = 64;
  const std::string name = "argument " + std::to_string(argument) + ", a tensor map, ";
  if (!function.getArgAttr(argument, NVVM::NVVMDialect::getGridConstantAttrName()))
    malformed(name + "has no attribute nvvm.grid_constant",
              "add it: TMA does not read copies in local memory");
  auto alignment =
      function.getArgAttrOfType<IntegerAttr>(argument, LLVM::LLVMDialect::getAlignAttrName());
  const uint64_t bytes = alignment ? alignment.getValue().getZExtValue() : 1;
  if (bytes % alignmentOfMap != 0)
    malformed(name + "is aligned to " + std::to_string(bytes) + " bytes",
              "add llvm.align = 64 : i64, as TMA needs it");
}

/// "pointers are in the address spaces 1, 3, 8 of gfx942".
static std::string memorySpacesOf(const machine::Chip &chip) {
  std::string spaces;
  for (unsigned space = 0; space < 16; ++space)
    if (chip.memorySpaces >> space & 1)
      spaces += (spaces.empty() ? "" : ", ") + std::to_string(space);
  return "pointers are in the address spaces " + spaces + " of " + std::string(chip.processor);
}

Layout Decoder::layoutOf(Type type, Operation *op) {
  if (auto vector = llvm::dyn_cast<VectorType>(type)) {
    if (vector.getRank() != 1 || vector.isScalable() || vector.getNumElements() > 64)
      unsupported(op, "vectors have one dimension and at most 64 elements");
    Layout layout = layoutOf(vector.getElementType(), op);
    layout.elements = static_cast<unsigned>(vector.getNumElements());
    return layout;
  }
  if (auto pointer = llvm::dyn_cast<LLVM::LLVMPointerType>(type)) {
    if (pointer.getAddressSpace() >= 16 ||
        !(program.chip->memorySpaces >> pointer.getAddressSpace() & 1))
      unsupported(op, memorySpacesOf(*program.chip));
    switch (pointer.getAddressSpace()) {
    case 1: // global
      return {Scalar::I64, 1};
    case 3: // shared
      return {Scalar::I32, 1};
    case 0: // generic
      return {Scalar::I64, 1};
    case 6: // tensor memory
    case 7: // shared memory of a cluster
      return {Scalar::I32, 1};
    case 8: // a buffer's address and bytes
      return {Scalar::I64, 2};
    default:
      llvm_unreachable("Chip.def has a memory space that the executor has not");
    }
  }
  if (auto structure = llvm::dyn_cast<LLVM::LLVMStructType>(type)) {
    // What several registers hold: the accumulators of a product.
    const ArrayRef<Type> body = structure.getBody();
    if (!body.empty() && body.size() <= 256 && llvm::all_equal(body)) {
      Layout layout = layoutOf(body[0], op);
      layout.elements *= static_cast<unsigned>(body.size());
      return layout;
    }
  }
  if (type.isF16())
    return {Scalar::F16, 1};
  if (type.isBF16())
    return {Scalar::BF16, 1};
  if (type.isF32())
    return {Scalar::F32, 1};
  if (type.isF64())
    return {Scalar::F64, 1};
  if (type.isInteger(1))
    return {Scalar::I1, 1};
  if (type.isInteger(8))
    return {Scalar::I8, 1};
  if (type.isInteger(16))
    return {Scalar::I16, 1};
  if (type.isInteger(32))
    return {Scalar::I32, 1};
  if (type.isInteger(64))
    return {Scalar::I64, 1};
  std::string text;
  llvm::raw_string_ostream(text) << type;
  unsupported(op, "type " + text);
}

int64_t Decoder::strideOf(Type type, Operation *op) {
  if (auto array = llvm::dyn_cast<LLVM::LLVMArrayType>(type))
    return static_cast<int64_t>(array.getNumElements()) * strideOf(array.getElementType(), op);
  const unsigned bytes = layoutOf(type, op).bytes();
  if ((bytes & (bytes - 1)) != 0)
    unsupported(op, "an address of elements of " + std::to_string(bytes) + " bytes");
  return bytes;
}

} // namespace wave::executor
