// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-verify-protocol --verify-diagnostics

// Loops over tiles whose trips reinitialise channels: what is proved is one trip.
wave.kernel @right(%a: !wave.memory<[K = K], f32, SHARED_ADDRESS_SPACE>) bindings {} grid [1, 1, 1] {
  wave.tiling_constraint K tile 4
  wave.tiling_constraint TILE tile 1
  %0 = wave.allocate "a" : <2, [K = 4], f32>
  %channel = wave.channel %0 from ["load"] commits 1 to ["consumer"] releases 1 : !wave.buffer<2, [K = 4], f32>
  wave.role "load" waves 1 {
    %c0 = wave.index 0
    wave.iterate TILE at %tile from %c0 while "$0 < K" {
      wave.acquire %channel number %c0
      wave.copy %a at [%tile] to %0 slot %c0 : <[K = K], f32, SHARED_ADDRESS_SPACE>, <2, [K = 4], f32>
      wave.commit %channel number %c0
      %next = wave.index "$0 + 4" (%tile)
      wave.reinitialise
      wave.yield next %next
    }
  }
  wave.role "consumer" waves 1 {
    %c0 = wave.index 0
    wave.iterate TILE at %tile from %c0 while "$0 < K" {
      wave.wait %channel number %c0
      wave.release %channel number %c0
      %next = wave.index "$0 + 4" (%tile)
      wave.reinitialise
      wave.yield next %next
    }
  }
}

// -----

// The consumer goes on with the next use.
wave.kernel @runs_on(%a: !wave.memory<[K = K], f32, SHARED_ADDRESS_SPACE>) bindings {} grid [1, 1, 1] {
  wave.tiling_constraint K tile 4
  wave.tiling_constraint TILE tile 1
  %0 = wave.allocate "a" : <2, [K = 4], f32>
  %channel = wave.channel %0 from ["load"] commits 1 to ["consumer"] releases 1 : !wave.buffer<2, [K = 4], f32>
  wave.role "load" waves 1 {
    %c0 = wave.index 0
    // expected-note @below {{the other step is here}}
    wave.iterate TILE at %tile from %c0 while "$0 < K" {
      wave.acquire %channel number %c0
      wave.copy %a at [%tile] to %0 slot %c0 : <[K = K], f32, SHARED_ADDRESS_SPACE>, <2, [K = 4], f32>
      wave.commit %channel number %c0
      %next = wave.index "$0 + 4" (%tile)
      wave.reinitialise
      wave.yield next %next
    }
  }
  // expected-error @below {{channel: role 'consumer' does not reinitialise channels with the others [channel-protocol]}}
  // expected-note @unknown {{help: let every role end the trips of one loop over tiles together}}
  wave.role "consumer" waves 1 {
    %c0 = wave.index 0
    wave.iterate TILE at %tile from %c0 while "$0 < K" {
      wave.wait %channel number %c0
      wave.release %channel number %c0
      %next = wave.index "$0 + 4" (%tile)
      wave.yield next %next
    }
  }
}

// -----

// Other trips.
wave.kernel @other_trips(%a: !wave.memory<[K = K], f32, SHARED_ADDRESS_SPACE>) bindings {} grid [1, 1, 1] {
  wave.tiling_constraint K tile 4
  wave.tiling_constraint TILE tile 1
  %0 = wave.allocate "a" : <2, [K = 4], f32>
  %channel = wave.channel %0 from ["load"] commits 1 to ["consumer"] releases 1 : !wave.buffer<2, [K = 4], f32>
  wave.role "load" waves 1 {
    %c0 = wave.index 0
    // expected-note @below {{the other step is here}}
    wave.iterate TILE at %tile from %c0 while "$0 < K" {
      wave.acquire %channel number %c0
      wave.copy %a at [%tile] to %0 slot %c0 : <[K = K], f32, SHARED_ADDRESS_SPACE>, <2, [K = 4], f32>
      wave.commit %channel number %c0
      %next = wave.index "$0 + 4" (%tile)
      wave.reinitialise
      wave.yield next %next
    }
  }
  wave.role "consumer" waves 1 {
    %c0 = wave.index 0
    // expected-error @below {{channel: roles meet there, and are not proved to take the same trips [channel-protocol]}}
    wave.iterate TILE at %tile from %c0 while "$0 < K" {
      wave.wait %channel number %c0
      wave.release %channel number %c0
      %next = wave.index "$0 + 8" (%tile)
      wave.reinitialise
      wave.yield next %next
    }
  }
}

// -----

// A use outside of the loop.
wave.kernel @outside(%a: !wave.memory<[K = K], f32, SHARED_ADDRESS_SPACE>) bindings {} grid [1, 1, 1] {
  wave.tiling_constraint K tile 4
  wave.tiling_constraint TILE tile 1
  %0 = wave.allocate "a" : <2, [K = 4], f32>
  %channel = wave.channel %0 from ["load"] commits 1 to ["consumer"] releases 1 : !wave.buffer<2, [K = 4], f32>
  wave.role "load" waves 1 {
    %c0 = wave.index 0
    // expected-error @below {{channel: it uses a channel outside of the loop that reinitialises channels [channel-protocol]}}
    wave.acquire %channel number %c0
    wave.copy %a at [%c0] to %0 slot %c0 : <[K = K], f32, SHARED_ADDRESS_SPACE>, <2, [K = 4], f32>
    wave.commit %channel number %c0
    // expected-note @below {{the other step is here}}
    wave.iterate TILE at %tile from %c0 while "$0 < K" {
      %next = wave.index "$0 + 4" (%tile)
      wave.reinitialise
      wave.yield next %next
    }
  }
  wave.role "consumer" waves 1 {
    %c0 = wave.index 0
    wave.iterate TILE at %tile from %c0 while "$0 < K" {
      wave.wait %channel number %c0
      wave.release %channel number %c0
      %next = wave.index "$0 + 4" (%tile)
      wave.reinitialise
      wave.yield next %next
    }
  }
}

// -----

// A use of a trip that is not released in it.
wave.kernel @kept(%a: !wave.memory<[K = K], f32, SHARED_ADDRESS_SPACE>) bindings {} grid [1, 1, 1] {
  wave.tiling_constraint K tile 4
  wave.tiling_constraint TILE tile 1
  %0 = wave.allocate "a" : <2, [K = 4], f32>
  %channel = wave.channel %0 from ["load"] commits 1 to ["consumer"] releases 1 : !wave.buffer<2, [K = 4], f32>
  wave.role "load" waves 1 {
    %c0 = wave.index 0
    wave.iterate TILE at %tile from %c0 while "$0 < K" {
      wave.acquire %channel number %c0
      wave.copy %a at [%tile] to %0 slot %c0 : <[K = K], f32, SHARED_ADDRESS_SPACE>, <2, [K = 4], f32>
      wave.commit %channel number %c0
      %next = wave.index "$0 + 4" (%tile)
      wave.reinitialise
      wave.yield next %next
    }
  }
  // expected-error @below {{channel 'a': role 'consumer' ends with 1 uses after wait and 0 after release [channel-protocol]}}
  // expected-note @unknown {{help: number the uses of a channel one after the other, and release each slot that is waited for}}
  wave.role "consumer" waves 1 {
    %c0 = wave.index 0
    wave.iterate TILE at %tile from %c0 while "$0 < K" {
      wave.wait %channel number %c0
      %next = wave.index "$0 + 4" (%tile)
      wave.reinitialise
      wave.yield next %next
    }
  }
}
