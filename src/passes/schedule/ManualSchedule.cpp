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

/// What a function works on.
enum class On {
  Any,    ///< it selects, from the kernel as it is
  Traced, ///< the kernel before anything is chosen
  Staged  ///< what is scheduled
};

struct Function {
  StringRef name;
  ScheduleFunction run;
  On on = On::Staged;
};

constexpr Function functions[] = {
    {"get_node_by_tag", getNodeByTag, On::Any},
    {"get_node_by_tag_and_type", getNodeByTagAndType, On::Any},
    {"get_node_by_tag_and_iteration", getNodeByTagAndIteration},
    {"get_node_by_path", getNodeByPath, On::Any},
    {"filter_nodes", filterNodes, On::Any},
    {"partition_by_address_space", partitionByAddressSpace},
    {"partition_by_dim", partitionByDim},
    {"getitem", getItem, On::Any},
    {"cluster", cluster, On::Any},
    {"interleave_ops", interleaveOps},
    {"get_hardware_constraint", getHardwareConstraint},
    {"subs", subs, On::Traced},
    {"pair", pair, On::Traced},
    {"store", store, On::Traced},
    {"unroll", unroll},
    {"role", role},
    {"buffers", setBuffersOf},
    {"swizzle", swizzle},
    {"multicast", multicast},
    {"barriers", barriers},
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

const Function *functionNamed(StringRef name) {
  const auto *found =
      llvm::find_if(functions, [&](const Function &each) { return each.name == name; });
  return found == std::end(functions) ? nullptr : found;
}

/// Which statements are of the kernel as it is traced, and which of the kernel as it is staged:
/// those whose function is, and those that select what these use.
class Parts {
public:
  explicit Parts(const schedule::Program &program) : statements(program.statements) {
    isOfChoice.assign(statements.size(), false);
    isOfRest.assign(statements.size(), false);
    for (size_t i = 0; i < statements.size(); ++i)
      if (isChoice(statements[i].call))
        need(i, isOfChoice);
    for (size_t i = 0; i < statements.size(); ++i)
      if (!isOfChoice[i])
        need(i, isOfRest);
  }

  bool isOf(On part, size_t statement) const {
    return part == On::Traced ? isOfChoice[statement] : isOfRest[statement];
  }

  static bool isChoice(const schedule::Call &call) {
    const Function *function = functionNamed(call.function);
    return call.object.empty() && function && function->on == On::Traced;
  }

private:
  void need(size_t statement, std::vector<bool> &needed) {
    if (needed[statement])
      return;
    needed[statement] = true;
    needIn(statements[statement].call, statement, needed);
  }
  void needIn(const schedule::Call &call, size_t end, std::vector<bool> &needed) {
    needVariable(call.object, end, needed);
    for (const schedule::Argument &argument : call.arguments)
      needIn(argument.value, end, needed);
  }
  void needIn(const Term &term, size_t end, std::vector<bool> &needed) {
    if (term.kind == Term::Kind::Name)
      needVariable(term.text.substr(0, term.text.find('.')), end, needed);
    for (const Term &element : term.elements)
      needIn(element, end, needed);
    if (term.kind == Term::Kind::Call)
      needIn(*term.call, end, needed);
  }
  void needVariable(const std::string &name, size_t end, std::vector<bool> &needed) {
    for (size_t i = 0; i < end; ++i)
      if (llvm::is_contained(statements[i].results, name))
        need(i, needed);
  }

  const std::vector<schedule::Statement> &statements;
  std::vector<bool> isOfChoice, isOfRest;
};

/// Runs the statements, one after another.
class Statements {
public:
  Statements(ScheduleRun &run, On part) : run(run), part(part) {}

  void runAll(const schedule::Program &program) {
    const Parts parts(program);
    for (size_t i = 0; i < program.statements.size(); ++i)
      if (parts.isOf(part, i))
        runStatement(program.statements[i]);
  }

private:
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

  std::vector<Held> runCall(const schedule::Call &call) {
    const auto evaluated = [this](const Term &term) { return evaluate(term); };
    ScheduleCall arguments(call, *here, evaluated);
    std::vector<Held> results;
    if (call.object.empty()) {
      if (isInsertable(call.function))
        arguments.fail("it stands by itself", "insert it: insert_before(node, " + call.function +
                                                  "(...)), or with another insert function");
      results = function(call.function).run(run, arguments);
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

  const Function &function(const std::string &name) {
    if (const Function *found = functionNamed(name)) {
      if (found->on != On::Any && found->on != part)
        refuse(part == On::Traced ? ir::BrokenConstraint(
                                        *here, "schedule-argument",
                                        Twine(name) + ": it is not known yet what it gives, and " +
                                            "what is said of the kernel as it is written uses it")
                                        .help("select by a tag, by a type, or by a path")
                                  : ir::BrokenConstraint(*here, "schedule-argument",
                                                         Twine(name) + ": it stands by itself")
                                        .help("write it in a line of its own"));
      return *found;
    }
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
  On part;
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

FailureOr<schedule::Program> programOf(ir::KernelOp kernel) {
  const std::string text = ir::scheduleTextOf(kernel).str();
  try {
    // As the program was printed each statement says its place, so that it is longer.
    return schedule::parse(text, "wave.schedule", 16 * schedule::maxBytes);
  } catch (const Error &error) {
    const Diagnostic &found = error.diagnostic();
    mlir::emitError(ir::irLocation(found.where, kernel.getContext()))
        << found.message << " [" << found.id << "]";
    return failure();
  }
}

/// A choice that nothing has made.
static void checkChoices(ir::KernelOp kernel, const schedule::Program &program) {
  if (!ir::choicesOf(kernel).empty())
    return;
  for (const schedule::Statement &statement : program.statements)
    if (Parts::isChoice(statement.call))
      refuse(ir::BrokenConstraint(ir::irLocation(statement.where, kernel.getContext()),
                                  "already-bound",
                                  Twine(statement.call.function) +
                                      ": the kernel is in the bound form, and this is said of a "
                                      "kernel as it is written")
                 .help("start from the traced form"));
}

LogicalResult chooseByProgram(ir::KernelOp kernel, const schedule::Program &program,
                              const machine::Chip *chip) {
  try {
    ScheduleRun run(kernel, chip);
    Statements(run, On::Traced).runAll(program);
    if (!run.choices.empty())
      ir::setChoices(kernel, run.choices);
    return success();
  } catch (const ScheduleRefused &) {
    return failure();
  }
}

LogicalResult scheduleByProgram(ir::KernelOp kernel, const schedule::Program &program,
                                const machine::Chip *chip) {
  try {
    checkChoices(kernel, program);
    ScheduleRun run(kernel, chip);
    Statements(run, On::Staged).runAll(program);
    writeRoles(run);
    placeRemainders(run);
    for (const PipelineRequest &pipeline : run.pipelines)
      writePipeline(kernel, pipeline);
    writeBuffers(run);
    giveBuffers(kernel, run.pipelines);
    writeBarriers(run);
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
