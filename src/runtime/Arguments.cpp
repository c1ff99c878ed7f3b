//===- Arguments.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Arguments.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>

#include "diagnostic/ErrorId.h"
#include "runtime/ScalarValues.h"
#include "runtime/Strides.h"
#include "symbolic/Evaluate.h"
#include "symbolic/Node.h"
#include "symbolic/Substitute.h"

namespace wave {

std::string dimNames(const Argument &argument) {
  std::string names;
  for (const Argument::Dim &dim : argument.dims)
    names += (names.empty() ? "" : ", ") + dim.name;
  return "[" + names + "]";
}

namespace {

/// An open size and the dimension of an argument that gives it.
struct OpenSize {
  std::string symbol;
  const Argument *argument;
  size_t dim;
};

std::vector<OpenSize> findOpenSizes(const std::vector<Argument> &arguments, const Bindings &subs) {
  std::vector<OpenSize> open;
  for (const Argument &argument : arguments)
    for (size_t i = 0; i < argument.dims.size(); ++i) {
      const Expr &size = argument.dims[i].size;
      if (symbolic::isKind(size, symbolic::Kind::Symbol) && !subs.find(size.node().name) &&
          !std::ranges::count(open, size.node().name, &OpenSize::symbol))
        open.push_back({size.node().name, &argument, i});
    }
  return open;
}

/// One argument and the tensor in its position.
class Check {
public:
  Check(const std::string &kernel, const Argument &argument, const Tensor &tensor)
      : kernel(kernel), argument(argument), tensor(tensor) {}

  void rank(const Bindings &subs) const {
    const size_t expected = argument.dims.size();
    if (tensor.shape().size() == expected)
      return;
    if (argument.is_scalar)
      fail("argument-rank",
           "the tensor has rank " + std::to_string(tensor.rank()) +
               ", and a Scalar has no dimensions",
           "pass a number, or a tensor without dimensions: Tensor::full({}, " +
               std::string(dtype_name(argument.dtype)) + ", 1)");
    std::string wanted = dimNames(argument);
    Shape shape;
    for (const auto &[name, size] : argument.dims)
      if (auto value = symbolic::evaluate(size, subs))
        shape.push_back(value.value());
    if (shape.size() == expected)
      wanted += " = " + shapeText(shape);
    fail("argument-rank",
         "the tensor has rank " + std::to_string(tensor.rank()) + ", expected rank " +
             std::to_string(expected) + ": " + wanted,
         "pass a tensor of that shape");
  }

  /// Before its value is read.
  int64_t scalar() const {
    dtype();
    if (tensor.device() != Device::host())
      fail("tensor-device",
           "the tensor is on a GPU, and the value of a Scalar is taken on the host",
           "pass a number, or a tensor of the host");
    pointer();
    return bitsOf(tensor);
  }

  void rest(const Bindings &sizes, const std::vector<OpenSize> &open) const {
    shape(sizes, open);
    dtype();
    if (tensor.num_elements() == 0)
      return;
    pointer();
    strides();
  }

private:
  [[noreturn]] void fail(ErrorId id, const std::string &claim, const std::string &help,
                         std::vector<Note> notes = {}) const {
    notes.insert(notes.begin(), {"'" + argument.name + "' is declared here", argument.where});
    throw Error({.id = id,
                 .message = "kernel '" + kernel + "', argument '" + argument.name + "': " + claim,
                 .where = {},
                 .notes = std::move(notes),
                 .help = help});
  }

  int64_t valueOf(const Argument::Dim &dim, const Bindings &sizes,
                  const std::vector<OpenSize> &open) const {
    auto value = symbolic::evaluate(dim.size, sizes);
    if (!value)
      fail(symbolic::idOf(value.failure().kind),
           "the size " + dim.name + " has no value: " + symbolic::describe(value.failure()),
           "pass tensors of other shapes", origins(dim, sizes, open));
    if (value.value() < 0)
      fail("negative-size",
           "the size " + dim.name + " = " + dim.size.str() + " is " + std::to_string(value.value()),
           "pass tensors of other shapes", origins(dim, sizes, open));
    return value.value();
  }

  /// Where the open sizes that `dim` depends on come from.
  std::vector<Note> origins(const Argument::Dim &dim, const Bindings &sizes,
                            const std::vector<OpenSize> &open) const {
    std::vector<Note> notes;
    for (const std::string &symbol : symbolic::symbolsOf(dim.size))
      for (const OpenSize &size : open)
        if (size.symbol == symbol)
          notes.push_back({symbol + " is " + sizes.find(symbol)->str() +
                               ": the size of dimension " + std::to_string(size.dim) + " of '" +
                               size.argument->name + "'",
                           size.argument->where});
    return notes;
  }

  void shape(const Bindings &sizes, const std::vector<OpenSize> &open) const {
    Shape expected;
    for (const Argument::Dim &dim : argument.dims)
      expected.push_back(valueOf(dim, sizes, open));
    if (tensor.shape() == expected)
      return;
    std::vector<Note> notes;
    for (size_t i = 0; i < expected.size(); ++i)
      if (tensor.shape()[i] != expected[i])
        std::ranges::move(origins(argument.dims[i], sizes, open), std::back_inserter(notes));
    fail("argument-shape",
         "the tensor's shape is " + shapeText(tensor.shape()) + ", expected " + dimNames(argument) +
             " = " + shapeText(expected),
         notes.empty() ? "pass a tensor of that shape, or compile for other sizes"
                       : "pass a tensor of that shape",
         std::move(notes));
  }

  void dtype() const {
    if (tensor.dtype() == argument.dtype)
      return;
    fail("argument-dtype",
         "the tensor's element type is " + std::string(dtype_name(tensor.dtype())) + ", expected " +
             std::string(dtype_name(argument.dtype)),
         "convert it with Tensor::to, or declare the memory with another element type");
  }

  void pointer() const {
    if (!tensor.data())
      fail("argument-null",
           "the tensor's address is null, but it has " + std::to_string(tensor.num_elements()) +
               " elements",
           "pass the address of the elements");
    auto address = reinterpret_cast<uintptr_t>(tensor.data());
    auto size = static_cast<uintptr_t>(size_in_bytes(tensor.dtype()));
    if (address % size != 0)
      fail("argument-alignment",
           "the tensor's address is " + std::to_string(address % size) +
               " bytes off a multiple of " + std::to_string(size) + ", the size of " +
               std::string(dtype_name(tensor.dtype())),
           "copy the elements to aligned memory, for example with Tensor::clone");
  }

  void strides() const {
    for (int64_t stride : takenStrides(tensor.shape(), tensor.strides()))
      if (stride < 0)
        fail("argument-stride", "a stride is " + std::to_string(stride) + ", expected at least 0",
             "reverse the dimension in a copy: kernels walk memory forwards");
    if (argument.is_written && elementsMeet())
      fail("argument-stride",
           "strides " + shapeText(tensor.strides()) + " of shape " + shapeText(tensor.shape()) +
               " may put two elements in one place, and the kernel writes them",
           "write to a tensor of its own and copy from there");
  }

  /// Whether two coordinates may share an address: dimensions sorted by stride
  /// must each step over all that the ones before them span.
  bool elementsMeet() const {
    std::vector<std::pair<int64_t, int64_t>> dims; // stride, size
    for (size_t i = 0; i < tensor.shape().size(); ++i)
      if (tensor.shape()[i] > 1)
        dims.emplace_back(tensor.strides()[i], tensor.shape()[i]);
    std::ranges::sort(dims);
    int64_t span = 0; // elements from the first to the last one reached so far
    for (auto [stride, size] : dims) {
      if (stride <= span)
        return true;
      span += stride * (size - 1);
    }
    return false;
  }

  const std::string &kernel;
  const Argument &argument;
  const Tensor &tensor;
};

/// The bytes between a tensor's first element and the end of its last.
struct Bytes {
  uintptr_t first, last;

  explicit Bytes(const Tensor &tensor) {
    first = last = reinterpret_cast<uintptr_t>(tensor.data());
    auto size = static_cast<uintptr_t>(size_in_bytes(tensor.dtype()));
    for (size_t i = 0; i < tensor.shape().size(); ++i)
      last += static_cast<uintptr_t>((tensor.shape()[i] - 1) * tensor.strides()[i]) * size;
    last += size;
  }
};

/// Where a tensor lies in each period of a buffer, in bytes.
struct Columns {
  int64_t begin, end;

  /// None where numbers get too large: no buffer has such periods.
  static std::optional<Columns> of(const Tensor &tensor, int64_t period) {
    const std::vector<int64_t> strides = takenStrides(tensor.shape(), tensor.strides());
    const int64_t size = size_in_bytes(tensor.dtype());
    const auto outer = std::ranges::find(strides, period / size);
    const auto address = reinterpret_cast<uintptr_t>(tensor.data());
    Columns result{static_cast<int64_t>(address % static_cast<uintptr_t>(period)), 0};
    int64_t width = size;
    for (size_t i = 0; i < strides.size(); ++i)
      if (strides.begin() + static_cast<std::ptrdiff_t>(i) != outer)
        width += (tensor.shape()[i] - 1) * strides[i] * size;
    if (__builtin_add_overflow(result.begin, width, &result.end))
      return std::nullopt;
    return result;
  }
};

/// The rows of a matrix that two views cut side by side do not meet although their
/// byte ranges do: one row stride, disjoint columns.  A view of one row has no stride.
bool columnsAreDisjoint(const Tensor &a, const Tensor &b) {
  int64_t period = 0;
  for (const Tensor &tensor : {a, b})
    for (int64_t stride : takenStrides(tensor.shape(), tensor.strides()))
      period = std::max(period, stride * size_in_bytes(tensor.dtype()));
  if (period == 0)
    return false;
  const std::optional<Columns> x = Columns::of(a, period), y = Columns::of(b, period);
  if (!x || !y)
    return false;
  auto areApart = [](const Columns &one, const Columns &other, int64_t shift) {
    return one.end - shift <= other.begin || other.end <= one.begin - shift;
  };
  return areApart(*x, *y, 0) && areApart(*x, *y, period) && areApart(*y, *x, period);
}

bool overlap(const Tensor &a, const Tensor &b) {
  if (a.num_elements() == 0 || b.num_elements() == 0 || a.device() != b.device())
    return false;
  Bytes x(a), y(b);
  return x.first < y.last && y.first < x.last && !columnsAreDisjoint(a, b);
}

} // namespace

void checkOnHost(const std::string &kernel, const std::vector<Argument> &arguments,
                 std::span<const Tensor> tensors, const std::string &runner) {
  for (size_t i = 0; i < tensors.size(); ++i)
    if (tensors[i].device() != Device::host())
      throw Error({.id = ErrorId("tensor-device"),
                   .message = "kernel '" + kernel + "', argument '" + arguments[i].name +
                              "': the tensor is on GPU " +
                              std::to_string(tensors[i].device().number) + ", " + runner +
                              " computes on the host",
                   .where = {},
                   .notes = {{"'" + arguments[i].name + "' is declared here", arguments[i].where}},
                   .help = "pass a tensor of the host, or compile for the GPU"});
}

Bindings integersOf(const Bindings &values, const std::vector<Argument> &arguments) {
  Bindings integers;
  for (const Binding &value : values)
    if (std::ranges::none_of(arguments, [&](const Argument &argument) {
          return argument.is_scalar && is_float(argument.dtype) && argument.name == value.symbol;
        }))
      integers.set(value.symbol, value.value);
  return integers;
}

size_t memoriesIn(const std::vector<Argument> &arguments) {
  return static_cast<size_t>(std::ranges::find(arguments, true, &Argument::is_scalar) -
                             arguments.begin());
}

bool hasLaunchSymbols(const std::vector<Argument> &arguments) {
  return !openSizes(arguments, {}).empty() ||
         std::ranges::any_of(arguments, [](const Argument &argument) {
           return argument.is_scalar && !is_float(argument.dtype);
         });
}

std::vector<std::string> openSizes(const std::vector<Argument> &arguments, const Bindings &subs) {
  std::vector<std::string> symbols;
  for (const OpenSize &size : findOpenSizes(arguments, subs))
    symbols.push_back(size.symbol);
  return symbols;
}

static int64_t sizeOf(const Argument &argument, const Argument::Dim &dim, const Bindings &sizes) {
  const std::string what = "size " + dim.name + " of argument '" + argument.name + "'";
  const auto refuse = [&](ErrorId id, const std::string &claim, const std::string &help) {
    throw Error(
        {.id = id, .message = what + claim, .where = argument.where, .notes = {}, .help = help});
  };
  const symbolic::Evaluation size = symbolic::evaluate(dim.size, sizes);
  if (!size)
    refuse(symbolic::idOf(size.failure().kind), ": " + symbolic::describe(size.failure()),
           "choose other sizes with -D");
  if (size.value() < 0)
    refuse("negative-size", " is " + std::to_string(size.value()), "sizes are at least 0");
  return size.value();
}

std::vector<Argument> withSizes(std::vector<Argument> arguments, const Bindings &sizes) {
  for (Argument &argument : arguments)
    for (Argument::Dim &dim : argument.dims)
      dim.size = sizeOf(argument, dim, sizes);
  return arguments;
}

Shape shapeOf(const Argument &argument) {
  Shape shape;
  for (const Argument::Dim &dim : argument.dims)
    shape.push_back(dim.size.node().value);
  return shape;
}

/// With the values of `subs` in the place of their symbols.
static std::vector<Argument> resolve(std::vector<Argument> arguments, const Bindings &subs) {
  for (Argument &argument : arguments)
    for (Argument::Dim &dim : argument.dims)
      // A chain of bindings without a cycle is at most as long as there are bindings.
      for (auto left = std::distance(subs.begin(), subs.end()); left > 0; --left)
        dim.size = symbolic::substitute(dim.size, subs);
  return arguments;
}

Bindings checkArguments(const std::string &kernel, const std::vector<Argument> &declared,
                        const Bindings &subs, std::span<const Tensor> tensors) {
  const std::vector<Argument> resolved =
      subs.empty() ? std::vector<Argument>() : resolve(declared, subs);
  const std::vector<Argument> &arguments = subs.empty() ? declared : resolved;
  if (tensors.size() != arguments.size()) {
    std::string names;
    for (const Argument &argument : arguments)
      names += (names.empty() ? "" : ", ") + argument.name;
    const bool hasScalars = memoriesIn(arguments) < arguments.size();
    throw Error({.id = ErrorId("argument-count"),
                 .message = "kernel '" + kernel + "': " + std::to_string(tensors.size()) +
                            (hasScalars ? " arguments" : " tensors") + " were passed, expected " +
                            std::to_string(arguments.size()) + ": " + names,
                 .where = {},
                 .notes = {},
                 .help = hasScalars ? "pass a tensor for each memory and a number for each Scalar, "
                                      "in that order"
                                    : "pass a tensor for each argument, in that order"});
  }
  for (size_t i = 0; i < arguments.size(); ++i)
    Check(kernel, arguments[i], tensors[i]).rank(subs);
  const std::vector<OpenSize> open = findOpenSizes(arguments, subs);
  Bindings sizes = subs;
  for (const OpenSize &size : open) {
    auto position = static_cast<size_t>(size.argument - arguments.data());
    sizes.set(size.symbol, tensors[position].shape()[size.dim]);
  }
  for (size_t i = 0; i < arguments.size(); ++i)
    if (arguments[i].is_scalar)
      sizes.set(arguments[i].name, Check(kernel, arguments[i], tensors[i]).scalar());
  for (size_t i = 0; i < arguments.size(); ++i)
    if (!arguments[i].is_scalar)
      Check(kernel, arguments[i], tensors[i]).rest(sizes, open);
  for (size_t i = 0; i < arguments.size(); ++i)
    for (size_t j = 0; j < arguments.size(); ++j)
      if (i != j && arguments[i].is_written && overlap(tensors[i], tensors[j]))
        throw Error({.id = ErrorId("argument-overlap"),
                     .message = "kernel '" + kernel + "': argument '" + arguments[i].name +
                                "', which it writes, overlaps argument '" + arguments[j].name +
                                "' in memory",
                     .where = {},
                     .notes = {},
                     .help = "pass tensors that lie apart; to update a buffer in place, read and "
                             "write one argument"});
  return sizes;
}

} // namespace wave
