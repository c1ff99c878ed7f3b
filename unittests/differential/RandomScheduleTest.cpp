//===- RandomScheduleTest.cpp - Schedules at random -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Draws a time for every operation of a product's loop, or an order of them, on four simulated
// GPUs; the loop may be unrolled before.  A schedule that is accepted gives the bits of the
// unscheduled kernel, for numbers of iterations around its number of stages, whatever barriers and
// hints it inserts.  Of one that is
// refused the smallest repair, applied to its text, is accepted, and gives those bits.  Who is
// right is for the executor to say, which knows nothing of dependences.
//
//===----------------------------------------------------------------------===//

#include <compare>
#include <cstring>
#include <functional>
#include <limits>
#include <regex>

#include <gtest/gtest.h>

#include "Random.h"
#include "wave/wave.h"

namespace wave::test {
namespace {

constexpr Symbol M{"M"}, N{"N"}, K{"K"};
constexpr int64_t rows = 70, columns = 40, step = 32;

/// c = a * b^T; b goes through shared memory, or from global memory into registers where
/// `isDirect`.
Kernel product(bool isDirect) {
  const Memory a("a", {M, K}, f16, SHARED_ADDRESS_SPACE),
      b("b", {N, K}, f16, isDirect ? GLOBAL_ADDRESS_SPACE : SHARED_ADDRESS_SPACE),
      c("c", {M, N}, f32);
  return Kernel(
      "product", {a, b, c},
      {WorkgroupConstraint{M, 64, 0}, WorkgroupConstraint{N, 32, 1}, TilingConstraint{K, step}},
      [&] {
        Register zero({M, N}, f32, 0.0);
        Register sum = iterate({.axis = K, .tag = "k_loop"}, {zero}, [&](Register acc) {
          Register x = read(a, {.tag = "read_a"});
          Register y = read(b, {.tag = "read_b"});
          return mma(x, y, acc, {.tag = "mma"});
        });
        write(sum, c, {.tag = "write_c"});
      });
}

struct Time {
  int64_t stage = 0, tuple = 0;
};

/// A node: operation, tag, and copy in an unrolled loop.
struct Name {
  std::string op, tag;
  int64_t copy = 0;
  auto operator<=>(const Name &) const = default;
};

/// A schedule: the time of each node, buffers and insertions.
struct Drawn {
  int64_t interval = 1, stages = 1, factor = 1;
  bool isOrder = false; ///< each node has a tuple of its own: written as clusters
  std::map<Name, Time> times;
  std::map<std::string, int64_t> buffers;
  std::vector<std::string> insertions; ///< statements

  std::string selection(const Name &name) const {
    static const std::map<std::string, std::string> types = {
        {"read", "GlobalRead"},        {"copy", "Copy"},
        {"arrival", "Arrival"},        {"shared_write", "SharedWrite"},
        {"shared_read", "SharedRead"}, {"mma", "Mma"}};
    return (factor == 1 ? "get_node_by_tag_and_type(\"" + name.tag + "\", "
                        : "get_node_by_tag_and_iteration(\"" + name.tag + "\", " +
                              std::to_string(name.copy) + ", ") +
           types.at(name.op) + ")";
  }

  std::string selections(const std::function<bool(const Time &)> &condition) const {
    std::string list;
    for (const auto &[name, time] : times)
      if (condition(time))
        list += (list.empty() ? "" : ", ") + selection(name);
    return list;
  }

  int64_t lastStage() const {
    int64_t last = 0;
    for (const auto &[name, time] : times)
      last = std::max(last, time.stage);
    return last;
  }

  std::string text() const {
    std::string text = "wave_schedule 1 \"drawn\"\nk_loop = get_node_by_tag(\"k_loop\")\n";
    if (factor > 1)
      text += "unroll(k_loop, " + std::to_string(factor) + ")\n";
    for (const auto &[ring, count] : buffers)
      text += "buffers(\"" + ring + "\", " + std::to_string(count) + ")\n";
    if (!isOrder || lastStage() > 0)
      text += "loop = pipeline(k_loop)\n" + stagesText();
    if (isOrder) {
      text += lastStage() > 0 ? "reorder_graph(loop, [" : "reorder_graph(k_loop, [";
      for (int64_t tuple = 0; tuple < interval; ++tuple)
        text += (tuple == 0 ? "" : ", ") +
                selections([&](const Time &time) { return time.tuple == tuple; });
      text += "])\n";
    }
    for (const std::string &statement : insertions)
      text += statement + "\n";
    return text;
  }

  /// An order is said after the stages.
  std::string stagesText() const {
    std::string text;
    for (int64_t stage = 0; stage <= lastStage(); ++stage) {
      text += "loop.set_stage([";
      for (int64_t tuple = 0; tuple < (isOrder ? 1 : interval); ++tuple)
        text += (tuple == 0 ? "(" : ", (") + selections([&](const Time &time) {
                  return time.stage == stage && (isOrder || time.tuple == tuple);
                }) +
                ")";
      text += "])\n";
    }
    return text;
  }

  /// Applies "move mma 'mma' of copy 1 to stage 1, tuple 0, and ask for buffers("a", 2)".
  void apply(const std::string &repair) {
    static const std::regex move(
        "(move|the arrival of) (?:copy|(\\w+)) '(\\w+)'(?: of copy (\\d+))? "
        "to stage (\\d+), tuple (\\d+)"),
        more("buffers\\(\"(\\w+)\", (\\d+)\\)");
    for (std::sregex_iterator i(repair.begin(), repair.end(), move), end; i != end; ++i) {
      const std::string op =
          (*i)[1] == "move" ? ((*i)[2].matched ? (*i)[2].str() : "copy") : "arrival";
      const int64_t copy = (*i)[4].matched ? std::stoll((*i)[4].str()) : 0;
      times[{op, (*i)[3].str(), copy}] = {std::stoll((*i)[5].str()), std::stoll((*i)[6].str())};
    }
    for (std::sregex_iterator i(repair.begin(), repair.end(), more), end; i != end; ++i)
      buffers[(*i)[1].str()] = std::stoll((*i)[2].str());
    isOrder = false;
  }
};

/// The nodes of the loop, in the order of the program.
std::vector<Name> nodesOn(const std::string &target, bool isDirect, int64_t factor) {
  std::vector<Name> nodes;
  const bool copies = target != "sim:mi300x",
             byDescriptor = target == "sim:h200" || target == "sim:b200";
  for (int64_t copy = 0; copy < factor; ++copy) {
    for (const std::string tag : {"read_a", "read_b"}) {
      if (isDirect && tag == "read_b") {
        nodes.push_back({"read", tag, copy});
        continue;
      }
      nodes.push_back({copies ? "copy" : "read", tag, copy});
      nodes.push_back({copies ? "arrival" : "shared_write", tag, copy});
      if (!byDescriptor)
        nodes.push_back({"shared_read", tag, copy});
    }
    nodes.push_back({"mma", "mma", copy});
  }
  return nodes;
}

/// An order of the nodes, mostly near the one of the program, in stages that mostly increase.
void drawOrder(Random &random, std::vector<Name> nodes, Drawn &drawn) {
  for (size_t i = 0; i + 1 < nodes.size(); ++i)
    if (random.oneIn(3))
      std::swap(nodes[i], nodes[static_cast<size_t>(random.between(
                              static_cast<int64_t>(i), static_cast<int64_t>(nodes.size()) - 1))]);
  drawn.isOrder = true;
  drawn.interval = static_cast<int64_t>(nodes.size());
  const bool isStaged = random.oneIn(2);
  int64_t tuple = 0;
  for (const Name &name : nodes) {
    const bool isLoad =
        name.op == "read" || name.op == "copy" || name.op == "arrival" || name.op == "shared_write";
    const int64_t stage = !isStaged ? 0 : random.oneIn(8) ? random.between(0, 2) : isLoad ? 0 : 1;
    drawn.times[name] = {stage, tuple++};
  }
}

Drawn draw(Random &random, const std::vector<Name> &nodes, int64_t factor, Histogram &histogram) {
  Drawn drawn;
  drawn.factor = factor;
  histogram.count("factor", std::to_string(factor));
  if (random.oneIn(3))
    drawn.buffers["a"] = random.between(1, 6);
  if (random.oneIn(3)) {
    histogram.count("draw", "clusters");
    drawOrder(random, nodes, drawn);
    return drawn;
  }
  drawn.interval = random.between(1, 4);
  drawn.stages = random.between(1, 6);
  const int64_t last = drawn.interval * drawn.stages - 1;
  const bool isInOrder = !random.oneIn(4);
  histogram.count("draw", isInOrder ? "in order" : "anywhere");
  histogram.count("interval", std::to_string(drawn.interval));
  int64_t time = 0;
  for (const Name &node : nodes) {
    const bool isFirst = node.op == "read" || node.op == "copy";
    if (!isInOrder)
      time = random.between(0, last);
    else if (isFirst)
      time = random.between(0, last / 3);
    else // mostly later than what it depends on
      time = std::min(last, node.op == "mma" ? random.between(std::max<int64_t>(0, last - 2), last)
                                             : time + random.between(random.oneIn(6) ? 0 : 1, 3));
    drawn.times[node] = {time / drawn.interval, time % drawn.interval};
  }
  return drawn;
}

/// Barriers where waves have no roles.
std::vector<std::string> drawInsertions(Random &random, const Drawn &drawn,
                                        const std::vector<Name> &nodes, bool hasRoles) {
  static const std::vector<std::string> hints = {"set_priority(1)",
                                                 "set_priority(0)",
                                                 "sched_barrier()",
                                                 "sched_barrier(VALU, DS_READ)",
                                                 "sched_group_barrier(MFMA, 2, 1)",
                                                 "wait(vmcnt=2)",
                                                 "wait(vmcnt=0, lgkmcnt=0)"};
  const auto what = [&] { return hasRoles || random.oneIn(2) ? random.of(hints) : "barrier()"; };
  std::vector<std::string> statements;
  for (int64_t left = random.between(1, 6); left > 0; --left)
    if (random.oneIn(3))
      statements.push_back((random.oneIn(2) ? "insert_at_start" : "insert_at_end") +
                           ("(get_node_by_tag(\"k_loop\"), " + what()) + ")");
    else
      statements.push_back((random.oneIn(2) ? "insert_before(" : "insert_after(") +
                           drawn.selection(random.of(nodes)) + ", [" + what() + ", " + what() +
                           "])");
  return statements;
}

class Case {
public:
  Case(std::string target, bool isDirect) : target(std::move(target)), kernel(product(isDirect)) {}

  WaveCompileOptions options(SchedulingType type, std::optional<int64_t> k) const {
    WaveCompileOptions options{
        .target = Target::named(target), .subs = {}, .retarget = true, .schedule = type};
    if (k)
      options.subs = {M = rows, N = columns, K = *k};
    return options;
  }

  Tensor run(const CompiledKernel &compiled, int64_t k) const {
    const Tensor a = Tensor::randint({rows, k}, f16, -5, 5, 1);
    const Tensor b = Tensor::randint({columns, k}, f16, -6, 6, 2);
    Tensor c = Tensor::full({rows, columns}, f32, std::numeric_limits<double>::quiet_NaN());
    compiled(a, b, c);
    return c;
  }

  /// The error, where it is refused; else nothing, after it has been run.
  std::optional<Diagnostic> attempt(const Drawn &drawn, int64_t iterations, bool isOpen) const {
    const int64_t k = iterations * step;
    try {
      const Schedule schedule = Schedule::parse(drawn.text(), "drawn.schedule");
      const CompiledKernel compiled =
          wave_compile(options(SchedulingType::Manual, isOpen ? std::nullopt : std::optional(k)),
                       kernel, schedule);
      const Tensor expected = run(wave_compile(options(SchedulingType::None, k), kernel), k);
      const Tensor actual = run(compiled, k);
      EXPECT_EQ(std::memcmp(actual.data(), expected.data(), rows * columns * 4), 0)
          << target << ", K = " << k << (isOpen ? ", open" : "") << "\n"
          << drawn.text();
      return std::nullopt;
    } catch (const Error &error) {
      return error.diagnostic();
    }
  }

private:
  std::string target;
  Kernel kernel;
};

/// Of a schedule that is legal: shared memory may be too small, and MMAs into tensor memory have
/// one stage.
bool isBeyondLimits(const Diagnostic &error) {
  return error.id == "shared-capacity" ||
         (error.id == "schedule-loop" &&
          error.message.find("in tensor memory") != std::string::npos);
}

TEST(RandomSchedules, AreAcceptedAndRightOrRepaired) {
  Histogram histogram;
  const std::vector<std::string> targets = {"sim:mi300x", "sim:mi355x", "sim:h200", "sim:b200"};
  for (int i = 0; i < testCount(200) && !testing::Test::HasFailure(); ++i) {
    Random random(testSeed() + static_cast<uint64_t>(i) * 104729);
    const std::string &target = random.of(targets);
    const bool isDirect = target.starts_with("sim:mi") && random.oneIn(3);
    const Case drawnCase(target, isDirect);
    const int64_t factor = random.oneIn(3) ? random.between(2, 3) : 1;
    Drawn drawn = draw(random, nodesOn(target, isDirect, factor), factor, histogram);
    if (random.oneIn(2))
      drawn.insertions = drawInsertions(random, drawn, nodesOn(target, isDirect, factor),
                                        !target.starts_with("sim:mi"));
    histogram.count("insertions", drawn.insertions.empty() ? "none" : "some");
    const int64_t iterations = random.between(0, 8);
    const bool isOpen = random.oneIn(2) || iterations < factor; // else there is nothing to unroll
    SCOPED_TRACE(target + ", " + std::to_string(iterations) + " iterations" +
                 (isOpen ? ", open" : ""));
    std::optional<Diagnostic> error = drawnCase.attempt(drawn, iterations, isOpen);
    if (error && error->id == "illegal-schedule") {
      const std::string before = drawn.text();
      drawn.apply(error->help);
      // The same dependences bind copies whose arrival was moved; each message repairs all.
      const std::optional<Diagnostic> again = drawnCase.attempt(drawn, iterations, isOpen);
      const bool isTooLarge = again && isBeyondLimits(*again);
      if (error->help.starts_with("no few changes")) {
        histogram.count("verdict", "not repaired");
        continue;
      }
      EXPECT_TRUE(!again || isTooLarge)
          << before << "was repaired: " << error->message << "\n"
          << error->help << "\n"
          << drawn.text() << (again ? again->message + "\n" + again->help : "");
      histogram.count("verdict", isTooLarge ? "too large" : "repaired");
    } else if (error) {
      EXPECT_TRUE(isBeyondLimits(*error)) << error->message << "\n" << drawn.text();
      histogram.count("verdict", "too large");
    } else {
      histogram.count("verdict", "accepted");
    }
    histogram.count("target", target);
  }
  histogram.print();
}

} // namespace
} // namespace wave::test
