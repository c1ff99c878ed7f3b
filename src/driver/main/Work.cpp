//===- Work.cpp -----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/main/Work.h"

#include <cmath>
#include <map>
#include <set>

#include "frontend/KernelTrace.h"
#include "symbolic/Node.h"

namespace wave::commandline {

namespace {

class WorkCounter {
public:
  WorkCounter(const std::vector<Argument> &arguments,
              const std::vector<std::pair<std::string, int64_t>> &tiles) {
    for (const Argument &argument : arguments)
      for (const auto &[dim, size] : argument.dims)
        sizes[dim] = static_cast<double>(size.node().value);
    for (const auto &[dim, tile] : tiles)
      steps[dim] = static_cast<double>(tile);
  }

  void visit(mlir::Block *block) {
    for (mlir::Operation &op : *block) {
      if (auto loop = llvm::dyn_cast<ir::IterateOp>(op)) {
        const std::string axis = loop.getAxis().getValue().str();
        loops.insert(axis);
        visit(loop.getBlock());
        loops.erase(axis);
        continue;
      }
      const double coordinates = coordinatesOf(op);
      work.visits += coordinates;
      if (llvm::isa<ir::MmaOp>(op))
        work.arithmetic += 2 * coordinates;
      else if (ir::isElementwise(&op) || llvm::isa<ir::ReduceOp>(op))
        work.arithmetic += coordinates;
    }
  }

  Work work;

private:
  /// Coordinates that `op` has over all steps of the loops around it.
  double coordinatesOf(mlir::Operation &op) const {
    std::set<std::string> dims;
    auto add = [&](mlir::Value value) {
      if (auto tile = llvm::dyn_cast<ir::TileType>(value.getType()))
        for (ir::DimAttr dim : tile.getDims())
          dims.insert(dim.getName().getValue().str());
    };
    for (mlir::Value value : op.getOperands())
      add(value);
    for (mlir::Value value : op.getResults())
      add(value);
    if (dims.empty())
      return 0; // a constraint
    double count = 1;
    for (const std::string &dim : dims)
      count *= at(sizes, dim);
    for (const std::string &axis : loops)
      if (!dims.contains(axis))
        count *= std::ceil(at(sizes, axis) / at(steps, axis));
    return count;
  }

  static double at(const std::map<std::string, double> &table, const std::string &key) {
    auto found = table.find(key);
    return found == table.end() ? 1 : found->second;
  }

  std::map<std::string, double> sizes, steps;
  std::set<std::string> loops; ///< axes of those around the current block
};

} // namespace

Work workOf(const Kernel &kernel, const std::vector<Argument> &arguments,
            const std::vector<std::pair<std::string, int64_t>> &tiles) {
  auto context = frontend::makeContext();
  auto module = frontend::load(kernel, *context);
  WorkCounter counter(arguments, tiles);
  counter.visit(frontend::onlyKernel(*module).getBlock());
  return counter.work;
}

} // namespace wave::commandline
