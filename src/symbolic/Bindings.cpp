//===- Bindings.cpp - An ordered list of bindings -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "wave/expr.h"

#include <algorithm>

#include "diagnostic/Fail.h"

namespace wave {

Bindings::Bindings(std::initializer_list<Binding> list) {
  for (const Binding &each : list) {
    if (const Expr *earlier = find(each.symbol))
      fail<Error>("bound-twice",
                  "symbol '" + each.symbol + "' is bound twice, to " + earlier->str() + " and to " +
                      each.value.str(),
                  "leave one of the two out");
    list_.push_back(each);
  }
}

void Bindings::set(std::string symbol, Expr value) {
  auto it = std::find_if(list_.begin(), list_.end(),
                         [&](const Binding &each) { return each.symbol == symbol; });
  if (it != list_.end())
    it->value = std::move(value);
  else
    list_.push_back({std::move(symbol), std::move(value)});
}

const Expr *Bindings::find(std::string_view symbol) const {
  auto it = std::find_if(list_.begin(), list_.end(),
                         [&](const Binding &each) { return each.symbol == symbol; });
  return it == list_.end() ? nullptr : &it->value;
}

} // namespace wave
