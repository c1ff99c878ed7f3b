//===- ChannelMutantsTest.cpp - Mistakes in mbarriers are refused ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A mutant that changes what a channel says in the code of a lane is not to be run at all: the
// compile refuses it (docs/adr/0045), whatever the sizes.
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Diagnostics.h"

#include "Cases.h"
#include "Mutation.h"
#include "Subject.h"
#include "targets/nvidia/protocol/TargetProtocol.h"

using namespace wave;
using namespace wave::test;

namespace {

/// An operation, by a part of its name, and what is done to it.
struct Mistake {
  const char *operation, *kind;
};

constexpr Mistake mistakes[] = {
    {"nvvm.mbarrier.init", "deleted"},
    {"nvvm.mbarrier.init", "for one more"},
    {"nvvm.mbarrier.init", "for one fewer"},
    {"nvvm.mbarrier.arrive", "deleted"},
    {"nvvm.mbarrier.arrive.expect_tx", "of 16 bytes more"},
    {"nvvm.mbarrier.arrive.expect_tx", "of 16 bytes fewer"},
    {"nvvm.mbarrier.try_wait", "deleted"},
    {"nvvm.mbarrier.try_wait", "of the other parity"},
    {"nvvm.mbarrier.try_wait", "of a parity above 1"},
    {"nvvm.mbarrier.try_wait", "whose result nobody asks for"},
    {"nvvm.wgmma.commit", "deleted"},
    {"nvvm.wgmma.wait", "deleted"},
    {"nvvm.wgmma.wait", "for one group less"},
    {"nvvm.tcgen05.commit", "deleted"},
    {"nvvm.tcgen05.commit", "to the first"},
    {"nvvm.tcgen05.commit", "to the second"},
    {"nvvm.cp.async.bulk.tensor.shared", "to the first"},
    {"nvvm.cp.async.bulk.tensor.shared", "to the second"},
    {"nvvm.mapa", "of the second"},
};

bool isMistake(const Mutation &mutation) {
  return llvm::any_of(mistakes, [&](const Mistake &mistake) {
    return mutation.kind == mistake.kind &&
           mutation.place.find(std::string(": ") + mistake.operation) != std::string::npos;
  });
}

/// What the compile says of the module; empty where it takes it.
std::string refusalOf(mlir::ModuleOp module) {
  std::string text;
  mlir::ScopedDiagnosticHandler handler(module.getContext(), [&](mlir::Diagnostic &diagnostic) {
    text = diagnostic.str();
    return mlir::success();
  });
  for (auto kernel : module.getOps<mlir::LLVM::LLVMFuncOp>())
    if (failed(nvidia::verifyTargetProtocol(kernel)))
      return text.empty() ? "without a message" : text;
  return "";
}

} // namespace

TEST(ChannelMutants, AreRefused) {
  std::map<std::string, int> counts;
  std::set<std::string> seen;
  std::vector<Case> cases = casesForNvidia();
  llvm::append_range(cases, casesOfScalars());
  llvm::append_range(cases, casesOfLevels());
  for (const Case &kernelCase : cases)
    for (const std::string chip : {"h200", "b200"})
      for (const Version arguments : {Version::Full, Version::AnyStores, Version::Any}) {
        if (!kernelCase.chip.empty() && kernelCase.chip != chip)
          continue;
        const Subject subject(kernelCase, chip, {"prefetch", 2}, arguments);
        if (!subject.exists() || !seen.insert(subject.text()).second)
          continue;
        EXPECT_EQ(refusalOf(subject.module()), "") << subject.name();
        for (const Mutation &mutation : mutationsOf(subject.module())) {
          if (!isMistake(mutation))
            continue;
          ++counts[mutation.kind];
          const std::string refusal = refusalOf(*mutated(subject.module(), mutation));
          EXPECT_NE(refusal.find("[target-protocol]"), std::string::npos)
              << subject.name() << " | " << mutation.place << " | " << mutation.kind << ": "
              << refusal;
        }
      }
  for (const auto &[kind, count] : counts)
    std::printf("%s: %d refused\n", kind.c_str(), count);
  EXPECT_GT(counts["for one fewer"], 100);
}
