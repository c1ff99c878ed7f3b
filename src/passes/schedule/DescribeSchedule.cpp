//===- DescribeSchedule.cpp -----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/schedule/DescribeSchedule.h"

#include <map>
#include <set>

#include "analysis/LoopSchedule.h"
#include "analysis/Nodes.h"
#include "dialect/Schedule.h"
#include "passes/schedule/ChoiceCalls.h"
#include "passes/schedule/Insertables.h"
#include "passes/schedule/Selection.h"

using namespace mlir;

namespace wave {

using analysis::Node;
using schedule::Term;

namespace {

class Description {
public:
  Description(ir::KernelOp kernel, const std::string &name, const machine::Chip &chip)
      : kernel(kernel), warpsOfWave(ir::threadsPerWave(kernel) / chip.lanes),
        nodes(analysis::nodesOf(kernel)) {
    program.name = name;
  }

  schedule::Program run() {
    addPartitions();
    for (ir::RoleAttr role : ir::rolesOf(kernel))
      addRole(role);
    for (auto ring : kernel.getBlock()->getOps<ir::AllocateOp>())
      if (std::optional<int64_t> buffers = ir::buffersOf(ring))
        addBuffers(ring, *buffers);
    addLoads();
    for (const Node &node : nodes)
      if (auto loop = dyn_cast<ir::IterateOp>(node.op))
        if (const auto found = analysis::scheduleOf(loop))
          addPipeline(loop, *found);
    kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (ir::insertionOf(op))
        addInsertion(op);
    });
    kernel.walk<WalkOrder::PreOrder>([&](ir::IterateOp loop) {
      if (ir::isStaggered(loop))
        add({{}, "stagger", {{{}, variableOf({loop})}}});
      if (ir::reinitialisedAt(loop))
        add({{}, "barriers", {{{}, Term::ofName("REINITIALISE")}}});
    });
    // What selects comes first, after what it selects from was made.
    std::vector<schedule::Statement> all = choices();
    for (ir::UnrollAttr each : ir::unrollsOf(kernel))
      all.push_back(unrollOf(each));
    llvm::append_range(all, partitions);
    llvm::append_range(all, selections);
    llvm::append_range(all, program.statements);
    program.statements = std::move(all);
    return std::move(program);
  }

private:
  //===--------------------------------------------------------------------===//
  // Selections
  //===--------------------------------------------------------------------===//

  /// The variable that holds the node.
  Term variableOf(const Node &node) {
    std::string &variable = variables[{node.op, node.isArrival}];
    if (variable.empty()) {
      variable = newName(node);
      selections.push_back({{variable}, selectionOf(node, nodes), {}});
    }
    return Term::ofName(variable);
  }

  /// Whether neither is a slice, or both have the same number.
  static bool areSlicesAlike(Operation *a, Operation *b) {
    const ir::SliceAttr ofA = ir::sliceOf(a), ofB = ir::sliceOf(b);
    return ofA && ofB ? ofA.getNumber() == ofB.getNumber() : !ofA && !ofB;
  }

  /// "read_a_copy": the tag, and what the operation is where others have that tag too; with the
  /// number of the copy in an unrolled loop, or as part of a remainder.
  std::string newName(const Node &node) {
    std::string base = analysis::tagOf(node.op);
    const ir::UnrolledAttr copy = ir::unrolledOf(node.op);
    const bool isOfRemainder = ir::isOfRemainder(node.op);
    const auto alike = llvm::count_if(nodes, [&](const Node &other) {
      return analysis::tagOf(other.op) == base && ir::unrolledOf(other.op) == copy &&
             ir::isOfRemainder(other.op) == isOfRemainder && areSlicesAlike(node.op, other.op);
    });
    if (base.empty() || alike != 1)
      base += (base.empty() ? "" : "_") +
              (node.isArrival ? std::string("arrival") : node.op->getName().stripDialect().str());
    if (const ir::SliceAttr slice = ir::sliceOf(node.op))
      base += "_" + slice.getDim().str() + std::to_string(slice.getNumber());
    if (copy)
      base += "_" + std::to_string(copy.getNumber());
    if (isOfRemainder)
      base += "_remainder";
    for (char &c : base)
      c = llvm::isAlnum(c) ? c : '_';
    if (llvm::isDigit(base.front()))
      base = "_" + base;
    std::string name = base;
    for (int number = 2; !names.insert(name).second; ++number)
      name = base + "_" + std::to_string(number);
    return name;
  }

  Term listOf(Term::Kind kind, llvm::function_ref<bool(const Node &)> condition) {
    std::vector<Term> list;
    for (const Node &node : nodes)
      if (condition(node))
        list.push_back(variableOf(node));
    return Term::of(kind, std::move(list));
  }

  //===--------------------------------------------------------------------===//
  // Statements
  //===--------------------------------------------------------------------===//

  void add(schedule::Call call, std::vector<std::string> results = {}) {
    program.statements.push_back({std::move(results), std::move(call), {}});
  }

  /// They stand in the schedule as they were said of the kernel as it was traced.
  std::vector<schedule::Statement> choices() const {
    std::string text = schedule::Program().str();
    for (const StringRef choice : ir::choicesOf(kernel))
      text += choice.str() + "\n";
    return schedule::parse(text, "wave.choices").statements;
  }

  static schedule::Statement unrollOf(ir::UnrollAttr unroll) {
    Term loop;
    loop.kind = Term::Kind::Call;
    loop.call = std::make_shared<const schedule::Call>(
        schedule::Call{{}, "get_node_by_path", {{{}, Term::ofText(unroll.getLoop().str())}}});
    return {{}, {{}, "unroll", {{{}, loop}, {{}, Term::ofNumber(unroll.getFactor())}}}, {}};
  }

  /// What is in slices: the variables hold them, in the stead of a selection of each.
  void addPartitions() {
    for (const Node &first : nodes) {
      const ir::SliceAttr slice = ir::sliceOf(first.op);
      if (!slice || slice.getNumber() != 0 || first.isArrival)
        continue;
      std::vector<std::string> results;
      Operation *op = first.op;
      for (int64_t number = 0; number < slice.getCount(); ++number, op = nextSliceOf(op))
        results.push_back(variables[{op, false}] = newName({op}));
      const std::string path = StringRef(analysis::pathOf(first)).rsplit("/slice:").first.str();
      schedule::Call selection{{}, "get_node_by_path", {{{}, Term::ofText(path)}}};
      partitions.push_back({std::move(results),
                            {{},
                             "partition_by_dim",
                             {{{}, Term::of(std::move(selection))},
                              {{}, Term::ofName(slice.getDim().str())},
                              {{}, Term::ofNumber(slice.getCount())}}},
                            {}});
    }
  }

  /// They follow one another until the schedule is applied.
  static Operation *nextSliceOf(Operation *op) {
    do
      op = op->getNextNode();
    while (op && !ir::sliceOf(op));
    return op;
  }

  void addRole(ir::RoleAttr role) {
    Term members = listOf(Term::Kind::List, [&](const Node &node) {
      return !node.isArrival && ir::roleOf(node.op) == role.getName();
    });
    schedule::Call call{{},
                        "role",
                        {{{}, Term::ofText(role.getName().str())},
                         {{}, std::move(members)},
                         {"warps", Term::ofNumber(role.getWaves() * warpsOfWave)}}};
    if (role.getRegisters() > 0)
      call.arguments.push_back({"registers", Term::ofNumber(role.getRegisters())});
    add(std::move(call));
  }

  void addBuffers(ir::AllocateOp ring, int64_t buffers) {
    if (!named.insert(ring.getName()).second)
      return; // rings of one name have as many, or are written one by one
    const bool areAlike =
        llvm::all_of(kernel.getBlock()->getOps<ir::AllocateOp>(), [&](ir::AllocateOp other) {
          return other.getName() != ring.getName() || ir::buffersOf(other) == buffers;
        });
    size_t number = 0;
    for (auto other : kernel.getBlock()->getOps<ir::AllocateOp>()) {
      if (other.getName() != ring.getName())
        continue;
      const std::optional<int64_t> own = ir::buffersOf(other);
      if (areAlike || own)
        add({{},
             "buffers",
             {{{},
               Term::ofText(ring.getName().str() + (areAlike ? "" : ":" + std::to_string(number)))},
              {{}, Term::ofNumber(*own)}}});
      if (areAlike)
        return;
      ++number;
    }
  }

  void addChoice(ir::ChoiceAttr choice, Term of) {
    if (!choice)
      return;
    schedule::Call call{{}, choice.getFunction().str(), {{{}, std::move(of)}}};
    llvm::append_range(call.arguments, argumentsOf(choice));
    add(std::move(call));
  }

  /// Where the schedule says how tiles are loaded.
  void addLoads() {
    std::map<StringRef, size_t> numbers;
    for (auto ring : kernel.getBlock()->getOps<ir::AllocateOp>()) {
      const size_t number = numbers[ring.getName()]++;
      const auto isNamesake = [&](ir::AllocateOp other) {
        return other != ring && other.getName() == ring.getName();
      };
      const bool isAlone = llvm::none_of(kernel.getBlock()->getOps<ir::AllocateOp>(), isNamesake);
      addChoice(ir::choiceOf(ring),
                Term::ofText(ring.getName().str() + (isAlone ? "" : ":" + std::to_string(number))));
    }
    for (const Node &node : nodes)
      if (auto copy = dyn_cast<ir::CopyOp>(node.op); copy && !node.isArrival)
        if (const ir::ChoiceAttr choice = ir::choiceOf(copy))
          addChoice(choice, variableOf(node));
  }

  void addPipeline(ir::IterateOp loop, const analysis::LoopSchedule &found) {
    const std::string name = variableOf({loop}).text + "_pipeline";
    names.insert(name);
    std::vector<schedule::Argument> arguments = {{{}, variableOf({loop})}};
    if (found.hasNoEpilogue)
      arguments.push_back({"eliminate_epilogue", Term::ofName("True")});
    add({{}, "pipeline", std::move(arguments)}, {name});
    for (int64_t stage = 0; stage < found.stages(); ++stage) {
      std::vector<Term> tuples;
      for (int64_t position = 0; position < found.interval; ++position)
        tuples.push_back(listOf(Term::Kind::Tuple, [&](const Node &node) {
          if (node.op->getParentOp() != loop.getOperation())
            return false;
          const auto &times = node.isArrival ? found.arrivals : found.times;
          const auto time = times.find(node.op);
          return time != times.end() && time->second.stage == stage &&
                 time->second.position == position;
        }));
      add({name, "set_stage", {{{}, Term::of(Term::Kind::List, std::move(tuples))}}});
    }
  }

  void addInsertion(Operation *op) {
    const ir::Insertion where = *ir::insertionOf(op);
    const bool isOfLoop = where == ir::Insertion::Start || where == ir::Insertion::End;
    Operation *anchor = isOfLoop ? op->getParentOp() : ir::anchorOf(op);
    if (auto barrier = dyn_cast<ir::BarrierOp>(op); barrier && barrier.getHalf()) {
      std::string half = StringRef(ir::stringifyWaveHalf(*barrier.getHalf())).upper();
      return add({{},
                  "insert_cond_barrier_" + ir::stringifyInsertion(where).str(),
                  {{{}, variableOf({anchor})}, {{}, Term::ofName(std::move(half))}}});
    }
    add({{},
         (isOfLoop ? "insert_at_" : "insert_") + ir::stringifyInsertion(where).str(),
         {{{}, inTrip(variableOf({anchor}), anchor, ir::tripOf(op))}, {{}, Term::of(callOf(op))}}});
  }

  /// Of a selected operation the trip in which it is meant: all of them where that is null.
  static Term inTrip(Term selected, Operation *anchor, ir::TripAttr trip) {
    if (!trip)
      return selected;
    const std::string part = StringRef(ir::stringifyLoopPart(trip.getPart())).upper();
    const Term all =
        Term::of(schedule::Call{{}, "filter_nodes", {{{}, selected}, {{}, Term::ofName(part)}}});
    const auto found = analysis::scheduleOf(cast<ir::IterateOp>(anchor->getParentOp()));
    const int64_t stage = found->times.lookup(anchor).stage;
    int64_t first = stage;
    for (const auto &[other, time] : found->times)
      first = std::min(first, time.stage);
    const bool isOne = trip.getPart() == ir::LoopPart::Kernel ||
                       (trip.getPart() == ir::LoopPart::Prologue ? found->stages() - 1 - stage
                                                                 : stage - first) == 1;
    return isOne ? all
                 : Term::of(schedule::Call{
                       {}, "getitem", {{{}, all}, {{}, Term::ofNumber(trip.getNumber())}}});
  }

  ir::KernelOp kernel;
  int64_t warpsOfWave;
  analysis::NodeList nodes;
  std::vector<schedule::Statement> partitions, selections;
  std::map<std::pair<Operation *, bool>, std::string> variables;
  std::set<std::string> names;
  std::set<StringRef> named; ///< rings
  schedule::Program program;
};

} // namespace

schedule::Program describeSchedule(ir::KernelOp kernel, const std::string &name,
                                   const machine::Chip &chip) {
  return Description(kernel, name, chip).run();
}

} // namespace wave
