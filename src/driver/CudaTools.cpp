//===- CudaTools.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/CudaTools.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Path.h"

#include "driver/Environment.h"

namespace wave {

/// The folder of script/bootstrap.
static std::string cacheFolder() {
  llvm::SmallString<128> folder;
  if (!llvm::sys::path::cache_directory(folder))
    return {};
  llvm::sys::path::append(folder, "wave", "cuda-13.0", "bin");
  return folder.str().str();
}

nvidia::Assembler cudaAssembler() {
  nvidia::AssemblerPlaces places;
  places.chosen = environmentValue(Variable::Ptxas).value_or("");
  const std::string path = environmentValue(Variable::Path).value_or("");
  llvm::SmallVector<llvm::StringRef> folders;
  llvm::StringRef(path).split(folders, ':', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  places.folders.assign(folders.begin(), folders.end());
  if (auto toolkit = environmentValue(Variable::CudaHome))
    places.folders.push_back(*toolkit + "/bin");
  places.folders.emplace_back("/usr/local/cuda/bin");
  if (std::string cache = cacheFolder(); !cache.empty())
    places.folders.push_back(cache);
  return nvidia::findAssembler(places);
}

} // namespace wave
