//===- Workgroup.h - Agents and what they share ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "interpreter/Agent.h"
#include "interpreter/Interleaving.h"
#include "interpreter/Parts.h"
#include "interpreter/SharedMemory.h"
#include "llvm/ADT/MapVector.h"

#include <array>
#include <map>
#include <memory>
#include <tuple>

namespace wave::interpreter {

/// Which agent may make its next step, what the step does, and whether the form allows it.
class Workgroup {
public:
  /// `place` is that in its cluster, `cluster` has all of it; null where it is alone.
  using Cluster = std::vector<std::unique_ptr<Workgroup>>;
  Workgroup(ir::KernelOp kernel, std::span<const Tensor> tensors, const Bindings &symbols,
            Parts &parts, const std::array<int64_t, 3> &place, const Cluster *cluster);

  size_t agentCount() const { return agents.size(); }

  /// Those who may go; nobody, when all are done or something was found.
  std::vector<size_t> ready();
  bool mayGo(size_t number);
  void step(size_t number);
  /// To be called when all are done.
  void finish();

  const std::optional<Finding> &finding() const { return finding_; }

private:
  mlir::SmallVector<Access, 2> accessesOf(const Agent &agent, mlir::Operation *op) const;
  AccessOrder &orderOf(const Agent &agent, const Access &access);
  /// How many agents run what this one runs.
  int64_t wavesBeside(const Agent &agent) const;

  /// The workgroups of the cluster that differ from this one along these dimensions of the grid and
  /// along no other, in order, this one among them; those that share a copy into one of the rings,
  /// or multiply together with what is there.
  std::vector<Workgroup *> along(mlir::ArrayRef<int64_t> dims);
  std::vector<Workgroup *> sharing(mlir::ValueRange rings);
  /// The two that multiply together, in the order of their places.
  std::vector<Workgroup *> pair();

  bool mayPass(const Agent &agent, mlir::Operation *step);
  void pass(size_t number, mlir::Operation *step);
  /// The workgroups of the cluster.
  std::vector<Workgroup *> together();
  bool mayReinitialise(const Agent &agent);
  void reinitialise(size_t number);
  void beginAnew();
  void checkUse(size_t number, const Access &access, const Ring &ring, int64_t use);

  void run(size_t number, const Access &access, ir::SharedWriteOp op);
  void run(size_t number, const Access &access, ir::SharedReadOp op);
  void run(size_t number, const Access &access, ir::ViewOp op);
  void run(size_t number, const Access &access, ir::ScalarWriteOp op);
  void run(size_t number, const Access &access, ir::ScalarReadOp op);
  void run(size_t number, const Access &from, const Access &to, ir::CopyOp op);
  void run(size_t number, const Access &from, const Access &to, ir::CopyOutOp op);
  void run(size_t number, const Access &access, ir::ReadOp op);
  void run(size_t number, const Access &access, ir::WriteOp op);
  void run(Agent &agent, ir::MaskOp op);
  void run(Agent &agent, ir::SelfIndexOp op);
  void run(Agent &agent, ir::SplatOp op);
  void run(Agent &agent, ir::PartialReduceOp op);
  void runComputation(size_t number, mlir::Operation *op);

  /// What the product reads in place, from the slot; nothing where it is not there.
  Array readInPlace(size_t number, const SlotUse &use);
  Array contentOf(const SlotUse &use);
  /// Columns of rhs of which each of a pair has half.
  Array readOfPair(size_t number, const SlotUse &use, const std::string &columns);
  void checkSums(const Agent &agent, mlir::Operation *op);

  std::string placeText() const; ///< for messages
  int64_t sizeOf(ir::ExprAttr dim);
  /// Calls visit(element of the tile, address, element of the memory) for the elements of
  /// `mask` inside the memory.
  using Visit = llvm::function_ref<void(size_t, std::byte *, size_t)>;
  void forEachInside(const Agent &agent, mlir::Operation *op, mlir::Value memory, ir::TileType type,
                     const Parts::Mask &mask, Visit visit);

  void reportWaiting();
  void checkEnds();
  bool checkSlot(const Access &access, Ring &ring);
  bool arePartedBy(const Touches::Touch &earlier, size_t number, bool isRing) const;
  void touch(size_t number, const Access &access, size_t element);
  void reportStale(const Access &access, Ring &ring, const Ring::Element &element, int64_t count);
  void report(const std::string &message, mlir::Operation *op, std::vector<Note> notes = {});

  ir::KernelOp kernel;
  std::span<const Tensor> tensors;
  Parts &parts;
  std::vector<Agent> agents;
  const std::array<int64_t, 3> place;
  const Cluster *cluster;
  llvm::MapVector<mlir::Value, Ring> rings;
  llvm::DenseSet<mlir::Value> written; ///< memories
  using Place = std::pair<mlir::Value, int64_t>;
  std::map<std::tuple<mlir::Operation *, const void *, int64_t>, AccessOrder> orders;
  llvm::DenseMap<std::pair<Place, size_t>, Touches> touches;
  std::optional<Finding> finding_;
};

} // namespace wave::interpreter
