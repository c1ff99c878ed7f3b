//===- Paths.cpp ----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/Paths.h"

#include "dialect/BrokenConstraint.h"

using namespace mlir;

namespace wave::ir {

namespace {
struct PathFacts {
  AccessPath path;
  StringLiteral words;
  bool needsAlignedRows;
};
} // namespace

static constexpr PathFacts facts[] = {
    {AccessPath::Tma, "with TMA", true},
    {AccessPath::Async, "asynchronously, past the registers", true},
    {AccessPath::Lanes, "by lanes", true},
    {AccessPath::Rows, "by lanes, as widely as rows allow", false},
    {AccessPath::Elements, "by lanes, element by element", false},
};

static const PathFacts &factsOf(AccessPath path) {
  const PathFacts &row = facts[static_cast<size_t>(path)];
  assert(row.path == path && "in the order of the enumeration");
  return row;
}

bool needsAlignedRows(AccessPath path) { return factsOf(path).needsAlignedRows; }
StringRef describe(AccessPath path) { return factsOf(path).words; }

LogicalResult verifyPath(AccessOpInterface op, ErrorId id, ArrayRef<int64_t> widths) {
  const PathAttr path = op.getPathAttr();
  if (!path)
    return success();
  const StringRef name = op->getName().stripDialect();
  const int64_t bytes = path.getBytes();
  if (!llvm::is_contained(op.getPaths(), path.getKind())) {
    std::string list;
    for (AccessPath each : op.getPaths())
      list += (list.empty() ? "" : ", ") + stringifyAccessPath(each).str();
    return BrokenConstraint(op, id,
                            name + ": the path is " + stringifyAccessPath(path.getKind()) +
                                ", which it cannot take")
        .help("write one of " + list + ", or leave the path out: wave-choose-paths chooses it");
  }
  const bool hasWidth = path.getKind() == AccessPath::Lanes && !widths.empty();
  if (hasWidth ? llvm::is_contained(widths, bytes) : bytes == 0)
    return success();
  std::string list;
  for (int64_t width : widths)
    list += (list.empty() ? "" : " or ") + std::to_string(width);
  return BrokenConstraint(op, id,
                          name + ": accesses of lanes have " + Twine(bytes) + " bytes, expected " +
                              (hasWidth ? list : "none to be given"))
      .help(hasWidth ? "write path = #wave.path<lanes, 8>, or leave the path out: TMA makes the "
                       "copy then"
                     : "leave the number of bytes out");
}

AccessPath pathOf(AccessOpInterface op) { return op.getPathAttr().getKind(); }

AccessPath fastestPath(AccessOpInterface op) {
  // Copies of roles are TMA's (StageReads); lanes that run everything copy for themselves.
  if (op.isCopy() && op.isLoad())
    return op->getParentOfType<RoleOp>() ? AccessPath::Tma : AccessPath::Async;
  return op.getPaths().front();
}

//===----------------------------------------------------------------------===//
// Versions
//===----------------------------------------------------------------------===//

/// Calls back with each access that takes a path to a memory.
static void forEachAccess(KernelOp kernel, llvm::function_ref<void(AccessOpInterface)> visit) {
  kernel.walk([&](AccessOpInterface op) {
    if (!op.getPaths().empty())
      visit(op);
  });
}

LogicalResult verifyPaths(KernelOp kernel) {
  const WalkResult result = kernel.walk([](AccessOpInterface op) {
    if (op.getPaths().empty() || op.getPathAttr())
      return WalkResult::advance();
    (void)LogicalResult(
        BrokenConstraint(op, "normal-form",
                         op->getName().getStringRef() + ": the access has no path to its memory")
            .help("run wave-choose-paths before"));
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

LogicalResult verifyIsVersion(KernelOp kernel) {
  if (failed(verifyPaths(kernel)))
    return failure();
  auto aligned = kernel->getAttrOfType<DenseBoolArrayAttr>(alignedRowsAttr);
  const unsigned memories = kernel.getBlock()->getNumArguments();
  if (aligned && aligned.size() == memories)
    return success();
  return BrokenConstraint(kernel, "normal-form",
                          "wave.kernel: " + Twine(alignedRowsAttr) + " says of " +
                              Twine(aligned ? aligned.size() : 0) +
                              " memories whether their rows "
                              "are aligned, the kernel has " +
                              Twine(memories))
      .help("run wave-specialise-paths before");
}

/// Whether operands are copied from the memory: who does so is a role of its own, or does
/// something else meanwhile.
static bool hasOperands(Value memory) {
  return llvm::any_of(memory.getUsers(), [](Operation *user) { return isa<CopyOp>(user); });
}

bool needsAlignedRows(Version version, Value memory) {
  if (version == Version::Any)
    return false;
  if (version == Version::AnyStores)
    return hasOperands(memory);
  // A memory that no path leads to has single elements read: aligned, as it always was.
  bool hasPath = false, needs = false;
  for (Operation *user : memory.getUsers()) {
    auto access = dyn_cast<AccessOpInterface>(user);
    if (!access || !access.getPathAttr())
      continue;
    hasPath = true;
    needs |= needsAlignedRows(pathOf(access));
  }
  return needs || !hasPath;
}

AccessPath pathIn(Version version, AccessOpInterface op) {
  const AccessPath chosen = pathOf(op);
  if (version == Version::Full || needsAlignedRows(version, op.getMemory()))
    return chosen;
  const bool mayAskRows = llvm::is_contained(op.getPaths(), AccessPath::Rows);
  return version == Version::AnyStores && mayAskRows ? AccessPath::Rows : AccessPath::Elements;
}

SmallVector<Version> versionsOf(KernelOp kernel) {
  bool hasCopies = false, differs = false;
  forEachAccess(kernel, [&](AccessOpInterface op) {
    hasCopies |= hasOperands(op.getMemory());
    differs |= pathIn(Version::AnyStores, op) != pathOf(op);
  });
  if (hasCopies && differs)
    return {Version::Full, Version::AnyStores, Version::Any};
  return {Version::Full, Version::Any};
}

bool hasAlignedRows(Value memory) {
  auto argument = cast<BlockArgument>(memory);
  auto kernel = cast<KernelOp>(argument.getOwner()->getParentOp());
  auto aligned = kernel->getAttrOfType<DenseBoolArrayAttr>(alignedRowsAttr);
  assert(aligned && "the kernel is one version");
  return aligned[argument.getArgNumber()];
}

bool hasAlignedRows(KernelOp kernel) {
  auto aligned = kernel->getAttrOfType<DenseBoolArrayAttr>(alignedRowsAttr);
  return llvm::is_contained(aligned.asArrayRef(), true);
}

bool copiesElements(KernelOp kernel) {
  return kernel
      .walk([](CopyOp copy) {
        return pathOf(copy) == AccessPath::Elements ? WalkResult::interrupt()
                                                    : WalkResult::advance();
      })
      .wasInterrupted();
}

} // namespace wave::ir
