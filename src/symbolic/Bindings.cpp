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

void Bindings::set(detail::Text symbol, Expr value) {
  *this += {.symbol = std::move(symbol), .value = std::move(value)};
}

Bindings &Bindings::operator+=(Binding binding) {
  auto it = std::find_if(list_.begin(), list_.end(),
                         [&](const Binding &each) { return each.symbol == binding.symbol; });
  if (it == list_.end()) {
    list_.push_back(std::move(binding));
    return *this;
  }
  it->value = std::move(binding.value);
  if (binding.is_declared())
    it->where = binding.where;
  return *this;
}

const Expr *Bindings::find(detail::TextView symbol) const {
  auto it = std::find_if(list_.begin(), list_.end(),
                         [&](const Binding &each) { return each.symbol == symbol; });
  return it == list_.end() ? nullptr : &it->value;
}

} // namespace wave
