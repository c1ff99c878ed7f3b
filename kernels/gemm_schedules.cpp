//===- gemm_schedules.cpp - Schedules for loops of loads and MMAs ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For any kernel whose loop "k_loop" reads "read_a" and "read_b" and multiplies in "mma".  Loads
// are issued as many iterations ahead of the MMAs as there are stages, less one; each stage more is
// a slot more of shared memory.  With two stages it is the schedule of the Wave tutorial.
//
//===----------------------------------------------------------------------===//

#include "library.h"

namespace wave::kernels {

static Schedule with_stages(const std::string &name, int stages) {
  return Schedule(name, [stages](ScheduleBuilder &s) {
    auto k_loop = s.get_node_by_tag("k_loop");
    auto load_a = s.get_node_by_tag_and_type<Read>("read_a");
    auto [global_load_a, shared_load_a] =
        s.partition_by_address_space(load_a, GLOBAL_ADDRESS_SPACE);
    auto shared_write_a = s.get_node_by_tag_and_type<Write>("read_a");
    auto load_b = s.get_node_by_tag_and_type<Read>("read_b");
    auto [global_load_b, shared_load_b] =
        s.partition_by_address_space(load_b, GLOBAL_ADDRESS_SPACE);
    auto shared_write_b = s.get_node_by_tag_and_type<Write>("read_b");
    auto mma = s.get_node_by_tag("mma");

    auto pipelined_loop = s.pipeline(k_loop);
    pipelined_loop.set_stage({{global_load_a, global_load_b}, {shared_write_a, shared_write_b}});
    for (int stage = 2; stage < stages; ++stage)
      pipelined_loop.set_stage({{}, {}});
    pipelined_loop.set_stage({{shared_load_a, shared_load_b}, {mma}});
  });
}

std::vector<Schedule> gemm_schedules() {
  return {with_stages("two_stages", 2), with_stages("three_stages", 3),
          with_stages("four_stages", 4)};
}

} // namespace wave::kernels
