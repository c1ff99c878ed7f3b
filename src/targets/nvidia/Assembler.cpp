//===- Assembler.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/nvidia/Assembler.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include "diagnostic/Fail.h"
#include "targets/llvm/CodeGenerator.h"
#include "targets/nvidia/NvJitLink.h"
#include "targets/nvidia/Passes.h"
#include "targets/nvidia/Ptxas.h"

namespace wave::nvidia {

static std::string fileIn(llvm::StringRef folder, llvm::StringRef name) {
  llvm::SmallString<256> file(folder);
  llvm::sys::path::append(file, name);
  return file.str().str();
}

Assembler findAssembler(const AssemblerPlaces &places) {
  if (!places.chosen.empty()) {
    if (!llvm::sys::fs::can_execute(places.chosen))
      fail<Error>("ptxas-missing", "'" + places.chosen + "' is no program that can be run",
                  "let WAVE_PTXAS name the file of ptxas, or unset it to have it looked for");
    return {Assembler::Ptxas, places.chosen};
  }
  for (const std::string &folder : places.folders)
    if (std::string file = fileIn(folder, "ptxas"); llvm::sys::fs::can_execute(file))
      return {Assembler::Ptxas, file};
  std::vector<std::string> libraries;
  for (const std::string &folder : places.folders)
    libraries.push_back(fileIn(folder, std::string("../lib64/") + nvJitLinkName));
  libraries.emplace_back(nvJitLinkName);
  for (const std::string &library : libraries)
    if (hasNvJitLink(library))
      return {Assembler::NvJitLink, library};
  return {};
}

/// Not wrong but slow, which nobody would see.
static void refuseLosses(const PtxasLog &log, const Assembler &assembler) {
  if (log.losses.empty())
    return;
  std::vector<Note> notes;
  for (const std::string &loss : llvm::ArrayRef(log.losses).drop_front())
    notes.push_back({"and: " + loss, SourceLocation()});
  fail<Error>("ptxas-loss",
              "the code would run, but slower than it is written, by what " + assembler.file +
                  " says: " + log.losses.front(),
              assembler.kind == Assembler::NvJitLink
                  ? "install ptxas, which nvJitLink stands in for: script/bootstrap does"
                  : "choose smaller tiles, so that accumulators and what is live beside them fit "
                    "the registers, or another schedule",
              std::move(notes));
}

bool isSecondEntry(llvm::ArrayRef<EntryResources> entries, const EntryResources &entry) {
  return llvm::any_of(entries, [&](const EntryResources &other) {
    return entry.name == anyEntry(other.name) || entry.name == anyStoresEntry(other.name);
  });
}

Cubin assemble(llvm::StringRef ptx, llvm::StringRef processor, const Assembler &assembler) {
  const Assembled assembled = assembler.kind == Assembler::NvJitLink
                                  ? runNvJitLink(ptx, processor, assembler.file)
                                  : runPtxas(ptx, processor, assembler.file);
  PtxasLog log = parsePtxasLog(assembled.log);
  refuseLosses(log, assembler);
  return {.bytes = assembled.cubin, .entries = std::move(log.entries)};
}

} // namespace wave::nvidia
