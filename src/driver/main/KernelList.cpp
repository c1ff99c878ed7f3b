//===- KernelList.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/KernelList.h"

#include <new>

#include "diagnostic/Fail.h"
#include "dialect/DiagnosticCapture.h"
#include "frontend/KernelTrace.h"

namespace wave::commandline {

[[noreturn]] static void failForeign(const KernelEntry &entry, const std::string &text) {
  std::vector<Note> notes;
  if (!entry.summary.empty())
    notes.push_back({"it is the kernel '" + entry.summary + "'", {}});
  fail<Error>("kernel-exception", "the function that makes a kernel threw: " + text,
              "catch it there, or throw wave::Error", std::move(notes));
}

Kernel makeKernel(const KernelEntry &entry, const DTypeParameters &dtypes) {
  try {
    return entry.make(dtypes);
  } catch (const Failure &) {
    throw;
  } catch (const std::bad_alloc &) {
    throw;
  } catch (const std::exception &error) {
    failForeign(entry, error.what());
  } catch (...) {
    failForeign(entry, "something that is no std::exception");
  }
}

static SourceLocation placeOf(const Kernel &kernel) {
  auto context = frontend::makeContext();
  auto module = frontend::load(kernel, *context);
  return ir::sourceLocation(frontend::onlyKernel(*module).getLoc());
}

[[noreturn]] static void failTwice(const Kernel &first, const Kernel &second) {
  throw Error({.id = ErrorId("kernel-twice"),
               .message = "two kernels of this program are called '" + second.name() + "'",
               .where = placeOf(second),
               .notes = {{"the other one is here", placeOf(first)}},
               .help = "give each kernel a name of its own"});
}

ListedKernel listKernel(const KernelEntry &entry) {
  ListedKernel listed{&entry, {}, std::nullopt, std::nullopt};
  frontend::nameOfLastTrace().clear();
  try {
    listed.kernel = makeKernel(entry, entry.dtypes);
    listed.name = listed.kernel->name();
  } catch (const Failure &failure) {
    listed.name = frontend::nameOfLastTrace();
    listed.failure = failure.diagnostic();
  }
  return listed;
}

std::vector<ListedKernel> listKernels(std::span<const KernelEntry> entries) {
  std::vector<ListedKernel> list;
  for (const KernelEntry &entry : entries) {
    ListedKernel next = listKernel(entry);
    for (const ListedKernel &earlier : list)
      if (next.kernel && earlier.kernel && earlier.kernel->name() == next.kernel->name())
        failTwice(*earlier.kernel, *next.kernel);
    list.push_back(std::move(next));
  }
  return list;
}

} // namespace wave::commandline
