// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-verify-protocol --verify-diagnostics

// A use is released before it is read.
wave.kernel @early(%a: !wave.memory<[K = K], f32, SHARED_ADDRESS_SPACE>) bindings {} grid [1, 1, 1] {
  wave.tiling_constraint K tile 4
  %0 = wave.allocate "a" : <2, [K = 4], f32>
  %channel = wave.channel %0 from ["load"] commits 1 to ["consumer"] releases 1 : !wave.buffer<2, [K = 4], f32>
  wave.role "load" waves 1 {
    %n = wave.index "ceildiv(K, 4)"
    wave.iterate K at %k count %n {
      %at = wave.index "$0 * 4" (%k)
      %slot = wave.index "$0 % 2" (%k)
      wave.acquire %channel number %k
      wave.copy %a at [%at] to %0 slot %slot : <[K = K], f32, SHARED_ADDRESS_SPACE>, <2, [K = 4], f32>
      wave.commit %channel number %k
    }
  }
  wave.role "consumer" waves 1 {
    %n = wave.index "ceildiv(K, 4)"
    wave.iterate K at %k count %n {
      %slot = wave.index "$0 % 2" (%k)
      wave.wait %channel number %k
      wave.release %channel number %k
      // expected-error @below {{channel: it reads slot K % 2 of 2 for use K, and the role holds no use [channel-protocol]}}
      %tile = wave.shared_read %0 slot %slot : <2, [K = 4], f32> -> <[K = 4], f32>
    }
  }
  // expected-note @unknown {{help: number the uses of a channel one after the other, and release each slot that is waited for}}
}

// -----

// Two trip counts of which nothing is known: sizes for which they differ.
wave.kernel @other(%a: !wave.memory<[K = K], f32, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = N], f32>) bindings {} grid [1, 1, 1] {
  wave.tiling_constraint K tile 4
  %0 = wave.allocate "a" : <2, [K = 4], f32>
  %channel = wave.channel %0 from ["load"] commits 1 to ["consumer"] releases 1 : !wave.buffer<2, [K = 4], f32>
  wave.role "load" waves 1 {
    %n = wave.index "ceildiv(K, 4)"
    wave.iterate K at %k count %n {
      %at = wave.index "$0 * 4" (%k)
      %slot = wave.index "$0 % 2" (%k)
      wave.acquire %channel number %k
      wave.copy %a at [%at] to %0 slot %slot : <[K = K], f32, SHARED_ADDRESS_SPACE>, <2, [K = 4], f32>
      wave.commit %channel number %k
    }
  }
  wave.role "consumer" waves 1 {
    %n = wave.index "N"
    wave.iterate K at %k count %n {
      %slot = wave.index "$0 % 2" (%k)
      // expected-error @below {{channel: for K = 0, N = 1: role 'consumer' waits for ever in wait of use 0 of 'a' [channel-protocol]}}
      wave.wait %channel number %k
      %tile = wave.shared_read %0 slot %slot : <2, [K = 4], f32> -> <[K = 4], f32>
      wave.release %channel number %k
    }
  }
}

// -----

// Two loops that have all uses between them, by a sum of which that is not known: what is tried is right.
wave.kernel @parts(%a: !wave.memory<[K = K], f32, SHARED_ADDRESS_SPACE>) bindings {} grid [1, 1, 1] {
  wave.tiling_constraint K tile 1
  %0 = wave.allocate "a" : <2, [K = 1], f32>
  %channel = wave.channel %0 from ["load"] commits 1 to ["consumer"] releases 1 : !wave.buffer<2, [K = 1], f32>
  wave.role "load" waves 1 {
    %n = wave.index "K"
    wave.iterate K at %k count %n {
      %slot = wave.index "$0 % 2" (%k)
      wave.acquire %channel number %k
      wave.copy %a at [%k] to %0 slot %slot : <[K = K], f32, SHARED_ADDRESS_SPACE>, <2, [K = 1], f32>
      wave.commit %channel number %k
    }
  }
  // expected-remark @below {{the protocol of channels is not proved: channel 'a': role 'consumer' has Min(K, 2) + Max(K - 2, 0) uses, and another end has K [protocol-unproved]}}
  wave.role "consumer" waves 1 {
    %first = wave.index "Min(K, 2)"
    wave.iterate K at %k count %first {
      wave.wait %channel number %k
      wave.release %channel number %k
    }
    %rest = wave.index "Max(K - 2, 0)"
    wave.iterate K at %k count %rest {
      %i = wave.index "$0 + Min(K, 2)" (%k)
      wave.wait %channel number %i
      wave.release %channel number %i
    }
  }
}
