// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// What is part of no schedule.
wave.kernel @time(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  // expected-error @below {{register: its attribute wave.time is part of no schedule: the operation is in no loop that is pipelined [schedule-attribute]}}
  %0 = wave.register 0.0 : f32 {wave.time = #wave.time<0, 0>} : <[M = 8], f32>
  // expected-note @unknown {{help: leave the attributes of schedules to wave-build-schedule}}
}

// -----

wave.kernel @position(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  wave.tiling_constraint M tile 4
  %c2 = wave.index 2
  wave.iterate M at %M count %c2 attributes {wave.pipeline = #wave.pipeline<interval 2>} {
    // expected-error @below {{register: its attribute wave.time is part of no schedule: its stage or its position is none in a loop with an interval of 2 [schedule-attribute]}}
    %0 = wave.register 0.0 : f32 {wave.time = #wave.time<0, 2>} : <[M = 4], f32>
  }
}

// -----

wave.kernel @pipeline(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  wave.tiling_constraint M tile 4
  %c2 = wave.index 2
  // expected-error @below {{iterate: its attribute wave.pipeline is part of no schedule: it is no #wave.pipeline of a loop, with an interval of at least 1 [schedule-attribute]}}
  wave.iterate M at %M count %c2 attributes {wave.pipeline = #wave.pipeline<interval 0>} {
  }
}

// -----

// expected-error @below {{kernel: its attribute wave.roles is part of no schedule: it is no list of a kernel's roles, each with a name of its own and waves [schedule-attribute]}}
wave.kernel @roles(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] attributes {wave.roles = [#wave.role<"load" waves 1>, #wave.role<"load" waves 2>]} {
}

// -----

wave.kernel @role(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] attributes {wave.roles = [#wave.role<"load" waves 1>]} {
  // expected-error @below {{register: its attribute wave.role is part of no schedule: it names no role of the kernel [schedule-attribute]}}
  %0 = wave.register 0.0 : f32 {wave.role = "mma"} : <[M = 8], f32>
}

// -----

wave.kernel @buffers(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  // expected-error @below {{allocate: its attribute wave.buffers is part of no schedule: it is no number of slots of a ring, of which there are 1 to 65536 [schedule-attribute]}}
  %0 = wave.allocate "a" {wave.buffers = 0 : i64} : <1, [M = 8], f32>
}
// -----

// expected-error @below {{kernel: its attribute wave.unrolls is part of no schedule: it is no list of a kernel's loops, each unrolled at least twice [schedule-attribute]}}
wave.kernel @unrolls(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] attributes {wave.unrolls = [#wave.unroll<"m_loop" by 1>]} {
}

// -----

wave.kernel @unrolled(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  wave.tiling_constraint M tile 4
  %c2 = wave.index 2
  wave.iterate M at %M count %c2 {
    // expected-error @below {{register: its attribute wave.unrolled is part of no schedule: it is no copy of an operation in a loop, numbered below the number of copies [schedule-attribute]}}
    %0 = wave.register 0.0 : f32 {wave.unrolled = #wave.unrolled<2 of 2>} : <[M = 4], f32>
  }
}

// -----

wave.kernel @remainder(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  // expected-error @below {{register: its attribute wave.remainder is part of no schedule: it marks a loop, and has no value [schedule-attribute]}}
  %0 = wave.register 0.0 : f32 {wave.remainder} : <[M = 8], f32>
}

// -----

wave.kernel @trip(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  // expected-error @below {{set_priority: its attribute wave.trip is part of no schedule: it is no #wave.trip, counted from 0, of what a schedule has inserted [schedule-attribute]}}
  wave.set_priority 1 {wave.trip = #wave.trip<epilogue 0>}
}

// -----

// A loop is staggered, and nothing else.
wave.kernel @staggered(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  // expected-error @below {{register: its attribute wave.staggered is part of no schedule: it is no unit of a loop [schedule-attribute]}}
  %0 = wave.register 0.0 : f32 {wave.staggered} : <[M = 8], f32>
}

// -----

wave.kernel @no_epilogue(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  // expected-error @below {{register: its attribute wave.no_epilogue is part of no schedule: it marks a pipelined loop, and has no value [schedule-attribute]}}
  %0 = wave.register 0.0 : f32 {wave.no_epilogue} : <[M = 8], f32>
}

// -----

wave.kernel @registers(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  // expected-error @below {{register: its attribute wave.registers is part of no schedule: it is no number of a role's registers [schedule-attribute]}}
  %0 = wave.register 0.0 : f32 {wave.registers = 40 : i64} : <[M = 8], f32>
}

// -----

// The waves of a role have no halves.
wave.kernel @half(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  wave.role "load" waves 2 {
    // expected-error @below {{barrier (C1): half of the waves of a role would wait [barrier-c1]}}
    // expected-note @unknown {{help: leave half out, or put the barrier into a kernel without roles}}
    wave.barrier half <first>
  }
}

// -----

// What stays in flight are copies that the barrier would end.
wave.kernel @in_flight(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  // expected-error @below {{barrier (C2): it leaves copies in flight, and waits for none [barrier-c2]}}
  // expected-note @unknown {{help: write copies, or leave in_flight out}}
  wave.barrier in_flight 1
}
