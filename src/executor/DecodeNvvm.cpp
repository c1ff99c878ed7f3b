//===- DecodeNvvm.cpp - Operations of NVIDIA's GPUs: warps ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/Decoder.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace wave::executor {

bool Decoder::decodeNvvm(Operation *op) {
  const StringRef name = op->getName().getStringRef();
  if (!name.starts_with("nvvm."))
    return false;
  if (program.chip->dialect != "nvvm")
    unsupported(op, "it is an operation of NVIDIA's GPUs");
  return decodeWarpLanes(op, name) || decodeWarpBarrier(op) || decodeWarpMatrix(op) ||
         decodeWarpCopies(op) || decodeHopper(op) || decodeCluster(op) || decodeBlackwell(op);
}

Reference Decoder::pack(Operation *op, ValueRange values) {
  std::vector<Reference> from;
  bool isTogether = true;
  uint32_t bytes = 0;
  for (Value value : values) {
    from.push_back(of(value));
    const Reference &first = from.front(), &last = from.back();
    isTogether &= last == first.at(bytes);
    bytes += layoutOf(value.getType(), op).bytes() * lanesPerWave;
  }
  if (isTogether)
    return from.front();
  const Reference together = allocation.create(bytes);
  uint32_t offset = 0;
  for (auto [i, value] : llvm::enumerate(values)) {
    const Layout layout = layoutOf(value.getType(), op);
    emitLanes(op, copyFunction(layout.elementBytes()), together.at(offset), layout.elements,
              {from[i]});
    offset += layout.bytes() * lanesPerWave;
  }
  return together;
}

/// The name with what its attributes choose: "nvvm.shfl.sync.idx".
static std::string functionOf(Operation *op, StringRef name) {
  if (auto shuffle = llvm::dyn_cast<NVVM::ShflOp>(op))
    return (name + "." + NVVM::stringifyShflKind(shuffle.getKind()) +
            (shuffle.getReturnValueAndIsValid() ? ".p" : ""))
        .str();
  if (auto vote = llvm::dyn_cast<NVVM::VoteSyncOp>(op))
    return (name + "." + NVVM::stringifyVoteSyncKind(vote.getKind())).str();
  return name.str();
}

bool Decoder::decodeWarpLanes(Operation *op, StringRef name) {
  if (op->getNumResults() != 1)
    return false;
  Value result = op->getResult(0);
  if (llvm::isa<NVVM::WarpSizeOp>(op)) {
    alias(result, constantRows({program.lanes()}, Scalar::I32));
    return true;
  }
  LaneFunction run = identityFunction(name, 4);
  if (!run)
    run = warpFunction(functionOf(op, name));
  if (!run)
    return false;
  std::vector<Reference> operands;
  for (Value operand : op->getOperands())
    operands.push_back(of(operand));
  auto shuffle = llvm::dyn_cast<NVVM::ShflOp>(op);
  if (shuffle && shuffle.getReturnValueAndIsValid()) {
    const uint32_t row = sizeof(uint32_t) * lanesPerWave;
    const Reference both = allocation.create(row + lanesPerWave);
    emitLanes(op, run, both, 1, operands);
    members[result] = {both, both.at(row)};
    return true;
  }
  const Layout layout = layoutOf(result.getType(), op);
  emitLanes(op, run, define(result), layout.elements, operands);
  return true;
}

bool Decoder::decodeWarpBarrier(Operation *op) {
  if (llvm::isa<NVVM::Barrier0Op>(op)) {
    emit(op, Kind::NamedBarrier);
    return true;
  }
  if (auto barrier = llvm::dyn_cast<NVVM::BarrierOp>(op)) {
    if (barrier.getReductionOp())
      unsupported(op, "barriers that reduce");
    Instruction &at = emit(op, Kind::NamedBarrier);
    if (Value number = barrier.getBarrierId())
      at.sources[0] = slotFor(of(number));
    if (Value threads = barrier.getNumberOfThreads())
      at.sources[1] = slotFor(of(threads));
    return true;
  }
  if (auto arrive = llvm::dyn_cast<NVVM::BarrierArriveOp>(op)) {
    Instruction &at = emit(op, Kind::NamedArrive);
    if (Value number = arrive.getBarrierId())
      at.sources[0] = slotFor(of(number));
    at.sources[1] = slotFor(of(arrive.getNumberOfThreads()));
    return true;
  }
  if (auto sync = llvm::dyn_cast<NVVM::SyncWarpOp>(op)) {
    emit(op, Kind::WarpSync).sources[0] = slotFor(of(sync.getMask()));
    return true;
  }
  if (llvm::isa<NVVM::MembarOp, NVVM::FenceScClusterOp>(op)) {
    emit(op, Kind::Fence).fence = {true, true, true, true, false};
    return true;
  }
  if (llvm::isa<NVVM::NanosleepOp>(op)) {
    emit(op, Kind::Hint);
    return true;
  }
  return false;
}

bool Decoder::decodeWarpMatrix(Operation *op) {
  if (auto load = llvm::dyn_cast<NVVM::LdMatrixOp>(op)) {
    if (load.getShape().getM() != 8 || load.getShape().getN() != 8)
      unsupported(op, "matrices are 8 x 8 numbers of 16 bits");
    const Reference to = define(load.getRes());
    Instruction &at = emit(op, Kind::LoadMatrix);
    at.destination = slotFor(to);
    at.sources[0] = slotFor(of(load.getPtr()));
    at.immediate = load.getNum();
    at.auxiliary = load.getLayout() == NVVM::MMALayout::col;
    at.access = {16, 4, 16};
    forbidUndefined(at, load.getPtr(), "address");
    noteSharedAccess(16, 16);
    return true;
  }
  if (auto store = llvm::dyn_cast<NVVM::StMatrixOp>(op)) {
    if (store.getShape().getM() != 8 || store.getShape().getN() != 8)
      unsupported(op, "matrices are 8 x 8 numbers of 16 bits");
    const Reference from = pack(op, store.getSources());
    Instruction &at = emit(op, Kind::StoreMatrix);
    at.sources[0] = slotFor(of(store.getPtr()));
    at.sources[1] = slotFor(from);
    at.immediate = static_cast<int64_t>(store.getSources().size());
    at.auxiliary = store.getLayout() == NVVM::MMALayout::col;
    at.access = {16, 4, 16};
    forbidUndefined(at, store.getPtr(), "address");
    for (Value source : store.getSources())
      forbidUndefined(at, source, "stored value");
    noteSharedAccess(16, 16);
    return true;
  }
  auto product = llvm::dyn_cast<NVVM::MmaOp>(op);
  if (!product)
    return false;
  const auto shape = product.getShape();
  const auto a = product.getMultiplicandAPtxType(), b = product.getMultiplicandBPtxType();
  const WarpMma *mma =
      a && b ? warpMmaOf(static_cast<int>(shape.getM()), static_cast<int>(shape.getN()),
                         static_cast<int>(shape.getK()), NVVM::stringifyMMATypes(*a),
                         NVVM::stringifyMMATypes(*b))
             : nullptr;
  const Layout result = layoutOf(product.getRes().getType(), op);
  if (!mma || result.elements != static_cast<unsigned>(mma->elementsOfC()) ||
      result.elementBytes() != bytesOf(mma->c) || product.getLayoutA() != NVVM::MMALayout::row ||
      product.getLayoutB() != NVVM::MMALayout::col)
    unsupported(op, "src/executor/WarpMma.def has no such MMA");
  if (product.getIntOverflowBehavior() == NVVM::MMAIntOverflow::satfinite)
    unsupported(op, "accumulators that saturate");
  auto bytesOfRow = [&](ValueRange values) {
    return layoutOf(values.front().getType(), op).elementBytes();
  };
  const Reference left = pack(op, product.getOperandA());
  const Reference right = pack(op, product.getOperandB());
  const Reference sum = pack(op, product.getOperandC());
  const Reference to = define(product.getRes());
  Instruction &at = emit(op, Kind::WarpMatrix);
  at.destination = slotFor(to);
  at.sources[0] = slotFor(left);
  at.sources[1] = slotFor(right);
  at.sources[2] = slotFor(sum);
  at.auxiliary = bytesOfRow(product.getOperandA()) | bytesOfRow(product.getOperandB()) << 8;
  at.target = static_cast<uint32_t>(program.warpMatrices.size());
  program.warpMatrices.push_back(mma);
  return true;
}

bool Decoder::decodeWarpCopies(Operation *op) {
  if (auto copy = llvm::dyn_cast<NVVM::CpAsyncOp>(op)) {
    const uint32_t bytes = copy.getSize();
    Instruction &at = emit(op, Kind::CopyLanes);
    at.sources[0] = slotFor(of(copy.getSrc()));
    at.sources[1] = slotFor(of(copy.getDst()));
    if (Value size = copy.getCpSize())
      at.sources[2] = slotFor(of(size));
    at.access = {bytes, 4, bytes};
    forbidUndefined(at, copy.getSrc(), "address");
    forbidUndefined(at, copy.getDst(), "address");
    noteSharedAccess(bytes, bytes);
    return true;
  }
  if (llvm::isa<NVVM::CpAsyncCommitGroupOp>(op)) {
    emit(op, Kind::CommitCopies);
    return true;
  }
  if (auto wait = llvm::dyn_cast<NVVM::CpAsyncWaitGroupOp>(op)) {
    emit(op, Kind::WaitGroups).immediate = wait.getN();
    return true;
  }
  return false;
}

} // namespace wave::executor
