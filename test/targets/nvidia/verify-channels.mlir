// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code of a lane says which roles and channels it has, and where their mbarriers lie, and is held against that in each
// compile: nothing is wrong with it, in either entry point.
//
// RUN: %wave emit gemm --target cuda:sm_90a -D BLOCK_M=64 -D BLOCK_N=32 -D BLOCK_K=64 --stage target -q > %t.mlir
// RUN: FileCheck %s --check-prefix=FACTS < %t.mlir
// RUN: wave-opt --wave-nvidia-verify-channels %t.mlir -o /dev/null
// Tiles of as many steps as there are slots, whose phase alone changes.
// RUN: %wave emit gemm_persistent --target cuda:sm_90a -D M=256 -D N=256 -D K=320 -D BLOCK_M=128 -D BLOCK_N=128 -D BLOCK_K=64 --stage target -q > %t.rounds.mlir
// RUN: grep -q 'slots = 5' %t.rounds.mlir
// FACTS: llvm.func @gemm({{.*}} wave.channels = [{barriers = 98304 : i64, from = ["load"], offsets = [0, 65536], rings = ["a", "b"], slots = 8 : i64, to = ["consumer"]}]
// FACTS-SAME: wave.role_lanes = [{name = "load", threads = 128 : i64}, {name = "consumer", threads = 128 : i64}]
// FACTS: llvm.func @gemm_any({{.*}} wave.channels =
//
// On Blackwell the accumulators are a channel too.
//
// RUN: %wave emit gemm --target cuda:sm_100a --stage target -q | FileCheck %s --check-prefix=BLACKWELL
// BLACKWELL: wave.channels = [{barriers = 65536 : i64, from = ["load"], offsets = [0, 32768], rings = ["a", "b"], slots = 8 : i64, to = ["mma"]}, {barriers = 65664 : i64, from = ["mma"], offsets = [0], rings = ["sum"], slots = 1 : i64, to = ["epilogue"]}]
//
// What does not describe channels is no target form.
//
// RUN: sed 's/slots = 8 : i64, to/slots = 0 : i64, to/' %t.mlir | not wave-opt --wave-nvidia-verify-channels - -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FORM
// RUN: sed 's/to = \["consumer"\]/to = \["nobody"\]/' %t.mlir | not wave-opt --wave-nvidia-verify-channels - -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FORM
// FORM: error: not in the form target: wave.role_lanes, wave.channels or wave.shared is not what describes roles, channels and rings [normal-form]
//
// A kernel without roles has nothing to hold.
//
// RUN: %wave emit softmax --target cuda:sm_90a --stage target -q | FileCheck %s --check-prefix=NONE
// NONE-NOT: wave.channels
