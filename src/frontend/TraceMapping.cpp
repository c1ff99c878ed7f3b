//===- TraceMapping.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/TraceMapping.h"

#include "diagnostic/ErrorId.h"
#include "symbolic/Substitute.h"

using namespace mlir;

namespace wave {

Expr IndexMapping::iterator(int number) {
  return Expr::symbol("$iterator" + std::to_string(number));
}

namespace frontend {

static std::optional<int> numberOf(const std::string &symbol) {
  int number = 0;
  StringRef text(symbol);
  if (!text.consume_front("$iterator") || text.getAsInteger(10, number))
    return std::nullopt;
  return number;
}

static std::string nameOf(ir::DimAttr dim) { return dim.getName().getValue().str(); }

/// An expression as the kernel writes it: "iterator(0) + OFFSET".
static std::string textOf(const Expr &expr) {
  std::string text = expr.str();
  for (size_t at = text.find("$iterator"); at != std::string::npos; at = text.find("$iterator")) {
    const size_t digits = at + StringRef("$iterator").size();
    const size_t end = std::min(text.find_first_not_of("0123456789", digits), text.size());
    text.insert(end, ")");
    text.replace(at, digits - at, "iterator(");
  }
  return text;
}

namespace {
class MappingReader {
public:
  MappingReader(Tracer &tracer, const IndexMapping &given, ir::MemoryType memory,
                const std::optional<ir::TileType> &stored)
      : tracer(tracer), given(given), memory(memory), stored(stored),
        inRegister(stored ? given.inputs : given.outputs),
        inMemory(stored ? given.outputs : given.inputs) {}

  TracedMapping run() {
    readRegister();
    checkDims(inMemory, memorySide(), memory.getDims(), "the memory");
    TracedMapping mapping;
    mapping.order = mapping.dims = dims;
    if (!stored && followsNames()) {
      mapping.dims.assign(memory.getDims().begin(), memory.getDims().end());
      number(mapping.dims);
    }
    // Of more dimensions than the memory has, also where none moves.
    mapping.isMoved = mapping.dims.size() != memory.getDims().size();
    SmallVector<Attribute> exprs;
    for (ir::DimAttr dim : memory.getDims()) {
      const Expr coordinate = coordinateOf(dim);
      const auto *own = llvm::find_if(
          mapping.dims, [&](ir::DimAttr other) { return other.getName() == dim.getName(); });
      mapping.isMoved |=
          own == mapping.dims.end() ||
          !coordinate.same_as(ir::iteratorOf(static_cast<size_t>(own - mapping.dims.begin())));
      const Expr place = tracer.overOperands(coordinate, mapping.operands);
      tracer.requireReadable(place, given.where);
      exprs.push_back(tracer.expr(place));
    }
    mapping.exprs = tracer.builder().getArrayAttr(exprs);
    return mapping;
  }

  /// Of a read that gives a scalar: no coordinate follows any of a register.
  SmallVector<Value> scalarPlace() {
    checkDims(inMemory, memorySide(), memory.getDims(), "the memory");
    SmallVector<Value> place;
    for (ir::DimAttr dim : memory.getDims()) {
      const Expr &coordinate = *inMemory.find(nameOf(dim));
      for (const std::string &symbol : symbolic::symbolsOf(coordinate))
        if (numberOf(symbol))
          throw error("mapping-iterator",
                      "the mapping's inputs use iterator " + std::to_string(*numberOf(symbol)) +
                          ", but its outputs are empty: a scalar has no coordinates",
                      "write where the scalar is with symbols and numbers, or name the dimensions "
                      "of a register in outputs");
      const Register index = tracer.scalar(tracer.resolved(coordinate), DType::i64, given.where);
      place.push_back(tracer.scalarOf(index, given.where));
    }
    return place;
  }

private:
  const char *registerSide() const { return stored ? "inputs" : "outputs"; }
  const char *memorySide() const { return stored ? "outputs" : "inputs"; }

  Error error(ErrorId id, const std::string &message, const std::string &help) const {
    std::vector<Note> notes{{"the memory is " + ir::describe(memory), given.where}};
    if (stored)
      notes.push_back({"the register is " + ir::describe(*stored), given.where});
    return Error({.id = id,
                  .message = (stored ? "write: " : "read: ") + message,
                  .where = given.where,
                  .notes = notes,
                  .help = help});
  }

  /// Each of `dims` has a coordinate, and nothing else.
  void checkDims(const Bindings &side, const std::string &name, ArrayRef<ir::DimAttr> wanted,
                 const std::string &whose) const {
    for (auto [i, dim] : llvm::enumerate(wanted))
      if (!side.find(nameOf(dim)))
        throw error("mapping-dimension",
                    "the mapping's " + name + " lack the dimension " + nameOf(dim),
                    "give every dimension of " + whose + " a coordinate: " + nameOf(dim) +
                        " = IndexMapping::iterator(" + std::to_string(i) + ")");
    for (const Binding &binding : side)
      if (llvm::none_of(wanted, [&](ir::DimAttr dim) { return nameOf(dim) == binding.symbol; }))
        throw error("mapping-dimension",
                    "the mapping's " + name + " have the dimension " + binding.symbol + ", which " +
                        whose + " lacks",
                    "leave it out");
  }

  /// The register's dimensions, each counted by an iterator of its own.
  void readRegister() {
    if (stored)
      checkDims(inRegister, registerSide(), stored->getDims(), "the register");
    if (inRegister.empty())
      throw error("mapping-dimension",
                  std::string("the mapping's ") + registerSide() + " are empty",
                  "name the dimensions of the register there: M = IndexMapping::iterator(0)");
    for (const Binding &binding : inRegister)
      dims.push_back(ir::DimAttr::get(tracer.context(), tracer.expr(Expr::symbol(binding.symbol)),
                                      ir::ExprAttr()));
    if (stored) // whose order it is
      dims.assign(stored->getDims().begin(), stored->getDims().end());
    count = given.num_iterators == 0 ? static_cast<int>(dims.size()) : int{given.num_iterators};
    for (ir::DimAttr dim : dims) {
      const Expr &logical = *inRegister.find(nameOf(dim));
      checkNumbers(logical);
      const std::string text = logical.str();
      if (!numberOf(text) || names.find(text))
        throw error("mapping-unsupported",
                    std::string("the mapping's ") + registerSide() + " have " + nameOf(dim) +
                        " = " + textOf(logical) + ", which is no iterator of its own",
                    "the coordinates in the register are iterators: write what moves them on the "
                    "other side, in " +
                        std::string(memorySide()));
      names.set(text, Expr::constant(0));
    }
    number(dims);
    for (ir::DimAttr dim : memory.getDims())
      if (const Expr *place = inMemory.find(nameOf(dim)))
        checkIterators(*place, memorySide());
  }

  /// Gives the iterators the names of dimensions in that order.
  void number(ArrayRef<ir::DimAttr> order) {
    for (auto [i, dim] : llvm::enumerate(order))
      names.set(inRegister.find(nameOf(dim))->str(), ir::iteratorOf(i));
  }

  Expr coordinateOf(ir::DimAttr dim) const {
    return symbolic::substitute(*inMemory.find(nameOf(dim)), names);
  }

  /// Whether each coordinate is the register's along the dimension of that name, moved.
  bool followsNames() const {
    return dims.size() == memory.getDims().size() &&
           llvm::all_of(memory.getDims(), [&](ir::DimAttr dim) {
             const std::optional<ir::MovedIterator> moved = ir::movedIterator(coordinateOf(dim));
             return moved && moved->iterator && dims[*moved->iterator].getName() == dim.getName();
           });
  }

  void checkNumbers(const Expr &expr) const {
    for (const std::string &symbol : symbolic::symbolsOf(expr))
      if (auto number = numberOf(symbol); number && (*number < 0 || *number >= count))
        throw error("mapping-iterator",
                    "the mapping has " + std::to_string(count) + " iterators, but uses iterator " +
                        std::to_string(*number),
                    "iterators are numbered from 0: IndexMapping::iterator(0) to iterator(" +
                        std::to_string(count - 1) + ")");
  }

  void checkIterators(const Expr &expr, const std::string &side) const {
    checkNumbers(expr);
    for (const std::string &symbol : symbolic::symbolsOf(expr))
      if (numberOf(symbol) && !names.find(symbol))
        throw error("mapping-iterator",
                    "the mapping's " + side + " use iterator " + std::to_string(*numberOf(symbol)) +
                        ", which counts no dimension of its " + registerSide(),
                    std::string("give a dimension of the register that iterator, in ") +
                        registerSide());
  }

  Tracer &tracer;
  const IndexMapping &given;
  ir::MemoryType memory;
  std::optional<ir::TileType> stored;
  const Bindings &inRegister, &inMemory;
  int count = 0;
  SmallVector<ir::DimAttr> dims;
  Bindings names; ///< of the kernel's iterators as those of dimensions
};
} // namespace

TracedMapping mappingOf(Tracer &tracer, const std::optional<IndexMapping> &given,
                        ir::MemoryType memory, const std::optional<ir::TileType> &stored) {
  if (!given)
    return {};
  return MappingReader(tracer, *given, memory, stored).run();
}

bool givesScalar(const std::optional<IndexMapping> &given) {
  return given && given->num_iterators == 0 && given->outputs.empty();
}

SmallVector<Value> scalarPlaceOf(Tracer &tracer, const IndexMapping &given, ir::MemoryType memory) {
  return MappingReader(tracer, given, memory, std::nullopt).scalarPlace();
}

} // namespace frontend
} // namespace wave
