//===- KernelChoice.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/KernelChoice.h"

#include <algorithm>

#include "diagnostic/Fail.h"
#include "dialect/Dialect.h"
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

/// With what --precision says.
static Kernel withPrecision(Kernel kernel, const Options &options) {
  if (options.precision.empty())
    return kernel;
  if (const auto precision = ir::precisionNamed(options.precision))
    return kernel.set_precision(*precision);
  fail<Error>("usage", "--precision: there is no precision '" + options.precision + "'",
              "choose full, tf32 or 3xtf32");
}

static KernelChoice readKernel(const Options &options) {
  DTypeParameters none = withDTypes({}, options);
  Kernel kernel = withPrecision(Kernel::parse(textOfFile(options.kernel), options.kernel), options);
  return {kernel, nullptr, none, signatureOf(kernel)};
}

[[noreturn]] static void failUnknown(const std::string &name,
                                     const std::vector<ListedKernel> &list) {
  std::vector<std::string> known;
  std::vector<Note> notes;
  for (const ListedKernel &listed : list) {
    if (listed.kernel) {
      known.push_back(listed.name);
      continue;
    }
    const Diagnostic &failure = *listed.failure;
    notes.push_back({(listed.name.empty() ? "a kernel" : "'" + listed.name + "'") +
                         " cannot be made: " + failure.message + " [" + failure.id + "]",
                     failure.where});
  }
  fail<Error>(
      "unknown-kernel",
      "there is no kernel '" + name + "'; " +
          (list.empty()    ? "this program has none"
           : known.empty() ? "none of this program's kernels can be made"
                           : "the kernels are: " + enumeration(known)),
      symbolic::suggestion(name, known,
                           name.ends_with(".cpp")
                               ? "a kernel in C++ is run by a program of its own, which ends "
                                 "in wave::main"
                               : "the name of a file ends in .mlir"),
      std::move(notes));
}

/// The types that `parameter` may have beside the others.
static std::vector<std::string> typesFor(const KernelEntry &entry, DTypeParameters dtypes,
                                         const std::string &parameter) {
  std::vector<std::string> possible;
  for (const std::string &type : machine::dtypeNames())
    try {
      dtypes.set(parameter, *dtype_named(type));
      makeKernel(entry, dtypes);
      possible.push_back(type);
    } catch (const Failure &) {
      // It is not made for this type.
    }
  return possible;
}

/// Makes the kernel with the element types that were asked for; where it has not those, the
/// error lists what it has.
static Kernel makeAsAsked(const ListedKernel &listed, const DTypeParameters &dtypes,
                          const Options &options) {
  try {
    return makeKernel(*listed.entry, dtypes);
  } catch (const Error &error) {
    Diagnostic told = error.diagnostic();
    std::string choices;
    if (listed.kernel) // else types are not what is wrong
      for (const Assignment &asked : options.dtypes)
        if (const auto types = typesFor(*listed.entry, dtypes, asked.name); !types.empty())
          choices += (choices.empty() ? "" : "; ") + ("--dtype " + asked.name + "=") +
                     "... takes " + enumeration(types, "or");
    if (choices.empty())
      throw;
    told.help += (told.help.empty() ? "" : ", or choose other element types: ") + choices;
    throw Error(told);
  }
}

std::vector<std::string> requirementsOf(const Options &options, const KernelChoice &choice) {
  std::vector<std::string> required = options.require;
  if (choice.entry)
    required.insert(required.end(), choice.entry->require.begin(), choice.entry->require.end());
  return required;
}

/// The kernel as it is written.
static KernelChoice findKernel(const Options &options, std::span<const KernelEntry> entries) {
  if (options.kernel.ends_with(".mlir"))
    return readKernel(options);
  const std::vector<ListedKernel> list = listKernels(entries);
  const auto listed = std::ranges::find(list, options.kernel, &ListedKernel::name);
  if (listed == list.end())
    failUnknown(options.kernel, list);
  DTypeParameters dtypes = withDTypes(listed->entry->dtypes, options);
  Kernel kernel = withPrecision(makeAsAsked(*listed, dtypes, options), options);
  return {kernel, listed->entry, dtypes, signatureOf(kernel)};
}

KernelChoice chooseKernel(const Options &options, std::span<const KernelEntry> entries) {
  KernelChoice choice = findKernel(options, entries);
  if (options.useApproximateFunctions)
    choice.kernel.use_approximate_functions();
  choice.isApproximate = options.useApproximateFunctions;
  return choice;
}

static bool fits(const Signature &signature, const std::vector<HeldType> &wanted) {
  return std::ranges::all_of(wanted, [&](const HeldType &each) {
    return signature.at(each.argument, "").dtype == each.dtype;
  });
}

/// Tries what is wanted, and what is set now, for each of the parameters from `first` on.
static bool findDTypes(const KernelEntry &entry, DTypeParameters &dtypes, size_t first,
                       const std::vector<HeldType> &wanted) {
  const auto parameter = dtypes.begin() + static_cast<std::ptrdiff_t>(first);
  if (parameter == dtypes.end())
    try {
      return fits(signatureOf(makeKernel(entry, dtypes)), wanted);
    } catch (const Failure &) {
      return false; // the kernel cannot be made that way
    }
  const auto [name, current] = *parameter;
  std::vector<DType> candidates = {current};
  for (const HeldType &each : wanted)
    if (!std::ranges::count(candidates, each.dtype))
      candidates.push_back(each.dtype);
  for (const DType candidate : candidates) {
    dtypes.set(name, candidate);
    if (findDTypes(entry, dtypes, first + 1, wanted))
      return true;
  }
  dtypes.set(name, current);
  return false;
}

std::optional<std::string> KernelChoice::dtypeOptionFor(const std::vector<HeldType> &wanted) const {
  DTypeParameters found = dtypes;
  if (!entry || !findDTypes(*entry, found, 0, wanted))
    return std::nullopt;
  std::string option;
  for (const auto &[name, dtype] : found)
    if (dtype != entry->dtypes[name])
      option += (option.empty() ? "" : ",") + name + "=" + std::string(dtype_name(dtype));
  return option;
}

Bindings definitionsOf(const Options &options) {
  Bindings definitions;
  for (const auto &[name, value] : options.definitions) {
    if (!symbolic::isIdentifier(name))
      fail<Error>("definition-syntax",
                  "-D " + name + "=" + value + ": '" + name + "' cannot be the name of a symbol",
                  "a name is letters, digits and _, and begins with no digit");
    auto parsed = symbolic::parse(value);
    if (!parsed)
      fail<Error>("definition-syntax",
                  "-D " + name + "=" + value + ": " + parsed.failure().message + ", at character " +
                      std::to_string(parsed.failure().offset + 1) + " of '" + value + "'",
                  "write a whole number or an expression over other symbols, as in -D 'K=2*N'");
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
