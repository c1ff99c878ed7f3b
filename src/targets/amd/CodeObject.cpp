//===- CodeObject.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/amd/CodeObject.h"

#include <optional>

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/BinaryFormat/MsgPackDocument.h"
#include "llvm/Object/ELFObjectFile.h"

namespace wave::amd {

using llvm::msgpack::DocNode;
using llvm::msgpack::Type;
using ElfFile = llvm::object::ELF64LEObjectFile;

namespace {
/// A map of the metadata, whose keys may be missing or hold something else.
class Metadata {
public:
  explicit Metadata(DocNode node) : node(node) {}

  DocNode get(llvm::StringRef key) const {
    DocNode map = node;
    if (map.getKind() != Type::Map)
      return node.getDocument()->getEmptyNode();
    auto found = map.getMap().find(key);
    return found == map.getMap().end() ? node.getDocument()->getEmptyNode() : found->second;
  }
  std::string text(llvm::StringRef key) const {
    DocNode value = get(key);
    return isString(value) ? value.getString().str() : "";
  }
  int64_t number(llvm::StringRef key) const { return asNumber(get(key)); }
  std::vector<DocNode> list(llvm::StringRef key) const {
    DocNode value = get(key);
    std::vector<DocNode> elements;
    if (value.getKind() == Type::Array)
      elements.assign(value.getArray().begin(), value.getArray().end());
    return elements;
  }

  static int64_t asNumber(DocNode value) {
    if (value.getKind() == Type::UInt)
      return static_cast<int64_t>(value.getUInt());
    return value.getKind() == Type::Int ? value.getInt() : 0;
  }

private:
  static bool isString(DocNode value) { return value.getKind() == Type::String; }
  DocNode node;
};
} // namespace

static Resources readKernel(const Metadata &kernel) {
  Resources result{.kernel = kernel.text(".name"),
                   .vgprs = kernel.number(".vgpr_count"),
                   .agprs = kernel.number(".agpr_count"),
                   .sgprs = kernel.number(".sgpr_count"),
                   .vgprSpills = kernel.number(".vgpr_spill_count"),
                   .sgprSpills = kernel.number(".sgpr_spill_count"),
                   .sharedBytes = kernel.number(".group_segment_fixed_size"),
                   .scratchBytes = kernel.number(".private_segment_fixed_size"),
                   .lanesPerWave = kernel.number(".wavefront_size"),
                   .argumentBytes = kernel.number(".kernarg_segment_size"),
                   .workgroup = {},
                   .arguments = {}};
  std::vector<DocNode> sizes = kernel.list(".reqd_workgroup_size");
  for (size_t i = 0; i < std::min(sizes.size(), result.workgroup.size()); ++i)
    result.workgroup[i] = Metadata::asNumber(sizes[i]);
  for (DocNode node : kernel.list(".args")) {
    const Metadata argument(node);
    result.arguments.push_back({.name = argument.text(".name"),
                                .offset = argument.number(".offset"),
                                .size = argument.number(".size"),
                                .kind = argument.text(".value_kind")});
  }
  return result;
}

/// The note that holds the metadata, or nothing.
static llvm::Expected<std::optional<std::string>> findMetadata(const ElfFile &file) {
  const auto &elf = file.getELFFile();
  auto sections = elf.sections();
  if (!sections)
    return sections.takeError();
  for (const auto &section : *sections) {
    if (section.sh_type != llvm::ELF::SHT_NOTE)
      continue;
    llvm::Error error = llvm::Error::success();
    std::optional<std::string> found;
    for (const auto note : elf.notes(section, error))
      if (!found && note.getName() == "AMDGPU" && note.getType() == llvm::ELF::NT_AMDGPU_METADATA)
        found = note.getDescAsStringRef(section.sh_addralign).str();
    if (error)
      return error;
    if (found)
      return found;
  }
  return std::nullopt;
}

llvm::Expected<CodeObject> readCodeObject(llvm::StringRef bytes) {
  auto file = ElfFile::create(llvm::MemoryBufferRef(bytes, "code object"));
  if (!file)
    return file.takeError();
  auto metadata = findMetadata(*file);
  if (!metadata)
    return metadata.takeError();
  llvm::msgpack::Document document;
  if (!*metadata || !document.readFromBlob(**metadata, /*Multi=*/false))
    return llvm::createStringError("the object has no AMDGPU metadata");

  const Metadata root(document.getRoot());
  CodeObject result{.target = root.text("amdhsa.target"), .kernels = {}, .undefinedSymbols = {}};
  for (DocNode kernel : root.list("amdhsa.kernels"))
    result.kernels.push_back(readKernel(Metadata(kernel)));
  for (const llvm::object::ELFSymbolRef symbol : file->getDynamicSymbolIterators()) {
    auto flags = symbol.getFlags();
    auto name = symbol.getName();
    if (!flags || !name)
      return llvm::joinErrors(flags.takeError(), name.takeError());
    if (*flags & llvm::object::SymbolRef::SF_Undefined && !name->empty())
      result.undefinedSymbols.push_back(name->str());
  }
  return result;
}

llvm::Error verifyCodeObject(const CodeObject &object, const machine::Chip &chip) {
  for (const std::string &symbol : object.undefinedSymbols)
    return llvm::createStringError("symbol '" + symbol + "' is undefined");
  for (const Resources &kernel : object.kernels) {
    if (kernel.sharedBytes > chip.sharedBytes)
      return llvm::createStringError("kernel '" + kernel.kernel + "' takes " +
                                     std::to_string(kernel.sharedBytes) +
                                     " bytes of shared memory, " + std::string(chip.processor) +
                                     " has " + std::to_string(chip.sharedBytes));
    for (const KernelArgument &argument : kernel.arguments)
      if (argument.kind.starts_with("hidden_"))
        return llvm::createStringError("kernel '" + kernel.kernel + "' asks for the argument " +
                                       argument.kind);
  }
  return llvm::Error::success();
}

} // namespace wave::amd
