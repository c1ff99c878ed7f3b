//===- DecodeControl.cpp - Structured control flow as jumps and masks -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/DiagnosticCapture.h"
#include "executor/Decoder.h"

using namespace mlir;

namespace wave::executor {

namespace {
std::string nameOf(Location location) {
  if (auto name = llvm::dyn_cast<NameLoc>(location))
    return name.getName().str();
  if (auto fused = llvm::dyn_cast<FusedLoc>(location))
    for (Location part : fused.getLocations())
      if (std::string name = nameOf(part); !name.empty())
        return name;
  if (auto call = llvm::dyn_cast<CallSiteLoc>(location))
    return nameOf(call.getCallee());
  return {};
}
} // namespace

uint32_t Decoder::siteOf(Operation *op) {
  auto [found, isNew] = sites.try_emplace(op, static_cast<uint32_t>(program.sites.size()));
  if (isNew)
    program.sites.push_back({ir::sourceLocation(op->getLoc()),
                             nameOf(op->getLoc()),
                             op->getName().getStringRef().str(),
                             {}});
  return found->second;
}

Instruction &Decoder::emit(Operation *op, Kind kind) {
  const uint32_t site = siteOf(op);
  Instruction &at = program.code.emplace_back();
  at.kind = kind;
  at.site = site;
  if (units && (kind == Kind::Lanes || kind == Kind::Hint))
    at.issue = units->of(op);
  at.count = lanesPerWave;
  return at;
}

Instruction &Decoder::emitLanes(Operation *op, LaneFunction run, Reference to, unsigned elements,
                                const std::vector<Reference> &from) {
  if (!run)
    unsupported(op, "not for these types");
  Instruction &at = emit(op, Kind::Lanes);
  at.run = run;
  at.destination = slotFor(to);
  for (size_t i = 0; i < from.size(); ++i)
    at.sources[i] = slotFor(from[i]);
  at.count = elements * lanesPerWave;
  return at;
}

Reference Decoder::define(Value value) {
  Operation *op = value.getDefiningOp();
  const Layout layout = layoutOf(value.getType(), op ? op : function.getOperation());
  return values[value] = allocation.create(layout.bytes() * lanesPerWave);
}

Reference Decoder::of(Value value) { return values.at(value); }

std::vector<Reference> Decoder::registersFor(TypeRange types, Operation *op) {
  std::vector<Reference> registers;
  for (Type type : types)
    registers.push_back(allocation.create(layoutOf(type, op).bytes() * lanesPerWave));
  return registers;
}

void Decoder::emitMoves(Operation *op, const std::vector<Reference> &to, ValueRange from) {
  std::vector<Reference> sources;
  for (Value value : from)
    sources.push_back(of(value));
  for (size_t i = 0; i < sources.size(); ++i) {
    bool isOverwritten = false;
    for (size_t j = 0; j < to.size(); ++j)
      isOverwritten |= j != i && !sources[i].isConstant && sources[i].number == to[j].number;
    if (!isOverwritten)
      continue;
    const Layout layout = layoutOf(from[i].getType(), op);
    const Reference saved = allocation.create(layout.bytes() * lanesPerWave);
    emitMove(op, copyFunction(layout.elementBytes()), saved, layout.elements, sources[i]);
    sources[i] = saved;
  }
  for (size_t i = 0; i < sources.size(); ++i) {
    if (sources[i] == to[i])
      continue;
    const Layout layout = layoutOf(from[i].getType(), op);
    emitMove(op, moveFunction(layout.elementBytes()), to[i], layout.elements, sources[i]);
  }
}

void Decoder::decodeBlock(Block &block) {
  for (Operation &op : block) {
    if (auto branch = llvm::dyn_cast<scf::IfOp>(op))
      decodeIf(branch);
    else if (auto loop = llvm::dyn_cast<scf::ForOp>(op))
      decodeFor(loop);
    else if (auto loop = llvm::dyn_cast<scf::WhileOp>(op))
      decodeWhile(loop);
    else if (llvm::isa<scf::YieldOp, scf::ConditionOp>(op))
      continue; // the operation around it has them
    else
      decodeOperation(&op);
  }
}

void Decoder::decodeIf(scf::IfOp op) {
  const std::vector<Reference> results = registersFor(op.getResultTypes(), op);
  const uint32_t begin = here();
  Instruction &branch = emit(op, Kind::If);
  branch.sources[0] = slotFor(of(op.getCondition()));
  forbidUndefined(branch, op.getCondition(), "condition");
  decodeBlock(op.getThenRegion().front());
  if (!results.empty())
    emitMoves(op, results, op.thenYield().getOperands());
  program.code[begin].target = here();
  const uint32_t otherwise = here();
  emit(op, Kind::Else);
  if (!op.getElseRegion().empty()) {
    decodeBlock(op.getElseRegion().front());
    if (!results.empty())
      emitMoves(op, results, op.elseYield().getOperands());
  }
  program.code[otherwise].target = here();
  emit(op, Kind::EndIf);
  for (auto [result, reference] : llvm::zip(op.getResults(), results))
    alias(result, reference);
}

void Decoder::decodeFor(scf::ForOp op) {
  const Layout counter = layoutOf(op.getInductionVar().getType(), op);
  if (counter.scalar != Scalar::I32 && counter.scalar != Scalar::I64)
    unsupported(op, "a loop's variable is an i32 or an i64");
  const unsigned bytes = counter.elementBytes();
  const Reference variable = define(op.getInductionVar());
  emitLanes(op, copyFunction(bytes), variable, 1, {of(op.getLowerBound())});
  std::vector<Reference> carried;
  for (auto [argument, initial] : llvm::zip(op.getRegionIterArgs(), op.getInitArgs())) {
    const Layout layout = layoutOf(argument.getType(), op);
    carried.push_back(define(argument));
    emitMove(op, copyFunction(layout.elementBytes()), carried.back(), layout.elements, of(initial));
  }
  const uint32_t begin = here();
  emit(op, Kind::LoopBegin);
  const Reference goesOn = allocation.create(lanesPerWave);
  emitLanes(op, lessFunction(bytes, op->hasAttr("unsignedCmp")), goesOn, 1,
            {variable, of(op.getUpperBound())});
  const uint32_t test = here();
  Instruction &branch = emit(op, Kind::LoopTest);
  branch.sources[0] = slotFor(goesOn);
  forbidUndefined(branch, op.getUpperBound(), "bound");
  decodeBlock(*op.getBody());
  emitMoves(op, carried, op.getBody()->getTerminator()->getOperands());
  const Reference step = of(op.getStep());
  emitLanes(op, incrementFunction(bytes), variable, 1, {variable, step});
  const uint32_t end = here();
  emit(op, Kind::Jump).target = begin + 1;
  program.code[test].target = here();
  allocation.addLoop(begin, end);
  for (auto [result, reference] : llvm::zip(op.getResults(), carried))
    alias(result, reference);
}

void Decoder::decodeWhile(scf::WhileOp op) {
  std::vector<Reference> before, after = registersFor(op.getAfterBody()->getArgumentTypes(), op),
                                 results = registersFor(op.getResultTypes(), op);
  for (auto [argument, initial] : llvm::zip(op.getBeforeArguments(), op.getInits())) {
    const Layout layout = layoutOf(argument.getType(), op);
    before.push_back(define(argument));
    emitMove(op, copyFunction(layout.elementBytes()), before.back(), layout.elements, of(initial));
  }
  for (auto [argument, reference] : llvm::zip(op.getAfterArguments(), after))
    alias(argument, reference);
  const uint32_t begin = here();
  emit(op, Kind::LoopBegin);
  // A lane that has left keeps its results while others go on.
  for (Reference result : results)
    allocation.needAt(result, begin);
  decodeBlock(*op.getBeforeBody());
  scf::ConditionOp condition = op.getConditionOp();
  // Written for all lanes that are still in the loop: the last time counts.
  emitMoves(op, results, condition.getArgs());
  emitMoves(op, after, condition.getArgs());
  const uint32_t test = here();
  Instruction &branch = emit(op, Kind::LoopTest);
  branch.sources[0] = slotFor(of(condition.getCondition()));
  forbidUndefined(branch, condition.getCondition(), "condition");
  decodeBlock(*op.getAfterBody());
  emitMoves(op, before, op.getAfterBody()->getTerminator()->getOperands());
  const uint32_t end = here();
  emit(op, Kind::Jump).target = begin + 1;
  program.code[test].target = here();
  allocation.addLoop(begin, end);
  for (auto [result, reference] : llvm::zip(op.getResults(), results))
    alias(result, reference);
}

void Decoder::forbidUndefined(Instruction &at, Value value, const std::string &purpose) {
  if (undefinedIn(value) == 0)
    return;
  at.usesUndefined = true;
  program.sites[at.site].undefinedOperand = purpose;
}

} // namespace wave::executor
