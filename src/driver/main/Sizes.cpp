//===- Sizes.cpp ----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/Sizes.h"

#include <algorithm>
#include <map>

#include "diagnostic/Fail.h"
#include "dialect/DiagnosticCapture.h"
#include "dialect/SymbolUses.h"
#include "driver/ComputeUnits.h"
#include "frontend/KernelTrace.h"
#include "runtime/Arguments.h"
#include "runtime/NpyFile.h"
#include "runtime/ScalarValues.h"
#include "runtime/Strides.h"
#include "symbolic/Evaluate.h"
#include "symbolic/NearestName.h"
#include "symbolic/Node.h"

namespace wave::commandline {

static std::string optionText(const InputFile &file) {
  return "--input " + file.argument.name + "=" + file.path;
}

/// All files at once, so that a repair for one does not spoil another.
static void checkDTypes(const std::vector<InputFile> &files, const KernelChoice &choice) {
  auto isWrong = [](const InputFile &file) { return file.tensor.dtype() != file.argument.dtype; };
  const auto wrong = std::ranges::find_if(files, isWrong);
  if (wrong == files.end())
    return;
  std::vector<HeldType> held;
  std::vector<Note> notes;
  for (const InputFile &file : files) {
    held.push_back({file.argument.name, file.tensor.dtype()});
    if (&file != &*wrong)
      notes.push_back(
          {optionText(file) + ": this file holds " + std::string(dtype_name(file.tensor.dtype())),
           {}});
  }
  const std::string needed(dtype_name(wrong->argument.dtype));
  const std::optional<std::string> option = choice.dtypeOptionFor(held);
  fail<Error>("input-dtype",
              optionText(*wrong) + ": the file holds " +
                  std::string(dtype_name(wrong->tensor.dtype())) + ", but argument '" +
                  wrong->argument.name + "' is " + needed,
              !option           ? "convert the file to " + needed + ": no --dtype makes kernel '" +
                                      choice.kernel.name() + "' for what the files hold"
              : option->empty() ? "leave out --dtype"
                                : "use --dtype " + *option,
              std::move(notes));
}

static void checkRank(const InputFile &file) {
  const Argument &argument = file.argument;
  if (file.tensor.shape().size() != argument.dims.size())
    fail<Error>("input-rank",
                optionText(file) + ": the file's shape is " + shapeText(file.tensor.shape()) +
                    ", but argument '" + argument.name + "' is " + dimNames(argument),
                "save an array of " + std::to_string(argument.dims.size()) +
                    (argument.dims.size() == 1 ? " dimension" : " dimensions") +
                    ", with numpy.reshape for instance");
}

static std::string readArguments(const Signature &signature) {
  std::string names;
  for (const Argument &argument : signature.arguments)
    if (argument.is_read)
      names += (names.empty() ? "" : ", ") + argument.name;
  return names.empty() ? "it reads no argument" : "it reads: " + names;
}

std::vector<InputFile> readInputs(const Options &options, const KernelChoice &choice) {
  std::vector<InputFile> files;
  for (const auto &[name, path] : options.inputs) {
    const Argument &argument = choice.signature.at(name, "--input");
    if (!argument.is_read)
      fail<Error>("input-unused",
                  "--input " + name + "=" + path + ": the kernel does not read '" + name + "'",
                  (argument.is_written ? "did you mean --output? " : "") +
                      readArguments(choice.signature));
    files.push_back(
        {argument, path,
         argument.is_scalar ? tensorOf(choice.kernel.name(), argument, path) : readNpy(path)});
  }
  checkDTypes(files, choice);
  for (const InputFile &file : files)
    checkRank(file);
  return files;
}

static bool isPlainSymbol(const Argument &argument, size_t dim) {
  return symbolic::isKind(argument.dims[dim].size, symbolic::Kind::Symbol);
}

/// The file that gave a symbol its size.
using Origins = std::map<std::string, const InputFile *>;

/// Compares one file with the sizes that all options together give.
static void checkShape(const InputFile &file, const Bindings &subs, const Bindings &definitions,
                       const Origins &origins) {
  const Argument &argument = file.argument;
  for (size_t i = 0; i < argument.dims.size(); ++i) {
    auto wanted = symbolic::evaluate(argument.dims[i].size, subs);
    const int64_t found = file.tensor.shape()[i];
    if (!wanted || wanted.value() == found) // what has no value, the compiler reports
      continue;
    const std::string &dim = argument.dims[i].name;
    std::string source;
    if (const Expr *defined = definitions.find(dim))
      source = " by -D " + dim + "=" + defined->str();
    else if (auto origin = origins.find(dim); origin != origins.end())
      source = " by " + optionText(*origin->second);
    fail<Error>("input-shape",
                optionText(file) + ": the file's shape is " + shapeText(file.tensor.shape()) +
                    ", but argument '" + argument.name + "' is " + dimNames(argument) + " and " +
                    dim + " is " + std::to_string(wanted.value()) + source,
                "give all files and -D the same size of " + dim);
  }
}

Bindings bindSizes(const KernelChoice &choice, const Bindings &definitions,
                   const std::vector<InputFile> &files) {
  Bindings fromFiles;
  Origins origins;
  for (const InputFile &file : files)
    for (size_t i = 0; i < file.argument.dims.size(); ++i) {
      const std::string &dim = file.argument.dims[i].name;
      if (!isPlainSymbol(file.argument, i) || definitions.find(dim) || origins.contains(dim))
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

static void checkBound(const KernelChoice &choice, const Bindings &subs,
                       const std::vector<std::string> &open) {
  if (choice.signature.isBound)
    return; // open sizes are those of the arguments, which a run asks for when it knows them
  auto context = frontend::makeContext();
  auto module = frontend::load(choice.kernel, *context);
  const ir::DiagnosticCapture capture(context.get());
  const ir::SymbolUses uses(frontend::onlyKernel(*module));
  auto isOpen = [&](const std::string &symbol) {
    ir::KernelOp kernel = frontend::onlyKernel(*module);
    return std::ranges::count(open, symbol) != 0 || isComputeUnits(kernel, symbol) ||
           kernel.getScalar(symbol);
  };
  if (llvm::failed(uses.checkAllUsed(subs, mlir::UnknownLoc::get(context.get()))) ||
      llvm::failed(uses.checkAllBound(subs, isOpen, ir::SymbolUses::Caller::CommandLine)))
    capture.throwError("looking for values of symbols");
}

void checkAllBound(const KernelChoice &choice, const Bindings &subs) {
  checkBound(choice, subs, {});
}

void checkMeant(const KernelChoice &choice, const Bindings &subs) {
  checkBound(choice, subs, openSizes(choice.signature.arguments, {}));
}

Bindings withoutDynamic(const Options &options, const KernelChoice &choice, const Bindings &subs) {
  const std::vector<std::string> known = openSizes(choice.signature.arguments, {});
  std::string list;
  for (const std::string &symbol : known)
    list += (list.empty() ? "" : ", ") + symbol;
  for (const std::string &symbol : options.dynamic)
    if (!std::ranges::count(known, symbol)) {
      fail<Error>(
          "dynamic-size",
          "--dynamic " + symbol + ": no argument of kernel '" + choice.kernel.name() +
              "' has the whole dimension '" + symbol +
              "'; those that can stay open are: " + (list.empty() ? "none" : list),
          symbolic::suggestion(symbol, known,
                               "a size stays open when the launch can read it from a buffer"));
    }
  // What is open in the bound form has been left open before.
  const std::vector<std::string> &open = choice.signature.isBound ? known : options.dynamic;
  Bindings compiled;
  for (const Binding &binding : subs)
    if (!std::ranges::count(open, binding.symbol))
      compiled.set(binding.symbol, binding.value);
  return compiled;
}

} // namespace wave::commandline
