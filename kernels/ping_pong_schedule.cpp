//===- ping_pong_schedule.cpp - Half of the waves load, half multiply -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For AMD's GPUs and a workgroup of eight waves, two on each SIMD: while one of the two multiplies,
// the other one reads shared memory, writes what it has loaded, and loads the next.  For tiles of
// 128 x 256 and 4 x 2 waves, the configuration of Wave's document on workgroup reordering.  A step
// of its loop has two parts, one of which is written while the other one is read:
//
//   phase        0                1                2                3
//   first half   read 0, write 1  multiply 0       read 1, write 0  multiply 1
//   second half  multiply 1       read 0, write 1  multiply 0       read 1, write 0
//
// The parts are the slices along K of a step of 64, in one slot, or two copies of a step of 32,
// with buffers of their own.  Loads begin two phases before their results are written, those of
// part 1 when the registers of part 0 are free.  Where copies go past the registers, these are the
// copies, and the writes their arrivals.
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

constexpr Symbol K{"K"};

/// One of the two parts of a step.
struct Part {
  Nodes loads, writes, reads, mma;
};

Part part_of(ScheduleBuilder &s, const Nodes &nodes) {
  const auto [loads, reads] =
      s.partition_by_address_space(s.filter_nodes<Read>(nodes), GLOBAL_ADDRESS_SPACE);
  return {loads, s.filter_nodes<Write>(nodes), reads, s.filter_nodes<Mma>(nodes)};
}

/// A copy of the body of an unrolled loop.
Part copy_of(ScheduleBuilder &s, int64_t number) {
  return part_of(s, s.get_node_by_tag_and_iteration({"read_a", "read_b", "mma"}, number));
}

/// Ends each phase of a loop that has been pipelined.
void end_phases(ScheduleBuilder &s, const Nodes &k_loop, const Part &first, const Part &second) {
  for (const Nodes &mma : {first.mma, second.mma}) {
    s.insert_before(mma, {s.barrier(), s.set_priority(1)});
    s.insert_after(mma, {s.set_priority(0), s.barrier()});
  }
  s.stagger(k_loop);
}

/// The four phases, of two parts.
void take_turns(ScheduleBuilder &s, const Nodes &k_loop, const Part &first, const Part &second) {
  auto pipelined_loop = s.pipeline(k_loop);
  pipelined_loop.set_stage({{first.loads}, {}, {first.writes, second.loads}, {}});
  pipelined_loop.set_stage(
      {{first.reads, second.writes}, {first.mma}, {second.reads}, {second.mma}});
  end_phases(s, k_loop, first, second);
}

} // namespace

Schedule ping_pong_schedule() {
  return Schedule("ping_pong", [](ScheduleBuilder &s) {
    auto k_loop = s.get_node_by_tag("k_loop");
    s.unroll(k_loop, 2);
    take_turns(s, k_loop, copy_of(s, 0), copy_of(s, 1));
  });
}

Schedule ping_pong_slices_schedule() {
  return Schedule("ping_pong_slices", [](ScheduleBuilder &s) {
    const auto slices = s.partition_by_dim(s.get_node_by_tag({"read_a", "read_b", "mma"}), K, 2);
    take_turns(s, s.get_node_by_tag("k_loop"), part_of(s, slices[0]), part_of(s, slices[1]));
  });
}

Schedule ping_pong_three_stages_schedule() {
  return Schedule("ping_pong_three_stages", [](ScheduleBuilder &s) {
    auto k_loop = s.get_node_by_tag("k_loop");
    s.unroll(k_loop, 2);
    const Part first = copy_of(s, 0), second = copy_of(s, 1);
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
