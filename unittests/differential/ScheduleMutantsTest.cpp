//===- ScheduleMutantsTest.cpp - Wrong schedules are refused --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Legal schedules of drawn kernels, with one change each.  Two judges that know
// nothing of the compiler's proofs decide: the definition (DrawnSchedule.h)
// says which mutants are legal, and the interpreter that interleaves waves says
// which compute something else, where the change is applied without being
// verified.  Legal ones are accepted and right, all others are refused. So are
// programs in which a barrier, or a wait for MMAs, that the compiler has placed
// is missing, elsewhere or weaker, as far as waves can disturb each other then.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <functional>

#include <gtest/gtest.h>

#include "mlir/IR/Verifier.h"

#include "analysis/Barriers.h"
#include "analysis/OutstandingMmas.h"

#include "DrawnSchedule.h"
#include "Interleaved.h"

namespace wave::test {
namespace {

constexpr Machine machines[] = {Machine::Cdna3, Machine::Cdna4, Machine::Hopper,
                                Machine::Blackwell};

using Loop = DrawnSchedule::Loop;

//===----------------------------------------------------------------------===//
// Changes of times and slots
//===----------------------------------------------------------------------===//

struct TimeChange {
  const char *name;
  bool (*apply)(Random &,
                DrawnSchedule &); ///< false where there is no place for it
};

Loop *anyLoop(Random &random, DrawnSchedule &schedule) {
  return schedule.loops.empty() ? nullptr
                                : &schedule.loops[static_cast<size_t>(random.between(
                                      0, static_cast<int64_t>(schedule.loops.size()) - 1))];
}

bool shift(Random &random, DrawnSchedule &schedule, int64_t positions, int64_t stages) {
  Loop *loop = anyLoop(random, schedule);
  if (!loop)
    return false;
  int64_t &time = loop->times[static_cast<size_t>(
      random.between(0, static_cast<int64_t>(loop->times.size()) - 1))];
  time += positions + stages * loop->interval;
  return time >= 0;
}

const TimeChange timeChanges[] = {
    {"stages are swapped",
     [](Random &random, DrawnSchedule &schedule) {
       Loop *loop = anyLoop(random, schedule);
       if (!loop || loop->stages() < 2)
         return false;
       const int64_t first = random.between(0, loop->stages() - 2);
       const int64_t second = random.between(first + 1, loop->stages() - 1);
       bool isChanged = false;
       for (int64_t &time : loop->times) {
         const int64_t stage = time / loop->interval;
         const int64_t other = stage == first ? second : stage == second ? first : stage;
         isChanged |= other != stage;
         time += (other - stage) * loop->interval;
       }
       return isChanged;
     }},
    {"one position earlier",
     [](Random &random, DrawnSchedule &schedule) { return shift(random, schedule, -1, 0); }},
    {"one position later",
     [](Random &random, DrawnSchedule &schedule) { return shift(random, schedule, 1, 0); }},
    {"one stage earlier",
     [](Random &random, DrawnSchedule &schedule) { return shift(random, schedule, 0, -1); }},
    {"one stage later",
     [](Random &random, DrawnSchedule &schedule) { return shift(random, schedule, 0, 1); }},
    {"what depends on each other is swapped",
     [](Random &random, DrawnSchedule &schedule) {
       Loop *loop = anyLoop(random, schedule);
       if (!loop || loop->model.bonds.empty())
         return false;
       const LoopModel::Bond bond = random.of(loop->model.bonds);
       std::swap(loop->times[bond.from], loop->times[bond.to]);
       return loop->times[bond.from] != loop->times[bond.to];
     }},
    {"one slot fewer",
     [](Random &random, DrawnSchedule &schedule) {
       Loop *loop = anyLoop(random, schedule);
       if (!loop || loop->model.rings.empty())
         return false;
       const LoopModel::Ring ring = random.of(loop->model.rings);
       const int64_t slots = loop->slotsFor(ring);
       for (const std::string &name : ring.names)
         schedule.buffers[name] = slots - 1;
       return slots > 1;
     }},
};

//===----------------------------------------------------------------------===//
// Changes that no schedule may have
//===----------------------------------------------------------------------===//

struct TextChange {
  const char *name;
  /// What is changed in the text, of which nodes and loops are known.
  bool (*apply)(Random &, const DrawnNest &, const DrawnSchedule &, std::string &);
  std::vector<std::string> ids; ///< of the refusal
  bool isOfRoles = false;
};

/// Where the stages of a loop begin.
size_t stagesOf(const std::string &text, const Loop &loop) {
  return text.find(loop.model.tag + ".set_stage([");
}

bool removeNode(std::string &text, const std::string &node, size_t from) {
  for (const std::string &pattern : {node + ", ", ", " + node, node})
    if (const size_t at = text.find(pattern, from); at != std::string::npos) {
      text.erase(at, pattern.size());
      return true;
    }
  return false;
}

/// Puts a node into a tuple, which there is.
bool insertNode(std::string &text, const std::string &node, const Loop &loop, int64_t time = 0) {
  size_t at = stagesOf(text, loop);
  for (int64_t stage = time / loop.interval; stage > 0; --stage)
    at = text.find(loop.model.tag + ".set_stage([", at + 1);
  at = text.find("[", at);
  int depth = 0; // of parentheses; a tuple is one in the list
  for (int64_t tuple = time % loop.interval; tuple >= 0; --tuple)
    do {
      ++at;
      depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
    } while (!(text[at] == '(' && depth == 1));
  text.insert(at + 1, text[at + 1] == ')' ? node : node + ", ");
  return true;
}

/// Tells a step of a product's channel, which follows the copies and MMAs by
/// itself, to come when it must not.
bool misplaceStep(Random &random, const DrawnNest &nest, const DrawnSchedule &schedule,
                  std::string &text) {
  const Loop &loop = random.of(schedule.loops);
  const bool isOuter = loop.model.tag == "j" || loop.model.tag == "t";
  if (isAmd(nest.machine) || isOuter || loop.model.rings.size() != 1)
    return false;
  const LoopModel::Ring &channel = loop.model.rings.front();
  std::vector<int64_t> fills;
  for (size_t fill : channel.fills)
    fills.push_back(loop.times[fill]);
  const int64_t first = std::ranges::min(fills), last = std::ranges::max(fills),
                use = loop.times[channel.reads.front()];
  struct Step {
    const char *name;
    int64_t time;
  };
  const Step step = random.of(std::vector<Step>{
      {"acquire", first + 1}, {"commit", last - 1}, {"wait", use + 1}, {"release", use - 1}});
  if (step.time < 0 || step.time >= loop.stages() * loop.interval)
    return false;
  const std::string path = std::string(nest.isPersistent ? "t/" : "") +
                           (nest.isCounted() ? "j/" : "") + loop.model.tag + "/" + step.name;
  return insertNode(text, "get_node_by_path(\"" + path + ":0\")", loop, step.time);
}

/// Takes a node out of the roles, and gives it to another one.
bool moveNode(std::string &text, const std::string &node, const std::string &role) {
  const size_t end = text.find("_stage(");
  if (text.find("role(\"" + role) == std::string::npos || text.find(node) >= end ||
      !removeNode(text, node, 0))
    return false;
  const size_t list = text.find("[", text.find("role(\"" + role));
  text.insert(list + 1, text[list + 1] == ']' ? node : node + ", ");
  return true;
}

const Loop &loopOf(Random &random, const DrawnSchedule &schedule) {
  return random.of(schedule.loops);
}

const TextChange textChanges[] = {
    {"unequal tuples",
     [](Random &random, const DrawnNest &, const DrawnSchedule &schedule, std::string &text) {
       const Loop &loop = loopOf(random, schedule);
       if (loop.stages() < 2)
         return false;
       text.insert(text.find("(", stagesOf(text, loop) + loop.model.tag.size() + 11), "(), ");
       return true;
     },
     {"schedule-stages"}},
    {"a node of another loop",
     [](Random &random, const DrawnNest &nest, const DrawnSchedule &schedule, std::string &text) {
       const Loop &loop = loopOf(random, schedule);
       std::vector<std::string> others;
       for (const LoopModel &other : modelsOf(nest, false))
         if (other.tag != loop.model.tag)
           others.insert(others.end(), other.nodes.begin(), other.nodes.end());
       if (others.empty())
         others = {"get_node_by_tag(\"write_c0\")"};
       return insertNode(text, random.of(others), loop);
     },
     {"schedule-loop", "scheduled-twice"}},
    {"a node is left out",
     [](Random &random, const DrawnNest &, const DrawnSchedule &schedule, std::string &text) {
       const Loop &loop = loopOf(random, schedule);
       const std::string node = random.of(loop.model.nodes);
       return removeNode(text, node, stagesOf(text, loop));
     },
     {"unscheduled"}},
    {"a node is scheduled twice",
     [](Random &random, const DrawnNest &, const DrawnSchedule &schedule, std::string &text) {
       const Loop &loop = loopOf(random, schedule);
       const size_t node =
           static_cast<size_t>(random.between(0, static_cast<int64_t>(loop.times.size()) - 1));
       // In one tuple a node may be said twice: it is a set.
       return loop.times[node] != 0 && insertNode(text, loop.model.nodes[node], loop);
     },
     {"scheduled-twice"}},
    {"a step of a channel at the wrong time", misplaceStep, {"illegal-schedule"}, true},
    {"a role uses another one's registers",
     [](Random &random, const DrawnNest &nest, const DrawnSchedule &schedule, std::string &text) {
       if (schedule.roles.empty())
         return false;
       // In tensor memory an accumulator is handed over by the role of its MMAs, whichever that is.
       if (nest.machine == Machine::Blackwell) {
         if (nest.step == DrawnNest::Step::Carried)
           return false;
         text.insert(text.find("[", text.find("role(\"epilogue")) + 1,
                     "get_node_by_path(\"" + pathOf(nest) + "shared_write:0\"), ");
         return true;
       }
       const int64_t last = static_cast<int64_t>(nest.products.size()) - 1;
       const std::string number = std::to_string(random.between(0, last));
       return moveNode(text, "get_node_by_tag(\"mma" + number + "\")", "load");
     },
     {"schedule-role"},
     true},
};

//===----------------------------------------------------------------------===//
// Changes of what the compiler inserted
//===----------------------------------------------------------------------===//

template <typename Op> llvm::SmallVector<Op> opsOf(Lowered &lowered) {
  llvm::SmallVector<Op> found;
  lowered.kernel().walk([&](Op op) { found.push_back(op); });
  return found;
}

template <typename Op> Op anyOf(Random &random, Lowered &lowered) {
  const llvm::SmallVector<Op> ops = opsOf<Op>(lowered);
  return ops.empty()
             ? Op()
             : ops[static_cast<size_t>(random.between(0, static_cast<int64_t>(ops.size()) - 1))];
}

/// Past the operations of its block, in one direction, up to a few.
bool moveAway(Random &random, mlir::Operation *op) {
  const bool isLater = random.oneIn(2);
  int64_t left = random.between(1, 6);
  mlir::Operation *place = isLater ? op->getNextNode() : op->getPrevNode();
  while (place && --left > 0) {
    mlir::Operation *next = isLater ? place->getNextNode() : place->getPrevNode();
    if (!next)
      break;
    place = next;
  }
  if (!place || place->hasTrait<mlir::OpTrait::IsTerminator>())
    return false;
  isLater ? op->moveAfter(place) : op->moveBefore(place);
  return true;
}

struct SyncChange {
  const char *name;
  bool isOfLanes; ///< barriers are where waves have no roles
  bool (*apply)(Random &, Lowered &);
};

const SyncChange syncChanges[] = {
    {"a barrier is missing", true,
     [](Random &random, Lowered &lowered) {
       auto barrier = anyOf<ir::BarrierOp>(random, lowered);
       if (barrier)
         barrier->erase();
       return static_cast<bool>(barrier);
     }},
    {"a barrier is elsewhere", true,
     [](Random &random, Lowered &lowered) {
       auto barrier = anyOf<ir::BarrierOp>(random, lowered);
       return barrier && moveAway(random, barrier);
     }},
    {"a barrier is weaker", true,
     [](Random &random, Lowered &lowered) {
       llvm::SmallVector<ir::BarrierOp> wide;
       for (ir::BarrierOp barrier : opsOf<ir::BarrierOp>(lowered))
         if (barrier.getGlobal() || barrier.getCopies())
           wide.push_back(barrier);
       if (wide.empty())
         return false;
       ir::BarrierOp barrier =
           wide[static_cast<size_t>(random.between(0, static_cast<int64_t>(wide.size()) - 1))];
       barrier.setGlobal(false);
       barrier.setCopies(false);
       return true;
     }},
    {"a wait for MMAs is missing", false,
     [](Random &random, Lowered &lowered) {
       auto wait = anyOf<ir::MmaWaitOp>(random, lowered);
       if (wait)
         wait->erase();
       return static_cast<bool>(wait);
     }},
    {"a wait for MMAs lets one more run", false,
     [](Random &random, Lowered &lowered) {
       auto wait = anyOf<ir::MmaWaitOp>(random, lowered);
       if (wait)
         wait.setPending(wait.getPending() + 1);
       return static_cast<bool>(wait);
     }},
    {"a wait for MMAs is elsewhere", false,
     [](Random &random, Lowered &lowered) {
       auto wait = anyOf<ir::MmaWaitOp>(random, lowered);
       return wait && moveAway(random, wait);
     }},
};

bool isSynchronised(Lowered &lowered) {
  bool isRight = true;
  analysis::findConflicts(lowered.kernel(), [&](const analysis::Conflict &) { isRight = false; });
  analysis::findAsyncHazards(lowered.kernel(),
                             [&](const analysis::AsyncHazard &) { isRight = false; });
  return isRight;
}

//===----------------------------------------------------------------------===//
// The suite
//===----------------------------------------------------------------------===//

/// How the mutants of a class came out.
struct Count {
  int harmful = 0;  ///< refused, and wrong under some interleaving
  int refused = 0;  ///< refused, and no wrong result was seen, or there is no program
  int accepted = 0; ///< and right under all that were tried
  int all() const { return harmful + refused + accepted; }
};

class ScheduleMutants : public ::testing::TestWithParam<Machine> {
protected:
  static constexpr int seeds = 3;

  Lowering lowering(const std::string &program, bool isVerified, bool isDistributed) const {
    return {.isDistributed = isDistributed,
            .copies = GetParam() != Machine::Cdna3,
            .isInPlace = !isAmd(GetParam()),
            .hasTensorMemory = GetParam() == Machine::Blackwell,
            .program = program,
            .isVerified = isVerified};
  }

  /// A kernel with small loops, and what it computes.
  struct Subject {
    DrawnNest nest;
    Kernel kernel;
    std::deque<GuardedTensor> tensors;
    std::vector<Tensor> expected;
    bool isOpen;
    DrawnSchedule schedule;
  };

  Subject draw(Random &random) {
    Histogram unused;
    DrawnNest nest = DrawnNest::draw(random, GetParam(), unused);
    for (DrawnNest::Product &product : nest.products)
      product.trips = random.between(1, 5);
    nest.steps = random.between(1, 3);
    nest.tiles = nest.isPersistent ? random.between(2, 3) : 1;
    const bool isOpen = random.oneIn(2);
    DrawnSchedule schedule = DrawnSchedule::draw(random, nest, isOpen, unused);
    while (schedule.loops.empty())
      schedule = DrawnSchedule::draw(random, nest, isOpen, unused);
    if (!isAmd(nest.machine))
      schedule.partitions.clear(); // mutants look for the selections of roles in the text
    schedule.insertions.clear();   // they would hide what is missing
    Kernel kernel = nest.kernel();
    std::deque<GuardedTensor> tensors = nest.tensors(random);
    std::vector<Tensor> expected = traced(kernel, nest.bindings(false), tensors);
    return {nest, kernel, std::move(tensors), std::move(expected), isOpen, schedule};
  }

  std::string problem(Lowered &lowered, Subject &subject) {
    std::string found;
    for (uint64_t seed = 0; seed < seeds && found.empty(); ++seed)
      found = interleavedDifference(lowered, subject.tensors, subject.expected, seed);
    return found;
  }

  /// The id of the refusal; empty where it is accepted, and then it is right.
  std::string refusalOf(Subject &subject, const std::string &text) {
    try {
      Lowered lowered(subject.kernel, subject.nest.bindings(subject.isOpen),
                      lowering(text, true, false));
      EXPECT_EQ(problem(lowered, subject), "") << lowered.str();
      return "";
    } catch (const Error &error) {
      return error.diagnostic().id;
    }
  }

  /// Whether a schedule, applied without being verified, gives something else.
  bool isHarmful(Subject &subject, const std::string &text) {
    try {
      Lowered lowered(subject.kernel, subject.nest.bindings(subject.isOpen),
                      lowering(text, false, false));
      return !problem(lowered, subject).empty();
    } catch (const Failure &) {
      return false; // what was applied is no program
    }
  }

  void mutateTimes(Random &random, const TimeChange &change, Subject &subject, Count &count) {
    DrawnSchedule mutant = subject.schedule;
    if (!change.apply(random, mutant))
      return;
    const std::string text = mutant.text();
    SCOPED_TRACE(std::string(change.name) + ", " + subject.nest.str() + "\n" + text);
    const std::string refusal = refusalOf(subject, text);
    if (mutant.isLegal()) {
      EXPECT_EQ(refusal, "") << "a legal schedule is refused";
      ++count.accepted;
      return;
    }
    EXPECT_TRUE(refusal == "illegal-schedule" || refusal == "schedule-loop")
        << "'" << refusal << "' for an illegal schedule";
    ++(mutant.makesAProgram() && isHarmful(subject, text) ? count.harmful : count.refused);
  }

  void mutateText(Random &random, const TextChange &change, Subject &subject, Count &count) {
    std::string text = subject.schedule.text();
    if (!change.apply(random, subject.nest, subject.schedule, text))
      return;
    SCOPED_TRACE(std::string(change.name) + ", " + subject.nest.str() + "\n" + text);
    const std::string refusal = refusalOf(subject, text);
    EXPECT_TRUE(std::ranges::count(change.ids, refusal)) << "'" << refusal << "'";
    ++count.refused;
  }

  void mutateSync(Random &random, const SyncChange &change, Subject &subject, Count &count) {
    Lowered lowered(subject.kernel, subject.nest.bindings(subject.isOpen),
                    lowering(subject.schedule.text(), true, true));
    if (!change.apply(random, lowered) || failed(mlir::verify(lowered.kernel())))
      return;
    SCOPED_TRACE(std::string(change.name) + ", " + subject.nest.str() + "\n" + lowered.str());
    const std::string found = problem(lowered, subject);
    const bool isAccepted = isSynchronised(lowered);
    EXPECT_TRUE(found.empty() || !isAccepted) << found;
    ++(!found.empty() ? count.harmful : isAccepted ? count.accepted : count.refused);
  }
};

TEST_P(ScheduleMutants, AreRefusedWhereTheyAreIllegal) {
  struct Class {
    std::string name;
    std::function<void(Random &, Subject &, Count &)> mutate;
    Count count = {};
  };
  std::vector<Class> classes;
  for (const TimeChange &change : timeChanges)
    classes.push_back({change.name, [&](Random &random, Subject &subject, Count &count) {
                         mutateTimes(random, change, subject, count);
                       }});
  for (const TextChange &change : textChanges)
    if (!isAmd(GetParam()) || !change.isOfRoles)
      classes.push_back({change.name, [&](Random &random, Subject &subject, Count &count) {
                           mutateText(random, change, subject, count);
                         }});
  for (const SyncChange &change : syncChanges)
    if (change.isOfLanes == isAmd(GetParam()) && GetParam() != Machine::Blackwell)
      classes.push_back({change.name, [&](Random &random, Subject &subject, Count &count) {
                           mutateSync(random, change, subject, count);
                         }});
  const int count = testCount(315);
  for (int i = 0, drawn = 0; drawn < count && !testing::Test::HasFailure(); ++i) {
    Random random(testSeed() + static_cast<uint64_t>(i) * 7368787);
    Subject subject = draw(random);
    for (int j = 0; j < 4 && drawn < count && !testing::Test::HasFailure(); ++j) {
      // The class with the fewest that has a place has its turn, so that each
      // has its share.
      std::ranges::sort(classes, {},
                        [](const Class &each) { return std::pair(each.count.all(), each.name); });
      for (Class &next : classes) {
        const int before = next.count.all();
        next.mutate(random, subject, next.count);
        if (next.count.all() == before)
          continue;
        ++drawn;
        break;
      }
    }
  }
  for (const Class &each : classes) {
    std::cout << each.count.harmful << " harmful, " << each.count.refused << " else refused, "
              << each.count.accepted << " accepted: " << each.name << "\n";
    EXPECT_GE(each.count.all() * 100, count) << each.name;
  }
}

std::string nameOf(const ::testing::TestParamInfo<Machine> &info) {
  constexpr const char *names[] = {"Cdna3", "Cdna4", "Hopper", "Blackwell"};
  return names[static_cast<size_t>(info.param)];
}

INSTANTIATE_TEST_SUITE_P(On, ScheduleMutants, ::testing::ValuesIn(machines), nameOf);

} // namespace
} // namespace wave::test
