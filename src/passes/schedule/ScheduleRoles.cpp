//===- ScheduleRoles.cpp - Roles, and the slots of rings ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <algorithm>

#include "llvm/ADT/MapVector.h"

#include "analysis/Channels.h"
#include "analysis/Roles.h"
#include "analysis/TensorAccumulators.h"
#include "dialect/Schedule.h"
#include "passes/schedule/Policies.h"
#include "passes/schedule/RoleConflicts.h"
#include "passes/schedule/RoleSlice.h"
#include "passes/schedule/ScheduleRun.h"
#include "symbolic/NearestName.h"

using namespace mlir;

namespace wave {

using analysis::Node;
using analysis::NodeList;

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

[[noreturn]] static void failRole(const ScheduleCall &call, const std::string &name,
                                  const Twine &claim, const Twine &help) {
  refuse(
      ir::BrokenConstraint(call.at(), "schedule-role", "role '" + name + "': " + claim).help(help));
}

/// Waves of the kernel may have several of the chip's: a warpgroup has four warps.
static int64_t warpsOfWave(const ScheduleRun &run) {
  const int64_t lanes = run.chip ? static_cast<int64_t>(run.chip->lanes) : 1;
  return std::max<int64_t>(1, ir::threadsPerWave(run.kernel) / lanes);
}

std::vector<Held> role(ScheduleRun &run, ScheduleCall &call) {
  const std::string name = call.text("name");
  const NodeList members = call.wholeNodesOf("nodes", call.value("nodes"));
  const int64_t warps = call.number("warps", 1);
  const machine::Chip *chip = run.chip;
  const int64_t ofWave = warpsOfWave(run);
  if (chip && !chip->hasRoles())
    failRole(call, name, Twine(chip->processor) + " has no barriers between parts of a workgroup",
             "leave the roles out, or compile for another chip");
  if (analysis::stagedChannelsOf(run.kernel).empty())
    failRole(call, name, "no MMA of the kernel reads operands by descriptor",
             "leave the roles out: barriers keep the order");
  if (warps % ofWave != 0)
    failRole(call, name,
             "it has " + Twine(warps) + (warps == 1 ? " warp" : " warps") +
                 ", and waves of this kernel have " + Twine(ofWave) + " each",
             "give it a multiple of " + Twine(ofWave) + " warps");
  if (name.empty())
    failRole(call, name, "it has no name", "give each role a name of its own");
  for (const RoleRequest &other : run.roles)
    if (other.name == name)
      failRole(call, name, "there is one of that name", "give each role a name of its own");
  const std::optional<int64_t> registers = call.optionalNumber("registers", 1);
  if (registers && !analysis::isRoleRegisters(*registers))
    failRole(call, name, "it has " + Twine(*registers) + " registers of each lane",
             "give it a multiple of 8, from 24 to 256");
  run.roles.push_back({name, members, warps / ofWave, registers, call.at()});
  stageScalars(run, RoleRequest(run.roles.back()));
  return {};
}

/// "a", all rings of that name, or "a:1", one of them.
SmallVector<ir::AllocateOp> ringsNamed(const ScheduleRun &run, ScheduleCall &call) {
  const std::string name = call.text("memory");
  ir::KernelOp kernel = run.kernel;
  std::vector<std::string> known;
  std::map<std::string, size_t> numbers;
  SmallVector<ir::AllocateOp> rings;
  for (auto ring : kernel.getBlock()->getOps<ir::AllocateOp>()) {
    const std::string own = ring.getName().str();
    const std::string numbered = own + ":" + std::to_string(numbers[own]++);
    if (!std::ranges::count(known, own))
      known.push_back(own);
    if (name == own || name == numbered)
      rings.push_back(ring);
  }
  if (rings.empty())
    call.fail("kernel '" + kernel.getSymName() + "' has no buffers called '" + name + "'",
              known.empty()
                  ? "nothing goes through shared memory"
                  : symbolic::suggestion(name, known, "there are: " + llvm::join(known, ", ")));
  return rings;
}

std::vector<Held> setBuffersOf(ScheduleRun &run, ScheduleCall &call) {
  const SmallVector<ir::AllocateOp> rings = ringsNamed(run, call);
  const int64_t count = call.number("count", 1, ir::mostBuffers);
  for (ir::AllocateOp ring : rings)
    run.buffers.push_back({ring, count, call.at()});
  return {};
}

//===----------------------------------------------------------------------===//
// What follows from them
//===----------------------------------------------------------------------===//

/// Whether a tile of the ring is stored before the next one takes its place: not in stages of a
/// pipeline.
static bool hasOneTile(const ScheduleRun &run, ir::AllocateOp ring) {
  const auto users = ring.getRing().getUsers();
  return llvm::any_of(users, llvm::IsaPred<ir::CopyOutOp>) &&
         llvm::none_of(users, [&](Operation *user) {
           return llvm::any_of(run.pipelines, [&](const PipelineRequest &pipeline) {
             return pipeline.loop->isAncestor(user);
           });
         });
}

/// What is asked for can be used, by one of the rings of that name.
static void checkUsed(const ScheduleRun &run, const BuffersRequest &request) {
  const bool isUsed =
      request.count == 1 || llvm::any_of(run.buffers, [&](const BuffersRequest &each) {
        return each.where == request.where && !hasOneTile(run, each.ring);
      });
  if (!isUsed)
    refuse(ir::BrokenConstraint(request.where, "schedule-argument",
                                "buffers: count is " + Twine(request.count) + ", and a tile of '" +
                                    ir::AllocateOp(request.ring).getName() +
                                    "' is stored before the next one takes its place")
               .help("leave buffers out: 1 slot is all that it can use"));
}

void writeBuffers(const ScheduleRun &run) {
  llvm::MapVector<Operation *, const BuffersRequest *> asked; // by the channel, or else the ring
  for (const BuffersRequest &request : run.buffers) {
    ir::AllocateOp ring = request.ring;
    checkUsed(run, request);
    if (request.count > 1 && hasOneTile(run, ring))
      continue;
    ir::ChannelOp channel = ir::channelOf(ring.getRing());
    const BuffersRequest *&first = asked[channel ? channel.getOperation() : ring.getOperation()];
    if (first && first->count != request.count)
      refuse(ir::BrokenConstraint(
                 request.where, "schedule-argument",
                 "buffers: '" + ring.getName() + "' is to have " + Twine(request.count) +
                     " slots, and '" + ir::AllocateOp(first->ring).getName() +
                     (channel ? "', of the same channel, " : "' ") + Twine(first->count))
                 .note(first->where, "here")
                 .help(channel ? "slots of a channel hold a tile of each of its rings: ask for "
                                 "equally many, or for those of one of them"
                               : "ask once"));
    if (!first)
      first = &request;
    const SmallVector<Value> rings =
        channel ? SmallVector<Value>(channel.getRings()) : SmallVector<Value>{ring.getRing()};
    for (Value each : rings) {
      auto own = each.getDefiningOp<ir::AllocateOp>();
      ir::setBuffers(own, request.count);
      ir::setPlaceOfBuffers(own, request.where);
    }
  }
}

/// Roles change the registers of their lanes among those that the launch gives to all of them.
static void checkRegisters(const ScheduleRun &run) {
  int64_t lanes = 0, given = 0, others = 0;
  std::string sum;
  for (const RoleRequest &each : run.roles) {
    const int64_t own = each.waves * ir::threadsPerWave(run.kernel);
    lanes += own;
    given += each.registers.value_or(0) * own;
    others += each.registers ? 0 : own;
    if (each.registers)
      sum += (sum.empty() ? "" : " + ") + std::to_string(own) + " * " +
             std::to_string(*each.registers);
  }
  if (sum.empty() || !run.chip)
    return;
  if (others > 0)
    sum += " + " + std::to_string(others) + " * " + std::to_string(analysis::leastRoleRegisters) +
           " at least";
  const int64_t entry = analysis::registersAtEntry(lanes, *run.chip);
  if (const int64_t all = given + analysis::leastRoleRegisters * others; all > entry * lanes)
    refuse(ir::BrokenConstraint(run.roles.front().where, "schedule-role",
                                "roles: their lanes have " + sum + " = " + Twine(all) +
                                    " registers, and a workgroup of " + Twine(lanes) +
                                    " lanes on " + Twine(run.chip->processor) + " has " +
                                    Twine(lanes) + " * " + Twine(entry) + " = " +
                                    Twine(lanes * entry))
               .help("give the roles fewer registers, or fewer warps"));
}

static void giveRoles(ScheduleRun &run) {
  checkRegisters(run);
  SmallVector<ir::RoleAttr> attributes;
  MLIRContext *context = run.kernel.getContext();
  for (const RoleRequest &each : run.roles)
    attributes.push_back(ir::RoleAttr::get(context, StringAttr::get(context, each.name), each.waves,
                                           each.registers.value_or(0)));
  ir::setRoles(run.kernel, attributes);
  for (const RoleRequest &each : run.roles)
    for (const Node &node : each.members) {
      if (node.isArrival || isa<ir::ViewOp>(node.op) || ir::isIndex(node.op))
        continue; // of the copy; by the MMAs; by stageScalars
      if (StringAttr other = ir::roleOf(node.op))
        refuse(ir::BrokenConstraint(each.where, "schedule-role",
                                    "role '" + each.name + "': " + analysis::pathOf(node) +
                                        " is in role '" + other.getValue() + "' already")
                   .note(node.op->getLoc(), "the operation is here")
                   .help("an operation has one role"));
      ir::setRole(node.op, each.name);
    }
}

/// The role that all of `ops` have; null where there is none.
static StringAttr roleOfAll(ArrayRef<Operation *> ops) {
  StringAttr role = ops.empty() ? StringAttr() : ir::roleOf(ops.front());
  const bool isOne = llvm::all_of(ops, [&](Operation *op) { return ir::roleOf(op) == role; });
  return isOne ? role : StringAttr();
}

/// Gives `op` the role of all of `others`, where they have one.
static void giveRoleOf(ArrayRef<Operation *> others, Operation *op) {
  if (StringAttr role = roleOfAll(others); role && !ir::roleOf(op))
    ir::setRole(op, role);
}

/// MMAs accumulate in tensor memory, and hand over what is whole: their role fills the ring, and
/// the one that uses it reads it.
static void deriveHandOver(ScheduleRun &run, ir::SharedWriteOp write) {
  SmallVector<Operation *> mmas;
  run.kernel.walk([&](ir::MmaOp mma) {
    if (mma.getInTensorMemory() && analysis::ringWriteOf(mma) == write)
      mmas.push_back(mma);
  });
  giveRoleOf(mmas, write);
  for (Operation *read : write.getRing().getUsers()) {
    if (!isa<ir::SharedReadOp, ir::ViewOp>(read) || ir::roleOf(read))
      continue;
    SmallVector<Operation *> users;
    run.kernel.walk([&](Operation *op) {
      if (ir::roleOf(op) && RoleSlice(op).contains(read))
        users.push_back(op);
    });
    giveRoleOf(users, read);
  }
}

/// An operand that lanes compute for MMAs is written by the role that has what it is computed of.
static void deriveWrite(ScheduleRun &run, ir::SharedWriteOp write) {
  SmallVector<Operation *> sources;
  const RoleSlice slice(write.getOperation());
  run.kernel.walk([&](Operation *op) {
    if (ir::roleOf(op) && slice.contains(op))
      sources.push_back(op);
  });
  giveRoleOf(sources, write);
}

/// The remainder of an unrolled loop is run by who runs the loop; an operand that MMAs read by
/// descriptor is read by their role; steps of a channel are made by who fills it, and who reads it.
/// Where several roles do, the operation has none, and each of them makes it (ApplySchedule).
static void deriveRoles(ScheduleRun &run) {
  for (const auto &[op, left] : run.remainders)
    giveRoleOf({op}, left);
  for (const Node &node : run.nodes)
    if (ir::writesAccumulator(node.op))
      deriveHandOver(run, cast<ir::SharedWriteOp>(node.op));
    else if (auto write = dyn_cast<ir::SharedWriteOp>(node.op);
             write && llvm::any_of(write.getRing().getUsers(), llvm::IsaPred<ir::ViewOp>))
      deriveWrite(run, write);
  for (const Node &node : run.nodes)
    if (isa<ir::ViewOp>(node.op))
      giveRoleOf(SmallVector<Operation *>(node.op->getUsers()), node.op);
  for (analysis::StagedChannel &channel : analysis::stagedChannelsOf(run.kernel))
    for (Operation *step : channel.op.getChannel().getUsers())
      giveRoleOf(ir::isStepOfProducer(step) ? channel.fills : channel.reads, step);
}

/// What a role needs it has: operands that MMAs read by descriptor, and its steps of channels.
static bool mustHaveRole(Operation *op) {
  return op->getNumRegions() == 0 && !isa<ir::ViewOp>(op) && !ir::isStepOfChannel(op) &&
         (hasEffect<MemoryEffects::Write>(op) || isa<ir::SharedReadOp, ir::MmaOp>(op));
}

static void checkAllHaveRoles(const ScheduleRun &run) {
  for (const Node &node : run.nodes)
    if (!node.isArrival && mustHaveRole(node.op) && !ir::roleOf(node.op))
      refuse(
          ir::BrokenConstraint(run.roles.front().where, "unscheduled",
                               "schedule: " + analysis::describe(node.op) + " has no role")
              .note(node.op->getLoc(), "the operation is here")
              .help("put it into one of the roles, or name no roles at all: get_node_by_path(\"" +
                    analysis::pathOf(node) + "\") selects it"));
}

/// "'load'", "'load' and 'store'": the roles of operations, each once.
static std::string rolesOfEach(ArrayRef<Operation *> ops) {
  SmallVector<StringRef> names;
  for (Operation *op : ops)
    if (StringAttr role = ir::roleOf(op); role && !llvm::is_contained(names, role.getValue()))
      names.push_back(role.getValue());
  std::string text;
  for (StringRef name : names)
    text += (text.empty() ? "'" : name == names.back() ? "' and '" : "', '") + name.str();
  return text + "'";
}

/// The statement that gave an operation its role.
static mlir::Location whereGiven(const ScheduleRun &run, Operation *op) {
  return llvm::find_if(
             run.roles,
             [&](const RoleRequest &each) { return each.name == ir::roleOf(op).getValue(); })
      ->where;
}

/// The steps of a channel are made by the role that fills it, or reads it, and by each of them
/// where several do: a role holds the slots that it has acquired, or waited for, itself.
static void checkSteps(const ScheduleRun &run) {
  for (analysis::StagedChannel &channel : analysis::stagedChannelsOf(run.kernel))
    for (Operation *step : channel.op.getChannel().getUsers()) {
      const StringAttr own = ir::roleOf(step);
      const bool isOfProducer = ir::isStepOfProducer(step);
      const SmallVector<Operation *> &others = isOfProducer ? channel.fills : channel.reads;
      const StringAttr expected = roleOfAll(others);
      if (!own || own == expected)
        continue;
      const std::string name = rolesOfEach(others);
      const std::string what = isOfProducer ? "fill" : "read";
      refuse(ir::BrokenConstraint(whereGiven(run, step), "schedule-role",
                                  "role '" + own.getValue() + "': it has " +
                                      analysis::describe(step) + ", of a channel that role" +
                                      (expected ? " " : "s ") + name + " " + what +
                                      (expected ? "s" : ""))
                 .note(step->getLoc(), "the step is here")
                 .help(expected ? "move it to role " + name
                                : "leave it out of the roles: each of " + name + " makes it"));
    }
}

/// What no channel hands over has one role.
static void checkRings(const ScheduleRun &run) {
  for (auto ring : ir::KernelOp(run.kernel).getBlock()->getOps<ir::AllocateOp>()) {
    if (ir::channelOf(ring.getRing()))
      continue;
    Operation *first = nullptr;
    for (Operation &op : *ring->getBlock())
      op.walk([&](Operation *user) {
        if (!llvm::is_contained(user->getOperands(), ring.getRing()) || !ir::roleOf(user))
          return;
        first = first ? first : user;
        const StringAttr own = ir::roleOf(user), other = ir::roleOf(first);
        if (own == other)
          return;
        refuse(ir::BrokenConstraint(
                   whereGiven(run, user), "schedule-role",
                   "role '" + own.getValue() + "': it has " + analysis::describe(user) +
                       ", and role '" + other.getValue() + "' has " + analysis::describe(first) +
                       ", of buffer '" + ring.getName() + "', which no channel hands over")
                   .note(user->getLoc(), "the operation is here")
                   .note(first->getLoc(), "the other one is here")
                   .help("give both one role"));
      });
  }
}

/// Whether one lane begins it for all: a TMA load or store, an MMA that accumulates in tensor
/// memory, a step of a channel, what is read or written as an index.
static bool isOfOneLane(Operation *op) {
  if (auto mma = dyn_cast<ir::MmaOp>(op))
    return mma.getInTensorMemory();
  return isa<ir::CopyOp, ir::CopyOutOp>(op) || ir::isStepOfChannel(op) || isa<ir::ViewOp>(op) ||
         ir::writesAccumulator(op) || ir::isIndex(op) || isa<ir::ScalarWriteOp>(op);
}

/// Tiles that lanes hold are distributed over the waves that the constraints give a workgroup, so
/// that a role that holds one has as many; one wave is enough for what one lane begins.
static void checkWaves(const ScheduleRun &run) {
  const int64_t ofWave = warpsOfWave(run);
  for (const RoleRequest &each : run.roles) {
    Operation *holder = nullptr;
    ir::KernelOp(run.kernel).walk([&](Operation *op) {
      const StringAttr role = ir::roleOf(op);
      if (!role || role.getValue() != each.name || op->getNumRegions() != 0 || isOfOneLane(op))
        return WalkResult::advance();
      holder = op;
      return WalkResult::interrupt();
    });
    const int64_t waves = holder ? ir::wavesPerBlock(run.kernel) : 1;
    if (each.waves == waves)
      continue;
    // Where it has too few because it has what is another role's, that is the reason to give.
    if (failed(verifyRoles(run.kernel, analysis::dependencesOf(run.kernel))))
      throw ScheduleRefused();
    ir::BrokenConstraint report(
        each.where, "schedule-role",
        "role '" + each.name + "': it has " + Twine(each.waves * ofWave) + " warps, and " +
            (holder ? "the tile of " + analysis::describe(holder) + " is distributed over the " +
                          Twine(waves * ofWave) + " warps that the constraints give a workgroup"
                    : "one lane of " + Twine(ofWave) + " warps begins all that it does"));
    if (holder)
      report.note(holder->getLoc(), "the operation is here");
    refuse(report.help("give it " + Twine(waves * ofWave) + " warps" +
                       (holder ? ", or the constraints other waves" : "")));
  }
}

void writeRoles(ScheduleRun &run) {
  if (run.roles.empty()) {
    if (!analysis::stagedChannelsOf(run.kernel).empty())
      scheduleByRoles(run.kernel, run.chip, 0);
    return;
  }
  checkScalars(run);
  giveRoles(run);
  deriveRoles(run);
  checkAllHaveRoles(run);
  checkSteps(run);
  checkRings(run);
  checkWaves(run);
}

} // namespace wave
