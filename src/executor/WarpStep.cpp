//===- WarpStep.cpp - What NVIDIA's instructions do -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/Cluster.h"
#include "executor/Workgroup.h"

#include "llvm/Support/ErrorHandling.h"

namespace wave::executor {

void Workgroup::stepWarp(Wave &wave, const Instruction &at) {
  switch (at.kind) {
  case Kind::NamedBarrier:
  case Kind::NamedArrive:
    namedBarrier(wave, at);
    break;
  case Kind::WarpMatrix:
    requireAllLanes(wave, at);
    multiply(*program.warpMatrices[at.target], wave.registers, at);
    break;
  case Kind::LoadMatrix:
    loadMatrix(wave, at);
    break;
  case Kind::StoreMatrix:
    storeMatrix(wave, at);
    break;
  case Kind::CopyLanes:
    copyLanes(wave, at);
    break;
  case Kind::CommitCopies:
    commitCopies(wave);
    break;
  case Kind::WaitGroups:
    waitForGroups(wave, static_cast<uint32_t>(at.immediate));
    break;
  case Kind::ProxyFence:
    clocks.fenceProxy(wave.number);
    fencePhases(wave, false);
    break;
  case Kind::PhaseFence:
    // PTX ISA 9.0, 9.7.13.4 "membar / fence": .mbarrier_init is for inits of the same thread.
    fencePhases(wave, true);
    break;
  case Kind::PhaseInit:
  case Kind::PhaseInvalidate:
  case Kind::PhaseArrive:
  case Kind::PhaseWait:
    stepPhase(wave, at);
    break;
  case Kind::BoxLoad:
  case Kind::BoxStore:
    beginTransfer(wave, at);
    break;
  case Kind::BulkCommit:
    commitTransfers(wave);
    break;
  case Kind::BulkWait:
    waitForTransfers(wave, static_cast<uint32_t>(at.immediate), at.auxiliary != 0);
    break;
  case Kind::Wgmma:
    runProduct(wave, at);
    break;
  case Kind::WgmmaFence:
    wave.areRegistersFenced = true;
    break;
  case Kind::WgmmaCommit:
    commitProducts(wave);
    break;
  case Kind::WgmmaWait:
    waitForProducts(wave, static_cast<uint32_t>(at.immediate));
    break;
  case Kind::SetRegisters:
    setRegisters(wave, at);
    break;
  case Kind::ClusterArrive:
    requireAllLanes(wave, at);
    cluster.arrive(wave, at);
    break;
  case Kind::ClusterWait:
    requireAllLanes(wave, at);
    cluster.wait(wave, at);
    break;
  case Kind::NumberInCluster:
    numberInCluster(wave, at);
    break;
  case Kind::MapToRank:
    mapToRank(wave, at);
    break;
  case Kind::LoadCluster:
  case Kind::StoreCluster:
    accessCluster(wave, at);
    break;
  case Kind::TensorAllocate:
  case Kind::TensorFree:
  case Kind::TensorRelinquish:
  case Kind::TensorMultiply:
  case Kind::TensorCommit:
  case Kind::TensorLoad:
  case Kind::TensorStore:
  case Kind::TensorWait:
  case Kind::TensorFence:
    stepTensor(wave, at);
    break;
  case Kind::WarpSync: // the lanes of a wave are in step
    break;
  default:
    llvm::report_fatal_error("an instruction that no wave executes");
  }
}

} // namespace wave::executor
