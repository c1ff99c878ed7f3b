//===- RoleConflicts.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/schedule/RoleConflicts.h"

#include <cstdlib>

#include "analysis/Nodes.h"
#include "dialect/BrokenConstraint.h"
#include "dialect/IndexValues.h"
#include "dialect/Schedule.h"
#include "passes/schedule/RoleSlice.h"
#include "symbolic/Node.h"

using namespace mlir;

namespace wave {

using analysis::Dependence;
using analysis::describe;

namespace {

/// The part of a memory that an operation touches, where nothing but its start says so.
struct Part {
  OperandRange start; ///< along each dimension of the memory
  ir::TileType tile;
  ir::MemoryType memory;
};

std::optional<Part> partOf(Operation *op) {
  if (auto read = dyn_cast<ir::ReadOp>(op); read && !read.getMapping())
    return Part{read.getStart(), cast<ir::TileType>(read.getResult().getType()),
                cast<ir::MemoryType>(read.getMemory().getType())};
  if (auto write = dyn_cast<ir::WriteOp>(op); write && !write.getMapping())
    return Part{write.getStart(), cast<ir::TileType>(write.getValue().getType()),
                cast<ir::MemoryType>(write.getMemory().getType())};
  return std::nullopt;
}

/// Whether two operations touch other elements: parts of one tile that roles share.
bool areApart(Operation *one, Operation *other) {
  const std::optional<Part> first = partOf(one), second = partOf(other);
  if (!first || !second || first->tile != second->tile)
    return false;
  ir::IndexValues indices;
  for (auto [dim, a, b] : llvm::zip_equal(first->memory.getDims(), first->start, second->start)) {
    const std::optional<int64_t> size = first->tile.getSizeAlong(dim.getName()).getConstant();
    const auto distance = symbolic::constantOf(indices.of(a) - indices.of(b));
    if (size && distance && std::abs(*distance) >= *size)
      return true;
  }
  return false;
}

class Roles {
public:
  explicit Roles(ir::KernelOp kernel) {
    for (ir::RoleAttr role : ir::rolesOf(kernel)) {
      SmallVector<Operation *> roots;
      kernel.walk([&](Operation *op) {
        if (ir::roleOf(op) == role.getName())
          roots.push_back(op);
      });
      slices.emplace_back(role.getName(), RoleSlice(roots));
    }
  }

  bool empty() const { return slices.empty(); }

  /// An operation of a role that uses what one of another role makes, the nearest one.
  static std::optional<std::pair<Operation *, Operation *>> intruder(ir::KernelOp kernel) {
    std::optional<std::pair<Operation *, Operation *>> found;
    kernel.walk([&](Operation *user) {
      const StringAttr own = ir::roleOf(user);
      if (found || !own)
        return;
      const RoleSlice slice(ArrayRef<Operation *>{user});
      kernel.walk([&](Operation *op) {
        if (ir::roleOf(op) && ir::roleOf(op) != own && slice.contains(op))
          found = {user, op};
      });
    });
    return found;
  }

  /// Two roles of which one runs `a`, and the other one `b`.
  std::optional<std::pair<StringAttr, StringAttr>> apart(Operation *a, Operation *b) const {
    for (const auto &[first, ofFirst] : slices)
      for (const auto &[second, ofSecond] : slices)
        if (first != second && ofFirst.contains(a) && ofSecond.contains(b))
          return std::pair(first, second);
    return std::nullopt;
  }

private:
  SmallVector<std::pair<StringAttr, RoleSlice>> slices;
};

} // namespace

LogicalResult verifyRoles(ir::KernelOp kernel, ArrayRef<Dependence> dependences) {
  const Roles roles(kernel);
  if (roles.empty())
    return success();
  if (const auto found = Roles::intruder(kernel)) {
    const auto &[user, made] = *found;
    return ir::BrokenConstraint(user, "schedule-role",
                                describe(user) + " of role '" + ir::roleOf(user).getValue() +
                                    "' uses " + describe(made) + " of role '" +
                                    ir::roleOf(made).getValue() +
                                    "', and no channel hands that over")
        .note(made->getLoc(), "the other operation is here")
        .help("put both into one role");
  }
  for (const Dependence &each : dependences) {
    if (!isa<ir::MemoryType>(each.through.getType()))
      continue;
    const auto parted = roles.apart(each.from, each.to);
    if (!parted || areApart(each.from, each.to))
      continue;
    return ir::BrokenConstraint(each.to, "schedule-role",
                                describe(each.to) + " of role '" + parted->second.getValue() +
                                    "' " + analysis::nameOf(each.kind) + " " + describe(each.from) +
                                    " of role '" + parted->first.getValue() +
                                    "', and roles wait for each other at channels alone")
        .note(each.from->getLoc(), "the other operation is here")
        .help("put both into one role");
  }
  return success();
}

} // namespace wave
