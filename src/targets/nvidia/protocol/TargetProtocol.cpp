//===- TargetProtocol.cpp -------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/nvidia/protocol/TargetProtocol.h"

#include <exception>
#include <numeric>

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/StringMap.h"

#include "dialect/BrokenConstraint.h"
#include "symbolic/Evaluate.h"
#include "symbolic/Substitute.h"
#include "targets/llvm/KernelForm.h"
#include "targets/nvidia/protocol/ProtocolWalk.h"

using namespace mlir;

namespace wave::nvidia {

/// What each operation is to channels.  Others are nothing to them, but for those on mbarriers.
const llvm::StringMap<ProtocolWalk::Handler> &ProtocolWalk::handlers() {
  static const llvm::StringMap<Handler> table = {
      {"nvvm.mbarrier.init", &ProtocolWalk::init},
      {"nvvm.mbarrier.inval", &ProtocolWalk::invalidate},
      {"nvvm.cluster.arrive", &ProtocolWalk::meet},
      {"nvvm.mbarrier.arrive", &ProtocolWalk::arrive},
      {"nvvm.mbarrier.arrive.expect_tx", &ProtocolWalk::expect},
      {"nvvm.tcgen05.commit", &ProtocolWalk::commitMmas},
      {"nvvm.cp.async.bulk.tensor.shared.cluster.global", &ProtocolWalk::load},
      {"nvvm.wgmma.mma_async", &ProtocolWalk::multiply},
      {"nvvm.tcgen05.mma", &ProtocolWalk::multiply},
      {"nvvm.wgmma.commit.group.sync.aligned", &ProtocolWalk::commitGroup},
      {"nvvm.wgmma.wait.group.sync.aligned", &ProtocolWalk::waitGroup},
      {"llvm.inline_asm", &ProtocolWalk::assembly},
      {"llvm.load", &ProtocolWalk::accessScalar},
      {"llvm.store", &ProtocolWalk::accessScalar},
      {"nvvm.fence.mbarrier.init", nullptr}};
  return table;
}

ProtocolWalk::Handler ProtocolWalk::handlerOf(Operation *op) {
  if (auto text = dyn_cast<LLVM::InlineAsmOp>(op); text && !text.getAsmString().contains("wgmma"))
    return nullptr;
  if (isa<LLVM::LoadOp, LLVM::StoreOp>(op) && !scalarAddress(op))
    return nullptr;
  const StringRef name = op->getName().getStringRef();
  if (auto found = handlers().find(name); found != handlers().end())
    return found->second;
  return name.contains("mbarrier") ? &ProtocolWalk::refuse : nullptr;
}

ProtocolWalk::ProtocolWalk(LLVM::LLVMFuncOp kernel, const gpu::ChannelFacts &facts,
                           std::array<int32_t, 3> cluster, int64_t count)
    : kernel(kernel), facts(facts), lanes(count, cluster), indices(lanes, facts) {
  const size_t counters = facts.roles.size() * facts.channels.size() * 4;
  arrivals.resize(counters);
  waiters.resize(counters);
  kernel.walk([&](Operation *op) {
    if (handlerOf(op))
      for (Operation *parent = op->getParentOp();
           parent != kernel && relevant.try_emplace(parent, true).second;)
        parent = parent->getParentOp();
  });
  llvm::StringMap<Type> types;
  if (auto memories = kernel->getAttrOfType<ArrayAttr>(codegen::memoriesAttr))
    for (auto memory : memories.getAsRange<DictionaryAttr>())
      if (auto type = memory.getAs<TypeAttr>("dtype"))
        types[memory.getAs<StringAttr>("name").getValue()] = type.getValue();
  auto maps = kernel->getAttrOfType<ArrayAttr>("wave.tensor_maps");
  for (auto map :
       maps ? llvm::to_vector(maps.getAsRange<DictionaryAttr>()) : SmallVector<DictionaryAttr>()) {
    auto argument = map.getAs<IntegerAttr>("argument");
    auto box = map.getAs<ArrayAttr>("box");
    auto memory = map.getAs<StringAttr>("memory");
    if (!argument || !box || !memory || !types.contains(memory.getValue()))
      continue; // a load by it is not derived
    int64_t bytes = types[memory.getValue()].getIntOrFloatBitWidth() / 8;
    for (auto extent : box.getAsRange<IntegerAttr>())
      bytes *= extent.getInt();
    boxBytes[static_cast<unsigned>(argument.getInt())] = bytes;
  }
}

LogicalResult ProtocolWalk::fail(Operation *op, const Twine &claim,
                                 ArrayRef<std::pair<Operation *, std::string>> notes) {
  ir::BrokenConstraint report(op, "target-protocol",
                              "kernel '" + kernel.getSymName() + "': " + claim);
  for (const auto &[at, text] : notes)
    report.note(at->getLoc(), text);
  return report.help("this is a bug in wave: please report it with the kernel");
}

std::string ProtocolWalk::nameOf(size_t channel) const {
  return "'" + facts.channels[channel].name + "'";
}

std::string ProtocolWalk::roleName(size_t role) const { return "'" + facts.roles[role].name + "'"; }

std::string ProtocolWalk::differenceOf(const Expr &found, const Expr &expected) const {
  std::vector<std::string> symbols = symbolic::symbolsOf(found);
  for (const std::string &symbol : symbolic::symbolsOf(expected))
    if (!llvm::is_contained(symbols, symbol))
      symbols.push_back(symbol);
  for (int64_t number = 0; number < 64 && !symbols.empty(); ++number) {
    Bindings bindings;
    std::string where;
    for (auto [i, symbol] : llvm::enumerate(symbols)) {
      const int64_t value = number >> i % 6;
      bindings.set(symbol, value);
      where += (where.empty() ? "" : ", ") + symbol + " = " + std::to_string(value);
    }
    const symbolic::Evaluation one = symbolic::evaluate(found, bindings),
                               other = symbolic::evaluate(expected, bindings);
    if (one && other && one.value() != other.value())
      return "; for " + where + " these are " + std::to_string(one.value()) + " and " +
             std::to_string(other.value());
  }
  return symbols.empty() ? "" : "; that they are equal is not derived";
}

std::optional<size_t> ProtocolWalk::roleOf(const Lanes &active) const {
  std::optional<size_t> only;
  for (uint32_t lane : active) {
    const int64_t thread = lanes.laneAt(lane);
    const auto *role = llvm::find_if(facts.roles, [&](const gpu::RoleFact &each) {
      return thread >= each.firstThread && thread < each.firstThread + each.threads;
    });
    const auto number = static_cast<size_t>(role - facts.roles.begin());
    if (role == facts.roles.end() || (only && *only != number))
      return std::nullopt;
    only = number;
  }
  return only;
}

LogicalResult ProtocolWalk::run() {
  const size_t pairs = facts.roles.size() * facts.channels.size();
  Counted counted{.uses = std::vector<Expr>(pairs * 4, Expr::constant(0)),
                  .groups = std::vector<std::vector<std::vector<Use>>>(facts.roles.size()),
                  .open = std::vector<std::vector<Use>>(facts.roles.size()),
                  .bytes = std::vector<std::vector<PerWorkgroup>>(pairs)};
  Lanes all(lanes.size());
  std::iota(all.begin(), all.end(), 0);
  met.assign(lanes.size(), 0);
  tripEnds.assign(pairs * 4, Expr::constant(0));
  return failure(failed(walk(kernel.getBody(), counted, all)) || failed(checkCounts()) ||
                 failed(checkTripEnds(counted)) ||
                 failed(checkEnds(trips ? tripEnds : counted.uses)));
}

LogicalResult verifyTargetProtocol(LLVM::LLVMFuncOp kernel) {
  auto facts = gpu::channelFactsOf(kernel);
  if (failed(facts))
    return failure();
  if (!*facts)
    return success();
  auto form = codegen::kernelForm(kernel, NVVM::NVVMDialect::getKernelFuncAttrName());
  if (failed(form))
    return failure();
  // Expressions throw where they come to too much: nothing may be thrown across MLIR's frames.
  try {
    return ProtocolWalk(kernel, **facts, form->cluster, form->lanes()).run();
  } catch (const std::exception &error) {
    return ir::BrokenConstraint(kernel, "target-protocol",
                                "kernel '" + kernel.getSymName() +
                                    "': the steps of channels are not derived: " + error.what())
        .help("this is a bug in wave: please report it with the kernel");
  }
}

} // namespace wave::nvidia
