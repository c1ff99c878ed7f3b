// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s | wave-opt | FileCheck %s

// CHECK-LABEL: wave.kernel @broadcast
wave.kernel @broadcast(%a: !wave.memory<[N], i1>) {
  %0 = wave.read %a : !wave.memory<[N], i1> -> !wave.tile<[N], i1>
  // CHECK: wave.broadcast %0 : <[N], i1> -> <[M, N], i1>
  %1 = wave.broadcast %0 : !wave.tile<[N], i1> -> !wave.tile<[M, N], i1>
}
