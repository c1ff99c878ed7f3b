//===- Sizes.cpp ----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/Sizes.h"

#include <map>

#include "diagnostic/Fail.h"
#include "runtime/NpyFile.h"
#include "runtime/Strides.h"
#include "symbolic/Evaluate.h"

namespace wave::commandline {

static std::string optionText(const InputFile &file) {
  return "--input " + file.parameter.name + "=" + file.path;
}

static void checkFile(const InputFile &file, const KernelChoice &choice) {
  const Parameter &parameter = file.parameter;
  const DType held = file.tensor.dtype();
  if (held != parameter.dtype) {
    auto option = choice.dtypeOptionFor(parameter, held);
    fail<Error>("input-dtype",
                optionText(file) + ": the file holds " + std::string(dtype_name(held)) +
                    ", but argument '" + parameter.name + "' is " +
                    std::string(dtype_name(parameter.dtype)),
                option ? "use --dtype " + *option
                       : "convert the file: this kernel cannot be made for " +
                             std::string(dtype_name(held)) + " with --dtype");
  }
  if (file.tensor.shape().size() != parameter.dims.size())
    fail<Error>("input-rank", optionText(file) + ": the file's shape is " +
                                  shapeText(file.tensor.shape()) + ", but argument '" +
                                  parameter.name + "' is " + parameter.shape());
}

std::vector<InputFile> readInputs(const Options &options, const KernelChoice &choice) {
  std::vector<InputFile> files;
  for (const auto &[name, path] : options.inputs) {
    const Parameter &parameter = choice.signature.at(name, "--input");
    if (!parameter.isRead)
      fail<Error>("input-unused",
                  "--input " + name + "=" + path + ": the kernel does not read '" + name + "'",
                  parameter.isWritten ? "did you mean --output?" : "");
    files.push_back({parameter, path, readNpy(path)});
    checkFile(files.back(), choice);
  }
  return files;
}

static bool isPlainSymbol(const Parameter &parameter, size_t dim) {
  return parameter.sizes[dim].same_as(Expr::symbol(parameter.dims[dim]));
}

/// The file that gave a symbol its size.
using Origins = std::map<std::string, const InputFile *>;

/// Compares one file with the sizes that all options together give.
static void checkShape(const InputFile &file, const Bindings &subs, const Bindings &definitions,
                       const Origins &origins) {
  const Parameter &parameter = file.parameter;
  for (size_t i = 0; i < parameter.dims.size(); ++i) {
    auto wanted = symbolic::evaluate(parameter.sizes[i], subs);
    const int64_t found = file.tensor.shape()[i];
    if (!wanted || wanted.value() == found) // what has no value, the compiler reports
      continue;
    const std::string &dim = parameter.dims[i];
    std::string source;
    if (const Expr *defined = definitions.find(dim))
      source = " by -D " + dim + "=" + defined->str();
    else if (auto origin = origins.find(dim); origin != origins.end())
      source = " by " + optionText(*origin->second);
    fail<Error>("input-shape", optionText(file) + ": the file's shape is " +
                                   shapeText(file.tensor.shape()) + ", but argument '" +
                                   parameter.name + "' is " + parameter.shape() + " and " + dim +
                                   " is " + std::to_string(wanted.value()) + source);
  }
}

Bindings bindSizes(const KernelChoice &choice, const Bindings &definitions,
                   const std::vector<InputFile> &files) {
  Bindings fromFiles;
  Origins origins;
  for (const InputFile &file : files)
    for (size_t i = 0; i < file.parameter.dims.size(); ++i) {
      const std::string &dim = file.parameter.dims[i];
      if (!isPlainSymbol(file.parameter, i) || definitions.find(dim) || origins.contains(dim))
        continue;
      origins[dim] = &file;
      fromFiles.set(dim, Expr::constant(file.tensor.shape()[i]));
    }
  for (const Binding &definition : definitions)
    fromFiles.set(definition.symbol, definition.value);
  Bindings subs = withDefaults(choice, fromFiles);
  for (const InputFile &file : files)
    checkShape(file, subs, definitions, origins);
  return subs;
}

} // namespace wave::commandline
