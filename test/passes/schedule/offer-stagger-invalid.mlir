// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --wave-offer-stagger=chip=sm_1 --verify-diagnostics

// expected-error @below {{there is no chip 'sm_1' [unknown-target]}}
// expected-note @unknown {{help: the chips are gfx942, gfx950, sm_90a, sm_100a}}
wave.kernel @k(%a: !wave.memory<[M = 8], f16>) bindings {M = 8} grid [1, 1, 1] {
}
