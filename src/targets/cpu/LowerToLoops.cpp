//===- LowerToLoops.cpp - A bound kernel as loops over vectors ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: sizes, starts, counts and the grid are known                   (bound)
// Gives: one function of scf, arith, vector and llvm loads and stores that
//        computes one workgroup                                         (loops)
//
// Every operation of the kernel becomes one loop nest over places in the
// workspace (TileStorage.h).  A tile that reaches over the edge of a memory is
// computed in full and moved only where it is valid; reductions stop at the edge.
//
//===----------------------------------------------------------------------===//

#include <optional>

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/MapVector.h"

#include "analysis/MappedAccess.h"
#include "dialect/BrokenConstraint.h"
#include "dialect/Distribution.h"
#include "dialect/ElementTypes.h"
#include "dialect/IndexValues.h"
#include "dialect/NormalForms.h"
#include "symbolic/Evaluate.h"
#include "symbolic/Node.h"
#include "symbolic/Substitute.h"
#include "symbolic/WorkgroupIds.h"
#include "targets/cpu/CopyTile.h"
#include "targets/cpu/ElementOp.h"
#include "targets/cpu/GatherTile.h"
#include "targets/cpu/IndexCode.h"
#include "targets/cpu/Passes.h"
#include "targets/cpu/TileLoops.h"
#include "targets/cpu/TileStorage.h"
#include "targets/llvm/MathFunctions.h"

using namespace mlir;

namespace wave::cpu {
#define GEN_PASS_DEF_LOWERTOLOOPS
#include "targets/cpu/Passes.h.inc"

using analysis::MappedAccess;

namespace {

/// A buffer of the caller's: what the function loads from its arguments.
struct Buffer {
  Value base;
  SmallVector<Value> sizes, strides;
};

class KernelLowering {
public:
  KernelLowering(ir::KernelOp kernel, func::FuncOp function, const machine::VectorIsa &vectorIsa,
                 const TileStorage &storage)
      : kernel(kernel), vectorIsa(vectorIsa), storage(storage), builder(kernel.getContext()),
        ranges(kernel) {
    Block &entry = *function.addEntryBlock();
    builder.setInsertionPointToStart(&entry);
    Code code = at(kernel.getLoc());
    workspace = entry.getArgument(1);
    index.emplace(builder, kernel.getLoc(), entry.getArgument(0));
    for (unsigned i = 0; i < 3; ++i)
      index->set(std::string(symbolic::workgroupIds[i].name()),
                 arith::IndexCastOp::create(builder, kernel.getLoc(), builder.getIndexType(),
                                            entry.getArgument(2 + i)));
    loadBuffers(code);
    index->endArguments(entry);
  }

  void run() {
    enterKernel();
    lowerBlock(kernel.getBlock());
    func::ReturnOp::create(builder, kernel.getLoc());
  }

  /// What the launch computes and passes behind the memories.
  ArrayAttr valuesAtLaunch() const { return index->valuesAtLaunch(); }

private:
  Code at(Location loc) { return Code(builder, loc); }

  void loadBuffers(Code &code) {
    for (BlockArgument argument : kernel.getBlock()->getArguments()) {
      auto type = cast<ir::MemoryType>(argument.getType());
      Buffer buffer{index->nextPointer(code), {}, {}};
      for (ir::DimAttr dim : type.getDims()) {
        Value given = index->nextIndex(code);
        std::optional<int64_t> known = dim.getConstantSize();
        buffer.sizes.push_back(known ? code.index(*known) : given);
      }
      for (size_t i = 0; i < type.getDims().size(); ++i)
        buffer.strides.push_back(index->nextIndex(code));
      for (auto [dim, size] : llvm::zip(type.getDims(), buffer.sizes))
        index->sizes.insert({dim.getName(), size});
      buffers[argument] = buffer;
    }
    if (kernel.walk([](ir::DebugLogOp) { return WalkResult::interrupt(); }).wasInterrupted()) {
      logFunction = index->nextPointer(code);
      logContext = index->nextPointer(code);
    } else {
      index->skip(2);
    }
  }

  //===--------------------------------------------------------------------===//
  // Expressions and views
  //===--------------------------------------------------------------------===//

  //===--------------------------------------------------------------------===//
  // How far tiles reach into their dimensions
  //===--------------------------------------------------------------------===//

  /// Of every dimension, outside all loops.
  void enterKernel() {
    Code code = at(kernel.getLoc());
    const ir::Distribution distribution(kernel);
    kernel.walk([&](ir::ReadOp read) { // a mapping may give a register dimensions of its own
      for (ir::DimAttr dim : read.getResult().getType().getDims())
        if (!index->sizes.contains(dim.getName())) {
          Value size = index->atLaunch(code, distribution.wholeSize(dim.getName())->getValue());
          index->sizes.insert({dim.getName(), size});
        }
    });
    for (auto &[dim, size] : index->sizes)
      valid[dim] = size;
    for (auto constraint : kernel.getBlock()->getOps<ir::WorkgroupConstraintOp>()) {
      if (ir::hasWholeTiles(kernel, constraint.getDim())) {
        valid[constraint.getDim()] = code.index(*constraint.getTile().getConstant());
        continue;
      }
      // One after the other: C++ leaves the order of arguments open.
      const Expr tile = constraint.getTile().getValue();
      Value size = index->atLaunch(code, tile);
      const auto dim = static_cast<int64_t>(constraint.getWorkgroupDim());
      Value start = index->emit(code, distribution.workgroup(dim) * tile);
      clip(code, constraint.getDim(), size, start);
    }
    kernel.walk([&](ir::RegisterOp op) {
      for (ir::DimAttr dim : op.getResult().getType().getDims())
        if (!valid.contains(dim.getName()))
          valid[dim.getName()] = index->atLaunch(code, dim.getSize().getValue());
    });
  }

  void enterLoop(Code &code, ir::IterateOp loop) {
    if (!index->sizes.contains(loop.getAxis()))
      return; // tiles have no part of it
    const int64_t step = *ir::tilingConstraint(kernel, loop.getAxis()).getTile().getConstant();
    const ir::Distribution distribution(kernel);
    Value size = code.index(step);
    Value start =
        index->emit(code, distribution.extent(loop.getAxis(), loop.getBlock(), indices)->start);
    clip(code, loop.getAxis(), size, start);
  }

  void clip(Code &code, ir::ExprAttr dim, Value tile, Value start) {
    Value rest = code.sub(index->sizes.find(dim)->second, start);
    // A workgroup that fills up a cluster has nothing left, nor has one that a reordering sends
    // beyond the memory.
    if (ir::clusterSize(kernel) > 1 ||
        !kernel.getBlock()->getOps<ir::ReorderingConstraintOp>().empty())
      rest = code.maximum(rest, code.index(0));
    valid[dim] = code.minimum(tile, rest);
  }

  TileView memoryView(Code &code, Value memory, ValueRange start) {
    auto type = cast<ir::MemoryType>(memory.getType());
    const Buffer &buffer = buffers[memory];
    TileView view{buffer.base, *ir::dtypeOf(type.getElementType()), /*inWorkspace=*/false, {}};
    Value offset = code.index(0);
    for (auto [i, dim] : llvm::enumerate(type.getDims())) {
      Value from = index->emit(code, indices.of(start[i]));
      offset = code.add(offset, code.mul(from, buffer.strides[i]));
      view.dims.push_back({dim.getName(), buffer.strides[i], std::nullopt});
    }
    view.base = code.advance(view.base, view.dtype, offset);
    return view;
  }

  TileView placeView(Code &code, const Place &place) {
    Value base = symbolic::isConstant(place.offset)
                     ? code.advanceBytes(workspace, place.offset.node().value)
                     : code.advance(workspace, DType::i8, index->atLaunch(code, place.offset));
    TileView view{base, place.dtype, /*inWorkspace=*/true, {}};
    for (auto [dim, stride] : llvm::zip(place.dims, place.strides))
      view.dims.push_back(
          {dim, index->atLaunch(code, stride),
           symbolic::isConstant(stride) ? std::optional(stride.node().value) : std::nullopt});
    return view;
  }

  TileView viewOf(Code &code, Value tile) {
    if (const Place *place = storage.placeOf(tile))
      return placeView(code, *place);
    auto read = tile.getDefiningOp<ir::ReadOp>();
    return memoryView(code, read.getMemory(), read.getStart());
  }

  //===--------------------------------------------------------------------===//
  // Operations
  //===--------------------------------------------------------------------===//

  void lowerBlock(Block *block) {
    for (Operation &op : *block)
      lower(&op);
  }

  void lower(Operation *op) {
    Code code = at(op->getLoc());
    if (auto read = dyn_cast<ir::ReadOp>(op))
      lowerRead(code, read);
    else if (auto write = dyn_cast<ir::WriteOp>(op))
      lowerWrite(code, write);
    else if (auto constant = dyn_cast<ir::RegisterOp>(op))
      lowerRegister(code, constant);
    else if (auto scalar = dyn_cast<ir::SplatOp>(op))
      lowerSplat(code, scalar);
    else if (auto self = dyn_cast<ir::SelfIndexOp>(op))
      lowerSelfIndex(code, self);
    else if (auto index = dyn_cast<ir::ReadIndexOp>(op))
      lowerReadIndex(code, index);
    else if (auto mma = dyn_cast<ir::MmaOp>(op))
      lowerMma(code, mma);
    else if (auto cast = dyn_cast<ir::CastOp>(op))
      lowerCast(code, cast);
    else if (ir::isElementwise(op))
      lowerElementwise(code, op);
    else if (auto reduce = dyn_cast<ir::ReduceOp>(op))
      lowerReduce(code, reduce);
    else if (auto loop = dyn_cast<ir::IterateOp>(op))
      lowerIterate(code, loop);
    else if (auto log = dyn_cast<ir::DebugLogOp>(op))
      lowerDebugLog(code, log);
    else if (!ir::isConstraint(op) && !ir::isIndex(op) &&
             !isa<ir::YieldOp, ir::AssumeOp>(op)) // which compute nothing
      ir::reportUnknown(op, "loops of the CPU");
  }

  void lowerRead(Code &code, ir::ReadOp read) {
    const Place *place = storage.placeOf(read.getResult());
    if (!place)
      return;
    if (!read.getMapped() && !read.getMapping()) {
      TileView memory = memoryView(code, read.getMemory(), read.getStart());
      return copyTile(code, memory, placeView(code, *place), valid, vectorIsa.vectorBytes);
    }
    std::optional<Box> box = boxOf(read);
    if (!box)
      return gather(code, read, placeView(code, *place));
    TileView memory = boxView(code, read.getMemory(), *box);
    TileView target = placeView(code, *place);
    const auto inside = clipped(code, *box, buffers[read.getMemory()], memory, target);
    // What is outside is filled in and takes part.
    Value missing = code.index(0);
    for (auto &[dim, size] : inside) {
      Value outside = code.sub(valid.lookup(dim), size);
      missing = code.add(missing, outside);
    }
    code.branch(
        code.equal(missing, 0), [] {},
        [&] {
          const DType dtype = dtypeOf(read.getResult());
          fill(code, read.getResult(), {}, {}, dtype, [&](ArrayRef<Value>, int64_t lanes) {
            return code.constant(fillOf(read), dtype, lanes);
          });
        });
    copyTile(code, memory, target, within(inside), vectorIsa.vectorBytes);
  }

  TypedAttr fillOf(ir::ReadOp read) {
    return read.getFillAttr()
               ? read.getFillAttr()
               : cast<TypedAttr>(builder.getZeroAttr(read.getResult().getType().getElementType()));
  }

  /// A tile as a box of a memory: for each dimension of that the tile's that it is, null where it
  /// is none, where the box begins, and what is proved of that.
  struct Side {
    ir::ExprAttr dim;
    Expr start;
    bool isMapped, isNatural;
  };
  using Box = SmallVector<Side>;

  template <typename Access> std::optional<Box> boxOf(Access access) {
    Box box;
    auto mapped = MappedAccess::of(access, [&](Value index) { return indices.of(index); });
    if (!mapped) {
      auto type = cast<ir::MemoryType>(access.getMemory().getType());
      for (auto [dim, start] : llvm::zip(type.getDims(), access.getStart()))
        box.push_back({ir::isDropped(access, dim.getName()) ? ir::ExprAttr() : dim.getName(),
                       indices.of(start), ir::isMapped(access, dim.getName()),
                       ranges.isNonNegative(ranges.of(start))});
      return box;
    }
    const auto sides = mapped->box();
    const auto proved = MappedAccess::of(access, [&](Value index) { return ranges.of(index); });
    if (!sides)
      return std::nullopt;
    for (auto [side, other] : llvm::zip(*sides, *proved->box()))
      box.push_back({side.dim ? mapped->tile.getDims()[*side.dim].getName() : ir::ExprAttr(),
                     side.start, true, ranges.isNonNegative(other.start)});
    // Where the memory has one coordinate of a tile without dimensions in it there is no box.
    return llvm::any_of(box, [](const Side &side) { return bool(side.dim); }) ? std::optional(box)
                                                                              : std::nullopt;
  }

  TileView boxView(Code &code, Value memory, const Box &box) {
    const Buffer &buffer = buffers[memory];
    TileView view{buffer.base,
                  *ir::dtypeOf(cast<ir::MemoryType>(memory.getType()).getElementType()),
                  /*inWorkspace=*/false,
                  {}};
    Value offset = code.index(0);
    for (auto [side, stride] : llvm::zip(box, buffer.strides)) {
      Value from = index->emit(code, side.start);
      offset = code.add(offset, code.mul(from, stride));
      if (side.dim)
        view.dims.push_back({side.dim, stride, std::nullopt});
    }
    view.base = code.advance(view.base, view.dtype, offset);
    return view;
  }

  /// The part of a box that lies in the memory: how long it is along each dimension that is mapped,
  /// and along all where one coordinate of the whole tile is.
  /// Both views begin where it does.
  llvm::MapVector<ir::ExprAttr, Value> clipped(Code &code, const Box &box, const Buffer &buffer,
                                               TileView &memory, TileView &tile) {
    llvm::MapVector<ir::ExprAttr, Value> inside;
    const bool mayLackAll =
        llvm::any_of(box, [](const Side &side) { return !side.dim && side.isMapped; });
    for (auto [side, size] : llvm::zip(box, buffer.sizes)) {
      const ir::ExprAttr name = side.dim;
      if (name && mayLackAll)
        inside[name] = valid.lookup(name);
      if (!side.isMapped || !name)
        continue;
      Value zero = code.index(0);
      Value start = index->emit(code, side.start);
      Value rest = code.maximum(code.sub(size, start), zero);
      Value end = code.minimum(valid.lookup(name), rest);
      inside[name] = end;
      if (side.isNatural)
        continue;
      Value begin = code.minimum(code.maximum(code.sub(zero, start), zero), end);
      inside[name] = code.sub(end, begin);
      for (TileView *view : {&memory, &tile})
        view->base = step(code, *view, view->base, name, begin);
    }
    // One coordinate for the whole tile: all of it is inside, or nothing.
    for (auto [side, size] : llvm::zip(box, buffer.sizes)) {
      if (side.dim || !side.isMapped)
        continue;
      Value at = index->emit(code, side.start), zero = code.index(0);
      Value isThere = isBetween(builder, at, size);
      for (auto &[dim, length] : inside)
        length = index->choose(isThere, length, zero);
    }
    return inside;
  }

  /// What of a tile takes part, but for dimensions of which that is less.
  ValidSizes within(const llvm::MapVector<ir::ExprAttr, Value> &inside) const {
    ValidSizes sizes = valid;
    for (const auto &[dim, size] : inside)
      sizes[dim] = size;
    return sizes;
  }

  void gather(Code &code, ir::ReadOp read, const TileView &target) {
    auto access = *MappedAccess::of(read, [&](Value index) { return indices.of(index); });
    const Buffer &buffer = buffers[read.getMemory()];
    auto value = [&](const Expr &expr) { return index->emit(code, expr); };
    auto set = [&](size_t dim, Value at) { index->set(MappedAccess::iterator(dim).str(), at); };
    gatherTile(code, builder, access,
               {buffer.base, dtypeOf(read.getResult()), buffer.sizes, buffer.strides, fillOf(read)},
               target, valid, {value, set}, vectorIsa.vectorBytes);
    for (size_t dim = 0; dim < access.tile.getDims().size(); ++dim)
      index->erase(MappedAccess::iterator(dim).str());
  }

  void lowerWrite(Code &code, ir::WriteOp write) {
    TileView value = viewOf(code, write.getValue());
    if (write.getMapped() || write.getMapping()) {
      const Box box = *boxOf(write);
      TileView memory = boxView(code, write.getMemory(), box);
      const auto inside = clipped(code, box, buffers[write.getMemory()], memory, value);
      return copyTile(code, value, memory, within(inside), vectorIsa.vectorBytes);
    }
    TileView memory = memoryView(code, write.getMemory(), write.getStart());
    copyTile(code, value, memory, valid, vectorIsa.vectorBytes);
  }

  static DType dtypeOf(Value tile) {
    return *ir::dtypeOf(cast<ir::TileType>(tile.getType()).getElementType());
  }

  void fill(Code &code, Value result, ArrayRef<TileView> operands, ArrayRef<DType> types,
            DType computed, function_ref<Value(ArrayRef<Value>, int64_t)> compute) {
    const Place &place = *storage.placeOf(result);
    TileView target = placeView(code, place);
    elementwiseLoops(code, target, index->atLaunch(code, place.sizes), operands, types, computed,
                     vectorIsa.vectorBytes, compute);
  }

  void lowerRegister(Code &code, ir::RegisterOp op) {
    DType dtype = dtypeOf(op.getResult());
    fill(code, op.getResult(), {}, {}, dtype, [&](ArrayRef<Value>, int64_t lanes) {
      return code.constant(op.getValue(), dtype, lanes);
    });
  }

  void lowerSplat(Code &code, ir::SplatOp op) {
    DType dtype = dtypeOf(op.getResult());
    const Type type = ir::typeOf(dtype, op.getContext());
    Value value;
    if (std::optional<StringRef> argument = op.getArgument()) { // passed as bits
      const Type bits = builder.getIntegerType(type.getIntOrFloatBitWidth());
      value = arith::IndexCastOp::create(builder, op.getLoc(), bits,
                                         index->atLaunch(code, Expr::symbol(*argument)));
      value = arith::BitcastOp::create(builder, op.getLoc(), type, value);
      value = code.convert(value, dtype, computeType(dtype));
    } else {
      value = arith::IndexCastOp::create(builder, op.getLoc(), type,
                                         index->emit(code, indices.of(op.getIndex())));
    }
    fill(code, op.getResult(), {}, {}, dtype,
         [&](ArrayRef<Value>, int64_t lanes) { return code.splat(value, lanes); });
  }

  /// Tests its coordinates: what they are computed from may be read too.
  void lowerReadIndex(Code &code, ir::ReadIndexOp op) {
    const ir::MemoryType memory = op.getMemory().getType();
    const Buffer &buffer = buffers[op.getMemory()];
    Value offset = code.index(0), inside;
    for (auto [i, dim] : llvm::enumerate(memory.getDims())) {
      Value at = index->emit(code, indices.of(op.getAt()[i]));
      Value size = index->atLaunch(code, dim.getSize().getValue());
      for (Value holds : {index->compare(arith::CmpIPredicate::sge, at, code.index(0)),
                          index->compare(arith::CmpIPredicate::slt, at, size)})
        inside = inside ? arith::AndIOp::create(builder, op.getLoc(), inside, holds) : holds;
      offset = code.add(offset, code.mul(at, buffer.strides[i]));
    }
    auto way = scf::IfOp::create(builder, op.getLoc(), TypeRange{builder.getIndexType()}, inside,
                                 /*withElseRegion=*/true);
    {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(way.thenBlock());
      const DType dtype = *ir::dtypeOf(memory.getElementType());
      Value element =
          code.load(code.advance(buffer.base, dtype, offset), dtype, DType::i64, /*lanes=*/1);
      element = arith::IndexCastOp::create(builder, op.getLoc(), builder.getIndexType(), element);
      scf::YieldOp::create(builder, op.getLoc(), element);
      builder.setInsertionPointToStart(way.elseBlock());
      Value fill = code.index(op.getOutside());
      scf::YieldOp::create(builder, op.getLoc(), fill);
    }
    index->set(indices.of(op.getResult()).str(), way.getResult(0));
  }

  void lowerSelfIndex(Code &code, ir::SelfIndexOp op) {
    const Place &place = *storage.placeOf(op.getResult());
    TileView target = placeView(code, place);
    Value start = index->emit(code, indices.of(op.getStart().front()));
    code.loop(index->atLaunch(code, place.sizes).front(), 1, [&](Value i) {
      Value at = code.advance(target.base, target.dtype, code.mul(i, target.dims.front().stride));
      Value coordinate = arith::IndexCastOp::create(
          builder, op.getLoc(), ir::typeOf(target.dtype, op.getContext()), code.add(start, i));
      code.store(coordinate, target.dtype, at, target.dtype);
    });
  }

  void lowerCast(Code &code, ir::CastOp op) {
    // The conversion is the load's: straight to the result's compute type would
    // round twice, so that computing happens in the value's.
    DType from = dtypeOf(op.getValue());
    fill(code, op.getResult(), {viewOf(code, op.getValue())}, {from}, from,
         [](ArrayRef<Value> values, int64_t) { return values.front(); });
  }

  void lowerElementwise(Code &code, Operation *op) {
    SmallVector<TileView> operands;
    SmallVector<DType> types;
    for (Value operand : op->getOperands()) {
      operands.push_back(viewOf(code, operand));
      types.push_back(dtypeOf(operand));
    }
    Value result = op->getResult(0);
    fill(code, result, operands, types, dtypeOf(result),
         [&](ArrayRef<Value> values, int64_t) { return elementOf(code, op, values); });
  }

  void lowerReduce(Code &code, ir::ReduceOp op) {
    const Place &place = *storage.placeOf(op.getResult());
    TileView to = placeView(code, place), from = viewOf(code, op.getValue()), init;
    if (op.getInit())
      init = viewOf(code, op.getInit());
    reductionLoops(code, {to, from, op.getInit() ? &init : nullptr, op.getDim(), op.getKind()},
                   index->atLaunch(code, place.sizes), valid.lookup(op.getDim()),
                   vectorIsa.vectorBytes);
  }

  void lowerMma(Code &code, ir::MmaOp mma) {
    const PackedOperands &packed = storage.packedOf(mma);
    auto pack = [&](Value value, const Place &place) {
      TileView from = viewOf(code, value);
      copyTile(code, from, placeView(code, place), valid, vectorIsa.vectorBytes);
    };
    pack(packed.rowsValue, packed.rows);
    pack(packed.columnsValue, packed.columns);
    if (ir::precisionOf(mma) != Precision::Full)
      for (const Place *operand : {&packed.rows, &packed.columns})
        clearLowBits(code, *operand);
    if (!storage.sharePlace(mma.getAccumulator(), mma.getResult()))
      copyWhole(code, *storage.placeOf(mma.getAccumulator()), *storage.placeOf(mma.getResult()));
    ir::MmaDims dims = ir::mmaDims(mma);
    const Place &accumulator = *storage.placeOf(mma.getResult());
    mmaLoops(code,
             {placeView(code, accumulator), placeView(code, packed.rows),
              placeView(code, packed.columns), dims.repeated, packed.rowDim, packed.columnDim,
              dims.k, vectorsAcross(vectorIsa, accumulator.sizes.back(), accumulator.dtype)},
             valid, vectorIsa);
  }

  /// Leaves of f32 operands what an MMA of tf32 multiplies.
  void clearLowBits(Code &code, const Place &place) {
    TileView view = placeView(code, place);
    elementwiseLoops(code, view, index->atLaunch(code, place.sizes), {view}, {place.dtype},
                     place.dtype, vectorIsa.vectorBytes, [&](ArrayRef<Value> values, int64_t) {
                       return codegen::mathFunction(code, ir::UnaryKind::Tf32, place.dtype,
                                                    values.front());
                     });
  }

  void copyWhole(Code &code, const Place &from, const Place &to) {
    TileView target = placeView(code, to), source = placeView(code, from);
    elementwiseLoops(code, target, index->atLaunch(code, to.sizes), {source}, {to.dtype}, to.dtype,
                     vectorIsa.vectorBytes,
                     [](ArrayRef<Value> values, int64_t) { return values.front(); });
  }

  void copyWhole(Code &code, Value from, Value to) {
    if (!storage.sharePlace(from, to))
      copyWhole(code, *storage.placeOf(from), *storage.placeOf(to));
  }

  void lowerIterate(Code &code, ir::IterateOp loop) {
    for (auto [init, argument] : llvm::zip(loop.getInit(), loop.getCarried()))
      copyWhole(code, init, argument);
    const std::string counter = indices.of(loop.getCounter()).str();
    if (loop.isWhile())
      return lowerWhile(code, loop, counter);
    Value count = index->emit(code, indices.of(loop.getCount()));
    ValidSizes outside = valid;
    code.loop(count, 1, [&](Value step) {
      index->set(counter, step);
      steps.push_back(step);
      enterLoop(code, loop);
      lowerBlock(loop.getBlock());
      yield(code, loop);
    });
    index->erase(counter);
    steps.pop_back();
    valid = outside;
  }

  /// Only the counter is a value: what the loop carries has its places.
  void lowerWhile(Code &code, ir::IterateOp loop, const std::string &counter) {
    Value start = index->emit(code, indices.of(loop.getStart()));
    const Expr condition = indices.conditionOf(loop);
    OpBuilder::InsertionGuard guard(builder);
    auto made = scf::WhileOp::create(builder, loop.getLoc(), TypeRange{builder.getIndexType()},
                                     ValueRange{start}, nullptr, nullptr);
    auto enter = [&](Block *block) {
      builder.setInsertionPointToEnd(block);
      index->set(counter, block->getArgument(0));
    };
    enter(made.getBeforeBody());
    Value holds = index->emitCondition(code, condition);
    scf::ConditionOp::create(builder, loop.getLoc(), holds, made.getBeforeArguments());
    enter(made.getAfterBody());
    lowerBlock(loop.getBlock());
    Value next = index->emit(code, indices.of(loop.getYield().getNext()));
    yield(code, loop);
    scf::YieldOp::create(builder, loop.getLoc(), next);
    index->erase(counter);
  }

  /// Calls DebugLog::record with where the tile is and what it holds.
  void lowerDebugLog(Code &code, ir::DebugLogOp log) {
    SmallVector<Value> info;
    const ir::Distribution distribution(kernel);
    for (int64_t dim = 0; dim < 3; ++dim)
      info.push_back(index->emit(code, distribution.workgroup(dim)));
    info.append(steps);
    TileView view = viewOf(code, log.getValue());
    for (auto [dim, start] : llvm::zip(log.getValue().getType().getDims(), log.getStart())) {
      info.push_back(index->emit(code, indices.of(start)));
      info.push_back(valid.lookup(dim.getName()));
      info.push_back(view.find(dim.getName())->stride);
    }
    Value site =
        arith::ConstantIntOp::create(builder, log.getLoc(), builder.getI64Type(), loggedSites++);
    code.branch(
        code.isNull(logFunction), [] {},
        [&] {
          Value room = index->room(static_cast<int64_t>(info.size()));
          for (auto [i, word] : llvm::enumerate(info))
            code.storeIndex(word, room, static_cast<int64_t>(i));
          code.call(logFunction, {logContext, site, view.base, room});
        });
  }

  /// All yielded values are taken before the first argument is overwritten.
  void yield(Code &code, ir::IterateOp loop) {
    for (Value value : loop.getYield().getValues())
      if (const Place *temporary = storage.temporaryOf(value))
        copyWhole(code, *storage.placeOf(value), *temporary);
    for (auto [value, argument] : llvm::zip(loop.getYield().getValues(), loop.getCarried())) {
      if (const Place *temporary = storage.temporaryOf(value))
        copyWhole(code, *temporary, *storage.placeOf(argument));
      else
        copyWhole(code, value, argument);
    }
  }

  ir::KernelOp kernel;
  const machine::VectorIsa &vectorIsa;
  const TileStorage &storage;
  OpBuilder builder;
  Value workspace;
  Value logFunction, logContext;
  int64_t loggedSites = 0;
  SmallVector<Value> steps; ///< of the loops around, outermost first
  std::optional<IndexCode> index;
  llvm::DenseMap<Value, Buffer> buffers;
  ir::IndexValues indices;
  analysis::IndexRanges ranges;
  ValidSizes valid;
};

struct LowerToLoops : impl::LowerToLoopsBase<LowerToLoops> {
  using LowerToLoopsBase::LowerToLoopsBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    const machine::VectorIsa *vectorIsa = machine::vectorIsaNamed(isa.getValue());
    if (!vectorIsa) {
      module.emitError("there are no vector instructions '" + isa + "'");
      return signalPassFailure();
    }
    for (auto kernel : llvm::make_early_inc_range(module.getOps<ir::KernelOp>()))
      if (failed(lower(kernel, *vectorIsa)))
        return signalPassFailure();
  }

private:
  LogicalResult lower(ir::KernelOp kernel, const machine::VectorIsa &vectorIsa) {
    if (failed(ir::verifyForm(kernel, ir::Form::Bound)))
      return failure();
    TileStorage storage(kernel, vectorIsa);
    if (failed(checkWorkspace(kernel, storage.workspaceBytes())))
      return failure();
    OpBuilder builder(kernel);
    auto pointer = LLVM::LLVMPointerType::get(&getContext());
    Type i64 = builder.getI64Type();
    auto function =
        func::FuncOp::create(builder, kernel.getLoc(), kernel.getSymName(),
                             builder.getFunctionType({pointer, pointer, i64, i64, i64}, {}));
    KernelLowering lowering(kernel, function, vectorIsa, storage);
    lowering.run();
    function->setAttr(workspaceBytesAttr,
                      ir::ExprAttr::get(&getContext(), storage.workspaceBytes()));
    if (ArrayAttr values = lowering.valuesAtLaunch(); !values.empty())
      function->setAttr(launchValuesAttr, values);
    kernel.erase();
    return success();
  }

  /// Where no size is left open; otherwise the launch checks the same.
  static LogicalResult checkWorkspace(ir::KernelOp kernel, const Expr &bytes) {
    if (!symbolic::symbolsOf(bytes).empty())
      return success();
    symbolic::Evaluation number = symbolic::evaluate(bytes);
    if (number && number.value() <= workspaceLimit)
      return success();
    return ir::BrokenConstraint(
               makerOfLargestTile(kernel), "tiles-too-large",
               "kernel '" + kernel.getSymName() + "': the tiles of a workgroup need " +
                   (number ? std::to_string(number.value()) : std::string("more than 2^63")) +
                   " bytes, a thread of the CPU target has " + Twine(workspaceLimit))
        .help("a dimension with neither a workgroup nor a tiling constraint is whole in the "
              "tile: give the large ones a constraint, or choose smaller tiles");
  }
};

} // namespace
} // namespace wave::cpu
