//===- braces.cpp - Braces that no function takes --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// check_refused.py reads it.  Two strings in braces are no string: std::string would take them for
// two iterators.  Two zeros are no register.
//
//===----------------------------------------------------------------------===//

#include <wave/wave.h>

using namespace wave;

constexpr Symbol M{"M"};
extern Memory a;
Kernel kernel();

// clang-format off
void schedules(ScheduleBuilder &s, Nodes nodes) {
  s.get_node_by_tag_and_type<Read>({"a", "b"});
  s.get_node_by_tag_and_iteration({"a", "b"}, 0);
  s.get_node_by_tag({{"a", "b"}});                     // refused
  s.get_node_by_tag_and_type<Read>({{"a", "b"}});      // refused
  s.get_node_by_tag_and_iteration({{"a", "b"}}, 0);    // refused
  s.get_node_by_path({"a", "b"});                      // refused
  s.role({"a", "b"}, {}, {nodes});                     // refused
  s.buffers({"a", "b"}, 2);                            // refused
  Schedule({"a", "b"}, [](ScheduleBuilder &) {});      // refused
  Schedule::parse({"a", "b"}, "file");                 // refused
}

void options(Register x) {
  WaveCompileOptions{.require = {"tma", "asynchronous"}};
  WaveCompileOptions{.require = {{"tma", "asynchronous"}}};
  WaveCompileOptions{.print_ir_after = {"a", "b"}};    // refused
  read(a, {.tag = {"a", "b"}});                        // refused
  write(x, a, {.tag = {"a", "b"}});                    // refused
  cast(x, f16, {.tag = {"a", "b"}});                   // refused
  mma(x, x, {.tag = {"a", "b"}});                      // refused
  exp(x, {.tag = {"a", "b"}});                         // refused
  sum(x, M, {.tag = {"a", "b"}});                      // refused
  iterate({.axis = M, .tag = {"a", "b"}}, [] {});      // refused
  debug_log(x, {"a", "b"});                            // refused
  debug_log(x, "a", {.tag = {"a", "b"}});              // refused
  unchecked({"a", "b"});                               // refused
}

void names() {
  Kernel({"a", "b"}, {a}, {}, [] {});                  // refused
  Kernel::parse({"a", "b"}, "file");                   // refused
  Memory({"a", "b"}, {M}, f32);                        // refused
  Target::named({"a", "b"});                           // refused
  dtype_named({"a", "b"});                             // refused
  Expr::symbol({"a", "b"});                            // refused
  Bindings().set({"a", "b"}, 1);                       // refused
  Bindings().find({"a", "b"});                         // refused
  Binding{{"a", "b"}, 1};                              // refused
  DTypeParameters()[{"a", "b"}];                       // refused
  DTypeParameters().set({"a", "b"}, f16);              // refused
  DTypeParameters{{{"a", "b"}, f16}};                  // refused
  KernelEntry(kernel, {"a", "b"});                     // refused
}

void registers(Register x) {
  write({0, 0}, a);                                    // refused
  mma(x, x, {0, 0});                                   // refused
  sum(x, {0, 0}, M);                                   // refused
  exp({0, 0});                                         // refused
  assume({0, 0});                                      // refused
  set_symbol(M, {{0, 0}});                             // refused
}
