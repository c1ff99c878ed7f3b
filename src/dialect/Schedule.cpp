//===- Schedule.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/Schedule.h"

#include "dialect/BrokenConstraint.h"
#include "dialect/Choice.h"

using namespace mlir;

namespace wave::ir {

static constexpr StringLiteral time = "wave.time", arrival = "wave.arrival",
                               pipeline = "wave.pipeline", role = "wave.role", roles = "wave.roles",
                               buffers = "wave.buffers", unrolls = "wave.unrolls",
                               unrolled = "wave.unrolled", remainder = "wave.remainder",
                               program = "wave.schedule", inserted = "wave.inserted",
                               registers = "wave.registers", noEpilogue = "wave.no_epilogue",
                               staggered = "wave.staggered", trip = "wave.trip",
                               stages = "wave.stages", choices = "wave.choices",
                               slotsAt = "wave.slots_at", reinitialised = "wave.reinitialised",
                               unusedTags = "wave.unused_tags",
                               schedulingBarriers = "wave.scheduling_barriers";
/// Those that ApplySchedule erases.
static constexpr StringLiteral applied[] = {time,      arrival, pipeline, noEpilogue,   role,
                                            roles,     buffers, unrolls,  unrolled,     trip,
                                            staggered, stages,  choices,  reinitialised};
static constexpr StringLiteral all[] = {time,      arrival,    pipeline,  noEpilogue,   role,
                                        roles,     buffers,    unrolls,   unrolled,     trip,
                                        remainder, inserted,   registers, staggered,    stages,
                                        choices,   choiceAttr, slotsAt,   reinitialised};

TimeAttr timeOf(Operation *op) { return op->getAttrOfType<TimeAttr>(time); }

void setTime(Operation *op, int64_t stage, int64_t position) {
  op->setAttr(time, TimeAttr::get(op->getContext(), stage, position));
}

TimeAttr arrivalOf(Operation *op) { return op->getAttrOfType<TimeAttr>(arrival); }

void setArrival(Operation *op, int64_t stage, int64_t position) {
  op->setAttr(arrival, TimeAttr::get(op->getContext(), stage, position));
}

void eraseTime(Operation *op) {
  op->removeDiscardableAttr(time);
  op->removeDiscardableAttr(arrival);
}

PipelineAttr pipelineOf(IterateOp loop) { return loop->getAttrOfType<PipelineAttr>(pipeline); }

void setPipeline(IterateOp loop, int64_t interval) {
  loop->setAttr(pipeline, PipelineAttr::get(loop.getContext(), interval));
}

void erasePipeline(IterateOp loop) { loop->removeDiscardableAttr(pipeline); }

std::optional<Location> placeOfStage(IterateOp loop, int64_t stage) {
  auto places = loop->getAttrOfType<ArrayAttr>(stages);
  if (!places || stage >= static_cast<int64_t>(places.size()))
    return std::nullopt;
  return Location(cast<LocationAttr>(places[static_cast<size_t>(stage)]));
}

void setPlacesOfStages(IterateOp loop, ArrayRef<Location> places) {
  SmallVector<Attribute> list(places.begin(), places.end());
  loop->setAttr(stages, ArrayAttr::get(loop.getContext(), list));
}

bool hasNoEpilogue(IterateOp loop) { return loop->hasAttr(noEpilogue); }

void setNoEpilogue(IterateOp loop) { loop->setAttr(noEpilogue, UnitAttr::get(loop.getContext())); }

StringAttr roleOf(Operation *op) { return op->getAttrOfType<StringAttr>(role); }

void setRole(Operation *op, StringRef name) {
  op->setAttr(role, StringAttr::get(op->getContext(), name));
}

StringAttr scheduleTextOf(KernelOp kernel) { return kernel->getAttrOfType<StringAttr>(program); }

void setScheduleText(KernelOp kernel, StringRef text) {
  kernel->setAttr(program, StringAttr::get(kernel.getContext(), text));
}

void eraseScheduleText(KernelOp kernel) { kernel->removeDiscardableAttr(program); }

SmallVector<StringRef> choicesOf(KernelOp kernel) {
  SmallVector<StringRef> list;
  if (auto array = kernel->getAttrOfType<ArrayAttr>(choices))
    llvm::append_range(list, array.getAsValueRange<StringAttr>());
  return list;
}

void setChoices(KernelOp kernel, ArrayRef<std::string> list) {
  Builder builder(kernel.getContext());
  kernel->setAttr(choices, builder.getStrArrayAttr(llvm::map_to_vector(
                               list, [](const std::string &each) { return StringRef(each); })));
}

void eraseChoices(KernelOp kernel) { kernel->removeDiscardableAttr(choices); }

static std::optional<Location> placeOf(Operation *op, StringRef name) {
  auto where = op->getAttrOfType<LocationAttr>(name);
  return where ? std::optional(Location(where)) : std::nullopt;
}

std::optional<Location> placeOfBuffers(AllocateOp ring) { return placeOf(ring, slotsAt); }

void setPlaceOfBuffers(AllocateOp ring, Location where) {
  ring->setAttr(slotsAt, LocationAttr(where));
}

void erasePlaceOfBuffers(AllocateOp ring) { ring->removeDiscardableAttr(slotsAt); }

std::optional<Location> reinitialisedAt(IterateOp loop) { return placeOf(loop, reinitialised); }

void setReinitialised(IterateOp loop, Location where) {
  loop->setAttr(reinitialised, LocationAttr(where));
}

bool hasSchedulingBarriers(KernelOp kernel) { return kernel->hasAttr(schedulingBarriers); }

void setSchedulingBarriers(KernelOp kernel) {
  kernel->setAttr(schedulingBarriers, UnitAttr::get(kernel.getContext()));
}

void eraseSchedulingBarriers(KernelOp kernel) { kernel->removeDiscardableAttr(schedulingBarriers); }

SmallVector<StringRef> unusedTagsOf(KernelOp kernel) {
  SmallVector<StringRef> list;
  if (auto array = kernel->getAttrOfType<ArrayAttr>(unusedTags))
    llvm::append_range(list, array.getAsValueRange<StringAttr>());
  return list;
}

void setUnusedTags(KernelOp kernel, ArrayRef<StringAttr> tags) {
  if (!tags.empty())
    kernel->setAttr(unusedTags, ArrayAttr::get(kernel.getContext(), {tags.begin(), tags.end()}));
}

void eraseUnusedTags(KernelOp kernel) { kernel->removeDiscardableAttr(unusedTags); }

SmallVector<RoleAttr> rolesOf(KernelOp kernel) {
  SmallVector<RoleAttr> list;
  if (auto array = kernel->getAttrOfType<ArrayAttr>(roles))
    llvm::append_range(list, array.getAsRange<RoleAttr>());
  return list;
}

void setRoles(KernelOp kernel, ArrayRef<RoleAttr> list) {
  SmallVector<Attribute> attributes(list.begin(), list.end());
  kernel->setAttr(roles, ArrayAttr::get(kernel.getContext(), attributes));
}

std::optional<int64_t> registersOf(RoleOp role) {
  auto number = role->getAttrOfType<IntegerAttr>(registers);
  return number ? std::optional(number.getInt()) : std::nullopt;
}

void setRegisters(RoleOp role, int64_t number) {
  role->setAttr(registers, Builder(role.getContext()).getI64IntegerAttr(number));
}

std::optional<int64_t> buffersOf(AllocateOp ring) {
  auto number = ring->getAttrOfType<IntegerAttr>(buffers);
  return number ? std::optional(number.getInt()) : std::nullopt;
}

void setBuffers(AllocateOp ring, int64_t number) {
  ring->setAttr(buffers, Builder(ring.getContext()).getI64IntegerAttr(number));
}

void eraseBuffers(AllocateOp ring) { ring->removeDiscardableAttr(buffers); }

SmallVector<UnrollAttr> unrollsOf(KernelOp kernel) {
  SmallVector<UnrollAttr> list;
  if (auto array = kernel->getAttrOfType<ArrayAttr>(unrolls))
    llvm::append_range(list, array.getAsRange<UnrollAttr>());
  return list;
}

void addUnroll(KernelOp kernel, StringRef loop, int64_t factor) {
  MLIRContext *context = kernel.getContext();
  const SmallVector<UnrollAttr> before = unrollsOf(kernel);
  SmallVector<Attribute> list(before.begin(), before.end());
  list.push_back(UnrollAttr::get(context, StringAttr::get(context, loop), factor));
  kernel->setAttr(unrolls, ArrayAttr::get(context, list));
}

UnrolledAttr unrolledOf(Operation *op) { return op->getAttrOfType<UnrolledAttr>(unrolled); }

void setUnrolled(Operation *op, int64_t number, int64_t count) {
  op->setAttr(unrolled, UnrolledAttr::get(op->getContext(), number, count));
}

void setStaggered(IterateOp loop) { loop->setAttr(staggered, UnitAttr::get(loop.getContext())); }
bool isStaggered(IterateOp loop) { return loop->hasAttr(staggered); }

void markRemainder(IterateOp loop) { loop->setAttr(remainder, UnitAttr::get(loop.getContext())); }

bool isOfRemainder(Operation *op) {
  for (; op; op = op->getParentOp())
    if (op->hasAttr(remainder))
      return true;
  return false;
}

std::optional<Insertion> insertionOf(Operation *op) {
  auto where = op->getAttrOfType<InsertionAttr>(inserted);
  return where ? std::optional(where.getValue()) : std::nullopt;
}

void setInsertion(Operation *op, Insertion where) {
  op->setAttr(inserted, InsertionAttr::get(op->getContext(), where));
}

TripAttr tripOf(Operation *op) { return op->getAttrOfType<TripAttr>(trip); }

void setTrip(Operation *op, LoopPart part, int64_t number) {
  op->setAttr(trip, TripAttr::get(op->getContext(), part, number));
}

void eraseTrip(Operation *op) { op->removeDiscardableAttr(trip); }

Operation *anchorOf(Operation *op) {
  const Insertion where = *insertionOf(op);
  if (where == Insertion::Start || where == Insertion::End)
    return nullptr;
  do
    op = where == Insertion::Before ? op->getNextNode() : op->getPrevNode();
  while (op && (isIndex(op) || insertionOf(op)));
  return op;
}

void eraseSchedule(Operation *op) {
  for (StringRef name : applied)
    op->removeDiscardableAttr(name);
}

bool hasSchedule(KernelOp kernel) {
  return kernel
      ->walk([](Operation *op) {
        return llvm::any_of(all, [&](StringRef name) { return op->hasAttr(name); })
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// What verifiers check of them
//===----------------------------------------------------------------------===//

/// What is wrong with an attribute of that name; empty where nothing is.
static std::string problemOf(Operation *op, StringRef name, Attribute value) {
  if (name == arrival && !isa<CopyOp>(op))
    return "the operation is no asynchronous copy";
  if (name == time || name == arrival) {
    auto at = dyn_cast<TimeAttr>(value);
    auto loop = dyn_cast_or_null<IterateOp>(op->getParentOp());
    const PipelineAttr of = loop ? pipelineOf(loop) : PipelineAttr();
    if (!at)
      return "it is no #wave.time";
    if (!of)
      return "the operation is in no loop that is pipelined";
    if (at.getStage() < 0 || at.getPosition() < 0 || at.getPosition() >= of.getInterval())
      return "its stage or its position is none in a loop with an interval of " +
             std::to_string(of.getInterval());
    return {};
  }
  if (name == inserted) {
    auto where = dyn_cast<InsertionAttr>(value);
    if (!where || !(isHint(op) || isa<BarrierOp>(op)))
      return "it is no #wave.inserted of a barrier or a hint";
    if ((where.getValue() == Insertion::Start || where.getValue() == Insertion::End) &&
        !isa_and_present<IterateOp>(op->getParentOp()))
      return "the operation is in no loop";
    return {};
  }
  if (name == trip) {
    auto at = dyn_cast<TripAttr>(value);
    return at && insertionOf(op) && at.getNumber() >= 0
               ? ""
               : "it is no #wave.trip, counted from 0, of what a schedule has inserted";
  }
  if (name == noEpilogue)
    return isa<UnitAttr>(value) && isa<IterateOp>(op) && op->hasAttr(pipeline)
               ? ""
               : "it marks a pipelined loop, and has no value";
  if (name == stages) {
    auto places = dyn_cast<ArrayAttr>(value);
    return places && isa<IterateOp>(op) && llvm::all_of(places, llvm::IsaPred<LocationAttr>)
               ? ""
               : "it is no list of places of a loop";
  }
  if (name == choices) {
    auto list = dyn_cast<ArrayAttr>(value);
    return list && isa<KernelOp>(op) && llvm::all_of(list, llvm::IsaPred<StringAttr>)
               ? ""
               : "it is no list of a kernel's calls, as text";
  }
  if (name == choiceAttr)
    return problemOfChoice(op, value);
  if (name == slotsAt)
    return isa<LocationAttr>(value) && isa<AllocateOp>(op) ? "" : "it is no place of a ring";
  if (name == pipeline) {
    auto of = dyn_cast<PipelineAttr>(value);
    return of && isa<IterateOp>(op) && of.getInterval() >= 1
               ? ""
               : "it is no #wave.pipeline of a loop, with an interval of at least 1";
  }
  if (name == buffers) {
    auto number = dyn_cast<IntegerAttr>(value);
    return number && isa<AllocateOp>(op) && number.getInt() >= 1 && number.getInt() <= mostBuffers
               ? ""
               : "it is no number of slots of a ring, of which there are 1 to " +
                     std::to_string(mostBuffers);
  }
  if (name == registers) {
    auto number = dyn_cast<IntegerAttr>(value);
    return number && isa<RoleOp>(op) && number.getInt() >= 1
               ? ""
               : "it is no number of a role's registers";
  }
  if (name == roles) {
    auto list = dyn_cast<ArrayAttr>(value);
    DenseSet<StringAttr> names;
    const bool areRoles = list && llvm::all_of(list, [&](Attribute each) {
                            auto own = dyn_cast<RoleAttr>(each);
                            return own && own.getWaves() >= 1 && own.getRegisters() >= 0 &&
                                   names.insert(own.getName()).second;
                          });
    return areRoles && isa<KernelOp>(op)
               ? ""
               : "it is no list of a kernel's roles, each with a name of its own and waves";
  }
  if (name == unrolls) {
    auto list = dyn_cast<ArrayAttr>(value);
    const bool areUnrolls = list && llvm::all_of(list, [](Attribute each) {
                              auto own = dyn_cast<UnrollAttr>(each);
                              return own && own.getFactor() >= 2;
                            });
    return areUnrolls && isa<KernelOp>(op)
               ? ""
               : "it is no list of a kernel's loops, each unrolled at least twice";
  }
  if (name == unrolled) {
    auto copy = dyn_cast<UnrolledAttr>(value);
    return copy && op->getParentOfType<IterateOp>() && copy.getNumber() >= 0 &&
                   copy.getNumber() < copy.getCount()
               ? ""
               : "it is no copy of an operation in a loop, numbered below the number of copies";
  }
  if (name == reinitialised)
    return isa<LocationAttr>(value) && isa<IterateOp>(op) ? "" : "it is no place, of a loop";
  if (name == staggered)
    return isa<UnitAttr>(value) && isa<IterateOp>(op) ? "" : "it is no unit of a loop";
  if (name == remainder)
    return isa<UnitAttr>(value) && isa<IterateOp>(op) ? "" : "it marks a loop, and has no value";
  auto own = dyn_cast<StringAttr>(value);
  auto kernel = op->getParentOfType<KernelOp>();
  const bool isKnown = own && kernel && llvm::any_of(rolesOf(kernel), [&](RoleAttr each) {
                         return each.getName() == own;
                       });
  return isKnown ? "" : "it names no role of the kernel";
}

LogicalResult WaveDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  const StringRef name = attribute.getName();
  if (!llvm::is_contained(all, name))
    return success();
  const std::string problem = problemOf(op, name, attribute.getValue());
  if (problem.empty())
    return success();
  return BrokenConstraint(op, "schedule-attribute",
                          op->getName().stripDialect() + ": its attribute " + name +
                              " is part of no schedule: " + problem)
      .help("leave the attributes of schedules to wave-build-schedule");
}

} // namespace wave::ir
