// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --wave-convert-writes | FileCheck %s
// RUN: wave-opt %s --wave-convert-writes | wave-opt --wave-convert-writes | FileCheck %s

// CHECK-LABEL: wave.kernel @widens
// CHECK:         %[[X:.*]] = wave.register
// CHECK-NEXT:    %[[WIDE:.*]] = wave.cast %[[X]] {tag = "out"} : <[M], f16> -> <[M], f32>
// CHECK-NEXT:    wave.write %[[WIDE]], %a {tag = "out"}
// CHECK-NEXT:    wave.write %[[X]], %b : <[M], f16>
wave.kernel @widens(%a: !wave.memory<[M = 4], f32>, %b: !wave.memory<[M = 4], f16>) {
  %0 = wave.register 1.0 : f16 : !wave.tile<[M], f16>
  wave.write %0, %a {tag = "out"} : !wave.tile<[M], f16>, !wave.memory<[M = 4], f32>
  wave.write %0, %b : !wave.tile<[M], f16>, !wave.memory<[M = 4], f16>
}
