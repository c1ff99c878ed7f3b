// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// role C1
wave.kernel @k(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  // expected-error @below {{role: the kernel has roles, and wave.read is in none of them [role-c1]}}
  %0 = wave.read %a at [0] : !wave.memory<[M = 8], f32> -> !wave.tile<[M = 8], f32>
  // expected-note @below {{a role is here}}
  wave.role "copy" waves 1 {
  }
  // expected-note @unknown {{help: put it into the role whose waves run it, or into each that needs it}}
}

// -----

// role C2
wave.kernel @k(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  // expected-error @below {{role: 'copy' has 0 waves [role-c2]}}
  wave.role "copy" waves 0 {
  }
  // expected-note @unknown {{help: give it at least one}}
}

// -----

// channel C1
wave.kernel @k(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  %b = wave.allocate "b" : !wave.ring<2, [M = 8], f32>
  // expected-error @below {{acquire: it stands in no role [channel-c1]}}
  wave.acquire %b number 0 : !wave.ring<2, [M = 8], f32>
  // expected-note @unknown {{help: slots are handed over between roles; within one, barriers keep the order}}
}

// -----

wave.kernel @k(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  wave.role "copy" waves 1 {
    // expected-error @below {{commit: it names no ring [channel-c1]}}
    "wave.commit"() {number = #wave.expr<0>} : () -> ()
    // expected-note @unknown {{help: name the rings that are filled and read together}}
  }
}
