//===- Decoder.h - From the target form to a Program ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The form is docs/adr/0012-target-form.md.  While instructions are made, their slots are
// numbers of references to virtual registers; Slots.h places these at the end.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "executor/Clocks.h"
#include "executor/IssueUnits.h"
#include "executor/LaneFunctions.h"
#include "executor/Program.h"
#include "executor/Slots.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"

namespace wave::executor {

/// How a value of some type lies in rows.
struct Layout {
  Scalar scalar = Scalar::I32;
  unsigned elements = 1;

  unsigned elementBytes() const { return executor::bytesOf(scalar); }
  unsigned bytes() const { return elementBytes() * elements; } ///< of one lane
};

class Decoder {
public:
  Decoder(mlir::LLVM::LLVMFuncOp function, const machine::Chip &chip, Program &program);
  void decode();

private:
  // DecodeFunction.cpp: attributes, arguments, layouts.
  void readLaunch();
  uint32_t checkedShared(int64_t bytes);
  uint32_t checkedAlignment(uint64_t alignment);
  void readMemories();
  void readShared();
  void decodeArguments();
  void checkTensorMap(unsigned argument);
  Layout layoutOf(mlir::Type type, mlir::Operation *op);
  /// Bytes from one element of an array of that type to the next.
  int64_t strideOf(mlir::Type type, mlir::Operation *op);

  // DecodeControl.cpp
  void decodeBlock(mlir::Block &block);
  void decodeIf(mlir::scf::IfOp op);
  void decodeFor(mlir::scf::ForOp op);
  void decodeWhile(mlir::scf::WhileOp op);
  /// All at once: a source may be the destination of another move.
  void emitMoves(mlir::Operation *op, const std::vector<Reference> &to, mlir::ValueRange from);
  std::vector<Reference> registersFor(mlir::TypeRange types, mlir::Operation *op);

  // DecodeValues.cpp
  void decodeOperation(mlir::Operation *op);
  bool decodeConstant(mlir::Operation *op);
  bool decodeArithmetic(mlir::Operation *op);
  bool decodeCast(mlir::Operation *op);
  bool decodeVector(mlir::Operation *op);
  void decodeInsert(mlir::LLVM::InsertElementOp op);
  void decodeInsertValue(mlir::LLVM::InsertValueOp op);
  void decodeExtractValue(mlir::LLVM::ExtractValueOp op);
  /// The result is `vector` with `value` in the rows from `element` on.
  void insertRows(mlir::Operation *op, mlir::Value vector, mlir::Value value, unsigned element);
  void decodeShuffle(mlir::LLVM::ShuffleVectorOp op);
  void decodeRegroup(mlir::Operation *op);

  // DecodeMemory.cpp
  bool decodeMemory(mlir::Operation *op);
  void decodeAddress(mlir::LLVM::GEPOp op);
  void decodeAccess(mlir::Operation *op, mlir::Value pointer, mlir::Type type,
                    std::optional<uint64_t> alignment, bool isStore, mlir::Value value);
  void decodeAtomic(mlir::LLVM::AtomicRMWOp op);
  void decodeFence(mlir::LLVM::FenceOp op);
  void noteSharedAccess(unsigned bytes, unsigned alignment);
  void noteGlobalAccess(unsigned bytes, unsigned alignment, bool isWrite);
  void noteOrdering(mlir::LLVM::AtomicOrdering ordering);

  // DecodeRocdl.cpp
  bool decodeRocdl(mlir::Operation *op);
  bool decodeSynchronization(mlir::Operation *op, llvm::StringRef name);
  bool decodeCrossLane(mlir::Operation *op, llvm::StringRef name);
  bool decodeBuffer(mlir::Operation *op);
  void decodeMatrix(mlir::Operation *op, const Mfma &mfma);
  bool decodeCopyToShared(mlir::Operation *op);

  // DecodeNvvm.cpp
  bool decodeNvvm(mlir::Operation *op);
  bool decodeWarpLanes(mlir::Operation *op, llvm::StringRef name);
  bool decodeWarpBarrier(mlir::Operation *op);
  bool decodeWarpMatrix(mlir::Operation *op);
  bool decodeWarpCopies(mlir::Operation *op);

  // DecodeHopper.cpp
  bool decodeHopper(mlir::Operation *op);
  bool decodePhase(mlir::Operation *op);
  bool decodeBoxes(mlir::Operation *op);
  bool decodeProducts(mlir::Operation *op);
  bool decodeProxies(mlir::Operation *op);
  /// An instruction on the mbarrier there.
  Instruction &emitPhase(mlir::Operation *op, Kind kind, mlir::Value address);
  /// Of a pointer to shared memory, also a generic one, the address of 32 bits.
  Reference sharedAddress(mlir::Operation *op, mlir::Value pointer);
  /// Only lanes where `predicate` holds, if there is one, run what `emitIt` emits.
  void emitWhere(mlir::Operation *op, mlir::Value predicate, llvm::function_ref<void()> emitIt);
  void emitProduct(mlir::Operation *op, const Wgmma &wgmma, Reference sum, Reference a, Reference b,
                   Reference registersOfA, unsigned rowBytes, mlir::Value keepsSum, Reference to);

  // DecodeBlackwell.cpp
  bool decodeBlackwell(mlir::Operation *op);
  bool decodeTensorMemory(mlir::Operation *op);
  bool decodeTensorProduct(mlir::Operation *op);
  uint32_t pairFlag(mlir::Operation *op, mlir::NVVM::CTAGroupKind group);

  // DecodeCluster.cpp
  void readCluster();
  bool decodeCluster(mlir::Operation *op);

  // DecodeAsm.cpp: products that have no operation, and waits that hand values on.
  bool decodeAsm(mlir::Operation *op);
  void decodeAsmProduct(mlir::LLVM::InlineAsmOp op);
  void decodeAsmCopy(mlir::LLVM::InlineAsmOp op);
  void decodeAsmWait(mlir::LLVM::InlineAsmOp op);
  void decodeAsmTensorWait(mlir::LLVM::InlineAsmOp op);
  /// The results are what the outputs are tied to.
  void aliasTied(mlir::LLVM::InlineAsmOp op);

  /// The values one after another in one register; no instruction where they lie so already.
  Reference pack(mlir::Operation *op, mlir::ValueRange values);

  // Errors: the operation, why it cannot be executed, and a way out.
  [[noreturn]] void unsupported(mlir::Operation *op, const std::string &why);
  [[noreturn]] void malformed(const std::string &what, const std::string &help);

  // Instructions.
  uint32_t siteOf(mlir::Operation *op);
  Instruction &emit(mlir::Operation *op, Kind kind);
  /// A value goes on by another name.
  Instruction &emitMove(mlir::Operation *op, LaneFunction run, Reference to, unsigned elements,
                        Reference from) {
    Instruction &at = emitLanes(op, run, to, elements, {from});
    at.isMove = true;
    return at;
  }
  Instruction &emitLanes(mlir::Operation *op, LaneFunction run, Reference to, unsigned elements,
                         const std::vector<Reference> &from);
  uint32_t here() const { return static_cast<uint32_t>(program.code.size()); }
  Slot slotFor(Reference reference) { return allocation.referTo(reference); }

  // Values.
  Reference of(mlir::Value value);
  Reference define(mlir::Value value);
  void alias(mlir::Value value, Reference reference) { values[value] = reference; }
  Reference constantRows(const std::vector<uint64_t> &elements, Scalar scalar);
  std::optional<int64_t> constantOf(mlir::Value value);
  /// Constant, or an error that says that `what` has to be.
  int64_t needConstant(mlir::Operation *op, mlir::Value value, const std::string &what);

  /// Bit i: element i is poison or undef, whatever runs.  The last bit is for all from there on.
  static uint64_t everyElement(unsigned elements) {
    return elements >= 64 ? ~uint64_t{0} : (uint64_t{1} << elements) - 1;
  }
  static uint64_t bitOf(size_t element) { return uint64_t{1} << (element < 63 ? element : 63); }
  uint64_t undefinedIn(mlir::Value value) const { return undefined.lookup(value); }
  void forbidUndefined(Instruction &at, mlir::Value value, const std::string &purpose);

  mlir::LLVM::LLVMFuncOp function;
  Program &program;
  Allocation allocation;
  std::optional<IssueUnits> units; ///< where the account of issue time is of the chip
  llvm::DenseMap<mlir::Value, Reference> values;
  llvm::DenseMap<mlir::Value, uint64_t> undefined;
  /// Of structs whose members have different types.
  llvm::DenseMap<mlir::Value, std::vector<Reference>> members;
  llvm::DenseMap<mlir::Operation *, uint32_t> sites;
  std::map<std::vector<uint64_t>, uint32_t> constants;
  std::optional<Reference> sharedBegin; ///< address of the variable in shared memory
  std::optional<bool> tensorGroup;      ///< whether operations on tensor memory are of pairs
};

} // namespace wave::executor
