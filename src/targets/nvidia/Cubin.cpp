//===- Cubin.cpp ----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/nvidia/Cubin.h"

#include <algorithm>
#include <map>

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Endian.h"

namespace wave::nvidia {
namespace {

using Elf = llvm::object::ELF64LE;
using ElfFile = llvm::object::ELF64LEFile;

/// Kinds of attributes, by the names that `cuobjdump -elf` gives them.
enum Kind : uint8_t {
  RequiredLanes = 0x10, // EIATTR_REQNTID: 3 numbers
  FrameSize = 0x11,     // EIATTR_FRAME_SIZE: symbol, bytes
  MinStackSize = 0x12,  // EIATTR_MIN_STACK_SIZE: symbol, bytes
  ArgumentInfo = 0x17,  // EIATTR_KPARAM_INFO: index, ordinal and offset, size << 18
  ArgumentBytes = 0x19, // EIATTR_CBANK_PARAM_SIZE: a value of 16 bits
  RegisterCount = 0x2f, // EIATTR_REGCOUNT: symbol, registers
  BarrierCount = 0x4c   // EIATTR_NUM_BARRIERS: a value of 8 bits
};

/// Of a symbol that a launch may name, not one that ptxas calls (STO_CUDA_ENTRY).
constexpr uint8_t entryFlag = 0x10;

/// The format of an attribute whose data follow; all others hold a value.
constexpr uint8_t sizedFormat = 4;

struct Attribute {
  uint8_t kind;
  uint16_t value;
  llvm::StringRef data;

  /// A number of 32 bits, or 0 where the data end before it.
  uint32_t number(size_t index) const {
    return data.size() < 4 * (index + 1) ? 0
                                         : llvm::support::endian::read32le(data.data() + 4 * index);
  }
};

llvm::Expected<std::vector<Attribute>> attributesOf(llvm::StringRef section) {
  std::vector<Attribute> list;
  while (!section.empty()) {
    if (section.size() < 4)
      return llvm::createStringError("an attribute of the cubin is cut off");
    const auto format = static_cast<uint8_t>(section[0]);
    Attribute attribute{
        static_cast<uint8_t>(section[1]), llvm::support::endian::read16le(section.data() + 2), {}};
    section = section.drop_front(4);
    if (format == sizedFormat) {
      if (section.size() < attribute.value)
        return llvm::createStringError("an attribute of the cubin has " +
                                       std::to_string(attribute.value) + " bytes of " +
                                       std::to_string(section.size()));
      attribute.data = section.take_front(attribute.value);
      section = section.drop_front(attribute.value);
    }
    list.push_back(attribute);
  }
  return list;
}

/// The bytes of a section; none for one that takes no place in the file.
llvm::Expected<llvm::StringRef> contentsOf(const ElfFile &elf, const Elf::Shdr &section) {
  auto bytes = elf.getSectionContents(section);
  if (!bytes)
    return bytes.takeError();
  return llvm::StringRef(reinterpret_cast<const char *>(bytes->data()), bytes->size());
}

/// What .nv.info.NAME says.
void readOwn(const std::vector<Attribute> &attributes, CubinEntry &function) {
  std::map<uint32_t, CubinArgument> arguments;
  for (const Attribute &attribute : attributes)
    switch (attribute.kind) {
    case RequiredLanes:
      for (size_t i = 0; i < function.workgroup.size(); ++i)
        function.workgroup[i] = attribute.number(i);
      break;
    case ArgumentInfo:
      arguments[attribute.number(1) & 0xffff] = {.offset = attribute.number(1) >> 16,
                                                 .size = attribute.number(2) >> 18};
      break;
    case ArgumentBytes:
      function.argumentBytes = attribute.value;
      break;
    case BarrierCount:
      function.barriers = attribute.value & 0xff;
      break;
    default:
      break;
    }
  for (const auto &[ordinal, argument] : arguments)
    function.arguments.push_back(argument);
}

/// What .nv.info says of the symbols of entry points.
void readCommon(const std::vector<Attribute> &attributes,
                const std::map<uint32_t, CubinEntry *> &bySymbol) {
  for (const Attribute &attribute : attributes) {
    if (attribute.data.size() < 8)
      continue;
    auto found = bySymbol.find(attribute.number(0));
    if (found == bySymbol.end())
      continue;
    CubinEntry &function = *found->second;
    if (attribute.kind == RegisterCount)
      function.registers = attribute.number(1);
    if (attribute.kind == FrameSize || attribute.kind == MinStackSize)
      function.stackBytes = std::max<int64_t>(function.stackBytes, attribute.number(1));
  }
}

class Reader {
public:
  explicit Reader(const ElfFile &elf) : elf(elf) {}

  llvm::Expected<CubinNotes> read() {
    if (elf.getHeader().e_machine != llvm::ELF::EM_CUDA)
      return llvm::createStringError("the object is not for NVIDIA's chips");
    notes.architecture = elf.getHeader().e_flags >> 8 & 0xff;
    auto sections = elf.sections();
    if (!sections)
      return sections.takeError();
    for (const Elf::Shdr &section : *sections)
      if (llvm::Error error = note(section))
        return error;
    if (llvm::Error error = readSymbols())
      return error;
    for (CubinEntry &function : notes.entryPoints)
      if (llvm::Error error = readFunction(function))
        return error;
    if (llvm::Error error = readAll())
      return error;
    return std::move(notes);
  }

private:
  llvm::Error note(const Elf::Shdr &section) {
    auto name = elf.getSectionName(section);
    if (!name)
      return name.takeError();
    if (section.sh_type == llvm::ELF::SHT_SYMTAB)
      symbols = &section;
    byName[name->str()] = &section;
    return llvm::Error::success();
  }

  llvm::Error readSymbols() {
    if (!symbols)
      return llvm::createStringError("the cubin has no symbols");
    auto list = elf.symbols(symbols);
    auto strings = elf.getStringTableForSymtab(*symbols);
    if (!list || !strings)
      return llvm::joinErrors(list.takeError(), strings.takeError());
    std::map<std::string, uint32_t> functions;
    for (auto [index, symbol] : llvm::enumerate(*list)) {
      auto name = symbol.getName(*strings);
      if (!name)
        return name.takeError();
      if (symbol.getType() == llvm::ELF::STT_FUNC && (symbol.st_other & entryFlag))
        functions[name->str()] = static_cast<uint32_t>(index);
      // The driver defines what is weak, and what is its own.
      else if (symbol.isUndefined() && !name->empty() && !name->starts_with(".nv.") &&
               symbol.getBinding() == llvm::ELF::STB_GLOBAL)
        notes.undefinedSymbols.push_back(name->str());
    }
    for (const auto &[name, index] : functions) {
      CubinEntry &function = notes.entryPoints.emplace_back();
      function.name = name;
      indices.push_back(index);
    }
    return llvm::Error::success();
  }

  llvm::Expected<std::vector<Attribute>> attributes(const std::string &name) const {
    auto found = byName.find(name);
    if (found == byName.end())
      return std::vector<Attribute>();
    auto contents = contentsOf(elf, *found->second);
    if (!contents)
      return contents.takeError();
    return attributesOf(*contents);
  }

  llvm::Error readFunction(CubinEntry &function) const {
    auto own = attributes(".nv.info." + function.name);
    if (!own)
      return own.takeError();
    readOwn(*own, function);
    if (auto shared = byName.find(".nv.shared." + function.name); shared != byName.end())
      function.sharedBytes =
          static_cast<int64_t>(std::min<uint64_t>(shared->second->sh_size, INT64_MAX));
    return llvm::Error::success();
  }

  llvm::Error readAll() {
    std::map<uint32_t, CubinEntry *> bySymbol;
    for (auto [index, function] : llvm::zip_equal(indices, notes.entryPoints))
      bySymbol[index] = &function;
    auto common = attributes(".nv.info");
    if (!common)
      return common.takeError();
    readCommon(*common, bySymbol);
    return llvm::Error::success();
  }

  const ElfFile &elf;
  const Elf::Shdr *symbols = nullptr;
  std::map<std::string, const Elf::Shdr *> byName;
  std::vector<uint32_t> indices; ///< of the functions' symbols
  CubinNotes notes = {};
};

} // namespace

llvm::Expected<CubinNotes> readCubin(llvm::StringRef bytes) {
  auto elf = ElfFile::create(bytes);
  if (!elf)
    return elf.takeError();
  if (!bytes.starts_with("\177ELF\2\1"))
    return llvm::createStringError("this is no ELF file of 64 bits");
  return Reader(*elf).read();
}

llvm::Error verifyCubin(const CubinNotes &notes, const machine::Chip &chip) {
  const std::string architecture = "sm_" + std::to_string(notes.architecture);
  if (!chip.processor.starts_with(architecture))
    return llvm::createStringError("the code is for " + architecture + ", not for " +
                                   std::string(chip.processor));
  for (const std::string &symbol : notes.undefinedSymbols)
    return llvm::createStringError("symbol '" + symbol + "' is undefined");
  if (notes.entryPoints.empty())
    return llvm::createStringError("there is no entry point");
  for (const CubinEntry &function : notes.entryPoints) {
    if (function.registers < 1 || function.registers > chip.mostRegisters)
      return llvm::createStringError("entry point '" + function.name + "' takes " +
                                     std::to_string(function.registers) + " registers, a lane of " +
                                     std::string(chip.processor) + " names " +
                                     std::to_string(chip.mostRegisters));
    if (function.sharedBytes > chip.sharedBytes)
      return llvm::createStringError("entry point '" + function.name + "' takes " +
                                     std::to_string(function.sharedBytes) +
                                     " bytes of shared memory, " + std::string(chip.processor) +
                                     " has " + std::to_string(chip.sharedBytes));
  }
  return llvm::Error::success();
}

} // namespace wave::nvidia
