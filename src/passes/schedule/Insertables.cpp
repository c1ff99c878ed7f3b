//===- Insertables.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/schedule/Insertables.h"

#include <limits>

#include "llvm/ADT/TypeSwitch.h"

#include "symbolic/NearestName.h"

using namespace mlir;

namespace wave {

using schedule::Term;

namespace {

/// A function of the language, and what builds its operation.
struct InsertableFunction {
  StringLiteral name;
  Operation *(*build)(OpBuilder &builder, ScheduleCall &call);
};

} // namespace

static constexpr int64_t most32 = std::numeric_limits<int32_t>::max();

/// "VALU" in the language, "valu" in the dialect.
static ir::InstructionClass classNamed(ScheduleCall &call, const std::string &name) {
  if (const auto found = ir::symbolizeInstructionClass(StringRef(name).lower());
      found && StringRef(name).upper() == name)
    return *found;
  std::vector<std::string> known;
  for (uint32_t bit = 0; const auto next = ir::symbolizeInstructionClass(1u << bit); ++bit)
    known.push_back(StringRef(ir::stringifyInstructionClass(*next)).upper());
  call.fail("there is no class of instructions '" + name + "'",
            symbolic::suggestion(name, known, "the classes are: " + llvm::join(known, ", ")));
}

static Operation *buildBarrier(OpBuilder &builder, ScheduleCall &call) {
  return ir::BarrierOp::create(builder, call.at(), false, false, ir::WaveHalfAttr());
}

static Operation *buildPriority(OpBuilder &builder, ScheduleCall &call) {
  const int64_t priority = call.number("priority", 0, ir::SetPriorityOp::most);
  return ir::SetPriorityOp::create(builder, call.at(), static_cast<uint64_t>(priority));
}

static Operation *buildSchedBarrier(OpBuilder &builder, ScheduleCall &call) {
  std::optional<ir::InstructionClass> allowed;
  for (const std::string &name : call.words("allow"))
    allowed = allowed.value_or(ir::InstructionClass(0)) | classNamed(call, name);
  return ir::SchedBarrierOp::create(
      builder, call.at(),
      allowed ? ir::InstructionClassAttr::get(builder.getContext(), *allowed)
              : ir::InstructionClassAttr(),
      UnitAttr());
}

static Operation *buildSchedGroupBarrier(OpBuilder &builder, ScheduleCall &call) {
  const ir::InstructionClass instructions = classNamed(call, call.word("instructions"));
  const int64_t count = call.number("count", 1, most32);
  const int64_t sync = call.numberOr("sync", 0, 0, most32);
  return ir::SchedGroupBarrierOp::create(builder, call.at(), instructions,
                                         static_cast<uint32_t>(count), static_cast<uint32_t>(sync));
}

static Operation *buildWait(OpBuilder &builder, ScheduleCall &call) {
  const auto count = [&](StringRef name, int64_t most) {
    const std::optional<int64_t> number = call.optionalNumber(name, 0, most);
    return number ? builder.getI64IntegerAttr(*number) : IntegerAttr();
  };
  const IntegerAttr vmcnt = count("vmcnt", ir::WaitCountersOp::mostVmcnt);
  const IntegerAttr lgkmcnt = count("lgkmcnt", ir::WaitCountersOp::mostLgkmcnt);
  if (!vmcnt && !lgkmcnt)
    call.fail("it waits for nothing", "say how many may be outstanding: wait(vmcnt=0), "
                                      "wait(lgkmcnt=0) or both");
  return ir::WaitCountersOp::create(builder, call.at(), vmcnt, lgkmcnt);
}

static constexpr InsertableFunction insertables[] = {
    {"barrier", buildBarrier},
    {"set_priority", buildPriority},
    {"sched_barrier", buildSchedBarrier},
    {"sched_group_barrier", buildSchedGroupBarrier},
    {"wait", buildWait}};

static const InsertableFunction *insertableNamed(StringRef name) {
  const auto *found =
      llvm::find_if(insertables, [&](const InsertableFunction &each) { return each.name == name; });
  return found == std::end(insertables) ? nullptr : found;
}

bool isInsertable(StringRef function) { return insertableNamed(function); }

OwningOpRef<Operation *> insertableOf(const schedule::Call &call, const ScheduleCall &outer) {
  const Location where = outer.at();
  ScheduleCall arguments = outer.inner(call);
  const InsertableFunction *found = call.object.empty() ? insertableNamed(call.function) : nullptr;
  if (!found) {
    std::vector<std::string> known;
    for (const InsertableFunction &each : insertables)
      known.push_back(each.name.str());
    refuse(ir::BrokenConstraint(where, "schedule-name",
                                "schedule: '" + call.function + "' makes nothing to insert")
               .help(symbolic::suggestion(call.function, known,
                                          "what can be inserted: " + llvm::join(known, ", "))));
  }
  OpBuilder builder(where.getContext());
  OwningOpRef<Operation *> op(found->build(builder, arguments));
  arguments.end();
  return op;
}

schedule::Call callOf(Operation *inserted) {
  const auto word = [](ir::InstructionClass each) {
    return schedule::Argument{{},
                              Term::ofName(StringRef(ir::stringifyInstructionClass(each)).upper())};
  };
  return llvm::TypeSwitch<Operation *, schedule::Call>(inserted)
      .Case([](ir::BarrierOp) { return schedule::Call{{}, "barrier", {}}; })
      .Case([](ir::SetPriorityOp op) {
        return schedule::Call{
            {}, "set_priority", {{{}, Term::ofNumber(static_cast<int64_t>(op.getPriority()))}}};
      })
      .Case([&](ir::SchedBarrierOp op) {
        schedule::Call call{{}, "sched_barrier", {}};
        const auto allowed = static_cast<uint32_t>(op.getAllow().value_or(ir::InstructionClass(0)));
        for (uint32_t bit = 1; bit != 0; bit <<= 1)
          if (allowed & bit)
            call.arguments.push_back(word(ir::InstructionClass(bit)));
        return call;
      })
      .Case([&](ir::SchedGroupBarrierOp op) {
        return schedule::Call{{},
                              "sched_group_barrier",
                              {word(op.getInstructions()),
                               {{}, Term::ofNumber(op.getCount())},
                               {"sync", Term::ofNumber(op.getSync())}}};
      })
      .Case([](ir::WaitCountersOp op) {
        schedule::Call call{{}, "wait", {}};
        if (op.getVmcnt())
          call.arguments.push_back({"vmcnt", Term::ofNumber(static_cast<int64_t>(*op.getVmcnt()))});
        if (op.getLgkmcnt())
          call.arguments.push_back(
              {"lgkmcnt", Term::ofNumber(static_cast<int64_t>(*op.getLgkmcnt()))});
        return call;
      });
}

} // namespace wave
