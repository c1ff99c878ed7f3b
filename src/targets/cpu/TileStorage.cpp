//===- TileStorage.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/TileStorage.h"

#include "dialect/ElementTypes.h"
#include "symbolic/Node.h"
#include "targets/cpu/Code.h"

using namespace mlir;

namespace wave::cpu {

Operation *makerOfLargestTile(ir::KernelOp kernel) {
  Operation *maker = kernel;
  double most = 0; // a double: products of sizes may overflow
  kernel.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (auto tile = dyn_cast<ir::TileType>(type)) {
        auto bytes = static_cast<double>(ir::elementBytes(tile.getElementType()));
        for (ir::DimAttr dim : tile.getDims())
          bytes *= static_cast<double>(dim.getConstantSize().value_or(1));
        if (bytes > most)
          maker = op;
        most = std::max(most, bytes);
      }
  });
  return maker;
}

TileStorage::TileStorage(ir::KernelOp kernel, const machine::VectorIsa &isa) : isa(isa) {
  llvm::DenseSet<Value> written;
  kernel.walk([&](ir::WriteOp write) { written.insert(write.getMemory()); });
  kernel.walk([&](ir::ReadOp read) {
    Value result = read.getResult();
    if (!result.hasOneUse() || read.getMapped() || read.getMapping() ||
        written.contains(read.getMemory()))
      return;
    auto mma = dyn_cast<ir::MmaOp>(*result.user_begin());
    if (mma && mma->getBlock() == read->getBlock() && mma.getAccumulator() != result)
      direct.insert(result);
  });
  shareInPlace(kernel);
  placeValues(kernel);
  placePacked(kernel);
}

//===----------------------------------------------------------------------===//
// Sharing
//===----------------------------------------------------------------------===//

Value TileStorage::rootOf(Value value) const {
  for (auto parent = parents.find(value); parent != parents.end(); parent = parents.find(value))
    value = parent->second;
  return value;
}

/// An MMA that ends in the value's place, or null.  What it is repeated over lies outermost, so
/// that values of which another one is repeated over other dimensions cannot have the place.
ir::MmaOp TileStorage::productIn(Value value) const {
  for (Value member : placemates(value))
    if (auto mma = member.getDefiningOp<ir::MmaOp>())
      return mma;
  return nullptr;
}

/// Of the repeated dimensions those that the tile has.
static SmallVector<ir::ExprAttr> repeatedIn(ir::MmaOp mma, Value tile) {
  SmallVector<ir::ExprAttr> dims = ir::mmaDims(mma).repeated;
  llvm::erase_if(dims, [&](ir::ExprAttr dim) { return !ir::tileTypeOf(tile).hasDim(dim); });
  return dims;
}

static bool repeatAlike(ir::MmaOp a, ir::MmaOp b) {
  SmallVector<ir::ExprAttr> x = repeatedIn(a, a.getResult()), y = repeatedIn(b, b.getResult());
  return x.size() == y.size() &&
         llvm::all_of(x, [&](ir::ExprAttr dim) { return llvm::is_contained(y, dim); });
}

void TileStorage::share(Value a, Value b) {
  a = rootOf(a), b = rootOf(b);
  if (a == b)
    return;
  ir::MmaOp inA = productIn(a), inB = productIn(b);
  if (inA && inB && !repeatAlike(inA, inB))
    return; // copied instead
  parents[b] = a;
  SmallVector<Value> moved = members.lookup(b);
  moved.push_back(b);
  members[a].append(moved);
}

SmallVector<Value> TileStorage::placemates(Value value) const {
  Value root = rootOf(value);
  SmallVector<Value> all = members.lookup(root);
  all.push_back(root);
  return all;
}

bool TileStorage::sharePlace(Value a, Value b) const { return rootOf(a) == rootOf(b); }

const Place *TileStorage::placeOf(Value tile) const {
  auto found = places.find(rootOf(tile));
  return found == places.end() ? nullptr : &found->second;
}

void TileStorage::shareInPlace(ir::KernelOp kernel) {
  // Inner loops first, so that an outer loop sees what they share.
  kernel.walk<WalkOrder::PostOrder>([&](Operation *op) {
    if (auto mma = dyn_cast<ir::MmaOp>(op)) {
      Value accumulator = mma.getAccumulator();
      if (accumulator.hasOneUse() && accumulator.getParentBlock() == op->getBlock())
        share(accumulator, mma.getResult());
    }
    if (auto loop = dyn_cast<ir::IterateOp>(op))
      shareLoop(loop);
  });
}

void TileStorage::shareLoop(ir::IterateOp loop) {
  for (auto [init, argument, yielded, result] : llvm::zip(
           loop.getInit(), loop.getCarried(), loop.getYield().getValues(), loop.getResults())) {
    share(argument, result);
    if (yieldTakesOver(loop, argument, yielded))
      share(argument, yielded);
    if (init.hasOneUse() && init.getParentBlock() == loop->getBlock())
      share(init, argument);
  }
}

/// Whether nothing in the argument's place is read any more when the yielded value
/// is first written, and nothing but the yield reads the yielded value.
bool TileStorage::yieldTakesOver(ir::IterateOp loop, Value argument, Value yielded) const {
  if (sharePlace(argument, yielded))
    return true;
  Block *body = loop.getBlock();
  Operation *producer = yielded.getDefiningOp();
  if (!producer || producer->getBlock() != body || !yielded.hasOneUse())
    return false;
  Operation *firstWrite = producer;
  for (Value member : placemates(yielded)) {
    Operation *inBody = body->findAncestorOpInBlock(*member.getParentBlock()->getParentOp());
    Operation *writer =
        member.getDefiningOp() && member.getParentBlock() == body ? member.getDefiningOp() : inBody;
    if (!writer)
      return false; // the place outlives this iteration
    if (writer->isBeforeInBlock(firstWrite))
      firstWrite = writer;
  }
  for (Value member : placemates(argument))
    for (Operation *user : member.getUsers())
      if (Operation *inBody = body->findAncestorOpInBlock(*user);
          inBody && !inBody->isBeforeInBlock(firstWrite))
        return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Placing
//===----------------------------------------------------------------------===//

/// The value's own order, with the dimensions over which an mma is repeated outermost.
SmallVector<ir::ExprAttr> TileStorage::layoutOf(Value root) const {
  SmallVector<ir::ExprAttr> dims;
  if (ir::MmaOp mma = productIn(root))
    dims = repeatedIn(mma, root);
  const SmallVector<ir::ExprAttr> outermost = dims;
  for (ir::DimAttr dim : cast<ir::TileType>(root.getType()).getDims())
    if (!llvm::is_contained(outermost, dim.getName()))
      dims.push_back(dim.getName());
  return dims;
}

static SmallVector<Expr> sizesOf(ir::TileType type, ArrayRef<ir::ExprAttr> dims) {
  SmallVector<Expr> sizes;
  for (ir::ExprAttr dim : dims)
    sizes.push_back(type.getDims()[static_cast<size_t>(type.indexOf(dim))].getSize().getValue());
  return sizes;
}

int64_t vectorsAcross(const machine::VectorIsa &isa, const Expr &columns, DType dtype) {
  bool fitsOne = symbolic::isConstant(columns) &&
                 columns.node().value <= isa.vectorBytes / size_in_bytes(dtype);
  return fitsOne ? 1 : isa.mmaVectors;
}

static Expr roundUp(const Expr &value, int64_t unit) { return ceildiv(value, unit) * unit; }

Place TileStorage::allocate(ArrayRef<ir::ExprAttr> dims, ArrayRef<Expr> sizes, DType dtype) {
  size_t rank = dims.size();
  Place place{bytes, dtype, SmallVector<ir::ExprAttr>(dims), SmallVector<Expr>(sizes),
              SmallVector<Expr>(rank, Expr(1))};
  int64_t lanes = isa.vectorBytes / size_in_bytes(dtype);
  Expr elements = 1;
  for (size_t i = rank; i-- > 0;) {
    place.strides[i] = elements;
    int64_t across = lanes * vectorsAcross(isa, sizes[i], dtype);
    int64_t unit = i + 1 == rank ? across : i + 2 == rank ? isa.mmaRows : 1;
    elements = elements * Max(roundUp(sizes[i], unit), unit);
  }
  constexpr int64_t line = 64; // bytes of a cache line
  bytes = bytes + roundUp(elements * size_in_bytes(dtype), line);
  return place;
}

void TileStorage::placeValues(ir::KernelOp kernel) {
  auto place = [&](Value value) {
    Value root = rootOf(value);
    auto type = dyn_cast<ir::TileType>(value.getType());
    if (!type || direct.contains(value) || places.contains(root))
      return;
    SmallVector<ir::ExprAttr> dims = layoutOf(root);
    DType dtype = *ir::dtypeOf(type.getElementType());
    places[root] = allocate(dims, sizesOf(type, dims), dtype);
  };
  kernel.walk([&](ir::IterateOp loop) {
    for (auto [i, yielded] : llvm::enumerate(loop.getYield().getValues()))
      for (auto [j, argument] : llvm::enumerate(loop.getCarried()))
        if (i != j && sharePlace(yielded, argument))
          needsTemporary.insert(yielded);
  });
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Value result : op->getResults())
      place(result);
    for (Region &region : op->getRegions())
      for (BlockArgument argument : region.getArguments())
        place(argument);
  });
  for (Value value : needsTemporary) {
    const Place &place = *placeOf(value);
    temporaries[value] = allocate(place.dims, place.sizes, place.dtype);
  }
}

void TileStorage::placePacked(ir::KernelOp kernel) {
  kernel.walk([&](ir::MmaOp mma) {
    ir::MmaDims dims = ir::mmaDims(mma);
    const Place &accumulator = *placeOf(mma.getResult());
    DType dtype = accumulator.dtype;
    bool lhsHasColumns = accumulator.dims.back() == dims.m;
    PackedOperands operands;
    operands.rowsValue = lhsHasColumns ? mma.getRhs() : mma.getLhs();
    operands.columnsValue = lhsHasColumns ? mma.getLhs() : mma.getRhs();
    operands.rowDim = lhsHasColumns ? dims.n : dims.m;
    operands.columnDim = lhsHasColumns ? dims.m : dims.n;
    SmallVector<ir::ExprAttr> rows = repeatedIn(mma, operands.rowsValue),
                              columns = repeatedIn(mma, operands.columnsValue);
    rows.append({operands.rowDim, dims.k});
    columns.append({dims.k, operands.columnDim});
    operands.rows =
        allocate(rows, sizesOf(cast<ir::TileType>(operands.rowsValue.getType()), rows), dtype);
    operands.columns = allocate(
        columns, sizesOf(cast<ir::TileType>(operands.columnsValue.getType()), columns), dtype);
    packed[mma] = operands;
  });
}

} // namespace wave::cpu
