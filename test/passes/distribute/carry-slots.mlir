// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-carry-slots | FileCheck %s

// Three slots: the loop carries the slot and the phase of a use.  Nothing divides in a trip.
// CHECK-LABEL: wave.kernel @three
// CHECK: wave.role "load"
// CHECK: wave.iterate K at %K count %{{.*}} iter_args(%[[SLOT:.*]] = %c0{{.*}}, %[[PHASE:.*]] = %c0{{.*}}) -> (index, index)
// CHECK-NOT: % 3
// CHECK: wave.acquire %{{.*}} number %K place(%[[SLOT]], %[[PHASE]])
// CHECK: wave.copy %a at [%{{.*}}] to %{{.*}} slot %[[SLOT]]
// CHECK: wave.commit %{{.*}} number %K place(%[[SLOT]], %[[PHASE]])
// CHECK: %[[NEXT:.*]] = wave.index "select($0 < 2, $0 + 1, $0 - 2)" (%[[SLOT]])
// CHECK: %[[FLIPPED:.*]] = wave.index "select($0 < 2, $1, -$1 + 1)" (%[[SLOT]], %[[PHASE]])
// CHECK: wave.yield %[[NEXT]], %[[FLIPPED]] : index, index
wave.kernel @three(%a: !wave.memory<[K = K], f32, SHARED_ADDRESS_SPACE>) bindings {} grid [1, 1, 1] {
  wave.tiling_constraint K tile 4
  %0 = wave.allocate "a" offset 0 : <3, [K = 4], f32, #wave.shared_layout<strides [1] swizzle 0, 0, 0>>
  %channel = wave.channel %0 from ["load"] commits 1 to ["use"] releases 1 : !wave.buffer<3, [K = 4], f32, #wave.shared_layout<strides [1] swizzle 0, 0, 0>>
  wave.role "load" waves 1 {
    %n = wave.index "ceildiv(K, 4)"
    wave.iterate K at %k count %n {
      %at = wave.index "$0 * 4" (%k)
      %slot = wave.index "$0 % 3" (%k)
      wave.acquire %channel number %k
      wave.copy %a at [%at] to %0 slot %slot : <[K = K], f32, SHARED_ADDRESS_SPACE>, <3, [K = 4], f32, #wave.shared_layout<strides [1] swizzle 0, 0, 0>>
      wave.commit %channel number %k
    }
  }
  wave.role "use" waves 1 {
    %n = wave.index "ceildiv(K, 4)"
    wave.iterate K at %k count %n {
      wave.wait %channel number %k
      wave.release %channel number %k
    }
  }
}

// -----

// A loop of tiles carries the sequence index: the loop in it begins with the slot of that.
// CHECK-LABEL: wave.kernel @tiles
// CHECK: wave.iterate T at %T from %{{.*}} while "$0 < 5" iter_args(%[[START:.*]] = %c0) -> index
// CHECK: %[[FIRST:.*]] = wave.index "$0 % 3" (%[[START]])
// CHECK: %[[PHASE:.*]] = wave.index "floordiv($0, 3) % 2" (%[[START]])
// CHECK: wave.iterate K at %K count %{{.*}} iter_args(%[[S:.*]] = %[[FIRST]], %[[P:.*]] = %[[PHASE]])
// CHECK: wave.acquire %{{.*}} number %{{.*}} place(%[[S]], %[[P]])
wave.kernel @tiles(%a: !wave.memory<[K = 64], f32, SHARED_ADDRESS_SPACE>) bindings {K = 64} grid [1, 1, 1] {
  wave.tiling_constraint K tile 4
  wave.tiling_constraint T tile 1
  %0 = wave.allocate "a" offset 0 : <3, [K = 4], f32, #wave.shared_layout<strides [1] swizzle 0, 0, 0>>
  %channel = wave.channel %0 from ["load"] commits 1 : !wave.buffer<3, [K = 4], f32, #wave.shared_layout<strides [1] swizzle 0, 0, 0>>
  wave.role "load" waves 1 {
    %c0 = wave.index 0
    %c16 = wave.index 16
    %r = wave.iterate T at %t from %c0 while "$0 < 5" iter_args(%start = %c0) -> index {
      wave.iterate K at %k count %c16 {
        %n = wave.index "$0 + $1" (%start, %k)
        wave.acquire %channel number %n
        wave.commit %channel number %n
      }
      %after = wave.index "$0 + 16" (%start)
      %next = wave.index "$0 + 1" (%t)
      wave.yield next %next %after : index
    }
  }
}

// -----

// Accesses to a ring that no channel has: each slot that is a division away is carried, the mask stays.
// CHECK-LABEL: wave.kernel @ring
// CHECK: wave.iterate K at %K count %{{.*}} iter_args(%[[READ:.*]] = %c0{{.*}}, %[[FILLED:.*]] = %c2{{.*}}) -> (index, index)
// CHECK-NOT: % 3
// CHECK: %[[TWO:.*]] = wave.index "($0 + 1) % 2" (%K)
// CHECK: wave.shared_read %{{.*}} slot %[[READ]]
// CHECK: wave.copy %a at [%{{.*}}] to %{{.*}} slot %[[FILLED]]
// CHECK: wave.copy %a at [%{{.*}}] to %{{.*}} slot %[[TWO]]
// CHECK: %[[NEXT_READ:.*]] = wave.index "select($0 < 2, $0 + 1, $0 - 2)" (%[[READ]])
// CHECK: %[[NEXT_FILLED:.*]] = wave.index "select($0 < 2, $0 + 1, $0 - 2)" (%[[FILLED]])
// CHECK: wave.yield %[[NEXT_READ]], %[[NEXT_FILLED]] : index, index
wave.kernel @ring(%a: !wave.memory<[K = 64], f32, SHARED_ADDRESS_SPACE>) bindings {K = 64} grid [1, 1, 1] {
  wave.tiling_constraint K tile 4
  %0 = wave.allocate "a" offset 0 : <3, [K = 4], f32, #wave.shared_layout<strides [1] swizzle 0, 0, 0>>
  %1 = wave.allocate "b" offset 64 : <2, [K = 4], f32, #wave.shared_layout<strides [1] swizzle 0, 0, 0>>
  %c16 = wave.index 16
  wave.iterate K at %k count %c16 {
    %at = wave.index "$0 * 4" (%k)
    %slot = wave.index "$0 % 3" (%k)
    %ahead = wave.index "($0 + 2) % 3" (%k)
    %other = wave.index "($0 + 1) % 2" (%k)
    %2 = wave.shared_read %0 slot %slot : <3, [K = 4], f32, #wave.shared_layout<strides [1] swizzle 0, 0, 0>> -> <[K = 4], f32, #wave.layout<registers [] lanes [K:4, _:16] waves []>>
    wave.copy %a at [%at] to %0 slot %ahead : <[K = 64], f32, SHARED_ADDRESS_SPACE>, <3, [K = 4], f32, #wave.shared_layout<strides [1] swizzle 0, 0, 0>>
    wave.copy %a at [%at] to %1 slot %other : <[K = 64], f32, SHARED_ADDRESS_SPACE>, <2, [K = 4], f32, #wave.shared_layout<strides [1] swizzle 0, 0, 0>>
  }
}

// -----

// A slot that steps by nothing that is known is divided.
// CHECK-LABEL: wave.kernel @square
// CHECK: wave.iterate K at %K count
// CHECK-NOT: iter_args
// CHECK: %[[SLOT:.*]] = wave.index "$0 * $0 % 3" (%K)
// CHECK: wave.copy %a at [%{{.*}}] to %{{.*}} slot %[[SLOT]]
wave.kernel @square(%a: !wave.memory<[K = 64], f32, SHARED_ADDRESS_SPACE>) bindings {K = 64} grid [1, 1, 1] {
  wave.tiling_constraint K tile 4
  %0 = wave.allocate "a" offset 0 : <3, [K = 4], f32, #wave.shared_layout<strides [1] swizzle 0, 0, 0>>
  %c16 = wave.index 16
  wave.iterate K at %k count %c16 {
    %at = wave.index "$0 * 4" (%k)
    %slot = wave.index "$0 * $0 % 3" (%k)
    wave.copy %a at [%at] to %0 slot %slot : <[K = 64], f32, SHARED_ADDRESS_SPACE>, <3, [K = 4], f32, #wave.shared_layout<strides [1] swizzle 0, 0, 0>>
  }
}

// -----

// A power of two is a mask and a shift.
// CHECK-LABEL: wave.kernel @four
// CHECK: wave.acquire %{{.*}} number %K{{$}}
wave.kernel @four(%a: !wave.memory<[K = 64], f32, SHARED_ADDRESS_SPACE>) bindings {K = 64} grid [1, 1, 1] {
  wave.tiling_constraint K tile 4
  %0 = wave.allocate "a" offset 0 : <4, [K = 4], f32, #wave.shared_layout<strides [1] swizzle 0, 0, 0>>
  %channel = wave.channel %0 from ["load"] commits 1 : !wave.buffer<4, [K = 4], f32, #wave.shared_layout<strides [1] swizzle 0, 0, 0>>
  wave.role "load" waves 1 {
    %c16 = wave.index 16
    wave.iterate K at %k count %c16 {
      wave.acquire %channel number %k
      wave.commit %channel number %k
    }
  }
}
