// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --wave-verify-protocol --verify-diagnostics | FileCheck %s

// The consumer releases a use when it has begun the next one: two slots are enough for any number of steps.
// CHECK-LABEL: wave.kernel @late
// CHECK: wave.release
wave.kernel @late(%a: !wave.memory<[M = 8, K = K], f32, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 8], f32>)
    bindings {M = 8} grid [1, 1, 1] {
  wave.tiling_constraint K tile 4
  %0 = wave.allocate "a" : <2, [M = 8, K = 4], f32>
  %channel = wave.channel %0 from ["load"] commits 1 to ["consumer"] releases 1 : !wave.buffer<2, [M = 8, K = 4], f32>
  wave.role "load" waves 1 {
    %c0 = wave.index 0
    %n = wave.index "ceildiv(K, 4)"
    wave.iterate K at %k count %n {
      %at = wave.index "$0 * 4" (%k)
      wave.acquire %channel number %k
      %slot = wave.index "$0 % 2" (%k)
      wave.copy %a at [%c0, %at] to %0 slot %slot : <[M = 8, K = K], f32, SHARED_ADDRESS_SPACE>, <2, [M = 8, K = 4], f32>
      wave.commit %channel number %k
    }
  }
  wave.role "consumer" waves 1 {
    %c0 = wave.index 0
    %some = wave.index "0 < K"
    wave.if %some {
      wave.wait %channel number %c0
      %first = wave.shared_read %0 slot %c0 : <2, [M = 8, K = 4], f32> -> <[M = 8, K = 4], f32>
      %rest = wave.index "ceildiv(K, 4) - 1"
      wave.iterate K at %k count %rest {
        %next = wave.index "$0 + 1" (%k)
        %slot = wave.index "($0 + 1) % 2" (%k)
        wave.wait %channel number %next
        %tile = wave.shared_read %0 slot %slot : <2, [M = 8, K = 4], f32> -> <[M = 8, K = 4], f32>
        wave.release %channel number %k
      }
      wave.release %channel number %rest
    } else {
    }
  }
}
