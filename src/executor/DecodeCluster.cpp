//===- DecodeCluster.cpp - Operations of NVIDIA's GPUs: clusters ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/Decoder.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace wave::executor {

void Decoder::readCluster() {
  auto sizes = function->getAttrOfType<DenseI32ArrayAttr>("nvvm.cluster_dim");
  if (!sizes)
    sizes = function->getAttrOfType<DenseI32ArrayAttr>("wave.cluster");
  if (!sizes)
    return;
  if (sizes.size() > 3 || program.chip->maxCluster == 1)
    malformed("nvvm.cluster_dim has three sizes, and NVIDIA's chips alone have clusters",
              "give nvvm.cluster_dim = array<i32: 2, 1, 1>");
  for (auto [axis, size] : llvm::enumerate(sizes.asArrayRef())) {
    if (size < 1 || size > static_cast<int32_t>(maxWaves))
      malformed("a cluster of " + std::to_string(size) + " workgroups along an axis",
                "choose a size from 1 on");
    program.cluster[axis] = static_cast<uint32_t>(size);
  }
  if (const unsigned waves = program.clusterSize() * program.waves(); waves > maxWaves)
    malformed("a cluster of " + std::to_string(waves) + " warps, at most " +
                  std::to_string(maxWaves) + " are executed together",
              "choose smaller workgroups or smaller clusters");
}

namespace {

struct Register {
  StringRef name;
  ClusterNumber number;
};

constexpr Register registers[] = {
    {"nvvm.read.ptx.sreg.cluster.ctaid.", ClusterNumber::Place},
    {"nvvm.read.ptx.sreg.cluster.nctaid.", ClusterNumber::Size},
    {"nvvm.read.ptx.sreg.clusterid.", ClusterNumber::Cluster},
    {"nvvm.read.ptx.sreg.nclusterid.", ClusterNumber::Clusters},
    {"nvvm.read.ptx.sreg.cluster.ctarank", ClusterNumber::Rank},
    {"nvvm.read.ptx.sreg.cluster.nctarank", ClusterNumber::Ranks},
};

} // namespace

bool Decoder::decodeCluster(Operation *op) {
  const StringRef name = op->getName().getStringRef();
  for (const Register &row : registers)
    if (name.starts_with(row.name) && name.size() <= row.name.size() + 1) {
      const Reference to = define(op->getResult(0));
      Instruction &at = emit(op, Kind::NumberInCluster);
      at.destination = slotFor(to);
      at.immediate = static_cast<int64_t>(row.number);
      at.auxiliary = name.back() == 'y' ? 1 : name.back() == 'z' ? 2 : 0;
      return true;
    }
  if (auto map = llvm::dyn_cast<NVVM::MapaOp>(op)) {
    if (layoutOf(map.getA().getType(), op).scalar != Scalar::I32)
      unsupported(op, "of addresses in address space 3");
    const Reference to = define(map.getRes());
    Instruction &at = emit(op, Kind::MapToRank);
    at.destination = slotFor(to);
    at.sources[0] = slotFor(of(map.getA()));
    at.sources[1] = slotFor(of(map.getB()));
  } else if (llvm::isa<NVVM::ClusterArriveOp>(op)) {
    emit(op, Kind::ClusterArrive);
  } else if (llvm::isa<NVVM::ClusterArriveRelaxedOp>(op)) {
    emit(op, Kind::ClusterArrive).phase.relaxed = true;
  } else if (llvm::isa<NVVM::ClusterWaitOp>(op)) {
    emit(op, Kind::ClusterWait);
  } else {
    return false;
  }
  return true;
}

} // namespace wave::executor
