//===- Bindings.cpp - An ordered list of bindings -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "wave/expr.h"

#include <algorithm>

namespace wave {

Bindings::Bindings(std::initializer_list<Binding> list) {
  for (const Binding &each : list)
    set(each.symbol, each.value);
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
