//===- LogBuffers.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/LogBuffers.h"

#include <algorithm>
#include <cstddef>

#include "diagnostic/Fail.h"
#include "symbolic/Evaluate.h"
#include "symbolic/WorkgroupIds.h"

namespace wave {

/// Of an expression over open sizes, workgroups and steps.
static int64_t valueOf(const Expr &expr, const Bindings &symbols) {
  const symbolic::Evaluation value = symbolic::evaluate(expr, symbols);
  if (!value)
    fail<Error>(symbolic::idOf(value.failure().kind),
                "a number that debug_log needs: " + symbolic::describe(value.failure()),
                "choose other sizes, or leave out LaunchOptions::on_log");
  return value.value();
}

static Shape extentsOf(const LogSite &site, const Bindings &sizes) {
  Shape extents;
  for (const LogSite::Loop &loop : site.loops)
    extents.push_back(std::ranges::count(site.dims, loop.axis)
                          ? 1
                          : std::max<int64_t>(valueOf(loop.count, sizes), 0));
  for (size_t i = 0; i < site.dims.size(); ++i) {
    const int64_t size = valueOf(site.sizes[i], sizes);
    if (!site.coordinates[i]) {
      extents.push_back(size);
      continue;
    }
    const int64_t chosen = valueOf(*site.coordinates[i], sizes);
    extents.push_back(chosen >= 0 && chosen < size ? 1 : 0);
  }
  return extents;
}

LogBuffers::LogBuffers(const std::vector<LogSite> &sites, const Bindings &sizes)
    : sites(sites), sizes(sizes) {
  std::vector<Shape> shapes;
  for (const LogSite &site : sites)
    shapes.push_back(extentsOf(site, sizes));
  for (size_t site = 0; site < sites.size(); ++site) {
    Tensor values = Tensor::zeros(shapes[site], sites[site].dtype);
    std::vector<int64_t> strides = values.strides();
    for (size_t axis = 0; axis < strides.size(); ++axis)
      if (shapes[site][axis] <= 1)
        strides[axis] = 0;
    list.push_back({std::move(values), std::move(strides)});
  }
}

void LogBuffers::collect(const std::array<int64_t, 3> &grid, DebugLog &log) const {
  for (int64_t z = 0; z < grid[2]; ++z)
    for (int64_t y = 0; y < grid[1]; ++y)
      for (int64_t x = 0; x < grid[0]; ++x)
        collectFrom({x, y, z}, log);
}

namespace {
/// One execution of a call in a workgroup.
struct Sent {
  /// Its place in the program: positions in the blocks around it, and the steps between them.
  std::vector<int64_t> order;
  size_t site;
  std::vector<int64_t> steps;
};
} // namespace

/// Calls `body` with all steps of the loops around a call, in order.
template <typename Body>
static void forEachStep(const std::vector<LogSite::Loop> &loops, const Bindings &sizes,
                        const Body &body) {
  std::vector<int64_t> counts, steps(loops.size(), 0);
  for (const LogSite::Loop &loop : loops)
    counts.push_back(valueOf(loop.count, sizes));
  if (std::ranges::any_of(counts, [](int64_t count) { return count <= 0; }))
    return;
  for (size_t loop = 0;;) {
    body(steps);
    for (loop = steps.size(); loop > 0 && ++steps[loop - 1] == counts[loop - 1]; --loop)
      steps[loop - 1] = 0;
    if (loop == 0)
      return;
  }
}

void LogBuffers::collectFrom(const std::array<int64_t, 3> &workgroup, DebugLog &log) const {
  std::vector<Sent> all;
  for (size_t i = 0; i < sites.size(); ++i)
    forEachStep(sites[i].loops, sizes, [&](const std::vector<int64_t> &steps) {
      Sent sent{{sites[i].position}, i, steps};
      for (size_t loop = steps.size(); loop-- > 0;)
        sent.order.insert(sent.order.begin(), {sites[i].loops[loop].position, steps[loop]});
      all.push_back(std::move(sent));
    });
  std::ranges::sort(all, {}, &Sent::order);

  for (const Sent &sent : all) {
    const LogSite &site = sites[sent.site];
    const Buffer &buffer = list[sent.site];
    Bindings symbols = sizes;
    for (size_t i = 0; i < 3; ++i)
      symbols.set(std::string(symbolic::workgroupIds[i].name()), workgroup[i]);
    int64_t offset = 0;
    for (size_t i = 0; i < sent.steps.size(); ++i) {
      symbols.set(site.loops[i].counter, sent.steps[i]);
      offset += sent.steps[i] * buffer.strides[i];
    }
    std::vector<int64_t> start, valid;
    const std::vector<int64_t> strides(buffer.strides.begin() +
                                           static_cast<std::ptrdiff_t>(sent.steps.size()),
                                       buffer.strides.end());
    for (size_t i = 0; i < site.dims.size(); ++i) {
      start.push_back(valueOf(site.start[i], symbols));
      valid.push_back(
          std::min(valueOf(site.tile[i], sizes), valueOf(site.sizes[i], sizes) - start.back()));
      offset += start.back() * strides[i];
    }
    if (buffer.values.num_elements() == 0 ||
        std::ranges::any_of(valid, [](int64_t count) { return count <= 0; }))
      continue;
    auto *elements =
        static_cast<std::byte *>(buffer.values.data()) + offset * size_in_bytes(site.dtype);
    std::array<int64_t, 3> tile{};
    for (size_t i = 0; i < 3; ++i)
      tile[i] = valueOf(site.workgroup[i], symbols);
    log.add(sent.site, tile, sent.steps, start, Tensor::view(elements, site.dtype, valid, strides));
  }
}

std::vector<Tensor> withLogs(std::span<const Tensor> arguments, const EntryPoint &entry,
                             const std::vector<LogSite> &sites, const LogBuffers *logs) {
  std::vector<Tensor> tensors(arguments.begin(), arguments.end());
  for (const EntryMemory &memory : entry.memories) {
    if (!memory.logSite)
      continue;
    const LogSite &site = sites[*memory.logSite];
    tensors.push_back(
        logs ? logs->buffers()[*memory.logSite].values
             : Tensor::view(nullptr, site.dtype, Shape(site.loops.size() + site.dims.size(), 0)));
  }
  return tensors;
}

} // namespace wave
