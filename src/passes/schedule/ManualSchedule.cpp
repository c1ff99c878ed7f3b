//===- ManualSchedule.cpp - A user's schedule meets a kernel --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/schedule/ManualSchedule.h"

#include "dialect/DiagnosticCapture.h"
#include "dialect/Schedule.h"
#include "passes/schedule/Insertables.h"
#include "passes/schedule/Policies.h"
#include "passes/schedule/ScheduleRun.h"
#include "symbolic/NearestName.h"

using namespace mlir;

namespace wave {

using schedule::Term;

namespace {

struct Function {
  StringRef name;
  ScheduleFunction run;
};

constexpr Function functions[] = {
    {"get_node_by_tag", getNodeByTag},
    {"get_node_by_tag_and_type", getNodeByTagAndType},
    {"get_node_by_tag_and_iteration", getNodeByTagAndIteration},
    {"get_node_by_path", getNodeByPath},
    {"filter_nodes", filterNodes},
    {"partition_by_address_space", partitionByAddressSpace},
    {"partition_by_dim", partitionByDim},
    {"getitem", getItem},
    {"cluster", cluster},
    {"interleave_ops", interleaveOps},
    {"get_hardware_constraint", getHardwareConstraint},
    {"unroll", unroll},
    {"role", role},
    {"buffers", setBuffersOf},
    {"pipeline", pipeline},
    {"reorder_graph", reorderGraph},
    {"insert_before", insertBefore},
    {"insert_after", insertAfter},
    {"insert_at_start", insertAtStart},
    {"insert_at_end", insertAtEnd},
    {"insert_cond_barrier_before", insertCondBarrierBefore},
    {"insert_cond_barrier_after", insertCondBarrierAfter},
    {"stagger", stagger},
};

/// Runs the statements, one after another.
class Statements {
public:
  explicit Statements(ScheduleRun &run) : run(run) {}

  void runStatement(const schedule::Statement &statement) {
    here = ir::irLocation(statement.where, run.kernel.getContext());
    std::vector<Held> results = runCall(statement.call);
    if (results.size() != statement.results.size() && !statement.results.empty())
      refuse(ir::BrokenConstraint(*here, "schedule-argument",
                                  Twine(statement.call.function) + ": it gives " +
                                      Twine(results.size()) + " values, for " +
                                      Twine(statement.results.size()) + " names")
                 .help("write as many names before the ="));
    for (size_t i = 0; i < statement.results.size(); ++i)
      run.variables.insert_or_assign(statement.results[i], results[i]);
  }

private:
  std::vector<Held> runCall(const schedule::Call &call) {
    const auto evaluated = [this](const Term &term) { return evaluate(term); };
    ScheduleCall arguments(call, *here, evaluated);
    std::vector<Held> results;
    if (call.object.empty()) {
      if (isInsertable(call.function))
        arguments.fail("it stands by itself", "insert it: insert_before(node, " + call.function +
                                                  "(...)), or with another insert function");
      results = functionNamed(call.function)(run, arguments);
    } else {
      if (call.function != "set_stage")
        failName("there is no function '" + call.function + "' of a pipeline",
                 symbolic::suggestion(call.function, {"set_stage"}, "a pipeline has set_stage"));
      setStage(pipelineNamed(call.object), arguments);
    }
    arguments.end();
    return results;
  }

  std::vector<Held> evaluate(const Term &term) {
    if (term.kind == Term::Kind::Name)
      return {named(term.text)};
    if (term.kind == Term::Kind::Call)
      return runCall(*term.call);
    return {};
  }

  ScheduleFunction functionNamed(const std::string &name) {
    const auto *found =
        llvm::find_if(functions, [&](const Function &each) { return each.name == name; });
    if (found != std::end(functions))
      return found->run;
    std::vector<std::string> known;
    for (const Function &each : functions)
      known.push_back(each.name.str());
    failName("there is no function '" + name + "'",
             symbolic::suggestion(name, known, "the functions are: " + llvm::join(known, ", ")));
  }

  /// A variable, or object.number.
  Held named(const std::string &name) {
    const size_t dot = name.find('.');
    if (dot == std::string::npos)
      return variable(name);
    const std::string object = name.substr(0, dot), member = name.substr(dot + 1);
    const auto *hardware = std::get_if<Hardware>(&variable(object));
    if (!hardware)
      failName("'" + object + "' has no numbers",
               "make it what has: " + object + " = get_hardware_constraint()");
    const auto found = hardware->numbers.find(member);
    if (found != hardware->numbers.end())
      return HeldNumber{found->second};
    std::vector<std::string> known;
    for (const auto &[other, number] : hardware->numbers)
      known.push_back(other);
    failName("a hardware constraint has no number '" + member + "'",
             symbolic::suggestion(member, known, "it has " + llvm::join(known, ", ")));
  }

  const Held &variable(const std::string &name) {
    auto found = run.variables.find(name);
    if (found != run.variables.end())
      return found->second;
    std::vector<std::string> known;
    for (const auto &[other, held] : run.variables)
      known.push_back(other);
    failName("there is no variable '" + name + "'",
             symbolic::suggestion(name, known, "assign it in a line before this one"));
  }

  PipelineRequest &pipelineNamed(const std::string &name) {
    if (const auto *number = std::get_if<size_t>(&variable(name)))
      return run.pipelines[*number];
    failName("'" + name + "' is no pipeline", "make one: " + name + " = pipeline(loop)");
  }

  [[noreturn]] void failName(const Twine &claim, const Twine &help) {
    refuse(ir::BrokenConstraint(*here, "schedule-name", "schedule: " + claim).help(help));
  }

  ScheduleRun &run;
  std::optional<Location> here; ///< of the statement
};

} // namespace

/// A loop that an unrolled one leaves runs where that one does.
static void placeRemainders(ScheduleRun &run) {
  const auto isPlaced = [&](Operation *op) {
    return llvm::any_of(run.pipelines, [&](const PipelineRequest &pipeline) {
      return llvm::any_of(pipeline.stages, [&](const PipelineRequest::Stage &stage) {
        return llvm::any_of(stage.tuples, [&](const analysis::NodeList &tuple) {
          return llvm::is_contained(tuple, analysis::Node{op});
        });
      });
    });
  };
  for (const auto &[op, left] : run.remainders)
    for (PipelineRequest &pipeline : run.pipelines)
      for (PipelineRequest::Stage &stage : pipeline.stages)
        for (analysis::NodeList &tuple : stage.tuples)
          if (left->getParentOp() == pipeline.loop.getOperation() &&
              llvm::is_contained(tuple, analysis::Node{op}) && !isPlaced(left))
            tuple.push_back({left});
}

LogicalResult scheduleByProgram(ir::KernelOp kernel, const schedule::Program &program,
                                const machine::Chip *chip) {
  try {
    ScheduleRun run(kernel, chip);
    Statements statements(run);
    for (const schedule::Statement &statement : program.statements)
      statements.runStatement(statement);
    writeRoles(run);
    placeRemainders(run);
    for (const PipelineRequest &pipeline : run.pipelines)
      writePipeline(kernel, pipeline);
    writeBuffers(run);
    giveBuffers(kernel, run.pipelines);
    unscheduleIllegal(kernel, [&](ir::IterateOp loop) {
      return llvm::any_of(run.pipelines,
                          [&](const PipelineRequest &pipeline) { return pipeline.loop == loop; });
    });
    writeInsertions(kernel, std::move(run.insertions)); // what is inserted decides nothing else
    writeStaggers(run);
    return success();
  } catch (const ScheduleRefused &) {
    return failure();
  }
}

} // namespace wave
