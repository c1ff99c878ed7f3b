// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-verify-protocol --verify-diagnostics

// A consumer of which the channel, and so the count of its barriers, does not know.
wave.kernel @other_consumer(%a: !wave.memory<[K = K], f32, SHARED_ADDRESS_SPACE>) bindings {} grid [1, 1, 1] {
  wave.tiling_constraint K tile 4
  %0 = wave.allocate "a" : <2, [K = 4], f32>
  // expected-error @below {{channel 'a': role 'second' releases its slots, and is none of its consumers [channel-protocol]}}
  %channel = wave.channel %0 from ["load"] commits 1 to ["first"] releases 1 : !wave.buffer<2, [K = 4], f32>
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
  wave.role "first" waves 1 {
    %n = wave.index "ceildiv(K, 4)"
    wave.iterate K at %k count %n {
      wave.wait %channel number %k
      wave.release %channel number %k
    }
  }
  // expected-note @below {{the other step is here}}
  wave.role "second" waves 1 {
    %n = wave.index "ceildiv(K, 4)"
    wave.iterate K at %k count %n {
      wave.wait %channel number %k
      wave.release %channel number %k
    }
  }
  // expected-note @unknown {{help: name it among the consumers of the channel}}
}

// -----

// A slot that is taken for free when two of two have released it, and waits for three.
wave.kernel @counted(%a: !wave.memory<[K = K], f32, SHARED_ADDRESS_SPACE>) bindings {} grid [1, 1, 1] {
  wave.tiling_constraint K tile 4
  %0 = wave.allocate "a" : <2, [K = 4], f32>
  // expected-error @below {{channel 'a': its slots count 3 releases of 2 roles, and have 2 of 2 [channel-protocol]}}
  %channel = wave.channel %0 from ["load"] commits 1 to ["first", "second"] releases 3 : !wave.buffer<2, [K = 4], f32>
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
  wave.role "first" waves 1 {
    %n = wave.index "ceildiv(K, 4)"
    wave.iterate K at %k count %n {
      wave.wait %channel number %k
      wave.release %channel number %k
    }
  }
  wave.role "second" waves 1 {
    %n = wave.index "ceildiv(K, 4)"
    wave.iterate K at %k count %n {
      wave.wait %channel number %k
      wave.release %channel number %k
    }
  }
  // expected-note @unknown {{help: count one release for each role that makes it}}
}
