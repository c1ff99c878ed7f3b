//===- KernelChoice.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/KernelChoice.h"

#include "diagnostic/Fail.h"
#include "driver/main/KernelList.h"
#include "driver/main/Knobs.h"
#include "machine/DTypes.h"
#include "runtime/RegularFile.h"
#include "symbolic/NearestName.h"
#include "symbolic/Node.h"
#include "symbolic/Parse.h"

namespace wave::commandline {

static DType dtypeOf(const Assignment &assignment) {
  if (auto dtype = dtype_named(assignment.value))
    return *dtype;
  const std::vector<std::string> known = machine::dtypeNames();
  fail<Error>("unknown-dtype",
              "--dtype " + assignment.name + ": there is no element type '" + assignment.value +
                  "'; the types are: " + enumeration(known),
              symbolic::suggestion(assignment.value, known));
}

static DTypeParameters withDTypes(DTypeParameters dtypes, const Options &options) {
  for (const Assignment &assignment : options.dtypes)
    dtypes.set(assignment.name, dtypeOf(assignment));
  return dtypes;
}

static KernelChoice readKernel(const Options &options) {
  DTypeParameters none = withDTypes({}, options);
  Kernel kernel = Kernel::parse(textOfFile(options.kernel), options.kernel);
  return {kernel, nullptr, none, signatureOf(kernel)};
}

[[noreturn]] static void failUnknown(const std::string &name,
                                     const std::vector<std::string> &known) {
  fail<Error>(
      "unknown-kernel",
      "there is no kernel '" + name + "'; " +
          (known.empty() ? "this program has none" : "the kernels are: " + enumeration(known)),
      symbolic::suggestion(name, known, "the name of a file ends in .mlir"));
}

KernelChoice chooseKernel(const Options &options, std::span<const KernelEntry> entries) {
  if (options.kernel.ends_with(".mlir"))
    return readKernel(options);
  std::vector<std::string> known;
  std::optional<Diagnostic> broken; // of a kernel whose name we cannot learn
  for (const ListedKernel &listed : listKernels(entries)) {
    if (listed.failure) {
      broken = listed.failure;
      continue;
    }
    known.push_back(listed.kernel->name());
    if (known.back() != options.kernel)
      continue;
    DTypeParameters dtypes = withDTypes(listed.entry->dtypes, options);
    Kernel kernel = makeKernel(*listed.entry, dtypes);
    return {kernel, listed.entry, dtypes, signatureOf(kernel)};
  }
  if (broken)
    throw Error(*broken);
  failUnknown(options.kernel, known);
}

std::optional<std::string> KernelChoice::dtypeOptionFor(const Argument &argument,
                                                        DType dtype) const {
  if (!entry)
    return std::nullopt;
  for (const auto &[name, current] : dtypes)
    try {
      DTypeParameters changed = dtypes;
      changed.set(name, dtype);
      if (signatureOf(makeKernel(*entry, changed)).at(argument.name, "").dtype == dtype)
        return name + "=" + std::string(dtype_name(dtype));
    } catch (const Failure &) {
      // The kernel cannot be made that way: no advice.
    }
  return std::nullopt;
}

Bindings definitionsOf(const Options &options) {
  Bindings definitions;
  for (const auto &[name, value] : options.definitions) {
    if (!symbolic::isIdentifier(name))
      fail<Error>("definition-syntax",
                  "-D " + name + "=" + value + ": '" + name + "' cannot be the name of a symbol");
    auto parsed = symbolic::parse(value);
    if (!parsed)
      fail<Error>("definition-syntax",
                  "-D " + name + "=" + value + ": " + parsed.failure().message + ", at character " +
                      std::to_string(parsed.failure().offset + 1) + " of '" + value + "'");
    definitions.set(name, parsed.expr());
  }
  return definitions;
}

Bindings withDefaults(const KernelChoice &choice, const Bindings &definitions) {
  Bindings result;
  if (!choice.signature.isBound)
    result = choice.kernel.defaults();
  for (const Binding &binding : definitions)
    result.set(binding.symbol, binding.value);
  return result;
}

} // namespace wave::commandline
