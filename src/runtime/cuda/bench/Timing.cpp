//===- Timing.cpp ---------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/cuda/bench/Timing.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "runtime/Random.h"

namespace wave::cuda {

double medianOf(std::vector<double> values) {
  if (values.empty())
    return 0;
  std::ranges::sort(values);
  const size_t middle = values.size() / 2;
  return values.size() % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

double spreadOf(const std::vector<double> &values) {
  if (values.empty())
    return 0;
  const auto [least, greatest] = std::ranges::minmax(values);
  return (greatest - least) / medianOf(values);
}

namespace {
class Stream {
public:
  explicit Stream(const std::shared_ptr<const Context> &owner) : context(owner) {
    const Context::Current current(*context);
    context->check(context->driver().cuStreamCreate(&handle, streamNonBlocking), "making a stream");
  }
  ~Stream() { context->driver().cuStreamDestroy(handle); }
  Stream(const Stream &) = delete;
  Stream &operator=(const Stream &) = delete;

  void wait() const {
    const Context::Current current(*context);
    context->wait(handle, "running what is timed");
  }

  const std::shared_ptr<const Context> context;
  StreamHandle handle = nullptr;
};

/// Many launches, started as one.
class Graph {
public:
  Graph(const Stream &stream, const Candidate &candidate, size_t sets, int launches)
      : stream(stream), launches(launches) {
    const Context &context = *stream.context;
    const Driver &driver = context.driver();
    const Context::Current current(context);
    context.check(driver.cuStreamBeginCapture(stream.handle, captureRelaxed), "capturing a graph");
    for (int i = 0; i < launches; ++i)
      candidate.launch(static_cast<size_t>(i) % sets, stream.handle);
    GraphHandle graph = nullptr;
    context.check(driver.cuStreamEndCapture(stream.handle, &graph), "capturing a graph");
    const Result result = driver.cuGraphInstantiate(&handle, graph, 0);
    driver.cuGraphDestroy(graph);
    context.check(result, "making a graph of " + std::to_string(launches) + " launches");
  }
  ~Graph() { stream.context->driver().cuGraphExecDestroy(handle); }
  Graph(const Graph &) = delete;
  Graph &operator=(const Graph &) = delete;

  void start() const {
    const Context::Current current(*stream.context);
    stream.context->check(stream.context->driver().cuGraphLaunch(handle, stream.handle),
                          "starting a graph");
  }

  /// Milliseconds of a launch, over `replays` of the graph.
  double time(int replays) const {
    const Event begin(stream.context), end(stream.context);
    begin.record(stream.handle);
    for (int i = 0; i < replays; ++i)
      start();
    end.record(stream.handle);
    return end.millisecondsSince(begin) / replays / launches;
  }

  /// How many replays take that long.
  int replaysFor(double wanted, double launchMs) const {
    return std::max(1, static_cast<int>(std::lround(wanted / (launchMs * launches))));
  }

  const Stream &stream;
  const int launches;

private:
  GraphExecHandle handle = nullptr;
};
} // namespace

static void idle(double milliseconds) {
  std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(milliseconds));
}

static double burst(const Graph &graph, const Protocol &protocol) {
  graph.stream.wait();
  idle(protocol.idleMs);
  graph.start();
  return graph.time(2);
}

static double sustained(const Graph &graph, double launchMs, const Protocol &protocol) {
  for (int i = graph.replaysFor(protocol.loadMs, launchMs); i > 0; --i)
    graph.start();
  return graph.time(graph.replaysFor(protocol.sustainedMs, launchMs));
}

/// 0 to count - 1 in an order that the seed draws.
static std::vector<size_t> orderOf(size_t count, uint64_t seed) {
  std::vector<size_t> order(count);
  for (size_t i = 0; i < count; ++i) {
    const auto place = static_cast<size_t>(uniformInt(seed, i, 0, static_cast<int64_t>(i)));
    order[i] = order[place];
    order[place] = i;
  }
  return order;
}

double roughTime(const std::shared_ptr<const Context> &context, const Candidate &candidate,
                 size_t sets) {
  const Stream stream(context);
  const Graph graph(stream, candidate, sets, static_cast<int>(std::max<size_t>(sets, 10)));
  graph.start();
  return graph.time(3);
}

std::vector<Times> timeCandidates(const std::shared_ptr<const Context> &context,
                                  const std::vector<Candidate> &candidates, size_t sets,
                                  const Protocol &protocol) {
  const Stream stream(context);
  std::vector<Times> times;
  std::vector<std::unique_ptr<Graph>> graphs;
  std::vector<double> rough;
  for (const Candidate &candidate : candidates) {
    rough.push_back(std::max(roughTime(context, candidate, sets), 1e-4));
    const int launches =
        std::clamp(static_cast<int>(std::lround(protocol.graphMs / rough.back())), 1, 2000);
    graphs.push_back(std::make_unique<Graph>(stream, candidate, sets, launches));
    times.push_back({.name = candidate.name,
                     .launchesPerGraph = launches,
                     .burst = {},
                     .sustained = {},
                     .readings = {}});
  }
  const Nvml nvml(context->device().number);
  for (int round = 0; round < protocol.rounds; ++round) {
    const uint64_t seed = protocol.seed + static_cast<uint64_t>(round) * 2;
    for (const size_t i : orderOf(candidates.size(), seed))
      times[i].burst.push_back(burst(*graphs[i], protocol));
    for (const size_t i : orderOf(candidates.size(), seed + 1)) {
      times[i].sustained.push_back(sustained(*graphs[i], rough[i], protocol));
      times[i].readings = nvml.read();
    }
  }
  return times;
}

} // namespace wave::cuda
