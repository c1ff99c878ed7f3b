//===- Mutation.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mutation.h"

#include <algorithm>
#include <map>

#include "NvidiaChanges.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir;

namespace wave::test {
namespace {

constexpr unsigned sharedSpace = 3;

bool isShared(Value pointer) {
  return cast<LLVM::LLVMPointerType>(pointer.getType()).getAddressSpace() == sharedSpace;
}

//===----------------------------------------------------------------------===//
// Where an operation is, such that neither its line nor its neighbours matter
//===----------------------------------------------------------------------===//

/// As the kernel calls the operation that it serves; "-" where it has no tag.
std::string tagOf(Operation *op) {
  auto name = dyn_cast<NameLoc>(op->getLoc());
  return name ? name.getName().str() : "-";
}

/// "for/else" of an operation in the second way of a choice in a loop; "body" outside of all.
std::string pathOf(Operation *op) {
  SmallVector<StringRef> parts;
  for (Operation *parent = op->getParentOp(); !isa<LLVM::LLVMFuncOp>(parent);
       op = parent, parent = parent->getParentOp())
    parts.push_back(isa<scf::ForOp>(parent)                    ? "for"
                    : op->getParentRegion()->getRegionNumber() ? "else"
                                                               : "then");
  std::reverse(parts.begin(), parts.end());
  return parts.empty() ? "body" : llvm::join(parts, "/");
}

/// What a comparison decides: which of two ways is taken, which of two numbers is the least,
/// or whether a lane takes part.
std::string roleOf(Operation *op) {
  for (Operation *user : op->getUsers()) {
    if (auto choice = dyn_cast<scf::IfOp>(user); choice && !choice.getElseRegion().empty())
      return "of a way";
    if (auto select = dyn_cast<LLVM::SelectOp>(user); select && select.getType().isInteger(64))
      return "of a minimum";
    if (isa<LLVM::AndOp>(user))
      return roleOf(user);
  }
  return "of a mask";
}

std::string nameOf(Operation *op) {
  std::string name = op->getName().getStringRef().str();
  if (auto compare = dyn_cast<LLVM::ICmpOp>(op))
    name += " " + LLVM::stringifyICmpPredicate(compare.getPredicate()).str() + " " + roleOf(op);
  if (auto fence = dyn_cast<LLVM::FenceOp>(op))
    name += " " + LLVM::stringifyAtomicOrdering(fence.getOrdering()).str();
  if (auto text = dyn_cast<LLVM::InlineAsmOp>(op))
    name += " " + text.getAsmString().split(' ').first.str();
  return name;
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

void remove(Operation *op) { op->erase(); }

void reorder(Operation *op) {
  auto fence = cast<LLVM::FenceOp>(op);
  fence.setOrdering(fence.getOrdering() == LLVM::AtomicOrdering::release
                        ? LLVM::AtomicOrdering::acquire
                        : LLVM::AtomicOrdering::release);
}

void narrowScope(Operation *op) { cast<LLVM::FenceOp>(op).setSyncscope("wavefront"); }

/// For the other one of the two memories; one for both is left for shared memory alone.
void changeMemory(Operation *op) {
  const StringRef name = LLVM::LLVMDialect::getMmraAttrName();
  const bool isLocal = op->hasAttr(name);
  op->setDiscardableAttr(name, LLVM::MMRATagAttr::get(op->getContext(), "amdgpu-synchronize-as",
                                                      isLocal ? "global" : "local"));
}

/// The barrier stays, and orders no memory.
void removeFences(Operation *op) {
  for (Operation *fence : {op->getPrevNode(), op->getNextNode()})
    if (isa_and_nonnull<LLVM::FenceOp>(fence))
      fence->erase();
}

void waitForOneLess(Operation *op) {
  auto wait = cast<ROCDL::SWaitcntOp>(op);
  wait.setBitfield(wait.getBitfield() + 1);
}

LLVM::ICmpPredicate neighbour(LLVM::ICmpPredicate predicate) {
  using enum LLVM::ICmpPredicate;
  switch (predicate) {
  case slt:
    return sle;
  case sle:
    return slt;
  case sgt:
    return sge;
  case sge:
    return sgt;
  case ult:
    return ule;
  case ule:
    return ult;
  case ugt:
    return uge;
  case uge:
    return ugt;
  case eq:
    return ne;
  case ne:
    return eq;
  }
  llvm_unreachable("all predicates are listed");
}

using Changed = Value (*)(OpBuilder &, LLVM::ICmpOp);

Value offByOne(OpBuilder &builder, LLVM::ICmpOp op) {
  return LLVM::ICmpOp::create(builder, op.getLoc(), neighbour(op.getPredicate()), op.getLhs(),
                              op.getRhs());
}

Value holding(OpBuilder &builder, LLVM::ICmpOp op) {
  return LLVM::ConstantOp::create(builder, op.getLoc(), builder.getBoolAttr(true));
}

template <Changed changed> void compare(Operation *op) {
  OpBuilder builder(op);
  op->getResult(0).replaceAllUsesWith(changed(builder, cast<LLVM::ICmpOp>(op)));
}

template <Changed changed> void probeComparison(Operation *op) {
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  Value other = changed(builder, cast<LLVM::ICmpOp>(op));
  Value isSame =
      LLVM::ICmpOp::create(builder, op->getLoc(), LLVM::ICmpPredicate::eq, op->getResult(0), other);
  Value word = LLVM::ZExtOp::create(builder, op->getLoc(), builder.getI32Type(), isSame);
  LLVM::UDivOp::create(builder, op->getLoc(), word, word);
}

void moveEnd(Operation *op, bool isLonger) {
  auto loop = cast<scf::ForOp>(op);
  OpBuilder builder(op);
  Value end = loop.getUpperBound(), step = loop.getStep();
  loop.setUpperBound(isLonger ? LLVM::AddOp::create(builder, op->getLoc(), end, step).getResult()
                              : LLVM::SubOp::create(builder, op->getLoc(), end, step).getResult());
}

void moveAddress(Operation *op, int64_t bytes) {
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  Value address = op->getResult(0);
  auto moved = LLVM::GEPOp::create(builder, op->getLoc(), address.getType(), builder.getI8Type(),
                                   address, ArrayRef<LLVM::GEPArg>(static_cast<int32_t>(bytes)));
  address.replaceAllUsesExcept(moved, moved);
}

void forgetRemainder(Operation *op) { op->getResult(0).replaceAllUsesWith(op->getOperand(0)); }

SmallVector<DictionaryAttr> mapsOf(LLVM::LLVMFuncOp function) {
  auto maps = function->getAttrOfType<ArrayAttr>("wave.tensor_maps");
  return maps ? llvm::to_vector(maps.getAsRange<DictionaryAttr>()) : SmallVector<DictionaryAttr>();
}

void alignShared(Operation *op, uint64_t bytes) { cast<LLVM::GlobalOp>(op).setAlignment(bytes); }

void swizzleMap(LLVM::LLVMFuncOp function, size_t number, int64_t bytes) {
  Builder builder(function.getContext());
  SmallVector<Attribute> maps(llvm::to_vector_of<Attribute>(mapsOf(function)));
  NamedAttrList fields(cast<DictionaryAttr>(maps[number]));
  fields.set("swizzle", builder.getI64IntegerAttr(bytes));
  maps[number] = fields.getDictionary(function.getContext());
  function->setAttr("wave.tensor_maps", builder.getArrayAttr(maps));
}

//===----------------------------------------------------------------------===//
// What is changed
//===----------------------------------------------------------------------===//

class Lister {
public:
  std::vector<Mutation> run(ModuleOp module) {
    module.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op->getParentOfType<LLVM::LLVMFuncOp>())
        visit(op);
      if (auto function = dyn_cast<LLVM::LLVMFuncOp>(op)) {
        slotBytes = slotBytesOf(function);
        visitMaps(function);
        visitArguments(function);
      }
      if (auto global = dyn_cast<LLVM::GlobalOp>(op))
        visitGlobal(global);
      ++position;
    });
    return std::move(list);
  }

private:
  void add(const std::string &kind, std::function<void(Operation *)> apply,
           std::function<void(Operation *)> probe = {}) {
    list.push_back({position, place, kind, std::move(apply), std::move(probe)});
  }

  void visit(Operation *op) {
    const std::string where = tagOf(op) + " in " + pathOf(op) + ": " + nameOf(op);
    place = where + " " + std::to_string(++counts[where]);
    for (Change &change : changesOf(op))
      add(change.kind, std::move(change.apply));
    TypeSwitch<Operation *>(op)
        .Case([&](ROCDL::SBarrierOp) {
          add("barrier deleted", remove);
          add("both fences of the barrier deleted", removeFences);
        })
        .Case([&](LLVM::FenceOp fence) {
          add("fence deleted", remove);
          add("fence of the other order", reorder);
          add("fence of a wave", narrowScope);
          add("fence for the other memory", changeMemory);
        })
        .Case([&](ROCDL::SWaitcntOp) {
          add("wait deleted", remove);
          add("wait for one less", waitForOneLess);
        })
        .Case([&](LLVM::ICmpOp) {
          add("comparison off by one", compare<offByOne>, probeComparison<offByOne>);
          add("comparison dropped", compare<holding>, probeComparison<holding>);
        })
        .Case([&](scf::ForOp) {
          add("loop a step longer", [](Operation *loop) { moveEnd(loop, true); });
          add("loop a step shorter", [](Operation *loop) { moveEnd(loop, false); });
        })
        .Case([&](LLVM::GEPOp address) {
          if (isShared(address))
            visitShared(address);
        })
        .Case([&](LLVM::URemOp remainder) {
          if (reachesShared(remainder))
            add("remainder dropped", forgetRemainder);
        });
  }

  void visitMaps(LLVM::LLVMFuncOp function) {
    for (auto [i, map] : llvm::enumerate(mapsOf(function))) {
      place = "map of " + map.getAs<StringAttr>("memory").str();
      for (int64_t bytes : {0, 32, 64, 128})
        if (bytes != map.getAs<IntegerAttr>("swizzle").getInt())
          add("swizzle " + std::to_string(bytes),
              [i = i, bytes](Operation *op) { swizzleMap(cast<LLVM::LLVMFuncOp>(op), i, bytes); });
    }
  }

  /// Tensor maps are parameters by value.
  void visitArguments(LLVM::LLVMFuncOp function) {
    for (unsigned i = 0; i < function.getNumArguments(); ++i) {
      if (!function.getArgAttr(i, LLVM::LLVMDialect::getByValAttrName()))
        continue;
      place = "argument " + std::to_string(i);
      add("no grid constant", [i](Operation *op) {
        cast<LLVM::LLVMFuncOp>(op).removeArgAttr(
            i, StringAttr::get(op->getContext(), NVVM::NVVMDialect::getGridConstantAttrName()));
      });
      add("aligned to 32", [i](Operation *op) {
        cast<LLVM::LLVMFuncOp>(op).setArgAttr(i, LLVM::LLVMDialect::getAlignAttrName(),
                                              Builder(op->getContext()).getI64IntegerAttr(32));
      });
    }
  }

  void visitGlobal(LLVM::GlobalOp global) {
    if (global.getAddrSpace() != sharedSpace)
      return;
    place = "shared memory";
    for (uint64_t bytes : {1, 16, 128, 256})
      if (bytes < global.getAlignment().value_or(1))
        add("aligned to " + std::to_string(bytes),
            [bytes](Operation *op) { alignShared(op, bytes); });
  }

  void visitShared(LLVM::GEPOp address) {
    // The widest access, so that only where it is counts.
    add("address 16 bytes off", [](Operation *op) { moveAddress(op, 16); });
    for (int64_t bytes : slotBytes)
      add("address " + std::to_string(bytes) + " bytes off, a slot",
          [bytes](Operation *op) { moveAddress(op, bytes); });
  }

  /// Bytes of slots of which there are several, each number once.
  static SmallVector<int64_t> slotBytesOf(LLVM::LLVMFuncOp function) {
    SmallVector<int64_t> result;
    if (auto maps = function->getAttrOfType<ArrayAttr>("wave.shared"))
      for (auto map : maps.getAsRange<DictionaryAttr>()) {
        const int64_t bytes = map.getAs<IntegerAttr>("bytes").getInt();
        if (map.getAs<IntegerAttr>("slots").getInt() > 1 && !llvm::is_contained(result, bytes))
          result.push_back(bytes);
      }
    return result;
  }

  static bool reachesShared(Operation *op) {
    return llvm::any_of(op->getUsers(), [](Operation *user) {
      if (auto address = dyn_cast<LLVM::GEPOp>(user))
        return isShared(address);
      return isa<LLVM::AddOp, LLVM::MulOp, LLVM::TruncOp, LLVM::ZExtOp, LLVM::UDivOp, LLVM::URemOp>(
                 user) &&
             reachesShared(user);
    });
  }

  size_t position = 0;
  std::string place;
  SmallVector<int64_t> slotBytes;
  std::map<std::string, int> counts;
  std::vector<Mutation> list;
};

} // namespace

std::vector<Mutation> mutationsOf(ModuleOp module) { return Lister().run(module); }

static OwningOpRef<ModuleOp> changed(ModuleOp module, size_t at,
                                     const std::function<void(Operation *)> &change) {
  OwningOpRef<ModuleOp> copy(module.clone());
  Operation *found = nullptr;
  size_t position = 0;
  copy->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (position++ != at)
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  change(found);
  return copy;
}

OwningOpRef<ModuleOp> mutated(ModuleOp module, const Mutation &mutation) {
  return changed(module, mutation.position, mutation.apply);
}
OwningOpRef<ModuleOp> probed(ModuleOp module, const Mutation &mutation) {
  return changed(module, mutation.position, mutation.probe);
}

} // namespace wave::test
