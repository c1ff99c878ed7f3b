//===- Json.cpp -----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/Json.h"

namespace wave::commandline {

static void addPlace(Json &json, const SourceLocation &where) {
  json["file"] = where.is_known() ? Json(where.file) : Json();
  json["line"] = where.is_known() ? Json(where.line) : Json();
  json["column"] = where.is_known() && where.column ? Json(where.column) : Json();
}

Json toJson(const Diagnostic &diagnostic) {
  Json json = {{"id", diagnostic.id}, {"message", diagnostic.message}};
  addPlace(json, diagnostic.where);
  json["notes"] = Json::array();
  for (const Note &note : diagnostic.notes) {
    Json &next = json["notes"].emplace_back(Json{{"message", note.message}});
    addPlace(next, note.where);
  }
  json["help"] = diagnostic.help.empty() ? Json() : Json(diagnostic.help);
  return json;
}

std::string jsonText(const Json &json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace wave::commandline
