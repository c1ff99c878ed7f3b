//===- Interpreter.cpp - The reference semantics of the traced form -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every operation works on whole arrays, so workgroups and waves do not occur:
// what a kernel means does not depend on them.  Loops do: inside a loop over K
// an array with the axis K holds one step of it, the last step what is left.
//
//===----------------------------------------------------------------------===//

#include "interpreter/Interpreter.h"

#include <cmath>
#include <limits>
#include <map>

#include "llvm/ADT/TypeSwitch.h"

#include "diagnostic/AtCall.h"
#include "diagnostic/ErrorId.h"
#include "dialect/DiagnosticCapture.h"
#include "dialect/ElementTypes.h"
#include "dialect/KernelArguments.h"
#include "frontend/KernelTrace.h"
#include "interpreter/Compute.h"
#include "interpreter/Operations.h"
#include "runtime/Arguments.h"
#include "runtime/DebugLog.h"
#include "runtime/TensorElements.h"
#include "symbolic/Evaluate.h"

using namespace mlir;

namespace wave {
namespace interpreter {

namespace {

class Interpreter {
public:
  /// `ranges` has an entry for each tensor, with ranges of those that are written, or is empty.
  Interpreter(ir::KernelOp kernel, const InterpretOptions &options, std::span<const Tensor> tensors,
              std::span<std::optional<Ranges>> ranges = {})
      : kernel(kernel), subs(options.subs), tensors(tensors), ranges(ranges), onLog(options.on_log),
        rounding(!ranges.empty()   ? Rounding::WithRanges
                 : options.float64 ? Rounding::None
                                   : Rounding::ToElementType) {
    // The bound form has the values of its symbols with it.
    if (DictionaryAttr bound = this->kernel.getBindingsAttr())
      for (NamedAttribute entry : bound)
        if (!subs.find(entry.getName().getValue()))
          subs.set(entry.getName().str(), cast<ir::ExprAttr>(entry.getValue()).getValue());
  }

  void run() {
    // What subs leave open, the tensors give.
    subs = checkArguments(kernel.getSymName().str(), ir::argumentsOf(kernel), subs, tensors);
    bindTiles();
    runBlock(kernel.getBlock());
  }

private:
  /// The part of an axis that the current step of a loop over it works on.
  struct Part {
    int64_t start, size;
  };

  void bindTiles() {
    for (auto tiling : kernel.getBlock()->getOps<ir::TilingConstraintOp>())
      if (int64_t step = steps[nameOf(tiling.getDim())] =
              evaluate(tiling.getTile(), tiling.getLoc());
          step < 1)
        throw Error(
            {.id = ErrorId("interpreter-tile"),
             .message = "the tile of " + nameOf(tiling.getDim()) + " is " + std::to_string(step),
             .where = ir::sourceLocation(tiling.getLoc()),
             .notes = {},
             .help = "a tile has at least 1 element"});
  }

  static std::string nameOf(ir::ExprAttr dim) { return dim.getValue().str(); }

  int64_t evaluate(ir::ExprAttr expr, Location where) const {
    symbolic::Evaluation value = symbolic::evaluate(expr.getValue(), subs);
    if (!value)
      throw Error({.id = ErrorId("interpreter-symbol"),
                   .message = symbolic::describe(value.failure()),
                   .where = ir::sourceLocation(where),
                   .notes = {},
                   .help = "bind every symbol of the kernel in InterpretOptions::subs"});
    return value.value();
  }

  /// A dimension's size: given by the memories in the bound form, by `subs` otherwise.
  int64_t sizeOf(ir::DimAttr dim) const {
    for (BlockArgument argument : kernel.getBlock()->getArguments())
      for (ir::DimAttr known : cast<ir::MemoryType>(argument.getType()).getDims())
        if (known.getName() == dim.getName())
          return evaluate(known.getSize() ? known.getSize() : dim.getName(), argument.getLoc());
    return evaluate(dim.getName(), kernel.getLoc());
  }

  Part partOf(ir::DimAttr dim) const {
    auto found = parts.find(nameOf(dim.getName()));
    return found == parts.end() ? Part{0, sizeOf(dim)} : found->second;
  }

  std::vector<Axis> axesOf(ArrayRef<ir::DimAttr> dims) const {
    std::vector<Axis> axes;
    for (ir::DimAttr dim : dims)
      axes.push_back({nameOf(dim.getName()), partOf(dim).size});
    return axes;
  }

  static DType dtypeOf(Value value) {
    return *ir::dtypeOf(cast<ir::TileType>(value.getType()).getElementType());
  }
  std::vector<Axis> axesOf(Value value) const {
    return axesOf(cast<ir::TileType>(value.getType()).getDims());
  }
  const Array &valueOf(Value value) const { return values.find(value)->second; }
  void set(Value value, Array array) { values.insert_or_assign(value, std::move(array)); }

  //===--------------------------------------------------------------------===//
  // Memory
  //===--------------------------------------------------------------------===//

  const Tensor &tensorOf(Value memory) const {
    return tensors[cast<BlockArgument>(memory).getArgNumber()];
  }

  /// The address of an array's element in the tensor that it is read from or
  /// written to.
  std::byte *addressOf(Value memory, const Array &array, const Coordinate &x) const {
    const Tensor &tensor = tensorOf(memory);
    Coordinate position = positionOf(memory, array, x);
    int64_t offset = 0;
    for (size_t i = 0; i < position.size(); ++i)
      offset += position[i] * tensor.strides()[i];
    return static_cast<std::byte *>(tensor.data()) + offset * size_in_bytes(tensor.dtype());
  }

  /// The coordinate in the memory of an array's coordinate.
  Coordinate positionOf(Value memory, const Array &array, const Coordinate &x) const {
    ArrayRef<ir::DimAttr> dims = cast<ir::MemoryType>(memory.getType()).getDims();
    Coordinate position;
    for (ir::DimAttr dim : dims) {
      auto axis = llvm::find_if(array.axes(),
                                [&](const Axis &a) { return a.name == nameOf(dim.getName()); });
      position.push_back(partOf(dim).start + x[static_cast<size_t>(axis - array.axes().begin())]);
    }
    return position;
  }

  /// Null where none are asked for, or the memory is only read.
  Ranges *rangesOf(Value memory) const {
    const size_t number = cast<BlockArgument>(memory).getArgNumber();
    return number < ranges.size() && ranges[number] ? &*ranges[number] : nullptr;
  }

  void run(ir::ReadOp read) {
    Array array(axesOf(read.getResult()), dtypeOf(read.getResult()));
    const Ranges *known = rangesOf(read.getMemory());
    forEach(array.axes(), [&](const Coordinate &x) {
      Number number = load(array.dtype(), addressOf(read.getMemory(), array, x));
      array.at(x) =
          known ? inexactly(number, known->at(positionOf(read.getMemory(), array, x))) : number;
    });
    set(read.getResult(), std::move(array));
  }

  void run(ir::WriteOp write) {
    const DType stored = tensorOf(write.getMemory()).dtype();
    // What a memory holds is always rounded to its type.
    Array array = cast(valueOf(write.getValue()), stored,
                       rounding == Rounding::None ? Rounding::ToElementType : rounding);
    Ranges *known = rangesOf(write.getMemory());
    forEach(array.axes(), [&](const Coordinate &x) {
      store(stored, addressOf(write.getMemory(), array, x), array.at(x));
      if (known)
        known->set(positionOf(write.getMemory(), array, x), rangeOf(stored, array.at(x)));
    });
  }

  /// The whole array, or what was chosen of it.
  void run(ir::DebugLogOp op) {
    if (!onLog)
      return;
    const Array &array = valueOf(op.getValue());
    LogTile tile{op.getLabel().str(),
                 ir::sourceLocation(op.getLoc()),
                 {},
                 {},
                 {},
                 Tensor::zeros(Shape(array.axes().size(), 0), array.dtype())};
    Shape shape;
    for (ir::DimAttr dim : op.getValue().getType().getDims()) {
      const std::string name = nameOf(dim.getName());
      Part part = partOf(dim);
      auto chosen = op.getCoordinatesAttr() ? op.getCoordinatesAttr().getAs<ir::ExprAttr>(name)
                                            : ir::ExprAttr();
      if (chosen) {
        const int64_t coordinate = evaluate(chosen, op.getLoc());
        checkLogCoordinate(tile.label, tile.where, name, coordinate,
                           evaluate(dim.getName(), op.getLoc()));
        const int64_t position = coordinate - part.start;
        part = {part.start + position, position >= 0 && position < part.size ? 1 : 0};
      }
      tile.dims.push_back(name);
      tile.start.push_back(part.start);
      shape.push_back(part.size);
    }
    tile.values = Tensor::zeros(shape, array.dtype());
    if (tile.values.num_elements() == 0)
      return;
    for (const std::string &axis : running)
      tile.steps.emplace_back(axis, parts.find(axis)->second.start / steps.find(axis)->second);
    forEach(array.axes(), [&](const Coordinate &x) { copyLogged(op, array, x, tile); });
    onLog(tile);
  }

  void copyLogged(ir::DebugLogOp op, const Array &array, const Coordinate &x, LogTile &tile) {
    Coordinate position;
    for (auto [i, dim] : llvm::enumerate(op.getValue().getType().getDims())) {
      position.push_back(partOf(dim).start + x[i] - tile.start[i]);
      if (position.back() < 0 || position.back() >= tile.values.shape()[i])
        return;
    }
    int64_t offset = 0;
    for (size_t i = 0; i < position.size(); ++i)
      offset += position[i] * tile.values.strides()[i];
    store(array.dtype(),
          static_cast<std::byte *>(tile.values.data()) + offset * size_in_bytes(array.dtype()),
          array.at(x));
  }

  //===--------------------------------------------------------------------===//
  // Computation
  //===--------------------------------------------------------------------===//

  void runComputation(Operation *op) {
    SmallVector<const Array *> operands;
    for (Value operand : op->getOperands())
      operands.push_back(&valueOf(operand));
    if (ir::isConstraint(op) || isa<ir::YieldOp>(op))
      return;
    std::optional<Array> result;
    if (op->getNumResults() == 1)
      result = compute(op, axesOf(op->getResult(0)), operands, rounding);
    if (!result)
      ir::reportUnknown(op, "the interpreter");
    set(op->getResult(0), std::move(*result));
  }

  void run(ir::IterateOp loop) {
    std::string axis = nameOf(loop.getAxis());
    int64_t size = sizeOf(ir::DimAttr::get(loop.getContext(), loop.getAxis(), {}));
    std::vector<Array> carried;
    for (Value init : loop.getInit())
      carried.push_back(valueOf(init));
    running.push_back(axis);
    for (int64_t start = 0; start < size; start += steps[axis]) {
      parts[axis] = {start, std::min(steps[axis], size - start)};
      for (auto [argument, value] : llvm::zip(loop.getCarried(), carried))
        set(argument, value);
      runBlock(loop.getBlock());
      carried.clear();
      for (Value next : loop.getYield().getValues())
        carried.push_back(valueOf(next));
    }
    running.pop_back();
    parts.erase(axis);
    for (auto [result, value] : llvm::zip(loop.getResults(), carried))
      set(result, value);
  }

  void runBlock(Block *block) {
    for (Operation &op : *block)
      if (!ir::isIndex(&op)) // of forms in which accesses have starts
        TypeSwitch<Operation *>(&op)
            .Case<ir::ReadOp, ir::WriteOp, ir::IterateOp, ir::DebugLogOp>(
                [&](auto known) { run(known); })
            .Default([&](Operation *other) { runComputation(other); });
  }

  mutable ir::KernelOp kernel; // a handle; its accessors are not const
  Bindings subs;
  std::span<const Tensor> tensors;
  std::span<std::optional<Ranges>> ranges;
  LogHandler onLog;
  Rounding rounding;
  std::map<std::string, int64_t> steps; ///< of loops, by axis
  std::map<std::string, Part> parts;    ///< of the loops that run, by axis
  std::vector<std::string> running;     ///< their axes, outermost first
  llvm::DenseMap<Value, Array> values;
};

} // namespace

Ranges::Ranges(const Tensor &exact)
    : low(exact.to(DType::f64)), high(exact.to(DType::f64)),
      mayBeNaN(Tensor::zeros(exact.shape(), DType::i1)) {}

Range Ranges::at(const std::vector<int64_t> &index) const {
  const double least = low.at(index);
  return std::isnan(least) ? onlyNaN : Range{least, high.at(index), mayBeNaN.at(index) != 0};
}

void Ranges::set(const std::vector<int64_t> &index, const Range &range) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  low.set(index, range.hasNumbers() ? range.low : none);
  high.set(index, range.hasNumbers() ? range.high : none);
  mayBeNaN.set(index, range.mayBeNaN);
}

std::vector<std::optional<Ranges>> interpretWithRanges(const Kernel &kernel, const Bindings &subs,
                                                       std::span<const Tensor> tensors) {
  auto context = frontend::makeContext();
  OwningOpRef<ModuleOp> module = frontend::load(kernel, *context);
  ir::KernelOp only = frontend::onlyKernel(*module);
  std::vector<std::optional<Ranges>> ranges(tensors.size());
  only.walk([&](ir::WriteOp write) {
    const size_t number = cast<BlockArgument>(write.getMemory()).getArgNumber();
    if (number < tensors.size() && !ranges[number])
      ranges[number].emplace(tensors[number]);
  });
  Interpreter(only, {.subs = subs}, tensors, ranges).run();
  return ranges;
}

} // namespace interpreter

void interpret(const Kernel &kernel, const InterpretOptions &options,
               std::span<const Tensor> tensors, std::source_location where) {
  auto context = frontend::makeContext();
  OwningOpRef<ModuleOp> module = frontend::load(kernel, *context);
  namingCall(where, [&] {
    interpreter::Interpreter(frontend::onlyKernel(*module), options, tensors).run();
  });
}

} // namespace wave
