//===- ProgramText.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/ProgramText.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "driver/main/KernelList.h"
#include "driver/main/Signature.h"

namespace wave::commandline {

/// What the rows of Knobs.def call the program and its kernel.
static const std::string rowProgram = "wave", rowKernel = "gemm";

ProgramText::ProgramText(const std::string &program, std::span<const KernelEntry> entries)
    : name_(std::filesystem::path(program).filename()), entries(entries) {
  if (name_.empty())
    name_ = rowProgram;
}

static void replaceAll(std::string &text, const std::string &what, const std::string &with) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
}

std::string ProgramText::text(std::string words) const {
  if (name_ != rowProgram)
    for (const Command &command : commands())
      replaceAll(words, rowProgram + " " + command.name, name_ + " " + command.name);
  return words;
}

namespace {

/// A kernel as far as examples name its parts.
class ExampleKernel {
public:
  explicit ExampleKernel(const ListedKernel &listed)
      : entry(*listed.entry), kernel(*listed.kernel), signature(signatureOf(kernel)) {}

  const std::string &name() const { return kernel.name(); }

  /// Whether `name=...` means something as the value of `option`.
  bool has(const std::string &option, const std::string &name) const {
    const auto argument = std::ranges::find(signature.arguments, name, &Argument::name);
    const bool isArgument = argument != signature.arguments.end();
    if (option == "-D")
      return std::ranges::count(kernel.symbols(), name) > 0;
    if (option == "--dtype")
      return std::ranges::count(entry.dtypes, name, &std::pair<std::string, DType>::first) > 0;
    if (option == "--input")
      return isArgument && argument->is_read;
    return option != "--output" || (isArgument && argument->is_written);
  }

  /// " -D N=64" for each symbol that the line must give a value.
  std::string missingValues(const std::string &line) const {
    std::string text;
    for (const std::string &symbol : kernel.symbols())
      if (!kernel.defaults().find(symbol) && line.find(" " + symbol + "=") == std::string::npos)
        text += " -D " + symbol + "=64";
    return text;
  }

private:
  const KernelEntry &entry;
  const Kernel &kernel;
  Signature signature;
};

} // namespace

/// The first kernel that can be made.
static std::optional<ListedKernel> firstKernel(std::span<const KernelEntry> entries) {
  for (const KernelEntry &entry : entries) {
    const ListedKernel listed = listKernel(entry);
    if (listed.kernel)
      return listed;
  }
  return std::nullopt;
}

/// A line of Knobs.def about gemm as one about `kernel`.
static std::string exampleFor(const ExampleKernel &kernel, const std::string &line) {
  std::istringstream words(line);
  std::string result, option;
  for (std::string word; words >> word;) {
    const size_t equals = word.find('=');
    if (!option.empty() && equals != std::string::npos &&
        !kernel.has(option, word.substr(0, equals))) {
      result.resize(result.size() - option.size() - 1);
      option.clear();
      continue;
    }
    option = word.starts_with("-") ? word : "";
    result += (result.empty() ? "" : " ") + word;
  }
  const size_t redirection = std::min(result.find(" >"), result.size());
  result.insert(redirection, kernel.missingValues(result));
  replaceAll(result, rowKernel, kernel.name());
  return result;
}

std::vector<std::string> ProgramText::examples(const Command &command) const {
  std::vector<std::string> lines = command.examples;
  const std::optional<ListedKernel> first =
      command.argument == "KERNEL" ? firstKernel(entries) : std::nullopt;
  if (first) {
    const ExampleKernel kernel(*first);
    for (std::string &line : lines)
      line = exampleFor(kernel, line);
  }
  for (std::string &line : lines)
    line = text(line);
  return lines;
}

} // namespace wave::commandline
