//===- LowerKernel.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/gpu/LowerKernel.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/TypeSwitch.h"

#include "analysis/Roles.h"
#include "analysis/SharedBanks.h"
#include "dialect/ElementTypes.h"
#include "machine/Chip.h"
#include "machine/MmaLayouts.h"
#include "targets/gpu/Elementwise.h"
#include "targets/gpu/RoleCode.h"
#include "targets/gpu/TensorMaps.h"
#include "targets/gpu/TileAccess.h"

using namespace mlir;

namespace wave::gpu {

namespace {

class Lowering {
public:
  Lowering(ir::KernelOp kernel, const LaneTarget &target, LaneCode &entry,
           const MemoryArguments &memories, Value shared, Arguments arguments, int64_t lanes,
           int64_t firstWave = 0)
      : target(target), positions(entry, target, lanes, firstWave),
        access(kernel, target, positions, memories, shared, arguments) {
    for (auto &[size, value] : memories.openSizes())
      positions.set(size.getValue().str(), value);
  }

  /// The block is that of a role.
  void run(LaneCode &code, const analysis::Roles &roles, const analysis::Role &own,
           const TensorMaps &maps, Value shared, Arguments arguments) {
    role.emplace(roles, *target.roles(), positions, maps, shared, arguments);
    run(code, &ir::RoleOp(own.op).getBody().front());
  }

  const Positions &places() const { return positions; }

  /// In a block with products the order is the schedule's: code for products and for each way
  /// of moving tiles stays together.  What else is computed goes with what uses it, and
  /// elsewhere the code generator finds a good order by itself.
  void run(LaneCode &code, Block *block) {
    const bool keepsOrder = llvm::any_of(*block, llvm::IsaPred<ir::MmaOp>);
    std::optional<OperationName> last;
    for (Operation &op : *block) {
      LaneCode here(code.builder, locationOf(&op));
      if (keepsOrder && isScheduled(&op)) {
        if (last && *last != op.getName())
          target.keepOrder(here);
        last = op.getName();
      }
      lower(here, &op);
    }
  }

private:
  static bool isScheduled(Operation *op) {
    return isa<ir::MmaOp, ir::ReadOp, ir::CopyOp, ir::SharedReadOp, ir::SharedWriteOp,
               ir::BarrierOp>(op);
  }

  /// With the operation's tag, for whom the lanes' code is read or executed.
  static Location locationOf(Operation *op) {
    auto tag = op->getAttrOfType<StringAttr>("tag");
    return tag ? Location(NameLoc::get(tag, op->getLoc())) : op->getLoc();
  }

  const TileRegisters &valueOf(Value value) const { return tiles.find(value)->second; }
  void set(Value value, TileRegisters registers) {
    tiles.insert_or_assign(value, std::move(registers));
  }
  static ir::TileType tileOf(Value value) { return cast<ir::TileType>(value.getType()); }
  static DType dtypeOf(Value value) { return *ir::dtypeOf(tileOf(value).getElementType()); }

  void lower(LaneCode &code, Operation *op) {
    TypeSwitch<Operation *>(op)
        .Case([&](ir::ReadOp read) { set(read.getResult(), access.read(code, read)); })
        .Case([&](ir::WriteOp write) { access.write(code, write, valueOf(write.getValue())); })
        .Case([&](ir::SharedReadOp read) {
          if (!read.getInPlace())
            set(read.getResult(), access.read(code, read));
        })
        .Case(
            [&](ir::SharedWriteOp write) { access.write(code, write, valueOf(write.getValue())); })
        .Case([&](ir::CopyOp copy) {
          if (!role)
            access.copy(code, copy);
          else if (role->copiesBoxes())
            role->copy(code, copy);
          else
            access.copyByElements(code, copy);
        })
        .Case([&](ir::AcquireOp acquire) { role->acquire(code, acquire); })
        .Case([&](ir::CommitOp commit) { role->commit(code, commit); })
        .Case([&](ir::AwaitOp await) { role->await(code, await); })
        .Case([&](ir::ReleaseOp release) { role->release(code, release); })
        .Case([&](ir::BarrierOp barrier) {
          target.barrier(code, barrier.getGlobal(),
                         barrier.getCopies() && access.copiesPastRegisters());
        })
        .Case([&](ir::DebugLogOp log) { access.log(code, log, valueOf(log.getValue())); })
        .Case<ir::RegisterOp, ir::CastOp, ir::MaskOp, ir::MmaOp, ir::ReduceOp, ir::PartialReduceOp,
              ir::WaitProductsOp, ir::IterateOp, ir::IfOp>(
            [&](auto known) { lowerOp(code, known); })
        .Default([&](Operation *other) {
          if (ir::isElementwise(other))
            lowerElementwise(code, other);
        });
  }

  //===--------------------------------------------------------------------===//
  // Elementwise
  //===--------------------------------------------------------------------===//

  void lowerOp(LaneCode &code, ir::RegisterOp op) {
    ir::TileType tile = op.getResult().getType();
    LaneCode::Values vectors;
    for (Type type : TileRegisters::typesOf(tile))
      vectors.push_back(code.constantVector(op.getValue(), LaneCode::countOf(type)));
    set(op.getResult(), {tile, vectors});
  }

  void lowerOp(LaneCode &code, ir::CastOp op) {
    LaneCode::Values vectors;
    for (Value vector : valueOf(op.getValue()).values())
      vectors.push_back(code.convert(vector, dtypeOf(op.getValue()), dtypeOf(op.getResult())));
    set(op.getResult(), TileRegisters::from(code, tileOf(op.getResult()), vectors));
  }

  void lowerOp(LaneCode &code, ir::MaskOp op) {
    ir::TileType tile = op.getResult().getType();
    const TileRegisters &value = valueOf(op.getValue());
    Value fill = code.constantVector(op.getFill(), 1);
    SmallVector<Value> parts;
    for (int64_t reg = 0; reg < TileRegisters::countOf(tile); ++reg) {
      Value part = value.get(code, reg, 1);
      Value inside = access.isInside(code, tile, op.getDims(), op.getStart(), reg);
      parts.push_back(inside ? code.choose(inside, part, fill) : part);
    }
    set(op.getResult(), TileRegisters::from(code, tile, parts));
  }

  /// The register of `narrow`, a tile with fewer dimensions, that goes with `reg` of `wide`.
  static int64_t registerBeside(ir::TileType narrow, ir::TileType wide, int64_t reg) {
    const machine::Digits &digits = wide.getLayout().getValue().registers();
    int64_t result = 0, radix = 1;
    for (const machine::Digit &digit : digits) {
      bool isShared = llvm::any_of(narrow.getDims(), [&](ir::DimAttr dim) {
        return dim.getName().getValue().str() == digit.dim;
      });
      if (isShared) {
        result += reg % digit.size * radix;
        radix *= digit.size;
      }
      reg /= digit.size;
    }
    return result;
  }

  /// The operand's elements beside `count` registers of the result from `reg` on.
  Value beside(LaneCode &code, Value operand, ir::TileType result, int64_t reg, int64_t count) {
    const TileRegisters &value = valueOf(operand);
    if (tileOf(operand).getDims().size() == result.getDims().size())
      return value.get(code, reg, count);
    SmallVector<Value> parts;
    for (int64_t i = 0; i < count; ++i)
      parts.push_back(value.get(code, registerBeside(tileOf(operand), result, reg + i), 1));
    return code.join(parts);
  }

  void lowerElementwise(LaneCode &code, Operation *op) {
    ir::TileType tile = tileOf(op->getResult(0));
    const int64_t length = TileRegisters::lengthOf(tile);
    LaneCode::Values vectors;
    for (int64_t reg = 0; reg < TileRegisters::countOf(tile); reg += length) {
      SmallVector<Value> operands;
      for (Value operand : op->getOperands())
        operands.push_back(beside(code, operand, tile, reg, length));
      vectors.push_back(elementwise(code, target, op, operands));
    }
    set(op->getResult(0), {tile, vectors});
  }

  //===--------------------------------------------------------------------===//
  // Reductions
  //===--------------------------------------------------------------------===//

  /// What a wave has of a reduction of `value`, for each register of `to`: first the registers
  /// of each lane, then lanes with each other, which leaves the result in all of them.
  SmallVector<Value> reduce(LaneCode &code, ir::ReductionKind kind, Value value, ir::ExprAttr along,
                            ir::TileType to, DType dtype) {
    ir::TileType from = tileOf(value), rest = ir::withoutDim(from, along);
    SmallVector<Value> results(static_cast<size_t>(TileRegisters::countOf(to)));
    for (int64_t reg = 0; reg < TileRegisters::countOf(from); ++reg) {
      Value part = code.convert(valueOf(value).get(code, reg, 1), dtypeOf(value), dtype);
      Value &result = results[static_cast<size_t>(registerBeside(rest, from, reg))];
      result = result ? combine(code, kind, dtype, result, part) : part;
    }
    const std::string dim = along.getValue().str();
    int64_t radix = 1;
    for (const machine::Digit &digit : from.getLayout().getValue().lanes()) {
      for (int64_t mask = radix; digit.dim == dim && mask < radix * digit.size; mask *= 2)
        for (Value &result : results)
          result = combine(code, kind, dtype, result, exchanged(code, result, mask));
      radix *= digit.size;
    }
    return results;
  }

  void lowerOp(LaneCode &code, ir::PartialReduceOp op) {
    ir::TileType to = op.getResult().getType();
    set(op.getResult(), TileRegisters::from(code, to,
                                            reduce(code, op.getKind(), op.getValue(), op.getDim(),
                                                   to, dtypeOf(op.getResult()))));
  }

  void lowerOp(LaneCode &code, ir::ReduceOp op) {
    const DType stored = dtypeOf(op.getValue());
    const bool isHalf = stored == DType::f16 || stored == DType::bf16;
    const bool isWidened = isHalf && op.getKind() == ir::ReductionKind::Sum;
    const DType dtype = isWidened ? DType::f32 : stored;
    ir::TileType to = op.getResult().getType();
    SmallVector<Value> results = reduce(code, op.getKind(), op.getValue(), op.getDim(), to, dtype);
    for (auto [i, result] : llvm::enumerate(results)) {
      if (op.getInit()) {
        Value init = valueOf(op.getInit()).get(code, static_cast<int64_t>(i), 1);
        result = combine(code, op.getKind(), dtype, code.convert(init, stored, dtype), result);
      }
      result = code.convert(result, dtype, stored);
    }
    set(op.getResult(), TileRegisters::from(code, to, results));
  }

  /// The element that another lane holds: in words of 32 bits.
  Value exchanged(LaneCode &code, Value element, int64_t mask) const {
    Type type = element.getType(), word = code.builder.getI32Type();
    const unsigned bits = type.getIntOrFloatBitWidth();
    if (bits == 32)
      return code.bitcast(target.exchange(code, code.bitcast(element, word), mask), type);
    if (bits == 64) {
      Value words = code.bitcast(element, VectorType::get({2}, word));
      Value low = target.exchange(code, code.element(words, 0), mask);
      Value high = target.exchange(code, code.element(words, 1), mask);
      return code.bitcast(code.join({low, high}), type);
    }
    Type narrow = code.builder.getIntegerType(bits);
    Value wide = code.call("llvm.zext", {code.bitcast(element, narrow)}, word);
    return code.bitcast(code.call("llvm.trunc", {target.exchange(code, wide, mask)}, narrow), type);
  }

  //===--------------------------------------------------------------------===//
  // Products
  //===--------------------------------------------------------------------===//

  /// How often a tile repeats an instruction's along a dimension, in one wave.
  static int64_t repeats(ir::TileType tile, ir::ExprAttr dim, int64_t instruction) {
    const std::string name = dim.getValue().str();
    const machine::Layout &layout = tile.getLayout().getValue();
    int64_t extent = layout.extent(name), waves = 1;
    for (const machine::Digit &digit : layout.waves())
      if (digit.dim == name)
        waves *= digit.size;
    return extent / waves / instruction;
  }

  /// Whether the operand stays in shared memory.
  static bool isInPlace(Value tile) {
    auto read = tile.getDefiningOp<ir::SharedReadOp>();
    return read && read.getInPlace();
  }

  /// The product that a tile is the sum of, if such products run on; null for others.
  static ir::MmaOp productOf(Value tile) {
    if (auto mma = tile.getDefiningOp<ir::MmaOp>())
      return isInPlace(mma.getRhs()) ? mma : nullptr;
    if (auto loop = tile.getDefiningOp<ir::IterateOp>())
      return productOf(loop.getYield().getValues()[cast<OpResult>(tile).getResultNumber()]);
    return nullptr;
  }

  /// What a product adds to, as products carry it, one sum for each of their instructions.
  LaneCode::Values sumsBefore(LaneCode &code, ir::MmaOp product) {
    Value tile = product.getAccumulator();
    if (auto found = sums.find(tile); found != sums.end())
      return found->second;
    auto number = tile.getDefiningOp<ir::RegisterOp>();
    const bool isZero = number && cast<FloatAttr>(number.getValue()).getValue().isPosZero();
    return isZero ? role->emptySums(code, product) : role->packSums(code, product, valueOf(tile));
  }

  /// What is used behind this place of sums that were begun before it goes through the wait.
  void lowerOp(LaneCode &code, ir::WaitProductsOp op) {
    llvm::SetVector<Value> used;
    if (op.getPending() == 0)
      for (Operation *later = op->getNextNode(); later; later = later->getNextNode())
        later->walk([&](Operation *inner) {
          for (Value operand : inner->getOperands())
            if (sums.contains(operand) && productOf(operand))
              used.insert(operand);
        });
    LaneCode::Values waiting;
    for (Value tile : used)
      llvm::append_range(waiting, sums.find(tile)->second);
    SmallVector<Value> numbers =
        target.roles()->waitForProducts(code, static_cast<int64_t>(op.getPending()), waiting);
    ArrayRef<Value> left = numbers;
    for (Value tile : used) {
      const auto count = static_cast<size_t>(TileRegisters::countOf(tileOf(tile)));
      set(tile, TileRegisters::from(code, tileOf(tile), left.take_front(count)));
      left = left.drop_front(count);
      sums.erase(tile);
    }
  }

  void lowerOp(LaneCode &code, ir::MmaOp op) {
    if (isInPlace(op.getRhs())) {
      const TileRegisters *lhs = isInPlace(op.getLhs()) ? nullptr : &valueOf(op.getLhs());
      const LaneCode::Values before = sumsBefore(code, op);
      sums.insert_or_assign(op.getResult(), role->product(code, op, lhs, before));
      return;
    }
    const machine::Mma &row = *machine::mmaNamed(op.getMmaType()->str());
    ir::MmaDims dims = ir::mmaDims(op);
    ir::TileType lhs = tileOf(op.getLhs());
    ir::TileType accumulator = tileOf(op.getAccumulator());
    const int64_t m = repeats(accumulator, dims.m, row.m), n = repeats(accumulator, dims.n, row.n);
    const int64_t k = repeats(lhs, dims.k, row.k);
    int64_t batches = 1;
    for (ir::ExprAttr batch : dims.batches)
      batches *= repeats(accumulator, batch, 1);
    // The order of TileLayouts::ofMma: the instruction's own registers, then k, n, m, batches.
    const int64_t lhsLength = row.m * row.k / row.threadsPerWave;
    const int64_t rhsLength = row.n * row.k / row.threadsPerWave;
    const int64_t length = row.m * row.n / row.threadsPerWave;
    const TileRegisters &a = valueOf(op.getLhs()), &b = valueOf(op.getRhs());
    const TileRegisters &c = valueOf(op.getAccumulator());
    SmallVector<Value> sums;
    for (int64_t i = 0; i < batches * m * n; ++i)
      sums.push_back(c.get(code, i * length, length));
    // Sums that are next to each other do not wait for each other.
    for (int64_t batch = 0; batch < batches; ++batch)
      for (int64_t step = 0; step < k; ++step)
        for (int64_t i = 0; i < m; ++i)
          for (int64_t j = 0; j < n; ++j) {
            Value x = a.get(code, ((batch * m + i) * k + step) * lhsLength, lhsLength);
            Value y = b.get(code, ((batch * n + j) * k + step) * rhsLength, rhsLength);
            Value &sum = sums[static_cast<size_t>((batch * m + i) * n + j)];
            sum = target.mma(code, row, x, y, sum);
          }
    set(op.getResult(), TileRegisters::from(code, accumulator, sums));
  }

  //===--------------------------------------------------------------------===//
  // Control flow
  //===--------------------------------------------------------------------===//

  /// The vectors of several tiles, one after another.
  LaneCode::Values flatten(ValueRange values) const {
    LaneCode::Values flat;
    for (Value value : values)
      llvm::append_range(flat, valueOf(value).values());
    return flat;
  }

  void setFlat(ValueRange values, ValueRange flat) {
    for (Value value : values) {
      size_t count = TileRegisters::typesOf(tileOf(value)).size();
      set(value, {tileOf(value), LaneCode::Values(flat.take_front(count))});
      flat = flat.drop_front(count);
    }
  }

  /// What a loop carries of `values`: sums of products that run on stay as these carry them.
  LaneCode::Values carried(LaneCode &code, ir::IterateOp loop, ValueRange values) {
    LaneCode::Values flat;
    for (auto [value, next] : llvm::zip(values, loop.getYield().getValues())) {
      ir::MmaOp product = productOf(next);
      if (!product)
        llvm::append_range(flat, valueOf(value).values());
      else if (auto found = sums.find(value); found != sums.end())
        llvm::append_range(flat, found->second);
      else // with no step this is the result
        llvm::append_range(flat, role->packSums(code, product, valueOf(value)));
    }
    return flat;
  }

  void setCarried(ir::IterateOp loop, ValueRange values, ValueRange flat) {
    for (auto [value, next] : llvm::zip(values, loop.getYield().getValues())) {
      if (ir::MmaOp product = productOf(next)) {
        const auto count = static_cast<size_t>(RoleCode::sumCount(product));
        sums.insert_or_assign(value, LaneCode::Values(flat.take_front(count)));
        flat = flat.drop_front(count);
        continue;
      }
      const size_t count = TileRegisters::typesOf(tileOf(value)).size();
      set(value, {tileOf(value), LaneCode::Values(flat.take_front(count))});
      flat = flat.drop_front(count);
    }
  }

  void lowerOp(LaneCode &code, ir::IterateOp op) {
    const std::string counter = "$" + op.getAxis().getSymbol()->str();
    Value count = positions.emit(code, op.getCountAttr().getValue());
    const LaneCode::Values init = carried(code, op, op.getInit());
    LaneCode::Values results = code.loop(count, init, [&](Value step, ValueRange flat) {
      positions.set(counter, step);
      setCarried(op, op.getBlock()->getArguments(), flat);
      run(code, op.getBlock());
      return carried(code, op, op.getYield().getValues());
    });
    setCarried(op, op.getResults(), results);
    // Those that no step leaves running can be used as they are.
    for (Value result : op.getResults())
      if (auto found = sums.find(result); found != sums.end())
        set(result, TileRegisters::from(code, tileOf(result),
                                        target.roles()->unpackSums(code, found->second)));
  }

  void lowerOp(LaneCode &code, ir::IfOp op) {
    SmallVector<Type> types;
    for (Value result : op.getResults())
      llvm::append_range(types, TileRegisters::typesOf(tileOf(result)));
    auto way = [&](Region &region) {
      run(code, &region.front());
      return flatten(region.front().getTerminator()->getOperands());
    };
    Value condition = positions.emitCondition(code, op.getCondition().getValue());
    LaneCode::Values results = code.branch(
        condition, types, [&] { return way(op.getThen()); },
        [&] { return way(op.getOtherwise()); });
    setFlat(op.getResults(), results);
  }

  const LaneTarget &target;
  Positions positions;
  TileAccess access;
  std::optional<RoleCode> role;
  DenseMap<Value, TileRegisters> tiles;
  DenseMap<Value, LaneCode::Values> sums; ///< to which products that run on may add
};

/// Lets each wave do what its role does.
class RoleDispatch {
public:
  RoleDispatch(ir::KernelOp kernel, const LaneTarget &target, const analysis::Roles &roles,
               LaneCode &head, const MemoryArguments &memories, const TensorMaps &maps,
               Value shared, Arguments arguments)
      : kernel(kernel), target(target), roles(roles), head(head), memories(memories), maps(maps),
        shared(shared), arguments(arguments) {}

  void run(LaneCode &code) {
    Value thread = target.threadId(head);
    makeBarriers(code, roles, *target.roles(), thread, shared, arguments);
    const int64_t lanes = roles.roles.front().threadsPerWave;
    wave = target.uniform(head, head.floorDiv(thread, lanes));
    runFrom(code, 0);
  }

private:
  void runFrom(LaneCode &code, size_t number) {
    const analysis::Role &role = roles.roles[number];
    if (number + 1 == roles.roles.size())
      return runRole(code, role);
    Value isOwn =
        code.compare(LaneCode::Compare::Less, wave, code.i32(role.firstWave + role.waves));
    code.branch(
        isOwn, {},
        [&] {
          runRole(code, role);
          return LaneCode::Values();
        },
        [&] {
          runFrom(code, number + 1);
          return LaneCode::Values();
        });
  }

  void runRole(LaneCode &code, const analysis::Role &role) {
    target.roles()->setRegisters(code, role.registers, roles.registersAtEntry);
    Lowering lowering(kernel, target, head, memories, shared, arguments, role.threadsPerWave,
                      role.firstWave);
    auto all = [&] {
      lowering.run(code, roles, role, maps, shared, arguments);
      return LaneCode::Values();
    };
    // One lane begins the copies of boxes.
    if (arguments == Arguments::Any || !onlyCopies(role.op)) {
      all();
      return;
    }
    Value lane = lowering.places().laneNumber();
    Value isFirst = code.compare(LaneCode::Compare::Equal, lane, code.i32(0));
    code.branch(isFirst, {}, all, [] { return LaneCode::Values(); });
  }

  static bool onlyCopies(ir::RoleOp role) {
    return !role.getBody()
                .walk([](Operation *op) {
                  return isa<ir::CopyOp, ir::AcquireOp, ir::CommitOp, ir::IterateOp, ir::YieldOp>(
                             op)
                             ? WalkResult::advance()
                             : WalkResult::interrupt();
                })
                .wasInterrupted();
  }

  ir::KernelOp kernel;
  const LaneTarget &target;
  const analysis::Roles &roles;
  LaneCode &head;
  const MemoryArguments &memories;
  const TensorMaps &maps;
  Value shared;
  Arguments arguments;
  Value wave;
};

} // namespace

/// One block of bytes for all rings, and where each lies.
static LLVM::GlobalOp makeShared(ir::KernelOp kernel, const std::string &name, uint64_t alignment,
                                 OpBuilder &builder) {
  const auto bytes = static_cast<uint64_t>(analysis::sharedBytesOf(kernel));
  if (bytes == 0)
    return {};
  auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), bytes);
  return LLVM::GlobalOp::create(builder, kernel.getLoc(), type, /*isConstant=*/false,
                                LLVM::Linkage::Internal, name + ".shared", Attribute(), alignment,
                                /*addrSpace=*/3);
}

static ArrayAttr describeShared(ir::KernelOp kernel, Builder &builder) {
  SmallVector<Attribute> list;
  for (auto ring : kernel.getBlock()->getOps<ir::AllocateOp>()) {
    ir::RingType type = ring.getRing().getType();
    SmallVector<Attribute> dims;
    SmallVector<int64_t> sizes;
    for (ir::DimAttr dim : type.getDims()) {
      dims.push_back(builder.getStringAttr(dim.getName().getValue().str()));
      sizes.push_back(*dim.getConstantSize());
    }
    auto named = [&](StringRef name, Attribute value) {
      return NamedAttribute(builder.getStringAttr(name), value);
    };
    SmallVector<NamedAttribute> entries{
        named("name", ring.getNameAttr()),
        named("offset", ring.getOffsetAttr()),
        named("bytes", builder.getI64IntegerAttr(analysis::bytesPerSlot(type))),
        named("slots", builder.getI64IntegerAttr(type.getSlots())),
        named("dtype", TypeAttr::get(type.getElementType())),
        named("dims", builder.getArrayAttr(dims)),
        named("sizes", builder.getI64ArrayAttr(sizes)),
        named("strides", builder.getI64ArrayAttr(type.getLayout().getStrides()))};
    if (type.getLayout().getBits() != 0)
      entries.push_back(named("swizzle", builder.getI64ArrayAttr({type.getLayout().getBits(),
                                                                  type.getLayout().getBase(),
                                                                  type.getLayout().getShift()})));
    list.push_back(builder.getDictionaryAttr(entries));
  }
  return builder.getArrayAttr(list);
}

void lowerKernel(ir::KernelOp kernel, const std::string &name, Arguments arguments,
                 const LaneTarget &target) {
  OpBuilder builder(kernel);
  int64_t lanes = 1, waves = 1;
  for (auto hardware : kernel.getBlock()->getOps<ir::HardwareConstraintOp>()) {
    lanes = static_cast<int64_t>(hardware.getThreadsPerWave());
    for (ArrayRef<int64_t> counts = *hardware.getWavesPerBlock(); int64_t count : counts)
      waves *= count;
  }
  std::optional<analysis::Roles> roles = analysis::rolesOf(kernel);
  if (roles)
    target.roles()->shareRegisters(*roles);
  // Where copies of boxes swizzle, the pattern begins anew every 1024 bytes.
  const uint64_t alignment = roles ? 1024 : machine::widestAccess;
  LLVM::GlobalOp block = makeShared(kernel, name, alignment, builder);
  auto none = LLVM::LLVMVoidType::get(builder.getContext());
  auto function = LLVM::LLVMFuncOp::create(builder, kernel.getLoc(), name,
                                           LLVM::LLVMFunctionType::get(none, {}));
  Block *body = builder.createBlock(&function.getBody());
  // Numbers of lanes are made at the head, before what the operations make.
  Operation *end = LLVM::ReturnOp::create(builder, kernel.getLoc(), ValueRange{});
  builder.setInsertionPoint(end);
  Operation *border = LLVM::PoisonOp::create(builder, kernel.getLoc(), builder.getI1Type());
  OpBuilder headBuilder(border);
  LaneCode head(headBuilder, kernel.getLoc());
  MemoryArguments memories(kernel, body, head, arguments);
  std::optional<TensorMaps> maps;
  if (roles)
    maps.emplace(kernel, body, arguments);
  function.setFunctionType(
      LLVM::LLVMFunctionType::get(none, SmallVector<Type>(body->getArgumentTypes())));
  Value shared;
  if (block)
    shared = LLVM::AddressOfOp::create(headBuilder, kernel.getLoc(), block);
  LaneCode code(builder, kernel.getLoc());
  if (roles)
    RoleDispatch(kernel, target, *roles, head, memories, *maps, shared, arguments).run(code);
  else
    Lowering(kernel, target, head, memories, shared, arguments, lanes).run(code, kernel.getBlock());
  border->erase();
  function->setAttr("wave.memories", memories.description());
  function->setAttr("wave.shared", describeShared(kernel, builder));
  function->setAttr("wave.workgroup",
                    builder.getDenseI32ArrayAttr(
                        {static_cast<int32_t>(roles ? roles->threads() : lanes * waves), 1, 1}));
  if (roles) {
    maps->describe(function, *target.roles());
    target.roles()->limitRegisters(function, roles->registersAtEntry);
  }
  target.markKernel(function);
}

} // namespace wave::gpu
