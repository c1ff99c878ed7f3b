//===- DebugLog.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/DebugLog.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>

#include "runtime/NumberText.h"
#include "runtime/StandardStreams.h"
#include "symbolic/Evaluate.h"

namespace wave {

/// Bytes of values that one launch may send; more was meant to be a choice of coordinates.
static constexpr int64_t limit = int64_t(1) << 30;

void checkLogCoordinate(const std::string &label, const SourceLocation &where,
                        const std::string &dim, int64_t coordinate, int64_t size) {
  if (size == 0 || (coordinate >= 0 && coordinate < size))
    return;
  const std::string last = std::to_string(size - 1);
  throw Error({.id = ErrorId("debug-log-range"),
               .message = "debug_log '" + label + "': coordinate " + std::to_string(coordinate) +
                          " of " + dim + ", whose elements are 0 to " + last,
               .where = where,
               .notes = {},
               .help = "choose one of them, or leave out " + dim + " to send all"});
}

static int64_t valueOf(const Expr &expr, const std::string &what, const LogSite &site,
                       const Bindings &values) {
  const symbolic::Evaluation value = symbolic::evaluate(expr, values);
  if (!value)
    throw Error({.id = symbolic::idOf(value.failure().kind),
                 .message = "debug_log '" + site.label + "': " + what + ": " +
                            symbolic::describe(value.failure()),
                 .where = site.where,
                 .notes = {},
                 .help = "choose a coordinate that has a value for these sizes"});
  return value.value();
}

DebugLog::DebugLog(const std::vector<LogSite> &sites, const Bindings &values) : sites(sites) {
  for (const LogSite &site : sites) {
    auto &chosen = coordinates.emplace_back();
    for (size_t i = 0; i < site.dims.size(); ++i) {
      chosen.push_back(std::nullopt);
      if (!site.coordinates[i])
        continue;
      chosen.back() = valueOf(*site.coordinates[i], "a coordinate", site, values);
      checkLogCoordinate(site.label, site.where, site.dims[i], *chosen.back(),
                         valueOf(site.sizes[i], "size " + site.dims[i], site, values));
    }
  }
  checkAmount(values);
}

DebugLog::Amount DebugLog::amountOf(size_t index, const Bindings &values) const {
  const LogSite &site = sites[index];
  Amount amount{static_cast<double>(size_in_bytes(site.dtype)),
                std::to_string(size_in_bytes(site.dtype)) + " bytes"};
  auto multiply = [&](const std::string &what, const Expr &count) {
    // A loop without a step may count down.
    const int64_t number = std::max<int64_t>(valueOf(count, what, site, values), 0);
    amount.bytes *= static_cast<double>(number);
    amount.formula += " * " + std::to_string(number) + " (" + what + ")";
  };
  for (size_t i = 0; i < site.dims.size(); ++i)
    if (!site.coordinates[i])
      multiply(site.dims[i], site.sizes[i]);
  for (const LogSite::Loop &loop : site.loops)
    if (!std::ranges::count(site.dims, loop.axis))
      multiply("steps", loop.count);
  return amount;
}

void DebugLog::checkAmount(const Bindings &values) const {
  double total = 0;
  size_t largest = 0;
  Amount most;
  for (size_t i = 0; i < sites.size(); ++i) {
    const Amount amount = amountOf(i, values);
    total += amount.bytes;
    if (amount.bytes > most.bytes) {
      most = amount;
      largest = i;
    }
  }
  if (total <= static_cast<double>(limit))
    return;
  char bytes[32];
  std::snprintf(bytes, sizeof bytes, "%.0f", total);
  const LogSite &site = sites[largest];
  throw Error({.id = ErrorId("debug-log-too-large"),
               .message = std::string("debug_log would send ") + bytes + " bytes, a launch takes " +
                          std::to_string(limit),
               .where = site.where,
               .notes = {{"'" + site.label + "' sends " + most.formula, site.where}},
               .help = "choose coordinates: debug_log(value, label, {.at = {" +
                       (site.dims.empty() ? "M" : site.dims.front()) + " = 0}})"});
}

void DebugLog::add(size_t site, std::array<int64_t, 3> workgroup, std::vector<int64_t> steps,
                   std::vector<int64_t> start, Tensor tile) {
  const LogSite &call = sites[site];
  for (size_t i = 0; i < 3; ++i)
    if (!call.isDistributed[i] && workgroup[i] != 0)
      return;
  for (size_t i = 0; i < start.size(); ++i)
    if (std::optional<int64_t> chosen = coordinates[site][i]) {
      if (*chosen < start[i] || *chosen - start[i] >= tile.shape()[i])
        return;
      tile = tile.slice(static_cast<int64_t>(i), *chosen - start[i], 1);
      start[i] = *chosen;
    }
  if (tile.num_elements() == 0)
    return;
  LogTile sent{call.label, call.where, {}, call.dims, std::move(start), tile.clone()};
  for (size_t i = 0; i < steps.size(); ++i)
    sent.steps.emplace_back(call.loops[i].axis, steps[i]);
  std::lock_guard lock(mutex);
  entries.push_back(
      {{workgroup[2], workgroup[1], workgroup[0], static_cast<int64_t>(entries.size())},
       std::move(sent)});
}

void DebugLog::record(DebugLog *log, int64_t site, void *elements, const int64_t *info) noexcept {
  try {
    const LogSite &call = log->sites[static_cast<size_t>(site)];
    std::array<int64_t, 3> workgroup = {info[0], info[1], info[2]};
    info += 3;
    std::vector<int64_t> steps(info, info + call.loops.size());
    info += call.loops.size();
    std::vector<int64_t> start, shape, strides;
    for (size_t i = 0; i < call.dims.size(); ++i, info += 3) {
      start.push_back(info[0]);
      shape.push_back(info[1]);
      strides.push_back(info[2]);
    }
    log->add(static_cast<size_t>(site), workgroup, std::move(steps), std::move(start),
             Tensor::view(elements, call.dtype, std::move(shape), std::move(strides)));
  } catch (...) {
    std::lock_guard lock(log->mutex);
    log->failure = std::current_exception();
  }
}

void DebugLog::deliver(const LogHandler &handler) {
  if (failure)
    std::rethrow_exception(failure);
  // One thread runs a workgroup from its beginning to its end: its calls arrive in order.
  std::ranges::sort(entries, {}, &Entry::position);
  for (const Entry &entry : entries)
    handler(entry.tile);
}

static std::string rangeText(int64_t start, int64_t size) {
  return std::to_string(start) + (size == 1 ? "" : ".." + std::to_string(start + size - 1));
}

std::string LogTile::str() const {
  std::string text = "log '" + label + "'";
  for (size_t i = 0; i < dims.size(); ++i)
    text += (i == 0 ? " " : ", ") + dims[i] + "=" + rangeText(start[i], values.shape()[i]);
  for (const auto &[loop, step] : steps)
    text += ", step " + std::to_string(step) + " of " + loop;
  if (where.is_known())
    text += " (" + where.file + ":" + std::to_string(where.line) + ")";
  text += "\n";
  const Shape &shape = values.shape();
  std::vector<int64_t> index(shape.size(), 0);
  // One line per row: where it starts, then its elements.
  for (int64_t row = 0; row * shape.back() < values.num_elements(); ++row) {
    int64_t rest = row;
    for (size_t i = shape.size() - 1; i-- > 0; rest /= shape[i])
      index[i] = rest % shape[i];
    text += "  [";
    for (size_t i = 0; i < shape.size(); ++i)
      text += (i == 0 ? "" : ", ") + (i + 1 < shape.size() ? std::to_string(start[i] + index[i])
                                                           : rangeText(start[i], shape[i]));
    text += "]";
    for (index.back() = 0; index.back() < shape.back(); ++index.back()) {
      int64_t offset = 0;
      for (size_t i = 0; i < shape.size(); ++i)
        offset += index[i] * values.strides()[i];
      const auto *element =
          static_cast<const std::byte *>(values.data()) + offset * size_in_bytes(values.dtype());
      text += " " + elementText(element, values.dtype());
    }
    text += "\n";
  }
  return text;
}

void print_log(const LogTile &tile) { writeStandardError(tile.str()); }

} // namespace wave
