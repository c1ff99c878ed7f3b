//===- IssueUnits.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/IssueUnits.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

#include "targets/llvm/OperationClasses.h"

using namespace mlir;

namespace wave::executor {

namespace {

/// What the scalar unit computes too (CDNA3 ISA reference guide, SOP1, SOP2, SOPK and SOPC).
bool isScalarArithmetic(Operation *op) {
  static const llvm::StringSet<> names = {
      "llvm.add",       "llvm.sub",          "llvm.mul",      "llvm.and",        "llvm.or",
      "llvm.xor",       "llvm.shl",          "llvm.lshr",     "llvm.ashr",       "llvm.udiv",
      "llvm.urem",      "llvm.sdiv",         "llvm.srem",     "llvm.icmp",       "llvm.select",
      "llvm.zext",      "llvm.sext",         "llvm.trunc",    "llvm.intr.smin",  "llvm.intr.smax",
      "llvm.intr.umin", "llvm.intr.umax",    "llvm.intr.abs", "llvm.intr.ctpop", "llvm.intr.ctlz",
      "llvm.intr.cttz", "llvm.getelementptr"};
  return names.contains(op->getName().getStringRef());
}

/// Values that go on by another name, or in other registers of the same vector.
bool isRenaming(Operation *op) {
  static const llvm::StringSet<> names = {
      "llvm.bitcast",       "llvm.extractelement", "llvm.insertelement",
      "llvm.shufflevector", "llvm.extractvalue",   "llvm.insertvalue",
      "llvm.ptrtoint",      "llvm.inttoptr",       "llvm.addrspacecast"};
  // The lower of the two registers of a number of 64 bits.
  if (auto cut = dyn_cast<LLVM::TruncOp>(op))
    return cut.getArg().getType().isInteger(64) && cut.getType().isInteger(32);
  return names.contains(op->getName().getStringRef());
}

/// Uniform whatever they are of.
bool isAlwaysUniform(Operation *op) {
  const StringRef name = op->getName().getStringRef();
  return op->hasTrait<OpTrait::ConstantLike>() || name.starts_with("rocdl.workgroup.") ||
         name.starts_with("rocdl.grid.dim.") || name == "rocdl.wavefrontsize" ||
         name == "rocdl.readfirstlane" || name == "rocdl.readlane" || name == "rocdl.ballot";
}

/// Instructions of the code generator, not of the machine: they order its own, or order nothing
/// between waves.
bool isNoInstruction(Operation *op) {
  const StringRef name = op->getName().getStringRef();
  return name.starts_with("rocdl.sched.") || name == "rocdl.iglp.opt" || isa<LLVM::FenceOp>(op);
}

bool isScalar(Type type) {
  return isa<LLVM::LLVMPointerType>(type) ||
         (type.isInteger() && type.getIntOrFloatBitWidth() <= 64);
}

/// S_CMP of 64 bits knows equal and not equal alone; the others are of the vector unit.
bool isVectorComparison(Operation *op) {
  auto compare = dyn_cast<LLVM::ICmpOp>(op);
  return compare && !compare.getLhs().getType().isInteger(32) &&
         compare.getPredicate() != LLVM::ICmpPredicate::eq &&
         compare.getPredicate() != LLVM::ICmpPredicate::ne;
}

/// Machine instructions of a division, as LLVM 22 makes them for gfx942 and gfx950: a
/// multiplication by an inverse where the divisor is known, an expansion by a reciprocal where it
/// is not.
uint8_t instructionsOf(Operation *op) {
  if (classOf(op) != OperationClass::Division)
    return 1;
  const bool isWide = op->getResult(0).getType().isInteger(64);
  auto divisor = op->getOperand(1).getDefiningOp<LLVM::ConstantOp>();
  auto number = divisor ? dyn_cast<IntegerAttr>(divisor.getValue()) : IntegerAttr();
  if (!number)
    return isWide ? 136 : 20;
  if (number.getValue().isPowerOf2())
    return 1;
  return isWide ? 20 : 5;
}

bool isAccess(OpOperand &use) {
  if (auto store = dyn_cast<LLVM::StoreOp>(use.getOwner()))
    return use.get() == store.getAddr() && use.get() != store.getValue();
  return isa<LLVM::LoadOp>(use.getOwner());
}

/// Of an address in shared memory that is a constant behind another one, how far; nothing of
/// others.
std::optional<int64_t> offsetOf(LLVM::GEPOp address) {
  const auto pointer = dyn_cast<LLVM::LLVMPointerType>(address.getType());
  if (!pointer || pointer.getAddressSpace() != 3 || !address.getElemType().isInteger(8) ||
      address.getIndices().size() != 1)
    return std::nullopt;
  const auto index = dyn_cast<IntegerAttr>(address.getIndices()[0]);
  if (!index)
    return std::nullopt;
  auto before = address.getBase().getDefiningOp<LLVM::GEPOp>();
  return index.getInt() + (before ? offsetOf(before).value_or(0) : 0);
}

/// Whether instructions that access shared memory add it themselves: their offset has 16 bits,
/// without a sign (CDNA3 ISA reference guide, "LDS Access", OFFSET0 and OFFSET1).
bool isInInstruction(Operation *op) {
  auto address = dyn_cast<LLVM::GEPOp>(op);
  const std::optional<int64_t> offset = address ? offsetOf(address) : std::nullopt;
  return offset && llvm::isUInt<16>(*offset) && llvm::all_of(op->getUses(), [](OpOperand &use) {
           auto behind = dyn_cast<LLVM::GEPOp>(use.getOwner());
           return isAccess(use) || (behind && offsetOf(behind));
         });
}

} // namespace

IssueUnits::IssueUnits(LLVM::LLVMFuncOp function) {
  function.walk([&](Operation *op) {
    if (op->getNumRegions() == 0 && !isScalarArithmetic(op) && !isAlwaysUniform(op) &&
        !isRenaming(op))
      spreadAll(op->getResults());
  });
  while (!pending.empty())
    for (OpOperand &use : pending.pop_back_val().getUses())
      spread(use);
}

void IssueUnits::spread(Value value) {
  if (byLane.insert(value).second)
    pending.push_back(value);
}

void IssueUnits::spreadAll(ValueRange values) {
  for (Value value : values)
    spread(value);
}

void IssueUnits::spread(OpOperand &use) {
  Operation *user = use.getOwner(), *parent = user->getParentOp();
  const unsigned number = use.getOperandNumber();
  if (isScalarArithmetic(user) || isRenaming(user) || isa<scf::IfOp>(user)) {
    spreadAll(user->getResults());
  } else if (auto loop = dyn_cast<scf::ForOp>(user)) {
    if (number < loop.getNumControlOperands()) { // lanes take different numbers of trips
      spreadAll(loop.getBody()->getArguments());
      spreadAll(loop.getResults());
    } else {
      const unsigned carried = number - loop.getNumControlOperands();
      spread(loop.getRegionIterArg(carried));
      spread(loop.getResult(carried));
    }
  } else if (auto loop = dyn_cast<scf::WhileOp>(user)) {
    spread(loop.getBeforeArguments()[number]);
  } else if (auto condition = dyn_cast<scf::ConditionOp>(user)) {
    auto loop = cast<scf::WhileOp>(parent);
    if (number == 0) {
      spreadAll(loop.getBeforeArguments());
      spreadAll(loop.getAfterArguments());
      spreadAll(loop.getResults());
    } else {
      spread(loop.getAfterArguments()[number - 1]);
      spread(loop.getResult(number - 1));
    }
  } else if (isa<scf::YieldOp>(user)) {
    if (auto loop = dyn_cast<scf::ForOp>(parent)) {
      spread(loop.getRegionIterArg(number));
      spread(loop.getResult(number));
    } else if (auto loop = dyn_cast<scf::WhileOp>(parent)) {
      spread(loop.getBeforeArguments()[number]);
    } else {
      spread(parent->getResult(number));
    }
  }
}

Issue IssueUnits::of(Operation *op) const {
  if (isRenaming(op) || isNoInstruction(op) || isInInstruction(op))
    return {Unit::None, 1};
  if (auto loop = dyn_cast<scf::ForOp>(op)) // its counter
    return {isUniform(loop.getInductionVar()) ? Unit::Scalar : Unit::Vector, 1};
  const bool isOfScalarUnit = isScalarArithmetic(op) && !isVectorComparison(op) &&
                              isScalar(op->getResult(0).getType()) && isUniform(op->getResult(0));
  return {isOfScalarUnit ? Unit::Scalar : Unit::Vector, instructionsOf(op)};
}

} // namespace wave::executor
