//===- ScalarValues.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/ScalarValues.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>

#include "diagnostic/ErrorId.h"
#include "runtime/NumberText.h"
#include "runtime/Tables.h"

namespace wave {

static std::string textOf(const ScalarNumber &number) {
  if (const auto *real = std::get_if<double>(&number))
    return numberText(*real, DType::f64);
  if (const auto *integer = std::get_if<int64_t>(&number))
    return std::to_string(*integer);
  return std::to_string(std::get<uint64_t>(number));
}

/// The integer, where it is one of 64 bits.
static std::optional<int64_t> integerOf(const ScalarNumber &number) {
  if (const auto *integer = std::get_if<int64_t>(&number))
    return *integer;
  if (const auto *natural = std::get_if<uint64_t>(&number); natural && *natural <= INT64_MAX)
    return static_cast<int64_t>(*natural);
  return std::nullopt;
}

Tensor tensorOf(const std::string &kernel, const Argument &argument, const ScalarNumber &number) {
  const std::string type(dtype_name(argument.dtype));
  const auto refuse = [&](const std::string &claim, const std::string &help) {
    return Error({.id = ErrorId("scalar-argument"),
                  .message = "kernel '" + kernel + "', argument '" + argument.name + "': " + claim,
                  .where = {},
                  .notes = {{"'" + argument.name + "' is declared here", argument.where}},
                  .help = help});
  };
  if (!argument.is_scalar)
    throw refuse("the number " + textOf(number) + " was passed for a memory", "pass a tensor");
  const Error unfit =
      refuse(textOf(number) + " is no value of " + type,
             "pass a number that " + type + " has, or make it a Scalar of another type");
  Tensor tensor = Tensor::empty({}, argument.dtype);
  const auto *real = std::get_if<double>(&number);
  if (is_float(argument.dtype)) {
    const double value = std::visit([](auto given) { return static_cast<double>(given); }, number);
    tensor.fill(value);
    if (std::isfinite(value) && !std::isfinite(tensor.at({})))
      throw unfit;
    return tensor;
  }
  if (real)
    throw refuse("the float " + textOf(number) + " was passed for a Scalar of " + type,
                 "pass an integer, or make it a Scalar of f32");
  const std::optional<int64_t> integer = integerOf(number);
  if (!integer)
    throw unfit;
  if (argument.dtype == DType::i64) {
    *tensor.data_as<int64_t>() = *integer;
    return tensor;
  }
  *tensor.data_as<int32_t>() = static_cast<int32_t>(*integer);
  if (*tensor.data_as<int32_t>() != *integer)
    throw unfit;
  return tensor;
}

Tensor tensorOf(const std::string &kernel, const Argument &argument, const std::string &text) {
  const char *begin = text.data(), *end = begin + text.size();
  int64_t integer = 0;
  if (const auto [last, error] = std::from_chars(begin, end, integer);
      error == std::errc() && last == end)
    return tensorOf(kernel, argument, ScalarNumber(integer));
  double real = 0;
  if (const auto [last, error] = std::from_chars(begin, end, real);
      error == std::errc() && last == end)
    return tensorOf(kernel, argument, ScalarNumber(real));
  throw Error({.id = ErrorId("scalar-argument"),
               .message = "kernel '" + kernel + "', argument '" + argument.name + "': '" + text +
                          "' is no number",
               .where = {},
               .notes = {},
               .help = "give a number of " + std::string(dtype_name(argument.dtype)) + ", as in " +
                       argument.name + "=" + (is_float(argument.dtype) ? "0.5" : "3")});
}

int64_t bitsOf(const Tensor &scalar) {
  if (!is_float(scalar.dtype()))
    return integerAt(scalar, {}, 0);
  uint64_t bits = 0; // little-endian, as all of our targets are
  std::memcpy(&bits, scalar.data(), static_cast<size_t>(size_in_bytes(scalar.dtype())));
  return static_cast<int64_t>(bits);
}

} // namespace wave
