// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --verify-diagnostics --wave-choose-waves=chip=sm_90a

// expected-error @below {{wave.kernel: not in the form sized: memories have sizes exactly from the form sized on [normal-form]}}
// expected-note @unknown {{help: write it in that form, or start from the traced one}}
wave.kernel @symbols(%a: !wave.memory<[M, K], f16>) {
}
