//===- command_line.cpp - Any words after `wave` --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each line of the input is a word.  What they say is followed up to the point where
// files would be opened.
//
//===----------------------------------------------------------------------===//

#include <sstream>
#include <vector>

#include "Expect.h"
#include "driver/main/Options.h"
#include "driver/main/ProgramText.h"
#include "driver/main/Sizes.h"
#include "kernels/library.h"
#include "symbolic/Evaluate.h"

using namespace wave;
using namespace wave::commandline;

static const KernelChoice &gemm() {
  static const std::vector<KernelEntry> entries = kernels::library();
  static const KernelChoice choice = [] {
    Options options;
    options.kernel = "gemm";
    return chooseKernel(options, entries);
  }();
  return choice;
}

static void follow(const Options &options) {
  const Bindings definitions = definitionsOf(options);
  const Bindings subs = bindSizes(gemm(), definitions, {});
  (void)withoutDynamic(options, gemm(), subs);
  for (const Argument &argument : gemm().signature.arguments)
    for (const Argument::Dim &dim : argument.dims)
      if (const symbolic::Evaluation value = symbolic::evaluate(dim.size, subs); !value)
        (void)symbolic::describe(value.failure());
  for (const Assignment &input : options.inputs)
    (void)gemm().signature.at(input.name, "--input");
  for (const Assignment &dtype : options.dtypes) {
    DTypeParameters dtypes = gemm().dtypes;
    dtypes.set(dtype.name, f32);
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::vector<std::string> words{"wave"};
  std::istringstream lines{std::string(fuzz::textOf(data, size))};
  for (std::string word; std::getline(lines, word);)
    words.push_back(word.substr(0, word.find('\0')));
  std::vector<const char *> arguments;
  for (const std::string &word : words)
    arguments.push_back(word.c_str());
  try {
    const CommandLine line = parseCommandLine(static_cast<int>(arguments.size()), arguments.data(),
                                              ProgramText("wave", {}));
    if (!line.text)
      follow(line.options);
  } catch (const Error &error) {
    fuzz::expectReadable(error);
  }
  return 0;
}
