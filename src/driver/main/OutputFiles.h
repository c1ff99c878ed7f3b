//===- OutputFiles.h - The files that a command writes --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <list>
#include <memory>
#include <string>
#include <string_view>

#include "driver/main/Options.h"
#include "driver/main/Signature.h"
#include "runtime/OutputFile.h"

namespace wave::commandline {

struct NamedOutput {
  explicit NamedOutput(const Assignment &option)
      : name(option.name), path(option.value), file(path, "npy: ") {}

  std::string name; ///< of the buffer
  std::string path; ///< as it was written
  OutputFile file;
};

/// Opens what --output names, so that what cannot be written is known before the run.
/// Throws Error: unknown-argument, output-unwritten, output-twice, output-is-input;
/// LaunchError "file-unwritable".
std::list<NamedOutput> openOutputs(const Options &options, const Signature &signature);

/// Throws Error "output-is-input" where `file`, which `option` names, is one that the
/// command reads.
void checkOverwritesNoInput(const std::string &option, const OutputFile &file,
                            const Options &options);

/// Throws Error "file-exists" where `file`, which `option` names, is there, and is not one of
/// those that begin with `start`: what wave has drawn before may be drawn again, and nothing else
/// is lost for it.
void checkReplacesDrawing(const std::string &option, const OutputFile &file,
                          std::string_view start);

/// Opens what --html names, which may replace a page that has been drawn before; null without it.
std::unique_ptr<OutputFile> openPage(const Options &options);

void writeTo(OutputFile &file, const std::string &content);

} // namespace wave::commandline
