//===- ListCommand.cpp - The kernels of a program -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/Commands.h"
#include "driver/main/KernelList.h"
#include "driver/main/Messages.h"
#include "driver/main/ProgramText.h"
#include "driver/main/Signature.h"
#include "driver/main/StandardOutput.h"

namespace wave::commandline {

static Json describe(const KernelEntry &entry, const Kernel &kernel) {
  Json json = {{"name", kernel.name()}, {"summary", entry.summary}};
  json["symbols"] = Json::array();
  for (const std::string &symbol : kernel.symbols()) {
    const Expr *value = kernel.defaults().find(symbol);
    json["symbols"].push_back({{"name", symbol}, {"default", value ? Json(value->str()) : Json()}});
  }
  json["dtypes"] = Json::array();
  for (const auto &[name, dtype] : entry.dtypes)
    json["dtypes"].push_back({{"name", name}, {"default", dtype_name(dtype)}});
  json["arguments"] = Json::array();
  for (const Argument &argument : signatureOf(kernel).arguments) {
    Json shape = Json::array();
    for (const Argument::Dim &dim : argument.dims)
      shape.push_back(dim.name);
    json["arguments"].push_back({{"name", argument.name},
                                 {"dtype", dtype_name(argument.dtype)},
                                 {"shape", std::move(shape)},
                                 {"scalar", argument.is_scalar},
                                 {"read", argument.is_read},
                                 {"written", argument.is_written}});
  }
  json["schedules"] = Json::array();
  for (const Schedule &schedule : entry.schedules)
    json["schedules"].push_back(schedule.name());
  json["has_reference"] = entry.reference != nullptr;
  return json;
}

/// "M=1024 N K": a symbol without a default has just its name.
static std::string withDefaults(const Json &list) {
  std::string text;
  for (const Json &item : list) {
    text += (text.empty() ? "" : " ") + item["name"].get<std::string>();
    if (!item["default"].is_null())
      text += "=" + item["default"].get<std::string>();
  }
  return text.empty() ? "none" : text;
}

static std::string joined(const Json &names) {
  std::string text;
  for (const Json &name : names)
    text += (text.empty() ? "" : " ") + name.get<std::string>();
  return text;
}

/// "a b": those of which `property` is true.
static std::string namesOf(const Json &arguments, const char *property) {
  std::string text;
  for (const Json &argument : arguments)
    if (argument[property].get<bool>())
      text += (text.empty() ? "" : " ") + argument["name"].get<std::string>();
  return text.empty() ? "none" : text;
}

static std::string toText(const Json &kernel) {
  std::string arguments;
  for (const Json &argument : kernel["arguments"]) {
    std::string shape;
    for (const Json &dim : argument["shape"])
      shape += (shape.empty() ? "" : ", ") + dim.get<std::string>();
    arguments += (arguments.empty() ? "" : "  ") + argument["name"].get<std::string>() +
                 (argument["scalar"].get<bool>() ? "" : "[" + shape + "]") + " " +
                 argument["dtype"].get<std::string>();
  }
  const std::string summary = kernel["summary"].get<std::string>();
  return kernel["name"].get<std::string>() + (summary.empty() ? "" : ": " + summary) +
         "\n  arguments  " + arguments + "\n  reads      " + namesOf(kernel["arguments"], "read") +
         "\n  writes     " + namesOf(kernel["arguments"], "written") + "\n  symbols    " +
         withDefaults(kernel["symbols"]) + "\n  dtypes     " + withDefaults(kernel["dtypes"]) +
         "\n" +
         (kernel["schedules"].empty() ? "" : "  schedules  " + joined(kernel["schedules"]) + "\n");
}

/// Those that can be made are listed; the others are told as errors.
int listCommand(const Options &options, Entries entries) {
  Json kernels = Json::array(), broken = Json::array();
  std::string text;
  std::vector<Diagnostic> failures;
  for (const ListedKernel &listed : listKernels(entries))
    if (listed.kernel) {
      kernels.push_back(describe(*listed.entry, *listed.kernel));
      text += toText(kernels.back());
    } else {
      const Diagnostic &failure = failures.emplace_back(*listed.failure);
      broken.push_back({{"name", orNull(listed.name)}, {"error", toJson(failure)}});
      if (!listed.name.empty())
        text += listed.name + "\n  cannot be made: " + failure.message + " [" + failure.id + "]\n";
    }
  if (options.json) {
    Json json = {{"schema_version", jsonSchemaVersion}};
    json["ok"] = failures.empty();
    json["kernels"] = std::move(kernels);
    json["broken"] = std::move(broken);
    json["error"] = failures.empty() ? Json() : toJson(failures.front());
    writeStandardOutput(jsonText(json));
  } else {
    writeStandardOutput(entries.empty()
                            ? "no kernels; " + ProgramText(options.program, entries).name() +
                                  " run takes a file NAME.mlir as well\n"
                            : text);
  }
  if (!(options.json && options.quiet))
    for (const Diagnostic &failure : failures)
      writeError(failure, options);
  return failures.empty() ? Ok : UserError;
}

} // namespace wave::commandline
