//===- EntryChoice.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/EntryChoice.h"

#include <algorithm>
#include <cstdint>

#include "diagnostic/ErrorId.h"
#include "machine/Chip.h"
#include "symbolic/Node.h"

namespace wave {

//===----------------------------------------------------------------------===//
// The rules
//===----------------------------------------------------------------------===//

namespace {
/// What of a tensor breaks a rule.  Sizes and strides of 16 bytes: the paths of
/// accesses (dialect/Paths.h).  Maps: CUDA driver API, cuTensorMapEncodeTiled, of rows that do not
/// reach into one another.  A box that is stored over the end of a row writes the rest of the 16
/// bytes there: seen on an H200.
struct Misfit {
  enum Rule {
    Address,
    Elements,
    Stride,
    NoElements,
    MapSize,
    MapOverlap,
    MapStride,
    StoredRow
  } rule;
  size_t dim = 0;     ///< of the tensor
  int64_t number = 0; ///< which breaks the rule: bytes, or elements of Elements and MapSize
  int64_t other = 0;  ///< of MapOverlap: bytes
};
} // namespace

static constexpr int64_t mostOfMap = int64_t{1} << 32;       ///< elements along a dimension
static constexpr int64_t mostStrideOfMap = int64_t{1} << 40; ///< bytes

/// Of the strides and the address.
static std::optional<Misfit> whyNotAligned(const Tensor &tensor) {
  if (const auto behind = reinterpret_cast<uintptr_t>(tensor.data()) % machine::widestAccess)
    return Misfit{.rule = Misfit::Address, .number = static_cast<int64_t>(behind)};
  const Shape &shape = tensor.shape(), &strides = tensor.strides();
  // The last dimension first: of a transposed tensor that says most.
  for (size_t i = shape.size(); i-- > 0;) {
    if (shape[i] <= 1) // takes no step
      continue;
    if (i + 1 == shape.size()) {
      if (strides[i] != 1)
        return Misfit{.rule = Misfit::Elements, .dim = i, .number = strides[i]};
    } else if (const int64_t bytes = strides[i] * size_in_bytes(tensor.dtype());
               bytes % machine::widestAccess != 0) {
      return Misfit{.rule = Misfit::Stride, .dim = i, .number = bytes};
    }
  }
  return std::nullopt;
}

static int64_t alignedToAccess(int64_t bytes) {
  return (bytes + machine::widestAccess - 1) / machine::widestAccess * machine::widestAccess;
}

/// Of a tensor whose rows are aligned.
static std::optional<Misfit> whyNotMapped(const Tensor &tensor) {
  const Shape &shape = tensor.shape();
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] < 1)
      return Misfit{.rule = Misfit::NoElements, .dim = i};
    if (shape[i] > mostOfMap)
      return Misfit{.rule = Misfit::MapSize, .dim = i, .number = shape[i]};
  }
  const auto element = static_cast<int64_t>(size_in_bytes(tensor.dtype()));
  int64_t inner = shape.empty() ? element : shape.back() * element, packed = inner;
  for (size_t i = shape.empty() ? 0 : shape.size() - 1; i-- > 0;) {
    // A dimension of one position takes no step, and may have any stride: mapOf gives it one.
    const int64_t bytes = shape[i] > 1 ? tensor.strides()[i] * element : alignedToAccess(packed);
    if (bytes < inner)
      return Misfit{.rule = Misfit::MapOverlap, .dim = i, .number = bytes, .other = inner};
    if (bytes >= mostStrideOfMap)
      return Misfit{.rule = Misfit::MapStride, .dim = i, .number = bytes};
    inner = bytes;
    packed = bytes * shape[i];
  }
  return std::nullopt;
}

static bool isMapped(const EntryPoint &entry, size_t i) {
  return std::ranges::any_of(entry.maps, [&](const EntryMap &map) { return map.memory == i; });
}

/// Of boxes that are stored, in rows of so many bytes.
static std::optional<Misfit> whyNotStored(const EntryPoint &entry, size_t i, size_t rank,
                                          int64_t rowBytes) {
  if (!isMapped(entry, i) || entry.memories[i].use == MemoryUse::Read ||
      rowBytes % machine::widestAccess == 0)
    return std::nullopt;
  return Misfit{.rule = Misfit::StoredRow, .dim = rank == 0 ? 0 : rank - 1, .number = rowBytes};
}

/// What of tensor number `i` keeps an entry point from being started.
static std::optional<Misfit> misfitOf(const EntryPoint &entry, size_t i, const Tensor &tensor) {
  const bool hasMap = isMapped(entry, i);
  // debug_log's take single elements.
  const EntryMemory &memory = entry.memories[i];
  if (hasMap || (entry.needsAlignedRows && !memory.hasAnyRows && !memory.logSite))
    if (std::optional<Misfit> misfit = whyNotAligned(tensor))
      return misfit;
  if (!hasMap)
    return std::nullopt;
  if (std::optional<Misfit> misfit = whyNotMapped(tensor))
    return misfit;
  const Shape &shape = tensor.shape();
  return whyNotStored(entry, i, shape.size(),
                      (shape.empty() ? 1 : shape.back()) *
                          static_cast<int64_t>(size_in_bytes(tensor.dtype())));
}

static bool fits(const EntryPoint &entry, std::span<const Tensor> tensors) {
  for (size_t i = 0; i < tensors.size(); ++i)
    if (misfitOf(entry, i, tensors[i]))
      return false;
  return true;
}

const EntryPoint *chooseEntry(std::span<const EntryPoint> entries,
                              std::span<const Tensor> tensors) {
  const auto found =
      std::ranges::find_if(entries, [&](const EntryPoint &entry) { return fits(entry, tensors); });
  return found == entries.end() ? nullptr : &*found;
}

//===----------------------------------------------------------------------===//
// What is said of them
//===----------------------------------------------------------------------===//

namespace {
struct NamedMisfit {
  std::string name; ///< of the tensor
  DType dtype;
  size_t rank;
  Misfit misfit;

  std::string strideName() const {
    return misfit.dim + 2 == rank ? "row stride"
                                  : "the stride of dimension " + std::to_string(misfit.dim);
  }

  std::string fact() const {
    const std::string number = std::to_string(misfit.number),
                      widest = std::to_string(machine::widestAccess);
    switch (misfit.rule) {
    case Misfit::Address:
      return "'" + name + "' begins " + number + " bytes after a multiple of " + widest;
    case Misfit::Elements:
      return "the elements of a row of '" + name + "' are " + number + " elements apart, not 1";
    case Misfit::Stride:
      return strideName() + " " + number + " bytes of '" + name + "' is not a multiple of " +
             widest;
    case Misfit::MapSize:
      return "size " + number + " of dimension " + std::to_string(misfit.dim) + " of '" + name +
             "' is more than " + std::to_string(mostOfMap);
    case Misfit::MapOverlap:
      return strideName() + " " + number + " bytes of '" + name + "' is less than the " +
             std::to_string(misfit.other) + " bytes from its first element to its last";
    case Misfit::MapStride:
      return strideName() + " " + number + " bytes of '" + name + "' is not less than " +
             std::to_string(mostStrideOfMap);
    case Misfit::StoredRow:
      return "a row of '" + name + "' has " + number + " bytes, which is not a multiple of " +
             widest + ", and TMA stores pieces of that";
    case Misfit::NoElements:
      break;
    }
    return "'" + name + "' has no elements";
  }

  std::string wayOut() const {
    switch (misfit.rule) {
    case Misfit::Address:
      return "let '" + name + "' begin at a multiple of 16 bytes";
    case Misfit::Elements:
      return "let the elements of a row of '" + name + "' follow each other";
    case Misfit::Stride: {
      const int64_t bytes = alignedToAccess(misfit.number);
      return "let the rows of '" + name + "' be " + std::to_string(bytes / size_in_bytes(dtype)) +
             " elements apart, which is " + std::to_string(bytes) +
             " bytes, or choose sizes whose rows are a multiple of 16 bytes";
    }
    case Misfit::StoredRow:
      return "let a row of '" + name + "' have " +
             std::to_string(alignedToAccess(misfit.number) / size_in_bytes(dtype)) +
             " elements, which is " + std::to_string(alignedToAccess(misfit.number)) + " bytes";
    case Misfit::MapOverlap:
      return "let the rows of '" + name + "' be at least " + std::to_string(misfit.other) +
             " bytes apart";
    default:
      return "split '" + name + "' into smaller tensors";
    }
  }
};
} // namespace

/// What copies of operands gain where their rows are aligned.
namespace {
struct Gain {
  ErrorId remark;
  const char *ofOperands, *ofOthers; ///< what an entry point does without it
};
} // namespace

static const Gain gains[] = {
    {"not-tma", "which loads element by element instead of with TMA: ",
     "which loads with TMA, and stores in narrower accesses: "},
    {"not-asynchronous", "which copies operands element by element instead of asynchronously: ",
     "which copies operands asynchronously, and reaches other memories element by element: "}};

/// That of kernels without a tensor map is for operands that lanes copy: then another entry point
/// needs aligned rows of these alone.
static const Gain *gainOf(std::span<const EntryPoint> entries) {
  if (entries.size() < 2)
    return nullptr;
  if (!entries.front().maps.empty())
    return &gains[0];
  const bool hasOperands = std::ranges::any_of(entries.subspan(1), [](const EntryPoint &entry) {
    return std::ranges::any_of(entry.memories, &EntryMemory::hasAnyRows);
  });
  return hasOperands ? &gains[1] : nullptr;
}

static Diagnostic slowEntry(const Gain &gain, const EntryPoint &slow,
                            const std::vector<NamedMisfit> &misfits) {
  Diagnostic remark{.id = gain.remark,
                    .message = "launches take entry point '" + slow.name + "', " +
                               (slow.needsAlignedRows ? gain.ofOthers : gain.ofOperands) +
                               misfits.front().fact(),
                    .where = {},
                    .notes = {},
                    .help = misfits.front().wayOut()};
  for (size_t i = 1; i < misfits.size(); ++i)
    remark.notes.push_back({"and " + misfits[i].fact(), {}});
  return remark;
}

std::optional<Diagnostic> slowLaunch(std::span<const EntryPoint> entries,
                                     std::span<const Tensor> tensors) {
  const Gain *gain = gainOf(entries);
  if (!gain)
    return std::nullopt;
  const EntryPoint &wanted = entries.front();
  std::vector<NamedMisfit> misfits;
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (!wanted.memories[i].logSite && tensors[i].num_elements() == 0)
      return std::nullopt; // there is nothing to copy
    if (const std::optional<Misfit> misfit = misfitOf(wanted, i, tensors[i]))
      misfits.push_back(
          {wanted.memories[i].name, tensors[i].dtype(), tensors[i].shape().size(), *misfit});
  }
  if (misfits.empty())
    return std::nullopt;
  return slowEntry(*gain, *chooseEntry(entries, tensors), misfits);
}

static std::optional<int64_t> constantOf(const Expr &size) {
  return symbolic::isConstant(size) ? std::optional(size.node().value) : std::nullopt;
}

/// What of dense tensors of the sizes that a compile knows keeps an entry point from being started;
/// nothing at all where there is nothing to copy.
static std::optional<std::vector<NamedMisfit>>
misfitsWhereDense(const EntryPoint &entry, const std::vector<Argument> &arguments) {
  std::vector<NamedMisfit> misfits;
  for (size_t number = 0; number < arguments.size(); ++number) {
    const Argument &argument = arguments[number];
    const bool hasAnyRows = number < entry.memories.size() && entry.memories[number].hasAnyRows;
    // From the inside out, as far as sizes are known; as a launch looks at tensors, strides first.
    std::optional<Misfit> found, stored;
    int64_t bytes = size_in_bytes(argument.dtype);
    for (size_t i = argument.dims.size(); i-- > 0 && !found;) {
      const std::optional<int64_t> size = constantOf(argument.dims[i].size);
      if (size == 0)
        return std::nullopt;
      if (size && i + 1 == argument.dims.size())
        stored = whyNotStored(entry, number, argument.dims.size(), bytes * *size);
      if (size != 1 && i + 1 < argument.dims.size() && bytes % machine::widestAccess != 0 &&
          !hasAnyRows)
        found = Misfit{.rule = Misfit::Stride, .dim = i, .number = bytes};
      else if (size > mostOfMap)
        found = Misfit{.rule = Misfit::MapSize, .dim = i, .number = *size};
      if (!size || __builtin_mul_overflow(bytes, *size, &bytes))
        break;
    }
    if (found || stored)
      misfits.push_back(
          {argument.name, argument.dtype, argument.dims.size(), found ? *found : *stored});
  }
  return misfits;
}

std::optional<Diagnostic> slowWhereDense(std::span<const EntryPoint> entries,
                                         const std::vector<Argument> &arguments) {
  const Gain *gain = gainOf(entries);
  if (!gain)
    return std::nullopt;
  const auto misfits = misfitsWhereDense(entries.front(), arguments);
  if (!misfits || misfits->empty())
    return std::nullopt;
  const auto slow = std::ranges::find_if(entries.subspan(1), [&](const EntryPoint &entry) {
    const auto own = misfitsWhereDense(entry, arguments);
    return !entry.needsAlignedRows || (own && own->empty());
  });
  return slowEntry(*gain, *slow, *misfits);
}

std::vector<std::pair<std::string, Diagnostic>>
missingWhereDense(std::span<const EntryPoint> entries, const std::vector<Argument> &arguments) {
  std::vector<std::pair<std::string, Diagnostic>> missing;
  const Gain *gain = gainOf(entries);
  const auto misfits =
      gain ? misfitsWhereDense(entries.front(), arguments) : std::vector<NamedMisfit>();
  for (const NamedMisfit &each : misfits.value_or(std::vector<NamedMisfit>()))
    missing.emplace_back(each.name,
                         Diagnostic{.id = gain->remark,
                                    .message = "launches leave entry point '" +
                                               entries.front().name + "': " + each.fact(),
                                    .where = {},
                                    .notes = {},
                                    .help = each.wayOut()});
  return missing;
}

} // namespace wave
