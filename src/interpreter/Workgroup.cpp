//===- Workgroup.cpp - Who may go, and what must not happen ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "interpreter/Workgroup.h"

#include <algorithm>

#include "llvm/ADT/TypeSwitch.h"

#include "dialect/DiagnosticCapture.h"
#include "dialect/IndexValues.h"

using namespace mlir;

namespace wave::interpreter {

static Note note(const std::string &message, Operation *op) {
  return {message, ir::sourceLocation(op->getLoc())};
}

std::string Workgroup::placeText() const {
  return " of workgroup (" + std::to_string(place[0]) + ", " + std::to_string(place[1]) + ", " +
         std::to_string(place[2]) + ")";
}

Workgroup::Workgroup(ir::KernelOp kernel, std::span<const Tensor> tensors, const Bindings &symbols,
                     Parts &parts, const std::array<int64_t, 3> &place, const Cluster *cluster)
    : kernel(kernel), tensors(tensors), parts(parts), place(place), cluster(cluster) {
  SmallVector<Block *> programs;
  auto addAgents = [&](Block *program, int64_t waves) {
    for (int64_t wave = 0; wave < waves; ++wave) {
      agents.emplace_back(program, wave, waves, symbols, tensors, cluster ? placeText() : "");
      programs.push_back(program);
    }
  };
  for (auto role : kernel.getBlock()->getOps<ir::RoleOp>())
    addAgents(role.getBlock(), static_cast<int64_t>(role.getWaves()));
  if (agents.empty())
    addAgents(kernel.getBlock(), parts.waves());
  for (auto allocation : kernel.getBlock()->getOps<ir::AllocateOp>())
    rings.try_emplace(allocation.getRing(), allocation, programs);
  kernel.walk([&](ir::WriteOp write) { written.insert(write.getMemory()); });
  kernel.walk([&](ir::CopyOutOp copy) { written.insert(copy.getMemory()); });
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// The accesses that `op` makes to what agents share.
SmallVector<Access, 2> Workgroup::accessesOf(const Agent &agent, Operation *op) const {
  using Accesses = SmallVector<Access, 2>;
  const int64_t number = agent.evaluate(ir::slotOf(op));
  return TypeSwitch<Operation *, Accesses>(op)
      .Case([&](ir::SharedWriteOp write) { return Accesses{{op, write.getRing(), number, true}}; })
      .Case([&](ir::SharedReadOp read) { return Accesses{{op, read.getRing(), number, false}}; })
      .Case([&](ir::ViewOp view) { return Accesses{{op, view.getRing(), number, false}}; })
      .Case([&](ir::ScalarWriteOp write) { return Accesses{{op, write.getRing(), number, true}}; })
      .Case([&](ir::ScalarReadOp read) { return Accesses{{op, read.getRing(), number, false}}; })
      .Case([&](ir::CopyOp copy) {
        return Accesses{{op, copy.getMemory(), 0, false}, {op, copy.getRing(), number, true}};
      })
      .Case([&](ir::CopyOutOp copy) {
        return Accesses{{op, copy.getRing(), number, false}, {op, copy.getMemory(), 0, true}};
      })
      .Case([&](ir::WriteOp write) { return Accesses{{op, write.getMemory(), 0, true}}; })
      .Case([&](ir::ReadOp read) { return Accesses{{op, read.getMemory(), 0, false}}; })
      .Default([](Operation *) { return Accesses(); });
}

AccessOrder &Workgroup::orderOf(const Agent &agent, const Access &access) {
  const auto waves = static_cast<size_t>(wavesBeside(agent));
  return orders.try_emplace({agent.role(), access.memory.getAsOpaquePointer(), access.slot}, waves)
      .first->second;
}

int64_t Workgroup::wavesBeside(const Agent &agent) const {
  return agent.role() ? static_cast<int64_t>(agent.role().getWaves()) : parts.waves();
}

std::vector<size_t> Workgroup::ready() {
  std::vector<size_t> numbers;
  for (size_t number = 0; number < agents.size(); ++number)
    if (mayGo(number))
      numbers.push_back(number);
  return numbers;
}

bool Workgroup::mayGo(size_t number) {
  Operation *op = agents[number].next();
  if (!op || finding_)
    return false;
  if (isa<ir::BarrierOp>(op))
    return llvm::all_of(agents, [&](const Agent &other) {
      if (other.role() != agents[number].role())
        return true;
      const int64_t ahead = other.barriers() - agents[number].barriers();
      return ahead > 0 || (ahead == 0 && isa_and_present<ir::BarrierOp>(other.next()));
    });
  const Agent &agent = agents[number];
  if (isa<ir::ReinitialiseOp>(op))
    return mayReinitialise(agent);
  if (ir::isStepOfChannel(op))
    return mayPass(agent, op);
  return parts.areLaidOut() || llvm::all_of(accessesOf(agent, op), [&](const Access &access) {
           return orderOf(agent, access).mayGo(static_cast<size_t>(agent.wave()), access.isWrite);
         });
}

void Workgroup::step(size_t number) {
  Agent &agent = agents[number];
  Operation *op = agent.next();
  checkSums(agent, op);
  if (isa<ir::ReinitialiseOp>(op)) {
    reinitialise(number);
  } else if (ir::isStepOfChannel(op)) {
    pass(number, op);
  } else if (auto accesses = accessesOf(agent, op); !accesses.empty()) {
    if (!parts.areLaidOut())
      for (const Access &access : accesses)
        orderOf(agent, access).goes(static_cast<size_t>(agent.wave()), access.isWrite);
    TypeSwitch<Operation *>(op)
        .Case<ir::CopyOp, ir::CopyOutOp>(
            [&](auto copy) { run(number, accesses[0], accesses[1], copy); })
        .Case<ir::SharedWriteOp, ir::SharedReadOp, ir::ViewOp, ir::ScalarWriteOp, ir::ScalarReadOp,
              ir::WriteOp, ir::ReadOp>([&](auto known) { run(number, accesses[0], known); });
  } else if (auto mask = dyn_cast<ir::MaskOp>(op)) {
    run(agent, mask);
  } else if (auto self = dyn_cast<ir::SelfIndexOp>(op)) {
    run(agent, self);
  } else if (auto scalar = dyn_cast<ir::SplatOp>(op)) {
    run(agent, scalar);
  } else if (auto reduction = dyn_cast<ir::PartialReduceOp>(op)) {
    run(agent, reduction);
  } else {
    runComputation(number, op);
  }
  agent.advance();
  if (const auto &overwritten = agent.overwritten())
    report(agent.name() + " writes an operand that an MMA in flight reads", op,
           {note("the MMA is here", overwritten->first)});
}

//===----------------------------------------------------------------------===//
// The end
//===----------------------------------------------------------------------===//

/// Nobody waits any more, and nothing is left over.
void Workgroup::finish() {
  if (finding_)
    return;
  reportWaiting();
  checkEnds();
}

/// Behind all uses of channels, or all of those of a trip.
void Workgroup::checkEnds() {
  for (auto &[value, ring] : rings)
    for (size_t number = 0; number < agents.size(); ++number)
      if (const Ring::Counts &counts = ring.counts[number];
          counts.acquired != counts.committed || counts.awaited != counts.released)
        report(agents[number].name() + " ends with a slot of " + ring.name, ring.allocation);
  for (auto &[value, ring] : rings)
    for (size_t number : ring.producers)
      if (ring.isReleasedByMma() && ring.counts[number].drained != ring.counts[number].acquired)
        report(agents[number].name() + " ends before all of its slots of " + ring.name +
                   " have been released: the MMAs that read them arrive when they have completed",
               ring.allocation);
  for (auto &[value, ring] : rings)
    for (size_t number : ring.consumers)
      if (sharing(value).size() > 1 && ring.counts[number].told != ring.counts[number].released)
        report(agents[number].name() + " has released a slot of " + ring.name + " to itself alone",
               ring.allocation);
  for (auto &[value, ring] : rings)
    for (size_t writer = 0; writer < agents.size(); ++writer)
      for (size_t reader = 0; reader < agents.size(); ++reader) {
        const bool isPair = ring.isChannel() ? llvm::is_contained(ring.producers, writer) &&
                                                   llvm::is_contained(ring.consumers, reader)
                                             : writer == reader;
        const bool isNotNeeded = ring.isOfScalars() && ring.counts[reader].reads == 0;
        if (isPair && !isNotNeeded && ring.counts[writer].writes != ring.counts[reader].reads)
          return report(ring.name + " is written " + std::to_string(ring.counts[writer].writes) +
                            " times and read " + std::to_string(ring.counts[reader].reads) +
                            " times",
                        ring.allocation);
      }
}

void Workgroup::reportWaiting() {
  std::string text;
  std::vector<Note> notes;
  Operation *first = nullptr;
  for (const Agent &agent : agents)
    if (Operation *op = agent.next()) {
      text +=
          (text.empty() ? "" : ", ") + agent.name() + " at " + op->getName().stripDialect().str();
      if (ir::isStepOfChannel(op))
        text += " of use " + std::to_string(agent.evaluate(ir::sequenceIndexOf(op)));
      if (first)
        notes.push_back(note(agent.name() + " is here", op));
      else
        first = op;
    }
  if (first)
    report("deadlock: " + text, first, std::move(notes));
}

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//
/// A sum belongs to its product until that has ended, but for one by the same instruction that
/// adds to it.
void Workgroup::checkSums(const Agent &agent, Operation *op) {
  if (isa<ir::IterateOp, ir::YieldOp>(op))
    return; // hands on what it has not looked at
  for (OpOperand &operand : op->getOpOperands()) {
    const RunningProducts::Product *product = agent.sumOf(operand.get());
    auto mma = dyn_cast<ir::MmaOp>(op);
    const bool isNext = mma && &operand == &mma.getAccumulatorMutable() && product &&
                        ir::isAsynchronous(mma) &&
                        mma.getMmaType() == ir::MmaOp(product->op).getMmaType();
    if (product && !isNext)
      report(agent.name() + " uses the accumulator of an MMA in flight", op,
             {note("the MMA is here", product->op)});
  }
}

bool Workgroup::checkSlot(const Access &access, Ring &ring) {
  if (!ring.hasSlot(access.slot))
    report("there is no slot " + std::to_string(access.slot) + " in " + ring.name, access.op,
           {note("the ring is here", ring.allocation)});
  return ring.hasSlot(access.slot);
}

void Workgroup::reportStale(const Access &access, Ring &ring, const Ring::Element &element,
                            int64_t count) {
  const std::string place = "slot " + std::to_string(access.slot) + " of " + ring.name;
  const std::string wanted = "read " + std::to_string(count) + " of " + place;
  if (!element.writer)
    return report(wanted + " finds nothing there yet", access.op,
                  {note("the ring is here", ring.allocation)});
  report(wanted + " finds what write " + std::to_string(element.number) + " put there", access.op,
         {note("the write is here", element.writer)});
}

/// Whether barriers part what an agent did from what agent `number` does now: one that the first
/// has come to behind its access, with the reach that it needs, and that the second has passed.
bool Workgroup::arePartedBy(const Touches::Touch &earlier, size_t number, bool isRing) const {
  const Agent &first = agents[earlier.agent], &second = agents[number];
  const bool isCopy = ir::isCopyOperation(earlier.op);
  if (first.role() != second.role())
    return isCopy && earlier.ends != second.ends().size(); // roles hand over by channels
  if (earlier.agent == number && !isCopy)
    return true;
  if (isRing && !isCopy)
    return earlier.barriers < second.barriers();
  auto arrived = dyn_cast_or_null<ir::BarrierOp>(first.next()); // and waits for others
  if (isCopy) {
    const auto endsIt = [&](const Agent::End &end) {
      return end.barrier > earlier.barriers && end.barrier <= second.barriers() &&
             end.copies > earlier.copies;
    };
    if (std::any_of(first.ends().rbegin(), first.ends().rend(), endsIt))
      return true;
    const std::optional<Agent::End> end = arrived ? first.endAt(arrived) : std::nullopt;
    return end && endsIt(*end);
  }
  const std::vector<int64_t> &ended = first.globalBarriers();
  const auto passed = std::ranges::upper_bound(ended, earlier.barriers);
  std::optional<int64_t> end;
  if (passed != ended.end())
    end = *passed;
  else if (arrived && arrived.getGlobal())
    end = first.barriers() + 1;
  return end && *end <= second.barriers() && !second.globalBarriers().empty() &&
         second.globalBarriers().back() >= *end;
}

/// An agent uses an element; where barriers keep the order, they have to.
void Workgroup::touch(size_t number, const Access &access, size_t element) {
  const bool isRing = isa<ir::BufferType>(access.memory.getType());
  if (!parts.areLaidOut() || (!isRing && !written.contains(access.memory)) ||
      (isRing && rings.find(access.memory)->second.isChannel()))
    return; // the protocol of a channel keeps its order
  const Agent &agent = agents[number];
  auto conflict = touches[{{access.memory, access.slot}, element}].add(
      {number, agent.barriers(), agent.ends().size(), agent.copies(), access.op}, access.isWrite,
      [&](const Touches::Touch &other) { return arePartedBy(other, number, isRing); });
  if (conflict)
    report(agent.name() + (access.isWrite ? " writes" : " reads") + " what " +
               agents[conflict->agent].name() +
               (isa<ir::CopyOp>(conflict->op) ? " copies with no barrier that ends copies"
                                              : " touches with no barrier") +
               " in between",
           access.op, {note("the other access is here", conflict->op)});
}

void Workgroup::report(const std::string &message, Operation *op, std::vector<Note> notes) {
  if (!finding_)
    finding_ = {message, ir::sourceLocation(op->getLoc()), std::move(notes)};
}

} // namespace wave::interpreter
