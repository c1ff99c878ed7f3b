//===- OutputFiles.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/OutputFiles.h"

#include <filesystem>
#include <fstream>

#include "diagnostic/Fail.h"
#include "picture/Page.h"

namespace wave::commandline {

static bool isSameFile(const OutputFile &file, const std::string &path) {
  std::error_code error; // what cannot be found, reading it will report
  return std::filesystem::canonical(path, error) == file.target();
}

void checkOverwritesNoInput(const std::string &option, const OutputFile &file,
                            const Options &options) {
  auto refuse = [&](const std::string &input) {
    fail<Error>("output-is-input", option + ": that file is read as " + input,
                "name another file: what was read is kept");
  };
  if (options.kernel.ends_with(".mlir") && isSameFile(file, options.kernel))
    refuse("the kernel");
  for (const auto &[name, path] : options.inputs)
    if (isSameFile(file, path))
      refuse("--input " + name + "=" + path);
}

void checkReplacesDrawing(const std::string &option, const OutputFile &file,
                          std::string_view start) {
  std::error_code error;
  const auto size = std::filesystem::file_size(file.target(), error);
  if (error || size == 0) // there is nothing to lose
    return;
  std::string beginning(start.size(), '\0');
  std::ifstream(file.target(), std::ios::binary)
      .read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
  if (beginning != start)
    fail<Error>("file-exists", option + ": that file exists, and is none that wave has drawn",
                "name another file, or remove that one");
}

std::unique_ptr<OutputFile> openPage(const Options &options) {
  if (options.page.empty())
    return nullptr;
  auto page = std::make_unique<OutputFile>(options.page);
  checkOverwritesNoInput("--html " + options.page, *page, options);
  checkReplacesDrawing("--html " + options.page, *page, picture::pageStart());
  return page;
}

void writeTo(OutputFile &file, const std::string &content) {
  file.write(content.data(), content.size());
  file.publish();
}

std::list<NamedOutput> openOutputs(const Options &options, const Signature &signature) {
  std::list<NamedOutput> outputs;
  for (const Assignment &wanted : options.outputs) {
    const std::string &name = wanted.name;
    const std::string option = "--output " + name + "=" + wanted.value;
    if (!signature.at(name, "--output").is_written)
      fail<Error>("output-unwritten", option + ": the kernel does not write '" + name + "'",
                  "did you mean --input?");
    const OutputFile &file = outputs.emplace_back(wanted).file;
    checkOverwritesNoInput(option, file, options);
    for (const NamedOutput &other : outputs)
      if (&other.file != &file && other.file.target() == file.target())
        fail<Error>("output-twice",
                    option + ": that file is written by --output " + other.name + "=" + other.path,
                    "give each buffer a file of its own");
  }
  return outputs;
}

} // namespace wave::commandline
