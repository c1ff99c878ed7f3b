//===- Interpreter.cpp - The reference semantics of the traced form -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every operation works on whole arrays, so workgroups and waves do not occur:
// what a kernel means does not depend on them.  Loops do: inside a loop over K
// an array with the axis K holds one step of it, the last step what is left.
//
// A kernel that says itself which tile a workgroup computes is run by one workgroup after
// the other; what they hold of a dimension is then their tile of it.
//
//===----------------------------------------------------------------------===//

#include "interpreter/Interpreter.h"

#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "llvm/ADT/TypeSwitch.h"

#include "diagnostic/AtCall.h"
#include "diagnostic/ErrorId.h"
#include "dialect/DiagnosticCapture.h"
#include "dialect/Distribution.h"
#include "dialect/ElementTypes.h"
#include "dialect/KernelArguments.h"
#include "frontend/KernelTrace.h"
#include "interpreter/Compute.h"
#include "interpreter/Mapping.h"
#include "interpreter/Operations.h"
#include "runtime/Arguments.h"
#include "runtime/Assumptions.h"
#include "runtime/DebugLog.h"
#include "runtime/Tables.h"
#include "runtime/TensorElements.h"
#include "symbolic/Evaluate.h"
#include "symbolic/KernelText.h"
#include "symbolic/WorkgroupIds.h"

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
    for (auto [symbol, count] :
         llvm::zip(symbolic::clusterSizes, ir::workgroupsPerCluster(this->kernel)))
      subs.set(std::string(symbol.name()), count);
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
    kernel.walk([&](ir::ReadIndexOp read) {
      const unsigned number = read.getMemoryNumber();
      if (read.getPermutation())
        requirePermutation(
            kernel.getSymName().str(),
            {number, kernel.getArgName(number).str(), ir::sourceLocation(read.getLoc())},
            tensors[number]);
    });
    if (!dependsOnWorkgroups())
      return runBlock(kernel.getBlock());
    const Grid grid = gridOf();
    const int64_t shared = grid[2] * grid[3] * grid[4]; // one dimension of the launch
    for (workgroup[2] = 0; workgroup[2] < shared; ++workgroup[2])
      for (workgroup[1] = 0; workgroup[1] < grid[1]; ++workgroup[1])
        for (workgroup[0] = 0; workgroup[0] < grid[0]; ++workgroup[0]) {
          enterWorkgroup(grid);
          runBlock(kernel.getBlock());
        }
  }

private:
  /// The part of an axis that the current step of a loop over it works on.
  struct Part {
    int64_t start, size;
  };

  //===--------------------------------------------------------------------===//
  // Workgroups and indices
  //===--------------------------------------------------------------------===//

  static bool hasMappingOperands(Operation *op) {
    auto read = dyn_cast<ir::ReadOp>(op);
    auto write = dyn_cast<ir::WriteOp>(op);
    return (read && !read.getMappingOperands().empty()) ||
           (write && !write.getMappingOperands().empty());
  }

  static bool isOfSizes(ir::SplatOp op) {
    if (op.getArgument())
      return true;
    auto index = op.getIndex().getDefiningOp<ir::IndexOp>();
    return index && index.getRoots().empty();
  }

  bool dependsOnWorkgroups() {
    const bool hasParts = llvm::any_of(
        kernel.getBlock()->getOps<ir::TilingConstraintOp>(),
        [&](ir::TilingConstraintOp op) { return ir::hasLoopedPart(kernel, op.getDim()); });
    return hasParts || ir::gridConstraint(kernel) ||
           kernel
               .walk([](Operation *op) {
                 auto loop = dyn_cast<ir::IterateOp>(op);
                 auto scalar = dyn_cast<ir::SplatOp>(op);
                 const bool isOwn = op->hasAttr("mapped") || isa<ir::AssumeOp>(op) ||
                                    (scalar && !isOfSizes(scalar)) || hasMappingOperands(op) ||
                                    (loop && (loop.isWhile() || loop.getBegin() || loop.getEnd()));
                 return isOwn ? WalkResult::interrupt() : WalkResult::advance();
               })
               .wasInterrupted();
  }

  /// Along each dimension that a workgroup constraint may use; ids are those of the launch.
  using Grid = std::array<int64_t, ir::gridDims>;
  Grid gridOf() {
    Grid grid = {1, 1, 1, 1, 1};
    ir::GridConstraintOp launched = ir::gridConstraint(kernel);
    for (auto [dim, size] :
         llvm::enumerate(launched ? launched.getSizes() : ArrayAttr::get(kernel.getContext(), {})))
      grid[dim] = evaluate(cast<ir::ExprAttr>(size), launched.getLoc());
    if (!launched)
      for (auto tiling : kernel.getBlock()->getOps<ir::WorkgroupConstraintOp>()) {
        const int64_t tile = tileOf(tiling);
        const int64_t size = sizeOf(ir::DimAttr::get(kernel.getContext(), tiling.getDim(), {}));
        grid[tiling.getWorkgroupDim()] = (size + tile - 1) / tile;
      }
    return grid;
  }

  int64_t tileOf(ir::WorkgroupConstraintOp constraint) const {
    return std::max<int64_t>(1, evaluate(constraint.getTile(), constraint.getLoc()));
  }

  /// The index of the workgroup along a dimension of the grid.
  int64_t workgroupAlong(size_t dim, const Grid &grid) const {
    if (dim < 2)
      return workgroup[dim];
    int64_t rest = workgroup[2];
    for (size_t faster = 2; faster < dim; ++faster)
      rest /= grid[faster];
    return rest % grid[dim];
  }

  void enterWorkgroup(const Grid &grid) {
    for (auto constraint : kernel.getBlock()->getOps<ir::WorkgroupConstraintOp>()) {
      const int64_t tile = tileOf(constraint);
      if (ir::gridConstraint(kernel)) {
        parts[nameOf(constraint.getDim())] = {0, tile};
        continue;
      }
      const int64_t size = sizeOf(ir::DimAttr::get(kernel.getContext(), constraint.getDim(), {}));
      const int64_t start = workgroupAlong(constraint.getWorkgroupDim(), grid) * tile;
      parts[nameOf(constraint.getDim())] = {start, std::clamp<int64_t>(size - start, 0, tile)};
    }
  }

  int64_t evaluate(Value index) const {
    if (auto counter = counters.find(index); counter != counters.end())
      return counter->second;
    if (auto id = index.getDefiningOp<ir::WorkgroupIdOp>())
      return workgroup[id.getDim()];
    if (auto read = index.getDefiningOp<ir::ReadIndexOp>())
      return integerAt(tensorOf(read.getMemory()),
                       llvm::map_to_vector(read.getAt(), [&](Value at) { return evaluate(at); }),
                       read.getOutside());
    auto op = index.getDefiningOp<ir::IndexOp>();
    return evaluate(op.getExprAttr(), op.getRoots(), op.getLoc());
  }

  /// Of an expression in which `$n` stands for operand number n.
  int64_t evaluate(ir::ExprAttr expr, ValueRange operands, Location where) const {
    std::vector<Expr> numbers;
    for (Value operand : operands)
      numbers.push_back(Expr::constant(evaluate(operand)));
    return valueOf(symbolic::evaluate(expr.getValue(),
                                      [&](std::string_view symbol) -> const Expr * {
                                        if (symbol.front() != '$')
                                          return subs.find(symbol);
                                        unsigned number = 0;
                                        StringRef(symbol).drop_front().getAsInteger(10, number);
                                        return &numbers[number];
                                      }),
                   where);
  }

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
    return valueOf(symbolic::evaluate(expr.getValue(), subs), where);
  }

  static int64_t valueOf(const symbolic::Evaluation &value, Location where) {
    if (!value) {
      using Kind = symbolic::EvaluationFailure::Kind;
      const Kind kind = value.failure().kind;
      const bool isUnbound = kind == Kind::UnboundSymbol || kind == Kind::Cycle;
      throw Error({.id = isUnbound ? ErrorId("interpreter-symbol") : symbolic::idOf(kind),
                   .message = symbolic::describe(value.failure()),
                   .where = ir::sourceLocation(where),
                   .notes = {},
                   .help = isUnbound ? "bind every symbol of the kernel in InterpretOptions::subs"
                                     : "choose other values for the symbols"});
    }
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

  /// Where an access begins along the dimensions of its memory, or of the tile where a mapping says
  /// more, and along which dimensions of the memory it may leave that.
  struct Place {
    Coordinate start;
    std::vector<bool> mayLeave;
    std::optional<Mapping> mapping;
  };

  template <typename Access> Place placeOf(Access access) const {
    Place place;
    ArrayRef<ir::DimAttr> dims = ir::accessedDims(access);
    for (auto [i, dim] : llvm::enumerate(dims)) {
      const bool isMapped = ir::isMapped(access, dim.getName()); // in the form bound
      place.start.push_back(isMapped ? evaluate(access.getStart()[i]) : partOf(dim).start);
      place.mayLeave.push_back(isMapped || ir::hasWholeTiles(kernel, dim.getName()));
    }
    if (std::optional<ArrayAttr> mapping = access.getMapping()) {
      SmallVector<int64_t> operands;
      for (Value operand : access.getMappingOperands())
        operands.push_back(evaluate(operand));
      place.mapping.emplace(*mapping, dims.size(), operands, subs);
      place.mayLeave.assign(mapping->size(), true);
    }
    return place;
  }

  bool isOutside(Value memory, const Place &place, const Coordinate &position) const {
    const Shape &shape = tensorOf(memory).shape();
    for (size_t i = 0; i < position.size(); ++i)
      if (place.mayLeave[i] && (position[i] < 0 || position[i] >= shape[i]))
        return true;
    return false;
  }

  /// The address of an element in the tensor that it is read from or written to.
  std::byte *addressOf(Value memory, const Coordinate &position) const {
    const Tensor &tensor = tensorOf(memory);
    int64_t offset = 0;
    for (size_t i = 0; i < position.size(); ++i)
      offset += position[i] * tensor.strides()[i];
    return static_cast<std::byte *>(tensor.data()) + offset * size_in_bytes(tensor.dtype());
  }

  /// The coordinate in the memory of an array's coordinate.
  Coordinate positionOf(Operation *access, const Place &place, const Array &array,
                        const Coordinate &x) const {
    Coordinate position;
    for (auto [i, dim] : llvm::enumerate(ir::accessedDims(access))) {
      auto axis = llvm::find_if(array.axes(), [&, name = nameOf(dim.getName())](const Axis &a) {
        return a.name == name;
      });
      const int64_t inTile = axis == array.axes().end()
                                 ? 0 // which has one element along the dimension
                                 : x[static_cast<size_t>(axis - array.axes().begin())];
      position.push_back(place.start[i] + inTile);
    }
    if (!place.mapping)
      return position;
    Coordinate mapped;
    for (size_t i = 0; i < place.mapping->rank(); ++i)
      mapped.push_back(valueOf(place.mapping->at(i, position), access->getLoc()));
    return mapped;
  }

  /// Null where none are asked for, or the memory is only read.
  Ranges *rangesOf(Value memory) const {
    const size_t number = cast<BlockArgument>(memory).getArgNumber();
    return number < ranges.size() && ranges[number] ? &*ranges[number] : nullptr;
  }

  void run(ir::ReadOp read) {
    Array array(axesOf(read.getResult()), dtypeOf(read.getResult()));
    const Ranges *known = rangesOf(read.getMemory());
    const Place place = placeOf(read);
    const Number fill = read.getFillAttr() ? numberOf(read.getFillAttr()) : Number();
    forEach(array.axes(), [&](const Coordinate &x) {
      const Coordinate position = positionOf(read, place, array, x);
      if (isOutside(read.getMemory(), place, position)) {
        array.at(x) = fill;
        return;
      }
      Number number = load(array.dtype(), addressOf(read.getMemory(), position));
      array.at(x) = known ? inexactly(number, known->at(position)) : number;
    });
    set(read.getResult(), std::move(array));
  }

  void run(ir::WriteOp write) {
    const DType stored = tensorOf(write.getMemory()).dtype();
    // What a memory holds is always rounded to its type.
    Array array = cast(valueOf(write.getValue()), stored,
                       rounding == Rounding::None ? Rounding::ToElementType : rounding);
    Ranges *known = rangesOf(write.getMemory());
    const Place place = placeOf(write);
    forEach(array.axes(), [&](const Coordinate &x) {
      const Coordinate position = positionOf(write, place, array, x);
      if (isOutside(write.getMemory(), place, position))
        return;
      store(stored, addressOf(write.getMemory(), position), array.at(x));
      if (known)
        known->set(position, rangeOf(stored, array.at(x)));
    });
  }

  void run(ir::SelfIndexOp op) {
    const ir::DimAttr dim = op.getResult().getType().getDims().front();
    Array array(axesOf(op.getResult()), dtypeOf(op.getResult()));
    const int64_t start = partOf(dim).start;
    forEach(array.axes(), [&](const Coordinate &x) {
      Number number;
      number.integer = start + x[0];
      array.at(x) = number;
    });
    set(op.getResult(), std::move(array));
  }

  void run(ir::SplatOp op) {
    const DType dtype = dtypeOf(op.getResult());
    Number number;
    if (std::optional<StringRef> argument = op.getArgument())
      number = fromBits(dtype, subs.find(*argument)->node().value);
    else
      number.integer = evaluate(op.getIndex());
    set(op.getResult(), splat(axesOf(op.getResult()), dtype, number));
  }

  /// Whether this workgroup is the first of those that have the tile.
  bool isFirstToHold(ir::TileType tile) {
    const Grid grid = gridOf();
    return llvm::all_of(kernel.getBlock()->getOps<ir::WorkgroupConstraintOp>(),
                        [&](ir::WorkgroupConstraintOp constraint) {
                          return tile.hasDim(constraint.getDim()) ||
                                 workgroupAlong(constraint.getWorkgroupDim(), grid) == 0;
                        });
  }

  /// The whole array, or what was chosen of it.
  void run(ir::DebugLogOp op) {
    if (!onLog || !isFirstToHold(op.getValue().getType()))
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

  /// Its axis is a number, of which arrays have no part.
  void runWhile(ir::IterateOp loop) {
    std::vector<Array> carried;
    for (Value init : loop.getInit())
      carried.push_back(valueOf(init));
    SmallVector<Value> operands{loop.getCounter()};
    llvm::append_range(operands, loop.getConditionOperands());
    int64_t &counter = counters[loop.getCounter()];
    for (counter = evaluate(loop.getStart());
         evaluate(loop.getConditionAttr(), operands, loop.getLoc()) != 0;) {
      for (auto [argument, value] : llvm::zip(loop.getCarried(), carried))
        set(argument, value);
      runBlock(loop.getBlock());
      carried.clear();
      for (Value next : loop.getYield().getValues())
        carried.push_back(valueOf(next));
      const int64_t next = evaluate(loop.getYield().getNext());
      if (next <= counter)
        throw Error({.id = ErrorId("loop-progress"),
                     .message = "iterate: the loop over " + nameOf(loop.getAxis()) +
                                " does not end: after " + std::to_string(counter) + " comes " +
                                std::to_string(next),
                     .where = ir::sourceLocation(loop.getLoc()),
                     .notes = {},
                     .help = "add at least 1 in each step"});
      counter = next;
    }
    for (auto [result, value] : llvm::zip(loop.getResults(), carried))
      set(result, value);
  }

  /// The elements that a loop without a condition takes.
  Part elementsOf(ir::IterateOp loop) {
    const ir::DimAttr axis = ir::DimAttr::get(loop.getContext(), loop.getAxis(), {});
    if (ir::hasLoopedPart(kernel, loop.getAxis()))
      return partOf(axis);
    const int64_t begin = loop.getBegin() ? evaluate(loop.getBegin()) : 0;
    int64_t end = loop.getEnd() ? evaluate(loop.getEnd()) : std::numeric_limits<int64_t>::max();
    if (!loop.getEnd() || isDimOfArgument(loop.getAxis()))
      end = std::min(end, sizeOf(axis));
    return {begin, std::max<int64_t>(end - begin, 0)};
  }

  bool isDimOfArgument(ir::ExprAttr dim) const {
    return llvm::any_of(kernel.getBlock()->getArgumentTypes(), [&](Type type) {
      return llvm::any_of(cast<ir::MemoryType>(type).getDims(),
                          [&](ir::DimAttr known) { return known.getName() == dim; });
    });
  }

  void run(ir::IterateOp loop) {
    if (loop.isWhile())
      return runWhile(loop);
    std::string axis = nameOf(loop.getAxis());
    const Part all = elementsOf(loop);
    const auto around = parts.find(axis); // of the workgroup
    const std::optional<Part> outer =
        around == parts.end() ? std::nullopt : std::optional(around->second);
    std::vector<Array> carried;
    for (Value init : loop.getInit())
      carried.push_back(valueOf(init));
    running.push_back(axis);
    for (int64_t done = 0; done < all.size; done += steps[axis]) {
      parts[axis] = {all.start + done, std::min(steps[axis], all.size - done)};
      counters[loop.getCounter()] = done / steps[axis];
      for (auto [argument, value] : llvm::zip(loop.getCarried(), carried))
        set(argument, value);
      runBlock(loop.getBlock());
      carried.clear();
      for (Value next : loop.getYield().getValues())
        carried.push_back(valueOf(next));
    }
    running.pop_back();
    if (outer)
      parts[axis] = *outer;
    else
      parts.erase(axis);
    for (auto [result, value] : llvm::zip(loop.getResults(), carried))
      set(result, value);
  }

  void run(ir::AssumeOp assume) {
    if (evaluate(assume.getCondition()) != 0)
      return;
    ir::IndexValues indices;
    throw Error(violationOf(kernel.getSymName().str(),
                            assume.getText()
                                ? assume.getText()->str()
                                : symbolic::kernelText(indices.of(assume.getCondition())),
                            ir::sourceLocation(assume.getLoc())));
  }

  void runBlock(Block *block) {
    for (Operation &op : *block)
      // Indices are computed where they are asked for, and what is yielded is taken by the loop.
      if (!ir::isIndex(&op) && !isa<ir::YieldOp>(op))
        TypeSwitch<Operation *>(&op)
            .Case<ir::ReadOp, ir::WriteOp, ir::IterateOp, ir::DebugLogOp, ir::SelfIndexOp,
                  ir::SplatOp, ir::AssumeOp>([&](auto known) { run(known); })
            .Default([&](Operation *other) { runComputation(other); });
  }

  mutable ir::KernelOp kernel; // a handle; its accessors are not const
  Bindings subs;
  std::span<const Tensor> tensors;
  std::span<std::optional<Ranges>> ranges;
  LogHandler onLog;
  Rounding rounding;
  std::map<std::string, int64_t> steps;  ///< of loops, by axis
  std::map<std::string, Part> parts;     ///< of the loops that run, by axis
  std::vector<std::string> running;      ///< their axes, outermost first
  std::array<int64_t, 3> workgroup = {}; ///< which one runs
  llvm::DenseMap<Value, int64_t> counters;
  llvm::DenseMap<Value, Array> values;
};

} // namespace

Ranges::Ranges(const Tensor &exact)
    : low(exact.to(DType::f64)), high(exact.to(DType::f64)),
      mayBeNaN(Tensor::zeros(exact.shape(), DType::i1)),
      isWritten(Tensor::zeros(exact.shape(), DType::i1)) {}

Range Ranges::at(const std::vector<int64_t> &index) const {
  const double least = low.at(index);
  return std::isnan(least) ? onlyNaN : Range{least, high.at(index), mayBeNaN.at(index) != 0};
}

void Ranges::set(const std::vector<int64_t> &index, const Range &range) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  low.set(index, range.hasNumbers() ? range.low : none);
  high.set(index, range.hasNumbers() ? range.high : none);
  mayBeNaN.set(index, range.mayBeNaN);
  isWritten.set(index, 1);
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
