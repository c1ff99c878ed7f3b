//===- ping_pong_schedule.cpp - Half of the waves load, half multiply -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For AMD's GPUs and a workgroup of eight waves, two on each SIMD: while one of the two multiplies,
// the other one reads shared memory, writes what it has loaded, and loads the next.  For tiles of
// 128 x 256 and 4 x 2 waves, the configuration of Wave's document on workgroup reordering; its step
// of 64 along K is two copies of 32, each with buffers of its own, so that one is written while the
// other one is read.
//
//   phase        0                1                2                3
//   first half   read 0, write 1  multiply 0       read 1, write 0  multiply 1
//   second half  multiply 1       read 0, write 1  multiply 0       read 1, write 0
//
// Loads begin two phases before their results are written, those of copy 1 when the registers of
// copy 0 are free.  Where copies go past the registers, these are the copies, and the writes their
// arrivals.
//
// With three stages loads begin a trip earlier, for chips whose MMAs take so little time that two
// phases do not hide a load, and whose shared memory has three slots for each buffer: for gfx950.
// What multiplies next waits for its reads, so that these come first in a phase, and loads last.
//
// A barrier ends each phase, so that two of them stand between what is in conflict: as many as
// halves a phase apart need.
//
//===----------------------------------------------------------------------===//

#include "ping_pong_schedule.h"

namespace wave::kernels {

namespace {

/// One of the two copies of a step.
struct Copy {
  Nodes loads, writes, reads, mma;
};

Copy copy_of(ScheduleBuilder &s, int64_t number) {
  const auto [load_a, read_a] = s.partition_by_address_space(
      s.get_node_by_tag_and_iteration<Read>("read_a", number), GLOBAL_ADDRESS_SPACE);
  const auto [load_b, read_b] = s.partition_by_address_space(
      s.get_node_by_tag_and_iteration<Read>("read_b", number), GLOBAL_ADDRESS_SPACE);
  return {s.cluster({load_a, load_b}),
          s.cluster({s.get_node_by_tag_and_iteration<Write>("read_a", number),
                     s.get_node_by_tag_and_iteration<Write>("read_b", number)}),
          s.cluster({read_a, read_b}), s.get_node_by_tag_and_iteration("mma", number)};
}

/// Ends each phase of a loop that has been pipelined.
void end_phases(ScheduleBuilder &s, const Nodes &k_loop, const Copy &first, const Copy &second) {
  for (const Nodes &mma : {first.mma, second.mma}) {
    s.insert_before(mma, {s.barrier(), s.set_priority(1)});
    s.insert_after(mma, {s.set_priority(0), s.barrier()});
  }
  s.stagger(k_loop);
}

} // namespace

Schedule ping_pong_schedule() {
  return Schedule("ping_pong", [](ScheduleBuilder &s) {
    auto k_loop = s.get_node_by_tag("k_loop");
    s.unroll(k_loop, 2);
    const Copy first = copy_of(s, 0), second = copy_of(s, 1);

    auto pipelined_loop = s.pipeline(k_loop);
    pipelined_loop.set_stage({{first.loads}, {}, {first.writes, second.loads}, {}});
    pipelined_loop.set_stage(
        {{first.reads, second.writes}, {first.mma}, {second.reads}, {second.mma}});
    end_phases(s, k_loop, first, second);
  });
}

Schedule ping_pong_three_stages_schedule() {
  return Schedule("ping_pong_three_stages", [](ScheduleBuilder &s) {
    auto k_loop = s.get_node_by_tag("k_loop");
    s.unroll(k_loop, 2);
    const Copy first = copy_of(s, 0), second = copy_of(s, 1);
    s.buffers("a", 3);
    s.buffers("b", 3);

    auto pipelined_loop = s.pipeline(k_loop);
    pipelined_loop.set_stage({{}, {first.loads}, {}, {}, {second.loads}, {}});
    pipelined_loop.set_stage({{}, {}, {}, {first.writes}, {}, {}});
    pipelined_loop.set_stage(
        {{first.reads}, {second.writes}, {first.mma}, {second.reads}, {}, {second.mma}});
    end_phases(s, k_loop, first, second);
  });
}

} // namespace wave::kernels
